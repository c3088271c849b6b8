/* SPDX-License-Identifier: MIT */
/* The tables of words and functions (machine/words.def, functions.def): what everything that takes
 * strides, offsets and names from them relies on. */
#include "machine/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void mark(uint32_t seen[WORD_ARRAYS], const word_kind *k)
{
    const word_array_info *a = &WORD_ARRAY[k->array];
    for (uint32_t axis = 0; axis < (k->is_vector ? 3u : 1u); axis++) {
        uint32_t number = word_number(k, 0, axis);
        if (a->owner == OWNER_NONE)
            continue;
        assert_true(number < a->numbers);
        assert_int_equal(word_number(k, 2, axis), number + 2 * a->numbers);
        seen[k->array] |= UINT32_C(1) << number;
    }
}

static void every_number_of_a_state_is_a_word_and_no_word_is_beyond(void **unused)
{
    (void)unused;
    uint32_t seen[WORD_ARRAYS] = {0};
    for (uint32_t k = 0; k < INPUT_KIND_COUNT; k++) {
        assert_false(WORD_ARRAY[INPUT_KIND[k].array].is_result);
        mark(seen, &INPUT_KIND[k]);
    }
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++) {
        assert_true(WORD_ARRAY[OUTPUT_KIND[k].array].is_result);
        mark(seen, &OUTPUT_KIND[k]);
    }
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        assert_int_equal(seen[k], (UINT32_C(1) << WORD_ARRAY[k].numbers) - 1);
}

/* Files that were written before have these numbers in them. */
static void numbers_in_images_stay(void **unused)
{
    static const char *const inputs[] = {"sin", "cos", "q",     "qd",     "qdd",  "omega",
                                         "omegad", "acc", "force", "moment", "plain"};
    static const char *const outputs[] = {"torque", "base_force", "base_moment", "plain"};
    (void)unused;
    for (uint32_t k = 0; k < sizeof inputs / sizeof inputs[0]; k++)
        assert_string_equal(INPUT_KIND[k].word, inputs[k]);
    for (uint32_t k = 0; k < sizeof outputs / sizeof outputs[0]; k++)
        assert_string_equal(OUTPUT_KIND[k].word, outputs[k]);
    assert_string_equal(FUNCTION_KIND[0].name, "id");
}

static void words_of_one_list_differ(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < INPUT_KIND_COUNT; k++)
        for (uint32_t j = 0; j < k; j++) {
            assert_string_not_equal(INPUT_KIND[j].word, INPUT_KIND[k].word);
            assert_string_not_equal(INPUT_KIND[j].prefix, INPUT_KIND[k].prefix);
        }
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        for (uint32_t j = 0; j < k; j++)
            assert_string_not_equal(OUTPUT_KIND[j].word, OUTPUT_KIND[k].word);
}

/* Emitted C makes its head and its calls from these. */
static void a_function_has_a_name_an_input_and_an_output(void **unused)
{
    (void)unused;
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        const function_info *info = &FUNCTION_KIND[f];
        uint32_t in = 0, out = 0;
        for (uint32_t k = 0; k < WORD_ARRAYS; k++)
            if (function_has((function_kind)f, (word_array)k))
                *(WORD_ARRAY[k].is_result ? &out : &in) += WORD_ARRAY[k].owner != OWNER_NONE;
        assert_true(in && out);
        assert_int_equal(function_find(info->name), f);
        assert_true(info->title[0] >= 'a' && info->title[0] <= 'z');
        assert_int_equal(strspn(info->call, "abcdefghijklmnopqrstuvwxyz_"), strlen(info->call));
    }
    assert_int_equal(function_find("nothing"), FUNCTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_a_state_is_a_word_and_no_word_is_beyond),
        cmocka_unit_test(numbers_in_images_stay),
        cmocka_unit_test(words_of_one_list_differ),
        cmocka_unit_test(a_function_has_a_name_an_input_and_an_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
