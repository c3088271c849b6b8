/* SPDX-License-Identifier: MIT */
/* Certificates as texts: what is printed reads back, what is wrong is told with its line; paths
 * from a certificate to its files. And the checks that need no core: equations against operations,
 * and points against ranges, at their edges. */
#include "unit/ops_fixture.h"

#include "base/field.h"
#include "certify/certificate.h"
#include "certify/form_paths.h"
#include "certify/lowering.h"
#include "certify/points_check.h"

#include <math.h>

/* ---- texts ----------------------------------------------------------------------------------- */

static certificate example(arena *mem)
{
    certificate c = {.version = "1.2.3", .command = "tauflow image 'a b.urdf' -o c.tau"};
    certificate_add(mem, &c, FORM_ROBOT, PLACE_FILE, "../a b.urdf", "<robot/>", 8);
    certificate_add(mem, &c, FORM_EQUATIONS, PLACE_HERE, NULL, "one\ntwo\n", 8);
    certificate_add(mem, &c, FORM_OPERATIONS, PLACE_GONE, NULL, "", 0);
    certificate_add(mem, &c, FORM_SCHEDULE, PLACE_HERE, NULL, "\0\n", 2);
    *ARENA_PUSH(mem, &c, passes) = (certificate_passes){
        .form = 1, .prime = FIELD_P, .seed = 0, .count = 5, .states = 2, .bits = 88, .rounded = 7,
        .outputs = 1};
    *ARENA_PUSH(mem, &c, steps) =
        (certificate_step){.kind = STEP_LOWERING, .from = 1, .to = 3, .verdict = VERDICT_CHECKED,
                           .seed = UINT64_MAX, .count = 7, .bound = 0x1p-60, .seconds = 1.5,
                           .text = "why not"};
    return c;
}

/* Member by member: what is between them is anything. */
static void assert_same_passes(const certificate_passes *a, const certificate_passes *b)
{
    assert_int_equal(a->form, b->form);
    assert_int_equal(a->prime, b->prime);
    assert_int_equal(a->seed, b->seed);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->bits, b->bits);
    assert_int_equal(a->rounded, b->rounded);
    assert_int_equal(a->outputs, b->outputs);
}

static void what_is_printed_reads_back(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    certificate c = example(&mem), back;
    text first = text_make(&mem), second = text_make(&mem);
    assert_true(certificate_print(&c, &first));
    if (certificate_parse(&mem, "x.cert", first.bytes, first.length, &back, &d) != STATUS_OK)
        fail_msg("%u: %s", d.error.at.line, d.error.text);
    assert_true(certificate_print(&back, &second));
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.bytes, second.bytes, first.length);
    assert_int_equal(back.forms_count, 4);
    assert_memory_equal(back.forms[1].bytes, "one\ntwo\n", 8);
    assert_memory_equal(back.forms[3].bytes, "\0\n", 2);
    assert_null(back.forms[0].bytes);
    assert_string_equal(back.steps[0].text, "why not");
    assert_same_passes(back.passes, c.passes);
    assert_ptr_equal(certificate_passes_of(&back, 1), back.passes);
    assert_null(certificate_passes_of(&back, 3));
    c.command = "two\nlines";
    assert_false(certificate_print(&c, &second));
    arena_free(&mem);
}

/* The first `from` of the example becomes `to`. */
static void assert_refused(const char *from, const char *to, uint32_t line, const char *message)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    certificate c = example(&mem), back;
    text t = text_make(&mem), other = text_make(&mem);
    assert_true(certificate_print(&c, &t));
    const char *at = strstr(t.bytes, from);
    assert_non_null(at);
    const size_t before = (size_t)(at - t.bytes), after = before + strlen(from);
    text_add_bytes(&other, t.bytes, before);
    text_add(&other, to);
    text_add_bytes(&other, t.bytes + after, t.length - after);
    assert_int_equal(certificate_parse(&mem, "x.cert", other.bytes, other.length, &back, &d),
                     STATUS_INPUT);
    if (!strstr(d.error.text, message) || d.error.at.line != line)
        fail_msg("line %u: %s", d.error.at.line, d.error.text);
    arena_free(&mem);
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
    (void)state;
    assert_refused("cert 2", "cert 1", 1, "the first line");
    assert_refused("version", "edition", 2, "'version' expected");
    assert_refused("form robot 8", "form horse 8", 4, "unknown form");
    assert_refused("form robot 8", "form robot -8", 4, "the length of the form");
    assert_refused(" file ", " far ", 4, "'file', 'here' or 'gone'");
    assert_refused(" file ../a b.urdf", " file ", 4, "the name of the file");
    assert_refused("here\n", "here it is\n", 5, "something stands behind the form");
    assert_refused("passes 2 ", "passes 1 ", 8, "told once of each form of equations");
    assert_refused("passes 2 ", "passes 5 ", 8, "the number of a form");
    assert_refused("prime 23", "prime 24", 8, "compared in another field");
    assert_refused("count 5", "count 0", 8, "or none were");
    assert_refused("bits 88", "bits many", 8, "a whole number expected");
    assert_refused("outputs 1\n", "outputs 1 2\n", 8, "compared in another field");
    assert_refused("rounded 7 ", "", 8, "'rounded' expected");
    assert_refused("form equations 8", "form c 8", 8, "told once of each form of equations");
    assert_refused("step lowering", "step sideways", 9, "unknown step");
    assert_refused("lowering 2 4", "lowering 0 4", 9, "counted from 1");
    assert_refused("lowering 2 4", "lowering 2 5", 9, "the number of a form");
    assert_refused("checked", "believed", 9, "'proved', 'checked' or 'open'");
    assert_refused("count 7", "count seven", 9, "a count expected");
    assert_refused("bound 8.67e-19", "bound nan", 9, "a bound expected");
    assert_refused("seconds 1.500", "seconds -1", 9, "seconds expected");
    assert_refused("text 2", "text 4", 10, "the order of the forms");
    assert_refused("\none\n", "\nOne\n", 12, "SHA-256 differs");
    assert_refused("text 4", "", 13, "'form', 'passes', 'step' or 'text'");
    assert_refused("\ntext 4\n", "\n#\n", 13, "'form', 'passes', 'step' or 'text'");
}

static void files_are_found_from_the_certificate(void **state)
{
    (void)state;
    arena mem = arena_make();
    assert_string_equal(path_of_certificate(&mem, "a/b.tau", ".tau"), "a/b.cert");
    assert_null(path_of_certificate(&mem, "a/b", ".tau"));
    assert_null(path_of_certificate(&mem, "a/.tau", ".tau"));
    assert_null(path_of_certificate(&mem, ".tau", ".tau"));
    assert_string_equal(path_folder(&mem, "a/b/c"), "a/b");
    assert_string_equal(path_folder(&mem, "c"), ".");
    assert_string_equal(path_folder(&mem, "/c"), "/");
    assert_string_equal(path_between(&mem, "robots", "robots/puma.urdf"), "puma.urdf");
    assert_string_equal(path_between(&mem, ".", "robots/puma.urdf"), "robots/puma.urdf");
    assert_string_equal(path_between(&mem, "docs", "robots/puma.urdf"), "../robots/puma.urdf");
    assert_string_equal(path_between(&mem, "docs/none/yet/", "robots/puma.urdf"),
                        "../../../robots/puma.urdf");
    assert_string_equal(path_between(&mem, "docs", "/dev/null"), "/dev/null");
    assert_string_equal(path_from(&mem, "docs", "../robots/puma.urdf"), "docs/../robots/puma.urdf");
    assert_string_equal(path_from(&mem, "docs", "/x"), "/x");
    arena_free(&mem);
}

/* ---- equations ------------------------------------------------------------------------------- */

#define HEAD_EQN "tauflow-eqn 1\nrobot \"r\"\n"
#define HEAD_OPS "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\ninput s sin 0 j\n" \
                 "input c cos 0 j\nconst k 0.1\nconst two 2\nconst zero 0\nconst one 1\n"

static status lowered(arena *mem, const char *eqn, const char *graph, lowering_facts *facts)
{
    diag d = diag_make(mem);
    const char *all = arena_printf(mem, HEAD_EQN "%s", eqn);
    const ops p = ops_from(mem, arena_printf(mem, HEAD_OPS "%s", graph));
    stated_equations e;
    status done = equations_file_read(mem, "e", all, strlen(all), &e, &d);
    if (done != STATUS_OK)
        fail_msg("%s", d.error.text);
    return lowering_check(mem, &e, &p, "e", 1, facts, &d);
}

static void assert_same(const char *eqn, const char *graph, bool same)
{
    arena mem = arena_make();
    lowering_facts facts;
    const status done = lowered(&mem, eqn, graph, &facts);
    if ((done == STATUS_OK) != same)
        fail_msg("%s and %s", eqn, graph);
    assert_true(!same || (facts.points == LOWERING_POINTS && !facts.rounded));
    assert_true(!same || facts.error < 1e-40);
    arena_free(&mem);
}

/* A square of a square ..: its degree doubles each time. */
static lowering_facts squared(arena *mem, uint32_t times)
{
    text eqn = text_make(mem), graph = text_make(mem);
    lowering_facts facts;
    for (uint32_t i = 0; i < times; i++) {
        const char *of = i ? arena_printf(mem, "p%u", i - 1) : "x";
        text_printf(&eqn, "p%u = %s*%s\n", i, of, of);
        text_printf(&graph, "p%u = mul %s %s\n", i, of, of);
    }
    text_printf(&eqn, "output o = p%u", times - 1);
    text_printf(&graph, "output o plain = p%u\n", times - 1);
    assert_int_equal(lowered(mem, eqn.bytes, graph.bytes, &facts), STATUS_OK);
    return facts;
}

/* Three points while they leave less than 2^-50, then as many as it takes, but no more than eight:
 * where these leave more, nothing is gained by them. */
static void high_degrees_take_more_points(void **state)
{
    (void)state;
    arena mem = arena_make();
    assert_int_equal(squared(&mem, 40).points, LOWERING_POINTS);
    assert_true(squared(&mem, 40).error <= LOWERING_CHANCE);
    assert_int_equal(squared(&mem, 46).points, 4);
    assert_true(squared(&mem, 46).error <= LOWERING_CHANCE);
    assert_int_equal(squared(&mem, 54).points, LOWERING_MOST_POINTS);
    assert_true(squared(&mem, 54).error <= LOWERING_CHANCE);
    assert_int_equal(squared(&mem, 57).points, LOWERING_POINTS);
    assert_true(squared(&mem, 57).error > LOWERING_CHANCE);
    arena_free(&mem);
}

static void equations_are_those_of_the_operations(void **state)
{
    (void)state;
    assert_same("output o = 2*x*y - 0.1*x", "a = add x x\nb = mul a y\nc1 = mul k x\n"
                "d = sub b c1\noutput o plain = d\n", true);
    assert_same("output o = 2*x*y + 0.1*x", "a = add x x\nb = mul a y\nc1 = mul k x\n"
                "d = sub b c1\noutput o plain = d\n", false);
    assert_same("output o = 2*x*y - 0.10000000000000002*x", "a = add x x\nb = mul a y\n"
                "c1 = mul k x\nd = sub b c1\noutput o plain = d\n", false);
    /* sine and cosine of one angle */
    assert_same("output o = s*s + c*c - x", "a = sub one x\noutput o plain = a\n", true);
    assert_same("output o = s*s - c*c - x", "a = sub one x\noutput o plain = a\n", false);
    /* calls: the same of the same, odd where they are */
    assert_same("r = reciprocal(x)\noutput o = r*y", "a = div y x\noutput o plain = a\n", true);
    assert_same("r = reciprocal(y)\noutput o = r*x", "a = div y x\noutput o plain = a\n", false);
    assert_same("t = x + y\nr = sqrt(t)\noutput o = -r", "a = add y x\nb = sqrt a\nd = sub zero b\n"
                "output o plain = d\n", true);
    assert_same("t = -x\nr = atan2(t, y)\noutput o = r", "a = atan2 x y\nd = sub zero a\n"
                "output o plain = d\n", true);
    assert_same("t = -y\nr = atan2(x, t)\noutput o = r", "a = atan2 x y\nd = sub zero a\n"
                "output o plain = d\n", false);
    assert_same("r = below(x, y)\noutput o = r", "a = below x y\noutput o plain = a\n", true);
    assert_same("r = below(x, y)\noutput o = r", "a = below y x\noutput o plain = a\n", false);
}

static void sines_of_the_core_are_those_of_the_equations(void **state)
{
    (void)state;
    const char *graph = "s3 = sin x zero\nc3 = cos x zero\na = mul s3 s3\nb = mul c3 c3\n"
                        "d = sub a b\noutput o plain = d\n";
    assert_same("output o = 1 - 2*c3*c3", graph, true);
    assert_same("output o = 1 - 2*s3*s3", graph, false);
}

/* A number that was rounded before is compared in binary64, and no more than its rounding let
 * pass. */
static void numbers_that_met_may_be_rounded(void **state)
{
    (void)state;
    arena mem = arena_make();
    lowering_facts facts;
    const char *eqn = "p = 0.3\nr = reciprocal(p)\noutput o = r*x";
    assert_int_equal(lowered(&mem, eqn, "const m 3.3333333333333335\na = mul m x\n"
                             "output o plain = a\n", &facts), STATUS_OK);
    assert_true(facts.rounded && facts.blur > 0 && facts.blur < 1e-14);
    assert_int_equal(lowered(&mem, eqn, "const m 3.33333333333337\na = mul m x\n"
                             "output o plain = a\n", &facts), STATUS_INPUT);
    arena_free(&mem);
}

static void lines_of_equations_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const LINES[] = {"o = ", "o x", "output o = x +", "o = x * y", "o = 2x",
                                        "o = sqrt(2)", "o = atan2(x)", "o = sqrt(x) + y",
                                        "parameter p = q", "1o = x", "o = x\no = y"};
    for (size_t k = 0; k < sizeof LINES / sizeof LINES[0]; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        stated_equations e;
        const char *all = arena_printf(&mem, HEAD_EQN "%s\n", LINES[k]);
        if (equations_file_read(&mem, "e", all, strlen(all), &e, &d) != STATUS_INPUT)
            fail_msg("'%s' was read", LINES[k]);
        assert_true(d.error.at.line >= 3);
        arena_free(&mem);
    }
}

/* ---- points ---------------------------------------------------------------------------------- */

/* x y + z within 1 x 2 + 1 = 3, a word of 16 bits: with point 13 it reaches 3.9998. */
static status points_of(arena *mem, const char *range, points_facts *facts)
{
    diag d = diag_make(mem);
    const ops p = ops_from(mem, arena_printf(mem,
        "tauflow-ops 1\nrobot r\nnumbers fixed 16\ninput x plain point 14 from -1 to 1\n"
        "input y plain point 13 from -2 to 2\ninput z plain point 14 from %s\n"
        "a = mul x y point 13\nb = add a z point 13\noutput o plain = b\n", range));
    return points_check(mem, &p, 1, "p", facts, &d);
}

static void values_that_fit_are_proved_and_others_found(void **state)
{
    (void)state;
    arena mem = arena_make();
    points_facts facts;
    assert_int_equal(points_of(&mem, "-1 to 1", &facts), STATUS_OK);
    assert_int_equal(facts.proved, 2);
    /* the edge: 3.9998 less half a unit of the result and the errors of the operands */
    assert_int_equal(points_of(&mem, "-1.99 to 1.9995", &facts), STATUS_OK);
    assert_int_equal(facts.proved, 2);
    assert_int_equal(points_of(&mem, "-1.99 to 1.9998", &facts), STATUS_OK);
    assert_int_equal(facts.proved, 1);
    assert_int_equal(points_of(&mem, "-1.99 to 1.9999", &facts), STATUS_INPUT);
    arena_free(&mem);
}

/* A square of a sine and that of the cosine: only halved boxes see that their sum fits. */
static void boxes_are_halved(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    points_facts facts;
    const ops p = ops_from(&mem,
        "tauflow-ops 1\nrobot r\nnumbers fixed 16\ninput s sin 0 j point 14 from -1 to 1\n"
        "input c cos 0 j point 14 from -1 to 1\na = mul s s point 14\nb = mul c c point 14\n"
        "d = add a b point 14\noutput o plain = d\n");
    assert_int_equal(points_check(&mem, &p, 1, "p", &facts, &d), STATUS_OK);
    assert_int_equal(facts.proved, 3); /* s s + c c is 1, and 2 would not fit */
    arena_free(&mem);
}

/* Values of z + 1 or of z - 1, z between 0 and `end`, that intervals prove. */
static uint32_t proved_to(double end)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    points_facts facts;
    const bool above = end > 0;
    const ops p = ops_from(&mem, arena_printf(&mem,
        "tauflow-ops 1\nrobot r\nnumbers fixed 16\ninput z plain point 13 from %.17g to %.17g\n"
        "const k 1 point 13\na = %s z k point 13\noutput o plain = a\n", above ? 0 : end,
        above ? end : 0, above ? "add" : "sub"));
    assert_int_equal(points_check(&mem, &p, 1, "p", &facts, &d), STATUS_OK);
    arena_free(&mem);
    return facts.proved;
}

/* A sum that may have been rounded counts as one place more: at the last number that fits, less
 * half a unit of the operand and half a unit of its own. */
static void ends_of_intervals_are_rounded_outwards(void **state)
{
    (void)state;
    const double most = ldexp(32767, -13) - (1 + 0x1p-40) * (0x1p-14 + 0x1p-14), last = most - 1;
    assert_true(last + 1 == most);
    assert_int_equal(proved_to(last), 0);
    assert_int_equal(proved_to(-last), 0);
    assert_int_equal(proved_to(nextafter(last, 0)), 1);
    assert_int_equal(proved_to(-nextafter(last, 0)), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_reads_back),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(files_are_found_from_the_certificate),
        cmocka_unit_test(high_degrees_take_more_points),
        cmocka_unit_test(equations_are_those_of_the_operations),
        cmocka_unit_test(sines_of_the_core_are_those_of_the_equations),
        cmocka_unit_test(numbers_that_met_may_be_rounded),
        cmocka_unit_test(lines_of_equations_that_mean_nothing_are_refused),
        cmocka_unit_test(values_that_fit_are_proved_and_others_found),
        cmocka_unit_test(boxes_are_halved),
        cmocka_unit_test(ends_of_intervals_are_rounded_outwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
