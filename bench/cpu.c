/* How fast the emitted C runs, against the inverse dynamics of outside libraries and against
 * itself in batches. One process a robot, all contenders in turn, many rounds, the best
 * round of each counts: what slows the machine down meanwhile slows all of them.
 *
 *   cpu WORK_FOLDER ROBOT.urdf ...                                                            */
#include "base/text.h"
#include "emit/emit_c.h"
#include "operations/state.h"
#include "opinion.h"
#include "ours.h"
#include "robot/urdf.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef BENCH_CC
#define BENCH_CC "gcc" /* compiles the emitted code */
#endif

/* Many states, so that no value can be kept; the stride is no power of two, so that words of one state
 * do not fight for one set of the cache. */
enum { STATES = 1000, STRIDE = 1072, ROUNDS = 25 };
#define ROUND_S 1.5e-3 /* a round of one contender lasts at least this long */

/* --- emitted code ----------------------------------------------------------------------- */

typedef void torque_f64(const double *q, const double *qd, const double *qdd, double *tau);
typedef void torque_f32(const float *q, const float *qd, const float *qdd, float *tau);
typedef void words_f32(const float *in, float *out);
typedef void words_batch_f32(size_t count, size_t stride, const float *in, float *out);
typedef void batch_f32(size_t count, size_t stride, const float *q, const float *qd, const float *qdd, float *tau);

typedef struct {
    torque_f64 *torque64;
    torque_f32 *torque32;
    words_f32 *words;
    words_batch_f32 *words_batch;
    batch_f32 *batch;
    unsigned lanes; /* of float */
} emitted;

static void *symbol(void *handle, const char *name)
{
    void *found = dlsym(handle, name);
    if (found == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return found;
}

/* Compiles WORK/whole.c with these flags and takes its functions. */
static emitted compile(arena *mem, const char *work, const char *tag, const char *flags)
{
    char *object = arena_printf(mem, "%s/bench_%s.so", work, tag);
    char *command = arena_printf(mem, "%s -std=c11 %s -fPIC -shared -I%s -o %s %s/whole.c", BENCH_CC, flags,
                                 work, object, work);
    if (system(command) != 0)
        exit(1);
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    emitted code;
    void *found[] = {symbol(handle, "bench_torque_f64"), symbol(handle, "bench_torque_f32"),
                     symbol(handle, "bench_words_f32"), symbol(handle, "bench_words_batch_f32"),
                     symbol(handle, "bench_batch_f32")};
    memcpy(&code, found, sizeof found); /* POSIX gives functions as data pointers */
    code.lanes = *(const unsigned *)symbol(handle, "bench_lanes");
    return code;
}

/* --- contenders ------------------------------------------------------------------------- */

typedef struct {
    uint32_t joints, coordinates, inputs, outputs;
    double *q64, *qd64, *qdd64, *tau64; /* STATES x joints; ours uses the first of each state */
    float *q32, *qd32, *qdd32, *tau32;  /* the same for floats */
    float *in, *out;                    /* words of one state after the other, and word by word: random */
} arrays;

typedef struct contender contender;
struct contender {
    const char *label;
    void (*run)(const contender *c, const arrays *a);
    emitted code;
    const opinion_library *library;
    opinion *opened;
    double best_s; /* a state */
};

static void run_torque64(const contender *c, const arrays *a)
{
    for (size_t s = 0, n = a->coordinates; s < STATES; s++)
        c->code.torque64(a->q64 + s * n, a->qd64 + s * n, a->qdd64 + s * n, a->tau64 + s * n);
}

static void run_torque32(const contender *c, const arrays *a)
{
    for (size_t s = 0, n = a->coordinates; s < STATES; s++)
        c->code.torque32(a->q32 + s * n, a->qd32 + s * n, a->qdd32 + s * n, a->tau32 + s * n);
}

static void run_words(const contender *c, const arrays *a)
{
    for (size_t s = 0; s < STATES; s++)
        c->code.words(a->in + s * a->inputs, a->out + s * a->outputs);
}

static void run_words_batch(const contender *c, const arrays *a)
{
    c->code.words_batch(STATES, STRIDE, a->in, a->out);
}

static void run_batch(const contender *c, const arrays *a)
{
    c->code.batch(STATES, STRIDE, a->q32, a->qd32, a->qdd32, a->tau32);
}

static void run_library(const contender *c, const arrays *a)
{
    c->library->run(c->opened, STATES, a->q64, a->qd64, a->qdd64, a->tau64);
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void time_round(contender *c, const arrays *a)
{
    double start = now_s(), end = start;
    unsigned times = 0;
    for (; end - start < ROUND_S; times++, end = now_s())
        c->run(c, a);
    c->best_s = fmin(c->best_s, (end - start) / times / STATES);
}

/* --- a robot ---------------------------------------------------------------------------- */

/* At a multiple of the widest vector, as a caller who cares would have it. */
static void *aligned(arena *mem, size_t bytes)
{
    char *room = arena_alloc(mem, bytes + 64);
    return room + (64 - (uintptr_t)room % 64) % 64;
}

static void fill(arena *mem, size_t words, double reach, double **as_double, float **as_float)
{
    *as_double = aligned(mem, words * sizeof **as_double);
    *as_float = aligned(mem, words * sizeof **as_float);
    for (size_t i = 0; i < words; i++)
        *(*as_float + i) = (float)(*(*as_double + i) = reach * (2.0 * rand() / RAND_MAX - 1));
}

static arrays make_arrays(arena *mem, uint32_t joints, uint32_t coordinates, const ops *p)
{
    arrays a = {.joints = joints, .coordinates = coordinates, .inputs = p->inputs_count, .outputs = p->outputs_count};
    double *ignored;
    srand(1);
    fill(mem, (size_t)STRIDE * joints, 3, &a.q64, &a.q32);
    fill(mem, (size_t)STRIDE * joints, 2, &a.qd64, &a.qd32);
    fill(mem, (size_t)STRIDE * joints, 5, &a.qdd64, &a.qdd32);
    fill(mem, (size_t)STRIDE * joints, 1, &a.tau64, &a.tau32);
    fill(mem, (size_t)STRIDE * a.inputs, 1, &ignored, &a.in);
    fill(mem, (size_t)STRIDE * a.outputs, 1, &ignored, &a.out);
    return a;
}

/* What is timed must be right: the emitted code against the evaluator. */
static void check(arena *mem, const ops *p, const contender *c, const arrays *a)
{
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1), *out = ARENA_ARRAY(mem, double, p->outputs_count);
    double *scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    c->run(c, a);
    for (size_t s = 0, n = a->coordinates; s < STATES; s++) {
        robot_state state = {.q = a->q64 + s * n, .qd = a->qd64 + s * n, .qdd = a->qdd64 + s * n};
        state_to_inputs64(p, &state, in);
        ops_eval64(p, in, out, scratch);
        double size = 0, apart = 0;
        for (uint32_t i = 0; i < p->outputs_count; i++) {
            size += fabs(out[i]);
            apart += fabs(out[i] - a->tau64[s * n + p->outputs[i].index]);
        }
        if (!(apart <= 1e-11 * size)) {
            fprintf(stderr, "%s: emitted code is wrong in state %zu\n", c->label, s);
            exit(1);
        }
    }
}

static void show(const char *what, double ours_s, const contender *other, double target)
{
    if (other->opened == NULL) {
        printf("  %-44s %9s %9s\n", what, "", "absent");
        return;
    }
    printf("  %-44s %6.0f ns %7.1f x   target %4.1f x  %s\n", what, 1e9 * other->best_s, other->best_s / ours_s, target,
           other->best_s / ours_s >= target ? "met" : "MISSED");
}

static void show_batch(const char *what, const contender *c, const contender *scalar, double target)
{
    double speedup = scalar->best_s / c->best_s;
    printf("  batch float, %2u lanes, %-21s %6.1f ns %7.1f x   target %4.1f x  %s\n", c->code.lanes, what, 1e9 * c->best_s,
           speedup, target, speedup >= target ? "met" : "MISSED");
}

static void show_batches(const contender *words, const contender *whole, const contender *scalar)
{
    show_batch("sincos given", words, scalar, 0.8 * words->code.lanes);
    show_batch("sincos included", whole, scalar, 0.4 * whole->code.lanes);
}

enum { SCALAR, SCALAR_PLAIN, SCALAR_FLOAT, WORDS, WORDS_BATCH, BATCH, NARROW_WORDS_BATCH, NARROW_BATCH, KDL, MUJOCO, PINOCCHIO, CONTENDERS };

static void show_robot(const contender *c, const char *path, const ops *p)
{
    ops_counts counts = ops_count(p);
    double ours = c[SCALAR].best_s;
    printf("%s: %u mul, %u add\n", path, counts.per_unit[UNIT_MUL], counts.per_unit[UNIT_ADD]);
    printf("  %-44s %6.0f ns\n", "emitted scalar double, -O3 -march=native", 1e9 * ours);
    printf("  %-44s %6.0f ns\n", "emitted scalar double, -O2", 1e9 * c[SCALAR_PLAIN].best_s);
    printf("  %-44s %6.0f ns\n", "emitted scalar float, -O3 -march=native", 1e9 * c[SCALAR_FLOAT].best_s);
    show("MuJoCo, kinematics + mj_rne", ours, &c[MUJOCO], 8);
    show("KDL", ours, &c[KDL], 8);
    show("Pinocchio, rnea of its compiled library", ours, &c[PINOCCHIO], 2.5);
    printf("  %-44s %6.1f ns\n", "scalar float, sines and cosines given", 1e9 * c[WORDS].best_s);
    show_batches(&c[WORDS_BATCH], &c[BATCH], &c[WORDS]);
    if (c[NARROW_BATCH].code.lanes < c[BATCH].code.lanes)
        show_batches(&c[NARROW_WORDS_BATCH], &c[NARROW_BATCH], &c[WORDS]);
}

static const opinion_library *load_library(const char *file)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    opinion_library_get *get;
    if (handle == NULL)
        return NULL;
    void *found = symbol(handle, OPINION_SYMBOL);
    memcpy(&get, &found, sizeof get);
    return get();
}

static void open_library(contender *c, const char *path, const opinion_library *library)
{
    char why[TRIAL_WHY_BYTES] = "not installed";
    opinion_request request = {.path = path, .gravity_ms2 = {0, 0, -9.81}};
    c->run = run_library;
    c->library = library;
    c->opened = library == NULL ? NULL : library->open(&request, why, sizeof why);
    if (c->opened == NULL)
        printf("%s: %s: %s\n", path, c->label, why);
}

static status write_code(arena *mem, const char *work, const ops *p, diag *d)
{
    text c = text_make(mem), h = text_make(mem);
    emit_c_options options = emit_c_options_default();
    options.name = "bench";
    TRY(emit_c(p, &options, &c, &h, d));
    static const char whole[] = "#include \"bench.c\"\n"
                                "extern const unsigned bench_lanes;\nconst unsigned bench_lanes = BENCH_LANES_f32;\n";
    TRY(file_write(arena_printf(mem, "%s/bench.c", work), c.bytes, c.length, d));
    TRY(file_write(arena_printf(mem, "%s/bench.h", work), h.bytes, h.length, d));
    return file_write(arena_printf(mem, "%s/whole.c", work), whole, sizeof whole - 1, d);
}

static status measure(arena *mem, const char *work, const char *path, diag *d)
{
    robot r;
    tree t;
    ops p = {0};
    urdf_options reading = urdf_options_default();
    tree_options building = tree_options_default();
    TRY(urdf_read(mem, path, &reading, &r, d));
    TRY(tree_build(mem, &r, &building, &t, d));
    equations_options options = equations_options_default();
    TRY(ours_operations(mem, &t, &options, &p, d));
    TRY(write_code(mem, work, &p, d));
    emitted native = compile(mem, work, "native", "-O3 -march=native"), plain = compile(mem, work, "plain", "-O2");
    /* Where vectors have 64 bytes, half as wide ones are shown too: more machines have those. */
    emitted narrow = compile(mem, work, "narrow", "-O3 -march=native -DBENCH_VECTOR_BYTES=32");
    contender c[CONTENDERS] = {{"scalar", run_torque64, native, NULL, NULL, 0}, {"plain", run_torque64, plain, NULL, NULL, 0},
                               {"float", run_torque32, native, NULL, NULL, 0},  {"words", run_words, native, NULL, NULL, 0},
                               {"words batch", run_words_batch, native, NULL, NULL, 0},
                               {"batch", run_batch, native, NULL, NULL, 0},
                               {"narrow words batch", run_words_batch, narrow, NULL, NULL, 0},
                               {"narrow batch", run_batch, narrow, NULL, NULL, 0}};
    c[KDL].label = "KDL", c[MUJOCO].label = "MuJoCo", c[PINOCCHIO].label = "Pinocchio";
    open_library(&c[KDL], path, load_library(OUTSIDE_FOLDER "/kdl.so"));
    open_library(&c[MUJOCO], path, &OPINION_MUJOCO);
    open_library(&c[PINOCCHIO], path, load_library(OUTSIDE_FOLDER "/pinocchio.so"));
    uint32_t joints = t.coordinates_count;
    if (c[KDL].opened != NULL)
        c[KDL].library->joints(c[KDL].opened, &joints);
    arrays a = make_arrays(mem, joints, t.coordinates_count, &p);
    check(mem, &p, &c[SCALAR], &a);
    check(mem, &p, &c[SCALAR_PLAIN], &a);
    for (int i = 0; i < CONTENDERS; i++)
        c[i].best_s = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < CONTENDERS; i++)
            if (c[i].library == NULL ? c[i].run != run_library : c[i].opened != NULL)
                time_round(&c[i], &a);
    show_robot(c, path, &p);
    return STATUS_OK;
}

int main(int count, char **argument)
{
    for (int i = 2; i < count; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            status s = measure(&mem, argument[1], argument[i], &d);
            if (s != STATUS_OK)
                fprintf(stderr, "%s: %s\n", argument[i], d.error.text);
            fflush(stdout);
            _exit(s == STATUS_OK ? 0 : 1);
        }
        int code = 1;
        if (child < 0 || waitpid(child, &code, 0) < 0 || code != 0) {
            fprintf(stderr, "%s: no figures, wait status %d\n", argument[i], code);
            return 1;
        }
    }
    return 0;
}
