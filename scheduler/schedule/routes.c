/* SPDX-License-Identifier: MIT */
/* Networks say which relay a word takes next; its whole way follows from the last station back. */
#include "schedule/routes.h"

#include <assert.h>
#include <string.h>

/* The relay by which a word of `home` comes into `to` when it leaves by a shortest way; stations
 * that are nearer are known. */
static uint32_t find_last(const routes *r, const network_layout *layout, uint32_t home, uint32_t to,
                          bool other)
{
    const uint32_t way = layout->route(r->stations, home, to, other);
    const uint32_t next = layout->leads(r->stations, home, way);
    assert(next != NO_MODULE);
    assert(!other || routes_hops(r, home, to) == routes_hops(r, next, to) + 1);
    return next == to ? home * r->ways + way : routes_into(r, next, to);
}

/* All ways to one station: each goes on until it meets one that is known. */
static void find_ways(routes *r, const network_layout *layout, uint32_t to, uint32_t *path)
{
    const uint32_t n = r->stations;
    for (uint32_t home = 0; home < n; home++) {
        uint32_t count = 0, at = home;
        for (; at != to && !routes_hops(r, at, to);
             at = layout->leads(n, at, layout->route(n, at, to, false))) {
            assert(count < n);
            path[count++] = at;
        }
        for (uint32_t hops = routes_hops(r, at, to); count; count--) {
            const size_t pair = (size_t)path[count - 1] * n + to;
            r->into[pair] = find_last(r, layout, path[count - 1], to, false);
            r->hops[pair] = ++hops;
        }
    }
    for (uint32_t home = 0; home < n; home++)
        if (home != to)
            r->other[(size_t)home * n + to] = find_last(r, layout, home, to, true);
}

routes routes_make(arena *mem, const machine *m)
{
    routes r = {.stations = m->stations, .ways = network_of(m->network)->relays};
    const size_t pairs = (size_t)r.stations * r.stations;
    r.hops = ARENA_ARRAY(mem, uint32_t, pairs);
    r.into = ARENA_ARRAY(mem, uint32_t, pairs);
    r.other = ARENA_ARRAY(mem, uint32_t, pairs);
    if (r.stations == 1)
        return r;
    uint32_t *path = ARENA_ARRAY(mem, uint32_t, r.stations);
    for (uint32_t to = 0; to < r.stations; to++)
        find_ways(&r, network_of(m->network)->layout, to, path);
    for (size_t i = 0; i < pairs; i++)
        r.longest = r.hops[i] > r.longest ? r.hops[i] : r.longest;
    return r;
}

uint32_t *routes_order(arena *mem, const routes *r)
{
    const uint32_t n = r->stations, keys = r->ways * (r->longest + 1);
    uint32_t *order = ARENA_ARRAY(mem, uint32_t, (size_t)n * (n - 1) + 1);
    uint32_t *fill = ARENA_ARRAY(mem, uint32_t, keys + 2);
    for (uint32_t home = 0; home < n; home++) {
        memset(fill, 0, (keys + 2) * sizeof *fill);
        for (uint32_t pass = 0; pass < 2; pass++) {
            for (uint32_t to = 0; to < n; to++) {
                if (to == home)
                    continue;
                const uint32_t way = routes_into(r, home, to) % r->ways;
                const uint32_t key =
                    (r->ways - 1 - way) * (r->longest + 1) + routes_hops(r, home, to);
                if (pass)
                    order[(size_t)home * (n - 1) + fill[key]++] = to;
                else
                    fill[key + 1]++;
            }
            for (uint32_t key = 1; !pass && key < keys + 2; key++)
                fill[key] += fill[key - 1];
        }
    }
    return order;
}
