/* SPDX-License-Identifier: MIT */
/* Graphs of robots with options of the command line, for the second opinion. */
#ifndef TAUFLOW_TEST_CHECK_FIXTURE_H
#define TAUFLOW_TEST_CHECK_FIXTURE_H

#include "unit/robot_text.h"

#include "check/check.h"
#include "passes.h"

typedef struct {
    arena mem;
    diag d;
    passes_settings how;
    passes_forms f;
} subject;

/* Short searches; the opinion is asked by the tests. */
static inline subject subject_make(function_kind function)
{
    subject s = {.mem = arena_make(), .how = passes_default()};
    s.how.equations.function = function;
    s.how.equations.effort = 0;
    s.how.no_check = true;
    s.how.tree.tips = function_has_owner(function, OWNER_FRAME);
    return s;
}

static inline void subject_free(subject *s)
{
    arena_free(&s->mem);
}

/* False where the robot cannot have the function. */
static inline bool subject_read(subject *s, const char *path)
{
    s->d = diag_make(&s->mem);
    return passes_read(&s->mem, path, &s->how, &s->f, &s->d) == STATUS_OK;
}

/* The same of a text. */
static inline bool subject_read_text(subject *s, const char *xml)
{
    char path[] = "/tmp/tauflow_check_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, xml, strlen(xml)), (ssize_t)strlen(xml));
    assert_int_equal(close(file), 0);
    const bool read = subject_read(s, path);
    assert_int_equal(remove(path), 0);
    return read;
}

/* What the second opinion says of a graph; the reason stands in s->d. */
static inline status subject_ask(subject *s, const ops *p, check_result *out)
{
    s->d = diag_make(&s->mem);
    passes_question q;
    if (passes_question_make(&s->mem, &s->f, p, 1, &q, &s->d) != STATUS_OK)
        return STATUS_INPUT;
    return check_graph(&s->mem, &s->f.robot, &s->f.options, q.graph, &q.wish, out, &s->d);
}

#endif
