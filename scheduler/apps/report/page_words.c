/* SPDX-License-Identifier: MIT */
/* What enters and leaves a program or a circuit, as data of the page. */
#include "apps/report/page.h"

void page_add_operand(operand x, uint32_t operations, text *out)
{
    const uint32_t index = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT:
        text_printf(out, "-%u", index + 1);
        break;
    case FROM_CONSTANT:
        text_printf(out, "%u", operations + index);
        break;
    case FROM_OP:
        text_printf(out, "%u", index);
    }
}

void page_add_words(const ops *p, const operand *outputs, uint32_t operations, text *out)
{
    text_add(out, ",\"inputs\":[");
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        text_add(out, i ? "," : "");
        text_add_json_string(out, p->inputs[i].name);
    }
    text_add(out, "],\"constants\":[");
    for (uint32_t i = 0; i < p->constants_count; i++)
        text_printf(out, i ? ",%.9g" : "%.9g", p->constants[i].value);
    text_add(out, "],\"outputs\":[");
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        text_add(out, o ? ",[" : "[");
        text_add_json_string(out, p->outputs[o].name);
        text_add(out, ",");
        page_add_operand(outputs ? outputs[o] : p->outputs[o].value, operations, out);
        text_add(out, "]");
    }
    text_add(out, "]");
}
