/* SPDX-License-Identifier: MIT */
/* The numbers of a body after regrouping: every form keeps and takes out what it says, and what a
 * body does not keep is its parent's. */
#include "unit/solved_text.h"

#include "writers/model.h"

#define TWO(com, mass, moments)                                                                   \
    "<robot name='r'><link name='o'/><link name='a'/>" BODY("b", com, mass, moments)              \
    TURNS_ABOUT("i", "o", "a", "1 0 0") TURNS_ABOUT("j", "a", "b", "0 0 1") "</robot>"
#define TURNS_ABOUT(name, parent, child, axis)                                                    \
    ENDS(name, parent, child) "<axis xyz='" axis "'/></joint>"

static void assert_about(double got, double expected)
{
    assert_true(fabs(got - expected) <= 8 * DBL_EPSILON);
}

/* The last body's own before, and after with a form. */
static void assert_form(const model *before, const inertia_form *f)
{
    arena mem = arena_make();
    model m = model_copy(&mem, before);
    inertia_form forms[3] = {{0}, {0}, *f};
    const double xx = before->bodies[2].second.m[0][0], yy = before->bodies[2].second.m[1][1],
                 zz = before->bodies[2].second.m[2][2];
    const double parts[SPIN_CHOICES] = {[SPIN_XX] = xx, [SPIN_YY] = yy};
    const double part = parts[f->spin];
    const double stays[KEEP_CHOICES] = {[KEEP_MINUS_XX] = part - xx, [KEEP_MINUS_YY] = part - yy,
                                        [KEEP_XX] = xx - part, [KEEP_YY] = yy - part};
    const double axial = stays[f->keep];
    model_regroup(&m, forms);
    const model_body *b = &m.bodies[2];
    assert_about(b->spin, 2 * part);
    assert_about(b->second.m[0][0], xx - part);
    assert_about(b->second.m[1][1], yy - part);
    assert_about(b->second.m[2][2], axial);
    assert_about(b->second.m[0][1], before->bodies[2].second.m[0][1]);
    assert_about(b->second.m[0][2], before->bodies[2].second.m[0][2]);
    assert_about(b->second.m[1][2], before->bodies[2].second.m[1][2]);
    assert_about(b->moment.v[0], yy - part + axial);
    assert_about(b->moment.v[1], axial + xx - part);
    assert_about(b->moment.v[2], xx + yy - 2 * part);
    assert_about(b->difference.v[0], yy - part - axial);
    assert_about(b->difference.v[1], axial - xx + part);
    assert_about(b->difference.v[2], xx - yy);
    assert_about(b->mass, 0);
    assert_about(b->first.v[2], 0);
    /* The axes cross at right angles: what is along the second is across the first. */
    assert_about(m.bodies[1].moment.v[2], before->bodies[1].moment.v[2] + zz + part - axial);
    arena_free(&mem);
}

static void every_form_keeps_and_takes_out_what_it_says(void **state)
{
    (void)state;
    bench b = bench_make();
    tree_options building = tree_options_default();
    model m;
    assert_read(&b, TWO("0.1 0.2 0.3", "2",
                        "ixx='.5' iyy='.6' izz='.4' ixy='.01' ixz='.02' iyz='.03'"));
    assert_built(&b, &building);
    model_build(&b.tree_mem, &b.t, &m);
    assert_int_equal(m.count, 3);
    assert_true(m.bodies[2].is_sound);
    const mat3 *p = &m.bodies[2].second;
    const double all[] = {p->m[0][0], p->m[1][1], p->m[2][2], p->m[0][1], p->m[0][2], p->m[1][2]};
    for (int i = 0; i < 6; i++) /* no two of them may stand for each other */
        for (int k = 0; k < i; k++)
            assert_true(fabs(fabs(all[i]) - fabs(all[k])) > 1e-3);
    for (uint8_t keep = 0; keep < KEEP_CHOICES; keep++)
        for (uint8_t spin = 0; spin < SPIN_CHOICES; spin++)
            assert_form(&m, &(inertia_form){.keep = keep, .spin = spin});
    bench_free(&b);
}

/* 3 x 0.1 x 0.3 is not 0.09 in doubles. */
static void products_that_cancel_are_zero(void **state)
{
    (void)state;
    bench b = bench_make();
    tree_options building = tree_options_default();
    model m;
    assert_read(&b, TWO("0.1 0.2 0.3", "3",
                        "ixx='.5' iyy='.6' izz='.4' ixy='.01' ixz='.09' iyz='.18'"));
    assert_built(&b, &building);
    model_build(&b.tree_mem, &b.t, &m);
    assert_true(m.bodies[2].first.v[2] != 0);
    assert_true(m.bodies[2].second.m[0][2] == 0);
    assert_true(m.bodies[2].second.m[1][2] == 0);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_keeps_and_takes_out_what_it_says),
        cmocka_unit_test(products_that_cancel_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
