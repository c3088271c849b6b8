/* SPDX-License-Identifier: MIT */
#include "check/check_model.h"

#include "check/check.h"
#include "robot/payload.h"

#include <string.h>

typedef struct {
    arena *mem;
    check_model *m;
    const robot *r;
    const tree_options *o;
    const char *why_not;
    uint32_t root, tip;     /* links */
    bool *on_path;          /* per link: between root and tip */
    uint32_t *first, *next; /* joints of a link, the last of the file first */
} reader;

/* ---- numbers of the file --------------------------------------------------------------------- */

/* Of a rotation or axis (check.h). */
static amount entry_of(amount x)
{
    const double size = fabs(x.value.hi);
    if (size != 0 && (size != 1 || x.value.lo != 0) && x.size < CHECK_ENTRY)
        x.size = CHECK_ENTRY;
    return x;
}

static amat turn_of(mat3 r)
{
    amat out = amat_of(r);
    for (int k = 0; k < 9; k++)
        out.m[k / 3][k % 3] = entry_of(out.m[k / 3][k % 3]);
    return out;
}

static avec unit_of(avec a)
{
    const doubled length = amount_sqrt(avec_dot(a, a)).value;
    for (int k = 0; k < 3; k++)
        a.v[k] = entry_of(amount_of_doubled(doubled_divide(a.v[k].value, length)));
    return a;
}

static check_load load_of(inertia body)
{
    return (check_load){amount_of(body.mass_kg), avec_of(body.com_m),
                        amat_of(body.inertia_com_kgm2), 0};
}

static double length_of(avec a)
{
    return sqrt(avec_dot(a, a).value.hi);
}

/* How far a point of a body may be from the origin of the one that moves with it. */
static double reach_of(const check_model *m, uint32_t body, avec point)
{
    double sum = length_of(point);
    for (; m->bodies[body].hang == CHECK_FIXED && body; body = m->bodies[body].parent)
        sum += length_of(m->bodies[body].arm);
    return sum;
}

static bool load_is_heavy(inertia body)
{
    bool heavy = body.mass_kg != 0;
    for (int k = 0; k < 9; k++)
        heavy = heavy || body.inertia_com_kgm2.m[k / 3][k % 3] != 0;
    return heavy;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static uint32_t add_body(reader *w, check_body body)
{
    check_model *m = w->m;
    const uint32_t number = m->bodies_count;
    body.ratio = 1;
    body.root = body.hang == CHECK_FREE ? number : number ? m->bodies[body.parent].root : 0;
    body.moves = body.hang != CHECK_FIXED || (number && m->bodies[body.parent].moves);
    if (body.link != ROBOT_NONE) {
        const inertia of = w->r->links[body.link].body;
        body.is_heavy = body.moves && load_is_heavy(of);
        body.load = load_of(of);
        m->body_of_link[body.link] = number;
    }
    if (body.hang == CHECK_FREE) {
        body.coordinate = m->free_count;
        *ARENA_PUSH(w->mem, m, free) = number;
    }
    *ARENA_PUSH(w->mem, m, bodies) = body;
    if (body.hang == CHECK_FIXED && body.is_heavy)
        m->bodies[number].load.joined_m = reach_of(m, number, body.load.centre);
    return number;
}

static void add_coordinate(reader *w, uint32_t body, const robot_joint *j)
{
    check_body *b = &w->m->bodies[body];
    b->coordinate = w->m->coordinates_count;
    check_coordinate *c = ARENA_PUSH(w->mem, w->m, coordinates);
    *c = (check_coordinate){.name = b->name, .is_angle = b->hang == CHECK_TURNS};
    if (!j)
        return;
    c->driven = j->driven;
    for (int k = 0; k < LIMITS; k++) {
        const bool of_position = k == LIMIT_LOWER || k == LIMIT_UPPER;
        c->has_limit[k] = j->has_limit[k] && !(of_position && j->type == JOINT_CONTINUOUS);
        c->limit[k] = j->limit[k];
    }
}

/* The axes of a plane with the normal n, as tree.c has them: the shortest rotation from z to n
 * turns x into the first, x - n_x / (1 + n_z) (n + z) made unit across n. */
static void plane_axes(avec n, avec axes[2])
{
    const double nx = n.v[0].value.hi, ny = n.v[1].value.hi, nz = n.v[2].value.hi;
    const double across = nx * nx + ny * ny;
    const double k = nz >= 0 ? nx / (1 + nz) : across > 0 ? nx * (1 - nz) / across : 0;
    static const vec3 X = {{1, 0, 0}}, Z = {{0, 0, 1}};
    avec first = avec_sub(avec_of(X), avec_scale(avec_add(n, avec_of(Z)), amount_of(k)));
    first = avec_sub(first, avec_scale(n, avec_dot(n, first)));
    for (int i = 0; i < 3; i++) /* what doubles leave of a zero is zero */
        if (fabs(first.v[i].value.hi) < 0x1p-54)
            first.v[i] = amount_of(0);
    axes[0] = unit_of(first);
    axes[1] = avec_cross(n, axes[0]);
    for (int i = 0; i < 3; i++)
        axes[1].v[i] = entry_of(amount_of_doubled(axes[1].v[i].value));
}

/* A joint of several freedoms: massless bodies in one frame, the last of which carries the link. */
static void add_parts(reader *w, uint32_t joint, check_body first, const char *const suffix[],
                      const check_hang hang[], const avec axis[], uint32_t count)
{
    const robot_joint *j = &w->r->joints[joint];
    check_body part = first;
    for (uint32_t k = 0; k < count; k++) {
        part.name = arena_printf(w->mem, "%s.%s", j->name, suffix[k]);
        part.link = k + 1 < count ? ROBOT_NONE : j->child_link;
        part.hang = hang[k];
        part.axis = axis[k];
        part.parent = add_body(w, part);
        add_coordinate(w, part.parent, NULL);
        part.turn = amat_identity();
        part.arm = avec_zero();
    }
}

static void add_planar(reader *w, uint32_t joint, check_body at)
{
    static const char *const SUFFIX[] = {"x", "y", "rz"};
    static const check_hang HANG[] = {CHECK_SLIDES, CHECK_SLIDES, CHECK_TURNS};
    avec axes[3] = {avec_zero(), avec_zero(),
                    unit_of(avec_of(w->r->joints[joint].axis))};
    plane_axes(axes[2], axes);
    add_parts(w, joint, at, SUFFIX, HANG, axes, 3);
}

static void add_floating(reader *w, uint32_t joint, check_body at)
{
    static const char *const SUFFIX[] = {"x", "y", "z", "rx", "ry", "rz"};
    static const check_hang HANG[] = {CHECK_SLIDES, CHECK_SLIDES, CHECK_SLIDES,
                                      CHECK_TURNS, CHECK_TURNS, CHECK_TURNS};
    avec axes[6];
    if (!w->m->bodies[at.parent].moves) { /* its motion is told against space */
        at.name = w->r->links[at.link].name;
        at.hang = CHECK_FREE;
        at.parent = 0;
        (void)add_body(w, at);
        return;
    }
    for (int k = 0; k < 6; k++) {
        axes[k] = avec_zero();
        axes[k].v[k % 3] = amount_of(1);
    }
    add_parts(w, joint, at, SUFFIX, HANG, axes, 6);
}

static void add_joint(reader *w, uint32_t joint)
{
    const robot_joint *j = &w->r->joints[joint];
    check_body b = {.name = j->name, .link = j->child_link, .joint = joint,
                    .parent = w->m->body_of_link[j->parent_link],
                    .turn = turn_of(j->origin.rotation), .arm = avec_of(j->origin.position)};
    w->m->body_of_joint[joint] = w->m->bodies_count;
    switch (j->type) {
    case JOINT_FIXED: (void)add_body(w, b); return;
    case JOINT_PLANAR: add_planar(w, joint, b); return;
    case JOINT_FLOATING: add_floating(w, joint, b); return;
    case JOINT_REVOLUTE:
    case JOINT_CONTINUOUS:
    case JOINT_PRISMATIC: break;
    }
    b.hang = j->type == JOINT_PRISMATIC ? CHECK_SLIDES : CHECK_TURNS;
    b.axis = unit_of(avec_of(j->axis));
    if (w->o->balls_turn)
        b.ball_part = j->ball_part;
    if (b.ball_part == 3) {
        b.ball[2] = w->m->bodies_count;
        b.ball[1] = b.parent;
        b.ball[0] = w->m->bodies[b.parent].parent;
    }
    const uint32_t number = add_body(w, b);
    if (j->mimic_joint == ROBOT_NONE)
        add_coordinate(w, number, j);
}

/* Nothing below the tip stays, and beside the way to it only what is welded to that. */
static bool is_kept(const reader *w, const robot_joint *j)
{
    if (w->tip == ROBOT_NONE)
        return true;
    return j->parent_link != w->tip && (j->type == JOINT_FIXED || w->on_path[j->child_link]);
}

/* Depth first, joints in file order. */
static void walk(reader *w)
{
    const robot *r = w->r;
    uint32_t *waiting = ARENA_ARRAY(w->mem, uint32_t, r->joints_count + 1), count = 0;
    w->first = ARENA_ARRAY(w->mem, uint32_t, r->links_count + 1);
    w->next = ARENA_ARRAY(w->mem, uint32_t, r->joints_count + 1);
    for (uint32_t k = 0; k < r->links_count; k++)
        w->first[k] = ROBOT_NONE;
    for (uint32_t k = 0; k < r->joints_count; k++) {
        w->next[k] = w->first[r->joints[k].parent_link];
        w->first[r->joints[k].parent_link] = k;
    }
    for (uint32_t link = w->root;;) {
        for (uint32_t k = w->first[link]; k != ROBOT_NONE; k = w->next[k])
            if (is_kept(w, &r->joints[k]))
                waiting[count++] = k;
        if (count == 0)
            return;
        const uint32_t joint = waiting[--count];
        add_joint(w, joint);
        link = r->joints[joint].child_link;
    }
}

/* Joints that follow others share their coordinates. */
static void follow(reader *w)
{
    for (uint32_t i = 1; i < w->m->bodies_count; i++) {
        check_body *b = &w->m->bodies[i];
        if (b->joint == ROBOT_NONE || w->r->joints[b->joint].mimic_joint == ROBOT_NONE)
            continue;
        w->m->follows = true;
        const robot_joint *j = &w->r->joints[b->joint];
        const uint32_t master = w->m->body_of_joint[j->mimic_joint];
        if (master == ROBOT_NONE)
            w->why_not = "a joint follows one that is not there";
        else
            b->coordinate = w->m->bodies[master].coordinate;
        b->ratio = j->mimic_ratio;
        b->offset = j->mimic_offset;
    }
}

/* ---- what stands on links -------------------------------------------------------------------- */

static uint32_t find_link(reader *w, const char *name)
{
    for (uint32_t k = 0; name && k < w->r->links_count; k++)
        if (strcmp(w->r->links[k].name, name) == 0)
            return k;
    return ROBOT_NONE;
}

static uint32_t find_body(reader *w, const char *link)
{
    const uint32_t number = find_link(w, link);
    const uint32_t body = number == ROBOT_NONE ? ROBOT_NONE : w->m->body_of_link[number];
    if (body == ROBOT_NONE)
        w->why_not = "a link that an option or element names is not there";
    return body == ROBOT_NONE ? 0 : body;
}

static check_spot spot_of(reader *w, const char *name, const char *link, vec3 at)
{
    return (check_spot){.name = name, .body = find_body(w, link), .at = avec_of(at)};
}

static void add_payloads(reader *w)
{
    static const vec3 ORIGIN = {{0, 0, 0}};
    diag unsaid = diag_make(w->mem); /* was said when the tree was built */
    for (uint32_t k = 0; k < w->o->payloads_count; k++) {
        payload given = {0};
        if (payload_read(w->mem, w->o->payloads[k], &given, &unsaid) != STATUS_OK)
            w->why_not = "a payload cannot be read";
        check_spot spot = spot_of(w, given.link, given.link, ORIGIN);
        spot.load = load_of(given.body);
        spot.load.joined_m = reach_of(w->m, spot.body, spot.load.centre);
        if (given.is_input)
            *ARENA_PUSH(w->mem, w->m, payloads) = spot;
        else
            *ARENA_PUSH(w->mem, w->m, loads) = spot;
    }
}

/* Whether a link without children moves by a joint, and not with a free body. */
static bool is_tip(const reader *w, uint32_t link)
{
    uint32_t b = w->m->body_of_link[link];
    if (b == ROBOT_NONE || !w->m->bodies[b].moves)
        return false;
    while (w->m->bodies[b].hang == CHECK_FIXED)
        b = w->m->bodies[b].parent;
    bool alone = w->m->bodies[b].hang != CHECK_FREE;
    for (uint32_t k = w->first[link]; k != ROBOT_NONE; k = w->next[k])
        alone = alone && w->m->body_of_link[w->r->joints[k].child_link] == ROBOT_NONE;
    return alone;
}

static void add_frames(reader *w)
{
    static const vec3 ORIGIN = {{0, 0, 0}};
    for (uint32_t k = 0; k < w->o->frames_count; k++) {
        const frame_wish *f = &w->o->frames[k];
        *ARENA_PUSH(w->mem, w->m, frames) = spot_of(w, f->name, f->link, f->at_m);
    }
    for (uint32_t k = 0; !w->o->frames_count && w->o->tips && k < w->r->links_count; k++)
        if (is_tip(w, k)) {
            const char *name = w->r->links[k].name;
            *ARENA_PUSH(w->mem, w->m, frames) = spot_of(w, name, name, ORIGIN);
        }
}

/* What a file says of joints and bodies goes with their links. */
static bool is_gone(reader *w, const robot_element *e)
{
    for (int k = 0; e->of_joint && k < 2; k++) {
        const uint32_t link = find_link(w, e->link[k]);
        if (link != ROBOT_NONE && w->m->body_of_link[link] == ROBOT_NONE)
            return true;
    }
    return false;
}

static void add_wheel(reader *w, check_element *to)
{
    for (uint32_t i = 1; i < w->m->bodies_count; i++) {
        const check_body *b = &w->m->bodies[i];
        if (b->joint == ROBOT_NONE || strcmp(w->r->joints[b->joint].name, to->what->joint) != 0)
            continue;
        to->body[0] = i;
        to->body[1] = b->parent;
        return;
    }
    w->why_not = "a wheel's joint is not there";
}

/* The body that hangs by an elementary joint; 0: none does. */
static uint32_t hangs_by(const reader *w, const char *joint)
{
    for (uint32_t i = 1; i < w->m->bodies_count; i++)
        if (w->m->bodies[i].hang != CHECK_FREE && strcmp(w->m->bodies[i].name, joint) == 0)
            return i;
    return 0;
}

static void add_torsion(reader *w, check_element *to)
{
    const char *const joints[] = {to->what->joint, to->what->other};
    for (int k = 0; k < 2 && joints[k]; k++) {
        to->body[k] = hangs_by(w, joints[k]);
        if (!to->body[k])
            w->why_not = "a torsion's joint is not there";
    }
}

static void add_elements(reader *w, const element_list *list)
{
    for (uint32_t n = 0; list && n < list->list_count; n++) {
        const robot_element *e = &list->list[n];
        if (is_gone(w, e))
            continue;
        check_element to = {.what = e};
        static const int POINTS[ELEMENT_KINDS] = {
            [ELEMENT_FORCE] = 1, [ELEMENT_LINK] = 2, [ELEMENT_TURN] = 2};
        const int points = POINTS[e->kind];
        for (int k = 0; k < points; k++)
            to.body[k] = find_body(w, e->link[k]);
        if (e->kind == ELEMENT_WHEEL)
            add_wheel(w, &to);
        if (e->kind == ELEMENT_TORSION)
            add_torsion(w, &to);
        *ARENA_PUSH(w->mem, w->m, elements) = to;
    }
}

static void add_tendons(reader *w)
{
    for (uint32_t n = 0; n < w->r->tendons_count; n++) {
        const robot_tendon *t = &w->r->tendons[n];
        bool whole = true;
        for (uint32_t k = 0; k < t->terms_count; k++)
            whole = whole && w->m->body_of_joint[t->terms[k].joint] != ROBOT_NONE;
        if (whole)
            *ARENA_PUSH(w->mem, w->m, tendons) = t;
    }
}

uint32_t check_common(const check_model *m, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = m->bodies[a].parent;
        else
            b = m->bodies[b].parent;
    return a;
}

static bool cut_is_outside(reader *w, const robot_cut *c)
{
    for (int k = 0; k < 2 && !cut_is_of_joints(c->kind); k++) {
        const uint32_t link = find_link(w, c->link[k]);
        if (link != ROBOT_NONE && w->m->body_of_link[link] == ROBOT_NONE)
            return true;
    }
    return false;
}

/* The body that turns by that joint; of no joint the base. */
static uint32_t find_wheel(const reader *w, const char *joint)
{
    uint32_t i = w->m->bodies_count - 1;
    while (i && (w->m->bodies[i].hang != CHECK_TURNS || strcmp(w->m->bodies[i].name, joint) != 0))
        i--;
    return i;
}

static void add_cuts(reader *w, const cut_list *list, bool of_file)
{
    for (uint32_t n = 0; list && n < list->list_count; n++) {
        const robot_cut *c = &list->list[n];
        check_cut to = {.what = c};
        if (of_file && cut_is_outside(w, c))
            continue;
        for (int k = 0; k < 2 && !cut_is_of_joints(c->kind); k++) {
            to.body[k] = find_body(w, c->link[k]);
            to.turn[k] = turn_of(c->frame[k].rotation);
            to.at[k] = avec_of(c->frame[k].position);
        }
        if (c->kind == CUT_ROLLING) {
            to.body[1] = find_wheel(w, c->terms[0].joint);
            to.turn[0] = to.turn[1] = amat_identity();
        }
        to.from = check_common(w->m, to.body[0], to.body[1]);
        while (to.from && w->m->bodies[to.from].hang == CHECK_FIXED)
            to.from = w->m->bodies[to.from].parent;
        *ARENA_PUSH(w->mem, w->m, cuts) = to;
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void find_ends(reader *w)
{
    const robot *r = w->r;
    w->root = w->o->root ? find_link(w, w->o->root) : r->root_link;
    w->tip = w->o->tip ? find_link(w, w->o->tip) : ROBOT_NONE;
    if (w->root == ROBOT_NONE || (w->o->tip && w->tip == ROBOT_NONE)) {
        w->why_not = "an end of the chosen part is not there";
        return;
    }
    w->on_path = ARENA_ARRAY(w->mem, bool, r->links_count);
    for (uint32_t at = w->tip; at != ROBOT_NONE;) {
        w->on_path[at] = true;
        const uint32_t joint = r->links[at].parent_joint;
        at = at == w->root || joint == ROBOT_NONE ? ROBOT_NONE : r->joints[joint].parent_link;
    }
}

static void add_root(reader *w)
{
    const bool floats = w->o->floating_base;
    check_body b = {.name = "base", .link = floats ? ROBOT_NONE : w->root, .joint = ROBOT_NONE,
                    .turn = amat_identity()};
    (void)add_body(w, b);
    if (!floats)
        return;
    b.name = w->r->links[w->root].name;
    b.link = w->root;
    b.hang = CHECK_FREE;
    (void)add_body(w, b);
}

bool check_model_make(arena *mem, const robot *r, const tree_options *o, check_model *out,
                      const char **why_not)
{
    reader w = {.mem = mem, .m = out, .r = r, .o = o};
    static const vec3 ORIGIN = {{0, 0, 0}};
    *out = (check_model){.r = r, .o = o};
    out->body_of_link = ARENA_ARRAY(mem, uint32_t, r->links_count + 1);
    out->body_of_joint = ARENA_ARRAY(mem, uint32_t, r->joints_count + 1);
    memset(out->body_of_link, 0xff, (r->links_count + 1) * sizeof *out->body_of_link);
    memset(out->body_of_joint, 0xff, (r->joints_count + 1) * sizeof *out->body_of_joint);
    find_ends(&w);
    if (!w.why_not) {
        add_root(&w);
        walk(&w);
        follow(&w);
        for (uint32_t k = 0; k < o->force_links_count; k++)
            *ARENA_PUSH(mem, out, forces) = spot_of(&w, o->force_links[k], o->force_links[k],
                                                    ORIGIN);
        add_payloads(&w);
        check_take_given(mem, out);
        add_frames(&w);
        add_elements(&w, &r->elements);
        add_elements(&w, o->elements);
        check_take_numbers(mem, out);
        add_tendons(&w);
        add_cuts(&w, &r->cuts, true);
        add_cuts(&w, o->cuts, false);
    }
    out->freedoms = 6 * out->free_count + out->coordinates_count;
    const uint32_t owners[WORD_OWNERS] = {
        [OWNER_COORDINATE] = out->coordinates_count, [OWNER_FREE_BODY] = out->free_count,
        [OWNER_FORCE] = out->forces_count, [OWNER_FREEDOM] = out->freedoms,
        [OWNER_FRAME] = out->frames_count, [OWNER_BASE] = 1,
        [OWNER_PAYLOAD] = out->payloads_count, [OWNER_ELEMENT] = out->elements_count,
        [OWNER_LINK] = out->given_count, [OWNER_NUMBER] = out->numbers_count};
    memcpy(out->owners, owners, sizeof owners);
    *why_not = w.why_not;
    return w.why_not == NULL;
}

const char *check_freedom_name(arena *mem, const check_model *m, uint32_t freedom)
{
    static const char *const AXIS[] = {"x", "y", "z", "rx", "ry", "rz"};
    const uint32_t of_free = 6 * m->free_count;
    if (freedom >= of_free)
        return m->coordinates[freedom - of_free].name;
    return arena_printf(mem, "%s.%s", m->bodies[m->free[freedom / 6]].name, AXIS[freedom % 6]);
}
