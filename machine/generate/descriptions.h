/* SPDX-License-Identifier: MIT */
/* What the descriptions of a core say (regs.def, shape.def, kinds.def, networks.def), as tables for
 * the forms that are made of them. */
#ifndef TAUFLOW_GENERATE_DESCRIPTIONS_H
#define TAUFLOW_GENERATE_DESCRIPTIONS_H

#include <stdint.h>

typedef enum { IS_REG, IS_REGS, IS_FIELD, IS_VALUE } line_kind;

typedef struct {
    line_kind kind;
    const char *name, *field;
    uint32_t number, count; /* offset, lowest bit or value; registers or bits */
    const char *access, *about;
} line;

extern const line LINES[];
extern const uint32_t LINES_COUNT;
uint32_t mask_of(const line *field);
/* NULL where there is none. */
const line *find_field(const char *reg, const char *field);

/* Where a kind of unit is, in the order of the rows. */
typedef enum { IN_MODULE, IN_SHARED } kind_place;
extern const char *const PLACE_WORD[];

typedef struct {
    const char *name, *word;
    kind_place where;
    uint32_t latency;
    const char *operator_module;
    uint32_t lut4;
    const char *about;
} kind_row;

enum {
#define KIND(name, word, where, latency, module, lut4, about) ROW_OF_##name,
#define FIXED(kind, latency, module, lut4)
#include "kinds.def"
#undef KIND
#undef FIXED
    KINDS_COUNT,
    OPERANDS = 2
};
extern const kind_row KINDS[KINDS_COUNT];
uint32_t kinds_in(kind_place where);
uint32_t module_kinds(void);

enum {
#define NETWORK(name, word, about) NUMBER_OF_##name,
#include "networks.def"
#undef NETWORK
    NETWORKS_COUNT
};
extern const char *const NETWORKS[NETWORKS_COUNT]; /* their words, by number; 0 is no core's */

typedef struct {
    const char *kind;
    uint32_t latency;
    const char *operator_module;
    uint32_t lut4;
} fixed_row;

/* Its line for fixed point; NULL where it has none. */
const fixed_row *find_fixed(const kind_row *k);

typedef struct {
    const char *field, *parameter, *key;
    uint32_t least, most, needs, usual;
    const char *grows, *reg, *bits, *fit, *label, *about;
    uint32_t from; /* of an option: its least but for 0; 0: it is none */
} shape_row;

typedef struct {
    const char *word;
    uint32_t factor;
} size_row;

extern const size_row SIZES[];
extern const uint32_t SIZES_COUNT;

enum { MOST_ROWS = 64, TEXT_BYTES = 64, LATENCY_MOST = 255, SHARED_EACH_MOST = 4 };

/* All numbers of a shape, with lines per kind in the places of LATENCIES and SHARED. */
typedef struct {
    shape_row rows[MOST_ROWS];
    uint32_t count;
    char texts[2 * KINDS_COUNT][4][TEXT_BYTES];
} shape_list;

void list_shape(shape_list *out);
int is_latency(const shape_row *p);

/* Our own bugs, found when building: not 0, and a line on stderr. */
int check_descriptions(const shape_list *s);

#endif
