/* SPDX-License-Identifier: MIT */
#include "machine/fixed_trig.h"

#include "machine/fixed.h"
#include "machine/trig_table.h"

#include <assert.h>
#include <math.h>

/* 2/pi, binary point 64. */
static const uint64_t QUARTERS = UINT64_C(0xa2f9836e4e441529);

static int64_t power(uint32_t exponent) { return (int64_t)1 << exponent; }

fixed_trig_sizes fixed_trig_of(uint32_t width)
{
    const uint32_t p = (width - 2) / 3;
    /* a piece is 1.57 2^-p rad long: slope is below twice, bend below 1.24 2^-2p */
    return (fixed_trig_sizes){.piece_bits = p, .place_bits = width + 1 - p,
                              .fraction_bits = width + 1, .sine_point = width + 1,
                              .value_bits = width + 1, .slope_bits = width + 3 - p,
                              .bend_bits = width + 1 - 2 * p};
}

/* In u, the place in a piece from -1/2 to 1/2, the sine is: sine + cosine h u - sine h^2 u^2 / 2 -
 * cosine h^3 u^3 / 6. The best line for u^3 is 3/16 u, the best constant for u^2 is 1/8. Only the
 * four operations of binary64 are used: the bits are the same on every computer. */
fixed_trig_piece fixed_trig_table(uint32_t width, uint32_t piece)
{
    const uint32_t pieces = 1u << fixed_trig_of(width).piece_bits;
    const double length = 3.14159265358979323846 / (2 * pieces);
    const double sine = trig_sine((piece + 0.5) * length);
    const double cosine = trig_sine((pieces - 1 - piece + 0.5) * length);
    const double unit = 1 / (double)power(width); /* 2^-width */
    const double bend = sine * length * length / 2;
    fixed_trig_piece made = {.bend = (int64_t)(bend / unit)};
    const double missing = bend - ((double)made.bend + 0.5) * unit;
    made.slope = (int64_t)((1 - length * length / 32) * cosine * length / unit * 4);
    made.value = (int64_t)((sine - missing / 8) / unit * 2);
    return made;
}

bool fixed_trig_can(uint32_t width, int point)
{
    return point >= (int)width - 1 - FIXED_TRIG_RANGE_BITS && point <= 2 * (int)width;
}

int64_t fixed_trig_quarters(uint32_t width, int point)
{
    assert(fixed_trig_can(width, point));
    const int places = 2 * (int)width + 1 - point;
    return (int64_t)(((QUARTERS >> (63 - places)) + 1) >> 1);
}

int64_t fixed_trig_offset(uint32_t width, double radians)
{
    const int64_t turn = power(fixed_trig_of(width).fraction_bits + 2 + FIXED_TRIG_OFFSET_BITS);
    double turns = radians / 6.28318530717958647693;
    turns -= floor(turns);
    return (int64_t)(turns * (double)turn + 0.5) % turn;
}

/* In quarters, modulo a turn. By floors, which may be nested: no part has 64 bits. */
static uint64_t turned_by(uint32_t width, int64_t angle, int point, int64_t offset)
{
    const int64_t c = fixed_trig_quarters(width, point);
    const uint32_t cut = width - FIXED_TRIG_OFFSET_BITS;
    const int64_t high = floor_shift(c, cut), low = c - high * power(cut);
    const int64_t all = angle * high + floor_shift(angle * low, cut) + offset;
    return (uint64_t)floor_shift(all, FIXED_TRIG_OFFSET_BITS);
}

fixed_trig_parabola fixed_trig_fold(uint32_t width, uint64_t turned, bool cosine)
{
    const fixed_trig_sizes z = fixed_trig_of(width);
    const uint32_t quadrant = (uint32_t)(turned >> z.fraction_bits) + cosine;
    const bool falls = quadrant & 1, negative = quadrant >> 1 & 1;
    const uint32_t piece = (uint32_t)((falls ? ~turned : turned) >> z.place_bits) &
                           ((1u << z.piece_bits) - 1);
    const fixed_trig_piece t = fixed_trig_table(width, piece);
    return (fixed_trig_parabola){
        .value = negative ? ~t.value : t.value,
        .slope = falls != negative ? ~t.slope : t.slope,
        .bend = 2 * (negative ? t.bend : ~t.bend) + 1,
        .place = 2 * (int64_t)(turned & ((UINT64_C(1) << z.place_bits) - 1)) + 1 -
                 power(z.place_bits)};
}

int64_t fixed_trig(uint32_t width, int64_t angle, int angle_point, int64_t offset, bool cosine,
                   int sine_point)
{
    const fixed_trig_sizes z = fixed_trig_of(width);
    assert(width <= FIXED_TRIG_WIDTH_MOST && sine_point <= (int)width - 2);
    const fixed_trig_parabola t =
        fixed_trig_fold(width, turned_by(width, angle, angle_point, offset), cosine);
    const int64_t slope = t.slope + floor_shift(t.bend * t.place, z.place_bits) + 1;
    const int64_t sine = t.value + floor_shift(slope * t.place, z.place_bits + 2) + 1;
    const uint32_t drop = (uint32_t)((int)z.sine_point - sine_point);
    return floor_shift(sine + power(drop - 1), drop);
}
