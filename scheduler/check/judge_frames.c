/* SPDX-License-Identifier: MIT */
/* Frames and states of elements: compared number by number. */
#include "check/check_judge.h"

static check_motion frame_motion(const check_judging *j, const check_spot *f)
{
    const check_motion body = check_motion_of(j->s, j->m->bodies[f->body].root, f->body);
    return check_point(&body, f->at);
}

static void compare(check_judging *j, word_array a, uint32_t row, uint32_t column, avec u)
{
    const double most = fmax(u.v[0].size, fmax(u.v[1].size, u.v[2].size));
    for (uint32_t k = 0; k < 3; k++)
        check_number(j, a, row + k, column, u.v[k].value, u.v[k].size, most);
}

static void compare_pose(check_judging *j, uint32_t frame, const check_motion *at)
{
    compare(j, ARRAY_POSE, 12 * frame, 0, at->at);
    for (uint32_t r = 0; r < 3; r++)
        compare(j, ARRAY_POSE, 12 * frame + 3 + 3 * r, 0,
                (avec){{at->turn.m[r][0], at->turn.m[r][1], at->turn.m[r][2]}});
}

/* Unit velocities, one after the other, of a state at rest. */
static void compare_jacobian(check_judging *j, uint32_t frame)
{
    const check_spot *f = &j->m->frames[frame];
    const uint32_t of_free = 6 * j->m->free_count, row = 6 * frame;
    const uint32_t root = j->m->bodies[f->body].root;
    for (uint32_t c = 0; c < j->m->coordinates_count; c++)
        j->s->of[ARRAY_QD][c] = amount_of(0);
    for (uint32_t c = 0; c < j->m->coordinates_count; c++) {
        j->s->of[ARRAY_QD][c] = amount_of(1);
        check_state_settle(j->s);
        const check_motion at = frame_motion(j, f);
        compare(j, ARRAY_JACOBIAN, row, of_free + c, at.linear);
        compare(j, ARRAY_JACOBIAN, row + 3, of_free + c, at.omega);
        j->s->of[ARRAY_QD][c] = amount_of(0);
    }
    check_state_settle(j->s);
    const check_motion at = frame_motion(j, f);
    for (uint32_t c = 0; c < of_free; c++) {
        avec unit = avec_zero(), linear = unit, turning = unit;
        unit.v[c % 3] = amount_of(1);
        if (root && c / 6 == j->m->bodies[root].coordinate) { /* in its own axes */
            linear = c % 6 < 3 ? unit : avec_cross(unit, at.at);
            turning = c % 6 < 3 ? turning : unit;
        }
        compare(j, ARRAY_JACOBIAN, row, c, linear);
        compare(j, ARRAY_JACOBIAN, row + 3, c, turning);
    }
}

void check_judge_frames(check_judging *j)
{
    for (uint32_t k = 0; k < j->m->frames_count; k++) {
        const check_motion at = frame_motion(j, &j->m->frames[k]);
        if (j->cells[ARRAY_POSE])
            compare_pose(j, k, &at);
        if (j->cells[ARRAY_VELOCITY]) {
            compare(j, ARRAY_VELOCITY, 6 * k, 0, at.linear);
            compare(j, ARRAY_VELOCITY, 6 * k + 3, 0, at.omega);
        }
        if (j->cells[ARRAY_FRAME_ACCELERATION]) {
            compare(j, ARRAY_FRAME_ACCELERATION, 6 * k, 0, at.acceleration);
            compare(j, ARRAY_FRAME_ACCELERATION, 6 * k + 3, 0, at.omegad);
        }
        if (j->cells[ARRAY_JACOBIAN])
            compare_jacobian(j, k);
    }
}

void check_judge_elements(check_judging *j)
{
    amount states[6];
    for (uint32_t k = 0; k < j->m->elements_count; k++) {
        check_element_states(j->s, k, states);
        for (uint32_t i = 0; i < 6; i++)
            check_number(j, ARRAY_ELEMENT_STATES, 6 * k + i, 0, states[i].value, states[i].size, 0);
    }
}
