#include "passes.h"

#include "base/output.h"
#include "equations/frames.h"
#include "equations/loops/loops.h"
#include "operations/angles.h"
#include "program/robot_samples.h"
#include "program/tau_write.h"
#include "robot/numbers.h"
#include "tasks/tasks.h"

#include <stdlib.h>
#include <string.h>

passes_settings passes_default(void)
{
    return (passes_settings){.urdf = urdf_options_default(),
                             .joints = joint_settings_default(), .tree = tree_options_default(),
                             .equations = equations_options_default(),
                             .equations_share = 1, .sums = SUMS_BALANCED,
                             .numbers = numbers_wish_default(),
                             .schedule = schedule_wish_default()};
}

/* ---- description to operations --------------------------------------------------------------- */

/* Standard input has no name that tells what it is: a robot description is XML, in some encoding,
 * and no graph of operations begins so. */
static bool looks_like_xml(const input_file *f)
{
    size_t at = 0;
    while (at < f->length && strchr(" \t\r\n", f->bytes[at]) && f->bytes[at])
        at++;
    const unsigned char first = at < f->length ? (unsigned char)f->bytes[at] : '<';
    return first == '<' || first == 0 || first >= 0xEF; /* byte order marks */
}

static status take_source(arena *mem, const char *path, passes_forms *f, diag *d)
{
    *f = (passes_forms){0};
    bool is_ops = passes_is_ops_file(path);
    if (is_ops) { /* an endless one is left at its first NUL byte */
        f->source.name = f->source.path = path;
        return file_read_text(mem, path, &f->source.bytes, &f->source.length, d);
    }
    TRY(input_read(mem, path, &f->source, d));
    f->from_robot = !input_is_stdin(path) || looks_like_xml(&f->source);
    return f->from_robot ? STATUS_OK : input_check_text(&f->source, d);
}

/* Orientation of a link in the root's axes, with all joints at zero. */
static mat3 link_axes(const robot *r, uint32_t link)
{
    mat3 axes = mat3_identity();
    for (uint32_t at = link; r->links[at].parent_joint != ROBOT_NONE;) {
        const robot_joint *j = &r->joints[r->links[at].parent_joint];
        axes = mat3_multiply(j->origin.rotation, axes);
        at = j->parent_link;
    }
    return axes;
}

/* What the file says of gravity counts unless the user says otherwise; the tree wants it in the
 * axes of its own root. */
static void take_gravity(const robot *r, const passes_settings *s, tree_options *of, diag *d)
{
    const vec3 g = r->gravity_ms2, standard = of->gravity_ms2;
    if (!r->has_gravity || s->gravity_given)
        return;
    of->gravity_ms2 = g;
    for (uint32_t i = 0; of->root && i < r->links_count; i++)
        if (strcmp(r->links[i].name, of->root) == 0)
            of->gravity_ms2 = mat3_apply(mat3_transpose(link_axes(r, i)), g);
    if (vec3_norm(vec3_sub(g, standard)) > 0)
        diag_note(d, r->gravity_at, "gravity is that of the file, %g %g %g m/s^2; --gravity "
                  "replaces it", g.v[0], g.v[1], g.v[2]);
}

/* Whether frames are chosen by offsets, too. Not where results depend on them: parameters are what
 * a body has in its frame. */
static bool count_offsets(const passes_settings *s)
{
    return s->plain_angles && !function_has(s->equations.function, ARRAY_REGRESSOR);
}

static status build_tree(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    tree_options options = s->tree;
    TRY(robot_read_bytes(mem, &f->source, &s->urdf, &f->robot, d));
    if (s->cache) /* xacro makes other bytes of it */
        cache_hear(s->cache, f->source.bytes, f->source.length);
    TRY(joint_settings_apply(mem, &s->joints, &f->robot, d));
    take_gravity(&f->robot, s, &options, d);
    TRY(tree_build(mem, &f->robot, &options, &f->tree, d));
    f->options = options;
    f->tree.plain_angles = count_offsets(s);
    return STATUS_OK;
}

status passes_tree(arena *mem, const char *path, const passes_settings *s, passes_forms *f, diag *d)
{
    TRY(take_source(mem, path, f, d));
    return build_tree(mem, s, f, d);
}

/* With --plain-angles: sines and cosines of a joint's own angle. */
static status take_plain(arena *mem, const passes_settings *s, const char *file, ops *p,
                         plain_inputs *made, diag *d)
{
    *made = (plain_inputs){.wanted = s->plain_angles};
    if (!s->plain_angles)
        return STATUS_OK;
    made->inputs = ops_moved_angles(p);
    if (p->width && made->inputs)
        return diag_error(d, (place){.file = file},
                          "the points of operations in fixed point were chosen for their inputs: "
                          "leave out --plain-angles");
    made->operations = ops_plain_angles(mem, p);
    return ops_check(p, file, d);
}

/* With --trig core: sines and cosines as operations. */
static status take_angles(arena *mem, const passes_settings *s, const char *file, ops *p,
                          plain_inputs *made, diag *d)
{
    if (p->width && !s->fixed_angles && ops_count(p).per_unit[UNIT_TRIG])
        return diag_error(d, (place){.file = file},
                          "in fixed point only circuits compute sines and cosines: use compile "
                          "--circuit");
    if (!s->compute_angles)
        return take_plain(mem, s, file, p, made, d);
    if (s->plain_angles)
        return diag_error(d, (place){0}, "--trig core takes angles themselves: leave out "
                                         "--plain-angles");
    *made = (plain_inputs){0};
    if (p->width || (s->numbers.width && !s->fixed_angles))
        return diag_error(d, (place){.file = file},
                          "operations in fixed point take their sines from the host: leave out "
                          "--trig core");
    ops_compute_angles(mem, p);
    return ops_check(p, file, d);
}

/* Equations as operations. */
static status lower(arena *mem, const passes_settings *s, sum_shape sums, passes_forms *f, diag *d)
{
    TRY(ops_lower(mem, f->equations, sums, &f->ops, d));
    return take_angles(mem, s, f->ops.robot, &f->ops, &f->plain, d);
}

/* Functions of trees are what other libraries give for robots with loops, too: users add what holds
 * the cuts themselves. They are told that it is not in it. */
static void note_open(const passes_settings *s, const tree *t, diag *d)
{
    if (t->cuts_count && !function_has(s->equations.function, ARRAY_RESIDUAL))
        diag_note(d, t->cuts[0].what.at,
                  "%u cut%s ('%s'%s) left open: function '%s' is computed for the tree, without "
                  "the forces that hold the cuts closed",
                  t->cuts_count, t->cuts_count == 1 ? "" : "s",
                  text_shown(d->mem, t->cuts[0].what.name), t->cuts_count == 1 ? "" : " first",
                  FUNCTION_KIND[s->equations.function].name);
}

static status build_operations(arena *mem, const passes_settings *s, double share,
                               passes_forms *f, diag *d)
{
    kept_result k = kept_equations(mem, s->cache, &f->tree, &s->equations);
    f->equations = kept_find_equations(mem, &k, d);
    if (f->equations) {
        TRY(equations_check_tree(&f->tree, s->equations.function, d)); /* for its notes */
    } else {
        double end = progress_share(s->equations.life, share);
        TRY(equations_build(mem, &f->tree, &s->equations, &f->equations, d));
        progress_unshare(s->equations.life, end);
        kept_store(&k, 1, f->equations, NULL, NULL, d);
    }
    return lower(mem, s, s->sums, f, d);
}

/* Whether the first is what is asked for: a shorter path, or fewer operations. */
static bool is_less(const passes_settings *s, const ops *a, const ops *b)
{
    const ops_counts x = ops_count(a), y = ops_count(b);
    if (s->equations.shortest && x.critical_path != y.critical_path)
        return x.critical_path < y.critical_path;
    return a->list_count < b->list_count;
}

/* With --plain-angles: in frames that offsets count in, or in the best without regard to them, with
 * rotations; of both the one with fewer operations. */
static status choose_frames(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    passes_forms *other = ARENA_ARRAY(mem, passes_forms, 1); /* equations refer to its tree */
    diag unsaid = diag_make(mem); /* the same is said of both */
    *other = *f;
    other->tree.plain_angles = false;
    const status done = build_operations(mem, s, s->equations_share / 2, other, &unsaid);
    TRY(build_operations(mem, s, s->equations_share, f, d));
    if (done == STATUS_OK && is_less(s, &other->ops, &f->ops)) {
        f->equations = other->equations;
        f->ops = other->ops;
        f->plain = other->plain;
    }
    return STATUS_OK;
}

status passes_check(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    tree_options options = f->options;
    f->check = (check_result){.why_not = s->no_check ? "--no-check" : "there is no robot"};
    if (s->no_check || !f->from_robot || !f->robot.links_count)
        return STATUS_OK;
    options.newton_passes = f->tree.newton_passes; /* which cores may have chosen */
    const check_wish wish = {.seed = s->equations.seed};
    return check_graph(mem, &f->robot, &options, &f->ops, &wish, &f->check, d);
}

status passes_operations(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    note_open(s, &f->tree, d);
    f->tree.plain_angles = count_offsets(s); /* the tree may have been made for another function */
    if (f->tree.plain_angles && frames_hold_offsets(&f->tree))
        TRY(choose_frames(mem, s, f, d));
    else
        TRY(build_operations(mem, s, s->equations_share, f, d));
    TRY(passes_check(mem, s, f, d));
    return numbers_apply(mem, &s->numbers, &f->ops, &f->facts, d);
}

bool passes_is_ops_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".ops") == 0;
}

static status read_ops(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    const input_file *from = &f->source;
    TRY(ops_parse(mem, from->name, from->bytes, from->length, &f->ops, d));
    if (s->function_given && f->ops.function != s->equations.function)
        return diag_error(d, (place){.file = from->name}, "the file computes '%s', not '%s'",
                          FUNCTION_KIND[f->ops.function].name,
                          FUNCTION_KIND[s->equations.function].name);
    TRY(take_angles(mem, s, from->name, &f->ops, &f->plain, d));
    f->check.why_not = "a .ops file has no robot";
    return numbers_apply(mem, &s->numbers, &f->ops, &f->facts, d);
}

static status read_source(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    if (!f->from_robot)
        return read_ops(mem, s, f, d);
    TRY(build_tree(mem, s, f, d));
    return passes_operations(mem, s, f, d);
}

status passes_read(arena *mem, const char *path, const passes_settings *s, passes_forms *f, diag *d)
{
    TRY(take_source(mem, path, f, d));
    return read_source(mem, s, f, d);
}

status passes_variants(arena *mem, const passes_settings *s, const passes_forms *from,
                       passes_forms **list, uint32_t *count, diag *d)
{
    equations_front front;
    double end = progress_share(s->equations.life, s->equations_share);
    note_open(s, &from->tree, d);
    TRY(equations_build_front(mem, &from->tree, &s->equations, &front, d));
    progress_unshare(s->equations.life, end);
    *count = front.count;
    *list = ARENA_ARRAY(mem, passes_forms, front.count);
    for (uint32_t i = 0; i < front.count; i++) {
        (*list)[i] = *from;
        (*list)[i].equations = front.list[i];
        TRY(lower(mem, s, SUMS_BALANCED, &(*list)[i], d));
    }
    return STATUS_OK;
}

/* Paths are measured on the machine of the wish. */
static void count_cycles(passes_settings *s)
{
    const schedule_wish *w = &s->schedule;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        s->equations.cycles.of[k] = w->target.latency_cycles[k] + w->target.transfer_cycles;
    if (s->compute_angles)
        s->equations.cycles.sine = s->equations.cycles.of[UNIT_TRIG];
}

/* After the smallest, which said all notes. */
static status variants_unsaid(arena *mem, const passes_settings *s, const passes_forms *from,
                              passes_forms **list, uint32_t *count, diag *d)
{
    diag unsaid = diag_make(mem);
    const status done = passes_variants(mem, s, from, list, count, &unsaid);
    if (done != STATUS_OK)
        d->error = unsaid.error;
    return done;
}

/* Above so many, operations fill a CPU, and the search would take minutes. */
enum { CPU_OPERATIONS = 2000 };

status passes_for_cpu(arena *mem, const passes_settings *s, passes_forms *f, diag *d)
{
    const ops_counts n = ops_count(&f->ops);
    const bool divides = n.per_unit[UNIT_DIV] || n.per_unit[UNIT_SQRT];
    if (!divides || f->ops.list_count > CPU_OPERATIONS || !s->equations.effort ||
        s->equations.form != FORMALISM_DEFAULT)
        return STATUS_OK;
    passes_settings own = *s;
    passes_forms *variants;
    uint32_t count, least = UINT32_MAX;
    const passes_forms from = *f;
    count_cycles(&own);
    memcpy(own.equations.units, s->schedule.target.units, sizeof own.equations.units);
    TRY(variants_unsaid(mem, &own, &from, &variants, &count, d));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bound = schedule_wish_bounds(&variants[i].ops, &s->schedule).cycles;
        if (bound < least) {
            least = bound;
            *f = variants[i];
        }
    }
    return passes_check(mem, s, f, d);
}

/* Where units and not the path are the limit, other equations gain 1 to 3 %, which is worth some
 * seconds of search, but not minutes; and none at all in graphs of more operations than MOST. */
static bool worth_variants(const passes_settings *s, const ops *smallest)
{
    enum { FEW = 1200, MOST = 3500 };
    const uint32_t count = smallest->list_count;
    if (!count || !s->equations.effort || s->equations.form != FORMALISM_DEFAULT)
        return false;
    if (s->equations.effort > 2 || count <= FEW)
        return true;
    const wish_bounds b = schedule_wish_bounds(smallest, &s->schedule);
    return count <= MOST && b.cycles < b.path + b.path / 4;
}

static passes_graphs graphs_of(arena *mem, passes_forms *forms, uint32_t count)
{
    ops *list = ARENA_ARRAY(mem, ops, count);
    for (uint32_t i = 0; i < count; i++)
        list[i] = forms[i].ops;
    return (passes_graphs){.list = list, .forms = forms, .count = count, .variants = count,
                           .source = forms->source,
                           .bound = forms->ops.width ? forms->facts.bound : NULL};
}

/* The variant that was chosen before, and its schedule, in the place of all; false: none is kept.
 * Warnings about its numbers are kept with it. */
static bool recall_choice(arena *mem, const passes_settings *s, const passes_forms *f, kept_result *k,
                          passes_graphs *out, diag *d)
{
    passes_forms *one = ARENA_ARRAY(mem, passes_forms, 1);
    schedule *found = ARENA_ARRAY(mem, schedule, 1);
    diag unsaid = diag_make(mem);
    *one = *f;
    one->equations = kept_find_equations(mem, k, d);
    if (!one->equations)
        return false;
    if (lower(mem, s, SUMS_BALANCED, one, &unsaid) != STATUS_OK ||
        passes_check(mem, s, one, &unsaid) != STATUS_OK ||
        numbers_apply(mem, &s->numbers, &one->ops, &one->facts, &unsaid) != STATUS_OK) {
        kept_spoilt(k, unsaid.error.text, d);
        return false;
    }
    if (!kept_find_schedule(mem, k, &one->ops, &s->schedule, found, d))
        return false;
    *out = graphs_of(mem, one, 1);
    out->variants = k->entry.variants;
    out->kept = found;
    return true;
}

/* What a choice depends on beside equations and machine. */
static const char *choice_settings(arena *mem, const passes_settings *s)
{
    return arena_printf(mem, "sums %d angles %d %d %d numbers %u %u place %d\n", (int)s->sums,
                        s->compute_angles, s->fixed_angles, s->plain_angles, s->numbers.width,
                        s->numbers.effort, s->place);
}

/* The equations with the fewest operations, and every variant between those of a shorter search and
 * the shortest path. */
static status build_front(arena *mem, const passes_settings *s, passes_forms *f, passes_graphs *out,
                          diag *d)
{
    passes_settings own = *s;
    passes_forms *variants = NULL;
    uint32_t count = 0;
    own.equations_share = s->equations_share / 4;
    own.sums = SUMS_BALANCED; /* like all variants */
    TRY(build_operations(mem, &own, own.equations_share, f, d));
    own.equations_share = s->equations_share - own.equations_share;
    if (worth_variants(s, &f->ops))
        TRY(variants_unsaid(mem, &own, f, &variants, &count, d));
    passes_forms *forms = ARENA_ARRAY(mem, passes_forms, count + 1);
    forms[0] = *f;
    for (uint32_t i = 0; i < count; i++)
        forms[i + 1] = variants[i];
    *out = graphs_of(mem, forms, count + 1);
    return STATUS_OK;
}

static status read_front(arena *mem, const passes_settings *s, passes_forms *f, passes_graphs *out,
                         diag *d)
{
    TRY(build_tree(mem, s, f, d));
    kept_result k = kept_choice(mem, s->cache, &f->tree, &s->equations, &s->schedule,
                                choice_settings(mem, s));
    note_open(s, &f->tree, d);
    if (recall_choice(mem, s, f, &k, out, d))
        TRY(equations_check_tree(&f->tree, s->equations.function, d)); /* for its notes */
    else
        TRY(build_front(mem, s, f, out, d));
    out->choice = k;
    return STATUS_OK;
}

static status read_one(arena *mem, const passes_settings *s, passes_forms *f, passes_graphs *out,
                       diag *d)
{
    TRY(read_source(mem, s, f, d));
    passes_forms *forms = ARENA_ARRAY(mem, passes_forms, 1);
    *forms = *f;
    *out = graphs_of(mem, forms, 1);
    return STATUS_OK;
}

status passes_read_graphs(arena *mem, const char *path, const passes_settings *s,
                          passes_graphs *out, diag *d)
{
    passes_settings own = *s;
    passes_forms f;
    const schedule_wish *w = &s->schedule;
    count_cycles(&own);
    own.equations.shortest = w->goal == GOAL_LATENCY;
    if (w->goal == GOAL_MACHINE)
        memcpy(own.equations.units, w->target.units, sizeof own.equations.units);
    own.sums = own.equations.shortest ? SUMS_BALANCED : s->sums;
    own.equations_share = w->goal == GOAL_THROUGHPUT ? PASSES_SHARE_BEFORE_MANY
                                                     : PASSES_SHARE_BEFORE_ONE;
    TRY(take_source(mem, path, &f, d));
    return w->goal == GOAL_MACHINE && f.from_robot ? read_front(mem, &own, &f, out, d)
                                                   : read_one(mem, &own, &f, out, d);
}

/* ---- operations to program ------------------------------------------------------------------- */

/* An interval is a promise, the length of a run comes after it. */
static bool is_better(const schedule *s, const schedule *best)
{
    return s->interval < best->interval ||
           (s->interval == best->interval && s->cycles < best->cycles);
}

/* A task per module, for the scheduler to begin with. Sequences move while transfers and words get
 * fewer: on a ring every word takes a cycle of the relays on its way. */
static status place_by_tasks(arena *mem, const passes_graphs *graphs, uint32_t number,
                             schedule_wish *w, diag *d)
{
    if (!graphs->forms || !graphs->forms[number].from_robot)
        return diag_error(d, (place){0}, "--place tasks needs a robot description");
    const tree *t = &graphs->forms[number].tree;
    const ops *p = &graphs->list[number];
    const tasks_wish wish = {.ranks = w->target.modules, .weight = 1, .word_weight = 1,
                             .seed = w->options.seed, .life = w->options.life};
    uint32_t *module_of = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
    loops l;
    task_plan plan;
    if (t->cuts_count)
        TRY(loops_find(mem, t, &l, d));
    TRY(tasks_plan(mem, t, t->cuts_count ? &l : NULL, p, &wish, &plan, d));
    for (uint32_t i = 0; i < p->list_count; i++)
        module_of[i] = plan.best->split.task[plan.s.of_op[i]];
    w->options.module_of = module_of;
    return STATUS_OK;
}

static bool begins_with_tasks(const passes_graphs *graphs, uint32_t number,
                              const passes_settings *s)
{
    const schedule_wish *w = &s->schedule;
    if (s->place != PLACE_BEST)
        return s->place == PLACE_TASKS;
    return graphs->forms && graphs->forms[number].from_robot && w->target.modules > 1 &&
           w->target.network == NETWORK_RING && !schedule_wish_streams(w) &&
           function_has(graphs->list[number].function, ARRAY_RESIDUAL);
}

/* A part of the work: what it takes of a schedule's usual search, and from where to where it is of
 * the whole. */
typedef struct {
    double share, from, to;
} work_part;

/* One graph's schedule. It becomes *best, and the graph *of, where it is better or the first. */
static status try_graph(arena *mem, const passes_graphs *graphs, uint32_t i,
                        const passes_settings *s, work_part part, schedule *best, const ops **of,
                        diag *d)
{
    const ops *p = &graphs->list[i];
    schedule one;
    schedule_wish own = s->schedule;
    progress *life = own.options.life;
    own.options.share = part.share;
    if (begins_with_tasks(graphs, i, s))
        TRY(place_by_tasks(mem, graphs, i, &own, d));
    progress_search(life, schedule_wish_streams(&own) ? "schedule of samples that overlap"
                                                      : "schedule");
    progress_narrow(life, part.from, part.to);
    const status done = schedule_by_wish(mem, p, &own, &one, d);
    progress_end(life);
    if (done == STATUS_INPUT) /* too many slots: another graph may need fewer */
        return STATUS_OK;
    TRY(done);
    TRY(schedule_check(p, &one, "own schedule", NULL, d));
    if (!*of || is_better(&one, best)) {
        *best = one;
        *of = p;
    }
    return STATUS_OK;
}

/* Points of one graph, which say in which order its sums take their operands. */
static status give_points(arena *mem, passes_graphs *graphs, uint32_t i, const passes_settings *s,
                          diag *d)
{
    numbers_facts facts;
    TRY(numbers_apply(mem, &s->numbers, &graphs->list[i], &facts, d));
    graphs->bound = facts.bound;
    if (graphs->forms) {
        graphs->forms[i].ops = graphs->list[i];
        graphs->forms[i].facts = facts;
    }
    return STATUS_OK;
}

/* The second opinion on the graph that is taken, if it has none yet. */
static status check_chosen(arena *mem, passes_graphs *graphs, uint32_t i, const passes_settings *s,
                           diag *d)
{
    passes_forms *f = graphs->forms ? &graphs->forms[i] : NULL;
    const bool asked = f && (f->check.done || f->check.why_not);
    return f && !asked && !f->ops.width ? passes_check(mem, s, f, d) : STATUS_OK;
}

/* A graph and the cycles that none of its schedules beats. */
typedef struct {
    uint32_t number, bound;
} contender;

static int contender_compare(const void *a, const void *b)
{
    const contender *x = a, *y = b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static contender *contenders_of(arena *mem, const passes_graphs *graphs, const schedule_wish *w)
{
    contender *list = ARENA_ARRAY(mem, contender, graphs->count);
    for (uint32_t i = 0; i < graphs->count; i++)
        list[i] = (contender){
            i, graphs->count > 1 ? schedule_wish_bounds(&graphs->list[i], w).cycles : 0};
    qsort(list, graphs->count, sizeof *list, contender_compare);
    return list;
}

/* Of several graphs: each is tried for this share of a schedule's usual search, most promising
 * first, those that cannot be the best any more not at all; then the best of them for the whole. */
static const double FIRST_SHARE = 1 / 16.0;

static status search_schedule(arena *mem, passes_graphs *graphs, const passes_settings *s,
                              schedule *best, const ops **of, diag *d)
{
    const schedule_wish *w = &s->schedule;
    const bool points = s->numbers.width && !graphs->list[0].width, streams =
        schedule_wish_streams(w);
    const bool several = graphs->count > 1 && !streams;
    const double share = several ? FIRST_SHARE : 1, again = several || points ? 1 : 0;
    const double work = graphs->count * share + again;
    const contender *list = contenders_of(mem, graphs, w);
    const diag_entry before = d->error;
    *of = NULL;
    for (uint32_t i = 0; i < graphs->count; i++)
        if (!*of || streams || list[i].bound < best->cycles)
            TRY(try_graph(mem, graphs, list[i].number, s,
                          (work_part){share, i * share / work, (i + 1) * share / work}, best, of,
                          d));
    if (!*of)
        return STATUS_INPUT;
    const uint32_t chosen = (uint32_t)(*of - graphs->list);
    TRY(check_chosen(mem, graphs, chosen, s, d));
    if (points) { /* what was found without them told which graph, and no more */
        TRY(give_points(mem, graphs, chosen, s, d));
        *of = NULL;
    }
    if (again > 0)
        TRY(try_graph(mem, graphs, chosen, s, (work_part){1, 1 - again / work, 1}, best, of, d));
    if (!*of)
        return STATUS_INPUT;
    d->error = before;
    return STATUS_OK;
}

/* Of one graph the schedule alone; of several that of the one that is chosen, with its equations. */
status passes_schedule(arena *mem, passes_graphs *graphs, const passes_settings *s, schedule *best,
                       const ops **of, diag *d)
{
    kept_result k = graphs->choice, *choice = &graphs->choice;
    bool found = graphs->kept != NULL;
    *of = graphs->list;
    if (found)
        *best = *graphs->kept;
    else if (!choice->in && graphs->count == 1) {
        k = kept_schedule(mem, s->cache, graphs->list, &s->schedule, choice_settings(mem, s));
        found = kept_find_schedule(mem, &k, graphs->list, &s->schedule, best, d);
    }
    if (found) {
        kept_give_notes(&k, d);
        return STATUS_OK;
    }
    kept_listen(&k, d);
    TRY(search_schedule(mem, graphs, s, best, of, d));
    const uint32_t chosen = (uint32_t)(*of - graphs->list);
    const equations *e = choice->in ? graphs->forms[chosen].equations : NULL;
    kept_store(&k, graphs->count, e, *of, best, d);
    return STATUS_OK;
}

status passes_program(arena *mem, const ops *p, const schedule *s, program *out, diag *d)
{
    TRY(program_build(mem, p, s, out, d));
    return program_check(p, out, d);
}

status passes_build_graphs(arena *mem, passes_graphs graphs, const passes_settings *s,
                           passes_built *out, diag *d)
{
    out->graphs = graphs;
    TRY(passes_schedule(mem, &out->graphs, s, &out->schedule, &out->p, d));
    return passes_program(mem, out->p, &out->schedule, &out->program, d);
}

status passes_build(arena *mem, const char *path, const passes_settings *s, passes_built *out,
                    diag *d)
{
    passes_graphs graphs;
    TRY(passes_read_graphs(mem, path, s, &graphs, d));
    return passes_build_graphs(mem, graphs, s, out, d);
}

static const tree *tree_of(const passes_forms *f)
{
    return f && f->from_robot ? &f->tree : NULL;
}

status passes_samples(arena *mem, const passes_forms *f, const ops *p, uint32_t steps,
                      uint64_t seed, sample_set *out, diag *d)
{
    return robot_samples(mem, tree_of(f), p, steps, seed, false, out, d);
}

status passes_expected_error(const passes_forms *f, const ops *p, uint64_t seed,
                             expected_error *out, diag *d)
{
    arena mem = arena_make();
    sample_set t;
    status done = STATUS_OK;
    *out = (expected_error){0};
    if (!p->width)
        done = robot_samples(&mem, tree_of(f), p, expected_error_states(p), seed, true, &t, d);
    if (!p->width && done == STATUS_OK)
        *out = expected_error_find(&t);
    arena_free(&mem);
    return done;
}

status passes_image(arena *mem, const passes_settings *s, const passes_built *built, text *out,
                    diag *d)
{
    const input_file *from = &built->graphs.source;
    return tau_write_sampled(mem, built->p, &built->program, tau_hash(from->bytes, from->length),
                             NULL, s->equations.seed, out, d);
}
