/* SPDX-License-Identifier: MIT */
/* From a robot description to the program of a core: the passes in their order, each with the
 * settings it takes. Whoever needs a robot in some form calls the pass that ends in it; no chain of
 * passes is written anywhere else. */
#ifndef TAUFLOW_PASSES_H
#define TAUFLOW_PASSES_H

#include "cache/kept.h"
#include "check/check.h"
#include "functions/equations.h"
#include "numbers/fixed_pass.h"
#include "operations/lower.h"
#include "program/expected_error.h"
#include "program/image.h"
#include "robot/joint_settings.h"
#include "robot/read.h"
#include "schedule/machine_choice.h"

/* Of --time, for the equations where searches for schedules follow: a single schedule is a matter
 * of a second. */
#define PASSES_SHARE_BEFORE_ONE 0.8
#define PASSES_SHARE_BEFORE_MANY 0.3

/* Where a scheduler begins: on its own, or with a task (tasks/tasks.h) on each module. */
typedef enum {
    PLACE_BEST, /* with tasks where that was found better: loops closed, on a ring, one sample */
    PLACE_OWN,
    PLACE_TASKS
} place_way;

typedef struct {
    urdf_options urdf;           /* of robot_read */
    joint_settings joints;       /* of joint_settings_apply */
    tree_options tree;           /* of tree_build */
    bool gravity_given;          /* that of the tree counts, not that of the file */
    equations_options equations; /* of equations_build */
    bool function_given;         /* a .ops file must be of equations.function */
    double equations_share;      /* of the time limit: one of the above, or 1 */
    sum_shape sums;              /* of ops_lower */
    bool compute_angles;         /* sines and cosines are operations, not inputs */
    bool fixed_angles;           /* in fixed point, too */
    bool plain_angles;           /* sines and cosines that go in are those of a joint's own angle */
    numbers_wish numbers;        /* of numbers_apply */
    const char *holder;          /* what computes it and calls nothing: "a core"; NULL: C */
    schedule_wish schedule;      /* of the schedulers */
    int place;                   /* where these begin: place_way */
    bool no_check;               /* no second opinion (check/check.h) on the graph that is taken */
    cache *cache;                /* where results of searches are kept; NULL: nowhere */
} passes_settings;

/* What `tauflow` takes without options. */
passes_settings passes_default(void);

/* Inputs that became those of a joint's own angle, and the operations that rotate them. */
typedef struct {
    bool wanted;
    uint32_t inputs, operations;
} plain_inputs;

/* One robot in all forms up to operations. A .ops file has the last alone. */
typedef struct {
    input_file source; /* all bytes that it was made of */
    bool from_robot;
    robot robot;
    tree_options options; /* that the tree was built with: gravity is the one that counts */
    tree tree;
    equations *equations;
    ops ops;
    check_result check; /* the second opinion on ops, before they got points */
    plain_inputs plain; /* with plain_angles */
    numbers_facts facts; /* where ops.format is not 0 */
} passes_forms;

/* By its name. Standard input ("-" for a path) shows what it is when it is read. */
bool passes_is_ops_file(const char *path);

/* Robot, with the settings of its joints, and tree. */
status passes_tree(arena *mem, const char *path, const passes_settings *s, passes_forms *f,
                   diag *d);
/* Equations and operations of f->tree, which they refer to, in the numbers that are wished. */
status passes_operations(arena *mem, const passes_settings *s, passes_forms *f, diag *d);
/* The second opinion on f->ops, which has no points yet: an error where it differs. Whoever chooses
 * among variants asks for it; passes_operations and passes_schedule have asked. */
status passes_check(arena *mem, const passes_settings *s, passes_forms *f, diag *d);
/* What the second opinion is asked about a graph of f->tree: base parameters and what takes them
 * are judged together, so that beside p there is the plainest graph of the other of the two. */
typedef struct {
    const ops *graph;
    check_wish wish;
} passes_question;
status passes_question_make(arena *mem, const passes_forms *f, const ops *p, uint64_t seed,
                            passes_question *out, diag *d);
/* Every variant of the equations between fewest operations and shortest path, and its operations,
 * in numbers of no format yet: variants get points when they are chosen (passes_schedule). */
status passes_variants(arena *mem, const passes_settings *s, const passes_forms *from,
                       passes_forms **list, uint32_t *count, diag *d);
/* For C: puts the variant that is fastest on a CPU in the place of f's, which has the fewest
 * operations. These are the fastest where nothing is divided. Where something is, each operation
 * waits for a quotient, and a shorter path is worth more operations: `make bench-variants` measures
 * both (docs/verification.md). */
status passes_for_cpu(arena *mem, const passes_settings *s, passes_forms *f, diag *d);
/* All of them, of a robot (URDF, MJCF) or a graph of operations (.ops). */
status passes_read(arena *mem, const char *path, const passes_settings *s, passes_forms *f,
                   diag *d);

/* Operations of one robot in one or more variants, which compute the same. */
typedef struct {
    ops *list;
    passes_forms *forms; /* what each was made of; NULL for graphs that were made otherwise */
    uint32_t count;
    input_file source; /* empty for graphs that were made otherwise */
    const double *bound; /* of one in fixed point: of the error of each output; NULL: not known */
    uint32_t variants; /* that were, or are to be, weighed: count, or more where one is kept */
    kept_result choice; /* of several: where the one that is chosen is kept */
    const schedule *kept; /* of the one graph that there then is; NULL: it is to be searched for */
} passes_graphs;

/* What is to be scheduled: one graph, or with GOAL_MACHINE every variant of the equations
 * between fewest operations and shortest path. Paths are measured on the machine of the wish. */
status passes_read_graphs(arena *mem, const char *path, const passes_settings *s,
                          passes_graphs *out, diag *d);

/* The shortest schedule of all graphs (for streams: that with the shortest interval), checked, and
 * which graph it is of. In fixed point this one gets its points, and its bound; others may have
 * none, as proofs take seconds: they only tell which graph it is. */
status passes_schedule(arena *mem, passes_graphs *graphs, const passes_settings *s,
                       schedule *best, const ops **of, diag *d);

/* A robot made ready for cores. */
typedef struct {
    passes_graphs graphs;
    const ops *p; /* the one of them that was scheduled */
    schedule schedule;
    program program;
} passes_built;

/* What p was made of. */
static inline const passes_forms *passes_built_forms(const passes_built *b)
{
    return &b->graphs.forms[b->p - b->graphs.list];
}

/* Program of a schedule, checked. */
status passes_program(arena *mem, const ops *p, const schedule *s, program *out, diag *d);
/* Schedule and program of graphs. */
status passes_build_graphs(arena *mem, passes_graphs graphs, const passes_settings *s,
                           passes_built *out, diag *d);
/* The whole way from a file to the program; image_build puts it on a core. */
status passes_build(arena *mem, const char *path, const passes_settings *s, passes_built *out,
                    diag *d);
/* Random states of a graph; where it closes loops, with loops that are closed. f: what it was made
 * of; NULL: not known. */
status passes_samples(arena *mem, const passes_forms *f, const ops *p, uint32_t steps,
                      uint64_t seed, sample_set *out, diag *d);
/* What binary32 is to be expected to be off by, in states that hold limits of joints; nothing of a
 * graph in fixed point, which has its proven bound. */
status passes_expected_error(const passes_forms *f, const ops *p, uint64_t seed,
                             expected_error *out, diag *d);
/* Adds the bytes of the .tau file of a program built from a file, with check samples. */
status passes_image(arena *mem, const passes_settings *s, const passes_built *built, text *out,
                    diag *d);

#endif
