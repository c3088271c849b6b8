/* SPDX-License-Identifier: MIT */
/* Encoding: numbers of the program become those of the core, and sources and receivers of stations
 * become the few that can reach each other there. machine/load.def has the layout. */
#include "program/image.h"

#include "base/output.h"
#include "tauflow_regs.h"

typedef struct {
    const program *prog;
    const tauflow_shape *from, *to; /* of the program, of the core */
    arena *mem;
    image *out;
} encoder;

/* ---- numbering ----------------------------------------------------------------------------- */

static uint32_t map_unit(const encoder *e, uint32_t unit)
{
    return core_map_unit(e->from, e->to, unit);
}

static uint32_t map_receiver(const encoder *e, uint32_t r)
{
    return core_map_receiver(e->from, e->to, r);
}

static uint32_t map_source(const encoder *e, uint32_t s)
{
    return core_map_source(e->from, e->to, s);
}

/* ---- words --------------------------------------------------------------------------------- */

static uint32_t *add_block(encoder *e, uint32_t table, uint32_t owner, uint32_t word,
                           uint32_t count)
{
    uint32_t *words = ARENA_ARRAY(e->mem, uint32_t, count + 1);
    if (count)
        *ARENA_PUSH(e->mem, e->out, blocks) = (image_block){
            TAUFLOW_PUT(table, LOAD_ADDRESS_TABLE) | TAUFLOW_PUT(owner, LOAD_ADDRESS_OWNER) |
                TAUFLOW_PUT(word, LOAD_ADDRESS_WORD),
            words, count};
    return words;
}

static void add_beats(encoder *e)
{
    uint32_t *words = add_block(e, TAUFLOW_LOAD_LENGTH, TAUFLOW_LOAD_BEATS, 0,
                                TAUFLOW_BEATS_LANES + e->to->out_lanes);
    words[TAUFLOW_BEATS_IN] = e->prog->beats;
    words[TAUFLOW_BEATS_OUT] = e->prog->out_beats;
    for (uint32_t l = 0; l < e->from->out_lanes; l++)
        words[TAUFLOW_BEATS_LANES + l] = e->prog->ports[l].words;
}

/* Lengths or loops of all sequences. */
static void add_extents(encoder *e, uint32_t table)
{
    const program *prog = e->prog;
    bool loops = table == TAUFLOW_LOAD_LOOP;
    uint32_t *words = add_block(e, table, TAUFLOW_LOAD_RECEPTION, 0, core_receivers(e->to));
    for (uint32_t r = 0; r < core_receivers(e->from); r++)
        words[map_receiver(e, r)] =
            loops ? prog->receivers[r].receptions_loop : prog->receivers[r].receptions_count;
    words = add_block(e, table, TAUFLOW_LOAD_ISSUE, 0, core_units(e->to));
    for (uint32_t u = 0; u < core_units(e->from); u++)
        words[map_unit(e, u)] = loops ? prog->units[u].issues_loop : prog->units[u].issues_count;
    words = add_block(e, table, TAUFLOW_LOAD_EMISSION, 0, core_sources(e->to));
    for (uint32_t s = 0; s < core_sources(e->from); s++)
        words[map_source(e, s)] =
            loops ? prog->sources[s].emissions_loop : prog->sources[s].emissions_count;
}

static uint32_t encode_reception(const encoder *e, uint32_t receiver, const program_reception *k)
{
    uint32_t select = core_select(e->to, receiver, map_source(e, k->source));
    return TAUFLOW_PUT(k->slot, RECEPTION_SLOT) | TAUFLOW_PUT(k->most, RECEPTION_MOST) |
           TAUFLOW_PUT((uint32_t)k->ends, RECEPTION_ENDS) | TAUFLOW_PUT(select, RECEPTION_SELECT);
}

static void add_receiver(encoder *e, uint32_t r)
{
    const program_receiver *p = &e->prog->receivers[r];
    uint32_t owner = map_receiver(e, r),
             *words = add_block(e, TAUFLOW_LOAD_RECEPTION, owner, 0, p->receptions_count);
    for (uint32_t k = 0; k < p->receptions_count; k++)
        words[k] = encode_reception(e, owner, &p->receptions[k]);
    words = add_block(e, TAUFLOW_LOAD_CONSTANT, owner, 0, p->constants_count);
    for (uint32_t k = 0; k < p->constants_count; k++)
        words[k] = p->constants[k];
}

static uint32_t encode_read(const program_read *r)
{
    return read_word(r->index, r->constant, r->release);
}

static void add_unit(encoder *e, uint32_t u)
{
    const program_unit *p = &e->prog->units[u];
    uint32_t *words = add_block(e, TAUFLOW_LOAD_ISSUE, map_unit(e, u), TAUFLOW_WORD_FIRST,
                                p->issues_count);
    for (uint32_t k = 0; k < p->issues_count; k++) {
        const program_issue *i = &p->issues[k];
        const bool both = i->action == ACTION_BELOW;
        const uint32_t negate_a = i->action == ACTION_RSUB || both,
                       negate_b = i->action == ACTION_SUB || both;
        words[k] = TAUFLOW_PUT(encode_read(&i->operand[0]), ISSUE_FIRST_A) |
                   TAUFLOW_PUT(encode_read(&i->operand[1]), ISSUE_FIRST_B) |
                   TAUFLOW_PUT(negate_a, ISSUE_FIRST_NEGATE_A) |
                   TAUFLOW_PUT(negate_b, ISSUE_FIRST_NEGATE_B);
    }
    words = add_block(e, TAUFLOW_LOAD_ISSUE, map_unit(e, u), TAUFLOW_WORD_SECOND, p->issues_count);
    for (uint32_t k = 0; k < p->issues_count; k++)
        words[k] = TAUFLOW_PUT(p->issues[k].operand[0].above, ISSUE_SECOND_ABOVE_A) |
                   TAUFLOW_PUT(p->issues[k].operand[1].above, ISSUE_SECOND_ABOVE_B) |
                   TAUFLOW_PUT(p->issues[k].shift, ISSUE_SECOND_SHIFT);
}

static void add_source(encoder *e, uint32_t s)
{
    const program_source *p = &e->prog->sources[s];
    uint32_t owner = map_source(e, s);
    uint32_t width = core_mask_bits(e->to, owner);
    for (uint32_t word = 0; word < (width + 31) / 32; word++) {
        uint32_t *words = add_block(e, TAUFLOW_LOAD_EMISSION, owner, word, p->emissions_count);
        for (uint32_t k = 0; k < p->emissions_count; k++)
            for (uint32_t r = 0; r < core_receivers(e->from); r++)
                if (p->emissions[k].bits[r / 32] >> r % 32 & 1) {
                    uint32_t bit = core_mask_bit(e->to, owner, map_receiver(e, r));
                    words[k] |= bit / 32 == word ? UINT32_C(1) << bit % 32 : 0;
                }
    }
}

status image_build(arena *mem, const program *prog, const tauflow_shape *core, image *out, diag *d)
{
    *out = (image){.core = *core};
    TRY(program_fits(&prog->shape, core, d));
    encoder e = {prog, &prog->shape, core, mem, out};
    add_beats(&e);
    if (core->circuit)
        return STATUS_OK;
    add_extents(&e, TAUFLOW_LOAD_LENGTH);
    add_extents(&e, TAUFLOW_LOAD_LOOP);
    for (uint32_t r = 0; r < core_receivers(&prog->shape); r++)
        add_receiver(&e, r);
    for (uint32_t u = 0; u < core_units(&prog->shape); u++)
        add_unit(&e, u);
    for (uint32_t s = 0; s < core_sources(&prog->shape); s++)
        add_source(&e, s);
    return STATUS_OK;
}

/* ---- prints -------------------------------------------------------------------------------- */

void image_print_load(const image *i, text *out)
{
    for (uint32_t b = 0; b < i->blocks_count; b++)
        for (uint32_t k = 0; k < i->blocks[b].words_count; k++)
            text_printf(out, "%08x%08x\n",
                        i->blocks[b].address + (k << TAUFLOW_LOAD_ADDRESS_INDEX_LOW),
                        i->blocks[b].words[k]);
}

void image_print_block(const image_block *b, text *out)
{
    for (uint32_t k = 0; k < b->words_count; k++)
        text_printf(out, "%08x\n", b->words[k]);
}

void image_block_name(const image_block *b, text *out)
{
    static const char *const TABLES[] = {
        [TAUFLOW_LOAD_LENGTH] = "length",     [TAUFLOW_LOAD_RECEPTION] = "reception",
        [TAUFLOW_LOAD_ISSUE] = "issue",       [TAUFLOW_LOAD_CONSTANT] = "constant",
        [TAUFLOW_LOAD_EMISSION] = "emission", [TAUFLOW_LOAD_BEATS] = "beats",
        [TAUFLOW_LOAD_LOOP] = "loop"};
    uint32_t table = TAUFLOW_GET(b->address, LOAD_ADDRESS_TABLE);
    uint32_t owner = TAUFLOW_GET(b->address, LOAD_ADDRESS_OWNER);
    uint32_t word = TAUFLOW_GET(b->address, LOAD_ADDRESS_WORD);
    text_printf(out, "%s_", TABLES[table]);
    if (table == TAUFLOW_LOAD_LENGTH || table == TAUFLOW_LOAD_LOOP)
        text_add(out, TABLES[owner]);
    else
        text_printf(out, "%u", owner);
    if (word)
        text_printf(out, "_word%u", word);
    text_add(out, ".hex");
}

/* A message about a file names it after we are gone, so the paths live with the diag. */
status image_write(const image *i, const char *folder, diag *d)
{
    if (!*folder)
        return diag_error(d, (place){0}, "the folder for the tables has no name");
    arena mem = arena_make();
    output_file *files = ARENA_ARRAY(&mem, output_file, i->blocks_count + 1);
    files[0] = output_make(d->mem, folder, "program.load");
    image_print_load(i, &files[0].bytes);
    for (uint32_t b = 0; b < i->blocks_count; b++) {
        text name = text_make(&mem);
        image_block_name(&i->blocks[b], &name);
        files[b + 1] = output_make(d->mem, folder, name.bytes);
        image_print_block(&i->blocks[b], &files[b + 1].bytes);
    }
    status done = output_write_folder(folder, files, i->blocks_count + 1, d);
    arena_free(&mem);
    return done;
}
