/* SPDX-License-Identifier: MIT */
/* The networks of a machine (networks.def): what each is called, and its layout: where relays lead,
 * which way a word goes, who is deaf. Modules and stations of a network are numbered from 0. */
#ifndef TAUFLOW_NETWORKS_H
#define TAUFLOW_NETWORKS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define NETWORK(name, word, about, least, ways, layout, module) NETWORK_##name,
#include "networks.def"
#undef NETWORK
    NETWORK_KINDS
} network_kind;

#define NO_MODULE UINT32_MAX

typedef struct {
    /* The station in which relay `way` of `station` delivers, or NO_MODULE. No two relays of one
     * way deliver in the same station. NULL: there are no relays. */
    uint32_t (*leads)(uint32_t modules, uint32_t station, uint32_t way);
    /* By which relay of `at` a word goes on to another station `to`: every step is nearer, and the
     * ways of a word from one station to all others are a tree. `other` is what may be different
     * where there is another way that is as short, for one station at most. */
    uint32_t (*route)(uint32_t modules, uint32_t at, uint32_t to, bool other);
    /* The module whose units operand `port` of `module` does not hear. NULL: all are heard. */
    uint32_t (*deaf)(uint32_t modules, uint32_t module, uint32_t port);
} network_layout;

typedef struct {
    const char *word, *about; /* as keyword, and in sentences */
    uint32_t least;           /* modules */
    const char *ways;         /* a mark for each relay of a station */
    uint32_t relays;          /* of a station; 0: there are no stations */
    const network_layout *layout;
} network_row;

/* Of a number that is no network's the row of the first. */
const network_row *network_of(uint32_t number);
#define NETWORK(name, word, about, least, ways, layout, module) \
    extern const network_layout NETWORK_LAYOUT_##layout;
#include "networks.def"
#undef NETWORK

/* Relays of a station where there are most. */
#define NETWORK(name, word, about, least, ways, layout, module) char name[sizeof ways];
union network_ways {
#include "networks.def"
};
#undef NETWORK
enum { NETWORK_WAYS_MOST = sizeof(union network_ways) - 1 };

/* All keywords, for texts: "ideal|crossbar|...". */
extern const char NETWORK_LIST[];
#define NETWORK_CHOICES (NETWORK_LIST + 1)
/* Those of networks that cores have. */
const char *core_network_choices(void);

/* Whether each module is a station with relays to others. */
static inline bool network_has_stations(uint32_t n)
{
    return network_of(n)->relays > 0;
}

/* Whether some operands do not hear some modules. */
static inline bool network_has_deaf(uint32_t n)
{
    return network_of(n)->layout->deaf;
}

/* Whether it matters which module is where, so that a program is for so many and no more. */
static inline bool network_has_places(uint32_t n)
{
    return network_has_stations(n) || network_has_deaf(n);
}

/* Relays of so many modules, numbered by station, then by way; one station has none. */
static inline uint32_t network_relays(uint32_t n, uint32_t modules)
{
    return modules > 1 ? network_of(n)->relays * modules : 0;
}
static inline uint32_t network_relay_station(uint32_t n, uint32_t relay)
{
    return relay / network_of(n)->relays;
}
static inline uint32_t network_relay_way(uint32_t n, uint32_t relay)
{
    return relay % network_of(n)->relays;
}
/* The station in which it delivers, or NO_MODULE. */
static inline uint32_t network_relay_leads(uint32_t n, uint32_t modules, uint32_t relay)
{
    return network_of(n)->layout->leads(modules, network_relay_station(n, relay),
                                        network_relay_way(n, relay));
}
/* The relay of that way which delivers in a station; UINT32_MAX: none does. */
uint32_t network_relay_into(uint32_t n, uint32_t modules, uint32_t station, uint32_t way);

#endif
