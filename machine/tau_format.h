/* SPDX-License-Identifier: MIT */
/* The `.tau` file, docs/tau.md: numbers shared by the writer (compiler) and the reader
 * (library). */
#ifndef TAUFLOW_TAU_FORMAT_H
#define TAUFLOW_TAU_FORMAT_H

#define TAU_MAGIC "\x89TAU\r\n\x1a\n" /* not text, and damaged by anything that takes it for text */

enum {
    TAU_MAJOR = 5, /* readers refuse a larger one */
    TAU_MINOR = 1, /* of images with TEXT, others 0; readers skip the sections they do not know */
    TAU_MAGIC_BYTES = 8,
    TAU_HEADER_BYTES = 24,
    TAU_SECTION_BYTES = 8, /* tag, bytes */
    TAU_INFO_BYTES = 24,
    TAU_INPUT_BYTES = 40,
    TAU_OUTPUT_BYTES = 40,
    TAU_JOINT_BYTES = 40, /* with all LIMITS of words.h */
    TAU_PORTS_BYTES = 16,   /* before the ports */
    TAU_PORT_BYTES = 12,    /* before its deliveries */
    TAU_DELIVERY_BYTES = 8,
    TAU_INPUT_NUMBER_BYTES = 24,
    TAU_POINT_LIMIT = 120, /* largest magnitude of a point */
    TAU_WORDS_LIMIT = 1 << 14, /* of a sample */
    TAU_FLUSH_LIMIT = 1 << 10,
    TAU_FILE_LIMIT_BYTES = 64 << 20,
    TAU_COORDINATES_LIMIT = 1 << 16, /* also free bodies, forces, freedoms ... */
    TAU_NUMBERS_LIMIT = 1 << 24      /* of a matrix */
};

#define TAU_TAG(a, b, c, d)                                                                        \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
/* name, tag; the order in the file */
#define TAU_SECTIONS(SECTION)                                       \
    SECTION(TAU_SHAPE, TAU_TAG('S', 'H', 'A', 'P'))                 \
    SECTION(TAU_INFO, TAU_TAG('I', 'N', 'F', 'O'))                  \
    SECTION(TAU_STRINGS, TAU_TAG('S', 'T', 'R', 'S'))               \
    SECTION(TAU_JOINTS, TAU_TAG('J', 'N', 'T', 'S'))                \
    SECTION(TAU_INPUTS, TAU_TAG('I', 'N', 'P', 'T'))                \
    SECTION(TAU_OUTPUTS, TAU_TAG('O', 'U', 'T', 'P'))               \
    SECTION(TAU_MAP, TAU_TAG('I', 'M', 'A', 'P'))                   \
    SECTION(TAU_PORTS, TAU_TAG('P', 'O', 'R', 'T'))                 \
    SECTION(TAU_TABLES, TAU_TAG('T', 'A', 'B', 'L'))                \
    SECTION(TAU_TESTS, TAU_TAG('T', 'E', 'S', 'T'))                 \
    /* from here on where they are needed */                        \
    SECTION(TAU_NUMBERS, TAU_TAG('N', 'U', 'M', 'B')) /* in fixed point */ \
    SECTION(TAU_TEXT, TAU_TAG('T', 'E', 'X', 'T'))    /* of circuits: which Verilog */

typedef enum {
#define SECTION(id, tag) id,
    TAU_SECTIONS(SECTION)
#undef SECTION
        TAU_SECTIONS_COUNT
} tau_section;

#endif
