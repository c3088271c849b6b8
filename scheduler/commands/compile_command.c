/* SPDX-License-Identifier: MIT */
/* `tauflow compile`: equations, operations, C and, with --hls, C for high-level synthesis, with
 * --circuit a circuit in Verilog. */
#include "base/output.h"
#include "commands/certify_files.h"
#include "commands/check_told.h"
#include "commands/circuit_settings.h"
#include "commands/code_options.h"
#include "commands/commands.h"
#include "commands/equations_options.h"
#include "commands/machine_options.h"
#include "commands/robot_report.h"
#include "commands/schedule_options.h"
#include "commands/words_report.h"
#include "emit/c/ball_turns.h"
#include "emit/c/called_laws.h"
#include "emit/c/emit_c.h"
#include "emit/hls/hls.h"
#include "emit/verilog/circuit_files.h"
#include "program/tau_write.h"
#include "robot/law_asks.h"

#include <string.h>

/* A file of equations and one of operations per function, C and its header, those of laws that are
 * calls; the certificate. */
enum {
    HLS_INTERVAL_LIMIT = 1000000,
    MOST_FILES = 2 * FUNCTIONS + 4 + HLS_FILES + CIRCUIT_FILES + 1
};

enum { LABEL = 16 }; /* columns of what a line says */

typedef enum { PORTS_ARRAYS, PORTS_STREAM } ports_choice;

static const option_row ROWS[] = {
    {"name", ARG_TEXT, STORED_IN(code, name), "NAME", .standard = "the robot's", .usual = true,
     .about = "what files and C functions are called"},
    {"real", ARG_CHOICE, STORED_IN(code, real), "float|double|both", .usual = true,
     .about = "which number formats the C functions are for"},
    {"hls", ARG_FLAG, STORED_IN(code, hls), NULL, .usual = true,
     .about = "write C for Vitis HLS and Bambu, too, scheduled for the machine"},
    {"ports", ARG_CHOICE, STORED_IN(code, ports), "arrays|stream",
     .about = "what ports the HLS kernels have: plain arrays or AXI4-Stream"},
};
const option_table CODE_TABLE = {OPTION_TABLE("code", "C", ROWS),
                                 OPTION_PART(code),
                                 .standard = &(const struct code_settings){.real = REAL_BOTH},
                                 .counts = COUNTS_NEVER};

typedef struct {
    output_file list[MOST_FILES];
    uint32_t count;
    schedule hls; /* in the HLS C */
    circuit circuit;
} emitted;

static text *add_file(arena *mem, const settings *s, const char *name, emitted *all)
{
    output_file *f = &all->list[all->count++];
    *f = output_make(mem, s->out, name);
    return &f->bytes;
}

static status emit_hls_files(arena *mem, const ops *p, const settings *s, const char *name,
                             emitted *all, diag *d)
{
    text files[HLS_FILES];
    const uint32_t first = all->count;
    hls_options options = {.name = name, .stream = s->code->ports == PORTS_STREAM,
                           .interval = s->circuit->interval};
    for (hls_file k = 0; k < HLS_FILES; k++)
        files[k] = *add_file(mem, s, hls_file_name(mem, name, k), all);
    TRY(emit_hls(p, &all->hls, &options, files, d));
    for (hls_file k = 0; k < HLS_FILES; k++)
        all->list[first + k].bytes = files[k];
    return STATUS_OK;
}

static status emit_circuit_files(arena *mem, const passes_forms *f, const settings *s,
                                 const char *name, emitted *all, diag *d)
{
    text files[CIRCUIT_FILES], *made[CIRCUIT_FILES] = {NULL};
    const circuit_options options = circuit_wish(s, f, name);
    TRY(circuit_build(mem, &f->ops, &options, &all->circuit, d));
    for (circuit_file k = 0; k < CIRCUIT_FILES; k++) {
        files[k] = text_make(mem);
        if (circuit_has_file(&options, k))
            made[k] = add_file(mem, s, circuit_file_name(mem, name, k), all);
    }
    const input_box *box = ops_has_points(&f->ops) ? &f->facts.box : NULL;
    TRY(circuit_write(&all->circuit, &options, box, files, d));
    for (circuit_file k = 0; k < CIRCUIT_FILES; k++)
        if (made[k])
            *made[k] = files[k];
    return STATUS_OK;
}

/* Whether one of them takes what calls give. */
static bool asks_laws(const passes_forms *f, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && !called_laws_enter(&f->tree, &f[i].ops))
        i++;
    return i < count;
}

/* The functions of a robot, f[0] the first. One has files NAME.ops and so on, several NAME.id.ops,
 * NAME.mass.ops, but one NAME.c and one NAME.h. */
static status emit_all(arena *mem, passes_forms *f, uint32_t count, const settings *s,
                       const char *name, emitted *all, diag *d)
{
    emit_c_options options = {.with_float = s->code->real != REAL_DOUBLE,
                              .with_double = s->code->real != REAL_FLOAT, .name = name};
    ops *list = ARENA_ARRAY(mem, ops, count);
    for (uint32_t i = 0; i < count; i++) {
        const char *of = count == 1 ? name
                                    : arena_printf(mem, "%s.%s", name,
                                                   FUNCTION_KIND[f[i].ops.function].name);
        equations_print(f[i].equations, add_file(mem, s, arena_printf(mem, "%s.eqn", of), all));
        ops_print(&f[i].ops, add_file(mem, s, arena_printf(mem, "%s.ops", of), all));
        list[i] = f[i].ops;
    }
    text *c = add_file(mem, s, arena_printf(mem, "%s.c", name), all);
    text *h = add_file(mem, s, arena_printf(mem, "%s.h", name), all);
    TRY(EMIT_C_FORMAT[ops_format(&list[0])->id].emit(list, count, &options, c, h, d));
    if (asks_laws(f, count)) {
        c = add_file(mem, s, arena_printf(mem, "%s_laws.c", name), all);
        h = add_file(mem, s, arena_printf(mem, "%s_laws.h", name), all);
        TRY(called_laws_emit(&f->tree, list, count, &options, c, h, d));
    }
    if (f->tree.balls_count) {
        c = add_file(mem, s, arena_printf(mem, "%s_balls.c", name), all);
        h = add_file(mem, s, arena_printf(mem, "%s_balls.h", name), all);
        ball_turns_emit(&f->tree, name, c, h);
    }
    if (s->code->hls)
        TRY(emit_hls_files(mem, &f->ops, s, name, all, d));
    return s->circuit->wanted ? emit_circuit_files(mem, f, s, name, all, d) : STATUS_OK;
}

/* What a file is on the way; FORM_KINDS: nothing that a certificate is of. */
static form_kind form_of(arena *mem, const char *name, const char *file)
{
    static const hls_file HLS_CODE[] = {HLS_ALLOCATED, HLS_PIPELINED, HLS_SCHEDULED, HLS_TABLES};
    const char *ending = strrchr(file, '.');
    for (size_t i = 0; i < sizeof HLS_CODE / sizeof HLS_CODE[0]; i++)
        if (strcmp(file, hls_file_name(mem, name, HLS_CODE[i])) == 0)
            return FORM_HLS;
    if (strcmp(ending, ".eqn") == 0)
        return FORM_EQUATIONS;
    if (strcmp(ending, ".ops") == 0)
        return FORM_OPERATIONS;
    if (strcmp(file, circuit_file_name(mem, name, CIRCUIT_IMAGE)) == 0)
        return FORM_IMAGE;
    if (strcmp(file, circuit_file_name(mem, name, CIRCUIT_VERILOG)) == 0)
        return FORM_CIRCUIT;
    if (strcmp(file, circuit_file_name(mem, name, CIRCUIT_CORE)) == 0)
        return FORM_FACE;
    if (strcmp(file, arena_printf(mem, "%s.h", name)) == 0)
        return FORM_HEADER;
    return strcmp(file, arena_printf(mem, "%s.c", name)) == 0 ? FORM_C : FORM_KINDS;
}

/* NAME.cert, of all files that belong to a step. */
static status emit_certificate(arena *mem, const passes_forms *f, const settings *s,
                               const char *name, emitted *all, diag *d)
{
    const check_result *known[FUNCTIONS];
    certificate c = certify_begin(mem, s, &f->source, true, s->out);
    uint32_t function = 0;
    for (uint32_t i = 0; i < s->equations->functions_count; i++)
        known[i] = &f[i].check;
    for (uint32_t i = 0; i < all->count; i++) {
        const char *file = strrchr(all->list[i].path, '/') + 1; /* it is in a folder */
        const form_kind kind = form_of(mem, name, file);
        if (kind != FORM_KINDS)
            certify_file(mem, &c, kind, file, &all->list[i].bytes);
        if (kind == FORM_EQUATIONS)
            certify_passes(mem, &c, f[function++].equations);
    }
    return certify_end(mem, &c, s, known, add_file(mem, s, arena_printf(mem, "%s.cert", name), all),
                       d);
}

/* What laws that are calls are asked with. */
static void add_elements(settings *s, const passes_forms *f)
{
    struct equations_settings *e = s->equations;
    uint32_t i = 0;
    while (i < e->functions_count && e->functions[i] != FUNCTION_ELEMENTS)
        i++;
    if (i == e->functions_count && asks_laws(f, 1))
        e->functions[e->functions_count++] = FUNCTION_ELEMENTS;
}

/* The first function with the robot, then the others from the same tree. */
static status read_functions(arena *mem, const char *path, settings *s, passes_forms *f, diag *d)
{
    for (uint32_t i = 0; i < s->equations->functions_count; i++) {
        passes_settings own = s->passes;
        own.equations.function = s->equations->functions[i];
        own.equations_share = s->passes.equations_share / (s->equations->functions_count - i);
        if (i == 0) {
            TRY(passes_read(mem, path, &own, f, d));
        } else {
            f[i] = f[0];
            TRY(passes_operations(mem, &own, &f[i], d));
        }
        if (s->schedule->goal == GOAL_AUTO && !s->circuit->wanted && f[i].from_robot)
            TRY(passes_for_cpu(mem, &own, &f[i], d));
        if (f[i].from_robot)
            add_elements(s, &f[i]);
    }
    return STATUS_OK;
}

static status starts_from_ops(const char *name, diag *d)
{
    return diag_error(d, (place){.file = name},
                      "compile starts from a robot description, not from a .ops file");
}

/* The variant of the equations that the goal asks for, and its schedule. */
static status read_scheduled(arena *mem, const char *path, const settings *s, passes_forms *f,
                             schedule *best, diag *d)
{
    passes_settings own = s->passes;
    passes_graphs graphs;
    const ops *p;
    own.equations.function = s->equations->functions[0];
    TRY(passes_read_graphs(mem, path, &own, &graphs, d));
    if (!graphs.forms[0].from_robot) /* it came by standard input */
        return starts_from_ops(graphs.source.name, d);
    TRY(passes_schedule(mem, &graphs, &own, best, &p, d));
    *f = graphs.forms[p - graphs.list];
    return STATUS_OK;
}

static status check_goal(const settings *s, diag *d)
{
    if (s->schedule->goal > GOAL_OPS && !s->circuit->wanted && !s->code->hls)
        return diag_error(d, (place){0}, "--optimise latency and machine are for circuits and HLS "
                          "C: add --circuit or --hls");
    if (s->schedule->goal == GOAL_MACHINE && s->circuit->wanted)
        return diag_error(d, (place){0}, "a circuit has no machine: --optimise ops or latency");
    return STATUS_OK;
}

/* What can be refused before a robot is read. */
static status check_settings(arena *mem, const char *path, settings *s, diag *d)
{
    if (!s->out || !*s->out)
        return diag_error(d, (place){0}, "compile needs a folder for its files: -o OUT/");
    if (passes_is_ops_file(path))
        return starts_from_ops(path, d);
    if (s->code->name && strcmp(s->code->name, emit_c_name(mem, s->code->name)) != 0)
        return diag_error(d, (place){0}, "bad value '%s' of option --name: a C identifier expected",
                          s->code->name);
    if (!s->code->hls && (settings_name_machine(s) || s->code->ports != PORTS_ARRAYS))
        return diag_error(d, (place){0}, "units, a machine and --ports are for HLS C: add --hls");
    if (s->circuit->interval < 1 || s->circuit->interval > HLS_INTERVAL_LIMIT)
        return diag_error(d, (place){0}, "bad value '%u' of option --interval: 1 .. %d expected",
                          s->circuit->interval, HLS_INTERVAL_LIMIT);
    if (s->code->hls && s->equations->functions_count > 1)
        return diag_error(d, (place){0}, "HLS C has one function, and --function names %u",
                          s->equations->functions_count);
    const number_format *f = format_of(s->passes.numbers.format);
    const bool in_reals = EMIT_C_FORMAT[f->id].in_reals;
    if (!in_reals && s->equations->functions_count > 1)
        return diag_error(d, (place){0}, "%s takes one function at a time", f->about);
    if (s->circuit->wanted && s->code->hls)
        return diag_error(d, (place){0}, "--circuit and --hls exclude each other");
    TRY(check_goal(s, d));
    TRY(circuit_check_settings(s, d));
    if (!in_reals && s->json)
        return diag_error(d, (place){0}, "--json describes functions in floating point, not in %s",
                          f->about);
    if (!in_reals && s->code->real != REAL_BOTH)
        return diag_error(d, (place){0}, "--real is for floating point, not for %s", f->about);
    return s->code->hls ? settings_take_machine(s, d) : STATUS_OK;
}

static void print_circuit(const circuit *c, text *out)
{
    if (c->latency_cycles) {
        text_add(out, "circuit         a sample every ");
        circuit_add_interval(c, out);
        text_printf(out, ", latency %u cycles, %u stages, %llu register bits\n", c->latency_cycles,
                    c->stages.stages, (unsigned long long)c->stages.register_bits);
    } else
        text_printf(out, "circuit         combinational, %.1f ns by the model\n",
                    c->stages.slowest_ps / 1000.0);
    text_printf(out, "multipliers     %u, in %u blocks\n", c->shared.of_kind[UNIT_MUL],
                circuit_blocks(c));
    text_printf(out, "tables          about %u\n", circuit_tables(c));
    for (unit_kind k = 0; k < UNIT_KINDS; k++) /* of binary32; sums of fixed point are not shared */
        if (k != UNIT_MUL && c->shared.of_kind[k])
            text_printf(out, "%-15s %u operators\n", UNIT_KIND[k].word, c->shared.of_kind[k]);
}

/* Which functions are asked, and what of and where to (robot/law_asks.h). */
static void print_laws_json(const tree *t, text *out)
{
    const char *comma = "";
    text_add(out, ", \"laws\": [");
    for (uint32_t k = 0; k < t->elements_count; k++) {
        const robot_element *e = &t->elements[k].what;
        law_ask asks[LAW_ASKS_MOST];
        const uint32_t count = e->law == LAW_CALL ? law_asks(e, k, asks) : 0;
        for (uint32_t i = 0; i < count; i++) {
            const law_ask *a = &asks[i];
            text_printf(out, "%s{\"call\": \"%s\", \"x\": %u, \"x_scale\": %g, \"rest\": ", comma,
                        e->call, a->x, a->x_scale);
            text_add_number(out, a->rest);
            text_printf(out, ", \"xd\": %u, \"xd_scale\": %g, \"touches\": %s, \"force\": %u, "
                             "\"by_x\": %u, \"by_xd\": %u}", a->xd, a->xd_scale,
                        a->touches ? "true" : "false", a->force, a->by_x, a->by_xd);
            comma = ", ";
        }
    }
    text_add(out, "]");
}

/* For programs that call what was written. */
static void print_json(arena *mem, const settings *s, const passes_forms *f, const char *name,
                       const emitted *files, text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, f[0].ops.robot);
    text_printf(out, ", \"name\": \"%s\", \"functions\": [", name);
    for (uint32_t i = 0; i < s->equations->functions_count; i++) {
        text_add(out, i ? ", " : "");
        emit_describe(mem, &f[i].ops, name, out);
    }
    text_add(out, "], \"files\": [");
    for (uint32_t i = 0; i < files->count; i++) {
        text_add(out, i ? ", " : "");
        text_add_json_string(out, files->list[i].path);
    }
    text_add(out, "]");
    if (asks_laws(f, s->equations->functions_count))
        print_laws_json(&f[0].tree, out);
    if (f[0].tree.balls_count) {
        text_add(out, ", \"balls\": ");
        ball_turns_json(&f[0].tree, out);
    }
    check_json(&f[0].check, out);
    text_add(out, "}\n");
}

static void print_files(const settings *s, const emitted *files, text *out)
{
    if (s->code->hls) {
        text_add(out, "machine         ");
        machine_tell(&files->hls.target, out);
        text_printf(out, "\nHLS schedule    %u cycles\n", files->hls.cycles);
    }
    if (s->circuit->wanted) {
        print_circuit(&files->circuit, out);
        words_print_offsets(files->circuit.cells.p, LABEL, out);
    }
    const uint32_t last = files->count - 1; /* in which seconds stand: its length is no news */
    for (uint32_t i = 0; i < last; i++)
        text_printf(out, "%-15s %s (%zu bytes)\n", i ? "" : "files", files->list[i].path,
                    files->list[i].bytes.length);
    text_printf(out, "%-15s %s\n", "certificate", files->list[last].path);
}

static status run_compile(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms f[FUNCTIONS];
    emitted files = {0};
    const struct circuit_settings *c = s->circuit;
    TRY(check_settings(mem, path, s, d));
    if (c->wanted)
        circuit_take_delays(s);
    s->passes.equations_share = 1;
    s->passes.holder = s->code->hls ? "HLS C" : c->wanted ? "a circuit" : NULL;
    if (s->code->hls)
        TRY(read_scheduled(mem, path, s, f, &files.hls, d));
    else if (c->wanted && s->passes.schedule.goal == GOAL_LATENCY && !c->clock_mhz)
        TRY(circuit_choose_variant(mem, path, s, f, d));
    else
        TRY(read_functions(mem, path, s, f, d));
    if (!f[0].from_robot) /* it came by standard input */
        return starts_from_ops(f[0].source.name, d);
    const char *name = s->code->name ? s->code->name : emit_c_name(mem, f[0].ops.robot);
    TRY(emit_all(mem, f, s->equations->functions_count, s, name, &files, d));
    TRY(emit_certificate(mem, f, s, name, &files, d));
    TRY(output_write_folder(s->out, files.list, files.count, d));
    if (s->json) {
        print_json(mem, s, f, name, &files, out);
        return STATUS_OK;
    }
    for (uint32_t i = 0; i < s->equations->functions_count; i++) {
        if (s->equations->functions_count > 1)
            text_printf(out, "function        %s\n", FUNCTION_KIND[f[i].ops.function].name);
        report_counts(mem, &f[i], out);
        check_print(&f[i].check, LABEL, out);
    }
    print_files(s, &files, out);
    return STATUS_OK;
}

const command COMPILE_COMMAND = {
    .name = "compile",
    .title = "equations, operations, C, HLS C and circuits",
    .operand = "ROBOT",
    .needs = "-o OUT/",
    .about = "Writes the equations (.eqn), the operations (.ops) and C (.c, .h) of\n"
             A_ROBOT " into a folder;\n"
             "with --hls also C for high-level synthesis, its testbench and the scripts that run "
             "the tools;\nwith --circuit a circuit of its own in Verilog.",
    .example = "tauflow compile robots/puma.urdf -o build/puma --real double",
    .options = "out json @code @circuits ~optimise interval @numbers ~@machine @scheduler @units "
               "@shared " A_ROBOT_TAKES,
    .words = {{"json", .about = "print names and arrays of the C functions as one JSON object"},
              {"out", .value = "OUT/", .about = "the folder for the files, made when missing"},
              {"function", .value = "NAME[,NAME]...",
               .stored = STORED_IN(equations, function_list)},
              {"interval", .standard = "1", .stored = STORED_IN(circuit, interval),
               .about = "how many cycles there are between two samples of the circuit or of the "
                        "pipelined HLS kernel"},
              {"optimise", .value = "auto|ops|latency|machine",
               .about = "which equations are taken. ops: those with the fewest operations; "
                        "latency: of circuits and HLS C, those with the shortest path; machine: of "
                        "HLS C, the fastest on the machine of all between; auto: for C those that "
                        "are fastest on a CPU, for HLS C machine, for a circuit with a clock ops, "
                        "without one latency"}},
    .run = run_compile,
};
