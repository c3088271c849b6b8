/* SPDX-License-Identifier: MIT */
/* What an image says of its words, beside what a core computes: inputs, outputs, joints and check
 * samples. Whatever bit of it is changed, and the image made good again, is refused. */
#include "unit/program_fixture.h"

#include "certify/image_words.h"
#include "machine/crc32.h"
#include "passes.h"
#include "program/tau_write.h"

typedef struct {
    passes_forms *f;
    text file;
} robot_image;

static robot_image image_of(arena *mem, const char *path, function_kind function, uint32_t width)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    robot_image r = {arena_alloc(mem, sizeof *r.f), text_make(mem)};
    s.equations.effort = 0;
    s.equations.function = function;
    s.numbers.format = width;
    if (passes_read(mem, path, &s, r.f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    const program q = program_by(mem, "thesis", &r.f->ops, "network=crossbar mul=2 add=2 lanes=1",
                                 5);
    if (tau_write_sampled(mem, &r.f->ops, &q, 1, NULL, 7, &r.file, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return r;
}

static bool is_read(const text *file, tau_image *out)
{
    report r = {""};
    return tau_image_read(file->bytes, file->length, out, &r) == TAUFLOW_OK;
}

static void set_crc(text *file)
{
    const uint32_t crc = crc32_bytes(0, file->bytes, file->length - 4);
    for (uint32_t k = 0; k < 4; k++)
        file->bytes[file->length - 4 + k] = (char)(crc >> 8 * k & 0xff);
}

static status judge(const robot_image *r, const tau_image *i)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    uint64_t compared;
    const status done = image_words_check(i, &r->f->ops, NULL, "image", &compared, &d);
    arena_free(&mem);
    return done;
}

/* Where a word comes and what a constant is, execution compares; and a check sample may have other
 * inputs, of which some decide nothing. */
static bool is_free(const tau_image *i, tau_section section, size_t at)
{
    const size_t field = (at - 4) % TAU_OUTPUT_BYTES, word = (at - 4) / 4;
    if (section == TAU_TESTS)
        return at >= 4 && word % (i->inputs + i->outputs) < i->inputs;
    return section == TAU_OUTPUTS && at >= 4 && field >= 16 && field < 24;
}

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* Of outputs: their texts may stand elsewhere among the texts of the image, as "" does often. */
static bool texts_stay(const tau_image *a, const tau_image *b, tau_section section, size_t at)
{
    const size_t field = (at - 4) % TAU_OUTPUT_BYTES;
    if (section != TAU_OUTPUTS || field < 24 || (field >= 32 && field < 36))
        return false;
    const uint32_t number = (uint32_t)((at - 4) / TAU_OUTPUT_BYTES);
    const tau_output x = tau_image_output(a, number), y = tau_image_output(b, number);
    return same(x.name, y.name) && same(x.of, y.of) && same(x.column_of, y.column_of);
}

/* Every byte of a section, one of its bits; returns how many images the reader takes. */
static uint32_t change_section(const robot_image *r, tau_section section)
{
    tau_image i, good;
    arena mem = arena_make();
    text file = r->file /* the same bytes */, kept = text_make(&mem);
    uint32_t tried = 0;
    text_add_bytes(&kept, r->file.bytes, r->file.length);
    assert_true(is_read(&kept, &good));
    const size_t from = (size_t)(good.section[section].bytes - (const uint8_t *)kept.bytes),
                 length = good.section[section].size;
    for (size_t at = 0; at < length; at++) {
        char *byte = r->file.bytes + from + at, was = *byte;
        *byte = (char)(was ^ 1 << at % 7);
        set_crc(&file);
        if (!is_free(&good, section, at) && is_read(&file, &i)) {
            tried++;
            if (judge(r, &i) == STATUS_OK && !texts_stay(&good, &i, section, at))
                fail_msg("section %d: byte %zu may be another", (int)section, at);
        }
        *byte = was;
    }
    set_crc(&file);
    arena_free(&mem);
    return tried;
}

static void every_bit_counts(void **state)
{
    static const tau_section SECTIONS[] = {TAU_INPUTS, TAU_OUTPUTS, TAU_JOINTS, TAU_TESTS};
    static const function_kind OF[] = {FUNCTION_MASS, FUNCTION_ID};
    (void)state;
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        const robot_image r = image_of(&mem, "robots/puma560.urdf", OF[k], k ? 24 : 0);
        tau_image i;
        assert_true(is_read(&r.file, &i) && judge(&r, &i) == STATUS_OK);
        for (size_t s = 0; s < sizeof SECTIONS / sizeof SECTIONS[0]; s++)
            assert_true(change_section(&r, SECTIONS[s]) > 10);
        assert_true(!k || change_section(&r, TAU_NUMBERS) > 10);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
