/* SPDX-License-Identifier: MIT */
/* What a core is, once: its shape (shape.def), the numbers of its parts, its name, what its
 * registers report, and which programs fit. Compiler, twin, host library and simulation stand on
 * this. */
#ifndef TAUFLOW_MACHINE_SHAPE_H
#define TAUFLOW_MACHINE_SHAPE_H

#include "machine/kinds.h"
#include "machine/networks.h"
#include "machine/report.h"

#include <stddef.h>

/* Numbering of a core of N modules, each a list of K kinds, and L lanes:
 * Units:     kind k of module m is k N + m; then those that modules share, kind by kind.
 * Receivers: operand a of unit u is 2 u, b is 2 u + 1; output port p of O stands after all
 * operands; where N > 1 modules are stations, then the relays, by station and way (networks.h).
 * Sources:   unit u is u; then the lanes; then the relays, which deliver next door. */
static inline uint32_t core_kind_units(const tauflow_shape *c, unit_kind kind)
{
    return kind_is_shared(kind) ? c->shared_units[(uint32_t)kind - TAUFLOW_MODULE_KINDS]
                                : c->modules;
}
/* Units of all modules. */
static inline uint32_t core_module_units(const tauflow_shape *c)
{
    return TAUFLOW_MODULE_KINDS * c->modules;
}
static inline uint32_t core_shared_units(const tauflow_shape *c)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < TAUFLOW_SHARED_KINDS; k++)
        sum += c->shared_units[k];
    return sum;
}
static inline uint32_t core_units(const tauflow_shape *c)
{
    return core_module_units(c) + core_shared_units(c);
}
static inline uint32_t core_unit(const tauflow_shape *c, unit_kind kind, uint32_t number)
{
    uint32_t first = 0;
    for (uint32_t k = 0; k < (uint32_t)kind; k++)
        first += core_kind_units(c, (unit_kind)k);
    return first + number;
}
static inline unit_kind core_unit_kind(const tauflow_shape *c, uint32_t unit)
{
    uint32_t k = 0;
    while (k + 1 < TAUFLOW_CORE_KINDS && unit >= core_kind_units(c, (unit_kind)k))
        unit -= core_kind_units(c, (unit_kind)k++);
    return (unit_kind)k;
}
/* Which unit of its kind: of a module's, the module. */
static inline uint32_t core_unit_number(const tauflow_shape *c, uint32_t unit)
{
    return unit - core_unit(c, core_unit_kind(c, unit), 0);
}
/* The station where it is: shared unit i at station i modulo N. */
static inline uint32_t core_unit_module(const tauflow_shape *c, uint32_t unit)
{
    return unit % c->modules; /* K N units come before the shared ones */
}
/* Places for units in each station, the same in all: kinds of a module, then shared units. */
static inline uint32_t core_station_units(const tauflow_shape *c)
{
    return TAUFLOW_MODULE_KINDS + (core_shared_units(c) + c->modules - 1) / c->modules;
}
static inline uint32_t core_unit_place(const tauflow_shape *c, uint32_t unit)
{
    return unit / c->modules;
}
/* The receiver of operand 0 or 1 of a unit. */
static inline uint32_t core_operand(uint32_t unit, uint32_t number)
{
    return TAUFLOW_OPERANDS * unit + number;
}
static inline uint32_t core_output(const tauflow_shape *c)
{
    return core_operand(core_units(c), 0);
}
static inline uint32_t core_first_relay(const tauflow_shape *c)
{
    return core_output(c) + c->out_lanes;
}
static inline bool core_is_output(const tauflow_shape *c, uint32_t receiver)
{
    return receiver >= core_output(c) && receiver < core_first_relay(c);
}
static inline uint32_t core_relays(const tauflow_shape *c)
{
    return network_relays(c->network, c->modules);
}
static inline uint32_t core_receivers(const tauflow_shape *c)
{
    return core_first_relay(c) + core_relays(c);
}
static inline uint32_t core_lane(const tauflow_shape *c, uint32_t lane)
{
    return core_units(c) + lane;
}
static inline uint32_t core_first_relay_source(const tauflow_shape *c)
{
    return core_units(c) + c->lanes;
}
static inline uint32_t core_sources(const tauflow_shape *c)
{
    return core_first_relay_source(c) + core_relays(c);
}
/* The station where relay receiver r takes words, and the one in which its source delivers them. */
static inline uint32_t core_relay_station(const tauflow_shape *c, uint32_t r)
{
    return network_relay_station(c->network, r - core_first_relay(c));
}
static inline uint32_t core_relay_leads(const tauflow_shape *c, uint32_t r)
{
    return network_relay_leads(c->network, c->modules, r - core_first_relay(c));
}
static inline bool core_is_lane(const tauflow_shape *c, uint32_t source)
{
    return source >= core_units(c) && source < core_first_relay_source(c);
}

enum {
    CORE_UNITS_MOST = TAUFLOW_MODULE_KINDS * TAUFLOW_MODULES_MOST + TAUFLOW_SHARED_UNITS,
    CORE_RECEIVERS_MOST = TAUFLOW_OPERANDS * CORE_UNITS_MOST + TAUFLOW_OUT_LANES_MOST +
                          NETWORK_WAYS_MOST * TAUFLOW_MODULES_MOST,
    CORE_MASK_WORDS = (CORE_RECEIVERS_MOST + 31) / 32, /* that hold one bit per receiver */
    CORE_SEQUENCE_MOST = TAUFLOW_ISSUES_MOST           /* entries of any sequence */
};

/* Operands of a station, those of places without a unit included. */
static inline uint32_t core_station_operands(const tauflow_shape *c)
{
    return TAUFLOW_OPERANDS * core_station_units(c);
}

/* Bits of an emission mask of this source. Lanes and sources of a crossbar have one for every
 * operand and port, on a sparse one for those that hear them; units and relays of stations reach
 * the operands of their station, the ports, its relays. */
static inline uint32_t core_mask_bits(const tauflow_shape *c, uint32_t source)
{
    if (network_has_deaf(c->network) && source < core_module_units(c))
        return core_first_relay(c) - TAUFLOW_OPERANDS * TAUFLOW_MODULE_KINDS;
    return core_relays(c) && !core_is_lane(c, source)
               ? core_station_operands(c) + c->out_lanes + network_of(c->network)->relays
               : core_first_relay(c);
}

/* Whether operands and ports hear a source, as far as the network is a crossbar. */
bool core_hears(const tauflow_shape *c, uint32_t receiver, uint32_t source);

/* How tables of a core name what reaches what (docs/program.md): the number by which a receiver
 * selects a source, and the bit of a receiver in a source's mask. */
uint32_t core_select(const tauflow_shape *c, uint32_t receiver, uint32_t source);
uint32_t core_mask_bit(const tauflow_shape *c, uint32_t source, uint32_t receiver);
/* The other way round; UINT32_MAX where the number means nothing there. */
uint32_t core_selected(const tauflow_shape *c, uint32_t receiver, uint32_t select);
uint32_t core_masked(const tauflow_shape *c, uint32_t source, uint32_t bit);

/* The same part in a core that is larger than the shape a program was made for. */
uint32_t core_map_unit(const tauflow_shape *from, const tauflow_shape *to, uint32_t unit);
uint32_t core_map_receiver(const tauflow_shape *from, const tauflow_shape *to, uint32_t receiver);
uint32_t core_map_source(const tauflow_shape *from, const tauflow_shape *to, uint32_t source);

/* Longest sequence of a receiver, of a source. */
uint32_t core_reception_depth(const tauflow_shape *c, uint32_t receiver);
uint32_t core_emission_depth(const tauflow_shape *c, uint32_t source);

/* ---- the numbers of a shape as a table ---- */

typedef enum { FIT_NETWORK, FIT_TIME, FIT_ENOUGH, FIT_CREDIT, FIT_RELAY, FIT_SAME } shape_fit;

typedef struct {
    const char *key, *label, *parameter; /* the last: of the Verilog */
    uint32_t least, most, needs, initial; /* range of a core, least of a program, default */
    bool grows;                         /* with the size */
    shape_fit fit;
    size_t at;                  /* in the struct */
    uint32_t offset, low, mask; /* register, where in it */
    uint32_t from;              /* of an option: its least but for 0; 0: it is none */
} shape_field;

extern const shape_field SHAPE_FIELD[TAUFLOW_SHAPE_WORDS];
/* Where number `i` stands. */
uint32_t *shape_number(tauflow_shape *c, uint32_t i);
uint32_t shape_get(const tauflow_shape *c, uint32_t i);
/* Whether names, lines and images have it: all but options that are 0. */
bool shape_shows(const tauflow_shape *c, uint32_t i);
/* What images call an option by: where registers report it, which later versions keep. */
uint32_t shape_mark(uint32_t i);

enum { SHAPE_NAME_BYTES = 64 + 24 * TAUFLOW_SHARED_KINDS };

/* Refuses, with `failure`, what no core can be and no program can ask for; `what` opens the
 * message. */
tauflow_status shape_check(const tauflow_shape *c, tauflow_status failure, const char *what,
                           report *r);
/* Whether a program that asks for `wanted` runs on `core`: refuses with the numbers of the first
 * thing that does not fit. Times are no matter: they change no result. */
tauflow_status shape_fits(const tauflow_shape *wanted, const tauflow_shape *core, report *r);

/* ---- names, lines, registers ---- */

/* crossbar_4_2_0_3_4_...: network and numbers; output lanes after the input lanes, as in 4x2, where
 * there are several; options at the end, their keys with hyphens, as in ..._fixed24 or
 * ..._div1_div-latency9. */
void shape_name(const tauflow_shape *c, char name[SHAPE_NAME_BYTES]);
tauflow_status shape_parse(const char *name, tauflow_shape *out, report *r);

/* From `key=value ...` on one line; changes the named numbers only, within the range of a core.
 * Shared units without a latency get the one in kinds.def. */
tauflow_status shape_parse_line(const char *line, tauflow_shape *c, report *r);

/* What the registers at `offset` report of this shape; 0 for others. */
uint32_t shape_register(const tauflow_shape *c, uint32_t offset);
/* Adds what register `offset` reported. Registers that report a shape: the offsets of
 * SHAPE_FIELD. */
void shape_set_register(tauflow_shape *c, uint32_t offset, uint32_t value);

/* The shape as registers report it: depths of parts that it has not are 0. */
tauflow_shape shape_reported(const tauflow_shape *c);

/* ---- sizes ---- */

/* The core that ships, and the same in the size of that name; false when there is none. */
tauflow_shape shape_default(void);
bool shape_of_size(const char *size, tauflow_shape *out);
/* "default, large, ..." */
void shape_sizes(char *names, size_t bytes);
/* The word that `tauflow core` takes: the size where it is the default machine, else the name. */
void shape_word(const tauflow_shape *core, char word[SHAPE_NAME_BYTES]);
/* The other way round. */
tauflow_status shape_of_word(const char *word, tauflow_shape *out, report *r);
/* Depths of `core` become the smallest size that holds the program; refuses with the numbers of the
 * largest. */
tauflow_status shape_deepen(const tauflow_shape *needs, tauflow_shape *core, report *r);
/* Takes the depths of another core. */
void shape_set_depths(tauflow_shape *c, const tauflow_shape *like);
/* The core for a program when nobody names one: the default machine, with the shared units that the
 * program asks for, where it runs on it in the predicted cycles, otherwise the machine it was made
 * for; in the smallest size that holds it. Of a circuit's image the circuit. */
tauflow_status shape_choose(const tauflow_shape *needs, tauflow_shape *out, report *r);

#endif
