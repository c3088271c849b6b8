/* SPDX-License-Identifier: MIT */
#include "program/check_form.h"
#include "tauflow_regs.h"

#define HERE ((place){0})

const char *check_unit(const program *prog, uint32_t unit, diag *d)
{
    text t = text_make(d->mem);
    core_unit_name(&prog->shape, unit, &t);
    return t.bytes;
}

const char *check_receiver(const program *prog, uint32_t receiver, diag *d)
{
    text t = text_make(d->mem);
    core_receiver_name(&prog->shape, receiver, &t);
    return t.bytes;
}

const char *check_source(const program *prog, uint32_t source, diag *d)
{
    text t = text_make(d->mem);
    core_source_name(&prog->shape, source, &t);
    return t.bytes;
}

/* ---- shape --------------------------------------------------------------------------------- */

static status in_range(const char *what, uint32_t value, uint32_t least, uint32_t most, diag *d)
{
    if (value < least || value > most)
        return diag_error(d, HERE, "program: %u %s; a core has %u..%u", value, what, least, most);
    return STATUS_OK;
}

static status check_shape(const tauflow_shape *c, diag *d)
{
    if (c->network <= NETWORK_IDEAL || c->network >= NETWORK_KINDS)
        return diag_error(d, HERE, "program: it is for no network that a core has");
    TRY(in_range("modules", c->modules, network_of(c->network)->least, TAUFLOW_MODULES_MOST, d));
    TRY(in_range("out_lanes", c->out_lanes, 1, TAUFLOW_OUT_LANES_MOST, d));
    TRY(in_range("lanes", c->lanes, 1, TAUFLOW_LANES_MOST, d));
    TRY(in_range("cycles of transfer", c->transfer_cycles, 0, 1, d));
    for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++) {
        const bool module = k < TAUFLOW_MODULE_KINDS;
        const uint32_t units = core_kind_units(c, (unit_kind)k);
        TRY(in_range("units of a kind", units, module, CORE_UNITS_MOST, d));
        if (units)
            TRY(in_range("cycles of latency", c->latency_cycles[k], 1,
                         MACHINE_LATENCY_LIMIT, d));
    }
    TRY(in_range("shared units", core_shared_units(c), 0, TAUFLOW_SHARED_UNITS, d));
    TRY(in_range("words in a result queue", c->queue, 0, MACHINE_QUEUE_LIMIT, d));
    TRY(in_range("words in a lane's queue", c->lane_queue, 1, MACHINE_QUEUE_LIMIT, d));
    TRY(in_range("words in a relay", c->relay_queue, 1, MACHINE_QUEUE_LIMIT, d));
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        if (SHAPE_FIELD[i].grows)
            TRY(in_range(SHAPE_FIELD[i].label, shape_get(c, i), 0, SHAPE_FIELD[i].most, d));
    TRY(in_range("words on one lane", c->lane_words, 1, CORE_SEQUENCE_MOST, d));
    return in_range("output words", c->output_words, 1, CORE_SEQUENCE_MOST, d);
}

/* ---- who reaches whom ---------------------------------------------------------------------- */

/* The station into which a source delivers. Not for lanes. */
static uint32_t delivers_into(const tauflow_shape *c, uint32_t source)
{
    if (source < core_units(c))
        return core_unit_module(c, source);
    return core_relay_leads(c, core_first_relay(c) + source - core_first_relay_source(c));
}

static bool reaches(const tauflow_shape *c, uint32_t source, uint32_t receiver)
{
    bool unit = source < core_units(c), lane = !unit && source < core_first_relay_source(c);
    if (core_is_output(c, receiver))
        return unit || lane;
    if (receiver >= core_first_relay(c))
        return !lane && delivers_into(c, source) == core_relay_station(c, receiver);
    return lane ||
           (core_relays(c) ? delivers_into(c, source) ==
                                 core_unit_module(c, receiver / TAUFLOW_OPERANDS)
                           : core_hears(c, receiver, source));
}

/* ---- sequences ----------------------------------------------------------------------------- */

static status check_count(const char *what, const char *name, uint32_t count, uint32_t depth,
                          diag *d)
{
    if (count > depth)
        return diag_error(d, HERE, "program: %s has %u %s and the shape says at most %u", name,
                          count, what, depth);
    return STATUS_OK;
}

static status check_loop(const char *name, uint32_t count, uint32_t loop, diag *d)
{
    if (loop && loop >= count)
        return diag_error(d, HERE,
                          "program: a sequence of %s has %u entries and goes on at entry %u", name,
                          count, loop);
    return STATUS_OK;
}

static status check_receptions(const program *prog, uint32_t r, diag *d)
{
    const tauflow_shape *c = &prog->shape;
    const program_receiver *p = &prog->receivers[r];
    const char *name = check_receiver(prog, r, d);
    bool stores = r < core_output(c);
    TRY(check_count("receptions", name, p->receptions_count, core_reception_depth(c, r), d));
    TRY(check_count("constants", name, p->constants_count, stores ? c->constants : 0, d));
    TRY(check_loop(name, p->receptions_count, p->receptions_loop, d));
    for (uint32_t k = 0; k < p->receptions_count; k++) {
        const program_reception *x = &p->receptions[k];
        if (x->source >= core_sources(c) || !reaches(c, x->source, r))
            return diag_error(d, HERE, "program: %s, reception %u: source %u does not reach it",
                              name, k, x->source);
        if (x->slot >= (stores ? c->slots : 1))
            return diag_error(d, HERE, "program: %s, reception %u: there is no slot %u", name, k,
                              x->slot);
        if (x->most >= (stores ? c->slots : 1))
            return diag_error(d, HERE,
                              "program: %s, reception %u: a store of %u slots that holds %u words "
                              "has none empty", name, k, c->slots, x->most);
    }
    return STATUS_OK;
}

static status check_issues(const program *prog, uint32_t u, diag *d)
{
    const program_unit *p = &prog->units[u];
    const char *name = check_unit(prog, u, d);
    TRY(check_count("operations", name, p->issues_count, prog->shape.issues, d));
    TRY(check_loop(name, p->issues_count, p->issues_loop, d));
    for (uint32_t k = 0; k < p->issues_count; k++) {
        const program_issue *i = &p->issues[k];
        for (uint32_t port = 0; port < 2; port++) {
            const program_read *x = &i->operand[port];
            uint32_t limit =
                x->constant ? prog->receivers[2 * u + port].constants_count : prog->shape.slots;
            if (x->index >= limit)
                return diag_error(d, HERE, "program: %s, operation %u: there is no %s %u", name, k,
                                  x->constant ? "constant" : "slot", x->index);
            if (x->above >= (x->constant ? 1 : prog->shape.slots))
                return diag_error(d, HERE,
                                  "program: %s, operation %u: operand %u waits for more words than "
                                  "%u", name, k, port, x->above);
            if (x->constant && x->release)
                return diag_error(
                    d, HERE, "program: %s, operation %u: a constant cannot be released", name, k);
        }
        if (i->operand[0].constant && i->operand[1].constant)
            return diag_error(d, HERE, "program: %s, operation %u: both operands are constants",
                              name, k);
        const unit_kind kind = core_unit_kind(&prog->shape, u);
        const number_format *format = format_of(prog->shape.fixed);
        if (i->action > (kind == UNIT_ADD    ? format->compares ? ACTION_BELOW : ACTION_RSUB
                         : kind == UNIT_TRIG ? ACTION_SUB
                                             : ACTION_PLAIN))
            return diag_error(d, HERE, "program: %s, operation %u: the unit cannot do it", name, k);
        if (!format->has_shift(kind, i->shift))
            return diag_error(d, HERE, "program: %s, operation %u: no unit has shift %u", name, k,
                              i->shift);
    }
    return STATUS_OK;
}

static status check_emissions(const program *prog, uint32_t s, diag *d)
{
    const tauflow_shape *c = &prog->shape;
    const program_source *p = &prog->sources[s];
    const char *name = check_source(prog, s, d);
    uint32_t relay = s - core_first_relay_source(c);
    uint32_t words = s < core_units(c) ? prog->units[s].issues_count
                     : s < core_first_relay_source(c)
                         ? p->emissions_count
                         : prog->receivers[core_first_relay(c) + relay].receptions_count;
    TRY(check_loop(name, p->emissions_count, p->emissions_loop, d));
    if (p->emissions_count > words || (p->emissions_count != words && !prog->interval) ||
        !p->emissions_count != !words)
        return diag_error(d, HERE, "program: source %s has %u words and %u emissions", name, words,
                          p->emissions_count);
    for (uint32_t k = 0; k < p->emissions_count; k++) {
        uint32_t count = 0;
        for (uint32_t r = 0; r < 32 * CORE_MASK_WORDS; r++)
            if (p->emissions[k].bits[r / 32] >> r % 32 & 1) {
                count++;
                if (r >= core_receivers(c) || !reaches(c, s, r))
                    return diag_error(
                        d, HERE, "program: source %s, emission %u: it does not reach receiver %u",
                        name, k, r);
            }
        if (!count)
            return diag_error(
                d, HERE, "program: source %s, emission %u: no receiver takes the word", name, k);
    }
    return STATUS_OK;
}

/* ---- maps ---------------------------------------------------------------------------------- */

/* A loop of a port serves one sample, with each of the port's words once. */
static status check_ports(const program *prog, diag *d)
{
    const tauflow_shape *c = &prog->shape;
    uint32_t words = 0, beats = 0;
    for (uint32_t l = 0; l < c->out_lanes; l++) {
        const program_receiver *r = &prog->receivers[core_output(c) + l];
        words += prog->ports[l].words;
        beats = prog->ports[l].words > beats ? prog->ports[l].words : beats;
        if (r->receptions_count - r->receptions_loop != prog->ports[l].words)
            return diag_error(d, HERE, "program: port %u has %u words in a sample and a loop of %u",
                              l, prog->ports[l].words, r->receptions_count - r->receptions_loop);
        for (uint32_t k = 0; k < r->receptions_count; k++)
            if (prog->ports[l].deliveries[k].position >= prog->words)
                return diag_error(d, HERE, "program: port %u delivers word %u of a sample of %u", l,
                                  prog->ports[l].deliveries[k].position, prog->words);
    }
    if (words != prog->words || beats != prog->out_beats)
        return diag_error(d, HERE,
                          "program: its ports have %u words in %u beats and it says %u in %u",
                          words, beats, prog->words, prog->out_beats);
    return STATUS_OK;
}

static status check_maps(const ops *p, const program *prog, diag *d)
{
    const tauflow_shape *c = &prog->shape;
    uint32_t beats = 0;
    if (prog->inputs_count != p->inputs_count || prog->outputs_count != p->outputs_count)
        return diag_error(
            d, HERE, "program: it has %u inputs and %u outputs, the operations %u and %u",
            prog->inputs_count, prog->outputs_count, p->inputs_count, p->outputs_count);
    for (uint32_t l = 0; l < c->lanes; l++) {
        uint32_t words = prog->sources[core_lane(c, l)].emissions_count;
        TRY(check_count("words", check_source(prog, core_lane(c, l), d), words, c->lane_words, d));
        beats = words > beats ? words : beats;
        for (uint32_t k = 0; k < prog->beats; k++) {
            uint32_t input = prog->input_map[k * c->lanes + l];
            if (k < words ? input >= prog->inputs_count : input != PROGRAM_PADDING)
                return diag_error(d, HERE, "program: beat %u of lane %u has the wrong input", k, l);
        }
    }
    if (beats != prog->beats)
        return diag_error(d, HERE, "program: its packets have %u beats and its lanes %u words",
                          prog->beats, beats);
    TRY(check_ports(prog, d));
    for (uint32_t o = 0; o < prog->outputs_count; o++)
        if (prog->output_map[o].position != PROGRAM_CONSTANT &&
            prog->output_map[o].position >= prog->words)
            return diag_error(d, HERE, "program: output '%s' is word %u of a sample of %u",
                              p->outputs[o].name, prog->output_map[o].position, prog->words);
    return STATUS_OK;
}

status program_check_form(const ops *p, const program *prog, diag *d)
{
    TRY(check_shape(&prog->shape, d));
    char its[FORMAT_SAID], graphs[FORMAT_SAID];
    format_name(prog->shape.fixed, its);
    format_name(p->format, graphs);
    if (prog->shape.fixed != p->format)
        return diag_error(d, HERE, "program: its numbers are %s, the graph's %s", its, graphs);
    for (uint32_t r = 0; r < core_receivers(&prog->shape); r++)
        TRY(check_receptions(prog, r, d));
    for (uint32_t u = 0; u < core_units(&prog->shape); u++)
        TRY(check_issues(prog, u, d));
    for (uint32_t s = 0; s < core_sources(&prog->shape); s++)
        TRY(check_emissions(prog, s, d));
    return check_maps(p, prog, d);
}
