/* What can be computed of a robot (functions.def): how it is called, and which arrays go in and
 * come out. */
#ifndef TAUFLOW_FUNCTIONS_H
#define TAUFLOW_FUNCTIONS_H

#include "machine/words.h"

typedef enum {
#define FUNCTION(id, name, title, call, results, about, arrays) FUNCTION_##id,
#include "machine/functions.def"
#undef FUNCTION
    FUNCTIONS
} function_kind;

typedef struct {
    const char *name, *title, *call, *results, *about;
    uint32_t arrays; /* bit 1 << word_array */
} function_info;
extern const function_info FUNCTION_KIND[]; /* FUNCTIONS */

/* FUNCTIONS when there is none of that name. */
function_kind function_find(const char *name);

static inline bool function_has(function_kind f, word_array array)
{
    return FUNCTION_KIND[f].arrays >> array & 1;
}

#endif
