/* SPDX-License-Identifier: MIT */
/* Series of harmonics against what they stand for, and their bounds against what they reach. */
#include "numbers/series.h"
#include "unit/ops_fixture.h"

#include <math.h>

enum { ANGLES = 4 };

static double value_of(const series *s, const double *angle)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        double product = s->terms[i].coefficient;
        for (uint32_t k = 0; k < SERIES_FACTORS && s->terms[i].factor[k]; k++) {
            series_factor f = s->terms[i].factor[k];
            double x = angle[SERIES_VARIABLE(f) - 1] * SERIES_HARMONIC(SERIES_CODE(f));
            product *= SERIES_CODE(f) % 2 ? cos(x) : sin(x);
        }
        sum += product;
    }
    return sum;
}

static series sine(arena *mem, uint32_t variable)
{
    return series_variable(mem, variable, 2, 0, 1);
}
static series cosine(arena *mem, uint32_t variable)
{
    return series_variable(mem, variable, 1, 0, 1);
}

/* A random polynomial, and its value computed beside it. */
static series random_series(arena *mem, uint64_t *seed, const double *angle, double *value)
{
    series s = series_constant(mem, random_unit(seed));
    *value = series_middle(&s);
    double most = fabs(*value);
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t variable = 1 + (uint32_t)(random_bits(seed) % ANGLES);
        bool is_sine = random_bits(seed) % 2;
        double weight = random_unit(seed);
        series x = is_sine ? sine(mem, variable) : cosine(mem, variable);
        series k = series_constant(mem, weight);
        series kx = series_product(mem, &k, &x, 1, 1);
        double at = weight * (is_sine ? sin(angle[variable - 1]) : cos(angle[variable - 1]));
        if (random_bits(seed) % 2 && i < 6) {
            s = series_product(mem, &s, &kx, most, 1);
            *value *= at;
        } else {
            s = series_sum(mem, &s, &kx, 1);
            *value += at;
            most += 1;
        }
    }
    return s;
}

static void sums_and_products_keep_the_value(void **state)
{
    (void)state;
    arena mem = arena_make();
    for (uint64_t seed = 1; seed < 200; seed++) {
        uint64_t own = seed;
        double angle[ANGLES], x, y;
        for (uint32_t i = 0; i < ANGLES; i++)
            angle[i] = 3 * random_unit(&own);
        series a = random_series(&mem, &own, angle, &x), b = random_series(&mem, &own, angle, &y);
        series product = series_product(&mem, &a, &b, 20, 20), difference;
        difference = series_sum(&mem, &a, &b, -1);
        /* roundings of some hundred numbers of magnitude up to 20 */
        assert_true(a.there && b.there && product.there);
        assert_true(fabs(value_of(&a, angle) - x) <= a.slack + 1e-12);
        assert_true(fabs(value_of(&product, angle) - x * y) <= product.slack + 1e-11);
        assert_true(fabs(value_of(&difference, angle) - (x - y)) <= difference.slack + 1e-12);
        assert_true(product.slack < 1e-4);
    }
    arena_free(&mem);
}

static void squares_of_sine_and_cosine_are_one(void **state)
{
    (void)state;
    arena mem = arena_make();
    series s = sine(&mem, 1), c = cosine(&mem, 1);
    series ss = series_product(&mem, &s, &s, 1, 1), cc = series_product(&mem, &c, &c, 1, 1);
    series one = series_sum(&mem, &ss, &cc, 1);
    assert_int_equal(one.count, 1);
    assert_true(series_middle(&one) == 1 && series_radius(&one) < 1e-9);
    /* and half of a square is its middle: 0 .. 1 */
    assert_true(series_middle(&ss) == 0.5 && fabs(series_radius(&ss) - 0.5) < 1e-9);
    arena_free(&mem);
}

/* 3 cos + 4 sin is at most 5; a rotated vector keeps its length, which needs the search. */
static void pairs_are_bounded_by_the_root_of_their_squares(void **state)
{
    (void)state;
    arena mem = arena_make();
    series three = series_constant(&mem, 3), four = series_constant(&mem, 4);
    series s = sine(&mem, 1), c = cosine(&mem, 1), s2 = sine(&mem, 2), c2 = cosine(&mem, 2);
    series a = series_product(&mem, &three, &c, 3, 1), b = series_product(&mem, &four, &s, 4, 1);
    series sum = series_sum(&mem, &a, &b, 1);
    assert_true(series_radius(&sum) >= 5 && series_radius(&sum) < 5.0001);
    /* x = c, y = s: c2 (3 c + 4 s) + s2 (4 c - 3 s), at most 5 */
    series d = series_product(&mem, &four, &c, 4, 1), e = series_product(&mem, &three, &s, 3, 1);
    series other = series_sum(&mem, &d, &e, -1);
    series p = series_product(&mem, &c2, &sum, 1, 5), q = series_product(&mem, &s2, &other, 1, 5);
    series turned = series_sum(&mem, &p, &q, 1);
    double radius = series_radius(&turned);
    assert_true(radius > 7);
    double found = series_magnitude(&turned, radius, 0, 1000000);
    assert_true(found >= 5 && found < 5.2);
    arena_free(&mem);
}

/* No sample is above a bound, and the searched one is near the largest sample. */
static void bounds_hold_at_random_angles(void **state)
{
    (void)state;
    arena mem = arena_make();
    uint32_t near = 0, tried = 0;
    for (uint64_t seed = 1; seed < 60; seed++) {
        uint64_t own = seed;
        double angle[ANGLES] = {0}, x, most = 0;
        series s = random_series(&mem, &own, angle, &x);
        double radius = series_radius(&s), whole = fabs(series_middle(&s)) + radius;
        double tight = series_magnitude(&s, whole, 0, 3000000);
        for (uint32_t n = 0; n < 4000; n++) {
            for (uint32_t i = 0; i < ANGLES; i++)
                angle[i] = 3.15 * random_unit(&own);
            x = value_of(&s, angle);
            most = fmax(most, fabs(x));
            assert_true(fabs(x - series_middle(&s)) <= radius && fabs(x) <= tight);
        }
        tried++;
        near += tight < 1.35 * most;
    }
    if (near < tried * 9 / 10)
        fail_msg("only %u of %u bounds are near", near, tried);
    arena_free(&mem);
}

/* Turns the vector about an axis by the angle of a variable. */
static void turn(arena *mem, series vector[3], uint32_t axis, uint32_t variable)
{
    series s = sine(mem, variable), c = cosine(mem, variable);
    series *x = &vector[(axis + 1) % 3], *y = &vector[(axis + 2) % 3];
    series cx = series_product(mem, &c, x, 1, 20), sy = series_product(mem, &s, y, 1, 20);
    series sx = series_product(mem, &s, x, 1, 20), cy = series_product(mem, &c, y, 1, 20);
    *x = series_sum(mem, &cx, &sy, -1);
    *y = series_sum(mem, &sx, &cy, 1);
}

/* However a vector is turned, a component reaches its length and no more. Its series has many
 * symmetries, in signs of plain variables too: whatever the search leaves out because of them must
 * not have been the maximum. */
static void turned_vectors_keep_their_length(void **state)
{
    (void)state;
    for (uint32_t plain = 0; plain < 2; plain++)
        for (uint32_t component = 0; component < 3; component++) {
            arena mem = arena_make();
            series v[3];
            for (uint32_t i = 0; i < 3; i++) /* 2, 3, 6: length 7 */
                v[i] = plain ? series_variable(&mem, 10 + i, 1, 0, i ? 3 * i : 2)
                             : series_constant(&mem, i ? 3 * i : 2);
            for (uint32_t k = 0; k < 4; k++)
                turn(&mem, v, k % 2 ? 0 : 2, k + 1);
            const double whole = fabs(series_middle(&v[component])) + series_radius(&v[component]);
            const double found = series_magnitude(&v[component], whole, 7, 4000000);
            if (!(whole > 9 && found >= 7 && found < 8.2))
                fail_msg("component %u: %g, then %g", component, whole, found);
            arena_free(&mem);
        }
}

static void too_long_series_are_given_up(void **state)
{
    (void)state;
    arena mem = arena_make();
    series s = series_constant(&mem, 1);
    for (uint32_t v = 1; v <= SERIES_FACTORS + 1; v++) {
        series x = series_variable(&mem, v, 1, 0, 1);
        s = series_product(&mem, &s, &x, 1, 1);
        assert_int_equal(s.there, v <= SERIES_FACTORS);
    }
    series power = cosine(&mem, 1), c = cosine(&mem, 1);
    for (uint32_t k = 2; k <= SERIES_HARMONICS + 1; k++) {
        power = series_product(&mem, &power, &c, 1, 1);
        assert_int_equal(power.there, k <= SERIES_HARMONICS);
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products_keep_the_value),
        cmocka_unit_test(squares_of_sine_and_cosine_are_one),
        cmocka_unit_test(pairs_are_bounded_by_the_root_of_their_squares),
        cmocka_unit_test(bounds_hold_at_random_angles),
        cmocka_unit_test(turned_vectors_keep_their_length),
        cmocka_unit_test(too_long_series_are_given_up),
    };
    return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
