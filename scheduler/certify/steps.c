/* SPDX-License-Identifier: MIT */
#include "certify/steps.h"

#include "base/progress.h"
#include "certify/equations_file.h"
#include "certify/execution.h"
#include "certify/face_reader.h"
#include "certify/image_words.h"
#include "certify/lowering.h"
#include "certify/points_check.h"
#include "certify/readback.h"

#include <stdio.h>
#include <string.h>

/* ---- which steps ----------------------------------------------------------------------------- */

static bool is_graph(const certificate_form *f)
{
    return f->kind == FORM_OPERATIONS || f->kind == FORM_SCHEDULE;
}

static bool has_line(const certificate_form *f, const char *line, size_t length)
{
    for (size_t k = 0; f->bytes && k + length <= f->length; k++)
        if (memcmp(f->bytes + k, line, length) == 0)
            return true;
    return false;
}

/* Whether the numbers of a graph have points: a line says so, `numbers fixed 24`. */
static bool has_points(const certificate_form *f)
{
    bool found = false;
    for (uint32_t k = 0; k < FORMATS; k++) {
        char line[FORMAT_SAID];
        const int length = snprintf(line, sizeof line, "\nnumbers %s ", NUMBER_FORMAT[k].word);
        found = found || (NUMBER_FORMAT[k].has_points && has_line(f, line, (size_t)length));
    }
    return found;
}

static void add_step(arena *mem, certificate *c, step_kind kind, uint32_t from, uint32_t to)
{
    *ARENA_PUSH(mem, c, steps) =
        (certificate_step){.kind = kind, .from = from, .to = to, .verdict = VERDICT_OPEN,
                           .text = "nothing was done yet"};
}

/* Steps that end in a graph: it comes from the equations before it, if these are there, or from the
 * graph before it. */
static void add_graph(arena *mem, certificate *c, uint32_t source, uint32_t i)
{
    const certificate_form *before = i ? &c->forms[i - 1] : NULL;
    if (source < c->forms_count)
        add_step(mem, c, STEP_MODEL, source, i);
    if (before && before->kind == FORM_EQUATIONS)
        add_step(mem, c, STEP_LOWERING, i - 1, i);
    if (has_points(&c->forms[i]))
        add_step(mem, c, STEP_NUMBERS, i, i);
    if (c->forms[i].kind == FORM_SCHEDULE)
        add_step(mem, c, STEP_SCHEDULE, before && is_graph(before) ? i - 1 : i, i);
}

void chain_steps(arena *mem, certificate *c)
{
    static const step_kind MADE_OF_GRAPH[FORM_KINDS] = {
        [FORM_C] = STEP_C, [FORM_HEADER] = STEP_HEADER, [FORM_HLS] = STEP_HLS,
        [FORM_CIRCUIT] = STEP_CIRCUIT, [FORM_FACE] = STEP_FACE};
    uint32_t source = c->forms_count, last = c->forms_count; /* the robot, the last graph */
    c->steps_count = 0;
    for (uint32_t i = 0; i < c->forms_count; i++) {
        certificate_form *f = &c->forms[i];
        f->graph = NULL;
        f->tokens = NULL;
        if (f->kind == FORM_ROBOT)
            source = i;
        if (is_graph(f))
            add_graph(mem, c, source, last = i);
        if (last == c->forms_count)
            continue;
        if (f->kind == FORM_IMAGE) {
            if (c->forms[last].kind == FORM_SCHEDULE) /* others are of circuits */
                add_step(mem, c, STEP_PROGRAM, last, i);
            add_step(mem, c, STEP_IMAGE, last, i);
        }
        const bool first = i == 0 || c->forms[i - 1].kind != f->kind;
        if (MADE_OF_GRAPH[f->kind] && first)
            add_step(mem, c, MADE_OF_GRAPH[f->kind], last, i);
    }
}

/* ---- forms ----------------------------------------------------------------------------------- */

typedef struct {
    arena *mem; /* of this step */
    arena *of_chain;
    const certificate *all;
    certificate_form *from, *to;
    certificate_step *step;
    const chain_context *context;
    const check_result *known; /* of a second formula, about the graph that it ends in; or NULL */
    diag *d;
} check;

/* What messages call a form. */
static const char *form_name(const certificate_form *f)
{
    return f->place == PLACE_FILE ? f->path : FORM_KIND[f->kind].word;
}

/* What p points at is not changed: several steps take a graph, and the first of them parses it. */
static status take_graph(const check *k, certificate_form *f, ops *p)
{
    if (!f->graph) {
        ops *made = ARENA_ARRAY(k->of_chain, ops, 1);
        schedule unused;
        TRY(f->kind == FORM_SCHEDULE
                ? schedule_parse(k->of_chain, form_name(f), f->bytes, f->length, made, &unused,
                                 k->d)
                : ops_parse(k->of_chain, form_name(f), f->bytes, f->length, made, k->d));
        f->graph = made;
    }
    *p = *f->graph;
    return STATUS_OK;
}

static status take_image(const check *k, tau_image *out)
{
    report r;
    if (tau_image_read(k->to->bytes, k->to->length, out, &r) != TAUFLOW_OK)
        return diag_error(k->d, (place){.file = form_name(k->to)}, "%s", r.text);
    return STATUS_OK;
}

static void leave_open(const check *k, const char *why)
{
    k->step->verdict = VERDICT_OPEN;
    k->step->text = why;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* A second formula on the robot's file; points are of no matter to it. */
static status ask_second(const check *k, check_result *out)
{
    const passes_settings *given = k->context->settings;
    passes_settings own = *given;
    passes_forms *f = ARENA_ARRAY(k->mem, passes_forms, 1);
    passes_question q;
    ops p;
    TRY(take_graph(k, k->to, &p));
    own.equations.function = p.function;
    TRY(passes_tree(k->mem, k->from->path, &own, f, k->d));
    p.format = FORMAT_UNNAMED;
    TRY(passes_question_make(k->mem, f, &p, given->equations.seed, &q, k->d));
    return check_graph(k->mem, &f->robot, &f->options, q.graph, &q.wish, out, k->d);
}

static status check_model(const check *k)
{
    check_result r = {.why_not = "how the robot was read is not known"};
    if (k->known)
        r = *k->known;
    else if (k->context->settings && k->from->place == PLACE_FILE)
        TRY(ask_second(k, &r));
    if (!r.done) {
        leave_open(k, r.why_not ? r.why_not : "no second formula was asked");
        return STATUS_OK;
    }
    k->step->verdict = VERDICT_CHECKED;
    k->step->seed = k->context->settings ? k->context->settings->equations.seed : 0;
    k->step->count = r.states;
    k->step->bound = r.allowed;
    return STATUS_OK;
}

static status check_lowering(const check *k)
{
    stated_equations e;
    ops p;
    lowering_facts facts;
    TRY(equations_file_read(k->mem, form_name(k->from), k->from->bytes, k->from->length, &e, k->d));
    TRY(take_graph(k, k->to, &p));
    TRY(lowering_check(k->mem, &e, &p, form_name(k->from), CHAIN_SEED, &facts, k->d));
    k->step->seed = CHAIN_SEED;
    k->step->count = (uint64_t)facts.points * facts.outputs;
    k->step->bound = facts.rounded ? facts.blur : facts.error;
    k->step->verdict =
        facts.rounded || facts.error > LOWERING_CHANCE ? VERDICT_CHECKED : VERDICT_PROVED;
    if (facts.rounded)
        k->step->text = "constants were rounded: both evaluated in binary64 at random points, with "
                        "bounds of the roundings";
    if (facts.points < LOWERING_POINTS)
        leave_open(k, "at random points roundings or quotients by 0 hide what is computed");
    return STATUS_OK;
}

/* Points of a robot's graph are ours. */
static bool has_robot(const certificate *c)
{
    for (uint32_t i = 0; i < c->forms_count; i++)
        if (c->forms[i].kind == FORM_ROBOT)
            return true;
    return false;
}

static status check_numbers(const check *k)
{
    ops p;
    points_facts facts;
    TRY(take_graph(k, k->to, &p));
    const status fits = points_check(k->mem, &p, CHAIN_SEED, form_name(k->to), &facts, k->d);
    if (fits == STATUS_INPUT && !has_robot(k->all)) {
        leave_open(k, arena_printf(k->mem, "points are those of the file: %s", k->d->error.text));
        k->d->error = (diag_entry){0};
        return STATUS_OK;
    }
    TRY(fits);
    k->step->verdict = facts.proved == facts.values ? VERDICT_PROVED : VERDICT_CHECKED;
    k->step->seed = CHAIN_SEED;
    k->step->count = facts.proved;
    if (facts.proved < facts.values)
        k->step->text = arena_printf(k->mem, "interval arithmetic proves %u of %u values; the "
                                     "others fitted in %u random states", facts.proved,
                                     facts.values, facts.states);
    return STATUS_OK;
}

static bool same_operations(const check *k, const ops *a, const ops *b)
{
    text x = text_make(k->mem), y = text_make(k->mem);
    ops_print(a, &x);
    ops_print(b, &y);
    return x.length == y.length && memcmp(x.bytes, y.bytes, x.length) == 0;
}

static status check_schedule(const check *k)
{
    ops p, given;
    schedule s;
    sched_lines lines;
    TRY(schedule_parse_lines(k->mem, form_name(k->to), k->to->bytes, k->to->length, &p, &s, &lines,
                             k->d));
    TRY(schedule_check(&p, &s, form_name(k->to), &lines, k->d));
    if (k->from != k->to) {
        TRY(take_graph(k, k->from, &given));
        if (!same_operations(k, &given, &p)) {
            leave_open(k, "the schedule is of other operations: numbers or angles were changed");
            return STATUS_OK;
        }
    }
    k->step->verdict = VERDICT_PROVED;
    k->step->count = (uint64_t)p.list_count + s.takes_count;
    return STATUS_OK;
}

static status check_program(const check *k)
{
    ops p;
    tau_image i;
    execution_facts facts;
    TRY(take_graph(k, k->from, &p));
    TRY(take_image(k, &i));
    TRY(image_words_counts(&i, &p, form_name(k->to), k->d));
    if (i.needs.circuit)
        return diag_error(k->d, (place){.file = form_name(k->to)},
                          "image: it is of a circuit, not of a schedule");
    TRY(execution_check(&i, &p, form_name(k->to), &facts, k->d));
    k->step->verdict = facts.period ? VERDICT_PROVED : VERDICT_CHECKED;
    k->step->count = facts.operations + facts.words;
    return STATUS_OK;
}

static status check_image(const check *k)
{
    ops p;
    schedule s;
    tau_image i;
    TRY(take_image(k, &i));
    const bool scheduled = k->from->kind == FORM_SCHEDULE;
    if (!i.needs.circuit && !scheduled)
        return diag_error(k->d, (place){.file = form_name(k->to)},
                          "image: it is of a core, and the certificate has no schedule");
    if (scheduled) {
        TRY(schedule_parse(k->mem, form_name(k->from), k->from->bytes, k->from->length, &p, &s,
                           k->d));
        TRY(schedule_settle(&p, &s, k->d));
    } else {
        TRY(take_graph(k, k->from, &p));
    }
    TRY(image_words_check(&i, &p, scheduled ? &s : NULL, form_name(k->to), &k->step->count, k->d));
    k->step->verdict = VERDICT_PROVED;
    return STATUS_OK;
}

/* What a text was read back as. */
static status take_readback(const check *k, const readback_result *r)
{
    k->step->verdict = VERDICT_PROVED;
    k->step->count = r->operations;
    return STATUS_OK;
}

/* C and its header have the functions of all graphs before them. */
static status take_graphs(const check *k, ops **graphs, uint32_t *count)
{
    *graphs = ARENA_ARRAY(k->mem, ops, k->all->forms_count);
    *count = 0;
    for (certificate_form *f = k->all->forms; f < k->to; f++)
        if (is_graph(f))
            TRY(take_graph(k, f, &(*graphs)[(*count)++]));
    return STATUS_OK;
}

static status check_c(const check *k)
{
    ops *graphs;
    uint32_t count;
    readback_result r = {0};
    TRY(take_graphs(k, &graphs, &count));
    TRY(readback_c(k->of_chain, form_name(k->to), k->to->bytes, k->to->length, graphs, count, &r,
                   k->d));
    k->to->tokens = r.tokens;
    return take_readback(k, &r);
}

static readback_text text_of(const certificate_form *f)
{
    return (readback_text){form_name(f), f->bytes, f->length};
}

static status check_header(const check *k)
{
    certificate_form *c = k->to - 1; /* stands before it */
    const readback_text header = text_of(k->to), code = text_of(c);
    ops *graphs;
    uint32_t count;
    readback_result r = {0};
    if (c->kind != FORM_C || c->place == PLACE_GONE)
        return diag_error(k->d, (place){.file = form_name(k->to)},
                          "the C that this header is of is not there");
    TRY(take_graphs(k, &graphs, &count));
    struct c_text *tokens = c->tokens;
    c->tokens = NULL; /* those of the header join them */
    TRY(readback_header(k->mem, &header, &code, tokens, graphs, count, &r, k->d));
    return take_readback(k, &r);
}

static bool is_header(const certificate_form *f)
{
    const size_t length = f->path ? strlen(f->path) : 0;
    return length > 2 && strcmp(f->path + length - 2, ".h") == 0;
}

/* All kernels together, their tables first. */
static status check_hls(const check *k)
{
    const certificate *c = k->all;
    readback_text *texts = ARENA_ARRAY(k->mem, readback_text, c->forms_count);
    readback_result r = {0};
    uint32_t count = 0;
    ops p;
    for (int headers = 1; headers >= 0; headers--)
        for (uint32_t i = 0; i < c->forms_count; i++) {
            const certificate_form *f = &c->forms[i];
            if (f->kind == FORM_HLS && is_header(f) == (headers == 1))
                texts[count++] = text_of(f);
        }
    TRY(take_graph(k, k->from, &p));
    TRY(readback_hls(k->mem, texts, count, &p, &r, k->d));
    return take_readback(k, &r);
}

static status check_circuit(const check *k)
{
    ops p;
    readback_result r = {0};
    TRY(take_graph(k, k->from, &p));
    TRY(readback_circuit(k->mem, form_name(k->to), k->to->bytes, k->to->length, &p, &r, k->d));
    return take_readback(k, &r);
}

/* The only form of that kind; NULL: there is none. */
static certificate_form *form_of(const certificate *c, form_kind kind)
{
    for (uint32_t i = 0; i < c->forms_count; i++)
        if (c->forms[i].kind == kind && c->forms[i].place != PLACE_GONE)
            return &c->forms[i];
    return NULL;
}

static status check_face(const check *k)
{
    certificate_form *circuit = form_of(k->all, FORM_CIRCUIT),
                     *tau = form_of(k->all, FORM_IMAGE);
    check of_image = *k;
    ops p;
    tau_image i;
    if (!circuit || !tau)
        return diag_error(k->d, (place){.file = form_name(k->to)},
                          "the circuit that this is of is not there, or its image");
    of_image.to = tau;
    TRY(take_graph(k, k->from, &p));
    TRY(take_image(&of_image, &i));
    TRY(image_words_counts(&i, &p, form_name(tau), k->d));
    const face_texts texts = {text_of(k->to), text_of(circuit), &i, form_name(tau), &p};
    k->step->verdict = VERDICT_PROVED;
    return readback_face(k->mem, &texts, &k->step->count, k->d);
}

static status (*const CHECKS[STEP_KINDS])(const check *) = {
    [STEP_MODEL] = check_model,     [STEP_LOWERING] = check_lowering,
    [STEP_NUMBERS] = check_numbers, [STEP_SCHEDULE] = check_schedule,
    [STEP_PROGRAM] = check_program, [STEP_IMAGE] = check_image,
    [STEP_C] = check_c,             [STEP_HEADER] = check_header,
    [STEP_HLS] = check_hls,
    [STEP_CIRCUIT] = check_circuit, [STEP_FACE] = check_face,
};

/* ---- the whole ------------------------------------------------------------------------------- */

/* What is known of the graph in which a step ends, if it ends in one: graphs are counted. */
static const check_result *known_of(const certificate *c, uint32_t form, const chain_context *x)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < form; i++)
        number += is_graph(&c->forms[i]);
    return x->known && is_graph(&c->forms[form]) ? x->known[number] : NULL;
}

status chain_step(arena *mem, certificate *c, uint32_t number, const chain_context *x, diag *d)
{
    certificate_step *s = &c->steps[number];
    const double began = progress_now();
    arena scratch = arena_make();
    const check k = {.mem = &scratch, .of_chain = mem, .all = c, .from = &c->forms[s->from],
                     .to = &c->forms[s->to], .step = s, .context = x,
                     .known = known_of(c, s->to, x), .d = d};
    status done = STATUS_OK;
    s->text = STEP_KIND[s->kind].method;
    if (k.from->place == PLACE_GONE || k.to->place == PLACE_GONE)
        leave_open(&k, "the input came by standard input, and is gone");
    else
        done = CHECKS[s->kind](&k);
    s->text = arena_strdup(mem, s->text);
    s->seconds = progress_now() - began;
    if (s->kind == STEP_MODEL && k.known) /* asked before */
        s->seconds += k.known->seconds;
    arena_free(&scratch);
    if (done == STATUS_INPUT)
        return diag_error(d, d->error.at, "step %s: %s", STEP_KIND[s->kind].word,
                          arena_strdup(d->mem, d->error.text));
    return done;
}

status chain_replay(arena *mem, certificate *c, const chain_context *x, diag *d)
{
    chain_steps(mem, c);
    for (uint32_t i = 0; i < c->steps_count; i++)
        TRY(chain_step(mem, c, i, x, d));
    return STATUS_OK;
}
