/* SPDX-License-Identifier: MIT */
/* A word at a time through four tables ("slicing"), which machine/generate.c writes. */
#include "machine/crc32.h"

#include "tauflow_crc.h"

uint32_t crc32_words(uint32_t crc, const uint32_t *words, size_t count)
{
    crc = ~crc;
    for (size_t i = 0; i < count; i++) {
        crc ^= words[i];
        crc = TAUFLOW_CRC_TABLE[3][crc & 0xff] ^ TAUFLOW_CRC_TABLE[2][crc >> 8 & 0xff] ^
              TAUFLOW_CRC_TABLE[1][crc >> 16 & 0xff] ^ TAUFLOW_CRC_TABLE[0][crc >> 24];
    }
    return ~crc;
}

uint32_t crc32_bytes(uint32_t crc, const void *bytes, size_t count)
{
    const unsigned char *b = bytes;
    crc = ~crc;
    for (size_t i = 0; i < count; i++)
        crc = crc >> 8 ^ TAUFLOW_CRC_TABLE[0][(crc ^ b[i]) & 0xff];
    return ~crc;
}

uint32_t crc32_packet(const uint32_t *in, size_t in_count, const uint32_t *out, size_t out_count)
{
    const uint32_t both[2] = {crc32_words(0, in, in_count), crc32_words(0, out, out_count)};
    return crc32_words(0, both, 2);
}
