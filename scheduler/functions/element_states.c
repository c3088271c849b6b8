/* SPDX-License-Identifier: MIT */
/* What the laws of elements depend on: lengths, rates, the motion of wheels at the ground. */
#include "functions/functions.h"
#include "writers/element_wrenches.h"

static void write_classic(arena *mem, const tree *t, signals *s, net *n)
{
    elements_write_states(mem, t, (elements_form){.moving = true, .symbols = true}, s, n);
}

static void choose(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    (void)o;
    e->words = (signals){.mem = mem, .t = t};
    net n = net_make(mem);
    elements_write_states(mem, t, (elements_form){.moving = true}, &e->words, &n);
    net_share_proved(&n);
    e->graph = n;
    equations_record(mem, e, "states of elements", &e->graph);
}

const producer PRODUCER_ELEMENTS = {.write = write_classic, .choose_forms = choose};
