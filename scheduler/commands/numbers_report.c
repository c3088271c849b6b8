/* SPDX-License-Identifier: MIT */
#include "commands/numbers_report.h"

#include "operations/ops_fixed.h"
#include "operations/word_meaning.h"

static span output_range(const ops *p, const numbers_facts *f, uint32_t i)
{
    return value_range(&f->ranges, &f->box, p->outputs[i].value);
}

static void print_inputs(const ops *p, const numbers_facts *f, text *out)
{
    text_printf(out, "\n%-12s %12s %12s %6s  %-9s  %s\n", "input", "from", "to", "point", "by",
                "what it is");
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_meaning m = word_meaning_of_input(&f->box.layout, p, i);
        text_printf(out, "%-12s %12.6g %12.6g %6d  %-9s  ", p->inputs[i].name, f->box.input[i].low,
                    f->box.input[i].high, p->inputs[i].point, f->box.source[i]);
        word_meaning_say(&m, out);
        text_add(out, "\n");
    }
}

static void print_outputs(const ops *p, const numbers_facts *f, const measurement *m, text *out)
{
    text_printf(out, "\n%-12s %12s %12s %6s %12s %12s %12s  %s\n", "output", "from", "to", "point",
                "largest", "error", "at most", "what it is");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        span range = output_range(p, f, i);
        const word_meaning what = word_meaning_of_output(p, i);
        text_printf(out, "%-12s %12.6g %12.6g %6d %12.6g %12.3g %12.3g  ", p->outputs[i].name,
                    range.low, range.high, ops_point(p, p->outputs[i].value), m->most[i],
                    m->error[i], f->bound[i]);
        word_meaning_say(&what, out);
        text_add(out, "\n");
    }
}

void numbers_print(const ops *p, const numbers_facts *f, const measurement *m, text *out)
{
    range_gap g = value_ranges_gap(&f->ranges, p);
    text_printf(out, "\nnumbers         fixed point, %u bits\n", p->format);
    text_printf(out, "ranges          proved; %.2f bits wider than seen on average, at most %.2f "
                     "('%s'), more than one in %u of %u\n", g.mean, g.worst,
                p->list_count ? p->list[g.of].name : "", g.above_one, p->list_count);
    text_printf(out, "error           %.3g of the largest output, proved at most %.3g; %llu random "
                     "states\n", measure_relative(m, p, m->error), measure_relative(m, p, f->bound),
                (unsigned long long)m->states);
    text_printf(out, "overflows       %llu\n", (unsigned long long)m->overflows);
    print_inputs(p, f, out);
    print_outputs(p, f, m, out);
}

static void json_value(text *out, const char *before, const char *name, span range, int point)
{
    text_printf(out, "%s{\"name\": ", before);
    text_add_json_string(out, name);
    text_add(out, ", \"low\": ");
    text_add_number(out, range.low);
    text_add(out, ", \"high\": ");
    text_add_number(out, range.high);
    text_printf(out, ", \"point\": %d", point);
}

void numbers_json(const ops *p, const numbers_facts *f, const measurement *m, text *out)
{
    range_gap g = value_ranges_gap(&f->ranges, p);
    text_printf(out, ", \"numbers\": {\"width\": %u, \"gap_mean\": %.4f, \"gap_worst\": %.4f, "
                     "\"gap_above_one\": %u", p->format, g.mean, g.worst, g.above_one);
    text_printf(out, ", \"error\": %.6g, \"bound\": %.6g, \"states\": %llu, \"overflows\": %llu",
                measure_relative(m, p, m->error), measure_relative(m, p, f->bound),
                (unsigned long long)m->states, (unsigned long long)m->overflows);
    text_add(out, ", \"inputs\": [");
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        json_value(out, i ? ", " : "", p->inputs[i].name, f->box.input[i], p->inputs[i].point);
        text_printf(out, ", \"by\": \"%s\"}", f->box.source[i]);
    }
    text_add(out, "], \"constants\": [");
    for (uint32_t i = 0; i < p->constants_count; i++) {
        json_value(out, i ? ", " : "", p->constants[i].name,
                   value_range(&f->ranges, &f->box, OPERAND(FROM_CONSTANT, i)),
                   p->constants[i].point);
        text_add(out, "}");
    }
    text_add(out, "], \"operations\": [");
    for (uint32_t i = 0; i < p->list_count; i++) {
        json_value(out, i ? ", " : "", p->list[i].name, f->ranges.op[i], p->list[i].point);
        text_add(out, ", \"seen\": ");
        text_add_number(out, f->ranges.seen[i]);
        text_add(out, "}");
    }
    text_add(out, "], \"outputs\": [");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        json_value(out, i ? ", " : "", p->outputs[i].name, output_range(p, f, i),
                   ops_point(p, p->outputs[i].value));
        text_printf(out, ", \"largest\": %.6g, \"error\": %.6g, \"bound\": %.6g}", m->most[i],
                    m->error[i], f->bound[i]);
    }
    text_add(out, "]}");
}
