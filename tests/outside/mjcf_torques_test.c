/* SPDX-License-Identifier: MIT */
/* MJCF as MuJoCo itself reads it: numbers at the joints, and torques of 1,000 random states within
 * 1e-9 relative (the measure is in trial.c), for robots made for the purpose. The recursion over
 * our tree is asked first: where it is wrong, the reader is.
 *
 * Twice: of the bodies alone, then with springs, dampers and rotors. Friction is a constraint to
 * MuJoCo and left out by default by us. Couplings of joints are forces to MuJoCo and mimics to us:
 * the torques of followers are folded onto their masters here. A ball is a quaternion and a rate of
 * rotation to MuJoCo, three hinges to us: what those mean is worked out here, from angles. A free
 * joint with damping is three slides and such hinges. */
#include "ours.h"
#include "base/random.h"
#include "passes.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#define AGREEMENT 1e-9
#define AGREEMENT_OF_AXES 1e-6 /* where MuJoCo 2.2.2 had to find principal axes (seen: 3e-7) */
#define AGREEMENT_OF_VERTICES 3e-6 /* its meshes are moved in binary32 (seen: 8e-7) */
#define AT_JOINTS 1e-14       /* numbers of the file */
#define AT_JOINTS_CHOSEN 1e-12 /* springs and dampers out of a mass matrix */
#define FOLDER "tests/outside/mjcf/"
#define QUICK_EFFORT 1

static const struct {
    const char *name;
    double agreement, at_joints;
} ROBOTS[] = {{"arm", AGREEMENT, AT_JOINTS}, {"quadruped", AGREEMENT, AT_JOINTS},
              {"solids", AGREEMENT, AT_JOINTS}, {"balls", AGREEMENT, AT_JOINTS},
              {"tendons", AGREEMENT, AT_JOINTS}, {"adrift", AGREEMENT, AT_JOINTS},
              {"springs", AGREEMENT, AT_JOINTS_CHOSEN},
              {"products", AGREEMENT_OF_AXES, AT_JOINTS},
              {"meshes", AGREEMENT_OF_VERTICES, AT_JOINTS},
              {"meshes_exact", AGREEMENT_OF_VERTICES, AT_JOINTS}};

typedef struct {
    arena mem;
    mjModel *model;
    mjData *data;
    robot robot;
    tree tree, bare; /* with and without the forces at the joints themselves */
    trial run;       /* states, and what MuJoCo says: result 0 of the bodies, 1 of all */
    double agreement, at_joints;
    double apart; /* the most that numbers at joints are */
} job;

/* --- numbers at the joints -------------------------------------------------------------------- */

static bool near(job *w, double ours, double theirs)
{
    const double apart = fabs(ours - theirs) / fmax(1, fabs(theirs));
    w->apart = fmax(w->apart, apart);
    return apart <= w->at_joints;
}

static bool same_joint(job *w, const robot_joint *j)
{
    const mjModel *m = w->model;
    int id = mj_name2id(m, mjOBJ_JOINT, j->name);
    if (id < 0)
        return false;
    int dof = m->jnt_dofadr[id];
    bool limited = m->jnt_limited[id];
    return near(w, j->damping, m->dof_damping[dof]) && near(w, j->armature, m->dof_armature[dof]) &&
           near(w, j->friction, m->dof_frictionloss[dof]) &&
           near(w, j->stiffness, m->jnt_stiffness[id]) &&
           near(w, j->rest, m->qpos_spring[m->jnt_qposadr[id]]) &&
           j->has_limit[LIMIT_UPPER] == limited &&
           (!limited || (near(w, j->limit[LIMIT_LOWER], m->jnt_range[2 * id]) &&
                         near(w, j->limit[LIMIT_UPPER], m->jnt_range[2 * id + 1])));
}

/* MuJoCo's joint of this type of which a joint of ours, NAME and `part` and x, y or z, is one; -1
 * for other joints. */
static int whole_of(const job *w, const char *name, mjtJoint type, const char *part)
{
    for (int i = 0; i < w->model->njnt; i++) {
        const char *whole = mj_id2name(w->model, mjOBJ_JOINT, i);
        const size_t length = strlen(whole), more = strlen(part);
        if (w->model->jnt_type[i] == (int)type && strlen(name) == length + more + 1 &&
            strncmp(name, whole, length) == 0 && strncmp(name + length, part, more) == 0)
            return i;
    }
    return -1;
}

/* The ball that a hinge NAME.x is a part of, or the damped free joint of NAME.rx. */
static int ball_of(const job *w, const char *name)
{
    const int ball = whole_of(w, name, mjJNT_BALL, ".");
    return ball >= 0 ? ball : whole_of(w, name, mjJNT_FREE, ".r");
}

/* The damped free joint that a slide NAME.x is a part of. */
static int slides_of(const job *w, const char *name)
{
    return whole_of(w, name, mjJNT_FREE, ".");
}

/* What damps a ball is an element. */
static bool same_ball(job *w, int joint)
{
    double damping = 0;
    for (uint32_t i = 0; i < w->tree.elements_count; i++)
        if (strcmp(w->tree.elements[i].what.name, mj_id2name(w->model, mjOBJ_JOINT, joint)) == 0)
            damping = w->tree.elements[i].what.damping;
    return near(w, damping, w->model->dof_damping[w->model->jnt_dofadr[joint]]);
}

static char last_of(const char *name)
{
    return name[strlen(name) - 1];
}

static void check_joints(tap *t, job *w)
{
    uint32_t moving = 0, wrong = 0;
    for (uint32_t i = 0; i < w->robot.joints_count; i++) {
        const robot_joint *j = &w->robot.joints[i];
        const int ball = ball_of(w, j->name), slides = slides_of(w, j->name);
        moving += j->type != JOINT_FIXED && slides < 0 && (ball < 0 || last_of(j->name) == 'x');
        if (slides >= 0)
            wrong += !near(w, j->damping, w->model->dof_damping[w->model->jnt_dofadr[slides]]);
        else if (ball >= 0)
            wrong += !same_ball(w, ball);
        else if (j->type != JOINT_FIXED && j->type != JOINT_FLOATING)
            wrong += !same_joint(w, j);
    }
    tap_check(t, moving == (uint32_t)w->model->njnt && wrong == 0,
              "%s: %u joints have MuJoCo's limits, springs, dampers, friction and rotors (%.1e)",
              w->run.robot, (unsigned)moving, w->apart);
}

/* --- torques ---------------------------------------------------------------------------------- */

static const robot_joint *joint_of(const job *w, const char *name)
{
    for (uint32_t i = 0; i < w->robot.joints_count; i++)
        if (strcmp(w->robot.joints[i].name, name) == 0)
            return &w->robot.joints[i];
    return NULL;
}

static uint32_t coordinate_of(const job *w, const char *name, double *ratio, double *offset)
{
    const robot_joint *j = joint_of(w, name);
    *ratio = 1;
    *offset = 0;
    if (j->mimic_joint != ROBOT_NONE) {
        name = w->robot.joints[j->mimic_joint].name;
        *ratio = j->mimic_ratio;
        *offset = j->mimic_offset;
    }
    uint32_t k = 0;
    while (strcmp(w->run.coordinates[k], name) != 0)
        k++;
    return k;
}

/* A free joint: position, attitude; linear motion of the origin in world axes, angular in the
 * body's. */
static void set_free(const job *w, int joint, const double *attitude, const double *motion)
{
    mjtNum *position = w->data->qpos + w->model->jnt_qposadr[joint];
    mjtNum *velocity = w->data->qvel + w->model->jnt_dofadr[joint];
    mjtNum *acceleration = w->data->qacc + w->model->jnt_dofadr[joint];
    memset(position, 0, 3 * sizeof *position);
    memset(velocity, 0, 3 * sizeof *velocity);
    memcpy(position + 3, attitude, 4 * sizeof *position);
    memcpy(velocity + 3, motion, 3 * sizeof *velocity);
    memcpy(acceleration + 3, motion + 3, 3 * sizeof *acceleration);
    mju_rotVecQuat(acceleration, motion + 6, attitude);
    mju_addTo3(acceleration, w->model->opt.gravity);
}

static void add_wrench(const mjtNum *generalised, const double *attitude, double *wrench)
{
    mjtNum back[4];
    mju_negQuat(back, attitude);
    mju_rotVecQuat(wrench, generalised, back);
    memcpy(wrench + 3, generalised + 3, 3 * sizeof *wrench);
}

/* --- balls ------------------------------------------------------------------------------------ */

/* Three hinges about x, y and z, in the order of our tree, seen from the body that they turn: their
 * axes, and how fast these change. */
typedef struct {
    uint32_t coordinate[3];
    double axis[3][3], axisd[3][3];
    double attitude[4];
} ball;

static void turn_axis(const double back[4], const double axis[3], double out[3])
{
    mju_rotVecQuat(out, axis, back);
}

/* A direction that stands still outside moves against the body's rotation: e' = -omega x e. */
static void axis_rate(const ball *b, int from, const double *rate, double out[3])
{
    double omega[3] = {0}, cross[3];
    for (int k = from + 1; k < 3; k++)
        mju_addToScl3(omega, b->axis[k], rate[b->coordinate[k]]);
    mju_cross(cross, omega, b->axis[from]);
    mju_scl3(out, cross, -1);
}

static ball ball_at(const job *w, int joint, const double *q, const double *qd)
{
    static const double AXIS[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    ball b = {.attitude = {1, 0, 0, 0}};
    double ratio, offset, turn[3][4];
    int order[3], found = 0;
    for (uint32_t i = 0; i < w->robot.joints_count; i++) {
        const char *name = w->robot.joints[i].name;
        if (ball_of(w, name) != joint)
            continue;
        const int k = found++;
        order[k] = last_of(name) - 'x';
        b.coordinate[k] = coordinate_of(w, name, &ratio, &offset);
        mju_axisAngle2Quat(turn[k], AXIS[order[k]], q[b.coordinate[k]]);
        double so_far[4];
        memcpy(so_far, b.attitude, sizeof so_far);
        mju_mulQuat(b.attitude, so_far, turn[k]);
    }
    for (int k = 0; k < 3; k++) {
        memcpy(b.axis[k], AXIS[order[k]], sizeof b.axis[k]);
        for (int later = k + 1; later < 3; later++) {
            double back[4], turned[3];
            mju_negQuat(back, turn[later]);
            turn_axis(back, b.axis[k], turned);
            memcpy(b.axis[k], turned, sizeof turned);
        }
    }
    for (int k = 0; k < 3; k++)
        axis_rate(&b, k, qd, b.axisd[k]);
    return b;
}

/* `before` its turns come, in a free joint, slides. */
static void set_ball(const job *w, int joint, int before, const double *q, const double *qd,
                     const double *qdd)
{
    const ball b = ball_at(w, joint, q, qd);
    mjtNum *velocity = w->data->qvel + w->model->jnt_dofadr[joint] + before;
    mjtNum *acceleration = w->data->qacc + w->model->jnt_dofadr[joint] + before;
    memcpy(w->data->qpos + w->model->jnt_qposadr[joint] + before, b.attitude, sizeof b.attitude);
    mju_zero3(velocity);
    mju_zero3(acceleration);
    for (int k = 0; k < 3; k++) {
        mju_addToScl3(velocity, b.axis[k], qd[b.coordinate[k]]);
        mju_addToScl3(acceleration, b.axis[k], qdd[b.coordinate[k]]);
        mju_addToScl3(acceleration, b.axisd[k], qd[b.coordinate[k]]);
    }
}

/* A damped free joint is three slides from where the file has the body, and a ball as it turns
 * there. */
static bool is_damped(const job *w, int joint)
{
    return w->model->jnt_type[joint] == mjJNT_FREE &&
           w->model->dof_damping[w->model->jnt_dofadr[joint]] != 0;
}

static void slides_at(const job *w, int joint, uint32_t coordinate[3])
{
    double ratio, offset;
    for (uint32_t i = 0; i < w->robot.joints_count; i++) {
        const char *name = w->robot.joints[i].name;
        if (slides_of(w, name) == joint)
            coordinate[last_of(name) - 'x'] = coordinate_of(w, name, &ratio, &offset);
    }
}

static void set_damped(const job *w, int joint, const double *q, const double *qd,
                       const double *qdd)
{
    const int p = w->model->jnt_qposadr[joint], v = w->model->jnt_dofadr[joint],
              body = w->model->jnt_bodyid[joint];
    uint32_t slide[3];
    double turned[4];
    slides_at(w, joint, slide);
    set_ball(w, joint, 3, q, qd, qdd);
    mju_mulQuat(turned, w->model->body_quat + 4 * body, w->data->qpos + p + 3);
    memcpy(w->data->qpos + p + 3, turned, sizeof turned);
    for (int k = 0; k < 3; k++) {
        w->data->qpos[p + k] = w->model->body_pos[3 * body + k] + q[slide[k]];
        w->data->qvel[v + k] = qd[slide[k]];
        w->data->qacc[v + k] = qdd[slide[k]];
    }
}

static void set_state(const job *w, size_t at)
{
    const trial *t = &w->run;
    size_t first = at * t->coordinates_count;
    double ratio, offset;
    for (int i = 0; i < w->model->njnt; i++) {
        int p = w->model->jnt_qposadr[i], v = w->model->jnt_dofadr[i];
        if (is_damped(w, i)) {
            set_damped(w, i, t->q + first, t->qd + first, t->qdd + first);
            continue;
        }
        if (w->model->jnt_type[i] == mjJNT_FREE) {
            set_free(w, i, t->attitude + 4 * at, t->motion + 9 * at);
            continue;
        }
        if (w->model->jnt_type[i] == mjJNT_BALL) {
            set_ball(w, i, 0, t->q + first, t->qd + first, t->qdd + first);
            continue;
        }
        uint32_t k = coordinate_of(w, mj_id2name(w->model, mjOBJ_JOINT, i), &ratio, &offset);
        w->data->qpos[p] = ratio * t->q[first + k] + offset;
        w->data->qvel[v] = ratio * t->qd[first + k];
        w->data->qacc[v] = ratio * t->qdd[first + k];
    }
}

static void add_result(const job *w, size_t at, const mjtNum *generalised, double *result)
{
    double ratio, offset;
    result += at * w->run.words;
    for (int i = 0; i < w->model->njnt; i++) {
        const mjtNum *force = generalised + w->model->jnt_dofadr[i];
        uint32_t slide[3];
        if (is_damped(w, i)) {
            slides_at(w, i, slide);
            for (int c = 0; c < 3; c++)
                result[slide[c]] += force[c];
            force += 3;
        } else if (w->model->jnt_type[i] == mjJNT_FREE) {
            add_wrench(force, w->run.attitude + 4 * at, result + w->run.coordinates_count);
            continue;
        }
        if (w->model->jnt_type[i] == mjJNT_BALL || is_damped(w, i)) {
            const size_t first = at * w->run.coordinates_count;
            const ball b = ball_at(w, i, w->run.q + first, w->run.qd + first);
            for (int c = 0; c < 3; c++)
                result[b.coordinate[c]] += mju_dot3(b.axis[c], force);
            continue;
        }
        uint32_t k = coordinate_of(w, mj_id2name(w->model, mjOBJ_JOINT, i), &ratio, &offset);
        result[k] += ratio * *force;
    }
}

static double *draw_many(arena *mem, uint64_t *seed, size_t count, double reach)
{
    double *value = ARENA_ARRAY(mem, double, count + 1);
    for (size_t i = 0; i < count; i++)
        value[i] = reach * (2 * (double)(random_bits(seed) >> 11) * 0x1p-53 - 1);
    return value;
}

static void ask_all(job *w)
{
    trial *t = &w->run;
    uint64_t seed = 20240229;
    size_t n = (size_t)TRIAL_STATES * w->tree.coordinates_count;
    bool is_free = w->model->njnt > 0 && w->model->jnt_type[0] == mjJNT_FREE &&
                   !is_damped(w, 0);
    t->coordinates_count = w->tree.coordinates_count;
    t->coordinates = ARENA_ARRAY(&w->mem, const char *, t->coordinates_count + 1);
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        t->coordinates[i] = w->tree.coordinates[i].name;
    t->words = t->coordinates_count + (is_free ? 6 : 0);
    t->q = draw_many(&w->mem, &seed, n, 3.2);
    t->qd = draw_many(&w->mem, &seed, n, 4);
    t->qdd = draw_many(&w->mem, &seed, n, 20);
    t->motion = draw_many(&w->mem, &seed, (size_t)TRIAL_STATES * 9, 10);
    t->attitude = draw_many(&w->mem, &seed, (size_t)TRIAL_STATES * 4, 1);
    for (size_t s = 0; s < TRIAL_STATES; s++)
        mju_normalize4(t->attitude + 4 * s);
    for (int i = 0; i < 2; i++)
        t->result[i] = ARENA_ARRAY(&w->mem, double, (size_t)TRIAL_STATES * t->words + 1);
    mjtNum *generalised = ARENA_ARRAY(&w->mem, mjtNum, w->model->nv);
    w->model->opt.disableflags |= mjDSBL_CONSTRAINT; /* limits, contacts, couplings, friction */
    for (size_t s = 0; s < TRIAL_STATES; s++) {
        set_state(w, s);
        mj_inverse(w->model, w->data);
        mj_rne(w->model, w->data, 1, generalised);
        add_result(w, s, generalised, t->result[0]);
        add_result(w, s, w->data->qfrc_inverse, t->result[1]);
    }
}

static void compare(tap *t, const job *w, const char *what, int result, const double *ours)
{
    double apart = ours ? trial_difference(&w->run, ours, w->run.result[result]) : INFINITY;
    tap_check(t, apart < w->agreement, "%s: %s agrees with MuJoCo on %d states (%.1e)",
              w->run.robot, what, TRIAL_STATES, apart);
}

/* --- robots ----------------------------------------------------------------------------------- */

/* The file's own robot, and the trees. */
static status read_ours(job *w, const char *path, diag *d)
{
    passes_settings s = passes_default();
    passes_forms f;
    TRY(robot_read(&w->mem, path, &s.urdf, &w->robot, d));
    TRY(passes_tree(&w->mem, path, &s, &f, d));
    w->tree = f.tree;
    s.joints.dynamics = DYNAMICS_NONE;
    TRY(passes_tree(&w->mem, path, &s, &f, d));
    w->bare = f.tree;
    return STATUS_OK;
}

static const double *operations(job *w, const tree *of, diag *d)
{
    equations_options options = equations_options_default();
    ops *p = ARENA_ARRAY(&w->mem, ops, 1);
    options.effort = QUICK_EFFORT;
    if (ours_operations(&w->mem, of, &options, p, d) != STATUS_OK)
        return NULL;
    return ours_evaluation(&w->mem, &w->run, of, p);
}

static void compare_robot(tap *t, const char *name, double agreement, double at_joints)
{
    char why[1000] = "";
    job w = {.mem = arena_make(), .run = {.robot = name, .states = TRIAL_STATES},
             .agreement = agreement, .at_joints = at_joints};
    diag d = diag_make(&w.mem);
    const char *path = arena_printf(&w.mem, FOLDER "%s.xml", name);
    w.model = mj_loadXML(path, NULL, why, sizeof why);
    tap_check(t, w.model != NULL, "%s: MuJoCo takes the file %s", name, why);
    status done = read_ours(&w, path, &d);
    tap_check(t, done == STATUS_OK, "%s: so do we %s", name, done ? d.error.text : "");
    if (w.model && done == STATUS_OK) {
        w.data = mj_makeData(w.model);
        check_joints(t, &w);
        ask_all(&w);
        compare(t, &w, "the recursion over bodies", 0, ours_recursion(&w.mem, &w.run, &w.bare));
        compare(t, &w, "the graph of bodies", 0, operations(&w, &w.bare, &d));
        compare(t, &w, "the graph with forces at joints", 1, operations(&w, &w.tree, &d));
        mj_deleteData(w.data);
    }
    if (w.model)
        mj_deleteModel(w.model);
    arena_free(&w.mem);
}

int main(void)
{
    tap t = {0};
    for (size_t i = 0; i < sizeof ROBOTS / sizeof *ROBOTS; i++)
        compare_robot(&t, ROBOTS[i].name, ROBOTS[i].agreement, ROBOTS[i].at_joints);
    return tap_end(&t);
}
