/* SPDX-License-Identifier: MIT */
/* From a file to a robot and its tree. */
#include "passes/passes_parts.h"

#include <string.h>

bool passes_is_ops_file(const char *path)
{
    return path_has_ending(path, ".ops");
}

/* Files of tauflow's own that are neither robots nor operations are refused by their names: what
 * readers of robots would say of them helps nobody. */
static status refuse_other_forms(const char *path, diag *d)
{
    static const struct {
        const char *ending, *what, *command;
    } OTHER_FORMS[] = {
        {".nat", "a model in natural coordinates", "simulate"},
        {".sched", "a schedule", "check"},
        {".tau", "an image", "dump"},
        {".cert", "a certificate", "verify"},
    };
    for (uint32_t i = 0; i < sizeof OTHER_FORMS / sizeof *OTHER_FORMS; i++)
        if (path_has_ending(path, OTHER_FORMS[i].ending))
            return diag_error(d, (place){.file = path}, "%s, which 'tauflow %s' takes: "
                              "a robot or operations (.ops) expected", OTHER_FORMS[i].what,
                              OTHER_FORMS[i].command);
    return STATUS_OK;
}

/* Standard input has no name that tells what it is: a robot description is XML, in some encoding,
 * and no graph of operations begins so. */
static bool looks_like_xml(const input_file *f)
{
    size_t at = 0;
    while (at < f->length && strchr(" \t\r\n", f->bytes[at]) && f->bytes[at])
        at++;
    const unsigned char first = at < f->length ? (unsigned char)f->bytes[at] : '<';
    return first == '<' || first == 0 || first >= 0xEF; /* byte order marks */
}

status passes_take_source(arena *mem, const char *path, passes_forms *f, diag *d)
{
    *f = (passes_forms){0};
    bool is_ops = passes_is_ops_file(path);
    if (is_ops) { /* an endless one is left at its first NUL byte */
        f->source.name = f->source.path = path;
        TRY(file_read_text(mem, path, &f->source.bytes, &f->source.length, d));
        f->source.file_bytes = f->source.bytes;
        f->source.file_length = f->source.length;
        return STATUS_OK;
    }
    TRY(refuse_other_forms(path, d));
    TRY(input_read(mem, path, &f->source, d));
    f->from_robot = !input_is_stdin(path) || looks_like_xml(&f->source);
    return f->from_robot ? STATUS_OK : input_check_text(&f->source, d);
}

/* Orientation of a link in the root's axes, with all joints at zero. */
static mat3 link_axes(const robot *r, uint32_t link)
{
    mat3 axes = mat3_identity();
    for (uint32_t at = link; r->links[at].parent_joint != ROBOT_NONE;) {
        const robot_joint *j = &r->joints[r->links[at].parent_joint];
        axes = mat3_multiply(j->origin.rotation, axes);
        at = j->parent_link;
    }
    return axes;
}

/* What the file says of gravity counts unless the user says otherwise; the tree wants it in the
 * axes of its own root. */
static void take_gravity(const robot *r, const passes_settings *s, tree_options *of, diag *d)
{
    const vec3 g = r->gravity_ms2, standard = of->gravity_ms2;
    if (!r->has_gravity || s->gravity_given)
        return;
    of->gravity_ms2 = g;
    for (uint32_t i = 0; of->root && i < r->links_count; i++)
        if (strcmp(r->links[i].name, of->root) == 0)
            of->gravity_ms2 = mat3_apply(mat3_transpose(link_axes(r, i)), g);
    if (vec3_norm(vec3_sub(g, standard)) > 0)
        diag_note(d, r->gravity_at, "gravity is that of the file, %g %g %g m/s^2; --gravity "
                  "replaces it", g.v[0], g.v[1], g.v[2]);
}

bool passes_count_offsets(const passes_settings *s)
{
    const bool base_counts = function_has(s->equations.function, ARRAY_REGRESSOR) ||
                             s->tree.parameters_count; /* which depends on frames */
    return s->plain_angles && !base_counts;
}

status passes_take_function(const passes_settings *s, tree *t, diag *d)
{
    const function_kind f = s->equations.function;
    const uint32_t k = tree_called_law(t);
    const char *holder = format_has_points(s->numbers.format) ? "fixed point" : s->holder;
    t->plain_angles = passes_count_offsets(s);
    t->laws_are_lines = function_derives(f);
    if (k == t->elements_count || !holder || !function_has(f, ARRAY_ELEMENT_FORCES) ||
        function_has(f, ARRAY_ELEMENT_STATES))
        return STATUS_OK;
    return diag_error(d, t->elements[k].what.at, "%s: %s cannot hold it; law='user' leaves the "
                      "call to the host, an expression or a table goes in",
                      element_call_told(d->mem, &t->elements[k].what), holder);
}

status passes_build_tree(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    tree_options options = s->tree;
    TRY(robot_read_bytes(mem, &f->source, &s->urdf, &f->robot, d));
    if (s->cache) /* xacro makes other bytes of it */
        cache_hear(s->cache, f->source.bytes, f->source.length);
    TRY(joint_settings_apply(mem, &s->joints, &f->robot, d));
    take_gravity(&f->robot, s, &options, d);
    TRY(tree_build(mem, &f->robot, &options, &f->tree, d));
    f->options = options;
    return passes_take_function(s, &f->tree, d);
}

status passes_tree(arena *mem, const char *path, const passes_settings *s, passes_forms *f, diag *d)
{
    TRY(passes_take_source(mem, path, f, d));
    return passes_build_tree(mem, s, f, d);
}
