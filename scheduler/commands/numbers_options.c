/* SPDX-License-Identifier: MIT */
/* Options of the numbers that are computed with. */
#include "commands/options.h"

/* The formats: what they are called, each after a bar, and what they are. */
#define FORMAT(NAME, name, first, least, most, most_core, word, value, about, good, points, \
               compares, half_unit, least_normal, help) "|" value
static const char VALUES[] =
#include "machine/formats.def"
    ;
#undef FORMAT
#define FORMAT(NAME, name, first, least, most, most_core, word, value, about, good, points, \
               compares, half_unit, least_normal, help) help
static const char ABOUT[] = "compute in "
#include "machine/formats.def"
    ;
#undef FORMAT

struct numbers_settings {
    const char *word, *file; /* NULL: not given; the file has ranges */
    arg_list ranges;
};

static const option_row NUMBERS_ROWS[] = {
    {"numbers", ARG_TEXT, STORED_IN(numbers, word), VALUES + 1, .usual = true,
     .standard = "fp32, of a .ops file what it says",
     .about = ABOUT},
    {"ranges", ARG_TEXT, STORED_IN(numbers, file), "FILE",
     .about = "read ranges of fixed point from this file, a line like those of --range each"},
    {"range", ARG_LIST, STORED_IN(numbers, ranges), "'KIND [NAME] [LOW] HIGH'",
     .about = "say what inputs stay between in fixed point, such as 'qdd 20', instead of limits "
              "of the file and defaults; repeatable"},
};

/* Files before options, so that options go before files. */
static status take_numbers(settings *s, diag *d)
{
    const struct numbers_settings *given = s->numbers;
    numbers_wish *w = &s->passes.numbers;
    const uint32_t effort = s->passes.equations.effort;
    if (given->word)
        TRY(numbers_wish_read(given->word, w, d));
    if (given->file) {
        char *bytes;
        size_t length;
        TRY(file_read_text(d->mem, given->file, &bytes, &length, d));
        TRY(range_lines_read(d->mem, given->file, bytes, length, &w->ranges, d));
    }
    for (uint32_t i = 0; i < given->ranges.items_count; i++)
        TRY(range_line_read(d->mem, given->ranges.items[i], &w->ranges, d));
    if ((given->file || given->ranges.items_count) && !format_has_points(w->format))
        return diag_error(d, (place){0}, "ranges are for fixed point: add --numbers fixed:W");
    w->effort = effort > w->effort ? effort : w->effort;
    return STATUS_OK;
}

const option_table NUMBERS_TABLE = {OPTION_TABLE("numbers", "numbers", NUMBERS_ROWS),
                                    OPTION_PART(numbers), .counts = COUNTS_AFTER_EQUATIONS,
                                    .take = take_numbers};
