/* SPDX-License-Identifier: MIT */
#include "functions/functions.h"

const producer *const PRODUCERS[] = {
#define FUNCTION(id, name, title, call, results, about, judge, arrays) &PRODUCER_##id,
#include "machine/functions.def"
#undef FUNCTION
};
