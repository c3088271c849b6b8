/* SPDX-License-Identifier: MIT */
/* The devices that circuits are made for, devices.def. */
#ifndef TAUFLOW_DEVICE_H
#define TAUFLOW_DEVICE_H

#include "base/diag.h"
#include "machine/kinds.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name, *part;
    uint32_t tables, blocks, wide_bits, block_bits;
    uint32_t block_ps, block_adds_ps, block_setup_ps, block_out_ps;
    uint32_t register_ps, lut_ps, sum_ps, sum_bit_ps, wire_ps, block_wire_ps;
    const char *about;
} device;

enum {
#define DEVICE(name, ...) DEVICE_##name,
#include "circuit/devices.def"
    DEVICES
};
extern const device DEVICE_LIST[DEVICES];
/* All names, for texts: "ecp5|...". */
extern const char DEVICE_WORDS[];
#define DEVICE_CHOICES (DEVICE_WORDS + 1)
/* NULL: there is none of that name. */
const device *device_named(const char *name);
/* Refuses a name of option --device. */
status device_unknown(const char *name, diag *d);

/* Blocks that a product of so many bits takes. */
uint32_t device_blocks(const device *d, uint32_t a_bits, uint32_t b_bits);
/* What a wire from a block takes longer than others, which whatever reads it counts. */
uint32_t device_way_out_ps(const device *d);
/* From operands to result, wires before it and between its parts and the way out included. */
uint32_t device_product_ps(const device *d, uint32_t a_bits, uint32_t b_bits);
/* The same for what a block adds to its product. */
uint32_t device_addend_ps(const device *d);
/* Whether blocks add to products of so many bits, in the bits of BLOCK_SUM_BITS. */
bool device_adds(const device *d, uint32_t bits);
enum { BLOCK_SUM_BITS = 48 }; /* of all devices whose blocks add */
/* The same for a digit of a product in tables: two bits of an operand choose what is added. */
uint32_t device_digit_ps(const device *d, uint32_t bits);
/* The same for a table that is read by so many bits. */
uint32_t device_table_ps(const device *d, uint32_t address_bits);
uint32_t device_sum_ps(const device *d, uint32_t bits);

typedef struct {
    const char *name;
    uint32_t x, y;
} block_site;
/* All multiplier blocks of the device, as nextpnr names them, column after column; a name of NULL
 * ends them. None where it is not known where they are. */
const block_site *device_sites(arena *mem, const device *d);

/* What chooses one of so many operands, and the wires between its parts. */
uint32_t device_choice_ps(const device *d, uint32_t operands);
/* Its tables for each bit. */
uint32_t device_choice_tables(uint32_t operands);

/* The least latency at which the binary32 operator of a kind keeps the clock where so many
 * operations share it; 0: none does. */
uint32_t device_latency(const device *d, unit_kind kind, uint32_t mhz, uint32_t users);
/* Tables of the operator of that latency. */
uint32_t device_operator_tables(const device *d, unit_kind kind, uint32_t latency);

#endif
