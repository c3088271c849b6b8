/* SPDX-License-Identifier: MIT */
/* The C models of the operators against the host's own arithmetic, subnormals flushed, and against
 * values worked out by hand. */
#include "machine/fp32.h"
#include "fp32_pairs.h"
#include "unit/ops_fixture.h"

#include <float.h>
#include <math.h>

_Static_assert(FLT_EVAL_METHOD == 0, "the host must round every float operation to float");

enum { PAIRS = 3000000 };
#define SEED UINT64_C(20240607)

typedef uint32_t model(uint32_t a, uint32_t b);
typedef float host(float x, float y);

static float host_mul(float x, float y) { return x * y; }
static float host_add(float x, float y) { return x + y; }
static float host_sub(float x, float y) { return x - y; }
static float host_div(float x, float y) { return x / y; }
static float host_sqrt(float x, float y) { (void)y; return sqrtf(x); }

static uint32_t root(uint32_t a, uint32_t b) { (void)b; return fp32_sqrt(a); }

static void compare(const char *name, model *ours, host *theirs)
{
    uint64_t seed = SEED;
    uint32_t compared = 0, zeros = 0, nans = 0, infinite = 0;
    for (uint64_t i = 0; i < PAIRS; i++) {
        fp32_pair p = fp32_pair_next(i, &seed);
        uint32_t got = ours(p.a, p.b);
        float x = fp32_value(fp32_flush(p.a)), y = fp32_value(fp32_flush(p.b));
        uint32_t want = fp32_flush(fp32_bits(theirs(x, y)));
        if (got != want)
            fail_msg("%s(%08x, %08x) = %08x, host %08x", name, p.a, p.b, got, want);
        compared++;
        zeros += (got << 1) == 0;
        nans += got == FP32_NAN;
        infinite += (got << 1) == 0xff000000u;
    }
    assert_int_equal(compared, PAIRS);
    /* Every kind of result was common. */
    assert_true(zeros > 1000 && nans > 1000 && infinite > 1000);
}

static void mul_equals_the_host(void **state) { (void)state; compare("mul", fp32_mul, host_mul); }
static void add_equals_the_host(void **state) { (void)state; compare("add", fp32_add, host_add); }
static void sub_equals_the_host(void **state) { (void)state; compare("sub", fp32_sub, host_sub); }
static void div_equals_the_host(void **state) { (void)state; compare("div", fp32_div, host_div); }

static float host_below(float x, float y) { return isnan(y) ? y : y < 0 ? x : 0; }
static void below_equals_the_host(void **state)
{
    (void)state;
    compare("below", fp32_below, host_below);
    assert_int_equal(fp32_below(0xbf800000, 0x80000000), 0); /* -0 is not below */
    assert_int_equal(fp32_below(0xbf800000, 0x80000001), 0); /* nor is a subnormal, a zero */
    assert_int_equal(fp32_below(0x80000000, 0xff800000), 0x80000000);
    assert_int_equal(fp32_below(FP32_NAN, 0x3f800000), 0); /* what does not count may be anything */
}

static void sqrt_equals_the_host(void **state) { (void)state; compare("sqrt", root, host_sqrt); }

static void from_double_equals_the_hosts_conversion(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (uint32_t i = 0; i < PAIRS; i++) {
        /* Exponents about binary32's range, fractions with ties; then any bits at all. */
        uint64_t r = fp32_random(&seed), bits = r;
        if (i % 4)
            bits = (r & UINT64_C(1) << 63) | (uint64_t)(1023 - 160 + r % 320) << 52 |
                   (uint64_t)fp32_fraction(&seed) << 29 | (uint64_t)(i % 3) << 28 | (i % 5 == 0);
        double x;
        memcpy(&x, &bits, sizeof x);
        uint32_t got = fp32_from_double(x), want = fp32_flush(fp32_bits((float)x));
        if (got != want)
            fail_msg("from_double(%a) = %08x, host %08x", x, got, want);
    }
    assert_int_equal(fp32_from_double(0x1p-127), 0);
    assert_int_equal(fp32_from_double(-0x1p-127), 0x80000000u);
    assert_int_equal(fp32_from_double(-0x1.ffffffp-127), 0x80800000u);
    assert_int_equal(fp32_from_double(1e39), 0x7f800000u);
    assert_int_equal(fp32_from_double((double)NAN), FP32_NAN);
}

typedef struct {
    model *op;
    uint32_t a, b, want;
} hand_case;

static void run_by_hand(const hand_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t got = cases[i].op(cases[i].a, cases[i].b);
        if (got != cases[i].want)
            fail_msg("case %zu: (%08x, %08x) gives %08x, not %08x", i, cases[i].a, cases[i].b, got,
                     cases[i].want);
    }
}

static void corner_values_are_those_worked_out_by_hand(void **state)
{
    (void)state;
    static const hand_case cases[] = {
        {fp32_add, 0x00000000, 0x80000000, 0x00000000}, /* 0 + -0 */
        {fp32_add, 0x80000000, 0x80000000, 0x80000000},
        {fp32_sub, 0x80000000, 0x00000000, 0x80000000},
        {fp32_sub, 0x3f800000, 0x3f800000, 0x00000000}, /* x - x */
        {fp32_add, 0x807fffff, 0x80000001,
         0x80000000}, /* subnormals are read as zeros of their sign */
        {fp32_add, 0x007fffff, 0x3f800000, 0x3f800000},
        {fp32_add, 0x00800000, 0x007fffff, 0x00800000},
        {fp32_sub, 0x00800000, 0x00c00000, 0x80000000}, /* 2^-126 - 1.5 2^-126 */
        {fp32_sub, 0x00ffffff, 0x00800000, 0x00000000},
        {fp32_sub, 0x01000000, 0x00800000, 0x00800000},
        {fp32_add, 0x3f800000, 0x33800000, 0x3f800000}, /* ties go to even */
        {fp32_add, 0x3f800001, 0x33800000, 0x3f800002},
        {fp32_add, 0x3f800000, 0x33800001, 0x3f800001}, /* past the tie */
        {fp32_sub, 0x3f800000, 0x33000000, 0x3f800000}, /* a tie below 1 */
        {fp32_sub, 0x3f800000, 0x33000001, 0x3f7fffff},
        {fp32_add, 0x7f7fffff, 0x72ffffff, 0x7f7fffff}, /* under half a unit of the largest */
        {fp32_add, 0x7f7fffff, 0x73000000, 0x7f800000},
        {fp32_add, 0x7f800000, 0xff7fffff, 0x7f800000},
        {fp32_sub, 0x7f800000, 0x7f800000, FP32_NAN},
        {fp32_add, 0x7f800000, 0x7f800000, 0x7f800000},
        {fp32_add, 0xffffffff, 0x3f800000, FP32_NAN}, /* payload and sign are dropped */
        {fp32_mul, 0x7f800001, 0x00000000, FP32_NAN},
        {fp32_mul, 0x7f800000, 0x007fffff, FP32_NAN}, /* a subnormal is a zero */
        {fp32_mul, 0xff800000, 0x00800000, 0xff800000},
        {fp32_mul, 0x80000001, 0x7f7fffff, 0x80000000},
        {fp32_mul, 0x7f7fffff, 0x3f800001, 0x7f800000},
        {fp32_mul, 0x5f800000, 0xdf800000, 0xff800000}, /* 2^64 * -2^64 */
        {fp32_mul, 0x3f800001, 0x3f800001, 0x3f800002},
        {fp32_mul, 0x3f7fffff, 0x3f7fffff, 0x3f7ffffe},
        {fp32_div, 0x3f800000, 0x80000001, 0xff800000},
        {fp32_div, 0x00000000, 0x80000000, FP32_NAN},
        {fp32_div, 0x3f800000, 0x40400000, 0x3eaaaaab},
        {root, 0x40000000, 0, 0x3fb504f3}, /* of 2 */
        {root, 0x40800000, 0, 0x40000000}, /* of 4 */
        {root, 0x00800000, 0, 0x20000000}, /* of the least normal, an odd power of two */
        {root, 0x007fffff, 0, 0x00000000}, /* a subnormal is a zero */
        {root, 0x80000001, 0, 0x80000000}, /* and keeps its sign */
        {root, 0xbf800000, 0, FP32_NAN},
        {root, 0x7f7fffff, 0, 0x5f7fffff},
        {root, 0x3f7fffff, 0, 0x3f7fffff},
        {root, 0x7f800000, 0, 0x7f800000},
        {root, 0xff800000, 0, FP32_NAN},
    };
    run_by_hand(cases, sizeof cases / sizeof *cases);
}

/* (1 + k u)(2 - 2 k u) 2^-127 = 2^-126 - k^2 2^-172, u = 2^-23. It reaches 2^-126 - 2^-150 at k =
 * 2048. Rounding to 24 bits before looking at the exponent would flush from k = 1449 on. */
static void products_within_half_a_subnormal_unit_become_the_least_normal(void **state)
{
    (void)state;
    static const hand_case cases[] = {
        {fp32_mul, 0x20000000 + 1, 0x20000000 - 2, 0x00800000},
        {fp32_mul, 0x20000000 + 1448, 0x20000000 - 2 * 1448, 0x00800000},
        {fp32_mul, 0x20000000 + 1449, 0x20000000 - 2 * 1449, 0x00800000},
        {fp32_mul, 0x20000000 + 2048, 0xa0000000 - 2 * 2048, 0x80800000}, /* the tie */
        {fp32_mul, 0x20000000 + 2049, 0xa0000000 - 2 * 2049, 0x80000000},
    };
    run_by_hand(cases, sizeof cases / sizeof *cases);
}

static void eval32_is_the_machines_arithmetic(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(
        &mem, "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst tiny 0x1p-130\n"
              "m = mul x y\na = add x tiny\ns = sub x y\nd = div x y\n"
              "output om plain = m\noutput oa plain = a\noutput os plain = s\noutput od plain = d\n"
              "output ok plain = tiny\n");
    float out[5], scratch[4];
    float flushed[] = {-0x1p-100f, 0x1p-30f}; /* the product is subnormal on the host */
    ops_eval32(&p, flushed, out, scratch);
    assert_int_equal(fp32_bits(out[0]), 0x80000000u);
    assert_int_equal(fp32_bits(out[4]), 0); /* constants enter flushed */
    float invalid[] = {INFINITY, INFINITY};
    ops_eval32(&p, invalid, out, scratch);
    assert_int_equal(fp32_bits(out[2]), FP32_NAN);
    uint64_t seed = SEED;
    for (uint64_t i = 0; i < 100000; i++) {
        fp32_pair pair = fp32_pair_next(i, &seed);
        float in[] = {fp32_value(pair.a), fp32_value(pair.b)};
        ops_eval32(&p, in, out, scratch);
        assert_int_equal(fp32_bits(out[0]), fp32_mul(pair.a, pair.b));
        assert_int_equal(fp32_bits(out[1]),
                         fp32_flush(pair.a) == 0x80000000u ? 0 : fp32_flush(pair.a));
        assert_int_equal(fp32_bits(out[2]), fp32_sub(pair.a, pair.b));
        assert_int_equal(fp32_bits(out[3]), fp32_div(pair.a, pair.b));
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mul_equals_the_host),
        cmocka_unit_test(add_equals_the_host),
        cmocka_unit_test(sub_equals_the_host),
        cmocka_unit_test(div_equals_the_host),
        cmocka_unit_test(below_equals_the_host),
        cmocka_unit_test(sqrt_equals_the_host),
        cmocka_unit_test(from_double_equals_the_hosts_conversion),
        cmocka_unit_test(corner_values_are_those_worked_out_by_hand),
        cmocka_unit_test(products_within_half_a_subnormal_unit_become_the_least_normal),
        cmocka_unit_test(eval32_is_the_machines_arithmetic),
    };
    return cmocka_run_group_tests_name("fp32", tests, NULL, NULL);
}
