/* SPDX-License-Identifier: MIT */
#include "robot/joint_settings.h"
#include "robot/joint_links.h"
#include "robot/name_list.h"
#include "robot/names_told.h"
#include "robot/numbers.h"

#include <stddef.h>
#include <string.h>

typedef struct {
    arena *mem;
    robot *r;
    diag *d;
    name_list joints;
} setter;

static const place COMMAND_LINE = {0};

joint_settings joint_settings_default(void)
{
    return (joint_settings){.dynamics = DYNAMICS_LINEAR};
}

/* --- what an option says ------------------------------------------------------------------ */

static status find_joint(const setter *s, const char *option, const char *name, robot_joint **out)
{
    uint32_t found = name_list_find(&s->joints, name);
    if (found == NAME_LIST_NONE)
        return diag_error(s->d, COMMAND_LINE, "--%s: robot '%s' has no joint '%s'%s", option,
                          text_shown(s->mem, s->r->name), text_shown(s->mem, name),
                          joints_told(s->d->mem, s->r, name));
    *out = &s->r->joints[found];
    return STATUS_OK;
}

static status moves_alone(const setter *s, const char *option, const robot_joint *j)
{
    if (joint_type_is_single(j->type))
        return STATUS_OK;
    return diag_error(s->d, COMMAND_LINE, "--%s: joint '%s' is %s: only revolute, continuous and "
                                          "prismatic joints take this "
                                          "option", option, text_shown(s->mem, j->name),
                      joint_type_name(j->type));
}

/* One to `most` numbers with commas between; *count tells how many. */
static status read_values(const setter *s, const char *option, const char *given, const char *from,
                          double *values, uint32_t most, uint32_t *count)
{
    char *blanks = arena_strdup(s->mem, from);
    *count = 1;
    for (char *c = blanks; *c; c++)
        if (*c == ',') {
            *c = ' ';
            ++*count;
        }
    const char *wrong = *count > most ? "too many numbers"
                                      : numbers_read(s->mem, blanks, values, *count);
    if (wrong)
        return diag_error(s->d, COMMAND_LINE, "bad value '%s' of option --%s: %s",
                          text_shown(s->mem, given), option, wrong);
    return STATUS_OK;
}

/* NAME=VALUE,...: a joint's name may itself have a '=' in it. */
static status read_pair(const setter *s, const char *option, const char *given, robot_joint **j,
                        double *values, uint32_t most, uint32_t *count)
{
    const char *equals = strrchr(given, '=');
    if (!equals)
        return diag_error(s->d, COMMAND_LINE, "bad value '%s' of option --%s: JOINT=VALUE expected",
                          text_shown(s->mem, given), option);
    TRY(find_joint(s, option, arena_strndup(s->mem, given, (size_t)(equals - given)), j));
    TRY(moves_alone(s, option, *j));
    return read_values(s, option, given, equals + 1, values, most, count);
}

static status not_negative(const setter *s, const char *option, const char *given, double value)
{
    if (value >= 0)
        return STATUS_OK;
    return diag_error(s->d, COMMAND_LINE, "bad value '%s' of option --%s: it is negative",
                      text_shown(s->mem, given), option);
}

/* --- dynamics of joints -------------------------------------------------------------------- */

/* How many joints have something, and which is the first. */
typedef struct {
    uint32_t count;
    const robot_joint *first;
} found;

static void find(found *f, const robot_joint *j, bool has)
{
    if (has && f->count++ == 0)
        f->first = j;
}

static void note_found(const setter *s, const found *f, const char *what, const char *fate)
{
    if (f->count)
        diag_note(s->d, f->first->at, "%s of %u joint%s ('%s'%s) %s", what, f->count,
                  f->count == 1 ? "" : "s", text_shown(s->mem, f->first->name),
                  f->count == 1 ? "" : " first", fate);
}

/* One kind of what files say of a joint. */
typedef struct {
    const char *name;
    size_t stored; /* offset in robot_joint of a double */
    bool is_linear;
} dynamics_kind;

static const dynamics_kind DYNAMICS[] = {
    {"damping", offsetof(robot_joint, damping), true},
    {"rotor inertia", offsetof(robot_joint, armature), true},
    {"the spring", offsetof(robot_joint, stiffness), true},
    {"friction", offsetof(robot_joint, friction), false},
};

/* What joints and bodies of the file say and elements do. */
static void choose_elements(const setter *s, dynamics_choice choice)
{
    static const char *const WHAT[ELEMENT_KINDS] = {
        [ELEMENT_FORCE] = "gravcomp of bodies",
        [ELEMENT_TURN] = "damping of ball and free joints"};
    element_list *all = &s->r->elements;
    uint32_t kept = 0;
    bool told[ELEMENT_KINDS] = {0};
    for (uint32_t i = 0; i < all->list_count; i++) {
        const robot_element *e = &all->list[i];
        if (e->of_joint && choice == DYNAMICS_NONE)
            continue;
        if (e->of_joint && !told[e->kind])
            diag_note(s->d, e->at, "%s ('%s' first) is part of the equations; --joint-dynamics "
                      "none leaves it out", WHAT[e->kind],
                      text_shown(s->mem, e->joint ? e->joint : e->link[0]));
        told[e->kind] |= e->of_joint;
        all->list[kept++] = *e;
    }
    all->list_count = kept;
}

static void choose_tendons(const setter *s, dynamics_choice choice)
{
    robot *r = s->r;
    if (choice == DYNAMICS_NONE)
        r->tendons_count = 0;
    if (r->tendons_count)
        diag_note(s->d, r->tendons[0].at, "%u tendon%s ('%s'%s) with springs or dampers %s part "
                  "of the equations; --joint-dynamics none leaves them out", r->tendons_count,
                  r->tendons_count == 1 ? "" : "s", text_shown(s->mem, r->tendons[0].name),
                  r->tendons_count == 1 ? "" : " first", r->tendons_count == 1 ? "is" : "are");
}

static void choose_dynamics(const setter *s, dynamics_choice choice)
{
    choose_elements(s, choice);
    choose_tendons(s, choice);
    for (size_t k = 0; k < sizeof DYNAMICS / sizeof *DYNAMICS; k++) {
        const dynamics_kind *kind = &DYNAMICS[k];
        bool stays = choice == DYNAMICS_ALL || (choice == DYNAMICS_LINEAR && kind->is_linear);
        found joints = {0};
        for (uint32_t i = 0; i < s->r->joints_count; i++) {
            double *value = (double *)(void *)((char *)&s->r->joints[i] + kind->stored);
            find(&joints, &s->r->joints[i], *value != 0);
            *value = stays ? *value : 0;
        }
        if (stays)
            note_found(s, &joints, kind->name,
                       "is part of the equations; --joint-dynamics none leaves it out");
        else if (choice != DYNAMICS_NONE)
            note_found(s, &joints, kind->name,
                       "is left out, because it takes a square root and a division; "
                       "--joint-dynamics all includes it");
    }
}

typedef struct {
    const char *option;
    const arg_list *given;
    size_t stored; /* offset in robot_joint of a double */
} number_option;

static status set_numbers(const setter *s, const number_option *o)
{
    for (uint32_t i = 0; i < o->given->items_count; i++) {
        robot_joint *j = NULL;
        double value;
        uint32_t count;
        TRY(read_pair(s, o->option, o->given->items[i], &j, &value, 1, &count));
        TRY(not_negative(s, o->option, o->given->items[i], value));
        *(double *)(void *)((char *)j + o->stored) = value;
    }
    return STATUS_OK;
}

static status set_springs(const setter *s, const arg_list *given)
{
    for (uint32_t i = 0; i < given->items_count; i++) {
        robot_joint *j = NULL;
        double values[2] = {0};
        uint32_t count;
        TRY(read_pair(s, "spring", given->items[i], &j, values, 2, &count));
        TRY(not_negative(s, "spring", given->items[i], values[0]));
        j->stiffness = values[0];
        j->rest = values[1];
    }
    return STATUS_OK;
}

static status set_width(const setter *s, const char *given)
{
    robot_joint *j = NULL;
    double width;
    uint32_t count;
    if (strchr(given, '='))
        TRY(read_pair(s, "friction-width", given, &j, &width, 1, &count));
    else
        TRY(read_values(s, "friction-width", given, given, &width, 1, &count));
    if (!(width > 0))
        return diag_error(s->d, COMMAND_LINE,
                          "bad value '%s' of option --friction-width: it must be positive",
                          text_shown(s->mem, given));
    if (j)
        j->friction_width = width;
    for (uint32_t i = 0; !j && i < s->r->joints_count; i++)
        s->r->joints[i].friction_width = width;
    return STATUS_OK;
}

/* The width for all joints first, wherever it stands. */
static status set_widths(const setter *s, const arg_list *given)
{
    for (int named = 0; named < 2; named++)
        for (uint32_t i = 0; i < given->items_count; i++)
            if ((strchr(given->items[i], '=') != NULL) == named)
                TRY(set_width(s, given->items[i]));
    return STATUS_OK;
}

/* --- motion ---------------------------------------------------------------------------------- */

static status follows_nobody(const setter *s, const char *option, const robot_joint *j)
{
    if (j->mimic_joint == ROBOT_NONE)
        return STATUS_OK;
    return diag_error(s->d, COMMAND_LINE,
                      "--%s: joint '%s' follows joint '%s': name that one, or give "
                      "--independent-mimic", option, text_shown(s->mem, j->name),
                      text_shown(s->mem, s->r->joints[j->mimic_joint].name));
}

static status within_limits(const setter *s, const robot_joint *j, double at)
{
    bool has_limits = j->type != JOINT_CONTINUOUS; /* which URDF says turns without end */
    bool low = has_limits && j->has_limit[LIMIT_LOWER] && at < j->limit[LIMIT_LOWER];
    bool high = has_limits && j->has_limit[LIMIT_UPPER] && at > j->limit[LIMIT_UPPER];
    if (!low && !high)
        return STATUS_OK;
    return diag_error(s->d, j->at, "--lock: joint '%s' cannot be at %g: its %s limit is %g",
                      text_shown(s->mem, j->name), at, low ? "lower" : "upper",
                      j->limit[low ? LIMIT_LOWER : LIMIT_UPPER]);
}

/* A tendon is as much longer as it would be with the joint at that position. */
static void leave_tendons(const setter *s, uint32_t joint, double at)
{
    for (uint32_t i = 0; i < s->r->tendons_count; i++) {
        robot_tendon *t = &s->r->tendons[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < t->terms_count; k++)
            if (t->terms[k].joint == joint)
                t->rest -= t->terms[k].coefficient * at;
            else
                t->terms[kept++] = t->terms[k];
        t->terms_count = kept;
    }
}

/* The joint becomes a fixed one, its child where it is at that position. */
static status lock_joint(const setter *s, robot_joint *j, double at)
{
    TRY(within_limits(s, j, at));
    pose moved = pose_identity();
    if (j->type == JOINT_PRISMATIC)
        moved.position = vec3_scale(j->axis, at);
    else
        moved.rotation = mat3_rotation(j->axis, at);
    j->origin = pose_multiply(j->origin, moved);
    j->type = JOINT_FIXED;
    j->damping = j->friction = j->armature = j->stiffness = 0;
    j->mimic_joint = ROBOT_NONE;
    leave_tendons(s, (uint32_t)(j - s->r->joints), at);
    return STATUS_OK;
}

static status lock_joints(const setter *s, const arg_list *given)
{
    for (uint32_t i = 0; i < given->items_count; i++) {
        robot_joint *j = NULL;
        double at;
        uint32_t count;
        TRY(read_pair(s, "lock", given->items[i], &j, &at, 1, &count));
        TRY(follows_nobody(s, "lock", j));
        TRY(lock_joint(s, j, at));
        uint32_t master = (uint32_t)(j - s->r->joints);
        for (uint32_t k = 0; k < s->r->joints_count; k++) {
            robot_joint *follower = &s->r->joints[k];
            if (follower->mimic_joint == master)
                TRY(lock_joint(s, follower, follower->mimic_ratio * at + follower->mimic_offset));
        }
    }
    return STATUS_OK;
}

static status drive_joints(const setter *s, const arg_list *given)
{
    for (uint32_t i = 0; i < given->items_count; i++) {
        robot_joint *j = NULL;
        TRY(find_joint(s, "drive", given->items[i], &j));
        TRY(moves_alone(s, "drive", j));
        TRY(follows_nobody(s, "drive", j));
        j->driven = true;
    }
    return STATUS_OK;
}

/* An option that names joints, one or more between commas, and a flag of each. */
typedef struct {
    const char *option;
    const arg_list *given;
    size_t stored; /* offset in robot_joint of a bool */
} flag_option;

static status set_flag(const setter *s, const flag_option *o, const char *name)
{
    robot_joint *j = NULL;
    TRY(find_joint(s, o->option, name, &j));
    TRY(moves_alone(s, o->option, j));
    TRY(follows_nobody(s, o->option, j));
    *(bool *)(void *)((char *)j + o->stored) = true;
    return STATUS_OK;
}

/* A joint's name may itself have a comma in it. */
static status set_flags(const setter *s, const flag_option *o)
{
    for (uint32_t i = 0; i < o->given->items_count; i++) {
        const char *at = o->given->items[i];
        if (name_list_find(&s->joints, at) != NAME_LIST_NONE) {
            TRY(set_flag(s, o, at));
            continue;
        }
        for (const char *end; at; at = *end ? end + 1 : NULL) {
            end = at + strcspn(at, ",");
            TRY(set_flag(s, o, arena_strndup(s->mem, at, (size_t)(end - at))));
        }
    }
    return STATUS_OK;
}

static status set_starts(const setter *s, const arg_list *given)
{
    for (uint32_t i = 0; i < given->items_count; i++) {
        robot_joint *j = NULL;
        double value;
        uint32_t count;
        TRY(read_pair(s, "closed-at", given->items[i], &j, &value, 1, &count));
        TRY(follows_nobody(s, "closed-at", j));
        j->start = value;
    }
    return STATUS_OK;
}

/* What the file says of joints of loops, where no option of that name says otherwise. */
static status take_loop_joints(const setter *s, const joint_settings *o)
{
    const bool replaced[LOOP_JOINT_KINDS] = {[LOOP_INDEPENDENT] = o->independent.items_count > 0,
                                             [LOOP_ACTUATE] = o->actuate.items_count > 0};
    for (uint32_t i = 0; i < s->r->loop_joints.list_count; i++) {
        const loop_joint *from = &s->r->loop_joints.list[i];
        uint32_t at = name_list_find(&s->joints, from->joint);
        robot_joint *j = at == NAME_LIST_NONE ? NULL : &s->r->joints[at];
        const char *shown = text_shown(s->d->mem, from->joint);
        if (!j)
            return diag_error(s->d, from->at, "robot '%s' has no joint '%s'%s",
                              text_shown(s->d->mem, s->r->name), shown,
                              joints_told(s->d->mem, s->r, from->joint));
        if (!joint_type_is_single(j->type) || j->mimic_joint != ROBOT_NONE) {
            if (j->type == JOINT_FIXED)
                continue; /* locked */
            return diag_error(s->d, from->at, "joint '%s' does not move by itself about or along "
                                              "one axis", shown);
        }
        if (from->kind == LOOP_CLOSED_AT)
            j->start = from->position;
        else if (!replaced[from->kind])
            *(from->kind == LOOP_INDEPENDENT ? &j->independent : &j->actuated) = true;
    }
    return STATUS_OK;
}

static void free_followers(const setter *s)
{
    for (uint32_t i = 0; i < s->r->joints_count; i++)
        s->r->joints[i].mimic_joint = ROBOT_NONE;
}

status joint_settings_apply(arena *mem, const joint_settings *o, robot *r, diag *d)
{
    setter s = {.mem = mem, .r = r, .d = d};
    for (uint32_t i = 0; i < r->joints_count; i++)
        name_list_add(mem, &s.joints, r->joints[i].name, i);
    name_list_sort(&s.joints);
    const number_option numbers[] = {
        {"damping", &o->damping, offsetof(robot_joint, damping)},
        {"friction", &o->friction, offsetof(robot_joint, friction)},
        {"armature", &o->armature, offsetof(robot_joint, armature)}};
    choose_dynamics(&s, (dynamics_choice)o->dynamics);
    if (o->independent_mimic)
        free_followers(&s);
    TRY(lock_joints(&s, &o->lock)); /* first: what is locked has nothing of what follows */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        TRY(set_numbers(&s, &numbers[i]));
    TRY(set_springs(&s, &o->spring));
    TRY(set_widths(&s, &o->friction_width));
    TRY(take_loop_joints(&s, o));
    const flag_option flags[] = {
        {"independent", &o->independent, offsetof(robot_joint, independent)},
        {"actuate", &o->actuate, offsetof(robot_joint, actuated)}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        TRY(set_flags(&s, &flags[i]));
    TRY(set_starts(&s, &o->closed_at));
    return drive_joints(&s, &o->drive);
}
