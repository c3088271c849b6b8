/* SPDX-License-Identifier: MIT */
/* Frames of the serial link: what is sent is what arrives, after any garbage, and what was changed
 * on the way does not arrive. */
#include "machine/crc32.h"
#include "serial_frames.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 22; /* seed */
static uint32_t random_word(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

/* Every fourth byte is one that must be escaped. */
static uint32_t awkward_word(void)
{
    static const uint32_t BYTES[] = {0x7e, 0x7d, 0x5e, 0x5d};
    uint32_t word = random_word();
    for (int k = 0; k < 4; k++)
        if (random_word() % 4 == 0)
            word = (word & ~(0xffu << 8 * k)) | BYTES[random_word() % 4] << 8 * k;
    return word;
}

static serial_frame random_frame(uint32_t words)
{
    serial_frame f = {.type = (uint8_t)awkward_word(),
                      .sequence = (uint8_t)awkward_word(),
                      .argument = (uint16_t)awkward_word(),
                      .words = words};
    for (uint32_t k = 0; k < words; k++)
        f.payload[k] = awkward_word();
    return f;
}

static bool same(const serial_frame *a, const serial_frame *b)
{
    return a->type == b->type && a->sequence == b->sequence && a->argument == b->argument &&
           a->words == b->words && memcmp(a->payload, b->payload, 4 * a->words) == 0;
}

/* Frames that come out of `count` bytes, the last of them in *out; *bad counts what was none. */
static int decode_all(serial_decoder *d, const uint8_t *bytes, size_t count, serial_frame *out,
                      int *bad)
{
    int good = 0;
    for (size_t k = 0; k < count; k++) {
        const serial_event found = serial_decode(d, bytes[k], out);
        good += found == SERIAL_GOOD;
        *bad += found == SERIAL_BAD;
    }
    return good;
}

static void frames_of_every_length_arrive_as_they_were_sent(void **unused)
{
    (void)unused;
    uint8_t bytes[SERIAL_BYTES_MOST];
    serial_decoder d = {0};
    serial_frame out;
    int bad = 0;
    for (uint32_t words = 0; words <= SERIAL_WORDS_MOST; words++) {
        const serial_frame f = random_frame(words);
        const size_t count = serial_encode(&f, bytes);
        assert_int_equal(bytes[0], 0x7e);
        assert_int_equal(bytes[count - 1], 0x7e);
        assert_null(memchr(bytes + 1, 0x7e, count - 2));
        assert_int_equal(decode_all(&d, bytes, count, &out, &bad), 1);
        assert_true(same(&f, &out));
    }
    assert_int_equal(bad, 0);
}

/* By hand: a read of register 0x7e with sequence 0x7d. The check word is that of zlib's crc32 of
 * 02 7d 7e 00. */
static void bytes_on_the_wire_are_those_of_the_document(void **unused)
{
    (void)unused;
    static const uint8_t WANTED[] = {0x7e, 0x02, 0x7d, 0x5d, 0x7d, 0x5e, 0x00,
                                     0xec, 0xb8, 0xd8, 0x66, 0x7e};
    uint8_t bytes[SERIAL_BYTES_MOST];
    const serial_frame f = {.type = 2, .sequence = 0x7d, .argument = 0x7e};
    assert_int_equal(serial_encode(&f, bytes), sizeof WANTED);
    assert_memory_equal(bytes, WANTED, sizeof WANTED);
}

static void a_frame_is_found_after_any_garbage(void **unused)
{
    (void)unused;
    uint8_t garbage[3 * SERIAL_BYTES_MOST], bytes[SERIAL_BYTES_MOST];
    serial_decoder d = {0};
    serial_frame out;
    for (int round = 0; round < 2000; round++) {
        const size_t noise = random_word() % sizeof garbage;
        int bad = 0;
        for (size_t k = 0; k < noise; k++)
            garbage[k] = (uint8_t)(round % 2 ? random_word() : awkward_word());
        decode_all(&d, garbage, noise, &out, &bad);
        const serial_frame f = random_frame(random_word() % (SERIAL_WORDS_MOST + 1));
        const size_t count = serial_encode(&f, bytes);
        assert_int_equal(decode_all(&d, bytes, count, &out, &bad), 1);
        assert_true(same(&f, &out));
    }
}

typedef enum { FLIP_BIT, LOSE_BYTE, ADD_BYTE, SWAP_BYTES, CUT, BURST, DAMAGES } damage;

static size_t damaged(uint8_t *bytes, size_t count, damage what)
{
    const size_t at = random_word() % (count - 1);
    switch (what) {
    case FLIP_BIT: bytes[at] = (uint8_t)(bytes[at] ^ 1u << random_word() % 8); return count;
    case LOSE_BYTE: memmove(bytes + at, bytes + at + 1, count - at - 1); return count - 1;
    case ADD_BYTE:
        memmove(bytes + at + 1, bytes + at, count - at);
        bytes[at] = (uint8_t)random_word();
        return count + 1;
    case SWAP_BYTES: {
        const uint8_t first = bytes[at];
        bytes[at] = bytes[at + 1];
        bytes[at + 1] = first;
        return count;
    }
    case CUT: return at;
    default:
        for (size_t k = at; k < count && k < at + 20; k++)
            bytes[k] = (uint8_t)random_word();
        return count;
    }
}

/* Two frames, the first damaged: whatever comes of it is no other frame, and the second arrives,
 * unless the damage took the flag between them. */
static void damage_is_noticed_and_the_next_frame_arrives(void **unused)
{
    (void)unused;
    uint8_t bytes[SERIAL_BYTES_MOST + 1];
    for (int round = 0; round < 60000; round++) {
        const serial_frame f = random_frame(random_word() % 40), next = random_frame(3);
        serial_decoder d = {0};
        serial_frame out;
        size_t count = damaged(bytes, serial_encode(&f, bytes), (damage)(round % DAMAGES));
        int arrived = 0;
        for (size_t k = 0; k < count; k++)
            if (serial_decode(&d, bytes[k], &out) == SERIAL_GOOD) {
                assert_true(same(&f, &out)); /* a byte was added that means nothing */
                arrived++;
            }
        assert_in_range(arrived, 0, 1);
        int bad = 0;
        count = serial_encode(&next, bytes);
        assert_int_equal(decode_all(&d, bytes, count, &out, &bad), 1);
        assert_true(same(&next, &out));
    }
}

static void a_frame_that_is_too_long_is_none(void **unused)
{
    (void)unused;
    serial_decoder d = {0};
    serial_frame out;
    int bad = 0;
    uint8_t flag = 0x7e, zero[SERIAL_PLAIN_MOST + 4] = {0};
    /* with the right check word: only the length is wrong */
    const uint32_t crc = crc32_bytes(0, zero, sizeof zero - 4);
    for (int k = 0; k < 4; k++)
        zero[sizeof zero - 4 + (size_t)k] = (uint8_t)(crc >> 8 * k);
    assert_int_equal(decode_all(&d, &flag, 1, &out, &bad), 0);
    assert_int_equal(decode_all(&d, zero, sizeof zero, &out, &bad), 0);
    assert_int_equal(decode_all(&d, &flag, 1, &out, &bad), 0);
    assert_int_equal(bad, 1);
}

/* The tables of machine/crc32.c and the residue follow from the polynomial. */
static void one_polynomial_makes_the_check_words(void **unused)
{
    (void)unused;
    uint8_t bytes[64];
    uint32_t crc = UINT32_MAX;
    for (size_t k = 0; k < sizeof bytes; k++) {
        bytes[k] = (uint8_t)random_word();
        crc ^= bytes[k];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? SERIAL_CRC_POLYNOMIAL : 0);
    }
    assert_int_equal(~crc, crc32_bytes(0, bytes, sizeof bytes));
    const uint32_t check = ~crc;
    for (int bit = 0; bit < 32; bit++) {
        crc ^= check >> bit & 1;
        crc = crc >> 1 ^ (crc & 1 ? SERIAL_CRC_POLYNOMIAL : 0);
    }
    assert_int_equal(crc, SERIAL_CRC_RESIDUE);
    assert_int_equal(SERIAL_PAYLOAD_MOST, SERIAL_WORDS_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_of_every_length_arrive_as_they_were_sent),
        cmocka_unit_test(bytes_on_the_wire_are_those_of_the_document),
        cmocka_unit_test(a_frame_is_found_after_any_garbage),
        cmocka_unit_test(damage_is_noticed_and_the_next_frame_arrives),
        cmocka_unit_test(a_frame_that_is_too_long_is_none),
        cmocka_unit_test(one_polynomial_makes_the_check_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
