/* SPDX-License-Identifier: MIT */
/* Optima proved from outside: small cases of the ideal network as satisfiability, given to
 * CaDiCaL. For each the length that `best` found must be satisfiable and one cycle less must not.
 *
 *   schedule_exact ROBOTS_FOLDER WORK_FOLDER */
#include "base/output.h"
#include "passes.h"
#include "schedule/bounds.h"
#include "schedule/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Variable s(j, t): operation j starts in cycle t or before. So s is monotone in t, a start is a
 * step, and a precedence with delay d is s(user, t) -> s(operand, t - d). */
typedef struct {
    const graph *g;
    const machine *m;
    const indices *x;
    uint32_t length, variables, clauses;
    text out;
} encoding;

static uint32_t lasts(const encoding *f, uint32_t j)
{
    unit_kind kind = graph_kind(f->g, j);
    return f->m->latency_cycles[kind] + f->m->transfer_cycles;
}

static void clause(encoding *f, const int *literals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        text_printf(&f->out, "%d ", literals[i]);
    text_add(&f->out, "0\n");
    f->clauses++;
}

static int started(const encoding *f, uint32_t j, uint32_t t)
{
    return (int)(j * f->length + t + 1);
}

/* Windows and monotony; precedences. */
static void add_operations(encoding *f)
{
    for (uint32_t j = 0; j < f->g->p->list_count; j++) {
        uint32_t last = f->length - f->x->tail[j];
        for (uint32_t t = 0; t < f->length; t++) {
            if (t < f->x->asap[j])
                clause(f, (int[]){-started(f, j, t)}, 1);
            if (t >= last)
                clause(f, (int[]){started(f, j, t)}, 1);
            if (t)
                clause(f, (int[]){-started(f, j, t - 1), started(f, j, t)}, 2);
        }
        for (uint32_t port = 0; port < 2; port++) {
            uint32_t w = graph_operand(f->g, j, port);
            if (w == WORD_NONE || w < f->g->inputs)
                continue;
            uint32_t from = w - f->g->inputs;
            for (uint32_t t = lasts(f, from); t < f->length; t++)
                clause(f, (int[]){-started(f, j, t), started(f, from, t - lasts(f, from))}, 2);
        }
    }
}

/* At most `units` operations of a kind start in cycle t: a sequential counter over those that
 * can. */
static void add_capacity(encoding *f, unit_kind kind, uint32_t t)
{
    uint32_t units = f->m->units[kind];
    int before = 0; /* counter of the operations before: variables before .. before + units - 1 */
    for (uint32_t j = 0; j < f->g->p->list_count; j++) {
        if (graph_kind(f->g, j) != kind || t < f->x->asap[j] || t > f->length - f->x->tail[j])
            continue;
        /* Not (started by t and not started by t - 1); in cycle 0 there is no t - 1. */
        int idle = -started(f, j, t), earlier = t ? started(f, j, t - 1) : idle,
            now = (int)f->variables + 1;
        f->variables += units;
        clause(f, (int[]){idle, earlier, now}, 3);
        for (int u = 0; u < (int)units && before; u++) {
            clause(f, (int[]){-(before + u), now + u}, 2);
            if (u + 1 < (int)units)
                clause(f, (int[]){idle, earlier, -(before + u), now + u + 1}, 4);
            else
                clause(f, (int[]){idle, earlier, -(before + u)}, 3);
        }
        before = now;
    }
}

/* 10: satisfiable, 20: not; as the solver's exit code. */
static int solve(arena *mem, const graph *g, const machine *m, uint32_t length, const char *folder)
{
    diag d = diag_make(mem);
    indices x = indices_compute(mem, g, m);
    if (length < x.critical_path)
        return 20;
    encoding f = {.g = g,
                 .m = m,
                 .x = &x,
                 .length = length,
                 .variables = g->p->list_count * length,
                 .out = text_make(mem)};
    add_operations(&f);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        for (uint32_t t = 0; t < length && m->units[k]; t++)
            add_capacity(&f, (unit_kind)k, t);
    text whole = text_make(mem);
    text_printf(&whole, "p cnf %u %u\n", f.variables, f.clauses);
    text_add_bytes(&whole, f.out.bytes, f.out.length);
    char *path = arena_printf(mem, "%s/schedule.cnf", folder);
    if (output_write_one(path, &whole, &d)) {
        fprintf(stderr, "%s: %s\n", path, d.error.text);
        exit(1);
    }
    int code = system(arena_printf(mem, "cadical -q -n -t 20 '%s' >/dev/null", path));
    return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static ops graph_of(arena *mem, const char *folder, const char *name, formalism form)
{
    diag d = diag_make(mem);
    passes_settings how = passes_default();
    passes_forms f;
    how.equations.form = form;
    if (passes_read(mem, arena_printf(mem, "%s/%s.urdf", folder, name), &how, &f, &d)) {
        fprintf(stderr, "%s: %s\n", name, d.error.text);
        exit(1);
    }
    return f.ops;
}

int main(int argc, char **argv)
{
    static const char *const machines[] = {
        "mul=3 add=2",
        "mul=3 add=3",
        "mul=1 add=1 mul_latency=3 add_latency=1 transfer=1",
        "mul=2 add=1 mul_latency=3 add_latency=1 transfer=1",
        "mul=2 add=1 mul_latency=2 add_latency=3",
        "mul=2 add=2 mul_latency=2 add_latency=2",
        "mul=1 add=1 mul_latency=4 add_latency=5 transfer=1",
        "mul=2 add=2 mul_latency=4 add_latency=5 transfer=1",
    };
    static const char ROBOT[] = "pendulum5";
    uint32_t proved = 0, cases = 0;
    if (argc < 3)
        return 2;
    if (system("command -v cadical >/dev/null") != 0) {
        puts("\nOptima proved by a satisfiability solver: skipped, no cadical (make deps-bench)");
        return 0;
    }
    printf("\nOptima proved by a satisfiability solver\n%-20s %6s %7s %7s  %s\n", "graph", "bound",
           "best", "", "machine");
    for (uint32_t r = 0; r < 2; r++)
        for (uint32_t i = 0; i < sizeof machines / sizeof *machines; i++, cases++) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            formalism form = r % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT;
            ops p = graph_of(&mem, argv[1], ROBOT, form);
            graph g = graph_build(&mem, &p);
            machine m;
            schedule s;
            scheduler_options options = {.seed = 1};
            if (machine_parse(machines[i], strlen(machines[i]), (place){0}, &m, &d) ||
                schedule_best(&mem, &p, &m, &options, &s, &d))
                return 1;
            int at = solve(&mem, &g, &m, s.cycles, argv[2]),
                below = solve(&mem, &g, &m, s.cycles - 1, argv[2]);
            const char *verdict = at != 10      ? "NOT FOUND"
                                  : below == 20 ? "proved"
                                  : below == 10 ? "BEATEN"
                                                : "open";
            proved += at == 10 && below == 20;
            printf("%-10s %-9s %6u %7u %7s  %s\n", ROBOT, r % 2 ? "classic" : "default",
                   bounds_compute(&mem, &g, &m).best, s.cycles, verdict, machines[i]);
            fflush(stdout);
            arena_free(&mem);
        }
    printf("%u of %u proved\n", proved, cases);
    return proved >= 10 ? 0 : 1;
}
