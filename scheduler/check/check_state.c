/* SPDX-License-Identifier: MIT */
/* States and how bodies move in them. */
#include "check/check_model.h"

#include "base/random.h"

#include <string.h>

/* ---- states ---------------------------------------------------------------------------------- */

check_state check_state_make(arena *mem, const check_model *m)
{
    check_state s = {.m = m};
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const word_array_info *a = &WORD_ARRAY[k];
        if (a->is_result || a->owner == OWNER_NONE)
            continue;
        s.count[k] = a->numbers * m->owners[a->owner];
        s.of[k] = ARENA_ARRAY(mem, amount, s.count[k] + 1);
    }
    for (uint32_t k = 0; k < 3; k++)
        s.of[ARRAY_GRAVITY][k] = amount_of(m->o->gravity_ms2.v[k]);
    for (uint32_t k = 0; k < m->numbers_count; k++)
        s.of[ARRAY_NUMBERS][k] = amount_of(m->numbers[k].place);
    s.joints = ARENA_ARRAY(mem, check_joint_state, m->bodies_count);
    return s;
}

static double draw_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(seed) >> 11) * 0x1p-53);
}

/* Of the usual range what the limits allow; where that is nothing, as much beside the limit next to
 * it as the limits leave. Limits without room between them (exporters write 0 and 0) are none: in
 * one position nearly nothing of a graph would be seen. */
static double draw_within(uint64_t *seed, double most, bool has_low, double low, bool has_high,
                          double high)
{
    double from = -most, to = most;
    if (has_low && has_high && !(low < high))
        return draw_between(seed, from, to);
    if (has_low && low >= to) {
        from = low;
        to = has_high ? fmin(high, low + most) : low + most;
    } else if (has_high && high <= from) {
        to = high;
        from = has_low ? fmax(low, high - most) : high - most;
    } else {
        from = has_low ? fmax(low, from) : from;
        to = has_high ? fmin(high, to) : to;
    }
    return draw_between(seed, from, to);
}

static void draw_joint(check_state *s, uint32_t c, uint64_t *seed)
{
    const check_coordinate *of = &s->m->coordinates[c];
    const bool *has = of->has_limit;
    const double *limit = of->limit;
    const double rate = fabs(limit[LIMIT_VELOCITY]);
    s->of[ARRAY_Q][c] = amount_of(draw_within(seed, WORD_ARRAY[ARRAY_Q].random, has[LIMIT_LOWER],
                                              limit[LIMIT_LOWER], has[LIMIT_UPPER],
                                              limit[LIMIT_UPPER]));
    s->of[ARRAY_QD][c] = amount_of(draw_within(seed, WORD_ARRAY[ARRAY_QD].random,
                                               has[LIMIT_VELOCITY] && rate > 0, -rate,
                                               has[LIMIT_VELOCITY] && rate > 0, rate));
}

/* A body that there can be: masses 0.5 .. 1.5, moments 1 .. 2, products up to 0.3. */
static void draw_payload(amount *of, uint64_t *seed)
{
    of[0] = amount_of(draw_between(seed, 0.5, 1.5));
    for (int k = 0; k < 3; k++) {
        of[1 + k] = amount_of(draw_between(seed, -1, 1));
        of[4 + k] = amount_of(draw_between(seed, 1, 2));
        of[7 + k] = amount_of(draw_between(seed, -0.3, 0.3));
    }
}

/* What its file says, heavier or lighter, moved and with a point mass beside its centre: a body
 * that there can be if that of the file can. Lengths are of its own size. */
static void draw_inertia(const check_load *nominal, amount *of, uint64_t *seed)
{
    static const int ROW[] = {0, 1, 2, 0, 0, 1}, COLUMN[] = {0, 1, 2, 1, 2, 2};
    const amat *j = &nominal->moments;
    const double trace = j->m[0][0].value.hi + j->m[1][1].value.hi + j->m[2][2].value.hi;
    const double heavy = nominal->mass.value.hi, scale = draw_between(seed, 0.7, 1.4);
    const double mass = heavy > 0 ? heavy * draw_between(seed, 0.7, 1.4) : 0.5;
    const double size = heavy > 0 && trace > 0 ? sqrt(trace / heavy) : 0.1;
    double arm[3];
    of[0] = amount_of(mass);
    for (int k = 0; k < 3; k++) {
        arm[k] = size * draw_between(seed, -0.5, 0.5);
        of[1 + k] = amount_of(nominal->centre.v[k].value.hi + size * draw_between(seed, -0.5, 0.5));
    }
    const double square = arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2];
    for (int k = 0; k < 6; k++) {
        const double point = (k < 3 ? square : 0) - arm[ROW[k]] * arm[COLUMN[k]];
        of[4 + k] = amount_of(scale * j->m[ROW[k]][COLUMN[k]].value.hi + 0.5 * mass * point);
    }
}

/* Loops close where joints are not far from their places: within so much of the longest arm. */
static void draw_places(check_state *s, uint64_t *seed)
{
    static const double SHARE = 0.03;
    double longest = 0;
    for (uint32_t i = 1; i < s->m->bodies_count; i++)
        for (int c = 0; c < 3; c++)
            longest = fmax(longest, fabs(s->m->bodies[i].arm.v[c].value.hi));
    for (uint32_t k = 0; k < s->m->numbers_count; k++)
        if (s->m->numbers[k].is_place)
            s->of[ARRAY_NUMBERS][k] = amount_of(s->m->numbers[k].place +
                                                SHARE * longest * draw_between(seed, -1, 1));
}

void check_state_draw(check_state *s, uint64_t *seed)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const double most = WORD_ARRAY[k].random;
        if (k == ARRAY_GRAVITY && !s->m->o->gravity_is_input)
            continue;
        for (uint32_t i = 0; i < s->count[k]; i++)
            s->of[k][i] = amount_of(draw_between(seed, -most, most));
    }
    for (uint32_t c = 0; c < s->m->coordinates_count; c++)
        draw_joint(s, c, seed);
    for (uint32_t k = 0; k < s->m->payloads_count; k++)
        draw_payload(&s->of[ARRAY_PAYLOADS][WORD_ARRAY[ARRAY_PAYLOADS].numbers * k], seed);
    for (uint32_t k = 0; k < s->m->given_count; k++)
        draw_inertia(&s->m->given[k].load,
                     &s->of[ARRAY_INERTIAS][WORD_ARRAY[ARRAY_INERTIAS].numbers * k], seed);
    if (s->m->closes)
        draw_places(s, seed);
}

/* Rodrigues: E + sin x K + (1 - cos x) K K with K the cross product with the axis. An entry counts
 * as it is. */
static void find_spin(const check_body *b, check_joint_state *j)
{
    if (!j->known || j->at.hi != j->x.value.hi || j->at.lo != j->x.value.lo) {
        doubled sine, cosine, half_sine;
        const doubled half = {j->x.value.hi / 2, j->x.value.lo / 2};
        doubled_sincos(j->x.value, &sine, &cosine);
        doubled_sincos(half, &half_sine, &cosine);
        const doubled square = doubled_multiply(half_sine, half_sine);
        j->sine = sine;
        j->versine = (doubled){2 * square.hi, 2 * square.lo};
        j->at = j->x.value;
        j->known = true;
    }
    const doubled cosine = doubled_sub(doubled_of(1), j->versine);
    const bool changes = j->x.slope_size != 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            doubled k = doubled_of(0), kk = doubled_multiply(b->axis.v[r].value,
                                                             b->axis.v[c].value);
            if (r == c)
                kk = doubled_sub(kk, doubled_of(1));
            else
                k = b->axis.v[3 - r - c].value;
            if ((c - r + 3) % 3 == 1)
                k = doubled_negative(k);
            const doubled turned = doubled_add(doubled_multiply(j->sine, k),
                                               doubled_multiply(j->versine, kk));
            amount *e = &j->spin.m[r][c];
            *e = amount_of_doubled(doubled_add(doubled_of(r == c ? 1 : 0), turned));
            if (!changes)
                continue;
            const doubled slope = doubled_add(doubled_multiply(cosine, k),
                                              doubled_multiply(j->sine, kk));
            e->slope = doubled_multiply(slope, j->x.slope);
            e->slope_size = fabs(slope.hi) * j->x.slope_size;
        }
}

uint32_t check_drives(const check_model *m, uint32_t body, uint32_t coordinate[3], avec along[3])
{
    const check_body *b = &m->bodies[body];
    if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) || b->ball_part == 1 ||
        b->ball_part == 2)
        return 0;
    const uint32_t count = b->ball_part ? 3 : 1;
    for (uint32_t k = 0; k < count; k++) { /* axes of a ball are all those of its child */
        const check_body *of = b->ball_part ? &m->bodies[b->ball[k]] : b;
        coordinate[k] = of->coordinate;
        along[k] = avec_scale(of->axis, amount_of(of->ratio));
    }
    return count;
}

static void find_rates(check_state *s, uint32_t body)
{
    check_joint_state *j = &s->joints[body];
    uint32_t coordinate[3];
    avec along[3];
    const uint32_t count = check_drives(s->m, body, coordinate, along);
    j->rate = j->faster = avec_zero();
    for (uint32_t k = 0; k < count; k++) {
        j->rate = avec_add(j->rate, avec_scale(along[k], s->of[ARRAY_QD][coordinate[k]]));
        j->faster = avec_add(j->faster, avec_scale(along[k], s->of[ARRAY_QDD][coordinate[k]]));
    }
}

void check_state_settle(check_state *s)
{
    for (uint32_t i = 1; i < s->m->bodies_count; i++) {
        const check_body *b = &s->m->bodies[i];
        check_joint_state *j = &s->joints[i];
        if (b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES)
            continue;
        const amount ratio = amount_of(b->ratio);
        j->x = amount_add(amount_multiply(ratio, s->of[ARRAY_Q][b->coordinate]),
                          amount_of(b->offset));
        j->xd = amount_multiply(ratio, s->of[ARRAY_QD][b->coordinate]);
        j->xdd = amount_multiply(ratio, s->of[ARRAY_QDD][b->coordinate]);
        if (b->hang == CHECK_TURNS)
            find_spin(b, j);
    }
    for (uint32_t i = 1; i < s->m->bodies_count; i++)
        find_rates(s, i);
}

/* ---- motions --------------------------------------------------------------------------------- */

/* What turning adds to the acceleration of the end of an arm. */
static avec swing(avec omega, avec omegad, avec arm)
{
    return avec_add(avec_cross(omegad, arm), avec_cross(omega, avec_cross(omega, arm)));
}

check_motion check_point(const check_motion *m, avec at)
{
    check_motion out = *m;
    const avec arm = amat_apply(&m->turn, at);
    out.at = avec_add(m->at, arm);
    out.linear = avec_add(m->linear, avec_cross(m->omega, arm));
    out.acceleration = avec_add(m->acceleration, swing(m->omega, m->omegad, arm));
    return out;
}

void check_motion_step(const check_state *s, uint32_t body, check_motion *m)
{
    const check_body *b = &s->m->bodies[body];
    const check_joint_state *j = &s->joints[body];
    const amat turn = amat_multiply(&m->turn, &b->turn);
    const avec axis = amat_apply(&turn, b->axis);
    avec arm = amat_apply(&m->turn, check_arm_of(s, body));
    if (b->hang == CHECK_SLIDES)
        arm = avec_add(arm, avec_scale(axis, j->x));
    m->at = avec_add(m->at, arm);
    m->linear = avec_add(m->linear, avec_cross(m->omega, arm));
    m->acceleration = avec_add(m->acceleration, swing(m->omega, m->omegad, arm));
    m->turn = turn;
    if (b->hang == CHECK_TURNS)
        m->turn = amat_multiply(&turn, &j->spin);
    const amat *axes = b->ball_part ? &m->turn : &turn; /* one axis is the same in both */
    const avec rate = amat_apply(axes, j->rate), faster = amat_apply(axes, j->faster);
    if (b->hang == CHECK_SLIDES) {
        const avec coriolis = avec_cross(m->omega, avec_scale(rate, amount_of(2)));
        m->linear = avec_add(m->linear, rate);
        m->acceleration = avec_add(m->acceleration, avec_add(coriolis, faster));
    } else if (b->hang == CHECK_TURNS) {
        m->omegad = avec_add(m->omegad, avec_add(avec_cross(m->omega, rate), faster));
        m->omega = avec_add(m->omega, rate);
    }
}

check_motion check_motion_of(const check_state *s, uint32_t from, uint32_t body)
{
    enum { NEAR = 64 };
    uint32_t way[NEAR], count = 0, at = body;
    while (at != from && count < NEAR) {
        way[count++] = at;
        at = s->m->bodies[at].parent;
    }
    const check_motion still = {.turn = amat_identity()};
    check_motion m = at == from ? still : check_motion_of(s, from, at); /* so many at a time */
    while (count-- > 0)
        check_motion_step(s, way[count], &m);
    return m;
}
