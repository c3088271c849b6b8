/* SPDX-License-Identifier: MIT */
#include "writers/loads.h"

#include "writers/base_numbers.h"

/* Kinds of the four are rows of words.def one after the other. */
enum { OF_MASS, OF_CENTRE, OF_MOMENT, OF_PRODUCT };

static poly input(load_words of, int what, uint32_t axis, signals *s, net *n)
{
    return signals_vector(s, n, (input_kind)((int)of.first + what), of.link, of.number, axis);
}

static pvec named(net *n, const char *what, uint32_t number, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = net_assign(n, arena_printf(n->mem, "%s%u%c", what, number + 1, "xyz"[k]), u.v[k]);
    return u;
}

/* About the link's origin: P = (trace I / 2) E - I + m c c'. */
static load_inertia in_link(load_words of, signals *s, net *n)
{
    load_inertia l = {.mass = input(of, OF_MASS, 0, s, n)};
    pvec centre, moment, product;
    for (uint32_t k = 0; k < 3; k++) {
        centre.v[k] = input(of, OF_CENTRE, k, s, n);
        moment.v[k] = input(of, OF_MOMENT, k, s, n);
        product.v[k] = input(of, OF_PRODUCT, k, s, n);
        l.first.v[k] = poly_multiply(n, l.mass, centre.v[k]);
    }
    l.first = named(n, "ph", of.number, l.first);
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly twice = poly_sub(n, poly_add(n, moment.v[y], moment.v[z]), moment.v[x]);
        l.second[x][x] = poly_add(n, poly_scale(n, twice, 0.5),
                                  poly_multiply(n, l.first.v[x], centre.v[x]));
        /* products stand as xy, xz, yz: that of y and z is the last but x */
        l.second[y][z] = l.second[z][y] = poly_sub(
            n, poly_multiply(n, l.first.v[y], centre.v[z]), product.v[2 - x]);
    }
    return l;
}

static void name_second(net *n, const char *what, uint32_t number, load_inertia *l)
{
    for (int row = 0; row < 3; row++)
        for (int column = row; column < 3; column++)
            l->second[row][column] = l->second[column][row] = net_assign(
                n,
                arena_printf(n->mem, "%s%u%c%c", what, number + 1, "xyz"[row], "xyz"[column]),
                l->second[row][column]);
}

/* R P R', columns first. */
static void turn_second(net *n, uint32_t number, mat3 axes, load_inertia *l)
{
    poly half[3][3];
    for (int c = 0; c < 3; c++) {
        pvec column = {{l->second[0][c], l->second[1][c], l->second[2][c]}};
        column = named(n, "pQ", number, pvec_turn_constant(n, axes, false, column));
        for (int r = 0; r < 3; r++)
            half[r][c] = column.v[r];
    }
    for (int r = 0; r < 3; r++) {
        pvec row = {{half[r][0], half[r][1], half[r][2]}};
        row = pvec_turn_constant(n, axes, false, row);
        for (int c = r; c < 3; c++)
            l->second[r][c] = l->second[c][r] = row.v[c];
    }
}

load_inertia load_moved(load_words of, load_inertia l, mat3 axes, vec3 at, net *n)
{
    const uint32_t number = of.number;
    turn_second(n, number, axes, &l);
    name_second(n, "pR", number, &l);
    pvec h = named(n, "pr", number, pvec_turn_constant(n, axes, false, l.first));
    for (int r = 0; r < 3; r++)
        l.first.v[r] = poly_add(n, h.v[r], poly_scale(n, l.mass, at.v[r]));
    l.first = named(n, "pH", number, l.first);
    for (int r = 0; r < 3; r++) /* P + at h' + (h + m at) at' */
        for (int c = r; c < 3; c++) {
            poly moved = poly_add(n, poly_scale(n, h.v[c], at.v[r]),
                                  poly_scale(n, l.first.v[r], at.v[c]));
            l.second[r][c] = l.second[c][r] = poly_add(n, l.second[r][c], moved);
        }
    name_second(n, "pS", number, &l);
    return l;
}

load_inertia load_write(load_words of, mat3 axes, vec3 at, signals *s, net *n)
{
    load_inertia l = in_link(of, s, n);
    name_second(n, "pP", of.number, &l);
    return load_moved(of, l, axes, at, n);
}

static poly base_input(const model_body *b, uint32_t number, bool alone, signals *s, net *n)
{
    if (!base_number_is_given(b, number))
        return poly_zero();
    poly given = signals_vector(s, n, INPUT_BASE_PARAMETER, base_number_name(s->mem, b, number),
                                base_number_index(b, number), 0);
    return alone ? poly_sub(n, given, poly_number(n, wide_value(b->held[number]))) : given;
}

static load_inertia base_inertia(const model_body *b, bool alone, signals *s, net *n)
{
    load_inertia l = {.mass = base_input(b, 0, alone, s, n)};
    for (uint32_t k = 0; k < 3; k++)
        l.first.v[k] = base_input(b, 1 + k, alone, s, n);
    for (uint32_t k = 0; k < 6; k++) {
        const second_place at = SECOND_PLACE[k];
        l.second[at.row][at.column] = base_input(b, 4 + k, alone, s, n);
        l.second[at.column][at.row] = l.second[at.row][at.column];
    }
    return l;
}

/* The base parameters of body i of the model, in its frame; zero where they are no inputs. */
static load_inertia load_base(const model *m, uint32_t i, signals *s, net *n)
{
    return base_inertia(&m->bodies[i], false, s, n);
}

load_inertia load_base_alone(const model *m, uint32_t i, signals *s, net *n)
{
    load_inertia l = base_inertia(&m->bodies[i], true, s, n);
    l.first = named(n, "bh", i, l.first);
    name_second(n, "bP", i, &l);
    l.mass = net_assign(n, arena_printf(n->mem, "bm%u", i + 1), l.mass);
    return l;
}

bool loads_next(const tree *t, const model *m, uint32_t i, uint32_t *at, signals *s, net *n,
                load_inertia *out)
{
    for (; *at < t->payloads_count; ++*at) {
        mat3 axes;
        vec3 origin;
        if (t->payloads[*at].body != i)
            continue;
        model_pose(m, i, t->payloads[*at].link_in_body, &axes, &origin);
        *out = load_write(load_of_payload(t, *at), axes, origin, s, n);
        ++*at;
        return true;
    }
    if (*at > t->payloads_count || !m->bodies[i].given)
        return false;
    *out = load_base(m, i, s, n);
    ++*at;
    return true;
}

void load_add_wrench(net *n, const load_inertia *l, poly beta[3][3], pvec alpha,
                     load_scales scales, pvec *force, pvec *moment)
{
    for (int k = 0; k < 3; k++)
        alpha.v[k] = net_assign(n, NULL, poly_scale(n, alpha.v[k], scales.acceleration));
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly f = poly_multiply(n, l->mass, alpha.v[x]);
        poly m = poly_sub(n, poly_multiply(n, l->first.v[y], alpha.v[z]),
                          poly_multiply(n, l->first.v[z], alpha.v[y]));
        for (int k = 0; k < 3; k++) {
            f = poly_add(n, f, poly_multiply(n, beta[x][k], l->first.v[k]));
            m = poly_add(n, m, poly_multiply(n, l->second[k][y], beta[z][k]));
            m = poly_sub(n, m, poly_multiply(n, l->second[k][z], beta[y][k]));
        }
        force->v[x] = poly_add(n, force->v[x], poly_scale(n, f, 1 / scales.force));
        moment->v[x] = poly_add(n, moment->v[x], m);
    }
}
