/* SPDX-License-Identifier: MIT */
/* Inwards, body by body: what its subtree answers to a change of its joint, and how the coordinates
 * behind it and its own act on each other. Everything is written for every body; what no output
 * needs is swept away afterwards. */
#include "writers/derivatives_parts.h"

/* --- entries --------------------------------------------------------------------------------- */

void derivative_entry_add(writer *w, poly *entries, uint32_t columns, uint32_t row, uint32_t column,
                          double factor, poly value)
{
    poly *to = &entries[(size_t)row * columns + column];
    value = net_assign(w->n, NULL, poly_scale(w->n, value, factor));
    *to = plus(w, *to, value);
}

static void add_mass(writer *w, uint32_t row, uint32_t column, double factor, poly value)
{
    derivative_entry_add(w, w->slopes->out.mass, w->slopes->out.freedoms, row, column, factor,
                         value);
    derivative_entry_add(w, w->slopes->out.mass, w->slopes->out.freedoms, column, row, factor,
                         value);
}

static void add_rate(writer *w, uint32_t row, uint32_t column, double factor, poly value)
{
    derivative_entry_add(w, w->slopes->out.by_rate, w->slopes->out.freedoms, row, column, factor,
                         value);
}

static void add_position(writer *w, uint32_t row, uint32_t coordinate, double factor, poly value)
{
    derivative_entry_add(w, w->slopes->out.by_position, w->slopes->out.coordinates, row, coordinate,
                         factor, value);
}

static uint32_t freedom_of_coordinate(const writer *w, uint32_t coordinate)
{
    return w->slopes->out.freedoms - w->slopes->out.coordinates + coordinate;
}

/* What a unit of a force on a free body is in newtons, and of its acceleration the other way
 * round. */
static double linear_unit(const writer *w)
{
    return 1 / w->slopes->forms->length;
}

/* --- items ----------------------------------------------------------------------------------- */

/* The item of a coordinate at body i. */
static item *item_of(writer *w, uint32_t i, uint32_t coordinate, uint32_t likely)
{
    derivative_body *b = &w->slopes->of[i];
    if (likely < b->items_count && b->items[likely].coordinate == coordinate)
        return &b->items[likely];
    for (uint32_t k = 0; k < b->items_count; k++)
        if (b->items[k].coordinate == coordinate)
            return &b->items[k];
    item *fresh = ARENA_PUSH(w->mem, b, items);
    fresh->coordinate = coordinate;
    return fresh;
}

static pvec sum_of(writer *w, pvec a, pvec b)
{
    return pvec_assign(w->n, plus_all(w, a, b));
}

void derivative_add_wrench(writer *w, wrench *sum, wrench part)
{
    sum->force = sum_of(w, sum->force, part.force);
    sum->moment = sum_of(w, sum->moment, part.moment);
}

poly derivative_along(writer *w, uint32_t i, wrench x)
{
    return derivative_turns(w, i) ? x.moment.v[2] : dot(w, x.force, w->slopes->of[i].axis);
}

/* --- answers --------------------------------------------------------------------------------- */

/* 2 (tr E - E) x */
static pvec flow_times(writer *w, const subtree *of, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++) {
        int y = (r + 1) % 3, z = (r + 2) % 3;
        poly across = net_assign(w->n, NULL, plus(w, of->flow2.m[y][y], of->flow2.m[z][z]));
        pvec row = pvec_scale(w->n, -1, pmat_row(&of->flow2, r));
        row.v[r] = across;
        out.v[r] = dot(w, row, x);
    }
    return out;
}

static wrench answer(writer *w, const subtree *of, const change *x)
{
    net *n = w->n;
    wrench out = {pvec_add(n, pvec_product(n, x->dwd, of->first),
                           pvec_product(n, x->dw, of->first_rate2)),
                  pvec_add(n, pmat_apply(n, &of->inertia, x->dwd), flow_times(w, of, x->dw))};
    out.force = pvec_add(n, out.force, pvec_times(n, of->mass, x->da));
    out.moment = pvec_add(n, out.moment, pvec_product(n, of->first, x->da));
    return out;
}

/* What a joint does, in the axes before it. */
static change change_by_rate(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    pvec z = pvec_unit(w->n, 2);
    pvec axis = derivative_turns(w, i) ? z : b->axis;
    pvec twice = pvec_scale(w->n, 2, cross(w, b->omega_before, axis));
    twice = pvec_assign(w->n, twice);
    return derivative_turns(w, i) ? (change){.dw = z, .dwd = twice} : (change){.da = twice};
}

static change change_by_position(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    pvec z = pvec_unit(w->n, 2);
    if (!derivative_turns(w, i))
        return (change){.da = pvec_assign(w->n, pmat_apply(w->n, &b->beta, b->axis))};
    return (change){.dw = cross(w, b->omega_before, z), .dwd = b->column_before,
                    .da = cross(w, b->alpha_before, z)};
}

static bool meets_turned(const writer *w, uint32_t i)
{
    return derivative_turns(w, i) && w->slopes->forms->of[i].axes == AXES_MET_TURNED;
}

/* The same where the rows of joints behind meet it. */
static change met_by_rate(writer *w, uint32_t i)
{
    if (!meets_turned(w, i))
        return change_by_rate(w, i);
    pvec z = pvec_unit(w->n, 2);
    pvec twice = pvec_scale(w->n, 2, cross(w, w->slopes->of[i].omega, z));
    return (change){.dw = z, .dwd = pvec_assign(w->n, twice)};
}

static change met_by_position(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    if (!meets_turned(w, i))
        return change_by_position(w, i);
    pvec z = pvec_unit(w->n, 2);
    return (change){.dw = cross(w, b->omega, z), .dwd = pmat_column(&b->beta, 2),
                    .da = cross(w, b->alpha, z)};
}

static poly row_times(writer *w, const answer_row *row, const change *by)
{
    poly sum = dot(w, row->to_da, by->da);
    sum = plus(w, sum, dot(w, row->to_dwd, by->dwd));
    return plus(w, sum, dot(w, row->to_dw, by->dw));
}

/* --- positions: the mass matrix --------------------------------------------------------------- */

static void mass_of_joint(writer *w, uint32_t i)
{
    derivative_body *b = &w->slopes->of[i];
    const model_body *m = &w->m->bodies[i];
    uint32_t own = w->freedom[i];
    for (uint32_t k = 0; k < b->items_count; k++) {
        item *x = &b->items[k];
        answer_row working = x->row;
        x->row.to_da = derivative_before(w, i, x->row.to_da);
        x->row.to_dwd = derivative_before(w, i, x->row.to_dwd);
        x->met = meets_turned(w, i) ? working : x->row;
        wrench felt = {x->row.to_da, x->row.to_dwd}; /* symmetric: also what it does to joint i */
        add_mass(w, freedom_of_coordinate(w, x->coordinate), own, m->ratio,
                 derivative_along(w, i, felt));
    }
    wrench start;
    if (derivative_turns(w, i)) {
        start.force = cross(w, pvec_unit(w->n, 2), b->before.first);
        start.moment = pmat_row(&b->before.inertia, 2);
    } else {
        start.force = times_all(w, b->before.mass, b->axis);
        start.moment = cross(w, b->before.first, b->axis);
    }
    derivative_entry_add(w, w->slopes->out.mass, w->slopes->out.freedoms, own, own,
                         m->ratio * m->ratio, derivative_along(w, i, start));
    poly still = minus(w, dot(w, start.force, b->gravity_before), derivative_along(w, i, b->given));
    derivative_entry_add(w, w->slopes->out.bias, 1, own, 0, m->ratio, still);
    item *x = item_of(w, i, m->coordinate, b->items_count);
    x->row.to_da = sum_of(w, x->row.to_da, pvec_scale(w->n, m->ratio, start.force));
    x->row.to_dwd = sum_of(w, x->row.to_dwd, pvec_scale(w->n, m->ratio, start.moment));
}

static void hand_mass_items(writer *w, uint32_t i)
{
    for (uint32_t k = 0; k < w->slopes->of[i].items_count; k++) {
        const item *x = &w->slopes->of[i].items[k];
        wrench row = derivative_wrench_to_parent(w, i, (wrench){x->row.to_da, x->row.to_dwd});
        item *to = item_of(w, w->m->bodies[i].parent, x->coordinate, k);
        to->row.to_da = sum_of(w, to->row.to_da, row.force);
        to->row.to_dwd = sum_of(w, to->row.to_dwd, row.moment);
    }
}

static void mass_of_free(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    uint32_t at = w->freedom[i];
    double unit = linear_unit(w);
    for (uint32_t k = 0; k < b->items_count; k++)
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t row = freedom_of_coordinate(w, b->items[k].coordinate);
            add_mass(w, row, at + c, unit, b->items[k].row.to_da.v[c]);
            add_mass(w, row, at + 3 + c, 1, b->items[k].row.to_dwd.v[c]);
        }
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t x = (k + 1) % 3, y = (k + 2) % 3;
        derivative_entry_add(w, w->slopes->out.bias, 1, at + k, 0, -unit, b->given.force.v[k]);
        derivative_entry_add(w, w->slopes->out.bias, 1, at + 3 + k, 0, -1, b->given.moment.v[k]);
        derivative_entry_add(w, w->slopes->out.mass, w->slopes->out.freedoms, at + k, at + k,
                             unit * unit, b->before.mass);
        add_mass(w, at + 3 + x, at + y, -unit, b->before.first.v[k]); /* dL = H x da */
        add_mass(w, at + 3 + y, at + x, unit, b->before.first.v[k]);
        for (uint32_t c = 0; c < 3; c++)
            derivative_entry_add(w, w->slopes->out.mass, w->slopes->out.freedoms, at + 3 + k,
                                 at + 3 + c, 1, b->before.inertia.m[k][c]);
    }
}

static void write_mass(writer *w)
{
    derivative_write_joints(w);
    for (uint32_t i = w->m->count; i-- > 1;) {
        derivative_close_inertia(w, i);
        derivative_close_external(w, i);
        if (derivative_is_free(w, i)) {
            mass_of_free(w, i);
            continue;
        }
        mass_of_joint(w, i);
        if (!w->m->bodies[i].parent)
            continue;
        derivative_hand_inertia(w, i);
        derivative_hand_external(w, i);
        hand_mass_items(w, i);
    }
}

/* --- velocities ------------------------------------------------------------------------------ */

static void turn_wrench(writer *w, uint32_t i, wrench *x)
{
    x->force = derivative_before(w, i, x->force);
    x->moment = derivative_before(w, i, x->moment);
}

static wrench scaled_wrench(writer *w, double k, wrench x)
{
    return (wrench){pvec_scale(w->n, k, x.force), pvec_scale(w->n, k, x.moment)};
}

/* The row of joint i itself, to dw. */
static pvec own_to_dw(writer *w, uint32_t i)
{
    const subtree *of = &w->slopes->of[i].before;
    if (!derivative_turns(w, i))
        return cross(w, of->first_rate2, w->slopes->of[i].axis);
    pvec row = pvec_scale(w->n, -1, pmat_row(&of->flow2, 2));
    row.v[2] = plus(w, of->flow2.m[0][0], of->flow2.m[1][1]);
    return row;
}

static void rates_of_joint(writer *w, uint32_t i)
{
    derivative_body *b = &w->slopes->of[i];
    const model_body *m = &w->m->bodies[i];
    uint32_t own = w->freedom[i];
    change by = met_by_rate(w, i);
    for (uint32_t k = 0; k < b->items_count; k++) {
        item *x = &b->items[k];
        uint32_t other = freedom_of_coordinate(w, x->coordinate);
        pvec working = x->row.to_dw;
        x->row.to_dw = derivative_before(w, i, working);
        x->met.to_dw = meets_turned(w, i) ? working : x->row.to_dw;
        add_rate(w, other, own, m->ratio, row_times(w, &x->met, &by));
        turn_wrench(w, i, &x->by_rate);
        add_rate(w, own, other, m->ratio, derivative_along(w, i, x->by_rate));
    }
    by = change_by_rate(w, i);
    wrench start = answer(w, &b->before, &by);
    add_rate(w, own, own, m->ratio * m->ratio, derivative_along(w, i, start));
    item *x = item_of(w, i, m->coordinate, b->items_count - 1);
    x->row.to_dw = sum_of(w, x->row.to_dw, pvec_scale(w->n, m->ratio, own_to_dw(w, i)));
    derivative_add_wrench(w, &x->by_rate, scaled_wrench(w, m->ratio, start));
}

static void hand_rate_items(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    for (uint32_t k = 0; k < b->items_count; k++) {
        const item *x = &b->items[k];
        item *to = item_of(w, w->m->bodies[i].parent, x->coordinate, k);
        pvec force = derivative_to_parent(w, i, x->row.to_da);
        pvec lever = cross(w, b->arm_rate2, force);
        pvec to_dw = plus_all(w, derivative_to_parent(w, i, x->row.to_dw), lever);
        to->row.to_dw = sum_of(w, to->row.to_dw, to_dw);
        derivative_add_wrench(w, &to->by_rate, derivative_wrench_to_parent(w, i, x->by_rate));
    }
}

static void rates_of_free(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    uint32_t at = w->freedom[i];
    double unit = linear_unit(w);
    for (uint32_t c = 0; c < 3; c++) {
        change by = {.dw = pvec_unit(w->n, (int)c)}; /* omegad stays */
        by.dwd = cross(w, b->omega, by.dw);
        wrench own = answer(w, &b->before, &by);
        for (uint32_t k = 0; k < 3; k++) {
            add_rate(w, at + k, at + 3 + c, unit, own.force.v[k]);
            add_rate(w, at + 3 + k, at + 3 + c, 1, own.moment.v[k]);
        }
        for (uint32_t k = 0; k < b->items_count; k++) {
            const item *x = &b->items[k];
            uint32_t other = freedom_of_coordinate(w, x->coordinate);
            add_rate(w, other, at + 3 + c, 1, row_times(w, &x->row, &by));
            add_rate(w, at + c, other, unit, x->by_rate.force.v[c]);
            add_rate(w, at + 3 + c, other, 1, x->by_rate.moment.v[c]);
        }
    }
}

static void write_rates(writer *w)
{
    derivative_write_velocities(w);
    for (uint32_t i = w->m->count; i-- > 1;) {
        derivative_close_flow(w, i);
        if (derivative_is_free(w, i)) {
            rates_of_free(w, i);
            continue;
        }
        rates_of_joint(w, i);
        if (!w->m->bodies[i].parent)
            continue;
        derivative_hand_flow(w, i);
        hand_rate_items(w, i);
    }
}

/* --- accelerations --------------------------------------------------------------------------- */

static wrench answer_by_position(writer *w, uint32_t i, const change *by)
{
    const derivative_body *b = &w->slopes->of[i];
    wrench out = answer(w, &b->before, by), load = b->before.load;
    pvec z = pvec_unit(w->n, 2);
    if (derivative_turns(w, i)) { /* what acts on the subtree turns with it */
        out.force = plus_all(w, out.force, cross(w, z, load.force));
        out.moment = plus_all(w, out.moment, cross(w, z, load.moment));
    } else {
        out.moment = plus_all(w, out.moment, cross(w, b->axis, load.force));
    }
    return out;
}

static void positions_of_joint(writer *w, uint32_t i)
{
    derivative_body *b = &w->slopes->of[i];
    const model_body *m = &w->m->bodies[i];
    uint32_t own = w->freedom[i];
    change by = met_by_position(w, i);
    for (uint32_t k = 0; k < b->items_count; k++) {
        item *x = &b->items[k];
        add_position(w, freedom_of_coordinate(w, x->coordinate), m->coordinate, m->ratio,
                     row_times(w, &x->met, &by));
        turn_wrench(w, i, &x->by_position);
        add_position(w, own, x->coordinate, m->ratio, derivative_along(w, i, x->by_position));
    }
    by = change_by_position(w, i);
    wrench start = answer_by_position(w, i, &by);
    add_position(w, own, m->coordinate, m->ratio * m->ratio, derivative_along(w, i, start));
    item *x = item_of(w, i, m->coordinate, b->items_count - 1);
    derivative_add_wrench(w, &x->by_position, scaled_wrench(w, m->ratio, start));
}

static void hand_position_items(writer *w, uint32_t i)
{
    for (uint32_t k = 0; k < w->slopes->of[i].items_count; k++) {
        const item *x = &w->slopes->of[i].items[k];
        item *to = item_of(w, w->m->bodies[i].parent, x->coordinate, k);
        derivative_add_wrench(w, &to->by_position,
                              derivative_wrench_to_parent(w, i, x->by_position));
    }
}

static void positions_of_free(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    for (uint32_t k = 0; k < b->items_count; k++)
        for (uint32_t c = 0; c < 3; c++) {
            const item *x = &b->items[k];
            add_position(w, w->freedom[i] + c, x->coordinate, linear_unit(w),
                         x->by_position.force.v[c]);
            add_position(w, w->freedom[i] + 3 + c, x->coordinate, 1, x->by_position.moment.v[c]);
        }
}

/* Of body i, whose load is whole. */
static void add_torque(writer *w, uint32_t i)
{
    const model_body *m = &w->m->bodies[i];
    derivative_entry_add(w, w->slopes->out.torque, 1, m->coordinate, 0, m->ratio,
                         derivative_along(w, i, w->slopes->of[i].before.load));
}

const derivatives *derivatives_end(writer *w, const poly *x)
{
    derivative_write_accelerations(w, x);
    derivative_write_joint_torques(w, x);
    for (uint32_t i = w->m->count; i-- > 1;) {
        if (derivative_is_free(w, i)) {
            positions_of_free(w, i);
            continue;
        }
        derivative_close_load(w, i);
        add_torque(w, i);
        positions_of_joint(w, i);
        if (!w->m->bodies[i].parent)
            continue;
        derivative_hand_load(w, i);
        hand_position_items(w, i);
    }
    return &w->slopes->out;
}

/* --- bias ------------------------------------------------------------------------------------- */

/* The input that velocity number i is; linear ones of free bodies act on nothing. */
static poly rate_of(writer *w, uint32_t freedom)
{
    uint32_t of_free = w->slopes->out.freedoms - w->slopes->out.coordinates, number = freedom / 6;
    if (freedom >= of_free)
        return signals_coordinate(w->s, w->n, INPUT_QD, freedom - of_free, 1, 0);
    if (freedom % 6 < 3)
        return poly_zero();
    const char *of = w->t->bodies[tree_free_body(w->t, number)].name;
    return signals_vector(w->s, w->n, INPUT_OMEGA, of, number, freedom % 3);
}

/* So far bias is what holds the robot still. What velocities add is quadratic in them, so it is
 * half of the sum of derivatives times velocities (Euler). */
static void write_bias(writer *w)
{
    net *n = w->n;
    for (uint32_t row = 0; row < w->slopes->out.freedoms; row++) {
        const poly *by = &w->slopes->out.by_rate[(size_t)row * w->slopes->out.freedoms];
        poly twice = poly_zero();
        for (uint32_t c = 0; c < w->slopes->out.freedoms; c++) {
            poly slope = net_assign(n, NULL, by[c]);
            twice = poly_add(n, twice, poly_multiply(n, slope, rate_of(w, c)));
        }
        twice = net_assign(n, NULL, twice);
        w->slopes->out.bias[row] = poly_add(n, w->slopes->out.bias[row], poly_scale(n, twice, 0.5));
    }
}

/* --- the beginning --------------------------------------------------------------------------- */

static const model *prepared(arena *mem, const model *raw, const derivative_forms *forms)
{
    model *m = ARENA_ARRAY(mem, model, 1);
    *m = model_copy(mem, raw);
    inertia_form *own = ARENA_ARRAY(mem, inertia_form, raw->count);
    for (uint32_t i = 0; i < raw->count; i++)
        own[i] = forms->of[i].inertia;
    model_regroup(m, own);
    model_balance(m);
    model_rescale(m, forms->length);
    return m;
}

writer *derivatives_begin(arena *mem, const tree *t, const model *raw,
                          const derivative_forms *forms, signals *s, net *n)
{
    writer *w = ARENA_ARRAY(mem, writer, 1);
    *w = (writer){.mem = mem, .t = t, .m = prepared(mem, raw, forms), .s = s, .n = n};
    w->slopes = ARENA_ARRAY(mem, struct derivative_part, 1);
    *w->slopes = (struct derivative_part){
        .forms = forms, .of = ARENA_ARRAY(mem, derivative_body, raw->count)};
    w->freedom = ARENA_ARRAY(mem, uint32_t, raw->count);
    derivatives *d = &w->slopes->out;
    d->coordinates = t->coordinates_count;
    d->freedoms = tree_freedoms(t);
    for (uint32_t i = 1, free_bodies = 0; i < raw->count; i++)
        w->freedom[i] = derivative_is_free(w, i)
                            ? 6 * free_bodies++
                            : d->freedoms - d->coordinates + raw->bodies[i].coordinate;
    size_t square = (size_t)d->freedoms * d->freedoms;
    d->by_position = ARENA_ARRAY(mem, poly, (size_t)d->freedoms * d->coordinates + 1);
    d->by_rate = ARENA_ARRAY(mem, poly, square + 1);
    d->mass = ARENA_ARRAY(mem, poly, square + 1);
    d->bias = ARENA_ARRAY(mem, poly, d->freedoms + 1);
    d->torque = ARENA_ARRAY(mem, poly, d->coordinates + 1);
    w->applied = elements_write(mem, t, (elements_form){.moving = true}, s, n);
    write_mass(w);
    write_rates(w);
    write_bias(w);
    derivative_write_elements(w);
    derivative_write_joint_forces(w);
    return w;
}

const derivatives *derivatives_of(const writer *w)
{
    return &w->slopes->out;
}
