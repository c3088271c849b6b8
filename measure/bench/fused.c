/* SPDX-License-Identifier: MIT */
/* What a unit for a*b +- c*d would bring: operations that are left, the interval of streams and
 * cycles of one sample on four modules, next to a multiplier and an adder per module. Nothing of
 * this is in the core; docs/schedule.md says why.
 *
 *   fused ROBOTS_FOLDER [ROBOT...]
 *
 * A sum takes in the products that it adds, even where others add them too: the unit's second
 * multiplier would idle otherwise. A product stays where a product or an output needs it. Networks
 * are ideal, with inputs in their places and words used as soon as they are there, schedules are
 * lists by the longest way to the end, for both machines alike. */
#include "runs.h"

enum { OPERANDS_MOST = 4, WORKERS = 2, MODULES = 4 };
enum { ON_FUSED, ON_ADDER };

typedef struct {
    uint32_t operand[OPERANDS_MOST], operands; /* of other nodes; inputs and constants are there */
    uint32_t worker;
    uint32_t tail;
} node;

typedef struct {
    node *list;
    uint32_t count;
    uint32_t pairs, singles, products, sums; /* a*b +- c*d, a*b +- c, and what stays alone */
} cover;

static bool is_op(operand x)
{
    return OPERAND_CLASS(x) == FROM_OP;
}

static bool is_product(const ops *p, operand x)
{
    return is_op(x) && p->list[OPERAND_INDEX(x)].kind == OP_MUL;
}

/* Which products something other than a sum needs. */
static bool *products_kept(arena *mem, const ops *p)
{
    bool *kept = ARENA_ARRAY(mem, bool, p->list_count + 1);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const operand both[2] = {o->a, o->b};
        for (uint32_t k = 0; k < 2 && OP_KIND[o->kind].unit != UNIT_ADD; k++)
            if (is_op(both[k]))
                kept[OPERAND_INDEX(both[k])] = true;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (is_op(p->outputs[i].value))
            kept[OPERAND_INDEX(p->outputs[i].value)] = true;
    return kept;
}

static void add_operand(node *n, operand x, const uint32_t *number_of)
{
    if (is_op(x))
        n->operand[n->operands++] = number_of[OPERAND_INDEX(x)];
}

/* The graph as it is, or with sums that take in their products. */
static cover cover_make(arena *mem, const ops *p, bool fuse)
{
    cover c = {.list = ARENA_ARRAY(mem, node, p->list_count + 1)};
    uint32_t *number_of = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
    const bool *kept = products_kept(mem, p);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const operand both[2] = {o->a, o->b};
        const bool is_mul = o->kind == OP_MUL;
        uint32_t taken = 0;
        if (fuse && is_mul && !kept[i])
            continue;
        node *n = &c.list[c.count];
        for (uint32_t k = 0; k < 2; k++) {
            const bool takes = fuse && !is_mul && is_product(p, both[k]);
            const op *inner = takes ? &p->list[OPERAND_INDEX(both[k])] : NULL;
            taken += takes;
            add_operand(n, takes ? inner->a : both[k], number_of);
            if (takes)
                add_operand(n, inner->b, number_of);
        }
        c.pairs += taken == 2;
        c.singles += taken == 1;
        c.products += is_mul;
        c.sums += !is_mul && !taken;
        n->worker = is_mul || taken ? ON_FUSED : ON_ADDER;
        number_of[i] = c.count++;
    }
    return c;
}

static uint32_t cover_path(cover *c, const uint32_t *latency)
{
    uint32_t longest = 0;
    for (uint32_t i = 0; i < c->count; i++)
        c->list[i].tail = latency[c->list[i].worker];
    for (uint32_t i = c->count; i-- > 0;) {
        const node *n = &c->list[i];
        for (uint32_t k = 0; k < n->operands; k++) {
            node *from = &c->list[n->operand[k]];
            const uint32_t tail = n->tail + latency[from->worker];
            from->tail = tail > from->tail ? tail : from->tail;
        }
        longest = n->tail > longest ? n->tail : longest;
    }
    return longest;
}

/* Cycles of a list schedule on MODULES units of each kind; latencies per kind. */
static uint32_t cover_cycles(arena *mem, cover *c, const uint32_t *latency)
{
    uint32_t *end = ARENA_ARRAY(mem, uint32_t, c->count + 1), left = c->count, length = 0;
    cover_path(c, latency);
    for (uint32_t cycle = 0; left; cycle++)
        for (uint32_t worker = 0; worker < WORKERS; worker++)
            for (uint32_t unit = 0; unit < MODULES; unit++) {
                uint32_t best = c->count;
                for (uint32_t i = 0; i < c->count; i++) {
                    const node *n = &c->list[i];
                    bool ready = n->worker == worker && !end[i];
                    for (uint32_t k = 0; k < n->operands && ready; k++)
                        ready = end[n->operand[k]] && end[n->operand[k]] <= cycle;
                    if (ready && (best == c->count || n->tail > c->list[best].tail))
                        best = i;
                }
                if (best == c->count)
                    break;
                end[best] = cycle + latency[worker];
                length = end[best] > length ? end[best] : length;
                left--;
            }
    return length;
}

/* Operations of the busier kind over the units; a fused unit adds as well, so sums go there once
 * it has less to do than the adder. */
static uint32_t cover_interval(const cover *c, bool fuse)
{
    uint32_t on[WORKERS] = {0};
    for (uint32_t i = 0; i < c->count; i++)
        on[c->list[i].worker]++;
    while (fuse && on[ON_ADDER] > on[ON_FUSED] + 1) {
        on[ON_ADDER]--;
        on[ON_FUSED]++;
    }
    const uint32_t most = on[ON_FUSED] > on[ON_ADDER] ? on[ON_FUSED] : on[ON_ADDER];
    return (most + MODULES - 1) / MODULES;
}

/* Latencies per kind: multiplier or fused unit, adder. A fused unit of 4 cycles of binary32 has the
 * clock of an adder of 3, one of 6 that of an adder of 5 to 6; in fixed point it takes 3. */
enum { FUSED_MOST = 2 };

typedef struct {
    const char *what;
    uint32_t apart[WORKERS], fused[FUSED_MOST][WORKERS], fused_count;
} timing_choice;

static const timing_choice TIMES[] = {{"binary32, 3 and 4 -> 4 or 6", {3, 4}, {{4, 4}, {6, 4}}, 2},
                                      {"fixed point, 2 and 1 -> 3", {2, 1}, {{3, 1}}, 1}};

static void print_counts(const char *name, arena *mem, const ops *p)
{
    static const uint32_t ONE[WORKERS] = {1, 1};
    cover apart = cover_make(mem, p, false), fused = cover_make(mem, p, true);
    printf("%-10s %5u -> %4u  %5u %5u %5u %5u  %5u -> %3u  %5u -> %3u\n", name, apart.count,
           fused.count, fused.pairs, fused.singles, fused.products, fused.sums,
           cover_path(&apart, ONE), cover_path(&fused, ONE), cover_interval(&apart, false),
           cover_interval(&fused, true));
}

/* The shortest of all variants of the equations, for each machine its own. */
static void print_cycles(bench *b, const char *name, const timing_choice *t)
{
    passes_settings how = passes_default();
    passes_graphs graphs;
    uint32_t apart = UINT32_MAX, fused[FUSED_MOST] = {UINT32_MAX, UINT32_MAX};
    how.schedule.goal = GOAL_MACHINE;
    how.schedule.target.transfer_cycles = 0;
    how.schedule.target.latency_cycles[UNIT_MUL] = t->apart[0];
    how.schedule.target.latency_cycles[UNIT_ADD] = t->apart[1];
    const char *path = arena_printf(&b->mem, "%s/%s.urdf", b->folder, name);
    if (passes_read_graphs(&b->mem, path, &how, &graphs, &b->d))
        stop(b, path);
    for (uint32_t i = 0; i < graphs.count; i++) {
        cover plain = cover_make(&b->mem, &graphs.list[i], false),
              taken = cover_make(&b->mem, &graphs.list[i], true);
        const uint32_t now = cover_cycles(&b->mem, &plain, t->apart);
        apart = now < apart ? now : apart;
        for (uint32_t k = 0; k < t->fused_count; k++) {
            const uint32_t then = cover_cycles(&b->mem, &taken, t->fused[k]);
            fused[k] = then < fused[k] ? then : fused[k];
        }
    }
    printf("  %4u ->", apart);
    for (uint32_t k = 0; k < t->fused_count; k++)
        printf(" %3u", fused[k]);
    fflush(stdout);
}

static void print_robot_cycles(bench *b, const char *name)
{
    printf("%-10s", name);
    for (uint32_t t = 0; t < sizeof TIMES / sizeof *TIMES; t++)
        print_cycles(b, name, &TIMES[t]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static const char *const all[] = {"pendulum5", "puma", "puma560", "iiwa"};
    if (argc < 2)
        return 2;
    const char *const *robots = argc > 2 ? (const char *const *)(argv + 2) : all;
    const uint32_t count = argc > 2 ? (uint32_t)argc - 2 : sizeof all / sizeof *all;
    bench b = {.mem = arena_make(), .folder = argv[1]};
    b.d = diag_make(&b.mem);
    printf("A unit for a*b +- c*d beside an adder; interval: %d modules\n", MODULES);
    printf("%-10s %13s  %5s %5s %5s %5s  %12s  %12s\n", "robot", "operations", "pairs", "a*b+c",
           "mul", "add", "depth", "interval");
    for (uint32_t r = 0; r < count; r++) {
        ops p = graph_of(&b, robots[r], FUNCTION_ID, FORMALISM_DEFAULT, SUMS_BALANCED);
        print_counts(robots[r], &b.mem, &p);
    }
    printf("\nCycles of one sample, %d modules, ideal network, by latencies: %s; %s\n", MODULES,
           TIMES[0].what, TIMES[1].what);
    for (uint32_t r = 0; r < count; r++)
        print_robot_cycles(&b, robots[r]);
    arena_free(&b.mem);
    return 0;
}
