/* SPDX-License-Identifier: MIT */
/* Who owns a core: one handle, of one process, whatever is opened beside it or forked from it.
 * Prints TAP; what needs a board is skipped with the reason where nothing can be mounted. */
#include "board_fixture.h"
#include "tauflow.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
#define PENDULUM TESTS_FOLDER "/pendulum5.tau"
enum { JOINTS = 6, TIMEOUT_MS = 20000, CHILD_S = 30, PROGRAM_OFFSET = 0x4c };

static const double Q[JOINTS] = {-0.4, 0.9, 0.1, -1, 2, 0.2}, ZERO[JOINTS] = {0};
static int tests, failures;

static bool ok(bool good, const char *name, const char *where)
{
    printf("%s %d - %s %s\n", good ? "ok" : "not ok", ++tests, name, where);
    failures += !good;
    return good;
}

static tauflow_status open_core(const char *address, uint32_t core, tauflow **h)
{
    const tauflow_options o = {.timeout_ms = TIMEOUT_MS, .first_core = core};
    return tauflow_open(address, &o, h);
}

static tauflow *loaded(const char *address, const char *image)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (open_core(address, 0, &h) == TAUFLOW_OK && tauflow_load(h, image) == TAUFLOW_OK)
        return h;
    printf("# %s: %s\n", address, tauflow_message(h, why, sizeof why));
    tauflow_close(h);
    return NULL;
}

static bool right_torque(double tau[JOINTS])
{
    tauflow *h = loaded("twin:", PUMA);
    bool good = h && tauflow_step(h, Q, ZERO, ZERO, tau) == TAUFLOW_OK;
    tauflow_close(h);
    return good;
}

static bool steps_right(tauflow *h, const double *right)
{
    double tau[JOINTS] = {0};
    char why[TAUFLOW_MESSAGE_BYTES];
    tauflow_status done = tauflow_step(h, Q, ZERO, ZERO, tau);
    if (done != TAUFLOW_OK)
        printf("# step: %s: %s\n", tauflow_status_word(done), tauflow_message(h, why, sizeof why));
    return done == TAUFLOW_OK && memcmp(tau, right, sizeof tau) == 0;
}

static bool tells(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    bool good = strstr(tauflow_message(h, why, sizeof why), piece) != NULL;
    if (!good)
        printf("# '%s' does not tell '%s'\n", why, piece);
    return good;
}

/* A child process runs `act` and must end with it; false when it does not end in time. */
static bool in_child(bool (*act)(void *), void *user)
{
    int ended = 1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(CHILD_S);
        bool good = act(user);
        fflush(NULL);
        _exit(good ? 0 : 1);
    }
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
        continue;
    if (!WIFEXITED(ended))
        printf("# the child process did not end\n");
    return WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
}

/* ---- one handle a core ----------------------------------------------------------------------- */

typedef struct {
    const char *address;
    tauflow_status wanted;
    const char *told;
} attempt;

static bool try_to_open(void *user)
{
    const attempt *a = user;
    tauflow *h;
    tauflow_status done = open_core(a->address, 0, &h);
    bool good = done == a->wanted && tells(h, a->told);
    if (done != a->wanted)
        printf("# open: %s\n", tauflow_status_word(done));
    tauflow_close(h);
    return good;
}

static bool others_are_kept_away(const board *b)
{
    static const char told_here[] = "xdma0_c2h_0 is in use by another handle of this process";
    char told[64];
    snprintf(told, sizeof told, "xdma0_c2h_0 is in use by process %ld", (long)getpid());
    attempt here = {b->device, TAUFLOW_BUSY, told_here}, there = {b->device, TAUFLOW_BUSY, told};
    return try_to_open(&here) && in_child(try_to_open, &there);
}

/* No driver that answers EBUSY: the library's own lock. */
static void lock_alone_keeps_others_away(void)
{
    board b;
    tauflow *h = NULL;
    bool good = make_plain(&b) && open_core(b.device, 0, &h) == TAUFLOW_OK;
    good = good && others_are_kept_away(&b);
    tauflow_close(h);
    attempt again = {b.device, TAUFLOW_OK, ""};
    good = good && try_to_open(&again) && in_child(try_to_open, &again);
    remove_plain(&b);
    ok(good, "a_core_belongs_to_one_handle", "by the lock alone");
}

static bool wait_for_end(void *user)
{
    char byte;
    return read(*(int *)user, &byte, 1) == 0;
}

/* A process that inherited the file and still runs does not keep the core from the next handle. */
static void lock_is_given_back_by_close(void)
{
    board b;
    int line[2];
    tauflow *h = NULL;
    bool good = make_plain(&b) && pipe(line) == 0 && open_core(b.device, 0, &h) == TAUFLOW_OK;
    fflush(NULL);
    pid_t child = good ? fork() : -1;
    if (child == 0) {
        alarm(CHILD_S);
        close(line[1]);
        _exit(wait_for_end(&line[0]) ? 0 : 1);
    }
    tauflow_close(h);
    attempt again = {b.device, TAUFLOW_OK, ""};
    good = good && try_to_open(&again);
    close(line[1]);
    close(line[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    remove_plain(&b);
    ok(good, "close_gives_the_core_back_though_a_child_lives", "");
}

/* As the XDMA driver does, whether a lock is asked for or not. */
static bool driver_is_busy(const board *b)
{
    char path[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/xdma0_c2h_0", b->folder);
    int file = open(path, O_RDONLY);
    bool busy = file < 0 && errno == EBUSY;
    if (file >= 0)
        close(file);
    return busy;
}

static void board_keeps_others_away(const board *b, const double *right, const char *where)
{
    tauflow *one = loaded(b->device, PUMA), *second = NULL;
    bool good = one && others_are_kept_away(b) && driver_is_busy(b);
    good = good && steps_right(one, right);
    good = good && open_core(b->device, 1, &second) == TAUFLOW_OK;
    good = good && tauflow_load(second, PENDULUM) == TAUFLOW_OK;
    good = good && steps_right(one, right);
    tauflow *both = NULL;
    const tauflow_options pair = {.timeout_ms = TIMEOUT_MS, .first_core = 1, .cores = 2};
    good = good && tauflow_open(b->device, &pair, &both) == TAUFLOW_BUSY && tells(both, "core 1: ");
    tauflow_close(both);
    tauflow_close(second);
    tauflow_close(one);
    one = loaded(b->device, PUMA);
    good = good && one && steps_right(one, right);
    tauflow_close(one);
    ok(good, "a_core_belongs_to_one_handle", where);
}

/* ---- the program that is loaded -------------------------------------------------------------- */

static bool registers(const board *b, bool write, uint32_t *value)
{
    char path[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/xdma0_user", b->folder);
    int file = open(path, O_RDWR);
    ssize_t moved = write ? pwrite(file, value, 4, PROGRAM_OFFSET)
                          : pread(file, value, 4, PROGRAM_OFFSET);
    if (file >= 0)
        close(file);
    return moved == 4;
}

/* Somebody who does not know of locks loads the core, perhaps with the same image. */
static bool change_is_noticed(const board *b, const double *right, bool stream, uint32_t mark)
{
    tauflow *h = loaded(b->device, PUMA);
    const tauflow_state state = {.q = Q, .qd = ZERO, .qdd = ZERO};
    double tau[JOINTS];
    size_t taken;
    bool good = h && steps_right(h, right) && registers(b, true, &mark);
    tauflow_status done = TAUFLOW_OK;
    if (good && stream)
        done = tauflow_submit(h, 1, &state, TAUFLOW_POLL, &taken);
    else if (good)
        done = tauflow_step(h, Q, ZERO, ZERO, tau);
    good = good && done == TAUFLOW_CORRUPT;
    good = good && tells(h, "the program of this handle is not in the core any more");
    good = good && tauflow_step(h, Q, ZERO, ZERO, tau) == TAUFLOW_FAILED;
    tauflow_close(h);
    return good;
}

static void foreign_program_is_noticed(const board *b, const double *right, const char *where)
{
    uint32_t marks[2] = {0};
    for (int k = 0; k < 2; k++) {
        tauflow *h = loaded(b->device, PUMA);
        registers(b, false, &marks[k]);
        tauflow_close(h);
    }
    ok(marks[0] && marks[1] && marks[0] != marks[1], "every_load_has_a_mark_of_its_own", where);
    bool good = true;
    for (int k = 0; k < 4; k++)
        good = change_is_noticed(b, right, k % 2 == 1, k < 2 ? marks[k] : 0) && good;
    ok(good, "a_program_that_was_replaced_gives_no_torque", where);
}

/* ---- fork ------------------------------------------------------------------------------------ */

/* In the child every call but close is refused. */
static bool only_close(void *user)
{
    tauflow *h = user;
    double tau[JOINTS];
    size_t some;
    tauflow_description d;
    bool good = tauflow_step(h, Q, ZERO, ZERO, tau) == TAUFLOW_BAD_CALL && tells(h, "after fork");
    good = good && tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &some) == TAUFLOW_BAD_CALL;
    good = good && tauflow_load(h, PUMA) == TAUFLOW_BAD_CALL;
    good = good && tauflow_describe(h, &d) == TAUFLOW_BAD_CALL;
    tauflow_close(h);
    tauflow *own = loaded("twin:", PUMA);
    good = good && own && tauflow_step(own, Q, ZERO, ZERO, tau) == TAUFLOW_OK;
    tauflow_close(own);
    return good;
}

static void child_may_close(const char *address, const double *right, const char *where)
{
    enum { FEW = 3 };
    double tau[FEW * JOINTS], q[FEW * JOINTS], zero[FEW * JOINTS] = {0};
    tauflow *h = loaded(address, PUMA);
    size_t some = 0;
    bool good = h && steps_right(h, right) && in_child(only_close, h) && steps_right(h, right);
    for (int k = 0; k < FEW; k++)
        memcpy(q + k * JOINTS, Q, sizeof Q);
    const tauflow_state s = {.q = q, .qd = zero, .qdd = zero};
    good = good && tauflow_submit(h, FEW, &s, TAUFLOW_WAIT, &some) == TAUFLOW_OK;
    good = good && in_child(only_close, h); /* while samples are on their way */
    good = good && tauflow_receive(h, FEW, tau, TAUFLOW_WAIT, &some) == TAUFLOW_OK && some == FEW;
    for (int k = 0; good && k < FEW; k++)
        good = memcmp(tau + k * JOINTS, right, JOINTS * sizeof *tau) == 0;
    tauflow_close(h);
    h = good ? loaded(address, PUMA) : NULL; /* the device is free again */
    good = h && steps_right(h, right);
    tauflow_close(h);
    ok(good, "child_may_close_what_it_inherited_and_the_parent_goes_on", where);
}

typedef struct {
    tauflow *h;
    const double *right;
    atomic_bool end, steps; /* steps: the first is done */
    bool good;
} stepper;

static void *keep_stepping(void *user)
{
    stepper *s = user;
    for (s->good = true; !s->end && s->good; s->steps = true)
        s->good = steps_right(s->h, s->right);
    return NULL;
}

/* The handle's lock may be held at the very moment of the fork, by a thread that the child does not
 * have. Not so the lock of an allocator: AddressSanitizer's is held while a thread begins, and fork
 * does not free it; so the thread has made a step before, and steps allocate nothing. */
static void child_may_close_while_a_thread_steps(const char *address, const double *right,
                                                 const char *where)
{
    stepper s = {.h = loaded(address, PUMA), .right = right};
    pthread_t thread;
    bool good = s.h && pthread_create(&thread, NULL, keep_stepping, &s) == 0;
    while (good && !s.steps)
        rest(1);
    for (int k = 0; good && k < 10; k++)
        good = in_child(only_close, s.h);
    s.end = true;
    if (s.h)
        pthread_join(thread, NULL);
    ok(good && s.good, "child_may_close_while_another_thread_uses_the_handle", where);
    tauflow_close(s.h);
}

static int threads_here(void)
{
    int count = 0;
    DIR *list = opendir("/proc/self/task");
    for (const struct dirent *e; list && (e = readdir(list)) != NULL;)
        count += e->d_name[0] != '.';
    if (list)
        closedir(list);
    return count;
}

static void simulated_cores_start_no_threads(void)
{
    tauflow *h;
    const int before = threads_here();
    bool good = tauflow_open("sim:", &(tauflow_options){.cores = 4}, &h) == TAUFLOW_OK;
    const int with = threads_here();
    tauflow_close(h);
    printf("# %d threads, %d with four simulated cores\n", before, with);
    ok(good && before > 0 && with == before, "simulated_cores_start_no_threads", "");
}

static void all_on_a_board(const double *right, bool poll, const char *where)
{
    board b;
    if (no_board() || !start(&b, "twin:", poll, "3")) {
        printf("ok %d - board # SKIP %s\n", ++tests, no_board() ? no_board() : "mounting failed");
        return;
    }
    board_keeps_others_away(&b, right, where);
    foreign_program_is_noticed(&b, right, where);
    child_may_close(b.device, right, where);
    child_may_close_while_a_thread_steps(b.device, right, where);
    stop(&b, SIGTERM);
}

int main(void)
{
    double right[JOINTS];
    ok(right_torque(right), "twin_gives_the_reference", "");
    simulated_cores_start_no_threads();
    lock_alone_keeps_others_away();
    lock_is_given_back_by_close();
    child_may_close("twin:", right, "twin:");
    child_may_close("sim:", right, "sim:");
    child_may_close_while_a_thread_steps("twin:", right, "twin:");
    child_may_close_while_a_thread_steps("sim:", right, "sim:");
    all_on_a_board(right, false, "xdma: with threads");
    all_on_a_board(right, true, "xdma: by poll");
    printf("1..%d\n", tests);
    return failures != 0;
}
