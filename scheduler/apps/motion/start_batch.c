/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity: Linux */
#include "apps/motion/start_batch.h"

#include "apps/motion/robot_partitions.h"
#include "robot/numbers.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

#define RATE ".rate"
/* What a motion that fails had before is known as often as this; others end in a row. */
enum { ROWS = 1000 };

typedef struct {
    const start_plan *p;
    start_results *out;
    progress *life;
    double *moments; /* of all results */
    pthread_mutex_t lock; /* of what follows, and of `mem` */
    arena *mem;
    uint32_t next;
} batch;

/* ---- the file -------------------------------------------------------------------------------- */

static uint32_t column_of(const number_table *t, const char *name, size_t length)
{
    uint32_t i = 0;
    while (i < t->columns && (strlen(t->names[i]) != length || memcmp(t->names[i], name, length)))
        i++;
    return i;
}

/* The length of NAME in NAME.rate; 0: it is no rate. */
static size_t rate_of(const char *name)
{
    const size_t length = strlen(name), ending = strlen(RATE);
    return length > ending && strcmp(name + length - ending, RATE) == 0 ? length - ending : 0;
}

status starts_read(arena *mem, const char *path, number_table *out, diag *d)
{
    static const table_head HEAD = {NULL, "joints, or JOINT" RATE " beside JOINT", 1};
    TRY(number_table_read(mem, path, &HEAD, out, d));
    for (uint32_t i = 0; i < out->columns; i++) {
        const size_t stem = rate_of(out->names[i]);
        if (stem && column_of(out, out->names[i], stem) == out->columns)
            return diag_error(d, (place){path, 1, 1}, "column '%s' wants its position beside it, "
                              "column '%.*s'", text_shown(mem, out->names[i]), (int)stem,
                              out->names[i]);
    }
    return STATUS_OK;
}

/* NAME=POSITION[,RATE], as --start has it, of each position; returns how many. */
static uint32_t write_starts(arena *mem, const number_table *t, uint32_t row, const char **to)
{
    const double *value = t->value + (size_t)row * t->columns;
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->columns; i++) {
        if (rate_of(t->names[i]))
            continue;
        const char *rate = arena_printf(mem, "%s" RATE, t->names[i]);
        const uint32_t k = column_of(t, rate, strlen(rate));
        to[count++] = k < t->columns
                          ? arena_printf(mem, "%s=%.17g,%.17g", t->names[i], value[i], value[k])
                          : arena_printf(mem, "%s=%.17g", t->names[i], value[i]);
    }
    return count;
}

/* ---- one start ------------------------------------------------------------------------------- */

static status begin(arena *mem, const start_plan *p, uint32_t row, robot_motion *x, diag *d)
{
    const char **start = ARENA_ARRAY(mem, const char *, p->starts->columns);
    TRY(robot_motion_fork(mem, p->of, x, d));
    return robot_motion_restart(mem, x, start, write_starts(mem, p->starts, row, start), d);
}

/* What it made of its own; `of` has the rest. */
static void forget(robot_motion *x)
{
    if (x->partitions)
        robot_partitions_release(x->cpu);
}

static bool passes_limits(const robot_motion *x)
{
    for (uint32_t i = 0; i < x->count * LIMITS; i++)
        if (x->passed[i].passed)
            return true;
    return false;
}

static status move(arena *mem, batch *b, uint32_t row, start_result *r, diag *d)
{
    const simulation_plan plan = {.until_s = b->p->until_s, .rows = ROWS};
    const uint32_t columns = b->out->columns.columns;
    progress own = {0}; /* the user's wish, and nothing that is shown */
    robot_motion x;
    track rows;
    if (b->life) {
        own.stop = b->life->stop;
        own.context = b->life->context;
    }
    status done = begin(mem, b->p, row, &x, d);
    if (done != STATUS_OK) {
        forget(&x);
        return done;
    }
    const mover m = robot_motion_mover(mem, &x, b->p->step_s);
    done = simulation_run(mem, &m, &plan, &own, &rows, &r->report, d);
    forget(&x);
    double *to = b->moments + (size_t)row * columns;
    memcpy(to, rows.rows + (size_t)(rows.rows_count - 1) * columns, columns * sizeof *to);
    r->moment = to;
    r->begun = true;
    r->passes_limits = passes_limits(&x);
    r->partition_changes = x.partitions ? x.partitions->changes : 0;
    r->useless = done == STATUS_OK && simulation_is_useless(&r->report);
    return done;
}

static void move_one(batch *b, uint32_t row)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    start_result *r = &b->out->list[row];
    r->done = move(&mem, b, row, r, &d);
    if (r->done != STATUS_OK) {
        pthread_mutex_lock(&b->lock);
        r->why = arena_strdup(b->mem, d.error.text);
        pthread_mutex_unlock(&b->lock);
    }
    arena_free(&mem);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* False: none is left, or none is wanted. */
static bool take_next(batch *b, uint32_t *row)
{
    pthread_mutex_lock(&b->lock);
    const bool takes = b->next < b->out->count && !progress_wish(b->life);
    *row = takes ? b->next++ : 0;
    pthread_mutex_unlock(&b->lock);
    return takes;
}

static void *work(void *of)
{
    batch *b = of;
    for (uint32_t row; take_next(b, &row);)
        move_one(b, row);
    return NULL;
}

/* The caller's share, which shows how far all are. */
static void work_and_tell(batch *b)
{
    progress_run(b->life, "simulate");
    for (uint32_t row; take_next(b, &row);) {
        move_one(b, row);
        (void)progress_continue(b->life, (row + 1.0) / b->out->count);
    }
}

/* Threads that cannot be made are missed by nobody. */
static void work_together(batch *b)
{
    const uint32_t most = b->out->count < b->p->threads ? b->out->count : b->p->threads;
    pthread_t *thread = ARENA_ARRAY(b->mem, pthread_t, most + 1);
    uint32_t count = 0;
    while (count + 1 < most && pthread_create(&thread[count], NULL, work, b) == 0)
        count++;
    work_and_tell(b);
    for (uint32_t i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    progress_end(b->life);
}

status starts_move(arena *mem, const start_plan *p, progress *life, start_results *out, diag *d)
{
    robot_motion first;
    diag trial = diag_make(mem);
    batch b = {.p = p, .out = out, .life = life, .mem = mem};
    /* What is wrong with names is wrong everywhere; what is wrong with numbers is not. */
    const status begun = begin(mem, p, 0, &first, &trial);
    forget(&first);
    if (begun == STATUS_INPUT)
        return diag_error(d, (place){p->starts->file, 1, 1}, "%s", trial.error.text);
    const mover m = robot_motion_mover(mem, &first, p->step_s);
    *out = (start_results){.columns = track_make(m.model, &m.columns), .count = p->starts->rows};
    out->list = ARENA_ARRAY(mem, start_result, out->count);
    b.moments = ARENA_ARRAY(mem, double, (size_t)out->count * out->columns.columns);
    if (progress_wish(life)) /* who ends the search wants no motion either */
        b.next = out->count;
    pthread_mutex_init(&b.lock, NULL);
    const double began = progress_now();
    work_together(&b);
    out->seconds = progress_now() - began;
    pthread_mutex_destroy(&b.lock);
    return STATUS_OK;
}

uint32_t starts_processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
}
