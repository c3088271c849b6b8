/* SPDX-License-Identifier: MIT */
#include "mujoco_loops.h"

#include "base/text.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "loops.xml"
/* As in mujoco.c: links without mass get a grain that changes nothing. */
#define MASS_SCALE 0x1p20
/* Of what MuJoCo calls R. Its smallest, by solimp, lets 1e-4 of the acceleration without loops
 * through, which its springs then make up for over the steps of a simulation: here there is one. */
#define SOFTNESS 1e-4

struct mujoco_loops {
    const tree *t;
    mjModel *model;
    mjData *data;
    mjtNum *before, *after; /* J, rows x freedoms */
};

/* ---- MJCF ------------------------------------------------------------------------------------ */

static void add_numbers(text *out, const char *name, const double *values, int count)
{
    text_printf(out, " %s=\"", name);
    for (int i = 0; i < count; i++)
        text_printf(out, "%s%.17g", i ? " " : "", values[i]);
    text_add(out, "\"");
}

static void add_pose(text *out, pose at)
{
    mjtNum quat[4], mat[9];
    for (int i = 0; i < 9; i++)
        mat[i] = at.rotation.m[i / 3][i % 3];
    mju_mat2Quat(quat, mat);
    add_numbers(out, "pos", at.position.v, 3);
    add_numbers(out, "quat", quat, 4);
}

static void add_inertia(text *out, const inertia *body)
{
    const mat3 *i = &body->inertia_com_kgm2;
    double full[6] = {i->m[0][0], i->m[1][1], i->m[2][2], i->m[0][1], i->m[0][2], i->m[1][2]};
    for (int k = 0; k < 6; k++)
        full[k] *= MASS_SCALE;
    text_add(out, "<inertial");
    add_numbers(out, "pos", body->com_m.v, 3);
    if (body->mass_kg == 0) {
        text_add(out, " mass=\"4e-15\" diaginertia=\"4e-15 4e-15 4e-15\"/>");
        return;
    }
    add_numbers(out, "mass", &(double){MASS_SCALE * body->mass_kg}, 1);
    add_numbers(out, "fullinertia", full, 6);
    text_add(out, "/>\n");
}

/* Points where cuts end, as sites for tendons. */
static void add_sites(text *out, const tree *t, uint32_t body)
{
    for (uint32_t k = 0; k < t->cuts_count; k++)
        for (int end = 0; t->cuts[k].what.kind == CUT_ROD && end < 2; end++)
            if (t->cuts[k].body[end] == body) {
                text_printf(out, "<site name=\"%c%u\"", "ab"[end], k);
                add_numbers(out, "pos", t->cuts[k].in_body[end].position.v, 3);
                text_add(out, "/>\n");
            }
}

static void add_body(text *out, const tree *t, uint32_t i)
{
    const tree_body *b = &t->bodies[i];
    text_printf(out, "<body name=\"%u\"", i);
    add_pose(out, b->origin);
    text_printf(out, "><joint name=\"%u\" type=\"%s\"", i,
                b->kind == BODY_PRISMATIC ? "slide" : "hinge");
    add_numbers(out, "axis", b->axis.v, 3);
    add_numbers(out, "armature",
                &(double){MASS_SCALE * t->coordinates[b->coordinate].armature}, 1);
    text_add(out, "/>\n");
    add_inertia(out, &b->body);
    add_sites(out, t, i);
    for (uint32_t k = i + 1; k < t->bodies_count; k++)
        if (t->bodies[k].parent == i)
            add_body(out, t, k);
    text_add(out, "</body>\n");
}

/* One point fixes what moves; two more, off by these, what turns. */
static uint32_t points_of(const tree_cut *c)
{
    const unsigned turns = ~c->what.dropped >> CUT_RX & 7;
    return c->what.kind == CUT_BODY && turns ? 3 : 1;
}

static void add_loops(text *out, const tree *t)
{
    text_add(out, "<tendon>\n");
    for (uint32_t k = 0; k < t->cuts_count; k++)
        if (t->cuts[k].what.kind == CUT_ROD)
            text_printf(out, "<spatial name=\"%u\"><site site=\"a%u\"/><site site=\"b%u\"/>"
                             "</spatial>\n", k, k, k);
    text_add(out, "</tendon><equality>\n");
    for (uint32_t k = 0; k < t->cuts_count; k++) {
        const tree_cut *c = &t->cuts[k];
        for (uint32_t p = 0; p < points_of(c); p++) {
            if (c->what.kind == CUT_ROD)
                text_printf(out, "<tendon tendon1=\"%u\" polycoef=\"0 0 0 0 0\"/>\n", k);
            else
                text_printf(out, "<connect body1=\"%s\" body2=\"%s\" anchor=\"0 0 0\"/>\n",
                            c->body[0] ? arena_printf(out->mem, "%u", c->body[0]) : "world",
                            c->body[1] ? arena_printf(out->mem, "%u", c->body[1]) : "world");
        }
    }
    text_add(out, "</equality>\n");
}

static text write_mjcf(arena *mem, const tree *t)
{
    text out = text_make(mem);
    text_add(&out, "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\" "
                   "boundmass=\"4e-15\" boundinertia=\"4e-15\"/>\n"
                   "<option timestep=\"1e-4\" solver=\"Newton\" iterations=\"500\" "
                   "tolerance=\"0\" cone=\"elliptic\"");
    add_numbers(&out, "gravity", t->gravity_ms2.v, 3);
    text_add(&out, "/><default><equality solref=\"2e-4 1\" solimp=\".9999 .9999 .001\"/></default>"
                   "<worldbody>\n");
    add_sites(&out, t, 0);
    for (uint32_t i = 1; i < t->bodies_count; i++)
        if (t->bodies[i].parent == 0)
            add_body(&out, t, i);
    text_add(&out, "</worldbody>\n");
    add_loops(&out, t);
    text_add(&out, "</mujoco>\n");
    return out;
}

/* ---- the model ------------------------------------------------------------------------------- */

static mjModel *load(const text *mjcf, char *why, size_t why_bytes)
{
    mjVFS *files = malloc(sizeof *files);
    mj_defaultVFS(files);
    mjModel *model = NULL;
    if (mj_makeEmptyFileVFS(files, FILE_NAME, (int)mjcf->length) == 0) {
        memcpy(files->filedata[mj_findFileVFS(files, FILE_NAME)], mjcf->bytes, mjcf->length);
        model = mj_loadXML(FILE_NAME, files, why, (int)why_bytes);
    }
    mj_deleteVFS(files);
    free(files);
    return model;
}

/* MuJoCo takes the places of the second ends from the positions at zero; ours are exact. */
static void place_ends(mjModel *model, const tree *t)
{
    int equality = 0;
    for (uint32_t k = 0; k < t->cuts_count; k++) {
        const tree_cut *c = &t->cuts[k];
        for (uint32_t p = 0; p < points_of(c); p++, equality++) {
            static const vec3 OFF[3] = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 0, 1}}};
            mjtNum *data = model->eq_data + mjNEQDATA * equality;
            for (int end = 0; end < 2 && c->what.kind != CUT_ROD; end++)
                mju_copy3(data + 3 * end,
                          pose_multiply(c->in_body[end], (pose){mat3_identity(), OFF[p]})
                              .position.v);
            char name[16];
            snprintf(name, sizeof name, "%u", k);
            if (c->what.kind == CUT_ROD)
                model->tendon_length0[mj_name2id(model, mjOBJ_TENDON, name)] = c->what.length_m;
        }
    }
}

static void keep_quiet(const char *warning)
{
    (void)warning;
}

mujoco_loops *mujoco_loops_open(arena *mem, const tree *t, char *why, size_t why_bytes)
{
    text mjcf = write_mjcf(mem, t);
    mju_user_warning = keep_quiet;
    mjModel *model = load(&mjcf, why, why_bytes);
    if (!model)
        return NULL;
    place_ends(model, t);
    mujoco_loops *m = ARENA_ARRAY(mem, mujoco_loops, 1);
    *m = (mujoco_loops){.t = t, .model = model, .data = mj_makeData(model)};
    size_t entries = (size_t)model->njmax * (size_t)model->nv;
    m->before = ARENA_ARRAY(mem, mjtNum, entries + 1);
    m->after = ARENA_ARRAY(mem, mjtNum, entries + 1);
    return m;
}

/* ---- accelerations --------------------------------------------------------------------------- */

static int address_of(const mujoco_loops *m, uint32_t body)
{
    char name[16];
    snprintf(name, sizeof name, "%u", body);
    return m->model->jnt_dofadr[mj_name2id(m->model, mjOBJ_JOINT, name)];
}

/* Positions q + step qd; all joints have one coordinate each. */
static void set_positions(mujoco_loops *m, const double *q, const double *qd, double step)
{
    for (uint32_t i = 1; i < m->t->bodies_count; i++) {
        uint32_t c = m->t->bodies[i].coordinate;
        m->data->qpos[address_of(m, i)] = q[c] + step * qd[c];
    }
}

static void jacobian_at(mujoco_loops *m, const double *q, const double *qd, double step,
                        mjtNum *to)
{
    const int n = m->model->nv;
    set_positions(m, q, qd, step);
    mj_fwdPosition(m->model, m->data);
    for (int r = 0; r < m->data->nefc; r++) {
        if (!mj_isSparse(m->model)) {
            mju_copy(to + r * n, m->data->efc_J + r * n, n);
            continue;
        }
        mju_zero(to + r * n, n);
        for (int k = 0; k < m->data->efc_J_rownnz[r]; k++) {
            int at = m->data->efc_J_rowadr[r] + k;
            to[r * n + m->data->efc_J_colind[at]] = m->data->efc_J[at];
        }
    }
}

void mujoco_loops_accelerate(mujoco_loops *m, const double *q, const double *qd, const double *tau,
                             double *qdd)
{
    const double step = 1e-5;
    const int n = m->model->nv;
    mj_resetData(m->model, m->data);
    for (uint32_t i = 1; i < m->t->bodies_count; i++) {
        uint32_t c = m->t->bodies[i].coordinate;
        m->data->qvel[address_of(m, i)] = qd[c];
        m->data->qfrc_applied[address_of(m, i)] = MASS_SCALE * tau[c];
    }
    jacobian_at(m, q, qd, -step, m->before);
    jacobian_at(m, q, qd, step, m->after);
    set_positions(m, q, qd, 0);
    mj_fwdPosition(m->model, m->data);
    mj_fwdVelocity(m->model, m->data);
    for (int r = 0; r < m->data->nefc; r++) {
        m->data->efc_R[r] *= SOFTNESS;
        m->data->efc_D[r] /= SOFTNESS;
    }
    for (int r = 0; r < m->data->nefc; r++)
        for (int c = 0; c < n; c++)
            m->data->efc_aref[r] -= (m->after[r * n + c] - m->before[r * n + c]) / (2 * step) *
                                    m->data->qvel[c];
    mj_fwdActuation(m->model, m->data);
    mj_fwdAcceleration(m->model, m->data);
    mj_fwdConstraint(m->model, m->data);
    for (uint32_t i = 1; i < m->t->bodies_count; i++)
        qdd[m->t->bodies[i].coordinate] = m->data->qacc[address_of(m, i)];
}

void mujoco_loops_close(mujoco_loops *m)
{
    mj_deleteData(m->data);
    mj_deleteModel(m->model);
}
