/* SPDX-License-Identifier: MIT */
/* The pieces an emitted C file is made of, and the template language they are written in. */
#ifndef TAUFLOW_PARTS_H
#define TAUFLOW_PARTS_H

#include "emit/c/emit_c.h"
#include "emit/pieces.h"
#include "operations/layout.h"

/* A number format of emitted code. */
typedef struct {
    const char *type;    /* double */
    const char *tag;     /* f64: ends the names of functions */
    const char *literal; /* suffix of literals */
    bool is_float;
    const char *bits;    /* int64_t */
    const char *sign_bit, *bytes;
    const char *sine_cosine; /* template of the function body */
} emit_real;

extern const emit_real EMIT_DOUBLE, EMIT_FLOAT;

/* One function of the file, in one number format. */
typedef struct {
    const ops *p;
    const layout *shape;
    const uint32_t *order; /* of emit_operations: all operations, each after its operands */
    const pieces *cut; /* of a large function; NULL: its operations are one piece of code */
    const char *name, *upper_name;
    const char *infix, *upper_infix; /* of names that are of this function: "" of the default
                                        function, whose names are the shortest, else "call_" */
    const emit_real *real; /* NULL outside functions of one format */
    bool only_float;    /* the file has no double */
    bool across_joints; /* vectors whose lanes are the joints of one state, not states of a batch */
    text *out;
} emitter;

static inline emitter emit_with(const emitter *e, const emit_real *real, text *out)
{
    emitter made = *e;
    made.real = real;
    made.out = out;
    return made;
}

/* That of a function in a file with these options, outside formats: emit_with gives it one. */
emitter emit_function(arena *mem, const ops *p, const emit_c_options *options);

/* Adds a template to e->out: @P name, @N upper-case name, @R real type, @T tag,
 * @L literal suffix,
 * @I bits type, @S sign bit, @W bytes, @A and @B an infix of names that tells
 * the two kinds of vector apart (lower and upper case), @V vector type, @M
 * vector of bits, @U vector at any address,
 * @C the call of the function on a state, @F and @G infix of its other names
 * (lower and upper case),
 * @X what it returns, @O its results in words, @@ an at sign. */
void emit_template(const emitter *e, const char *pattern);

/* Arrays of the C file cannot be empty. */
static inline uint32_t emit_room(uint32_t count)
{
    return count ? count : 1;
}

/* a-z made A-Z. */
char *emit_upper_name(arena *mem, const char *name);

/* A number in the format of e->real, every bit of it. */
void emit_number(const emitter *e, double value);
/* A C string literal. */
void emit_string(text *out, const char *name);

/* The vector types and the sine-cosine pair of one format. */
void emit_sine_cosine(const emitter *e);
/* Operations without an operator in C (calls.c): whether there are any; the name of the function
 * for one, of numbers or of vectors. */
bool emit_needs_libm(const ops *p);
void emit_call_name(const emitter *e, op_kind kind, bool of_vectors);

/* Counts of operations that headers define, in their order. */
typedef struct {
    unit_kind unit; /* that computes them */
    const char *what;
    bool always; /* also where there are none */
} emit_count;
enum { EMIT_COUNTS = UNIT_KINDS };
extern const emit_count EMIT_COUNT[EMIT_COUNTS];
/* Whether the function divides by pivots, words that it judges instead of handing them out. */
bool emit_has_pivots(const emitter *e);
/* An output that is a pivot, or the number it was left of. */
bool emit_is_pivot(const emitter *e, uint32_t output);
/* An output that is a number of the state itself: `*number` of the array of that name; NULL: it is
 * none. */
const char *emit_given(const emitter *e, uint32_t output, uint32_t *number);
/* An expression that is true, of vectors in each lane, where every pivot can be divided by; `word`
 * adds the text of an output. */
void emit_solvable(const emitter *e, void (*word)(const void *of, uint32_t output), const void *of);
/* Whether the angles stand in a table (emit_angle_table, for functions in pieces) and a loop makes
 * their sines and cosines words, because a line each would be more to compile than the pieces. */
bool emit_angles_by_loop(const emitter *e);
void emit_angle_table(const emitter *e);
/* Angle k of that table, where `at` is the text of its coordinate. */
#define ANGLE_PATTERN(at) "@P_@Fangles_@T[k].ratio * " at " + @P_@Fangles_@T[k].offset"
/* Words that `in` of a state or a block has room for; with a table one more, for what no operation
 * needs. */
static inline uint32_t emit_words_room(const emitter *e)
{
    return emit_room(e->p->inputs_count + emit_angles_by_loop(e));
}
/* The operations: on words (@P_@Fwords_@T), on vectors of words (@P_@Fblock_@T, for compilers that
 * have them) and from a state (@P_@C_@T). */
void emit_operations(const emitter *e);
/* The body of a call with a state whose operations function `on_words`, a template, computes: from
 * arrays to words `in`, and from words `out` to arrays, with what it returns. */
void emit_state_by(const emitter *e, const char *on_words);
/* @P_@Fwords_batch_@T and @P_@Fbatch_@T. */
void emit_batches(const emitter *e);
/* The parameters of a call with a state; quality is "restrict " or nothing. */
void emit_parameters(const emitter *e, bool batch, const char *quality);
/* A line that uses the parameters of a call which some robots do not need. */
void emit_unused(const emitter *e);
/* From the arrays of a state, or of a block of states at `at`, to words `in`, and from words `out`
 * to the arrays of results. */
void emit_copy_inputs(const emitter *e, bool of_block);
void emit_copy_outputs(const emitter *e, bool of_block);
enum { EMIT_PLACE_BYTES = 200 }; /* text of a place in an array; names have at most 66 */
/* ratio x + offset without the parts that change nothing, where x is the text of a number. */
void emit_affine(const emitter *e, double ratio, const char *x, double offset);
/* The declarations of a function in one format, with comments; and of what all functions share. */
void emit_prototypes(const emitter *e, bool with_comments);
void emit_sincos_prototype(const emitter *e, bool with_comment);

/* Of functions with loops (until_closed.c): it repeats passes until they are closed. */
bool emit_can_close(const emitter *e);
void emit_closing_prototype(const emitter *e, bool with_comments);
void emit_closing(const emitter *e);

/* All functions of a file. `shared` is the first of them with a layout that is of all. */
typedef struct {
    emitter shared;
    emitter *list;
    uint32_t count;
} emit_file;

/* The functions for operations without an operator, in the format of e. */
void emit_call_functions(const emit_file *f, const emitter *e);
/* The arrays of names: declared, or with their values. */
void emit_names(const emit_file *f, text *out, bool with_values);
void emit_header(const emit_file *f, const emit_c_options *options, text *out);

#endif
