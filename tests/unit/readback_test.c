/* SPDX-License-Identifier: MIT */
/* Emitted texts are read back: of random graphs, of robots, in every form; and a text with a small
 * fault is refused, with the line of the fault. */
#include "certify/readback.h"
#include "emit/c/emit_c.h"
#include "emit/c/fixed_c.h"
#include "emit/hls/hls.h"
#include "emit/verilog/circuit_parts.h"
#include "unit/program_fixture.h"

#include <ctype.h>

static const char FILE_NAME[] = "name.c";

/* ---- texts ----------------------------------------------------------------------------------- */

typedef struct {
    const ops *list;
    uint32_t count;
    text tables; /* of HLS C */
    bool is_circuit;
} origin;

static status read_text(arena *mem, const origin *o, const char *bytes, size_t length, diag *d)
{
    readback_result result = {0};
    status s;
    if (o->is_circuit) {
        s = readback_circuit(mem, FILE_NAME, bytes, length, o->list, &result, d);
    } else if (o->tables.bytes) {
        const readback_text texts[2] = {{"tables", o->tables.bytes, o->tables.length},
                                        {FILE_NAME, bytes, length}};
        s = readback_hls(mem, texts, 2, o->list, &result, d);
    } else {
        s = readback_c(mem, FILE_NAME, bytes, length, o->list, o->count, &result, d);
    }
    if (s == STATUS_OK)
        assert_true(result.functions > 0 && result.operations >= o->list[0].list_count);
    return s;
}

static void reads_back(const origin *o, const text *t)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    if (read_text(&mem, o, t->bytes, t->length, &d) != STATUS_OK)
        fail_msg("%s of %s: line %u: %s", FUNCTION_KIND[o->list[0].function].name,
                 o->list[0].robot, d.error.at.line, d.error.text);
    arena_free(&mem);
}

static text c_text(arena *mem, const ops *list, uint32_t count, uint32_t piece)
{
    text c = text_make(mem), h = text_make(mem);
    diag d = diag_make(mem);
    emit_c_options options = emit_c_options_default();
    options.piece = piece;
    options.name = "name";
    if (emit_c_functions(list, count, &options, &c, &h, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return c;
}

static text fixed_text(arena *mem, const ops *p)
{
    text c = text_make(mem), h = text_make(mem);
    emit_fixed_c(p, "name", &c, &h);
    return c;
}

static text circuit_text(arena *mem, const ops *p, uint32_t target, uint32_t mhz,
                         uint32_t interval, uint32_t blocks)
{
    text v = text_make(mem);
    diag d = diag_make(mem);
    circuit c;
    const circuit_options options = {.name = "name", .target = &DEVICE_LIST[target],
                                     .clock_mhz = mhz, .interval = interval,
                                     .most_blocks = blocks};
    if (circuit_build(mem, p, &options, &c, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    circuit_writer w = circuit_writer_make(mem, &c, &options);
    w.sites = block_sites_choose(mem, &c.stages, &c.shared);
    w.out = &v;
    circuit_write_verilog(&w);
    return v;
}

/* ---- what is emitted ------------------------------------------------------------------------- */

static void c_of_robots_reads_back(void **state)
{
    static const char *const ROBOTS[] = {"robots/pendulum5.urdf", "robots/puma.urdf",
                                         "robots/iiwa.urdf", "robots/loops/slider_crank.urdf"};
    static const function_kind OF[] = {FUNCTION_ID, FUNCTION_MASS, FUNCTION_FD};
    (void)state;
    for (int r = 0; r < 4; r++) {
        arena mem = arena_make();
        ops list[3];
        for (int k = 0; k < 3; k++) {
            list[k] = function_ops(&mem, ROBOTS[r], OF[k], 0);
            const origin one = {.list = &list[k], .count = 1};
            const text whole = c_text(&mem, &list[k], 1, 0), cut = c_text(&mem, &list[k], 1, 60);
            reads_back(&one, &whole);
            reads_back(&one, &cut);
        }
        const origin all = {.list = list, .count = 3};
        const text together = c_text(&mem, list, 3, 0), in_pieces = c_text(&mem, list, 3, 60);
        reads_back(&all, &together);
        reads_back(&all, &in_pieces);
        arena_free(&mem);
    }
}

/* Functions of closed loops have one that calls the function of a state from its own loop. */
static void c_of_closed_loops_reads_back(void **state)
{
    static const function_kind OF[] = {FUNCTION_CLOSURE, FUNCTION_CLOSED_FD};
    (void)state;
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        const ops p = function_ops(&mem, "robots/loops/slider_crank.urdf", OF[k], 0);
        const origin one = {.list = &p, .count = 1};
        const text whole = c_text(&mem, &p, 1, 0), cut = c_text(&mem, &p, 1, 60);
        reads_back(&one, &whole);
        reads_back(&one, &cut);
        arena_free(&mem);
    }
}

static void c_of_random_graphs_reads_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        arena mem = arena_make();
        const uint32_t inputs = 3 + (uint32_t)seed % 5;
        const ops p = seed % 3 ? ops_random_calls(&mem, inputs, 70, seed + 1)
                               : ops_random_of(&mem, OP_KIND_COUNT, inputs, 70, seed + 1);
        const origin o = {.list = &p, .count = 1};
        const text t = c_text(&mem, &p, 1, seed % 2 ? 16 : 0);
        reads_back(&o, &t);
        arena_free(&mem);
    }
}

static void c_in_fixed_point_reads_back(void **state)
{
    static const uint32_t WIDTHS[] = {16, 18, 25, 27, 31, 32};
    (void)state;
    for (uint64_t seed = 0; seed < 36; seed++) {
        arena mem = arena_make();
        const ops p = graph_in_fixed(&mem, WIDTHS[seed % 6], 5, 40, seed + 1);
        const origin o = {.list = &p, .count = 1};
        const text t = fixed_text(&mem, &p);
        reads_back(&o, &t);
        arena_free(&mem);
    }
}

/* Each kernel for itself; a fault of its tables is a fault of the kernel. */
static text hls_text(arena *mem, const ops *p, const char *line, bool stream, hls_file file,
                     text *tables)
{
    text files[HLS_FILES];
    diag d = diag_make(mem);
    const machine m = p->format ? machine_from(line) : machine_with_all(line);
    const schedule s = schedule_by(mem, "best", p, &m, 1, 2);
    const hls_options options = {.name = "name", .stream = stream, .interval = 4};
    for (int k = 0; k < HLS_FILES; k++)
        files[k] = text_make(mem);
    if (emit_hls(p, &s, &options, files, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    *tables = files[HLS_TABLES];
    return files[file];
}

static void hls_c_reads_back(void **state)
{
    static const char *const LINES[] = {
        "mul=2 add=2", "network=crossbar mul=2 add=3 lanes=3 transfer=1 lane_queue=2 queue=1",
        "network=ring mul=3 add=3 lanes=2 transfer=1 mul_latency=2 add_latency=3",
        "network=crossbar mul=2 add=2 lanes=2 transfer=1 mul_latency=3"};
    (void)state;
    for (uint32_t k = 0; k < 4; k++) /* the last: every operation */
        for (hls_file file = HLS_ALLOCATED; file <= HLS_SCHEDULED; file++)
            for (uint32_t fixed = 0; fixed < 2 && !(k == 3 && fixed); fixed++) {
                arena mem = arena_make();
                const ops p = fixed    ? graph_in_fixed(&mem, 18, 5, 60, 7 + k)
                              : k == 3 ? ops_random_of(&mem, OP_KIND_COUNT, 5, 60, 7 + k)
                                       : graph_for_line(&mem, LINES[k], 5, 60, 7 + k);
                origin o = {.list = &p, .count = 1};
                const text t = hls_text(&mem, &p, LINES[k], k % 2, file, &o.tables);
                reads_back(&o, &t);
                arena_free(&mem);
            }
}

static void circuits_in_fixed_point_read_back(void **state)
{
    static const struct {
        uint32_t width, device, mhz, interval, blocks;
    } OF[] = {{18, 0, 120, 1, 0}, {18, 0, 0, 1, 0},    {18, 0, 120, 2, 0},  {18, 0, 140, 5, 0},
              {18, 0, 120, 1, 3}, {18, 0, 0, 1, 4},    {25, 1, 120, 1, 0},  {18, 1, 0, 1, 0},
              {16, 2, 300, 1, 0}, {27, 2, 0, 1, 0},    {32, 0, 100, 3, 0},  {32, 1, 0, 1, 5},
              {17, 0, 90, 16, 2}, {31, 0, 100, 1, 9}};
    (void)state;
    for (size_t k = 0; k < sizeof OF / sizeof OF[0]; k++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            arena mem = arena_make();
            const ops p = graph_in_fixed(&mem, OF[k].width, 5, 60, 100 * k + seed + 1);
            const origin o = {.list = &p, .count = 1, .is_circuit = true};
            const text t = circuit_text(&mem, &p, OF[k].device, OF[k].mhz, OF[k].interval,
                                        OF[k].blocks);
            reads_back(&o, &t);
            arena_free(&mem);
        }
}

/* A product with a constant whose digits end in more zeros than its rounding drops, once with the
 * lower digit taken off. */
static void products_with_round_constants_read_back(void **state)
{
    static const char *const NUMBERS[] = {"0.75", "-0.75", "0.625", "0.25"};
    (void)state;
    for (int k = 0; k < 4; k++)
        for (uint32_t mhz = 0; mhz <= 100; mhz += 100) {
            arena mem = arena_make();
            const ops p = ops_from(&mem, arena_printf(&mem,
                "tauflow-ops 1\nrobot r\nnumbers fixed 16\n"
                "input x plain point 10 from -1 to 1\nconst k %s point 15\n"
                "y = mul x k point 13\noutput o plain = y\n", NUMBERS[k]));
            const origin o = {.list = &p, .count = 1, .is_circuit = true};
            const text t = circuit_text(&mem, &p, 0, mhz, 1, 0);
            reads_back(&o, &t);
            arena_free(&mem);
        }
}

static void circuits_in_binary32_read_back(void **state)
{
    static const uint32_t INTERVALS[] = {1, 2, 4, 16};
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        arena mem = arena_make();
        const ops p = ops_random_calls(&mem, 5, 60, seed + 1);
        const origin o = {.list = &p, .count = 1, .is_circuit = true};
        const text t = circuit_text(&mem, &p, 0, 60, INTERVALS[seed % 4], 10000);
        reads_back(&o, &t);
        arena_free(&mem);
    }
}

static void circuits_of_robots_read_back(void **state)
{
    static const char *const ROBOTS[] = {"robots/pendulum5.urdf", "robots/puma.urdf"};
    (void)state;
    for (int r = 0; r < 2; r++)
        for (uint32_t mhz = 0; mhz <= 120; mhz += 120) {
            arena mem = arena_make();
            const ops p = function_ops(&mem, ROBOTS[r], FUNCTION_ID, 18);
            const origin o = {.list = &p, .count = 1, .is_circuit = true};
            const text v = circuit_text(&mem, &p, 0, mhz, mhz ? 2 : 1, 0);
            const origin of_c = {.list = &p, .count = 1};
            const text c = fixed_text(&mem, &p);
            reads_back(&o, &v);
            reads_back(&of_c, &c);
            arena_free(&mem);
        }
}

/* ---- faults ---------------------------------------------------------------------------------- */

static uint32_t line_at(const text *t, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += t->bytes[i] == '\n';
    return line;
}

static text replaced(arena *mem, const text *t, size_t at, size_t length, const char *by)
{
    text out = text_make(mem);
    text_add_bytes(&out, t->bytes, at);
    text_add(&out, by);
    text_add_bytes(&out, t->bytes + at + length, t->length - at - length);
    return out;
}

/* Refused, and the message names the line at `at`, or one of the `more` lines after it; of what is
 * found where it is used, ANYWHERE. */
enum { ANYWHERE = 1 << 30 };
static void refuses(const origin *o, const text *whole, size_t at, size_t length, const char *by,
                    uint32_t more)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    const text t = replaced(&mem, whole, at, length, by);
    const uint32_t line = line_at(whole, at);
    if (read_text(&mem, o, t.bytes, t.length, &d) == STATUS_OK)
        fail_msg("line %u with '%s' is taken", line, by);
    if (more != ANYWHERE && (d.error.at.line < line || d.error.at.line > line + more))
        fail_msg("line %u with '%s': line %u: %s", line, by, d.error.at.line, d.error.text);
    arena_free(&mem);
}

static size_t find(const text *t, size_t from, const char *what)
{
    const char *at = strstr(t->bytes + from, what);
    if (!at)
        fail_msg("'%s' is not there", what);
    return (size_t)(at - t->bytes);
}

/* The first operation from `from` on that has this between its operands: where each of these is. */
typedef struct {
    size_t a, a_length, b, b_length, line, end;
} found_op;

static found_op find_op(const text *t, size_t from, const char *mark)
{
    for (size_t at = find(t, from, mark);; at = find(t, at + 1, mark)) {
        found_op f = {.b = at + strlen(mark)};
        f.end = find(t, at, ";");
        for (f.line = at; t->bytes[f.line - 1] != '\n'; f.line--)
            ;
        f.a = find(t, f.line, "= ") + 2;
        if (f.a >= at || strncmp(t->bytes + f.line, "    const ", 10) != 0)
            continue;
        f.a_length = at - f.a;
        f.b_length = f.end - f.b;
        if (f.a_length != f.b_length || strncmp(t->bytes + f.a, t->bytes + f.b, f.a_length) != 0)
            return f;
    }
}

static void faults_of_a_function(const origin *o, const text *t, size_t from)
{
    arena mem = arena_make();
    found_op f = find_op(t, from, " - ");
    const char *a = arena_strndup(&mem, t->bytes + f.a, f.a_length),
               *b = arena_strndup(&mem, t->bytes + f.b, f.b_length);
    /* swapped operands of a difference, another operator, a missing term */
    refuses(o, t, f.a, f.end - f.a, arena_printf(&mem, "%s - %s", b, a), 0);
    refuses(o, t, f.a, f.end - f.a, arena_printf(&mem, "%s + %s", a, b), 0);
    f = find_op(t, from, " + ");
    refuses(o, t, f.a + f.a_length, f.end - f.a - f.a_length, "", 60);
    /* swapped operands of a sum change nothing */
    a = arena_strndup(&mem, t->bytes + f.a, f.a_length);
    b = arena_strndup(&mem, t->bytes + f.b, f.b_length);
    const text same = replaced(&mem, t, f.a, f.end - f.a, arena_printf(&mem, "%s + %s", b, a));
    reads_back(o, &same);
    /* a wrong word in, a wrong word out */
    const size_t in = find(t, from, "in[2]"), out = find(t, from, "out[1]");
    refuses(o, t, in + 3, 1, "3", 60); /* what is another operation of the graph by chance */
    refuses(o, t, out + 4, 1, "0", ANYWHERE);
    /* one bit of a constant */
    const size_t constant = find(t, find(t, from, " = 0x1."), "p");
    refuses(o, t, constant - 1, 1, t->bytes[constant - 1] == '8' ? "9" : "8", 0);
    arena_free(&mem);
}

/* What a compiler of C would take: a zero added (-0 + 0 is no -0), a product in the other format,
 * an input written over. */
static void changes_of_bits_of_a_function(const origin *o, const text *t, size_t from)
{
    arena mem = arena_make();
    const found_op f = find_op(t, from, " * ");
    const bool is_float = strncmp(t->bytes + f.line, "    const float", 15) == 0;
    const char *other = is_float ? "double" : "float",
               *a = arena_strndup(&mem, t->bytes + f.a, f.a_length),
               *b = arena_strndup(&mem, t->bytes + f.b, f.b_length);
    refuses(o, t, f.end, 0, is_float ? " + 0.0f" : " + 0.0", 0);
    refuses(o, t, f.end, 0, is_float ? " - -0.0f" : " - -0.0", 0);
    refuses(o, t, f.a, f.end - f.a, arena_printf(&mem, "(%s)%s * (%s)%s", other, a, other, b), 0);
    refuses(o, t, f.a, f.end - f.a,
            arena_printf(&mem, "(%s)((%s)%s * (%s)%s)", is_float ? "float" : "double", other, a,
                         other, b), 0);
    refuses(o, t, find(t, from, "    out[0] = "), 0, "    in[0] = in[1];\n", 1);
    refuses(o, t, find(t, from, "    out[0] = "), 0, "    in[0] = in[1] * in[2];\n", 1);
    arena_free(&mem);
}

/* Of every sample its own words, into its own place and no other. */
static void faults_in_batches_are_found(void **state)
{
    static const char *const CHANGES[][2] = {
        {"= in[w * stride + i];", "= in[w * stride + (w ? 0 : i)];"},
        {"= in[w * stride + i];", "= in[w * stride];"},
        {"out[w * stride + i] = one_out[w];", "out[w * stride + i] = one_out[0];"},
        {"out[w * stride + i] = one_out[w];",
         "{ out[w * stride + i] = one_out[w]; out[w * stride + count] = one_out[w]; }"},
        {"out[w * stride + i] = one_out[w];",
         "{ out[w * stride + i] = one_out[w]; out[w * stride + count + 2] = one_out[w]; }"}};
    static const char *const OF[] = {"void name_words_batch_f64(size_t",
                                     "void name_words_batch_f32(size_t"};
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/puma.urdf", FUNCTION_ID, 0);
    const origin o = {.list = &p, .count = 1};
    const text t = c_text(&mem, &p, 1, 0);
    for (int k = 0; k < 2; k++) {
        const size_t from = find(&t, find(&t, 0, OF[k]) + 1, OF[k]); /* after the prototype */
        for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++)
            refuses(&o, &t, find(&t, from, CHANGES[i][0]), strlen(CHANGES[i][0]), CHANGES[i][1],
                    ANYWHERE);
    }
    arena_free(&mem);
}

/* A function that belongs to no graph; a pivot that may be smaller. */
static void what_is_beside_the_graph_is_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/puma.urdf", FUNCTION_FD, 0);
    const origin o = {.list = &p, .count = 1};
    const text t = c_text(&mem, &p, 1, 0);
    refuses(&o, &t, t.length, 0, "void name_other_f64(double *x)\n{\n    x[0] = 0.0;\n}\n",
            ANYWHERE);
    diag d = diag_make(&mem); /* a text that ends within a directive */
    const size_t cut = find(&t, 0, "#if NAME_VECTOR_BYTES") + 12;
    assert_int_not_equal(read_text(&mem, &o, t.bytes, cut, &d), STATUS_OK);
    const char *const least = "0x1p-46 * out[";
    uint32_t found = 0;
    for (const char *at = strstr(t.bytes, least); at; at = strstr(at + 1, least), found++)
        refuses(&o, &t, (size_t)(at - t.bytes) + 6, 1, "7", ANYWHERE);
    assert_true(found >= 2);
    arena_free(&mem);
}

static void faults_in_c_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/puma.urdf", FUNCTION_ID, 0);
    const origin o = {.list = &p, .count = 1};
    const text t = c_text(&mem, &p, 1, 0);
    faults_of_a_function(&o, &t, find(&t, 0, "void name_words_f64(const double *restrict in, "));
    faults_of_a_function(&o, &t, find(&t, 0, "void name_words_f32(const float *restrict in, "));
    changes_of_bits_of_a_function(&o, &t,
                                  find(&t, 0, "void name_words_f64(const double *restrict in, "));
    changes_of_bits_of_a_function(&o, &t,
                                  find(&t, 0, "void name_words_f32(const float *restrict in, "));
    /* of vectors, of states, of batches, of the sine */
    const size_t block = find(&t, 0, "void name_block_f64("), state_at = find(&t, 0,
                                                                       "void name_torque_f64(");
    const size_t subtraction = find_op(&t, block, " - ").b;
    refuses(&o, &t, subtraction - 2, 1, "+", 0);
    const size_t strided = find(&t, block, "(in + 3 * ");
    refuses(&o, &t, strided + 6, 1, "4", ANYWHERE);
    const size_t sine = find(&t, find(&t, state_at + 1, "void name_torque_f64("), "sine[0]");
    refuses(&o, &t, sine + 5, 1, "1", 0);
    const size_t batch = find(&t, find(&t, 0, "void name_batch_f64(") + 1, "void name_batch_f64(");
    refuses(&o, &t, find(&t, batch, "count - NAME_LANES_f64"), 5, "i", ANYWHERE);
    const size_t turn = find(&t, find(&t, 0, "name_pair_f64(name_v_f64 x"), "p-34");
    refuses(&o, &t, turn + 3, 1, "5", ANYWHERE);
    arena_free(&mem);
}

/* Each digit of each operation matters, and each is looked at. */
static void every_changed_digit_of_an_operation_is_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    uint64_t seed = 1;
    uint32_t tried = 0;
    const ops p = function_ops(&mem, "robots/puma.urdf", FUNCTION_ID, 0);
    const origin o = {.list = &p, .count = 1};
    const text t = c_text(&mem, &p, 1, 100);
    for (size_t at = find(&t, 0, "name_piece0_f64"); tried < 150 && at < t.length;
         at += 1 + random_bits(&seed) % 97) {
        size_t line = at;
        while (t.bytes[line - 1] != '\n')
            line--;
        if (strncmp(t.bytes + line, "    const double t", 18) != 0 ||
            !isdigit((unsigned char)t.bytes[at]))
            continue;
        const char other[2] = {t.bytes[at] == '7' ? '3' : '7', 0};
        tried++;
        refuses(&o, &t, at, 1, other, ANYWHERE);
    }
    assert_true(tried > 50);
    arena_free(&mem);
}

static void faults_in_fixed_point_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/puma.urdf", FUNCTION_ID, 18);
    const origin o = {.list = &p, .count = 1};
    const text t = fixed_text(&mem, &p);
    const size_t words = find(&t, 0, "int name_words_fixed(");
    const size_t product = find(&t, find(&t, words, "name_mul("), ")");
    refuses(&o, &t, product - 1, 1, t.bytes[product - 1] == '6' ? "7" : "6", 0); /* its shift */
    const size_t sum = find(&t, find(&t, words, "name_down32("), ")");
    refuses(&o, &t, sum - 1, 1, t.bytes[sum - 1] == '3' ? "4" : "3", 0);
    const size_t cast = find(&t, 0, "(int64_t)a * b"); /* a product in 32 bits */
    refuses(&o, &t, cast, 9, "", 0);
    const size_t half = find(&t, words, " + 1, 1)");
    refuses(&o, &t, half + 3, 1, "0", 0); /* truncated, not rounded */
    refuses(&o, &t, find(&t, words, "in[2]") + 3, 1, "3", 60);
    refuses(&o, &t, find(&t, 0, "places - 1)), places)") + 9, 1, "2", ANYWHERE);
    refuses(&o, &t, find(&t, 0, "below + 1"), 9, "below", ANYWHERE);
    arena_free(&mem);
}

static void faults_in_hls_c_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = graph_for_core(&mem, 5, 60, 3);
    origin o = {.list = &p, .count = 1};
    const char *line = "network=crossbar mul=2 add=3 lanes=3 transfer=1";
    const text straight = hls_text(&mem, &p, line, false, HLS_ALLOCATED, &o.tables);
    const size_t minus = find_op(&straight, 0, " - ").b;
    refuses(&o, &straight, minus - 2, 1, "+", 0);
    const text loop = hls_text(&mem, &p, line, false, HLS_SCHEDULED, &o.tables);
    reads_back(&o, &loop);
    const text good = o.tables;
    const size_t rows = find(&good, 0, "name_issues[NAME_STEPS]");
    const size_t first = find(&good, rows, "{1, "); /* the first product, made a sum */
    o.tables = replaced(&mem, &good, first + 1, 1, "7");
    reads_back(&o, &loop); /* a multiplier does nothing else */
    const size_t add = find(&good, rows, "{2, ");
    o.tables = replaced(&mem, &good, add + 1, 1, "3"); /* a sum, made a difference */
    refuses(&o, &loop, 0, 0, "", ANYWHERE);
    arena_free(&mem);
}

static void faults_in_circuits_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/pendulum5.urdf", FUNCTION_ID, 18);
    const origin o = {.list = &p, .count = 1, .is_circuit = true};
    const text t = circuit_text(&mem, &p, 0, 120, 1, 0);
    /* a register too few on the way of an input: two samples meet */
    const size_t chain = find(&t, 0, "_2 <= x");
    const size_t before = find(&t, chain + 7, "_1;") + 1;
    refuses(&o, &t, before, 1, "0", ANYWHERE);
    /* a register too few behind a cell, another bit cut, a product of other operands */
    const size_t two = find(&t, find(&t, 0, "reg signed [18:0] c"), "_2; always");
    const size_t kept = find(&t, find(&t, two, "<= "), "_1;");
    refuses(&o, &t, kept, 2, "", ANYWHERE);
    const size_t cut = find(&t, find(&t, 0, "_t[3"), ":");
    refuses(&o, &t, cut - 1, 1, t.bytes[cut - 1] == '4' ? "3" : "4", ANYWHERE);
    const size_t block = find(&t, find(&t, 0, "name_product #("), ".a(x");
    refuses(&o, &t, block + 4, 1, t.bytes[block + 4] == '1' ? "4" : "1", ANYWHERE);
    /* comparisons without signs */
    refuses(&o, &t, find(&t, 0, "reg signed [17:0] x3_0;") + 4, 7, "", ANYWHERE);
    /* a rounding that is left out, a range, an output of other bits */
    const size_t carry = find(&t, find(&t, 0, ", 1'b1} + {"), "1'b1");
    refuses(&o, &t, carry + 3, 1, "0", ANYWHERE);
    refuses(&o, &t, find(&t, 0, ">= -18'sd65536") + 13, 1, "7", 0);
    refuses(&o, &t, find(&t, 0, "first[17:0]") + 6, 2, "35", 0);
    /* a line of the flow of samples that does not end */
    refuses(&o, &t, find(&t, find(&t, 0, "localparam STAGES"), ";"), 1, "", 0);
    refuses(&o, &t, find(&t, find(&t, 0, "] moves"), ";"), 1, "", 0);
    arena_free(&mem);
}

/* The circuit whose operators are shared: the turn of another sample, another operand. */
static void faults_in_shared_operators_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/pendulum5.urdf", FUNCTION_ID, 0);
    const origin o = {.list = &p, .count = 1, .is_circuit = true};
    const text t = circuit_text(&mem, &p, 0, 60, 8, 10000);
    reads_back(&o, &t);
    const size_t turn = find(&t, find(&t, 0, "u0_at"), ".d(moves[");
    const size_t number = turn + 9;
    refuses(&o, &t, number, 1, t.bytes[number] == '9' ? "8" : "9", ANYWHERE);
    const size_t latency = find(&t, 0, "fp32_add #(.LAT(") + 16;
    refuses(&o, &t, latency, 1, t.bytes[latency] == '3' ? "2" : "3", ANYWHERE);
    const size_t negates = find(&t, 0, "_negate = ");
    const size_t one = find(&t, negates, "1'b1");
    refuses(&o, &t, one + 3, 1, "0", ANYWHERE);
    arena_free(&mem);
}

/* Texts of no emitter are refused, whatever they are. */
static void other_texts_are_refused(void **state)
{
    static const char *const TEXTS[] = {
        "", "int main(void) { return 0; }", "void name_torque_f64(void) { while (1); }",
        "#if 1\nvoid name_torque_f64(const double *q", "module m (); endmodule", "\"", "/*", "0x"};
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/pendulum5.urdf", FUNCTION_ID, 0);
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        for (int k = 0; k < 2; k++) {
            diag d = diag_make(&mem);
            const origin o = {.list = &p, .count = 1, .is_circuit = k != 0};
            assert_int_not_equal(read_text(&mem, &o, TEXTS[i], strlen(TEXTS[i]), &d), STATUS_OK);
        }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c_of_robots_reads_back),
        cmocka_unit_test(c_of_closed_loops_reads_back),
        cmocka_unit_test(c_of_random_graphs_reads_back),
        cmocka_unit_test(c_in_fixed_point_reads_back),
        cmocka_unit_test(hls_c_reads_back),
        cmocka_unit_test(circuits_in_fixed_point_read_back),
        cmocka_unit_test(products_with_round_constants_read_back),
        cmocka_unit_test(circuits_in_binary32_read_back),
        cmocka_unit_test(circuits_of_robots_read_back),
        cmocka_unit_test(faults_in_c_are_found),
        cmocka_unit_test(faults_in_batches_are_found),
        cmocka_unit_test(what_is_beside_the_graph_is_found),
        cmocka_unit_test(every_changed_digit_of_an_operation_is_found),
        cmocka_unit_test(faults_in_fixed_point_are_found),
        cmocka_unit_test(faults_in_hls_c_are_found),
        cmocka_unit_test(faults_in_circuits_are_found),
        cmocka_unit_test(faults_in_shared_operators_are_found),
        cmocka_unit_test(other_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
