/* SPDX-License-Identifier: MIT */
/* What the descriptions of a core say (regs.def, shape.def, kinds.def, networks.def), as tables for
 * the forms that are made of them. */
#ifndef TAUFLOW_GENERATE_DESCRIPTIONS_H
#define TAUFLOW_GENERATE_DESCRIPTIONS_H

#include <stdint.h>

/* Where a kind of unit is, in the order of the rows. */
typedef enum { IN_MODULE, IN_SHARED } kind_place;
extern const char *const PLACE_WORD[];

/* FIELDS and BANKS stand for as many of the other lines as the kinds of unit take. */
typedef enum { IS_REG, IS_REGS, IS_FIELD, IS_VALUE, IS_FIELDS, IS_BANKS } line_kind;

typedef struct {
    line_kind kind;
    const char *name, *field;
    uint32_t number, count; /* offset, lowest bit or value; registers or bits */
    const char *access, *about;
    kind_place where;   /* of FIELDS */
    uint32_t further;   /* offset of what goes on from it; of a bank: step between them */
    uint32_t first;     /* of a bank: its first unit */
    const char *begins; /* the register from which this one goes on, or that of this field does */
} line;

enum { MOST_LINES = 256, TEXT_BYTES = 64, NETWORKS_TEXT_BYTES = 256 };

/* In the place of a text: "1 crossbar, 2 ring, ...". */
#define NETWORKS_BY_NUMBER "networks.def"

/* The lines of regs.def, without FIELDS and BANKS, with what they stand for in their place. */
typedef struct {
    line lines[MOST_LINES];
    uint32_t count, texts_count;
    char texts[MOST_LINES][TEXT_BYTES], networks[NETWORKS_TEXT_BYTES];
} register_list;

void list_registers(register_list *out);
/* The text of a line, or what stands in its place. */
const char *text_of(const register_list *r, const char *about);
uint32_t mask_of(const line *field);
/* In the register or one that goes on from it; NULL where there is none. */
const line *find_field(const register_list *r, const char *reg, const char *field);

typedef struct {
    const char *name, *word;
    kind_place where;
    uint32_t latency;
    const char *operator_module, *model;
    uint32_t lut4;
    const char *about;
} kind_row;

#define OPTIONS(kind, option, value, many, one)
#define FIXED(kind, latency, module, lut4)
enum {
#define KIND(name, word, where, latency, module, model, lut4, about) ROW_OF_##name,
#include "kinds.def"
#undef KIND
    KINDS_COUNT,
    OPERANDS = 2,
    SHARED_EACH_MOST = 4,
#define KIND(name, word, where, latency, module, model, lut4, about) +(IN_##where == IN_SHARED)
    SHARED_UNITS_MOST = SHARED_EACH_MOST * (0
#include "kinds.def"
    )
#undef KIND
};
#undef OPTIONS
#undef FIXED
extern const kind_row KINDS[KINDS_COUNT];
uint32_t kinds_in(kind_place where);
uint32_t module_kinds(void);

typedef struct {
    const char *word, *about;
    uint32_t least, relays; /* modules of the smallest; relays of a station */
    const char *module;
} network_row;

enum {
#define NETWORK(name, word, about, least, ways, layout, module) NUMBER_OF_##name,
#include "networks.def"
#undef NETWORK
    NETWORKS_COUNT
};
extern const network_row NETWORKS[NETWORKS_COUNT]; /* by number; 0 is no core's */

typedef struct {
    const char *kind;
    uint32_t latency;
    const char *operator_module;
    uint32_t lut4;
} fixed_row;

typedef struct {
    const char *kind, *option, *value, *many, *one;
} options_row;

extern const options_row SHARED_OPTIONS[];
extern const uint32_t SHARED_OPTIONS_COUNT;

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

enum { MOST_ROWS = 64, LATENCY_MOST = 255 };

/* All numbers of a shape, with lines per kind in the places of LATENCIES and SHARED. */
typedef struct {
    shape_row rows[MOST_ROWS];
    uint32_t count;
    register_list registers;
    char texts[2 * KINDS_COUNT][4][TEXT_BYTES];
} shape_list;

/* With its registers. */
void list_shape(shape_list *out);
int is_latency(const shape_row *p);
/* One of those that machines have, too. */
int is_time(const shape_row *p);

/* Our own bugs, found when building: not 0, and a line on stderr. */
int check_descriptions(const shape_list *s);

#endif
