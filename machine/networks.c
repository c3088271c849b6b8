/* SPDX-License-Identifier: MIT */
#include "machine/networks.h"

#include <string.h>

#define NETWORK(name, word, about, least, ways, layout, module) \
    {word, about, least, ways, sizeof ways - 1, &NETWORK_LAYOUT_##layout},
static const network_row ROWS[NETWORK_KINDS] = {
#include "networks.def"
};
#undef NETWORK

const network_row *network_of(uint32_t number)
{
    return &ROWS[number < NETWORK_KINDS ? number : NETWORK_IDEAL];
}

const char NETWORK_LIST[] =
#define NETWORK(name, word, about, least, ways, layout, module) "|" word
#include "networks.def"
#undef NETWORK
    ;

const char *core_network_choices(void)
{
    return NETWORK_CHOICES + strlen(network_of(NETWORK_IDEAL)->word) + 1;
}

uint32_t network_relay_into(uint32_t n, uint32_t modules, uint32_t station, uint32_t way)
{
    for (uint32_t from = 0; from < modules; from++)
        if (network_of(n)->layout->leads(modules, from, way) == station)
            return network_of(n)->relays * from + way;
    return UINT32_MAX;
}
