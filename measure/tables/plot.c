/* SPDX-License-Identifier: MIT */
#include "measure/tables/lines.h"
#include "measure/tables/document_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *network, *colour;
} LINES[] = {{"crossbar", "#1f5fa8"}, {"ring", "#c05a1c"}};
enum { LINES_COUNT = sizeof LINES / sizeof *LINES, WIDTH = 280, HEIGHT = 240, BOTTOM = 280 };

/* A figure of a core; NAN: none. */
typedef double core_value(figures *f, const core *c);

static double thousand_luts(figures *f, const core *c)
{
    const core_cells cells = figures_cells(f, "ecp5", c);
    return cells.is ? (double)cells.lut / 1000 : NAN;
}

static double microseconds(figures *f, const core *c)
{
    const char *cycles = figures_cycles(f, figures_setting(f, "robot"), c);
    return *cycles ? strtod(cycles, NULL) / figures_routes(f, c).first : NAN;
}

typedef struct {
    int left;
    const char *title;
    core_value *value;
    char *sizes[WORDS_MOST];
    uint32_t sizes_count;
    double values[LINES_COUNT][WORDS_MOST];
    double top; /* of the axis */
} panel;

static double x_of(const panel *p, uint32_t size)
{
    return p->left + WIDTH * log(strtod(p->sizes[size], NULL)) / log(16);
}

/* The least of 1, 2, 4, 6, 8 times a power of ten that is not below the value. */
static double nice(double value)
{
    static const double STEPS[] = {1, 2, 4, 6, 8, 10};
    for (double unit = 0.01; unit < 1e6; unit *= 10)
        for (uint32_t s = 0; s < sizeof STEPS / sizeof *STEPS; s++)
            if (STEPS[s] * unit >= value)
                return STEPS[s] * unit;
    return value;
}

static void panel_fill(figures *f, panel *p)
{
    double most = 0;
    p->sizes_count = sizes_of(f, p->sizes);
    for (uint32_t n = 0; n < LINES_COUNT; n++)
        for (uint32_t s = 0; s < p->sizes_count; s++) {
            const core c =
                core_of(LINES[n].network, p->sizes[s], "1", figures_setting(f, "chosen"));
            p->values[n][s] = p->value(f, &c);
            most = fmax(most, p->values[n][s]);
        }
    p->top = nice(most);
}

static void axes_print(const panel *p, text *out)
{
    text_printf(out, "<text x=\"%d\" y=\"20\">%s</text>\n", p->left, p->title);
    for (int i = 0; i <= 4; i++) {
        const int y = BOTTOM - HEIGHT * i / 4;
        text_printf(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>",
                    p->left, y, p->left + WIDTH, y);
        text_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%g</text>\n", p->left - 6,
                    y + 4, p->top * i / 4);
    }
    for (uint32_t s = 0; s < p->sizes_count; s++)
        text_printf(out, "<text x=\"%.1f\" y=\"298\" text-anchor=\"middle\">%s</text>\n",
                    x_of(p, s), p->sizes[s]);
    text_printf(out, "<text x=\"%d\" y=\"312\" text-anchor=\"middle\">modules</text>\n",
                p->left + WIDTH / 2);
}

static void line_print(arena *mem, const panel *p, uint32_t n, text *out)
{
    text points = text_make(mem);
    for (uint32_t s = 0; s < p->sizes_count; s++) {
        if (isnan(p->values[n][s]))
            continue;
        const double y = BOTTOM - HEIGHT * p->values[n][s] / p->top;
        text_printf(&points, "%s%.1f,%.1f", points.length ? " " : "", x_of(p, s), y);
        text_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x_of(p, s), y,
                    LINES[n].colour);
    }
    if (points.length)
        text_printf(out, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\""
                    " stroke-width=\"2\"/>\n", points.bytes, LINES[n].colour);
}

status plot_print(figures *f, text *out)
{
    panel panels[] = {
        {.left = 60, .title = "LUT4 of the core, thousands (ECP5)", .value = thousand_luts},
        {.left = 440, .value = microseconds,
         .title = arena_printf(f->mem, "microseconds per sample, %s (ECP5, stored)",
                               figures_setting(f, "robot"))},
    };
    text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"330\""
                  " font-family=\"sans-serif\" font-size=\"12\">\n"
                  "<rect width=\"760\" height=\"330\" fill=\"white\"/>\n");
    for (uint32_t k = 0; k < sizeof panels / sizeof *panels; k++) {
        panel_fill(f, &panels[k]);
        axes_print(&panels[k], out);
        for (uint32_t n = 0; n < LINES_COUNT; n++)
            line_print(f->mem, &panels[k], n, out);
    }
    for (uint32_t n = 0; n < LINES_COUNT; n++)
        text_printf(out, "<text x=\"%u\" y=\"322\" fill=\"%s\">%s</text>\n", 60 + 90 * n,
                    LINES[n].colour, LINES[n].network);
    text_add(out, "</svg>\n");
    return figures_verdict(f);
}
