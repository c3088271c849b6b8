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
    int *joint, *force_body;
    uint32_t joints_count, forces_count;
    double *generalised; /* nv words */
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

static opinion *mujoco_open(const opinion_request *r, char *why, size_t why_bytes)
{
    arena mem = arena_make();
    mjModel *model = load_robot(&mem, r, why, why_bytes);
    opinion *o = ARENA_ARRAY(&mem, opinion, 1);
    *o = (opinion){
        .model = model, .floating = r->floating_base, .forces_count = r->force_links_count};
    if (model != NULL) {
        o->data = mj_makeData(model);
        o->generalised = ARENA_ARRAY(&mem, double, model->nv);
        o->force_body = ARENA_ARRAY(&mem, int, r->force_links_count + 1);
        memcpy(o->gravity_ms2, r->gravity_ms2, sizeof o->gravity_ms2);
        for (int i = 0; i < 3; i++)
            model->opt.gravity[i] = r->gravity_ms2[i];
    }
    bool complete = model != NULL;
    for (uint32_t i = 0; complete && i < r->force_links_count; i++) {
        o->force_body[i] = mj_name2id(model, mjOBJ_BODY, r->force_links[i]);
        if (o->force_body[i] < 0) {
            snprintf(why, why_bytes, "it has no link %s", r->force_links[i]);
            complete = false;
        }
    }
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

static void mujoco_torques(opinion *o, const opinion_state *s, double *torque, double wrench[6])
{
    for (uint32_t i = 0; i < o->joints_count; i++) {
        o->data->qpos[o->model->jnt_qposadr[o->joint[i]]] = s->q[i];
        o->data->qvel[o->model->jnt_dofadr[o->joint[i]]] = s->qd[i];
        o->data->qacc[o->model->jnt_dofadr[o->joint[i]]] = s->qdd[i];
    }
    if (o->floating)
        set_free_joint(o, s);
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
                                        .run = mujoco_run,
                                        .close = mujoco_close};
