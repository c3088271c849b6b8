/* SPDX-License-Identifier: MIT */
/* `tauflow simulate`: a model moves, and what it does is written down. */
#include "apps/motion/adaptive.h"
#include "apps/motion/motion_summary.h"
#include "apps/motion/newmark.h"
#include "apps/motion/robot_partitions.h"
#include "apps/report/page_motion.h"
#include "base/output.h"
#include "commands/commands.h"
#include "commands/law_file.h"
#include "commands/machine_options.h"
#include "commands/motion_options.h"
#include "commands/simulate_starts.h"

#include <stdlib.h>
#include <string.h>

/* Names of the methods of one kind of model, as apps/motion/methods.def lists them. */
#define METHOD(name, about, of, ...) OF_##of(name)
#define OF_MODEL_ROBOT(name) " " name
#define OF_MODEL_NATURAL(name)
static const char METHOD_ABOUT[] = "how it moves (docs/motion.md). Robots:"
#include "apps/motion/methods.def"
#undef OF_MODEL_ROBOT
#undef OF_MODEL_NATURAL
#define OF_MODEL_ROBOT(name)
#define OF_MODEL_NATURAL(name) " " name
    "; natural coordinates:"
#include "apps/motion/methods.def"
    ;
#undef METHOD
#define METHOD(name, ...) "|" name
static const char METHOD_NAMES[] =
#include "apps/motion/methods.def"
    ;
#undef METHOD

static const struct motion_settings STANDARD = {.step_s = 1e-3, .until_s = 10, .rows = 1000,
                                                .penalty = 1e7, .dissipation = -1};

static const option_row ROWS[] = {
    {"method", ARG_TEXT, STORED_IN(motion, method), "NAME", .usual = true,
     .words = METHOD_NAMES + 1, .standard = "the first", .about = METHOD_ABOUT},
    {"step", ARG_NUMBER, STORED_IN(motion, step_s), "SECONDS", .usual = true,
     .about = "how long a step of the integrator is; the first one where the energy or an error "
              "steers them"},
    {"until", ARG_NUMBER, STORED_IN(motion, until_s), "SECONDS", .usual = true,
     .about = "when the motion ends"},
    {"start", ARG_LIST, STORED_IN(motion, start), "JOINT=POSITION[,RATE]", .usual = true,
     .standard = "0, or where 'tauflow loops' finds loops closed",
     .about = "where this joint of a robot starts; joints that follow others start near it; "
              "repeatable"},
    {"starts", ARG_TEXT, STORED_IN(motion, starts), "FILE.csv",
     .about = "move a robot from each start of this file, on all processors, and write where each "
              "ends: columns as in --start, JOINT and JOINT.rate, a line per start"},
    {"torques", ARG_TEXT, STORED_IN(motion, torques), "FILE.csv", .usual = true,
     .standard = "no torques",
     .about = "read torques of a robot's joints: columns t and joints, N m (N), straight lines "
              "between rows"},
    {"motion", ARG_TEXT, STORED_IN(motion, drives), "FILE.csv",
     .about = "read the motion of joints that are driven (--drive): columns t and joints, rad (m), "
              "splines between rows"},
    {"event", ARG_LIST, STORED_IN(motion, events), "'NAME: EXPRESSION'",
     .about = "tell when and where this expression of a robot's columns passes zero, as "
              "'up: a2.rate' or 'half: a1 - 0.5; rising'; repeatable"},
    {"stop-at", ARG_TEXT, STORED_IN(motion, stop), "NAME", .standard = "none",
     .about = "end the motion at this event"},
    {"values", ARG_TEXT, STORED_IN(motion, values), "FILE", .standard = "those of the robot's file",
     .about = "read values of what --parameters names: lines LINK.mass=VALUE, or LINK.centre_x .. "
              "LINK.iyz, and JOINT.damping and the like"},
    {"law-file", ARG_TEXT, STORED_IN(motion, laws), "FILE.c",
     .about = "compile this file with $CC or cc, and call what it has of laws that are calls "
              "(law=call call=NAME; docs/forces.md)"},
    {"rows", ARG_COUNT, STORED_IN(motion, rows), "N",
     .about = "how many rows to write, evenly over the time; 0: one per step"},
    {"realtime", ARG_FLAG, STORED_IN(motion, realtime), NULL,
     .about = "let steps follow each other by the clock, and tell the worst beside the period"},
    {"solve", ARG_CHOICE, STORED_IN(motion, solve), "direct|penalty",
     .about = "how natural coordinates are solved for: with multipliers as unknowns, or with "
              "penalties as published"},
    {"penalty", ARG_NUMBER, STORED_IN(motion, penalty), "FACTOR",
     .about = "the factor of --solve penalty"},
    {"iterations", ARG_COUNT, STORED_IN(motion, iterations), "N",
     .standard = "until positions change no more, on a core 2",
     .about = "how many iterations each step takes"},
    {"tolerance", ARG_NUMBER, STORED_IN(motion, tolerance), "RELATIVE",
     .standard = "1e-13, with penalties 1e-10, of rk45 and rodas " TEXT(ADAPTIVE_TOLERANCE),
     .about = "how small a change of positions ends a step; of rk45 and rodas how large the error "
              "of a step may be beside each position and rate"},
    {"absolute", ARG_NUMBER, STORED_IN(motion, absolute), "ERROR", .standard = "as --tolerance",
     .about = "what the error of a step of rk45 and rodas may be besides: rad, m, rad/s, m/s"},
    {"dissipation", ARG_NUMBER, STORED_IN(motion, dissipation), "SHARE",
     .standard = "of alpha " TEXT(DISSIPATION),
     .about = "how much of the fastest vibrations a step leaves: from 0, nothing, to 1, "
              "all"},
    {"steer", ARG_TEXT, STORED_IN(motion, steer), "UPPER,LOWER",
     .standard = "of multi-index " TEXT(STEERING_UPPER) "," TEXT(STEERING_LOWER) ", else not",
     .about = "let the energy steer steps: one that changes it by more than UPPER joules is "
              "repeated shorter, below LOWER they grow"},
    {"device", ARG_TEXT, STORED_IN(motion, device), "ADDRESS", .usual = true, .standard = "cpu",
     .words = "cpu|twin:|sim:|xdma:|serial:",
     .about = "what computes accelerations: cpu, or what the library opens: twin:, sim:, "
              "xdma:PATH, serial:PATH"},
};
const option_table MOTION_TABLE = {OPTION_TABLE("motion", "motion", ROWS),
                                   OPTION_PART(motion), .standard = &STANDARD,
                                   .counts = COUNTS_NEVER};
_Static_assert(CORE_ITERATIONS == 2, "the help of --iterations tells it");

static status check_plan(const struct motion_settings *s, diag *d)
{
    const place at = {0};
    if (!(s->step_s > 0))
        return diag_error(d, at, "bad value '%g' of option --step: more than 0 s expected",
                          s->step_s);
    if (!(s->until_s > 0))
        return diag_error(d, at, "bad value '%g' of option --until: more than 0 s expected",
                          s->until_s);
    if (s->step_s > s->until_s)
        return diag_error(d, at, "--step %g is longer than all that is to be simulated, --until %g",
                          s->step_s, s->until_s);
    if (!(s->penalty > 0))
        return diag_error(d, at, "bad value '%g' of option --penalty: more than 0 expected",
                          s->penalty);
    if (!(s->tolerance >= 0))
        return diag_error(d, at, "bad value '%g' of option --tolerance: 0 or more expected",
                          s->tolerance);
    if (s->dissipation != -1 && !(s->dissipation >= 0 && s->dissipation <= 1))
        return diag_error(d, at, "bad value '%g' of option --dissipation: 0 to 1 expected",
                          s->dissipation);
    if (!(s->absolute >= 0))
        return diag_error(d, at, "bad value '%g' of option --absolute: 0 or more expected",
                          s->absolute);
    return STATUS_OK;
}

static status read_steer(const char *given, natural_plan *p, diag *d)
{
    char *end;
    if (!given)
        return STATUS_OK;
    p->upper = strtod(given, &end);
    p->lower = *end == ',' ? strtod(end + 1, &end) : -1;
    if (*end || !(p->lower >= 0 && p->upper > p->lower && p->upper < 1e30))
        return diag_error(d, (place){0}, "bad value '%s' of option --steer: UPPER,LOWER in joules "
                                         "expected, the first larger", given);
    return STATUS_OK;
}

static bool on_cpu(const settings *s)
{
    return !s->motion->device || strcmp(s->motion->device, "cpu") == 0;
}

/* In every step; 0: until it changes no more. */
static uint32_t iterations_of(const settings *s)
{
    return s->motion->iterations || on_cpu(s) || s->motion->tolerance > 0
               ? s->motion->iterations
               : CORE_ITERATIONS;
}

static status make_plan(const settings *all, natural_plan *p, diag *d)
{
    const struct motion_settings *s = all->motion;
    *p = (natural_plan){.step_s = s->step_s,
                        .natural = {.way = (solve_way)s->solve, .penalty = s->penalty,
                                    .passes = iterations_of(all), .tolerance = s->tolerance}};
    TRY(method_find(s->method, MODEL_NATURAL, &p->method, d));
    if (p->method->switches) {
        p->upper = STEERING_UPPER;
        p->lower = STEERING_LOWER;
    }
    return read_steer(s->steer, p, d);
}

/* ---- the command ----------------------------------------------------------------------------- */

static status write_files(arena *mem, const settings *s, const track *t,
                          const motion_summary *all, diag *d)
{
    output_file files[4];
    text said = text_make(mem);
    uint32_t count = 0;
    if (s->csv) {
        files[count] = (output_file){s->csv, text_make(mem)};
        track_print_csv(t, &files[count++].bytes);
    }
    if (s->npz) {
        files[count] = (output_file){s->npz, text_make(mem)};
        track_print_npz(t, &files[count++].bytes);
    }
    if (s->svg) {
        files[count] = (output_file){s->svg, text_make(mem)};
        track_print_svg(t, motion_described(mem, all), &files[count++].bytes);
    }
    if (s->page) {
        files[count] = (output_file){s->page, text_make(mem)};
        motion_print(all, &said);
        page_write_motion(mem, t, all->forms,
                          &(page_motion){s->command_line, motion_described(mem, all), said.bytes},
                          &files[count++].bytes);
    }
    return output_write(files, count, d);
}

/* A motion that was computed to its end may still be none. */
static status judge(const mover *m, const simulation_report *r, diag *d)
{
    if (!simulation_is_useless(r))
        return STATUS_OK;
    const double exchanged = simulation_exchanged(r);
    diag_warn(d, (place){0},
              "model '%s': the motion is of no use: beside what forces gave and took the energy "
              "changes by %.4g J, %.3g %% of the %.4g J that the motion exchanges (allowed: %g "
              "%%); shorter steps (--step) or another method may help",
              m->model, r->energy_change, 100 * r->energy_change / exchanged, exchanged,
              100 * SIMULATION_ENERGY_SHARE);
    return STATUS_DOUBT;
}

/* Moves it, writes files, after a failure, too: what was computed until then; and prints. */
static status move(arena *mem, const mover *m, settings *s, motion_summary *all, text *out,
                   diag *d)
{
    const simulation_plan wish = {.until_s = s->motion->until_s, .rows = s->motion->rows,
                                  .realtime = s->motion->realtime, .events = all->events};
    track rows;
    simulation_report r;
    status done = simulation_run(mem, m, &wish, &s->life, &rows, &r, d);
    progress_release(&s->life);
    if (done == STATUS_OK)
        done = judge(m, &r, d);
    if (r.stopped)
        diag_note(d, (place){0}, "the motion was stopped early, at t = %.6g s of %g s: what is "
                                 "printed and written is of that time", r.t, wish.until_s);
    if (all->robot)
        limits_note(all->robot->t, all->robot->passed, d);
    const diag_entry why = d->error;
    all->model = m->model;
    all->r = &r;
    all->rows = &rows;
    all->has_constraints = m->columns.has_constraints;
    all->realtime = s->motion->realtime;
    TRY(write_files(mem, s, &rows, all, d));
    d->error = why;
    if (output_is_stdout(s->csv) || output_is_stdout(s->npz) || output_is_stdout(s->svg) ||
        output_is_stdout(s->page))
        return done;
    if (s->json)
        motion_print_json(all, out);
    else
        motion_print(all, out);
    return done;
}

/* The same with accelerations from a core, which *from takes. */
static status move_on_core(arena *mem, const mover *m, const text *image_bytes, accelerator *from,
                           settings *s, motion_summary *all, text *out, diag *d)
{
    core_accelerator core;
    const char *device = s->motion->device;
    const bool plain = strcmp(device, "twin") == 0 || strcmp(device, "sim") == 0;
    const char *address = plain ? arena_printf(mem, "%s:", device) : device;
    status done = core_accelerator_open(mem, address, image_bytes, &core, d);
    all->core = &core;
    *from = core_accelerator_of(&core);
    if (done == STATUS_OK)
        done = move(mem, m, s, all, out, d);
    core_accelerator_close(&core);
    return done;
}

/* Errors steer steps of some methods alone. */
static status check_error(const settings *s, const motion_method *method, diag *d)
{
    const double tolerance = s->motion->tolerance;
    if (method->adapts && tolerance > 0 && tolerance < ADAPTIVE_TOLERANCE_LEAST)
        return diag_error(d, (place){0}, "bad value '%g' of option --tolerance: for method '%s' %g "
                          "or more expected", tolerance, method->name, ADAPTIVE_TOLERANCE_LEAST);
    if (s->motion->dissipation >= 0 && !method->by_newton)
        return diag_error(d, (place){0}, "--dissipation is for method alpha: '%s' has none to set",
                          method->name);
    if (!(s->motion->absolute > 0) || method->adapts)
        return STATUS_OK;
    return diag_error(d, (place){0}, "--absolute: errors do not steer steps of method '%s'",
                      method->name);
}

static status simulate_natural(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    natural model;
    natural_plan plan;
    natural_run run;
    text bytes = text_make(mem);
    if (s->motion->start.items_count || s->motion->starts || s->motion->torques ||
        s->motion->drives || s->motion->values || s->motion->laws ||
        s->motion->events.items_count || s->motion->stop)
        return diag_error(d, (place){0}, "--start, --starts, --torques, --motion, --values, "
                                         "--event, --stop-at and --law-file are for robots: a .nat "
                                         "file gives its own start");
    TRY(make_plan(s, &plan, d));
    TRY(check_error(s, plan.method, d));
    if (!on_cpu(s) && plan.method->natural != natural_step_index1)
        return diag_error(d, (place){0}, "method '%s' runs on the CPU: with natural coordinates "
                                         "only index1 uses a core",
                          plan.method->name);
    TRY(natural_read(mem, path, &model, d));
    TRY(natural_run_begin(mem, &model, &plan, &run, d));
    const mover moves = natural_run_mover(&run);
    motion_summary all = {.method = plan.method, .natural = &run};
    if (on_cpu(s))
        return move(mem, &moves, s, &all, out, d);
    TRY(settings_take_machine(s, d));
    TRY(core_image_of_natural(mem, &s->passes, &model, &bytes, d));
    run.motion.d = d;
    return move_on_core(mem, &moves, &bytes, &run.motion.from, s, &all, out, d);
}

/* Of what --parameters names. */
static status read_values(arena *mem, const char *path, const tree *t,
                          const parameter_values **out, diag *d)
{
    if (!path)
        return STATUS_OK;
    if (!t->parameters_count && !t->numbers_count)
        return diag_error(d, (place){0}, "--values %s: what has values of its own is said by "
                          "--parameters LINK,...|all", path);
    parameter_values *values = ARENA_ARRAY(mem, parameter_values, 1);
    *out = values;
    return parameter_values_read(mem, path, t, values, d);
}

static status read_events(arena *mem, const settings *s, const mover *m, const events_plan **out,
                          diag *d)
{
    const struct motion_settings *given = s->motion;
    if (!given->events.items_count && !given->stop)
        return STATUS_OK;
    const track columns = track_make(m->model, &m->columns);
    events_plan *plan = ARENA_ARRAY(mem, events_plan, 1);
    *out = plan;
    return events_read(mem, given->events.items, given->events.items_count, given->stop, &columns,
                       plan, d);
}

static status simulate_robot(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms forms;
    robot_motion x;
    const motion_method *method;
    text bytes = text_make(mem);
    robot_plan plan = {.forms = &forms, .passes = &s->passes, .torques = s->motion->torques,
                       .drives = s->motion->drives, .start = s->motion->start.items,
                       .start_count = s->motion->start.items_count,
                       .iterations = iterations_of(s)};
    if (s->motion->steer)
        return diag_error(d, (place){0}, "--steer is for natural coordinates");
    TRY(method_find(s->motion->method, MODEL_ROBOT, &method, d));
    TRY(check_error(s, method, d));
    plan.step = method->robot;
    plan.by_multipliers = method->by_multipliers;
    plan.changes_partition = on_cpu(s);
    plan.adapts = method->adapts;
    plan.tolerance = s->motion->tolerance;
    plan.absolute = s->motion->absolute;
    plan.dissipation = s->motion->dissipation >= 0 ? s->motion->dissipation : DISSIPATION;
    if (!on_cpu(s) && (method->by_multipliers || method->adapts || method->by_newton))
        return diag_error(d, (place){0}, "method '%s' runs only on the CPU", method->name);
    TRY(check_starts(s, on_cpu(s), d));
    s->passes.tree.free_bodies_fall = true;
    TRY(passes_tree(mem, path, &s->passes, &forms, d));
    TRY(read_values(mem, s->motion->values, &forms.tree, &plan.values, d));
    TRY(law_file_load(mem, s->motion->laws, &forms.tree, &plan.laws, d));
    progress_hold(&s->life);
    TRY(robot_motion_begin(mem, &plan, &x, d));
    if (method->fits)
        TRY(method->fits(&x, d));
    const mover moves = robot_motion_mover(mem, &x, s->motion->step_s);
    motion_summary all = {.method = method, .robot = &x, .forms = &forms};
    TRY(read_events(mem, s, &moves, &all.events, d));
    if (s->motion->starts)
        return simulate_starts(mem, s, method, &x, all.events, out, d);
    if (on_cpu(s)) {
        if (!method->by_multipliers)
            robot_cpu_compile(x.cpu, d);
        const status done = move(mem, &moves, s, &all, out, d);
        robot_cpu_release(x.cpu);
        return done;
    }
    TRY(robot_states_refuse(&forms.tree, "a core", d));
    TRY(settings_take_machine(s, d));
    TRY(core_image_of_robot(mem, &s->passes, &forms, &bytes, d));
    return move_on_core(mem, &moves, &bytes, &x.from, s, &all, out, d);
}

static status run_simulate(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    TRY(check_plan(s->motion, d));
    return natural_is_file(path) ? simulate_natural(mem, path, s, out, d)
                                 : simulate_robot(mem, path, s, out, d);
}

const command SIMULATE_COMMAND = {
    .name = "simulate",
    .title = "how a model moves: positions, energy, constraints over time",
    .operand = "MODEL",
    .about = "Moves a model from its start and writes what it does: " A_ROBOT ",\n"
             "or one in natural coordinates (.nat). Where it fails, its files hold what was "
             "computed until then.",
    .example = "tauflow simulate robots/loops/slider_crank.urdf --start crank_x=0,6 --until 1",
    .options = "@motion csv npz svg page json @search ~base balls gravity root tip element cut "
               "payload parameters @joints independent partition closed-at baumgarte-alpha "
               "baumgarte-beta @reading ~@machine @scheduler @shared",
    .words = {{"csv", .about = "write the motion"},
              {"npz", .about = "write the motion for NumPy: t, positions, rates, energy ..."},
              {"svg", .about = "draw the motion"},
              {"page", .about = "show the motion in space and over time, on a page of HTML that "
                                "needs no other file"},
              {"balls", .about = "how ball joints move: as three hinges, or by a quaternion, which "
                                 "is singular nowhere; NAME.x, y, z are its angles then, and rates "
                                 "and torques are those about its child's axes"},
              {"parameters", .about = "let mass, centre and moments of these links, or numbers "
                                      "JOINT.damping and the like, be inputs of the equations, "
                                      "which --values sets; repeatable"},
              {"start", .about = "where this joint of a robot starts; joints that follow others "
                                 "start near it; of a free body LINK.x, y, z (m) and LINK.rx, ry, "
                                 "rz (roll, pitch, yaw; rates about its own axes); repeatable"}},
    .run = run_simulate,
};
