/* SPDX-License-Identifier: MIT */
/* CRC-32 as in IEEE 802.3 (reflected, polynomial 0xedb88320, start and end inverted): of images and
 * of packets. */
#ifndef TAUFLOW_CRC32_H
#define TAUFLOW_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* crc: 0 at first, then what the last call returned, so that pieces can follow each other. */
uint32_t crc32_bytes(uint32_t crc, const void *bytes, size_t count);
/* The same of 32-bit words, least significant byte first on every host. */
uint32_t crc32_words(uint32_t crc, const uint32_t *words, size_t count);
/* Check word of a sample (tau_guard.v): the CRC-32 of two words, the CRC-32 of its inputs and
 * the CRC-32 of its outputs. */
uint32_t crc32_packet(const uint32_t *in, size_t in_count, const uint32_t *out, size_t out_count);

#endif
