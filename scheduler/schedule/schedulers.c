/* SPDX-License-Identifier: MIT */
/* The table of schedulers. */
#include "schedule/schedule.h"

#include <string.h>

const scheduler_info SCHEDULERS[] = {
    {"best", "forward and backward passes, iterated under the budget", schedule_best},
    {"thesis", "list scheduling by alap, then asap", schedule_thesis},
    {"random", "any legal schedule, by the seed", schedule_random},
    {NULL, NULL, NULL},
};

const scheduler_info *scheduler_find(const char *word)
{
    for (const scheduler_info *s = SCHEDULERS; s->word; s++)
        if (strcmp(s->word, word) == 0)
            return s;
    return NULL;
}
