/* SPDX-License-Identifier: MIT */
#include "emit/c/fixed_sine.h"

#include "operations/ops_fixed.h"

#include <inttypes.h>

/* Numbers of the width stand before it. */
static const char SINE[] =
    "/* Sine of an angle in quarter turns, angle (high 2^CUT + low) + offset, or the sine of a\n"
    " * quarter more: by a parabola for each piece of a quarter. */\n"
    "static @P_word @P_sine(int64_t angle, int64_t high, int64_t low, int64_t offset, int cosine,\n"
    "                       int places)\n"
    "{\n"
    "    const uint64_t turned = (uint64_t)@P_down(\n"
    "        angle * high + @P_down(angle * low, CUT) + offset, OFFSET_BITS);\n"
    "    const unsigned quadrant = (unsigned)(turned >> FRACTION_BITS) + (unsigned)cosine;\n"
    "    const int falls = quadrant & 1, negative = quadrant >> 1 & 1;\n"
    "    const uint64_t folded = falls ? ~turned : turned;\n"
    "    const int64_t *t = @P_sine_table[folded >> PLACE_BITS & (PIECES - 1)];\n"
    "    const int64_t u = 2 * (int64_t)(turned & ((UINT64_C(1) << PLACE_BITS) - 1)) + 1 -\n"
    "                      ((int64_t)1 << PLACE_BITS);\n"
    "    const int64_t bend = 2 * (negative ? t[2] : ~t[2]) + 1;\n"
    "    const int64_t slope = (falls != negative ? ~t[1] : t[1]) +\n"
    "                          @P_down(bend * u, PLACE_BITS) + 1;\n"
    "    const int64_t sine = (negative ? ~t[0] : t[0]) + @P_down(slope * u, PLACE_BITS + 2) + 1;\n"
    "    return (@P_word)@P_down(sine + ((int64_t)1 << (places - 1)), places);\n"
    "}\n";

static uint32_t cut_of(uint32_t width) { return width - FIXED_TRIG_OFFSET_BITS; }

void emit_fixed_sine(const emitter *e)
{
    const uint32_t width = e->p->format;
    const fixed_trig_sizes z = fixed_trig_of(width);
    const uint32_t count = 1u << z.piece_bits;
    const struct {
        const char *name;
        uint32_t value;
    } sizes[] = {{"CUT", cut_of(width)}, {"OFFSET_BITS", FIXED_TRIG_OFFSET_BITS},
                 {"FRACTION_BITS", z.fraction_bits}, {"PLACE_BITS", z.place_bits},
                 {"PIECES", count}};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    emit_template(e, "/* Value, slope and bend of the sine in each piece of a quarter turn. */\n"
                     "static const int64_t @P_sine_table[][3] = {\n");
    for (uint32_t i = 0; i < count; i++) {
        const fixed_trig_piece t = fixed_trig_table(width, i);
        text_printf(e->out, "    {%" PRId64 ", %" PRId64 ", %" PRId64 "},\n", t.value, t.slope,
                    t.bend);
    }
    text_add(e->out, "};\n\n");
    for (uint32_t i = 0; i < SIZES; i++)
        text_printf(e->out, "#define %s %u\n", sizes[i].name, sizes[i].value);
    emit_template(e, SINE);
    for (uint32_t i = 0; i < SIZES; i++)
        text_printf(e->out, "#undef %s\n", sizes[i].name);
    text_add(e->out, "\n");
}

void emit_fixed_sine_call(const emitter *e, const op *o, const char *angle)
{
    const ops *p = e->p;
    const int64_t quarters = fixed_trig_quarters(p->format, ops_point(p, o->a));
    const int64_t unit = (int64_t)1 << cut_of(p->format);
    const int places = (int)fixed_trig_of(p->format).sine_point - o->point;
    emit_template(e, "@P_sine(");
    text_printf(e->out, "%s, %" PRId64 ", %" PRId64 ", INT64_C(%" PRId64 "), %d, %d)", angle,
                quarters / unit, quarters % unit, ops_fixed_offset(p, o), o->kind == OP_COS,
                places);
}
