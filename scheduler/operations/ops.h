/* SPDX-License-Identifier: MIT */
/* The operations of one evaluation: operations of two operands, a few of one, in an order in which
 * operands come first, over inputs and constants, with named outputs. No negations: signs were
 * pushed into add, sub and constants. Text form `.ops`, docs/forms.md. */
#ifndef TAUFLOW_OPS_H
#define TAUFLOW_OPS_H

#include "base/diag.h"
#include "base/text.h"
#include "machine/formats.h"
#include "machine/op_kinds.h"
#include "machine/words.h"

#include <stdbool.h>
#include <stdint.h>

/* Where an operand comes from: class in the two top bits, index below. */
typedef uint32_t operand;
typedef enum { FROM_INPUT = 0, FROM_CONSTANT = 1, FROM_OP = 2 } operand_class;
#define OPERAND(class, index) (((operand)(class) << 30) | (operand)(index))
#define OPERAND_CLASS(x) ((operand_class)((x) >> 30))
#define OPERAND_INDEX(x) ((x) & 0x3fffffffu)

typedef struct {
    op_kind kind;
    operand a, b;
    const char *name; /* result's name in the text form; unique */
    int point;        /* of fixed point: the result is its integer * 2^-point */
} op;

typedef struct {
    const char *name; /* unique among all names of the file */
    input_kind kind;
    const char *of;       /* name of its owner, a joint or link; NULL for plain */
    uint32_t index;       /* which of the owners, from 0 */
    uint32_t axis;        /* 0 1 2 for the vector kinds */
    double ratio, offset; /* of the affine kinds; 1 and 0 for most joints */
    int point;            /* of fixed point, and */
    double low, high;     /* what was proved holds for values from low to high; before that where
                             they may be expected, 0 and 0 where nobody knows */
} ops_input;

typedef struct {
    const char *name;
    double value;
    int point; /* of fixed point */
} ops_constant;

typedef struct {
    const char *name; /* unique among outputs; may be the name of its value */
    output_kind kind;
    const char *of;
    uint32_t index, axis;
    bool is_angle; /* of a joint: it turns */
    operand value; /* may be a constant (0 for a joint that carries nothing) or an input */
    const char *column_of; /* of a matrix: the owner of its column; NULL otherwise */
    uint32_t column;
} ops_output;

/* A coordinate of the robot: told apart where no output belongs to it, or where it has limits. */
typedef struct {
    const char *name;
    bool is_angle;
    bool has_limit[LIMITS];
    double limit[LIMITS]; /* finite */
} ops_joint;

typedef struct {
    const char *robot;      /* name */
    function_kind function; /* what the outputs are */
    uint32_t format;        /* code of the format of its numbers (machine/formats.h): of fixed
                             * point its bits; 0: binary32, or no format yet */
    ops_input *inputs;
    uint32_t inputs_count, inputs_capacity;
    ops_constant *constants;
    uint32_t constants_count, constants_capacity;
    op *list;
    uint32_t list_count, list_capacity;
    ops_output *outputs;
    uint32_t outputs_count, outputs_capacity;
    ops_joint *joints; /* all coordinates, or none where each has an output of its own and no
                        * limit */
    uint32_t joints_count, joints_capacity;
} ops;

static inline const number_format *ops_format(const ops *p)
{
    return format_of(p->format);
}
/* Whether values have points, inputs ranges and roundings an absolute bound. */
static inline bool ops_has_points(const ops *p)
{
    return ops_format(p)->has_points;
}

/* Counts that `tauflow info` prints. critical_path is with one-cycle operations and free
 * transfers. */
typedef struct {
    uint32_t per_kind[OP_KIND_COUNT];
    uint32_t per_unit[UNIT_KINDS];
    uint32_t trig; /* sines and cosines, inputs and operations */
    uint32_t critical_path;
} ops_counts;
ops_counts ops_count(const ops *p);

enum {
    OPS_INDEX_LIMIT = 999999,  /* largest number of a coordinate, free body or force */
    OPS_POINT_LIMIT = 120,     /* largest magnitude of a point */
    OPS_MATRIX_LIMIT = 1 << 24 /* most numbers of a matrix */
};

/* Structure check for our own bugs and for files: operands come first, names are unique, indices
 * exist, every constant finite, no operation without use. `file` is for messages. */
status ops_check(const ops *p, const char *file, diag *d);

/* Whether the second operand of an operation (NULL: some other word) is the offset of a sine: no
 * number of the format in a core, but a word of its own (machine/fp32_trig.h). */
bool ops_is_offset(const op *second_of);

/* The first operation that nothing uses; list_count when there is none. */
uint32_t ops_first_unused(const ops *p);

/* Text form. Two prints of the same ops are byte-identical; parse(print(p)) == p. */
void ops_print(const ops *p, text *out);
/* A name as it stands in text forms: bare where it can be, otherwise in quotes. */
void ops_print_name(const char *name, text *out);
status ops_parse(arena *mem, const char *file, const char *bytes, size_t length, ops *out, diag *d);

/* Evaluators: inputs_count words in, outputs_count words out; scratch holds list_count words.
 * eval64 is the host's binary64, eval32 the machine's binary32 bit for bit (machine/fp32.h). */
void ops_eval64(const ops *p, const double *in, double *out, double *scratch);
void ops_eval32(const ops *p, const float *in, float *out, float *scratch);

#endif
