/* SPDX-License-Identifier: MIT */
#include "robot/number_names.h"

const char *number_name(arena *mem, word_array array, const char *of, uint32_t number,
                        const char *column_of)
{
    const word_array_info *a = &WORD_ARRAY[array];
    const char *at = a->numbers > 1 ? arena_printf(mem, ".%u", number) : "";
    return arena_printf(mem, "%s[%s%s%s%s]", a->name, of, at, column_of ? "," : "",
                        column_of ? column_of : "");
}
