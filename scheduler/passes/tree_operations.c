/* SPDX-License-Identifier: MIT */
/* From a tree, or a .ops file, to operations. */
#include "passes/passes_parts.h"

#include "functions/sensitivities.h"
#include "operations/angles.h"
#include "robot/numbers.h"
#include "writers/frames.h"

/* With --plain-angles: sines and cosines of a joint's own angle. */
static status take_plain(arena *mem, const passes_settings *s, const char *file, ops *p,
                         plain_inputs *made, diag *d)
{
    *made = (plain_inputs){.wanted = s->plain_angles};
    if (!s->plain_angles)
        return STATUS_OK;
    made->inputs = ops_moved_angles(p);
    if (ops_has_points(p) && made->inputs)
        return diag_error(d, (place){.file = file},
                          "the points of operations in fixed point were chosen for their inputs: "
                          "leave out --plain-angles");
    made->operations = ops_plain_angles(mem, p);
    return ops_check(p, file, d);
}

/* With --trig core: sines and cosines as operations. */
static status take_angles(arena *mem, const passes_settings *s, const char *file, ops *p,
                          plain_inputs *made, diag *d)
{
    if (ops_has_points(p) && !s->fixed_angles && ops_count(p).per_unit[UNIT_TRIG])
        return diag_error(d, (place){.file = file},
                          "in fixed point only circuits compute sines and cosines: use compile "
                          "--circuit");
    if (!s->compute_angles)
        return take_plain(mem, s, file, p, made, d);
    if (s->plain_angles)
        return diag_error(d, (place){0}, "--trig core takes angles themselves: leave out "
                                         "--plain-angles");
    *made = (plain_inputs){0};
    if (ops_has_points(p) || (format_has_points(s->numbers.format) && !s->fixed_angles))
        return diag_error(d, (place){.file = file},
                          "operations in fixed point take their sines from the host: leave out "
                          "--trig core");
    ops_compute_angles(mem, p);
    return ops_check(p, file, d);
}

status passes_lower(arena *mem, const passes_settings *s, sum_shape sums, passes_forms *f, diag *d)
{
    TRY(ops_lower(mem, f->equations, sums, &f->ops, d));
    passes_expect_parameters(mem, &f->tree, &f->ops);
    if (!format_has_points(s->numbers.format)) /* otherwise when ranges are proved */
        f->ops.format = s->numbers.format;
    return take_angles(mem, s, f->ops.robot, &f->ops, &f->plain, d);
}

void passes_note_open(const passes_settings *s, const tree *t, diag *d)
{
    const function_kind asked = s->equations.function;
    const function_kind f = function_has(asked, ARRAY_SENSITIVITIES) ? t->derive.of : asked;
    if (t->cuts_count && !function_has(f, ARRAY_RESIDUAL) && !function_has(f, ARRAY_INERTIAS) &&
        !function_has(f, ARRAY_ELEMENT_STATES))
        diag_note(d, t->cuts[0].what.at,
                  "%u cut%s ('%s'%s) left open: function '%s' is computed for the tree, without "
                  "the forces that hold the cuts closed",
                  t->cuts_count, t->cuts_count == 1 ? "" : "s",
                  text_shown(d->mem, t->cuts[0].what.name), t->cuts_count == 1 ? "" : " first",
                  FUNCTION_KIND[asked].name);
}

status passes_build_operations(arena *mem, const passes_settings *s, double share, passes_forms *f,
                               diag *d)
{
    equations_options o = passes_kept_options(s);
    kept_result k = kept_equations(mem, s->cache, &f->tree, &o);
    if (!k.in)
        o.record_passes = s->equations.record_passes;
    f->equations = kept_find_equations(mem, &k, d);
    if (f->equations) {
        TRY(equations_check_tree(&f->tree, s->equations.function, d)); /* for its notes */
    } else {
        double end = progress_share(s->equations.life, share);
        TRY(equations_build(mem, &f->tree, &o, &f->equations, d));
        progress_unshare(s->equations.life, end);
        kept_store(&k, 1, f->equations, NULL, NULL, d);
    }
    return passes_lower(mem, s, s->sums, f, d);
}

/* Whether the first is what is asked for: a shorter path, or fewer operations. */
static bool is_less(const passes_settings *s, const ops *a, const ops *b)
{
    const ops_counts x = ops_count(a), y = ops_count(b);
    if (s->equations.shortest && x.critical_path != y.critical_path)
        return x.critical_path < y.critical_path;
    return a->list_count < b->list_count;
}

/* With --plain-angles: in frames that offsets count in, or in the best without regard to them, with
 * rotations; of both the one with fewer operations. */
static status choose_frames(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    passes_forms *other = ARENA_ARRAY(mem, passes_forms, 1); /* equations refer to its tree */
    diag unsaid = diag_make(mem); /* the same is said of both */
    *other = *f;
    other->tree.plain_angles = false;
    const status done = passes_build_operations(mem, s, s->equations_share / 2, other, &unsaid);
    TRY(passes_build_operations(mem, s, s->equations_share, f, d));
    if (done == STATUS_OK && is_less(s, &other->ops, &f->ops)) {
        f->equations = other->equations;
        f->ops = other->ops;
        f->plain = other->plain;
    }
    return STATUS_OK;
}

/* Another function of the tree, in its plainest form. */
static status plain_operations(arena *mem, const tree *t, function_kind function, ops *out, diag *d)
{
    equations_options o = equations_options_default();
    equations *e;
    diag unsaid = diag_make(mem); /* notes of the tree were said */
    o.function = function;
    o.form = FORMALISM_CLASSIC;
    const status built = equations_build(mem, t, &o, &e, &unsaid);
    return built == STATUS_OK ? ops_lower(mem, e, SUMS_BALANCED, out, d) : diag_own(d, built);
}

status passes_question_make(arena *mem, const passes_forms *f, const ops *p, uint64_t seed,
                            passes_question *out, diag *d)
{
    const bool makes = p->function == FUNCTION_BASE_PARAMETERS;
    *out = (passes_question){.graph = p, .wish = {.seed = seed}};
    if (function_has(p->function, ARRAY_SENSITIVITIES)) {
        ops *of = ARENA_ARRAY(mem, ops, 1);
        TRY(plain_operations(mem, sensitivities_tree(mem, &f->tree), f->tree.derive.of, of, d));
        out->wish.of = of;
    }
    if (!makes &&
        !(f->tree.parameters_count && function_has(p->function, ARRAY_BASE_PARAMETERS)))
        return STATUS_OK;
    const function_kind beside = makes ? FUNCTION_ID : FUNCTION_BASE_PARAMETERS;
    ops *other = ARENA_ARRAY(mem, ops, 1);
    TRY(plain_operations(mem, &f->tree, beside, other, d));
    out->graph = makes ? other : p;
    out->wish.base = makes ? p : other;
    return STATUS_OK;
}

status passes_check(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    tree_options options = f->options;
    f->check = (check_result){.why_not = s->no_check ? "--no-check" : "there is no robot"};
    if (s->no_check || !f->from_robot || !f->robot.links_count)
        return STATUS_OK;
    options.newton_passes = f->tree.newton_passes; /* which cores may have chosen */
    passes_question q;
    TRY(passes_question_make(mem, f, &f->ops, s->equations.seed, &q, d));
    return diag_own(d, check_graph(mem, &f->robot, &options, q.graph, &q.wish, &f->check, d));
}

status passes_operations(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    passes_note_open(s, &f->tree, d);
    TRY(passes_take_function(s, &f->tree, d));
    if (f->tree.plain_angles && frames_hold_offsets(&f->tree))
        TRY(choose_frames(mem, s, f, d));
    else
        TRY(passes_build_operations(mem, s, s->equations_share, f, d));
    TRY(passes_check(mem, s, f, d));
    return numbers_apply(mem, &s->numbers, &f->ops, &f->facts, d);
}

status passes_read_ops(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    const input_file *from = &f->source;
    TRY(ops_parse(mem, from->name, from->bytes, from->length, &f->ops, d));
    if (s->function_given && f->ops.function != s->equations.function)
        return diag_error(d, (place){.file = from->name}, "the file computes '%s', not '%s'",
                          FUNCTION_KIND[f->ops.function].name,
                          FUNCTION_KIND[s->equations.function].name);
    TRY(take_angles(mem, s, from->name, &f->ops, &f->plain, d));
    f->check.why_not = "a .ops file has no robot";
    return numbers_apply(mem, &s->numbers, &f->ops, &f->facts, d);
}
