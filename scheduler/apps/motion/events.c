/* SPDX-License-Identifier: MIT */
#include "apps/motion/events.h"

#include "robot/numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Within a long step expressions are looked at so many times: two zeros between two looks are
 * missed. */
enum { LOOKS = 4, ITERATIONS_MOST = 200 };
/* A zero is found to so many units in the last place of its time. */
#define UNITS 4

/* ---- what is asked for ----------------------------------------------------------------------- */

static const char *const DIRECTION[EVENT_DIRECTIONS] = {
    [EVENT_BOTH] = "both", [EVENT_RISING] = "rising", [EVENT_FALLING] = "falling"};

static status bad(const char *given, const char *why, diag *d)
{
    return diag_error(d, (place){0}, "bad value '%s' of option --event: %s",
                      text_shown(d->mem, given), why);
}

/* The text from one place to another without blanks around it. */
static char *trimmed(arena *mem, const char *from, const char *end)
{
    while (from < end && *from == ' ')
        from++;
    while (end > from && end[-1] == ' ')
        end--;
    return arena_strndup(mem, from, (size_t)(end - from));
}

static status read_direction(const char *given, const char *word, event_wish *e, diag *d)
{
    for (uint32_t k = 0; k < EVENT_DIRECTIONS; k++)
        if (strcmp(word, DIRECTION[k]) == 0) {
            e->direction = (event_direction)k;
            return STATUS_OK;
        }
    return bad(given, "after ; rising, falling or both expected", d);
}

static status read_event(arena *mem, const char *given, const formula_names *names, event_wish *e,
                         diag *d)
{
    const char *colon = strchr(given, ':'), *end = strchr(given, ';');
    if (!colon || !*trimmed(mem, given, colon))
        return bad(given, "NAME: EXPRESSION expected", d);
    e->name = trimmed(mem, given, colon);
    if (end)
        TRY(read_direction(given, trimmed(mem, end + 1, end + strlen(end)), e, d));
    const char *is = trimmed(mem, colon + 1, end ? end : given + strlen(given));
    const char *wrong = formula_read(mem, is, names, &e->is);
    return wrong ? bad(given, arena_printf(mem, "'%s', %s", is, wrong), d) : STATUS_OK;
}

status events_read(arena *mem, const char *const *given, uint32_t count, const char *stop,
                   const track *columns, events_plan *out, diag *d)
{
    const char **variables = ARENA_ARRAY(mem, const char *, columns->columns + 1);
    formula_parameters none = {0};
    for (uint32_t c = 0; c < columns->columns; c++)
        variables[c] = track_column(mem, columns, c);
    const formula_names names = {variables, &none, .has_dots = true};
    *out = (events_plan){.list = ARENA_ARRAY(mem, event_wish, count + 1), .count = count,
                         .stop = count};
    for (uint32_t i = 0; i < count; i++) {
        TRY(read_event(mem, given[i], &names, &out->list[i], d));
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(out->list[i].name, out->list[k].name) == 0)
                return bad(given[i], "another event has this name", d);
        if (stop && strcmp(out->list[i].name, stop) == 0)
            out->stop = i;
    }
    if (stop && out->stop == count)
        return diag_error(d, (place){0}, "--stop-at %s: no --event has this name",
                          text_shown(d->mem, stop));
    return STATUS_OK;
}

/* ---- where they are -------------------------------------------------------------------------- */

static void values_of(const events_watch *w, const moment *m, double *value)
{
    track_fill(w->rows, m, w->row);
    for (uint32_t i = 0; i < w->plan->count; i++)
        value[i] = formula_value(&w->plan->list[i].is, NULL, w->row);
}

static status value_at(events_watch *w, uint32_t event, double t, double *value, diag *d)
{
    moment m;
    TRY(w->m->between(w->m->self, t, &m, d));
    track_fill(w->rows, &m, w->row);
    *value = formula_value(&w->plan->list[event].is, NULL, w->row);
    return STATUS_OK;
}

/* Regula falsi that halves the value of an end that stays (Illinois): the zero stays between both
 * ends. *t: the end where the sign has turned. */
static status find_zero(events_watch *w, uint32_t event, double a, double at_a, double b,
                        double at_b, double *t, diag *d)
{
    int stayed = 0;
    for (uint32_t k = 0; k < ITERATIONS_MOST && b - a > UNITS * DBL_EPSILON * b; k++) {
        double at, middle = b - at_b * (b - a) / (at_b - at_a);
        if (k % 3 == 2 || !(middle > a && middle < b)) /* where it is flat or steep */
            middle = a + (b - a) / 2;
        if (!(middle > a && middle < b))
            break;
        TRY(value_at(w, event, middle, &at, d));
        if ((at > 0) == (at_b > 0) && at != 0) {
            b = middle;
            at_b = at;
            at_a = stayed == 1 ? at_a / 2 : at_a;
            stayed = 1;
        } else if (at != 0) {
            a = middle;
            at_a = at;
            at_b = stayed == -1 ? at_b / 2 : at_b;
            stayed = -1;
        } else {
            a = b = middle;
        }
    }
    *t = b;
    return STATUS_OK;
}

/* Later ones after earlier ones. */
static void add_due(events_watch *w, event_found found)
{
    *ARENA_PUSH(w->mem, w, due) = found;
    uint32_t at = w->due_count - 1;
    for (; at && w->due[at - 1].t > found.t; at--)
        w->due[at] = w->due[at - 1];
    w->due[at] = found;
}

/* One that was at zero has been told. */
static bool passes(const event_wish *e, double before, double after)
{
    const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
    return (rises && e->direction != EVENT_FALLING) || (falls && e->direction != EVENT_RISING);
}

/* Between two looks. */
static status look_between(events_watch *w, double from, double to, diag *d)
{
    for (uint32_t i = 0; i < w->plan->count; i++) {
        event_found found = {.event = i, .t = to, .rises = w->value[i] < 0};
        if (!passes(&w->plan->list[i], w->value[i], w->next[i]))
            continue;
        if (w->next[i] != 0)
            TRY(find_zero(w, i, from, w->value[i], to, w->next[i], &found.t, d));
        add_due(w, found);
    }
    memcpy(w->value, w->next, w->plan->count * sizeof *w->value);
    return STATUS_OK;
}

/* Nothing is due after the one that ends the motion. */
static void cut(events_watch *w)
{
    for (uint32_t i = 0; i < w->due_count; i++)
        if (w->due[i].event == w->plan->stop) {
            w->due_count = i + 1;
            w->ends = true;
        }
}

events_watch events_begin(arena *mem, const events_plan *p, const mover *m, track *rows,
                          const moment *start)
{
    events_watch w = {.mem = mem, .plan = p, .m = m, .rows = rows, .t = start->t,
                      .value = ARENA_ARRAY(mem, double, p->count + 1),
                      .next = ARENA_ARRAY(mem, double, p->count + 1),
                      .row = ARENA_ARRAY(mem, double, rows->columns)};
    values_of(&w, start, w.value);
    return w;
}

status events_look(events_watch *w, const moment *now, diag *d)
{
    const uint32_t looks = w->m->at ? LOOKS : 1; /* fixed steps are short */
    double from = w->t;
    w->due_count = w->written = 0;
    for (uint32_t k = 1; k < looks; k++) {
        const double t = w->t + (now->t - w->t) * k / looks;
        moment m;
        TRY(w->m->between(w->m->self, t, &m, d));
        values_of(w, &m, w->next);
        TRY(look_between(w, from, t, d));
        from = t;
    }
    values_of(w, now, w->next);
    TRY(look_between(w, from, now->t, d));
    w->t = now->t;
    cut(w);
    return STATUS_OK;
}

status events_write(events_watch *w, double t, void (*seen)(const moment *m, void *of), void *of,
                    diag *d)
{
    for (; w->written < w->due_count && w->due[w->written].t <= t; w->written++) {
        event_found found = w->due[w->written];
        moment m;
        TRY(w->m->between(w->m->self, found.t, &m, d));
        seen(&m, of);
        found.row = w->rows->rows_count;
        track_add(w->mem, w->rows, &m);
        *ARENA_PUSH(w->mem, w, list) = found;
    }
    return STATUS_OK;
}

/* ---- what is told ---------------------------------------------------------------------------- */

void events_print(const events_plan *p, const simulation_report *r, text *out)
{
    enum { MOST = 20 };
    for (uint32_t i = 0; i < r->events_count && i < MOST; i++)
        text_printf(out, "event             %s at t = %.12g s, %s\n",
                    p->list[r->events[i].event].name, r->events[i].t,
                    DIRECTION[r->events[i].rises ? EVENT_RISING : EVENT_FALLING]);
    if (r->events_count > MOST)
        text_printf(out, "events            %u more\n", r->events_count - MOST);
}

void events_print_json(const events_plan *p, const simulation_report *r, const track *rows,
                       text *out)
{
    text_add(out, "\"events\": [");
    for (uint32_t i = 0; i < r->events_count; i++) {
        const event_found *e = &r->events[i];
        const double *row = rows->rows + (size_t)e->row * rows->columns;
        text_add(out, i ? ", {\"name\": " : "{\"name\": ");
        text_add_json_string(out, p->list[e->event].name);
        text_printf(out, ", \"rises\": %s, \"at\": {", e->rises ? "true" : "false");
        for (uint32_t c = 0; c < rows->columns; c++) {
            text_add(out, c ? ", " : "");
            text_add_json_string(out, track_column(out->mem, rows, c));
            text_add(out, ": ");
            text_add_number(out, row[c]);
        }
        text_add(out, "}}");
    }
    text_add(out, "], ");
}
