#include "equations/depth.h"

/* What the mean time of the outputs counts beside the latest one. The latest alone is a landscape
 * of plateaus: while two outputs are equally late, no step that hastens one of them looks
 * better. */
static const double MEAN_WEIGHT = 0.3;

/* Joins values that are there at the given times, earliest first: optimal for one latency. */
static uint32_t join_times(uint32_t *times, uint32_t count, uint32_t cycles)
{
    while (count > 1) {
        uint32_t first = times[0] <= times[1] ? 0 : 1, second = 1 - first;
        for (uint32_t i = 2; i < count; i++)
            if (times[i] < times[first]) {
                second = first;
                first = i;
            } else if (times[i] < times[second]) {
                second = i;
            }
        times[first] = times[second] + cycles;
        times[second] = times[--count];
    }
    return count ? times[0] : 0;
}

enum { SHORT_SUM = 64 };

/* From the earliest on that all arguments are there. */
static uint32_t call_time(const depth *d, const symbol *v)
{
    uint32_t start = 0;
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        start = d->at[v->argument[k]] > start ? d->at[v->argument[k]] : start;
    return start + d->cycles.of[CALL_KIND[v->call].unit];
}

static uint32_t definition_time(const depth *d, const net *n, sym s)
{
    const symbol *v = &n->symbols[s];
    if (v->kind == SYM_CALL)
        return call_time(d, v);
    uint32_t few[SHORT_SUM], longest = 0, count = 0;
    for (uint32_t i = 0; i < v->terms_count; i++) {
        const term *t = &v->terms[i];
        uint32_t factors[TERM_FACTORS + 1], k = 0;
        for (; k < t->count; k++)
            factors[k] = d->at[t->factor[k]];
        if (t->constant && t->count)
            factors[k++] = 0;
        uint32_t time = join_times(factors, k, d->cycles.of[UNIT_MUL]);
        if (count < SHORT_SUM)
            few[count++] = time;
        longest = time > longest ? time : longest;
    }
    uint32_t joined = join_times(few, count, d->cycles.of[UNIT_ADD]);
    for (uint32_t more = v->terms_count; more > SHORT_SUM; more /= 2)
        longest += d->cycles.of[UNIT_ADD]; /* an estimate that only sums of hundreds of terms see */
    return joined > longest ? joined : longest;
}

static void ensure(depth *d, const net *n)
{
    d->at = arena_grow(d->mem, d->at, (size_t)n->symbols_count + 1, &d->at_capacity, sizeof *d->at);
}

depth depth_make(arena *mem, const net *n, const unit_cycles *cycles)
{
    depth d = {.cycles = *cycles, .mem = mem};
    ensure(&d, n);
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_INPUT && n->symbols[s].trig_partner != s)
            d.at[s] = cycles->sine;
    arena work = arena_make();
    sym *order;
    uint32_t count = net_order(n, &work, &order);
    for (uint32_t i = 0; i < count; i++)
        d.at[order[i]] = definition_time(&d, n, order[i]);
    arena_free(&work);
    return d;
}

void depth_update(depth *d, rewriter *w, const sym *touched, uint32_t count)
{
    ensure(d, w->n);
    d->work_count = 0;
    for (uint32_t i = 0; i < count; i++)
        *ARENA_PUSH(d->mem, d, work) = touched[i];
    while (d->work_count) {
        sym s = d->work[--d->work_count];
        if (w->n->symbols[s].kind < SYM_VARIABLE)
            continue;
        uint32_t time = definition_time(d, w->n, s);
        if (time == d->at[s])
            continue;
        d->at[s] = time;
        rewriter_users(w, s, true);
        for (uint32_t i = 0; i < w->seen_count; i++)
            *ARENA_PUSH(d->mem, d, work) = w->seen[i];
    }
}

uint32_t depth_longest(const depth *d, const net *n)
{
    uint32_t longest = 0;
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_VARIABLE && n->symbols[s].is_output && d->at[s] > longest)
            longest = d->at[s];
    return longest;
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

sym depth_critical(const depth *d, const net *n, uint64_t choice)
{
    sym path[256], s = UINT32_MAX;
    uint32_t length = 0, longest = depth_longest(d, n);
    for (sym out = 0; out < n->symbols_count && s == UINT32_MAX; out++)
        if (n->symbols[out].kind == SYM_VARIABLE && n->symbols[out].is_output &&
            d->at[out] == longest)
            s = out;
    while (s != UINT32_MAX && length < 256) {
        if (n->symbols[s].kind == SYM_VARIABLE)
            path[length++] = s;
        s = latest_part(d, n, s);
    }
    return length ? path[choice % length] : UINT32_MAX;
}

double depth_price(const depth *d, const net *n)
{
    uint32_t longest = 0, outputs = 0;
    double sum = 0;
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_VARIABLE && n->symbols[s].is_output) {
            longest = d->at[s] > longest ? d->at[s] : longest;
            sum += d->at[s];
            outputs++;
        }
    return outputs ? longest + MEAN_WEIGHT * sum / outputs : 0;
}

double objective_price(const objective *o, const net *n)
{
    net_cost c = net_count(n);
    double price = net_cost_sum(c);
    if (o->depth_weight == 0)
        return price;
    arena mem = arena_make();
    depth d = depth_make(&mem, n, &o->cycles);
    price += o->depth_weight * depth_longest(&d, n);
    arena_free(&mem);
    return price;
}
