/* SPDX-License-Identifier: MIT */
#include "base/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

/* What is done sooner needs no sign of life; a line changes this often. */
static const double QUIET_S = 1, PERIOD_S = 0.25;

double progress_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p)
{
    p->began_s = progress_now();
    p->end_s = p->limit_s > 0 ? p->began_s + p->limit_s : 0;
}

static void begin(progress *p, const char *what, bool timed)
{
    p->what = what;
    p->timed = timed;
    p->stage_s = progress_now();
    p->low = 0;
    p->high = 1;
    p->best[0] = '\0';
    if (p->listen)
        p->listen(p->context, true);
}

void progress_search(progress *p, const char *what)
{
    if (p)
        begin(p, what, true);
}

void progress_run(progress *p, const char *what)
{
    if (!p)
        return;
    if (p->forget)
        p->forget(p->context); /* that wish ended the search before */
    begin(p, what, false);
}

void progress_end(progress *p)
{
    if (!p)
        return;
    if (p->listen && !p->held)
        p->listen(p->context, false);
    if (p->shown_s > 0 && p->show)
        p->show(p->context, "");
    p->shown_s = 0;
}

void progress_hold(progress *p)
{
    p->held = true;
    if (p->listen)
        p->listen(p->context, true);
}

void progress_release(progress *p)
{
    p->held = false;
    if (p->listen)
        p->listen(p->context, false);
}

bool progress_wish(const progress *p)
{
    return p && p->stop && p->stop(p->context);
}

double progress_share(progress *p, double share)
{
    if (!p || p->end_s <= 0)
        return 0;
    double end = p->end_s, now = progress_now();
    p->end_s = now + (end > now ? share * (end - now) : 0);
    return end;
}

void progress_unshare(progress *p, double end_s)
{
    if (p)
        p->end_s = end_s;
}

progress_span progress_narrow(progress *p, double low, double high)
{
    if (!p)
        return (progress_span){0, 1};
    progress_span before = {p->low, p->high};
    p->low = before.low + low * (before.high - before.low);
    p->high = before.low + high * (before.high - before.low);
    return before;
}

void progress_widen(progress *p, progress_span before)
{
    if (p) {
        p->low = before.low;
        p->high = before.high;
    }
}

static void show(progress *p, double now, double fraction)
{
    char line[160];
    double spent = now - p->stage_s, until = p->timed && p->end_s > now ? p->end_s - now : 0;
    if (until > 0 && spent / (spent + until) > fraction)
        fraction = spent / (spent + until);
    double left = fraction > 0.02 ? spent / fraction * (1 - fraction) : -1;
    int n = snprintf(line, sizeof line, "%s", p->what);
    if (fraction >= 0)
        n += snprintf(line + n, sizeof line - (size_t)n, ": %.0f %%", 100 * fraction);
    else
        n += snprintf(line + n, sizeof line - (size_t)n, ": %.0f s", spent);
    if (left >= 0)
        n += snprintf(line + n, sizeof line - (size_t)n, ", %.0f s left", left);
    if (p->best[0])
        snprintf(line + n, sizeof line - (size_t)n, ", best so far %s", p->best);
    p->shown_s = now;
    p->show(p->context, line);
}

bool progress_continue(progress *p, double fraction)
{
    if (!p)
        return true;
    if (progress_wish(p)) {
        p->stopped = p->stopped || p->timed;
        return false;
    }
    double now = progress_now();
    if (p->timed && p->end_s > 0 && now >= p->end_s) {
        p->late = true;
        return false;
    }
    if (p->show && now - p->began_s > QUIET_S && now - p->shown_s > PERIOD_S)
        show(p, now, fraction < 0 ? fraction : p->low + fraction * (p->high - p->low));
    return true;
}

void progress_best(progress *p, const char *format, ...)
{
    if (!p)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(p->best, sizeof p->best, format, args);
    va_end(args);
}

void progress_note(const progress *p, diag *d)
{
    if (p && p->stopped)
        diag_note(d, (place){0}, "the search was stopped early: this is the best it had found");
    else if (p && p->late)
        diag_note(d, (place){0}, "the search ended after --time %g: this is the best it had found",
                  p->limit_s);
}
