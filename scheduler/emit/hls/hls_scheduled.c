/* SPDX-License-Identifier: MIT */
/* The kernel that is the schedule: a loop with one pass a cycle, in which every unit and every
 * receiver does what its table says. Only routes that the schedule uses are in the text, so a tool
 * builds no wire or multiplexer beyond them. */
#include "emit/hls/hls_parts.h"

/* ---- what is used ------------------------------------------------------------------------- */

static bool unit_used(const hls_tables *t, uint32_t unit)
{
    for (uint32_t c = 0; c < t->steps; c++)
        if (t->issues[(size_t)c * t->units + unit].action != HLS_IDLE)
            return true;
    return false;
}

static bool port_reads(const hls_tables *t, uint32_t unit, uint32_t port, hls_origin from)
{
    for (uint32_t c = 0; c < t->steps; c++) {
        const hls_issue *i = &t->issues[(size_t)c * t->units + unit];
        if (i->action != HLS_IDLE && i->operand[port].from == from)
            return true;
    }
    return false;
}

static bool unit_does(const hls_tables *t, uint32_t unit, hls_action action)
{
    for (uint32_t c = 0; c < t->steps; c++)
        if (t->issues[(size_t)c * t->units + unit].action == action)
            return true;
    return false;
}

static bool inputs_used(const hls_tables *t)
{
    for (uint32_t k = 0; k < 2 * t->units; k++)
        if (port_reads(t, k / 2, k % 2, HLS_INPUT))
            return true;
    for (uint32_t o = 0; t->ideal && o < t->p->outputs_count;
         o++) /* on networks who unpacks the result puts them in */
        if (t->outputs[o].from == HLS_INPUT)
            return true;
    return false;
}

/* Sets used[1 + source] for those that the receiver takes from; whether there are any. */
static bool sources_of(const hls_tables *t, uint32_t receiver, bool *used)
{
    bool any = false;
    for (uint32_t source = 0; source <= t->sources; source++)
        used[source] = false;
    for (uint32_t c = 0; c < t->steps; c++) {
        uint32_t source = t->takes[(size_t)c * t->receivers + receiver].source;
        used[source] = true;
        any = any || source > 0;
    }
    return any;
}

/* ---- units -------------------------------------------------------------------------------- */

/* The expression that reads one operand: the places that this port ever reads, chosen by the
 * table. */
static void emit_operand(const hls_emitter *h, uint32_t unit, uint32_t port)
{
    const hls_tables *t = h->t;
    const char *letter = port ? "b" : "a";
    uint32_t left = 0;
    for (hls_origin from = HLS_STORE; from <= HLS_INPUT; from++)
        left += port_reads(t, unit, port, from);
    text_printf(h->e.out, "            %s%s %s = ",
                machine_unit_kind(t->m, unit) == UNIT_ADD ? "" : "const ", h->e.real->type,
                letter);
    for (hls_origin from = HLS_STORE; from <= HLS_INPUT; from++) {
        if (!port_reads(t, unit, port, from))
            continue;
        if (--left > 0)
            text_printf(h->e.out, "k.%s_from == %d ? ", letter, (int)from);
        if (from == HLS_CONSTANT)
            emit_template(&h->e, "@P_constants");
        else if (from == HLS_INPUT)
            text_add(h->e.out, t->ideal && h->options->stream ? "word" : "in");
        else if (t->ideal)
            text_add(h->e.out, "registers");
        else
            text_printf(h->e.out, "store[%u]",
                        unit * t->m->receivers + (t->m->receivers == 2 ? port : 0));
        text_printf(h->e.out, "[k.%s]%s", letter, left > 0 ? " : " : ";\n");
    }
}

static void emit_unit(const hls_emitter *h, uint32_t unit)
{
    const hls_tables *t = h->t;
    unit_kind kind = machine_unit_kind(t->m, unit);
    text_add(h->e.out, "        { /* ");
    machine_unit_name(t->m, unit, h->e.out);
    emit_template(&h->e, " */\n            const @P_issue k = @P_issues[t]");
    text_printf(h->e.out, "[%u];\n", unit);
    emit_operand(h, unit, 0);
    if (OP_KIND[hls_unit_operation(kind)].operands > 1 && kind != UNIT_TRIG)
        emit_operand(h, unit, 1);
    if (unit_does(t, unit, HLS_SUB))
        text_printf(h->e.out, "            if (k.action == %d)\n                b = -b;\n",
                    HLS_SUB);
    if (unit_does(t, unit, HLS_RSUB))
        text_printf(h->e.out, "            if (k.action == %d)\n                a = -a;\n",
                    HLS_RSUB);
    text_printf(h->e.out, "            if (k.action != %d)\n                ", HLS_IDLE);
    if (t->ideal)
        text_add(h->e.out, "registers");
    else
        text_printf(h->e.out, "%s[%u]", HLS_UNIT[kind].queue,
                    unit - machine_first_unit(t->m, kind));
    text_add(h->e.out, "[k.to] = ");
    if (kind == UNIT_TRIG) {
        emit_template(&h->e, "@P_trig(a, @P_offsets[k.b], k.action == ");
        text_printf(h->e.out, "%d)", HLS_COS);
    } else {
        if (unit_does(t, unit, HLS_BELOW)) {
            text_printf(h->e.out, "k.action == %d ? ", HLS_BELOW);
            h->format->operation(h, OP_BELOW, "a", "b", NULL, NULL);
            text_add(h->e.out, " : ");
        }
        h->format->operation(h, hls_unit_operation(kind), "a", "b", "k.a_shift", "k.b_shift");
    }
    text_add(h->e.out, ";\n        }\n");
}

static void emit_units(const hls_emitter *h)
{
    for (uint32_t u = 0; u < h->t->units; u++)
        if (unit_used(h->t, u))
            emit_unit(h, u);
}

/* ---- receivers ---------------------------------------------------------------------------- */

static void emit_source(const hls_emitter *h, uint32_t source)
{
    const hls_tables *t = h->t;
    if (source < t->units) {
        unit_kind kind = machine_unit_kind(t->m, source);
        text_printf(h->e.out, "%s[%u]", HLS_UNIT[kind].queue,
                    source - machine_first_unit(t->m, kind));
    } else if (source < t->units + t->m->lanes) {
        text_printf(h->e.out, "lane[%u]", source - t->units);
    } else {
        text_printf(h->e.out, "relay[%u]", source - t->units - t->m->lanes);
    }
}

static void emit_receiver(const hls_emitter *h, uint32_t receiver, const bool *used)
{
    const hls_tables *t = h->t;
    text_add(h->e.out, "        { /* ");
    machine_receiver_name(t->m, receiver, h->e.out);
    emit_template(&h->e, " */\n            const @P_take k = @P_takes[t]");
    text_printf(h->e.out, "[%u];\n            %s w = %s;\n            switch (k.source) {\n",
                receiver, h->e.real->type, h->format->zero);
    for (uint32_t source = 0; source < t->sources; source++)
        if (used[source + 1]) {
            text_printf(h->e.out, "            case %u: w = ", source + 1);
            emit_source(h, source);
            text_add(h->e.out, "[k.place]; break;\n");
        }
    text_add(h->e.out, "            default: break;\n            }\n            if (k.source != "
                       "0)\n                ");
    if (receiver < t->output)
        text_printf(h->e.out, "store[%u][k.slot] = w;\n", receiver);
    else if (receiver == t->output)
        text_add(h->e.out, "out[done++] = w;\n");
    else
        text_printf(h->e.out, "relay[%u][k.slot] = w;\n", receiver - t->output - 1);
    text_add(h->e.out, "        }\n");
}

static void emit_receivers(const hls_emitter *h)
{
    arena scratch = arena_make();
    bool *used = ARENA_ARRAY(&scratch, bool, h->t->sources + 1);
    for (uint32_t r = 0; r < h->t->receivers; r++)
        if (sources_of(h->t, r, used))
            emit_receiver(h, r, used);
    arena_free(&scratch);
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* Static: written before it is read in every sample, and nothing is cleared between samples. */
static void emit_array(const hls_emitter *h, const char *name, uint32_t rows, uint32_t places)
{
    if (rows == 0 || places == 0)
        return;
    text_printf(h->e.out, "    static %s %s[%u][%u];\n", h->e.real->type, name, rows, places);
    text_printf(h->e.out, "#pragma HLS array_partition variable=%s type=complete dim=0\n", name);
}

/* A result is read `distance` passes after its operation, or later: so long may the operator
 * take. */
static void emit_distance(const hls_emitter *h, const char *name, uint32_t distance)
{
    if (distance > 1)
        text_printf(h->e.out,
                    "#pragma HLS dependence variable=%s type=inter direction=RAW distance=%u "
                    "dependent=true\n",
                    name, distance);
}

static const char LOOP[] = "    for (uint32_t t = 0; t < @N_STEPS; t++) {\n"
                           HLS_IN_LOOP("pipeline II=1");

static const char ROMS[] = "#pragma HLS array_partition variable=@P_issues type=complete dim=2\n";
static const char TAKE_ROMS[] =
    "#pragma HLS array_partition variable=@P_takes type=complete dim=2\n";

static const char ENTER[] = "        if (@P_enters[t] != 0) {\n"
                            "            const @P_beat beat = in[beats++];\n"
                            "            for (uint32_t l = 0; l < @N_LANES; l++) {\n"
                            HLS_IN_LOOP("unroll")
                            "                lane[l][@P_enters[t] - 1] = beat.word[l];\n"
                            "            }\n"
                            "        }\n";

static void emit_network(const hls_emitter *h)
{
    const hls_tables *t = h->t;
    bool lanes = t->m->lanes > 0;
    emit_template(
        &h->e, lanes ? "void @P_scheduled(const @P_beat in[@N_BEATS], @R out[@N_PACKET])\n{\n"
                     : "void @P_scheduled(const @R in[@N_INPUTS], @R out[@N_PACKET])\n{\n");
    if (h->options->stream)
        text_add(h->e.out, lanes ? HLS_STREAM_PORTS : "#pragma HLS interface mode=axis port=out\n");
    text_add(h->e.out, lanes ? "#pragma HLS aggregate variable=in\n"
                             : "#pragma HLS array_partition variable=in type=complete\n");
    emit_template(&h->e, ROMS);
    emit_template(&h->e, TAKE_ROMS);
    emit_array(h, "store", t->output, t->slots);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        emit_array(h, HLS_UNIT[k].queue, t->m->units[k], t->depth[k]);
    emit_array(h, "lane", t->beats ? t->m->lanes : 0, t->lane_depth);
    emit_array(h, "relay", t->receivers - t->output - 1, t->relay_depth);
    text_printf(h->e.out, "    uint32_t %sdone = 0;\n", t->beats ? "beats = 0, " : "");
    text_add(h->e.out, t->beats || inputs_used(t) ? "" : "    (void)in;\n");
    emit_template(&h->e, LOOP);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (t->depth[k])
            emit_distance(h, HLS_UNIT[k].queue, t->m->latency_cycles[k]);
    emit_template(&h->e, t->beats ? ENTER : "");
    if (t->m->transfer_cycles >
        0) { /* stored first: an operation sees what came in earlier cycles */
        emit_units(h);
        emit_receivers(h);
    } else {
        emit_receivers(h);
        emit_units(h);
    }
    text_add(h->e.out, t->packet_words ? "    }\n}\n" : "    }\n    (void)done, (void)out;\n}\n");
}

static void emit_outputs(const hls_emitter *h)
{
    static const char *const names[] = {
        [HLS_STORE] = "registers", [HLS_CONSTANT] = "@P_constants", [HLS_INPUT] = "in"};
    for (uint32_t o = 0; o < h->e.p->outputs_count; o++) {
        const hls_read *r = &h->t->outputs[o];
        text_printf(h->e.out, "    out[%u] = ", o);
        emit_template(&h->e, r->from == HLS_INPUT && h->options->stream ? "word" : names[r->from]);
        text_printf(h->e.out, "[%u];\n", r->index);
    }
}

static uint32_t least_latency(const hls_tables *t)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (t->m->units[k] && t->m->latency_cycles[k] < least)
            least = t->m->latency_cycles[k];
    return least + t->m->transfer_cycles;
}

static void emit_ideal(const hls_emitter *h)
{
    emit_template(&h->e,
                  "void @P_scheduled(const @R in[@N_INPUTS], @R out[@N_OUTPUTS])\n{\n");
    text_add(h->e.out, h->options->stream ? HLS_STREAM_PORTS : HLS_PLAIN_PORTS);
    emit_template(&h->e, ROMS);
    if (h->t->slots)
        text_printf(h->e.out,
                    "    static %s registers[%u];\n#pragma HLS array_partition "
                    "variable=registers type=complete\n",
                    h->e.real->type, h->t->slots);
    if (h->options->stream)
        emit_template(
            &h->e,
            "    @R word[@N_INPUTS];\n#pragma HLS array_partition variable=word type=complete\n"
            "    for (uint32_t i = 0; i < @N_INPUTS; i++) {\n" HLS_IN_LOOP("pipeline II=1")
            "        word[i] = in[i];\n    }\n");
    if (!inputs_used(h->t))
        text_add(h->e.out, h->options->stream ? "    (void)word;\n" : "    (void)in;\n");
    emit_template(&h->e, LOOP);
    if (h->t->slots)
        emit_distance(h, "registers", least_latency(h->t));
    emit_units(h);
    text_add(h->e.out, "    }\n");
    emit_outputs(h);
    text_add(h->e.out, "}\n");
}

void hls_scheduled(const hls_emitter *h)
{
    emit_template(&h->e, "/* The schedule: @N_STEPS passes, one a cycle, over the tables. ");
    text_add(h->e.out, h->t->ideal ? "Registers hold the words between operations. */\n"
                                   : "In and out are packets, as the machine streams them. */\n");
    if (h->t->ideal)
        emit_ideal(h);
    else
        emit_network(h);
}
