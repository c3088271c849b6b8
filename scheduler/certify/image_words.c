/* SPDX-License-Identifier: MIT */
#include "certify/image_words.h"

#include "certify/sample_words.h"
#include "operations/layout.h"
#include "operations/ops_fixed.h"

#include <string.h>

typedef struct {
    const tau_image *i;
    const ops *p;
    const char *file;
    uint64_t compared;
    diag *d;
} comparison;

#define FAIL(c, ...) diag_error((c)->d, (place){.file = (c)->file}, __VA_ARGS__)

/* Counts what is compared. */
static bool same_number(comparison *c, uint64_t a, uint64_t b)
{
    c->compared++;
    return a == b;
}

static bool same_real(comparison *c, double a, double b)
{
    c->compared++;
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_text(comparison *c, const char *a, const char *b)
{
    c->compared++;
    return strcmp(a ? a : "", b ? b : "") == 0;
}

status image_words_counts(const tau_image *i, const ops *p, const char *file, diag *d)
{
    if (i->inputs != p->inputs_count || i->outputs != p->outputs_count)
        return diag_error(d, (place){.file = file},
                          "image: it has %u inputs and %u outputs, the operations %u and %u",
                          i->inputs, i->outputs, p->inputs_count, p->outputs_count);
    char its[FORMAT_SAID], graphs[FORMAT_SAID];
    format_name(i->needs.fixed, its);
    format_name(p->format, graphs);
    if (i->needs.fixed != p->format)
        return diag_error(d, (place){.file = file},
                          "image: its numbers are %s, those of the operations %s", its, graphs);
    return STATUS_OK;
}

static status check_inputs(comparison *c)
{
    const bool points = ops_has_points(c->p);
    for (uint32_t k = 0; k < c->p->inputs_count; k++) {
        const ops_input *x = &c->p->inputs[k];
        const tau_input y = tau_image_input(c->i, k);
        const tau_number n = tau_image_input_number(c->i, k);
        if (!same_text(c, x->name, y.name) || !same_text(c, x->of, y.of) ||
            !same_number(c, x->kind, y.kind) || !same_number(c, x->index, y.index) ||
            !same_number(c, x->axis, y.axis) || !same_real(c, x->ratio, y.ratio) ||
            !same_real(c, x->offset, y.offset))
            return FAIL(c, "image: input %u is not the operations' input '%s'", k, x->name);
        if (points && (!same_number(c, (uint64_t)x->point, (uint64_t)n.point) ||
                       !same_real(c, x->low, n.low) || !same_real(c, x->high, n.high)))
            return FAIL(c, "image: input '%s' has another point or range", x->name);
    }
    return STATUS_OK;
}

static status check_outputs(comparison *c)
{
    const bool points = ops_has_points(c->p);
    for (uint32_t k = 0; k < c->p->outputs_count; k++) {
        const ops_output *x = &c->p->outputs[k];
        const tau_output y = tau_image_output(c->i, k);
        if (!same_text(c, x->name, y.name) || !same_text(c, x->of, y.of) ||
            !same_number(c, x->kind, y.kind) || !same_number(c, x->index, y.index) ||
            !same_number(c, x->axis, y.axis) || !same_number(c, x->is_angle, y.is_angle) ||
            !same_text(c, x->column_of, y.column_of) || !same_number(c, x->column, y.column))
            return FAIL(c, "image: output %u is not the operations' output '%s'", k, x->name);
        if (points && !same_number(c, (uint64_t)ops_point(c->p, x->value),
                                   (uint64_t)tau_image_output_point(c->i, k)))
            return FAIL(c, "image: output '%s' has another point", x->name);
    }
    return STATUS_OK;
}

static status check_joints(comparison *c)
{
    arena mem = arena_make();
    const layout l = layout_make(&mem, c->p);
    bool same = same_number(c, l.count[OWNER_COORDINATE], c->i->count[OWNER_COORDINATE]);
    for (uint32_t k = 0; same && k < l.count[OWNER_COORDINATE]; k++) {
        const tau_joint j = tau_image_joint(c->i, k);
        same = same_text(c, j.name, l.names[OWNER_COORDINATE][k]) &&
               same_number(c, j.is_angle, l.joint_is_angle[k]);
        for (uint32_t n = 0; n < LIMITS; n++)
            same = same && same_real(c, j.limit[n], l.joint_limits[k][n]);
    }
    arena_free(&mem);
    return same ? STATUS_OK : FAIL(c, "image: its joints are not those of the operations");
}

static status check_head(comparison *c, const schedule *s)
{
    if (!same_text(c, c->p->robot, c->i->robot) ||
        !same_number(c, c->p->function, c->i->function))
        return FAIL(c, "image: it is of robot '%s', the operations are of '%s', or of another "
                    "function", c->i->robot, c->p->robot);
    if (!s)
        return STATUS_OK;
    if (!same_number(c, s->cycles, c->i->cycles) || !same_number(c, s->interval, c->i->interval))
        return FAIL(c, "image: it tells %u cycles and an interval of %u, the schedule %u and %u",
                    c->i->cycles, c->i->interval, s->cycles, s->interval);
    return STATUS_OK;
}

/* The results of a check sample, as words. */
static void evaluate(arena *mem, const comparison *c, uint32_t sample, uint32_t *words)
{
    uint32_t *in = ARENA_ARRAY(mem, uint32_t, c->p->inputs_count + 1);
    for (uint32_t n = 0; n < c->p->inputs_count; n++)
        in[n] = tau_image_test(c->i, sample, n);
    sample_words(mem, c->p, in, words);
}

static status check_samples(comparison *c)
{
    arena mem = arena_make();
    uint32_t *words = ARENA_ARRAY(&mem, uint32_t, c->p->outputs_count + 1);
    status done = STATUS_OK;
    for (uint32_t t = 0; t < c->i->tests && done == STATUS_OK; t++) {
        evaluate(&mem, c, t, words);
        for (uint32_t k = 0; k < c->p->outputs_count && done == STATUS_OK; k++)
            if (!same_number(c, words[k], tau_image_test(c->i, t, c->i->inputs + k)))
                done = FAIL(c, "image: output '%s' of check sample %u is %08x, and the operations "
                            "give %08x", c->p->outputs[k].name, t,
                            tau_image_test(c->i, t, c->i->inputs + k), words[k]);
    }
    arena_free(&mem);
    return done;
}

status image_words_check(const tau_image *i, const ops *p, const schedule *s, const char *file,
                         uint64_t *compared, diag *d)
{
    comparison c = {.i = i, .p = p, .file = file, .d = d};
    TRY(image_words_counts(i, p, file, d));
    TRY(check_head(&c, s));
    TRY(check_inputs(&c));
    TRY(check_outputs(&c));
    TRY(check_joints(&c));
    TRY(check_samples(&c));
    *compared = c.compared;
    return STATUS_OK;
}
