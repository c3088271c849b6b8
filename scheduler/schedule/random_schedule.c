/* SPDX-License-Identifier: MIT */
/* Any legal schedule: random order, random units and ports, random idling. It stresses what
 * comes after the schedulers with shapes that good ones never make. */
#include "schedule/placement.h"

status schedule_random(arena *mem, const ops *p, const machine *m, const scheduler_options *options,
                       schedule *out, diag *d)
{
    TRY(machine_check(m, (place){0}, d));
    TRY(machine_fits(m, p, (place){0}, d));
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    indices x = indices_compute(&scratch, &g, m);
    placement place_all = placement_make(&scratch, &g, m, &x);
    uint32_t *key = ARENA_ARRAY(&scratch, uint32_t, g.words + 1);
    uint64_t *noise = &place_all.noise;
    *noise = options->seed * 2 + 1;
    for (uint32_t i = 0; i < 8; i++)
        noise_next(noise); /* small seeds differ in few bits */
    for (uint32_t w = 0; w < g.words; w++) {
        key[w] = noise_next(noise) % (2 * g.words);
        if (w < g.inputs)
            continue;
        unit_kind kind = graph_kind(&g, w - g.inputs);
        place_all.unit[w] = machine_first_unit(m, kind) + noise_next(noise) % m->units[kind];
        if (m->network != NETWORK_IDEAL && place_all.orders[w] == 3)
            place_all.swap[w] = noise_next(noise) % 2;
    }
    placement_make_heard(&place_all);
    place_all.free_units = false;
    place_all.jitter = 1 + noise_next(noise) % 4;
    placement_forward(&place_all, key);
    status done = place_all.length == UINT32_MAX
                      ? diag_error(d, (place){0}, "random order left the machine idle for too long")
                      : placement_finish(mem, &place_all, "random", out, d);
    arena_free(&scratch);
    return done;
}
