/* SPDX-License-Identifier: MIT */
/* SHA-256 against the examples of FIPS 180-4 and of its examples document, whole and in pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above first */
#include <cmocka.h>

#include "machine/sha256.h"

#include <string.h>

static void assert_digest(const char *bytes, size_t count, size_t piece, const char *expected)
{
    sha256 s = sha256_begin();
    uint8_t digest[SHA256_BYTES];
    char hex[SHA256_HEX_BYTES];
    for (size_t at = 0; at < count; at += piece)
        sha256_add(&s, bytes + at, count - at < piece ? count - at : piece);
    sha256_end(&s, digest);
    sha256_hex(digest, hex);
    assert_string_equal(hex, expected);
}

static void digests_are_those_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digest;
    } CASES[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
         "lmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (size_t piece = 1; piece < 130; piece += 9)
            assert_digest(CASES[i].text, strlen(CASES[i].text), piece, CASES[i].digest);
}

static void a_million_letters(void **state)
{
    (void)state;
    static char text[1000000];
    memset(text, 'a', sizeof text);
    assert_digest(text, sizeof text, 4097,
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_the_standard),
        cmocka_unit_test(a_million_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
