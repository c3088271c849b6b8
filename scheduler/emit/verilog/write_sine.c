/* SPDX-License-Identifier: MIT */
/* Tables of sines as Verilog: of the first quarter alone, as functions. A cell folds its angle into
 * that quarter and gives the number its sign, by inverting it (machine/fixed_trig.h). */
#include "emit/verilog/circuit_parts.h"
#include "machine/fixed_trig.h"

static const char *const PART_NAME[SINE_PARTS] = {
    [SINE_VALUE] = "sine_value", [SINE_SLOPE] = "sine_slope", [SINE_BEND] = "sine_bend"};

static uint32_t part_bits(const circuit_writer *w, sine_part part)
{
    const fixed_trig_sizes z = fixed_trig_of(w->c->cells.width);
    return part == SINE_VALUE ? z.value_bits : part == SINE_SLOPE ? z.slope_bits : z.bend_bits;
}

static void write_table(const circuit_writer *w, sine_part part)
{
    const uint32_t width = w->c->cells.width, piece_bits = fixed_trig_of(width).piece_bits;
    const uint32_t bits = part_bits(w, part);
    text_printf(w->out, "    function [%u:0] %s(input [%u:0] piece);\n        case (piece)\n",
                bits - 1, PART_NAME[part], piece_bits - 1);
    for (uint32_t i = 0; i < 1u << piece_bits; i++) {
        const fixed_trig_piece t = fixed_trig_table(width, i);
        const int64_t number = part == SINE_VALUE   ? t.value
                               : part == SINE_SLOPE ? t.slope
                                                    : t.bend;
        text_printf(w->out, "            %u'd%u: %s = %u'h%llx;\n", piece_bits, i, PART_NAME[part],
                    bits, (unsigned long long)number);
    }
    text_add(w->out, "        endcase\n    endfunction\n");
}

void circuit_write_tables(const circuit_writer *w)
{
    const cells *c = &w->c->cells;
    bool any = false;
    for (uint32_t i = 0; i < c->list_count; i++)
        any |= c->list[i].kind == CELL_TABLE;
    for (sine_part part = SINE_VALUE; any && part < SINE_PLACE; part++)
        write_table(w, part);
}

static void write_place(const circuit_writer *w, uint32_t i, const char *turned)
{
    const uint32_t width = w->c->cells.width, d = fixed_trig_of(width).place_bits;
    text_printf(w->out, "    wire signed [%u:0] c%u = {{%u{~%s[%u]}}, %s[%u:0], 1'b1};\n",
                width - 1, i, width - d, turned, d - 1, turned, d - 2);
}

void circuit_write_part(const circuit_writer *w, uint32_t i)
{
    const cell *made = &w->c->cells.list[i];
    const fixed_trig_sizes z = fixed_trig_of(w->c->cells.width);
    const char *turned = circuit_value(w, made->term[0].from, stages_reads(&w->c->stages, i));
    if (made->part == SINE_PLACE) {
        write_place(w, i, turned);
        return;
    }
    /* the quadrant; the piece of the first quarter; whether the number is inverted */
    const char *inverts = arena_printf(w->mem, made->part == SINE_SLOPE ? "^c%u_q"
                                               : made->part == SINE_VALUE ? "c%u_q[1]"
                                                                          : "~c%u_q[1]", i);
    const uint32_t odd = made->part == SINE_BEND; /* a number and a half, doubled */
    text_printf(w->out, "    wire [1:0] c%u_q = %s[%u:%u] + 2'd%d;\n", i, turned,
                z.fraction_bits + 1, z.fraction_bits, made->cosine);
    text_printf(w->out, "    wire [%u:0] c%u_i = %s[%u:%u] ^ {%u{c%u_q[0]}};\n", z.piece_bits - 1,
                i, turned, z.fraction_bits - 1, z.place_bits, z.piece_bits, i);
    text_printf(w->out,
                "    wire c%u_n = %s;\n"
                "    wire signed [%u:0] c%u = {{%u{c%u_n}}, %s(c%u_i) ^ {%u{c%u_n}}%s};\n",
                i, inverts, made->bits - 1, i, made->bits - part_bits(w, made->part) - odd, i,
                PART_NAME[made->part], i, part_bits(w, made->part), i, odd ? ", 1'b1" : "");
}
