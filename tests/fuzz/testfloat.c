/* Lines of testfloat_gen on stdin, "A B RESULT FLAGS" in hex, against an operator of
 * machine/fp32.h:
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

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint32_t (*run)(uint32_t, uint32_t);
    } table[] = {{"mul", fp32_mul}, {"add", fp32_add}, {"sub", fp32_sub}, {"div", fp32_div}};
    size_t k = 0;
    unsigned long compared = 0, wrong = 0;
    unsigned a, b, result, flags;
    while (k < 4 && (argc < 2 || strcmp(argv[1], table[k].name) != 0))
        k++;
    if (k == 4) {
        fprintf(stderr, "usage: testfloat mul|add|sub|div <LINES\n");
        return 2;
    }
    while (scanf("%x %x %x %x", &a, &b, &result, &flags) == 4) {
        if (is_subnormal(a) || is_subnormal(b))
            continue;
        uint32_t got = table[k].run(a, b);
        compared++;
        if (got != fp32_flush(result) && wrong++ < 5)
            printf("# %s(%08x, %08x) = %08x, must be %08x\n", argv[1], a, b, got,
                   fp32_flush(result));
    }
    printf("# %s: %lu compared, %lu differ\n", argv[1], compared, wrong);
    return compared == 0 || wrong > 0;
}
