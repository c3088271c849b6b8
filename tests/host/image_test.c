/* SPDX-License-Identifier: MIT */
/* The `.tau` file: writer of the compiler against reader of the library. */
#include "unit/program_fixture.h"

#include "machine/crc32.h"
#include "machine/load.h"
#include "program/tau_write.h"
#include "machine/tau_image.h"
#include "tauflow_regs.h"

#include <stdlib.h>

static text tau_of(arena *mem, const ops *p, const program *q)
{
    diag d = diag_make(mem);
    text out = text_make(mem);
    uint32_t *in = random_samples(mem, p, 2, 7),
             *results = ARENA_ARRAY(mem, uint32_t, 2 * p->outputs_count + 1);
    tau_contents c = {p, q, 0x0123456789abcdefu, in, results, 2, NULL};
    if (tau_write(mem, &c, &out, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return out;
}

static tau_image read_back(const text *file)
{
    tau_image i;
    report r = {""};
    if (tau_image_read(file->bytes, file->length, &i, &r) != TAUFLOW_OK)
        fail_msg("%s", r.text);
    return i;
}

/* What a core's load window holds in the end: address (index in it) and data, sorted. */
typedef struct {
    uint32_t address, data;
} stored;

typedef struct {
    stored *list;
    uint32_t count, at;
} window;

static tauflow_status take_block(void *user, uint32_t address, report *r)
{
    (void)r;
    ((window *)user)->at = address;
    return TAUFLOW_OK;
}

static tauflow_status take_word(void *user, uint32_t data, report *r)
{
    window *w = user;
    (void)r;
    w->list[w->count++] = (stored){w->at, data};
    w->at += 1u << TAUFLOW_LOAD_ADDRESS_INDEX_LOW;
    return TAUFLOW_OK;
}

static int by_address(const void *a, const void *b)
{
    const stored *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void assert_placed_as_encoded(arena *mem, const program *q, const tau_image *i,
                                     const tauflow_shape *core)
{
    diag d = diag_make(mem);
    image direct;
    report r;
    if (image_build(mem, q, core, &direct, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    window a = {ARENA_ARRAY(mem, stored, 1 << 18), 0, 0},
           b = {ARENA_ARRAY(mem, stored, 1 << 18), 0, 0};
    for (uint32_t k = 0; k < direct.blocks_count; k++) {
        take_block(&a, direct.blocks[k].address, &r);
        for (uint32_t n = 0; n < direct.blocks[k].words_count; n++)
            take_word(&a, direct.blocks[k].words[n], &r);
    }
    tauflow_shape shape = *core;
    assert_int_equal(shape_fits(&i->needs, &shape, &r), TAUFLOW_OK);
    assert_int_equal(tau_image_place(i, &shape, &(tau_sink){&b, take_block, take_word}, &r),
                     TAUFLOW_OK);
    qsort(a.list, a.count, sizeof *a.list, by_address);
    qsort(b.list, b.count, sizeof *b.list, by_address);
    assert_int_equal(a.count, b.count);
    for (uint32_t k = 0; k < a.count; k++) {
        assert_int_equal(a.list[k].address, b.list[k].address);
        assert_int_equal(a.list[k].data, b.list[k].data);
    }
}

/* On the core it asks for and on larger ones. */
static void assert_placed_everywhere(arena *mem, const ops *p, const program *q)
{
    text file = tau_of(mem, p, q);
    tau_image i = read_back(&file);
    tauflow_shape core = q->shape;
    assert_placed_as_encoded(mem, q, &i, &core);
    core.lanes = TAUFLOW_LANES_MOST;
    core.slots += 3;
    core.constants += 5;
    assert_placed_as_encoded(mem, q, &i, &core);
    core.out_lanes = TAUFLOW_OUT_LANES_MOST;
    assert_placed_as_encoded(mem, q, &i, &core);
    /* one more of each shared kind; on a ring where no other unit moves to another station */
    for (uint32_t k = TAUFLOW_SHARED_KINDS; k-- > 0;) {
        if (core_relays(&core) && core_shared_units(&q->shape) && k + 1 < TAUFLOW_SHARED_KINDS)
            continue;
        core.shared_units[k]++;
        uint32_t *latency = &core.latency_cycles[TAUFLOW_MODULE_KINDS + k];
        *latency += *latency ? 0 : 3;
        assert_placed_as_encoded(mem, q, &i, &core);
    }
    if (!network_has_places(core.network))
        for (core.modules = q->shape.modules; core.modules <= TAUFLOW_MODULES_MOST;
             core.modules += 3)
            assert_placed_as_encoded(mem, q, &i, &core);
}

static void placing_an_image_is_encoding_for_that_core(void **state)
{
    (void)state;
    uint32_t longer_ports = 0;
    for (uint32_t m = 0; m < CORES_COUNT; m++) {
        arena mem = arena_make();
        ops p = graph_for_line(&mem, CORES[m], 9, 60, m + 1);
        program q = program_by(&mem, "best", &p, CORES[m], 1);
        assert_placed_everywhere(&mem, &p, &q);
        tauflow_shape longer = q.shape;
        for (uint32_t k = 0; k < TAUFLOW_SHAPE_WORDS; k++)
            *shape_number(&longer, k) = SHAPE_FIELD[k].grows ? 400 : shape_get(&longer, k);
        program u = program_unroll(&mem, &q, &longer, m);
        longer_ports += u.receivers[core_output(&u.shape)].receptions_count > q.words;
        assert_placed_everywhere(&mem, &p, &u);
        for (uint32_t ports = 2; ports <= TAUFLOW_OUT_LANES_MOST; ports++) {
            program wide = program_spread(&mem, &q, ports, m);
            assert_placed_everywhere(&mem, &p, &wide);
        }
        arena_free(&mem);
    }
    assert_true(longer_ports > CORES_COUNT / 2);
}

static void reader_tells_what_the_compiler_knew(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = robot_ops(&mem, "robots/puma560.urdf");
    program q = program_by(&mem, "best", &p, CORES[3], 1);
    text file = tau_of(&mem, &p, &q);
    tau_image i = read_back(&file);
    assert_string_equal(i.robot, p.robot);
    assert_int_equal(i.cycles, q.cycles);
    assert_true(i.hash == 0x0123456789abcdefu);
    assert_int_equal(i.count[OWNER_COORDINATE], 6);
    assert_int_equal(i.count[OWNER_FREE_BODY] + i.count[OWNER_FORCE], 0);
    assert_int_equal(i.tests, 2);
    assert_int_equal(i.inputs, p.inputs_count);
    assert_int_equal(i.outputs, p.outputs_count);
    for (uint32_t k = 0; k < i.inputs; k++) {
        tau_input in = tau_image_input(&i, k);
        assert_string_equal(in.name, p.inputs[k].name);
        assert_string_equal(in.of, p.inputs[k].of);
        assert_int_equal(in.kind, p.inputs[k].kind);
        assert_int_equal(in.index, p.inputs[k].index);
        assert_true(in.ratio == p.inputs[k].ratio && in.offset == p.inputs[k].offset);
    }
    for (uint32_t k = 0; k < i.outputs; k++) {
        tau_output o = tau_image_output(&i, k);
        assert_string_equal(o.of, p.outputs[k].of);
        assert_int_equal(o.is_angle, p.outputs[k].is_angle);
        assert_int_equal(o.position, q.output_map[k].position);
    }
    for (uint32_t k = 0; k < i.beats * i.needs.lanes; k++)
        assert_int_equal(tau_image_cell(&i, k / i.needs.lanes, k % i.needs.lanes), q.input_map[k]);
    arena_free(&mem);
}

static text small_file(arena *mem)
{
    ops p = graph_for_core(mem, 4, 12, 3);
    program q = program_by(mem, "best", &p, CORES[1], 1);
    return tau_of(mem, &p, &q);
}

static void truncated_image_is_refused_at_every_length(void **state)
{
    (void)state;
    arena mem = arena_make();
    text file = small_file(&mem);
    read_back(&file);
    for (size_t size = 0; size < file.length; size++) {
        tau_image i;
        report r = {""};
        assert_int_equal(tau_image_read(file.bytes, size, &i, &r), TAUFLOW_BAD_IMAGE);
        assert_non_null(
            strstr(r.text, size < TAU_MAGIC_BYTES ? "not a tauflow image" : "truncated"));
    }
    arena_free(&mem);
}

static void image_with_any_bit_flipped_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    text file = small_file(&mem);
    for (size_t bit = 0; bit < 8 * file.length; bit++) {
        tau_image i;
        report r = {""};
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ 1 << bit % 8);
        assert_int_equal(tau_image_read(file.bytes, file.length, &i, &r), TAUFLOW_BAD_IMAGE);
        assert_true(r.text[0] != '\0');
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ 1 << bit % 8);
    }
    read_back(&file);
    arena_free(&mem);
}

/* The file with one word replaced and its CRC made right again. */
static void assert_refused_with(const text *file, size_t at, uint32_t word, const char *message)
{
    arena mem = arena_make();
    unsigned char *bytes = arena_alloc(&mem, file->length);
    tau_image i;
    report r = {""};
    memcpy(bytes, file->bytes, file->length);
    for (size_t k = 0; k < 4; k++)
        bytes[at + k] = (unsigned char)(word >> 8 * k);
    uint32_t crc = crc32_bytes(0, bytes, file->length - 4);
    for (size_t k = 0; k < 4; k++)
        bytes[file->length - 4 + k] = (unsigned char)(crc >> 8 * k);
    assert_int_equal(tau_image_read(bytes, file->length, &i, &r), TAUFLOW_BAD_IMAGE);
    if (!strstr(r.text, message))
        fail_msg("'%s' does not tell '%s'", r.text, message);
    arena_free(&mem);
}

static void refusals_name_the_reason(void **state)
{
    (void)state;
    arena mem = arena_make();
    text file = small_file(&mem);
    const size_t shape = TAU_HEADER_BYTES + TAU_SECTION_BYTES,
                 info = shape + 4 * TAUFLOW_SHAPE_ALWAYS + TAU_SECTION_BYTES;
    assert_refused_with(&file, 8, 3, "the image has format 3 and this library reads format 5");
    assert_refused_with(&file, 8, TAU_MAJOR + 1, "format 6");
    assert_refused_with(&file, 16, TAU_NUMBERS - 1, "section is missing");
    assert_refused_with(&file, 16, TAU_NUMBERS + 1, "is not there");
    assert_refused_with(&file, TAU_HEADER_BYTES, 0x20202020, "unknown");
    assert_refused_with(&file, shape, NETWORK_KINDS, "network");
    assert_refused_with(&file, shape + 4, 17, "modules");
    assert_refused_with(&file, info + 4, 1, "number format 1");
    assert_refused_with(&file, info + 16, 1 << 20, "text");
    assert_refused_with(&file, info + 20, FUNCTIONS, "computes function");
    arena_free(&mem);
}

/* Where a section's contents begin. */
static size_t section_at(const text *file, tau_section section)
{
    size_t at = TAU_HEADER_BYTES;
    for (int k = 0; k < (int)section; k++)
        at += TAU_SECTION_BYTES + tau_word((const uint8_t *)file->bytes + at + 4);
    return at + TAU_SECTION_BYTES;
}

/* What integers mean is told and held against their bits; shifts, constants and check samples
 * too. */
static void images_in_fixed_point_tell_their_numbers(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_in_fixed(&mem, 20, 4, 12, 3);
    program q = program_by(&mem, "best", &p, CORES[1], 1);
    text file = tau_of(&mem, &p, &q);
    tau_image i = read_back(&file);
    assert_int_equal(i.needs.fixed, 20);
    for (uint32_t k = 0; k < p.inputs_count; k++) {
        tau_number n = tau_image_input_number(&i, k);
        assert_int_equal(n.point, p.inputs[k].point);
        assert_true(n.low == p.inputs[k].low && n.high == p.inputs[k].high);
    }
    for (uint32_t k = 0; k < p.outputs_count; k++)
        assert_int_equal(tau_image_output_point(&i, k), ops_point(&p, p.outputs[k].value));
    /* The only option: its mark, then its number. */
    const size_t option = TAU_HEADER_BYTES + TAU_SECTION_BYTES + 4 * TAUFLOW_SHAPE_ALWAYS;
    const size_t numbers = section_at(&file, TAU_NUMBERS), tests = section_at(&file, TAU_TESTS);
    assert_refused_with(&file, 16, TAU_NUMBERS, "behind the last section");
    assert_refused_with(&file, option + 4, 21, "number format 20");
    assert_refused_with(&file, option + 4, 15, "15 bits of fixed point");
    assert_refused_with(&file, option + 4, 0, "asks for 0 of");
    assert_refused_with(&file, option, 0xfff00, "asks for 20 of 000fff00");
    assert_refused_with(&file, numbers, 121, "point 121");
    assert_refused_with(&file, numbers, (uint32_t)-121, "point -121");
    assert_refused_with(&file, numbers, (uint32_t)p.inputs[0].point + 1, "not in 20 bits");
    assert_refused_with(&file, numbers + 4, 1, "not in 20 bits");
    assert_refused_with(&file, numbers + 12, 0x7ff00000, "not in 20 bits");
    assert_refused_with(&file, numbers + 12, 0x40f00000, "not in 20 bits");
    assert_refused_with(&file, numbers + 24 * p.inputs_count, 121, "output 0 has point 121");
    assert_refused_with(&file, tests + 4, 0x00080000, "check sample 0 is 00080000");
    assert_refused_with(&file, section_at(&file, TAU_OUTPUTS) + 4 + 20, 0x00080000,
                        "constant of output 0");
    tau_block b;
    uint32_t shifts = 0, constants = 0;
    for (size_t next = 0; tau_image_block(&i, &next, &b);) {
        const size_t at = (size_t)(b.words - i.whole.bytes);
        const uint32_t table = TAUFLOW_GET(b.address, LOAD_ADDRESS_TABLE),
                       owner = TAUFLOW_GET(b.address, LOAD_ADDRESS_OWNER);
        if (table == TAUFLOW_LOAD_ISSUE && b.address & TAUFLOW_LOAD_ADDRESS_WORD_MASK) {
            const bool mul = core_unit_kind(&q.shape, owner) == UNIT_MUL;
            assert_refused_with(&file, at,
                                mul ? 4u << TAUFLOW_ISSUE_SECOND_SHIFT_LOW
                                    : ~TAUFLOW_ISSUE_SECOND_MASK,
                                "means nothing");
            shifts++;
        }
        if (table == TAUFLOW_LOAD_ISSUE && !(b.address & TAUFLOW_LOAD_ADDRESS_WORD_MASK))
            assert_refused_with(&file, at,
                                TAUFLOW_ISSUE_FIRST_A_CONSTANT_MASK |
                                    TAUFLOW_ISSUE_FIRST_B_CONSTANT_MASK,
                                "means nothing"); /* constants alone */
        if (table == TAUFLOW_LOAD_CONSTANT) {
            assert_refused_with(&file, at, 0xfff7ffff, "means nothing");
            constants++;
        }
    }
    assert_true(shifts > 1 && constants > 0);
    arena_free(&mem);
}

static void every_place_of_the_input_map_must_name_an_input(void **state)
{
    (void)state;
    arena mem = arena_make();
    text file = small_file(&mem);
    const size_t at = section_at(&file, TAU_MAP);
    const uint8_t *bytes = (const uint8_t *)file.bytes;
    const uint32_t beats = tau_word(bytes + at), lanes = tau_word(bytes + at + 4),
                   inputs = tau_word(bytes + section_at(&file, TAU_INPUTS));
    assert_true(beats > 1 && lanes > 0);
    for (uint32_t cell = 0; cell < beats * lanes; cell++)
        assert_refused_with(&file, at + 8 + 4 * (size_t)cell, inputs, "is input");
    assert_refused_with(&file, at, beats - 1, "input map");
    assert_refused_with(&file, at + 4, lanes + 1, "input map");
    arena_free(&mem);
}

/* Words of the section of ports: beats, words, flush, interval; of port 0: words, loop, count, then
 * position and sample of each delivery. */
static void output_ports_that_would_lose_or_repeat_a_word_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 4, 12, 3);
    program q = program_by(&mem, "best", &p, CORES[1], 1);
    tauflow_shape longer = q.shape;
    longer.output_words = 5 * q.words;
    q = program_unroll(&mem, &q, &longer, 5);
    const uint32_t count = q.receivers[core_output(&q.shape)].receptions_count, words = q.words;
    text file = tau_of(&mem, &p, &q);
    const size_t at = section_at(&file, TAU_PORTS);
    assert_true(words > 3 && count > 2 * words);
    assert_refused_with(&file, at, q.out_beats + 1, "beats and its longest lane");
    assert_refused_with(&file, at + 4, words + 1, "of a sample's");
    assert_refused_with(&file, at + 4, TAU_WORDS_LIMIT + 1, "at most");
    assert_refused_with(&file, at + 8, TAU_FLUSH_LIMIT + 1, "at most");
    assert_refused_with(&file, at + 16, words + 1, "which are not the");
    assert_refused_with(&file, at + 20, count - words + 1, "which are not the");
    assert_refused_with(&file, at + 24, count - 1, "which are not the");
    assert_refused_with(&file, at + 24, UINT32_MAX, "deliveries and the shape");
    assert_refused_with(&file, at + 28, words, "delivers word");
    assert_refused_with(&file, at + 28, q.ports[0].deliveries[1].position,
                        "is the next");                    /* a word twice */
    assert_refused_with(&file, at + 32, 1, "is the next"); /* sample 1 before sample 0 */
    assert_refused_with(&file, at + 28 + 8 * (size_t)(count - 1) + 4, 0, "is the next");
    arena_free(&mem);
}

/* Reads the image of the program and plays the program: both must say the same. */
static bool is_refused(const ops *p, const program *q)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    report r = {""};
    tau_image i;
    text file = tau_of(&mem, p, q);
    const tauflow_status read = tau_image_read(file.bytes, file.length, &i, &r);
    const status played = program_check(p, q, &d);
    if ((read == TAUFLOW_OK) != (played == STATUS_OK))
        fail_msg("the image: '%s', the program: '%s'", r.text, d.error.text);
    if (read != TAUFLOW_OK)
        assert_non_null(strstr(r.text, "waits for the wrong number of words"));
    arena_free(&mem);
    return read != TAUFLOW_OK;
}

/* For every reception and read all numbers of words but its own: few of them do no harm. */
static void other_numbers_of_words_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 4, 16, 3);
    program q = program_by(&mem, "best", &p, CORES[1], 1);
    uint32_t refused = 0, all = 0;
    assert_false(is_refused(&p, &q));
    for (uint32_t r = 0; r < core_output(&q.shape); r++) {
        const uint32_t receptions = q.receivers[r].receptions_count,
                       entries = receptions + q.units[r / 2].issues_count;
        for (uint32_t k = 0; k < entries; k++) {
            program_read *read = k < receptions
                                     ? NULL
                                     : &q.units[r / 2].issues[k - receptions].operand[r % 2];
            uint32_t *number = read ? &read->above : &q.receivers[r].receptions[k].most;
            const uint32_t right = *number;
            for (*number = 0; *number < q.shape.slots; ++*number)
                if (*number != right && !(read && read->constant)) {
                    refused += is_refused(&p, &q);
                    all++;
                }
            *number = right;
        }
    }
    assert_true(all > 80 && 10 * refused > 8 * all);
    arena_free(&mem);
}

/* Ends of samples, loops and lengths of packets stand in the tables too. */
static void tables_that_differ_from_the_output_ports_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 4, 12, 3);
    program q = program_by(&mem, "best", &p, CORES[1], 1);
    text file = tau_of(&mem, &p, &q);
    tau_image i = read_back(&file);
    const uint32_t output = core_output(&q.shape);
    tau_block b;
    uint32_t seen = 0;
    for (size_t next = 0; tau_image_block(&i, &next, &b);) {
        const size_t at = (size_t)(b.words - i.whole.bytes);
        const uint32_t table = TAUFLOW_GET(b.address, LOAD_ADDRESS_TABLE),
                       owner = TAUFLOW_GET(b.address, LOAD_ADDRESS_OWNER);
        if (table == TAUFLOW_LOAD_LENGTH && owner == TAUFLOW_LOAD_BEATS) {
            assert_refused_with(&file, at, q.beats + 1, "input map");
            assert_refused_with(&file, at + 4, q.out_beats + 1, "beats of a result");
            assert_refused_with(&file, at + 8, q.words + 1, "words a packet");
            seen++;
        } else if (table == TAUFLOW_LOAD_RECEPTION && owner == output) {
            assert_refused_with(&file, at + 4 * (size_t)(q.words - 1),
                                tau_word(b.words + 4 * (size_t)(q.words - 1)) &
                                    ~TAUFLOW_RECEPTION_ENDS_MASK,
                                "not every sample ends");
            assert_refused_with(&file, at, tau_word(b.words) | TAUFLOW_RECEPTION_ENDS_MASK,
                                "samples end with word");
            seen++;
        } else if (table == TAUFLOW_LOAD_LOOP) {
            assert_refused_with(&file, at, 4000,
                                owner == TAUFLOW_LOAD_RECEPTION ? "goes on at entry 4000"
                                                                : "goes on at");
            if (owner == TAUFLOW_LOAD_RECEPTION)
                assert_refused_with(&file, at + 4 * (size_t)output, 1,
                                    "goes on at delivery 0, and in the tables at 1");
            seen++;
        }
    }
    assert_int_equal(seen, 5);
    arena_free(&mem);
}

/* A later minor version may bring sections that this reader does not know. */
static void unknown_section_of_a_later_minor_version_is_skipped(void **state)
{
    (void)state;
    arena mem = arena_make();
    text file = small_file(&mem), later = text_make(&mem);
    text_add_bytes(&later, file.bytes, file.length - 4);
    text_add_bytes(&later, "NEWS\4\0\0\0word", 12);
    uint32_t size = (uint32_t)later.length + 4;
    later.bytes[10] = TAU_MINOR + 1;
    for (size_t k = 0; k < 4; k++)
        later.bytes[12 + k] = (char)(size >> 8 * k & 0xff);
    later.bytes[16] = TAU_NUMBERS + 1;
    uint32_t crc = crc32_bytes(0, later.bytes, later.length);
    unsigned char end[4] = {(unsigned char)crc, (unsigned char)(crc >> 8),
                            (unsigned char)(crc >> 16), (unsigned char)(crc >> 24)};
    text_add_bytes(&later, end, 4);
    tau_image i = read_back(&later);
    assert_int_equal(i.minor, TAU_MINOR + 1);
    arena_free(&mem);
}

static void crc_is_the_one_of_ieee_802_3(void **state)
{
    (void)state;
    assert_int_equal(crc32_bytes(0, "123456789", 9), 0xcbf43926u);
    assert_int_equal(crc32_bytes(crc32_bytes(0, "1234", 4), "56789", 5), 0xcbf43926u);
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t b = 0; b < 256; b++) {
            uint32_t word = b << 8 * k;
            unsigned char bytes[4] = {0};
            bytes[k] = (unsigned char)b;
            assert_int_equal(crc32_words(17, &word, 1), crc32_bytes(17, bytes, 4));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placing_an_image_is_encoding_for_that_core),
        cmocka_unit_test(reader_tells_what_the_compiler_knew),
        cmocka_unit_test(truncated_image_is_refused_at_every_length),
        cmocka_unit_test(image_with_any_bit_flipped_is_refused),
        cmocka_unit_test(refusals_name_the_reason),
        cmocka_unit_test(images_in_fixed_point_tell_their_numbers),
        cmocka_unit_test(every_place_of_the_input_map_must_name_an_input),
        cmocka_unit_test(output_ports_that_would_lose_or_repeat_a_word_are_refused),
        cmocka_unit_test(other_numbers_of_words_are_refused),
        cmocka_unit_test(tables_that_differ_from_the_output_ports_are_refused),
        cmocka_unit_test(unknown_section_of_a_later_minor_version_is_skipped),
        cmocka_unit_test(crc_is_the_one_of_ieee_802_3),
    };
    return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
