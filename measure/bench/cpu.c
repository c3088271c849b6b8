/* SPDX-License-Identifier: MIT */
/* How fast the emitted C runs, against the inverse dynamics of outside libraries and against
 * itself in batches. One process a robot, all contenders in turn, many rounds, the best
 * round of each counts: what slows the machine down meanwhile slows all of them.
 *
 *   cpu WORK_FOLDER ROBOT.urdf ...                                                            */
#include "each_robot.h"
#include "timed_code.h"

#include "base/output.h"
#include "base/text.h"
#include "emit/c/emit_c.h"
#include "emit/order.h"
#include "operations/layout.h"
#include "operations/state.h"
#include "opinion.h"
#include "passes.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Many states, so that no value can be kept; the stride is no power of two, so that words of one
 * state do not fight for one set of the cache. What a batch of FEW_STATES reads and writes fits the
 * nearest cache of most processors. */
enum { STATES = 1000, STRIDE = 1072, FEW_STATES = 256, ROUNDS = 300 };
/* rounds of one contender grow until they last this long: reading the clock must not count */
#define ROUND_S 2.5e-4

/* Products may be fused into sums, as compilers do that are not asked for ISO C, or each operation
 * rounds for itself. */
#define FUSED "-O3 -march=native -ffp-contract=fast -DFUSED"
#define EXACT "-O3 -march=native -ffp-contract=off"

/* --- emitted code ----------------------------------------------------------------------- */

typedef void torque_f64(const double *q, const double *qd, const double *qdd, double *tau);
typedef void torque_f32(const float *q, const float *qd, const float *qdd, float *tau);
typedef void words_f32(const float *in, float *out);
typedef void words_batch_f32(size_t count, size_t stride, const float *in, float *out);
typedef void batch_f32(size_t count, size_t stride, const float *q, const float *qd,
                       const float *qdd, float *tau);
typedef void alone_f32(size_t times, float *place);

typedef struct {
    torque_f64 *torque64;
    torque_f32 *torque32;
    words_f32 *words;
    words_batch_f32 *words_batch;
    batch_f32 *batch;
    alone_f32 *alone_words, *alone_batch; /* below */
    unsigned lanes;                       /* of float */
} emitted;

/* Compiles WORK/whole.c with these flags and takes its functions. */
static emitted compile(arena *mem, const char *work, const char *tag, const char *flags)
{
    void *handle = code_load(mem, work, "whole.c", arena_printf(mem, "bench_%s", tag), flags);
    emitted code;
    static const char *const NAMES[] = {
        "bench_torque_f64", "bench_torque_f32", "bench_words_f32", "bench_words_batch_f32",
        "bench_batch_f32",  "alone_words",      "alone_batch"}; /* as they stand in it */
    void *found[sizeof NAMES / sizeof *NAMES];
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++)
        found[k] = code_symbol(handle, NAMES[k]);
    memcpy(&code, found, sizeof found); /* POSIX gives functions as data pointers */
    code.lanes = *(const unsigned *)code_symbol(handle, "bench_lanes");
    return code;
}

/* --- what a batch cannot beat ----------------------------------------------------------- */

/* As many operations of each kind as a vector's worth of states needs, none waiting for another and
 * none reading memory: no code with these operations is faster, but for what the clock of the
 * processor changes between two rounds. Each result passes an empty assembler statement, so that
 * nothing is merged or left out. */
static const char ALONE[] =
    "#if defined(__aarch64__)\n#define KEEP(x) __asm__(\"\" : \"+w\"(x))\n"
    "#else\n#define KEEP(x) __asm__(\"\" : \"+v\"(x))\n#endif\n"
    "#if defined(__AVX512F__) || defined(__aarch64__)\n#define R(few, many) r##many\n"
    "#else\n#define R(few, many) r##few\n#endif\n"
    "#define MUL(x) x = x * one; KEEP(x);\n"
    "#define ADD(x) x = x + zero; KEEP(x);\n"
    "#define BIT(x) x = BENCH_REAL_f32(BENCH_BITS_f32(x) ^ BENCH_BITS_f32(zero)); KEEP(x);\n"
    "#define FMA(x) x = x * one + zero; KEEP(x);\n";

typedef struct {
    uint32_t of[4]; /* FMA, MUL, ADD, BIT */
} operation_mix;

/* A sum with a fused product is one operation. Operations of a pair of sine and cosine: counted in
 * the code of gcc for AVX-512, which has the fewest on bits. */
static operation_mix mix_of(arena *mem, const ops *p, uint32_t pairs, bool fusing)
{
    ops_counts counts = ops_count(p);
    uint32_t mul = counts.per_unit[UNIT_MUL] + 16 * pairs,
             add = counts.per_unit[UNIT_ADD] + 14 * pairs;
    if (!fusing)
        return (operation_mix){{0, mul, add, 8 * pairs}};
    const bool *fused = order_fused(mem, p);
    uint32_t products = 12 * pairs, sums = products;
    for (uint32_t i = 0; i < p->list_count; i++) {
        const operand side[2] = {p->list[i].a, p->list[i].b};
        products += fused[i];
        for (int k = 0; k < 2; k++)
            sums += OPERAND_CLASS(side[k]) == FROM_OP && fused[OPERAND_INDEX(side[k])];
    }
    return (operation_mix){{sums, mul - products, add - sums, 8 * pairs}};
}

/* The kinds take turns as evenly as their numbers allow, on FEW or, where there are 32 registers,
 * MANY results in turn. */
static void write_mix(text *out, const char *name, operation_mix mix)
{
    enum { FEW = 13, MANY = 26 };
    static const char *const kind[4] = {"FMA", "MUL", "ADD", "BIT"};
    int64_t total = 0, behind[4] = {0}; /* in parts of total */
    for (int k = 0; k < 4; k++)
        total += mix.of[k];
    text_printf(out,
                "void %s(size_t times, float *place);\nvoid %s(size_t times, float *place)\n{\n",
                name, name);
    text_add(out, "    bench_v_f32 one = *place - (bench_v_f32){0}, zero = {0};\n    KEEP(one); "
                  "KEEP(zero);\n    bench_v_f32 ");
    for (int r = 0; r < MANY; r++)
        text_printf(out, "%sr%d = one", r ? ", " : "", r);
    text_add(out, ";\n    for (size_t i = 0; i < times; i++) {\n");
    for (int64_t i = 0; i < total; i++) {
        int next = 0;
        for (int k = 0; k < 4; k++) {
            behind[k] += mix.of[k];
            next = behind[k] > behind[next] ? k : next;
        }
        behind[next] -= total;
        text_printf(out, "        %s(R(%d, %d))\n", kind[next], (int)(i % FEW), (int)(i % MANY));
    }
    text_add(out, "    }\n    *place = ((float *)&r0)[0]");
    for (int r = 1; r < MANY; r++)
        text_printf(out, " * ((float *)&r%d)[0]", r);
    text_add(out, ";\n}\n");
}

/* --- contenders ------------------------------------------------------------------------- */

typedef struct {
    uint32_t joints, coordinates, inputs, outputs;
    double *q64, *qd64, *qdd64, *tau64; /* STATES x joints; ours uses the first of each state */
    float *q32, *qd32, *qdd32, *tau32;  /* the same for floats */
    /* words of one state after the other, and word by word: random */
    float *in, *out;
    float *one;                         /* 1 */
} arrays;

typedef struct contender contender;
struct contender {
    const char *label;
    void (*run)(const contender *c, const arrays *a);
    emitted code;
    const opinion_library *library;
    opinion *opened;
    unsigned states; /* a run */
    unsigned runs;   /* a round */
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

static void run_short_words_batch(const contender *c, const arrays *a)
{
    for (int i = 0; i < STATES / FEW_STATES; i++)
        c->code.words_batch(FEW_STATES, STRIDE, a->in, a->out);
}

static void run_batch(const contender *c, const arrays *a)
{
    c->code.batch(STATES, STRIDE, a->q32, a->qd32, a->qdd32, a->tau32);
}

static void run_alone_words(const contender *c, const arrays *a)
{
    c->code.alone_words((STATES + c->code.lanes - 1) / c->code.lanes, a->one);
}

static void run_alone_batch(const contender *c, const arrays *a)
{
    c->code.alone_batch((STATES + c->code.lanes - 1) / c->code.lanes, a->one);
}

static void run_library(const contender *c, const arrays *a)
{
    c->library->run(c->opened, STATES, a->q64, a->qd64, a->qdd64, a->tau64);
}

static unsigned states_of_run(const contender *c)
{
    if (c->run == run_short_words_batch)
        return STATES / FEW_STATES * FEW_STATES;
    if (c->run == run_alone_words || c->run == run_alone_batch) /* whole vectors */
        return (STATES + c->code.lanes - 1) / c->code.lanes * c->code.lanes;
    return STATES;
}

static void time_round(contender *c, const arrays *a)
{
    double start = now_s();
    for (unsigned i = 0; i < c->runs; i++)
        c->run(c, a);
    double spent = now_s() - start;
    c->best_s = fmin(c->best_s, spent / c->runs / c->states);
    if (spent < ROUND_S)
        c->runs *= 2;
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
    arrays a = {.joints = joints,
                .coordinates = coordinates,
                .inputs = p->inputs_count,
                .outputs = p->outputs_count};
    double *ignored;
    srand(1);
    fill(mem, (size_t)STRIDE * joints, 3, &a.q64, &a.q32);
    fill(mem, (size_t)STRIDE * joints, 2, &a.qd64, &a.qd32);
    fill(mem, (size_t)STRIDE * joints, 5, &a.qdd64, &a.qdd32);
    fill(mem, (size_t)STRIDE * joints, 1, &a.tau64, &a.tau32);
    fill(mem, (size_t)STRIDE * a.inputs, 1, &ignored, &a.in);
    fill(mem, (size_t)STRIDE * a.outputs, 1, &ignored, &a.out);
    fill(mem, 1, 0, &ignored, &a.one);
    *a.one = 1;
    return a;
}

/* What is timed must be right: the emitted code against the evaluator. */
static void check(arena *mem, const ops *p, const contender *c, const arrays *a)
{
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1),
           *out = ARENA_ARRAY(mem, double, p->outputs_count);
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
    printf("  %-44s %6.0f ns %7.1f x   target %4.1f x  %s\n", what, 1e9 * other->best_s,
           other->best_s / ours_s, target, other->best_s / ours_s >= target ? "met" : "MISSED");
}

/* A batch against a scalar, and what its operations alone would reach. */
static void show_batch(const char *what, const contender *c, const contender *alone,
                       const contender *scalar, double share)
{
    double speedup = scalar->best_s / c->best_s, target = share * c->code.lanes;
    printf("  batch float, %2u lanes, %-21s %6.1f ns %7.1f x   target %4.1f x  %-6s  operations "
           "alone %4.1f x\n",
           c->code.lanes, what, 1e9 * c->best_s, speedup, target,
           speedup >= target ? "met" : "MISSED", scalar->best_s / alone->best_s);
}

enum {
    SCALAR,
    SCALAR_PLAIN,
    SCALAR_FLOAT,
    KDL,
    MUJOCO,
    PINOCCHIO,
    WORDS,
    WORDS_EXACT,
    /* and the batches: */
    WIDE,
    NARROW = WIDE + 5,
    WIDE_EXACT = NARROW + 5,
    CONTENDERS = WIDE_EXACT + 5
};
enum { OF_WORDS, OF_FEW_WORDS, OF_STATES, ALONE_WORDS, ALONE_BATCH }; /* of one kind of batch */

static void show_batches(const contender *c, const contender *scalar)
{
    show_batch("sincos given", &c[OF_WORDS], &c[ALONE_WORDS], scalar, 0.8);
    show_batch("the same, few states", &c[OF_FEW_WORDS], &c[ALONE_WORDS], scalar, 0.8);
    show_batch("sincos included", &c[OF_STATES], &c[ALONE_BATCH], scalar, 0.4);
}

static void show_robot(const contender *c, const char *path, const ops *p)
{
    ops_counts counts = ops_count(p);
    double ours = c[SCALAR].best_s;
    printf("%s: %u mul, %u add\n", path, counts.per_unit[UNIT_MUL], counts.per_unit[UNIT_ADD]);
    printf("  %-44s %6.0f ns\n", "emitted scalar double, -O3 -march=native", 1e9 * ours);
    printf("  %-44s %6.0f ns\n", "emitted scalar double, -O2", 1e9 * c[SCALAR_PLAIN].best_s);
    printf("  %-44s %6.0f ns\n", "emitted scalar float, -O3 -march=native",
           1e9 * c[SCALAR_FLOAT].best_s);
    show("MuJoCo, kinematics + mj_rne", ours, &c[MUJOCO], 8);
    show("KDL", ours, &c[KDL], 8);
    show("Pinocchio, rnea of its compiled library", ours, &c[PINOCCHIO], 2.5);
    printf("  %-44s %6.1f ns\n", "scalar float, sincos given", 1e9 * c[WORDS].best_s);
    show_batches(&c[WIDE], &c[WORDS]);
    if (c[NARROW].code.lanes < c[WIDE].code.lanes)
        show_batches(&c[NARROW], &c[WORDS]);
    printf("  without fusing products into sums:\n");
    printf("  %-44s %6.1f ns\n", "scalar float, sincos given", 1e9 * c[WORDS_EXACT].best_s);
    show_batches(&c[WIDE_EXACT], &c[WORDS_EXACT]);
}

static const opinion_library *load_library(const char *file)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    opinion_library_get *get;
    if (handle == NULL)
        return NULL;
    void *found = code_symbol(handle, OPINION_SYMBOL);
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
    text whole = text_make(mem);
    layout shape = layout_make(mem, p);
    text_add(&whole,
             "#include \"bench.c\"\nextern const unsigned bench_lanes;\nconst unsigned bench_lanes "
             "= BENCH_LANES_f32;\n");
    text_add(&whole, ALONE);
    for (int fusing = 1; fusing >= 0; fusing--) {
        text_add(&whole, fusing ? "#ifdef FUSED\n" : "#else\n");
        write_mix(&whole, "alone_words", mix_of(mem, p, 0, fusing));
        write_mix(&whole, "alone_batch", mix_of(mem, p, shape.angles_count, fusing));
    }
    text_add(&whole, "#endif\n");
    TRY(output_write_one(arena_printf(mem, "%s/bench.c", work), &c, d));
    TRY(output_write_one(arena_printf(mem, "%s/bench.h", work), &h, d));
    return output_write_one(arena_printf(mem, "%s/whole.c", work), &whole, d);
}

static void add_batches(contender *c, emitted code)
{
    c[OF_WORDS] = (contender){.label = "words batch", .run = run_words_batch, .code = code};
    c[OF_FEW_WORDS] = (contender){
        .label = "short words batches", .run = run_short_words_batch, .code = code};
    c[OF_STATES] = (contender){.label = "batch", .run = run_batch, .code = code};
    c[ALONE_WORDS] = (contender){
        .label = "operations of words batch", .run = run_alone_words, .code = code};
    c[ALONE_BATCH] = (contender){
        .label = "operations of batch", .run = run_alone_batch, .code = code};
}

static status measure(arena *mem, char **settings, const char *path, diag *d)
{
    const char *work = settings[0];
    passes_settings s = passes_default(); /* the operations of `tauflow compile`, but for what the
                                             other libraries leave out */
    passes_forms f;
    s.joints.dynamics = DYNAMICS_NONE;
    TRY(passes_read(mem, path, &s, &f, d));
    const ops p = f.ops;
    TRY(write_code(mem, work, &p, d));
    emitted fused = compile(mem, work, "fused", FUSED), plain = compile(mem, work, "plain", "-O2");
    emitted exact = compile(mem, work, "exact", EXACT);
    contender c[CONTENDERS] = {
        [SCALAR] = {.label = "scalar", .run = run_torque64, .code = fused},
        [SCALAR_PLAIN] = {.label = "plain", .run = run_torque64, .code = plain},
        [SCALAR_FLOAT] = {.label = "float", .run = run_torque32, .code = fused},
        [KDL] = {.label = "KDL"},
        [MUJOCO] = {.label = "MuJoCo"},
        [PINOCCHIO] = {.label = "Pinocchio"},
        [WORDS] = {.label = "words", .run = run_words, .code = fused},
        [WORDS_EXACT] = {.label = "exact words", .run = run_words, .code = exact}};
    add_batches(&c[WIDE], fused);
    /* Where vectors have 64 bytes, half as wide ones are shown too: more machines have those. */
    add_batches(&c[NARROW], compile(mem, work, "narrow", FUSED " -DBENCH_VECTOR_BYTES=32"));
    add_batches(&c[WIDE_EXACT], exact);
    open_library(&c[KDL], path, load_library(OUTSIDE_FOLDER "/kdl.so"));
    open_library(&c[MUJOCO], path, &OPINION_MUJOCO);
    open_library(&c[PINOCCHIO], path,
                 load_library(arena_printf(mem, "%s/pinocchio_rnea.so", work)));
    uint32_t joints = f.tree.coordinates_count;
    if (c[KDL].opened != NULL)
        c[KDL].library->joints(c[KDL].opened, &joints);
    arrays a = make_arrays(mem, joints, f.tree.coordinates_count, &p);
    check(mem, &p, &c[SCALAR], &a);
    check(mem, &p, &c[SCALAR_PLAIN], &a);
    for (int i = 0; i < CONTENDERS; i++)
        c[i].states = states_of_run(&c[i]), c[i].runs = 1, c[i].best_s = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < CONTENDERS; i++)
            if (c[i].library == NULL ? c[i].run != run_library : c[i].opened != NULL)
                time_round(&c[i], &a);
    show_robot(c, path, &p);
    return STATUS_OK;
}

int main(int count, char **argument)
{
    return measure_each_robot(measure, 2, count, argument);
}
