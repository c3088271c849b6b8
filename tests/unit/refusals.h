/* SPDX-License-Identifier: MIT */
/* Files that readers refuse or warn of: a test for each message. */
#ifndef TAUFLOW_TEST_REFUSALS_H
#define TAUFLOW_TEST_REFUSALS_H

#include "unit/robot_text.h"

typedef struct {
    const char *law, *xml, *expected;
} refusal;

static inline bench assert_refused(const refusal *c)
{
    bench b = bench_make();
    assert_int_equal(bench_read(&b, c->xml), STATUS_INPUT);
    assert_entry(&b.d.error, c->expected);
    return b;
}

/* Fills in a test for each of `list`; returns where the next goes. */
static inline struct CMUnitTest *test_each(struct CMUnitTest *to, const refusal *list,
                                           size_t count, CMUnitTestFunction test)
{
    for (size_t i = 0; i < count; i++)
        *to++ = (struct CMUnitTest){.name = list[i].law,
                                    .test_func = test,
                                    .initial_state = (void *)(uintptr_t)&list[i]};
    return to;
}

#endif
