/* SPDX-License-Identifier: MIT */
/* The table of MJCF (robot/mjcf_table.h) against the list of all elements and attributes that
 * MuJoCo has, mjcf_reference.txt: each has one fate, and nothing else has any. What the fates mean
 * is tested through the reader. */
#include "unit/mjcf_pieces.h"

#include "base/text.h"
#include "robot/mjcf_table.h"

#define REFERENCE "tests/unit/mjcf_reference.txt"
enum { LEAST_ATTRIBUTES = 2000 }; /* of the list: an empty one proves nothing */

typedef struct {
    arena mem;
    char **words; /* of the list, in turn: "parent/element:" or an attribute of it */
    uint32_t words_count, words_capacity;
} reference;

static reference reference_read(void)
{
    reference r = {.mem = arena_make()};
    FILE *f = fopen(REFERENCE, "r");
    char line[200];
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (*line == '#')
            continue;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
            *ARENA_PUSH(&r.mem, &r, words) = arena_strdup(&r.mem, word);
    }
    assert_int_equal(fclose(f), 0);
    return r;
}

/* "parent/element:" in two; NULL where it is an attribute. */
static const char *split(reference *r, const char *word, const char **parent)
{
    const char *slash = strchr(word, '/');
    if (!slash)
        return NULL;
    *parent = slash == word ? NULL : arena_strndup(&r->mem, word, (size_t)(slash - word));
    return arena_strndup(&r->mem, slash + 1, strlen(slash + 1) - 1);
}

static uint32_t fates_of(const table_row *row, const char *attribute)
{
    return (uint32_t)word_is_in(row->taken, attribute) + word_is_in(row->without, attribute) +
           word_is_in(row->refused, attribute);
}

static void every_attribute_of_mujoco_has_one_fate(void **state)
{
    (void)state;
    reference r = reference_read();
    const table_row *row = NULL;
    const char *of = "";
    uint32_t attributes = 0, wrong = 0;
    for (uint32_t i = 0; i < r.words_count; i++) {
        const char *parent, *tag = split(&r, r.words[i], &parent);
        if (tag) {
            row = table_find(parent, tag);
            of = r.words[i];
            if (!row)
                print_message("no row: %s\n", of);
            assert_non_null(row);
            continue;
        }
        attributes++;
        if (fates_of(row, r.words[i]) == 1)
            continue;
        print_message("%s %s: %u fates\n", of, r.words[i], (unsigned)fates_of(row, r.words[i]));
        wrong++;
    }
    assert_int_equal(wrong, 0);
    assert_true(attributes >= LEAST_ATTRIBUTES);
    arena_free(&r.mem);
}

/* Whether the list has this attribute in an element that the row is for; "" asks for the
 * element. */
static bool is_listed(reference *r, const table_row *row, const char *attribute)
{
    bool is_here = false;
    for (uint32_t i = 0; i < r->words_count; i++) {
        const char *parent, *tag = split(r, r->words[i], &parent);
        if (tag)
            is_here = table_find(parent, tag) == row;
        if (is_here && (tag ? !*attribute : strcmp(r->words[i], attribute) == 0))
            return true;
    }
    return false;
}

static void the_table_invents_nothing(void **state)
{
    (void)state;
    reference r = reference_read();
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < table_rows_count(); i++) {
        const table_row *row = &table_rows()[i];
        assert_true(is_listed(&r, row, ""));
        const char *all = arena_printf(&r.mem, "%s%s%s", row->taken, row->without, row->refused);
        for (char *word = strtok(arena_strdup(&r.mem, all), " "); word; word = strtok(NULL, " "))
            if (!is_listed(&r, row, word)) {
                print_message("row %s: %s is none of MuJoCo's\n", row->tags, word);
                wrong++;
            }
    }
    assert_int_equal(wrong, 0);
    arena_free(&r.mem);
}

/* ---- through the reader ---------------------------------------------------------------------- */

/* The element inside its parents, with the attribute. */
static const char *file_with(arena *mem, const char *parent, const char *tag, const char *attribute)
{
    static const struct {
        const char *parent, *before, *after;
    } AROUND[] = {
        {"mujoco", "", ""},
        {"compiler", "<compiler>", "</compiler>"},
        {"option", "<option>", "</option>"},
        {"visual", "<visual>", "</visual>"},
        {"default", "<default>", "</default>"},
        {"asset", "<asset>", "</asset>"},
        {"worldbody", "<worldbody>", "</worldbody>"},
        {"body", "<worldbody><body>", "</body></worldbody>"},
        {"contact", "<contact>", "</contact>"},
        {"tendon", "<tendon>", "</tendon>"},
        {"equality", "<equality>", "</equality>"},
        {"actuator", "<actuator>", "</actuator>"},
        {"sensor", "<sensor>", "</sensor>"},
        {"custom", "<custom>", "</custom>"},
        {"keyframe", "<keyframe>", "</keyframe>"},
        {"deformable", "<deformable>", "</deformable>"},
        {"extension", "<extension>", "</extension>"},
    };
    for (size_t i = 0; i < sizeof AROUND / sizeof *AROUND; i++)
        if (strcmp(AROUND[i].parent, parent) == 0)
            return arena_printf(mem, "<mujoco>\n%s<%s %s='x'/>%s</mujoco>", AROUND[i].before, tag,
                                attribute, AROUND[i].after);
    return NULL;
}

/* A refused attribute is refused by its name, one that is not listed as unknown; one without
 * influence is no error, whatever stands in it. */
static void judge(const char *parent, const char *tag, const table_row *row, const char *attribute)
{
    bench b = bench_make();
    const char *xml = file_with(&b.diag_mem, parent, tag, attribute);
    const attribute_fate fate = row->kind == ROW_REFUSED ? ATTRIBUTE_REFUSED
                                                         : table_fate(row, attribute);
    if (xml) {
        const status result = bench_read(&b, xml);
        const char *said = b.d.error.text;
        if (fate == ATTRIBUTE_REFUSED && row->kind != ROW_REFUSED_LATER) {
            assert_int_equal(result, STATUS_INPUT);
            assert_non_null(strstr(said, row->kind == ROW_REFUSED ? tag : attribute));
            assert_non_null(strstr(said, "is not supported"));
        } else if (fate == ATTRIBUTE_WITHOUT && result != STATUS_OK) {
            assert_null(strstr(said, "which is not known"));
            assert_null(strstr(said, arena_printf(&b.diag_mem, "%s of <", attribute)));
        }
    }
    bench_free(&b);
}

static void fates_are_those_of_the_reader(void **state)
{
    (void)state;
    reference r = reference_read();
    const table_row *row = NULL;
    const char *in = NULL, *of = NULL;
    for (uint32_t i = 0; i < r.words_count; i++) {
        const char *parent, *tag = split(&r, r.words[i], &parent);
        if (tag) {
            row = table_find(parent, tag);
            in = parent;
            of = tag;
        } else if (in) {
            judge(in, of, row, r.words[i]);
        }
    }
    arena_free(&r.mem);
}

static void what_is_not_listed_is_refused_by_name(void **state)
{
    (void)state;
    static const char *const ELEMENTS[][2] = {
        {"mujoco", "option"}, {"body", "geom"}, {"body", "site"}, {"tendon", "fixed"},
        {"actuator", "motor"}, {"sensor", "gyro"}, {"asset", "mesh"}, {"default", "motor"}};
    for (size_t i = 0; i < sizeof ELEMENTS / sizeof *ELEMENTS; i++) {
        bench b = bench_make();
        assert_int_equal(
            bench_read(&b, file_with(&b.diag_mem, ELEMENTS[i][0], ELEMENTS[i][1], "frobnicate")),
            STATUS_INPUT);
        assert_string_equal(b.d.error.text,
                            arena_printf(&b.diag_mem, "<%s> has an attribute 'frobnicate', which "
                                                      "is not known", ELEMENTS[i][1]));
        bench_free(&b);
    }
}

static void words_are_whole(void **state)
{
    (void)state;
    assert_true(word_is_in(" abc b ", "b"));
    assert_true(word_is_in(" abc b ", "abc"));
    assert_false(word_is_in(" abc b ", "ab"));
    assert_false(word_is_in(" abc b ", "bc"));
    assert_false(word_is_in(" abc b ", "abc b"));
    assert_false(word_is_in(" abc b ", ""));
    assert_null(table_find("mujoco", "mujoco"));
    assert_null(table_find(NULL, "compiler"));
    assert_non_null(table_find(NULL, "mujoco"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attribute_of_mujoco_has_one_fate),
        cmocka_unit_test(the_table_invents_nothing),
        cmocka_unit_test(fates_are_those_of_the_reader),
        cmocka_unit_test(what_is_not_listed_is_refused_by_name),
        cmocka_unit_test(words_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
