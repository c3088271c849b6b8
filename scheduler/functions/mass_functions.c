/* SPDX-License-Identifier: MIT */
/* Gravity, bias, mass matrix, and the semi-explicit form of both. */
#include "functions/functions.h"
#include "writers/classic.h"

void mass_outputs(arena *mem, const tree *t, const mass_sums *sums, signals *s, net *n)
{
    (void)mem;
    uint32_t free_bodies = tree_free_bodies(t);
    for (uint32_t row = 0; sums->mass && row < sums->freedoms; row++)
        for (uint32_t column = 0; column <= row; column++)
            signals_matrix_output(s, n, OUTPUT_MASS, row, column,
                                  sums->mass[mass_at(row, column)]);
    for (uint32_t c = 0; sums->bias && c < t->coordinates_count; c++)
        signals_joint_output(s, n, OUTPUT_TORQUE, c, sums->bias[6 * free_bodies + c]);
    for (uint32_t number = 0; sums->bias && number < free_bodies; number++) {
        const char *name = t->bodies[tree_free_body(t, number)].name;
        const poly *wrench = &sums->bias[6 * number];
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_FORCE, name, number, k, wrench[k]);
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_MOMENT, name, number, k, wrench[3 + k]);
    }
}

static void write_classic(arena *mem, const tree *t, unsigned wanted, signals *s, net *n)
{
    mass_sums sums = classic_mass(mem, t, wanted, s, n);
    mass_outputs(mem, t, &sums, s, n);
    net_sweep(n);
}

/* The forms of M and c that suit a function best, for a goal. */
static mass_forms chosen_forms(arena *mem, const tree *t, const model *raw, const mass_use *use,
                               const equations_options *o, const objective *goal, uint64_t budget)
{
    mass_forms f = mass_forms_plain(mem, raw);
    if (!budget)
        return f;
    progress_search(o->life, "forms of the equations");
    mass_forms_search(t, raw, use, goal, budget, o->life, &f);
    progress_end(o->life);
    return f;
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, unsigned wanted,
                         equations *e)
{
    const objective goal = {0};
    const mass_use use = {wanted, mass_outputs};
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    e->graph = mass_forms_write(mem, t, &raw, &f, &use, true, &e->words);
    equations_record(mem, e, "composite inertias, shared sums and products", &e->graph);
    net_cost c = net_count(&e->graph);
    effort_budget b = effort_budget_of(o->effort, c.mul + c.add);
    if (!b.form_operations)
        return;
    f = chosen_forms(mem, t, &raw, &use, o, &goal, b.form_operations);
    e->graph = mass_forms_write(mem, t, &raw, &f, &use, true, &e->words);
    equations_record(mem, e, "forms of each body", &e->graph);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o, const objective *goal,
                       unsigned wanted, signals *words)
{
    const mass_use use = {wanted, mass_outputs};
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = chosen_forms(mem, t, &raw, &use, o, goal,
                                effort_budget_of(o->effort, 0).form_operations);
    return mass_forms_write(mem, t, &raw, &f, &use, true, words);
}

#define PRODUCER(ID, wanted)                                                                      \
    static void write_##ID(arena *mem, const tree *t, signals *s, net *n)                         \
    {                                                                                             \
        write_classic(mem, t, wanted, s, n);                                                      \
    }                                                                                             \
    static void choose_##ID(arena *mem, const tree *t, const equations_options *o, equations *e)  \
    {                                                                                             \
        choose_forms(mem, t, o, wanted, e);                                                       \
    }                                                                                             \
    static net short_##ID(arena *mem, const tree *t, const equations_options *o,                  \
                          const objective *goal, signals *words)                                  \
    {                                                                                             \
        return short_forms(mem, t, o, goal, wanted, words);                                       \
    }                                                                                             \
    const producer PRODUCER_##ID = {.write = write_##ID, .choose_forms = choose_##ID,             \
                                    .short_forms = short_##ID};

PRODUCER(GRAVITY, MASS_BIAS | MASS_ACC)
PRODUCER(BIAS, MASS_BIAS | MASS_ACC | MASS_VELOCITY)
PRODUCER(MASS, MASS_MATRIX)
PRODUCER(MASS_AND_BIAS, MASS_MATRIX | MASS_BIAS | MASS_ACC | MASS_VELOCITY)
