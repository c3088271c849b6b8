/* SPDX-License-Identifier: MIT */
/* The arc tangent unit for HLS tools: the model of machine/fp32_atan2.c in integers, with its
 * table. */
#include "emit/hls/hls_parts.h"
#include "machine/atan_table.h"
#include "tauflow_atan.h"

static const char MODEL[] =
    "/* The angle of the point (across, up), bit for bit that of the machine: the tangent to the\n"
    " * nearer axis, less the parabola of the piece that it is in, then from that axis. */\n"
    "static float @P_atan2(float up, float across)\n"
    "{\n"
    "    union { float real; uint32_t bits; } y, x, out;\n"
    "    y.real = up;\n"
    "    x.real = across;\n"
    "    const uint32_t y_field = y.bits >> 23 & 0xff, x_field = x.bits >> 23 & 0xff;\n"
    "    const uint32_t height = y_field ? y.bits & 0x7fffffff : 0;\n"
    "    const uint32_t width = x_field ? x.bits & 0x7fffffff : 0;\n"
    "    const int steep = height > width, behind = (int)(x.bits >> 31);\n"
    "    const int plain = !steep && !behind;\n"
    "    const uint32_t small = steep ? width : height, large = steep ? height : width;\n"
    "    const int nil = small == 0 || (large == 0x7f800000 && small != large);\n"
    "    const uint64_t over = (uint64_t)((small & 0x7fffff) | 0x800000) << 26;\n"
    "    const uint32_t quotient = (uint32_t)(over / ((large & 0x7fffff) | 0x800000));\n"
    "    const uint32_t one = quotient >> 26, apart = (large >> 23) - (small >> 23);\n"
    "    const int equal = one && apart == 0;\n"
    "    const uint32_t octave = equal ? 1 : apart + !one;\n"
    "    const uint32_t f = equal ? 0x1ffffff : quotient >> one & 0x1ffffff;\n"
    "    const uint32_t row = octave < 15 ? octave : 15;\n"
    "    const uint64_t piece = @P_arcs[octave == 1 ? f >> 18 : row << 6 | f >> 19];\n"
    "    const uint32_t at = (octave == 1 ? f : f >> 1) & 0x3ffff;\n"
    "    const uint32_t middle = ((at >> 17 ? at : ~at) & 0x1ffff) >> 6;\n"
    "    const uint32_t bend = ((uint32_t)piece & 0x1ff) * (middle * middle >> 11) >> 7;\n"
    "    const uint32_t line = (uint32_t)((piece >> 9 & 0x3ffff) * at >> 14);\n"
    "    const uint32_t less = ((uint32_t)(piece >> 27) << 2) + line + bend;\n"
    "    const uint32_t angle = nil ? 0 : (0x40000000 | f << 5 | 0x10) - less;\n"
    "    const uint32_t part = plain ? angle : octave < 32 ? angle >> octave : 0;\n"
    "    const uint32_t axis = plain ? 0 : steep ? @P_pi >> 1 : @P_pi;\n"
    "    const uint32_t turned = plain || (steep && behind) ? axis + part : axis - part;\n"
    "    const int away = turned >> 31 ? 0 : turned >> 30 ? 1 : 2;\n"
    "    const uint32_t wide = turned << away; /* leading one in bit 31 */\n"
    "    const int field = 128 - away - (plain ? (int)octave : 0);\n"
    "    const uint32_t up_one = wide >> 7 & 1 & ((wide >> 8 & 1) | ((wide & 0x7f) != 0));\n"
    "    const uint32_t size = ((uint32_t)field << 23 | (wide >> 8 & 0x7fffff)) + up_one;\n"
    "    const int least = field == 0 && wide >> 8 == 0xffffff; /* rounds up to 2^-126 */\n"
    "    const int none = field < 1 || (nil && plain);\n"
    "    out.bits = (y.bits & 0x80000000u) | (least ? 0x800000 : none ? 0 : size);\n"
    "    if (height > 0x7f800000 || width > 0x7f800000)\n"
    "        out.bits = 0x7fc00000;\n"
    "    return out.real;\n"
    "}\n\n";

void hls_angle(const hls_emitter *h)
{
    text *out = h->e.out;
    emit_template(&h->e, "/* pi in units of 2^-30. */\nstatic const uint32_t @P_pi = ");
    text_printf(out, "0x%llxu;\n", (unsigned long long)ATAN_PI);
    emit_template(&h->e, "/* How much less an angle is than its tangent, in pieces: value (27 "
                         "bits), slope (18), bend\n * (9). */\nstatic const uint64_t @P_arcs");
    hls_table_of_pieces(h, TAUFLOW_ATAN_TABLE, ATAN_PIECES);
    emit_template(&h->e, MODEL);
}
