/* SPDX-License-Identifier: MIT */
#include "circuit/device.h"

#include <string.h>

const device DEVICE_LIST[DEVICES] = {
#define DEVICE(name, ...) {#name, __VA_ARGS__},
#include "circuit/devices.def"
};

const char DEVICE_WORDS[] =
#define DEVICE(name, ...) "|" #name
#include "circuit/devices.def"
    ;

static const struct {
    uint32_t device;
    unit_kind kind;
    uint32_t latency, mhz, tables;
} OPERATORS[] = {
#define OPERATOR(device, kind, latency, mhz, tables) \
    {DEVICE_##device, UNIT_##kind, latency, mhz, tables},
#include "circuit/devices.def"
};

static const struct {
    uint32_t device, other, percent;
} LIKES[] = {
#define LIKE(device, other, percent) {DEVICE_##device, DEVICE_##other, percent},
#include "circuit/devices.def"
};

const device *device_named(const char *name)
{
    for (size_t i = 0; i < DEVICES; i++)
        if (strcmp(DEVICE_LIST[i].name, name) == 0)
            return &DEVICE_LIST[i];
    return NULL;
}

status device_unknown(const char *name, diag *d)
{
    return diag_error(d, (place){0}, "bad value '%s' of option --device: %s expected", name,
                      DEVICE_CHOICES);
}

/* The device whose operators it has, at *percent of their clocks. */
static uint32_t operators_of(const device *d, uint32_t *percent)
{
    const uint32_t own = (uint32_t)(d - DEVICE_LIST);
    *percent = 100;
    for (size_t i = 0; i < sizeof LIKES / sizeof LIKES[0]; i++)
        if (own == LIKES[i].device) {
            *percent = LIKES[i].percent;
            return LIKES[i].other;
        }
    return own;
}

/* An operator plans its registers with the way to it (FRONT in rtl/): what chooses its operands is
 * taken to be shared evenly by its cycles. */
uint32_t device_latency(const device *d, unit_kind kind, uint32_t mhz, uint32_t users)
{
    if (!mhz)
        return 0;
    uint32_t percent;
    const uint32_t of = operators_of(d, &percent);
    const uint32_t period_ps = 1000000 / mhz, choice_ps = device_choice_ps(d, users);
    for (size_t i = 0; i < sizeof OPERATORS / sizeof OPERATORS[0]; i++) {
        const uint32_t own_ps = 100000000 / (percent * OPERATORS[i].mhz);
        if (of == OPERATORS[i].device && kind == OPERATORS[i].kind && period_ps >= own_ps &&
            OPERATORS[i].latency * (period_ps - own_ps) >= choice_ps)
            return OPERATORS[i].latency;
    }
    return 0;
}

uint32_t device_operator_tables(const device *d, unit_kind kind, uint32_t latency)
{
    uint32_t percent;
    const uint32_t of = operators_of(d, &percent);
    for (size_t i = 0; i < sizeof OPERATORS / sizeof OPERATORS[0]; i++)
        if (of == OPERATORS[i].device && kind == OPERATORS[i].kind &&
            latency == OPERATORS[i].latency)
            return OPERATORS[i].tables;
    return 0;
}

static const struct {
    uint32_t device, y;
} BLOCK_ROWS[] = {
#define BLOCK_ROW(device, y) {DEVICE_##device, y},
#include "circuit/devices.def"
};

static const struct {
    uint32_t device, x;
} BLOCK_GROUPS[] = {
#define BLOCK_GROUP(device, x) {DEVICE_##device, x},
#include "circuit/devices.def"
};

const block_site *device_sites(arena *mem, const device *d)
{
    enum { GROUPS = sizeof BLOCK_GROUPS / sizeof BLOCK_GROUPS[0] };
    enum { ROWS = sizeof BLOCK_ROWS / sizeof BLOCK_ROWS[0], OF_GROUP = 4 };
    static const uint32_t column[OF_GROUP] = {0, 1, 4, 5}; /* and the number in the name */
    const uint32_t own = (uint32_t)(d - DEVICE_LIST);
    block_site *list = ARENA_ARRAY(mem, block_site, GROUPS * ROWS * OF_GROUP + 1);
    uint32_t count = 0;
    for (uint32_t g = 0; g < GROUPS; g++)
        for (uint32_t i = 0; i < OF_GROUP; i++)
            for (uint32_t r = 0; r < ROWS; r++) {
                if (BLOCK_GROUPS[g].device != own || BLOCK_ROWS[r].device != own)
                    continue;
                const uint32_t x = BLOCK_GROUPS[g].x + column[i], y = BLOCK_ROWS[r].y;
                list[count++] = (block_site){
                    arena_printf(mem, "X%u/Y%u/MULT18_%u", x, y, column[i]), x, y};
            }
    return list;
}

/* Parts of an operand: all but the highest are unsigned and lose the sign's bit. */
static uint32_t parts(uint32_t block_bits, uint32_t bits)
{
    return bits <= block_bits ? 1 : 1 + (bits - 2) / (block_bits - 1);
}

uint32_t device_blocks(const device *d, uint32_t a_bits, uint32_t b_bits)
{
    const uint32_t one = parts(d->wide_bits, a_bits) * parts(d->block_bits, b_bits);
    const uint32_t other = parts(d->block_bits, a_bits) * parts(d->wide_bits, b_bits);
    return one < other ? one : other;
}

uint32_t device_sum_ps(const device *d, uint32_t bits)
{
    return d->sum_ps + d->sum_bit_ps * bits;
}

uint32_t device_digit_ps(const device *d, uint32_t bits)
{
    return d->wire_ps + d->lut_ps + d->wire_ps + device_sum_ps(d, bits + 2);
}

/* Look-up tables of four bits, then one of four of these at a time. */
uint32_t device_table_ps(const device *d, uint32_t address_bits)
{
    const uint32_t rows = address_bits <= 4 ? 1 : 1 + (address_bits - 3) / 2;
    return rows * (d->wire_ps + d->lut_ps);
}

uint32_t device_way_out_ps(const device *d) { return d->block_wire_ps - d->wire_ps; }

uint32_t device_addend_ps(const device *d)
{
    return d->block_wire_ps + d->block_adds_ps + device_way_out_ps(d);
}

bool device_adds(const device *d, uint32_t bits)
{
    return d->block_adds_ps && device_blocks(d, bits, bits) == 1;
}

/* Two operands per table, each with the bit that says it is its turn; then four per table. */
uint32_t device_choice_ps(const device *d, uint32_t operands)
{
    uint32_t tables = 0;
    for (uint32_t one = 1; one < operands; one = one == 1 ? 2 : 4 * one)
        tables++;
    return tables * (d->wire_ps + d->lut_ps);
}

uint32_t device_choice_tables(uint32_t operands)
{
    uint32_t sum = 0;
    for (uint32_t left = operands, of_one = 2; left > 1; of_one = 4) {
        left = (left + of_one - 1) / of_one;
        sum += left;
    }
    return sum;
}

uint32_t device_product_ps(const device *d, uint32_t a_bits, uint32_t b_bits)
{
    uint32_t ps = d->block_wire_ps + d->block_ps + device_way_out_ps(d);
    for (uint32_t terms = device_blocks(d, a_bits, b_bits); terms > 1; terms = (terms + 1) / 2)
        ps += d->wire_ps + device_sum_ps(d, a_bits + b_bits);
    return ps;
}
