/* SPDX-License-Identifier: MIT */
/* Table 3.3 of the thesis, its seven systems in three columns: on its units and on as many as a run
 * of the critical path needs. Counted, not timed: the same on every machine. Where a line that can
 * be compared is not shorter the program fails.
 *
 *   systems ROBOTS_FOLDER */
#include "runs.h"

typedef struct {
    uint32_t units[3]; /* mul, add, div */
    uint32_t cycles;
    double usage;
} cell;

/* Two lines of the thesis, the shortest run and the best usage; without cycles where it has one. */
typedef struct {
    const char *name;
    cell lines[2];
    uint32_t operations;
    const char *apart; /* why it cannot be compared; NULL: it can */
} system_row;

enum { SYSTEMS = 7 };
static const char OTHER_DATA[] = "not comparable: our data, which keep more operations";
static const char OTHER_SYSTEM[] = "not comparable: the thesis solves for some joints only";

static const system_row IMPLICIT[SYSTEMS] = {
    {"pendulum5", {{{4, 3, 0}, 31, .641}, {{3, 2, 0}, 36, .772}}, 139, NULL},
    {"puma", {{{5, 4, 0}, 47, .799}, {{4, 3, 0}, 52, .929}}, 338, NULL},
    {"stewart", {{{6, 3, 0}, 17, .889}, {{5, 3, 0}, 19, .895}}, 136, OTHER_DATA},
    {"motorcycle", {{{8, 7, 0}, 53, .805}, {{7, 6, 0}, 56, .879}}, 640, NULL},
    {"car", {{{9, 9, 0}, 45, .828}, {{8, 8, 0}, 48, .874}}, 671, NULL},
    {"bogie", {{{14, 11, 0}, 58, .806}, {{13, 11, 0}, 59, .825}}, 1169, NULL},
    {"car54", {{{25, 21, 0}, 147, .712}, {{23, 18, 0}, 156, .753}}, 4814, NULL},
};
static const system_row EXPLICIT[SYSTEMS] = {
    {"pendulum5", {{{4, 3, 1}, 68, .796}}, 433, NULL},
    {"puma", {{{6, 5, 1}, 86, .805}, {{6, 4, 1}, 89, .849}}, 831, NULL},
    {"stewart", {{{6, 3, 1}, 30, .800}, {{5, 3, 1}, 33, .808}}, 240, OTHER_SYSTEM},
    {"motorcycle", {{{10, 7, 1}, 194, .885}}, 3090, NULL},
    {"car", {{{9, 7, 1}, 203, .848}, {{9, 6, 1}, 207, .884}}, 2926, NULL},
    {"bogie", {{{18, 14, 1}, 164, .904}, {{17, 13, 1}, 174, .907}}, 4892, OTHER_SYSTEM},
    {"car54", {{{58, 38, 1}, 246, .966}}, 23050, OTHER_SYSTEM},
};
static const system_row SEMI_EXPLICIT[SYSTEMS] = {
    {"pendulum5", {{{6, 5, 0}, 34, .850}, {{5, 4, 0}, 39, .906}}, 318, NULL},
    {"puma", {{{10, 7, 0}, 44, .874}, {{10, 6, 0}, 46, .889}}, 654, NULL},
    {"stewart", {{{10, 5, 0}, 15, .831}, {{9, 4, 0}, 17, .846}}, 187, OTHER_DATA},
    {"motorcycle", {{{23, 19, 0}, 53, .879}, {{22, 16, 0}, 57, .903}}, 1957, NULL},
    {"car", {{{28, 22, 0}, 43, .855}}, 1838, NULL},
    {"bogie", {{{44, 36, 0}, 57, .881}}, 4017, NULL},
    {"car54", {{{95, 62, 0}, 146, .963}}, 22074, NULL},
};

static outcome run_on(bench *b, const char *scheduler, const ops *p, const uint32_t *units)
{
    machine m = machine_of(
        b, arena_printf(&b->mem, "mul=%u add=%u div=%u", units[0], units[1], units[2]));
    return run(b, scheduler, p, &m);
}

static double usage(uint32_t operations, const uint32_t *units, uint32_t cycles)
{
    return operations / ((units[0] + units[1] + units[2]) * (double)cycles);
}

/* The search of the thesis by halving: the run of the critical path with the fewest multipliers,
 * then adders, then dividers. */
static cell shortest_run(bench *b, const ops *p)
{
    ops_counts n = ops_count(p);
    uint32_t most[3] = {n.per_unit[UNIT_MUL], n.per_unit[UNIT_ADD], n.per_unit[UNIT_DIV]};
    for (uint32_t kind = 0; kind < 3; kind++)
        most[kind] = most[kind] < 1000 ? most[kind] : 1000;
    cell c = {.cycles = run_on(b, "thesis", p, most).cycles};
    memcpy(c.units, most, sizeof most);
    for (uint32_t kind = 0; kind < 3; kind++) {
        uint32_t low = c.units[kind] ? 1 : 0, high = c.units[kind];
        while (low < high) {
            c.units[kind] = (low + high) / 2;
            if (run_on(b, "thesis", p, c.units).cycles <= c.cycles)
                high = c.units[kind];
            else
                low = c.units[kind] + 1;
        }
        c.units[kind] = high;
    }
    c.usage = usage(p->list_count, c.units, c.cycles);
    return c;
}

/* On the units of a line of the thesis where the fewest operations do not do: the best of all
 * variants between them and the shortest path. */
static outcome run_variants(bench *b, const system_row *row, function_kind function,
                            const uint32_t *units, ops *which)
{
    passes_settings how = passes_default();
    passes_graphs graphs;
    outcome best = {UINT32_MAX, 0};
    how.equations.function = function;
    how.equations.effort = 1;
    how.schedule.goal = GOAL_MACHINE;
    how.schedule.target = machine_of(
        b, arena_printf(&b->mem, "mul=%u add=%u div=%u", units[0], units[1], units[2]));
    const char *path = arena_printf(&b->mem, "%s/%s.urdf", b->folder, row->name);
    if (passes_read_graphs(&b->mem, path, &how, &graphs, &b->d))
        stop(b, path);
    for (uint32_t i = 0; i < graphs.count; i++) {
        outcome o = run(b, "best", &graphs.list[i], &how.schedule.target);
        if (o.cycles < best.cycles) {
            best = o;
            *which = graphs.list[i];
        }
    }
    return best;
}

/* Cycles on the units of one line of the thesis; false where they are not fewer. *ours: our
 * operations, which a variant may replace. */
static bool print_line(bench *b, const system_row *row, const cell *line, function_kind function,
                       const ops *classic, ops *ours)
{
    const uint32_t *u = line->units;
    outcome as_printed = run_on(b, "thesis", classic, u), best = run_on(b, "best", classic, u),
            first = run_on(b, "thesis", ours, u), last = run_on(b, "best", ours, u);
    bool variant = !row->apart && last.cycles >= line->cycles;
    if (variant)
        last = run_variants(b, row, function, u, ours);
    bool shorter = last.cycles < line->cycles;
    printf("%-10s %3u %3u %3u %3u %.3f | %5u %5u | %5u %5u%c %5u %6.3f  %s\n",
           line == row->lines ? row->name : "", u[0], u[1], u[2], line->cycles, line->usage,
           as_printed.cycles, best.cycles, first.cycles, last.cycles,
           variant ? '*' : ' ', last.bound, usage(ours->list_count, u, last.cycles),
           shorter      ? "shorter"
           : row->apart ? "(longer)"
                        : "NOT SHORTER");
    fflush(stdout);
    return shorter;
}

static void systems_table(bench *b, const char *title, function_kind function,
                          const system_row *rows)
{
    uint32_t lines = 0, shorter = 0, operations[SYSTEMS][2];
    cell own[SYSTEMS];
    printf("\nTable 3.3, %s, one-cycle operations: cycles on the units of the thesis\n"
           "%-10s %-21s | %-11s | default; * a variant of it\n"
           "%-10s mul add div cyc usage | %s  %s | %s  %s  bound  usage\n",
           title, "", "printed", "classic", "", "thes.", "best", "thes.", "best");
    for (uint32_t i = 0; i < SYSTEMS; i++) {
        const system_row *row = &rows[i];
        ops classic = graph_of(b, row->name, function, FORMALISM_CLASSIC, SUMS_CASCADE),
            ours = graph_of(b, row->name, function, FORMALISM_DEFAULT, SUMS_BALANCED);
        operations[i][0] = classic.list_count;
        operations[i][1] = ours.list_count;
        for (uint32_t k = 0; k < 2 && row->lines[k].cycles; k++) {
            bool is_shorter = print_line(b, row, &row->lines[k], function, &classic, &ours);
            lines += !row->apart;
            shorter += !row->apart && is_shorter;
        }
        own[i] = shortest_run(b, &ours);
    }
    printf("shorter in %u of the %u lines that can be compared\n"
           "%-10s %20s   default, shortest run\n%-10s thesis  class.  deflt.  mul add div cyc "
           "usage\n",
           shorter, lines, "", "operations", "");
    for (uint32_t i = 0; i < SYSTEMS; i++)
        printf("%-10s %6u  %6u  %6u  %3u %3u %3u %3u %.3f  %s\n", rows[i].name,
               rows[i].operations, operations[i][0], operations[i][1], own[i].units[0],
               own[i].units[1], own[i].units[2], own[i].cycles, own[i].usage,
               rows[i].apart ? rows[i].apart : "");
    if (shorter < lines)
        exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    bench made = {.mem = arena_make(), .folder = argv[1]}, *b = &made;
    b->d = diag_make(&b->mem);
    systems_table(b, "implicit (id)", FUNCTION_ID, IMPLICIT);
    systems_table(b, "explicit (fd)", FUNCTION_FD, EXPLICIT);
    systems_table(b, "semi-explicit (mass-bias)", FUNCTION_MASS_AND_BIAS, SEMI_EXPLICIT);
    arena_free(&b->mem);
    return 0;
}
