/* SPDX-License-Identifier: MIT */
/* Headers and circuits in the place of a core are read back: those of robots and of random graphs
 * hold, and one with a small fault is refused, with its line. */
#include "certify/face_reader.h"
#include "certify/readback.h"
#include "emit/c/emit_c.h"
#include "emit/c/fixed_c.h"
#include "emit/verilog/circuit_files.h"
#include "emit/verilog/face.h"
#include "unit/program_fixture.h"
#include "unit/robot_ops.h"

/* ---- headers --------------------------------------------------------------------------------- */

typedef struct {
    const ops *list;
    uint32_t count;
    text c, h;
} written;

/* reals: 1 float, 2 double, 3 both. */
static written write_c(arena *mem, const ops *list, uint32_t count, uint32_t reals)
{
    written w = {.list = list, .count = count, .c = text_make(mem), .h = text_make(mem)};
    diag d = diag_make(mem);
    const emit_c_options options = {.with_float = reals & 1, .with_double = reals >> 1 & 1,
                                    .name = "name"};
    if (list[0].format)
        emit_fixed_c(list, "name", &w.c, &w.h);
    else if (emit_c_functions(list, count, &options, &w.c, &w.h, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return w;
}

static status read_header(arena *mem, const written *w, uint64_t *compared, diag *d)
{
    readback_result result = {0};
    const readback_text h = {"out/name.h", w->h.bytes, w->h.length},
                        c = {"out/name.c", w->c.bytes, w->c.length};
    const status s = readback_header(mem, &h, &c, NULL, w->list, w->count, &result, d);
    *compared = result.operations;
    return s;
}

static void header_holds(const written *w)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    uint64_t compared = 0;
    if (read_header(&mem, w, &compared, &d) != STATUS_OK)
        fail_msg("%s of %s: %s:%u: %s", FUNCTION_KIND[w->list[0].function].name, w->list[0].robot,
                 d.error.at.file, d.error.at.line, d.error.text);
    assert_true(compared >= 2ull * (w->list[0].inputs_count + w->list[0].outputs_count) ||
                w->list[0].format);
    arena_free(&mem);
}

static void headers_of_robots_hold(void **state)
{
    static const char *const ROBOTS[] = {"robots/pendulum5.urdf", "robots/puma.urdf",
                                         "robots/bogie.urdf", "robots/loops/slider_crank.urdf"};
    static const function_kind OF[] = {FUNCTION_ID, FUNCTION_MASS, FUNCTION_FD, FUNCTION_REGRESSOR};
    (void)state;
    for (int r = 0; r < 4; r++) {
        arena mem = arena_make();
        ops list[4];
        for (int k = 0; k < 4; k++) {
            list[k] = function_ops(&mem, ROBOTS[r], OF[k], 0);
            for (uint32_t reals = 1; reals < 4; reals++) {
                const written one = write_c(&mem, &list[k], 1, reals);
                header_holds(&one);
            }
        }
        const written all = write_c(&mem, list, 4, 3);
        header_holds(&all);
        arena_free(&mem);
    }
}

static void headers_of_loops_hold(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops list[] = {
        function_ops(&mem, "robots/loops/planar4.urdf", FUNCTION_CLOSED_FD, 0),
        function_ops(&mem, "robots/loops/planar4.urdf", FUNCTION_CLOSED_ID, 0)};
    for (uint32_t first = 0; first < 2; first++) {
        const written w = write_c(&mem, list + first, 2 - first, 3);
        header_holds(&w);
    }
    /* no joint has limits, and all turn: entries of a matrix say so, too */
    const ops closure = function_ops(&mem, "tests/loops/bennett.urdf", FUNCTION_CLOSURE, 0);
    const written of_closure = write_c(&mem, &closure, 1, 3);
    header_holds(&of_closure);
    assert_null(strstr(of_closure.c.bytes, "\"m\""));
    assert_non_null(strstr(of_closure.c.bytes, "\"rad\""));
    arena_free(&mem);
}

static void headers_of_random_graphs_hold(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        arena mem = arena_make();
        const ops p = seed % 2 ? ops_random_of(&mem, OP_KIND_COUNT, 3 + (uint32_t)seed % 5, 40,
                                               seed + 1)
                               : graph_in_fixed(&mem, 16 + (uint32_t)seed % 25, 5, 40, seed + 1);
        const written w = write_c(&mem, &p, 1, 3);
        header_holds(&w);
        arena_free(&mem);
    }
}

static text replaced(arena *mem, const text *t, const char *from, const char *to, uint32_t *line)
{
    const char *at = strstr(t->bytes, from);
    text out = text_make(mem);
    if (!at)
        fail_msg("'%s' is not there", from);
    *line = 1;
    for (const char *k = t->bytes; k < at; k++)
        *line += *k == '\n';
    text_add_bytes(&out, t->bytes, (size_t)(at - t->bytes));
    text_add(&out, to);
    text_add(&out, at + strlen(from));
    return out;
}

/* In the header or, with in_c, in the C: refused in that line, or (line 0) anywhere. */
static void header_refuses(const written *good, bool in_c, const char *from, const char *to,
                           bool elsewhere)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    written w = *good;
    uint32_t line;
    uint64_t compared;
    *(in_c ? &w.c : &w.h) = replaced(&mem, in_c ? &w.c : &w.h, from, to, &line);
    if (read_header(&mem, &w, &compared, &d) == STATUS_OK)
        fail_msg("'%s' in place of '%s' is taken", to, from);
    if (!elsewhere && d.error.at.line != line)
        fail_msg("'%s' in place of '%s', line %u: line %u: %s", to, from, line, d.error.at.line,
                 d.error.text);
    arena_free(&mem);
}

static void faults_in_headers_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops list[] = {function_ops(&mem, "robots/puma.urdf", FUNCTION_FD, 0),
                        function_ops(&mem, "robots/puma.urdf", FUNCTION_ID, 0)};
    const written w = write_c(&mem, list, 2, 3);
    static const struct {
        const char *from, *to;
        bool elsewhere;
    } H[] = {
        /* guards, counts: another, none, one more, twice, of nothing */
        {"#ifndef NAME_H", "#ifndef NAMES_H", false},
        {"<stddef.h>", "<stdio.h>", true},
        {"NAME_JOINTS 6", "NAME_JOINTS 7", false},
        {"#define NAME_FORCES 0\n", "", true},
        {"NAME_OUTPUTS 6", "NAME_OUTPUTS 06.0", false},
        {"#define NAME_FORCES 0\n", "#define NAME_FORCES 0\n#define NAME_JOINTS 6\n", true},
        {"#define NAME_FORCES 0\n", "#define NAME_FORCES 0\n#define NAME_FRAMES 0\n", true},
        {"#define NAME_INPUTS", "#define NAME_INPUT", false},
        /* arrays and functions: sizes, types, parameters, order, one less, one more */
        {"name_joint_names[6]", "name_joint_names[5]", false},
        {"extern const double name_joint_upper", "extern const float name_joint_upper", false},
        {"extern const char *const name_input", "extern const char *name_input", false},
        {"int name_forward_f64(const double *q, const double *qd",
         "int name_forward_f64(const double *qd, const double *q", false},
        {"int name_forward_batch_f64(size_t count, size_t stride",
         "int name_forward_batch_f64(size_t stride, size_t count", false},
        {"int name_forward_f64(", "void name_forward_f64(", false},
        {"double *tau);\n", "float *tau);\n", true},
        {"void name_words_f64(const double *in, double *out);\n", "", true},
        {"void name_words_f64(", "void name_word_f64(", false},
        {"void name_words_f64(", "void name_words_f64(void);\nvoid name_words_f64(", false},
        {"extern \"C\" {", "extern \"D\" {", false},
        {"#endif\n\n#endif", "#endif\n\nint more;\n#endif", true},
        /* words: number, owner, meaning, unit, one less, one more */
        {" *   in[3] ", " *   in[4] ", false},
        {"joint 1 'q2': sine", "joint 2 'q2': sine", false},
        {"joint 1 'q2': sine", "joint 1 'q3': sine", false},
        {"'q2': sine of q", "'q2': cosine of q", false},
        {"acceleration (rad/s^2)\n", "acceleration (m/s^2)\n", false},
        {"acceleration (rad/s^2)\n", "acceleration (rad/s^2) more\n", false},
        {" *   out[0] ", " *   in[0] ", false},
        {" * Words of name_words:", " * Words of name_wards:", false},
        {" * Words of name_words:", " * Words of name_forward_words:", true},
    };
    header_holds(&w);
    for (size_t k = 0; k < sizeof H / sizeof H[0]; k++)
        header_refuses(&w, false, H[k].from, H[k].to, H[k].elsewhere);
    /* names, units, limits, where they have their values */
    header_refuses(&w, true, "    \"q2\"", "    \"q3\"", false);
    header_refuses(&w, true, "    \"q2\",\n", "", true);
    header_refuses(&w, true, "\"rad\"", "\"m\"", false);
    header_refuses(&w, true, "double name_joint_lower[6] = {", "double name_joint_lower[6] = {-",
                   true);
    header_refuses(&w, true, "\nconst double name_joint_lower", "\nconst double name_joint_upper",
                   true);
    header_refuses(&w, true, "\nconst char *const name_input_names",
                   "\nstatic const char *const name_input_names", true);
    arena_free(&mem);
}

static void faults_in_headers_of_fixed_point_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    const ops p = function_ops(&mem, "robots/pendulum5.urdf", FUNCTION_ID, 18);
    const written w = write_c(&mem, &p, 1, 0);
    header_holds(&w);
    header_refuses(&w, false, "NAME_WIDTH 18", "NAME_WIDTH 19", false);
    header_refuses(&w, false, "int32_t name_word", "int64_t name_word", false);
    header_refuses(&w, false, "velocity (rad/s), * 2^", "velocity (rad/s), * 2^1", false);
    header_refuses(&w, false, "(rad/s), * 2^15, -3 .. 3", "(rad/s), * 2^15, -3 .. 2.9999", false);
    header_refuses(&w, false, "torque (N m), * 2^", "torque (N m), * 2^-", false);
    header_refuses(&w, false, "(const name_word *in, name_word *out)",
                   "(name_word *in, name_word *out)", false);
    /* six digits of a range are told, and the sixth is looked at */
    header_refuses(&w, false, ", -1 .. 1\n", ", -1 .. 1.00001\n", false);
    arena_free(&mem);
}

/* What is told of a name in a comment cannot end it; in a text it is what it is. */
static void strange_names_hold(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = function_ops(&mem, "robots/pendulum5.urdf", FUNCTION_ID, 0);
    static const char NAME[] = "a*/\"b\\?\x01\xc3\xa9\xc2\x85" "9";
    for (uint32_t i = 0; i < p.joints_count; i++)
        p.joints[i].name = i == 1 ? NAME : p.joints[i].name;
    for (uint32_t i = 0; i < p.inputs_count; i++)
        p.inputs[i].of = p.inputs[i].index == 1 ? NAME : p.inputs[i].of;
    for (uint32_t i = 0; i < p.outputs_count; i++)
        p.outputs[i].of = p.outputs[i].index == 1 ? NAME : p.outputs[i].of;
    const written w = write_c(&mem, &p, 1, 2);
    header_holds(&w);
    header_refuses(&w, true, "\\2059", "\\2058", true);
    header_refuses(&w, false, "'a_/", "'a*/", false);
    arena_free(&mem);
}

/* ---- faces ----------------------------------------------------------------------------------- */

typedef struct {
    ops p;
    text files[CIRCUIT_FILES];
} built;

static void build(arena *mem, uint32_t width, uint32_t mhz, uint32_t interval, built *b)
{
    circuit c;
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms *f = arena_alloc(mem, sizeof *f);
    const circuit_options options = {.name = "name", .target = &DEVICE_LIST[0], .clock_mhz = mhz,
                                     .interval = interval,
                                     .most_blocks = interval > 1 ? 0 : 10000};
    s.equations.effort = 0;
    s.numbers.format = width;
    if (passes_read(mem, "robots/pendulum5.urdf", &s, f, &d) != STATUS_OK ||
        circuit_build(mem, &f->ops, &options, &c, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    b->p = f->ops;
    for (uint32_t k = 0; k < CIRCUIT_FILES; k++)
        b->files[k] = text_make(mem);
    if (circuit_write(&c, &options, width ? &f->facts.box : NULL, b->files, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
}

static status read_face(arena *mem, const built *b, const text *face, tau_image *tau, diag *d)
{
    const text *v = &b->files[CIRCUIT_VERILOG], *t = &b->files[CIRCUIT_IMAGE];
    report r;
    uint64_t compared = 0;
    if (!tau->whole.bytes && tau_image_read(t->bytes, t->length, tau, &r) != TAUFLOW_OK)
        fail_msg("%s", r.text);
    const face_texts texts = {{"core.v", face->bytes, face->length},
                              {"circuit.v", v->bytes, v->length}, tau, "circuit.tau", &b->p};
    const status s = readback_face(mem, &texts, &compared, d);
    assert_true(s != STATUS_OK || compared > 60);
    return s;
}

static void faces_of_circuits_hold(void **state)
{
    static const struct {
        uint32_t width, mhz, interval;
    } OF[] = {{18, 120, 1}, {18, 0, 1}, {16, 120, 4}, {27, 100, 2}, {0, 60, 1}, {0, 60, 4}};
    (void)state;
    for (size_t k = 0; k < sizeof OF / sizeof OF[0]; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        tau_image tau = {0};
        built b;
        build(&mem, OF[k].width, OF[k].mhz, OF[k].interval, &b);
        if (read_face(&mem, &b, &b.files[CIRCUIT_CORE], &tau, &d) != STATUS_OK)
            fail_msg("%u bits, %u MHz: line %u: %s", OF[k].width, OF[k].mhz, d.error.at.line,
                     d.error.text);
        arena_free(&mem);
    }
}

static void faults_in_faces_are_found(void **state)
{
    static const struct {
        const char *from, *to;
    } OF[] = {{"`default_nettype none", "default_nettype none"},
              {"module name_circuit_core", "module name_core"},
              {"input  wire [", "input  wire [1"},
              {"output wire                           s_axis_tready", "input  wire s_axis_tready"},
              {"    output wire                           overflow,\n", ""},
              {"FIXED != 18", "FIXED != 17"},
              {"of 8 lanes", "of 9 lanes"},
              {"wire out_in_range;", "wire out_in_range = 1'b1;"},
              {".OUT_WORDS(5)", ".OUT_WORDS(4)"},
              {".rst(rst), .run(run)", ".rst(run), .run(rst)"},
              {".in_data(in)", ".in_data(out)"},
              {".rst(!run)", ".rst(rst)"},
              {".clk(clk), .rst(!run)", ".rst(!run)"},
              {"(in[35:18])", "(in[36:19])"},
              {"(out[17:0])", "(out[35:18])"},
              {".out_tau1(", ".out_tau2("},
              {".out_ready(out_ready), .out_data", ".out_ready(out_ready), .run(run), .out_data"},
              {"endmodule", "wire more;\nendmodule"}};
    (void)state;
    arena mem = arena_make();
    built b;
    build(&mem, 18, 120, 1, &b);
    for (size_t k = 0; k < sizeof OF / sizeof OF[0]; k++) {
        diag d = diag_make(&mem);
        tau_image tau = {0};
        uint32_t line;
        const text face = replaced(&mem, &b.files[CIRCUIT_CORE], OF[k].from, OF[k].to, &line);
        if (read_face(&mem, &b, &face, &tau, &d) == STATUS_OK)
            fail_msg("'%s' in place of '%s' is taken", OF[k].to, OF[k].from);
        assert_string_equal(d.error.at.file, "core.v");
    }
    arena_free(&mem);
}

static void faults_in_images_of_circuits_are_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    built b;
    build(&mem, 18, 120, 1, &b);
    for (int k = 0; k < 6; k++) {
        diag d = diag_make(&mem);
        tau_image tau = {0};
        const text *face = &b.files[CIRCUIT_CORE];
        text other = *face;
        assert_int_equal(read_face(&mem, &b, face, &tau, &d), STATUS_OK);
        tau.cycles += k == 0;
        tau.interval += k == 1;
        tau.out_beats += k == 2;
        tau.words -= k == 3;
        if (k == 4)
            tau.text = NULL;
        if (k == 5) /* a comment more: another text */
            text_add(&other, "// more\n");
        assert_int_equal(read_face(&mem, &b, &other, &tau, &d), STATUS_INPUT);
        assert_string_equal(d.error.at.file, "circuit.tau");
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_robots_hold),
        cmocka_unit_test(headers_of_loops_hold),
        cmocka_unit_test(headers_of_random_graphs_hold),
        cmocka_unit_test(faults_in_headers_are_found),
        cmocka_unit_test(faults_in_headers_of_fixed_point_are_found),
        cmocka_unit_test(strange_names_hold),
        cmocka_unit_test(faces_of_circuits_hold),
        cmocka_unit_test(faults_in_faces_are_found),
        cmocka_unit_test(faults_in_images_of_circuits_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
