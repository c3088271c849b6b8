/* SPDX-License-Identifier: MIT */
/* MuJoCo's opinion, from its own URDF reader. It refuses inertias that no body can have (its
 * setting that would "repair" them is not used, because that compares another robot) and
 * moving links without mass; those get a grain of 4e-21 kg, too light for a double to notice. */
#include "opinion.h"
#include "mujoco_urdf.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MuJoCo calls anything lighter than 1e-15 massless. Made heavier by this power of two (exact), the
 * robot leaves room for a grain that passes that test and still changes nothing. */
#define MASS_SCALE 0x1p20
#define SETTINGS                                                                                  \
    "inertiafromgeom=\"false\" balanceinertia=\"false\" fusestatic=\"false\" boundmass=\"4e-15\" " \
    "boundinertia=\"4e-15\""
#define FREE_JOINT "outside_free"
#define FILE_NAME "robot.urdf"

struct opinion {
    arena mem;
    mjModel *model;
    mjData *data;
    bool floating;
    double gravity_ms2[3];
    int *joint, *force_body, *frame_body;
    const opinion_frame *frames;
    uint32_t joints_count, forces_count, frames_count;
    double *generalised; /* nv words */
    double *square;      /* nv x nv */
};

static mjModel *load(const char *bytes, size_t length, char *why, size_t why_bytes)
{
    mjVFS *files = malloc(sizeof *files);
    mj_defaultVFS(files);
    mjModel *model = NULL;
    if (mj_makeEmptyFileVFS(files, FILE_NAME, (int)length) == 0) {
        memcpy(files->filedata[mj_findFileVFS(files, FILE_NAME)], bytes, length);
        model = mj_loadXML(FILE_NAME, files, why, (int)why_bytes);
    }
    mj_deleteVFS(files);
    free(files);
    for (char *c = why; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
    return model;
}

static mjModel *load_robot(arena *mem, const opinion_request *r, char *why, size_t why_bytes)
{
    if (r->tip != NULL) {
        snprintf(why, why_bytes, "it does not cut robots");
        return NULL;
    }
    diag d = diag_make(mem);
    text urdf = text_make(mem);
    rewrite_options options = {.settings = SETTINGS, .mass_scale = MASS_SCALE};
    options.free_joint = r->floating_base ? FREE_JOINT : NULL;
    if (urdf_rewrite(mem, r->path, &options, &urdf, &d) == STATUS_OK)
        return load(urdf.bytes, urdf.length, why, why_bytes);
    snprintf(why, why_bytes, "%s", d.error.text);
    return NULL;
}

static void mujoco_close(opinion *o)
{
    if (o->data != NULL)
        mj_deleteData(o->data);
    if (o->model != NULL)
        mj_deleteModel(o->model);
    arena mem = o->mem;
    arena_free(&mem);
}

static bool find_body(const mjModel *model, const char *link, int *body, char *why,
                      size_t why_bytes)
{
    *body = mj_name2id(model, mjOBJ_BODY, link);
    if (*body < 0)
        snprintf(why, why_bytes, "it has no link %s", link);
    return *body >= 0;
}

/* Otherwise it writes a file where it runs. What it warns of shows as a difference. */
static void keep_quiet(const char *warning)
{
    (void)warning;
}

static opinion *mujoco_open(const opinion_request *r, char *why, size_t why_bytes)
{
    arena mem = arena_make();
    mju_user_warning = keep_quiet;
    mjModel *model = load_robot(&mem, r, why, why_bytes);
    opinion *o = ARENA_ARRAY(&mem, opinion, 1);
    *o = (opinion){
        .model = model, .floating = r->floating_base, .forces_count = r->force_links_count};
    if (model != NULL) {
        o->data = mj_makeData(model);
        o->generalised = ARENA_ARRAY(&mem, double, model->nv);
        o->square = ARENA_ARRAY(&mem, double, (size_t)model->nv * (size_t)model->nv + 1);
        o->force_body = ARENA_ARRAY(&mem, int, r->force_links_count + 1);
        o->frame_body = ARENA_ARRAY(&mem, int, r->frames_count + 1);
        o->frames = r->frames;
        o->frames_count = r->frames_count;
        /* nothing but joints and gravity: files have damping, friction and limits */
        model->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_PASSIVE | mjDSBL_ACTUATION;
        memcpy(o->gravity_ms2, r->gravity_ms2, sizeof o->gravity_ms2);
        for (int i = 0; i < 3; i++)
            model->opt.gravity[i] = r->gravity_ms2[i];
    }
    bool complete = model != NULL;
    for (uint32_t i = 0; complete && i < r->force_links_count; i++)
        complete = find_body(model, r->force_links[i], &o->force_body[i], why, why_bytes);
    for (uint32_t i = 0; complete && i < r->frames_count; i++)
        complete = find_body(model, r->frames[i].link, &o->frame_body[i], why, why_bytes);
    o->mem = mem;
    if (!complete) {
        mujoco_close(o);
        return NULL;
    }
    return o;
}

static bool mujoco_bind(opinion *o, const char *const *names, uint32_t count)
{
    o->joint = ARENA_ARRAY(&o->mem, int, count + 1);
    o->joints_count = count;
    for (uint32_t i = 0; i < count; i++) {
        o->joint[i] = mj_name2id(o->model, mjOBJ_JOINT, names[i]);
        if (o->joint[i] < 0)
            return false;
    }
    return (int)count + (o->floating ? 1 : 0) == o->model->njnt;
}

/* MuJoCo's free joint: position, attitude; linear velocity, acceleration and force of the origin
 * in world axes; angular ones in link axes. */
static void set_free_joint(opinion *o, const opinion_state *s)
{
    int joint = mj_name2id(o->model, mjOBJ_JOINT, FREE_JOINT);
    mjtNum *position = o->data->qpos + o->model->jnt_qposadr[joint];
    mjtNum *velocity = o->data->qvel + o->model->jnt_dofadr[joint];
    mjtNum *acceleration = o->data->qacc + o->model->jnt_dofadr[joint];
    for (int i = 0; i < 3; i++) {
        position[i] = velocity[i] = 0;
        velocity[3 + i] = s->omega[i];
        acceleration[3 + i] = s->omegad[i];
    }
    memcpy(position + 3, s->attitude, sizeof s->attitude);
    mju_rotVecQuat(acceleration, s->acc, s->attitude);
    mju_addTo3(acceleration, o->gravity_ms2);
}

static void inverse_dynamics(opinion *o)
{
    mj_kinematics(o->model, o->data);
    mj_comPos(o->model, o->data);
    mj_comVel(o->model, o->data);
    mj_rne(o->model, o->data, 1, o->generalised);
}

static void subtract_force(opinion *o, int body, const double *wrench)
{
    mjtNum force[3], moment[3];
    mju_rotVecQuat(force, wrench, o->data->xquat + 4 * body);
    mju_rotVecQuat(moment, wrench + 3, o->data->xquat + 4 * body);
    mju_scl3(force, force, -MASS_SCALE);
    mju_scl3(moment, moment, -MASS_SCALE);
    mj_applyFT(o->model, o->data, force, moment, o->data->xpos + 3 * body, body, o->generalised);
}

static void set_state(opinion *o, const opinion_state *s)
{
    for (uint32_t i = 0; i < o->joints_count; i++) {
        o->data->qpos[o->model->jnt_qposadr[o->joint[i]]] = s->q[i];
        o->data->qvel[o->model->jnt_dofadr[o->joint[i]]] = s->qd[i];
        o->data->qacc[o->model->jnt_dofadr[o->joint[i]]] = s->qdd[i];
    }
    if (o->floating)
        set_free_joint(o, s);
}

static void mujoco_torques(opinion *o, const opinion_state *s, double *torque, double wrench[6])
{
    set_state(o, s);
    inverse_dynamics(o);
    for (uint32_t i = 0; i < o->forces_count; i++)
        subtract_force(o, o->force_body[i], s->forces + 6 * i);
    for (uint32_t i = 0; i < o->joints_count; i++)
        torque[i] = o->generalised[o->model->jnt_dofadr[o->joint[i]]] / MASS_SCALE;
    if (o->floating) {
        const mjtNum *force =
            o->generalised + o->model->jnt_dofadr[mj_name2id(o->model, mjOBJ_JOINT, FREE_JOINT)];
        mjtNum back[4];
        mju_negQuat(back, s->attitude);
        mju_rotVecQuat(wrench, force, back);
        memcpy(wrench + 3, force + 3, 3 * sizeof *wrench);
        for (int i = 0; i < 6; i++)
            wrench[i] /= MASS_SCALE;
    }
}

/* --- further questions -------------------------------------------------------------------- */

static uint32_t base_freedoms(const opinion *o)
{
    return o->floating ? 6 : 0;
}

static uint32_t freedoms(const opinion *o)
{
    return base_freedoms(o) + o->joints_count;
}

/* MuJoCo's number of a freedom. */
static int freedom_address(const opinion *o, uint32_t freedom)
{
    if (freedom >= base_freedoms(o))
        return o->model->jnt_dofadr[o->joint[freedom - base_freedoms(o)]];
    return o->model->jnt_dofadr[mj_name2id(o->model, mjOBJ_JOINT, FREE_JOINT)] + (int)freedom;
}

/* A state in which the root link is held at the world's axes: there the linear freedoms of its
 * joint, which are in world axes, are in its own. */
static void set_held(opinion *o, const opinion_state *s)
{
    opinion_state held = *s;
    held.attitude[0] = 1;
    for (int i = 0; i < 3; i++) {
        held.attitude[1 + i] = held.omega[i] = held.omegad[i] = 0;
        held.acc[i] = -o->gravity_ms2[i];
    }
    set_state(o, &held);
    mj_kinematics(o->model, o->data);
    mj_comPos(o->model, o->data);
}

static void answer_square(const opinion *o, double scale, double *out)
{
    uint32_t n = freedoms(o);
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++)
            out[row * n + column] =
                scale * o->square[freedom_address(o, row) * o->model->nv +
                                  freedom_address(o, column)];
}

static void answer_mass(opinion *o, double *out)
{
    mj_crb(o->model, o->data);
    mj_fullM(o->model, o->square, o->data->qM);
    answer_square(o, 1 / MASS_SCALE, out);
}

static void answer_minv(opinion *o, double *out)
{
    int n = o->model->nv;
    mj_crb(o->model, o->data);
    mj_factorM(o->model, o->data);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            o->square[row * n + column] = row == column;
    mj_solveM(o->model, o->data, o->square, o->square, n);
    answer_square(o, MASS_SCALE, out);
}

static void answer_acceleration(opinion *o, const opinion_state *s, double *out)
{
    set_state(o, s);
    mjtNum back[4], force[3] = {0};
    mju_negQuat(back, s->attitude);
    if (o->floating)
        mju_rotVecQuat(force, s->wrench, s->attitude);
    for (uint32_t i = 0; i < freedoms(o); i++) {
        double given = i < 3 && o->floating    ? force[i]
                       : i < base_freedoms(o) ? s->wrench[i]
                                              : s->tau[i - base_freedoms(o)];
        o->data->qfrc_applied[freedom_address(o, i)] = MASS_SCALE * given;
    }
    mj_forward(o->model, o->data);
    for (uint32_t i = 0; i < freedoms(o); i++)
        out[i] = o->data->qacc[freedom_address(o, i)];
    if (o->floating) {
        mjtNum origin[3];
        mju_sub3(origin, out, o->gravity_ms2);
        mju_rotVecQuat(out, origin, back);
    }
}

static void frame_point(const opinion *o, uint32_t k, mjtNum point[3])
{
    int body = o->frame_body[k];
    mju_rotVecMat(point, o->frames[k].at_m, o->data->xmat + 9 * body);
    mju_addTo3(point, o->data->xpos + 3 * body);
}

static void answer_pose(const opinion *o, uint32_t k, double *out)
{
    frame_point(o, k, out);
    memcpy(out + 3, o->data->xmat + 9 * o->frame_body[k], 9 * sizeof *out);
}

/* By MuJoCo's numbers of freedoms: 3 x nv each. */
static void jacobians(opinion *o, uint32_t k, mjtNum *linear, mjtNum *angular)
{
    mjtNum point[3];
    frame_point(o, k, point);
    mj_jac(o->model, o->data, linear, angular, point, o->frame_body[k]);
}

static void answer_jacobian(opinion *o, uint32_t k, double *out)
{
    uint32_t n = freedoms(o);
    size_t size = 3 * (size_t)o->model->nv;
    mjtNum *j = malloc(2 * size * sizeof *j);
    jacobians(o, k, j, j + size);
    for (uint32_t row = 0; row < 6; row++)
        for (uint32_t column = 0; column < n; column++)
            out[row * n + column] = j[row * (uint32_t)o->model->nv +
                                      (uint32_t)freedom_address(o, column)];
    free(j);
}

static void answer_velocity(opinion *o, uint32_t k, double *out)
{
    size_t size = 3 * (size_t)o->model->nv;
    mjtNum *j = malloc(2 * size * sizeof *j);
    jacobians(o, k, j, j + size);
    mju_mulMatVec(out, j, o->data->qvel, 3, o->model->nv);
    mju_mulMatVec(out + 3, j + size, o->data->qvel, 3, o->model->nv);
    free(j);
}

/* MuJoCo's acceleration of the body's origin has gravity taken off, which is switched off for it;
 * moved to the point. */
static void answer_frame_acceleration(opinion *o, uint32_t k, double *out)
{
    mjtNum six[6], arm[3], cross[3], velocity[6];
    int body = o->frame_body[k];
    mj_objectAcceleration(o->model, o->data, mjOBJ_XBODY, body, six, 0);
    mj_objectVelocity(o->model, o->data, mjOBJ_XBODY, body, velocity, 0);
    mju_rotVecMat(arm, o->frames[k].at_m, o->data->xmat + 9 * body);
    mju_cross(cross, six, arm);
    mju_add3(out, six + 3, cross);
    mju_cross(cross, velocity, arm);
    mju_cross(arm, velocity, cross);
    mju_addTo3(out, arm);
    memcpy(out + 3, six, 3 * sizeof *six);
}

static void answer_frames(opinion *o, opinion_question what, double *out)
{
    if (what == QUESTION_FRAME_ACCELERATION) {
        mju_zero3(o->model->opt.gravity);
        mj_comVel(o->model, o->data);
        if (o->floating)
            mju_zero(o->data->qacc + freedom_address(o, 0), 6);
        mj_rnePostConstraint(o->model, o->data);
    }
    for (uint32_t k = 0; k < o->frames_count; k++) {
        if (what == QUESTION_POSE)
            answer_pose(o, k, out + 12 * k);
        else if (what == QUESTION_VELOCITY)
            answer_velocity(o, k, out + 6 * k);
        else if (what == QUESTION_JACOBIAN)
            answer_jacobian(o, k, out + 6 * (size_t)freedoms(o) * k);
        else
            answer_frame_acceleration(o, k, out + 6 * k);
    }
    mju_copy3(o->model->opt.gravity, o->gravity_ms2);
}

static bool mujoco_answer(opinion *o, opinion_question what, const opinion_state *s, double *out)
{
    set_held(o, s);
    switch (what) {
    case QUESTION_MASS: answer_mass(o, out); return true;
    case QUESTION_MINV: answer_minv(o, out); return true;
    case QUESTION_ACCELERATION: answer_acceleration(o, s, out); return true;
    case QUESTION_POSE:
    case QUESTION_VELOCITY:
    case QUESTION_FRAME_ACCELERATION:
    case QUESTION_JACOBIAN: answer_frames(o, what, out); return true;
    case QUESTION_TAU_Q:
    case QUESTION_TAU_QD:
    case QUESTIONS: break;
    }
    return false;
}

static void mujoco_run(opinion *o, uint32_t count, const double *q, const double *qd,
                       const double *qdd, double *torque)
{
    size_t n = (size_t)o->model->nv;
    for (size_t s = 0; s < count; s++) {
        memcpy(o->data->qpos, q + s * n, n * sizeof *q);
        memcpy(o->data->qvel, qd + s * n, n * sizeof *qd);
        memcpy(o->data->qacc, qdd + s * n, n * sizeof *qdd);
        inverse_dynamics(o);
        memcpy(torque + s * n, o->generalised, n * sizeof *torque);
    }
}

const opinion_library OPINION_MUJOCO = {.name = "MuJoCo",
                                        .open = mujoco_open,
                                        .bind = mujoco_bind,
                                        .torques = mujoco_torques,
                                        .answer = mujoco_answer,
                                        .run = mujoco_run,
                                        .close = mujoco_close};
