/* SPDX-License-Identifier: MIT */
#include "apps/motion/track_svg.h"

#include <math.h>

enum {
    WIDE = 980,
    LEFT = 78,
    RIGHT = 790,
    TOP = 64,
    PANEL = 150,
    BETWEEN = 44,
    COLOURS = 8,
    NAMES_MOST = 9,  /* in the legend of a panel */
    LINES_MOST = 40, /* drawn in a panel */
    POINTS_MOST = 1500
};

/* Light colours stand on the elements, as programs that draw pictures know little of style sheets;
 * browsers in the dark take those of the style. */
#define PAPER "#fff"
#define INK "#1f2328"
#define QUIET "#59636e"
#define GRID "#d8dee4"
static const char *const COLOUR[COLOURS] = {"#2468c2", "#b4540a", "#12805c", "#c01c5c",
                                            "#7a45c4", "#0b7285", "#8a6100", "#59636e"};
static const char *const DARK[COLOURS] = {"#6cb0ff", "#ff9c57", "#4cd3a0", "#ff7eb0",
                                          "#bf9bff", "#4cc9e0", "#e3b341", "#b1bac4"};

static void add_style(text *out)
{
    text_add(out, "<style>\n@media(prefers-color-scheme:dark){svg{color-scheme:dark}"
                  ".paper{fill:#0d1117}text{fill:#e6edf3}.q{fill:#9198a1}.g{stroke:#2a313a}");
    for (uint32_t k = 0; k < COLOURS; k++)
        text_printf(out, ".l.c%u{stroke:%s}.n.c%u{fill:%s}", k, DARK[k], k, DARK[k]);
    text_add(out, "}\n</style>\n");
}

typedef struct {
    const track *t;
    text *out;
    double end; /* of time */
    double top; /* of the panel */
    double low, high;
    const track_panel *p;
} plot;

static double value_at(const plot *x, uint32_t row, uint32_t column)
{
    const double *rows = x->t->rows;
    const double v = rows[(size_t)row * x->t->columns + column];
    if (x->p->from_start)
        return v - rows[column];
    return x->p->powers ? log10(fmax(fabs(v), x->p->least)) : v;
}

static double across(const plot *x, double t)
{
    return LEFT + (RIGHT - LEFT) * (x->end > 0 ? t / x->end : 0);
}

static double down(const plot *x, double v)
{
    return x->top + PANEL - PANEL * (v - x->low) / (x->high - x->low);
}

/* 1, 2 or 5 times a power of ten, so that a span has some `wanted` of them. */
static double pace(double span, double wanted)
{
    const double rough = span / wanted, power = pow(10, floor(log10(rough)));
    return power * (rough <= power * 1.5 ? 1 : rough <= power * 3.5 ? 2 : rough <= power * 7.5 ? 5
                                                                                             : 10);
}

static double grid_step(const plot *x)
{
    const double step = pace(x->high - x->low, 4);
    return x->p->powers ? fmax(1, step) : step;
}

static void add_escaped(text *out, const char *plain)
{
    for (const char *c = plain; *c; c++)
        if (*c == '<' || *c == '&' || *c == '>')
            text_printf(out, "&#%d;", *c);
        else if ((unsigned char)*c >= ' ')
            text_add_bytes(out, c, 1);
}

/* Ends of the scale: round numbers around all values. */
static void find_scale(plot *x)
{
    x->low = INFINITY;
    x->high = -INFINITY;
    for (uint32_t r = 0; r < x->t->rows_count; r++)
        for (uint32_t c = 0; c < x->p->count; c++) {
            const double v = value_at(x, r, x->p->first + c);
            if (isfinite(v)) {
                x->low = fmin(x->low, v);
                x->high = fmax(x->high, v);
            }
        }
    if (!(x->low <= x->high))
        x->low = x->high = 0;
    if (!(x->high - x->low > 1e-300)) {
        const double room = x->high != 0 ? fabs(x->high) / 2 : 1;
        x->low -= room;
        x->high += room;
    }
    const double step = grid_step(x);
    x->low = floor(x->low / step) * step;
    x->high = ceil(x->high / step) * step;
}

static void draw_grid(const plot *x)
{
    const double span = x->high - x->low, step = grid_step(x);
    for (double k = 0; k <= span / step + 0.01; k++) {
        const double v = x->low + k * step;
        text_printf(x->out, "<path class=\"g\" stroke=\"" GRID "\" d=\"M%d %.1fH%d\"/>"
                            "<text class=\"q\" fill=\"" QUIET "\" x=\"%d\" y=\"%.1f\" "
                            "text-anchor=\"end\">",
                    LEFT, down(x, v), RIGHT, LEFT - 8, down(x, v) + 4);
        if (x->p->powers)
            text_printf(x->out, "1e%d</text>\n", (int)lround(v));
        else
            text_printf(x->out, "%.4g</text>\n", fabs(v) < step / 1000 ? 0 : v);
    }
    const double beat = x->end > 0 ? pace(x->end, 8) : 1;
    for (double t = 0; t <= x->end * (1 + 1e-9); t += beat)
        text_printf(x->out, "<path class=\"g\" stroke=\"" GRID "\" d=\"M%.1f %.1fv%d\"/>",
                    across(x, t), x->top, PANEL);
    text_add(x->out, "\n");
}

static void draw_line(const plot *x, uint32_t column)
{
    const uint32_t every = 1 + x->t->rows_count / POINTS_MOST;
    bool on = false;
    const uint32_t colour = (column - x->p->first) % COLOURS;
    text_printf(x->out, "<path class=\"l c%u\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" "
                        "stroke-linejoin=\"round\" d=\"", colour, COLOUR[colour]);
    for (uint32_t r = 0; r < x->t->rows_count; r += every) {
        const double v = value_at(x, r, column);
        if (isfinite(v))
            text_printf(x->out, "%s%.1f %.1f", on ? "L" : "M",
                        across(x, x->t->rows[(size_t)r * x->t->columns]), down(x, v));
        on = isfinite(v);
    }
    text_add(x->out, "\"/>\n");
}

static void draw_names(const plot *x)
{
    const uint32_t shown = x->p->count <= NAMES_MOST ? x->p->count : NAMES_MOST - 1;
    for (uint32_t c = 0; c < shown && x->p->count > 1; c++) {
        text_printf(x->out, "<text class=\"n c%u\" fill=\"%s\" x=\"%d\" y=\"%.1f\">",
                    c % COLOURS, COLOUR[c % COLOURS], RIGHT + 14, x->top + 12 + 16 * c);
        add_escaped(x->out, track_column(x->out->mem, x->t, x->p->first + c));
        text_add(x->out, "</text>\n");
    }
    if (shown < x->p->count)
        text_printf(x->out, "<text class=\"q\" fill=\"" QUIET "\" x=\"%d\" y=\"%.1f\">and %u more"
                            "</text>\n", RIGHT + 14, x->top + 12 + 16 * shown, x->p->count - shown);
}

static void draw_panel(plot *x)
{
    find_scale(x);
    text_printf(x->out, "<text x=\"%d\" y=\"%.1f\" font-weight=\"600\">%s</text>\n", LEFT,
                x->top - 10, x->p->title);
    draw_grid(x);
    for (uint32_t c = 0; c < x->p->count && c < LINES_MOST; c++)
        draw_line(x, x->p->first + c);
    draw_names(x);
}

static bool is_zero(const track *t, const track_panel *p)
{
    for (uint32_t r = 0; r < t->rows_count; r++)
        for (uint32_t c = 0; c < p->count; c++)
            if (t->rows[(size_t)r * t->columns + p->first + c] != 0)
                return false;
    return true;
}

/* Whether steps differ by more than a last one that is cut. */
static bool steps_differ(const track *t, const track_panel *p)
{
    for (uint32_t r = 2; r + 1 < t->rows_count; r++)
        if (fabs(t->rows[(size_t)r * t->columns + p->first] /
                     t->rows[t->columns + p->first] - 1) > 1e-6)
            return true;
    return false;
}

uint32_t track_panels(const track *t, track_panel list[TRACK_PARTS])
{
    uint32_t count = 0;
    for (uint32_t part = 0; part < TRACK_PARTS; part++) {
        static const track_panel LOOKS[TRACK_PARTS] = {
            [TRACK_POSITION] = {.title = "positions, rad or m"},
            [TRACK_RATE] = {.title = "rates, rad/s or m/s"},
            [TRACK_TORQUE] = {.title = "torques, N m or N"},
            [TRACK_ENERGY] = {.title = "energy, J, less that at the start", .from_start = true},
            [TRACK_OPEN] = {.title = "what is left of constraints, and of their rates",
                            .powers = true, .least = 1e-16},
            [TRACK_STEP] = {.title = "length of steps, s", .powers = true},
        };
        track_panel p = LOOKS[part];
        p.first = track_first(t, (track_part)part, &p.count);
        if (part == TRACK_OPEN)
            p.count *= 2; /* rates follow */
        if (!p.title || !p.count || (part == TRACK_TORQUE && is_zero(t, &p)) ||
            (part == TRACK_STEP && !steps_differ(t, &p)))
            continue;
        list[count++] = p;
    }
    return count;
}

void track_print_svg(const track *t, const char *about, text *out)
{
    track_panel list[TRACK_PARTS];
    const uint32_t count = track_panels(t, list);
    const int high = TOP + (PANEL + BETWEEN) * (int)count + 20;
    plot x = {.t = t, .out = out, .end = t->rows[(size_t)(t->rows_count - 1) * t->columns]};
    text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"system-ui,sans-serif\" font-size=\"13\" fill=\"" INK "\">\n",
                WIDE, high);
    add_style(out);
    text_printf(out, "<rect class=\"paper\" width=\"%d\" height=\"%d\" fill=\"" PAPER "\"/>\n"
                     "<text x=\"%d\" y=\"26\" font-size=\"17\" font-weight=\"600\">", WIDE, high,
                LEFT);
    add_escaped(out, t->model);
    text_printf(out, "</text>\n<text class=\"q\" fill=\"" QUIET "\" x=\"%d\" y=\"44\">", LEFT);
    add_escaped(out, about);
    text_add(out, "</text>\n");
    for (uint32_t k = 0; k < count; k++) {
        x.p = &list[k];
        x.top = TOP + 16 + (PANEL + BETWEEN) * k;
        draw_panel(&x);
    }
    const double beat = x.end > 0 ? pace(x.end, 8) : 1;
    for (double at = 0; at <= x.end * (1 + 1e-9); at += beat)
        text_printf(out, "<text class=\"q\" fill=\"" QUIET "\" x=\"%.1f\" y=\"%.1f\" "
                         "text-anchor=\"middle\">%.4g%s</text>\n",
                    across(&x, at), x.top + PANEL + 18, at, at > 0 ? "" : " s");
    text_add(out, "</svg>\n");
}
