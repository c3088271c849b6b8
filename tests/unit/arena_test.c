/* SPDX-License-Identifier: MIT */
/* Memory of an arena: pieces do not overlap, begin as zeros at aligned places, and arrays that grow
 * keep what they hold and have the room that was asked for. With the address sanitizer a byte past
 * a piece ends the program. */
#include "base/arena.h"
#include "base/sanitizers.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PIECES = 24, ELEMENTS = 200, LONGEST = 600 };

/* Sizes around those of the blocks, and small ones between. */
static size_t size_of(uint32_t k)
{
    static const size_t sizes[] = {1, 16384, 15, 16, 17, 100000, 8191, 3, 5000000, 0, 16383, 40};
    return sizes[k % (sizeof sizes / sizeof *sizes)] + k % 5;
}

static void pieces_are_zero_aligned_and_apart(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    unsigned char *piece[PIECES];
    size_t used = 0;
    for (uint32_t k = 0; k < PIECES; k++) {
        piece[k] = arena_alloc(&mem, size_of(k));
        used += size_of(k);
        assert_in_range(mem.used_bytes, used, used + (k + 1) * alignof(max_align_t));
        assert_int_equal((uintptr_t)piece[k] % alignof(max_align_t), 0);
        for (size_t i = 0; i < size_of(k); i++)
            if (piece[k][i])
                fail_msg("byte %zu of piece %u is not zero", i, k);
        memset(piece[k], (int)k + 1, size_of(k));
    }
    for (uint32_t k = 0; k < PIECES; k++)
        for (size_t i = 0; i < size_of(k); i++)
            if (piece[k][i] != (unsigned char)(k + 1))
                fail_msg("byte %zu of piece %u is another's", i, k);
    arena_free(&mem);
    assert_null(mem.newest);
    assert_int_equal(mem.used_bytes, 0);
}

static void arrays_keep_what_they_hold_and_have_room(void **unused)
{
    (void)unused;
    for (size_t step = 1; step <= 40; step += 3) {
        arena mem = arena_make();
        uint32_t *array = NULL, capacity = 0, held = 0;
        for (size_t want = step; want <= ELEMENTS; want += step) {
            const uint32_t before = capacity;
            const uint32_t *old = array;
            array = arena_grow(&mem, array, want, &capacity, sizeof *array);
            assert_true(capacity >= want);
            if (want <= before)
                assert_ptr_equal(array, old);
            else
                assert_true(capacity >= 2 * before && capacity >= 8);
            /* What comes next in the arena is not part of it. */
            memset(arena_alloc(&mem, 64), 0xff, 64);
            for (uint32_t k = 0; k < capacity; k++)
                assert_int_equal(array[k], k < held ? k + 1 : 0);
            for (; held < want; held++)
                array[held] = held + 1;
        }
        arena_free(&mem);
    }
}

static void texts_of_every_length_are_printed_whole(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    char line[LONGEST + 1];
    memset(line, 'x', LONGEST);
    line[LONGEST] = '\0';
    for (int length = 0; length <= LONGEST; length++) {
        line[length > 0 ? length - 1 : 0] = 'y'; /* the last one counts */
        const char *text = arena_printf(&mem, "%.*s", length, line);
        memset(arena_alloc(&mem, 16), 0xff, 16);
        assert_int_equal(strlen(text), length);
        assert_memory_equal(text, line, (size_t)length);
        line[length > 0 ? length - 1 : 0] = 'x';
    }
    assert_string_equal(arena_strndup(&mem, "abc", 2), "ab");
    assert_string_equal(arena_strdup(&mem, "abc"), "abc");
    arena_free(&mem);
}

/* Asked for more than there can be: by alloc, and by an array that grows. */
static void without_memory_it_goes_on_where_it_is_told(void **unused)
{
    (void)unused;
    for (volatile int by_array = 0; by_array < 2; by_array++) {
        jmp_buf no_memory;
        arena mem = arena_make();
        uint32_t capacity = 0;
        arena_alloc(&mem, 100);
        mem.no_memory = &no_memory;
        const int came = setjmp(no_memory);
        if (came == 0 && by_array)
            arena_grow(&mem, NULL, UINT32_MAX, &capacity, 16);
        else if (came == 0)
            arena_alloc(&mem, SIZE_MAX - 100);
        assert_int_equal(came, 1);
        arena_free(&mem);
    }
}

#if ADDRESS_SANITIZER
/* Writes byte `at` of a piece of `bytes` between others, before or after they are freed, in a
 * process of its own; what the sanitizer says of it is left out. True when the process ended well.
 * */
static bool byte_is_allowed(size_t bytes, size_t at, bool freed)
{
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(3);
        arena mem = arena_make();
        arena_alloc(&mem, 64);
        volatile unsigned char *piece = arena_alloc(&mem, bytes);
        arena_alloc(&mem, 64);
        if (freed)
            arena_free(&mem);
        piece[at] = 1;
        _exit(0);
    }
    int code = 0;
    assert_int_equal(waitpid(child, &code, 0), child);
    return WIFEXITED(code) && WEXITSTATUS(code) == 0;
}

static void sanitizer_sees_a_byte_past_a_piece(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {1, 7, 16, 40, 20000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        assert_true(byte_is_allowed(sizes[k], sizes[k] - 1, false));
        assert_false(byte_is_allowed(sizes[k], sizes[k], false));
        assert_false(byte_is_allowed(sizes[k], 0, true));
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zero_aligned_and_apart),
        cmocka_unit_test(arrays_keep_what_they_hold_and_have_room),
        cmocka_unit_test(texts_of_every_length_are_printed_whole),
        cmocka_unit_test(without_memory_it_goes_on_where_it_is_told),
#if ADDRESS_SANITIZER
        cmocka_unit_test(sanitizer_sees_a_byte_past_a_piece),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
