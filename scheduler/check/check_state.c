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
    s.joints = ARENA_ARRAY(mem, check_joint_state, m->bodies_count);
    return s;
}

static double draw_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(seed) >> 11) * 0x1p-53);
}

/* Of the usual range what the limits allow; where that is nothing, the limit next to it. */
static double draw_within(uint64_t *seed, double most, bool has_low, double low, bool has_high,
                          double high)
{
    double from = -most, to = most;
    if (has_low && low > from)
        from = low;
    if (has_high && high < to)
        to = high;
    if (from > to) /* limits that exclude the usual range, or each other */
        from = to = has_low && low > most ? low : has_high ? high : low;
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

static void step(const check_state *s, uint32_t body, check_motion *m)
{
    const check_body *b = &s->m->bodies[body];
    const check_joint_state *j = &s->joints[body];
    const amat turn = amat_multiply(&m->turn, &b->turn);
    const avec axis = amat_apply(&turn, b->axis);
    avec arm = amat_apply(&m->turn, b->arm);
    if (b->hang == CHECK_SLIDES)
        arm = avec_add(arm, avec_scale(axis, j->x));
    m->at = avec_add(m->at, arm);
    m->linear = avec_add(m->linear, avec_cross(m->omega, arm));
    m->acceleration = avec_add(m->acceleration, swing(m->omega, m->omegad, arm));
    m->turn = turn;
    const avec rate = avec_scale(axis, j->xd), faster = avec_scale(axis, j->xdd);
    if (b->hang == CHECK_SLIDES) {
        const avec coriolis = avec_cross(m->omega, avec_scale(rate, amount_of(2)));
        m->linear = avec_add(m->linear, rate);
        m->acceleration = avec_add(m->acceleration, avec_add(coriolis, faster));
    } else if (b->hang == CHECK_TURNS) {
        m->omegad = avec_add(m->omegad, avec_add(avec_cross(m->omega, rate), faster));
        m->omega = avec_add(m->omega, rate);
        m->turn = amat_multiply(&turn, &j->spin);
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
        step(s, way[count], &m);
    return m;
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* u and its derivatives as an observer in turning axes has them. */
typedef struct {
    avec value, rate, acceleration;
} seen;

/* From axes at rest to those of `axes`, which turn against them. */
static seen see(const check_motion *axes, seen u)
{
    seen out;
    const avec moving = avec_sub(u.rate, avec_cross(axes->omega, u.value));
    avec faster = avec_sub(u.acceleration, avec_scale(avec_cross(axes->omega, u.rate),
                                                      amount_of(2)));
    faster = avec_sub(faster, avec_cross(axes->omegad, u.value));
    faster = avec_add(faster, avec_cross(axes->omega, avec_cross(axes->omega, u.value)));
    out.value = amat_apply_back(&axes->turn, u.value);
    out.rate = amat_apply_back(&axes->turn, moving);
    out.acceleration = amat_apply_back(&axes->turn, faster);
    return out;
}

/* A scalar product and its derivatives. */
static check_row dot(const seen *u, const seen *v)
{
    const amount twice = amount_scale(avec_dot(u->rate, v->rate), 2);
    return (check_row){
        avec_dot(u->value, v->value),
        amount_add(avec_dot(u->rate, v->value), avec_dot(u->value, v->rate)),
        amount_add(twice, amount_add(avec_dot(u->acceleration, v->value),
                                     avec_dot(u->value, v->acceleration)))};
}

/* Ends of a cut with the axes of its frames. */
static void find_ends(const check_state *s, const check_cut *c, check_motion end[2])
{
    for (int k = 0; k < 2; k++) {
        const check_motion body = check_motion_of(s, c->from, c->body[k]);
        end[k] = check_point(&body, c->at[k]);
        end[k].turn = amat_multiply(&body.turn, &c->turn[k]);
    }
}

/* From a to b. */
static seen way_of(const check_motion end[2])
{
    return (seen){avec_sub(end[1].at, end[0].at), avec_sub(end[1].linear, end[0].linear),
                  avec_sub(end[1].acceleration, end[0].acceleration)};
}

static uint32_t linear_row(const check_state *s, const robot_cut *c, check_row *out)
{
    *out = (check_row){.value = amount_of(-c->value)};
    for (uint32_t k = 0; k < c->terms_count; k++)
        for (uint32_t i = 1; i < s->m->bodies_count; i++) {
            const check_body *b = &s->m->bodies[i];
            if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) ||
                strcmp(b->name, c->terms[k].joint) != 0)
                continue;
            const double share = c->terms[k].coefficient;
            const check_joint_state *j = &s->joints[i];
            out->value = amount_add(out->value, amount_scale(j->x, share));
            out->rate = amount_add(out->rate, amount_scale(j->xd, share));
            out->acceleration = amount_add(out->acceleration, amount_scale(j->xdd, share));
        }
    return 1;
}

/* Row CUT_RX + x of a body cut: what is off the diagonal of the rotation from the axes of a to
 * those of b, as the rows' axes see it, and how b turns against a. The first is the integral of the
 * second where the cut is closed, and there alone. */
static check_row rotation_row(const robot_cut *c, const check_motion end[2], int x)
{
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    const avec rate = avec_sub(end[1].omega, end[0].omega);
    const avec faster = avec_sub(end[1].omegad, end[0].omegad);
    if (c->axes != CUT_AXES_A) {
        amount entry = amount_of(0);
        for (int k = 0; k < 3; k++)
            entry = amount_add(entry, amount_multiply(end[1].turn.m[z][k], end[0].turn.m[y][k]));
        return (check_row){entry, rate.v[x], faster.v[x]};
    }
    const avec axis = amat_column(&end[0].turn, x);
    const avec own = avec_sub(faster, avec_cross(end[0].omega, rate));
    return (check_row){avec_dot(amat_column(&end[0].turn, z), amat_column(&end[1].turn, y)),
                       avec_dot(axis, rate), avec_dot(axis, own)};
}

static uint32_t body_rows(const robot_cut *c, const check_motion end[2], check_row rows[CUT_ROWS])
{
    const check_motion still = {.turn = amat_identity()};
    const seen there = see(c->axes == CUT_AXES_A ? &end[0] : &still, way_of(end));
    uint32_t count = 0;
    for (int k = 0; k < CUT_ROWS; k++)
        if (k >= CUT_RX && !(c->dropped >> k & 1))
            rows[count++] = rotation_row(c, end, k - CUT_RX);
        else if (!(c->dropped >> k & 1))
            rows[count++] = (check_row){there.value.v[k], there.rate.v[k],
                                        there.acceleration.v[k]};
    return count;
}

uint32_t check_cut_rows(const check_state *s, uint32_t cut, check_row rows[CUT_ROWS])
{
    const check_cut *c = &s->m->cuts[cut];
    check_motion end[2];
    if (c->what->kind == CUT_LINEAR)
        return linear_row(s, c->what, rows);
    if (c->what->kind == CUT_USER)
        return 0;
    find_ends(s, c, end);
    if (c->what->kind == CUT_BODY)
        return body_rows(c->what, end, rows);
    const seen way = way_of(end);
    if (c->what->kind == CUT_BALL) {
        for (int k = 0; k < 3; k++)
            rows[k] = (check_row){way.value.v[k], way.rate.v[k], way.acceleration.v[k]};
        return 3;
    }
    const check_row square = dot(&way, &way); /* of a rod: half of it */
    const double length = c->what->length_m;
    rows[0] = (check_row){amount_scale(amount_sub(square.value, amount_multiply(
                              amount_of(length), amount_of(length))), 0.5),
                          amount_scale(square.rate, 0.5), amount_scale(square.acceleration, 0.5)};
    return 1;
}
