/* SPDX-License-Identifier: MIT */
/* Reads a circuit back: every output for the sample that is in the last stage, and the ranges. */
#include "certify/circuit_run.h"
#include "certify/readback.h"
#include "machine/fp32.h"
#include "operations/ops_fixed.h"

#include <stdio.h>
#include <string.h>

/* What moves samples through a circuit with a clock, and what a block is: texts that do not hang on
 * the graph. The tests run them. */
static const char *const FLOW[] = {
    "moves  <= {moves[STAGES-1:0], takes};", "wire takes = in_valid && ready;",
    "wire gives = offers && out_ready, stores = moves[STAGES];", "made <= results;",
    "queue[head] <= made;", "wire [OUT_BITS-1:0] first = queue[tail];"};
static const char *const BLOCK_WITH_REGISTERS[] = {"a_in <= a;", "b_in <= b;",
                                                   "p    <= a_in * b_in;",
                                                   "assign y = p[2*WIDTH-1:0];"};
static const char *const BLOCK_WITHOUT[] = {"assign y = a * b;"};

static bool has_text(const char *bytes, size_t length, const char *wanted)
{
    const size_t most = strlen(wanted);
    for (size_t i = 0; i + most <= length; i++) {
        const char *at = memchr(bytes + i, wanted[0], length - most - i + 1);
        if (!at)
            return false;
        i = (size_t)(at - bytes);
        if (memcmp(at, wanted, most) == 0)
            return true;
    }
    return false;
}

static status check_texts(const v_text *t, const char *bytes, size_t length,
                          const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!has_text(bytes, length, list[i]))
            return v_error(t, 0, "the text '%s' is not there", list[i]);
    return STATUS_OK;
}

/* The block that ECP5 has is named with its pins. */
static status check_pins(const v_text *t, const char *bytes, size_t length)
{
    static const char *const FORM[] = {" .A%u(a_in[%u])", " .B%u(b_in[%u])", " .P%u(p[%u])"};
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < (k == 2 ? 36u : 18u); i++) {
            char pin[32];
            snprintf(pin, sizeof pin, FORM[k], i, i);
            if (!has_text(bytes, length, pin))
                return v_error(t, 0, "the pin%s is not there", pin);
        }
    return STATUS_OK;
}

static status check_modules(circuit_run *r, const char *bytes, size_t length)
{
    bool registers = false, blocks = false;
    for (uint32_t i = 0; i < r->t->instances_count; i++) {
        const v_instance *k = &r->t->instances[i];
        const char *module = r->t->name[k->module];
        const size_t most = strlen(module);
        if (most < 8 || strcmp(module + most - 8, "_product") != 0)
            continue;
        blocks = true;
        registers |= strcmp(r->t->name[k->port[0]], "clk") == 0;
    }
    if (r->clocked)
        TRY(check_texts(r->t, bytes, length, FLOW, sizeof FLOW / sizeof FLOW[0]));
    if (!blocks)
        return STATUS_OK;
    if (has_text(bytes, length, "MULT18X18D"))
        TRY(check_pins(r->t, bytes, length));
    return registers ? check_texts(r->t, bytes, length, BLOCK_WITH_REGISTERS, 4)
                     : check_texts(r->t, bytes, length, BLOCK_WITHOUT, 1);
}

/* ---- ports ----------------------------------------------------------------------------------- */

/* PREFIX_NAME, what is no letter or digit of it '_', maybe with a number behind it. */
static bool is_port_of(const char *port, const char *prefix, const char *name)
{
    const size_t length = strlen(prefix);
    if (strncmp(port, prefix, length) != 0)
        return false;
    for (port += length; *name; name++, port++) {
        const char c = *name;
        const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_';
        if (*port != (word ? c : '_'))
            return false;
    }
    return !*port || *port == '_';
}

static status check_ports(circuit_run *r)
{
    const v_text *t = r->t;
    if (t->inputs_count != r->p->inputs_count || t->outputs_count != r->p->outputs_count)
        return v_error(t, 0, "other numbers of ports than of words", "");
    for (uint32_t i = 0; i < t->inputs_count; i++)
        if (!is_port_of(t->name[t->inputs[i]], "in_", r->p->inputs[i].name))
            return v_error(t, t->wires[t->inputs[i]].line, "this port is not '%s'",
                           r->p->inputs[i].name);
    for (uint32_t i = 0; i < t->outputs_count; i++)
        if (!is_port_of(t->name[t->outputs[i]], "out_", r->p->outputs[i].name))
            return v_error(t, t->wires[t->outputs[i]].line, "this port is not '%s'",
                           r->p->outputs[i].name);
    return STATUS_OK;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static int64_t signed_number(circuit_run *r)
{
    const bool minus = circuit_take(r, "-");
    const int64_t value = r->t->list[r->at++].value;
    return minus ? -value : value;
}

/* {x >= low && x <= high, ..} from the last input to the first. */
static status check_ranges(circuit_run *r)
{
    const uint32_t within = v_text_name(r->t, "inputs_within");
    const ops *p = r->p;
    if (within == UINT32_MAX || r->t->wires[within].kind != V_WIRE)
        return v_error(r->t, 0, "the ranges of inputs are not there", "");
    r->at = r->t->wires[within].expression + 1;
    for (uint32_t i = p->inputs_count; i-- > 0;) {
        const uint32_t line = r->t->list[r->at].line;
        int64_t low = 0, high = 0, bound[2] = {0};
        circuit_value_of x[2];
        fixed_from_double(p->format, p->inputs[i].point, p->inputs[i].low, &low);
        fixed_from_double(p->format, p->inputs[i].point, p->inputs[i].high, &high);
        for (int k = 0; k < 2; k++) {
            const uint32_t name = (uint32_t)r->t->list[r->at++].value;
            x[k] = circuit_at(r, name, 0);
            if (!r->t->wires[name].is_signed)
                return v_error(r->t, line, "a range of what has no sign", "");
            if (!circuit_take(r, k ? "<=" : ">="))
                return v_error(r->t, line, "a range that no emitted text has", "");
            bound[k] = signed_number(r);
            if (k == 0 && !circuit_take(r, "&&"))
                return v_error(r->t, line, "a range that no emitted text has", "");
        }
        TRY(r->failed);
        if (x[0].f != r->g.inputs[i] || x[1].f != r->g.inputs[i] || bound[0] != low ||
            bound[1] != high)
            return v_error(r->t, line, "the range of input '%s' is another one",
                           p->inputs[i].name);
        circuit_take(r, ",");
    }
    return STATUS_OK;
}

/* ---- outputs --------------------------------------------------------------------------------- */

static status check_value(circuit_run *r, uint32_t name, int32_t stage, uint32_t output)
{
    const circuit_value_of v = circuit_at(r, name, stage);
    const uint32_t line = r->t->wires[name].line;
    TRY(r->failed);
    if (!r->numbers->is_output(r, &v, output))
        return v_error(r->t, line, "output '%s' is another value of the graph",
                       r->p->outputs[output].name);
    return STATUS_OK;
}

/* results = {in_range, last, .., first}; out_x = first[hi:lo]. */
static status check_queue(circuit_run *r)
{
    const v_text *t = r->t;
    const uint32_t results = v_text_name(t, "results"),
                   width = ops_format(r->p)->bits(r->p->format);
    const int32_t last = (int32_t)t->stages - 1;
    if (results == UINT32_MAX || t->wires[results].kind != V_WIRE)
        return v_error(t, 0, "the results of a sample are not there", "");
    r->at = t->wires[results].expression;
    bool plain = circuit_take(r, "{");
    if (ops_has_points(r->p)) {
        const circuit_value_of v = circuit_at(r, (uint32_t)t->list[r->at].value, last);
        TRY(r->failed);
        if (v.kind != CIRCUIT_RANGES || v.x != 1)
            return v_error(t, t->list[r->at].line, "in_range is of another sample", "");
        r->at++;
        plain &= circuit_take(r, ",");
    }
    for (uint32_t i = r->p->outputs_count; i-- > 0;) {
        const v_wire *w = &t->wires[t->outputs[i]];
        const v_token *k = &t->list[w->expression];
        plain &= t->list[r->at].class == V_NAME;
        TRY(check_value(r, (uint32_t)t->list[r->at++].value, last, i));
        plain &= circuit_take(r, i ? "," : "}");
        if (!plain || w->kind != V_WIRE || !v_is(t, w->expression, "first") ||
            k[2].value != (int64_t)(i + 1) * width - 1 || k[4].value != (int64_t)i * width)
            return v_error(t, w->line, "output '%s' takes other bits of the queue",
                           r->p->outputs[i].name);
    }
    return STATUS_OK;
}

static status check_outputs(circuit_run *r)
{
    if (r->clocked)
        return check_queue(r);
    for (uint32_t i = 0; i < r->p->outputs_count; i++)
        TRY(check_value(r, r->t->outputs[i], 0, i));
    const uint32_t name = v_text_name(r->t, "in_range");
    if (name == UINT32_MAX)
        return v_error(r->t, 0, "in_range is not there", "");
    const circuit_value_of v = circuit_at(r, name, 0);
    TRY(r->failed);
    return v.kind == CIRCUIT_RANGES ? STATUS_OK
                                    : v_error(r->t, 0, "in_range is another value", "");
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void begin_fixed(circuit_run *r)
{
    r->g = fixed_graph_make(r->mem, r->forms, r->p, true);
}

static void input_of_fixed(const circuit_run *r, uint32_t i, circuit_value_of *v)
{
    v->f = r->g.inputs[i];
}

static bool is_fixed_output(circuit_run *r, const circuit_value_of *v, uint32_t output)
{
    return v->kind == CIRCUIT_BITS && v->f == r->g.outputs[output] && v->modulus >= r->p->format;
}

static void begin_binary32(circuit_run *r)
{
    const graph_words g = graph_words_make(r->mem, r->p);
    r->inputs = graph_words_plain(r->mem, r->symbols, &g, 0);
    r->outputs = graph_words_results(r->mem, r->symbols, &g, r->inputs);
}

static void input_of_binary32(const circuit_run *r, uint32_t i, circuit_value_of *v)
{
    v->kind = CIRCUIT_SYMBOL;
    v->x = r->inputs[i];
}

static bool is_binary32_output(circuit_run *r, const circuit_value_of *v, uint32_t output)
{
    int64_t bits = 0;
    const symbol x = v->kind == CIRCUIT_SYMBOL || !forms_is_constant(r->forms, v->f, &bits)
                         ? v->x
                         : symbols_number(r->symbols, (double)fp32_value((uint32_t)bits));
    return x == r->outputs[output];
}

static const circuit_numbers NUMBERS[FORMATS] = {
    [FORMAT_BINARY32] = {false, begin_binary32, input_of_binary32, is_binary32_output,
                         circuit_binary32},
    [FORMAT_FIXED] = {true, begin_fixed, input_of_fixed, is_fixed_output, circuit_block}};

/* ---- the file -------------------------------------------------------------------------------- */

/* A name as comments have it, by the rule of docs/forms.md: what is no plain word is in quotes. */
static text name_said(arena *mem, const char *name)
{
    text said = text_make(mem), quoted = text_make(mem);
    bool plain = *name;
    for (const char *c = name; *c; c++) {
        const unsigned code = (unsigned char)*c;
        const bool escaped = code == '"' || code == '\\', hidden = code < ' ' || code == 0x7f;
        plain = plain && !escaped && !hidden && code != ' ' && code != '#' && code != '=';
        text_printf(&quoted, hidden ? "\\x%02x" : escaped ? "\\%c" : "%c", code);
    }
    text_printf(&said, plain ? "%s" : "\"%s\"", plain ? name : quoted.bytes);
    return said;
}

static void name_operations(circuit_run *r)
{
    r->op_names = names_make(r->mem);
    for (uint32_t i = 0; i < r->p->list_count; i++) {
        const text said = name_said(r->mem, r->p->list[i].name);
        names_add(&r->op_names, said.bytes, said.length, i);
    }
}

static status read_text(circuit_run *r, const char *bytes, size_t length)
{
    r->numbers = &NUMBERS[ops_format(r->p)->id];
    r->numbers->begin(r);
    name_operations(r);
    r->clocked = r->t->stages > 0;
    TRY(check_ports(r));
    TRY(check_modules(r, bytes, length));
    if (ops_has_points(r->p))
        TRY(check_ranges(r));
    return check_outputs(r);
}

status readback_circuit(arena *mem, const char *file, const char *bytes, size_t length,
                        const ops *p, readback_result *out, diag *d)
{
    arena scratch = arena_make();
    v_text t;
    symbols s = symbols_make(&scratch);
    s.is_float = s.turns = true;
    forms f = forms_make(&s);
    circuit_run r = {.mem = &scratch, .t = &t, .p = p, .symbols = &s, .forms = &f};
    status result = v_text_read(&scratch, arena_strdup(mem, file), bytes, length, &t, d);
    if (result == STATUS_OK)
        result = read_text(&r, bytes, length);
    if (result == STATUS_OK && f.overflow)
        result = v_error(&t, 0, "numbers too large to be followed", "");
    if (result == STATUS_OK) {
        out->operations += p->list_count - (r.unread < p->list_count ? r.unread : 0);
        out->functions++;
    }
    arena_free(&scratch);
    return result;
}
