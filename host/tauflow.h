/* SPDX-License-Identifier: MIT */
/* libtauflow: torques of a robot from a tauflow core, in each control step.
 *
 *     tauflow *core;
 *     tauflow_open("sim:", NULL, &core);            opens a transport and the core behind it
 *     tauflow_load(core, "puma560.tau");            loads an image made by `tauflow image`
 *     n = tauflow_joints(core);                     numbers in each of q, qd and qdd
 *     m = tauflow_outputs(core);                    numbers in tau
 *     tauflow_step(core, q, qd, qdd, tau);          as often as you like
 *     tauflow_close(core);
 *
 * For many samples use tauflow_stream, or tauflow_submit and tauflow_receive: they keep the core
 * full.
 *
 * Errors. Every call returns a status; no torque is delivered with any status but TAUFLOW_OK.
 * tauflow_message gives a thread the message of its own last call that failed. A call ends within
 * the timeout, whatever the device does. After a failure of the transport every call returns
 * TAUFLOW_FAILED, and its message is that of the failure, until tauflow_recover succeeds. A handle
 * can always be closed, and the same address opened again (TAUFLOW_BUSY while the kernel does not
 * let go of the device).
 *
 * Threads. Several threads may use one handle; calls on it follow each other. tauflow_close says
 * how to end a handle that others use. Only open and load allocate memory.
 *
 * Cores. A core belongs to one handle. `sim:` and `twin:` make cores of their own. Cores of a
 * device are locked: opening one that another handle has gives TAUFLOW_BUSY.
 *
 * Fork. The handle belongs to the process that opened it, which goes on with it as before. The new
 * process may close it, which disturbs nothing, and open handles of its own; every other call on it
 * there is TAUFLOW_BAD_CALL.
 *
 * Releases. Later releases of the same TAUFLOW_ABI serve programs that were compiled with this
 * header (docs/host.md). Structs get new members at their ends only. A function that takes or fills
 * a struct is inline here: it passes sizeof to the library's function of the same name with
 * `_sized`, which other languages call. The library writes no byte beyond that size. Of a struct
 * that it reads, members beyond it count as 0, which is always the default. If a program compiled
 * with a later header sets members that this library does not know, the call is TAUFLOW_BAD_CALL.
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
    uint32_t cores; /* how many cores of the device this handle uses; samples are spread over them;
                       0: one */
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

/* Addresses (docs/host.md):
 *   sim:            a Verilated core: the default one, until a loaded image needs another; then it
 *                   becomes that one. If a core is not built yet the call is TAUFLOW_NOT_FOUND, and
 *                   the message has the command that builds it: `tauflow core ...`
 *   sim:PATH        the core of this file, a core.so made by `tauflow core`
 *   twin:           the software twin of the core behind `sim:`
 *   twin:SHAPE      the twin of this shape: network_modules_lanes_... as `tauflow shape` tells
 *   xdma:PATH       a board with PCI Express: devices PATH_user, PATH_h2c_0, PATH_c2h_0, for
 *                   example xdma:/dev/xdma0. Core c of a board with several (at most four) has the
 *                   registers from c x 4 KiB on and the channel PATH_h2c_c, PATH_c2h_c
 *   axidma:PATH     a board with Zynq: files PATH_core, PATH_dma, PATH_buffer
 *   serial:PORT     a board with a serial port, for example serial:/dev/ttyUSB1
 * For tests, `,stalls=N` after a sim: or twin: address lets both sides rest at random in N of 256
 * cycles. All cores of one handle have the same shape and hold the same program. For another robot
 * on another core of the same device open a second handle with another first_core. sim: and twin:
 * make as many cores as are asked for. NULL options are the default ones. *out is set even if the
 * call fails, so that tauflow_message can give the reason; then it must be closed, too. *out is
 * NULL only with TAUFLOW_NO_MEMORY. */
TAUFLOW_API tauflow_status tauflow_open_sized(const char *address, const tauflow_options *options,
                                              size_t options_size, tauflow **out);
static inline tauflow_status tauflow_open(const char *address, const tauflow_options *options,
                                          tauflow **out)
{
    return tauflow_open_sized(address, options, sizeof *options, out);
}

/* Ends the handle; NULL is allowed. It ends calls of other threads that are under way, with
 * TAUFLOW_ENDED unless they were over already, and waits for them: each ends within the timeout,
 * most in a millisecond. When close has returned the handle is gone, and no call on it may begin
 * any more, as after free. */
TAUFLOW_API void tauflow_close(tauflow *core);
/* Ends calls without waiting, and the handle stays: calls under way and all later ones except
 * tauflow_message and tauflow_close end with TAUFLOW_ENDED. If other threads call again and again:
 * stop, join them, close. */
TAUFLOW_API void tauflow_stop(tauflow *core);

/* Reads and verifies an image, loads it into the core and lets the core compute the image's check
 * samples; every bit must be right. While samples are between submit and receive it is refused
 * (TAUFLOW_BAD_CALL): receive or cancel them first. */
TAUFLOW_API tauflow_status tauflow_load(tauflow *core, const char *path);
TAUFLOW_API tauflow_status tauflow_load_bytes(tauflow *core, const void *bytes, size_t size);

typedef struct {
    int guarded; /* packets of this board end in a check word */
    uint32_t cores, ring;
    /* The rest is 0 or NULL until an image is loaded; texts live until the next load. */
    const char *robot;
    uint64_t description_hash; /* of the file the image was made from */
    uint32_t joints;      /* coordinates: numbers in q, qd, qdd */
    uint32_t free_bodies; /* 9 numbers each in free_motion */
    uint32_t forces;      /* links with external force: 6 numbers each */
    uint32_t outputs;     /* numbers in tau: one per joint, then 6 per free body */
    uint32_t cycles;   /* of one sample, predicted; true if the core's times are those that the
                          program needs, and, if there is an interval, for samples at that pace */
    uint32_t interval; /* cycles between samples that the program was made for; 0: made for one
                          sample alone */
    uint32_t flush; /* packets that the library sends after the last sample to get it out; 0 if
                       samples do not overlap in the program */
    const char *function; /* what is computed: "id", the torques of inverse dynamics */
} tauflow_description;
TAUFLOW_API tauflow_status tauflow_describe_sized(tauflow *core, tauflow_description *out,
                                                  size_t out_size);
static inline tauflow_status tauflow_describe(tauflow *core, tauflow_description *out)
{
    return tauflow_describe_sized(core, out, sizeof *out);
}
/* A number of the core's shape by its name in machine/shape.def, such as "modules" or
 * "div_latency". Behind sim: and twin: it is that of the default core until an image is loaded.
 * TAUFLOW_NOT_FOUND: there is no such number. */
TAUFLOW_API tauflow_status tauflow_describe_core(tauflow *core, const char *name, uint32_t *number);
/* The same number of the shape that the loaded program needs. */
TAUFLOW_API tauflow_status tauflow_describe_needs(tauflow *core, const char *name,
                                                  uint32_t *number);

typedef struct {
    const char *name;          /* of the joint in the description; lives until the next load */
    const char *position_unit; /* "rad" or "m" */
    const char *torque_unit;   /* "N m" or "N": of its torque or force */
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
 * numbers in tau, as in tauflow_describe. 0 while no image is loaded, and if a call would end with
 * TAUFLOW_BAD_CALL or TAUFLOW_ENDED. */
TAUFLOW_API uint32_t tauflow_joints(tauflow *core);
TAUFLOW_API uint32_t tauflow_outputs(tauflow *core);
/* Numbers per sample of an array by its name, such as "forces" or "mass"; of a matrix, rows x
 * columns. TAUFLOW_NOT_FOUND: the loaded image neither takes nor makes such an array. */
TAUFLOW_API tauflow_status tauflow_length(tauflow *core, const char *array, uint32_t *length);

/* Computes one sample. q, qd and qdd have `joints` numbers, tau has room for `outputs`. The library
 * computes sines and cosines, of angles up to 2^20 rad. Every number of the state must be finite
 * and fit into binary32, even one that the equations of this robot do not use. */
TAUFLOW_API tauflow_status tauflow_step(tauflow *core, const double *q, const double *qd,
                                        const double *qdd, double *tau);
/* The same with the lengths of the caller's arrays. Unless both are those of the loaded image the
 * call is TAUFLOW_BAD_CALL, and no array is read or written. So a program with arrays of a fixed
 * length is safe with the image of any robot. */
TAUFLOW_API tauflow_status tauflow_step_checked(tauflow *core, uint32_t joints, const double *q,
                                                const double *qd, const double *qdd,
                                                uint32_t outputs, double *tau);

/* A whole state; an array that a robot does not have is NULL.
 *   free_motion  per free body: angular velocity, angular acceleration, acceleration of its origin
 *                less gravity, all in its own axes
 *   forces       per link: force and moment about the link's origin that act on it, in link axes
 *   payloads     per link: mass, centre (3), moments about it ixx iyy izz ixy ixz iyz, in the
 *                link's frame
 *   gravity      its acceleration, in base axes */
typedef struct {
    const double *q, *qd, *qdd, *free_motion, *forces;
    const double *tau, *wrench; /* drive joints and free bodies, for functions that take them */
    const double *gravity, *payloads; /* for programs made with these inputs */
    const double *element_forces;     /* seven per element: docs/forces.md */
    const double *imposed; /* forward dynamics: accelerations of joints whose motion is imposed */
    const double *user_constraints; /* closed loops: docs/loops.md */
    const double *base_parameters;  /* for programs made with --parameters, and ... */
    const double *inertias; /* ... what makes them of ten numbers per link, as payloads have them */
    const double *numbers;  /* of joints and elements that --parameters names */
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
    const char *name; /* such as "q" or "mass": machine/words.def, docs/functions.md */
    int is_result;
    uint32_t rows, columns; /* columns is 1 if the array is not a matrix */
    uint32_t first; /* if it is a result: where it begins among the `outputs` numbers of a sample */
} tauflow_array;
/* Array number `array` of the program, from 0. Beyond the last one it is TAUFLOW_RANGE, which this
 * call has for nothing else. */
TAUFLOW_API tauflow_status tauflow_describe_array_sized(tauflow *core, uint32_t array,
                                                        tauflow_array *out, size_t out_size);
static inline tauflow_status tauflow_describe_array(tauflow *core, uint32_t array,
                                                    tauflow_array *out)
{
    return tauflow_describe_array_sized(core, array, out, sizeof *out);
}
/* The name of a row of a result (a joint, free body, frame, freedom or parameter), and of a column.
 * Texts live until the next load. TAUFLOW_BAD_CALL: there is no such row or column. */
TAUFLOW_API tauflow_status tauflow_describe_row(tauflow *core, const char *array, uint32_t row,
                                                const char **name);
TAUFLOW_API tauflow_status tauflow_describe_column(tauflow *core, const char *array,
                                                   uint32_t column, const char **name);
/* The unit of a joint's numbers in a result, such as "N m" or "rad/s^2"; "" if rows are not
 * joints. */
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

/* Computes one sample of any function, with its arrays by name. All inputs of the loaded program
 * must be given; results may be left out. */
TAUFLOW_API tauflow_status tauflow_call(tauflow *core, const tauflow_input *inputs,
                                        size_t inputs_count, const tauflow_output *outputs,
                                        size_t outputs_count);

/* For programs with closed loops (docs/loops.md). One pass of such a program is one step of
 * Newton's method. A call of one sample repeats passes, each with the positions of dependent joints
 * from the one before, and gives the results of the last pass. It ends when the root of every
 * residual is at most `tolerance` (0: TAUFLOW_CLOSED_WITHIN) and the constraints that were left out
 * as redundant are fulfilled. TAUFLOW_NOT_CLOSED: they are not after `passes` passes (0:
 * TAUFLOW_PASSES). TAUFLOW_SINGULAR: the loops come near a position at which dependent joints do
 * not follow from the others; an image with other independent joints may work. Streams do one pass
 * per sample, and the caller checks the residuals. */
TAUFLOW_API tauflow_status tauflow_set_closing(tauflow *core, double tolerance, uint32_t passes);

/* The file of such another image: of the same function and description, with other independent
 * joints (`tauflow image --independent`), and with constraints in no more blocks. If a call with
 * the loaded image ends in one of the two statuses above, the other image is loaded, which takes as
 * long as any load, and the sample is repeated; then the two images have changed places. Callers
 * give numbers of all joints. They get as many residuals as the image loaded first has, 0 for
 * blocks that the other one does not have. NULL, or another tauflow_load, removes the other image.
 */
TAUFLOW_API tauflow_status tauflow_set_other_image(tauflow *core, const char *path);

/* One call per function, for robots on a fixed base. TAUFLOW_BAD_CALL: the program computes another
 * function. TAUFLOW_SINGULAR, as from every call: the program divides by a pivot of the mass matrix
 * that is no more than rounding errors. Matrices have a row and a column per joint, row by row. */
TAUFLOW_API tauflow_status tauflow_forward(tauflow *core, const double *q, const double *qd,
                                           const double *tau, double *qdd);
TAUFLOW_API tauflow_status tauflow_mass_matrix(tauflow *core, const double *q, double *mass);
TAUFLOW_API tauflow_status tauflow_inverse_mass_matrix(tauflow *core, const double *q,
                                                       double *minv);
TAUFLOW_API tauflow_status tauflow_bias(tauflow *core, const double *q, const double *qd,
                                        double *tau);
TAUFLOW_API tauflow_status tauflow_gravity(tauflow *core, const double *q, double *tau);
/* Per frame 12 numbers (position, rotation row by row); or 6 rows of a Jacobian. */
TAUFLOW_API tauflow_status tauflow_position(tauflow *core, const double *q, double *pose);
TAUFLOW_API tauflow_status tauflow_jacobian(tauflow *core, const double *q, double *jacobian);

/* ---- many samples --------------------------------------------------------------------------- */

/* Computes `count` samples, one after another in every array. All cores work, each on several
 * samples at once. If it fails the contents of tau mean nothing. The timeout holds for every ring
 * of samples. */
TAUFLOW_API tauflow_status tauflow_stream_sized(tauflow *core, size_t count,
                                                const tauflow_state *states, size_t states_size,
                                                double *tau);
static inline tauflow_status tauflow_stream(tauflow *core, size_t count,
                                            const tauflow_state *states, double *tau)
{
    return tauflow_stream_sized(core, count, states, sizeof *states, tau);
}

/* The same in pieces: samples are submitted, and their results received in the same order, with at
 * most `ring` samples per core in between. One thread may submit while another receives.
 * TAUFLOW_POLL never waits and does what can be done now. TAUFLOW_WAIT waits until all `count` are
 * taken or delivered, at most for the timeout.
 *
 * submit: *taken says how many samples were taken; their arrays may be changed then. TAUFLOW_AGAIN:
 *         not all were taken, because the ring is full; receive first. TAUFLOW_RANGE: sample *taken
 *         is wrong, and those before it were taken.
 * receive: *came results are in tau. TAUFLOW_AGAIN: none came in time and nothing is wrong.
 *         TAUFLOW_WAIT also ends, with TAUFLOW_OK, if fewer came and no sample is left.
 *         TAUFLOW_RANGE: the next result is not finite. TAUFLOW_SINGULAR: a pivot of it is no more
 *         than rounding errors. This result, the one after those received, is dropped.
 * The arrays of states hold `count` samples one after another, and so does tau. While samples are
 * between submit and receive, step, stream and load are refused (TAUFLOW_BAD_CALL). A sample that
 * was taken is delivered, once, unless it is cancelled or the handle fails; then every call says
 * so. */
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
/* Drops all samples that were submitted and not received, and sets *dropped to their number; NULL
 * is allowed. It never waits. None of these results is delivered; those already in the core pass
 * through it before the next sample. */
TAUFLOW_API tauflow_status tauflow_cancel(tauflow *core, size_t *dropped);

/* Cycles that the core took for the last sample it finished; with several cores, the one whose
 * result was received last. A sample that follows another sooner than the program's interval waits
 * in the core and takes longer than predicted; a single step does not. */
TAUFLOW_API tauflow_status tauflow_cycles(tauflow *core, uint32_t *cycles);

typedef struct {
    /* Since open: samples delivered; calls of step, stream, submit and receive, and how many of
     * them failed. */
    uint64_t samples, calls, failures;
    uint64_t waiting;           /* samples submitted and not received */
    uint64_t zeros;             /* packets sent to push results out (flush) */
    uint64_t transport_ns;      /* time inside the transport, for all steps and streams */
    uint64_t library_ns;        /* their time outside the transport */
    uint64_t least_ns, most_ns; /* the shortest and longest step; 0 before the first */
    uint64_t passes;            /* of calls with closed loops: at least one each */
    uint64_t switches;          /* to the other image of closed loops */
} tauflow_statistics;
TAUFLOW_API tauflow_status tauflow_figures_sized(tauflow *core, tauflow_statistics *out,
                                                 size_t out_size);
static inline tauflow_status tauflow_figures(tauflow *core, tauflow_statistics *out)
{
    return tauflow_figures_sized(core, out, sizeof *out);
}

/* The timeout of every call; 0: TAUFLOW_TIMEOUT_MS. */
TAUFLOW_API tauflow_status tauflow_set_timeout(tauflow *core, uint32_t timeout_ms);

/* ---- real time (docs/realtime.md) ----------------------------------------------------------- */

/* A deadline replaces the timeout for calls that carry samples; other calls keep the timeout. 0:
 * the timeout again. A call of one sample, and submit and receive with TAUFLOW_WAIT, end at most
 * deadline_ns after they begin. In a stream it holds for every ring of samples, as the timeout
 * does. TAUFLOW_BAD_CALL: it is above TAUFLOW_DEADLINE_LIMIT_NS. */
TAUFLOW_API tauflow_status tauflow_set_deadline(tauflow *core, uint64_t deadline_ns);

/* To be called after a late call, or another failure of the transport. It drops every sample that
 * is under way or was not received, stops and starts the core, which keeps its program, and lets a
 * core that runs by itself compute one check sample. Then the handle is as after its load, and no
 * earlier result is ever delivered. TAUFLOW_CORRUPT: the core holds another program by now. If it
 * fails the handle stays failed, and it may be called again. TAUFLOW_FAILED: open or load failed;
 * close. */
TAUFLOW_API tauflow_status tauflow_recover(tauflow *core);

typedef struct {
    int priority;        /* SCHED_FIFO priority of the library's threads; 0: unchanged */
    uint64_t processors; /* bit k: these threads may run on processor k; 0: unchanged */
    int lock_memory;     /* not 0: all memory of the process stays in RAM, also later memory */
    int alarm_signal; /* a signal from SIGRTMIN to SIGRTMAX that the application leaves to the
                         library: one sample on xdma: then needs no other thread. 0: none */
} tauflow_realtime;
/* To be called while no sample is under way, best after the load. TAUFLOW_DENIED: the operating
 * system refuses, and the message names the missing right; members before it in the struct hold
 * then. Without this call threads of the library have the settings of the thread that opened the
 * handle. */
TAUFLOW_API tauflow_status tauflow_set_realtime_sized(tauflow *core, const tauflow_realtime *how,
                                                      size_t how_size);
static inline tauflow_status tauflow_set_realtime(tauflow *core, const tauflow_realtime *how)
{
    return tauflow_set_realtime_sized(core, how, sizeof *how);
}

/* A file descriptor for poll, select or epoll, which belongs to the handle. It is readable while
 * tauflow_receive with TAUFLOW_POLL has something to do: a result has come or may have come, or the
 * handle has failed. If that call then gives TAUFLOW_AGAIN, wait again. After a receive try a
 * submit again that gave TAUFLOW_AGAIN. Only readiness has a meaning: read nothing from it, and
 * poll it in one thread. TAUFLOW_BAD_CALL: the system has no such descriptors (Linux has). */
TAUFLOW_API tauflow_status tauflow_descriptor(tauflow *core, int *descriptor);

/* The message of this thread's last call on the handle that failed, whatever other threads did
 * meanwhile. If none of its calls failed: why the handle failed, or "". A thread with failures of
 * more than TAUFLOW_HANDLES_TOLD handles gets those of the last ones. Copies at most `size` bytes
 * and returns `text`. */
enum { TAUFLOW_HANDLES_TOLD = 4 };
TAUFLOW_API const char *tauflow_message(tauflow *core, char *text, size_t size);
TAUFLOW_API const char *tauflow_status_word(tauflow_status status); /* "timeout" */
/* The version of the library, as text and as number; TAUFLOW_VERSION and TAUFLOW_VERSION_NUMBER are
 * those of this header. */
TAUFLOW_API const char *tauflow_version(void);
TAUFLOW_API uint32_t tauflow_version_number(void);

#ifdef __cplusplus
}
#endif
#endif
