/* SPDX-License-Identifier: MIT */
#include "circuit/designs.h"

#include "circuit/circuit_formats.h"

#include <string.h>

typedef struct {
    uint32_t device;
    const char *shape; /* key=value ... */
    uint32_t centi_mhz, tables, blocks;
} routed_core;

static const routed_core CORES[] = {
#define CORE(device, ...) {DEVICE_##device, __VA_ARGS__},
#include "tauflow_cores.def"
#undef CORE
};

enum { CORES_COUNT = sizeof CORES / sizeof CORES[0] };

/* Of circuits: those that are too fast for a device are passed over, and of the others the first
 * FASTEST are planned. */
static const uint32_t CLOCKS[] = {500, 450, 400, 350, 300, 250, 200,
                                  160, 140, 120, 100, 80,  60,  40};
static const uint32_t INTERVALS[] = {1, 2, 4, 8, 16, 32, 64};
enum {
    CLOCKS_COUNT = sizeof CLOCKS / sizeof CLOCKS[0],
    INTERVALS_COUNT = sizeof INTERVALS / sizeof INTERVALS[0],
    FASTEST = 2,
    CORE_WAYS = 2 /* samples alone, samples that overlap */
};

typedef struct {
    arena *mem;
    graph_choice from;
    const designs_options *options;
    designs *out;
    diag *d;
} finder;

static void add_design(const finder *f, design one)
{
    if (one.mhz > 0) {
        one.latency_ns = 1000 * one.latency_cycles / one.mhz;
        one.interval_ns = 1000 * one.interval_cycles / one.mhz;
    }
    *ARENA_PUSH(f->mem, f->out, list) = one;
}

/* ---- cores ----------------------------------------------------------------------------------- */

/* STATUS_INPUT: the graph has no such schedule, or its program is too large. */
static status schedule_core(arena *mem, const ops *p, const designs_options *o,
                            const tauflow_shape *shape, bool overlap, schedule *s, diag *d)
{
    const machine m = machine_of_shape(shape);
    program made;
    if (overlap)
        TRY(schedule_throughput(mem, p, &m, 0, &o->options, s, d));
    else
        TRY(o->scheduler->run(mem, p, &m, &o->options, s, d));
    TRY(program_build(mem, p, s, &made, d));
    return program_fits(&made.shape, shape, d);
}

/* The shorter of the two most promising graphs. */
static status schedule_promising(arena *mem, const finder *f, const tauflow_shape *shape,
                                 bool overlap, schedule *best, const ops **of, diag *d)
{
    const machine m = machine_of_shape(shape);
    const promising_graphs try = graphs_promising(&f->from, &m);
    status done = STATUS_INPUT;
    *of = NULL;
    for (uint32_t i = 0; i < 2; i++) {
        ops *p = ARENA_ARRAY(mem, ops, 1);
        schedule s;
        *p = overlap ? f->from.list[0] : *try.of[i];
        p->format = shape->fixed; /* without points it has the same operations */
        if (*of && (overlap || try.of[0] == try.of[1] || try.bound[i] >= best->cycles))
            continue;
        const status one = schedule_core(mem, p, f->options, shape, overlap, &s, d);
        if (one == STATUS_OK && (!*of || s.cycles < best->cycles)) {
            *best = s;
            *of = p;
        }
        done = *of ? STATUS_OK : one;
    }
    return done;
}

static status try_core(const finder *f, const routed_core *core, bool overlap)
{
    tauflow_shape shape = shape_default();
    TRY(core_parse(core->shape, &shape, f->d));
    if (format_has_points(shape.fixed) && shape.fixed != f->from.list[0].format)
        return STATUS_OK;
    arena scratch = arena_make();
    diag own = diag_make(&scratch);
    schedule s;
    const ops *of;
    const status done = schedule_promising(&scratch, f, &shape, overlap, &s, &of, &own);
    if (done == STATUS_OK && (!overlap || s.interval)) {
        text how = text_make(f->mem), line = text_make(f->mem);
        machine_print_brief(&s.target, &line);
        machine_tell(&s.target, &how);
        text_add(&how, overlap ? ", samples overlap" : "");
        add_design(f, (design){.is_core = true, .format = shape.fixed, .how = how.bytes,
                               .machine = line.bytes, .target = s.target,
                               .mhz = core->centi_mhz / 100.0, .latency_cycles = s.cycles,
                               .interval_cycles = overlap ? s.interval : s.cycles,
                               .tables = core->tables, .blocks = core->blocks});
    }
    arena_free(&scratch);
    return done == STATUS_INPUT ? STATUS_OK : done;
}

bool designs_same_core(const machine *a, const machine *b)
{
    bool same = a->network == b->network && a->stations == b->stations && a->lanes == b->lanes &&
                a->transfer_cycles == b->transfer_cycles;
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++)
        same = same && a->units[k] == b->units[k] && a->latency_cycles[k] == b->latency_cycles[k];
    return same;
}

static bool shares_units(const machine *m)
{
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
        if (m->units[k])
            return true;
    return false;
}

/* Shared units aside, which no core that was routed has. */
static bool holds_program(const tauflow_shape *core, const program *made, diag *d)
{
    tauflow_shape wanted = made->shape;
    for (uint32_t k = 0; k < TAUFLOW_SHARED_KINDS; k++)
        wanted.shared_units[k] = wanted.latency_cycles[TAUFLOW_MODULE_KINDS + k] = 0;
    return program_fits(&wanted, core, d) == STATUS_OK;
}

static bool is_nearer(const routed_clock *a, const routed_clock *b)
{
    if (a->holds != b->holds)
        return a->holds;
    if (a->ships != b->ships)
        return a->ships;
    return (a->mhz > b->mhz) == a->holds;
}

/* Of several that are alike: one that holds the program; of these the core that ships, which is
 * the one that people have, else the fastest. Where none holds it: the core that ships, else the
 * slowest. */
status designs_clock(arena *mem, const machine *m, uint32_t format, const program *made,
                     routed_clock *out, diag *d)
{
    const tauflow_shape ships = shape_default();
    *out = (routed_clock){.alone = shares_units(m)};
    for (uint32_t i = 0; i < CORES_COUNT; i++) {
        const routed_core *core = &CORES[i];
        tauflow_shape shape = shape_default();
        TRY(core_parse(core->shape, &shape, d));
        const machine routed = machine_of_shape(&shape);
        if (shape.fixed != format || !designs_same_core(&routed, m))
            continue;
        diag unsaid = diag_make(mem);
        const bool holds = made && holds_program(&shape, made, &unsaid);
        const routed_clock found = {.mhz = core->centi_mhz / 100.0, .tables = core->tables,
                                    .blocks = core->blocks, .target = &DEVICE_LIST[core->device],
                                    .holds = holds, .alone = out->alone,
                                    .ships = memcmp(&shape, &ships, sizeof shape) == 0};
        if (!(out->mhz > 0) || is_nearer(&found, out))
            *out = found;
    }
    return STATUS_OK;
}

/* ---- circuits -------------------------------------------------------------------------------- */

/* *made: whether there is one, which may be too large for the device. */
static status try_circuit(const finder *f, const ops *p, uint32_t mhz, uint32_t interval,
                          bool *made)
{
    const device *target = f->options->target;
    const circuit_options how = {.name = "design", .target = target, .clock_mhz = mhz,
                                 .interval = interval};
    arena scratch = arena_make();
    diag own = diag_make(&scratch);
    circuit c;
    const status done = circuit_build(&scratch, p, &how, &c, &own);
    *made = done == STATUS_OK;
    if (*made && circuit_tables(&c) <= target->tables && circuit_blocks(&c) <= target->blocks) {
        design one = {.format = p->format, .mhz = mhz, .latency_cycles = c.latency_cycles,
                      .interval_cycles = mhz ? interval : 0, .tables = circuit_tables(&c),
                      .blocks = circuit_blocks(&c)};
        one.how = interval > 1 ? arena_printf(f->mem, "--clock %u --interval %u", mhz, interval)
                               : arena_printf(f->mem, "--clock %u", mhz);
        one.latency_ns = one.interval_ns = c.stages.slowest_ps / 1000.0;
        add_design(f, one);
    }
    arena_free(&scratch);
    return done == STATUS_INPUT ? STATUS_OK : done;
}

/* ---- all ------------------------------------------------------------------------------------- */

enum { STEPS = CORES_COUNT * CORE_WAYS + 1 + INTERVALS_COUNT * CLOCKS_COUNT };

/* Cores in all ways, then a circuit without a clock, then intervals, each with clocks. */
static status try_step(const finder *f, uint32_t step, uint32_t planned[INTERVALS_COUNT])
{
    bool made = false;
    if (step < CORES_COUNT * CORE_WAYS) {
        const routed_core *core = &CORES[step / CORE_WAYS];
        const bool overlap = step % CORE_WAYS;
        if (&DEVICE_LIST[core->device] != f->options->target ||
            (overlap && f->options->only_cores))
            return STATUS_OK;
        return try_core(f, core, overlap);
    }
    step -= CORES_COUNT * CORE_WAYS;
    const ops *fewest = &f->from.list[0], *shortest = &f->from.list[f->from.count - 1];
    if (step == 0) {
        if (CIRCUIT_FORMAT[ops_format(fewest)->id].has_registers)
            return STATUS_OK;
        if (shortest != fewest)
            TRY(try_circuit(f, shortest, 0, 1, &made));
        return try_circuit(f, fewest, 0, 1, &made);
    }
    const uint32_t interval = (step - 1) / CLOCKS_COUNT, clock = (step - 1) % CLOCKS_COUNT;
    if (planned[interval] == FASTEST)
        return STATUS_OK;
    TRY(try_circuit(f, fewest, CLOCKS[clock], INTERVALS[interval], &made));
    planned[interval] += made;
    return STATUS_OK;
}

static bool is_better(const design *a, const design *b)
{
    const bool no_worse = a->latency_ns <= b->latency_ns && a->interval_ns <= b->interval_ns &&
                          a->tables <= b->tables && a->blocks <= b->blocks;
    return no_worse && (a->latency_ns < b->latency_ns || a->interval_ns < b->interval_ns ||
                        a->tables < b->tables || a->blocks < b->blocks);
}

static bool is_equal(const design *a, const design *b)
{
    return !is_better(a, b) && !is_better(b, a) && a->latency_ns == b->latency_ns &&
           a->interval_ns == b->interval_ns && a->tables == b->tables;
}

static void judge(designs *all)
{
    for (uint32_t i = 0; i < all->list_count; i++) {
        design *one = &all->list[i];
        one->on_front = true;
        for (uint32_t k = 0; k < all->list_count; k++)
            if (is_better(&all->list[k], one) || (k < i && is_equal(&all->list[k], one)))
                one->on_front = false;
    }
}

status designs_find(arena *mem, const graph_choice *from, const designs_options *options,
                    designs *out, diag *d)
{
    const finder f = {mem, *from, options, out, d};
    const uint32_t steps = options->only_cores ? CORES_COUNT * CORE_WAYS : STEPS;
    uint32_t planned[INTERVALS_COUNT] = {0}, step = 0;
    progress *life = options->options.life;
    *out = (designs){0};
    for (; step < steps && (step == 0 || progress_continue(life, (double)step / steps)); step++) {
        const double end = progress_share(life, 1.0 / (steps - step));
        const progress_span whole =
            progress_narrow(life, (double)step / steps, (step + 1.0) / steps);
        TRY(try_step(&f, step, planned));
        progress_widen(life, whole);
        progress_unshare(life, end);
    }
    if (step < steps)
        diag_note(d, (place){0}, "%u of %u designs were not tried", steps - step, steps);
    judge(out);
    return STATUS_OK;
}

/* ---- printers -------------------------------------------------------------------------------- */

static void add_numbers(const design *one, text *out)
{
    char numbers[FORMAT_SAID];
    format_write(one->format, numbers);
    text_add(out, numbers);
}

void designs_print_front(const designs *all, text *out)
{
    text_printf(out, "%-8s %-9s %9s %6s %9s %6s %6s %8s  %s\n", "", "numbers", "latency", "cycles",
                "a sample", "MHz", "blocks", "tables", "how");
    for (uint32_t i = 0; i < all->list_count; i++) {
        const design *one = &all->list[i];
        if (!one->on_front)
            continue;
        text numbers = text_make(out->mem);
        add_numbers(one, &numbers);
        text_printf(out, "%-8s %-9s %6.0f ns %6u %6.0f ns ", one->is_core ? "core" : "circuit",
                    numbers.bytes, one->latency_ns, one->latency_cycles, one->interval_ns);
        if (one->mhz > 0)
            text_printf(out, "%6.1f", one->mhz);
        else
            text_printf(out, "%6s", "-");
        text_printf(out, " %6u %8u  %s\n", one->blocks, one->tables, one->how);
    }
}

void designs_print_csv(const designs *all, text *out)
{
    text_add(out, "design,numbers,mhz,latency_cycles,interval_cycles,latency_ns,interval_ns,"
                  "blocks,tables,front,how\n");
    for (uint32_t i = 0; i < all->list_count; i++) {
        const design *one = &all->list[i];
        text_add(out, one->is_core ? "core," : "circuit,");
        add_numbers(one, out);
        text_printf(out, ",%.2f,%u,%u,%.1f,%.1f,%u,%u,%d,\"%s\"\n", one->mhz, one->latency_cycles,
                    one->interval_cycles, one->latency_ns, one->interval_ns, one->blocks,
                    one->tables, one->on_front, one->how);
    }
}

void designs_print_json(const designs *all, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < all->list_count; i++) {
        const design *one = &all->list[i];
        text_printf(out, "%s{\"design\": \"%s\", \"numbers\": \"", i ? ", " : "",
                    one->is_core ? "core" : "circuit");
        add_numbers(one, out);
        text_printf(out, "\", \"mhz\": %.2f, \"latency_cycles\": %u, \"interval_cycles\": %u, ",
                    one->mhz, one->latency_cycles, one->interval_cycles);
        text_printf(out, "\"latency_ns\": %.1f, \"interval_ns\": %.1f, \"blocks\": %u, "
                    "\"tables\": %u, \"front\": %s, \"how\": ", one->latency_ns,
                    one->interval_ns, one->blocks, one->tables, one->on_front ? "true" : "false");
        text_add_json_string(out, one->how);
        if (one->machine) {
            text_printf(out, ", \"mul_units\": %u, \"add_units\": %u, \"machine\": ",
                        one->target.units[UNIT_MUL], one->target.units[UNIT_ADD]);
            text_add_json_string(out, one->machine);
        }
        text_add(out, "}");
    }
    text_add(out, "]");
}
