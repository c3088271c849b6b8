/* Planted faults are found by the second opinion: in graphs of every function constants, signs, terms
 * and angles in turn. What must be found: whatever changes some output by more than SEEN of it in
 * binary64; sums of terms are up to some thousand times an output, and check.h allows some 1e-14 of
 * them. (Other faults change nothing: both products of a torque that is 0, the angle of a joint that
 * the mass matrix does not depend on.) */
#include "unit/check_fixture.h"

#include "program/samples.h"

#include <math.h>

#define SEEN 1e-10

static bool is_found(subject *s, const ops *p)
{
    check_result found;
    const status done = subject_ask(s, p, &found);
    return done != STATUS_OK;
}

/* A graph with arrays of its own for what is changed. */
static ops copy_of(arena *mem, const ops *p)
{
    ops out = *p;
    out.constants = ARENA_ARRAY(mem, ops_constant, p->constants_count + 1);
    out.list = ARENA_ARRAY(mem, op, p->list_count + 1);
    out.inputs = ARENA_ARRAY(mem, ops_input, p->inputs_count + 1);
    memcpy(out.constants, p->constants, p->constants_count * sizeof *p->constants);
    memcpy(out.list, p->list, p->list_count * sizeof *p->list);
    memcpy(out.inputs, p->inputs, p->inputs_count * sizeof *p->inputs);
    return out;
}

/* The largest change of an output, of itself. */
static double change_of(const ops *p, const ops *changed, uint64_t seed)
{
    enum { STATES = 2 };
    arena mem = arena_make();
    double most = 0;
    sample_set a = samples_make(&mem, p, STATES, seed);
    double *scratch = ARENA_ARRAY(&mem, double, p->list_count + 1);
    double *x = ARENA_ARRAY(&mem, double, p->inputs_count + 1);
    double *out[2];
    for (int k = 0; k < 2; k++)
        out[k] = ARENA_ARRAY(&mem, double, p->outputs_count + 1);
    for (uint32_t n = 0; n < STATES; n++) {
        const ops *of[2] = {p, changed};
        for (int k = 0; k < 2; k++) {
            state_to_inputs64(of[k], &a.states[n], x);
            ops_eval64(of[k], x, out[k], scratch);
        }
        for (uint32_t i = 0; i < p->outputs_count; i++)
            if (out[0][i] != out[1][i] && p->outputs[i].kind != OUTPUT_PIVOT_WHOLE)
                most = fmax(most, fabs(out[1][i] / out[0][i] - 1));
    }
    arena_free(&mem);
    return most;
}

typedef enum { FAULT_CONSTANT, FAULT_SIGN, FAULT_TERM, FAULT_OFFSET, FAULTS } fault;
static const char *const FAULT_WORD[FAULTS] = {"constants", "signs", "terms", "offsets"};

static uint32_t places(const ops *p, fault f)
{
    return f == FAULT_CONSTANT ? p->constants_count
           : f == FAULT_OFFSET ? p->inputs_count
                               : p->list_count;
}

/* False where there is nothing of the kind. */
static bool plant(ops *p, fault f, uint32_t at)
{
    op *o = &p->list[at];
    switch (f) {
    case FAULT_CONSTANT:
        p->constants[at].value *= 1 + 1e-9;
        return p->constants[at].value != 0;
    case FAULT_SIGN:
        if (o->kind != OP_ADD && o->kind != OP_SUB)
            return false;
        o->kind = o->kind == OP_ADD ? OP_SUB : OP_ADD;
        return true;
    case FAULT_TERM: /* a + b becomes a + a: the term b is lost, and another counts twice */
        if ((o->kind != OP_ADD && o->kind != OP_SUB) || o->a == o->b)
            return false;
        o->b = o->a;
        return true;
    case FAULT_OFFSET:
        p->inputs[at].offset += 1e-8;
        return word_is_affine(&INPUT_KIND[p->inputs[at].kind]);
    case FAULTS: break;
    }
    return false;
}

/* Some hundred places of each kind, all over the graph. */
static void all_are_found(const char *path, function_kind function)
{
    enum { MOST = 60 };
    subject s = subject_make(function);
    assert_true(subject_read(&s, path));
    assert_false(is_found(&s, &s.f.ops));
    for (fault f = 0; f < FAULTS; f++) {
        const uint32_t count = places(&s.f.ops, f), step = count / MOST + 1;
        uint32_t planted = 0, found = 0;
        for (uint32_t at = 0; at < count; at += step) {
            arena mem = arena_make();
            ops p = copy_of(&mem, &s.f.ops);
            if (plant(&p, f, at)) {
                planted++;
                if (is_found(&s, &p))
                    found++;
                else
                    print_error("%s of %s: %s: number %u is not found\n", FUNCTION_KIND[function].name,
                                path, FAULT_WORD[f], at);
            }
            arena_free(&mem);
        }
        printf("%s %s %s %u of %u\n", path, FUNCTION_KIND[function].name, FAULT_WORD[f], found, planted);
    }
    subject_free(&s);
}

static void planted_faults_are_found(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < FUNCTIONS; k++)
        if (k != FUNCTION_ELEMENTS && !function_has((function_kind)k, ARRAY_RESIDUAL)) {
            all_are_found("robots/puma.urdf", (function_kind)k);
            all_are_found("robots/iiwa.urdf", (function_kind)k);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_faults_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
