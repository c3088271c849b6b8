/* SPDX-License-Identifier: MIT */
/* Stations in a circle. Way 0 is clockwise, to the next station, way 1 counter-clockwise. A word
 * goes the shorter way round; to the station opposite both are as short. */
#include "machine/networks.h"

static uint32_t ring_leads(uint32_t modules, uint32_t station, uint32_t way)
{
    return (station + (way ? modules - 1 : 1)) % modules;
}

static uint32_t ring_route(uint32_t modules, uint32_t at, uint32_t to, bool other)
{
    const uint32_t clockwise = (to + modules - at) % modules, back = modules - clockwise;
    return other ? clockwise >= back : clockwise > back;
}

const network_layout NETWORK_LAYOUT_ring = {.leads = ring_leads, .route = ring_route};
