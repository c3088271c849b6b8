#include "circuit/device.h"

const device DEVICE_LIST[DEVICES] = {
#define DEVICE(name, ...) {#name, __VA_ARGS__},
#define OPERATOR(device, kind, latency, mhz)
#include "circuit/devices.def"
#undef DEVICE
#undef OPERATOR
};

static const struct {
    uint32_t device;
    unit_kind kind;
    uint32_t latency, mhz;
} OPERATORS[] = {
#define DEVICE(name, ...)
#define OPERATOR(device, kind, latency, mhz) {DEVICE_##device, UNIT_##kind, latency, mhz},
#include "circuit/devices.def"
#undef DEVICE
#undef OPERATOR
};

uint32_t device_latency(const device *d, unit_kind kind, uint32_t mhz)
{
    for (size_t i = 0; i < sizeof OPERATORS / sizeof OPERATORS[0]; i++)
        if (d == &DEVICE_LIST[OPERATORS[i].device] && kind == OPERATORS[i].kind &&
            mhz <= OPERATORS[i].mhz)
            return OPERATORS[i].latency;
    return 0;
}

/* Parts of an operand: all but the highest are unsigned and lose the sign's bit. */
static uint32_t parts(const device *d, uint32_t bits)
{
    return bits <= d->block_bits ? 1 : 1 + (bits - 2) / (d->block_bits - 1);
}

uint32_t device_blocks(const device *d, uint32_t a_bits, uint32_t b_bits)
{
    return parts(d, a_bits) * parts(d, b_bits);
}

uint32_t device_sum_ps(const device *d, uint32_t bits)
{
    return d->sum_ps + d->sum_bit_ps * bits;
}

uint32_t device_digit_ps(const device *d, uint32_t bits)
{
    return d->wire_ps + d->lut_ps + d->wire_ps + device_sum_ps(d, bits + 2);
}

uint32_t device_way_out_ps(const device *d) { return d->block_wire_ps - d->wire_ps; }

/* Two operands per table, each with the bit that says it is its turn; then four per table. */
uint32_t device_choice_ps(const device *d, uint32_t operands)
{
    uint32_t tables = 0;
    for (uint32_t one = 1; one < operands; one = one == 1 ? 2 : 4 * one)
        tables++;
    return tables * (d->wire_ps + d->lut_ps);
}

uint32_t device_product_ps(const device *d, uint32_t a_bits, uint32_t b_bits)
{
    uint32_t ps = d->block_wire_ps + d->block_ps + device_way_out_ps(d);
    for (uint32_t terms = device_blocks(d, a_bits, b_bits); terms > 1; terms = (terms + 1) / 2)
        ps += d->wire_ps + device_sum_ps(d, a_bits + b_bits);
    return ps;
}
