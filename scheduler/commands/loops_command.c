/* SPDX-License-Identifier: MIT */
/* `tauflow loops`: what closes the loops of a robot, which joints follow which, and in which blocks
 * they are solved. */
#include "commands/commands.h"
#include "loops/loops.h"

typedef struct {
    const loops *l;
    const tree *t;
    text *out;
    uint32_t driven;
    uint32_t freedoms; /* degrees of freedom that are left, driven joints not among them */
} loops_report;

static const char *joint_name(const loops_report *r, uint32_t coordinate)
{
    return r->t->coordinates[coordinate].name;
}

static const char *row_name(const loops_report *r, uint32_t at)
{
    return r->l->all.list[r->l->row[at]].name;
}

static bool has_entry(const loops_report *r, uint32_t row, uint32_t column)
{
    const loops *l = r->l;
    return l->pattern[l->row[row] * r->t->coordinates_count + l->dependent[column]];
}

/* --- words ------------------------------------------------------------------------------------ */

static void print_joints(const loops_report *r, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        text_printf(r->out, "%s%s%s", i ? ", " : "", joint_name(r, list[i]),
                    r->t->coordinates[list[i]].driven ? " (driven)" : "");
    text_add(r->out, "\n");
}

static void print_cuts(const loops_report *r)
{
    for (uint32_t i = 0; i < r->t->cuts_count; i++) {
        const tree_cut *c = &r->t->cuts[i];
        text_printf(r->out, "%-17s %s: %u equation%s", i ? "" : "cuts", c->what.name,
                    cut_rows(&c->what), cut_rows(&c->what) == 1 ? "" : "s");
        if (c->what.link[0])
            text_printf(r->out, ", %s of %s and %s", cut_kind_word(c->what.kind), c->what.link[0],
                        c->what.link[1]);
        text_add(r->out, "\n");
        if (c->what.why)
            text_printf(r->out, "%-17s   chosen: %s\n", "", c->what.why);
    }
    bool first = true;
    for (uint32_t i = 0; i < r->l->all.count; i++)
        if (r->l->is_redundant[i]) {
            text_printf(r->out, "%-17s %s: the others say it, or nothing moves it\n",
                        first ? "redundant" : "", r->l->all.list[i].name);
            first = false;
        }
}

static void print_blocks(const loops_report *r)
{
    for (uint32_t k = 0; k < r->l->blocks_count; k++) {
        const loop_block *b = &r->l->blocks[k];
        text_printf(r->out, "block %-11u ", k + 1);
        for (uint32_t i = 0; i < b->count; i++)
            text_printf(r->out, "%s%s", i ? ", " : "", row_name(r, b->first + i));
        text_add(r->out, " for ");
        for (uint32_t i = 0; i < b->count; i++)
            text_printf(r->out, "%s%s", i ? ", " : "",
                        joint_name(r, r->l->dependent[b->first + i]));
        for (uint32_t i = 0; i < b->needs_count; i++)
            text_printf(r->out, "%s%u", i ? ", " : ", after ", b->needs[i] + 1);
        text_add(r->out, "\n");
    }
}

/* A row per constraint, a column per dependent joint, a line around each block. */
static void print_drawing(const loops_report *r)
{
    const loops *l = r->l;
    text_add(r->out, "\nJ_v, x where it is not zero:\n");
    for (uint32_t k = 0, row = 0; k < l->blocks_count; k++) {
        if (k)
            text_add(r->out, "\n");
        for (uint32_t i = 0; i < l->blocks[k].count; i++, row++) {
            text_printf(r->out, "  %-20s ", row_name(r, row));
            for (uint32_t b = 0, column = 0; b < l->blocks_count; b++) {
                text_add(r->out, b == k ? " [" : b == k + 1 ? "] " : "  ");
                for (uint32_t c = 0; c < l->blocks[b].count; c++, column++)
                    text_add(r->out, has_entry(r, row, column) ? "x" : ".");
            }
            text_add(r->out, k + 1 == l->blocks_count ? "]\n" : "\n");
        }
    }
}

static void print_words(const loops_report *r)
{
    const loops *l = r->l;
    text_printf(r->out, "robot             %s\njoints            %u, %u driven\n", r->t->name,
                r->t->coordinates_count, r->driven);
    print_cuts(r);
    text_printf(r->out, "constraints       %u, %u independent\nfreedoms          %u\n",
                l->all.count, l->count, r->freedoms);
    text_add(r->out, "independent       ");
    print_joints(r, l->independent, l->independent_count);
    text_add(r->out, "dependent         ");
    print_joints(r, l->dependent, l->count);
    text_printf(r->out, "chosen by         %s\n", PARTITION_WORD[l->way]);
    text_printf(r->out, "condition of J_v  %.3g to %.3g at %u closed positions\n",
                l->condition_least, l->condition_most, l->closed_count);
    print_blocks(r);
    print_drawing(r);
    text_add(r->out, "\nclosed at\n");
    for (uint32_t i = 0; i < r->t->coordinates_count; i++)
        text_printf(r->out, "  %-20s %.12f\n", joint_name(r, i), l->closed[i]);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void json_strings(const loops_report *r, const char *key, const uint32_t *list,
                         uint32_t count)
{
    text_printf(r->out, ", \"%s\": [", key);
    for (uint32_t i = 0; i < count; i++) {
        text_add(r->out, i ? ", " : "");
        text_add_json_string(r->out, joint_name(r, list[i]));
    }
    text_add(r->out, "]");
}

static void json_blocks(const loops_report *r)
{
    text_add(r->out, ", \"blocks\": [");
    for (uint32_t k = 0; k < r->l->blocks_count; k++) {
        const loop_block *b = &r->l->blocks[k];
        text_printf(r->out, "%s{\"constraints\": [", k ? ", " : "");
        for (uint32_t i = 0; i < b->count; i++) {
            text_add(r->out, i ? ", " : "");
            text_add_json_string(r->out, row_name(r, b->first + i));
        }
        text_add(r->out, "]");
        json_strings(r, "joints", r->l->dependent + b->first, b->count);
        text_add(r->out, ", \"needs\": [");
        for (uint32_t i = 0; i < b->needs_count; i++)
            text_printf(r->out, "%s%u", i ? ", " : "", b->needs[i] + 1);
        text_add(r->out, "]}");
    }
    text_add(r->out, "]");
}

static void print_json(const loops_report *r)
{
    const loops *l = r->l;
    text_add(r->out, "{\"robot\": ");
    text_add_json_string(r->out, r->t->name);
    text_printf(r->out,
                ", \"joints\": %u, \"driven\": %u, \"constraints\": %u, \"independent_constraints\""
                ": %u, \"freedoms\": %u",
                r->t->coordinates_count, r->driven, l->all.count, l->count, r->freedoms);
    text_add(r->out, ", \"redundant\": [");
    for (uint32_t i = 0, more = 0; i < l->all.count; i++)
        if (l->is_redundant[i]) {
            text_add(r->out, more++ ? ", " : "");
            text_add_json_string(r->out, l->all.list[i].name);
        }
    text_add(r->out, "]");
    json_strings(r, "independent", l->independent, l->independent_count);
    json_strings(r, "dependent", l->dependent, l->count);
    text_printf(r->out, ", \"chosen_by\": \"%s\"", PARTITION_WORD[l->way]);
    text_printf(r->out, ", \"closed_positions\": %u, \"condition\": [%.6g, %.6g]", l->closed_count,
                l->condition_least, l->condition_most);
    json_blocks(r);
    text_add(r->out, ", \"closed_at\": [");
    for (uint32_t i = 0; i < r->t->coordinates_count; i++) {
        text_add(r->out, i ? ", " : "");
        text_add_number(r->out, l->closed[i]);
    }
    text_add(r->out, "]}\n");
}

static status run_loops(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms f;
    loops l;
    TRY(passes_tree(mem, path, &s->passes, &f, d));
    TRY(loops_find(mem, &f.tree, &l, d));
    loops_note_condition(&l, d);
    loops_report r = {.l = &l, .t = &f.tree, .out = out};
    for (uint32_t i = 0; i < f.tree.coordinates_count; i++)
        r.driven += f.tree.coordinates[i].driven;
    r.freedoms = tree_freedoms(&f.tree) - l.count - r.driven;
    if (s->json)
        print_json(&r);
    else
        print_words(&r);
    return STATUS_OK;
}

const command LOOPS_COMMAND = {
    .name = "loops",
    .title = "what closes its loops, and which joints follow which",
    .operand = "ROBOT",
    .about = "Reads " A_ROBOT " with cuts,\nfinds positions where its loops are closed, "
             "constraints that are independent, joints that\nfollow from the others, and the "
             "blocks in which they are solved.",
    .example = "tauflow loops robot.urdf --closed-at elbow=1.5 --independent x,y,turn",
    .options = "json root tip base +cut +lock +drive +independent +partition +actuate +closed-at "
               "@reading independent-mimic",
    .run = run_loops,
};
