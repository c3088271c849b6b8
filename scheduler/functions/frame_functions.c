/* SPDX-License-Identifier: MIT */
/* Position, velocity, acceleration and Jacobian of frames, each in the cheapest of the schemes. */
#include "algebra/anneal.h"
#include "functions/functions.h"
#include "writers/kinematics.h"

/* What a search tries forms on. */
typedef struct {
    const geometry *g;
    uint32_t asked;
    const objective *goal;
    progress *life;
    uint64_t left, all; /* of the budget: operations that may be written */
    kinematics_form f;
    double best;
} form_search;

static net write_shared(arena *mem, const geometry *g, uint32_t asked, const kinematics_form *f,
                        bool is_trial, signals *s)
{
    arena writing = arena_make();
    *s = (signals){.mem = mem, .t = g->t};
    net n = net_make(&writing);
    kinematics_write(&writing, g, asked, f, s, &n);
    if (is_trial)
        net_share_parts(&n);
    else
        net_share_proved(&n);
    n = net_move(&n, mem);
    arena_free(&writing);
    return n;
}

static double price(form_search *s)
{
    enum { BODY_OPERATIONS = 24 }; /* writing a body takes as long as these, swept away or not */
    arena mem = arena_make();
    signals inputs;
    net n = write_shared(&mem, s->g, s->asked, &s->f, true, &inputs);
    net_cost c = net_count(&n);
    double cost = objective_price(s->goal, &n);
    arena_free(&mem);
    uint64_t spent = c.mul + c.add + (uint64_t)BODY_OPERATIONS * s->g->t->bodies_count;
    s->left -= s->left < spent ? s->left : spent;
    if (!progress_continue(s->life, 1 - (double)s->left / (double)s->all))
        s->left = 0;
    return cost;
}

/* Whether the form as changed is cheaper; it is the caller's to put back what is not. */
static bool is_cheaper(form_search *s)
{
    double cost = s->left ? price(s) : s->best;
    if (cost >= s->best)
        return false;
    s->best = cost;
    return true;
}

static bool search_joins(form_search *s)
{
    bool found = false;
    for (uint32_t i = 1; i < s->g->t->bodies_count; i++) {
        if (!geometry_can_join(s->g, i))
            continue;
        s->f.joined[i] = !s->f.joined[i];
        if (is_cheaper(s))
            found = true;
        else
            s->f.joined[i] = !s->f.joined[i];
    }
    return found;
}

static bool search_product(form_search *s)
{
    bool found = false;
    uint8_t best = s->f.product;
    for (uint8_t k = 0; k <= NO_COLUMN && (s->asked & ASK_ROTATION); k++) {
        s->f.product = k;
        if (k != best && is_cheaper(s)) {
            found = true;
            best = k;
        }
    }
    s->f.product = best;
    return found;
}

static bool search_meetings(form_search *s)
{
    bool found = false;
    for (uint32_t k = 0; k < s->g->t->frames_count && s->f.scheme == SCHEME_HYBRID; k++) {
        uint32_t best = s->f.meeting[k], runs = kinematics_runs(s->g, &s->f, k);
        for (uint32_t at = 0; at <= runs; at++) {
            s->f.meeting[k] = at;
            if (at != best && is_cheaper(s)) {
                found = true;
                best = at;
            }
        }
        s->f.meeting[k] = best;
    }
    return found;
}

/* Where ways meet to begin with: at the last body that another frame hangs on as well; of a lone
 * frame, half way. */
static void first_meetings(arena *mem, const geometry *g, kinematics_form *f)
{
    uint32_t *ways = ARENA_ARRAY(mem, uint32_t, g->t->bodies_count);
    for (uint32_t k = 0; k < g->t->frames_count; k++)
        for (uint32_t i = g->t->frames[k].body; i; i = g->bodies[i].parent)
            ways[i]++;
    for (uint32_t k = 0; k < g->t->frames_count; k++) {
        uint32_t runs = kinematics_runs(g, f, k), alone = 0;
        for (uint32_t i = g->t->frames[k].body; i && ways[i] == 1; i = g->bodies[i].parent)
            alone += g->bodies[i].kind != BODY_FREE && !f->joined[i];
        f->meeting[k] = alone < runs ? alone : runs / 2;
    }
}

static kinematics_form find_form(arena *mem, const geometry *g, uint32_t asked,
                                 kinematic_scheme scheme, const objective *goal, uint64_t budget,
                                 progress *life)
{
    form_search s = {g, asked, goal, life, budget, budget + 1,
                     kinematics_form_plain(mem, g, scheme), 0};
    first_meetings(mem, g, &s.f);
    if (!budget)
        return s.f;
    s.best = price(&s);
    bool found = true;
    while (found && s.left) {
        found = search_joins(&s);
        found = search_product(&s) || found;
        found = search_meetings(&s) || found;
    }
    return s.f;
}

/* --- the cheapest scheme -------------------------------------------------------------------- */

/* A function of frames to be written by one of the schemes. */
typedef struct {
    arena *mem;
    const geometry *g;
    uint32_t asked;
    const equations_options *o;
    const objective *goal;
} scheme_request;

/* After the search for its best form. */
static net best_of_scheme(const scheme_request *q, kinematic_scheme scheme, signals *words)
{
    progress *life = q->o->life;
    uint64_t budget = effort_budget_of(q->o->effort, 0).form_operations / KINEMATIC_SCHEMES;
    progress_search(life, "schemes of kinematics");
    kinematics_form f = find_form(q->mem, q->g, q->asked, scheme, q->goal, budget, life);
    progress_end(life);
    return write_shared(q->mem, q->g, q->asked, &f, false, words);
}

static net searched(const scheme_request *q, const net *n)
{
    net_cost c = net_count(n);
    anneal_options search = {.seed = q->o->seed, .hot = 0.3, .cold = 0.1, .life = q->o->life,
                             .steps = effort_budget_of(q->o->effort, c.mul + c.add).steps /
                                      KINEMATIC_SCHEMES};
    if (!search.steps)
        return *n;
    progress_search(q->o->life, "search for fewer operations");
    net found = anneal(q->mem, n, &search);
    progress_end(q->o->life);
    return found;
}

static void write_plain(arena *mem, const tree *t, uint32_t asked, signals *s, net *n)
{
    geometry g = geometry_classic(mem, t);
    kinematics_form f = kinematics_form_plain(mem, &g, SCHEME_PROGRESSIVE);
    kinematics_write(mem, &g, asked, &f, s, n);
}

static void record_plain(arena *mem, const tree *t, uint32_t asked, equations *e)
{
    arena work = arena_make();
    signals s = {.mem = &work, .t = t};
    net n = net_make(&work);
    write_plain(&work, t, asked, &s, &n);
    equations_record(mem, e, "progressive, in the file's frames", &n);
    arena_free(&work);
}

/* Every scheme is searched before they are weighed: what sharing leaves of one, the search may
 * find. */
static void choose_scheme(arena *mem, const tree *t, const equations_options *o, uint32_t asked,
                          equations *e)
{
    geometry g = geometry_default(mem, t);
    const objective fewest = {0};
    const scheme_request q = {mem, &g, asked, o, &fewest};
    if (o->record_passes)
        record_plain(mem, t, asked, e);
    for (kinematic_scheme k = 0; k < KINEMATIC_SCHEMES; k++) {
        signals words;
        net n = best_of_scheme(&q, k, &words);
        n = searched(&q, &n);
        equations_weigh(mem, e, KINEMATIC_SCHEME_WORD[k], &n, &words);
    }
    equations_record(mem, e, "frames re-chosen, cheapest scheme, search", &e->graph);
}

static net shortest_scheme(arena *mem, const tree *t, const equations_options *o, uint32_t asked,
                           const objective *goal, signals *words)
{
    geometry g = geometry_default(mem, t);
    const scheme_request q = {mem, &g, asked, o, goal};
    net best = best_of_scheme(&q, SCHEME_PROGRESSIVE, words);
    for (kinematic_scheme k = SCHEME_PROGRESSIVE + 1; k < KINEMATIC_SCHEMES; k++) {
        signals own;
        net n = best_of_scheme(&q, k, &own);
        if (objective_price(goal, &n) >= objective_price(goal, &best))
            continue;
        best = n;
        *words = own;
    }
    return best;
}

/* --- the functions -------------------------------------------------------------------------- */

#define FRAME_FUNCTION(id, asked)                                                               \
    static void write_##id(arena *mem, const tree *t, signals *s, net *n)                       \
    {                                                                                           \
        write_plain(mem, t, asked, s, n);                                                       \
    }                                                                                           \
    static void choose_##id(arena *mem, const tree *t, const equations_options *o,              \
                            equations *e)                                                       \
    {                                                                                           \
        choose_scheme(mem, t, o, asked, e);                                                     \
    }                                                                                           \
    static net shortest_##id(arena *mem, const tree *t, const equations_options *o,             \
                             const objective *goal, signals *words)                             \
    {                                                                                           \
        return shortest_scheme(mem, t, o, asked, goal, words);                                  \
    }                                                                                           \
    const producer PRODUCER_##id = {.write = write_##id, .choose_forms = choose_##id,           \
                                    .short_forms = shortest_##id};

FRAME_FUNCTION(POSITION, ASK_ORIGIN | ASK_ROTATION)
FRAME_FUNCTION(VELOCITY, ASK_LINEAR | ASK_ANGULAR)
FRAME_FUNCTION(ACCELERATION, ASK_LINEAR_ACCELERATION | ASK_ANGULAR_ACCELERATION)
FRAME_FUNCTION(JACOBIAN, ASK_JACOBIAN)
