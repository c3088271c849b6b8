/* SPDX-License-Identifier: MIT */
#include "numbers/fixed_pass.h"

#include "numbers/error_bound.h"
#include "numbers/points.h"
#include "operations/ops_fixed.h"

numbers_wish numbers_wish_default(void)
{
    return (numbers_wish){.effort = 2};
}

status numbers_wish_read(const char *word, numbers_wish *out, diag *d)
{
    text known = text_make(d->mem), bits = text_make(d->mem);
    out->given = true;
    if (format_read(word, &out->format))
        return STATUS_OK;
    for (uint32_t k = 0; k < FORMATS; k++) {
        const number_format *f = &NUMBER_FORMAT[k];
        text_printf(&known, "%s%s", k ? " or " : "", f->value);
        if (FORMAT_HAS_BITS(f))
            text_printf(&bits, ", W %u .. %u bits", f->least, f->most);
    }
    return diag_error(d, (place){0}, "bad value '%s' of option --numbers: %s expected%s", word,
                      known.bytes, bits.bytes);
}

/* The ranges of a graph that has been in fixed point already are those of its inputs. */
static void keep_ranges(const ops *p, input_box *b)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        b->input[i] = (span){p->inputs[i].low, p->inputs[i].high};
        b->source[i] = "file";
    }
}

/* Where ranges could be proved only far too wide, as of long chains of joints, little is left of
 * the bits: that is said, whoever asks. */
static void warn_of_errors(const ops *p, const numbers_facts *f, diag *d)
{
    const double worth_a_word = 0.01;
    double largest = 0, worst = 0;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const operand x = p->outputs[i].value;
        largest = fmax(largest, OPERAND_CLASS(x) == FROM_OP
                                    ? f->ranges.seen[OPERAND_INDEX(x)]
                                    : span_most(value_range(&f->ranges, &f->box, x)));
        worst = fmax(worst, f->bound[i]);
    }
    if (worst > worth_a_word * largest)
        diag_warn(d, (place){0}, "with %u bits of fixed point the proved bound of the error is "
                                 "%.2g of the largest output", p->format, worst / largest);
}

status numbers_apply(arena *mem, const numbers_wish *w, ops *p, numbers_facts *facts, diag *d)
{
    const bool named = p->format != FORMAT_UNNAMED;
    const bool keep = named && (!w->given || w->format == p->format) && !w->ranges.items_count;
    const uint32_t width = keep ? p->format : w->format;
    numbers_facts own;
    if (!format_has_points(width)) {
        p->format = width;
        return STATUS_OK;
    }
    if (keep && !facts)
        return STATUS_OK;
    facts = facts ? facts : &own;
    TRY(input_box_make(mem, p, &w->ranges, &facts->box, d));
    if (keep)
        keep_ranges(p, &facts->box);
    TRY(value_ranges_prove(mem, &facts->box, w->effort, &facts->ranges, d));
    if (!keep)
        TRY(points_choose(mem, &facts->box, &facts->ranges, width, p, d));
    facts->bound = error_bounds(mem, p, &facts->box, &facts->ranges);
    warn_of_errors(p, facts, d);
    return STATUS_OK;
}
