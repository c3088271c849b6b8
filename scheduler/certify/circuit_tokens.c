/* SPDX-License-Identifier: MIT */
#include "certify/circuit_tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

status v_error(const v_text *t, uint32_t line, const char *format, const char *name)
{
    char said[256];
    snprintf(said, sizeof said, format, name);
    return diag_error(t->d, (place){t->file, line, line ? 1 : 0}, "reading back: %s", said);
}

uint32_t v_text_name(const v_text *t, const char *name)
{
    uint32_t number;
    return names_find(&t->names, name, strlen(name), &number) ? number : UINT32_MAX;
}

bool v_is(const v_text *t, uint32_t at, const char *mark)
{
    const v_token *k = &t->list[at];
    return k->class != V_STRING && k->length == strlen(mark) &&
           memcmp(k->at, mark, k->length) == 0;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

typedef struct {
    v_text *t;
    const char *at, *end, *line_start;
    uint32_t line;
} scanner;

static void add(scanner *s, v_token k, const char *start)
{
    k.at = start;
    k.length = (uint32_t)(s->at - start);
    k.line = s->line;
    k.column = (uint32_t)(start - s->line_start);
    *ARENA_PUSH(s->t->mem, s->t, list) = k;
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void scan_name(scanner *s)
{
    const char *start = s->at;
    v_text *t = s->t;
    uint32_t number;
    while (s->at < s->end && in_name(*s->at))
        s->at++;
    const size_t length = (size_t)(s->at - start);
    if (!names_find(&t->names, start, length, &number)) {
        number = t->name_count;
        *ARENA_PUSH(t->mem, t, name) = arena_strndup(t->mem, start, length);
        names_add(&t->names, t->name[number], length, number);
    }
    add(s, (v_token){.class = V_NAME, .value = number}, start);
}

static void scan_number(scanner *s)
{
    const char *start = s->at;
    char *stop;
    v_token k = {.class = V_NUMBER, .value = (int64_t)strtoull(start, &stop, 10)};
    if (*stop == '\'') {
        k.bits = (uint32_t)k.value;
        stop += 1 + (stop[1] == 's');
        const int base = *stop == 'h' ? 16 : *stop == 'b' ? 2 : 10;
        k.value = (int64_t)strtoull(stop + 1, &stop, base);
    }
    s->at = stop;
    add(s, k, start);
}

static void scan_mark(scanner *s)
{
    static const char *const TWO[] = {"<=", ">=", "==", "&&", "||", "!=", "<<", ">>"};
    const char *start = s->at++;
    for (size_t i = 0; i < sizeof TWO / sizeof TWO[0]; i++)
        if (s->at < s->end && start[0] == TWO[i][0] && start[1] == TWO[i][1])
            s->at = start + 2;
    add(s, (v_token){.class = V_MARK}, start);
}

static void skip_comment(scanner *s)
{
    if (s->at[1] == '/') {
        while (s->at < s->end && *s->at != '\n')
            s->at++;
        return;
    }
    while (s->at + 1 < s->end && !(s->at[0] == '*' && s->at[1] == '/')) {
        s->line += *s->at == '\n';
        s->at++;
    }
    s->at += 2;
}

static void scan(scanner *s)
{
    while (s->at < s->end) {
        const char c = *s->at;
        if (c == '\n') {
            s->line++;
            s->line_start = ++s->at;
        } else if (isspace((unsigned char)c)) {
            s->at++;
        } else if (c == '/' && s->at + 1 < s->end && (s->at[1] == '/' || s->at[1] == '*')) {
            skip_comment(s);
        } else if (isdigit((unsigned char)c)) {
            scan_number(s);
        } else if (isalpha((unsigned char)c) || c == '_' || c == '`') {
            s->at += c == '`';
            scan_name(s);
        } else if (c == '"') {
            const char *start = s->at++;
            while (s->at < s->end && *s->at != '"')
                s->at++;
            s->at += s->at < s->end;
            add(s, (v_token){.class = V_STRING}, start);
        } else {
            scan_mark(s);
        }
    }
    add(s, (v_token){.class = V_END}, s->at);
}

/* ---- items ----------------------------------------------------------------------------------- */

typedef struct {
    v_text *t;
    const char *bytes;
    uint32_t at;
    v_said said;
    const char *of;
    uint32_t of_length;
} items;

static bool is(const items *i, const char *mark) { return v_is(i->t, i->at, mark); }

static bool take(items *i, const char *mark)
{
    const bool there = is(i, mark);
    i->at += there;
    return there;
}

static uint32_t line_of(const items *i) { return i->t->list[i->at].line; }

static uint32_t name_of(const items *i) { return (uint32_t)i->t->list[i->at].value; }

/* To after the next mark that is not within brackets. */
static void skip_to(items *i, const char *mark)
{
    uint32_t open = 0;
    for (; i->t->list[i->at].class != V_END; i->at++) {
        if (!open && take(i, mark))
            return;
        open += is(i, "(") || is(i, "[") || is(i, "{");
        open -= open && (is(i, ")") || is(i, "]") || is(i, "}"));
    }
}

/* To the comma or semicolon that ends it. */
static void skip_expression(items *i)
{
    uint32_t open = 0;
    for (; i->t->list[i->at].class != V_END; i->at++) {
        if (!open && (is(i, ",") || is(i, ";")))
            return;
        open += is(i, "(") || is(i, "[") || is(i, "{");
        open -= open && (is(i, ")") || is(i, "]") || is(i, "}"));
    }
}

/* [top:0]; a range that is no number has 0 bits. */
static uint32_t read_range(items *i)
{
    if (!is(i, "["))
        return 1;
    const v_token *k = &i->t->list[i->at];
    const bool plain = k[1].class == V_NUMBER && v_is(i->t, i->at + 2, ":") &&
                       v_is(i->t, i->at + 3, "0") && v_is(i->t, i->at + 4, "]");
    i->at++;
    skip_to(i, "]");
    return plain ? (uint32_t)k[1].value + 1 : 0;
}

static v_wire wire_here(const items *i, bool is_signed, uint32_t bits)
{
    return (v_wire){.line = line_of(i), .bits = bits, .is_signed = is_signed, .said = i->said,
                    .of = i->of, .of_length = i->of_length};
}

static void read_wire(items *i)
{
    const bool is_signed = take(i, "signed");
    const uint32_t bits = read_range(i);
    do {
        v_wire w = wire_here(i, is_signed, bits);
        const uint32_t name = name_of(i);
        i->at++;
        w.kind = V_UNKNOWN;
        if (take(i, "=")) {
            w.kind = V_WIRE;
            w.expression = i->at;
            skip_expression(i);
        }
        i->t->wires[name] = w;
    } while (take(i, ","));
    take(i, ";");
}

/* reg [..] NAME; always @(posedge clk) [if (WHEN)] NAME <= ..; in one line. Others are those of the
 * flow of samples. */
static void read_register(items *i)
{
    const bool is_signed = take(i, "signed");
    const uint32_t bits = read_range(i), line = line_of(i);
    v_wire w = wire_here(i, is_signed, bits);
    const uint32_t name = name_of(i);
    skip_to(i, ";");
    if (!is(i, "always") || line_of(i) != line)
        return;
    while (!is(i, ")") && i->t->list[i->at].class != V_END)
        i->at++;
    i->at++;
    if (take(i, "if")) {
        take(i, "(");
        w.when = name_of(i);
        i->at++;
        take(i, ")");
    }
    if (i->t->list[i->at].class != V_NAME || name_of(i) != name)
        return;
    i->at++;
    if (!take(i, "<="))
        return;
    w.kind = V_REGISTER;
    w.expression = i->at;
    i->t->wires[name] = w;
    skip_to(i, ";");
}

static void read_parameters(items *i, v_instance *made)
{
    while (take(i, ".") && made->parameters < V_MOST_PORTS) {
        made->parameter[made->parameters] = name_of(i);
        i->at += 2;
        made->parameter_value[made->parameters++] = i->t->list[i->at].value;
        skip_to(i, ")");
        take(i, ",");
    }
    take(i, ")");
}

/* MODULE #(.P(1), ..) NAME (.a(x), ..); what its output y or q is called becomes a wire of it. */
static void read_instance(items *i)
{
    v_text *t = i->t;
    v_instance made = {.module = name_of(i), .line = line_of(i)};
    i->at++;
    if (take(i, "#")) {
        take(i, "(");
        read_parameters(i, &made);
    }
    made.name = name_of(i);
    i->at++;
    take(i, "(");
    while (take(i, ".") && made.ports < V_MOST_PORTS) {
        made.port[made.ports] = name_of(i);
        i->at += 2;
        made.expression[made.ports] = i->at;
        const bool is_output = strcmp(t->name[made.port[made.ports]], "y") == 0 ||
                               strcmp(t->name[made.port[made.ports]], "q") == 0;
        if (is_output && t->list[i->at].class == V_NAME) {
            v_wire *w = &t->wires[name_of(i)];
            w->kind = w->line && w->kind == V_UNKNOWN ? V_INSTANCE : V_UNKNOWN;
            w->line = made.line;
            w->instance = t->instances_count;
        }
        made.ports++;
        skip_to(i, ")");
        take(i, ",");
    }
    skip_to(i, ";");
    *ARENA_PUSH(t->mem, t, instances) = made;
}

static void read_numbers(items *i)
{
    while (!is(i, ";") && i->t->list[i->at].class != V_END) {
        if (is(i, "STAGES") && v_is(i->t, i->at + 1, "="))
            i->t->stages = i->t->list[i->at + 2].value;
        if (is(i, "INTERVAL") && v_is(i->t, i->at + 1, "="))
            i->t->interval = i->t->list[i->at + 2].value;
        i->at++;
    }
}

static void read_ports(items *i)
{
    v_text *t = i->t;
    skip_to(i, "(");
    while (!take(i, ")") && t->list[i->at].class != V_END) {
        const bool is_input = is(i, "input");
        i->at += 2; /* wire */
        v_wire w = wire_here(i, take(i, "signed"), 0);
        w.bits = read_range(i);
        w.kind = is_input ? V_PORT : V_UNKNOWN;
        t->wires[name_of(i)] = w;
        if (is_input && w.is_signed)
            *ARENA_PUSH(t->mem, t, inputs) = name_of(i);
        else if (!is_input && w.is_signed)
            *ARENA_PUSH(t->mem, t, outputs) = name_of(i);
        i->at++;
        take(i, ",");
    }
    take(i, ";");
}

/* The comment that stands in the line above a token, at the margin of items. */
static void read_comment(items *i)
{
    const char *line = i->t->list[i->at].at;
    while (line > i->bytes && line[-1] != '\n')
        line--;
    if (line == i->bytes)
        return;
    const char *end = line - 1, *start = end;
    while (start > i->bytes && start[-1] != '\n')
        start--;
    static const char before[] = ", before rounding", part[] = ", a part of it";
    if (end - start < 7 || memcmp(start, "    // ", 7) != 0)
        return;
    i->of = start + 7;
    i->of_length = (uint32_t)(end - i->of);
    i->said = V_WHOLE;
    const size_t lengths[2] = {sizeof before - 1, sizeof part - 1};
    for (int k = 0; k < 2; k++)
        if (i->of_length > lengths[k] &&
            memcmp(end - lengths[k], k ? part : before, lengths[k]) == 0) {
            i->said = k ? V_PART : V_BEFORE_ROUNDING;
            i->of_length -= (uint32_t)lengths[k];
        }
}

enum { MARGIN = 4 };

static void read_items(items *i)
{
    v_text *t = i->t;
    while (t->list[i->at].class != V_END && !is(i, "endmodule")) {
        if (t->list[i->at].column != MARGIN || t->list[i->at].class != V_NAME) {
            i->at++; /* within an item of the flow */
            continue;
        }
        read_comment(i);
        if (take(i, "wire")) {
            read_wire(i);
        } else if (take(i, "reg")) {
            read_register(i);
        } else if (take(i, "localparam")) {
            read_numbers(i);
        } else if (take(i, "assign")) {
            v_wire *w = &t->wires[name_of(i)];
            w->kind = V_WIRE;
            w->line = line_of(i);
            w->expression = i->at + 2;
            skip_to(i, ";");
        } else if (is(i, "always") || is(i, "function") || is(i, "end") || is(i, "endfunction")) {
            i->at++;
        } else {
            read_instance(i);
        }
    }
}

/* What is declared at the margin begins where what stands before it has ended, also in the flow of
 * samples, of which nothing else is read. */
static status all_ended(const items *of)
{
    static const char *const words[] = {"wire", "reg", "localparam", "assign", "always"};
    items i = *of;
    for (; i.t->list[i.at].class != V_END && !is(&i, "endmodule"); i.at++) {
        bool declares = false;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            declares |= i.t->list[i.at].column == MARGIN && is(&i, words[k]);
        const items last = {.t = i.t, .at = i.at - 1};
        if (declares && !is(&last, ";") && !is(&last, "end") && !is(&last, "endfunction"))
            return v_error(i.t, line_of(&last), "this has no end", "");
    }
    return STATUS_OK;
}

void v_text_scan(arena *mem, const char *file, const char *bytes, size_t length, v_text *out,
                 diag *d)
{
    *out = (v_text){.mem = mem, .file = file, .names = names_make(mem), .interval = 1, .d = d};
    *ARENA_PUSH(mem, out, name) = "";
    scanner s = {out, bytes, bytes + length, bytes, 1};
    scan(&s);
}

status v_text_read(arena *mem, const char *file, const char *bytes, size_t length, v_text *out,
                   diag *d)
{
    v_text_scan(mem, file, bytes, length, out, d);
    out->wires = ARENA_ARRAY(mem, v_wire, (size_t)out->name_count + 1);
    items i = {.t = out, .bytes = bytes};
    while (out->list[i.at].class != V_END && !is(&i, "module"))
        i.at++;
    if (out->list[i.at].class == V_END)
        return v_error(out, 0, "there is no module", "");
    read_ports(&i);
    TRY(all_ended(&i));
    read_items(&i);
    return STATUS_OK;
}
