/* SPDX-License-Identifier: MIT */
/* Symbolic execution of images: those of random graphs on all kinds of cores, of single samples and
 * of samples that overlap, compute their graph; where a word of the tables was changed, and the
 * image made good again, what execution accepts the twin computes right, bit for bit. */
#include "unit/program_fixture.h"

#include "certify/execution.h"
#include "certify/tables.h"
#include "machine/crc32.h"
#include "machine/load.h"
#include "machine/twin.h"
#include "program/tau_write.h"
#include "tauflow_regs.h"

enum { SAMPLES = 3, OVERLAPPING = 12 };

static text tau_of(arena *mem, const ops *p, const program *q)
{
    diag d = diag_make(mem);
    text out = text_make(mem);
    if (tau_write_sampled(mem, p, q, 1, NULL, 7, &out, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return out;
}

static program program_of(arena *mem, const ops *p, const char *line, bool overlap)
{
    if (!overlap)
        return program_by(mem, "best", p, line, 5);
    const machine m = machine_from(line);
    const schedule s = schedule_of_stream(mem, p, &m);
    return program_from(mem, p, &s);
}

static bool is_read(const text *file, tau_image *out)
{
    report r = {""};
    return tau_image_read(file->bytes, file->length, out, &r) == TAUFLOW_OK;
}

static void images_compute_their_graph(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2 * CORES_COUNT; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        const char *line = CORES[k % CORES_COUNT];
        const bool overlap = k >= CORES_COUNT;
        const ops p = graph_for_line(&mem, line, 5, 40, 100 + k);
        const program q = program_of(&mem, &p, line, overlap);
        const text file = tau_of(&mem, &p, &q);
        tau_image i;
        execution_facts facts;
        assert_true(is_read(&file, &i));
        if (execution_check(&i, &p, "image", &facts, &d) != STATUS_OK)
            fail_msg("%s: %s", line, d.error.text);
        assert_true(facts.period > 0 && facts.words > 0);
        assert_true(overlap || (facts.packets == 1 && facts.operations == p.list_count));
        arena_free(&mem);
    }
}

static void images_of_fixed_point_do(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 6; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        const ops p = graph_in_fixed(&mem, 24, 5, 40, 300 + k);
        const program q = program_of(&mem, &p, CORES[k % 6], false);
        const text file = tau_of(&mem, &p, &q);
        tau_image i;
        execution_facts facts;
        assert_true(is_read(&file, &i));
        if (execution_check(&i, &p, "image", &facts, &d) != STATUS_OK)
            fail_msg("%s", d.error.text);
        arena_free(&mem);
    }
}

/* An operand less is another graph. */
static void another_graph_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_for_core(&mem, 5, 40, 9);
    const program q = program_of(&mem, &p, CORES[0], false);
    const text file = tau_of(&mem, &p, &q);
    tau_image i;
    execution_facts facts;
    assert_true(is_read(&file, &i));
    for (uint32_t j = 0; j < p.list_count; j++) {
        const op was = p.list[j];
        p.list[j].kind = was.kind == OP_MUL ? OP_ADD : OP_MUL;
        assert_int_equal(execution_check(&i, &p, "image", &facts, &d), STATUS_INPUT);
        assert_non_null(strstr(d.error.text, "image: "));
        p.list[j] = was;
    }
    arena_free(&mem);
}

/* ---- changed words --------------------------------------------------------------------------- */

typedef struct {
    twin *core;
    uint32_t at;
} loader;

static tauflow_status take_block(void *user, uint32_t address, report *r)
{
    (void)r;
    ((loader *)user)->at = address;
    return TAUFLOW_OK;
}

static tauflow_status take_word(void *user, uint32_t data, report *r)
{
    loader *l = user;
    (void)r;
    assert_true(twin_load(l->core, l->at, data));
    l->at += 1u << TAUFLOW_LOAD_ADDRESS_INDEX_LOW;
    return TAUFLOW_OK;
}

/* True when the twin, loaded with the words of the image, gives every word of every sample. */
static bool runs_well(const ops *p, const program *q, const tau_image *i)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    report why;
    loader l = {twin_make(&mem, &i->needs), 0};
    const tau_sink sink = {&l, take_block, take_word};
    assert_int_equal(tau_image_place(i, &i->needs, &sink, &why), TAUFLOW_OK);
    twin_restart(l.core);
    stream_core c = stream_twin(l.core);
    const uint32_t count = q->interval ? OVERLAPPING : SAMPLES;
    const uint32_t *in = random_samples(&mem, p, count, 3);
    uint32_t *out = ARENA_ARRAY(&mem, uint32_t, count * p->outputs_count + 1);
    const stream_options o = {.overlap = true, .patience = 3000};
    stream_report r;
    const bool well = stream_run(&c, q, &o, in, count, out, &r, &d) == STATUS_OK &&
                      count_wrong(&mem, p, in, out, count) == 0;
    arena_free(&mem);
    return well;
}

static size_t tables_at(const tau_image *i, const text *file, size_t *length)
{
    *length = i->section[TAU_TABLES].size;
    return (size_t)(i->section[TAU_TABLES].bytes - (const uint8_t *)file->bytes);
}

static void set_crc(text *file)
{
    const uint32_t crc = crc32_bytes(0, file->bytes, file->length - 4);
    for (uint32_t k = 0; k < 4; k++)
        file->bytes[file->length - 4 + k] = (char)(crc >> 8 * k & 0xff);
}

/* One bit of the tables, which the reader of images lets pass: counts what execution says. */
static void change_bit(const ops *p, const program *q, const text *good, uint64_t *seed,
                       uint32_t *refused, uint32_t *accepted)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text file = text_make(&mem);
    tau_image i;
    execution_facts facts;
    size_t length;
    text_add_bytes(&file, good->bytes, good->length);
    assert_true(is_read(&file, &i));
    const size_t from = tables_at(&i, &file, &length), at = from + random_bits(seed) % length;
    file.bytes[at] = (char)(file.bytes[at] ^ (1 << random_bits(seed) % 8));
    set_crc(&file);
    if (is_read(&file, &i)) {
        const bool found = execution_check(&i, p, "image", &facts, &d) != STATUS_OK;
        *refused += found;
        *accepted += !found;
        if (!found && !runs_well(p, q, &i))
            fail_msg("byte %zu of the tables: execution accepts what computes wrongly", at - from);
    }
    arena_free(&mem);
}

static void what_is_accepted_computes_right(void **state)
{
    (void)state;
    enum { ROUNDS = 250 };
    static const char *const LINES[] = {
        "network=crossbar mul=2 add=2 lanes=2 transfer=1 mul_latency=4 add_latency=5 queue=2",
        "network=ring modules=3 mul=3 add=3 lanes=1 mul_latency=2 add_latency=3",
        "network=sparse mul=3 add=3 div=1 sqrt=1 lanes=2 mul_latency=2 div_latency=5"};
    enum { COUNT = sizeof LINES / sizeof LINES[0] };
    uint32_t refused = 0, accepted = 0;
    uint64_t seed = 1;
    for (uint32_t m = 0; m < 2 * COUNT; m++) {
        arena mem = arena_make();
        const char *line = LINES[m % COUNT];
        const ops p = graph_for_line(&mem, line, 6, 50, 11 + m);
        const program q = program_of(&mem, &p, line, m >= COUNT);
        const text good = tau_of(&mem, &p, &q);
        tau_image i;
        assert_true(is_read(&good, &i) && runs_well(&p, &q, &i));
        for (uint32_t k = 0; k < ROUNDS; k++)
            change_bit(&p, &q, &good, &seed, &refused, &accepted);
        arena_free(&mem);
    }
    print_message("%u changes refused, %u harmless\n", refused, accepted);
    assert_true(refused > 100);
}

/* ---- faults of one kind ---------------------------------------------------------------------- */

typedef struct {
    ops p;
    program q;
    text file;
    tau_image i;
} made;

static const char ONE_MODULE[] = "network=crossbar mul=2 add=2 lanes=1 mul_latency=2 add_latency=3";

static made image_of(arena *mem, const char *line, bool overlap, uint32_t operations, uint64_t seed)
{
    made m = {.p = graph_for_line(mem, line, 4, operations, seed)};
    m.q = program_of(mem, &m.p, line, overlap);
    m.file = tau_of(mem, &m.p, &m.q);
    assert_true(is_read(&m.file, &m.i));
    return m;
}

/* The error of an execution has these words in it. */
static bool says(const made *m, const char *words)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    execution_facts facts;
    const bool refused = execution_check(&m->i, &m->p, "image", &facts, &d) != STATUS_OK;
    const bool found = refused && strstr(d.error.text, words) != NULL;
    arena_free(&mem);
    return found;
}

/* The word of the file itself that an image was read from. */
static char *word_of(const made *m, const uint8_t *at)
{
    return m->file.bytes + (at - (const uint8_t *)m->file.bytes);
}

static void set_word(char *at, uint32_t value)
{
    for (uint32_t k = 0; k < 4; k++)
        at[k] = (char)(value >> 8 * k & 0xff);
}

/* Each place where a port gives a word of the sample as another one, or as that of the sample after
 * its own, is found there: nothing after it looks at what came out. */
static void a_wrong_word_or_sample_at_a_port_is_refused(void **state)
{
    (void)state;
    for (int overlap = 0; overlap < 2; overlap++) {
        arena mem = arena_make();
        const made m = image_of(&mem, ONE_MODULE, overlap, 12, 21);
        const tau_port *port = &m.i.port[0];
        uint32_t tried = 0;
        assert_false(says(&m, "delivers"));
        for (uint32_t k = 0; k < port->count; k++) {
            char *at = word_of(&m, port->deliveries + (size_t)k * TAU_DELIVERY_BYTES);
            const tau_delivery was = tau_image_delivery(&m.i, 0, k);
            set_word(at + 4, was.sample + 1);
            assert_true(says(&m, "delivers"));
            set_word(at + 4, was.sample);
            const uint32_t other = (was.position + 1) % m.i.words;
            set_word(at, other);
            tried += other != was.position;
            assert_true(other == was.position || says(&m, "delivers"));
            set_word(at, was.position);
        }
        assert_true(tried > 0);
        arena_free(&mem);
    }
}

/* Issue `from` leaves its operand in the slot, and the next issue of the sequence takes that one
 * and not its own: the same word of the sample before. */
static bool mixes(const made *m, const unit_table *u, uint32_t from, uint32_t port)
{
    const uint32_t to = from + 1 < u->count ? from + 1 : u->loop,
                   low = port ? TAUFLOW_ISSUE_FIRST_B_LOW : TAUFLOW_ISSUE_FIRST_A_LOW,
                   index = TAUFLOW_READ_INDEX_MASK << low,
                   release = TAUFLOW_READ_RELEASE_MASK << low;
    char *first = word_of(m, u->issues[0].words + 4 * (size_t)from),
         *second = word_of(m, u->issues[0].words + 4 * (size_t)to);
    const uint32_t a = table_entry(&u->issues[0], from), b = table_entry(&u->issues[0], to);
    if ((a | b) >> low & TAUFLOW_READ_CONSTANT_MASK)
        return false;
    set_word(first, a & ~release);
    set_word(second, (b & ~index) | (a & index));
    const bool found = says(m, " takes ");
    set_word(first, a);
    set_word(second, b);
    return found;
}

/* What is left in its slot is in the way of the next word. */
static void a_word_that_is_never_released_is_refused(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (int overlap = 0; overlap < 2; overlap++) {
        arena mem = arena_make();
        const made m = image_of(&mem, ONE_MODULE, overlap, 12, 21);
        const tables t = tables_read(&mem, &m.i);
        for (uint32_t u = 0; u < core_units(&m.i.needs); u++)
            for (uint32_t k = 0; k < t.units[u].count; k++)
                for (uint32_t port = 0; port < 2; port++) {
                    const tau_block *b = &t.units[u].issues[0];
                    char *at = word_of(&m, b->words + 4 * (size_t)k);
                    const uint32_t was = table_entry(b, k);
                    set_word(at, was & ~(port ? TAUFLOW_ISSUE_FIRST_B_RELEASE_MASK
                                              : TAUFLOW_ISSUE_FIRST_A_RELEASE_MASK));
                    found += says(&m, "still holds");
                    set_word(at, was);
                }
        arena_free(&mem);
    }
    assert_true(found > 0);
}

/* So many packets later than its own a sample comes out; the host counts on it. */
static void another_flush_is_refused(void **state)
{
    (void)state;
    for (int overlap = 0; overlap < 2; overlap++) {
        arena mem = arena_make();
        made m = image_of(&mem, ONE_MODULE, overlap, 12, 21);
        m.i.flush++;
        assert_true(says(&m, "with a flush of"));
        arena_free(&mem);
    }
}

/* Packets that are out of a twin when `sent` went in and nothing moves any more. */
static uint32_t packets_out(arena *mem, const program *q, uint32_t sent)
{
    twin *t = twin_with(mem, q, &q->shape);
    uint32_t beat = 0, out = 0;
    for (uint32_t idle = 0; idle < 2 * q->cycles + 200; idle++) {
        const core_in in = {.in_valid = beat < sent * q->beats,
                            .in_last = (beat + 1) % q->beats == 0,
                            .out_ready = true};
        core_out seen;
        twin_cycle(t, &in, &seen);
        const bool entered = in.in_valid && seen.in_ready;
        beat += entered;
        out += seen.out_valid;
        idle = entered || seen.out_valid ? 0 : idle;
    }
    assert_int_equal(beat, sent * q->beats);
    return out / q->out_beats;
}

/* A chain that is long for its interval, so that words stay for many samples: of Stewart's platform
 * the mass matrix. */
static const char CHAIN[] =
    "tauflow-ops 1\nrobot \"r\"\n"
    "input s4 plain\ninput c4 plain\ninput s5 plain\ninput c5 plain\ninput s6 plain\n"
    "input c6 plain\nconst k1 -6\nconst k2 115.5\nconst k3 121.5\nconst k4 2.5\nconst k5 2\n"
    "t1 = mul c6 k1\nt2 = mul c6 t1\nt3 = sub k2 t2\nt4 = mul s6 t1\nt5 = add k3 t2\n"
    "t6 = sub k4 t3\nt7 = mul c5 t6\nt8 = mul c5 t7\nt9 = sub k4 t8\nt10 = mul c5 t4\n"
    "t11 = add t3 t8\nt12 = mul s5 t4\nt13 = sub t5 t11\nt14 = mul s4 k5\nt15 = mul t12 t14\n"
    "t16 = mul c4 t13\nt17 = sub t16 t15\nt18 = mul c4 t17\nt19 = add t11 t18\n"
    "t20 = sub t5 t18\nz4 = add t19 t20\nz5 = add t9 t11\nz6 = add t3 t5\nx5 = mul s5 z6\n"
    "output \"a\" plain = t10\noutput \"b\" plain = z6\noutput \"c\" plain = x5\n"
    "output \"d\" plain = z5\noutput \"e\" plain = z4\n";

/* Where slots rotate, a packet may be out a packet early in some rounds and not in others. The
 * flush is what does for all. */
static void packets_that_come_early_in_some_rounds_have_the_flush_of_the_others(void **state)
{
    enum { FROM = 24, ROUNDS = 12 };
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    const machine on =
        machine_from("network=crossbar mul=2 add=2 lanes=2 mul_latency=3 add_latency=4");
    made m = {.p = ops_from(&mem, CHAIN)};
    schedule s;
    uint32_t most = 0, least = UINT32_MAX;
    assert_int_equal(schedule_throughput(&mem, &m.p, &on, 0, &(scheduler_options){.seed = 1}, &s,
                                         &d),
                     STATUS_OK);
    m.q = program_from(&mem, &m.p, &s);
    m.file = tau_of(&mem, &m.p, &m.q);
    assert_true(is_read(&m.file, &m.i));
    for (uint32_t sent = FROM; sent < FROM + ROUNDS; sent++) {
        const uint32_t held = sent - packets_out(&mem, &m.q, sent);
        most = held > most ? held : most;
        least = held < least ? held : least;
    }
    assert_true(least < most);
    assert_int_equal(m.i.flush, most + m.i.late);
    assert_false(says(&m, ""));
    m.i.flush--;
    assert_true(says(&m, "with a flush of"));
    arena_free(&mem);
}

/* A graph with a constant as its last output. */
static made with_constant(arena *mem)
{
    made m = {.p = graph_for_core(mem, 4, 12, 21)};
    ops_output *outputs = ARENA_ARRAY(mem, ops_output, m.p.outputs_count + 1);
    for (uint32_t k = 0; k < m.p.outputs_count; k++)
        outputs[k] = m.p.outputs[k];
    outputs[m.p.outputs_count] = outputs[0];
    outputs[m.p.outputs_count].name = "constant";
    outputs[m.p.outputs_count].index = 99;
    outputs[m.p.outputs_count].value = OPERAND(FROM_CONSTANT, 0);
    m.p.outputs = outputs;
    m.p.outputs_count++;
    assert_true(m.p.constants_count > 0);
    m.q = program_of(mem, &m.p, ONE_MODULE, false);
    m.file = tau_of(mem, &m.p, &m.q);
    assert_true(is_read(&m.file, &m.i));
    return m;
}

static void outputs_that_are_elsewhere_are_refused(void **state)
{
    enum { POSITION = 16, CONSTANT = 20 }; /* docs/tau.md */
    (void)state;
    arena mem = arena_make();
    const made m = with_constant(&mem);
    uint32_t two = 0, constants = 0;
    for (uint32_t k = 0; k < m.i.outputs; k++) {
        char *at = word_of(&m, m.i.section[TAU_OUTPUTS].bytes + 4 + (size_t)k * TAU_OUTPUT_BYTES);
        const tau_output was = tau_image_output(&m.i, k);
        const bool constant = was.position == TAU_NONE;
        constants += constant;
        if (constant) {
            set_word(at + CONSTANT, was.constant ^ 1);
            assert_true(says(&m, "and should be"));
            set_word(at + CONSTANT, was.constant);
        }
        set_word(at + POSITION, constant ? 0 : TAU_NONE);
        assert_true(says(&m, "and should be"));
        if (!constant)
            set_word(at + POSITION, (was.position + 1) % m.i.words);
        two += says(&m, "and another one");
        set_word(at + POSITION, was.position);
    }
    assert_true(two > 0 && constants > 0);
    assert_false(says(&m, ""));
    arena_free(&mem);
}

static void an_operation_on_two_samples_is_refused(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        arena mem = arena_make();
        const made m = image_of(&mem, ONE_MODULE, true, 3, 40 + seed);
        const tables t = tables_read(&mem, &m.i);
        for (uint32_t u = 0; u < core_units(&m.i.needs); u++)
            for (uint32_t k = 0; k < t.units[u].count; k++)
                for (uint32_t port = 0; port < 2; port++)
                    found += mixes(&m, &t.units[u], k, port);
        arena_free(&mem);
    }
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_compute_their_graph),
        cmocka_unit_test(images_of_fixed_point_do),
        cmocka_unit_test(another_graph_is_refused),
        cmocka_unit_test(what_is_accepted_computes_right),
        cmocka_unit_test(a_wrong_word_or_sample_at_a_port_is_refused),
        cmocka_unit_test(a_word_that_is_never_released_is_refused),
        cmocka_unit_test(another_flush_is_refused),
        cmocka_unit_test(packets_that_come_early_in_some_rounds_have_the_flush_of_the_others),
        cmocka_unit_test(outputs_that_are_elsewhere_are_refused),
        cmocka_unit_test(an_operation_on_two_samples_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
