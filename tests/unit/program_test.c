/* SPDX-License-Identifier: MIT */
/* Programs: what the builder refuses, and that the checker finds everything that can go wrong. The
 * judge of the checker is the twin: what the checker lets pass must run, under any stalls, to the
 * right end. */
#include "unit/program_fixture.h"

#include "program/build_counts.h"

enum {
    SAMPLES =
        5, /* odd, so that a sequence twice as long as it should be does not end at its start */
    OVERLAPPING = 61 /* past every beginning and twice through every loop */
};

static void every_schedule_becomes_a_program_that_passes(void **state)
{
    (void)state;
    static const char *const makers[] = {"random", "thesis", "best"};
    arena mem = arena_make();
    diag d = diag_make(&mem);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            ops p = graph_for_line(&mem, CORES[m], 4 + (uint32_t)seed, 30 * (uint32_t)seed, seed);
            program q = program_by(&mem, makers[seed % 3], &p, CORES[m], seed);
            if (program_check(&p, &q, &d) != STATUS_OK)
                fail_msg("%s: %s", CORES[m], d.error.text);
        }
    }
    arena_free(&mem);
}

static void constants_are_stored_once_per_receiver(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 5, 200, 3);
    program q = program_by(&mem, "best", &p, CORES[0], 3);
    assert_in_range(q.shape.constants, 2, 8); /* the graph has eight */
    for (uint32_t r = 0; r < core_output(&q.shape); r++)
        for (uint32_t i = 0; i < q.receivers[r].constants_count; i++)
            for (uint32_t k = 0; k < i; k++)
                assert_int_not_equal(q.receivers[r].constants[i], q.receivers[r].constants[k]);
    arena_free(&mem);
}

/* ---- corruption ---------------------------------------------------------------------------- */

/* A copy whose sequences may be spoilt. */
static program copy_program(arena *mem, const program *q)
{
    program c = *q;
    c.receivers = ARENA_ARRAY(mem, program_receiver, core_receivers(&q->shape));
    c.units = ARENA_ARRAY(mem, program_unit, core_units(&q->shape));
    c.sources = ARENA_ARRAY(mem, program_source, core_sources(&q->shape));
    c.input_map = ARENA_ARRAY(mem, uint32_t, q->beats * q->shape.lanes + 1);
    c.output_map = ARENA_ARRAY(mem, program_output, q->outputs_count + 1);
    memcpy(c.input_map, q->input_map, q->beats * q->shape.lanes * sizeof *c.input_map);
    memcpy(c.output_map, q->output_map, q->outputs_count * sizeof *c.output_map);
    for (uint32_t r = 0; r < core_receivers(&q->shape); r++) {
        c.receivers[r] = q->receivers[r];
        c.receivers[r].receptions = ARENA_ARRAY(mem, program_reception,
                                                q->receivers[r].receptions_count + 2);
        c.receivers[r].constants = ARENA_ARRAY(mem, uint32_t, q->receivers[r].constants_count + 1);
        memcpy(c.receivers[r].receptions, q->receivers[r].receptions,
               q->receivers[r].receptions_count * sizeof(program_reception));
        if (q->receivers[r].constants_count)
            memcpy(c.receivers[r].constants, q->receivers[r].constants,
                   q->receivers[r].constants_count * sizeof(uint32_t));
    }
    for (uint32_t u = 0; u < core_units(&q->shape); u++) {
        c.units[u] = q->units[u];
        c.units[u].issues = ARENA_ARRAY(mem, program_issue, q->units[u].issues_count + 1);
        memcpy(c.units[u].issues, q->units[u].issues,
               q->units[u].issues_count * sizeof(program_issue));
    }
    for (uint32_t s = 0; s < core_sources(&q->shape); s++) {
        c.sources[s] = q->sources[s];
        c.sources[s].emissions = ARENA_ARRAY(mem, program_mask, q->sources[s].emissions_count + 1);
        memcpy(c.sources[s].emissions, q->sources[s].emissions,
               q->sources[s].emissions_count * sizeof(program_mask));
    }
    return c;
}

typedef struct {
    program *q;
    uint64_t random;
} spoiler;

static uint32_t below(spoiler *s, uint32_t limit)
{
    return (uint32_t)(random_bits(&s->random) % limit);
}

/* A receiver with at least `least` receptions. */
static program_receiver *some_receiver(spoiler *s, uint32_t least)
{
    for (;;) {
        program_receiver *r = &s->q->receivers[below(s, core_receivers(&s->q->shape))];
        if (r->receptions_count >= least)
            return r;
    }
}

static program_receiver *some_store(spoiler *s)
{
    for (;;) {
        program_receiver *r = &s->q->receivers[below(s, core_output(&s->q->shape))];
        if (r->receptions_count)
            return r;
    }
}

static program_unit *some_unit(spoiler *s)
{
    for (;;) {
        program_unit *u = &s->q->units[below(s, core_units(&s->q->shape))];
        if (u->issues_count)
            return u;
    }
}

static program_source *some_source(spoiler *s)
{
    for (;;) {
        program_source *x = &s->q->sources[below(s, core_sources(&s->q->shape))];
        if (x->emissions_count)
            return x;
    }
}

static void swap_receptions(spoiler *s)
{
    program_receiver *r = some_receiver(s, 2);
    uint32_t k = below(s, r->receptions_count - 1);
    program_reception x = r->receptions[k];
    r->receptions[k] = r->receptions[k + 1];
    r->receptions[k + 1] = x;
}

static void change_slot(spoiler *s)
{
    program_receiver *r = some_store(s);
    r->receptions[below(s, r->receptions_count)].slot = below(s, s->q->shape.slots);
}

static void change_source(spoiler *s)
{
    program_receiver *r = some_receiver(s, 1);
    r->receptions[below(s, r->receptions_count)].source = below(s, core_sources(&s->q->shape));
}

static void drop_reception(spoiler *s)
{
    program_receiver *r = some_receiver(s, 1);
    uint32_t k = below(s, r->receptions_count);
    memmove(r->receptions + k, r->receptions + k + 1,
            (--r->receptions_count - k) * sizeof *r->receptions);
}

static void repeat_reception(spoiler *s)
{
    program_receiver *r = some_receiver(s, 1);
    uint32_t k = below(s, r->receptions_count);
    memmove(r->receptions + k + 1, r->receptions + k,
            (r->receptions_count++ - k) * sizeof *r->receptions);
}

static void flip_mask_bit(spoiler *s)
{
    program_source *x = some_source(s);
    uint32_t r = below(s, core_receivers(&s->q->shape));
    x->emissions[below(s, x->emissions_count)].bits[r / 32] ^= UINT32_C(1) << r % 32;
}

static void clear_mask_bit(spoiler *s)
{
    program_source *x = some_source(s);
    program_mask *m = &x->emissions[below(s, x->emissions_count)];
    for (uint32_t r = 0;; r = below(s, core_receivers(&s->q->shape)))
        if (m->bits[r / 32] >> r % 32 & 1) {
            m->bits[r / 32] ^= UINT32_C(1) << r % 32;
            return;
        }
}

static void swap_emissions(spoiler *s)
{
    program_source *x = some_source(s);
    uint32_t i = below(s, x->emissions_count), k = below(s, x->emissions_count);
    program_mask m = x->emissions[i];
    x->emissions[i] = x->emissions[k];
    x->emissions[k] = m;
}

static void drop_emission(spoiler *s)
{
    some_source(s)->emissions_count--;
}

static void swap_issues(spoiler *s)
{
    program_unit *u = some_unit(s);
    uint32_t k = u->issues_count > 1 ? below(s, u->issues_count - 1) : 0,
             next = u->issues_count > 1 ? k + 1 : k;
    program_issue i = u->issues[k];
    u->issues[k] = u->issues[next];
    u->issues[next] = i;
}

static void change_read(spoiler *s)
{
    program_unit *u = some_unit(s);
    program_read *x = &u->issues[below(s, u->issues_count)].operand[below(s, 2)];
    x->index = below(s, s->q->shape.slots);
}

static void flip_release(spoiler *s)
{
    program_unit *u = some_unit(s);
    program_read *x = &u->issues[below(s, u->issues_count)].operand[below(s, 2)];
    x->release = !x->release;
}

static void change_most(spoiler *s)
{
    program_receiver *r = some_store(s);
    r->receptions[below(s, r->receptions_count)].most = below(s, s->q->shape.slots);
}

static void change_above(spoiler *s)
{
    program_unit *u = some_unit(s);
    u->issues[below(s, u->issues_count)].operand[below(s, 2)].above = below(s, s->q->shape.slots);
}

static void change_action(spoiler *s)
{
    program_unit *u = some_unit(s);
    u->issues[below(s, u->issues_count)].action = (program_action)below(s, 4);
}

static void swap_operands(spoiler *s)
{
    program_unit *u = some_unit(s);
    program_issue *i = &u->issues[below(s, u->issues_count)];
    program_read x = i->operand[0];
    i->operand[0] = i->operand[1];
    i->operand[1] = x;
}

static void change_constant(spoiler *s)
{
    for (;;) {
        program_receiver *r = &s->q->receivers[below(s, core_output(&s->q->shape))];
        if (r->constants_count) {
            r->constants[below(s, r->constants_count)] ^= UINT32_C(1) << below(s, 31);
            return;
        }
    }
}

static void change_input(spoiler *s)
{
    uint32_t k = below(s, s->q->beats * s->q->shape.lanes);
    s->q->input_map[k] = below(s, s->q->inputs_count);
}

static void change_output(spoiler *s)
{
    program_output *o = &s->q->output_map[below(s, s->q->outputs_count)];
    o->position = below(s, s->q->shape.output_words);
}

static void lose_a_slot(spoiler *s)
{
    s->q->shape.slots--;
}

static void name_a_slot_too_far(spoiler *s)
{
    program_receiver *r = some_receiver(s, 1);
    r->receptions[below(s, r->receptions_count)].slot = s->q->shape.slots;
}

static void change_constant_output(spoiler *s)
{
    for (uint32_t o = 0; o < s->q->outputs_count; o++)
        if (s->q->output_map[o].position == PROGRAM_CONSTANT)
            s->q->output_map[o].constant ^= UINT32_C(1) << below(s, 32);
}

typedef struct {
    const char *name;
    void (*spoil)(spoiler *s);
    bool always; /* there is no harmless case */
} corruption;

static const corruption CORRUPTIONS[] = {
    {"swap two receptions", swap_receptions, false},
    {"change a slot", change_slot, false},
    {"change a source", change_source, false},
    {"drop a reception", drop_reception, true},
    {"repeat a reception", repeat_reception, true},
    {"flip a bit of a mask", flip_mask_bit, true},
    {"clear a bit of a mask", clear_mask_bit, true},
    {"swap two emissions", swap_emissions, false},
    {"drop an emission", drop_emission, true},
    {"swap two issues", swap_issues, false},
    {"change a read", change_read, false},
    {"flip a release", flip_release, true},
    {"change the words with which a slot is empty", change_most, false},
    {"change the words with which one is there", change_above, false},
    {"change an action", change_action, false},
    {"swap operands", swap_operands, false},
    {"change a constant", change_constant, true},
    {"change an input", change_input, false},
    {"change an output", change_output, false},
    {"lose a slot", lose_a_slot, true},
    {"name a slot too far", name_a_slot_too_far, true},
    {"change a constant output", change_constant_output, true},
};

enum { CORRUPTIONS_COUNT = sizeof CORRUPTIONS / sizeof CORRUPTIONS[0] };

/* True when the twin runs the program to the right end, back to back and under stalls. */
static bool runs_well(const ops *p, const program *q, uint64_t seed)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    image words;
    bool well = image_build(&mem, q, &q->shape, &words, &d) == STATUS_OK;
    for (uint32_t k = 0; well && k < 4; k++) {
        twin *t = twin_make(&mem, &q->shape);
        twin_load_image(t, &words);
        stream_core c = stream_twin(t);
        uint32_t count = q->interval ? OVERLAPPING : SAMPLES;
        uint32_t *in = random_samples(&mem, p, count, seed),
                 *out = ARENA_ARRAY(&mem, uint32_t, count * p->outputs_count);
        stream_options o = {.overlap = k != 0,
                            .in_stall = k > 1 ? 128 : 0,
                            .out_stall = k > 2 ? 200 : 0,
                            .seed = seed + k,
                            .patience = 3000};
        stream_report r;
        well = stream_run(&c, q, &o, in, count, out, &r, &d) == STATUS_OK &&
               count_wrong(&mem, p, in, out, count) == 0 && (q->flush || twin_empty(t));
    }
    arena_free(&mem);
    return well;
}

/* With the numbers of words that the spoilt sequences need, where there are any: what is wrong with
 * the sequences themselves must be seen too. */
static bool count_anew(arena *mem, program *spoilt)
{
    diag d = diag_make(mem);
    program q = copy_program(mem, spoilt);
    const bool done = program_count(mem, &q, &d) == STATUS_OK;
    *spoilt = done ? q : *spoilt;
    return done;
}

/* The checker's verdict on one spoilt program, judged by the twin. */
static bool check_spoilt(const ops *p, const program *good, const corruption *c, uint64_t seed)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    program q = copy_program(&mem, good);
    spoiler s = {&q, seed};
    c->spoil(&s);
    /* Where there are none a core does not wait but takes what it finds. */
    const bool waits =
        c->spoil != change_most && c->spoil != change_above && count_anew(&mem, &q);
    bool caught = program_check(p, &q, &d) != STATUS_OK;
    if (!caught && !runs_well(p, &q, seed))
        fail_msg("%s, seed %llu: the checker let pass what does not run", c->name,
                 (unsigned long long)seed);
    if (!caught && c->always && !q.interval) /* a relay whose words all come from one source may
                                                have any number of equal entries in its loop */
        fail_msg("%s, seed %llu: the checker let it pass", c->name, (unsigned long long)seed);
    if (caught && waits && strstr(d.error.text, "deadlock") && runs_well(p, &q, seed))
        fail_msg("%s, seed %llu: no deadlock: %s", c->name, (unsigned long long)seed, d.error.text);
    arena_free(&mem);
    return caught;
}

static program stream_program(arena *mem, const ops *p, const char *line)
{
    machine m = machine_from(line);
    schedule s = schedule_of_stream(mem, p, &m);
    return program_from(mem, p, &s);
}

static void corruption_that_matters_is_caught(void **state)
{
    (void)state;
    enum { ROUNDS = 60 };
    static const char *const lines[] = {
        "network=crossbar mul=2 add=2 lanes=2 transfer=1 mul_latency=4 add_latency=5 queue=2",
        "network=ring modules=3 mul=3 add=3 lanes=1 mul_latency=2 add_latency=3",
        "network=ring modules=2 mul=2 add=2 div=2 sqrt=1 lanes=1 div_latency=4 sqrt_latency=3",
        "network=sparse mul=3 add=3 div=1 sqrt=1 lanes=2 mul_latency=2 div_latency=5"};
    enum { LINES = sizeof lines / sizeof *lines };
    /* each for one sample, then for samples that overlap */
    for (uint32_t m = 0; m < 2 * LINES; m++) {
        arena mem = arena_make();
        const char *line = lines[m % LINES];
        ops p = graph_for_line(&mem, line, 6, 50, 11 + m % LINES);
        program q = m < LINES ? program_by(&mem, "best", &p, line, 5)
                          : stream_program(&mem, &p, line);
        assert_true(runs_well(&p, &q, 1));
        for (uint32_t c = 0; c < CORRUPTIONS_COUNT; c++) {
            uint32_t caught = 0;
            for (uint64_t seed = 1; seed <= ROUNDS; seed++)
                caught += check_spoilt(&p, &q, &CORRUPTIONS[c], seed * 1000 + c);
            if (!caught)
                fail_msg("%s: never caught", CORRUPTIONS[c].name);
        }
        arena_free(&mem);
    }
}

/* ---- our own faults ------------------------------------------------------------------------ */

/* Building from a schedule that lost a reception, which no checker lets pass, is a fault of ours
 * and says so. */
static void a_lost_reception_is_our_own_fault(void **state)
{
    static const char *const LINES[] = {
        "network=crossbar mul=2 add=2 lanes=2 transfer=1 mul_latency=4 add_latency=5 queue=2",
        "network=ring modules=3 mul=3 add=3 lanes=1 mul_latency=2 add_latency=3"};
    static const char *const MESSAGES[] = {"never receives '", "no relay brings '"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        const ops p = graph_for_core(&mem, 5, 40, 3);
        const machine m = machine_from(LINES[k]);
        const schedule s = schedule_by(&mem, "best", &p, &m, 1, 2);
        uint32_t told = 0;
        for (uint32_t t = 0; t < s.takes_count; t++) {
            diag d = diag_make(&mem);
            program q;
            schedule less = s;
            less.takes = ARENA_ARRAY(&mem, sched_take, s.takes_count);
            less.takes_count = 0;
            for (uint32_t i = 0; i < s.takes_count; i++)
                if (i != t)
                    less.takes[less.takes_count++] = s.takes[i];
            if (program_build(&mem, &p, &less, &q, &d) == STATUS_OK)
                continue; /* of an output: program_check finds it */
            assert_non_null(strstr(d.error.text, "a fault of tauflow itself"));
            assert_int_equal(program_build(&mem, &p, &less, &q, &d), STATUS_SYSTEM);
            told += strstr(d.error.text, MESSAGES[k]) != NULL;
        }
        assert_true(told > 0);
        arena_free(&mem);
    }
}

/* ---- refusals ------------------------------------------------------------------------------ */

static void assert_refused(const ops *p, const char *line, const char *part)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    machine m = machine_from(line);
    schedule s = schedule_by(&mem, "thesis", p, &m, 1, 2);
    program q;
    if (program_build(&mem, p, &s, &q, &d) == STATUS_OK)
        fail_msg("%s: not refused", line);
    if (!strstr(d.error.text, part))
        fail_msg("'%s' does not say '%s'", d.error.text, part);
    arena_free(&mem);
}

static void machines_that_are_no_cores_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 5, 20, 1);
    assert_refused(&p, "mul=2 add=2", "ideal network");
    assert_refused(&p, "network=crossbar mul=2 add=2 atan=5 lanes=1",
                   "5 arc tangent units and a core has at most 4");
    assert_refused(&p, "network=crossbar mul=2 add=2 div=5 lanes=1",
                   "5 dividers and a core has at most 4");
    assert_refused(&p, "network=crossbar mul=2 add=2 sqrt=1 sqrt_latency=256 lanes=1",
                   "256 cycles of a root extractor and a core has at most 255");
    assert_refused(&p, "network=crossbar mul=2 add=2 lanes=0", "lanes=0, and a core has 1..8");
    assert_refused(&p, "network=crossbar mul=2 add=2 lanes=9", "lanes=9");
    assert_refused(&p, "network=crossbar mul=2 add=2 lanes=1 receivers=1", "receivers=1");
    assert_refused(&p, "network=crossbar mul=2 add=17 lanes=1",
                   "17 modules and a core has at most 16");
    assert_refused(&p, "network=ring modules=2 mul=4 add=2 lanes=1", "4 mul units in 2 modules");
    arena_free(&mem);
}

static void operations_on_constants_alone_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nconst k 2\na = mul k k\nb = add "
                           "a x\noutput o plain = b\n");
    assert_refused(&p, "network=crossbar mul=1 add=1 lanes=1",
                   "operation 'a' has only constant operands");
    p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nconst k 2\noutput o plain = k\n");
    assert_refused(&p, "network=crossbar mul=1 add=1 lanes=1", "no output depends on an input");
    arena_free(&mem);
}

static void a_program_that_does_not_fit_is_refused_with_the_numbers(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_for_core(&mem, 6, 60, 2);
    program q = program_by(&mem, "best", &p,
                           "network=ring modules=2 mul=2 add=2 div=1 sqrt=1 trig=1 atan=1 "
                           "lanes=2 mul_latency=4 add_latency=5",
                           1);
    tauflow_shape core = q.shape;
    assert_int_equal(program_fits(&q.shape, &core, &d), STATUS_OK);
    uint32_t refused = 0;
    for (uint32_t k = 0; k < TAUFLOW_SHAPE_WORDS; k++) {
        const shape_field *f = &SHAPE_FIELD[k];
        if (f->fit == FIT_NETWORK || f->fit == FIT_TIME || f->fit == FIT_SAME ||
            &q.shape.modules == shape_number(&q.shape, k))
            continue;
        uint32_t *number = shape_number(&q.shape, k);
        assert_true(*number > 0 || f->fit == FIT_CREDIT); /* no queue */
        ++*number;
        assert_int_equal(program_fits(&q.shape, &core, &d), STATUS_INPUT);
        --*number;
        bool credit = f->fit == FIT_CREDIT;
        uint32_t there = *number + (credit ? core.latency_cycles[0] : 0);
        const char *label = credit ? "results in flight" : f->label;
        const char *told = arena_printf(&mem, "it needs %u %s", there + 1, label);
        if (!strstr(d.error.text, told) ||
            !strstr(d.error.text, arena_printf(&mem, "has %u", there)))
            fail_msg("'%s' does not give the numbers of %s", d.error.text, label);
        refused++;
    }
    assert_int_equal(refused, 16);
    core.modules = 3;
    assert_int_equal(program_fits(&q.shape, &core, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "ring of 2 modules and the core has 3"));
    core.network = NETWORK_CROSSBAR;
    assert_int_equal(program_fits(&q.shape, &core, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "for a ring and the core is a crossbar"));
    arena_free(&mem);
}

/* ---- image --------------------------------------------------------------------------------- */

/* x*2 and x+x on one module: all bits by hand from docs/program.md. */
static void a_small_image_has_the_documented_bits(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst two 2\na = "
                           "mul x two\nb = sub a y\noutput o plain = b\n");
    program q = program_by(&mem, "best", &p, "network=crossbar mul=1 add=1 lanes=1 transfer=1", 1);
    assert_int_equal(program_check(&p, &q, &d), STATUS_OK);
    image i;
    assert_int_equal(image_build(&mem, &q, &q.shape, &i, &d), STATUS_OK);
    text got = text_make(&mem), wanted = text_make(&mem);
    image_print_load(&i, &got);
    /* The scheduler may put either operand of the product and of the difference into either
     * receiver. */
    bool x_in_b = q.receivers[1].receptions_count == 1,
         y_in_a = q.units[1].issues[0].action == ACTION_RSUB;
    text_add(&wanted,
             "0014000000000002\n0014000400000001\n0014000800000001\n"); /* two beats in, one out
                                                                           with one word */
    text_printf(&wanted,
                "00040000%08x\n00040004%08x\n00040008%08x\n0004000c%08x\n0004001000000001\n",
                !x_in_b, x_in_b, 1, 1);
    text_add(&wanted, "0008000000000001\n0008000400000001\n"); /* one operation a unit */
    text_add(
        &wanted,
        "0010000000000001\n0010000400000001\n0010000800000002\n"); /* emissions: mul, add, lane */
    text_add(&wanted, "1804000000000000\n1804000400000000\n1804000800000000\n1804000c00000000\n1804"
                      "001000000000\n"); /* each pass is a sample */
    text_add(&wanted, "1808000000000000\n1808000400000000\n1810000000000000\n1810000400000000\n1810"
                      "000800000000\n");
    for (uint32_t r = 0; r < 2; r++)
        if (r == (uint32_t)x_in_b)
            text_printf(&wanted, "%08x02000000\n",
                        0x04000000u | r << 18); /* from lane 0 = source 2 into slot 0 */
        else
            text_printf(&wanted, "%08x40000000\n", 0x0c000000u | r << 18); /* the constant 2 */
    for (uint32_t r = 2; r < 4; r++)
        text_printf(&wanted, "%08x%08x\n", 0x04000000u | r << 18,
                    (r == 2) == y_in_a ? 0x02000000u : 0u);
    text_add(
        &wanted,
        "0410000001001000\n"); /* the output port takes from the adder, and the sample is out */
    uint32_t slot = 0x2000, constant = 0x1000;
    text_printf(&wanted, "08000000%08x\n", x_in_b ? constant | slot << 14 : slot | constant << 14);
    text_add(&wanted, "0800000100000000\n"); /* the first word in the store is what it reads */
    text_printf(&wanted, "08040000%08x\n", slot | slot << 14 | (y_in_a ? 1u << 29 : 1u << 28));
    text_add(&wanted, "0804000100000000\n");
    text_printf(&wanted, "10000000%08x\n", y_in_a ? 8u : 4u); /* product to add.b or add.a */
    text_add(&wanted, "1004000000000010\n"); /* sum to the output port, receiver 4 */
    text_printf(&wanted, "10080000%08x\n", q.input_map[0] == 0 ? 1u << x_in_b : y_in_a ? 4u : 8u);
    text_printf(&wanted, "10080004%08x\n", q.input_map[0] == 0 ? (y_in_a ? 4u : 8u) : 1u << x_in_b);
    assert_string_equal(got.bytes, wanted.bytes);
    arena_free(&mem);
}

static void block_files_hold_the_words_of_the_load_stream(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_for_core(&mem, 6, 60, 2);
    program q = program_by(&mem, "best", &p, "network=crossbar mul=16 add=16 lanes=2", 1);
    image i;
    assert_int_equal(image_build(&mem, &q, &q.shape, &i, &d), STATUS_OK);
    text load = text_make(&mem), again = text_make(&mem), names = text_make(&mem);
    image_print_load(&i, &load);
    for (uint32_t b = 0; b < i.blocks_count; b++) {
        text words = text_make(&mem);
        image_print_block(&i.blocks[b], &words);
        for (uint32_t k = 0; k < i.blocks[b].words_count; k++)
            text_printf(&again, "%08x%.9s", i.blocks[b].address + 4 * k, words.bytes + 9 * k);
        image_block_name(&i.blocks[b], &names);
        text_add(&names, "\n");
    }
    assert_string_equal(load.bytes, again.bytes);
    assert_non_null(strstr(names.bytes, "length_beats.hex\nlength_reception.hex\nlength_issue."
                                        "hex\nlength_emission.hex\nloop_reception.hex\n"));
    assert_non_null(strstr(names.bytes, "reception_64.hex\n"));
    assert_non_null(
        strstr(names.bytes, "emission_32.hex\nemission_32_word1.hex\nemission_32_word2.hex\n"));
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_schedule_becomes_a_program_that_passes),
        cmocka_unit_test(constants_are_stored_once_per_receiver),
        cmocka_unit_test(corruption_that_matters_is_caught),
        cmocka_unit_test(a_lost_reception_is_our_own_fault),
        cmocka_unit_test(machines_that_are_no_cores_are_refused),
        cmocka_unit_test(operations_on_constants_alone_are_refused),
        cmocka_unit_test(a_program_that_does_not_fit_is_refused_with_the_numbers),
        cmocka_unit_test(a_small_image_has_the_documented_bits),
        cmocka_unit_test(block_files_hold_the_words_of_the_load_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
