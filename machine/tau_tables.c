/* SPDX-License-Identifier: MIT */
/* Checking: blocks stand in the order of their addresses, so none is there twice; all lengths come
 * first, every further block has the length told there, and the sum tells that none is missing;
 * loops come last and are counted. Placing: numbers of units, receivers and sources become the
 * core's. */
#include "machine/tau_tables.h"

#include "machine/counts.h"
#include "machine/formats.h"
#include "machine/load.h"
#include "tauflow_regs.h"

#define BAD(r, ...) report_fail(r, TAUFLOW_BAD_IMAGE, __VA_ARGS__)

typedef struct {
    uint32_t table, owner, word;
} spot;

static spot spot_of(uint32_t address)
{
    return (spot){TAUFLOW_GET(address, LOAD_ADDRESS_TABLE),
                  TAUFLOW_GET(address, LOAD_ADDRESS_OWNER),
                  TAUFLOW_GET(address, LOAD_ADDRESS_WORD)};
}

static uint32_t address_of(uint32_t table, uint32_t owner, uint32_t word)
{
    return table << TAUFLOW_LOAD_ADDRESS_TABLE_LOW | owner << TAUFLOW_LOAD_ADDRESS_OWNER_LOW |
           word << TAUFLOW_LOAD_ADDRESS_WORD_LOW;
}

bool tau_image_block(const tau_image *i, size_t *at, tau_block *out)
{
    const tau_piece *s = &i->section[TAU_TABLES];
    size_t from = *at ? *at : 4;
    if (from >= s->size)
        return false;
    *out = (tau_block){tau_word(s->bytes + from), tau_word(s->bytes + from + 4),
                       s->bytes + from + 8};
    *at = from + 8 + 4 * (size_t)out->count;
    return true;
}

/* ---- checking ------------------------------------------------------------------------------ */

enum {
    LENGTHS = 4,
    LOOPS = 3
};
/* Owners of the length tables, in the order of their addresses. */
static const uint32_t LENGTH_OWNER[LENGTHS] = {TAUFLOW_LOAD_RECEPTION, TAUFLOW_LOAD_ISSUE,
                                               TAUFLOW_LOAD_EMISSION, TAUFLOW_LOAD_BEATS};

typedef struct {
    const tau_image *image;
    const tauflow_shape *c;
    tau_block length[LENGTHS];
    uint64_t wanted, found; /* words of sequences */
    uint32_t loops;         /* blocks of them */
    uint32_t end, ends;     /* position with which a sample is out, receptions that say so */
    tau_block reception[CORE_RECEIVERS_MOST], issue[CORE_UNITS_MOST][ISSUE_WORDS];
    tau_block loop[LOOPS];
} checker;

static uint32_t length_of(const checker *k, uint32_t table, uint32_t owner)
{
    for (uint32_t i = 0; i < LENGTHS; i++)
        if (LENGTH_OWNER[i] == table)
            return owner < k->length[i].count ? tau_word(k->length[i].words + 4 * (size_t)owner)
                                              : 0;
    return 0;
}

/* Most entries of a sequence of this table and owner in the shape. */
static uint32_t depth_of(const tauflow_shape *c, uint32_t table, uint32_t owner)
{
    switch (table) {
    case TAUFLOW_LOAD_RECEPTION: return core_reception_depth(c, owner);
    case TAUFLOW_LOAD_ISSUE: return c->issues;
    case TAUFLOW_LOAD_EMISSION: return core_emission_depth(c, owner);
    default: return c->lane_words; /* beats */
    }
}

/* Owners of a table of lengths or loops. */
static uint32_t owners_of(const tauflow_shape *c, uint32_t table)
{
    switch (table) {
    case TAUFLOW_LOAD_RECEPTION: return core_receivers(c);
    case TAUFLOW_LOAD_ISSUE: return core_units(c);
    case TAUFLOW_LOAD_EMISSION: return core_sources(c);
    default: return TAUFLOW_BEATS_LANES + c->out_lanes; /* beats */
    }
}

/* Words of an entry. */
static uint32_t width_of(const tauflow_shape *c, uint32_t table, uint32_t owner)
{
    return table == TAUFLOW_LOAD_EMISSION ? (core_mask_bits(c, owner) + 31) / 32
           : table == TAUFLOW_LOAD_ISSUE  ? ISSUE_WORDS
                                          : 1;
}

static tauflow_status check_packets(const checker *k, report *r)
{
    const tau_image *i = k->image;
    if (length_of(k, TAUFLOW_LOAD_BEATS, TAUFLOW_BEATS_IN) != i->beats)
        return BAD(r, "the tables tell %u beats and the input map %u",
                   length_of(k, TAUFLOW_LOAD_BEATS, TAUFLOW_BEATS_IN), i->beats);
    if (length_of(k, TAUFLOW_LOAD_BEATS, TAUFLOW_BEATS_OUT) != i->out_beats)
        return BAD(r, "the tables tell %u beats of a result and the output ports %u",
                   length_of(k, TAUFLOW_LOAD_BEATS, TAUFLOW_BEATS_OUT), i->out_beats);
    for (uint32_t l = 0; l < k->c->out_lanes; l++) {
        const uint32_t words = length_of(k, TAUFLOW_LOAD_BEATS, TAUFLOW_BEATS_LANES + l),
                       taken = length_of(k, TAUFLOW_LOAD_RECEPTION, core_output(k->c) + l);
        if (words != i->port[l].words || taken != i->port[l].count)
            return BAD(r,
                       "output port %u has %u deliveries, %u words a packet, and the tables tell "
                       "%u and %u",
                       l, i->port[l].count, i->port[l].words, taken, words);
    }
    return TAUFLOW_OK;
}

static tauflow_status check_lengths(checker *k, report *r)
{
    for (uint32_t i = 0; i < LENGTHS; i++) {
        const uint32_t table = LENGTH_OWNER[i], owners = owners_of(k->c, table);
        if (k->length[i].count != owners ||
            k->length[i].address != address_of(TAUFLOW_LOAD_LENGTH, table, 0))
            return BAD(r, "the tables do not begin with the lengths of all sequences");
        for (uint32_t owner = 0; owner < owners && table != TAUFLOW_LOAD_BEATS; owner++) {
            uint32_t length = tau_word(k->length[i].words + 4 * (size_t)owner);
            if (length > depth_of(k->c, table, owner))
                return BAD(r, "sequence %u of table %u has %u entries and the shape %u", owner,
                           table, length, depth_of(k->c, table, owner));
            k->wanted += (uint64_t)length * width_of(k->c, table, owner);
        }
    }
    return check_packets(k, r);
}

static tauflow_status check_loop(checker *k, const tau_block *b, report *r)
{
    const uint32_t table = LENGTH_OWNER[k->loops < LOOPS ? k->loops : 0];
    if (k->loops == LOOPS || b->address != address_of(TAUFLOW_LOAD_LOOP, table, 0) ||
        b->count != owners_of(k->c, table))
        return BAD(r, "a block of the tables goes to address %08x, which the shape has not",
                   b->address);
    k->loop[k->loops++] = *b;
    for (uint32_t owner = 0; owner < b->count; owner++) {
        const uint32_t loop = tau_word(b->words + 4 * (size_t)owner),
                       length = length_of(k, table, owner);
        if (loop && loop >= length)
            return BAD(r, "sequence %u of table %u goes on at entry %u of %u", owner, table, loop,
                       length);
        if (table == TAUFLOW_LOAD_RECEPTION && core_is_output(k->c, owner) && length &&
            loop != k->image->port[owner - core_output(k->c)].loop)
            return BAD(r, "output port %u goes on at delivery %u, and in the tables at %u",
                       owner - core_output(k->c), k->image->port[owner - core_output(k->c)].loop,
                       loop);
    }
    return TAUFLOW_OK;
}

static bool reception_is_good(const tauflow_shape *c, uint32_t receiver, uint32_t word)
{
    const uint32_t others = word & ~(TAUFLOW_RECEPTION_SELECT_MASK |
                                     (core_is_output(c, receiver) ? TAUFLOW_RECEPTION_ENDS_MASK
                                                                  : 0u));
    const bool operand = receiver < core_output(c);
    return (operand ? TAUFLOW_GET(word, RECEPTION_SLOT) < c->slots &&
                          TAUFLOW_GET(word, RECEPTION_MOST) < c->slots
                    : others == 0) &&
           core_selected(c, receiver, TAUFLOW_GET(word, RECEPTION_SELECT)) != UINT32_MAX;
}

static bool read_is_good(const tauflow_shape *c, uint32_t read)
{
    const uint32_t index = TAUFLOW_GET(read, READ_INDEX);
    return read & TAUFLOW_READ_CONSTANT_MASK
               ? index < c->constants && !(read & TAUFLOW_READ_RELEASE_MASK)
               : index < c->slots;
}

static const uint32_t NEGATIONS =
    TAUFLOW_ISSUE_FIRST_NEGATE_A_MASK | TAUFLOW_ISSUE_FIRST_NEGATE_B_MASK;

static bool issue_is_good(const tauflow_shape *c, uint32_t unit, uint32_t number, uint32_t word)
{
    const number_format *format = format_of(c->fixed);
    if (number == TAUFLOW_WORD_SECOND) /* numbers of words in stores: with the receptions */
        return !(word & ~TAUFLOW_ISSUE_SECOND_MASK) &&
               format->has_shift(core_unit_kind(c, unit), TAUFLOW_GET(word, ISSUE_SECOND_SHIFT));
    const unit_kind kind = core_unit_kind(c, unit);
    const uint32_t negations = word & NEGATIONS; /* below both; of a sine that of b is the cosine */
    const bool can_negate = kind == UNIT_ADD    ? negations != NEGATIONS || format->compares
                            : kind == UNIT_TRIG ? negations != NEGATIONS &&
                                                      negations != TAUFLOW_ISSUE_FIRST_NEGATE_A_MASK
                                                : negations == 0;
    const uint32_t a = issue_read(word, 0), b = issue_read(word, 1);
    return !(word & ~TAUFLOW_ISSUE_FIRST_MASK) && can_negate &&
           !(a & b & TAUFLOW_READ_CONSTANT_MASK) && /* constants of a unit are in one memory */
           read_is_good(c, a) && read_is_good(c, b);
}

static bool emission_is_good(const tauflow_shape *c, uint32_t source, uint32_t number,
                             uint32_t word)
{
    bool good = true;
    for (uint32_t bit = 0; bit < 32; bit++)
        if (word >> bit & 1)
            good = good && core_masked(c, source, 32 * number + bit) != UINT32_MAX;
    return good;
}

static bool constant_is_good(const tauflow_shape *c, uint32_t word)
{
    return format_of(c->fixed)->take(c->fixed, &word);
}

static bool entry_is_good(const tauflow_shape *c, const spot *s, uint32_t word)
{
    switch (s->table) {
    case TAUFLOW_LOAD_RECEPTION: return reception_is_good(c, s->owner, word);
    case TAUFLOW_LOAD_ISSUE: return issue_is_good(c, s->owner, s->word, word);
    case TAUFLOW_LOAD_EMISSION: return emission_is_good(c, s->owner, s->word, word);
    default: return constant_is_good(c, word);
    }
}

/* With one word of each sample, always the same, an output port says that the sample is out. */
static tauflow_status check_ends(checker *k, uint32_t port, const tau_block *b, report *r)
{
    for (uint32_t n = 0; n < b->count; n++) {
        const uint32_t position = tau_image_delivery(k->image, port, n).position;
        if (tau_word(b->words + 4 * (size_t)n) & TAUFLOW_RECEPTION_ENDS_MASK) {
            if (k->ends++ == 0)
                k->end = position;
            if (position != k->end)
                return BAD(r, "samples end with word %u and with word %u", k->end, position);
        }
    }
    return TAUFLOW_OK;
}

/* How often that word comes. */
static uint32_t count_ends(const checker *k)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < k->c->out_lanes; l++)
        for (uint32_t n = 0; n < k->image->port[l].count; n++)
            count += tau_image_delivery(k->image, l, n).position == k->end;
    return count;
}

static tauflow_status check_block(checker *k, const tau_block *b, report *r)
{
    const tauflow_shape *c = k->c;
    spot s = spot_of(b->address);
    if (s.table == TAUFLOW_LOAD_LOOP)
        return check_loop(k, b, r);
    bool sequence = s.table == TAUFLOW_LOAD_RECEPTION || s.table == TAUFLOW_LOAD_ISSUE ||
                    s.table == TAUFLOW_LOAD_EMISSION;
    uint32_t owners = sequence                           ? owners_of(c, s.table)
                      : s.table == TAUFLOW_LOAD_CONSTANT ? core_output(c)
                                                         : 0;
    if (address_of(s.table, s.owner, s.word) != b->address || s.owner >= owners ||
        s.word >= width_of(c, s.table, s.owner))
        return BAD(r, "a block of the tables goes to address %08x, which the shape has not",
                   b->address);
    bool constant = s.table == TAUFLOW_LOAD_CONSTANT;
    if (constant ? b->count > c->constants : b->count != length_of(k, s.table, s.owner))
        return BAD(r, "block %08x of the tables has %u words", b->address, b->count);
    for (uint32_t i = 0; i < b->count; i++)
        if (!entry_is_good(c, &s, tau_word(b->words + 4 * (size_t)i)))
            return BAD(r, "entry %u of block %08x is %08x, which means nothing on this shape", i,
                       b->address, tau_word(b->words + 4 * (size_t)i));
    k->found += constant ? 0 : b->count;
    if (s.table == TAUFLOW_LOAD_RECEPTION)
        k->reception[s.owner] = *b;
    if (s.table == TAUFLOW_LOAD_ISSUE)
        k->issue[s.owner][s.word] = *b;
    return s.table == TAUFLOW_LOAD_RECEPTION && core_is_output(c, s.owner)
               ? check_ends(k, s.owner - core_output(c), b, r)
               : TAUFLOW_OK;
}

/* ---- how many words a store holds ---------------------------------------------------------- */

typedef struct {
    const checker *k;
    uint32_t receiver, unit, port;
} reader;

static uint32_t entry_at(const tau_block *b, uint32_t index)
{
    return tau_word(b->words + 4 * (size_t)index);
}

static uint32_t slot_at(void *of, uint32_t reception)
{
    const reader *x = of;
    return TAUFLOW_GET(entry_at(&x->k->reception[x->receiver], reception), RECEPTION_SLOT);
}

static uint32_t most_at(void *of, uint32_t reception)
{
    const reader *x = of;
    return TAUFLOW_GET(entry_at(&x->k->reception[x->receiver], reception), RECEPTION_MOST);
}

static uint32_t read_at(void *of, uint32_t issue)
{
    const reader *x = of;
    return issue_read(entry_at(&x->k->issue[x->unit][TAUFLOW_WORD_FIRST], issue), x->port);
}

static uint32_t above_at(void *of, uint32_t issue)
{
    const reader *x = of;
    return issue_above(entry_at(&x->k->issue[x->unit][TAUFLOW_WORD_SECOND], issue), x->port);
}

static tauflow_status check_counts(const checker *k, report *r)
{
    enum { OF_RECEPTIONS, OF_ISSUES };
    for (uint32_t i = 0; i < core_output(k->c); i++) {
        reader x = {k, i, i / TAUFLOW_OPERANDS, i % TAUFLOW_OPERANDS};
        const counts c = {.receptions = k->reception[i].count,
                          .receptions_loop = entry_at(&k->loop[OF_RECEPTIONS], i),
                          .issues = k->issue[x.unit][0].count,
                          .issues_loop = entry_at(&k->loop[OF_ISSUES], x.unit),
                          .slots = k->c->slots,
                          .of = &x,
                          .slot = slot_at,
                          .read = read_at,
                          .most = most_at,
                          .above = above_at};
        const counts_result found = counts_walk(&c);
        if (found.fault == COUNTS_MOST || found.fault == COUNTS_ABOVE)
            return BAD(r, "receiver %u, %s %u waits for the wrong number of words, not for %u", i,
                       found.fault == COUNTS_MOST ? "reception" : "operation", found.entry,
                       found.wanted);
        if (found.fault == COUNTS_STUCK)
            return BAD(r, "receiver %u: operation %u reads a word that never comes", i,
                       found.entry);
        if (found.fault == COUNTS_APART)
            return BAD(r, "receiver %u: words come that are not read, or never in the same round",
                       i);
    }
    return TAUFLOW_OK;
}

/* Only adders have both negations. */
static bool has_branches(const tau_block *b)
{
    const spot s = spot_of(b->address);
    for (uint32_t k = 0; k < b->count; k++)
        if (s.table == TAUFLOW_LOAD_ISSUE && s.word == TAUFLOW_WORD_FIRST &&
            (tau_word(b->words + 4 * k) & NEGATIONS) == NEGATIONS)
            return true;
    return false;
}

/* A circuit loads the lengths of its packets and nothing else. */
static tauflow_status check_circuit(const checker *k, report *r)
{
    const tau_image *i = k->image;
    const tau_block *b = &k->length[0];
    if (i->blocks != 1 || tau_word(i->section[TAU_TABLES].bytes) != 1 ||
        b->address != address_of(TAUFLOW_LOAD_LENGTH, TAUFLOW_LOAD_BEATS, 0) ||
        b->count != owners_of(k->c, TAUFLOW_LOAD_BEATS))
        return BAD(r, "the tables of a circuit are not the lengths of its packets alone");
    if (i->beats != k->c->lane_words || i->out_beats != k->c->output_words || i->flush ||
        tau_word(b->words + 4 * TAUFLOW_BEATS_IN) != i->beats ||
        tau_word(b->words + 4 * TAUFLOW_BEATS_OUT) != i->out_beats)
        return BAD(r, "the packets of a circuit have other lengths than its shape and its tables");
    for (uint32_t l = 0; l < k->c->out_lanes; l++)
        if (entry_at(b, TAUFLOW_BEATS_LANES + l) != i->port[l].words)
            return BAD(r, "output port %u has %u words a packet, and the tables tell %u", l,
                       i->port[l].words, entry_at(b, TAUFLOW_BEATS_LANES + l));
    return TAUFLOW_OK;
}

tauflow_status tau_tables_check(tau_image *i, report *r)
{
    checker k = {.image = i, .c = &i->needs};
    const tau_piece *s = &i->section[TAU_TABLES];
    if (s->size < 4)
        return BAD(r, "the section of tables is empty");
    uint32_t last = 0;
    for (size_t at = 4; at < s->size; i->blocks++) {
        if (s->size - at < 8 || tau_word(s->bytes + at + 4) > (s->size - at - 8) / 4)
            return BAD(r, "block %u of the tables is cut off", i->blocks);
        tau_block b;
        tau_image_block(i, &at, &b);
        if (!b.count || (i->blocks && b.address <= last))
            return BAD(r, "block %u of the tables is empty or stands in the wrong place",
                       i->blocks);
        last = b.address;
        if (i->blocks < LENGTHS)
            k.length[i->blocks] = b;
        if (i->blocks + 1 == LENGTHS && !k.c->circuit)
            PASS(check_lengths(&k, r));
        if (i->blocks >= LENGTHS && !k.c->circuit)
            PASS(check_block(&k, &b, r));
        i->branches = i->branches || has_branches(&b);
        i->table_words += b.count;
    }
    if (k.c->circuit)
        return check_circuit(&k, r);
    if (i->blocks < LENGTHS || i->blocks != tau_word(s->bytes) || k.wanted != k.found ||
        k.loops != LOOPS)
        return BAD(r,
                   "the tables are incomplete: %u blocks of %u, %llu words of %llu, %u loops of %d",
                   i->blocks, tau_word(s->bytes), (unsigned long long)k.found,
                   (unsigned long long)k.wanted, k.loops, LOOPS);
    if (i->words && (!k.ends || k.ends != count_ends(&k)))
        return BAD(r, "not every sample ends: %u receptions do so", k.ends);
    return check_counts(&k, r);
}

/* ---- placing ------------------------------------------------------------------------------- */

typedef struct {
    const tau_image *image;
    const tauflow_shape *from, *to;
    const tau_sink *sink;
} placer;

static uint32_t map_owner(const placer *p, uint32_t table, uint32_t owner)
{
    return table == TAUFLOW_LOAD_ISSUE      ? core_map_unit(p->from, p->to, owner)
           : table == TAUFLOW_LOAD_EMISSION ? core_map_source(p->from, p->to, owner)
                                            : core_map_receiver(p->from, p->to, owner);
}

static uint32_t map_reception(const placer *p, uint32_t receiver, uint32_t word)
{
    uint32_t source = core_selected(p->from, receiver, TAUFLOW_GET(word, RECEPTION_SELECT));
    uint32_t select = core_select(p->to, core_map_receiver(p->from, p->to, receiver),
                                  core_map_source(p->from, p->to, source));
    return (word & ~TAUFLOW_RECEPTION_SELECT_MASK) | TAUFLOW_PUT(select, RECEPTION_SELECT);
}

/* Lengths or loops for all owners of the core: those that the program does not use are 0. */
static tauflow_status place_lengths(const placer *p, const tau_block *b, report *r)
{
    const uint32_t table = spot_of(b->address).owner, owners = owners_of(p->to, table);
    PASS(p->sink->block(p->sink->user, b->address, r));
    for (uint32_t owner = 0; owner < owners; owner++) {
        uint32_t length = 0;
        for (uint32_t k = 0; k < b->count; k++)
            if ((table == TAUFLOW_LOAD_BEATS ? k : map_owner(p, table, k)) == owner)
                length = tau_word(b->words + 4 * (size_t)k);
        PASS(p->sink->word(p->sink->user, length, r));
    }
    return TAUFLOW_OK;
}

/* Bit of a source's mask on the core; UINT32_MAX where it means nothing, so is never set. */
static uint32_t map_bit(const placer *p, uint32_t source, uint32_t bit)
{
    uint32_t receiver = core_masked(p->from, source, bit);
    return receiver == UINT32_MAX
               ? receiver
               : core_mask_bit(p->to, core_map_source(p->from, p->to, source),
                               core_map_receiver(p->from, p->to, receiver));
}

/* All words of a source's entries at once: a bit may move from one word to another. `b` is that of
 * word 0; the others follow it. */
static tauflow_status place_emissions(const placer *p, const tau_block *b, size_t next, report *r)
{
    uint32_t source = spot_of(b->address).owner, owner = core_map_source(p->from, p->to, source);
    uint32_t bits = core_mask_bits(p->from, source);
    tau_block words[CORE_MASK_WORDS] = {*b};
    for (uint32_t w = 1; w < (bits + 31) / 32; w++)
        tau_image_block(p->image, &next, &words[w]);
    for (uint32_t w = 0; w < (core_mask_bits(p->to, owner) + 31) / 32; w++) {
        PASS(p->sink->block(p->sink->user, address_of(TAUFLOW_LOAD_EMISSION, owner, w), r));
        for (uint32_t k = 0; k < b->count; k++) {
            uint32_t word = 0;
            for (uint32_t bit = 0; bit < bits; bit++) {
                uint32_t to = map_bit(p, source, bit);
                if (to / 32 == w && tau_word(words[bit / 32].words + 4 * (size_t)k) >> bit % 32 & 1)
                    word |= UINT32_C(1) << to % 32;
            }
            PASS(p->sink->word(p->sink->user, word, r));
        }
    }
    return TAUFLOW_OK;
}

static tauflow_status place_block(const placer *p, const tau_block *b, report *r)
{
    spot s = spot_of(b->address);
    PASS(p->sink->block(p->sink->user, address_of(s.table, map_owner(p, s.table, s.owner), s.word),
                        r));
    for (uint32_t k = 0; k < b->count; k++) {
        uint32_t word = tau_word(b->words + 4 * (size_t)k);
        PASS(p->sink->word(
            p->sink->user,
            s.table == TAUFLOW_LOAD_RECEPTION ? map_reception(p, s.owner, word) : word, r));
    }
    return TAUFLOW_OK;
}

tauflow_status tau_image_place(const tau_image *i, const tauflow_shape *core, const tau_sink *sink,
                               report *r)
{
    placer p = {i, &i->needs, core, sink};
    tau_block b;
    for (size_t at = 0; tau_image_block(i, &at, &b);) {
        spot s = spot_of(b.address);
        if (s.table == TAUFLOW_LOAD_LENGTH || s.table == TAUFLOW_LOAD_LOOP)
            PASS(place_lengths(&p, &b, r));
        else if (s.table != TAUFLOW_LOAD_EMISSION)
            PASS(place_block(&p, &b, r));
        else if (s.word == 0)
            PASS(place_emissions(&p, &b, at, r));
    }
    return TAUFLOW_OK;
}
