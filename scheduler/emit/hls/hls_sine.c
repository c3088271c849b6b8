/* SPDX-License-Identifier: MIT */
/* The sine unit for HLS tools: the model of machine/fp32_trig.c in integers, with its table. */
#include "emit/hls/hls_parts.h"
#include "machine/trig_table.h"
#include "tauflow_trig.h"

static const char MODEL[] =
    "/* Sine or cosine of an angle in radians below 2^13, NaN beyond, and an offset in units of\n"
    " * 2^-28 quarter turns, bit for bit that of the machine: quarter turns, then a parabola of\n"
    " * the piece that the angle is in. */\n"
    "static float @P_trig(float radians, uint32_t plus, int cosine)\n"
    "{\n"
    "    union { float real; uint32_t bits; } x, y;\n"
    "    x.real = radians;\n"
    "    const uint32_t field = x.bits >> 23 & 0xff;\n"
    "    const uint64_t product = (uint64_t)((x.bits & 0x7fffff) | 0x800000) * @P_quarters;\n"
    "    const uint32_t away = 158 - field;\n"
    "    const uint32_t size = field > 158 || away > 63 ? 0 : (uint32_t)(product >> away);\n"
    "    const uint32_t turned = (x.bits >> 31 ? ~size : size) + plus;\n"
    "    const uint32_t quadrant = (turned >> 28 & 3) + (uint32_t)cosine;\n"
    "    const uint32_t fraction = (quadrant & 1 ? ~turned : turned) & 0xfffffff;\n"
    "    const uint64_t piece = @P_pieces[fraction >> 18];\n"
    "    const uint32_t at = fraction & 0x3ffff;\n"
    "    const uint32_t middle = ((at >> 17 ? at : ~at) & 0x1ffff) >> 7;\n"
    "    const uint32_t bend = ((uint32_t)piece & 0x7f) * (middle * middle >> 10) >> 8;\n"
    "    const uint32_t line = (uint32_t)((piece >> 7 & 0x3ffff) * at >> 15);\n"
    "    const uint32_t sine = ((uint32_t)(piece >> 25) << 1) + line - bend;\n"
    "    const uint32_t sign = quadrant >> 1 & 1;\n"
    "    uint32_t top = 30;\n"
    "    for (uint32_t i = 0; i < 30; i++) {\n"
    HLS_IN_LOOP("unroll")
    "        if (!(sine >> top & 1))\n"
    "            top--;\n"
    "    }\n"
    "    const uint32_t wide = sine << (30 - top); /* leading one in bit 30 */\n"
    "    const uint32_t up = wide >> 6 & 1 & ((wide >> 7 & 1) | ((wide & 0x3f) != 0));\n"
    "    y.bits = sign << 31 | (((97 + top) << 23 | (wide >> 7 & 0x7fffff)) + up);\n"
    "    if (!cosine && plus == 0 && field < 118)\n"
    "        y.bits = field ? x.bits : x.bits & 0x80000000u;\n"
    "    if (field >= 140)\n"
    "        y.bits = 0x7fc00000;\n"
    "    return y.real;\n"
    "}\n\n";

void hls_sine(const hls_emitter *h)
{
    text *out = h->e.out;
    emit_template(&h->e, "/* 2/pi in units of 2^-36. */\nstatic const uint64_t @P_quarters = ");
    text_printf(out, "0x%llxull;\n", (unsigned long long)TRIG_QUARTERS);
    emit_template(&h->e, "/* Sine of a quarter turn in pieces: value (29 bits), slope (18), bend "
                         "(7). */\nstatic const uint64_t @P_pieces");
    hls_table_of_pieces(h, TAUFLOW_TRIG_TABLE, TRIG_PIECES);
    emit_template(&h->e, MODEL);
}
