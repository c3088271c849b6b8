/* SPDX-License-Identifier: MIT */
/* The planar parallel robot with three degrees of freedom [T 2.7], cut open in four ways, and a
 * closed state of it: positions, velocities and accelerations of every joint of every model follow
 * from those of its eight bodies.
 *
 * Plane x-y, gravity along -y. Base pivots at radius 2.0, platform pivots at radius 0.4, both at
 * angles 90, 210, 330 degrees; links of 1.0 and 1.2. */
#ifndef TAUFLOW_TEST_PLANAR_ROBOT_H
#define TAUFLOW_TEST_PLANAR_ROBOT_H

#include "robot/tree.h"

#include <math.h>
#include <string.h>

enum { PLANAR_MODELS = 5, PLANAR_MOST = 12 };
/* Models 1, 2, 3 with points at the centre, 3 with points at the joints, 4. */
typedef enum {
    PLANAR_CHAINS,
    PLANAR_ARMS,
    PLANAR_CENTRE,
    PLANAR_JOINTS,
    PLANAR_CUT_JOINTS
} planar_model;

/* What a body is of the robot, which says how it moves. */
typedef enum { OF_BASE, OF_UPPER, OF_LOWER, OF_PLATFORM, OF_X, OF_Y } planar_part;

typedef struct {
    tree t;
    planar_part part[PLANAR_MOST + 1];
    uint32_t arm[PLANAR_MOST + 1];
    double turned[PLANAR_MOST + 1]; /* its axes against those of the part */
} planar_robot;

/* LOOPS B.9, model 4: joints 1 to 6, then the platform. */
static const double PLANAR_Q[9] = {-2.358884636159, 1.441563040214, -0.363400565038,
                                   1.412919273030,  1.636489671260, 1.651487899035,
                                   0.1,             -0.05,          0.2};
static const double PLANAR_QD[9] = {0.415824350810,  -0.614459079242, -0.264806323532,
                                    -0.241184023079, -0.330094795766, 0.525560323885,
                                    0.3,             -0.4,            0.5};
static const double PLANAR_QDD[9] = {8.765828026082, -15.855499079270, -9.464404811312,
                                     5.777971324740, 1.649842646748,   7.122522375955,
                                     -0.094725809189, -11.047688949939, 1.031785687651};
static const double PLANAR_PI = 3.14159265358979323846;

#define PLANAR_HALF_ROOT 0.86602540378443864676 /* of 3 */

static inline vec3 planar_pivot(uint32_t arm, double radius)
{
    static const double AT[3][2] = {{0, 1}, {-PLANAR_HALF_ROOT, -0.5}, {PLANAR_HALF_ROOT, -0.5}};
    return (vec3){{radius * AT[arm][0], radius * AT[arm][1], 0}};
}

static inline inertia planar_inertia(planar_part part)
{
    static const struct {
        double mass, x, y, izz;
    } OF[] = {[OF_UPPER] = {2.0, 0.45, 0.02, 0.2},
              [OF_LOWER] = {1.5, 0.55, -0.03, 0.15},
              [OF_PLATFORM] = {3.0, 0.01, 0.03, 0.4}};
    inertia body = {.mass_kg = OF[part].mass, .com_m = {{OF[part].x, OF[part].y, 0}}};
    for (int k = 0; k < 3; k++)
        body.inertia_com_kgm2.m[k][k] = OF[part].izz * (k == 2 ? 1 : 0.6);
    return body;
}

/* A body at `at` of its parent; heavy ones have the part's inertia, whose frame is at `own` in the
 * body's. */
static inline uint32_t planar_body(arena *mem, planar_robot *r, uint32_t parent, planar_part part,
                                   uint32_t arm, double turned, vec3 at, bool heavy, vec3 own)
{
    tree *t = &r->t;
    const uint32_t number = t->bodies_count;
    const char *name = arena_printf(mem, "joint%u", number);
    tree_body b = {.name = name, .link = arena_printf(mem, "body%u", number), .parent = parent,
                   .kind = part == OF_X || part == OF_Y ? BODY_PRISMATIC : BODY_REVOLUTE,
                   .origin = {mat3_identity(), at}, .axis = {{0, 0, 1}}, .ratio = 1,
                   .coordinate = number - 1};
    if (b.kind == BODY_PRISMATIC)
        b.axis = (vec3){{part == OF_X, part == OF_Y, 0}};
    if (heavy)
        b.body = inertia_move(planar_inertia(part),
                              (pose){mat3_rotation((vec3){{0, 0, 1}}, -turned), own});
    *ARENA_PUSH(mem, t, coordinates) =
        (tree_coordinate){.name = name, .is_angle = b.kind == BODY_REVOLUTE};
    *ARENA_PUSH(mem, t, bodies) = b;
    r->part[number] = part;
    r->arm[number] = arm;
    r->turned[number] = turned;
    return number;
}

/* Two translations, and a rotation on demand, between a point of a and one of b. */
static inline void planar_cut(arena *mem, planar_robot *r, uint32_t a, vec3 at_a, uint32_t b,
                              vec3 at_b, bool turns)
{
    tree_cut c = {.what = {.name = arena_printf(mem, "cut%u", r->t.cuts_count + 1),
                           .kind = CUT_BODY,
                           .dropped = 1u << CUT_Z | 1u << CUT_RX | 1u << CUT_RY |
                                      (turns ? 1u << CUT_RZ : 0)},
                  .body = {a, b},
                  .in_body = {{mat3_identity(), at_a}, {mat3_identity(), at_b}}};
    *ARENA_PUSH(mem, &r->t, cuts) = c;
}

/* Upper and lower link of an arm, from the base. */
static inline uint32_t planar_arm(arena *mem, planar_robot *r, uint32_t arm)
{
    const vec3 none = {{0, 0, 0}};
    uint32_t upper = planar_body(mem, r, 0, OF_UPPER, arm, 0, planar_pivot(arm, 2), true, none);
    return planar_body(mem, r, upper, OF_LOWER, arm, 0, (vec3){{1, 0, 0}}, true, none);
}

static inline void planar_from_platform(arena *mem, planar_robot *r, uint32_t platform,
                                        uint32_t arm)
{
    const vec3 none = {{0, 0, 0}};
    vec3 at = vec3_sub(planar_pivot(arm, 0.4), planar_pivot(0, 0.4));
    uint32_t lower = planar_body(mem, r, platform, OF_LOWER, arm, PLANAR_PI, at, true,
                                 (vec3){{1.2, 0, 0}});
    uint32_t upper = planar_body(mem, r, lower, OF_UPPER, arm, PLANAR_PI, (vec3){{1.2, 0, 0}},
                                 true, (vec3){{1, 0, 0}});
    uint32_t copy = planar_body(mem, r, upper, OF_BASE, 0, 0, (vec3){{1, 0, 0}}, false, none);
    planar_cut(mem, r, 0, planar_pivot(arm, 2), copy, none, false);
}

static inline planar_robot planar_make(arena *mem, planar_model model)
{
    const vec3 none = {{0, 0, 0}}, tip = {{1.2, 0, 0}};
    planar_robot r = {.t = {.name = "planar", .gravity_ms2 = {{0, -9.81, 0}}}};
    ARENA_PUSH(mem, &r.t, bodies);
    uint32_t lower[3] = {0}, copy[3] = {0}, platform = 0;
    if (model == PLANAR_CHAINS || model == PLANAR_ARMS) {
        lower[0] = planar_arm(mem, &r, 0);
        vec3 centre = vec3_scale(planar_pivot(0, 0.4), -1);
        platform = planar_body(mem, &r, lower[0], OF_PLATFORM, 0, 0, tip, true, centre);
        for (uint32_t k = 1; k < 3 && model == PLANAR_CHAINS; k++)
            planar_from_platform(mem, &r, platform, k);
        for (uint32_t k = 1; k < 3 && model == PLANAR_ARMS; k++) {
            lower[k] = planar_arm(mem, &r, k);
            copy[k] = planar_body(mem, &r, lower[k], OF_PLATFORM, 0, 0, tip, false, none);
            planar_cut(mem, &r, platform, vec3_sub(planar_pivot(k, 0.4), planar_pivot(0, 0.4)),
                       copy[k], none, false);
        }
        return r;
    }
    for (uint32_t k = 0; k < 3; k++) {
        lower[k] = planar_arm(mem, &r, k);
        if (model != PLANAR_CUT_JOINTS)
            copy[k] = planar_body(mem, &r, lower[k], OF_PLATFORM, 0, 0, tip, false, none);
    }
    uint32_t x = planar_body(mem, &r, 0, OF_X, 0, 0, none, false, none);
    uint32_t y = planar_body(mem, &r, x, OF_Y, 0, 0, none, false, none);
    platform = planar_body(mem, &r, y, OF_PLATFORM, 0, 0, none, true, none);
    for (uint32_t k = 0; k < 3; k++) {
        vec3 pivot = planar_pivot(k, 0.4);
        if (model == PLANAR_CUT_JOINTS)
            planar_cut(mem, &r, platform, pivot, lower[k], tip, true);
        else if (model == PLANAR_JOINTS)
            planar_cut(mem, &r, platform, pivot, copy[k], none, false);
        else
            planar_cut(mem, &r, platform, none, copy[k], vec3_scale(pivot, -1), false);
    }
    return r;
}

/* Of each joint, from nine numbers of model 4. Angles: those of bodies, which differ. */
static inline void planar_joints(const planar_robot *r, const double of[9], bool is_position,
                                 double *out)
{
    for (uint32_t i = 1; i < r->t.bodies_count; i++) {
        double own = 0, parent = 0;
        for (int end = 0; end < 2; end++) {
            const uint32_t body = end ? r->t.bodies[i].parent : i;
            const double *arm = of + 2 * r->arm[body];
            double angle = 0;
            switch (r->part[body]) {
            case OF_UPPER: angle = arm[0]; break;
            case OF_LOWER: angle = arm[0] + arm[1]; break;
            case OF_PLATFORM: angle = of[8]; break;
            case OF_BASE:
            case OF_X:
            case OF_Y: break;
            }
            *(end ? &parent : &own) = angle + (is_position ? r->turned[body] : 0);
        }
        out[i - 1] = r->part[i] == OF_X ? of[6] : r->part[i] == OF_Y ? of[7] : own - parent;
    }
}

#endif
