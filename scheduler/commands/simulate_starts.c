/* SPDX-License-Identifier: MIT */
#include "commands/simulate_starts.h"

#include "apps/motion/robot_cpu.h"
#include "apps/motion/start_batch.h"
#include "base/output.h"
#include "commands/motion_options.h"

#include <math.h>

/* What is told of all motions. */
typedef struct {
    uint32_t begun, whole, failed, useless, pass_limits;
    uint32_t first_failed, first_useless; /* where there are some */
    uint64_t steps, refused, partition_changes;
    double energy_change, open, open_rate; /* the largest */
} all_motions;

status check_starts(const settings *s, bool on_cpu, diag *d)
{
    if (!s->motion->starts || (on_cpu && !s->npz && !s->svg && !s->page && !s->motion->realtime))
        return STATUS_OK;
    return diag_error(d, (place){0}, "--starts moves a robot many times, on the CPU: --npz, --svg, "
                                     "--page, --realtime and --device are for one motion");
}

static all_motions look_at(const start_results *r, double until_s)
{
    all_motions a = {0};
    for (uint32_t i = r->count; i-- > 0;) {
        const start_result *one = &r->list[i];
        const bool failed = one->done != STATUS_OK;
        a.begun += one->begun;
        a.whole += one->begun && !failed && (one->report.t >= until_s || one->report.ended);
        a.pass_limits += one->passes_limits;
        a.steps += one->report.steps;
        a.refused += one->report.refused;
        a.partition_changes += one->partition_changes;
        a.energy_change = fmax(a.energy_change, one->report.energy_change);
        a.open = fmax(a.open, one->report.open);
        a.open_rate = fmax(a.open_rate, one->report.open_rate);
        if (failed) {
            a.failed++;
            a.first_failed = i;
        }
        if (one->useless) {
            a.useless++;
            a.first_useless = i;
        }
    }
    return a;
}

/* A row per start that began: its number, from 1, and where its motion ended. */
static void print_csv(const start_results *r, text *out)
{
    text_add(out, "start");
    for (uint32_t c = 0; c < r->columns.columns; c++) {
        text_add(out, ",");
        text_add_csv(out, track_column(out->mem, &r->columns, c));
    }
    text_add(out, "\n");
    for (uint32_t i = 0; i < r->count; i++) {
        if (!r->list[i].begun)
            continue;
        text_printf(out, "%u", i + 1);
        for (uint32_t c = 0; c < r->columns.columns; c++) {
            text_add(out, ",");
            text_add_number(out, r->list[i].moment[c]);
        }
        text_add(out, "\n");
    }
}

typedef struct {
    const robot_motion *x;
    const motion_method *method;
    const start_results *r;
    all_motions all;
    uint32_t processors;
} summary;

static double per_step_us(const summary *s)
{
    return s->all.steps ? 1e6 * s->r->seconds / (double)s->all.steps : 0;
}

static void print_words(const summary *s, text *out)
{
    text_printf(out, "model             %s\nmethod            %s\nstarts            %u\n",
                s->x->t->name, s->method->name, s->r->count);
    text_printf(out, "moved to the end  %u\nsteps             %llu of order %u, %llu refused\n",
                s->all.whole, (unsigned long long)s->all.steps, s->method->order,
                (unsigned long long)s->all.refused);
    if (s->all.partition_changes)
        text_printf(out, "independent       other joints %llu times\n",
                    (unsigned long long)s->all.partition_changes);
    text_printf(out, "energy            changes by at most %.4g J\n", s->all.energy_change);
    if (s->x->l)
        text_printf(out, "constraints       within %.2g, their rates within %.2g\n", s->all.open,
                    s->all.open_rate);
    text_printf(out, "speed             %.3g s on %u processors, %.3g us per step\n",
                s->r->seconds, s->processors, per_step_us(s));
}

static void print_json(const summary *s, text *out)
{
    text_add(out, "{\"model\": ");
    text_add_json_string(out, s->x->t->name);
    text_printf(out, ", \"method\": \"%s\", \"starts\": %u, \"whole\": %u, \"failed\": %u, "
                     "\"steps\": %llu, \"order\": %u, \"refused\": %llu, "
                     "\"partition_changes\": %llu, "
                     "\"energy_change\": %.6g, \"open\": %.3g, "
                     "\"open_rate\": %.3g, \"processors\": %u, \"seconds\": %.6g}\n",
                s->method->name, s->r->count, s->all.whole, s->all.failed,
                (unsigned long long)s->all.steps, s->method->order,
                (unsigned long long)s->all.refused,
                (unsigned long long)s->all.partition_changes, s->all.energy_change, s->all.open,
                s->all.open_rate, s->processors, s->r->seconds);
}

/* Notes and warnings of all; an error where some failed. */
static status judge(const summary *s, const number_table *starts, diag *d)
{
    const all_motions *a = &s->all;
    const start_result *first = &s->r->list[a->first_failed];
    const uint32_t stopped = s->r->count - a->whole - a->failed;
    if (stopped)
        diag_note(d, (place){0}, "stopped early: %u of %u starts were not moved to the end",
                  stopped, s->r->count);
    if (a->pass_limits)
        diag_note(d, (place){0},
                  "%u of %u motions pass limits of joints, which stop none here; by --start one of "
                  "them alone tells which", a->pass_limits, s->r->count);
    if (a->useless)
        diag_warn(d, (place){starts->file, starts->line[a->first_useless], 1},
                  "the motion from here is of no use, and %u more: beside what forces gave and "
                  "took the energy changes by more than %g %% of what the motion exchanges",
                  a->useless - 1, 100 * SIMULATION_ENERGY_SHARE);
    if (!a->failed)
        return a->useless ? STATUS_DOUBT : STATUS_OK;
    const place at = {starts->file, starts->line[a->first_failed], 1};
    return first->done == STATUS_INPUT
               ? diag_error(d, at, "%s (%u of %u starts fail)", first->why, a->failed, s->r->count)
               : diag_system_error(d, at, "%s (%u of %u starts fail)", first->why, a->failed,
                                   s->r->count);
}

status simulate_starts(arena *mem, settings *s, const motion_method *method, robot_motion *x,
                       const struct events_plan *events, text *out, diag *d)
{
    number_table starts;
    start_results r;
    TRY(starts_read(mem, s->motion->starts, &starts, d));
    if (!method->by_multipliers)
        robot_cpu_compile(x->cpu, d);
    const start_plan plan = {.of = x, .starts = &starts, .step_s = s->motion->step_s,
                             .until_s = s->motion->until_s, .events = events,
                             .threads = starts_processors()};
    status done = starts_move(mem, &plan, &s->life, &r, d);
    progress_release(&s->life);
    robot_cpu_release(x->cpu);
    TRY(done);
    const summary all = {x, method, &r, look_at(&r, plan.until_s),
                         plan.threads < r.count ? plan.threads : r.count};
    if (s->csv) {
        output_file table = {s->csv, text_make(mem)};
        print_csv(&r, &table.bytes);
        TRY(output_write(&table, 1, d));
    }
    done = judge(&all, &starts, d);
    if (!output_is_stdout(s->csv))
        (s->json ? print_json : print_words)(&all, out);
    return done;
}
