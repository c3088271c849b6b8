/* SPDX-License-Identifier: MIT */
#include "check/closed_rows.h"

#include <string.h>

/* ---- which there are ------------------------------------------------------------------------- */

static const check_body *body_of(const check_model *m, const char *joint)
{
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        if ((b->hang == CHECK_TURNS || b->hang == CHECK_SLIDES) && strcmp(b->name, joint) == 0)
            return b;
    }
    return NULL;
}

/* Coordinates of a constraint on joints, ascending, each once. */
static void find_terms(arena *mem, closed_rows *rows, uint32_t cut)
{
    const robot_cut *c = rows->m->cuts[cut].what;
    bool *has = ARENA_ARRAY(mem, bool, rows->columns + 1);
    for (uint32_t k = 0; k < c->terms_count; k++) {
        const check_body *b = body_of(rows->m, c->terms[k].joint);
        if (b)
            has[b->coordinate] = true;
    }
    rows->terms[cut] = ARENA_ARRAY(mem, uint32_t, rows->columns + 1);
    for (uint32_t i = 0; i < rows->columns; i++)
        if (has[i])
            rows->terms[cut][rows->terms_count[cut]++] = i;
}

static bool is_kept(const robot_cut *c, uint32_t row)
{
    switch (c->kind) {
    case CUT_BODY: return !(c->dropped >> row & 1);
    case CUT_BALL: return row < 3;
    case CUT_ROLLING: return row < 3 && !(c->dropped >> row & 1);
    default: return row == 0;
    }
}

closed_rows closed_rows_make(arena *mem, const check_model *m)
{
    closed_rows rows = {.m = m, .columns = m->coordinates_count};
    rows.list = ARENA_ARRAY(mem, closed_row, m->cuts_count * CUT_ROWS + 1);
    rows.terms = ARENA_ARRAY(mem, uint32_t *, m->cuts_count + 1);
    rows.terms_count = ARENA_ARRAY(mem, uint32_t, m->cuts_count + 1);
    for (uint32_t i = 0; i < m->cuts_count; i++) {
        const robot_cut *c = m->cuts[i].what;
        const bool has_axes = c->kind == CUT_BODY || c->kind == CUT_BALL || c->kind == CUT_ROLLING;
        for (uint32_t r = 0; r < CUT_ROWS; r++)
            if (is_kept(c, r))
                rows.list[rows.count++] = (closed_row){
                    has_axes ? arena_printf(mem, "%s.%s", c->name, cut_row_word((cut_row)r))
                             : c->name, i, r, rows.user_numbers};
        if (c->kind == CUT_USER) {
            find_terms(mem, &rows, i);
            rows.user_numbers += 2 + rows.terms_count[i];
        }
    }
    return rows;
}

closed_row_values closed_row_values_make(arena *mem, const closed_rows *rows)
{
    closed_row_values v;
    v.value = ARENA_ARRAY(mem, amount, rows->count + 1);
    v.rate = ARENA_ARRAY(mem, amount, rows->count + 1);
    v.acceleration = ARENA_ARRAY(mem, amount, rows->count + 1);
    v.straight = ARENA_ARRAY(mem, amount, rows->count + 1);
    v.entry = ARENA_ARRAY(mem, amount, (size_t)rows->count * rows->columns + 1);
    v.motion = ARENA_ARRAY(mem, check_motion, rows->m->bodies_count);
    v.seen_from = ARENA_ARRAY(mem, uint32_t, rows->m->bodies_count);
    return v;
}

/* ---- cuts with ends -------------------------------------------------------------------------- */

/* Ends of a cut with the axes of its frames, against the body that both are seen from. */
typedef struct {
    const check_state *s;
    const check_cut *c;
    check_motion end[2];
    avec way, rate, acceleration; /* from a to b */
    bool turns; /* rows are in the axes at a */
    /* Of a wheel, by row and for its arm to the ground: vectors and their rates. */
    avec row[3], rowd[3], arm, armd;
    amount height;
} cut_ends;

/* Each is found once, as cuts share ways. */
static const check_motion *motion_of(const check_state *s, uint32_t from, uint32_t body,
                                     closed_row_values *out)
{
    check_motion *m = &out->motion[body];
    if (out->seen_from[body] == from)
        return m;
    if (body == from) {
        *m = (check_motion){.turn = amat_identity()};
    } else {
        *m = *motion_of(s, from, s->m->bodies[body].parent, out);
        check_motion_step(s, body, m);
    }
    out->seen_from[body] = from;
    return m;
}

/* A vector of length 1 along another one, and its rate, from the rate of that one. */
static avec unit_of(avec whole, avec wholed, avec *rate)
{
    const amount over = amount_reciprocal(amount_sqrt(avec_dot(whole, whole)));
    const avec u = avec_scale(whole, over);
    *rate = avec_scale(avec_sub(wholed, avec_scale(u, avec_dot(u, wholed))), over);
    return u;
}

/* The way to the ground is the steepest one in the plane of the wheel. */
static void touch_ground(cut_ends *e, avec axis)
{
    static const vec3 AXES[3] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
    const robot_cut *c = e->c->what;
    const avec z = avec_of(AXES[CUT_Z]), turning = avec_cross(e->end[1].omega, axis);
    const amount s = axis.v[CUT_Z], sd = turning.v[CUT_Z];
    const avec steep = avec_sub(avec_scale(axis, s), z),
               steeper = avec_add(avec_scale(axis, sd), avec_scale(turning, s));
    e->arm = avec_scale(unit_of(steep, steeper, &e->armd), amount_of(c->radius_m));
    e->armd = avec_scale(e->armd, amount_of(c->radius_m));
    e->height = amount_sub(amount_add(e->way.v[CUT_Z], e->arm.v[CUT_Z]), amount_of(c->height_m));
    for (int k = 0; k < 3; k++)
        e->row[k] = avec_of(AXES[k]);
    if (!(c->dropped & 3u))
        return;
    const avec left = avec_sub(axis, avec_scale(z, s)),
               leftd = avec_sub(turning, avec_scale(z, sd));
    e->row[CUT_Y] = unit_of(left, leftd, &e->rowd[CUT_Y]);
    e->row[CUT_X] = avec_cross(e->row[CUT_Y], z);
    e->rowd[CUT_X] = avec_cross(e->rowd[CUT_Y], z);
}

static cut_ends find_ends(const check_state *s, const check_cut *c, closed_row_values *out)
{
    cut_ends e = {.s = s, .c = c};
    for (int k = 0; k < 2; k++) {
        const check_motion *body = motion_of(s, c->from, c->body[k], out);
        e.end[k] = check_point(body, c->at[k]);
        e.end[k].turn = amat_multiply(&body->turn, &c->turn[k]);
    }
    e.way = avec_sub(e.end[1].at, e.end[0].at);
    e.rate = avec_sub(e.end[1].linear, e.end[0].linear);
    e.acceleration = avec_sub(e.end[1].acceleration, e.end[0].acceleration);
    e.turns = c->what->kind == CUT_BODY && c->what->axes == CUT_AXES_A;
    if (c->what->kind == CUT_ROLLING)
        touch_ground(&e, amat_apply(&e.end[1].turn, s->m->bodies[c->body[1]].axis));
    return e;
}

/* Along the axis of a row. */
static amount along(const cut_ends *e, uint32_t axis, avec u)
{
    return e->turns ? avec_dot(amat_column(&e->end[0].turn, (int)axis), u) : u.v[axis];
}

/* Translations: d = x_b - x_a, in axes that turn with omega d' - omega x d and so on. */
static void translation(const cut_ends *e, uint32_t axis, amount *value, amount *rate,
                        amount *acceleration)
{
    avec moving = e->rate, faster = e->acceleration;
    if (e->turns) {
        const avec omega = e->end[0].omega;
        moving = avec_sub(moving, avec_cross(omega, e->way));
        faster = avec_sub(faster, avec_cross(e->end[0].omegad, e->way));
        faster = avec_sub(faster, avec_cross(omega, avec_add(e->rate, moving)));
    }
    *value = along(e, axis, e->way);
    *rate = along(e, axis, moving);
    *acceleration = along(e, axis, faster);
}

/* Component `row` of axis `column` of b, where a's axes are what the rows' are. */
static amount turned(const cut_ends *e, int row, int column)
{
    const amat *a = &e->end[0].turn, *b = &e->end[1].turn;
    if (e->turns)
        return avec_dot(amat_column(a, row), amat_column(b, column));
    amount sum = amount_of(0);
    for (int k = 0; k < 3; k++)
        sum = amount_add(sum, amount_multiply(b->m[row][k], a->m[column][k]));
    return sum;
}

/* Two axes tell that the bodies have not turned about a third one. Where turns about one axis are
 * allowed it is this axis that stays, whatever these turns. */
static int watched_axis(const robot_cut *c, int about)
{
    int allowed = 0, which = 0;
    for (int k = 0; k < 3; k++)
        if (c->dropped >> (CUT_RX + k) & 1) {
            allowed++;
            which = k;
        }
    return allowed == 1 ? which : about == 0 ? 1 : 0;
}

/* A turn by a small angle about axis i moves axis i + 1 by it along axis i + 2, and axis i + 2
 * along axis i + 1 the other way. */
static void rotation(const cut_ends *e, int about, amount *value, amount *rate,
                     amount *acceleration, amount *straight)
{
    const int watched = watched_axis(e->c->what, about), other = 3 - about - watched;
    const amount moved = turned(e, other, watched);
    const avec turning = avec_sub(e->end[1].omega, e->end[0].omega);
    avec faster = avec_sub(e->end[1].omegad, e->end[0].omegad);
    if (e->turns)
        faster = avec_sub(faster, avec_cross(e->end[0].omega, turning));
    *value = watched == (about + 1) % 3 ? moved : amount_negative(moved);
    *rate = along(e, (uint32_t)about, turning);
    *acceleration = along(e, (uint32_t)about, faster);
    *straight = turned(e, watched, watched);
}

static void rod(const cut_ends *e, double length, amount *value, amount *rate,
                amount *acceleration)
{
    const amount square = avec_dot(e->way, e->way),
                 whole = amount_multiply(amount_of(length), amount_of(length));
    *value = amount_scale(amount_sub(square, whole), 0.5);
    *rate = avec_dot(e->way, e->rate);
    *acceleration = amount_add(avec_dot(e->rate, e->rate), avec_dot(e->way, e->acceleration));
}

static void rolling(const cut_ends *e, uint32_t row, amount *value, amount *rate,
                    amount *acceleration)
{
    const check_motion *m = &e->end[1];
    const avec v = avec_add(m->linear, avec_cross(m->omega, e->arm));
    avec faster = avec_add(m->acceleration, avec_cross(m->omegad, e->arm));
    faster = avec_add(faster, avec_cross(m->omega, e->armd));
    *value = row == CUT_Z ? e->height : amount_of(0);
    *rate = avec_dot(e->row[row], v);
    *acceleration = amount_add(avec_dot(e->row[row], faster), avec_dot(e->rowd[row], v));
}

/* What a coordinate's unit rate moves at an end: the rate of the row. */
static amount entry_of(const cut_ends *e, const closed_row *r, int end, avec linear, avec angular)
{
    const double sign = end ? 1 : -1;
    if (e->c->what->kind == CUT_ROD)
        return amount_scale(avec_dot(e->way, linear), sign);
    if (e->c->what->kind == CUT_ROLLING)
        return avec_dot(e->row[r->row], avec_add(linear, avec_cross(angular, e->arm)));
    if (r->row >= CUT_RX)
        return amount_scale(along(e, r->row - CUT_RX, angular), sign);
    avec moved = avec_scale(linear, amount_of(sign));
    if (e->turns && !end)
        moved = avec_sub(moved, avec_cross(angular, e->way));
    return along(e, r->row, moved);
}

static const avec NONE; /* zero */

static void add_entries(const closed_rows *rows, const cut_ends *e, uint32_t first, uint32_t count,
                        closed_row_values *out)
{
    const check_model *m = rows->m;
    for (int end = 0; end < 2; end++)
        for (uint32_t i = e->c->body[end]; i != e->c->from; i = m->bodies[i].parent) {
            const check_body *b = &m->bodies[i];
            if (b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES)
                continue;
            const check_motion *at = motion_of(e->s, e->c->from, i, out);
            const avec axis = avec_scale(amat_apply(&at->turn, b->axis), amount_of(b->ratio)),
                       arm = avec_sub(e->end[end].at, at->at);
            const bool turns = b->hang == CHECK_TURNS;
            const avec linear = turns ? avec_cross(axis, arm) : axis,
                       angular = turns ? axis : NONE;
            for (uint32_t k = first; k < first + count; k++) {
                amount *to = &out->entry[k * rows->columns + b->coordinate];
                *to = amount_add(*to, entry_of(e, &rows->list[k], end, linear, angular));
            }
        }
}

static void cut_at(const closed_rows *rows, const check_state *s, uint32_t first, uint32_t count,
                   closed_row_values *out)
{
    const cut_ends e = find_ends(s, &rows->m->cuts[rows->list[first].cut], out);
    for (uint32_t k = first; k < first + count; k++) {
        const uint32_t row = rows->list[k].row;
        if (e.c->what->kind == CUT_ROD)
            rod(&e, e.c->what->length_m, &out->value[k], &out->rate[k], &out->acceleration[k]);
        else if (e.c->what->kind == CUT_ROLLING)
            rolling(&e, row, &out->value[k], &out->rate[k], &out->acceleration[k]);
        else if (row < CUT_RX)
            translation(&e, row, &out->value[k], &out->rate[k], &out->acceleration[k]);
        else
            rotation(&e, (int)(row - CUT_RX), &out->value[k], &out->rate[k],
                     &out->acceleration[k], &out->straight[k]);
    }
    add_entries(rows, &e, first, count, out);
}

/* ---- constraints on joints ------------------------------------------------------------------- */

static void linear_at(const closed_rows *rows, const check_state *s, uint32_t at,
                      closed_row_values *out)
{
    const check_model *m = rows->m;
    const robot_cut *c = m->cuts[rows->list[at].cut].what;
    out->value[at] = amount_of(-c->value);
    out->rate[at] = out->acceleration[at] = amount_of(0);
    for (uint32_t k = 0; k < c->terms_count; k++) {
        const check_body *b = body_of(m, c->terms[k].joint);
        if (!b)
            continue;
        const double share = c->terms[k].coefficient;
        const check_joint_state *j = &s->joints[b - m->bodies];
        amount *to = &out->entry[at * rows->columns + b->coordinate];
        out->value[at] = amount_add(out->value[at], amount_scale(j->x, share));
        out->rate[at] = amount_add(out->rate[at], amount_scale(j->xd, share));
        out->acceleration[at] = amount_add(out->acceleration[at], amount_scale(j->xdd, share));
        *to = amount_add(*to, amount_of(share * b->ratio));
    }
}

static void user_at(const closed_rows *rows, const check_state *s, uint32_t at,
                    closed_row_values *out)
{
    const closed_row *r = &rows->list[at];
    const amount *number = &s->of[ARRAY_USER_CONSTRAINTS][r->number];
    out->value[at] = number[0];
    out->acceleration[at] = number[1];
    out->rate[at] = amount_of(0);
    for (uint32_t k = 0; k < rows->terms_count[r->cut]; k++) {
        const uint32_t c = rows->terms[r->cut][k];
        const amount share = number[2 + k];
        out->entry[at * rows->columns + c] = share;
        out->rate[at] = amount_add(out->rate[at], amount_multiply(share, s->of[ARRAY_QD][c]));
        out->acceleration[at] = amount_add(out->acceleration[at],
                                           amount_multiply(share, s->of[ARRAY_QDD][c]));
    }
}

void closed_rows_at(const closed_rows *rows, const check_state *s, closed_row_values *out)
{
    const size_t entries = (size_t)rows->count * rows->columns;
    for (uint32_t i = 0; i < rows->m->bodies_count; i++)
        out->seen_from[i] = UINT32_MAX;
    for (size_t i = 0; i < entries; i++)
        out->entry[i] = amount_of(0);
    for (uint32_t first = 0, next; first < rows->count; first = next) {
        for (next = first; next < rows->count && rows->list[next].cut == rows->list[first].cut;)
            out->straight[next++] = amount_of(1);
        const cut_kind kind = rows->m->cuts[rows->list[first].cut].what->kind;
        if (kind == CUT_LINEAR)
            linear_at(rows, s, first, out);
        else if (kind == CUT_USER)
            user_at(rows, s, first, out);
        else
            cut_at(rows, s, first, next - first, out);
    }
}
