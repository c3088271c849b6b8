/* SPDX-License-Identifier: MIT */
#include "schedule/explore.h"

#include <string.h>

static uint32_t point_units(const explore_point *p)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        sum += p->units[k];
    return sum;
}

static uint32_t kind_limit(const exploration *e, const explore_options *options, uint32_t kind)
{
    if (options->most[kind])
        return options->most[kind];
    uint32_t guess = e->estimates.statistical[kind] > e->estimates.lower[kind]
                         ? e->estimates.statistical[kind]
                         : e->estimates.lower[kind];
    return guess + 1 < EXPLORE_LIMIT ? guess + 1 : EXPLORE_LIMIT;
}

/* A machine without a unit that operations need has no bound: schedulers say what is missing. */
static uint32_t bound_of(arena *mem, const ops *p, const machine *m)
{
    const ops_counts n = ops_count(p);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (n.per_unit[k] && !m->units[k])
            return UINT32_MAX - 1;
    const graph g = graph_build(mem, p);
    return bounds_compute(mem, &g, m).best;
}

promising_graphs graphs_promising(const graph_choice *from, const machine *m)
{
    promising_graphs best = {.bound = {UINT32_MAX, UINT32_MAX}};
    for (uint32_t i = 0; i < from->count; i++) {
        arena mem = arena_make();
        const ops *p = &from->list[i];
        const uint32_t bound = bound_of(&mem, p, m);
        const bool first = bound < best.bound[0];
        if (first) {
            best.of[1] = best.of[0];
            best.bound[1] = best.bound[0];
        }
        if (bound < best.bound[!first]) {
            best.of[!first] = p;
            best.bound[!first] = bound;
        }
        arena_free(&mem);
    }
    if (!best.of[1]) {
        best.of[1] = best.of[0];
        best.bound[1] = best.bound[0];
    }
    return best;
}

static status explore_one(const graph_choice *from, const machine *m,
                          const explore_options *options, explore_point *point, diag *d)
{
    machine target = *m;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        target.units[k] = point->units[k] * (k < TAUFLOW_MODULE_KINDS ? target.stations : 1);
    const promising_graphs try = graphs_promising(from, &target);
    point->cycles = UINT32_MAX;
    for (uint32_t i = 0; i < 2; i++) {
        if (try.bound[i] >= point->cycles || (i && try.of[1] == try.of[0]))
            continue;
        arena mem = arena_make();
        schedule s;
        const status done = options->scheduler->run(&mem, try.of[i], &target, &options->options, &s,
                                                    d);
        if (done == STATUS_OK && s.cycles < point->cycles) {
            point->cycles = s.cycles;
            point->lower_bound = try.bound[i];
            point->operations = try.of[i]->list_count;
            point->usage = schedule_usage(try.of[i], &s);
        }
        arena_free(&mem);
        TRY(done);
    }
    return STATUS_OK;
}

/* Of all graphs the one with the shortest path. */
static const ops *find_shortest(const graph_choice *from, const machine *m)
{
    const ops *shortest = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < from->count; i++) {
        arena mem = arena_make();
        const graph g = graph_build(&mem, &from->list[i]);
        const uint32_t path = indices_compute(&mem, &g, m).critical_path;
        if (path < least) {
            least = path;
            shortest = &from->list[i];
        }
        arena_free(&mem);
    }
    return shortest;
}

/* Fewest cycles; then fewest units; then fewest multipliers, the dearer kind. */
static bool is_shorter(const explore_point *a, const explore_point *b)
{
    if (a->cycles != b->cycles)
        return a->cycles < b->cycles;
    if (point_units(a) != point_units(b))
        return point_units(a) < point_units(b);
    return a->units[UNIT_MUL] < b->units[UNIT_MUL];
}

static void judge(exploration *e)
{
    for (uint32_t i = 0; i < e->points_count; i++) {
        explore_point *p = &e->points[i];
        if (is_shorter(p, &e->points[e->shortest]))
            e->shortest = i;
        if (p->usage > e->points[e->best_usage].usage)
            e->best_usage = i;
        p->on_front = true;
        for (uint32_t j = 0; j < e->points_count && p->on_front; j++) {
            const explore_point *other = &e->points[j];
            uint32_t fewer = point_units(other), own = point_units(p);
            p->on_front = !(other->cycles <= p->cycles && fewer <= own &&
                            (other->cycles < p->cycles || fewer < own ||
                             (other->cycles == p->cycles && j < i)));
        }
    }
}

status explore_run(arena *mem, const graph_choice *from, const machine *m,
                   const explore_options *options, exploration *out, diag *d)
{
    const ops *p = find_shortest(from, m);
    graph g = graph_build(mem, p);
    *out = (exploration){.estimates = units_estimate(mem, &g, m),
                         .critical_path = indices_compute(mem, &g, m).critical_path};
    ops_counts counts = ops_count(p);
    uint32_t first[UNIT_KINDS], last[UNIT_KINDS];
    for (uint32_t k = 0; k < UNIT_KINDS; k++) {
        first[k] = counts.per_unit[k] ? 1 : 0;
        last[k] = counts.per_unit[k] ? kind_limit(out, options, k) : 0;
    }
    uint32_t all = (last[UNIT_MUL] - first[UNIT_MUL] + 1) * (last[UNIT_ADD] - first[UNIT_ADD] + 1);
    out->points = ARENA_ARRAY(mem, explore_point, all);
    progress *life = options->options.life;
    uint32_t adds = last[UNIT_ADD] - first[UNIT_ADD] + 1;
    for (uint32_t i = 0; i < all && (i == 0 || progress_continue(life, (double)i / all)); i++) {
        explore_point *point = &out->points[i];
        point->units[UNIT_MUL] = first[UNIT_MUL] + i / adds;
        point->units[UNIT_ADD] = first[UNIT_ADD] + i % adds;
        for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
            point->units[k] = m->units[k];
        double end = progress_share(life, 1.0 / (all - i));
        progress_span whole = progress_narrow(life, (double)i / all, (double)(i + 1) / all);
        TRY(explore_one(from, m, options, point, d));
        progress_widen(life, whole);
        progress_unshare(life, end);
        out->points_count++;
    }
    if (out->points_count < all)
        diag_note(d, (place){0}, "%u of %u numbers of units were not tried",
                  all - out->points_count, all);
    judge(out);
    return STATUS_OK;
}

void explore_print_csv(const exploration *e, text *out)
{
    text_add(out, "mul_units,add_units,div_units,cycles,lower_bound,usage,front,proven_optimal,"
                  "operations\n");
    for (uint32_t i = 0; i < e->points_count; i++) {
        const explore_point *p = &e->points[i];
        text_printf(out, "%u,%u,%u,%u,%u,%.4f,%d,%d,%u\n", p->units[UNIT_MUL], p->units[UNIT_ADD],
                    p->units[UNIT_DIV], p->cycles, p->lower_bound, p->usage, p->on_front,
                    p->cycles == p->lower_bound, p->operations);
    }
}

/* ---- plot ---------------------------------------------------------------------------------- */

enum { WIDTH = 640, HEIGHT = 420, LEFT = 60, RIGHT = 20, TOP = 40, BOTTOM = 50 };

typedef struct {
    uint32_t most_units, most_cycles;
} plot;

static double plot_x(const plot *p, double units)
{
    return LEFT + units * (WIDTH - LEFT - RIGHT) / (p->most_units + 1);
}

static double plot_y(const plot *p, double cycles)
{
    return HEIGHT - BOTTOM - cycles * (HEIGHT - TOP - BOTTOM) / (1.05 * p->most_cycles);
}

/* A step of 1, 2 or 5 times a power of ten that gives at most ten ticks. */
static uint32_t tick_step(uint32_t most)
{
    static const uint32_t STEPS[] = {1, 2, 5};
    for (uint32_t power = 1;; power *= 10)
        for (uint32_t i = 0; i < 3; i++)
            if (most / (STEPS[i] * power) <= 10)
                return STEPS[i] * power;
}

static void plot_axes(const plot *p, text *out)
{
    double bottom = plot_y(p, 0);
    for (uint32_t t = 0, step = tick_step(p->most_units); t <= p->most_units; t += step)
        text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%u</text>\n",
                    plot_x(p, t), bottom + 18, t);
    for (uint32_t t = 0, step = tick_step(p->most_cycles); t <= p->most_cycles; t += step)
        text_printf(out,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%u</text>\n",
                    LEFT, WIDTH - RIGHT, plot_y(p, t), plot_y(p, t), LEFT - 6, plot_y(p, t) + 4, t);
    text_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">units</text>\n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
    text_printf(out,
                "<text x=\"14\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 14 "
                "%d)\">cycles</text>\n",
                HEIGHT / 2, HEIGHT / 2);
}

static void plot_find(const plot *p, const explore_point *point, const char *colour,
                      const char *what, text *out)
{
    double x = plot_x(p, point_units(point)), y = plot_y(p, point->cycles);
    text_printf(
        out,
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
        x, y, colour);
    text_printf(out,
                "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s: %u mul, %u add, %u cycles, usage "
                "%.3f</text>\n",
                x + 10, y - 8, colour, what, point->units[UNIT_MUL], point->units[UNIT_ADD],
                point->cycles, point->usage);
}

static void add_escaped(text *out, const char *plain)
{
    for (const char *c = plain; *c; c++) {
        if (*c == '<' || *c == '&' || *c == '>')
            text_printf(out, "&#%d;", *c);
        else if ((unsigned char)*c >= ' ')
            text_add_bytes(out, c, 1);
    }
}

void explore_print_svg(const exploration *e, const char *title, text *out)
{
    plot p = {1, 1};
    for (uint32_t i = 0; i < e->points_count; i++) {
        const explore_point *point = &e->points[i];
        p.most_units = point_units(point) > p.most_units ? point_units(point) : p.most_units;
        p.most_cycles = point->cycles > p.most_cycles ? point->cycles : p.most_cycles;
    }
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "font-family=\"sans-serif\" font-size=\"12\">\n",
                WIDTH, HEIGHT);
    text_add(out, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text_printf(out, "<text x=\"%d\" y=\"22\" font-size=\"15\">", LEFT);
    add_escaped(out, title);
    text_add(out, "</text>\n");
    plot_axes(&p, out);
    text_printf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#888\" "
                "stroke-dasharray=\"5 4\"/>\n",
                LEFT, WIDTH - RIGHT, plot_y(&p, e->critical_path), plot_y(&p, e->critical_path));
    for (uint32_t i = 0; i < e->points_count; i++) {
        const explore_point *point = &e->points[i];
        text_printf(out,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\"><title>%u mul, %u add: "
                    "%u cycles, bound %u</title></circle>\n",
                    plot_x(&p, point_units(point)), plot_y(&p, point->cycles),
                    point->on_front ? "4" : "2.5", point->on_front ? "#1f5fa8" : "#b8c4d0",
                    point->units[UNIT_MUL], point->units[UNIT_ADD], point->cycles,
                    point->lower_bound);
    }
    if (e->points_count) {
        plot_find(&p, &e->points[e->shortest], "#b03020", "shortest", out);
        plot_find(&p, &e->points[e->best_usage], "#207040", "best use", out);
    }
    text_add(out, "</svg>\n");
}
