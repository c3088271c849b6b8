/* SPDX-License-Identifier: MIT */
#include "commands/cycles_dump.h"

#include "program/core_words.h"

#include <stdlib.h>

typedef struct {
    uint32_t unit, cycle, operation;
} start;

static int by_unit_then_cycle(const void *a, const void *b)
{
    const start *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

/* Which operation is the k-th of each unit of the core. */
static uint32_t **unit_orders(arena *mem, const run_job *j)
{
    uint32_t count = j->p->list_count;
    start *list = ARENA_ARRAY(mem, start, count + 1);
    uint32_t *all = ARENA_ARRAY(mem, uint32_t, count + 1);
    uint32_t **order = ARENA_ARRAY(mem, uint32_t *, core_units(&j->core));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t unit = j->s.issues[i].unit;
        unit_kind kind = machine_unit_kind(&j->m, unit);
        uint32_t own = core_unit(&j->core, kind, unit - machine_first_unit(&j->m, kind));
        list[i] = (start){own, j->s.issues[i].cycle, i};
    }
    qsort(list, count, sizeof *list, by_unit_then_cycle);
    for (uint32_t i = 0; i < count; i++) {
        all[i] = list[i].operation;
        if (i == 0 || list[i].unit != list[i - 1].unit)
            order[list[i].unit] = &all[i];
    }
    return order;
}

cycles_dump cycles_dump_begin(arena *mem, const run_job *j, const twin *core, text *out)
{
    text_add(out, "cycle\tunit\tkind\toperation\ta\tb\tresult\n");
    return (cycles_dump){j, core, unit_orders(mem, j), out};
}

void cycles_dump_cycle(void *user, uint64_t cycle)
{
    cycles_dump *x = user;
    const twin_issue *issues = twin_issues(x->core);
    for (uint32_t u = 0; u < core_units(&x->j->core); u++) {
        const twin_issue *i = &issues[u];
        if (!i->started)
            continue;
        uint32_t operation = x->order[u][i->number];
        bool swap = x->j->s.issues[operation].swap;
        const op *o = &x->j->p->list[operation];
        text_printf(x->out, "%llu\t", (unsigned long long)cycle);
        core_unit_name(&x->j->core, u, x->out);
        text_printf(x->out, "\t%s\t", OP_KIND[o->kind].word);
        ops_print_name(o->name, x->out);
        const ops *p = x->j->p;
        text_printf(x->out, "\t%.9g\t%.9g\t%.9g\n", core_word_value(p, o->a, swap ? i->b : i->a),
                    core_word_value(p, o->b, swap ? i->a : i->b),
                    core_word_value(p, OPERAND(FROM_OP, operation), i->result));
    }
}
