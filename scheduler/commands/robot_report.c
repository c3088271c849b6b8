/* SPDX-License-Identifier: MIT */
#include "commands/robot_report.h"

#include "commands/words_report.h"
#include "operations/layout.h"
#include "robot/joint_links.h"

#include <math.h>
#include <string.h>

static uint32_t joints_count(arena *mem, const passes_forms *of)
{
    if (of->from_robot)
        return of->tree.coordinates_count;
    return layout_make(mem, &of->ops).count[OWNER_COORDINATE];
}

static const char *const KIND_WORD[] = {
    [BODY_REVOLUTE] = "revolute", [BODY_PRISMATIC] = "prismatic", [BODY_FREE] = "free"};

static double moving_mass(const tree *t)
{
    double mass = 0;
    for (uint32_t i = 1; i < t->bodies_count; i++)
        mass += t->bodies[i].body.mass_kg;
    return mass;
}

/* The joint of the robot that a body follows, NULL when the body moves by itself. */
static const robot_joint *master_of(const passes_forms *of, const tree_body *b)
{
    const robot *r = &of->robot;
    uint32_t master = b->joint == ROBOT_NONE ? ROBOT_NONE : r->joints[b->joint].mimic_joint;
    return master == ROBOT_NONE ? NULL : &r->joints[master];
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void json_text(text *out, const char *key, const char *value)
{
    text_printf(out, ", \"%s\": ", key);
    text_add_json_string(out, value);
}

static void json_number(text *out, const char *key, double value)
{
    text_printf(out, ", \"%s\": ", key);
    text_add_number(out, value);
}

static void json_limits(const robot_joint *j, text *out)
{
    text_add(out, ", \"limits\": {");
    bool more = false;
    for (int i = 0; i < LIMITS; i++) {
        if (!j->has_limit[i])
            continue;
        text_printf(out, "%s\"%s\": ", more ? ", " : "", LIMIT_WORD[i]);
        text_add_number(out, j->limit[i]);
        more = true;
    }
    text_add(out, "}");
}

/* What acts at the joint, after all options; nothing where nothing does. */
static void json_dynamics(const robot_joint *j, text *out)
{
    const struct {
        const char *name;
        double value;
        bool there;
    } list[] = {{"damping", j->damping, j->damping != 0},
                {"friction", j->friction, j->friction != 0},
                {"friction_width", tree_friction_width(j), j->friction != 0},
                {"armature", j->armature, j->armature != 0},
                {"stiffness", j->stiffness, j->stiffness != 0},
                {"rest", j->rest, j->stiffness != 0}};
    bool more = false;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (!list[i].there)
            continue;
        text_printf(out, "%s\"%s\": ", more ? ", " : ", \"dynamics\": {", list[i].name);
        text_add_number(out, list[i].value);
        more = true;
    }
    text_add(out, more ? "}" : "");
    text_add(out, j->driven ? ", \"driven\": true" : "");
}

/* What the file says about the joint that a body comes from. */
static void json_joint(const passes_forms *of, const tree_body *b, text *out)
{
    const robot *r = &of->robot;
    const robot_joint *j = &r->joints[b->joint], *master = master_of(of, b);
    json_text(out, "type", joint_type_name(j->type));
    json_text(out, "parent_link", r->links[j->parent_link].name);
    json_text(out, "child_link", r->links[j->child_link].name);
    if (b->kind != BODY_FREE) {
        text_add(out, ", \"axis\": [");
        for (int k = 0; k < 3; k++) {
            text_add(out, k ? ", " : "");
            text_add_number(out, b->axis.v[k]);
        }
        text_add(out, "]");
    }
    json_limits(j, out);
    json_dynamics(j, out);
    if (!master)
        return;
    text_add(out, ", \"mimic\": {\"joint\": ");
    text_add_json_string(out, master->name);
    json_number(out, "ratio", b->ratio);
    json_number(out, "offset", b->offset);
    text_add(out, "}");
}

static void json_bodies(const passes_forms *of, text *out)
{
    const tree *t = &of->tree;
    json_number(out, "mass_kg", moving_mass(t));
    text_printf(out, ", \"merged_links\": %u, \"joint_list\": [", t->merged_links);
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        text_printf(out, "%s{\"name\": ", i > 1 ? ", " : "");
        text_add_json_string(out, b->name);
        json_text(out, "kind", KIND_WORD[b->kind]);
        json_text(out, "parent", t->bodies[b->parent].name);
        json_number(out, "mass_kg", b->body.mass_kg);
        if (b->joint != ROBOT_NONE)
            json_joint(of, b, out);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void json_cuts(const tree *t, text *out)
{
    if (!t->cuts_count)
        return;
    text_add(out, ", \"cuts\": [");
    for (uint32_t i = 0; i < t->cuts_count; i++) {
        const tree_cut *c = &t->cuts[i];
        text_printf(out, "%s{\"name\": ", i ? ", " : "");
        text_add_json_string(out, c->what.name);
        json_text(out, "kind", cut_kind_word(c->what.kind));
        text_printf(out, ", \"equations\": %u", cut_rows(&c->what));
        if (cut_is_of_joints(c->what.kind)) {
            text_add(out, ", \"joints\": [");
            for (uint32_t k = 0; k < c->terms_count; k++) {
                text_add(out, k ? ", " : "");
                text_add_json_string(out, t->coordinates[c->terms[k].coordinate].name);
            }
            text_add(out, "]");
        } else {
            json_text(out, "a", c->what.link[0]);
            json_text(out, "b", c->what.link[1]);
            json_text(out, "seen_from", t->bodies[c->seen_from].name);
        }
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void json_entries(const char *key, const diag_entry *entries, uint32_t count, text *out)
{
    text_printf(out, ", \"%s\": [", key);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(out, "%s{\"line\": %u, \"column\": %u", i ? ", " : "", entries[i].at.line,
                    entries[i].at.column);
        json_text(out, "text", entries[i].text);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void json_schemes(const passes_forms *of, text *out)
{
    uint32_t count;
    const equations_scheme *s = equations_schemes(of->equations, &count);
    if (!count)
        return;
    text_add(out, ", \"schemes\": [");
    for (uint32_t i = 0; i < count; i++)
        text_printf(out,
                    "%s{\"name\": \"%s\", \"mul\": %u, \"add\": %u, \"other\": %u, \"taken\": %s}",
                    i ? ", " : "", s[i].name, s[i].mul, s[i].add, s[i].other,
                    s[i].taken ? "true" : "false");
    text_add(out, "]");
}

/* Whether operations are counted under its word: the first of its unit. Sines are counted with
 * those that are inputs. */
static bool names_unit(op_kind kind)
{
    op_kind first = 0;
    while (OP_KIND[first].unit != OP_KIND[kind].unit)
        first++;
    return first == kind && OP_KIND[kind].unit != UNIT_TRIG;
}

void report_json(arena *mem, const passes_forms *of, const function_row *rows,
                 const measurement *m, const diag *d, text *out)
{
    ops_counts n = ops_count(&of->ops);
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, of->ops.robot);
    text_printf(out, ", \"joints\": %u, \"inputs\": %u, \"outputs\": %u", joints_count(mem, of),
                of->ops.inputs_count, of->ops.outputs_count);
    for (op_kind k = 0; k < OP_KIND_COUNT; k++)
        if (names_unit(k))
            text_printf(out, ", \"%s\": %u", OP_KIND[k].word, n.per_unit[OP_KIND[k].unit]);
    text_printf(out, ", \"trig\": %u, \"critical_path\": %u", n.trig, n.critical_path);
    if (of->plain.wanted)
        text_printf(out, ", \"plain_angles\": {\"inputs\": %u, \"operations\": %u}",
                    of->plain.inputs, of->plain.operations);
    words_json(&of->ops, out);
    if (rows)
        function_counts_json(rows, out);
    if (m)
        numbers_json(&of->ops, &of->facts, m, out);
    if (of->from_robot) {
        json_schemes(of, out);
        json_bodies(of, out);
        json_cuts(&of->tree, out);
        json_entries("notes", d->notes, d->notes_count, out);
        json_entries("warnings", d->warnings, d->warnings_count, out);
    }
    text_add(out, "}\n");
}

/* --- for people ------------------------------------------------------------------------------ */

void report_counts(arena *mem, const passes_forms *of, text *out)
{
    ops_counts n = ops_count(&of->ops);
    text_printf(out, "robot           %s\n", of->ops.robot);
    text_printf(out, "joints          %u\n", joints_count(mem, of));
    text_printf(out, "inputs          %u\n", of->ops.inputs_count);
    text_printf(out, "outputs         %u\n", of->ops.outputs_count);
    for (op_kind k = 0; k < OP_KIND_COUNT; k++)
        if (names_unit(k) && (OP_KIND[k].symbol || n.per_unit[OP_KIND[k].unit]))
            text_printf(out, "%-15s %u\n", OP_KIND[k].word, n.per_unit[OP_KIND[k].unit]);
    text_printf(out, "trig            %u\n", n.trig);
    text_printf(out, "critical path   %u\n", n.critical_path);
    if (of->plain.wanted)
        text_printf(out, "plain angles    %u inputs rotated inside, by %u of these operations\n",
                    of->plain.inputs, of->plain.operations);
}

/* What each way to write the function costs, before the last search. */
static void print_schemes(const passes_forms *of, text *out)
{
    uint32_t count;
    const equations_scheme *s = equations_schemes(of->equations, &count);
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, "%s%s %u%s%s", i ? ", " : "schemes         ", s[i].name,
                    equations_scheme_sum(&s[i]), s[i].taken ? " (taken)" : "",
                    i + 1 < count ? "" : "\n");
}

static void print_bodies(const passes_forms *of, text *out)
{
    const tree *t = &of->tree;
    text_printf(out, "mass            %g kg, moving\n", moving_mass(t));
    text_printf(out, "merged links    %u\n\n", t->merged_links);
    text_printf(out, "%5s %6s  %-9s  %10s  %s\n", "body", "parent", "kind", "mass (kg)", "joint");
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        const robot_joint *master = master_of(of, b);
        text_printf(out, "%5u %6u  %-9s  %10.4g  %s", i, b->parent, KIND_WORD[b->kind],
                    b->body.mass_kg, b->name);
        if (master)
            text_printf(out, "  (mimic: %g x %s %c %g)", b->ratio, master->name,
                        b->offset < 0 ? '-' : '+', fabs(b->offset));
        text_add(out, "\n");
    }
}

/* Loops cut open, and constraints on joints. */
static void print_cuts(const tree *t, text *out)
{
    uint32_t rows = 0;
    for (uint32_t i = 0; i < t->cuts_count; i++)
        rows += cut_rows(&t->cuts[i].what);
    if (!t->cuts_count)
        return;
    text_printf(out, "\ncuts            %u, of %u equations\n", t->cuts_count, rows);
    text_printf(out, "%-6s  %9s  %-12s  %s\n", "kind", "equations", "seen from", "cut");
    for (uint32_t i = 0; i < t->cuts_count; i++) {
        const tree_cut *c = &t->cuts[i];
        bool of_joints = cut_is_of_joints(c->what.kind);
        text_printf(out, "%-6s  %9u  %-12s  %s: ", cut_kind_word(c->what.kind),
                    cut_rows(&c->what), of_joints ? "" : t->bodies[c->seen_from].name,
                    c->what.name);
        if (!of_joints)
            text_printf(out, "%s and %s", c->what.link[0], c->what.link[1]);
        if (c->what.mass_kg > 0)
            text_printf(out, ", %g kg", c->what.mass_kg);
        for (uint32_t k = 0; of_joints && k < c->terms_count; k++)
            text_printf(out, "%s%s", k ? ", " : "",
                        t->coordinates[c->terms[k].coordinate].name);
        text_add(out, "\n");
    }
}

void report_robot(arena *mem, const passes_forms *of, const function_row *rows,
                  const measurement *m, text *out)
{
    report_counts(mem, of, out);
    if (of->from_robot) {
        print_schemes(of, out);
        print_bodies(of, out);
        print_cuts(&of->tree, out);
    }
    if (rows)
        function_counts_print(rows, out);
    if (m)
        numbers_print(&of->ops, &of->facts, m, out);
}

static uint32_t pass_total(const equations_pass *pass)
{
    return pass->mul + pass->add + pass->other;
}

/* One row: a pass and what it left over, with the saving against the row before. */
static void print_pass(const equations_pass *pass, const equations_pass *before, size_t width,
                       bool with_other, text *out)
{
    uint32_t total = pass_total(pass);
    text_printf(out, "%-*s %6u %6u", (int)width, pass->name, pass->mul, pass->add);
    if (with_other)
        text_printf(out, " %6u", pass->other);
    text_printf(out, " %6u", total);
    if (before)
        text_printf(out, " %7ld", (long)pass_total(before) - (long)total);
    text_add(out, "\n");
}

void report_passes(const passes_forms *of, text *out)
{
    uint32_t count;
    const equations_pass *passes = equations_passes(of->equations, &count);
    ops_counts n = ops_count(&of->ops);
    equations_pass last = {"two operands each, 2 x as x + x, signs", n.per_unit[UNIT_MUL],
                           n.per_unit[UNIT_ADD],
                           of->ops.list_count - n.per_unit[UNIT_MUL] - n.per_unit[UNIT_ADD]};
    size_t width = strlen(last.name);
    bool other = last.other > 0;
    for (uint32_t i = 0; i < count; i++) {
        width = strlen(passes[i].name) > width ? strlen(passes[i].name) : width;
        other |= passes[i].other > 0;
    }
    text_printf(out, "%-*s %6s %6s%s %6s %7s\n", (int)width, "pass", "mul", "add",
                other ? "  other" : "", "total", "saving");
    for (uint32_t i = 0; i < count; i++)
        print_pass(&passes[i], i ? &passes[i - 1] : NULL, width, other, out);
    print_pass(&last, count ? &passes[count - 1] : NULL, width, other, out);
}
