/* SPDX-License-Identifier: MIT */
/* The ways of words over a machine's relays, as its network has them (machine/networks.h), in
 * tables: of a word that is made in station `home`, by which relay it comes into each other station
 * and after how many hops. All in arrays [home][station]; one station has no relays. */
#ifndef TAUFLOW_ROUTES_H
#define TAUFLOW_ROUTES_H

#include "base/arena.h"
#include "machine/machine.h"

typedef struct {
    uint32_t stations, ways;
    uint32_t longest;    /* most hops */
    uint32_t *hops;      /* 0 at home */
    uint32_t *into;      /* number of the relay by which it comes in; at home 0 */
    uint32_t *other;     /* the same where it goes the other of two shortest ways */
} routes;

routes routes_make(arena *mem, const machine *m);

/* [home][stations - 1]: all stations but home, by way of the relay that leads in, the last first,
 * then by hops. */
uint32_t *routes_order(arena *mem, const routes *r);

static inline uint32_t routes_hops(const routes *r, uint32_t home, uint32_t station)
{
    return r->hops[(size_t)home * r->stations + station];
}
static inline uint32_t routes_into(const routes *r, uint32_t home, uint32_t station)
{
    return r->into[(size_t)home * r->stations + station];
}
static inline uint32_t routes_other(const routes *r, uint32_t home, uint32_t station)
{
    return r->other[(size_t)home * r->stations + station];
}
/* The station where a relay takes words. */
static inline uint32_t routes_from(const routes *r, uint32_t relay)
{
    return relay / r->ways;
}

#endif
