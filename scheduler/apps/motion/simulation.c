/* SPDX-License-Identifier: MIT */
#include "apps/motion/simulation.h"

#include "apps/motion/dense.h"

#include <math.h>
#include <time.h>

static void judge(const moment *m, simulation_report *r)
{
    r->t = m->t;
    r->kinetic = larger(r->kinetic, m->energy - m->potential);
    r->potential_least = smaller(r->potential_least, m->potential);
    r->potential_most = larger(r->potential_most, m->potential);
    r->energy_change = larger(r->energy_change, fabs(m->energy - m->work - r->energy));
    r->open = larger(r->open, m->open);
    r->open_rate = larger(r->open_rate, m->open_rate);
    r->shortest_s = smaller(r->shortest_s, m->step_s);
    r->longest_s = larger(r->longest_s, m->step_s);
    r->refused = m->refused;
}

double simulation_exchanged(const simulation_report *r)
{
    return r->kinetic + r->potential_most - r->potential_least;
}

bool simulation_is_useless(const simulation_report *r)
{
    const double largest = fmax(fabs(r->potential_least), fabs(r->potential_most)) + r->kinetic;
    return r->energy_change > SIMULATION_ENERGY_SHARE * simulation_exchanged(r) +
                                  SIMULATION_ENERGY_ROUNDING * largest;
}

/* Until a time of progress_now. */
static void wait_until(double when)
{
    const double left = when - progress_now();
    if (left > 0) {
        const struct timespec t = {.tv_sec = (time_t)left, .tv_nsec = (long)(1e9 * fmod(left, 1))};
        nanosleep(&t, NULL);
    }
}

/* Rows that are due within the last step, which ended now. */
static status add_between(arena *mem, const mover *m, const simulation_plan *plan,
                          const moment *now, uint64_t *written, track *out, simulation_report *r,
                          diag *d)
{
    for (; *written < plan->rows; ++*written) {
        const double t = (double)*written * plan->until_s / plan->rows;
        moment row;
        if (t > now->t)
            break;
        TRY(m->at(m->self, t, &row, d));
        judge(&row, r);
        track_add(mem, out, &row);
    }
    return STATUS_OK;
}

status simulation_run(arena *mem, const mover *m, const simulation_plan *plan, progress *life,
                      track *out, simulation_report *report, diag *d)
{
    enum { LOOKS = 32 }; /* steps between looks at the clock */
    const double began = progress_now();
    double due = plan->rows ? plan->until_s / plan->rows : 0;
    uint64_t written = 1;
    moment now = {0};
    status done = STATUS_OK;
    *out = track_make(m->model, &m->columns);
    m->look(m->self, &now);
    *report = (simulation_report){.energy = now.energy, .open = now.open, .t = now.t,
                                  .open_rate = now.open_rate, .shortest_s = INFINITY,
                                  .kinetic = now.energy - now.potential,
                                  .potential_least = now.potential,
                                  .potential_most = now.potential};
    track_add(mem, out, &now);
    report->stopped = progress_wish(life); /* who ends the search wants no motion either */
    progress_run(life, "simulate");
    while (now.t < plan->until_s && !report->stopped) {
        const double before = plan->realtime ? progress_now() : 0;
        done = m->step(m->self, plan->until_s, d);
        const double took = plan->realtime ? progress_now() - before : 0;
        if (done != STATUS_OK)
            break;
        m->look(m->self, &now);
        if (m->at && plan->rows)
            done = add_between(mem, m, plan, &now, &written, out, report, d);
        if (done != STATUS_OK)
            break;
        report->worst_s = fmax(report->worst_s, took);
        report->late += took > now.step_s;
        judge(&now, report);
        report->steps++;
        /* Half a part in a million early: times are sums. */
        const bool is_due = now.t >= (double)written * due * (1 - 5e-7);
        const bool row = !plan->rows || (is_due && !m->at);
        if (row || now.t >= plan->until_s)
            track_add(mem, out, &now);
        while (plan->rows && !m->at && now.t >= (double)written * due * (1 - 5e-7))
            written++;
        if (plan->realtime)
            wait_until(began + now.t);
        if (plan->realtime || report->steps % LOOKS == 0)
            report->stopped = !progress_continue(life, now.t / plan->until_s);
    }
    if (report->stopped && out->rows[(size_t)(out->rows_count - 1) * out->columns] < now.t)
        track_add(mem, out, &now);
    progress_end(life);
    report->seconds = progress_now() - began;
    if (!report->steps)
        report->shortest_s = 0;
    return done;
}
