/* SPDX-License-Identifier: MIT */
#include "machine/words.h"

#include <string.h>

const word_owner_info WORD_OWNER[WORD_OWNERS] = {
#define OWNER(id, count, names) {count, names},
#include "machine/words.def"
};

enum { GENERAL, SYMMETRIC };

const word_array_info WORD_ARRAY[WORD_ARRAYS] = {
#define INPUT_ARRAY(id, name, owner, numbers, random, about) \
    {#name, false, OWNER_##owner, OWNER_NONE, numbers, false, random, about},
#define PLAIN_INPUTS(id, name) {#name, false, OWNER_NONE, OWNER_NONE, 0, false, 1, ""},
#define OUTPUT_ARRAY(id, name, owner, numbers, about) \
    {#name, true, OWNER_##owner, OWNER_NONE, numbers, false, 0, about},
#define OUTPUT_MATRIX(id, name, owner, columns, numbers, symmetry, about) \
    {#name, true, OWNER_##owner, OWNER_##columns, numbers, symmetry, 0, about},
#define PLAIN_OUTPUTS(id, name) {#name, true, OWNER_NONE, OWNER_NONE, 0, false, 0, ""},
#include "machine/words.def"
};

enum { SCALAR, VECTOR };

const word_kind INPUT_KIND[INPUT_KIND_COUNT] = {
#define INPUT(id, word, prefix, array, offset, axes, made, random, angle, length) \
    {word, prefix, ARRAY_##array, offset, axes, MADE_##made, random, {length, angle}},
#include "machine/words.def"
};

const word_kind OUTPUT_KIND[OUTPUT_KIND_COUNT] = {
#define OUTPUT(id, word, prefix, array, offset, axes, angle, length) \
    {word, prefix, ARRAY_##array, offset, axes, MADE_COPY, 0, {length, angle}},
#include "machine/words.def"
};

const char *const LIMIT_WORD[LIMITS] = {
#define LIMIT(id, word) word,
#include "machine/words.def"
};

#define WORD_BIT(array) (UINT64_C(1) << ARRAY_##array)

const function_info FUNCTION_KIND[FUNCTIONS] = {
#define FUNCTION(id, name, title, call, results, about, judge, arrays) \
    {name, title, call, results, about, arrays},
#include "machine/functions.def"
#undef FUNCTION
};

function_kind function_find(const char *name)
{
    uint32_t k = 0;
    while (k < FUNCTIONS && strcmp(FUNCTION_KIND[k].name, name) != 0)
        k++;
    return (function_kind)k;
}
