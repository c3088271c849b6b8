/* The commands about schedules, one file each. Each offers its options as a table and runs on
 * operations that main has read or made; what it prints goes to a text. */
#ifndef TAUFLOW_COMMANDS_H
#define TAUFLOW_COMMANDS_H

#include "base/args.h"
#include "schedule/schedule.h"

typedef enum {
    OPTIMISE_OPS,     /* the fewest operations */
    OPTIMISE_LATENCY, /* the shortest path on the machine */
    OPTIMISE_MACHINE, /* every shape between them is tried */
    OPTIMISE_THROUGHPUT /* the fewest operations, for samples that follow each other */
} optimise_goal;

/* What the options of all commands set about machine and schedule. 0 and NULL: not given, as the
 * machine has it. */
typedef struct {
    const char *machine; /* to start from: a name or `key=value ...`; NULL: the default machine */
    uint32_t mul, add, div, modules, slots;
    const char *network;                      /* a word of NETWORK_WORD */
    const char *transfer, *lanes, *out_lanes; /* numbers, and those below */
    const char *mul_latency, *add_latency, *div_latency;
    uint32_t interval; /* cycles between samples that are asked for; 0: not asked for */
    int scheduler;     /* choice, in the order of SCHEDULERS */
    int optimise;      /* optimise_goal: which shape of a robot's equations is scheduled */
    uint64_t budget;
    const char *out, *csv, *svg;
    uint32_t most_mul, most_add;
    bool json;
    progress *life; /* of the searches; NULL: nobody watches */
} schedule_settings;

schedule_settings schedule_settings_default(void);

enum { SCHEDULE_OPTIONS = 28 };

/* Fill `options`, which has room for SCHEDULE_OPTIONS; return how many. */
/* Units one by one, where they need not be equal. */
uint32_t unit_command_options(schedule_settings *s, arg_option *options);
/* Modules, machine, scheduler: for other commands. */
uint32_t machine_command_options(schedule_settings *s, arg_option *options);
uint32_t goal_command_options(schedule_settings *s, arg_option *options);    /* what the schedule is to be good at: the same */
uint32_t schedule_command_options(schedule_settings *s, arg_option *options);
uint32_t explore_command_options(schedule_settings *s, arg_option *options);
uint32_t check_command_options(schedule_settings *s, arg_option *options);

/* The machine that the options describe: the same for the same options in every command. */
status settings_machine(const schedule_settings *s, machine *out, diag *d);
/* Whether any option says something about the machine. */
bool settings_name_machine(const schedule_settings *s);
/* Whether --machine gave every number, so that none is left to choose. */
bool settings_whole_machine(const schedule_settings *s);

/* Whether the options ask for samples that follow each other, and for the fewest modules that do. */
bool settings_stream(const schedule_settings *s);
bool settings_choose_modules(const schedule_settings *s);
/* The schedule for that; warns where lanes are the limit. */
status schedule_stream(arena *mem, const ops *p, const machine *m, const schedule_settings *s, uint64_t seed, schedule *out, diag *d);

/* Schedules each of the graphs, which compute the same; the shortest schedule (or, for streams, the one with the shortest interval), checked, and
 * the number of its graph. */
status schedule_shortest(arena *mem, const ops *graphs, uint32_t count, const machine *m, const schedule_settings *settings, uint64_t seed,
                         schedule *best, uint32_t *which, diag *d);
status schedule_command(arena *mem, const ops *graphs, uint32_t count, const schedule_settings *s, uint64_t seed, text *out, diag *d);
status explore_command(arena *mem, const ops *p, const schedule_settings *s, uint64_t seed, text *out, diag *d);
/* Reads the `.sched` file itself. */
status check_command(arena *mem, const char *path, const schedule_settings *s, text *out, diag *d);

#endif
