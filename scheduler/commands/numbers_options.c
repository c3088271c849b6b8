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

static const option_row NUMBERS_ROWS[] = {
    {"numbers", ARG_TEXT, STORED(numbers), VALUES + 1, .usual = true,
     .standard = "fp32, of a .ops file what it says",
     .about = ABOUT},
    {"ranges", ARG_TEXT, STORED(ranges_file), "FILE",
     .about = "read ranges of fixed point from this file, a line like those of --range each"},
    {"range", ARG_LIST, STORED(ranges), "'KIND [NAME] [LOW] HIGH'",
     .about = "say what inputs stay between in fixed point, such as 'qdd 20', instead of limits "
              "of the file and defaults; repeatable"},
};
const option_table NUMBERS_TABLE = OPTION_TABLE("numbers", "numbers", NUMBERS_ROWS);

/* Files before options, so that options go before files. */
status numbers_options_take(settings *s, diag *d)
{
    numbers_wish *w = &s->passes.numbers;
    const uint32_t effort = s->passes.equations.effort;
    if (s->numbers)
        TRY(numbers_wish_read(s->numbers, w, d));
    if (s->ranges_file) {
        char *bytes;
        size_t length;
        TRY(file_read_text(d->mem, s->ranges_file, &bytes, &length, d));
        TRY(range_lines_read(d->mem, s->ranges_file, bytes, length, &w->ranges, d));
    }
    for (uint32_t i = 0; i < s->ranges.items_count; i++)
        TRY(range_line_read(d->mem, s->ranges.items[i], &w->ranges, d));
    if ((s->ranges_file || s->ranges.items_count) && !format_has_points(w->format))
        return diag_error(d, (place){0}, "ranges are for fixed point: add --numbers fixed:W");
    w->effort = effort > w->effort ? effort : w->effort;
    return STATUS_OK;
}
