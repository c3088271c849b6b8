/* SPDX-License-Identifier: MIT */
#include "circuit/circuit.h"

#include "circuit/circuit_formats.h"

/* Products with constants of so few digits are cheaper as sums than a block and its wires; two sums
 * in a row, of four digits, are also faster than a block without registers. */
enum { FEW_DIGITS = 3, FAST_DIGITS = 4 };
enum { CYCLES_AROUND = 2 /* registers of the outputs, and the queue */ };

static status check_operations(const ops *p, const circuit_options *options, diag *d)
{
    const number_format *f = ops_format(p);
    if (!p->inputs_count)
        return diag_error(d, (place){0}, "there is no input: nothing for a circuit to do");
    if (CIRCUIT_FORMAT[f->id].has_registers && !options->clock_mhz)
        return diag_error(d, (place){0}, "operators of %s have registers: a circuit without "
                          "a clock is of fixed point, --numbers fixed:W", f->about);
    if (!format_fits_words(p->format))
        return diag_error(d, (place){0}, "a circuit has at most %u bits, not %u", f->most_core,
                          f->bits(p->format));
    return STATUS_OK;
}

/* The fewest operators of each kind; of multipliers as many as were asked for, if that is more. */
static stages_sharing sharing_of(const cells *c, const circuit_options *options)
{
    stages_sharing sharing = {.interval = options->interval};
    uint32_t counts[UNIT_KINDS + 1] = {0};
    for (uint32_t i = 0; i < c->list_count; i++)
        counts[cells_unit(c, i)]++;
    for (unit_kind kind = 0; kind < UNIT_KINDS; kind++)
        sharing.most[kind] = (counts[kind] + options->interval - 1) / options->interval;
    const uint32_t asked = options->most_blocks / c->one_blocks;
    if (sharing.most[UNIT_MUL] < asked)
        sharing.most[UNIT_MUL] = asked < counts[UNIT_MUL] ? asked : counts[UNIT_MUL];
    return sharing;
}

void circuit_add_interval(const circuit *c, text *out)
{
    const uint32_t interval = c->stages.sharing.interval;
    if (interval == 1)
        text_add(out, "cycle");
    else
        text_printf(out, "%u cycles", interval);
}

uint32_t circuit_blocks(const circuit *c)
{
    return c->shared.of_kind[UNIT_MUL] * c->cells.one_blocks;
}

/* Operators of binary32; those of fixed point are cells, or blocks. */
static uint32_t operator_tables(const circuit *c)
{
    uint32_t sum = 0;
    bool seen[UNIT_KINDS] = {false};
    for (uint32_t i = 0; i < c->cells.list_count; i++) {
        const cell *made = &c->cells.list[i];
        const unit_kind kind = cells_unit(&c->cells, i);
        if (made->kind == CELL_OPERATOR && !seen[kind]) { /* all of a kind have one latency */
            seen[kind] = true;
            sum += c->shared.of_kind[kind] *
                   device_operator_tables(c->stages.target, kind, made->cycles);
        }
    }
    return sum;
}

uint32_t circuit_tables(const circuit *c)
{
    /* of each bit: two comparisons of an input, four words of the queue of an output */
    enum { RANGE_TABLES = 2, QUEUE_TABLES = 4 };
    const ops *p = c->cells.p;
    const uint32_t ranges = ops_has_points(p) ? RANGE_TABLES * p->inputs_count : 0;
    const uint32_t queue = c->latency_cycles ? QUEUE_TABLES * p->outputs_count : 0;
    return cells_tables(&c->cells) + c->shared.choice_tables + operator_tables(c) +
           c->cells.width * (ranges + queue);
}

status circuit_build(arena *mem, const ops *p, const circuit_options *options, circuit *out,
                     diag *d)
{
    const device *target = options->target;
    const cells_options how = {
        .target = target, .most_digits = options->clock_mhz ? FEW_DIGITS : FAST_DIGITS,
        .by_delay = !options->clock_mhz,
        .most_blocks = options->most_blocks ? options->most_blocks : target->blocks,
        .interval = options->interval};
    TRY(check_operations(p, options, d));
    TRY(CIRCUIT_FORMAT[ops_format(p)->id].build(mem, p, &how, options->clock_mhz, &out->cells, d));
    const stages_sharing sharing = sharing_of(&out->cells, options);
    TRY(stages_place(mem, &out->cells, target,
                     options->clock_mhz ? 1000000 / options->clock_mhz : 0, &sharing, &out->stages,
                     d));
    out->shared = shared_operators_bind(mem, &out->stages);
    out->latency_cycles = options->clock_mhz ? out->stages.stages + CYCLES_AROUND : 0;
    return STATUS_OK;
}
