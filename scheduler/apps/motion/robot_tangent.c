/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_tangent.h"

#include "apps/motion/robot_partitions.h"

static robot_tangent *make_room(arena *mem, const robot_motion *x)
{
    const size_t square = (size_t)x->count * x->count + 1;
    robot_tangent *g = ARENA_ARRAY(mem, robot_tangent, 1);
    *g = (robot_tangent){.mem = mem, .qdd_q = ARENA_ARRAY(mem, double, square),
                         .qdd_qd = ARENA_ARRAY(mem, double, square)};
    return g;
}

void robot_tangent_begin(arena *mem, const robot_plan *p, robot_motion *x)
{
    x->tangent = make_room(mem, x);
    x->tangent->passes = p->passes;
    x->tangent->forms = p->forms;
}

void robot_tangent_fork(arena *mem, const robot_motion *of, robot_motion *x)
{
    x->tangent = make_room(mem, x);
    x->tangent->passes = of->tangent->passes;
    x->tangent->forms = of->tangent->forms;
}

void robot_tangent_release(robot_tangent *g)
{
    for (uint32_t i = 0; g && i < g->list_count; i++)
        function_numbers_release(&g->list[i].of);
}

/* ---- equations ------------------------------------------------------------------------------- */

static void write_equations(robot_motion *x, tangent_equations *e)
{
    const robot_tangent *g = x->tangent;
    const passes_settings own = function_numbers_at_once(g->passes);
    const passes_forms *forms = x->partitions ? robot_partitions_forms(x) : g->forms;
    diag unsaid = diag_make(g->mem); /* notes of the robot were said */
    if (x->free_count || x->t->balls_count || x->states || tree_rolls(x->t))
        return;
    e->is_there = function_numbers_make(g->mem, &own, forms,
                                        x->l ? FUNCTION_CLOSED_FD_DERIVATIVES
                                             : FUNCTION_FD_DERIVATIVES,
                                        x->laws, &e->of, &unsaid) == STATUS_OK;
    if (e->is_there && x->cpu->forward.code.run)
        (void)function_numbers_compile(&e->of); /* the evaluator has the same bits */
}

static tangent_equations *equations_of(robot_motion *x)
{
    robot_tangent *g = x->tangent;
    for (uint32_t i = 0; i < g->list_count; i++)
        if (g->list[i].l == x->l)
            return &g->list[i];
    tangent_equations e = {.l = x->l};
    write_equations(x, &e);
    tangent_equations *added = ARENA_PUSH(g->mem, g, list);
    *added = e;
    return added;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Laws that are calls tell the lines that they follow there. */
static bool take_laws(robot_motion *x, double t, const double *q)
{
    diag unsaid = diag_make(x->tangent->mem);
    return !x->laws ||
           robot_cpu_ask(x->cpu, LAW_LINES, t, q, x->law_rates, &unsaid) == STATUS_OK;
}

bool robot_tangent_take(robot_motion *x, double t, const double *q, const double *qd)
{
    robot_tangent *g = x->tangent;
    tangent_equations *e = equations_of(x);
    const robot_state state = {.q = q, .qd = qd, .tau = x->tau, .imposed = x->imposed,
                               .base_parameters = x->base_parameters, .numbers = x->numbers,
                               .element_forces = x->element_forces};
    if (!e->is_there || !take_laws(x, t, q) || !function_numbers_run(&e->of, &state)) {
        g->by_differences++;
        return false;
    }
    function_numbers_take_matrix(&e->of, OUTPUT_QDD_Q, x->count, g->qdd_q);
    function_numbers_take_matrix(&e->of, OUTPUT_QDD_QD, x->count, g->qdd_qd);
    g->by_derivatives++;
    return true;
}

/* ---- what is told ---------------------------------------------------------------------------- */

void robot_tangent_print(const robot_motion *x, text *out)
{
    const robot_tangent *g = x->tangent;
    if (!g || !g->factored)
        return;
    if (g->newton_steps)
        text_printf(out, "newton            %.2f passes per step, at most %u\n",
                    (double)g->newton_passes / (double)g->newton_steps, g->newton_most);
    text_printf(out, "tangents          %llu by derivatives, %llu by differences; %llu times "
                     "factored\n", (unsigned long long)g->by_derivatives,
                (unsigned long long)g->by_differences, (unsigned long long)g->factored);
}

void robot_tangent_print_json(const robot_motion *x, text *out)
{
    const robot_tangent *g = x->tangent;
    if (g && g->factored)
        text_printf(out, "\"newton_passes\": %llu, \"newton_most\": %u, "
                         "\"tangents_by_derivatives\": %llu, \"tangents_by_differences\": %llu, "
                         "\"factored\": %llu, ",
                    (unsigned long long)g->newton_passes, g->newton_most,
                    (unsigned long long)g->by_derivatives, (unsigned long long)g->by_differences,
                    (unsigned long long)g->factored);
}
