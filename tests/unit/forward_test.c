/* Forward dynamics: it undoes inverse dynamics, in both formalisms and body by body; the inverse
 * mass matrix inverts; what cannot be solved is refused or told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operations/layout.h"
#include "operations/state.h"
#include "passes.h"
#include "random_tree.h"

enum { MOST = 64 }; /* freedoms */

typedef struct {
    arena mem;
    diag d;
    ops p;
    bool built;
} function_of;

static function_of build(const tree *t, function_kind function, formalism form, uint32_t effort)
{
    function_of f = {.mem = arena_make()};
    f.d = diag_make(&f.mem);
    passes_settings s = passes_default();
    passes_forms forms = {.tree = *t};
    s.equations.function = function;
    s.equations.form = form;
    s.equations.effort = effort;
    f.built = passes_operations(&f.mem, &s, &forms, &f.d) == STATUS_OK;
    f.p = forms.ops;
    return f;
}

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], free_motion[18], forces[12], tau[MOST], wrench[12];
} state;

static state random_state(uint64_t *seed)
{
    state s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < MOST; i++) {
        s.q[i] = random_in(seed, -3, 3);
        s.qd[i] = random_in(seed, -2, 2);
        s.qdd[i] = random_in(seed, -2, 2);
    }
    for (int i = 0; i < 18; i++)
        s.free_motion[i] = random_in(seed, -2, 2);
    for (int i = 0; i < 12; i++)
        s.forces[i] = random_in(seed, -5, 5);
    return s;
}

/* The values of all outputs. */
static double *evaluate(function_of *f, const state *s)
{
    double *in = ARENA_ARRAY(&f->mem, double, f->p.inputs_count + 1),
           *out = ARENA_ARRAY(&f->mem, double, f->p.outputs_count + 1),
           *scratch = ARENA_ARRAY(&f->mem, double, f->p.list_count + 1);
    state_to_inputs64(&f->p,
                      &(robot_state){.q = s->q, .qd = s->qd, .qdd = s->qdd, .tau = s->tau,
                                     .free_motion = s->free_motion, .forces = s->forces,
                                     .wrench = s->wrench},
                      in);
    ops_eval64(&f->p, in, out, scratch);
    return out;
}

/* Torques and wrenches of a state by inverse dynamics, into the state; the largest of them. */
static double drive(function_of *id, state *s)
{
    double largest = 0, *out = evaluate(id, s);
    for (uint32_t i = 0; i < id->p.outputs_count; i++) {
        const ops_output *o = &id->p.outputs[i];
        largest = fmax(largest, fabs(out[i]));
        if (o->kind == OUTPUT_TORQUE)
            s->tau[o->index] = out[i];
        else
            s->wrench[6 * o->index + (o->kind == OUTPUT_MOMENT ? 3 : 0) + o->axis] = out[i];
    }
    return largest;
}

/* Accelerations into the state; the smallest pivot against the entry that it is left of, negative
 * where a pivot is. */
static double accelerate(function_of *fd, state *s)
{
    double *out = evaluate(fd, s), pivot[MOST], least = 1;
    for (uint32_t i = 0; i < fd->p.outputs_count; i++) {
        const ops_output *o = &fd->p.outputs[i];
        switch (o->kind) {
        case OUTPUT_QDD: s->qdd[o->index] = out[i]; break;
        case OUTPUT_FREE_LINEAR: s->free_motion[9 * o->index + 6 + o->axis] = out[i]; break;
        case OUTPUT_FREE_ANGULAR: s->free_motion[9 * o->index + 3 + o->axis] = out[i]; break;
        case OUTPUT_PIVOT: pivot[o->index] = out[i]; break;
        case OUTPUT_PIVOT_WHOLE:
            if (!(pivot[o->index] / out[i] >= least))
                least = pivot[o->index] / out[i];
            break;
        default: fail();
        }
    }
    return least;
}

/* What is solved backwards stable leaves torques right to some roundings, however far the
 * accelerations may be from those that the torques came from. Returns 0 where the pivots tell that
 * it cannot be solved. */
static int check_undoes(function_of *id, function_of *fd, uint64_t seed, const char *what)
{
    state s = random_state(&seed), again;
    double largest = drive(id, &s), was[MOST + 12];
    again = s;
    for (int i = 0; i < MOST; i++)
        again.qdd[i] = 0;
    for (int i = 0; i < 6; i++)
        again.free_motion[3 + i] = 0;
    double least = accelerate(fd, &again);
    if (!(least > 0x1p-40))
        return 0;
    memcpy(was, s.tau, sizeof s.tau);
    memcpy(was + MOST, s.wrench, sizeof s.wrench);
    drive(id, &again);
    for (int i = 0; i < MOST + 12; i++) {
        double now = i < MOST ? again.tau[i] : again.wrench[i - MOST];
        if (!(fabs(now - was[i]) <= 1e-9 * largest))
            fail_msg("%s, seed %llu: torque %d is %.17g, not %.17g (pivot %g)", what,
                     (unsigned long long)seed, i, now, was[i], least);
    }
    for (int i = 0; i < MOST && least > 1e-4; i++)
        if (s.tau[i] != 0 && !(fabs(again.qdd[i] - s.qdd[i]) <= 1e-8 * 10))
            fail_msg("%s: acceleration %d is %.17g, not %.17g (pivot %g)", what, i, again.qdd[i],
                     s.qdd[i], least);
    return 1;
}

static void forward_undoes_inverse_on_random_trees(void **unused)
{
    (void)unused;
    static const struct {
        function_kind function;
        formalism form;
    } ways[] = {{FUNCTION_FD, FORMALISM_CLASSIC}, {FUNCTION_FD, FORMALISM_DEFAULT},
                {FUNCTION_ABA, FORMALISM_DEFAULT}};
    uint64_t seed = 2004;
    uint32_t solved = 0, refused = 0, told = 0;
    for (uint64_t round = 0; round < 60; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 3 == 0);
        function_of id = build(&t, FUNCTION_ID, FORMALISM_DEFAULT, 0);
        for (int k = 0; k < 3; k++) {
            function_of fd = build(&t, ways[k].function, ways[k].form, 0);
            for (uint64_t s = 0; fd.built && s < 3; s++) {
                int good = check_undoes(&id, &fd, 100 * round + s + 1, k == 2 ? "aba" : "fd");
                solved += good == 1;
                told += good == 0;
            }
            refused += !fd.built;
            if (!fd.built)
                assert_non_null(strstr(fd.d.error.text, "oint 'j"));
            arena_free(&fd.mem);
        }
        arena_free(&id.mem);
        arena_free(&mem);
    }
    print_message("# %u solved, %u refused, %u told by pivots\n", solved, refused, told);
    assert_true(solved > 200 && refused > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_undoes_inverse_on_random_trees),
    };
    return cmocka_run_group_tests_name("forward", tests, NULL, NULL);
}
