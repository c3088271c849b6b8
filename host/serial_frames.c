/* SPDX-License-Identifier: MIT */
#include "serial_frames.h"

#include "machine/crc32.h"

#include <assert.h>

static void put_word(uint8_t *to, uint32_t word)
{
    for (int k = 0; k < 4; k++)
        to[k] = (uint8_t)(word >> 8 * k);
}

static uint32_t get_word(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

size_t serial_encode(const serial_frame *f, uint8_t bytes[SERIAL_BYTES_MOST])
{
    uint8_t plain[SERIAL_PLAIN_MOST];
    size_t count = 0, sent = 0;
    assert(f->words <= SERIAL_WORDS_MOST);
    put_word(plain, (uint32_t)f->type << SERIAL_TYPE_LOW |
                        (uint32_t)f->sequence << SERIAL_SEQUENCE_LOW |
                        (uint32_t)f->argument << SERIAL_ARGUMENT_LOW);
    count += 4;
    for (uint32_t k = 0; k < f->words; k++, count += 4)
        put_word(plain + count, f->payload[k]);
    put_word(plain + count, crc32_bytes(0, plain, count));
    count += 4;
    bytes[sent++] = (uint8_t)SERIAL_FLAG;
    for (size_t k = 0; k < count; k++)
        if (plain[k] == SERIAL_FLAG || plain[k] == SERIAL_ESCAPE) {
            bytes[sent++] = (uint8_t)SERIAL_ESCAPE;
            bytes[sent++] = (uint8_t)(plain[k] ^ SERIAL_FLIP);
        } else {
            bytes[sent++] = plain[k];
        }
    bytes[sent++] = (uint8_t)SERIAL_FLAG;
    return sent;
}

/* What stands between two flags. */
static serial_event judge(const serial_decoder *d, serial_frame *out)
{
    if (d->count == 0 && !d->escaped)
        return SERIAL_NOTHING;
    if (d->escaped || d->count < 8 || d->count % 4 || d->count > SERIAL_PLAIN_MOST ||
        ~crc32_bytes(0, d->bytes, d->count) != SERIAL_CRC_RESIDUE)
        return SERIAL_BAD;
    const uint32_t head = get_word(d->bytes);
    out->type = (uint8_t)(head >> SERIAL_TYPE_LOW);
    out->sequence = (uint8_t)(head >> SERIAL_SEQUENCE_LOW);
    out->argument = (uint16_t)(head >> SERIAL_ARGUMENT_LOW);
    out->words = (uint32_t)(d->count / 4 - 2);
    for (uint32_t k = 0; k < out->words; k++)
        out->payload[k] = get_word(d->bytes + 4 * (k + 1));
    return SERIAL_GOOD;
}

serial_event serial_decode(serial_decoder *d, uint8_t byte, serial_frame *out)
{
    if (byte == SERIAL_FLAG) {
        const serial_event found = judge(d, out);
        d->count = 0;
        d->escaped = false;
        return found;
    }
    if (byte == SERIAL_ESCAPE && !d->escaped) {
        d->escaped = true;
        return SERIAL_NOTHING;
    }
    if (d->count < SERIAL_PLAIN_MOST)
        d->bytes[d->count] = (uint8_t)(d->escaped ? byte ^ SERIAL_FLIP : byte);
    if (d->count <= SERIAL_PLAIN_MOST) /* one more says that it is too long */
        d->count++;
    d->escaped = false;
    return SERIAL_NOTHING;
}
