/* SPDX-License-Identifier: MIT */
#include "certify/header_words.h"

#include "certify/c_interface.h"
#include "operations/ops_fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const header_words *of;
    const ops *p; /* whose words stand here; NULL: none do yet */
    uint32_t inputs, outputs; /* of p, read by now */
    uint32_t line;
    const char *at; /* in the line */
    bool holds;     /* so far */
} reader;

/* What is said of a word. */
typedef struct {
    const word_kind *kind;
    const char *of, *column_of, *said; /* said: NULL, or in place of the kind's own word */
    uint32_t index, axis, column;
    double ratio, offset;
    bool turns;
} meaning;

/* Kinds whose words are no words of English. */
static const struct {
    input_kind kind;
    const char *said;
} SAID[] = {{INPUT_SIN, "sine"},
            {INPUT_COS, "cosine"},
            {INPUT_Q, "position"},
            {INPUT_QD, "velocity"},
            {INPUT_QDD, "acceleration"},
            {INPUT_OMEGA, "angular velocity"},
            {INPUT_OMEGAD, "angular acceleration"},
            {INPUT_ACC, "acceleration of its origin less gravity"},
            {INPUT_IMPOSED, "imposed acceleration"}};

/* ---- parts of a line ------------------------------------------------------------------------- */

static void take(reader *r, const char *wanted)
{
    const size_t length = strlen(wanted);
    r->holds = r->holds && strncmp(r->at, wanted, length) == 0;
    r->at += r->holds ? length : 0;
}

static void take_number(reader *r, uint32_t wanted)
{
    char *end;
    r->holds = r->holds && *r->at >= '0' && *r->at <= '9' && strtoul(r->at, &end, 10) == wanted;
    if (r->holds)
        r->at = end;
}

/* `digits`: that many are told; 0: all of them. */
static void take_real(reader *r, double wanted, int digits)
{
    char *end;
    const double told = strtod(r->at, &end);
    const double within = digits ? 0.5 * pow(10, 1 - digits) * fabs(wanted) : 0;
    r->holds = r->holds && end > r->at && fabs(told - wanted) <= within;
    r->at = end;
}

/* '_' stands for '_' and ' '. */
static void take_word(reader *r, const char *word, size_t length)
{
    for (size_t i = 0; i < length && r->holds; i++, r->at++)
        r->holds = *r->at == (word[i] == '_' ? ' ' : word[i]);
}

/* A name in '', '_' in place of what a comment cannot show. */
static void take_name(reader *r, const char *name)
{
    take(r, "'");
    for (const unsigned char *c = (const unsigned char *)name; *c && r->holds; c++, r->at++) {
        const bool wide = c[0] == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f;
        const bool hidden = wide || *c < 0x20 || *c == 0x7f || *c == '*' || *c == '\\' || *c == '?';
        r->holds = *r->at == (hidden ? '_' : (char)*c);
        c += wide;
    }
    take(r, "'");
}

static void take_owner(reader *r, word_owner owner, uint32_t index, const char *of)
{
    const char *names = WORD_OWNER[owner].names;
    take_word(r, names, strlen(names) - strlen("_names"));
    take(r, " ");
    take_number(r, index);
    take(r, " ");
    take_name(r, of);
}

/* `q`, `0.5 q - 0.25`. */
static void take_position(reader *r, const meaning *m)
{
    if (m->ratio != 1) {
        take_real(r, m->ratio, 0);
        take(r, " ");
    }
    take(r, "q");
    if (m->offset != 0) {
        take(r, m->offset < 0 ? " - " : " + ");
        take_real(r, fabs(m->offset), 0);
    }
}

static void take_meaning(reader *r, const meaning *m)
{
    const word_kind *kind = m->kind;
    const word_owner owner = word_owner_of(kind);
    const bool of_angle = kind->made == MADE_SINE || kind->made == MADE_COSINE;
    const char *unit = of_angle ? "rad" : kind->unit[m->turns];
    if (owner == OWNER_NONE) {
        take(r, kind->word);
        return;
    }
    take_owner(r, owner, m->index, m->of);
    if (word_has_column(kind)) {
        take(r, ", column ");
        take_owner(r, WORD_ARRAY[kind->array].columns, m->column, m->column_of);
    }
    take(r, ": ");
    if (m->said)
        take(r, m->said);
    else
        take_word(r, kind->word, strlen(kind->word));
    if (kind->is_vector)
        take(r, m->axis == 0 ? " x" : m->axis == 1 ? " y" : " z");
    if (of_angle || (kind->made == MADE_AFFINE && (m->ratio != 1 || m->offset != 0))) {
        take(r, of_angle ? " of " : " as ");
        take_position(r, m);
    }
    if (*unit) {
        take(r, " (");
        take(r, unit);
        take(r, ")");
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

enum { DIGITS = 6 }; /* of ranges */

static void take_point(reader *r, int point)
{
    take(r, ", * 2^");
    take(r, point < 0 ? "-" : "");
    take_number(r, (uint32_t)abs(point));
}

static void take_input(reader *r, uint32_t number)
{
    const ops_input *in = &r->p->inputs[number];
    meaning m = {.kind = &INPUT_KIND[in->kind], .of = in->of, .index = in->index, .axis = in->axis,
                 .ratio = in->ratio, .offset = in->offset};
    m.turns = word_is_of_joint(m.kind) && r->of->turns[in->index];
    for (size_t k = 0; k < sizeof SAID / sizeof SAID[0]; k++)
        if (SAID[k].kind == in->kind)
            m.said = SAID[k].said;
    take_meaning(r, &m);
    if (!ops_has_points(r->p))
        return;
    take_point(r, in->point);
    take(r, ", ");
    take_real(r, in->low, DIGITS);
    take(r, " .. ");
    take_real(r, in->high, DIGITS);
}

static void take_output(reader *r, uint32_t number)
{
    const ops_output *o = &r->p->outputs[number];
    const meaning m = {.kind = &OUTPUT_KIND[o->kind], .of = o->of, .index = o->index,
                       .axis = o->axis, .ratio = 1, .turns = o->is_angle,
                       .column_of = o->column_of, .column = o->column};
    take_meaning(r, &m);
    if (ops_has_points(r->p))
        take_point(r, ops_point(r->p, o->value));
}

static status wrong(const reader *r, const char *what)
{
    return diag_error(r->of->d, (place){r->of->header->file, r->line, 1}, "reading back: %s", what);
}

/* Words of the function before are all there. */
static status end_words(const reader *r)
{
    if (r->p && (r->inputs != r->p->inputs_count || r->outputs != r->p->outputs_count))
        return wrong(r, "the lines before tell of fewer words than the graph has");
    return STATUS_OK;
}

/* ` * Words:` of the only graph, ` * Words of NAME_words:` of one of several. */
static status begin_words(arena *mem, reader *r, const char *line)
{
    const header_words *of = r->of;
    TRY(end_words(r));
    r->p = NULL;
    for (uint32_t i = 0; i < of->count; i++) {
        const char *wanted = of->count == 1
                                 ? " * Words:"
                                 : arena_printf(mem, " * Words of %s_%swords:", of->name,
                                                c_interface_infix(mem, &of->graphs[i]));
        if (strcmp(line, wanted) == 0)
            r->p = &of->graphs[i];
    }
    r->inputs = r->outputs = 0;
    return r->p ? STATUS_OK : wrong(r, "here words of no graph begin");
}

static status read_word(reader *r, bool of_input)
{
    uint32_t *number = of_input ? &r->inputs : &r->outputs;
    if (!r->p || *number == (of_input ? r->p->inputs_count : r->p->outputs_count))
        return wrong(r, "the graph has no such word");
    r->holds = true;
    take_number(r, *number);
    take(r, "] ");
    if (r->holds && of_input)
        take_input(r, *number);
    else if (r->holds)
        take_output(r, *number);
    r->holds = r->holds && !*r->at;
    ++*number;
    return r->holds ? STATUS_OK
                    : diag_error(r->of->d, (place){r->of->header->file, r->line, 1},
                                 "reading back: '%.80s' is not what the graph has for this word",
                                 r->at);
}

static status read_line(arena *mem, reader *r, const char *line, uint64_t *compared)
{
    static const char IN[] = " *   in[", OUT[] = " *   out[", WORDS[] = " * Words";
    if (strncmp(line, WORDS, strlen(WORDS)) == 0)
        return begin_words(mem, r, line);
    for (int of_input = 0; of_input < 2; of_input++) {
        const char *begins = of_input ? IN : OUT;
        if (strncmp(line, begins, strlen(begins)) != 0)
            continue;
        r->at = line + strlen(begins);
        ++*compared;
        return read_word(r, of_input != 0);
    }
    return STATUS_OK;
}

status header_words_check(arena *mem, const header_words *of, uint64_t *compared)
{
    reader r = {.of = of};
    uint32_t told = 0;
    const char *end = of->header->bytes + of->header->length;
    for (const char *line = of->header->bytes; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((stop ? stop : end) - line);
        const ops *before = r.p;
        r.line++;
        TRY(read_line(mem, &r, arena_strndup(mem, line, length), compared));
        told += r.p != before;
        if (length == 3 && memcmp(line, " */", 3) == 0)
            break;
        line += length + 1;
    }
    TRY(end_words(&r));
    return told == of->count ? STATUS_OK : wrong(&r, "the words of some graph are not told");
}
