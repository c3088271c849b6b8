/* SPDX-License-Identifier: MIT */
/* Outside first: length, checksum, sections. Then every number of every section against the shape
 * the image asks for, so that whoever uses an accepted image need not look again. */
#include "machine/tau_image.h"

#include "machine/crc32.h"
#include "machine/tau_tables.h"

#include <assert.h>
#include <math.h>
#include <string.h>

uint32_t tau_word(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

double tau_real(const uint8_t *b)
{
    uint64_t bits = tau_word(b) | (uint64_t)tau_word(b + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static const char *string_at(const tau_image *i, uint32_t offset)
{
    return (const char *)i->section[TAU_STRINGS].bytes + offset;
}

#define BAD(r, ...) report_fail(r, TAUFLOW_BAD_IMAGE, __VA_ARGS__)

/* ---- the file ----------------------------------------------------------------------------- */

static tauflow_status read_envelope(const uint8_t *bytes, size_t size, tau_image *out, report *r)
{
    if (size < TAU_MAGIC_BYTES || memcmp(bytes, TAU_MAGIC, TAU_MAGIC_BYTES) != 0)
        return BAD(r, "not a tauflow image: it does not begin with the bytes of one");
    if (size < TAU_HEADER_BYTES + 4)
        return BAD(r, "the image is truncated: %zu bytes, a header has %d", size, TAU_HEADER_BYTES);
    uint32_t major = tau_word(bytes + 8) & 0xffff, told = tau_word(bytes + 12);
    if (major != TAU_MAJOR)
        return BAD(r, "the image has format %u and this library reads format %d", major, TAU_MAJOR);
    if (told != size)
        return BAD(r, "the image is %s: %zu bytes, its header tells %u",
                   size < told ? "truncated" : "longer than it should be", size, told);
    uint32_t wanted = tau_word(bytes + size - 4), found = crc32_bytes(0, bytes, size - 4);
    if (wanted != found)
        return BAD(r, "the image is corrupt: CRC-32 %08x, and it should be %08x", found, wanted);
    if (tau_word(bytes + 20) != 0)
        return BAD(r, "the image is corrupt: header word 5 is not 0");
    out->minor = tau_word(bytes + 8) >> 16;
    out->whole = (tau_piece){bytes, size};
    return TAUFLOW_OK;
}

static tauflow_status read_sections(tau_image *out, report *r)
{
    static const uint32_t TAGS[] = {
#define SECTION(id, tag) tag,
        TAU_SECTIONS(SECTION)
#undef SECTION
    };
    const uint8_t *bytes = out->whole.bytes;
    size_t at = TAU_HEADER_BYTES, end = out->whole.size - 4;
    uint32_t next = 0, count = tau_word(bytes + 16);
    for (uint32_t k = 0; k < count; k++) {
        if (end - at < TAU_SECTION_BYTES)
            return BAD(r, "section %u of %u is not there", k + 1, count);
        uint32_t tag = tau_word(bytes + at), length = tau_word(bytes + at + 4);
        at += TAU_SECTION_BYTES;
        if (length > end - at || length % 4)
            return BAD(r, "section %u of %u has a bad length of %u bytes", k + 1, count, length);
        uint32_t is = next;
        while (is >= TAU_NUMBERS && is < TAU_SECTIONS_COUNT && tag != TAGS[is])
            is++;
        if (is < TAU_SECTIONS_COUNT && tag == TAGS[is]) {
            out->section[is] = (tau_piece){bytes + at, length};
            next = is + 1;
        } else if (out->minor <= TAU_MINOR)
            return BAD(r, "section %u of %u is unknown or stands in the wrong place", k + 1, count);
        at += length;
    }
    if (next < TAU_NUMBERS || at != end)
        return BAD(r, next < TAU_NUMBERS ? "a section is missing"
                                         : "something stands behind the last section");
    return TAUFLOW_OK;
}

/* ---- simple sections ---------------------------------------------------------------------- */

static tauflow_status read_shape(tau_image *out, report *r)
{
    const tau_piece *s = &out->section[TAU_SHAPE];
    const size_t always = 4 * TAUFLOW_SHAPE_ALWAYS;
    if (s->size < always || (s->size - always) % 8)
        return BAD(r, "the section of the shape has a bad length of %zu bytes", s->size);
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_ALWAYS; i++)
        *shape_number(&out->needs, i) = tau_word(s->bytes + 4 * i);
    uint32_t field = TAUFLOW_SHAPE_ALWAYS;
    for (size_t at = always; at < s->size; at += 8, field++) {
        const uint32_t name = tau_word(s->bytes + at), value = tau_word(s->bytes + at + 4);
        while (field < TAUFLOW_SHAPE_WORDS && shape_mark(field) != name)
            field++;
        if (field >= TAUFLOW_SHAPE_WORDS || !value)
            return BAD(r, "the image asks for %u of %08x, which this library does not know", value,
                       name);
        *shape_number(&out->needs, field) = value;
    }
    return shape_check(&out->needs, TAUFLOW_BAD_IMAGE, "shape of the image", r);
}

static tauflow_status check_string(const tau_image *i, uint32_t offset, report *r)
{
    if (offset >= i->section[TAU_STRINGS].size)
        return BAD(r, "a text begins behind the section of texts");
    return TAUFLOW_OK;
}

static tauflow_status read_info(tau_image *out, report *r)
{
    const tau_piece *s = &out->section[TAU_INFO], *strings = &out->section[TAU_STRINGS];
    if (s->size != TAU_INFO_BYTES)
        return BAD(r, "the section of facts has a bad length of %zu bytes", s->size);
    if (strings->size == 0 || strings->bytes[0] != 0 || strings->bytes[strings->size - 1] != 0)
        return BAD(r, "the section of texts does not begin and end in 0");
    if (tau_word(s->bytes + 4) != out->needs.fixed)
        return BAD(r, "the image has number format %u and is for a core of number format %u",
                   tau_word(s->bytes + 4), out->needs.fixed);
    PASS(check_string(out, tau_word(s->bytes + 16), r));
    out->cycles = tau_word(s->bytes);
    out->hash = tau_word(s->bytes + 8) | (uint64_t)tau_word(s->bytes + 12) << 32;
    out->robot = string_at(out, tau_word(s->bytes + 16));
    if (tau_word(s->bytes + 20) >= FUNCTIONS)
        return BAD(r, "the image computes function %u and this library knows those below %d",
                   tau_word(s->bytes + 20), (int)FUNCTIONS);
    out->function = (function_kind)tau_word(s->bytes + 20);
    return TAUFLOW_OK;
}

/* A section that opens with a count of entries of equal size. */
static tauflow_status read_count(const tau_piece *s, const char *what, size_t entry,
                                 uint32_t *count, report *r)
{
    if (s->size < 4 || (s->size - 4) % entry || (s->size - 4) / entry != tau_word(s->bytes))
        return BAD(r, "the section of %s has a bad length of %zu bytes", what, s->size);
    *count = tau_word(s->bytes);
    return TAUFLOW_OK;
}

/* Notes that there is an owner of number `index`. */
static void count_owner(tau_image *out, word_owner owner, uint32_t index)
{
    if (owner != OWNER_NONE && out->count[owner] <= index)
        out->count[owner] = index + 1;
}

/* Joints are all listed; a word of another one is wrong. */
static tauflow_status check_owner(const tau_image *out, word_owner owner, uint32_t index,
                                  const char *name, report *r)
{
    uint32_t joints = tau_word(out->section[TAU_JOINTS].bytes);
    if (owner == OWNER_COORDINATE && index >= joints)
        return BAD(r, "'%s' is of joint %u of %u", name, index, joints);
    return TAUFLOW_OK;
}

static tauflow_status check_joint(const tau_image *out, uint32_t number, report *r)
{
    const uint8_t *b = out->section[TAU_JOINTS].bytes + 4 + (size_t)number * TAU_JOINT_BYTES;
    if (tau_word(b + 4) > 1)
        return BAD(r, "joint %u neither turns nor shifts: %u", number, tau_word(b + 4));
    for (uint32_t k = 0; k < LIMITS; k++)
        if (isnan(tau_real(b + 8 + 8 * k)))
            return BAD(r, "joint %u has a limit that is no number", number);
    return check_string(out, tau_word(b), r);
}

static tauflow_status check_input(tau_image *out, uint32_t number, report *r)
{
    const uint8_t *b = out->section[TAU_INPUTS].bytes + 4 + (size_t)number * TAU_INPUT_BYTES;
    if (tau_word(b) >= INPUT_KIND_COUNT || tau_word(b + 4) >= TAU_COORDINATES_LIMIT ||
        tau_word(b + 8) > 2 || tau_word(b + 20) != 0)
        return BAD(r, "input %u is nothing known: kind %u, index %u, axis %u", number, tau_word(b),
                   tau_word(b + 4), tau_word(b + 8));
    PASS(check_string(out, tau_word(b + 12), r));
    PASS(check_string(out, tau_word(b + 16), r));
    tau_input in = tau_image_input(out, number);
    if (!isfinite(in.ratio) || !isfinite(in.offset))
        return BAD(r, "input %u '%s' has a ratio or an offset that is not finite", number, in.name);
    out->imposes = out->imposes || in.kind == INPUT_IMPOSED;
    count_owner(out, word_owner_of(&INPUT_KIND[in.kind]), in.index);
    return check_owner(out, word_owner_of(&INPUT_KIND[in.kind]), in.index, in.name, r);
}

static tauflow_status check_output(tau_image *out, uint32_t number, report *r)
{
    const uint8_t *b = out->section[TAU_OUTPUTS].bytes + 4 + (size_t)number * TAU_OUTPUT_BYTES;
    if (tau_word(b) >= OUTPUT_KIND_COUNT || tau_word(b + 4) >= TAU_COORDINATES_LIMIT ||
        tau_word(b + 8) > 2 || tau_word(b + 12) > 1 || tau_word(b + 32) >= TAU_COORDINATES_LIMIT)
        return BAD(r, "output %u is nothing known: kind %u, index %u, axis %u, column %u", number,
                   tau_word(b), tau_word(b + 4), tau_word(b + 8), tau_word(b + 32));
    PASS(check_string(out, tau_word(b + 24), r));
    PASS(check_string(out, tau_word(b + 28), r));
    PASS(check_string(out, tau_word(b + 36), r));
    tau_output o = tau_image_output(out, number);
    if (o.position != TAU_NONE && o.position >= out->words)
        return BAD(r, "output %u '%s' is word %u of a sample of %u", number, o.name, o.position,
                   out->words);
    const word_array_info *a = &WORD_ARRAY[OUTPUT_KIND[o.kind].array];
    out->imposes = out->imposes || o.kind == OUTPUT_REACTION;
    if (a->columns == OWNER_NONE ? o.column != 0 : a->is_symmetric && o.column > o.index)
        return BAD(r, "output %u '%s' is in row %u and column %u, where nothing is", number, o.name,
                   o.index, o.column);
    count_owner(out, a->owner, o.index);
    count_owner(out, a->columns, a->columns == OWNER_NONE ? 0 : o.column);
    PASS(check_owner(out, a->owner, o.index, o.name, r));
    return check_owner(out, a->columns, o.column, o.name, r);
}

/* Results are dense: their sizes must be those of a robot. */
static tauflow_status check_matrices(const tau_image *out, report *r)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const word_array_info *a = &WORD_ARRAY[k];
        if (a->columns != OWNER_NONE && function_has(out->function, (word_array)k) &&
            (uint64_t)a->numbers * out->count[a->owner] * out->count[a->columns] >
                TAU_NUMBERS_LIMIT)
            return BAD(r, "the matrix '%s' has %u x %u numbers", a->name,
                       a->numbers * out->count[a->owner], out->count[a->columns]);
    }
    return TAUFLOW_OK;
}

static tauflow_status read_words(tau_image *out, report *r)
{
    uint32_t joints;
    PASS(read_count(&out->section[TAU_JOINTS], "joints", TAU_JOINT_BYTES, &joints, r));
    if (joints > TAU_COORDINATES_LIMIT)
        return BAD(r, "%u joints are more than a robot has", joints);
    for (uint32_t i = 0; i < joints; i++)
        PASS(check_joint(out, i, r));
    out->count[OWNER_COORDINATE] = joints;
    PASS(read_count(&out->section[TAU_INPUTS], "inputs", TAU_INPUT_BYTES, &out->inputs, r));
    PASS(read_count(&out->section[TAU_OUTPUTS], "outputs", TAU_OUTPUT_BYTES, &out->outputs, r));
    for (uint32_t i = 0; i < out->inputs; i++)
        PASS(check_input(out, i, r));
    for (uint32_t i = 0; i < out->outputs; i++)
        PASS(check_output(out, i, r));
    return check_matrices(out, r);
}

static tauflow_status read_map(tau_image *out, report *r)
{
    const tau_piece *s = &out->section[TAU_MAP];
    if (s->size < 8 || tau_word(s->bytes) > out->needs.lane_words ||
        tau_word(s->bytes + 4) != out->needs.lanes ||
        (s->size - 8) / 4 != (size_t)tau_word(s->bytes) * out->needs.lanes)
        return BAD(r, "the input map has a bad length of %zu bytes for %u lanes", s->size,
                   out->needs.lanes);
    out->beats = tau_word(s->bytes);
    if (!out->beats && out->words)
        return BAD(r, "words come out and none goes in");
    for (uint32_t beat = 0; beat < out->beats; beat++)
        for (uint32_t lane = 0; lane < out->needs.lanes; lane++) {
            uint32_t input = tau_image_cell(out, beat, lane);
            if (input != TAU_NONE && input >= out->inputs)
                return BAD(r, "word %u of lane %u is input %u of %u", beat, lane, input,
                           out->inputs);
        }
    return TAUFLOW_OK;
}

static tauflow_status read_tests(tau_image *out, report *r)
{
    size_t sample = 4 * ((size_t)out->inputs + out->outputs);
    return read_count(&out->section[TAU_TESTS], "check samples", sample ? sample : 4, &out->tests,
                      r);
}

/* Images of circuits from before it have none: they say nothing about their Verilog. */
static tauflow_status read_text(tau_image *out, report *r)
{
    const tau_piece *s = &out->section[TAU_TEXT];
    if (s->bytes && !out->needs.circuit)
        return BAD(r, "the image tells the text of a circuit and is of none");
    if (s->bytes && s->size != SHA256_BYTES)
        return BAD(r, "the section of the circuit's text has a bad length of %zu bytes", s->size);
    out->text = s->bytes;
    return TAUFLOW_OK;
}

tauflow_status tau_image_read(const void *bytes, size_t size, tau_image *out, report *r)
{
    *out = (tau_image){0};
    PASS(read_envelope(bytes, size, out, r));
    PASS(read_sections(out, r));
    PASS(read_shape(out, r));
    PASS(read_info(out, r));
    PASS(tau_ports_check(out, r));
    PASS(read_words(out, r));
    PASS(read_map(out, r));
    PASS(tau_tables_check(out, r));
    PASS(read_tests(out, r));
    PASS(read_text(out, r));
    return tau_numbers_check(out, r);
}

/* ---- looking ------------------------------------------------------------------------------ */

tau_input tau_image_input(const tau_image *i, uint32_t number)
{
    assert(number < i->inputs);
    const uint8_t *b = i->section[TAU_INPUTS].bytes + 4 + (size_t)number * TAU_INPUT_BYTES;
    return (tau_input){.kind = (input_kind)tau_word(b),
                       .index = tau_word(b + 4),
                       .axis = tau_word(b + 8),
                       .name = string_at(i, tau_word(b + 12)),
                       .of = string_at(i, tau_word(b + 16)),
                       .ratio = tau_real(b + 24),
                       .offset = tau_real(b + 32)};
}

tau_output tau_image_output(const tau_image *i, uint32_t number)
{
    assert(number < i->outputs);
    const uint8_t *b = i->section[TAU_OUTPUTS].bytes + 4 + (size_t)number * TAU_OUTPUT_BYTES;
    return (tau_output){.kind = (output_kind)tau_word(b),
                        .index = tau_word(b + 4),
                        .axis = tau_word(b + 8),
                        .is_angle = tau_word(b + 12) == 1,
                        .position = tau_word(b + 16),
                        .constant = tau_word(b + 20),
                        .name = string_at(i, tau_word(b + 24)),
                        .of = string_at(i, tau_word(b + 28)),
                        .column = tau_word(b + 32),
                        .column_of = string_at(i, tau_word(b + 36))};
}

tau_joint tau_image_joint(const tau_image *i, uint32_t number)
{
    const uint8_t *b = i->section[TAU_JOINTS].bytes + 4 + (size_t)number * TAU_JOINT_BYTES;
    tau_joint joint = {.name = string_at(i, tau_word(b)), .is_angle = tau_word(b + 4) == 1};
    for (uint32_t k = 0; k < LIMITS; k++)
        joint.limit[k] = tau_real(b + 8 + 8 * k);
    return joint;
}

bool tau_image_has(const tau_image *i, word_array array)
{
    return i->imposes ? function_may_have(i->function, array) : function_has(i->function, array);
}

uint32_t tau_image_numbers(const tau_image *i, word_array array)
{
    return tau_image_has(i, array) ? word_array_numbers(array, i->count) : 0;
}

uint32_t tau_image_cell(const tau_image *i, uint32_t beat, uint32_t lane)
{
    assert(beat < i->beats && lane < i->needs.lanes);
    return tau_word(i->section[TAU_MAP].bytes + 8 + 4 * ((size_t)beat * i->needs.lanes + lane));
}

uint32_t tau_image_test(const tau_image *i, uint32_t test, uint32_t word)
{
    assert(test < i->tests && word < i->inputs + i->outputs);
    return tau_word(i->section[TAU_TESTS].bytes + 4 +
                    4 * ((size_t)test * (i->inputs + i->outputs) + word));
}
