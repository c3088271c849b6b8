/* SPDX-License-Identifier: MIT */
/* `tauflow dump`: a `.tau` file in words, by the reader of the host library. */
#include "base/output.h"
#include "commands/commands.h"
#include "machine/formats.h"
#include "machine/tau_image.h"
#include "operations/word_meaning.h"
#include "tauflow_load.h"
#include "tauflow_regs.h"

#include <math.h>

static void print_shape(const tauflow_shape *c, text *out)
{
    char name[SHAPE_NAME_BYTES];
    if (c->circuit) { /* the other numbers are of cores */
        text_printf(out, "needs             circuit %u, %u input lanes, %u output lanes\n",
                    c->circuit, c->lanes, c->out_lanes);
        shape_name(c, name);
        text_printf(out, "core              %s\n", name);
        return;
    }
    text_printf(out, "needs             %s", network_of(c->network)->word);
    for (uint32_t i = 1; i < TAUFLOW_SHAPE_WORDS; i++)
        if (shape_shows(c, i))
            text_printf(out, ", %u %s", shape_get(c, i), SHAPE_FIELD[i].label);
    text_add(out, "\n");
}

/* A text of the image, which somebody else may have written. */
static const char *plain(const text *out, const char *value)
{
    text shown = text_make(out->mem);
    text_add_plain(&shown, value);
    return shown.bytes;
}

static word_meaning meaning_of_input(const tau_image *i, const tau_input *in)
{
    const word_kind *kind = &INPUT_KIND[in->kind];
    return (word_meaning){.kind = kind, .of = in->of, .index = in->index, .axis = in->axis,
                          .ratio = in->ratio, .offset = in->offset,
                          .is_angle = word_is_of_joint(kind) &&
                                      tau_image_joint(i, in->index).is_angle};
}

static void print_inputs(const tau_image *i, text *out)
{
    for (uint32_t beat = 0; beat < i->beats; beat++)
        for (uint32_t lane = 0; lane < i->needs.lanes; lane++) {
            uint32_t number = tau_image_cell(i, beat, lane);
            if (number == TAU_NONE)
                continue;
            tau_input in = tau_image_input(i, number);
            const word_meaning m = meaning_of_input(i, &in);
            text_printf(out, "  beat %u lane %u, ", beat, lane);
            word_meaning_name(in.name, out);
            text_add(out, ": ");
            word_meaning_say(&m, out);
            const tau_number n = tau_image_input_number(i, number);
            if (format_has_points(i->needs.fixed))
                text_printf(out, ", from %g to %g, point %d", n.low, n.high, n.point);
            text_add(out, "\n");
        }
}

static double constant_value(const tau_image *i, uint32_t output, uint32_t word)
{
    return format_of(i->needs.fixed)->decode(i->needs.fixed, tau_image_output_point(i, output),
                                             word);
}

static void print_outputs(const tau_image *i, text *out)
{
    for (uint32_t k = 0; k < i->outputs; k++) {
        tau_output o = tau_image_output(i, k);
        const word_meaning m = {.kind = &OUTPUT_KIND[o.kind], .of = o.of, .index = o.index,
                                .axis = o.axis, .ratio = 1, .is_angle = o.is_angle,
                                .column_of = o.column_of, .column = o.column};
        text_add(out, "  ");
        word_meaning_name(o.name, out);
        text_add(out, ": ");
        word_meaning_say(&m, out);
        text_add(out, "; ");
        if (o.position == TAU_NONE)
            text_printf(out, "always %g\n", constant_value(i, k, o.constant));
        else if (format_has_points(i->needs.fixed))
            text_printf(out, "word %u, point %d\n", o.position, tau_image_output_point(i, k));
        else
            text_printf(out, "word %u\n", o.position);
    }
}

/* What the ports deliver, where packets hold words of several samples. */
static void print_ports(const tau_image *i, text *out)
{
    for (uint32_t l = 0; l < i->needs.out_lanes && i->interval; l++) {
        text_printf(out, "  port %u, word of sample:", l);
        for (uint32_t k = 0; k < i->port[l].count; k++) {
            tau_delivery to = tau_image_delivery(i, l, k);
            text_printf(out, "%s %u of %u",
                        k == i->port[l].loop ? "; again and again, a sample later each time:" : "",
                        to.position, to.sample);
        }
        text_add(out, "\n");
    }
}

static const char *const TABLES[] = {
    [TAUFLOW_LOAD_LENGTH] = "lengths",     [TAUFLOW_LOAD_RECEPTION] = "receptions",
    [TAUFLOW_LOAD_ISSUE] = "issues",       [TAUFLOW_LOAD_CONSTANT] = "constants",
    [TAUFLOW_LOAD_EMISSION] = "emissions", [TAUFLOW_LOAD_BEATS] = "beats",
    [TAUFLOW_LOAD_LOOP] = "loops"};

static const char *owner_word(uint32_t table)
{
    return table == TAUFLOW_LOAD_ISSUE      ? "unit"
           : table == TAUFLOW_LOAD_EMISSION ? "source"
                                            : "receiver";
}

static void print_words(const tau_block *b, text *out)
{
    for (uint32_t k = 0; k < b->count; k++)
        text_printf(out, "%s%08x%s", k % 8 ? " " : "    ", tau_word(b->words + 4 * (size_t)k),
                    k % 8 == 7 || k + 1 == b->count ? "\n" : "");
}

static void print_tables(const tau_image *i, bool words, text *out)
{
    tau_block b;
    for (size_t at = 0; tau_image_block(i, &at, &b);) {
        uint32_t table = TAUFLOW_GET(b.address, LOAD_ADDRESS_TABLE);
        uint32_t owner = TAUFLOW_GET(b.address, LOAD_ADDRESS_OWNER);
        uint32_t word = TAUFLOW_GET(b.address, LOAD_ADDRESS_WORD);
        text_printf(out, "  %s of ", TABLES[table]);
        if (table == TAUFLOW_LOAD_LENGTH || table == TAUFLOW_LOAD_LOOP)
            text_add(out, TABLES[owner]);
        else
            text_printf(out, "%s %u", owner_word(table), owner);
        text_printf(out, "%s: %u words\n",
                    word == TAUFLOW_WORD_FIRST    ? ""
                    : word == TAUFLOW_WORD_SECOND ? ", second part"
                                                  : ", third part",
                    b.count);
        if (words)
            print_words(&b, out);
    }
}

/* Joints that the description limits, and how. */
static void print_limits(const tau_image *i, text *out)
{
    for (uint32_t j = 0; j < i->count[OWNER_COORDINATE]; j++) {
        const tau_joint joint = tau_image_joint(i, j);
        bool any = false;
        for (uint32_t k = 0; k < LIMITS; k++) {
            if (!isfinite(joint.limit[k]))
                continue;
            if (!any)
                text_printf(out, "  limits of '%s':", plain(out, joint.name));
            any = true;
            text_printf(out, " %s ", LIMIT_WORD[k]);
            text_add_number(out, joint.limit[k]);
        }
        text_add(out, any ? "\n" : "");
    }
}

/* Of which Verilog a circuit is. */
static void print_text(const tau_image *i, text *out)
{
    char hex[SHA256_HEX_BYTES];
    if (!i->text)
        return;
    sha256_hex(i->text, hex);
    text_printf(out, "text              %s\n", hex);
}

static void print_image(const tau_image *i, text *out)
{
    text_printf(out, "robot             %s, description hash %016llx\n", plain(out, i->robot),
                (unsigned long long)i->hash);
    if (i->function != FUNCTION_ID) /* which goes without saying */
        text_printf(out, "function          %s, %s\n", FUNCTION_KIND[i->function].name,
                    FUNCTION_KIND[i->function].title);
    print_shape(&i->needs, out);
    print_text(i, out);
    char numbers[FORMAT_SAID];
    format_name(i->needs.fixed, numbers);
    if (i->needs.fixed != FORMAT_UNNAMED)
        text_printf(out, "numbers           %s\n", numbers);
    text_printf(out, "cycles            %u a sample, predicted\n", i->cycles);
    if (i->interval && i->needs.circuit)
        text_printf(out, "interval          %u cycles between samples\n", i->interval);
    else if (i->interval)
        text_printf(out,
                    "interval          %u cycles between samples, which overlap; %u packets behind "
                    "a sample push it out\n",
                    i->interval, i->flush);
    text_printf(out, "state             %u coordinates, %u free bodies, %u external forces\n",
                i->count[OWNER_COORDINATE], i->count[OWNER_FREE_BODY], i->count[OWNER_FORCE]);
    print_limits(i, out);
    text_printf(out, "inputs            %u, in %u beats of %u words\n", i->inputs, i->beats,
                i->needs.lanes);
    print_inputs(i, out);
    text_printf(out, "outputs           %u, in %u words, %u beats of %u\n", i->outputs, i->words,
                i->out_beats, i->needs.out_lanes);
    print_outputs(i, out);
    print_ports(i, out);
}

static status run_dump(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    char *bytes;
    size_t length;
    tau_image i;
    report why;
    TRY(file_read_given(mem, path, TAU_FILE_LIMIT_BYTES, &bytes, &length, d));
    if (tau_image_read(bytes, length, &i, &why) != TAUFLOW_OK)
        return diag_error(d, (place){.file = path}, "%s", why.text);
    text_printf(out, "image             format %d.%u, %zu bytes, CRC-32 %08x\n", TAU_MAJOR, i.minor,
                length, tau_word((const uint8_t *)bytes + length - 4));
    print_image(&i, out);
    text_printf(out, "tables            %u blocks, %u words\n", i.blocks, i.table_words);
    print_tables(&i, s->words, out);
    text_printf(out, "check samples     %u\n", i.tests);
    return STATUS_OK;
}

const command DUMP_COMMAND = {
    .name = "dump",
    .title = "such a file in words",
    .operand = "FILE.tau",
    .about = "Verifies an image and tells what is in it.",
    .example = "tauflow dump build/puma560.tau",
    .options = "words",
    .run = run_dump,
};
