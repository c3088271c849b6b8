/* tauflow: robot descriptions in, equations, operations and code out. The functions below
 * read as the list of passes; they alone print and choose the exit code: 0 done, 1 the
 * machine failed us, 2 the input is wrong. */
#include "base/args.h"
#include "base/output.h"
#include "commands/commands.h"
#include "commands/core_command.h"
#include "commands/hls_files.h"
#include "commands/image.h"
#include "commands/info.h"
#include "commands/run.h"
#include "emit/emit_c.h"
#include "operations/lower.h"
#include "robot/tree.h"
#include "robot/urdf.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tauflow_status.h"
#define VERSION TAUFLOW_VERSION

typedef enum { BASE_FIXED, BASE_FLOATING } base_choice;
typedef enum { REAL_FLOAT, REAL_DOUBLE, REAL_BOTH } real_choice;

/* Everything the options of all commands set. */
typedef struct {
    bool json, passes;
    urdf_options urdf;
    tree_options tree;
    arg_list force_links;
    int base, formalism, sums, real; /* choices, as args wants them */
    equations_options equations;
    const char *out, *name;
    schedule_settings schedule;
    run_settings run;
    hls_settings hls;
    bool tables; /* of a dump, word by word */
    progress life;
} settings;

static settings settings_default(void)
{
    settings s = {.urdf = urdf_options_default(), .tree = tree_options_default(), .equations = equations_options_default(),
                  .real = REAL_BOTH, .sums = SUMS_BALANCED, .schedule = schedule_settings_default(), .run = run_settings_default(), .hls = hls_settings_default()};
    s.base = s.tree.floating_base ? BASE_FLOATING : BASE_FIXED;
    s.formalism = (int)s.equations.form;
    return s;
}

/* All forms of one robot; what a command did not need stays empty. */
typedef struct {
    robot robot;
    tree tree;
    equations *equations;
    ops ops;
    bool from_urdf;
} forms;

/* ---- passes ---------------------------------------------------------------------------- */

static status check_settings(const settings *s, diag *d)
{
    if (s->equations.effort > 3)
        return diag_error(d, (place){0}, "bad value '%u' of option --effort: 0, 1, 2 or 3 expected", s->equations.effort);
    if (!(s->life.limit_s >= 0))
        return diag_error(d, (place){0},
                          "bad value '%g' of option --time: seconds expected, 0 for no limit",
                          s->life.limit_s);
    if (!(s->urdf.snap_rad >= 0 && s->urdf.snap_rad < 0.1))
        return diag_error(d, (place){0}, "bad value '%g' of option --snap: 0 .. 0.1 rad expected", s->urdf.snap_rad);
    return STATUS_OK;
}

static status read_tree(arena *mem, const char *path, settings *s, forms *f, diag *d)
{
    s->tree.floating_base = s->base == BASE_FLOATING;
    s->tree.force_links = s->force_links.items;
    s->tree.force_links_count = s->force_links.items_count;
    s->equations.form = (formalism)s->formalism;
    s->equations.record_passes = s->passes;
    f->from_urdf = true;
    TRY(urdf_read(mem, path, &s->urdf, &f->robot, d));
    return tree_build(mem, &f->robot, &s->tree, &f->tree, d);
}

static status read_urdf(arena *mem, const char *path, settings *s, forms *f, diag *d)
{
    TRY(read_tree(mem, path, s, f, d));
    TRY(equations_build(mem, &f->tree, &s->equations, &f->equations, d));
    TRY(ops_lower(mem, f->equations, (sum_shape)s->sums, &f->ops, d));
    return ops_check(&f->ops, path, d);
}

static status read_ops(arena *mem, const char *path, forms *f, diag *d)
{
    char *bytes;
    size_t length;
    TRY(file_read_text(mem, path, &bytes, &length, d));
    return ops_parse(mem, path, bytes, length, &f->ops, d);
}

static bool is_ops_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".ops") == 0;
}

static status read_any(arena *mem, const char *path, settings *s, forms *f, diag *d)
{
    return is_ops_file(path) ? read_ops(mem, path, f, d) : read_urdf(mem, path, s, f, d);
}

/* Of --time, where searches for schedules follow: a single schedule is a matter of a second. */
static const double EQUATIONS_SHARE = 0.8, EQUATIONS_SHARE_OF_MANY = 0.3;

/* ---- commands -------------------------------------------------------------------------- */

static info_subject subject(const forms *f)
{
    if (!f->from_urdf)
        return (info_subject){.ops = &f->ops};
    return (info_subject){&f->robot, &f->tree, f->equations, &f->ops};
}

static status run_info(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    forms f = {0};
    if (s->json && s->passes)
        return diag_error(d, (place){0}, "--json and --passes exclude each other");
    TRY(read_any(mem, path, s, &f, d));
    if (s->passes && !f.from_urdf)
        return diag_error(d, (place){.file = path}, "--passes needs a robot description: a .ops file no longer knows its passes");
    info_subject of = subject(&f);
    if (s->json)
        info_print_json(mem, &of, d, out);
    else if (s->passes)
        info_print_passes(&of, out);
    else
        info_print(mem, &of, out);
    return STATUS_OK;
}

enum { PLAIN_FILES = 4, MOST_FILES = PLAIN_FILES + HLS_FILES };

typedef struct {
    output_file list[MOST_FILES];
    uint32_t count;
    schedule hls; /* in the HLS C */
} emitted;

static text *add_file(arena *mem, const settings *s, const char *name, emitted *all)
{
    output_file *f = &all->list[all->count++];
    *f = output_make(mem, s->out, name);
    return &f->bytes;
}

static status emit_all(arena *mem, const forms *f, const settings *s, const char *name, emitted *all, diag *d)
{
    emit_c_options options = {.with_float = s->real != REAL_DOUBLE, .with_double = s->real != REAL_FLOAT, .name = name};
    text *eqn = add_file(mem, s, arena_printf(mem, "%s.eqn", name), all), *plain = add_file(mem, s, arena_printf(mem, "%s.ops", name), all);
    text *c = add_file(mem, s, arena_printf(mem, "%s.c", name), all), *h = add_file(mem, s, arena_printf(mem, "%s.h", name), all);
    equations_print(f->equations, eqn);
    ops_print(&f->ops, plain);
    TRY(emit_c(&f->ops, &options, c, h, d));
    if (!s->hls.wanted)
        return STATUS_OK;
    text files[HLS_FILES];
    for (hls_file k = 0; k < HLS_FILES; k++)
        files[k] = *add_file(mem, s, hls_file_name(mem, name, k), all);
    TRY(hls_files_make(mem, &f->ops, &s->hls, s->equations.seed, name, files, &all->hls, d));
    for (hls_file k = 0; k < HLS_FILES; k++)
        all->list[PLAIN_FILES + k].bytes = files[k];
    return STATUS_OK;
}

static status run_compile(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    forms f = {0};
    emitted files = {0};
    if (!s->out || !*s->out)
        return diag_error(d, (place){0}, "compile needs a folder for its files: -o OUT/");
    if (is_ops_file(path))
        return diag_error(d, (place){.file = path}, "compile starts from a robot description, not from a .ops file");
    if (s->name && strcmp(s->name, emit_c_name(mem, s->name)) != 0)
        return diag_error(d, (place){0}, "bad value '%s' of option --name: a C identifier expected", s->name);
    TRY(hls_files_check(&s->hls, d));
    double end = progress_share(&s->life, s->hls.wanted ? EQUATIONS_SHARE : 1);
    TRY(read_urdf(mem, path, s, &f, d));
    progress_unshare(&s->life, end);
    TRY(emit_all(mem, &f, s, s->name ? s->name : emit_c_name(mem, f.ops.robot), &files, d));
    TRY(output_write_folder(s->out, files.list, files.count, d));
    info_subject of = subject(&f);
    info_print_counts(mem, &of, out);
    if (s->hls.wanted) {
        text_add(out, "machine         ");
        machine_tell(&files.hls.target, out);
        text_printf(out, "\nHLS schedule    %u cycles\n", files.hls.cycles);
    }
    for (uint32_t i = 0; i < files.count; i++)
        text_printf(out, "%-15s %s (%zu bytes)\n", i ? "" : "files", files.list[i].path, files.list[i].bytes.length);
    return STATUS_OK;
}

/* The equations in every shape between fewest operations and shortest path, each as a graph. */
static status read_shapes(arena *mem, const char *path, settings *s, ops **graphs, uint32_t *count, diag *d)
{
    forms f = {0};
    equations_front front;
    TRY(read_tree(mem, path, s, &f, d));
    TRY(equations_build_front(mem, &f.tree, &s->equations, &front, d));
    *graphs = ARENA_ARRAY(mem, ops, front.count);
    *count = front.count;
    for (uint32_t i = 0; i < front.count; i++) {
        TRY(ops_lower(mem, front.list[i], SUMS_BALANCED, &(*graphs)[i], d));
        TRY(ops_check(&(*graphs)[i], path, d));
    }
    return STATUS_OK;
}

/* What is to be scheduled on a machine: one graph, or all shapes of the equations when the goal asks for them. */
static status read_graphs(arena *mem, const char *path, settings *s, const machine *m, int goal, ops **graphs, uint32_t *count, diag *d)
{
    forms f = {0};
    s->equations.mul_cycles = m->latency_cycles[UNIT_MUL] + m->transfer_cycles;
    s->equations.add_cycles = m->latency_cycles[UNIT_ADD] + m->transfer_cycles;
    s->equations.shortest = goal == OPTIMISE_LATENCY;
    if (s->equations.shortest)
        s->sums = SUMS_BALANCED;
    bool many = goal == OPTIMISE_THROUGHPUT;
    double end = progress_share(&s->life, many ? EQUATIONS_SHARE_OF_MANY : EQUATIONS_SHARE);
    bool shapes = goal == OPTIMISE_MACHINE && !is_ops_file(path);
    status done = shapes ? read_shapes(mem, path, s, graphs, count, d)
                         : read_any(mem, path, s, &f, d);
    progress_unshare(&s->life, end);
    if (shapes || done != STATUS_OK)
        return done;
    *graphs = ARENA_ARRAY(mem, ops, 1);
    **graphs = f.ops;
    *count = 1;
    return STATUS_OK;
}

static status run_schedule(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    machine m;
    ops *graphs;
    uint32_t count;
    TRY(settings_machine(&s->schedule, &m, d));
    TRY(read_graphs(mem, path, s, &m, s->schedule.optimise, &graphs, &count, d));
    return schedule_command(mem, graphs, count, &s->schedule, s->equations.seed, out, d);
}

static status run_run(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    machine m;
    ops *graphs;
    uint32_t count;
    TRY(settings_machine(&s->run.schedule, &m, d));
    TRY(read_graphs(mem, path, s, &m, s->run.schedule.optimise, &graphs, &count, d));
    return run_robot(mem, graphs, count, &s->run, s->equations.seed, out, d);
}

static status run_image(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    machine m;
    ops *graphs;
    uint32_t count;
    TRY(settings_machine(&s->run.schedule, &m, d));
    TRY(read_graphs(mem, path, s, &m, s->run.schedule.optimise, &graphs, &count, d));
    return image_command(mem, graphs, count, path, &s->run, s->out, s->equations.seed, out, d);
}

static status run_dump(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    return dump_command(mem, path, s->tables, out, d);
}

static status run_core(arena *mem, const char *what, settings *s, text *out, diag *d)
{
    (void)s;
    return core_command(mem, what, out, d);
}

static status run_explore(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    forms f = {0};
    double end = progress_share(&s->life, EQUATIONS_SHARE_OF_MANY);
    TRY(read_any(mem, path, s, &f, d));
    progress_unshare(&s->life, end);
    return explore_command(mem, &f.ops, &s->schedule, s->equations.seed, out, d);
}

static status run_check(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    return check_command(mem, path, &s->schedule, out, d);
}

/* ---- signs of life ---------------------------------------------------------------------- */

/* The one thing that a signal and the program share: Ctrl-C ends a search with the best so far; a
 * second one, or one while nothing can be ended so, ends the program. */
static volatile sig_atomic_t stop_wanted, stop_heard;

static void on_interrupt(int number)
{
    if (stop_heard && !stop_wanted) {
        stop_wanted = 1;
        return;
    }
    signal(number, SIG_DFL);
    raise(number);
}

static bool life_stop(void *context)
{
    (void)context;
    return stop_wanted;
}

static void life_listen(void *context, bool on)
{
    (void)context;
    stop_heard = on;
}

static void life_forget(void *context)
{
    (void)context;
    stop_wanted = 0;
}

static void life_show(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "\r\x1b[K%.100s", line);
    fflush(stderr);
}

/* From now on a command can be stopped, and shows what it does where a person sees it. */
static void begin_life(settings *s)
{
    struct sigaction interrupt = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART}, before;
    sigemptyset(&interrupt.sa_mask);
    /* A shell's background job stays deaf. */
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &interrupt, NULL);
    /* A limit on file sizes is an error of the write, as a full disk is. */
    signal(SIGXFSZ, SIG_IGN);
    s->life.stop = life_stop;
    s->life.listen = life_listen;
    s->life.forget = life_forget;
    s->life.show = isatty(STDERR_FILENO) ? life_show : NULL;
    s->equations.life = s->schedule.life = s->run.schedule.life = s->hls.schedule.life = &s->life;
    progress_start(&s->life);
}

/* ---- the command line ------------------------------------------------------------------ */

typedef status runner(arena *mem, const char *path, settings *s, text *out, diag *d);

enum { MOST_OPTIONS = 16 + SCHEDULE_OPTIONS };

typedef struct {
    arg_command args;
    arg_option options[MOST_OPTIONS];
    runner *run;
} command;

static void add_option(command *c, arg_option o)
{
    c->options[c->args.options_count++] = o;
}

static void add_robot_options(command *c, settings *s)
{
    add_option(c, (arg_option){"formalism", ARG_CHOICE, &s->formalism, "classic|default", "parameters as symbols, or the fewest operations", 0});
    add_option(c, (arg_option){"effort", ARG_COUNT, &s->equations.effort, "N", "search for fewer operations: 0 none .. 3 long", 0});
    add_option(c, (arg_option){"time", ARG_NUMBER, &s->life.limit_s, "SECONDS",
                               "for all searches; they end with the best so far, which depends "
                               "on the computer's speed. 0: no limit", 0});
    add_option(c, (arg_option){"seed", ARG_SEED, &s->equations.seed, "N", "of the search", 0});
    add_option(c, (arg_option){"sums", ARG_CHOICE, &s->sums, "cascade|balanced", "shape of long sums: balanced ones shorten the critical path", 0});
    add_option(c, (arg_option){"base", ARG_CHOICE, &s->base, "fixed|floating", "is the root link held or free?", 0});
    add_option(c, (arg_option){"gravity", ARG_VECTOR, s->tree.gravity_ms2.v, "x y z",
                               "in m/s^2, root link axes; quoted or not", 0});
    add_option(c, (arg_option){"root", ARG_TEXT, &s->tree.root, "LINK", "take this link as the base", 0});
    add_option(c, (arg_option){"tip", ARG_TEXT, &s->tree.tip, "LINK",
                               "leave out all below this link and what moves beside the way to it;"
                               "\n                                  "
                               "to keep a tool name the tool's link", 0});
    add_option(c, (arg_option){"force", ARG_LIST, &s->force_links, "LINK", "an external force on this link: six more inputs; repeatable", 0});
    add_option(c, (arg_option){"strict", ARG_FLAG, &s->urdf.strict, NULL, "inertias that no body can have are errors", 0});
    add_option(c, (arg_option){"snap", ARG_NUMBER, &s->urdf.snap_rad, "RAD",
                               "angles this near a multiple of pi/12 become it; axes, a plane", 0});
}

static command command_info(settings *s)
{
    command c = {.run = run_info,
                 .args = {.name = "info", .operand = "ROBOT",
                          .about = "Reads a robot (.urdf) or a graph of operations (.ops) and prints its joints, masses and counts.",
                          .example = "tauflow info robots/puma.urdf --json"}};
    add_option(&c, (arg_option){"json", ARG_FLAG, &s->json, NULL,
                                "counts, joints, masses, notes as one JSON object", 0});
    add_option(&c, (arg_option){"passes", ARG_FLAG, &s->passes, NULL, "operations left over by each pass of the simplifier", 0});
    add_robot_options(&c, s);
    return c;
}

static command command_compile(settings *s)
{
    command c = {.run = run_compile,
                 .args = {.name = "compile", .operand = "ROBOT",
                          .about = "Writes the equations (.eqn), the operations (.ops) and C (.c, .h) of a robot (.urdf) into a folder;\n"
                                   "with --hls also C for high-level synthesis, its testbench and the scripts that run the tools.",
                          .example = "tauflow compile robots/puma.urdf -o build/puma --real double"}};
    add_option(&c, (arg_option){"out", ARG_TEXT, &s->out, "OUT/", "the folder, made when missing", 'o'});
    add_option(&c, (arg_option){"name", ARG_TEXT, &s->name, "NAME", "of the files and C functions; the robot's when not given", 0});
    add_option(&c, (arg_option){"real", ARG_CHOICE, &s->real, "float|double|both", "number formats of the C functions", 0});
    c.args.options_count += hls_files_options(&s->hls, c.options + c.args.options_count);
    add_robot_options(&c, s);
    return c;
}

static command command_schedule(settings *s)
{
    command c = {.run = run_schedule,
                 .args = {.name = "schedule", .operand = "ROBOT",
                          .about = "Schedules a robot (.urdf) or a graph of operations (.ops) on a machine and tells how good the schedule is.",
                          .example = "tauflow schedule robots/puma.urdf -o build/puma.sched"}};
    c.args.options_count = schedule_command_options(&s->schedule, c.options);
    add_robot_options(&c, s);
    return c;
}

static command command_explore(settings *s)
{
    command c = {.run = run_explore,
                 .args = {.name = "explore", .operand = "ROBOT",
                          .about = "Schedules a robot (.urdf) or a graph of operations (.ops) on every number of units that makes sense;\n"
                                   "prints the front, the shortest run with the fewest units and the best use of units.",
                          .example = "tauflow explore robots/puma.urdf --csv build/puma.csv --svg build/puma.svg"}};
    c.args.options_count = explore_command_options(&s->schedule, c.options);
    add_robot_options(&c, s);
    return c;
}

static command command_check(settings *s)
{
    command c = {.run = run_check,
                 .args = {.name = "check", .operand = "FILE.sched",
                          .about = "Accepts or refuses a schedule by the machine's rules of time.",
                          .example = "tauflow check build/puma.sched"}};
    c.args.options_count = check_command_options(&s->schedule, c.options);
    return c;
}

static command command_run(settings *s)
{
    command c = {.run = run_run,
                 .args = {.name = "run", .operand = "ROBOT",
                          .about = "Runs a robot (.urdf) or a graph of operations (.ops) on the machine, cycle by cycle, and compares cycles with the\n"
                                   "schedule and results with the evaluators.",
                          .example = "tauflow run robots/puma.urdf --modules 4 --network ring --steps 1000 --json"}};
    c.args.options_count = run_command_options(&s->run, c.options);
    add_robot_options(&c, s);
    return c;
}

static command command_image(settings *s)
{
    command c = {.run = run_image,
                 .args = {.name = "image", .operand = "ROBOT",
                          .about = "Makes the file that a core loads from a robot (.urdf) or a graph of operations (.ops).",
                          .example = "tauflow image robots/puma560.urdf -o build/puma560.tau"}};
    c.args.options_count = image_command_options(&s->run, &s->out, c.options);
    add_robot_options(&c, s);
    return c;
}

static command command_dump(settings *s)
{
    command c = {.run = run_dump,
                 .args = {.name = "dump", .operand = "FILE.tau", .about = "Verifies an image and tells what is in it.", .example = "tauflow dump build/puma560.tau"}};
    add_option(&c, (arg_option){"words", ARG_FLAG, &s->tables, NULL, "every word of the tables too", 0});
    return c;
}

static command command_core(void)
{
    return (command){.run = run_core,
                     .args = {.name = "core", .operand = "[SIZE|IMAGE.tau]",
                              .about = "Builds the Verilated core that sim: needs for an image, or\n"
                                       "the default machine in a size (default, large, huge), where\n"
                                       "it is not built yet, and prints its path. Needs Verilator.",
                              .example = "tauflow core build/puma560.tau"}};
}

static const char HELP[] = "tauflow " VERSION ": the equations of motion of a robot, small and fast\n\n"
                           "usage: tauflow COMMAND ROBOT [options]\n\n"
                           "commands:\n"
                           "  info       joints, masses and operation counts\n"
                           "  compile    equations, operations, C and HLS C\n"
                           "  schedule   operations on the units of a machine\n"
                           "  check      is a schedule legal?\n"
                           "  explore    how many units are worth having\n"
                           "  run        the robot on the machine, cycle by cycle\n"
                           "  image      the file that a core loads\n"
                           "  dump       such a file in words\n"
                           "  core       builds the simulated core for an image\n\n"
                           "tauflow COMMAND --help tells the options of a command; tauflow --version the version.\n\n"
                           "example:\n"
                           "  tauflow compile robots/puma.urdf -o build/puma\n";

/* One entry on one line: names from input files may hold anything. */
static void print_entry(const char *kind, const char *colour, const diag_entry *entry)
{
    bool colours = isatty(STDERR_FILENO);
    arena mem = arena_make();
    text line = text_make(&mem);
    if (entry->at.file)
        text_printf(&line, "%s:", entry->at.file);
    else
        text_add(&line, "tauflow:");
    if (entry->at.line > 0)
        text_printf(&line, "%u:%u:", entry->at.line, entry->at.column);
    text_printf(&line, " %s: %s", kind, entry->text);
    for (size_t i = 0; i < line.length; i++)
        if ((unsigned char)line.bytes[i] < ' ' || line.bytes[i] == 0x7f)
            line.bytes[i] = '?';
    fprintf(stderr, "%s%s%s\n", colours ? colour : "", line.bytes, colours ? "\x1b[0m" : "");
    arena_free(&mem);
}

/* Prints what was found; after wrong input only the error, which is then the one line. A command that fails for
 * another reason may have found something worth printing. */
static int finish(status result, const text *out, diag *d)
{
    if (result == STATUS_OK) {
        for (uint32_t i = 0; i < d->warnings_count; i++)
            print_entry("warning", "\x1b[35m", &d->warnings[i]);
        for (uint32_t i = 0; i < d->notes_count; i++)
            print_entry("note", "\x1b[36m", &d->notes[i]);
    }
    if (result != STATUS_INPUT && (fwrite(out->bytes, 1, out->length, stdout) != out->length || fflush(stdout) != 0))
        result = diag_system_error(d, (place){0}, "cannot write to standard output: %s", strerror(errno));
    if (result != STATUS_OK)
        print_entry("error", "\x1b[31m", &d->error);
    return (int)result;
}

static status run_command(arena *mem, int argc, char **argv, text *out, diag *d)
{
    settings s = settings_default();
    command commands[] = {command_info(&s),    command_compile(&s), command_schedule(&s), command_check(&s),
                          command_explore(&s), command_run(&s),     command_image(&s),
                          command_dump(&s),    command_core()};
    enum { COUNT = sizeof commands / sizeof *commands };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) {
        commands[i].args.options = commands[i].options;
        names[i] = commands[i].args.name;
        if (strcmp(argv[1], names[i]) != 0)
            continue;
        arg_result given;
        TRY(args_parse(mem, &commands[i].args, argc - 2, argv + 2, &given, d));
        if (given.help) {
            args_help(&commands[i].args, out);
            return STATUS_OK;
        }
        TRY(check_settings(&s, d));
        begin_life(&s);
        status done = commands[i].run(mem, given.operand, &s, out, d);
        progress_note(&s.life, d);
        return done;
    }
    const char *near = args_nearest(argv[1], names, COUNT);
    if (near)
        return diag_error(d, (place){0}, "unknown command '%s' (did you mean '%s'?)", argv[1], near);
    return diag_error(d, (place){0}, "unknown command '%s' (see 'tauflow --help')", argv[1]);
}

int main(int argc, char **argv)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text out = text_make(&mem);
    status result = STATUS_OK;
    if (argc < 2)
        result = diag_error(&d, (place){0}, "a command expected (see 'tauflow --help')");
    else if (strcmp(argv[1], "--help") == 0)
        text_add(&out, HELP);
    else if (strcmp(argv[1], "--version") == 0)
        text_add(&out, "tauflow " VERSION "\n");
    else
        result = run_command(&mem, argc, argv, &out, &d);
    int code = finish(result, &out, &d);
    arena_free(&mem);
    return code;
}
