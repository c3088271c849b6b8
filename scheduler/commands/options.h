/* SPDX-License-Identifier: MIT */
/* The options of all commands: each declared once, in the table beside the code that reads it, and
 * stored in one struct. Parser, --help, manual pages and completion read these tables; commands
 * take options by name (commands.h). */
#ifndef TAUFLOW_OPTIONS_H
#define TAUFLOW_OPTIONS_H

#include "base/args.h"
#include "passes.h"
#include "tasks/tasks_wish.h"

#include <stddef.h>

typedef enum { BASE_FIXED, BASE_FLOATING } base_choice;
typedef enum { TRIG_HOST, TRIG_CORE } trig_choice;
typedef enum { REAL_FLOAT, REAL_DOUBLE, REAL_BOTH } real_choice;
typedef enum { PORTS_ARRAYS, PORTS_STREAM } ports_choice;

/* A machine: one to start from and what is to be different. 0 and NULL: not given, as the machine
 * has it. */
typedef struct {
    const char *machine; /* a name or `key=value ...`; NULL: the default machine */
    uint32_t units[UNIT_KINDS], modules, slots;
    const char *network;                      /* a word of networks.def */
    const char *transfer, *lanes, *out_lanes; /* numbers, and those below */
    const char *latency[UNIT_KINDS];
} machine_settings;

/* Of `run`. */
typedef struct {
    uint32_t steps;            /* 0: the default number */
    uint32_t stream;           /* samples back to back; 0: one after another */
    uint32_t mhz;              /* 0: the default clock */
    uint32_t stalls;           /* further runs with stalls at random */
    const char *core;          /* key=value ... where it is not just what the program needs */
    const char *tables;        /* folder for the memory files */
    int engine;                /* engine_kind */
    const char *cores, *trace; /* of rtl: folder of built cores or NULL, file for the waveform */
    bool dump;
} run_settings;

/* Of `simulate`. */
typedef struct {
    const char *method; /* of apps/motion/methods.c; NULL: the first for the model */
    double step_s, until_s;
    uint32_t rows;
    int solve;           /* solve_way */
    double penalty, tolerance; /* 0: the default one */
    uint32_t iterations; /* 0: as many as it takes */
    const char *steer;   /* NULL: not given */
    bool realtime;
    int fmi;             /* fmi_version */
    bool sources_only;   /* of fmu */
    arg_list start;      /* of robots, and so: */
    const char *torques, *motion;
} simulate_settings;

/* Of `linearise` and `equilibrium`. */
typedef struct {
    arg_list torque, free, frames;
    double step_s; /* 0: continuous time */
    const char *mat, *npz;
} linear_settings;

enum { CIRCUIT_CLOCK_MHZ = 100 }; /* unless --clock says otherwise */

/* Everything that options set; choices are int, as args wants them. */
typedef struct {
    passes_settings passes;
    progress life; /* of all searches */
    bool no_cache, clear; /* of results that are kept; of cache */
    const char *function;      /* NULL: not given */
    const char *function_list; /* of compile, instead: names between commas */
    function_kind functions[FUNCTIONS]; /* those named, each once; at least one */
    uint32_t functions_count;
    arg_list force_links, frames, payloads, link_parameters, elements, cuts, derive_by;
    int base, formalism, sums, trig; /* base_choice, formalism, sum_shape, trig_choice */
    machine_settings machine;
    int scheduler, goal; /* in the order of SCHEDULERS; schedule_goal, as given */
    const char *out;     /* file or folder */
    bool json;
    const char *command_line; /* the whole of it */
    const char *trace_out;    /* of schedule and run */
    const char *beside;       /* of report: a schedule */
    bool cpu;                 /* of report: measure it */
    bool print_passes, all_functions; /* of info */
    const char *numbers, *ranges_file; /* NULL: not given */
    arg_list ranges;
    uint32_t states; /* of info in fixed point, and so: */
    const char *gappa;
    const char *name;                /* of compile */
    const char *device;              /* of a circuit; NULL: the first */
    int real, ports;                 /* real_choice, ports_choice */
    bool hls, circuit;
    uint32_t hls_interval; /* of both */
    uint32_t clock_mhz, most_blocks, vectors; /* of circuits */
    uint32_t most_mul, most_add;     /* of explore */
    const char *csv, *svg, *page;
    run_settings run;
    tasks_wish tasks;                /* of tasks, and: */
    int split;                       /* split_way; SPLIT_WAYS: the best */
    simulate_settings simulate;
    linear_settings linear;
    bool words;                      /* of dump */
    bool parameters;                 /* of shape */
    element_list own_elements;       /* what `elements` say */
    cut_list own_cuts;               /* what `cuts` say */
} settings;

settings settings_default(void);
/* After parsing: refuses values out of range, and puts into s->passes all but the machine. */
status settings_ready(settings *s, diag *d);

/* ---- tables ---------------------------------------------------------------------------------- */

/* A row: one option. What base/args.h says of its fields holds here. */
typedef struct {
    const char *name;
    arg_kind kind;
    size_t stored; /* offset in settings; what stands there before parsing is the default */
    const char *value;
    const char *about, *standard, *words;
    bool usual;
    char letter;
} option_row;

/* Options that are read in one place; commands take them one by one, or as `@name`. */
typedef struct {
    const char *name, *section; /* the section of --help */
    const option_row *rows;
    uint32_t rows_count;
} option_table;

#define STORED(member) offsetof(settings, member)
#define OPTION_TABLE(name, section, rows) {name, section, rows, sizeof(rows) / sizeof(rows)[0]}
/* A macro, such as a number of machine/shape.def, in a text. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

extern const option_table ROBOT_TABLE, JOINTS_TABLE, READING_TABLE, LOOPS_TABLE, EQUATIONS_TABLE,
    SEARCH_TABLE, NUMBERS_TABLE, MEASURE_TABLE, MACHINE_TABLE, UNITS_TABLE, SHARED_TABLE,
    SCHEDULER_TABLE, GOAL_TABLE, SWEEP_TABLE, TASKS_TABLE, MOTION_TABLE, SLOPES_TABLE,
    LINEARISE_TABLE, FMU_TABLE, RUN_TABLE, CODE_TABLE, CIRCUIT_TABLE, OUTPUT_TABLE, INFO_TABLE,
    REPORT_TABLE, WATCH_TABLE, CACHE_TABLE, SHAPE_TABLE;
/* All of them, in the order of --help. */
const option_table *const *options_tables(uint32_t *count);

/* What a command says or stores otherwise than the table. */
typedef struct {
    const char *name;
    const char *value, *about, *standard; /* NULL: as in the table */
    size_t stored; /* offset in settings of the same type; 0: as in the table */
} option_words;

/* The options that a command takes, bound to s, in the order of the tables: so its sections are
 * those of every other command. `names` has names between blanks, `@name` for a whole table; before
 * either, `~` takes them where they are not usual, `+` where they are. `words` ends with a NULL
 * name. */
arg_option *options_make(arena *mem, const char *names, const option_words *words, settings *s,
                         uint32_t *count);

/* ---- what several tables mean ---------------------------------------------------------------- */

/* Each refuses what is wrong in its tables, and puts the rest into s->passes. */
status equations_options_take(settings *s, diag *d);
status robot_options_take(settings *s, diag *d);
status loops_options_take(settings *s, diag *d);
status numbers_options_take(settings *s, diag *d);
void schedule_options_take(settings *s);

typedef struct {
    frame_wish *items;
    uint32_t items_count, items_capacity;
} frame_wishes;

/* Adds the frames of one --frame: LINK or LINK:x,y,z, or several of them between commas. */
status frames_read(arena *mem, const char *value, frame_wishes *to, diag *d);

/* The machine that the options describe, the same for the same options in every command. */
status settings_machine(const settings *s, machine *out, diag *d);
/* Whether machine_share may add units: --machine named none that lacks them on purpose. */
bool settings_open_shared(const settings *s);
/* Puts it, and what of it is left open, into s->passes. */
status settings_take_machine(settings *s, diag *d);
/* Whether any option says something about the machine. */
bool settings_name_machine(const settings *s);
/* Whether --machine gave every number, so that none is left to choose. */
bool settings_whole_machine(const settings *s);

#endif
