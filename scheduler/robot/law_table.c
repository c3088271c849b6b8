/* SPDX-License-Identifier: MIT */
#include "robot/law_table.h"

#include "robot/numbers.h"

#include <math.h>
#include <string.h>

/* --- points ---------------------------------------------------------------------------------- */

static const char *read_point(arena *mem, char *point, law_table *to)
{
    char *colon = strchr(point, ':');
    const uint32_t number = to->points_count + 1;
    law_point p;
    if (!colon)
        return arena_printf(mem, "point %u: '%s': x:y expected", number, text_shown(mem, point));
    *colon = 0;
    const char *wrong = numbers_read(mem, point, &p.x, 1);
    if (!wrong)
        wrong = numbers_read(mem, colon + 1, &p.y, 1);
    if (wrong)
        return arena_printf(mem, "point %u: %s", number, wrong);
    if (number > 1 && !(p.x > to->points[number - 2].x))
        return arena_printf(mem, "point %u: x must grow strictly, and %.15g follows %.15g", number,
                            p.x, to->points[number - 2].x);
    if (number > LAW_TABLE_POINTS)
        return arena_printf(mem, "more than %d points", LAW_TABLE_POINTS);
    *ARENA_PUSH(mem, to, points) = p;
    return NULL;
}

/* --- pieces ---------------------------------------------------------------------------------- */

static double rise(const law_table *t, uint32_t i)
{
    return (t->points[i + 1].y - t->points[i].y) / (t->points[i + 1].x - t->points[i].x);
}

/* Steffen's slope at a point; at the ends that of the line to the neighbour. */
static double slope_at(const law_table *t, uint32_t i)
{
    if (i == 0 || i == t->points_count - 1)
        return rise(t, i ? i - 1 : 0);
    const double before = rise(t, i - 1), after = rise(t, i);
    const double h = t->points[i].x - t->points[i - 1].x, k = t->points[i + 1].x - t->points[i].x;
    const double mean = fabs(before * k + after * h) / (h + k);
    if (!(before * after > 0))
        return 0;
    return copysign(fmin(2 * fmin(fabs(before), fabs(after)), mean), before);
}

static void add_piece(arena *mem, law_table *t, law_piece p)
{
    if (p.c[0] != 0 || p.c[1] != 0 || p.c[2] != 0)
        *ARENA_PUSH(mem, t, pieces) = p;
}

static void make_lines(arena *mem, law_table *t)
{
    const uint32_t last = t->points_count - 2;
    for (uint32_t i = 0; i <= last; i++)
        add_piece(mem, t, (law_piece){.from = t->points[i].x,
                                      .width = t->points[i + 1].x - t->points[i].x,
                                      .c = {rise(t, i)}, .begins = i > 0, .ends = i < last});
}

static void make_cubics(arena *mem, law_table *t)
{
    const uint32_t last = t->points_count - 1;
    add_piece(mem, t, (law_piece){.from = t->points[0].x, .c = {slope_at(t, 0)}, .ends = true});
    for (uint32_t i = 0; i < last; i++) {
        const double h = t->points[i + 1].x - t->points[i].x, s = rise(t, i);
        const double m = slope_at(t, i), k = slope_at(t, i + 1);
        const double bend = (3 * s - 2 * m - k) / h, twist = (m + k - 2 * s) / (h * h);
        add_piece(mem, t, (law_piece){.from = t->points[i].x, .width = h, .c = {m, bend, twist},
                                      .begins = true, .ends = true});
    }
    add_piece(mem, t, (law_piece){.from = t->points[last].x, .c = {slope_at(t, last)},
                                  .begins = true});
}

const char *law_table_read(arena *mem, const char *from, bool straight, law_table *out)
{
    *out = (law_table){0};
    char *point = arena_strdup(mem, from);
    for (char *comma = point; comma; point = comma + 1) {
        comma = strchr(point, ',');
        if (comma)
            *comma = 0;
        const char *wrong = read_point(mem, point, out);
        if (wrong || !comma) {
            if (!wrong && out->points_count < 2)
                wrong = "two points at least expected, x:y,x:y";
            if (wrong)
                return wrong;
            break;
        }
    }
    (straight ? make_lines : make_cubics)(mem, out);
    for (uint32_t i = 0; i < out->pieces_count; i++)
        for (int k = 0; k < 3; k++)
            if (!(fabs(out->pieces[i].c[k]) <= NUMBERS_LARGEST))
                return "points lie too near to each other for what they rise";
    return NULL;
}

double law_table_value(const law_table *t, double x)
{
    double sum = t->points[0].y;
    for (uint32_t i = 0; i < t->pieces_count; i++) {
        const law_piece *p = &t->pieces[i];
        double u = x - p->from;
        if (p->begins)
            u = fmax(u, 0);
        if (p->ends)
            u = fmin(u, p->width);
        sum += u * (p->c[0] + u * (p->c[1] + u * p->c[2]));
    }
    return sum;
}

double law_table_slope(const law_table *t, double x)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->pieces_count; i++) {
        const law_piece *p = &t->pieces[i];
        const double u = x - p->from;
        if ((!p->begins || u >= 0) && (!p->ends || u < p->width))
            sum += p->c[0] + u * (2 * p->c[1] + u * 3 * p->c[2]);
    }
    return sum;
}

/* Gauss' rule of two nodes from point to point, where all is of third degree at most. */
static double mean_of(const law_table *t, double a, double b,
                      double (*of)(const law_table *t, double x))
{
    const double low = fmin(a, b), high = fmax(a, b), node = 1 / sqrt(12);
    double sum = 0, from = low;
    if (!(low < high))
        return of(t, a);
    for (uint32_t i = 0; i <= t->points_count && from < high; i++) {
        const double to = i < t->points_count ? fmin(t->points[i].x, high) : high;
        if (!(to > from))
            continue;
        const double middle = (from + to) / 2, beside = node * (to - from);
        sum += (to - from) / (high - low) * (of(t, middle - beside) + of(t, middle + beside)) / 2;
        from = to;
    }
    return sum;
}

double law_table_mean(const law_table *t, double a, double b)
{
    return mean_of(t, a, b, law_table_value);
}

double law_table_mean_slope(const law_table *t, double a, double b)
{
    return mean_of(t, a, b, law_table_slope);
}
