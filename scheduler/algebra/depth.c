/* SPDX-License-Identifier: MIT */
#include "algebra/depth.h"

#include <string.h>

/* What the mean time of the outputs counts beside the latest one. The latest alone is a landscape
 * of plateaus: while two outputs are equally late, no step that hastens one of them looks
 * better. */
static const double MEAN_WEIGHT = 0.3;

/* One time more among those that are sorted. */
static void times_insert(uint32_t *times, uint32_t count, uint32_t time)
{
    for (; count > 0 && times[count - 1] > time; count--)
        times[count] = times[count - 1];
    times[count] = time;
}

/* Joins values that are there at the given times, which are sorted, earliest first: optimal for one
 * latency. What is joined goes back among those that are left. */
static uint32_t join_times(uint32_t *times, uint32_t count, uint32_t cycles)
{
    for (uint32_t i = 1; i < count; i++) { /* times[i - 1] and times[i] are the earliest */
        const uint32_t joined = times[i] + cycles;
        uint32_t j = i;
        for (; j + 1 < count && times[j + 1] < joined; j++)
            times[j] = times[j + 1];
        times[j] = joined;
    }
    return count ? times[count - 1] : 0;
}

enum { SHORT_SUM = 64 };

/* From the earliest on that all arguments are there. */
static uint32_t call_time(const depth *d, const symbol *v)
{
    uint32_t start = 0;
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        start = d->at[v->argument[k]] > start ? d->at[v->argument[k]] : start;
    return start + d->cycles.of[OP_KIND[CALL_KIND[v->call].op].unit];
}

static uint32_t product_time(const depth *d, const term *t)
{
    uint32_t times[TERM_FACTORS + 1], count = 0;
    if (t->constant && t->count)
        times[count++] = 0;
    for (uint32_t k = 0; k < t->count; k++, count++)
        times_insert(times, count, d->at[t->factor[k]]);
    return join_times(times, count, d->cycles.of[UNIT_MUL]);
}

static uint32_t definition_time(const depth *d, const net *n, sym s)
{
    const symbol *v = &n->symbols[s];
    if (v->kind == SYM_CALL)
        return call_time(d, v);
    uint32_t few[SHORT_SUM], longest = 0, count = 0;
    for (uint32_t i = 0; i < v->terms_count; i++) {
        const uint32_t time = product_time(d, &v->terms[i]);
        if (count < SHORT_SUM)
            times_insert(few, count++, time);
        longest = time > longest ? time : longest;
    }
    uint32_t joined = join_times(few, count, d->cycles.of[UNIT_ADD]);
    for (uint32_t more = v->terms_count; more > SHORT_SUM; more /= 2)
        longest += d->cycles.of[UNIT_ADD]; /* an estimate that only sums of hundreds of terms see */
    return joined > longest ? joined : longest;
}

/* --- inputs ------------------------------------------------------------------------ */

static void take_most(uint32_t *most, uint32_t to)
{
    *most = to > *most ? to : *most;
}

/* How long it takes at least from a symbol on until the last output that needs it is there: what is
 * late joins last. */
static uint32_t *tails_of(arena *work, const net *n, const unit_cycles *cycles, const sym *order,
                          uint32_t count)
{
    uint32_t *tail = ARENA_ARRAY(work, uint32_t, (size_t)n->symbols_count + 1);
    for (uint32_t i = count; i-- > 0;) {
        const symbol *v = &n->symbols[order[i]];
        const uint32_t own = tail[order[i]], sum = v->terms_count > 1 ? cycles->of[UNIT_ADD] : 0;
        const call_kind_info *call = &CALL_KIND[v->call];
        for (uint32_t k = 0; v->kind == SYM_CALL && k < call->arguments; k++)
            take_most(&tail[v->argument[k]], own + cycles->of[OP_KIND[call->op].unit]);
        for (uint32_t j = 0; j < v->terms_count; j++) {
            const term *t = &v->terms[j];
            const uint32_t product = term_muls(t) ? cycles->of[UNIT_MUL] : 0;
            for (uint32_t k = 0; k < t->count; k++)
                take_most(&tail[t->factor[k]], own + sum + product);
        }
    }
    return tail;
}

/* Over lanes come those first that have the longest way before them. */
static void come_over_lanes(const net *n, const unit_cycles *cycles, const uint32_t *tail,
                            sym *queue, uint32_t *at)
{
    uint32_t count = 0;
    for (sym s = 0; s < n->symbols_count; s++) {
        if (n->symbols[s].kind != SYM_INPUT || !n->symbols[s].uses)
            continue;
        uint32_t k = count++;
        for (; k > 0 && tail[queue[k - 1]] < tail[s]; k--)
            queue[k] = queue[k - 1];
        queue[k] = s;
    }
    for (uint32_t i = 0; i < count; i++)
        at[queue[i]] += i / cycles->lanes;
}

void net_arrivals(const net *n, const unit_cycles *cycles, const sym *order, uint32_t count,
                  uint32_t *at)
{
    arena work = arena_make();
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_INPUT)
            at[s] = n->symbols[s].trig_partner != s ? cycles->sine : 0;
    if (cycles->lanes)
        come_over_lanes(n, cycles, tails_of(&work, n, cycles, order, count),
                        ARENA_ARRAY(&work, sym, (size_t)n->symbols_count + 1), at);
    arena_free(&work);
}

/* --- all ----------------------------------------------------------------------------- */

static void ensure(depth *d, const net *n)
{
    d->at = arena_grow(d->mem, d->at, (size_t)n->symbols_count + 1, &d->at_capacity, sizeof *d->at);
    d->is_due = arena_grow(d->mem, d->is_due, (size_t)n->symbols_count + 1, &d->is_due_capacity,
                           sizeof *d->is_due);
}

depth depth_make(arena *mem, const net *n, const unit_cycles *cycles)
{
    depth d = {.cycles = *cycles, .mem = mem};
    ensure(&d, n);
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_VARIABLE && n->symbols[s].is_output)
            *ARENA_PUSH(mem, &d, outputs) = s;
    arena work = arena_make();
    sym *order;
    uint32_t count = net_order(n, &work, &order);
    net_arrivals(n, cycles, order, count, d.at);
    for (uint32_t i = 0; i < count; i++)
        d.at[order[i]] = definition_time(&d, n, order[i]);
    arena_free(&work);
    d.there = ARENA_ARRAY(mem, uint32_t, (size_t)d.outputs_count * cycles->leave + 1);
    return d;
}

/* s is to be looked at, after all that was there before `at`. */
static void work_add(depth *d, sym s, uint32_t at)
{
    if (d->is_due[s])
        return;
    d->is_due[s] = true;
    ARENA_PUSH(d->mem, d, work);
    uint32_t i = d->work_count - 1;
    for (; i > d->work_done && d->work[i - 1].at > at; i--)
        d->work[i] = d->work[i - 1];
    d->work[i] = (depth_time){s, at};
}

static void update_begin(depth *d)
{
    d->before_count = d->work_count = d->work_done = 0;
    d->path_was_known = d->path_is_known;
}

/* The longest of longer parts is no shorter: if no touched definition is earlier with its parts
 * where they were, none is. What is new was not anywhere before; then it says no. */
bool depth_only_grows(depth *d, const rewriter *w)
{
    update_begin(d);
    for (uint32_t i = 0; i < w->journal_count; i++) {
        const journal_entry *e = &w->journal[i];
        const bool is_there = w->n->symbols[e->at].kind >= SYM_VARIABLE;
        if (is_there && (e->is_new || definition_time(d, w->n, e->at) < d->at[e->at]))
            return false;
    }
    return true;
}

/* Parts were there before what they are parts of, and in that order hardly any definition is looked
 * at twice. */
void depth_update(depth *d, const rewriter *w)
{
    ensure(d, w->n);
    update_begin(d);
    if (w->journal_count)
        d->path_is_known = false;
    for (uint32_t i = 0; i < w->journal_count; i++) {
        const journal_entry *e = &w->journal[i];
        work_add(d, e->at, e->is_new ? 0 : d->at[e->at]);
    }
    while (d->work_done < d->work_count) {
        sym s = d->work[d->work_done++].of;
        d->is_due[s] = false;
        if (w->n->symbols[s].kind < SYM_VARIABLE)
            continue;
        uint32_t time = definition_time(d, w->n, s);
        if (time == d->at[s])
            continue;
        *ARENA_PUSH(d->mem, d, before) = (depth_time){s, d->at[s]};
        d->at[s] = time;
        const indexed *x = &w->of[s];
        for (uint32_t i = 0; i < x->users_count; i++)
            work_add(d, x->users[i].at, d->at[x->users[i].at]);
    }
}

void depth_restore(depth *d)
{
    while (d->before_count) {
        const depth_time *was = &d->before[--d->before_count];
        d->at[was->of] = was->at;
    }
    d->path_is_known = d->path_was_known;
}

static uint32_t outputs_latest(const depth *d)
{
    uint32_t latest = 0;
    for (uint32_t i = 0; i < d->outputs_count; i++)
        latest = d->at[d->outputs[i]] > latest ? d->at[d->outputs[i]] : latest;
    return latest;
}

/* The first that is there leaves first: so many are there at each time before the latest; who is
 * earlier than all that could make others wait does not matter. */
uint32_t depth_longest(const depth *d)
{
    const uint32_t latest = outputs_latest(d), span = d->outputs_count * d->cycles.leave;
    if (!span)
        return latest;
    const uint32_t from = latest > span ? latest - span : 0;
    memset(d->there, 0, (span + 1) * sizeof *d->there);
    for (uint32_t i = 0; i < d->outputs_count; i++)
        if (d->at[d->outputs[i]] >= from)
            d->there[d->at[d->outputs[i]] - from]++;
    uint32_t free = 0; /* when the next may leave, counted from `from` */
    for (uint32_t time = 0; time <= span; time++)
        if (d->there[time])
            free = (free > time ? free : time) + d->there[time] * d->cycles.leave;
    return from + free - d->cycles.leave;
}

/* Of what s is made of, the variable or call that is there last; UINT32_MAX if there is none. */
static sym latest_part(const depth *d, const net *n, sym s)
{
    const symbol *v = &n->symbols[s];
    sym latest = UINT32_MAX;
    uint32_t arguments = v->kind == SYM_CALL ? CALL_KIND[v->call].arguments : 0;
    for (uint32_t i = 0; i < v->terms_count + arguments; i++) {
        const sym *part = arguments ? &v->argument[i] : v->terms[i].factor;
        for (uint32_t k = 0; k < (arguments ? 1 : v->terms[i].count); k++)
            if (n->symbols[part[k]].kind >= SYM_VARIABLE &&
                (latest == UINT32_MAX || d->at[part[k]] > d->at[latest]))
                latest = part[k];
    }
    return latest;
}

static void find_path(depth *d, const net *n)
{
    sym s = UINT32_MAX;
    uint32_t longest = outputs_latest(d);
    for (uint32_t i = 0; i < d->outputs_count && s == UINT32_MAX; i++)
        if (d->at[d->outputs[i]] == longest)
            s = d->outputs[i];
    d->path_length = 0;
    while (s != UINT32_MAX && d->path_length < DEPTH_PATH) {
        if (n->symbols[s].kind == SYM_VARIABLE)
            d->path[d->path_length++] = s;
        s = latest_part(d, n, s);
    }
    d->path_is_known = true;
}

sym depth_critical(depth *d, const net *n, uint64_t choice)
{
    if (!d->path_is_known)
        find_path(d, n);
    return d->path_length ? d->path[choice % d->path_length] : UINT32_MAX;
}

double objective_busy(const objective *o, net_cost c)
{
    const uint32_t mul = o->units[UNIT_MUL], add = o->units[UNIT_ADD];
    /* the first operand comes, the last sum goes */
    const double around = 1.0 + o->cycles.of[UNIT_MUL] + o->cycles.of[UNIT_ADD];
    const double muls = mul ? (double)c.mul / mul : 0, adds = add ? (double)c.add / add : 0;
    const double most = muls > adds ? muls : adds;
    return most > 0 ? most + around : 0;
}

double depth_price(const depth *d, double busy)
{
    if (!d->outputs_count)
        return 0;
    const double longest = depth_longest(d);
    double sum = 0;
    for (uint32_t i = 0; i < d->outputs_count; i++)
        sum += d->at[d->outputs[i]];
    return (longest > busy ? longest : busy) + MEAN_WEIGHT * sum / d->outputs_count;
}

uint32_t net_longest(const net *n, const unit_cycles *cycles)
{
    arena work = arena_make();
    const depth d = depth_make(&work, n, cycles);
    const uint32_t longest = depth_longest(&d);
    arena_free(&work);
    return longest;
}

double objective_price_of(const objective *o, net_cost c, uint32_t longest)
{
    const double price = net_cost_sum(c), busy = objective_busy(o, c);
    if (o->depth_weight == 0)
        return price;
    return price + o->depth_weight * (longest > busy ? longest : busy);
}

double objective_price(const objective *o, const net *n)
{
    return objective_price_of(o, net_count(n),
                              o->depth_weight == 0 ? 0 : net_longest(n, &o->cycles));
}
