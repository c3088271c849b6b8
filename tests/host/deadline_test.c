/* SPDX-License-Identifier: MIT */
/* Deadlines hold whatever comes: calls end with a status when their time is over. How long they
 * took is judged with much slack, since others use the computer too; a deadline that is missed here
 * is missed by as long as somebody disturbs. Prints TAP; cases with boards are skipped with the
 * reason where nothing can be mounted. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "board_fixture.h"
#include "steps_fixture.h"

enum { HEALTHY_MS = 20000, FLOOD_MS = 200, FLOOD_ENDS_MS = 3000, SLACK_MS = 2000 };

/* ---- a line that is never silent ------------------------------------------------------------- */

/* While it lasts every read of a line brings as many bytes as it has room for. */
static struct {
    const char *bytes; /* NULL: lines are as they are */
    size_t size;
    double ends_ms;
    bool outlasted; /* it ended while it was still read */
} flood;

ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    if (!flood.bytes || !isatty(file))
        return __real_read(file, bytes, size);
    flood.outlasted = flood.outlasted || now_ms() > flood.ends_ms;
    if (flood.outlasted)
        return __real_read(file, bytes, size);
    for (size_t k = 0; k < size; k++)
        ((char *)bytes)[k] = flood.bytes[k % flood.size];
    return (ssize_t)size;
}

/* A line with nobody at its other end, which is returned; *device is its address. */
static int make_line(char device[PATH_BYTES])
{
    const int other = posix_openpt(O_RDWR | O_NOCTTY);
    const char *name = other >= 0 && grantpt(other) == 0 && unlockpt(other) == 0 ? ptsname(other)
                                                                                 : NULL;
    snprintf(device, PATH_BYTES, "serial:%s", name ? name : "none");
    return other;
}

/* Opening asks the board who it is, and no answer comes among all these bytes. */
static bool flooded_line_is_a_timeout(const char *what, const char *bytes, size_t size)
{
    char device[PATH_BYTES], why[TAUFLOW_MESSAGE_BYTES];
    const int other = make_line(device);
    tauflow *h = NULL;
    flood.bytes = bytes;
    flood.size = size;
    flood.outlasted = false;
    const double began = now_ms();
    flood.ends_ms = began + FLOOD_ENDS_MS;
    const tauflow_status done = tauflow_open(device, &(tauflow_options){.timeout_ms = FLOOD_MS},
                                             &h);
    const double took = now_ms() - began;
    flood.bytes = NULL;
    printf("# %s: %s after %.1f ms: %s\n", what, tauflow_status_word(done), took,
           tauflow_message(h, why, sizeof why));
    tauflow_close(h);
    close(other);
    return done == TAUFLOW_TIMEOUT && took >= FLOOD_MS && !flood.outlasted;
}

/* What a host sends first to a board that never answers. */
static size_t first_bytes(char *bytes, size_t room)
{
    char device[PATH_BYTES];
    const int other = make_line(device);
    tauflow *h = NULL;
    tauflow_open(device, &(tauflow_options){.timeout_ms = FLOOD_MS / 4}, &h);
    const ssize_t came = __real_read(other, bytes, room);
    tauflow_close(h);
    close(other);
    return came > 0 ? (size_t)came : 0;
}

/* By them a host knows the answer to another host. */
static bool each_host_asks_with_a_word_of_its_own(void)
{
    char one[8], two[8]; /* of the first frame: head, and some of the word and its sum */
    memset(one, 0, sizeof one);
    memset(two, 0, sizeof two);
    const size_t a = first_bytes(one, sizeof one), b = first_bytes(two, sizeof two);
    return a == sizeof one && b == sizeof two && memcmp(one, two, sizeof one) != 0;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Less than a millisecond, on a core that takes longer than that deadline for anything. */
static bool a_microsecond_is_a_deadline(void)
{
    tauflow *h = NULL;
    double tau[JOINTS];
    bool good = open_loaded("twin:", HEALTHY_MS, PENDULUM, &h) &&
                tauflow_set_deadline(h, 1000) == TAUFLOW_OK;
    const tauflow_status done = step(h, 1, tau);
    tauflow_statistics f;
    good = good && done == TAUFLOW_TIMEOUT && tauflow_figures(h, &f) == TAUFLOW_OK;
    good = good && tauflow_set_deadline(h, TAUFLOW_DEADLINE_LIMIT_NS) == TAUFLOW_OK &&
           tauflow_set_deadline(h, TAUFLOW_DEADLINE_LIMIT_NS + 1) == TAUFLOW_BAD_CALL &&
           tauflow_recover(h) == TAUFLOW_OK && steps_right(h, 2);
    /* The timeout is that of before, and loading has it, however short the deadline is. */
    good = good && tauflow_set_deadline(h, 1) == TAUFLOW_OK &&
           tauflow_load(h, PENDULUM) == TAUFLOW_OK && tauflow_set_deadline(h, 0) == TAUFLOW_OK &&
           steps_right(h, 3);
    tauflow_close(h);
    return good;
}

static tauflow_status wait_for_result(tauflow *h)
{
    const tauflow_state s = {.q = state_of[0], .qd = state_of[1], .qdd = state_of[2]};
    double tau[JOINTS];
    size_t some;
    const tauflow_status done = tauflow_submit(h, 1, &s, TAUFLOW_POLL, &some);
    return done == TAUFLOW_OK ? tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &some) : done;
}

static tauflow_status wait_for_step(tauflow *h)
{
    double tau[JOINTS];
    return step(h, 1, tau);
}

/* On a device that hangs: not the timeout, which is much longer, and not before the deadline. */
static bool a_deadline_ends(tauflow_status (*call)(tauflow *), const char *option, bool alarm)
{
    enum { DEADLINE_MS = 30 };
    board b;
    tauflow *h = NULL;
    const tauflow_realtime how = {.alarm_signal = SIGRTMIN + 2};
    if (!start_with(&b, "twin:", (const char *[]){option, NULL}))
        return false;
    bool good = open_loaded(b.device, HEALTHY_MS, PENDULUM, &h) &&
                (!alarm || tauflow_set_realtime(h, &how) == TAUFLOW_OK) && inject(&b, "hang");
    tauflow_set_deadline(h, DEADLINE_MS * 1000000);
    const double began = now_ms();
    const tauflow_status done = call(h);
    const double took = now_ms() - began;
    printf("# %s after %.2f ms\n", tauflow_status_word(done), took);
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good && (done == TAUFLOW_TIMEOUT || done == TAUFLOW_AGAIN) && took >= DEADLINE_MS &&
           took < DEADLINE_MS + SLACK_MS;
}

/* Registers and packets share one deadline: a call whose register answers late has less left. */
static bool the_deadline_is_one_for_the_whole_call(void)
{
    enum { DEADLINE_MS = 400 };
    board b;
    tauflow *h = NULL;
    double tau[JOINTS];
    if (!start_with(&b, "twin:", (const char *[]){NULL}))
        return false;
    bool good = open_loaded(b.device, HEALTHY_MS, PENDULUM, &h) && inject(&b, "hang-user");
    tauflow_set_deadline(h, DEADLINE_MS * 1000000);
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        rest(DEADLINE_MS / 2);
        _exit(!inject(&b, "hang")); /* the register answers, the results do not come */
    }
    const double began = now_ms();
    const tauflow_status done = step(h, 1, tau);
    const double took = now_ms() - began;
    printf("# %s after %.0f ms\n", tauflow_status_word(done), took);
    waitpid(process, NULL, 0);
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good && done == TAUFLOW_TIMEOUT && took >= DEADLINE_MS &&
           took < 1.4 * DEADLINE_MS; /* two in a row would be 1.5 of it */
}

int main(void)
{
    static const char GARBAGE[512] = "bytes of another device, no frame among them ";
    static char flags[512];
    memset(flags, 0x7e, sizeof flags);
    if (!make_states()) {
        printf("Bail out! no states\n");
        return 1;
    }
    ok(flooded_line_is_a_timeout("garbage", GARBAGE, sizeof GARBAGE),
       "a_flood_of_bytes_does_not_move_a_deadline", "");
    ok(flooded_line_is_a_timeout("flags", flags, sizeof flags),
       "a_flood_of_frames_does_not_move_a_deadline", "");
    ok(each_host_asks_with_a_word_of_its_own(), "each_host_asks_with_a_word_of_its_own", "");
    ok(a_microsecond_is_a_deadline(), "a_microsecond_is_a_deadline", "");
    if (no_board()) {
        printf("ok %d - boards # SKIP %s\n", ++tests, no_board());
    } else {
        ok(a_deadline_ends(wait_for_step, NULL, false), "a_deadline_ends_a_step", "workers");
        ok(a_deadline_ends(wait_for_step, NULL, true), "a_deadline_ends_a_step",
           "the calling thread");
        ok(a_deadline_ends(wait_for_step, "--poll", false), "a_deadline_ends_a_step", "poll");
        ok(a_deadline_ends(wait_for_result, NULL, false), "a_deadline_ends_a_receive", "workers");
        ok(a_deadline_ends(wait_for_result, "--poll", false), "a_deadline_ends_a_receive", "poll");
        ok(the_deadline_is_one_for_the_whole_call(), "the_deadline_is_one_for_the_whole_call", "");
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
