/* SPDX-License-Identifier: MIT */
/* Operand pairs that hurt binary32 operators: every pair of a list of corner words, then random
 * pairs shaped to make ties, cancellation, sticky bits, underflow and overflow common, of sums,
 * products, quotients and roots. For C and C++. */
#ifndef FP32_PAIRS_H
#define FP32_PAIRS_H

#include <stdint.h>

typedef struct {
    uint32_t a, b;
} fp32_pair;

/* splitmix64 */
static inline uint64_t fp32_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Magnitudes; each stands for both signs. */
static const uint32_t FP32_CORNERS[] = {
    0x00000000,                                     /* zero */
    0x00000001, 0x00000002, 0x00400000, 0x007fffff, /* subnormals */
    0x00800000, 0x00800001, 0x00800003, 0x00ffffff, /* least normals */
    0x01000000, 0x01000001, 0x017fffff,
    0x0b800000, 0x0c000000, 0x0c7fffff,             /* least normal times 2^23, 2^24 */
    0x1f800000, 0x20000000, 0x203504f3, 0x1fb504f3, /* products near the least normal */
    0x33000000, 0x33800000, 0x33800001, 0x337fffff, /* near half a unit of 1 */
    0x34000000, 0x34000001, 0x3effffff, 0x3f000000, 0x3f000001,
    0x3f7ffffe, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3f800002, 0x3f800003, /* around 1 */
    0x3fb504f3, 0x3fffffff, 0x40000000, 0x40000001, 0x40400000,
    0x4b000000, 0x4b000001, 0x4b7fffff, 0x4b800000, 0x4b800001, /* around 2^23, 2^24 */
    0x5f000000, 0x5f3504f3, 0x5f800000,             /* products near the largest */
    0x72ffffff, 0x73000000, 0x73000001,             /* half a unit of the largest */
    0x7e800000, 0x7effffff, 0x7f000000, 0x7f7ffffe, 0x7f7fffff, /* largest */
    0x7f800000,                                     /* infinity */
    0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fc00001, 0x7fffffff, /* NaN */
};
enum {
    FP32_CORNER_WORDS = 2 * (int)(sizeof FP32_CORNERS / sizeof *FP32_CORNERS),
    FP32_CORNER_PAIRS = FP32_CORNER_WORDS * FP32_CORNER_WORDS
};

static inline uint32_t fp32_corner(uint32_t k)
{
    return FP32_CORNERS[k / 2] | (k % 2) << 31;
}

static inline uint32_t fp32_word(uint32_t sign, int field, uint32_t fraction)
{
    uint32_t e = field < 0 ? 0 : field > 255 ? 255 : (uint32_t)field;
    return sign << 31 | e << 23 | (fraction & 0x7fffff);
}

/* 23 bits: random; one run of ones; one or two ones; all ones but one. */
static inline uint32_t fp32_fraction(uint64_t *seed)
{
    uint64_t r = fp32_random(seed);
    uint32_t i = (uint32_t)(r >> 8) % 24, j = (uint32_t)(r >> 16) % 24;
    switch (r % 4) {
    case 0: return (uint32_t)(r >> 32) & 0x7fffff;
    case 1: return ((1u << i) - 1) ^ ((1u << j) - 1);
    case 2: return ((1u << i) | (1u << j)) & 0x7fffff;
    default: return ~(1u << i) & 0x7fffff;
    }
}

/* Fraction of a number whose quotient by b has 12 bits, k / 2^11, or one next to it. */
static inline uint32_t fp32_times_short(uint32_t b, uint32_t k, int off)
{
    uint64_t product = (uint64_t)((b & 0x7fffff) | 0x800000) * (0x800 | k);
    while (product >> 24)
        product >>= 1;
    return (uint32_t)(product + (uint64_t)(int64_t)(off - 1)) & 0x7fffff;
}

/* Fraction of the square of 1 + k / 2^11, as far as there is room. */
static inline uint32_t fp32_square(uint32_t k)
{
    uint64_t square = (uint64_t)(0x800 | k) * (0x800 | k);
    return (uint32_t)(square >> 23 ? square : square << 1) & 0x7fffff;
}

/* Pair number `index`: the corner pairs first, then shaped random ones. */
static inline fp32_pair fp32_pair_next(uint64_t index, uint64_t *seed)
{
    if (index < FP32_CORNER_PAIRS) {
        fp32_pair corner = {fp32_corner((uint32_t)(index / FP32_CORNER_WORDS)),
                            fp32_corner((uint32_t)(index % FP32_CORNER_WORDS))};
        return corner;
    }
    uint64_t r = fp32_random(seed);
    uint32_t sa = (uint32_t)(r >> 8) & 1, sb = (uint32_t)(r >> 9) & 1;
    uint32_t fa = fp32_fraction(seed), fb = fp32_fraction(seed), k = (uint32_t)(r >> 10) & 0x7ff;
    int e = (int)(r >> 24 & 0xff), near = (int)(r >> 32 & 0xff);
    fp32_pair p = {0, 0};
    switch (r % 13) {
    case 0: /* any bits */
        p.a = (uint32_t)fp32_random(seed);
        p.b = (uint32_t)fp32_random(seed);
        break;
    case 1: /* sums that align, with every distance about the significand's width */
        p.a = fp32_word(sa, e, fa);
        p.b = fp32_word(sb, e + near % 59 - 29, fb);
        break;
    case 2: /* cancellation: neighbours */
        p.a = fp32_word(sa, e, fa);
        p.b = (p.a + (k & 0xf) - 8) ^ sb << 31;
        break;
    case 3: /* cancellation across a binade */
        p.a = fp32_word(sa, e, k & 3);
        p.b = fp32_word(!sa, e - 1, ~(k >> 2) & 0x7fffff);
        break;
    case 4: /* sums at and next to a tie */
        p.a = fp32_word(sa, e, fa);
        p.b = fp32_word(sb, e - 24 - (int)(k & 1), (k & 2) ? 0 : (k & 4) ? 1 : 0x7fffff);
        break;
    case 5: /* products about the least normal */
        p.a = fp32_word(sa, e / 2, fa);
        p.b = fp32_word(sb, 127 - e / 2 + near % 5 - 2, fb);
        break;
    /* products (1 + k u)(2 - 2 k u), u the last place: 24 ones, just under a power of two */
    case 6:
        p.a = fp32_word(sa, e / 2, k);
        p.b = fp32_word(sb, 127 - e / 2 + near % 3 - 1, 0u - 2 * k);
        break;
    case 7: /* products about the largest number */
        p.a = fp32_word(sa, 127 + e / 2, fa);
        p.b = fp32_word(sb, 254 - e / 2 + near % 5 - 2, fb);
        break;
    case 8: /* quotients about the least normal, and about the largest number */
        p.a = fp32_word(sa, (k & 1) ? e / 2 : 127 + e / 2, fa);
        p.b = fp32_word(sb, (k & 1) ? 126 + e / 2 + near % 4 : e / 2 - near % 4, fb);
        break;
    case 9: /* quotients next to a tie: a short quotient times b, one last place off */
        p.b = fp32_word(sb, 100 + near % 50, fb & 0x7ff000);
        p.a = fp32_word(sa, e, fp32_times_short(p.b, k, near % 3));
        break;
    case 10: /* roots of squares, and of their neighbours */
        p.a = fp32_word(0, 127 + 2 * (near % 40) - 40, fp32_square(k) + (uint32_t)(e % 3) - 1);
        p.b = fp32_word(sb, e, fb);
        break;
    case 11: /* divisors about powers of two */
        p.a = fp32_word(sa, e, fa);
        p.b = fp32_word(sb, near, (k & 3) - 2);
        break;
    default: /* a corner and anything */
        p.a = fp32_corner((uint32_t)(r >> 40) % FP32_CORNER_WORDS);
        p.b = fp32_word(sb, e, fb);
        break;
    }
    if (r >> 63) {
        uint32_t t = p.a;
        p.a = p.b;
        p.b = t;
    }
    return p;
}

#endif
