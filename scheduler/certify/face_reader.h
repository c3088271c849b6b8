/* SPDX-License-Identifier: MIT */
/* NAME_circuit_core.v, the circuit behind the face of a core, read back: what is connected to what,
 * which word of a packet is which port, and what the image beside it tells of packets and time. */
#ifndef TAUFLOW_FACE_READER_H
#define TAUFLOW_FACE_READER_H

#include "certify/readback.h"
#include "machine/tau_image.h"

typedef struct {
    readback_text face, circuit;
    const tau_image *image;
    const char *image_file; /* for messages */
    const ops *p;
} face_texts;

/* Adds what was compared to *compared. */
status readback_face(arena *mem, const face_texts *of, uint64_t *compared, diag *d);

#endif
