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
    arg_option options[8] = {{"strict", ARG_FLAG, &f->v.strict, NULL, "doubts are errors", 0},
                             {"out", ARG_TEXT, &f->v.out, "DIR", "where files go", 'o'},
                             {"force", ARG_LIST, &f->v.force, "LINK", "external force", 0},
                             {"effort", ARG_COUNT, &f->v.effort, "N", "of the search", 0},
                             {"seed", ARG_SEED, &f->v.seed, "N", "of the search", 0},
                             {"snap", ARG_NUMBER, &f->v.snap, "RAD", "tolerance", 0},
                             {"gravity", ARG_VECTOR, f->v.gravity, "'x y z'", "m/s^2", 0},
                             {"base", ARG_CHOICE, &f->v.base, "fixed|floating", "root link", 0}};
    memcpy(f->options, options, sizeof options);
    f->command = (arg_command){.name = "work", .operand = "ROBOT", .about = "Does work.",
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
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        set_up(&f);
        assert_int_equal(parse(&f, cases[i][0]), STATUS_INPUT);
        assert_string_equal(f.d.error.text, cases[i][1]);
        arena_free(&f.mem);
    }
}

static void help_wins_and_shows_defaults_and_the_example(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    assert_int_equal(parse(&f, "--frobnicate|--help"), STATUS_OK);
    assert_true(f.result.help);
    text t = text_make(&f.mem);
    args_help(&f.command, &t);
    static const char *const pieces[] = {"usage: tauflow work ROBOT [options]\n",
                                         "  -o, --out DIR ",
                                         "--effort N ",
                                         "(default 2)",
                                         "(default '0 0 -9.81')",
                                         "(default fixed)",
                                         "(default 0.5)",
                                         "  --strict   ",
                                         "example:\n  tauflow work a.urdf --strict\n"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (!strstr(t.bytes, pieces[i]))
            fail_msg("'%s' is not in:\n%s", pieces[i], t.bytes);
    arena_free(&f.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read_in_both_spellings),
        cmocka_unit_test(every_fault_is_one_line_that_names_it),
        cmocka_unit_test(help_wins_and_shows_defaults_and_the_example),
    };
    return cmocka_run_group_tests_name("args", tests, NULL, NULL);
}
