/* SPDX-License-Identifier: MIT */
/* What every row of machine/networks.def must be, for all numbers of modules that cores have and
 * some more. */
#include "unit/sched_fixture.h"

#include "schedule/routes.h"

#include <string.h>

enum { STATIONS_MOST = 36, NETS = NETWORK_KINDS * STATIONS_MOST };

/* Machines of all networks, one multiplier a module; false where there is none. */
static bool machine_number_of(uint32_t i, machine *m)
{
    *m = machine_thesis();
    m->network = (network_kind)(i / STATIONS_MOST);
    machine_set_modules(m, 1 + i % STATIONS_MOST);
    return m->stations > 1;
}

static void rows_name_their_relays_by_different_marks(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < NETWORK_KINDS; n++) {
        const network_row *row = network_of(n);
        assert_int_equal(row->relays, strlen(row->ways));
        assert_true(row->relays <= NETWORK_WAYS_MOST);
        assert_true(row->least >= 1 && row->least <= TAUFLOW_MODULES_MOST);
        assert_int_equal(row->relays > 0, row->layout->leads && row->layout->route);
        assert_null(strpbrk(row->ways, "0123456789.ab \t"));
        for (const char *c = row->ways; *c; c++)
            assert_ptr_equal(strrchr(row->ways, *c), c);
    }
    assert_int_equal(network_of(NETWORK_KINDS)->relays, 0);
    assert_int_equal(network_of(UINT32_MAX)->relays, 0);
}

static void relays_of_one_way_deliver_in_different_stations(void **state)
{
    (void)state;
    uint32_t relays = 0;
    for (uint32_t i = 0; i < NETS; i++) {
        machine m;
        if (!machine_number_of(i, &m))
            continue;
        for (uint32_t r = 0; r < network_relays(m.network, m.stations); r++, relays++) {
            const uint32_t into = network_relay_leads(m.network, m.stations, r);
            if (into == NO_MODULE)
                continue;
            assert_true(into < m.stations);
            assert_true(into != network_relay_station(m.network, r));
            assert_int_equal(network_relay_into(m.network, m.stations, into,
                                                network_relay_way(m.network, r)),
                             r);
        }
    }
    assert_true(relays > 100);
}

/* Hops to a station from all others, found without routes. */
static void find_hops(const machine *m, uint32_t to, uint32_t hops[STATIONS_MOST])
{
    for (uint32_t s = 0; s < m->stations; s++)
        hops[s] = s == to ? 0 : m->stations;
    for (uint32_t round = 0; round < m->stations; round++)
        for (uint32_t r = 0; r < network_relays(m->network, m->stations); r++) {
            const uint32_t from = network_relay_station(m->network, r);
            const uint32_t into = network_relay_leads(m->network, m->stations, r);
            if (into != NO_MODULE && hops[into] + 1 < hops[from])
                hops[from] = hops[into] + 1;
        }
}

/* Back from each station relay by relay, each one hop nearer to home and on home's own way to the
 * station where it is: so the ways of a word never meet again. */
static void ways_are_short_and_make_a_tree(void **state)
{
    (void)state;
    uint32_t hops[STATIONS_MOST];
    for (uint32_t i = 0; i < NETS; i++) {
        machine m;
        if (!machine_number_of(i, &m))
            continue;
        arena mem = arena_make();
        const routes r = routes_make(&mem, &m);
        const uint32_t *order = routes_order(&mem, &r);
        for (uint32_t to = 0; to < m.stations; to++) {
            find_hops(&m, to, hops);
            for (uint32_t home = 0; home < m.stations; home++) {
                assert_int_equal(routes_hops(&r, home, to), hops[home]);
                assert_int_equal(routes_hops(&r, to, home), hops[home]);
                uint32_t relay = routes_other(&r, home, to), at = to;
                for (uint32_t left = hops[home]; left; left--) {
                    assert_int_equal(network_relay_leads(m.network, m.stations, relay), at);
                    at = routes_from(&r, relay);
                    assert_int_equal(routes_hops(&r, home, at), left - 1);
                    relay = routes_into(&r, home, at);
                }
                assert_int_equal(at, home);
            }
        }
        for (uint32_t home = 0; home < m.stations; home++) {
            uint32_t open = 0;
            bool seen[STATIONS_MOST] = {false};
            for (uint32_t k = 0; k + 1 < m.stations; k++) {
                const uint32_t to = order[home * (m.stations - 1) + k];
                assert_true(to < m.stations && to != home && !seen[to]);
                seen[to] = true;
                open += routes_into(&r, home, to) != routes_other(&r, home, to);
            }
            assert_true(open <= 1);
        }
        arena_free(&mem);
    }
}

static void names_of_relays_are_read_back_where_they_lead_anywhere(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < NETS; i++) {
        machine m;
        if (!machine_number_of(i, &m))
            continue;
        arena mem = arena_make();
        for (uint32_t r = machine_first_relay(&m); r < machine_receivers(&m); r++) {
            text name = text_make(&mem);
            machine_receiver_name(&m, r, &name);
            assert_int_equal(machine_find_receiver(&m, name.bytes, name.length),
                             machine_relay_leads(&m, r) == NO_MODULE ? UINT32_MAX : r);
            assert_true(machine_receiver_station(&m, r) < m.stations);
        }
        assert_int_equal(machine_find_receiver(&m, "m99>", 4), UINT32_MAX);
        assert_int_equal(machine_find_receiver(&m, "m0?", 3), UINT32_MAX);
        arena_free(&mem);
    }
}

/* Of a ring the stations in order, the shorter way round, opposite both ways. */
static void a_ring_is_a_circle(void **state)
{
    (void)state;
    machine m = machine_thesis();
    m.network = NETWORK_RING;
    machine_set_modules(&m, 6);
    arena mem = arena_make();
    const routes r = routes_make(&mem, &m);
    static const uint32_t HOPS[] = {0, 1, 2, 3, 2, 1}, INTO[] = {0, 0, 2, 4, 11, 1};
    for (uint32_t to = 0; to < 6; to++) {
        assert_int_equal(routes_hops(&r, 0, to), HOPS[to]);
        assert_int_equal(routes_into(&r, 0, to), INTO[to]);
        assert_int_equal(routes_other(&r, 0, to), to == 3 ? 9 : INTO[to]);
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_name_their_relays_by_different_marks),
        cmocka_unit_test(relays_of_one_way_deliver_in_different_stations),
        cmocka_unit_test(ways_are_short_and_make_a_tree),
        cmocka_unit_test(names_of_relays_are_read_back_where_they_lead_anywhere),
        cmocka_unit_test(a_ring_is_a_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
