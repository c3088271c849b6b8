/* SPDX-License-Identifier: MIT */
#include "trial.h"
#include "base/random.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const TRIAL_KIND_WORD[TRIAL_KINDS] = {"fixed", "floating", "fixed with forces",
                                                    "floating with forces", "part"};

/* --- libraries ---------------------------------------------------------------------- */

static const opinion_library *load(const char *file, char *why, size_t why_bytes)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(why, why_bytes, "%s", dlerror());
        return NULL;
    }
    opinion_library_get *get;
    void *symbol = dlsym(handle, OPINION_SYMBOL);
    memcpy(&get, &symbol, sizeof get); /* POSIX gives functions as data pointers */
    return get();
}

void trial_load_libraries(trial_libraries *l)
{
    memset(l, 0, sizeof *l);
    l->name[0] = "KDL";
    l->list[0] = load(OUTSIDE_FOLDER "/kdl.so", l->why[0], TRIAL_WHY_BYTES);
    l->name[1] = "MuJoCo";
    l->list[1] = &OPINION_MUJOCO;
    l->name[2] = "Pinocchio";
    l->list[2] = opinion_pinocchio_is_here() ? &OPINION_PINOCCHIO : NULL;
    if (l->list[2] == NULL)
        snprintf(l->why[2], TRIAL_WHY_BYTES, "not installed (make deps-test)");
}

/* --- states ------------------------------------------------------------------------- */

#define SEED 20240229u

static double draw(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)(random_bits(seed) >> 11) * 0x1p-53;
}

static double *draw_many(arena *mem, uint64_t *seed, size_t count, double reach)
{
    double *value = ARENA_ARRAY(mem, double, count + 1);
    for (size_t i = 0; i < count; i++)
        value[i] = draw(seed, -reach, reach);
    return value;
}

static void draw_states(arena *mem, trial *t)
{
    uint64_t seed = SEED;
    size_t count = t->states, n = count * t->coordinates_count;
    t->q = draw_many(mem, &seed, n, 3.2); /* past half a turn either way */
    t->qd = draw_many(mem, &seed, n, 4);
    t->qdd = draw_many(mem, &seed, n, 20);
    t->motion = draw_many(mem, &seed, count * 9, 10);
    t->forces = draw_many(mem, &seed, count * 6 * t->request.force_links_count, 50);
    t->attitude = draw_many(mem, &seed, count * 4, 1);
    for (double *a = t->attitude; a < t->attitude + count * 4; a += 4) {
        double norm = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
        for (int i = 0; i < 4; i++)
            a[i] /= norm;
    }
    t->tau = draw_many(mem, &seed, n, 50);
    t->wrench = draw_many(mem, &seed, count * 6, 50);
}

/* --- joints and coordinates ----------------------------------------------------------- */

/* Follows mimics of mimics; the factors multiply along the way. */
static opinion_joint resolve(const joint_map *map, opinion_joint j)
{
    for (uint32_t step = 0; j.master != NULL && step < map->count; step++)
        for (uint32_t i = 0; i < map->count; i++)
            if (strcmp(map->joints[i].name, j.master) == 0) {
                const opinion_joint *master = &map->joints[i];
                j.name = master->name;
                j.offset += j.ratio * master->offset * (master->master != NULL);
                j.ratio *= master->master != NULL ? master->ratio : 1;
                j.master = master->master;
                break;
            }
    return j;
}

static void map_joints(arena *mem, trial *t, const opinion_joint *joints, uint32_t count)
{
    joint_map map = {.joints = joints, .count = count};
    map.names = ARENA_ARRAY(mem, const char *, count + 1);
    map.coordinate = ARENA_ARRAY(mem, uint32_t, count + 1);
    map.ratio = ARENA_ARRAY(mem, double, count + 1);
    map.offset = ARENA_ARRAY(mem, double, count + 1);
    t->coordinates = ARENA_ARRAY(mem, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        map.names[i] = joints[i].name;
        if (joints[i].master == NULL) {
            map.coordinate[i] = t->coordinates_count;
            t->coordinates[t->coordinates_count++] = arena_strdup(mem, joints[i].name);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        opinion_joint own = resolve(&map, joints[i]);
        map.ratio[i] = own.ratio;
        map.offset[i] = own.offset;
        for (uint32_t j = 0; joints[i].master != NULL && j < count; j++)
            if (strcmp(joints[j].name, own.name) == 0)
                map.coordinate[i] = map.coordinate[j];
    }
    t->map = map;
}

/* --- asking one library --------------------------------------------------------------- */

void trial_move(const trial *t, const double *q, const double *qd, const double *qdd,
                double *words)
{
    const joint_map *map = &t->map;
    for (uint32_t i = 0; i < map->count; i++) {
        uint32_t c = map->coordinate[i];
        words[i] = map->ratio[i] * q[c] + map->offset[i];
        words[map->count + i] = map->ratio[i] * qd[c];
        words[2 * map->count + i] = map->ratio[i] * qdd[c];
    }
}

opinion_state trial_state(const trial *t, size_t at, double *words)
{
    const joint_map *map = &t->map;
    size_t first = at * t->coordinates_count;
    double *tau = words + 3 * (size_t)map->count;
    trial_move(t, t->q + first, t->qd + first, t->qdd + first, words);
    for (uint32_t i = 0; i < map->count; i++)
        tau[i] = map->joints[i].master == NULL ? t->tau[first + map->coordinate[i]] : 0;
    opinion_state s = {.q = words, .qd = words + map->count, .qdd = words + 2 * (size_t)map->count,
                       .tau = tau, .wrench = t->wrench + at * 6};
    s.forces = t->forces + at * 6 * t->request.force_links_count;
    memcpy(s.attitude, t->attitude + at * 4, sizeof s.attitude);
    memcpy(s.omega, t->motion + at * 9, sizeof s.omega);
    memcpy(s.omegad, t->motion + at * 9 + 3, sizeof s.omegad);
    memcpy(s.acc, t->motion + at * 9 + 6, sizeof s.acc);
    return s;
}

void trial_torques(const trial_libraries *l, const trial *t, uint32_t i, const opinion_state *s,
                   double *torque, double *result)
{
    for (uint32_t k = 0; k < t->coordinates_count; k++)
        result[k] = 0;
    l->list[i]->torques(t->opinions[i], s, torque, result + t->coordinates_count);
    for (uint32_t k = 0; k < t->map.count; k++)
        result[t->map.coordinate[k]] += t->map.ratio[k] * torque[k];
}

/* --- the trial ------------------------------------------------------------------------ */

/* Forces act on the link of the joint in the middle and on the last link of all, which most
 * files fix to its parent: then the wrench has to be moved as well. */
static void choose_forces(arena *mem, trial *t, const opinion_library *library,
                          const opinion_joint *joints, uint32_t count)
{
    const char **links = ARENA_ARRAY(mem, const char *, 2);
    links[0] = arena_strdup(mem, joints[count / 2].link);
    links[1] = arena_strdup(mem, library->last_link(t->first));
    t->request.force_links = links;
    t->request.force_links_count = strcmp(links[0], links[1]) == 0 ? 1 : 2;
}

/* The last link of all, and a point beside the link of the joint in the middle. */
static void choose_frames(arena *mem, trial *t, const opinion_library *library,
                          const opinion_joint *joints, uint32_t count)
{
    opinion_frame *frames = ARENA_ARRAY(mem, opinion_frame, 2);
    frames[0].link = arena_strdup(mem, library->last_link(t->first));
    frames[1] = (opinion_frame){arena_strdup(mem, joints[count / 2].link), {0.1, -0.2, 0.3}};
    t->request.frames = frames;
    t->request.frames_count = 2;
}

static const char *robot_name(arena *mem, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    return arena_strndup(mem, base, strcspn(base, "."));
}

/* The part that is cut out: the first library says where, and reads the file anew. */
static bool open_part(arena *mem, const opinion_library *library, trial *t)
{
    opinion *whole = t->first;
    bool is_cut = library->cut(whole, &t->request.root, &t->request.tip);
    if (is_cut) {
        t->request.root = arena_strdup(mem, t->request.root);
        t->request.tip = arena_strdup(mem, t->request.tip);
        t->first = library->open(&t->request, t->why[0], TRIAL_WHY_BYTES);
    } else {
        snprintf(t->why[0], TRIAL_WHY_BYTES, "too short to be cut");
    }
    library->close(whole);
    return is_cut && t->first != NULL;
}

static void open_libraries(const trial_libraries *l, trial *t)
{
    for (uint32_t i = 0; i < TRIAL_LIBRARIES; i++) {
        if (l->list[i] == NULL) {
            memcpy(t->why[i], l->why[i], TRIAL_WHY_BYTES);
            continue;
        }
        opinion *o = l->list[i]->open(&t->request, t->why[i], TRIAL_WHY_BYTES);
        if (o != NULL && !l->list[i]->bind(o, t->map.names, t->map.count)) {
            snprintf(t->why[i], TRIAL_WHY_BYTES, "%s cuts the joints of this file in another way",
                     l->list[i]->name);
            l->list[i]->close(o);
            o = NULL;
        }
        t->opinions[i] = o;
    }
}

bool trial_open(arena *mem, const trial_libraries *l, const char *path, trial_kind kind,
                uint32_t states, trial *out)
{
    bool floats = kind == TRIAL_FLOATING || kind == TRIAL_FLOATING_FORCES;
    *out = (trial){.path = path, .robot = robot_name(mem, path), .kind = kind, .states = states};
    out->request = (opinion_request){.path = path, .floating_base = floats};
    out->request.gravity_ms2[2] = -9.81;
    out->first = l->list[0]->open(&out->request, out->why[0], TRIAL_WHY_BYTES);
    if (out->first == NULL || (kind == TRIAL_PART && !open_part(mem, l->list[0], out)))
        return false;
    uint32_t count;
    const opinion_joint *joints = l->list[0]->joints(out->first, &count);
    map_joints(mem, out, joints, count);
    out->words = out->coordinates_count + (floats ? 6 : 0);
    if (kind == TRIAL_FIXED_FORCES || kind == TRIAL_FLOATING_FORCES)
        choose_forces(mem, out, l->list[0], joints, count);
    choose_frames(mem, out, l->list[0], joints, count);
    draw_states(mem, out);
    open_libraries(l, out);
    return true;
}

void trial_close(const trial_libraries *l, trial *t)
{
    for (uint32_t i = 0; i < TRIAL_LIBRARIES; i++)
        if (t->opinions[i] != NULL)
            l->list[i]->close(t->opinions[i]);
    l->list[0]->close(t->first);
}

bool trial_run(arena *mem, const trial_libraries *l, const char *path, trial_kind kind, trial *out)
{
    if (!trial_open(mem, l, path, kind, TRIAL_STATES, out))
        return false;
    double *words = ARENA_ARRAY(mem, double, (size_t)out->map.count * 5 + 1);
    for (uint32_t i = 0; i < TRIAL_LIBRARIES; i++) {
        if (out->opinions[i] == NULL)
            continue;
        out->result[i] = ARENA_ARRAY(mem, double, (size_t)out->states * out->words + 6);
        for (size_t s = 0; s < out->states; s++) {
            opinion_state state = trial_state(out, s, words);
            trial_torques(l, out, i, &state, words + 4 * (size_t)out->map.count,
                          out->result[i] + s * out->words);
        }
    }
    trial_close(l, out);
    return true;
}

/* --- the measure ----------------------------------------------------------------------
 * The larger of two:
 *  - joint by joint: the largest difference of that word over all states, relative to the largest
 *    value of that word over all states. A word that is zero but for rounding has no scale of its
 *    own, so the scale is never less than 1e-6 of the largest word: such a word must then
 *    be right to 1e-15 of the forces that pass through it, about four roundings.
 *  - state by state: the norm of the difference relative to the norm of the torques.
 * The first keeps a wrist from hiding behind a shoulder, the second a quiet state behind a wild
 * one. */
#define SCALE_FLOOR 1e-6

static double joint_difference(const trial *t, const double *result, const double *reference)
{
    double floor = 0, worst = 0;
    for (size_t i = 0; i < (size_t)t->states * t->words; i++)
        floor = fmax(floor, SCALE_FLOOR * fabs(reference[i]));
    for (uint32_t word = 0; word < t->words; word++) {
        double scale = floor, apart = 0;
        for (size_t i = word; i < (size_t)t->states * t->words; i += t->words) {
            scale = fmax(scale, fabs(reference[i]));
            apart = fmax(apart, fabs(result[i] - reference[i]));
        }
        worst = fmax(worst, apart / scale);
    }
    return worst;
}

static double state_difference(const trial *t, const double *result, const double *reference)
{
    double worst = 0;
    for (size_t s = 0; s < t->states; s++) {
        double apart = 0, size = 0;
        for (size_t i = s * t->words; i < (s + 1) * t->words; i++) {
            apart += (result[i] - reference[i]) * (result[i] - reference[i]);
            size += reference[i] * reference[i];
        }
        worst = fmax(worst, sqrt(apart / size));
    }
    return worst;
}

double trial_difference(const trial *t, const double *result, const double *reference)
{
    if (!t->states || !t->words)
        return INFINITY; /* nothing compared agrees with nothing */
    for (size_t i = 0; i < (size_t)t->states * t->words; i++)
        if (!isfinite(result[i]) || !isfinite(reference[i]))
            return INFINITY;
    return fmax(joint_difference(t, result, reference), state_difference(t, result, reference));
}
