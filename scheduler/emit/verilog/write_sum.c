/* SPDX-License-Identifier: MIT */
/* A sum as Verilog: rows of equal width, one carry chain over them, and of its bits those that are
 * not dropped. Subtractions are written as such, which synthesis has in the chain for nothing. */
#include "circuit/sum_form.h"
#include "emit/verilog/circuit_parts.h"

typedef struct {
    const circuit_writer *w;
    const cell *sum;
    uint32_t number, stage;
    sum_form f;
    text *out;
} sum_writer;

static const char *bit_text(const sum_writer *s, uint32_t k)
{
    const cell_term *t = &s->sum->term[k];
    return arena_printf(s->w->mem, "%s%s[0]", t->negative ? "~" : "",
                        circuit_value(s->w, t->from, s->stage));
}

/* The low bits of the term that has open ones: constants and the rounding of the other. */
static void add_open(const sum_writer *s, bool inverted)
{
    const uint32_t bits = s->sum->term[s->f.open].left, other = 1 - s->f.open;
    for (uint32_t i = bits; i-- > 0;) {
        const bool one = s->f.fill >> i & 1;
        if (s->f.bit[s->f.open] == SUM_BIT_FILL)
            text_printf(s->out, inverted ? ", ~(%s)" : ", %s", bit_text(s, s->f.open));
        else if (s->f.bit[other] == SUM_BIT_OPEN && s->sum->term[other].left == i)
            text_printf(s->out, ", %s%s", inverted ? "~" : "", bit_text(s, other));
        else
            text_printf(s->out, ", 1'b%d", one != inverted);
    }
}

/* A term over all bits of a row, its sign repeated; `inverted` as a whole, or, of a row that is
 * inverted, `below`: no more than the bits below it. */
static void add_term(const sum_writer *s, uint32_t k, bool inverted, bool below)
{
    const cell_term *t = &s->sum->term[k];
    const char *name = circuit_value(s->w, t->from, s->stage), *sign = inverted ? "~" : "";
    const uint32_t low = t->rounds, bits = cells_bits(&s->w->c->cells, t->from);
    const uint32_t room = s->f.bits - t->left, used = bits - low < room ? bits - low : room;
    text_add(s->out, "{");
    if (room > used)
        text_printf(s->out, "{%u{%s%s[%u]}}, ", room - used, sign, name, bits - 1);
    text_printf(s->out, "%s%s[%u:%u]", sign, name, low + used - 1, low);
    if (k == s->f.open)
        add_open(s, below);
    else if (t->left)
        text_printf(s->out, ", {%u{1'b%d}}", t->left, below);
    text_add(s->out, "}");
}

static void add_row(const sum_writer *s, uint32_t k, bool inverted)
{
    add_term(s, k, inverted, false);
}

/* Without its inversion: the open bits are inverted instead. */
static void add_subtrahend(const sum_writer *s, uint32_t k)
{
    add_term(s, k, false, true);
}

static const char *carry_text(const sum_writer *s)
{
    for (uint32_t k = 0; k < s->sum->terms; k++)
        if (s->f.bit[k] == SUM_BIT_CARRY || s->f.bit[k] == SUM_BIT_FILL)
            return bit_text(s, k);
    return s->f.carry_one ? "1'b1" : NULL;
}

/* x and y become sum and carries of three rows. */
static void add_saved_rows(const sum_writer *s)
{
    const uint32_t n = s->f.bits;
    const char *spare = "1'b0";
    text_printf(s->out, "    wire [%u:0] c%u_x = ", n - 1, s->number);
    add_row(s, 0, s->sum->term[0].negative);
    text_printf(s->out, ";\n    wire [%u:0] c%u_y = ", n - 1, s->number);
    add_row(s, 1, s->sum->term[1].negative);
    text_printf(s->out, ";\n    wire [%u:0] c%u_z = {", n - 1, s->number);
    for (uint32_t i = n; i-- > 0;) {
        const char *bit = floor_shift(s->f.row, i < 63 ? i : 63) & 1 ? "1'b1" : "1'b0";
        for (uint32_t k = 0; k < 2; k++)
            if (s->f.bit[k] == SUM_BIT_ROW && s->sum->term[k].left == i)
                bit = bit_text(s, k);
        text_printf(s->out, "%s%s", bit, i ? ", " : "};\n");
    }
    for (uint32_t k = 0; k < 2; k++)
        if (s->f.bit[k] == SUM_BIT_SPARE)
            spare = bit_text(s, k);
    text_printf(s->out,
                "    wire [%u:0] c%u_s = c%u_x ^ c%u_y ^ c%u_z;\n"
                "    wire [%u:0] c%u_m = c%u_x & c%u_y | c%u_x & c%u_z | c%u_y & c%u_z;\n",
                n - 1, s->number, s->number, s->number, s->number, n - 1, s->number, s->number,
                s->number, s->number, s->number, s->number, s->number);
    const char *carry = carry_text(s);
    text_printf(s->out, "    wire [%u:0] c%u_t = {c%u_s, %s} + {c%u_m[%u:0], %s, %s};\n", n,
                s->number, s->number, carry ? "1'b1" : "1'b0", s->number, n - 2, spare,
                carry ? carry : "1'b0");
}

static void add_chain(const sum_writer *s)
{
    const uint32_t n = s->f.bits;
    const char *carry = carry_text(s);
    const cell_term *t = s->sum->term;
    text_printf(s->out, "    wire [%u:0] c%u_t = {", n, s->number);
    if (t[0].negative || t[1].negative) {
        /* x + ~y + carry = x - y - ~carry */
        const uint32_t minus = t[1].negative;
        add_row(s, 1 - minus, false);
        text_add(s->out, ", 1'b0} - {");
        add_subtrahend(s, minus);
        if (carry && s->f.carry_one)
            text_add(s->out, ", 1'b0};\n");
        else
            text_printf(s->out, ", ~%s};\n", carry ? arena_printf(s->w->mem, "(%s)", carry)
                                                   : "1'b0");
    } else {
        add_row(s, 0, false);
        text_printf(s->out, ", %s} + {", carry ? "1'b1" : "1'b0");
        add_row(s, 1, false);
        text_printf(s->out, ", %s};\n", carry ? carry : "1'b0");
    }
}

/* One term and a constant. */
static void add_single(const sum_writer *s)
{
    const uint32_t n = s->f.bits;
    const cell_term *t = &s->sum->term[0];
    const char *carry = carry_text(s);
    const int64_t constant =
        s->sum->constant + (t->negative && !t->rounds ? (int64_t)1 << t->left : 0);
    text_printf(s->out, "    wire [%u:0] c%u_t = {", n, s->number);
    add_row(s, 0, t->negative);
    text_printf(s->out, ", %s} + {", carry ? "1'b1" : "1'b0");
    for (uint32_t i = n; i-- > 0;)
        text_printf(s->out, "1'b%d, ", (int)(floor_shift(constant, i < 63 ? i : 63) & 1));
    text_printf(s->out, "%s};\n", carry ? carry : "1'b0");
}

void circuit_write_sum(const circuit_writer *w, uint32_t number)
{
    const cell *sum = &w->c->cells.list[number];
    sum_writer s = {.w = w, .sum = sum, .number = number, .out = w->out,
                    .stage = stages_reads(&w->c->stages, number), .f = sum_form_of(sum)};
    if (sum->terms == 0) {
        text_printf(w->out, "    wire signed [%u:0] c%u = 0;\n", sum->bits - 1, number);
        return;
    }
    if (sum->terms == 1)
        add_single(&s);
    else if (s.f.saves)
        add_saved_rows(&s);
    else
        add_chain(&s);
    text_printf(w->out, "    wire signed [%u:0] c%u = c%u_t[%u:%u];\n", sum->bits - 1, number,
                number, sum->drop + sum->bits, sum->drop + 1);
}

/* Twice a, where the second bit is 1, and a, where the first is; the sign of b is negative. */
void circuit_write_digit(const circuit_writer *w, uint32_t number)
{
    const cell *made = &w->c->cells.list[number];
    const uint32_t stage = stages_reads(&w->c->stages, number), top = w->c->cells.width - 1;
    const char *a = circuit_value(w, made->term[0].from, stage);
    const char *b = circuit_value(w, made->term[1].from, stage);
    text_printf(w->out, "    wire [%u:0] c%u_x = {%u{%s[%u]}} & {{2{%s[%u]}}, %s};\n",
                made->bits - 1, number, made->bits, b, made->low, a, top, a);
    if (made->low == top) {
        text_printf(w->out, "    wire signed [%u:0] c%u = -c%u_x;\n", made->bits - 1, number,
                    number);
        return;
    }
    text_printf(w->out,
                "    wire [%u:0] c%u_y = {%u{%s[%u]}} & {%s[%u], %s, 1'b0};\n"
                "    wire signed [%u:0] c%u = c%u_x %c c%u_y;\n",
                made->bits - 1, number, made->bits, b, made->low + 1, a, top, a, made->bits - 1,
                number, number, made->low + 1 == top ? '-' : '+', number);
}
