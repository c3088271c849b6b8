/* SPDX-License-Identifier: MIT */
/* One sample without other threads, priorities, processors and memory: what is asked of the
 * operating system is had or told. Prints TAP; skipped with the reason where nothing can be mounted
 * or this process may not have what is tried. */
#define _GNU_SOURCE /* processors of a thread */
#include "board_fixture.h"
#include "steps_fixture.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

enum {
    HEALTHY_MS = 20000,
    STEPS = 200,
    PRIORITY = 7,
    HIGHER = 21,
    THREADS_MOST = 16,
    NOBODY = 65534
};

/* Under sanitizers mlockall does nothing. */
#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static pid_t own_thread(void)
{
    return (pid_t)syscall(SYS_gettid);
}

static tauflow_status set(tauflow *h, tauflow_realtime how)
{
    return tauflow_set_realtime(h, &how);
}

static int alarm_number(void)
{
    return SIGRTMIN + 3;
}

/* The other threads of this process; returns how many. */
static int other_threads(pid_t list[THREADS_MOST])
{
    DIR *all = opendir("/proc/self/task");
    int count = 0;
    for (const struct dirent *e; all && (e = readdir(all)) != NULL;) {
        const pid_t thread = (pid_t)atoi(e->d_name);
        if (thread > 0 && thread != own_thread() && count < THREADS_MOST)
            list[count++] = thread;
    }
    if (all)
        closedir(all);
    return count;
}

/* A number of a file of /proc/self/task/THREAD, after this word. */
static long task_number(pid_t thread, const char *word)
{
    char path[64], line[256];
    long found = -1;
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)thread);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, word, strlen(word)) == 0)
            found = atol(line + strlen(word));
    if (f)
        fclose(f);
    return found;
}

/* How often all other threads were given a processor. */
static long switches_of_others(void)
{
    pid_t list[THREADS_MOST];
    long sum = 0;
    for (int k = other_threads(list) - 1; k >= 0; k--)
        sum += task_number(list[k], "voluntary_ctxt_switches:") +
               task_number(list[k], "nonvoluntary_ctxt_switches:");
    return sum;
}

/* ---- one sample ------------------------------------------------------------------------------ */

/* `calls`: that a step makes on the files of the board, each of which waits once for its answer. */
static bool needs_no_other_thread(const char *rest_of_address, long calls)
{
    board b;
    tauflow *h = NULL;
    char device[PATH_BYTES + 32];
    bool good = start_with(&b, "twin:", (const char *[]){NULL});
    snprintf(device, sizeof device, "%s%s", b.device, rest_of_address);
    good = good && open_loaded(device, HEALTHY_MS, PENDULUM, &h) &&
           set(h, (tauflow_realtime){.alarm_signal = alarm_number()}) == TAUFLOW_OK &&
           steps_right(h, 0);
    const long others = switches_of_others(),
               own = task_number(own_thread(), "voluntary_ctxt_switches:");
    for (uint32_t k = 1; good && k <= STEPS; k++)
        good = steps_right(h, k);
    const long others_after = switches_of_others(),
               own_after = task_number(own_thread(), "voluntary_ctxt_switches:");
    printf("# %.2f switches per step in the calling thread, %.2f in others\n",
           (double)(own_after - own) / STEPS, (double)(others_after - others) / STEPS);
    tauflow_close(h);
    stop(&b, SIGTERM);
    /* A handful more: reading /proc, a page that is met for the first time, threads that are still
     * on their way to rest after the load. With threads it is hundreds. */
    return good && others_after - others < 20 && own_after - own <= calls * STEPS + 20;
}

static volatile sig_atomic_t signals;

/* Calls of the library in this thread: how many there were, and in how many of them a signal of the
 * application could have come, or the alarm could not. */
static struct {
    pid_t thread; /* 0: nobody looks */
    long reads, open_to_signals;
} looked;

ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    sigset_t now;
    if (looked.thread == own_thread() && pthread_sigmask(SIG_BLOCK, NULL, &now) == 0) {
        looked.reads++;
        looked.open_to_signals += !sigismember(&now, SIGUSR1) ||
                                  sigismember(&now, alarm_number());
    }
    return __real_read(file, bytes, size);
}

static void count_signal(int number)
{
    (void)number;
    signals++;
}

/* The application's own wait until the call is over: one would end the transfer. */
static bool signals_wait(void)
{
    board b;
    tauflow *h = NULL;
    const pid_t parent = getpid();
    if (!start_with(&b, "twin:", (const char *[]){"--late", "3000", NULL}))
        return false;
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = count_signal}, NULL);
    bool good = open_loaded(b.device, HEALTHY_MS, PENDULUM, &h) &&
                set(h, (tauflow_realtime){.alarm_signal = alarm_number()}) == TAUFLOW_OK;
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        for (int k = 0; k < 60; k++) {
            kill(parent, SIGUSR1);
            rest(1);
        }
        _exit(0);
    }
    bool ended = false;
    looked.thread = own_thread();
    for (uint32_t k = 0; good && !ended; k++) {
        good = steps_right(h, k);
        ended = waitpid(process, NULL, WNOHANG) == process;
    }
    looked.thread = 0;
    if (!ended)
        waitpid(process, NULL, 0);
    tauflow_close(h);
    stop(&b, SIGTERM);
    signal(SIGUSR1, SIG_IGN);
    printf("# %d signals, %ld reads, %ld of them open to signals\n", (int)signals, looked.reads,
           looked.open_to_signals);
    return good && signals > 10 && looked.reads > 0 && !looked.open_to_signals;
}

static bool wrong_settings_are_told(void)
{
    tauflow *h = NULL;
    const struct {
        tauflow_realtime known;
        int later;
    } of_later = {.later = 1}, plain = {.later = 0};
    bool good = tauflow_open("twin:", NULL, &h) == TAUFLOW_OK &&
                tauflow_set_realtime(h, NULL) == TAUFLOW_BAD_CALL &&
                tauflow_set_realtime_sized(h, &of_later.known, sizeof of_later) ==
                    TAUFLOW_BAD_CALL &&
                tauflow_set_realtime_sized(h, &plain.known, sizeof plain) == TAUFLOW_OK &&
                set(h, (tauflow_realtime){.alarm_signal = SIGRTMIN - 1}) == TAUFLOW_BAD_CALL &&
                set(h, (tauflow_realtime){.alarm_signal = SIGRTMAX + 1}) == TAUFLOW_BAD_CALL &&
                set(h, (tauflow_realtime){.alarm_signal = SIGRTMAX}) == TAUFLOW_OK;
    signal(SIGRTMIN + 9, SIG_IGN);
    good = good &&
           set(h, (tauflow_realtime){.alarm_signal = SIGRTMIN + 9}) == TAUFLOW_BAD_CALL &&
           tauflow_load(h, PENDULUM) == TAUFLOW_OK && steps_right(h, 1);
    signal(SIGRTMIN + 9, SIG_DFL);
    tauflow_close(h);
    return good;
}

/* ---- rights ---------------------------------------------------------------------------------- */

/* In a process that has no rights: each is refused by name, and the handle goes on. */
static int without_rights(const char *device)
{
    tauflow *h = NULL;
    char why[TAUFLOW_MESSAGE_BYTES];
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_RTPRIO, &none);
    setrlimit(RLIMIT_MEMLOCK, &none);
    if (!open_loaded(device, HEALTHY_MS, PENDULUM, &h) || (geteuid() == 0 && seteuid(NOBODY) != 0))
        return 2;
    bool good = set(h, (tauflow_realtime){.priority = PRIORITY}) == TAUFLOW_DENIED &&
                strstr(tauflow_message(h, why, sizeof why), "CAP_SYS_NICE");
    printf("# %s\n", why);
    if (!SANITIZED) {
        good = good && set(h, (tauflow_realtime){.lock_memory = 1}) == TAUFLOW_DENIED &&
               strstr(tauflow_message(h, why, sizeof why), "CAP_IPC_LOCK");
        printf("# %s\n", why);
    }
    good = good && steps_right(h, 1);
    tauflow_close(h);
    fflush(NULL);
    return !good;
}

static bool missing_rights_are_told(void)
{
    board b;
    int status = 1;
    if (!start_with(&b, "twin:", (const char *[]){NULL}))
        return false;
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0)
        _exit(without_rights(b.device));
    waitpid(process, &status, 0);
    stop(&b, SIGTERM);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool may_have_priorities(void)
{
    const struct sched_param high = {.sched_priority = HIGHER}, none = {0};
    const bool may = sched_setscheduler(0, SCHED_FIFO, &high) == 0;
    sched_setscheduler(0, SCHED_OTHER, &none);
    return may;
}

static bool all_others_have(int priority, int processor)
{
    pid_t list[THREADS_MOST];
    const int count = other_threads(list);
    bool good = count > 0;
    for (int k = 0; k < count; k++) {
        struct sched_param now;
        cpu_set_t set_of;
        good = good && sched_getscheduler(list[k]) == SCHED_FIFO &&
               sched_getparam(list[k], &now) == 0 && now.sched_priority == priority &&
               sched_getaffinity(list[k], sizeof set_of, &set_of) == 0 &&
               CPU_COUNT(&set_of) == 1 && CPU_ISSET((size_t)processor, &set_of);
    }
    return good;
}

/* Also those that take the place of one that was ended. */
static bool workers_have_the_priority(void)
{
    board b;
    tauflow *h = NULL;
    double tau[JOINTS];
    const int processor = sched_getcpu();
    if (!start_with(&b, "twin:", (const char *[]){NULL}))
        return false;
    bool good = open_loaded(b.device, HEALTHY_MS, PENDULUM, &h) &&
                set(h, (tauflow_realtime){.priority = PRIORITY,
                                          .processors = UINT64_C(1) << processor}) == TAUFLOW_OK &&
                all_others_have(PRIORITY, processor) && steps_right(h, 1) && inject(&b, "hang");
    tauflow_set_deadline(h, 20000000);
    good = good && step(h, 2, tau) == TAUFLOW_TIMEOUT;
    tauflow_set_deadline(h, 0);
    tauflow_set_timeout(h, 50);
    good = good && tauflow_recover(h) == TAUFLOW_TIMEOUT && /* it still hangs */
           all_others_have(PRIORITY, processor) && inject(&b, "none");
    tauflow_set_timeout(h, HEALTHY_MS);
    good = good && tauflow_recover(h) == TAUFLOW_OK && all_others_have(PRIORITY, processor) &&
           steps_right(h, 3) &&
           set(h, (tauflow_realtime){.priority = 1000}) == TAUFLOW_BAD_CALL && steps_right(h, 4);
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

/* ---- locks ----------------------------------------------------------------------------------- */

typedef struct {
    tauflow *h;
    int priority;
    _Atomic int thread;
    bool steps; /* otherwise it asks for figures, which needs the same lock */
} caller;

static void *call(void *user)
{
    caller *c = user;
    double tau[JOINTS];
    tauflow_statistics f;
    const struct sched_param own = {.sched_priority = c->priority};
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &own);
    c->thread = own_thread();
    if (c->steps)
        step(c->h, 1, tau);
    else
        tauflow_figures(c->h, &f);
    return NULL;
}

/* Field 18 of its stat: -1 - priority for threads of real time, as the scheduler has it now. */
static long priority_now(int thread)
{
    char path[64], text[512] = "";
    long found = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    FILE *f = fopen(path, "r");
    const char *end = f && fgets(text, sizeof text, f) ? strrchr(text, ')') : NULL;
    if (end)
        sscanf(end, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %ld", &found);
    if (f)
        fclose(f);
    return -1 - found;
}

/* One thread holds the handle's lock in a step that hangs; a more urgent one wants it. */
static bool who_holds_the_lock_inherits(void)
{
    board b;
    tauflow *h = NULL;
    pthread_t threads[2];
    if (!start_with(&b, "twin:", (const char *[]){NULL}))
        return false;
    bool good = open_loaded(b.device, HEALTHY_MS, PENDULUM, &h) && inject(&b, "hang");
    caller holds = {.h = h, .priority = PRIORITY, .steps = true},
           wants = {.h = h, .priority = HIGHER};
    long least = 0, most = 0;
    pthread_create(&threads[0], NULL, call, &holds);
    for (int k = 0; k < 2000 && least != PRIORITY; k++, rest(1))
        least = holds.thread ? priority_now(holds.thread) : 0;
    rest(50);
    pthread_create(&threads[1], NULL, call, &wants);
    for (int k = 0; k < 2000 && most < HIGHER; k++, rest(1)) {
        const long now = priority_now(holds.thread);
        most = now > most ? now : most;
    }
    inject(&b, "none");
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    tauflow_close(h);
    stop(&b, SIGTERM);
    printf("# priority %ld, then %ld\n", least, most);
    return good && least == PRIORITY && most == HIGHER;
}

int main(void)
{
    const char *const none = no_board();
    if (!make_states()) {
        printf("Bail out! no states\n");
        return 1;
    }
    ok(wrong_settings_are_told(), "wrong_settings_are_told", "");
    if (none) {
        printf("ok %d - boards # SKIP %s\n1..%d\n", tests + 1, none, tests + 1);
        return failures != 0;
    }
    ok(needs_no_other_thread("", 3), "a_step_needs_no_other_thread", "xdma:");
    ok(needs_no_other_thread(",events", 5), "a_step_needs_no_other_thread",
       "xdma: with interrupts");
    ok(signals_wait(), "signals_of_the_application_end_no_transfer", "");
    ok(missing_rights_are_told(), "missing_rights_are_told", "");
    if (may_have_priorities()) {
        ok(workers_have_the_priority(), "workers_have_the_priority_and_the_processor", "");
        ok(who_holds_the_lock_inherits(), "who_holds_the_lock_inherits_the_priority", "");
    } else {
        printf("ok %d - priorities # SKIP this process may not have SCHED_FIFO\n", ++tests);
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
