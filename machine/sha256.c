/* SPDX-License-Identifier: MIT */
#include "machine/sha256.h"

#include <stdio.h>
#include <string.h>

/* The first 32 bits of the fractions of cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, uint32_t by)
{
    return x >> by | x << (32 - by);
}

sha256 sha256_begin(void)
{
    /* of square roots of the first eight primes */
    return (sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                              0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

/* The next word, by those 16, 15, 7 and 2 before it. */
static uint32_t next_word(uint32_t w16, uint32_t w15, uint32_t w7, uint32_t w2)
{
    return w16 + (turned(w15, 7) ^ turned(w15, 18) ^ w15 >> 3) + w7 +
           (turned(w2, 17) ^ turned(w2, 19) ^ w2 >> 10);
}

/* One round; the caller turns the names of the eight words instead of moving these. */
static inline void mix_round(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e,
                             uint32_t f, uint32_t g, uint32_t *h, uint32_t added)
{
    *h += (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + added;
    *d += *h;
    *h += (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
}

static void mix(sha256 *s, const uint8_t *block)
{
    uint32_t w[64], *v = s->state;
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    for (uint32_t i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (uint32_t i = 16; i < 64; i++)
        w[i] = next_word(w[i - 16], w[i - 15], w[i - 7], w[i - 2]);
    for (uint32_t i = 0; i < 64; i += 8) {
        mix_round(a, b, c, &d, e, f, g, &h, K[i] + w[i]);
        mix_round(h, a, b, &c, d, e, f, &g, K[i + 1] + w[i + 1]);
        mix_round(g, h, a, &b, c, d, e, &f, K[i + 2] + w[i + 2]);
        mix_round(f, g, h, &a, b, c, d, &e, K[i + 3] + w[i + 3]);
        mix_round(e, f, g, &h, a, b, c, &d, K[i + 4] + w[i + 4]);
        mix_round(d, e, f, &g, h, a, b, &c, K[i + 5] + w[i + 5]);
        mix_round(c, d, e, &f, g, h, a, &b, K[i + 6] + w[i + 6]);
        mix_round(b, c, d, &e, f, g, h, &a, K[i + 7] + w[i + 7]);
    }
    v[0] += a, v[1] += b, v[2] += c, v[3] += d, v[4] += e, v[5] += f, v[6] += g, v[7] += h;
}

void sha256_add(sha256 *s, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    while (count) {
        const size_t used = s->length % sizeof s->block, room = sizeof s->block - used;
        const size_t taken = count < room ? count : room;
        if (taken == sizeof s->block) {
            mix(s, from); /* where it lies */
        } else {
            memcpy(s->block + used, from, taken);
            if (taken == room)
                mix(s, s->block);
        }
        s->length += taken;
        from += taken;
        count -= taken;
    }
}

void sha256_end(sha256 *s, uint8_t digest[SHA256_BYTES])
{
    const uint64_t bits = 8 * s->length;
    uint8_t tail[8];
    for (uint32_t i = 0; i < 8; i++)
        tail[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(s, "\x80", 1);
    while (s->length % sizeof s->block != sizeof s->block - sizeof tail)
        sha256_add(s, "", 1);
    sha256_add(s, tail, sizeof tail);
    for (uint32_t i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_hex(const uint8_t digest[SHA256_BYTES], char hex[SHA256_HEX_BYTES])
{
    for (size_t i = 0; i < SHA256_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
