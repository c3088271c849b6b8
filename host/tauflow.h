/* libtauflow: torques of a robot from a tauflow core, each control step.
 *
 *     tauflow *core;
 *     tauflow_open("sim:", NULL, &core);            a transport and the core behind it
 *     tauflow_load(core, "puma560.tau");            an image made by `tauflow image`
 *     n = tauflow_joints(core);                     numbers in each of q, qd and qdd
 *     m = tauflow_outputs(core);                    numbers in tau
 *     tauflow_step(core, q, qd, qdd, tau);          as often as wanted
 *     tauflow_close(core);
 *
 * For many samples tauflow_stream, or tauflow_submit and tauflow_receive, which keep the core full.
 *
 * Every call returns a status; tauflow_message tells, to each thread, the failure of its own last
 * call in words. A handle may be used by several threads: calls on it follow each other; who ends
 * it while others use it reads tauflow_close. Memory is allocated by open and load only. A call
 * ends within the timeout, whatever the device does. After a failure of the transport the handle
 * answers TAUFLOW_FAILED, and its message is that of the failure, until tauflow_recover succeeds or
 * it is closed; it can always be closed, and the same address opened again (TAUFLOW_BUSY while the
 * kernel does not let go of the device). No torque is delivered with any status but TAUFLOW_OK.
 *
 * A core belongs to one handle. `sim:` and `twin:` make cores of their own; those of a device are
 * locked, and whoever opens one that another handle has gets TAUFLOW_BUSY.
 *
 * After fork the handle belongs to the process that opened it, which goes on with it as before. The
 * new process may close it, which disturbs nothing, and open handles of its own; every other call
 * on it there is TAUFLOW_BAD_CALL.
 *
 * Later releases of the same TAUFLOW_ABI serve programs that were compiled with this header
 * (docs/host.md). Structs get new members at their ends only, and a function that takes or fills
 * one is inline here: it passes sizeof to the library's function of the same name with `_sized`,
 * which other languages call. The library writes no byte beyond that size; of a struct that it
 * reads, members beyond it count as 0, which is always the default. TAUFLOW_BAD_CALL where a
 * program compiled with a later header sets members that this library does not know.
 * tauflow_input and tauflow_output stay as they are. */
#ifndef TAUFLOW_H
#define TAUFLOW_H

#include "tauflow_status.h" /* tauflow_status, TAUFLOW_VERSION and its numbers */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TAUFLOW_API __attribute__((visibility("default")))
#else
#define TAUFLOW_API
#endif


typedef struct tauflow tauflow;

typedef struct {
    uint32_t timeout_ms; /* of every call; 0: TAUFLOW_TIMEOUT_MS */
    uint32_t cores; /* of the device that this handle uses, samples are spread over them; 0: one */
    uint32_t first_core; /* the first of them; the others follow it */
    uint32_t ring; /* samples that each core's ring holds, and so the most that one transfer moves;
                      0: TAUFLOW_RING */
} tauflow_options;

enum {
    TAUFLOW_TIMEOUT_MS = 1000,
    TAUFLOW_RING = 256,
    TAUFLOW_RING_LIMIT = 65536,
    TAUFLOW_CORES_LIMIT = 16,
    TAUFLOW_PASSES = 10 /* of Newton's method */
};
#define TAUFLOW_DEADLINE_LIMIT_NS UINT64_C(1000000000000) /* 1000 s */
#define TAUFLOW_CLOSED_WITHIN 1e-5 /* m, rad; binary32 gets no nearer than some 1e-7 */

/* Addresses:
 *   sim:            a Verilated core: the default one, until a loaded image needs another, which it
 *                   then becomes. One that is not built yet is TAUFLOW_NOT_FOUND with the command
 *                   that builds it: `tauflow core ...`
 *   sim:PATH        this one: the core.so that `tauflow core` makes
 *   twin:           the software twin of the core behind `sim:`
 *   twin:SHAPE      of this one: network_modules_lanes_... as sim/core.sh names it
 *   xdma:PATH       a board: character devices PATH_user, PATH_h2c_0, PATH_c2h_0 (xdma:/dev/xdma0);
 *                   core c of a board with several (at most four) has the registers from c x 4 KiB
 *                   on and the channel PATH_h2c_c, PATH_c2h_c
 * Behind sim: and twin: addresses `,stalls=N` makes N of 256 cycles, at random, offer or take no
 * word: for tests. All cores of one handle have the same shape and hold the same program. For
 * another robot on another core of the same device open a second handle with another first_core.
 * sim: and twin: make as many cores as are asked for. NULL options: the default ones. *out is set
 * also when the call fails, so that tauflow_message can be asked; then it must be
 * closed too. It is NULL only with TAUFLOW_NO_MEMORY. */
TAUFLOW_API tauflow_status tauflow_open_sized(const char *address, const tauflow_options *options,
                                              size_t options_size, tauflow **out);
static inline tauflow_status tauflow_open(const char *address, const tauflow_options *options,
                                          tauflow **out)
{
    return tauflow_open_sized(address, options, sizeof *options, out);
}

/* NULL is allowed. Calls of other threads that are under way end, with TAUFLOW_ENDED unless they
 * were over already, and are waited for: each within the timeout, most in a millisecond. When close
 * has returned the handle is gone, and no call on it may begin any more, as after free. */
TAUFLOW_API void tauflow_close(tauflow *core);
/* The same without waiting, and the handle stays: calls under way and all later ones but
 * tauflow_message and tauflow_close end with TAUFLOW_ENDED. For threads that call again and again:
 * stop, join them, close. */
TAUFLOW_API void tauflow_stop(tauflow *core);

/* Reads and verifies an image, loads it into the core and lets it compute the samples that come
 * with the image; all must be right. While samples are between submit and receive it is refused
 * (TAUFLOW_BAD_CALL): receive or cancel them first. */
TAUFLOW_API tauflow_status tauflow_load(tauflow *core, const char *path);
TAUFLOW_API tauflow_status tauflow_load_bytes(tauflow *core, const void *bytes, size_t size);

typedef struct {
    int guarded; /* packets of this board end in a check word */
    uint32_t cores, ring;
    /* The rest is 0 and NULL until an image is loaded; texts live until the next load. */
    const char *robot;
    uint64_t description_hash; /* of the file the image was made from */
    uint32_t joints;      /* coordinates: numbers in q, qd, qdd */
    uint32_t free_bodies; /* 9 numbers each in free_motion */
    uint32_t forces;      /* links with external force: 6 numbers each */
    uint32_t outputs;     /* numbers in tau: one a joint, then 6 a free body */
    uint32_t cycles;   /* of one sample, predicted; holds where the core's times are those of
                          `needs`, and where there is an interval, for samples at that pace */
    uint32_t interval; /* cycles between samples that the program was made for; 0: made for one
                          sample alone */
    uint32_t flush; /* packets that the library sends behind the last sample to get it out; 0 where
                       samples do not overlap in the program */
    const char *function; /* what comes out: "id", the torques of inverse dynamics */
} tauflow_description;
TAUFLOW_API tauflow_status tauflow_describe_sized(tauflow *core, tauflow_description *out,
                                                  size_t out_size);
static inline tauflow_status tauflow_describe(tauflow *core, tauflow_description *out)
{
    return tauflow_describe_sized(core, out, sizeof *out);
}
/* A number of the core's shape by its name in machine/shape.def, "modules", "div_latency"; behind
 * sim: and twin: that of the default one until an image is loaded. TAUFLOW_NOT_FOUND: there is no
 * such number. */
TAUFLOW_API tauflow_status tauflow_describe_core(tauflow *core, const char *name, uint32_t *number);
/* The same of what the loaded program needs. */
TAUFLOW_API tauflow_status tauflow_describe_needs(tauflow *core, const char *name,
                                                  uint32_t *number);

typedef struct {
    const char *name;          /* of the joint in the description; lives until the next load */
    const char *position_unit; /* "rad" or "m" */
    const char *torque_unit;   /* "N m" or "N": of what comes out for it */
    /* Limits of the description, infinite where it has none. The library does not enforce them. */
    double lower, upper, velocity, effort;
} tauflow_joint;
TAUFLOW_API tauflow_status tauflow_describe_joint_sized(tauflow *core, uint32_t joint,
                                                        tauflow_joint *out, size_t out_size);
static inline tauflow_status tauflow_describe_joint(tauflow *core, uint32_t joint,
                                                    tauflow_joint *out)
{
    return tauflow_describe_joint_sized(core, joint, out, sizeof *out);
}
/* Name of the link that force number `force` acts on. */
TAUFLOW_API tauflow_status tauflow_describe_force(tauflow *core, uint32_t force, const char **link);

/* How long the caller's arrays must be: `joints` numbers in each of q, qd and qdd, `outputs`
 * numbers in tau, as tauflow_describe tells them. 0 while no image is loaded, and where a call
 * would end with TAUFLOW_BAD_CALL or TAUFLOW_ENDED. */
TAUFLOW_API uint32_t tauflow_joints(tauflow *core);
TAUFLOW_API uint32_t tauflow_outputs(tauflow *core);
/* Numbers per sample of an array by its name, "forces" or "mass"; of a matrix, rows x columns.
 * TAUFLOW_NOT_FOUND: the loaded image neither takes nor makes such an array. */
TAUFLOW_API tauflow_status tauflow_length(tauflow *core, const char *array, uint32_t *length);

/* One sample. q, qd and qdd have `joints` numbers, tau has room for `outputs`. Sines and cosines
 * are made here; angles up to 2^20 rad. Every number of the state must be finite and fit into
 * binary32, also one that the equations of this robot do not use. */
TAUFLOW_API tauflow_status tauflow_step(tauflow *core, const double *q, const double *qd,
                                        const double *qdd, double *tau);
/* The same for a caller who tells how long its arrays are. Unless both lengths are those of the
 * loaded image it is TAUFLOW_BAD_CALL, and no array is read or written: a program with arrays of a
 * fixed length is safe with the image of any robot. */
TAUFLOW_API tauflow_status tauflow_step_checked(tauflow *core, uint32_t joints, const double *q,
                                                const double *qd, const double *qdd,
                                                uint32_t outputs, double *tau);

/* A whole state. NULL where a robot has none. free_motion, per free body: angular velocity, angular
 * acceleration, acceleration of its origin less gravity, all in its own axes. forces, per link:
 * force and moment about the link's origin, in link axes, acting on the link. payloads, per link:
 * mass, centre (3), moments about it ixx iyy izz ixy ixz iyz, in the link's frame. gravity: its
 * acceleration, in base axes. */
typedef struct {
    const double *q, *qd, *qdd, *free_motion, *forces;
    const double *tau, *wrench; /* of functions that take them: what drives joints, free bodies */
    const double *gravity, *payloads; /* of programs made for them */
    const double *element_forces;     /* seven per element: docs/forces.md */
    const double *imposed; /* of forward dynamics: accelerations of joints whose motion is given */
    const double *user_constraints; /* of closed loops: docs/loops.md */
} tauflow_state;
TAUFLOW_API tauflow_status tauflow_step_forces_sized(tauflow *core, const tauflow_state *state,
                                                     size_t state_size, double *tau);
static inline tauflow_status tauflow_step_forces(tauflow *core, const tauflow_state *state,
                                                 double *tau)
{
    return tauflow_step_forces_sized(core, state, sizeof *state, tau);
}

/* ---- any function --------------------------------------------------------------------------- */

/* An array that the loaded program takes or makes: `rows` x `columns` numbers, row by row. */
typedef struct {
    const char *name; /* "q", "mass": rows of machine/words.def, docs/functions.md */
    int is_result;
    uint32_t rows, columns; /* of an array that is no matrix: columns is 1 */
    uint32_t first; /* of a result: where it begins among the `outputs` numbers of a sample */
} tauflow_array;
/* Array number `array` of the program, from 0; TAUFLOW_RANGE, and nothing else, beyond the last. */
TAUFLOW_API tauflow_status tauflow_describe_array_sized(tauflow *core, uint32_t array,
                                                        tauflow_array *out, size_t out_size);
static inline tauflow_status tauflow_describe_array(tauflow *core, uint32_t array,
                                                    tauflow_array *out)
{
    return tauflow_describe_array_sized(core, array, out, sizeof *out);
}
/* What the rows of a result are called: joints, free bodies, frames, freedoms or parameters; and
 * its columns. Texts live until the next load. TAUFLOW_BAD_CALL where there is none. */
TAUFLOW_API tauflow_status tauflow_describe_row(tauflow *core, const char *array, uint32_t row,
                                                const char **name);
TAUFLOW_API tauflow_status tauflow_describe_column(tauflow *core, const char *array,
                                                   uint32_t column, const char **name);
/* The unit of a joint's numbers in a result: "N m", "rad/s^2"; "" where rows are not joints. */
TAUFLOW_API tauflow_status tauflow_describe_unit(tauflow *core, const char *array, uint32_t row,
                                                 const char **unit);

typedef struct {
    const char *name;
    const double *values;
} tauflow_input;

typedef struct {
    const char *name;
    double *values;
} tauflow_output;

/* One sample of whatever the loaded program computes, with its arrays by name. All inputs that it
 * takes must be there; of the results as many as wanted. */
TAUFLOW_API tauflow_status tauflow_call(tauflow *core, const tauflow_input *inputs,
                                        size_t inputs_count, const tauflow_output *outputs,
                                        size_t outputs_count);

/* Of programs with closed loops (docs/loops.md), each sample a pass of Newton's method: a call of
 * one sample repeats it, with the positions of dependent joints that came out, until the root of
 * every residual is at most `tolerance` (0: TAUFLOW_CLOSED_WITHIN) and constraints that were left
 * out as redundant are fulfilled, and gives the results of the last pass. TAUFLOW_NOT_CLOSED after
 * `passes` of them (0: TAUFLOW_PASSES), TAUFLOW_SINGULAR where the loops come near a position at
 * which dependent joints do not follow from the others: an image with other independent joints may
 * do. Streams leave it to who reads their residuals. */
TAUFLOW_API tauflow_status tauflow_set_closing(tauflow *core, double tolerance, uint32_t passes);

/* The file of such an image: one of the same function and description with other independent joints
 * (`tauflow image --independent`), whose constraints are in no more blocks. Where a call with the
 * loaded image ends in one of these two, the other is loaded, which takes as long as any load, and
 * the sample repeated; then the first is the other. Callers give numbers of all joints, and get as
 * many residuals as the image loaded first has, 0 for blocks that the other does not have. NULL, or
 * another tauflow_load: there is none any more. */
TAUFLOW_API tauflow_status tauflow_set_other_image(tauflow *core, const char *path);

/* The same by type, for robots on a fixed base. TAUFLOW_BAD_CALL where the program computes
 * something else; TAUFLOW_SINGULAR, as from every call, where it divides by a pivot of the mass
 * matrix that is no more than rounding errors. Matrices have a row and a column per joint, row by
 * row. */
TAUFLOW_API tauflow_status tauflow_forward(tauflow *core, const double *q, const double *qd,
                                           const double *tau, double *qdd);
TAUFLOW_API tauflow_status tauflow_mass_matrix(tauflow *core, const double *q, double *mass);
TAUFLOW_API tauflow_status tauflow_inverse_mass_matrix(tauflow *core, const double *q,
                                                       double *minv);
TAUFLOW_API tauflow_status tauflow_bias(tauflow *core, const double *q, const double *qd,
                                        double *tau);
TAUFLOW_API tauflow_status tauflow_gravity(tauflow *core, const double *q, double *tau);
/* Per frame 12 numbers: position, rotation row by row; 6 rows of a Jacobian. */
TAUFLOW_API tauflow_status tauflow_position(tauflow *core, const double *q, double *pose);
TAUFLOW_API tauflow_status tauflow_jacobian(tauflow *core, const double *q, double *jacobian);

/* ---- many samples --------------------------------------------------------------------------- */

/* `count` samples, one after another in every array; all cores work, each on several at once. When
 * it fails the contents of tau mean nothing. The timeout holds for every ring of samples. */
TAUFLOW_API tauflow_status tauflow_stream_sized(tauflow *core, size_t count,
                                                const tauflow_state *states, size_t states_size,
                                                double *tau);
static inline tauflow_status tauflow_stream(tauflow *core, size_t count,
                                            const tauflow_state *states, double *tau)
{
    return tauflow_stream_sized(core, count, states, sizeof *states, tau);
}

/* The same in pieces: samples are submitted, and their results received in the same order, with at
 * most `ring` samples a core in between. One thread may submit while another receives.
 * TAUFLOW_POLL: never waits, does what can be done now; TAUFLOW_WAIT: until all `count` are taken
 * or delivered, at most for the timeout.
 *
 * submit: *taken of the samples were taken; their arrays may be changed. TAUFLOW_AGAIN when not all
 *         were: the ring is full, receive first. TAUFLOW_RANGE: sample *taken is wrong, those
 *         before it were taken.
 * receive: *came results stand in tau. TAUFLOW_AGAIN when none came in time and nothing is wrong;
 *         TAUFLOW_WAIT also ends, with TAUFLOW_OK, when fewer came and no sample is left.
 *         TAUFLOW_RANGE: the next result is not finite; TAUFLOW_SINGULAR: a pivot of it is no more
 *         than rounding errors. It is dropped, and is the one after those already received.
 * The arrays of states hold `count` samples one after another, as do those of tau. While samples
 * are between submit and receive, step, stream and load are refused (TAUFLOW_BAD_CALL). A sample
 * that was taken is delivered, once, unless it is cancelled or the handle fails, which every call
 * then tells. */
typedef enum { TAUFLOW_POLL, TAUFLOW_WAIT } tauflow_patience;
TAUFLOW_API tauflow_status tauflow_submit_sized(tauflow *core, size_t count,
                                                const tauflow_state *states, size_t states_size,
                                                tauflow_patience patience, size_t *taken);
static inline tauflow_status tauflow_submit(tauflow *core, size_t count,
                                            const tauflow_state *states, tauflow_patience patience,
                                            size_t *taken)
{
    return tauflow_submit_sized(core, count, states, sizeof *states, patience, taken);
}
TAUFLOW_API tauflow_status tauflow_receive(tauflow *core, size_t count, double *tau,
                                           tauflow_patience patience, size_t *came);
/* Drops all samples that were submitted and not received, *dropped of them; NULL is allowed. Never
 * waits. Nothing of them is ever delivered; what is already in the core passes through it before
 * the next sample. */
TAUFLOW_API tauflow_status tauflow_cancel(tauflow *core, size_t *dropped);

/* Cycles that the core took for the last sample it finished; of several cores, the one whose result
 * was received last. A sample that comes sooner after another than the program's interval waits in
 * the core and takes longer than predicted; that of a single step does not. */
TAUFLOW_API tauflow_status tauflow_cycles(tauflow *core, uint32_t *cycles);

typedef struct {
    uint64_t samples, calls,
        failures; /* since open: delivered; calls of step, stream, submit and receive */
    uint64_t waiting;                  /* submitted and not received */
    uint64_t zeros;                    /* packets sent to push results out (flush) */
    uint64_t transport_ns;             /* time inside the transport, of all steps and streams */
    uint64_t library_ns;               /* time of them outside the transport */
    uint64_t least_ns, most_ns;        /* of one step, whole; 0 before the first */
    uint64_t passes;                   /* of calls with closed loops: at least one each */
    uint64_t switches;                 /* to the other image of loops */
} tauflow_statistics;
TAUFLOW_API tauflow_status tauflow_figures_sized(tauflow *core, tauflow_statistics *out,
                                                 size_t out_size);
static inline tauflow_status tauflow_figures(tauflow *core, tauflow_statistics *out)
{
    return tauflow_figures_sized(core, out, sizeof *out);
}

/* 0: TAUFLOW_TIMEOUT_MS. */
TAUFLOW_API tauflow_status tauflow_set_timeout(tauflow *core, uint32_t timeout_ms);

/* ---- real time (docs/realtime.md) ----------------------------------------------------------- */

/* For calls that carry samples, instead of the timeout, which stays that of all others; 0: the
 * timeout again. A call of one sample, and submit and receive with TAUFLOW_WAIT, end at a moment
 * that is fixed when they begin, deadline_ns later; in a stream it holds for every ring of samples,
 * as the timeout does. TAUFLOW_BAD_CALL above TAUFLOW_DEADLINE_LIMIT_NS. */
TAUFLOW_API tauflow_status tauflow_set_deadline(tauflow *core, uint64_t deadline_ns);

/* After a late call, or another failure of the transport: drops every sample that is under way or
 * was not received, stops and starts the core, which keeps its program, and lets a core that runs
 * by itself compute one check sample; then the handle is as after its load. Nothing of before is
 * ever delivered. TAUFLOW_CORRUPT: the core holds another program by now. Where it fails the handle
 * stays failed, and it may be called again. TAUFLOW_FAILED where open or load failed: close. */
TAUFLOW_API tauflow_status tauflow_recover(tauflow *core);

typedef struct {
    int priority;        /* of SCHED_FIFO, for threads of the library; 0: stays as it is */
    uint64_t processors; /* bit k: these threads may run on processor k; 0: stays as it is */
    int lock_memory;     /* not 0: all memory of the process stays in RAM, that of later as well */
    int alarm_signal; /* a signal from SIGRTMIN to SIGRTMAX that the application leaves to the
                         library: one sample on xdma: then needs no other thread. 0: none */
} tauflow_realtime;
/* While no sample is under way, best after the load. TAUFLOW_DENIED, with a message that names the
 * right which is missing, where the operating system refuses; what comes before it in the struct
 * holds then. Threads of the library otherwise have what the thread that opened the handle had. */
TAUFLOW_API tauflow_status tauflow_set_realtime_sized(tauflow *core, const tauflow_realtime *how,
                                                      size_t how_size);
static inline tauflow_status tauflow_set_realtime(tauflow *core, const tauflow_realtime *how)
{
    return tauflow_set_realtime_sized(core, how, sizeof *how);
}

/* A file descriptor for poll, select or epoll, which belongs to the handle. It is readable while
 * tauflow_receive with TAUFLOW_POLL has something to do: a result has come, something may have, or
 * the handle has failed. Where that call then says TAUFLOW_AGAIN, wait again. A submit that said
 * TAUFLOW_AGAIN is worth another try after a receive. Only its readiness means anything: read
 * nothing from it, and poll it in one thread. TAUFLOW_BAD_CALL where the system has none (Linux
 * has). */
TAUFLOW_API tauflow_status tauflow_descriptor(tauflow *core, int *descriptor);

/* What went wrong in the last call of this thread on the handle that failed, whatever other threads
 * did meanwhile; where none did, why the handle failed, or "". A thread that gets failures of more
 * than TAUFLOW_HANDLES_TOLD handles is told those of the last ones. Copies at most `size` bytes and
 * returns `text`. */
enum { TAUFLOW_HANDLES_TOLD = 4 };
TAUFLOW_API const char *tauflow_message(tauflow *core, char *text, size_t size);
TAUFLOW_API const char *tauflow_status_word(tauflow_status status); /* "timeout" */
/* Of the library, as text and as number; TAUFLOW_VERSION and TAUFLOW_VERSION_NUMBER are those of
 * this header. */
TAUFLOW_API const char *tauflow_version(void);
TAUFLOW_API uint32_t tauflow_version_number(void);

#ifdef __cplusplus
}
#endif
#endif
