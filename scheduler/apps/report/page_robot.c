/* SPDX-License-Identifier: MIT */
/* The robot as data of the page: bodies with their joints, what closes its loops, and what each
 * pass of the simplifier left of its equations. */
#include "apps/report/page.h"
#include "loops/loops.h"

static const char *const KIND_WORD[] = {
    [BODY_REVOLUTE] = "revolute", [BODY_PRISMATIC] = "prismatic", [BODY_FREE] = "free"};

static void add_vector(const double *v, uint32_t count, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, i ? ",%.6g" : "%.6g", v[i]);
    text_add(out, "]");
}

static void add_body(const tree *t, uint32_t i, text *out)
{
    const tree_body *b = &t->bodies[i];
    text_add(out, "{\"name\":");
    text_add_json_string(out, b->name ? b->name : "base");
    page_add_text("link", b->link ? b->link : "", out);
    if (i) {
        text_printf(out, ",\"parent\":%u,\"kind\":\"%s\",\"turn\":", b->parent, KIND_WORD[b->kind]);
        add_vector(&b->origin.rotation.m[0][0], 9, out);
        text_add(out, ",\"at\":");
        add_vector(b->origin.position.v, 3, out);
        text_add(out, ",\"axis\":");
        add_vector(b->axis.v, 3, out);
        text_printf(out, ",\"mass\":%.6g,\"com\":", b->body.mass_kg);
        add_vector(b->body.com_m.v, 3, out);
        if (b->kind != BODY_FREE)
            page_add_text("of", t->coordinates[b->coordinate].name, out);
        if (b->kind != BODY_FREE && t->coordinates[b->coordinate].driven)
            text_add(out, ",\"driven\":true");
    }
    text_add(out, "}");
}

/* Where the robot ends: origins of links without children, [body, x, y, z] in its axes. */
static void add_tips(const tree *t, text *out)
{
    text_add(out, ",\"tips\":[");
    for (uint32_t i = 0; i < t->tips_count; i++) {
        const double *at = t->tips[i].in_body.position.v;
        text_printf(out, "%s[%u,%.6g,%.6g,%.6g]", i ? "," : "", t->tips[i].body, at[0], at[1],
                    at[2]);
    }
    text_add(out, "]");
}

static void add_cuts(const tree *t, text *out)
{
    text_add(out, ",\"cuts\":[");
    for (uint32_t i = 0; i < t->cuts_count; i++) {
        const tree_cut *c = &t->cuts[i];
        text_add(out, i ? ",{\"name\":" : "{\"name\":");
        text_add_json_string(out, c->what.name);
        text_printf(out, ",\"kind\":\"%s\",\"equations\":%u", cut_kind_word(c->what.kind),
                    cut_rows(&c->what));
        if (!cut_is_of_joints(c->what.kind)) {
            text_printf(out, ",\"bodies\":[%u,%u],\"at\":[", c->body[0], c->body[1]);
            add_vector(c->in_body[0].position.v, 3, out);
            text_add(out, ",");
            add_vector(c->in_body[1].position.v, 3, out);
            text_add(out, "]");
        }
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void add_coordinates(const tree *t, const char *key, const uint32_t *list, uint32_t count,
                            text *out)
{
    text_printf(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        text_add_json_string(out, t->coordinates[list[i]].name);
    }
    text_add(out, "]");
}

/* Rows and columns of J_v in the order of its blocks; entries as row x count + column. */
static void add_loops(const tree *t, const loops *l, text *out)
{
    text_printf(out, ",\"loops\":{\"constraints\":%u,\"chosen_by\":\"%s\"", l->all.count,
                PARTITION_WORD[l->way]);
    text_printf(out, ",\"condition\":[%.4g,%.4g]", l->condition_least, l->condition_most);
    text_add(out, ",\"rows\":[");
    for (uint32_t i = 0; i < l->count; i++) {
        text_add(out, i ? "," : "");
        text_add_json_string(out, l->all.list[l->row[i]].name);
    }
    text_add(out, "]");
    add_coordinates(t, "dependent", l->dependent, l->count, out);
    add_coordinates(t, "independent", l->independent, l->independent_count, out);
    text_add(out, ",\"blocks\":[");
    for (uint32_t k = 0; k < l->blocks_count; k++)
        text_printf(out, "%s[%u,%u]", k ? "," : "", l->blocks[k].first, l->blocks[k].count);
    text_add(out, "],\"entries\":[");
    for (uint32_t i = 0, more = 0; i < l->count; i++)
        for (uint32_t k = 0; k < l->count; k++)
            if (l->pattern[l->row[i] * t->coordinates_count + l->dependent[k]])
                text_printf(out, more++ ? ",%u" : "%u", i * l->count + k);
    text_add(out, "]}");
}

void page_add_robot(arena *mem, const passes_forms *of, text *out)
{
    const tree *t = &of->tree;
    text_add(out, "{\"name\":");
    text_add_json_string(out, t->name);
    page_add_text("file", of->source.name, out);
    text_printf(out, ",\"joints\":%u,\"merged\":%u,\"gravity\":", t->coordinates_count,
                t->merged_links);
    add_vector(t->gravity_ms2.v, 3, out);
    text_add(out, ",\"bodies\":[");
    for (uint32_t i = 0; i < t->bodies_count; i++) {
        text_add(out, i ? "," : "");
        add_body(t, i, out);
    }
    text_add(out, "]");
    add_tips(t, out);
    if (t->cuts_count) {
        loops l;
        diag unsaid = diag_make(mem);
        add_cuts(t, out);
        if (loops_find(mem, t, &l, &unsaid) == STATUS_OK)
            add_loops(t, &l, out);
        else
            page_add_text("no_loops", unsaid.error.text, out);
    }
    text_add(out, "}");
}

void page_add_passes(const passes_forms *of, text *out)
{
    uint32_t count;
    const equations_pass *list = equations_passes(of->equations, &count);
    const ops_counts n = ops_count(&of->ops);
    const uint32_t mul = n.per_unit[UNIT_MUL], add = n.per_unit[UNIT_ADD];
    text_add(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, "[");
        text_add_json_string(out, list[i].name);
        text_printf(out, ",%u,%u,%u],", list[i].mul, list[i].add, list[i].other);
    }
    text_printf(out, "[\"two operands each, signs\",%u,%u,%u]]", mul, add,
                of->ops.list_count - mul - add);
}
