/* SPDX-License-Identifier: MIT */
#include "schedule/check_ports.h"

#include "operations/ops_fixed.h"

status check_order(const ops *p, const machine *m, uint32_t j, bool swap, place at, diag *d)
{
    const op *o = &p->list[j];
    int a, b;
    if (swap && !OP_KIND[o->kind].swaps)
        return diag_error(d, at, "operation '%s': a %s cannot swap its operands", o->name,
                          OP_KIND[o->kind].word);
    if (m->network == NETWORK_IDEAL || m->receivers != 2 || ops_may_swap(p, o, swap))
        return STATUS_OK;
    ops_shifts(p, o, &a, &b);
    return diag_error(d, at,
                      "operation '%s': its operands move by %d and %d places; the one that moves "
                      "further comes through receiver a, and here it does not",
                      o->name, a, b);
}

status check_hears(const ops *p, const schedule *s, const sched_take *t, place at, diag *d)
{
    if (t->word < p->inputs_count ||
        machine_hears(&s->target, t->receiver, s->issues[t->word - p->inputs_count].unit))
        return STATUS_OK;
    const uint32_t j = t->word - p->inputs_count;
    text unit = text_make(d->mem), receiver = text_make(d->mem);
    machine_unit_name(&s->target, s->issues[j].unit, &unit);
    machine_receiver_name(&s->target, t->receiver, &receiver);
    return diag_error(d, at, "%s takes '%s' from %s, which it does not hear on a sparse crossbar",
                      receiver.bytes, p->list[j].name, unit.bytes);
}
