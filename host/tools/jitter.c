/* SPDX-License-Identifier: MIT */
#include "jitter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Bin k of a histogram: from 2^(k-1) us on, the first from 0; the last is open. */
enum { BINS = 18, CYCLIC_MOST_US = 1 << (BINS - 2), SECOND_NS = 1000000000, WARM_STEPS = 20 };

typedef struct {
    bool is_there;
    uint64_t bins[BINS];
    double least_us, most_us, mean_us;
    uint64_t count;
} histogram;

static uint64_t bin_from_us(uint32_t bin)
{
    return bin ? UINT64_C(1) << (bin - 1) : 0;
}

static void add(histogram *h, double us, uint64_t times)
{
    uint32_t bin = 0;
    while (bin + 1 < BINS && us >= (double)bin_from_us(bin + 1))
        bin++;
    h->least_us = h->count == 0 || us < h->least_us ? us : h->least_us;
    h->most_us = us > h->most_us ? us : h->most_us;
    h->mean_us += (double)times * us; /* the sum, until all are in */
    h->bins[bin] += times;
    h->count += times;
}

static void finish(histogram *h)
{
    h->is_there = h->count > 0;
    h->mean_us /= h->count ? (double)h->count : 1;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static struct timespec later(struct timespec t, uint64_t ns)
{
    const uint64_t sum = (uint64_t)t.tv_nsec + ns;
    return (struct timespec){t.tv_sec + (time_t)(sum / SECOND_NS), (long)(sum % SECOND_NS)};
}

static double us_since(struct timespec from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)(now.tv_sec - from.tv_sec) + 1e-3 * (double)(now.tv_nsec - from.tv_nsec);
}

/* What the application of a control loop would do: docs/realtime.md. */
static status prepare(tauflow *core, const char *device, const jitter_settings *s, diag *d)
{
    const tauflow_realtime how = {.priority = (int)s->priority,
                                  .lock_memory = s->priority > 0,
                                  .alarm_signal = SIGRTMIN};
    TRY(tool_check(core, tauflow_set_realtime(core, &how), device, d));
    const struct sched_param own = {.sched_priority = (int)s->priority};
    if (s->priority && sched_setscheduler(0, SCHED_FIFO, &own) != 0)
        return diag_system_error(d, (place){0}, "cannot have priority %u of SCHED_FIFO: %s",
                                 s->priority, strerror(errno));
    return tool_check(core, tauflow_set_deadline(core, (uint64_t)s->period_us * 1000), device, d);
}

static status step_all(tauflow *core, const char *device, const jitter_settings *s,
                       const jitter_load *load, histogram *h, uint32_t *missed, diag *d)
{
    struct timespec due;
    for (uint32_t k = 0; k < WARM_STEPS; k++)
        TRY(tool_check(core, load->step(load->user, core, k % s->steps), device, d));
    TRY(prepare(core, device, s, d));
    clock_gettime(CLOCK_MONOTONIC, &due);
    for (uint32_t k = 0; k < s->steps; k++) {
        due = later(due, (uint64_t)s->period_us * 1000);
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
            continue;
        const tauflow_status done = load->step(load->user, core, k);
        add(h, us_since(due), 1);
        if (done == TAUFLOW_TIMEOUT) {
            ++*missed;
            TRY(tool_check(core, tauflow_recover(core), device, d));
        } else {
            TRY(tool_check(core, done, device, d));
        }
    }
    finish(h);
    return STATUS_OK;
}

/* ---- cyclictest ------------------------------------------------------------------------------ */

/* Lines `000017 000004`: so many moments that were so many us late. Others begin with a word. */
static void read_cyclic(FILE *f, histogram *h)
{
    char line[256];
    unsigned long us, times;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%lu %lu", &us, &times) == 2 && times)
            add(h, (double)us, times);
    finish(h);
}

static void run_cyclic(const jitter_settings *s, int to)
{
    char period[16], loops[16], priority[16], most[16];
    snprintf(period, sizeof period, "-i%u", s->period_us);
    snprintf(loops, sizeof loops, "-l%u", s->steps);
    snprintf(most, sizeof most, "-h%d", CYCLIC_MOST_US);
    snprintf(priority, sizeof priority, "-p%u", s->priority);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDERR_FILENO);
    dup2(to, STDOUT_FILENO);
    execlp("cyclictest", "cyclictest", "-q", "-t1", period, loops, most,
           s->priority ? priority : (char *)NULL, "-m", (char *)NULL);
    _exit(127);
}

/* *why: empty, or why it has no histogram. */
static void measure_cyclic(const jitter_settings *s, histogram *h, char *why, size_t size)
{
    int ends[2], ended = -1;
    fflush(NULL);
    if (pipe(ends) != 0) {
        snprintf(why, size, "cyclictest: %s", strerror(errno));
        return;
    }
    const pid_t process = fork();
    if (process == 0)
        run_cyclic(s, ends[1]);
    close(ends[1]);
    FILE *f = fdopen(ends[0], "r");
    if (f)
        read_cyclic(f, h);
    if (f)
        fclose(f);
    else
        close(ends[0]);
    if (process > 0)
        waitpid(process, &ended, 0);
    if (WIFEXITED(ended) && WEXITSTATUS(ended) == 127)
        snprintf(why, size, "cyclictest is not installed (Debian: rt-tests)");
    else if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0 || !h->is_there)
        snprintf(why, size, "cyclictest gave no histogram: it may need the rights of root");
    h->is_there = h->is_there && !*why;
}

/* ---- the page -------------------------------------------------------------------------------- */

static void print_json_histogram(const histogram *h, text *out)
{
    if (!h->is_there) {
        text_add(out, "null");
        return;
    }
    text_printf(out, "{\"least_us\": %.1f, \"mean_us\": %.1f, \"most_us\": %.1f, \"bins\": [",
                h->least_us, h->mean_us, h->most_us);
    for (uint32_t k = 0; k < BINS; k++)
        text_printf(out, "%s[%llu, %llu]", k ? ", " : "", (unsigned long long)bin_from_us(k),
                    (unsigned long long)h->bins[k]);
    text_add(out, "]}");
}

static void print_line(const char *name, const histogram *h, text *out)
{
    text_printf(out, "%-17s %.1f us least, %.1f mean, %.1f most\n", name, h->least_us, h->mean_us,
                h->most_us);
}

static void print_page(const char *device, const jitter_settings *s, const histogram *steps,
                       const histogram *cyclic, uint32_t missed, const char *why, text *out)
{
    text_printf(out, "jitter            %u steps on %s, one every %u us, priority %u\n", s->steps,
                device, s->period_us, s->priority);
    print_line("torques late by", steps, out);
    if (cyclic->is_there)
        print_line("cyclictest", cyclic, out);
    else
        text_printf(out, "cyclictest        none: %s\n", why);
    text_printf(out, "missed            %u steps were not over after %u us, and recovered from\n\n",
                missed, s->period_us);
    text_printf(out, "%10s %10s %10s\n", "from us", "steps", cyclic->is_there ? "cyclictest" : "");
    for (uint32_t k = 0; k < BINS; k++) {
        text_printf(out, "%10llu %10llu", (unsigned long long)bin_from_us(k),
                    (unsigned long long)steps->bins[k]);
        if (cyclic->is_there)
            text_printf(out, " %10llu", (unsigned long long)cyclic->bins[k]);
        text_add(out, "\n");
    }
}

status jitter_measure(arena *mem, tauflow *core, const char *device, const jitter_settings *s,
                      const jitter_load *load, text *out, diag *d)
{
    histogram *h = ARENA_ARRAY(mem, histogram, 2);
    char why[128] = "";
    uint32_t missed = 0;
    memset(h, 0, 2 * sizeof *h);
    TRY(step_all(core, device, s, load, &h[0], &missed, d));
    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
    measure_cyclic(s, &h[1], why, sizeof why);
    if (!s->json) {
        print_page(device, s, &h[0], &h[1], missed, why, out);
        return STATUS_OK;
    }
    text_add(out, "{\"device\": ");
    text_add_json_string(out, device);
    text_printf(out, ", \"steps\": %u, \"period_us\": %u, \"priority\": %u, \"missed\": %u, "
                     "\"late\": ",
                s->steps, s->period_us, s->priority, missed);
    print_json_histogram(&h[0], out);
    text_add(out, ", \"cyclictest\": ");
    print_json_histogram(&h[1], out);
    text_add(out, "}\n");
    return STATUS_OK;
}
