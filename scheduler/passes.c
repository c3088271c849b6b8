#include "passes.h"

#include "base/limits.h"
#include "base/output.h"
#include "program/samples.h"
#include "program/tau_write.h"

#include <string.h>

passes_settings passes_default(void)
{
    return (passes_settings){.urdf = urdf_options_default(), .tree = tree_options_default(),
                             .equations = equations_options_default(),
                             .equations_share = 1, .sums = SUMS_BALANCED,
                             .schedule = schedule_wish_default()};
}

/* ---- description to operations --------------------------------------------------------------- */

status passes_tree(arena *mem, const char *path, const passes_settings *s, passes_forms *f, diag *d)
{
    f->from_urdf = true;
    TRY(urdf_read(mem, path, &s->urdf, &f->robot, d));
    return tree_build(mem, &f->robot, &s->tree, &f->tree, d);
}

status passes_operations(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    double end = progress_share(s->equations.life, s->equations_share);
    TRY(equations_build(mem, &f->tree, &s->equations, &f->equations, d));
    progress_unshare(s->equations.life, end);
    return ops_lower(mem, f->equations, s->sums, &f->ops, d);
}

bool passes_is_ops_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".ops") == 0;
}

static status read_ops(arena *mem, const char *path, const passes_settings *s, ops *out, diag *d)
{
    char *bytes;
    size_t length;
    TRY(file_read_text(mem, path, &bytes, &length, d));
    TRY(ops_parse(mem, path, bytes, length, out, d));
    if (s->function_given && out->function != s->equations.function)
        return diag_error(d, (place){.file = path}, "the file computes '%s', not '%s'",
                          FUNCTION_KIND[out->function].name,
                          FUNCTION_KIND[s->equations.function].name);
    return STATUS_OK;
}

status passes_read(arena *mem, const char *path, const passes_settings *s, passes_forms *f, diag *d)
{
    *f = (passes_forms){0};
    if (passes_is_ops_file(path))
        return read_ops(mem, path, s, &f->ops, d);
    TRY(passes_tree(mem, path, s, f, d));
    return passes_operations(mem, s, f, d);
}

/* Every variant of the equations between fewest operations and shortest path. */
static status read_front(arena *mem, const char *path, const passes_settings *s, passes_graphs *out,
                         diag *d)
{
    passes_forms f = {0};
    equations_front front;
    TRY(passes_tree(mem, path, s, &f, d));
    double end = progress_share(s->equations.life, s->equations_share);
    TRY(equations_build_front(mem, &f.tree, &s->equations, &front, d));
    progress_unshare(s->equations.life, end);
    ops *list = ARENA_ARRAY(mem, ops, front.count);
    for (uint32_t i = 0; i < front.count; i++)
        TRY(ops_lower(mem, front.list[i], SUMS_BALANCED, &list[i], d));
    *out = (passes_graphs){list, front.count};
    return STATUS_OK;
}

static status read_one(arena *mem, const char *path, const passes_settings *s, passes_graphs *out,
                       diag *d)
{
    passes_forms f;
    TRY(passes_read(mem, path, s, &f, d));
    ops *one = ARENA_ARRAY(mem, ops, 1);
    *one = f.ops;
    *out = (passes_graphs){one, 1};
    return STATUS_OK;
}

status passes_read_graphs(arena *mem, const char *path, const passes_settings *s,
                          passes_graphs *out, diag *d)
{
    passes_settings own = *s;
    const schedule_wish *w = &s->schedule;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        own.equations.cycles.of[k] = w->target.latency_cycles[k] + w->target.transfer_cycles;
    own.equations.shortest = w->goal == GOAL_LATENCY;
    own.sums = own.equations.shortest ? SUMS_BALANCED : s->sums;
    own.equations_share = w->goal == GOAL_THROUGHPUT ? PASSES_SHARE_BEFORE_MANY
                                                     : PASSES_SHARE_BEFORE_ONE;
    if (w->goal == GOAL_MACHINE && !passes_is_ops_file(path))
        return read_front(mem, path, &own, out, d);
    return read_one(mem, path, &own, out, d);
}

/* ---- operations to program ------------------------------------------------------------------- */

/* An interval is a promise, the length of a run comes after it. */
static bool is_better(const schedule *s, const schedule *best)
{
    return s->interval < best->interval ||
           (s->interval == best->interval && s->cycles < best->cycles);
}

status passes_schedule(arena *mem, const passes_graphs *graphs, const passes_settings *s,
                       schedule *best, const ops **of, diag *d)
{
    const schedule_wish *w = &s->schedule;
    progress *life = w->options.life;
    for (uint32_t i = 0; i < graphs->count; i++) {
        schedule one;
        progress_search(life, schedule_wish_streams(w) ? "schedule of samples that overlap"
                                                       : "schedule");
        progress_narrow(life, (double)i / graphs->count, (double)(i + 1) / graphs->count);
        status done = schedule_by_wish(mem, &graphs->list[i], w, &one, d);
        progress_end(life);
        TRY(done);
        TRY(schedule_check(&graphs->list[i], &one, "own schedule", NULL, d));
        if (i == 0 || is_better(&one, best)) {
            *best = one;
            *of = &graphs->list[i];
        }
    }
    return STATUS_OK;
}

status passes_program(arena *mem, const ops *p, const schedule *s, program *out, diag *d)
{
    TRY(program_build(mem, p, s, out, d));
    return program_check(p, out, d);
}

/* Operations that no core has a unit for. */
static status check_core_has(const ops *p, diag *d)
{
    ops_counts n = ops_count(p);
    for (uint32_t k = 0; k < OP_KIND_COUNT; k++)
        if (n.per_kind[k] && !UNIT_KIND[OP_KIND[k].unit].in_module)
            return diag_error(d, (place){0},
                              "no core has a unit for '%s', which function '%s' of this robot "
                              "needs %u times; 'compile', 'schedule' and 'explore' take it",
                              OP_KIND[k].word, FUNCTION_KIND[p->function].name, n.per_kind[k]);
    return STATUS_OK;
}

status passes_build_graphs(arena *mem, passes_graphs graphs, const passes_settings *s,
                           passes_built *out, diag *d)
{
    TRY(check_core_has(&graphs.list[0], d));
    out->graphs = graphs;
    TRY(passes_schedule(mem, &out->graphs, s, &out->schedule, &out->p, d));
    return passes_program(mem, out->p, &out->schedule, &out->program, d);
}

status passes_build(arena *mem, const char *path, const passes_settings *s, passes_built *out,
                    diag *d)
{
    passes_graphs graphs;
    TRY(passes_read_graphs(mem, path, s, &graphs, d));
    return passes_build_graphs(mem, graphs, s, out, d);
}

status passes_image(arena *mem, const char *path, const passes_settings *s,
                    const passes_built *built, text *out, diag *d)
{
    enum { CHECK_SAMPLES = 8 };
    char *bytes;
    size_t length;
    TRY(file_read(mem, path, LIMIT_FILE_BYTES, &bytes, &length, d));
    sample_set t = samples_make(mem, built->p, CHECK_SAMPLES, s->equations.seed);
    tau_contents c = {built->p, &built->program, tau_hash(bytes, length), t.in,
                      samples_expected(mem, &t), CHECK_SAMPLES};
    return tau_write(mem, &c, out, d);
}
