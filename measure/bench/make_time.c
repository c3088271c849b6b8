/* SPDX-License-Identifier: MIT */
/* How long the compiler takes and how much memory: serial chains of generic bodies (no two
 * parameters related, skew axes, so that little simplifies), from a URDF file to the texts of
 * `.ops` and C. One process a chain, so that its peak memory is its own. Twice: without the search
 * for shorter equations, which shows how everything else grows, and as the user gets it, where the
 * search has a budget of its own for small robots. Last how long a C compiler takes for the C of a
 * chain of 101 joints.
 *
 *   make_time WORK_FOLDER                                                                     */
#include "timed_code.h"

#include "base/output.h"
#include "base/text.h"
#include "emit/c/emit_c.h"
#include "passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define TARGET_S 1.0
#define TARGET_MB 200.0
#define TARGET_OPS 50000u
#define TARGET_CC_S 8.0
#ifndef BENCH_CC
#define BENCH_CC "gcc"
#endif
#define CC_FLAGS "-std=c11 -O2"

typedef struct {
    double read_s, equations_s, lower_s, print_s, peak_mb;
    uint32_t operations;
} figures;

static double draw(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

static status write_chain(arena *mem, const char *path, unsigned joints, diag *d)
{
    text t = text_make(mem);
    srand(joints);
    text_add(&t, "<robot name=\"chain\"><link name=\"l0\"/>\n");
    for (unsigned i = 1; i <= joints; i++) {
        text_printf(&t,
                    "<link name=\"l%u\"><inertial><origin xyz=\"%.6f %.6f %.6f\"/><mass "
                    "value=\"%.6f\"/>",
                    i, draw(-.1, .1), draw(-.1, .1), draw(-.1, .1), draw(1, 3));
        text_printf(&t,
                    "<inertia ixx=\"%.6f\" iyy=\"%.6f\" izz=\"%.6f\" ixy=\"%.6f\" ixz=\"%.6f\" "
                    "iyz=\"%.6f\"/></inertial></link>\n",
                    draw(.02, .03), draw(.02, .03), draw(.02, .03), draw(-.002, .002),
                    draw(-.002, .002), draw(-.002, .002));
        text_printf(&t,
                    "<joint name=\"j%u\" type=\"revolute\"><parent link=\"l%u\"/><child "
                    "link=\"l%u\"/>",
                    i, i - 1, i);
        text_printf(
            &t, "<origin xyz=\"%.6f %.6f %.6f\" rpy=\"%.6f %.6f %.6f\"/><axis xyz=\"0 0 1\"/>",
            draw(-.3, .3), draw(-.3, .3), draw(-.3, .3), draw(-3, 3), draw(-1, 1), draw(-3, 3));
        text_add(&t, "<limit lower=\"-3\" upper=\"3\" effort=\"100\" velocity=\"10\"/></joint>\n");
    }
    text_add(&t, "</robot>\n");
    return output_write_one(path, &t, d);
}

static status compile(arena *mem, const char *path, uint32_t effort, figures *f, diag *d)
{
    double start = now_s();
    passes_settings s = passes_default();
    passes_forms made = {0};
    s.equations.effort = effort;
    TRY(passes_tree(mem, path, &s, &made, d));
    double read = now_s();
    equations *e; /* timed apart from lowering, so not by passes_operations */
    TRY(equations_build(mem, &made.tree, &s.equations, &e, d));
    double built = now_s();
    ops p = {0};
    TRY(ops_lower(mem, e, SUMS_CASCADE, &p, d));
    double lowered = now_s();
    text ops_text = text_make(mem), c = text_make(mem), h = text_make(mem);
    ops_print(&p, &ops_text);
    emit_c_options emitting = emit_c_options_default();
    TRY(emit_c(&p, &emitting, &c, &h, d));
    f->read_s = read - start;
    f->equations_s = built - read;
    f->lower_s = lowered - built;
    f->print_s = now_s() - lowered;
    f->operations = p.list_count;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    f->peak_mb = (double)usage.ru_maxrss / 1024;
    return output_write_one(arena_printf(mem, "%s.c", path), &c, d);
}

/* Runs in a child; the figures come back through a pipe. */
static figures measure(const char *path, unsigned joints, uint32_t effort)
{
    figures f = {0};
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0)
        exit(1);
    pid_t child = fork();
    if (child == 0) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        status s = write_chain(&mem, path, joints, &d);
        arena_free(&mem);
        mem = arena_make();
        d = diag_make(&mem);
        if (s == STATUS_OK)
            s = compile(&mem, path, effort, &f, &d);
        if (s != STATUS_OK)
            fprintf(stderr, "%s: %s\n", path, d.error.text);
        _exit(s != STATUS_OK || write(ends[1], &f, sizeof f) != (ssize_t)sizeof f);
    }
    close(ends[1]);
    int code = 1;
    bool whole = read(ends[0], &f, sizeof f) == (ssize_t)sizeof f;
    close(ends[0]);
    if (child < 0 || waitpid(child, &code, 0) < 0 || code != 0 || !whole)
        exit(1);
    return f;
}

static double total(const figures *f)
{
    return f->read_s + f->equations_s + f->lower_s + f->print_s;
}

static void show(unsigned joints, const figures *f, double first_a_joint_s)
{
    printf("  %6u %8u %8.3f %9.3f %8.3f %8.3f %8.3f %7.0f %10.2f\n", joints, f->operations,
           f->read_s, f->equations_s, f->lower_s, f->print_s, total(f), f->peak_mb,
           total(f) / joints / first_a_joint_s);
}

static void run_chains(const char *work, uint32_t effort)
{
    static const unsigned sizes[] = {25, 50, 100, 200};
    char path[512];
    figures f = {0};
    double first_a_joint_s = 0;
    printf("  %6s %8s %8s %9s %8s %8s %8s %7s %10s\n", "joints", "ops", "read", "equations",
           "lower", "print", "all", "MB", "a joint");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(path, sizeof path, "%s/chain%u.urdf", work, sizes[i]);
        f = measure(path, sizes[i], effort);
        if (i == 0)
            first_a_joint_s = total(&f) / sizes[i];
        show(sizes[i], &f, first_a_joint_s);
    }
    unsigned joints = TARGET_OPS * sizes[3] / (f.operations + 1) + 1;
    snprintf(path, sizeof path, "%s/chain%u.urdf", work, joints);
    f = measure(path, joints, effort);
    show(joints, &f, first_a_joint_s);
    printf("  %u operations: %.2f s, target %.0f s %s; %.0f MB, target %.0f MB %s\n", f.operations,
           total(&f), TARGET_S, total(&f) < TARGET_S ? "met" : "MISSED", f.peak_mb, TARGET_MB,
           f.peak_mb < TARGET_MB ? "met" : "MISSED");
}

static double children_s(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

/* Seconds of processor time, which do not depend on what else the computer does. */
static void run_compiler(const char *work)
{
    enum { JOINTS = 101 };
    char path[512], command[1200];
    snprintf(path, sizeof path, "%s/chain%u.urdf", work, JOINTS);
    const figures f = measure(path, JOINTS, 0);
    snprintf(command, sizeof command, BENCH_CC " " CC_FLAGS " -c -o %s.o %s.c", path, path);
    const double start = children_s();
    if (system(command) != 0)
        exit(1);
    const double spent = children_s() - start;
    printf("%s: id of %u joints, %u operations, float and double, single and batch: %.1f s, "
           "target %.0f s %s\n", BENCH_CC " " CC_FLAGS, JOINTS, f.operations, spent, TARGET_CC_S,
           spent < TARGET_CC_S ? "met" : "MISSED");
}

int main(int count, char **argument)
{
    if (count != 2)
        return 2;
    printf("URDF to .ops and C, serial chains of generic bodies, seconds; without search\n");
    run_chains(argument[1], 0);
    printf("the same with the default search\n");
    run_chains(argument[1], equations_options_default().effort);
    run_compiler(argument[1]);
    return 0;
}
