/* SPDX-License-Identifier: MIT */
/* The tables of the sine and the arc tangent unit, and of check words. */
#include "generate/forms_printed.h"

#include "atan_table.h"
#include "trig_table.h"

#include <stdio.h>
#include <string.h>

static const uint32_t CRC_POLYNOMIAL = 0xedb88320; /* of machine/crc32.h */

/* Words of at most 56 bits: and a number that goes with them. */
static int print_words(const char *form, const char *small, const char *capital, uint32_t count,
                       int bits, uint64_t (*word)(uint32_t), const char *number)
{
    if (strcmp(form + strlen(small), "-c") == 0) {
        printf("/* Made by machine/generate.c. */\n#ifndef TAUFLOW_GENERATED_%s_H\n"
               "#define TAUFLOW_GENERATED_%s_H\n#include <stdint.h>\n\n"
               "static const uint64_t TAUFLOW_%s_TABLE[%u] = {\n",
               capital, capital, capital, count);
        for (uint32_t i = 0; i < count; i++)
            printf("    UINT64_C(0x%014llx),\n", (unsigned long long)word(i));
        printf("};\n#endif\n");
    } else if (strcmp(form + strlen(small), "-verilog") == 0) {
        printf("// Made by machine/generate.c; included inside the unit's operator.\n"
               "localparam %s;\nreg [%d:0] pieces [0:%u];\ninitial begin\n",
               number, bits - 1, count - 1);
        for (uint32_t i = 0; i < count; i++)
            printf("    pieces[%u] = %d'h%014llx;\n", i, bits, (unsigned long long)word(i));
        printf("end\n");
    } else {
        return 2;
    }
    return 0;
}

int print_unit_table(const char *form)
{
    char number[64];
    if (strncmp(form, "trig-", 5) == 0) {
        snprintf(number, sizeof number, "[35:0] QUARTERS = 36'h%09llx",
                 (unsigned long long)TRIG_QUARTERS);
        return print_words(form, "trig", "TRIG", TRIG_PIECES, TRIG_WORD_BITS, trig_word, number);
    }
    snprintf(number, sizeof number, "[31:0] PI = 32'h%08llx", (unsigned long long)ATAN_PI);
    return print_words(form, "atan", "ATAN", ATAN_PIECES, ATAN_WORD_BITS, atan_word, number);
}

/* Table k holds the remainder of a byte that k further bytes follow: the first is the eightfold
 * shift by the polynomial, each other one the last one shifted by a zero byte. */
void print_crc_tables(void)
{
    uint32_t first[256], word[256];
    for (uint32_t i = 0; i < 256; i++) {
        first[i] = i;
        for (int bit = 0; bit < 8; bit++)
            first[i] = first[i] >> 1 ^ (first[i] & 1 ? CRC_POLYNOMIAL : 0);
        word[i] = first[i];
    }
    printf("/* Made by machine/generate.c. */\n#ifndef TAUFLOW_GENERATED_CRC_H\n"
           "#define TAUFLOW_GENERATED_CRC_H\n#include <stdint.h>\n\n"
           "static const uint32_t TAUFLOW_CRC_TABLE[4][256] = {\n");
    for (int k = 0; k < 4; k++) {
        printf("    {\n");
        for (uint32_t i = 0; i < 256; i++) {
            printf("        0x%08x,\n", (unsigned)word[i]);
            word[i] = word[i] >> 8 ^ first[word[i] & 0xff];
        }
        printf("    },\n");
    }
    printf("};\n#endif\n");
}
