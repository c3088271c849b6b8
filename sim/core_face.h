/* What the shared object of one Verilated core offers: pins and registers, in C. Every object exports
 * one table, `core_face`; sim/rtl_core.h is the comfortable way to use it. */
#ifndef TAUFLOW_CORE_FACE_H
#define TAUFLOW_CORE_FACE_H

#include <stdbool.h>
#include <stdint.h>

enum { CORE_FACE_LANES = 8, CORE_FACE_OUT_LANES = 4 };

/* Stream pins in one cycle. */
typedef struct {
    bool in_valid, in_last, out_ready;
    uint32_t in_words[CORE_FACE_LANES];
} core_pins_in;

typedef struct {
    bool in_ready, out_valid, out_last;
    uint32_t out_words[CORE_FACE_OUT_LANES]; /* lanes that the core has */
} core_pins_out;

typedef struct {
    /* In reset for some cycles, then idle. Registers that reset does not reach start with values made from `seed`.
     * trace: file for the waveform (FST), NULL for none; NULL is returned when this object was built without. */
    void *(*open)(const char *trace, uint32_t seed);
    void (*close)(void *core);
    /* One cycle; `out` has the pins as they were in it. */
    void (*cycle)(void *core, const core_pins_in *in, core_pins_out *out);
    /* One access over AXI4-Lite, some cycles in which the streams rest; false when the core answers
     * with an error or not at all. */
    bool (*write)(void *core, uint32_t address, uint32_t data);
    bool (*read)(void *core, uint32_t address, uint32_t *data);
    uint64_t (*cycles)(void *core); /* since open */
} core_face_table;

#endif
