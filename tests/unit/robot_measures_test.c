/* SPDX-License-Identifier: MIT */
/* Energy and constraints as graphs are what the tree's own account and the net say. */
#include "motion_fixture.h"

#include "apps/motion/energy_graph.h"
#include "apps/motion/robot_measures.h"
#include "apps/motion/robot_cpu.h"

#include "base/random.h"

#include <math.h>

static double random_of(uint64_t *seed)
{
    return 3 * (double)(int64_t)random_bits(seed) / 0x1p63;
}

static void random_state(motion *m, uint64_t *seed)
{
    for (uint32_t i = 0; i < m->x.positions; i++) {
        m->x.q[i] = random_of(seed);
        m->x.qd[i] = random_of(seed);
    }
}

/* With springs, rotors and tendons of the files' own; axes and frames of all directions. */
static void energies_are_those_of_the_bodies(void **state)
{
    (void)state;
    static const char *const EACH[] = {
        "robots/iiwa.urdf", "robots/puma560.urdf", "robots/pendulum5.urdf", "robots/puma.urdf",
        "robots/loops/slider_crank.urdf", "robots/loops/planar4.urdf", "robots/loops/delta.urdf",
        "tests/loops/fivebar.urdf", "tests/outside/mjcf/arm.xml", "tests/outside/odd.urdf",
        "tests/outside/mjcf/tendons.xml"};
    uint64_t seed = 5;
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        motion *m = motion_make();
        motion_begin(m, EACH[k], "rk4", (robot_plan){0});
        if (!m->x.measures->has_energy)
            fail_msg("%s", EACH[k]);
        for (uint32_t n = 0; n < 20; n++) {
            random_state(m, &seed);
            const energies want = robot_energy(m->x.t, m->x.q, m->x.qd, m->x.bodies);
            const energies got = robot_measures_energy(&m->x);
            const double size = fabs(want.potential) + fabs(want.all) + 1;
            if (!(fabs(got.all - want.all) <= 1e-13 * size) ||
                !(fabs(got.potential - want.potential) <= 1e-13 * size))
                fail_msg("%s: %.17g of %.17g J, %.17g of %.17g", EACH[k], got.all, want.all,
                         got.potential, want.potential);
        }
        end(m);
    }
}

/* Bodies that no operation counts keep the old account. */
static void free_bodies_are_counted_by_hand(void **state)
{
    (void)state;
    motion *m = motion_make();
    m->s.tree.floating_base = true;
    m->s.tree.free_bodies_fall = true;
    motion_begin(m, "robots/stewart.urdf", "rk4", (robot_plan){0});
    assert_false(m->x.measures->has_energy);
    assert_true(robot_measures_energy(&m->x).all ==
                robot_energy(m->x.t, m->x.q, m->x.qd, m->x.bodies).all);
    end(m);
}

/* To the bit, but for signs of zeros; by the evaluator and by machine code. */
static void constraints_are_those_of_the_net(void **state)
{
    (void)state;
    static const char *const EACH[] = {"robots/loops/slider_crank.urdf",
                                       "robots/loops/planar4.urdf", "robots/loops/delta.urdf",
                                       "tests/loops/fivebar.urdf"};
    uint64_t seed = 9;
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        motion *m = motion_make();
        motion_begin(m, EACH[k], "rk4", (robot_plan){0});
        constraint_numbers c = constraint_numbers_make(&m->mem, m->x.t);
        assert_true(m->x.measures->has_constraints && c.list.count > 0);
        for (uint32_t n = 0; n < 20; n++) {
            if (n == 10)
                robot_cpu_compile(m->x.cpu, &m->d);
            random_state(m, &seed);
            constraint_numbers_at(&c, m->x.q);
            for (uint32_t again = 0; again < 2; again++) {
                robot_constraints_at(&m->x, m->x.q);
                for (uint32_t i = 0; i < c.list.count; i++)
                    assert_true(m->x.open.value[i] == c.value[i]);
                for (uint32_t i = 0; i < c.list.count * c.columns; i++)
                    assert_true(m->x.open.row[i] == c.row[i]);
                m->x.open.value[0] = c.value[0] = c.value[0] + 1; /* it stays as it is */
            }
            robot_constraints_forget(&m->x);
        }
        robot_cpu_release(m->x.cpu);
        end(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_are_those_of_the_bodies),
        cmocka_unit_test(free_bodies_are_counted_by_hand),
        cmocka_unit_test(constraints_are_those_of_the_net),
    };
    return cmocka_run_group_tests_name("robot_measures", tests, NULL, NULL);
}
