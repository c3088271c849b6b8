/* SPDX-License-Identifier: MIT */
/* Lines of testfloat_gen on stdin, "A B RESULT FLAGS" in hex ("A RESULT FLAGS" of a root), against
 * an operator of machine/fp32.h:
 *     testfloat_gen f32_mul -rnear_even | testfloat mul
 * Berkeley's results have subnormals and any NaN; what the machine makes of them is applied here: a
 * subnormal operand is zero (such lines are left out: the line answers another question), results
 * are flushed, and NaN is one word. */
#include "machine/fp32.h"

#include <stdio.h>
#include <string.h>

static int is_subnormal(uint32_t a)
{
    return (a & 0x7f800000u) == 0 && (a & 0x007fffffu) != 0;
}

static uint32_t root(uint32_t a, uint32_t unused)
{
    (void)unused;
    return fp32_sqrt(a);
}

typedef struct {
    const char *name;
    uint32_t (*run)(uint32_t, uint32_t);
    int operands;
} operator_row;

static const operator_row TABLE[] = {{"mul", fp32_mul, 2},
                                     {"add", fp32_add, 2},
                                     {"sub", fp32_sub, 2},
                                     {"div", fp32_div, 2},
                                     {"sqrt", root, 1}};

static const operator_row *find(const char *name)
{
    for (size_t k = 0; k < sizeof TABLE / sizeof *TABLE; k++)
        if (strcmp(name, TABLE[k].name) == 0)
            return &TABLE[k];
    return NULL;
}

static int read_line(const operator_row *o, unsigned operand[2], unsigned *result)
{
    unsigned flags;
    operand[1] = 0;
    for (int k = 0; k < o->operands; k++)
        if (scanf("%x", &operand[k]) != 1)
            return 0;
    return scanf("%x %x", result, &flags) == 2;
}

int main(int argc, char **argv)
{
    unsigned long compared = 0, wrong = 0;
    unsigned x[2], result;
    const operator_row *o = argc == 2 ? find(argv[1]) : NULL;
    if (!o) {
        fprintf(stderr, "usage: testfloat mul|add|sub|div|sqrt <LINES\n");
        return 2;
    }
    while (read_line(o, x, &result)) {
        if (is_subnormal(x[0]) || is_subnormal(x[1]))
            continue;
        uint32_t got = o->run(x[0], x[1]);
        compared++;
        if (got != fp32_flush(result) && wrong++ < 5)
            printf("# %s(%08x, %08x) = %08x, must be %08x\n", o->name, x[0], x[1], got,
                   fp32_flush(result));
    }
    printf("# %s: %lu compared, %lu differ\n", o->name, compared, wrong);
    return compared == 0 || wrong > 0;
}
