/* SPDX-License-Identifier: MIT */
/* Eigenvalues, eigenvectors and exponentials of matrices whose answers are known, and of random
 * ones by what they must obey. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/linear/eigen.h"
#include "apps/linear/exponential.h"
#include "apps/motion/dense.h"
#include "base/random.h"

enum { MOST = 40 };

static void near_to(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.17g is not %.17g within %g", value, wanted, within);
}

/* |A v - value v| of every vector, over |A|: rounding alone. */
static double worst_pair(const double *a, uint32_t n, const eigenvalue *value, const double *v)
{
    const double size = dense_largest(a, n * n) * n;
    double worst = 0;
    for (uint32_t k = 0; k < n; k++) {
        const bool two = value[k].im > 0;
        for (uint32_t i = 0; i < n; i++) {
            double re = 0, im = 0;
            for (uint32_t c = 0; c < n; c++) {
                re += a[i * n + c] * v[c * n + k];
                im += two ? a[i * n + c] * v[c * n + k + 1] : 0;
            }
            const double x = v[i * n + k], y = two ? v[i * n + k + 1] : 0;
            re -= value[k].re * x - value[k].im * y;
            im -= value[k].re * y + value[k].im * x;
            worst = fmax(worst, hypot(re, im) / size);
        }
        if (two) {
            assert_true(value[k + 1].re == value[k].re && value[k + 1].im == -value[k].im);
            k++;
        }
    }
    return worst;
}

static int by_real_part(const void *a, const void *b)
{
    const eigenvalue *x = a, *y = b;
    return (x->re > y->re) - (x->re < y->re);
}

static void find(const double *a, uint32_t n, eigenvalue *value, double within)
{
    static double vectors[MOST * MOST];
    arena mem = arena_make();
    assert_true(eigen_find(&mem, a, n, value, vectors));
    const double worst = worst_pair(a, n, value, vectors);
    if (!(worst <= within))
        fail_msg("vectors are off by %g", worst);
    for (uint32_t k = 0; k < n; k++) { /* of length 1 */
        double length = 0;
        for (uint32_t i = 0; i < n; i++)
            length += vectors[i * n + k] * vectors[i * n + k] +
                      (value[k].im > 0 ? vectors[i * n + k + 1] * vectors[i * n + k + 1] : 0);
        near_to(length, 1, 1e-12);
        k += value[k].im > 0;
    }
    qsort(value, n, sizeof *value, by_real_part);
    arena_free(&mem);
}

/* x^4 - 10 x^3 + 35 x^2 - 50 x + 24 has roots 1 2 3 4, and x^3 - 1 those of unity. */
static void companions_have_the_roots_of_their_polynomials(void **state)
{
    (void)state;
    const double four[] = {10, -35, 50, -24, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const double unity[] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    eigenvalue value[4];
    find(four, 4, value, 1e-15);
    for (uint32_t k = 0; k < 4; k++) {
        near_to(value[k].re, k + 1, 1e-12);
        assert_true(value[k].im == 0);
    }
    find(unity, 3, value, 1e-15);
    near_to(value[0].re, -0.5, 1e-15);
    near_to(fabs(value[0].im), sqrt(0.75), 1e-15);
    near_to(value[2].re, 1, 1e-15);
    assert_true(value[2].im == 0);
}

/* Eigenvalues of the second difference of n points: 2 - 2 cos(k pi / (n + 1)). */
static void a_chain_of_springs_has_its_known_values(void **state)
{
    (void)state;
    enum { N = 30 };
    double a[N * N] = {0};
    eigenvalue value[N];
    for (uint32_t i = 0; i < N; i++) {
        a[i * N + i] = 2;
        if (i)
            a[i * N + i - 1] = a[(i - 1) * N + i] = -1;
    }
    find(a, N, value, 1e-15);
    for (uint32_t k = 0; k < N; k++) {
        near_to(value[k].re, 2 - 2 * cos((k + 1) * acos(-1) / (N + 1)), 4e-14);
        assert_true(value[k].im == 0);
    }
}

/* What is triangular, diagonal, zero, one number, or a Jordan block: values are exact. */
static void plain_matrices_keep_their_diagonals(void **state)
{
    (void)state;
    const double upper[] = {3, 1, 5, 0, -2, 7, 0, 0, 1}, jordan[] = {0, 1, 0, 0},
                 zero[9] = {0}, one[] = {-4}, turn[] = {0, 1, -1, 0};
    eigenvalue value[3];
    find(upper, 3, value, 1e-15);
    assert_true(value[0].re == -2 && value[1].re == 1 && value[2].re == 3);
    find(jordan, 2, value, 1e-15);
    assert_true(value[0].re == 0 && value[1].re == 0 && value[1].im == 0);
    find(zero, 3, value, 1);
    assert_true(value[0].re == 0 && value[2].re == 0);
    find(one, 1, value, 1e-15);
    assert_true(value[0].re == -4);
    find(turn, 2, value, 1e-15);
    assert_true(value[0].re == 0 && fabs(value[0].im) == 1);
}

/* Rows and columns of very different sizes: without a balance small values are lost. */
static void sizes_do_not_matter(void **state)
{
    (void)state;
    const double plain[] = {1, 2, 0.5, -1, 3, 1, 0.25, 1, -2}, scale[] = {1, 1e9, 1e-7};
    double a[9];
    eigenvalue value[3], scaled[3];
    find(plain, 3, value, 1e-14);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 3; k++)
            a[i * 3 + k] = plain[i * 3 + k] * scale[i] / scale[k];
    find(a, 3, scaled, 1e-14);
    for (uint32_t k = 0; k < 3; k++) {
        near_to(scaled[k].re, value[k].re, 1e-14);
        near_to(fabs(scaled[k].im), fabs(value[k].im), 1e-14);
    }
}

/* Their sum is the trace, and vectors belong to them; sizes 1 to 40, some entries 0. */
static void random_matrices_obey_their_values(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (uint32_t n = 1; n <= MOST; n++) {
        static double a[MOST * MOST];
        static eigenvalue value[MOST];
        double trace = 0, sum = 0;
        for (uint32_t i = 0; i < n * n; i++)
            a[i] = random_bits(&seed) % 3 ? ldexp((double)(random_bits(&seed) >> 11), -52) - 1 : 0;
        for (uint32_t i = 0; i < n; i++)
            trace += a[i * n + i];
        find(a, n, value, 1e-14);
        for (uint32_t i = 0; i < n; i++)
            sum += value[i].re;
        near_to(sum, trace, 1e-13 * n);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    double bad[] = {1, NAN, 0, 1}, huge[] = {1e300, 1e300, 1e300, 1e300};
    eigenvalue value[2];
    assert_false(eigen_find(&mem, bad, 2, value, NULL));
    assert_false(exponential(&mem, bad, 2));
    assert_false(exponential(&mem, huge, 2));
    arena_free(&mem);
}

/* ---- exponentials ---------------------------------------------------------------------------- */

static void exponential_is(const double *a, uint32_t n, const double *wanted, double within)
{
    double taken[MOST];
    arena mem = arena_make();
    memcpy(taken, a, (size_t)n * n * sizeof *a);
    assert_true(exponential(&mem, taken, n));
    for (uint32_t i = 0; i < n * n; i++)
        near_to(taken[i], wanted[i], within * dense_largest(wanted, n * n));
    arena_free(&mem);
}

/* Rotations by small and large angles, a double integrator, decay, and Moler and van Loan's. */
static void exponentials_are_the_known_ones(void **state)
{
    (void)state;
    const double angle[] = {1e-9, 0.3, 3, 50};
    for (uint32_t k = 0; k < 4; k++) {
        const double x = angle[k], turn[] = {0, x, -x, 0},
                     wanted[] = {cos(x), sin(x), -sin(x), cos(x)};
        exponential_is(turn, 2, wanted, k < 3 ? 2e-15 : 1e-13);
    }
    const double drift[] = {0, 2, 0.5, 0, 0, 3, 0, 0, 0}, drifted[] = {1, 2, 3.5, 0, 1, 3, 0, 0, 1};
    exponential_is(drift, 3, drifted, 1e-15);
    const double decay[] = {-30, 0, 0, -1}, decayed[] = {exp(-30), 0, 0, exp(-1)};
    exponential_is(decay, 2, decayed, 1e-15);
    /* from its eigenvalues -1 and -17 */
    const double moler[] = {-49, 24, -64, 31},
                 one = exp(-1), other = exp(-17),
                 wanted[] = {-2 * one + 3 * other, 1.5 * (one - other), -4 * (one - other),
                             3 * one - 2 * other};
    exponential_is(moler, 2, wanted, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(companions_have_the_roots_of_their_polynomials),
        cmocka_unit_test(a_chain_of_springs_has_its_known_values),
        cmocka_unit_test(plain_matrices_keep_their_diagonals),
        cmocka_unit_test(sizes_do_not_matter),
        cmocka_unit_test(random_matrices_obey_their_values),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(exponentials_are_the_known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
