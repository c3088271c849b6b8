/* SPDX-License-Identifier: MIT */
/* The Verilog of a circuit as tokens and as what stands in it: wires and what they are, registers,
 * operators. */
#ifndef TAUFLOW_CIRCUIT_TOKENS_H
#define TAUFLOW_CIRCUIT_TOKENS_H

#include "base/names.h"
#include "base/text.h"

typedef enum { V_END, V_NAME, V_NUMBER, V_STRING, V_MARK } v_class;

typedef struct {
    v_class class;
    uint32_t line, column;
    const char *at; /* of a name: its number is `value` */
    uint32_t length;
    uint32_t mark;   /* one or two characters */
    uint32_t bits;   /* of a sized number; 0: none */
    int64_t value;
} v_token;

/* What the comment above a cell says. */
typedef enum { V_UNSAID, V_WHOLE, V_BEFORE_ROUNDING, V_PART } v_said;

typedef enum {
    V_UNKNOWN,
    V_PORT,     /* an input of the circuit */
    V_WIRE,     /* an expression */
    V_REGISTER, /* takes an expression over, always or when a wire is 1 */
    V_INSTANCE, /* comes out of a module */
    V_TURN      /* 1 when a sample is in a stage */
} v_kind;

typedef struct {
    v_kind kind;
    uint32_t line, bits; /* bits 0: not a number of them */
    bool is_signed;
    uint32_t expression; /* first token */
    uint32_t when;       /* of a register: the name; 0: always */
    uint32_t instance;   /* number */
    int32_t stage;       /* of a turn */
    v_said said;
    const char *of;      /* and the operation's name, as the comment has it */
    uint32_t of_length;
} v_wire;

enum { V_MOST_PORTS = 12 };

typedef struct {
    uint32_t module, name, line;
    uint32_t parameter[V_MOST_PORTS], parameters;
    int64_t parameter_value[V_MOST_PORTS];
    uint32_t port[V_MOST_PORTS], expression[V_MOST_PORTS], ports; /* names, first tokens */
} v_instance;

typedef struct {
    arena *mem;
    const char *file;
    name_table names;
    const char **name;
    uint32_t name_count, name_capacity;
    v_token *list;
    uint32_t list_count, list_capacity;
    v_wire *wires; /* by name */
    v_instance *instances;
    uint32_t instances_count, instances_capacity;
    uint32_t *inputs, inputs_count, inputs_capacity; /* names of ports, in order */
    uint32_t *outputs, outputs_count, outputs_capacity;
    int64_t stages, interval; /* of its localparams; 0 and 1 without */
    diag *d;
} v_text;

/* The tokens of any Verilog, nothing else. */
void v_text_scan(arena *mem, const char *file, const char *bytes, size_t length, v_text *out,
                 diag *d);
status v_text_read(arena *mem, const char *file, const char *bytes, size_t length, v_text *out,
                   diag *d);
/* UINT32_MAX: it is nowhere in the text. */
uint32_t v_text_name(const v_text *t, const char *name);
status v_error(const v_text *t, uint32_t line, const char *format, const char *name);
bool v_is(const v_text *t, uint32_t at, const char *mark);

#endif
