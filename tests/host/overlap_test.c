/* SPDX-License-Identifier: MIT */
/* Programs whose samples overlap: their output port takes some words of a sample only after words
 * of the next ones, so results must be pushed out and put together. Compiler and library in one
 * test: programs are made here, images written, and run through the library on the twin. */
#include "base/output.h"
#include "unit/program_fixture.h"

#include "program/tau_write.h"
#include "tauflow.h"

#include <stdlib.h>

enum { TESTS = 12, SAMPLES = 100, PATIENCE = 2000 };
#define CORE "crossbar_4_2_0_3_4_0_8_4_32_64_512_512_512_64_64"
#define MACHINE "network=crossbar mul=4 add=4 lanes=2 mul_latency=3 add_latency=4"

/* The program with word k of every sample taken lag[k] samples later than the others. */
static program program_lag(arena *mem, const program *q, const uint32_t *lag, uint32_t most)
{
    program u = *q;
    const uint32_t port = core_output(&q->shape), words = q->words;
    const program_receiver *from = &q->receivers[port];
    u.receivers = ARENA_ARRAY(mem, program_receiver, core_receivers(&q->shape));
    memcpy(u.receivers, q->receivers, core_receivers(&q->shape) * sizeof *u.receivers);
    program_receiver *to = &u.receivers[port];
    to->receptions = ARENA_ARRAY(mem, program_reception, words * (most + 1));
    program_delivery *deliveries = ARENA_ARRAY(mem, program_delivery, words * (most + 1));
    uint32_t count = 0, end = 0;
    for (uint32_t k = 0; k < words; k++)
        end = lag[k] >= lag[end] ? k : end;
    for (uint32_t pass = 0; pass <= most; pass++) {
        if (pass == most)
            to->receptions_loop = count;
        for (uint32_t k = 0; k < words; k++)
            if (lag[k] <= pass) {
                to->receptions[count] = from->receptions[k];
                to->receptions[count].ends = k == end;
                deliveries[count++] = (program_delivery){q->ports[0].deliveries[k].position,
                                                         pass - lag[k]};
            }
    }
    to->receptions_count = count;
    u.ports = ARENA_ARRAY(mem, program_port, 1);
    u.ports[0] = (program_port){deliveries, words};
    u.shape.output_words = count;
    return u;
}

/* Packets that a twin delivers when `sent` went in. */
static uint32_t packets_out(const program *q, uint32_t sent)
{
    arena mem = arena_make();
    twin *t = twin_with(&mem, q, &q->shape);
    uint32_t beat = 0, out = 0;
    for (uint32_t idle = 0; idle < PATIENCE; idle++) {
        core_in in = {.in_valid = beat < sent * q->beats,
                      .in_last = (beat + 1) % q->beats == 0,
                      .out_ready = true};
        core_out seen;
        twin_cycle(t, &in, &seen);
        bool entered = in.in_valid && seen.in_ready;
        beat += entered;
        out += seen.out_valid;
        idle = entered || seen.out_valid ? 0 : idle;
    }
    bool whole = beat == sent * q->beats;
    arena_free(&mem);
    return whole ? out / q->out_beats : 0;
}

static uint32_t late_of(const program *q)
{
    uint32_t late = 0;
    for (uint32_t k = 0; k < q->receivers[core_output(&q->shape)].receptions_count; k++) {
        uint32_t packet = k / q->words, sample = q->ports[0].deliveries[k].sample;
        late = packet > sample && packet - sample > late ? packet - sample : late;
    }
    return late;
}

/* Packets that must follow a sample; 0 when the machine blocks: not every order can be run. */
static uint32_t find_flush(const program *q)
{
    enum { MANY = 20 };
    const uint32_t out = packets_out(q, MANY);
    return out && packets_out(q, MANY + 1) == out + 1 ? MANY - out + late_of(q) : 0;
}

static void write_image(const ops *p, const program *q, const char *path)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text file = text_make(&mem);
    uint32_t *in = random_samples(&mem, p, TESTS, 3),
             *out = ARENA_ARRAY(&mem, uint32_t, TESTS * p->outputs_count + 1);
    float *x = ARENA_ARRAY(&mem, float, p->inputs_count + 1),
          *y = ARENA_ARRAY(&mem, float, p->outputs_count + 1);
    float *scratch = ARENA_ARRAY(&mem, float, p->list_count + 1);
    for (uint32_t t = 0; t < TESTS; t++) {
        for (uint32_t i = 0; i < p->inputs_count; i++)
            x[i] = fp32_value(in[t * p->inputs_count + i]);
        ops_eval32(p, x, y, scratch);
        for (uint32_t o = 0; o < p->outputs_count; o++)
            out[t * p->outputs_count + o] = fp32_bits(y[o]);
    }
    const tau_contents c = {p, q, 1, in, out, TESTS, NULL};
    if (tau_write(&mem, &c, &file, &d) != STATUS_OK ||
        output_write_one(path, &file, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    arena_free(&mem);
}

typedef struct {
    double s[3][SAMPLES * 5], right[SAMPLES * 5], tau[SAMPLES * 5];
} data;

static tauflow *loaded(const char *address, const char *file, uint32_t cores, uint32_t ring)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_open(address, &(tauflow_options){.cores = cores, .ring = ring}, &h) != TAUFLOW_OK ||
        tauflow_load(h, file) != TAUFLOW_OK)
        fail_msg("%s", tauflow_message(h, why, sizeof why));
    return h;
}

static tauflow_state state_of(const data *d, size_t k)
{
    return (tauflow_state){.q = d->s[0] + 5 * k, .qd = d->s[1] + 5 * k, .qdd = d->s[2] + 5 * k};
}

/* Every way through the library, against `right`. */
static void check_image(data *d, const char *address, const char *file, uint32_t cores,
                        uint32_t flush)
{
    tauflow *h = loaded(address, file, cores, 16);
    tauflow_state all = state_of(d, 0);
    tauflow_statistics before, after;
    size_t put = 0, got = 0, some, dropped;
    for (size_t k = 0; k < 10; k++) {
        tauflow_state s = state_of(d, k);
        assert_int_equal(tauflow_step_forces(h, &s, d->tau), TAUFLOW_OK);
        assert_memory_equal(d->tau, d->right + 5 * k, 5 * sizeof *d->tau);
    }
    tauflow_figures(h, &before);
    assert_int_equal(tauflow_stream(h, SAMPLES, &all, d->tau), TAUFLOW_OK);
    assert_memory_equal(d->tau, d->right, sizeof d->tau);
    tauflow_figures(h, &after);
    tauflow_description about;
    tauflow_describe(h, &about);
    assert_int_equal(about.flush, flush);
    assert_int_equal(after.zeros - before.zeros,
                     about.flush *
                         cores); /* behind the last sample of each core, and nowhere else */
    while (got < SAMPLES) {
        tauflow_state s = state_of(d, put);
        tauflow_submit(h, SAMPLES - put < 9 ? SAMPLES - put : 9, &s, TAUFLOW_POLL, &some);
        put += some;
        tauflow_receive(h, 4, d->tau, TAUFLOW_POLL, &some);
        assert_memory_equal(d->tau, d->right + 5 * got, 5 * some * sizeof *d->tau);
        got += some;
    }
    for (size_t k = 1; k < 12; k++) {
        assert_int_equal(tauflow_submit(h, k, &all, TAUFLOW_POLL, &some), TAUFLOW_OK);
        if (k % 2)
            tauflow_receive(h, 1, d->tau, TAUFLOW_WAIT, &some);
        assert_int_equal(tauflow_cancel(h, &dropped), TAUFLOW_OK);
        assert_int_equal(dropped, k - k % 2);
        tauflow_state s = state_of(d, 40 + k);
        assert_int_equal(tauflow_submit(h, 2, &s, TAUFLOW_WAIT, &some), TAUFLOW_OK);
        assert_int_equal(tauflow_receive(h, 2, d->tau, TAUFLOW_WAIT, &some), TAUFLOW_OK);
        assert_int_equal(some, 2);
        assert_memory_equal(d->tau, d->right + 5 * (40 + k), 10 * sizeof *d->tau);
    }
    tauflow_close(h);
}

/* Rings shorter than the flush: slow, and right. */
static void check_short_rings(data *d, const char *file)
{
    for (uint32_t ring = 1; ring <= 3; ring++)
        for (uint32_t cores = 1; cores <= 2; cores++) {
            tauflow *h = loaded("twin:" CORE, file, cores, ring);
            tauflow_state all = state_of(d, 0);
            size_t put = 0, got = 0, some;
            memset(d->tau, 0, sizeof d->tau);
            assert_int_equal(tauflow_stream(h, SAMPLES, &all, d->tau), TAUFLOW_OK);
            assert_memory_equal(d->tau, d->right, sizeof d->tau);
            for (; got < SAMPLES; got += some) {
                tauflow_state s = state_of(d, put);
                tauflow_submit(h, SAMPLES - put, &s, TAUFLOW_POLL, &some);
                put += some;
                assert_int_equal(tauflow_receive(h, 1, d->tau, TAUFLOW_WAIT, &some), TAUFLOW_OK);
                assert_memory_equal(d->tau, d->right + 5 * got, 5 * some * sizeof *d->tau);
            }
            tauflow_close(h);
        }
}

static void fill(data *d, const ops *p, const program *q, const char *file)
{
    uint64_t seed = 9;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < SAMPLES * 5; i++)
            d->s[k][i] = 3 * random_unit(&seed);
    write_image(p, q, file);
    tauflow *h = loaded("twin:" CORE, file, 1, 0);
    tauflow_state all = state_of(d, 0);
    assert_int_equal(tauflow_stream(h, SAMPLES, &all, d->right), TAUFLOW_OK);
    tauflow_close(h);
}

static uint32_t lag_of(uint32_t source, uint64_t seed)
{
    seed = seed * 100 + source;
    return (uint32_t)(random_bits(&seed) % 4);
}

/* No robot: every joint for itself, so that a word that is taken late holds nobody up but the next
 * word of its unit. */
static ops five_joints(arena *mem)
{
    diag d = diag_make(mem);
    text lines = text_make(mem);
    ops p;
    text_add(&lines, "tauflow-ops 1\nrobot \"five\"\n");
    for (int k = 0; k < 5; k++)
        text_printf(&lines,
                    "input s%d sin %d \"q%d\"\ninput v%d qd %d \"q%d\"\ninput a%d qdd %d \"q%d\"\n",
                    k, k, k, k, k, k, k, k, k);
    for (int k = 0; k < 5; k++)
        text_printf(&lines, "m%d = mul s%d v%d\nt%d = %s m%d a%d\n", k, k, k, k,
                    k % 2 ? "add" : "mul", k, k);
    for (int k = 0; k < 5; k++)
        text_printf(&lines, "output tau%d torque %d \"q%d\" angle = t%d\n", k, k, k, k);
    if (ops_parse(mem, "five", lines.bytes, lines.length, &p, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

static void overlapping_samples_are_put_together_and_pushed_out(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = five_joints(&mem);
    data *d = calloc(1, sizeof *d);
    const char *file = TESTS_FOLDER "/overlap.tau";
    uint32_t run = 0, longest = 0;
    for (uint32_t k = 0; k < 60; k++) {
        program q = program_by(&mem, "random", &p, MACHINE, k);
        const program_reception *from = q.receivers[core_output(&q.shape)].receptions;
        uint32_t lag[5], most = 0;
        assert_int_equal(q.words, 5);
        for (uint32_t i = 0; i < 5; i++) /* words of one source come in their order, so by source;
                                            some words come at once */
            lag[i] = from[i].source == from[k % 5].source ? 0 : lag_of(from[i].source, k);
        for (uint32_t i = 0; i < 5; i++)
            most = lag[i] > most ? lag[i] : most;
        program u = program_lag(&mem, &q, lag, most);
        const uint32_t flush = most ? find_flush(&u) : 0;
        if (!flush)
            continue;
        if (!run++)
            fill(d, &p, &q, file);
        longest = flush > longest ? flush : longest;
        write_image(&p, &u, file);
        if (run <= 2)
            check_image(d, "sim:", file, 1, flush);
        if (run <= 8)
            check_short_rings(d, file);
        check_image(d, run % 3 ? "twin:" CORE : "twin:" CORE ",stalls=120", file, 1 + run % 2,
                    flush);
    }
    print_message("# %u programs whose samples overlap, the longest flush %u packets\n", run,
                  longest);
    assert_true(run >= 5 && longest >= 3);
    free(d);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlapping_samples_are_put_together_and_pushed_out)};
    return cmocka_run_group_tests_name("overlap", tests, NULL, NULL);
}
