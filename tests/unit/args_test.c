/* SPDX-License-Identifier: MIT */
/* Command lines: what is accepted, what is refused with which line, what --help shows. */
#include "base/args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <string.h>

typedef struct {
    bool strict;
    const char *out;
    arg_list force;
    uint32_t effort;
    uint64_t seed;
    double snap, gravity[3];
    int base;
} values;

typedef struct {
    arena mem;
    diag d;
    values v;
    arg_option options[8];
    arg_command command;
    arg_result result;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.mem = arena_make(),
                   .v = {.effort = 2, .seed = 1, .snap = 0.5, .gravity = {0, 0, -9.81}}};
    f->d = diag_make(&f->mem);
    const arg_option options[8] = {
        {"strict", ARG_FLAG, &f->v.strict, NULL, .about = "doubts are errors"},
        {"out", ARG_TEXT, &f->v.out, "DIR", .about = "where files go", .letter = 'o'},
        {"force", ARG_LIST, &f->v.force, "LINK", .about = "external force"},
        {"effort", ARG_COUNT, &f->v.effort, "N", .about = "of the search"},
        {"seed", ARG_SEED, &f->v.seed, "N", .about = "of the search"},
        {"snap", ARG_NUMBER, &f->v.snap, "RAD", .about = "tolerance"},
        {"gravity", ARG_VECTOR, f->v.gravity, "'x y z'", .about = "m/s^2"},
        {"base", ARG_CHOICE, &f->v.base, "fixed|floating", .about = "root link"}};
    memcpy(f->options, options, sizeof options);
    f->command = (arg_command){.name = "work", .title = "does work", .operand = "ROBOT",
                               .about = "Does work.",
                               .example = "tauflow work a.urdf --strict", .options = f->options,
                               .options_count = 8};
}

/* Arguments are given as one text, separated by '|'. */
static status parse(fixture *f, const char *line)
{
    char *argv[20], *copy = arena_strdup(&f->mem, line);
    int argc = 0;
    while (*copy) {
        argv[argc++] = copy;
        copy += strcspn(copy, "|");
        if (*copy)
            *copy++ = '\0';
    }
    return args_parse(&f->mem, &f->command, argc, argv, &f->result, &f->d);
}

static void every_kind_is_read_in_both_spellings(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "a.urdf|--strict|--out|dir|--force|x|--force|y|--effort|3|--seed|18446744073709551615|--"
        "snap|1e-3|--gravity|1 -2,3.5|--base|floating",
        "--strict|--out=dir|--force=x|--force=y|--effort=3|--seed=18446744073709551615|--snap=1e-3|"
        "--gravity= 1, -2 3.5 |--base=floating|a.urdf",
        "-o|dir|--strict|--force=x|--force|y|--effort=3|--seed=18446744073709551615|--snap=.001|--"
        "gravity=1 -2 3.5|--base=floating|--|a.urdf"};
    for (int i = 0; i < 3; i++) {
        fixture f;
        set_up(&f);
        assert_int_equal(parse(&f, lines[i]), STATUS_OK);
        assert_string_equal(f.result.operand, "a.urdf");
        assert_true(f.v.strict && f.v.effort == 3 && f.v.seed == UINT64_MAX && f.v.snap == 1e-3 &&
                    f.v.base == 1);
        assert_string_equal(f.v.out, "dir");
        assert_int_equal(f.v.force.items_count, 2);
        assert_string_equal(f.v.force.items[1], "y");
        assert_true(f.v.gravity[0] == 1 && f.v.gravity[1] == -2 && f.v.gravity[2] == 3.5);
        arena_free(&f.mem);
    }
}

static void every_fault_is_one_line_that_names_it(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "ROBOT expected (see 'tauflow work --help')"},
        {"a|b", "unexpected argument 'b'"},
        {"a|--frobnicate", "unknown option '--frobnicate' (see 'tauflow work --help')"},
        {"a|--efort=3", "unknown option '--efort=3' (did you mean '--effort'?)"},
        {"a|--hlep", "unknown option '--hlep' (see 'tauflow work --help')"},
        {"a|-x", "unknown option '-x' (see 'tauflow work --help')"},
        {"a|-effort|3", "unknown option '-effort' (did you mean '--effort'?)"},
        {"a|--effort", "option --effort needs a value (N)"},
        {"a|-o", "option -o needs a value (DIR)"},
        {"a|--force|--strict", "option --force needs a value (LINK)"},
        {"a|--effort|3x",
         "bad value '3x' of option --effort: a whole number from 0 to 4294967295 expected"},
        {"a|--effort|-3",
         "bad value '-3' of option --effort: a whole number from 0 to 4294967295 expected"},
        {"a|--effort|4294967296",
         "bad value '4294967296' of option --effort: a whole number from 0 to 4294967295 expected"},
        {"a|--effort=",
         "bad value '' of option --effort: a whole number from 0 to 4294967295 expected"},
        {"a|--seed|18446744073709551616", "bad value '18446744073709551616' of option --seed: a "
                                          "whole number from 0 to 2^64 - 1 expected"},
        {"a|--snap|nan", "bad value 'nan' of option --snap: a finite number expected"},
        {"a|--snap|1 2", "bad value '1 2' of option --snap: a finite number expected"},
        {"a|--gravity|1 2", "bad value '1 2' of option --gravity: three finite numbers expected"},
        {"a|--gravity|1 2 3 4",
         "bad value '1 2 3 4' of option --gravity: three finite numbers expected"},
        {"a|--base|float", "bad value 'float' of option --base: fixed|floating expected"},
        {"a|--strict=yes", "option --strict takes no value"},
        {"a|--help=robots", "no help on 'robots' (see 'tauflow work --help')"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        set_up(&f);
        assert_int_equal(parse(&f, cases[i][0]), STATUS_INPUT);
        assert_string_equal(f.d.error.text, cases[i][1]);
        arena_free(&f.mem);
    }
}

static const char *help_of(fixture *f, const char *which, uint32_t columns)
{
    text t = text_make(&f->mem);
    args_help(&f->command, which, columns, "1.2.3", &t);
    return t.bytes;
}

static void holds(const char *said, const char *const *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strstr(said, pieces[i]))
            fail_msg("'%s' is not in:\n%s", pieces[i], said);
}

static void help_wins_and_shows_defaults_and_the_example(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    assert_int_equal(parse(&f, "--frobnicate|--help"), STATUS_OK);
    assert_string_equal(f.result.help, "");
    static const char *const pieces[] = {"usage: tauflow work ROBOT [options]\n",
                                         "\noptions:\n",
                                         "  -o, --out DIR ",
                                         "--effort N ",
                                         "(default: 2)",
                                         "(default: '0 0 -9.81')",
                                         "(default: fixed)",
                                         "(default: 0.5)",
                                         "  --strict   ",
                                         "example:\n  tauflow work a.urdf --strict\n"};
    holds(help_of(&f, "", 80), pieces, sizeof pieces / sizeof *pieces);
    arena_free(&f.mem);
}

/* More options than are told at once, in two sections; each third one is usual. */
static void set_up_many(fixture *f, arg_option *many, uint32_t count)
{
    set_up(f);
    for (uint32_t i = 0; i < count; i++)
        many[i] = (arg_option){.name = arena_printf(&f->mem, "o%u", i), .kind = ARG_FLAG,
                               .target = &f->v.strict, .about = "does something",
                               .usual = i % 3 == 0, .section = i < count / 2 ? "one" : "two"};
    f->command.options = many;
    f->command.options_count = count;
}

static void help_of_many_options_tells_the_usual_ones_and_where_the_others_are(void **state)
{
    (void)state;
    enum { COUNT = 14 };
    fixture f;
    arg_option many[COUNT];
    set_up_many(&f, many, COUNT);
    static const char *const pieces[] = {"  --o0  ", "  --o3  ", "  --o12 ",
                                         "tauflow work --help all tells all 14 options",
                                         "\n  one (7), two (7)\n"};
    const char *usual = help_of(&f, "", 80);
    holds(usual, pieces, sizeof pieces / sizeof *pieces);
    assert_null(strstr(usual, "--o1 "));
    static const char *const all[] = {"\none:\n  --o0 ", "  --o1 ", "\ntwo:\n  --o9 ", "  --o13 "};
    holds(help_of(&f, HELP_ALL, 80), all, sizeof all / sizeof *all);
    assert_null(strstr(help_of(&f, "two", 80), "--o6 "));
    assert_int_equal(parse(&f, "a|--help|two"), STATUS_OK);
    assert_string_equal(f.result.help, "two");
    assert_int_equal(parse(&f, "--help|a"), STATUS_OK);
    assert_string_equal(f.result.help, "");
    assert_int_equal(parse(&f, "--help=all|a"), STATUS_OK);
    assert_string_equal(f.result.help, "all");
    arena_free(&f.mem);
}

static void words_are_wrapped_and_a_long_one_stands_alone(void **state)
{
    (void)state;
    arena mem = arena_make();
    text t = text_make(&mem);
    args_wrap("one two\n three  fourteen", 0, 2, 9, &t);
    assert_string_equal(t.bytes, "one two\n  three\n  fourteen");
    t = text_make(&mem);
    args_wrap("a bcd", 6, 2, 9, &t); /* after six columns of something else */
    assert_string_equal(t.bytes, "a\n  bcd");
    arena_free(&mem);
}

static void a_manual_page_obeys_nothing_that_stands_in_a_text(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    f.options[0].about = ".. 3 of 'these', a\\b -x";
    static const char *const pieces[] = {
        ".SH NAME\ntauflow\\-work \\- does work\n",
        "\n\\&.. 3 of \\(aqthese\\(aq, a\\eb \\-x\n",
        "\\fB\\-o\\fR, \\fB\\-\\-out\\fR \\fIDIR\\fR\n",
        "external force", ".SH EXAMPLES\n.nf\ntauflow work a.urdf \\-\\-strict\n.fi\n"};
    const char *page = help_of(&f, HELP_MAN, 80);
    holds(page, pieces, sizeof pieces / sizeof *pieces);
    assert_memory_equal(page, ".TH TAUFLOW-WORK 1 \"\" \"tauflow 1.2.3\"", 37);
    arena_free(&f.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read_in_both_spellings),
        cmocka_unit_test(every_fault_is_one_line_that_names_it),
        cmocka_unit_test(help_wins_and_shows_defaults_and_the_example),
        cmocka_unit_test(help_of_many_options_tells_the_usual_ones_and_where_the_others_are),
        cmocka_unit_test(words_are_wrapped_and_a_long_one_stands_alone),
        cmocka_unit_test(a_manual_page_obeys_nothing_that_stands_in_a_text),
    };
    return cmocka_run_group_tests_name("args", tests, NULL, NULL);
}
