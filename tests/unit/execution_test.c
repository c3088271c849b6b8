/* SPDX-License-Identifier: MIT */
/* Symbolic execution of images: those of random graphs on all kinds of cores, of single samples and
 * of samples that overlap, compute their graph; where a word of the tables was changed, and the
 * image made good again, what execution accepts the twin computes right, bit for bit. */
#include "unit/program_fixture.h"

#include "certify/execution.h"
#include "machine/crc32.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_compute_their_graph),
        cmocka_unit_test(images_of_fixed_point_do),
        cmocka_unit_test(another_graph_is_refused),
        cmocka_unit_test(what_is_accepted_computes_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
