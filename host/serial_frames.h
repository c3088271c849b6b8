/* SPDX-License-Identifier: MIT */
/* Frames of the serial link (machine/serial.def) to bytes and back. */
#ifndef TAUFLOW_SERIAL_FRAMES_H
#define TAUFLOW_SERIAL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VALUE(name, value, what) static const uint32_t SERIAL_##name = value;
#include "machine/serial.def"
#undef VALUE

enum {
    SERIAL_WORDS_MOST = 254, /* of a payload; SERIAL_PAYLOAD_MOST, as C needs it for arrays */
    SERIAL_PLAIN_MOST = 4 * (SERIAL_WORDS_MOST + 2), /* bytes of head, payload and check word */
    SERIAL_BYTES_MOST = 2 * SERIAL_PLAIN_MOST + 2    /* on the wire, all of them escaped */
};

typedef struct {
    uint8_t type, sequence;
    uint16_t argument;
    uint32_t words;
    uint32_t payload[SERIAL_WORDS_MOST];
} serial_frame;

/* The bytes of the wire, flags included; returns how many. `words` is at most SERIAL_WORDS_MOST. */
size_t serial_encode(const serial_frame *f, uint8_t bytes[SERIAL_BYTES_MOST]);

/* All zeros at first. */
typedef struct {
    uint8_t bytes[SERIAL_PLAIN_MOST];
    size_t count; /* since the last flag, also those that have no place */
    bool escaped;
} serial_decoder;

typedef enum {
    SERIAL_NOTHING, /* more bytes are needed */
    SERIAL_GOOD,    /* *out is a frame as it was sent */
    SERIAL_BAD      /* bytes between two flags that are no frame */
} serial_event;

/* Takes the next byte of the wire. Whatever came before, the frame between the next two flags is
 * found. */
serial_event serial_decode(serial_decoder *d, uint8_t byte, serial_frame *out);

#endif
