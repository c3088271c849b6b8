/* SPDX-License-Identifier: MIT */
/* What the words mean that enter and leave an evaluation (words.def), so that a host can make them
 * from a robot's state; and the functions that have them (functions.def). */
#ifndef TAUFLOW_WORDS_H
#define TAUFLOW_WORDS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define OWNER(id, count, names) OWNER_##id,
#include "machine/words.def"
    WORD_OWNERS,
    OWNER_NONE = WORD_OWNERS
} word_owner;

typedef struct {
    const char *count; /* in emitted C: NAME_JOINTS */
    const char *names; /* NAME_joint_names */
} word_owner_info;
extern const word_owner_info WORD_OWNER[WORD_OWNERS];

/* The arrays of a state and of its results, in the order in which functions take them. */
typedef enum {
#define INPUT_ARRAY(id, name, owner, numbers, random, about) ARRAY_##id,
#define PLAIN_INPUTS(id, name) ARRAY_##id,
#define OUTPUT_ARRAY(id, name, owner, numbers, about) ARRAY_##id,
#define OUTPUT_MATRIX(id, name, owner, columns, numbers, symmetry, about) ARRAY_##id,
#define PLAIN_OUTPUTS(id, name) ARRAY_##id,
#include "machine/words.def"
    WORD_ARRAYS
} word_array;

typedef struct {
    const char *name;
    bool is_result;
    word_owner owner;
    word_owner columns; /* of a matrix: a column per owner of this kind; OWNER_NONE: an array */
    uint32_t numbers;   /* of each owner: numbers of an array, rows of a matrix */
    bool is_symmetric;  /* words on and below the diagonal only */
    double random;    /* of an input: test states have -random .. random */
    const char *about;
} word_array_info;
extern const word_array_info WORD_ARRAY[WORD_ARRAYS];

typedef enum {
#define INPUT(id, word, prefix, array, offset, axes, made, random, angle, length) INPUT_##id,
#include "machine/words.def"
    INPUT_KIND_COUNT
} input_kind;

typedef enum {
#define OUTPUT(id, word, prefix, array, offset, axes, angle, length) OUTPUT_##id,
#include "machine/words.def"
    OUTPUT_KIND_COUNT
} output_kind;

/* How an input is made from the number x of its array. */
typedef enum {
    MADE_SINE,   /* of ratio x + offset, and so */
    MADE_COSINE, /* the next two */
    MADE_AFFINE,
    MADE_COPY
} word_made;

typedef struct {
    const char *word;   /* in text forms */
    const char *prefix; /* of its name in equations */
    word_array array;
    uint32_t offset; /* of its first number among those of an owner */
    bool is_vector;  /* has an axis */
    word_made made;  /* of an output: MADE_COPY */
    double random;   /* of an input, in the test vectors of HLS C */
    const char *unit[2]; /* where the joint shifts, where it turns */
} word_kind;
extern const word_kind INPUT_KIND[INPUT_KIND_COUNT], OUTPUT_KIND[OUTPUT_KIND_COUNT];

/* OWNER_NONE for plain words. */
static inline word_owner word_owner_of(const word_kind *k)
{
    return WORD_ARRAY[k->array].owner;
}

/* Whether it has a ratio and an offset. */
static inline bool word_is_affine(const word_kind *k)
{
    return k->made != MADE_COPY;
}

/* Whether its unit, and so its meaning, depends on whether the joint turns or shifts. */
static inline bool word_is_of_joint(const word_kind *k)
{
    return word_owner_of(k) == OWNER_COORDINATE;
}

/* Whether it stands in a row and in a column. */
static inline bool word_has_column(const word_kind *k)
{
    return WORD_ARRAY[k->array].columns != OWNER_NONE;
}

/* Its number in its array, or the row of its matrix. Not for plain words, which are counted as they
 * come. */
static inline uint32_t word_number(const word_kind *k, uint32_t index, uint32_t axis)
{
    return WORD_ARRAY[k->array].numbers * index + k->offset + (k->is_vector ? axis : 0);
}

/* Numbers of an array or matrix where there are so many owners of each kind. */
static inline uint32_t word_array_numbers(word_array array, const uint32_t count[WORD_OWNERS])
{
    const word_array_info *a = &WORD_ARRAY[array];
    uint32_t rows = a->owner == OWNER_NONE ? 0 : a->numbers * count[a->owner];
    return a->columns == OWNER_NONE ? rows : rows * count[a->columns];
}

/* The number of a word in its array where there are so many owners of each kind. */
static inline uint32_t word_cell(const word_kind *k, uint32_t index, uint32_t axis,
                                 uint32_t column, const uint32_t count[WORD_OWNERS])
{
    uint32_t row = word_number(k, index, axis);
    return word_has_column(k) ? row * count[WORD_ARRAY[k->array].columns] + column : row;
}

/* Where a number of this array of results is in no graph, it is that of an array of the state:
 * positions and rates of joints that loops do not move. WORD_ARRAYS: none. */
static inline word_array word_array_given(word_array result)
{
    return result == ARRAY_CLOSED_Q ? ARRAY_Q : result == ARRAY_CLOSED_QD ? ARRAY_QD : WORD_ARRAYS;
}

/* A pivot is what subtractions left of an entry of the diagonal (OUTPUT_PIVOT_WHOLE); each of them
 * rounds by at most half a unit of that, so that so many units are more than a hundred subtractions
 * can bring. A pivot that is not larger is no more than rounding errors, and what was divided by it
 * means nothing. */
enum { PIVOT_UNITS = 64 };

/* Constraints that others imply where loops are closed are left out of what is solved
 * (ARRAY_LEFT_OUT). They are fulfilled where what is left of them is no larger a share of their
 * terms: in binary32 what the solution of a system with a condition number of 1e4 may lose, in
 * binary64 ten times what constraints may differ by that count as implied. Their derivatives, which
 * lose figures near singular positions, have the first in any format. */
#define LEFT_OUT_WITHIN32 0x1p-10
#define LEFT_OUT_WITHIN64 0x1p-20

/* The most that a number of that array, a square, may be. */
static inline double left_out_most(output_kind kind, bool is_binary32)
{
    const double within = is_binary32 || kind != OUTPUT_LEFT_OUT ? LEFT_OUT_WITHIN32
                                                                 : LEFT_OUT_WITHIN64;
    return within * within;
}

/* What descriptions limit of a joint. */
typedef enum {
#define LIMIT(id, word) LIMIT_##id,
#include "machine/words.def"
    LIMITS
} joint_limit;
extern const char *const LIMIT_WORD[LIMITS];

/* ---- functions ----------------------------------------------------------------------------- */

/* What can be computed of a robot. */
typedef enum {
#define FUNCTION(id, name, title, call, results, about, judge, arrays) FUNCTION_##id,
#include "machine/functions.def"
#undef FUNCTION
    FUNCTIONS
} function_kind;

typedef struct {
    const char *name, *title, *call, *results, *about;
    uint64_t arrays; /* bit 1 << word_array */
} function_info;
extern const function_info FUNCTION_KIND[]; /* FUNCTIONS */

/* FUNCTIONS when there is none of that name. */
function_kind function_find(const char *name);

static inline bool function_has(function_kind f, word_array array)
{
    return FUNCTION_KIND[f].arrays >> array & 1;
}

/* Whether it has the array where the motion of some joint is imposed, too. */
static inline bool function_may_have(function_kind f, word_array array)
{
    const bool of_imposed = array == ARRAY_IMPOSED || array == ARRAY_REACTION;
    return function_has(f, array) || (of_imposed && (function_has(f, ARRAY_ACCELERATION) ||
                                                     function_has(f, ARRAY_SENSITIVITIES)));
}

/* Whether emitted functions have the array where no word is of it, too: it has a number per joint.
 * Sensitivities have what they depend on alone. */
static inline bool function_always_has(function_kind f, word_array array)
{
    return WORD_ARRAY[array].owner == OWNER_COORDINATE && function_has(f, array) &&
           !function_has(f, ARRAY_SENSITIVITIES);
}

/* Whether it takes positions of a robot with loops as they are given: accelerations that do not
 * fulfil constraints that were left out are then no solution. Other functions close loops pass by
 * pass, and these constraints are judged when the others are. */
static inline bool function_is_as_given(function_kind f)
{
    return function_has(f, ARRAY_LEFT_OUT) && !function_has(f, ARRAY_CLOSED_Q);
}

/* Whether its results are derivatives, and so of what laws have to tell their own; whether they are
 * derivatives of derivatives. */
static inline bool function_derives(function_kind f)
{
    return function_has(f, ARRAY_TAU_Q) || function_has(f, ARRAY_QDD_Q) ||
           function_has(f, ARRAY_SENSITIVITIES);
}
static inline bool function_derives_twice(function_kind f)
{
    return function_has(f, ARRAY_TAU_Q_Q) || function_has(f, ARRAY_QDD_Q_Q);
}

/* Whether any of its arrays belongs to owners of that kind. */
static inline bool function_has_owner(function_kind f, word_owner owner)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (function_has(f, (word_array)k) && WORD_ARRAY[k].owner == owner)
            return true;
    return false;
}

#endif
