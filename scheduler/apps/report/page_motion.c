/* SPDX-License-Identifier: MIT */
#include "apps/report/page_motion.h"

#include "apps/motion/free_bodies.h"
#include "apps/report/page.h"

#include <math.h>

static void add_rows(const track *t, text *out)
{
    uint32_t energies;
    const uint32_t energy = track_first(t, TRACK_ENERGY, &energies);
    const uint32_t every = 1 + (t->rows_count - 1) / PAGE_MOTION_ROWS;
    text_printf(out, ",\"all_rows\":%u,\"rows\":[", t->rows_count);
    for (uint32_t r = 0; r < t->rows_count; r += every) {
        if (r + every >= t->rows_count)
            r = t->rows_count - 1; /* the last one is there */
        for (uint32_t c = 0; c < t->columns; c++) {
            const double v = t->rows[(size_t)r * t->columns + c];
            text_add(out, c ? "," : r ? ",[" : "[");
            if (!isfinite(v))
                text_add(out, "null");
            else if (c == 0 || c == energy) /* differences count */
                text_add_number(out, v);
            else
                text_printf(out, "%.7g", v);
        }
        text_add(out, "]");
    }
    text_add(out, "]");
}

static void add_panels(const track *t, text *out)
{
    track_panel list[TRACK_PARTS];
    const uint32_t count = track_panels(t, list);
    text_add(out, ",\"panels\":[");
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, i ? ",{\"title\":" : "{\"title\":");
        text_add_json_string(out, list[i].title);
        text_printf(out, ",\"first\":%u,\"count\":%u,\"from_start\":%s,\"powers\":%s,"
                         "\"least\":%g}", list[i].first, list[i].count,
                    list[i].from_start ? "true" : "false", list[i].powers ? "true" : "false",
                    list[i].least);
    }
    text_add(out, "]");
}

/* Of all bodies but the base: [column, ratio, offset] of a joint, of a free body the first of seven
 * columns. */
static void add_moves(const track *t, const tree *of, text *out)
{
    uint32_t positions, free_bodies = 0;
    const uint32_t first = track_first(t, TRACK_POSITION, &positions);
    text_add(out, ",\"moves\":[");
    for (uint32_t i = 1; i < of->bodies_count; i++) {
        const tree_body *b = &of->bodies[i];
        text_add(out, i > 1 ? "," : "");
        if (b->kind == BODY_FREE)
            text_printf(out, "[%u]", first + of->coordinates_count +
                                         FREE_POSITIONS * free_bodies++);
        else
            text_printf(out, "[%u,%.17g,%.17g]", first + b->coordinate, b->ratio, b->offset);
    }
    text_add(out, "]");
}

void page_write_motion(arena *mem, const track *t, const passes_forms *of, const page_motion *words,
                       text *out)
{
    text data = text_make(mem);
    text_add(&data, "{\"model\":");
    text_add_json_string(&data, t->model);
    page_add_text("command", words->command, &data);
    page_add_text("about", words->about, &data);
    page_add_text("said", words->said, &data);
    text_add(&data, ",\"columns\":[");
    for (uint32_t c = 0; c < t->columns; c++) {
        text_add(&data, c ? "," : "");
        text_add_json_string(&data, track_column(mem, t, c));
    }
    text_add(&data, "]");
    add_panels(t, &data);
    add_rows(t, &data);
    if (of) {
        text_add(&data, ",\"robot\":");
        page_add_robot(mem, of, &data);
        add_moves(t, &of->tree, &data);
    }
    text_add(&data, "}");
    page_write(PAGE_MOTION, arena_printf(mem, "%s in motion", t->model), &data, out);
}
