/* SPDX-License-Identifier: MIT */
/* Robots written in the tests themselves: a text goes to a temporary file and through the
 * reader. */
#ifndef TAUFLOW_TEST_ROBOT_TEXT_H
#define TAUFLOW_TEST_ROBOT_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above first */
#include <cmocka.h>

#include "robot/tree.h"
#include "robot/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    arena robot_mem, tree_mem, diag_mem;
    diag d;
    robot r;
    tree t;
} bench;

static inline bench bench_make(void)
{
    return (bench){.robot_mem = arena_make(), .tree_mem = arena_make(), .diag_mem = arena_make()};
}

static inline void bench_free(bench *b)
{
    arena_free(&b->robot_mem);
    arena_free(&b->tree_mem);
    arena_free(&b->diag_mem);
}

static inline status bench_read_bytes(bench *b, const void *bytes, size_t length,
                                      const urdf_options *options)
{
    char path[] = "/tmp/tauflow_robot_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, length), (ssize_t)length);
    assert_int_equal(close(file), 0);
    b->d = diag_make(&b->diag_mem);
    status result = robot_read(&b->robot_mem, path, options, &b->r, &b->d);
    assert_int_equal(remove(path), 0);
    return result;
}

static inline status bench_read(bench *b, const char *xml)
{
    urdf_options options = urdf_options_default();
    return bench_read_bytes(b, xml, strlen(xml), &options);
}

static inline void assert_read(bench *b, const char *xml)
{
    status result = bench_read(b, xml);
    if (result != STATUS_OK)
        print_error("%u:%u: %s\n", b->d.error.at.line, b->d.error.at.column, b->d.error.text);
    assert_int_equal(result, STATUS_OK);
}

static inline void assert_built(bench *b, const tree_options *options)
{
    status result = tree_build(&b->tree_mem, &b->r, options, &b->t, &b->d);
    if (result != STATUS_OK)
        print_error("%u:%u: %s\n", b->d.error.at.line, b->d.error.at.column, b->d.error.text);
    assert_int_equal(result, STATUS_OK);
}

/* An entry as main prints it, without the file's name. */
static inline void assert_entry(const diag_entry *e, const char *expected)
{
    char *shown = malloc(strlen(e->text) + 64);
    assert_non_null(shown);
    sprintf(shown, "%u:%u: %s", e->at.line, e->at.column, e->text);
    assert_string_equal(shown, expected);
    free(shown);
}

/* Exact equality of doubles, the sign of zero included. */
static inline void assert_number(double got, double expected)
{
    if (memcmp(&got, &expected, sizeof got) != 0) {
        print_error("%.17g instead of %.17g\n", got, expected);
        fail();
    }
}

static inline void assert_near(double got, double expected, double tolerance)
{
    double distance = got > expected ? got - expected : expected - got;
    if (!(distance <= tolerance)) {
        print_error("%.17g is not within %g of %.17g\n", got, tolerance, expected);
        fail();
    }
}

static inline void assert_vec3(vec3 got, double x, double y, double z)
{
    assert_number(got.v[0], x);
    assert_number(got.v[1], y);
    assert_number(got.v[2], z);
}

static inline void assert_mat3(mat3 got, mat3 expected)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            assert_number(got.m[row][column], expected.m[row][column]);
}

#endif
