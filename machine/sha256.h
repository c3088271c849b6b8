/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4): which text a circuit was made from, where a CRC could be forged. */
#ifndef TAUFLOW_SHA256_H
#define TAUFLOW_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_HEX_BYTES = 2 * SHA256_BYTES + 1 };

typedef struct {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} sha256;

sha256 sha256_begin(void);
void sha256_add(sha256 *s, const void *bytes, size_t count);
void sha256_end(sha256 *s, uint8_t digest[SHA256_BYTES]);
/* In lower-case digits, NUL added. */
void sha256_hex(const uint8_t digest[SHA256_BYTES], char hex[SHA256_HEX_BYTES]);

#endif
