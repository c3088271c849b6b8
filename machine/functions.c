#include "machine/functions.h"

#include <string.h>

#define WORD_BIT(array) (UINT32_C(1) << ARRAY_##array)

const function_info FUNCTION_KIND[FUNCTIONS] = {
#define FUNCTION(id, name, title, call, results, about, arrays) \
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
