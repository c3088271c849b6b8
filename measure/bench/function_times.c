/* SPDX-License-Identifier: MIT */
/* How fast every function of emitted C runs, double with sines and cosines, against Pinocchio's C++
 * (measure/bench/pinocchio.h, where it is there) and against itself in batches. One process per
 * robot, all contenders in turn, many rounds, the best round of each counts.
 *
 *   functions WORK_FOLDER PINOCCHIO.so ROBOT.urdf[:floating] ...                                */
#include "each_robot.h"
#include "timed_code.h"

#include "base/output.h"
#include "emit/c/emit_c.h"
#include "operations/layout.h"
#include "operations/state.h"
#include "passes.h"
#include "pinocchio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FLAGS
#define FLAGS "-O3 -march=native -ffp-contract=fast"
#endif

/* States: many, so that no value can be kept, and few enough for the caches. */
enum { STATES = 64, ROUNDS = 400, WHY_BYTES = 200 };
#define ROUND_S 2.5e-4 /* runs of a round grow until it lasts this long */

/* What is compared, and what is to be reached. Published: for a native build of Pinocchio on an
 * i7-10700K, arm iiwa, ns; 0 where nothing is. */
static const struct {
    const char *function;
    double target, published_ns;
} GOALS[] = {{"id", 9, 0},
             {"gravity", 0, 0},
             {"bias", 0, 0},
             {"mass", 9, 0},
             {"fd", 10, 900},
             {"minv", 0, 0},
             {"id-derivatives", 9, 1400},
             {"fd-derivatives", 6, 2900},
             {"position", 0, 0},
             {"jacobian", 0, 0}};
enum { GOALS_COUNT = sizeof GOALS / sizeof *GOALS };

/* ---- emitted code ---------------------------------------------------------------------------- */

/* Calls a function on `states` states: one by one, each from arrays of its own but all into the
 * same results, as the functions of Pinocchio do; or as a batch. */
typedef void run_all(size_t states, double *const *arrays, float *const *floats);

typedef enum { ONE_BY_ONE, BATCH_DOUBLE, BATCH_FLOAT, VARIANTS } variant;

typedef struct {
    const ops *p;
    layout shape;
    state_array_info arrays[WORD_ARRAYS];
    double target, published_ns;
    run_all *run[VARIANTS];
    double *of_double[WORD_ARRAYS];
    float *of_float[WORD_ARRAYS];
    double best_s[VARIANTS], pinocchio_s;
    unsigned runs[VARIANTS], pinocchio_runs[2];
} function;

static const char *const RUN_NAME[VARIANTS] = {"one", "batch64", "batch32"};

/* The loop over all states of one variant. */
static void write_run(const function *f, variant v, text *out)
{
    const char *call = FUNCTION_KIND[f->p->function].call,
               *infix = f->p->function == FUNCTION_ID ? "" : call;
    text_printf(out, "void run_%s_%s(size_t n, double *const *a, float *const *b)\n{\n"
                     "    (void)a, (void)b;\n", call, RUN_NAME[v]);
    if (v == ONE_BY_ONE)
        text_printf(out, "    for (size_t s = 0; s < n; s++)\n        bench_%s_f64(", call);
    else
        text_printf(out, "    bench_%s%sbatch_%s(n, n, ", infix, *infix ? "_" : "",
                    v == BATCH_FLOAT ? "f32" : "f64");
    const char *comma = "";
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->arrays[k].there) {
            text_printf(out, "%s%c[%u]", comma, v == BATCH_FLOAT ? 'b' : 'a', k);
            if (v == ONE_BY_ONE && !f->arrays[k].result)
                text_printf(out, " + s * %u", f->arrays[k].count);
            comma = ", ";
        }
    text_add(out, ");\n}\n");
}

static void load(arena *mem, const char *work, function *list, uint32_t count)
{
    void *handle = code_load(mem, work, "run.c", "functions", FLAGS);
    for (uint32_t i = 0; i < count; i++)
        for (variant v = 0; v < VARIANTS; v++) {
            void *found = code_symbol(handle, arena_printf(mem, "run_%s_%s",
                                                      FUNCTION_KIND[list[i].p->function].call,
                                                      RUN_NAME[v]));
            memcpy(&list[i].run[v], &found, sizeof found); /* the detour ISO C asks for */
        }
}

static status compile(arena *mem, const char *work, const ops *all, function *list, uint32_t count,
                      diag *d)
{
    text c = text_make(mem), h = text_make(mem), run = text_make(mem);
    emit_c_options options = emit_c_options_default();
    options.name = "bench";
    TRY(emit_c_functions(all, count, &options, &c, &h, d));
    text_add(&run, "#include \"bench.c\"\n#include \"bench.h\"\n");
    for (uint32_t i = 0; i < count; i++)
        for (variant v = 0; v < VARIANTS; v++)
            write_run(&list[i], v, &run);
    TRY(output_write_one(arena_printf(mem, "%s/bench.c", work), &c, d));
    TRY(output_write_one(arena_printf(mem, "%s/bench.h", work), &h, d));
    TRY(output_write_one(arena_printf(mem, "%s/run.c", work), &run, d));
    load(mem, work, list, count);
    return STATUS_OK;
}

/* ---- states ---------------------------------------------------------------------------------- */

/* At a multiple of the widest vector, as a caller who cares would have it. */
static void *aligned(arena *mem, size_t bytes)
{
    char *room = arena_alloc(mem, bytes + 64);
    return room + (64 - (uintptr_t)room % 64) % 64;
}

static void make_states(arena *mem, function *f)
{
    srand(1);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const size_t count = (size_t)STATES * f->arrays[k].count;
        f->of_double[k] = aligned(mem, (count + 1) * sizeof(double));
        f->of_float[k] = aligned(mem, (count + 1) * sizeof(float));
        for (size_t i = 0; i < count; i++) {
            f->of_double[k][i] = WORD_ARRAY[k].random * (2.0 * rand() / RAND_MAX - 1);
            f->of_float[k][i] = (float)f->of_double[k][i];
        }
    }
}

/* What is timed must be right: the emitted code against the evaluator. */
static void check(arena *mem, const function *f)
{
    const ops *p = f->p;
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1),
           *out = ARENA_ARRAY(mem, double, p->outputs_count),
           *scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    for (size_t s = 0; s < STATES; s++) {
        double *at[WORD_ARRAYS], size = 0, apart = 0;
        for (uint32_t k = 0; k < WORD_ARRAYS; k++)
            at[k] = f->of_double[k] + s * f->arrays[k].count;
        f->run[ONE_BY_ONE](1, at, f->of_float);
        const robot_state state = {
#define INPUT_ARRAY(id, name, owner, numbers, random, about) at[ARRAY_##id],
#include "machine/words.def"
        };
        state_to_inputs64(p, &state, in);
        ops_eval64(p, in, out, scratch);
        for (uint32_t i = 0; i < p->outputs_count; i++) {
            uint32_t number;
            const word_array array = OUTPUT_KIND[p->outputs[i].kind].array;
            layout_output(&f->shape, p, i, &number);
            if (!f->arrays[array].there)
                continue;
            size += fabs(out[i]);
            apart += fabs(out[i] - at[array][number]);
        }
        if (!(apart <= 1e-8 * size)) { /* fused products, and systems of equations */
            fprintf(stderr, "%s: emitted code is wrong in state %zu: %g of %g\n",
                    FUNCTION_KIND[p->function].name, s, apart, size);
            exit(1);
        }
    }
}

/* ---- time ------------------------------------------------------------------------------------ */

/* A state's share of the time since start. */
static void take_time(double start, unsigned *runs, double *best_s)
{
    const double spent = now_s() - start;
    *best_s = fmin(*best_s, spent / *runs / STATES);
    if (spent < ROUND_S)
        *runs *= 2;
}

typedef struct {
    const pinocchio_functions *library; /* NULL where it is not there */
    pinocchio_bench *opened;
} other;

static void time_round(function *f, const other *o)
{
    const char *name = FUNCTION_KIND[f->p->function].name;
    for (variant v = 0; v < VARIANTS; v++) {
        const double start = now_s();
        for (unsigned i = 0; i < f->runs[v]; i++)
            f->run[v](STATES, f->of_double, f->of_float);
        take_time(start, &f->runs[v], &f->best_s[v]);
    }
    for (uint32_t way = 0; o->opened && way < o->library->ways(name); way++) {
        const double start = now_s();
        for (unsigned i = 0; i < f->pinocchio_runs[way]; i++)
            o->library->run(o->opened, name, way);
        take_time(start, &f->pinocchio_runs[way], &f->pinocchio_s);
    }
}

static void show(const function *f)
{
    const double *s = f->best_s;
    printf("  %-15s %6u %8.0f %8.1f %8.1f", FUNCTION_KIND[f->p->function].name, f->p->list_count,
           1e9 * s[ONE_BY_ONE], 1e9 * s[BATCH_DOUBLE], 1e9 * s[BATCH_FLOAT]);
    if (isfinite(f->pinocchio_s))
        printf(" %10.0f %7.1f x", 1e9 * f->pinocchio_s, f->pinocchio_s / s[ONE_BY_ONE]);
    else
        printf(" %10s %9s", "absent", "");
    if (f->target > 0)
        printf("  target %4.1f x %s", f->target,
               !isfinite(f->pinocchio_s)                           ? ""
               : f->pinocchio_s / s[ONE_BY_ONE] >= f->target ? "met"
                                                                   : "MISSED");
    if (f->published_ns > 0)
        printf("  (published: %.0f ns, iiwa on an i7-10700K)", f->published_ns);
    printf("\n");
}

/* ---- a robot --------------------------------------------------------------------------------- */

static status read_functions(arena *mem, const char *path, bool floating, ops *all, function *list,
                             uint32_t *count, diag *d)
{
    *count = 0;
    for (uint32_t i = 0; i < GOALS_COUNT; i++) {
        passes_settings s = passes_default(); /* as `tauflow compile` without options */
        passes_forms f;
        s.equations.function = function_find(GOALS[i].function);
        s.tree.floating_base = floating;
        s.tree.tips = true;
        if (s.equations.function == FUNCTIONS) {
            printf("  %-15s not there\n", GOALS[i].function);
            continue;
        }
        TRY(passes_read(mem, path, &s, &f, d));
        all[*count] = f.ops;
        list[*count] = (function){.p = &all[*count], .target = GOALS[i].target,
                                  .published_ns = GOALS[i].published_ns};
        (*count)++;
    }
    return STATUS_OK;
}

static void make_ready(arena *mem, function *f)
{
    f->shape = layout_make(mem, f->p);
    layout_arrays(&f->shape, f->p, f->arrays);
    f->pinocchio_s = INFINITY;
    f->pinocchio_runs[0] = f->pinocchio_runs[1] = 1;
    for (variant v = 0; v < VARIANTS; v++) {
        f->best_s[v] = INFINITY;
        f->runs[v] = 1;
    }
    make_states(mem, f);
}

static other open_other(const char *library, const char *path, bool floating)
{
    other o = {0};
    char why[WHY_BYTES] = "not installed";
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle) {
        pinocchio_functions_get *get;
        void *found = code_symbol(handle, PINOCCHIO_FUNCTIONS_SYMBOL);
        memcpy(&get, &found, sizeof get);
        o.library = get();
        o.opened = o.library->open(path, floating, STATES, why, sizeof why);
    }
    if (!o.opened)
        printf("  Pinocchio: %s\n", why);
    return o;
}

static status measure(arena *mem, char **settings, const char *what, diag *d)
{
    const char *work = settings[0], *library = settings[1];
    ops all[GOALS_COUNT];
    function list[GOALS_COUNT];
    uint32_t count;
    const size_t length = strcspn(what, ":");
    const char *path = arena_strndup(mem, what, length);
    const bool floating = what[length] == ':';
    printf("%s%s: ns a state, " FLAGS "\n  %-15s %6s %8s %8s %8s %10s %9s\n", path,
           floating ? ", free base" : "", "function", "ops", "double", "batch64", "batch32",
           "Pinocchio", "ratio");
    TRY(read_functions(mem, path, floating, all, list, &count, d));
    for (uint32_t i = 0; i < count; i++)
        make_ready(mem, &list[i]);
    TRY(compile(mem, work, all, list, count, d));
    const other o = open_other(library, path, floating);
    for (uint32_t i = 0; i < count; i++)
        check(mem, &list[i]);
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < count; i++)
            time_round(&list[i], &o);
    for (uint32_t i = 0; i < count; i++)
        show(&list[i]);
    return STATUS_OK;
}

int main(int count, char **argument)
{
    return measure_each_robot(measure, 3, count, argument);
}
