/* SPDX-License-Identifier: MIT */
/* Numbers of twice a double's precision against constants that were computed with 60 digits. */
#include "check/doubled.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka.h needs the four above first */
#include <cmocka.h>

#include "base/random.h"

#define PI_HALF ((doubled){0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54})

static void assert_within(doubled got, double hi, double lo, double units)
{
    const double off = fabs(doubled_sub(got, (doubled){hi, lo}).hi);
    if (!(off <= units * DOUBLED_UNIT)) {
        print_error("%a %a instead of %a %a: off by %g\n", got.hi, got.lo, hi, lo, off);
        fail();
    }
}

static void sines_have_all_their_digits(void **state)
{
    (void)state;
    static const double TRUTH[][5] = {
        {1, 0x1.aed548f090ceep-1, 0x1.06374f484e288p-59, 0x1.14a280fb5068cp-1,
         -0x1.b71edcc9344bcp-55},
        {0.5, 0x1.eaee8744b05f0p-2, -0x1.789b43c9b027dp-58, 0x1.c1528065b7d50p-1,
         -0x1.892111312e828p-55},
        {3, 0x1.210386db6d55bp-3, 0x1.3c7205d08d063p-57, -0x1.fae04be85e5d2p-1,
         -0x1.83effc17efb54p-55},
        {-2.7, -0x1.b5a312424a70cp-2, 0x1.59be683077e66p-58, -0x1.cee28b36603a6p-1,
         -0x1.16366274f7772p-56},
        {1e-05, 0x1.4f8b588e1e8a2p-17, 0x1.75b30450b875ep-71, 0x1.ffffffff920c8p-1,
         0x1.3149f1007a5f5p-58},
        {1000000.25, -0x1.b7bbd56f648b8p-4, 0x1.8bbf9352c8a2cp-61, 0x1.fd0a79db83ee8p-1,
         -0x1.c523ab5d04645p-56},
        {1.5707963267948966, 1, -0x1.377ce858a5d48p-109, 0x1.1a62633145c07p-54,
         -0x1.f1976b7ed8fbcp-110}};
    for (size_t k = 0; k < sizeof TRUTH / sizeof *TRUTH; k++) {
        doubled s, c;
        const double units = 4 * (1 + fabs(TRUTH[k][0]));
        doubled_sincos(doubled_of(TRUTH[k][0]), &s, &c);
        assert_within(s, TRUTH[k][1], TRUTH[k][2], units);
        assert_within(c, TRUTH[k][3], TRUTH[k][4], units);
    }
}

static doubled draw(uint64_t *seed, double most)
{
    const double hi = most * ((double)(random_bits(seed) >> 10) * 0x1p-53 - 1);
    return doubled_fast_sum(hi, hi * 0x1p-54 * ((double)(random_bits(seed) >> 11) * 0x1p-53));
}

/* s^2 + c^2 = 1, and the angle comes back. */
static void arcs_undo_sines(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int k = 0; k < 1000; k++) {
        doubled s, c;
        const doubled x = draw(&seed, 3.14);
        doubled_sincos(x, &s, &c);
        const doubled one = doubled_add(doubled_multiply(s, s), doubled_multiply(c, c));
        const doubled back = doubled_atan2(s, c);
        assert_within(one, 1, 0, 8);
        assert_within(back, x.hi, x.lo, 24);
    }
    assert_within(doubled_atan2(doubled_of(1), doubled_of(2)), 0x1.dac670561bb4fp-2,
                  0x1.a2b7f222f65e2p-56, 8);
    assert_within(doubled_atan2(doubled_of(-3), doubled_of(-7)), -0x1.5e4c36ca0118ap+1,
                  -0x1.5fa12cf773478p-54, 16);
    assert_within(doubled_atan2(doubled_of(1), doubled_of(0)), PI_HALF.hi, PI_HALF.lo, 8);
    assert_within(doubled_atan2(doubled_of(0), doubled_of(0)), 0, 0, 0);
}

static void quotients_and_roots_undo_products(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int k = 0; k < 1000; k++) {
        const doubled a = draw(&seed, 10), b = draw(&seed, 10);
        const doubled back = doubled_divide(doubled_multiply(a, b), b);
        const doubled root = doubled_sqrt(doubled_multiply(a, a));
        assert_within(back, a.hi, a.lo, 10);
        assert_within(root, fabs(a.hi), a.hi < 0 ? -a.lo : a.lo, 10);
    }
    assert_within(doubled_sqrt(doubled_of(2)), 0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54, 1);
    assert_within(doubled_divide(doubled_of(1), doubled_of(3)), 0x1.5555555555555p-2,
                  0x1.5555555555555p-56, 1);
    assert_true(isnan(doubled_sqrt(doubled_of(-1)).hi));
}

/* What cancels leaves the exact rest. */
static void sums_lose_nothing(void **state)
{
    (void)state;
    const doubled large = doubled_sum(1e16, 1);
    assert_within(doubled_sub(large, doubled_of(1e16)), 1, 0, 0);
    const doubled square = doubled_product(1 + 0x1p-30, 1 + 0x1p-30);
    assert_within(doubled_sub(square, doubled_of(1 + 0x1p-29)), 0x1p-60, 0, 0);
}

/* Beyond what quarter turns are counted of. */
static void what_is_no_angle_has_no_sine(void **state)
{
    (void)state;
    static const double AT[] = {NAN, INFINITY, -INFINITY, 1e9};
    for (size_t k = 0; k < sizeof AT / sizeof *AT; k++) {
        doubled s, c;
        doubled_sincos(doubled_of(AT[k]), &s, &c);
        assert_true(isnan(s.hi) && isnan(c.hi));
    }
    assert_true(isnan(doubled_atan2(doubled_of(NAN), doubled_of(1)).hi));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_angle_has_no_sine),
        cmocka_unit_test(sines_have_all_their_digits),
        cmocka_unit_test(arcs_undo_sines),
        cmocka_unit_test(quotients_and_roots_undo_products),
        cmocka_unit_test(sums_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
