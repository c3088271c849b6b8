/* SPDX-License-Identifier: MIT */
/* The library's own sines and cosines against those of the C library in a longer format, which
 * share no code with them. */
#include "sincos.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define QUARTER 1.57079632679489661923132169163975144L /* pi/2 */
#define ULPS 1.1 /* host/sincos.h promises less */

/* Distance in units of the last place that a double has at `want`. */
static double ulps(double got, long double want)
{
    int exponent;
    frexpl(want, &exponent);
    return (double)(fabsl((long double)got - want) / ldexpl(1, exponent - 53));
}

static double error_at(double angle)
{
    double sine, cosine;
    sincos_pair(angle, &sine, &cosine);
    double worst = fmax(ulps(sine, sinl(angle)), ulps(cosine, cosl(angle)));
    return isfinite(sine) && isfinite(cosine) ? worst : INFINITY;
}

/* Uniform in [-1, 1). */
static double draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed * 0x1p-63;
}

static void sines_are_right_to_1_1_units_at_angles_of_every_size(void **state)
{
    (void)state;
    uint64_t seed = 11;
    double worst = 0;
    for (int size = -60; size <= 20; size++)
        for (int k = 0; k < 4000; k++)
            worst = fmax(worst, error_at(ldexp(draw(&seed), size)));
    print_message("# worst error %.3f units in the last place\n", worst);
    assert_true(worst < ULPS);
    assert_true(worst > 0.4); /* something was compared */
}

/* There the reduction loses most digits. */
static void sines_are_right_beside_every_multiple_of_a_right_angle(void **state)
{
    (void)state;
    double worst = 0;
    int count = 0;
    for (long k = 1; (double)(k * QUARTER) < SINCOS_LIMIT; k += k < 4096 ? 1 : 7, count++) {
        const double at = (double)(k * QUARTER);
        worst = fmax(worst, fmax(error_at(at), error_at(-at)));
        worst = fmax(worst, fmax(error_at(nextafter(at, 0)), error_at(nextafter(at, 2 * at))));
        worst = fmax(worst, error_at(at + 0.5 * (double)QUARTER)); /* where the polynomials end */
    }
    print_message("# worst error %.3f units beside %d right angles\n", worst, count);
    assert_true(worst < ULPS && count > 90000);
}

static void sine_is_odd_and_cosine_even_bit_for_bit(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int k = 0; k < 100000; k++) {
        double angle = ldexp(draw(&seed), k % 20), s[2], c[2];
        sincos_pair(angle, &s[0], &c[0]);
        sincos_pair(-angle, &s[1], &c[1]);
        assert_true(s[0] == -s[1] && c[0] == c[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_are_right_to_1_1_units_at_angles_of_every_size),
        cmocka_unit_test(sines_are_right_beside_every_multiple_of_a_right_angle),
        cmocka_unit_test(sine_is_odd_and_cosine_even_bit_for_bit),
    };
    return cmocka_run_group_tests_name("sincos", tests, NULL, NULL);
}
