/* SPDX-License-Identifier: MIT */
/* Random robots through the whole path: robot_fuzz COUNT SEED. Each is written as URDF, compiled
 * twice (operations, C and image come out byte for byte the same), its torques compared with KDL's,
 * and its program run on the software twin and the Verilated core: the same words as the evaluator,
 * in the predicted cycles. Prints TAP; a robot that fails is kept beside the log. */
#include "unit/program_fixture.h"

#include "emit/c/emit_c.h"
#include "outside/ours.h"
#include "rtl_core.h"
#include "shape_called.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SAMPLES = 4, JOINTS_MOST = 6 };
#define MACHINE "network=crossbar mul=2 add=2 lanes=2 transfer=0 mul_latency=3 add_latency=4"
/* As torques_test has it for files; a random robot has no angles that are nearly exact. */
#define TORQUE_TOLERANCE 1e-9


typedef struct {
    uint64_t random;
    uint32_t robots, ran; /* made; of them, small enough for the core */
    char path[128];
    trial_libraries libraries;
} world;

static double draw(world *w, double low, double high)
{
    return low + (high - low) * (double)(random_bits(&w->random) >> 11) * 0x1p-53;
}

static uint32_t choose(world *w, uint32_t count)
{
    return (uint32_t)(random_bits(&w->random) % count);
}

/* Right angles, parallel axes and zeros are what the equations treat apart: so they are common. */
static double angle(world *w)
{
    static const double nice[] = {0, 0, 0, 1.5707963267948966, -1.5707963267948966,
                                  3.141592653589793, 0.7853981633974483};
    return choose(w, 3) ? nice[choose(w, 7)] : draw(w, -3, 3);
}

static double length(world *w)
{
    if (choose(w, 3) == 0)
        return draw(w, -0.6, 0.6);
    return choose(w, 2) ? 0 : 0.25 * (double)(1 + choose(w, 4));
}

static void add_origin(world *w, text *out)
{
    double x[6];
    for (int k = 0; k < 6; k++)
        x[k] = k < 3 ? length(w) : angle(w);
    text_printf(out, "<origin xyz='%.17g %.17g %.17g' rpy='%.17g %.17g %.17g'/>", x[0], x[1], x[2],
                x[3], x[4], x[5]);
}

static void add_link(world *w, text *out, uint32_t i)
{
    text_printf(out, "<link name='l%u'>", i);
    if (choose(w, 6)) {
        double a = draw(w, 0.001, 0.2), b = draw(w, 0.001, 0.2), c = draw(w, 0.001, 0.2);
        text_add(out, "<inertial>");
        add_origin(w, out);
        text_printf(out, "<mass value='%.17g'/>", draw(w, 0.05, 8));
        /* sums of squares of a body's points: the triangle rule holds */
        text_printf(out, "<inertia ixx='%.17g' iyy='%.17g' izz='%.17g' ixy='0' ixz='0' iyz='0'/>",
                    b + c, a + c, a + b);
        text_add(out, "</inertial>");
    }
    text_add(out, "</link>\n");
}

static void add_joint(world *w, text *out, uint32_t i, uint32_t movable)
{
    static const char *const types[] = {"revolute", "continuous", "prismatic",
                                        "revolute", "continuous", "fixed"};
    static const char *const axes[] = {"1 0 0", "0 1 0", "0 0 1", "0 0 -1", "0.6 0 0.8", "0 0 1"};
    const char *type = types[i == 1 ? 0 : choose(w, 6)];
    uint32_t parent = choose(w, 4) ? i - 1 : choose(w, i);
    text_printf(out, "<joint name='j%u' type='%s'><parent link='l%u'/><child link='l%u'/>", i, type,
                parent, i);
    add_origin(w, out);
    if (strcmp(type, "fixed") != 0) {
        if (choose(w, 5))
            text_printf(out, "<axis xyz='%s'/>", axes[choose(w, 6)]);
        else {
            double z = draw(w, -1, 1), turn = draw(w, -3, 3), r = sqrt(1 - z * z);
            text_printf(out, "<axis xyz='%.17g %.17g %.17g'/>", r * cos(turn), r * sin(turn), z);
        }
        text_add(out, "<limit lower='-3' upper='3' effort='9' velocity='9'/>");
        if (movable > 0 && choose(w, 8) == 0) /* of the first joint, which always moves */
            text_printf(out, "<mimic joint='j1' multiplier='%.17g' offset='0.125'/>",
                        draw(w, -2, 2));
    }
    text_add(out, "</joint>\n");
}

static void write_robot(world *w, arena *mem)
{
    text out = text_make(mem);
    uint32_t joints = 1 + choose(w, JOINTS_MOST);
    text_add(&out, "<robot name='fuzz'>\n<link name='l0'/>\n");
    for (uint32_t i = 1; i <= joints; i++) {
        add_link(w, &out, i);
        add_joint(w, &out, i, i - 1);
    }
    text_add(&out, "</robot>\n");
    FILE *f = fopen(w->path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(out.bytes, 1, out.length, f), out.length);
    assert_int_equal(fclose(f), 0);
}

/* Operations, C, header and load words as one text. */
static ops compile(arena *mem, const char *path, text *all)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f;
    s.equations.effort = 1;
    if (passes_read(mem, path, &s, &f, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    const ops p = f.ops;
    emit_c_options how = emit_c_options_default();
    text c = text_make(mem), h = text_make(mem);
    ops_print(&p, all);
    if (emit_c(&p, &how, &c, &h, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    text_add_bytes(all, c.bytes, c.length);
    text_add_bytes(all, h.bytes, h.length);
    return p;
}

/* The program's words on a core, and that they are the evaluator's. Cycles are those that the core
 * counts itself: registers at its pins are outside of it. */
static void check_core(world *w, arena *mem, stream_core *core, const ops *p, const program *q)
{
    diag d = diag_make(mem);
    uint32_t *in = random_samples(mem, p, SAMPLES, w->robots);
    uint32_t *out = ARENA_ARRAY(mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_options o = {.seed = w->robots};
    stream_report r;
    if (stream_run(core, q, &o, in, SAMPLES, out, &r, &d) != STATUS_OK)
        fail_msg("%s: %s", w->path, d.error.text);
    if (count_wrong(mem, p, in, out, SAMPLES) != 0)
        fail_msg("%s: words differ", w->path);
}

static void check_cycles(const world *w, const program *q, uint32_t cycles, uint32_t busy)
{
    if (cycles != q->cycles || busy != SAMPLES * q->cycles)
        fail_msg("%s: %u cycles, %u of all samples, and %u predicted", w->path, cycles, busy,
                 q->cycles);
}

static void run_on_cores(world *w, arena *mem, const ops *p, text *all)
{
    const tauflow_shape shape = shape_with_default_depths("crossbar_2_2_0_3_4");
    diag d = diag_make(mem);
    image i;
    if (p->list_count == 0)
        return;
    program q = program_by(mem, "best", p, MACHINE, 1);
    if (image_build(mem, &q, &shape, &i, &d) != STATUS_OK)
        return; /* too large for this core */
    image_print_load(&i, all);
    w->ran++;
    twin *t = twin_make(mem, &shape);
    twin_load_image(t, &i);
    stream_core twin_core = stream_twin(t);
    check_core(w, mem, &twin_core, p, &q);
    check_cycles(w, &q, twin_read(t).cycles, twin_read(t).busy);
    rtl_core *core;
    if (rtl_open(mem, CORES_FOLDER, &shape, NULL, w->robots, &core, &d) != STATUS_OK ||
        rtl_load(core, &i, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    stream_core rtl = rtl_stream(core);
    check_core(w, mem, &rtl, p, &q);
    rtl_figures f;
    if (rtl_figures_read(mem, core, &f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    check_cycles(w, &q, f.cycles, f.busy);
    rtl_close(core);
}

static void check_torques(world *w, arena *mem, const ops *p)
{
    diag d = diag_make(mem);
    trial t;
    tree bodies;
    if (!trial_run(mem, &w->libraries, w->path, TRIAL_FIXED, &t))
        fail_msg("%s: KDL: %s", w->path, t.why[0]);
    if (ours_tree(mem, &t, &bodies, &d) != STATUS_OK)
        fail_msg("%s: %s", w->path, d.error.text);
    double apart = trial_difference(&t, ours_evaluation(mem, &t, &bodies, p), t.result[0]);
    if (!(apart < TORQUE_TOLERANCE))
        fail_msg("%s: %g from KDL", w->path, apart);
}

static void one_robot(world *w)
{
    arena mem = arena_make();
    text first = text_make(&mem), second = text_make(&mem);
    write_robot(w, &mem);
    w->robots++;
    ops p = compile(&mem, w->path, &first), again = compile(&mem, w->path, &second);
    run_on_cores(w, &mem, &p, &first);
    run_on_cores(w, &mem, &again, &second);
    if (first.length != second.length || memcmp(first.bytes, second.bytes, first.length) != 0)
        fail_msg("%s: compiled twice, two results", w->path);
    check_torques(w, &mem, &p);
    arena_free(&mem);
}

static uint32_t count;
static uint64_t seed;

static void random_robots_keep_their_torques_on_the_whole_path(void **state)
{
    (void)state;
    world w = {.random = seed};
    trial_load_libraries(&w.libraries);
    w.libraries.list[1] = w.libraries.list[2] = NULL; /* KDL takes every robot */
    snprintf(w.path, sizeof w.path, "/tmp/tauflow-robot-%ld.urdf", (long)getpid());
    for (uint32_t k = 0; k < count; k++)
        one_robot(&w);
    remove(w.path);
    assert_int_equal(w.robots, count);
    assert_true(w.ran > count); /* more than half: each was compiled twice */
    printf("# seed %llu: %u robots, %u of them on the core\n", (unsigned long long)seed, w.robots,
           w.ran / 2);
}

int main(int argc, char **argv)
{
    count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 10;
    seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_robots_keep_their_torques_on_the_whole_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
