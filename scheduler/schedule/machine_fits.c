/* SPDX-License-Identifier: MIT */
#include "schedule/schedule.h"

status machine_fits(const machine *m, const ops *p, place at, diag *d)
{
    uint32_t needed[UNIT_KINDS] = {0};
    for (uint32_t i = 0; i < p->list_count; i++)
        needed[OP_KIND[p->list[i].kind].unit]++;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (needed[k] && !m->units[k])
            return diag_error(d, at, "the machine has no %s unit and %u operations need one",
                              UNIT_KIND[k].word, needed[k]);
    return STATUS_OK;
}
