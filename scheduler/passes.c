/* SPDX-License-Identifier: MIT */
/* The list of passes. What each of them does is in the folder of its form; passes/ has what stands
 * between two of them, and the choices among several graphs and schedules. */
#include "passes/passes_parts.h"

#include "program/robot_samples.h"
#include "program/tau_write.h"

passes_settings passes_default(void)
{
    return (passes_settings){.urdf = urdf_options_default(),
                             .joints = joint_settings_default(), .tree = tree_options_default(),
                             .equations = equations_options_default(),
                             .equations_share = 1, .sums = SUMS_BALANCED,
                             .numbers = numbers_wish_default(),
                             .schedule = schedule_wish_default()};
}

status passes_read_taken(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    if (!f->from_robot)
        return passes_read_ops(mem, s, f, d);
    TRY(passes_build_tree(mem, s, f, d));
    return passes_operations(mem, s, f, d);
}

status passes_read(arena *mem, const char *path, const passes_settings *s, passes_forms *f, diag *d)
{
    TRY(passes_take_source(mem, path, f, d));
    return passes_read_taken(mem, s, f, d);
}

status passes_program(arena *mem, const ops *p, const schedule *s, program *out, diag *d)
{
    TRY(program_build(mem, p, s, out, d));
    return diag_own(d, program_check(p, out, d));
}

status passes_build_graphs(arena *mem, passes_graphs graphs, const passes_settings *s,
                           passes_built *out, diag *d)
{
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

static const tree *tree_of(const passes_forms *f)
{
    return f && f->from_robot ? &f->tree : NULL;
}

status passes_samples(arena *mem, const passes_forms *f, const ops *p, uint32_t steps,
                      uint64_t seed, sample_set *out, diag *d)
{
    return robot_samples(mem, tree_of(f), p, steps, seed, false, out, d);
}

status passes_expected_error(const passes_forms *f, const ops *p, uint64_t seed,
                             expected_error *out, diag *d)
{
    arena mem = arena_make();
    sample_set t;
    status done = STATUS_OK;
    *out = (expected_error){0};
    const bool floats = !ops_has_points(p);
    if (floats)
        done = robot_samples(&mem, tree_of(f), p, expected_error_states(p), seed, true, &t, d);
    if (floats && done == STATUS_OK)
        *out = expected_error_find(&t);
    arena_free(&mem);
    return done;
}

status passes_image(arena *mem, const passes_settings *s, const passes_built *built, text *out,
                    diag *d)
{
    const input_file *from = &built->graphs.source;
    return tau_write_sampled(mem, built->p, &built->program, tau_hash(from->bytes, from->length),
                             NULL, s->equations.seed, out, d);
}
