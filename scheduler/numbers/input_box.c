/* SPDX-License-Identifier: MIT */
#include "numbers/input_box.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* ---- what is taken where nothing is stated --------------------------------------------------- */

/* Where joints turn, and where they shift; both alike for all else. */
static const struct {
    span range[2];
} USUAL[INPUT_KIND_COUNT] = {
#define ALIKE(kind, low, high) [INPUT_##kind] = {{{low, high}, {low, high}}},
    [INPUT_Q] = {{{-3.1416, 3.1416}, {-1, 1}}},
    [INPUT_QD] = {{{-3, 3}, {-1, 1}}},
    [INPUT_QDD] = {{{-15, 15}, {-15, 15}}},
    ALIKE(SIN, -1, 1)
    ALIKE(COS, -1, 1)
    ALIKE(OMEGA, -3, 3)
    ALIKE(OMEGAD, -15, 15)
    ALIKE(ACC, -25, 25)
    ALIKE(FORCE, -100, 100)
    ALIKE(MOMENT, -100, 100)
    ALIKE(PLAIN, -1, 1)
    ALIKE(EFFORT, -100, 100)
    ALIKE(BASE_FORCE, -100, 100)
    ALIKE(BASE_MOMENT, -100, 100)
    ALIKE(GRAVITY, -10, 10)
    ALIKE(PAYLOAD_MASS, 0, 5)
    ALIKE(PAYLOAD_CENTRE, -0.2, 0.2)
    ALIKE(PAYLOAD_MOMENT, 0, 0.1)
    ALIKE(PAYLOAD_PRODUCT, -0.05, 0.05)
    ALIKE(ELEMENT_FORCE, -100, 100)
    ALIKE(ELEMENT_MOMENT, -100, 100)
    ALIKE(GROUND, -0.1, 0.1)
    ALIKE(IMPOSED, -15, 15)
    ALIKE(BASE_PARAMETER, -1, 1)
    ALIKE(LINK_MASS, 0, 5)
    ALIKE(LINK_CENTRE, -0.2, 0.2)
    ALIKE(LINK_MOMENT, 0, 0.1)
    ALIKE(LINK_PRODUCT, -0.05, 0.05)
    ALIKE(NUMBER, -1, 1)
    ALIKE(LAW_STATE, -1, 1)
#undef ALIKE
};

/* ---- statements ------------------------------------------------------------------------------ */

/* A word of a line, in quotes where it has blanks. Moves *at behind it; length 0: there is none. */
static const char *take_word(const char **at, const char *end, size_t *length)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
        ++*at;
    const char *from = *at;
    bool quoted = from < end && *from == '"';
    if (from < end && *from == '#')
        *at = from = end;
    for (*at += quoted; *at < end; ++*at)
        if (quoted ? **at == '"' : **at == ' ' || **at == '\t' || **at == '\r' || **at == '#')
            break;
    *length = (size_t)(*at - from) - quoted;
    if (quoted && *at < end)
        ++*at;
    return from + quoted;
}

static bool is_number(arena *mem, const char *word, size_t length, double *out)
{
    char *digits = arena_strndup(mem, word, length), *end;
    *out = strtod(digits, &end);
    return length && !*end && isfinite(*out);
}

static status read_line(arena *mem, const char *at, const char *end, place where, range_lines *out,
                        diag *d)
{
    enum { WORDS_MOST = 4 };
    const char *word[WORDS_MOST + 1];
    size_t length[WORDS_MOST + 1];
    uint32_t count = 0;
    double number[2];
    while (count <= WORDS_MOST) {
        word[count] = take_word(&at, end, &length[count]);
        if (!length[count])
            break;
        count++;
    }
    if (!count)
        return STATUS_OK;
    range_line line = {.at = where};
    while (line.kind < INPUT_KIND_COUNT &&
           (strlen(INPUT_KIND[line.kind].word) != length[0] ||
            memcmp(INPUT_KIND[line.kind].word, word[0], length[0]) != 0))
        line.kind++;
    if (line.kind == INPUT_KIND_COUNT)
        return diag_error(d, where, "'%.*s' is no kind of input (qd, qdd, force ...)",
                          (int)(length[0] > 60 ? 60 : length[0]), word[0]);
    if (INPUT_KIND[line.kind].made <= MADE_COSINE)
        return diag_error(d, where, "an angle can have any sine and cosine: they take no range");
    uint32_t first = 1;
    if (count > 1 && !is_number(mem, word[1], length[1], &number[0])) {
        line.of = arena_strndup(mem, word[1], length[1]);
        first = 2;
    }
    if ((count != first + 1 && count != first + 2) ||
        !is_number(mem, word[first], length[first], &number[0]) ||
        (count == first + 2 && !is_number(mem, word[first + 1], length[first + 1], &number[1])))
        return diag_error(d, where, "a range is 'KIND [NAME] MOST' or 'KIND [NAME] LOW HIGH'");
    line.range = count == first + 2 ? (span){number[0], number[1]}
                                    : (span){-number[0], number[0]};
    if (!(line.range.low < line.range.high))
        return diag_error(d, where, "the range from %g to %g is empty", line.range.low,
                          line.range.high);
    *ARENA_PUSH(mem, out, items) = line;
    return STATUS_OK;
}

status range_lines_read(arena *mem, const char *file, const char *bytes, size_t length,
                        range_lines *out, diag *d)
{
    const char *end = bytes + length;
    uint32_t number = 1;
    for (const char *at = bytes; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        TRY(read_line(mem, at, stop, (place){.file = file, .line = number, .column = 1}, out, d));
        at = stop + 1;
    }
    return STATUS_OK;
}

status range_line_read(arena *mem, const char *line, range_lines *out, diag *d)
{
    const uint32_t before = out->items_count;
    TRY(read_line(mem, line, line + strlen(line), (place){0}, out, d));
    return out->items_count > before ? STATUS_OK
                                     : diag_error(d, (place){0}, "option --range needs a value");
}

/* ---- the box --------------------------------------------------------------------------------- */

/* The statement that holds for words of that kind and owner, or NULL. */
static const range_line *find_line(const range_lines *lines, input_kind kind, const char *of)
{
    const range_line *found = NULL;
    for (uint32_t i = 0; i < lines->items_count; i++) {
        const range_line *l = &lines->items[i];
        if (l->kind == kind && (l->of ? of && strcmp(l->of, of) == 0 : !found || !found->of))
            found = l;
    }
    return found;
}

bool input_limits(const layout *l, input_kind kind, uint32_t index, span *out)
{
    const double *limit = l->joint_limits[index];
    double most = kind == INPUT_QD ? limit[LIMIT_VELOCITY] : limit[LIMIT_EFFORT];
    switch (kind) {
    case INPUT_Q:
        *out = (span){limit[LIMIT_LOWER], limit[LIMIT_UPPER]};
        return isfinite(out->low) && isfinite(out->high) && out->low < out->high;
    case INPUT_QD:
    case INPUT_EFFORT:
        *out = (span){-most, most};
        return isfinite(most) && most > 0;
    default: return false;
    }
}

static span range_of(const input_box *b, const range_lines *lines, const ops_input *in,
                     const char **source)
{
    const input_kind kind = in->kind;
    const uint32_t index = in->index;
    const range_line *stated = find_line(lines, kind, in->of);
    const bool of_joint = word_is_of_joint(&INPUT_KIND[kind]);
    span range;
    if (stated) {
        *source = "stated";
        return stated->range;
    }
    if (of_joint && input_limits(&b->layout, kind, index, &range)) {
        *source = "limit";
        return range;
    }
    if (!ops_has_points(b->p) && in->low < in->high) {
        *source = "nominal";
        return (span){in->low, in->high};
    }
    *source = "default";
    return USUAL[kind].range[of_joint && !b->layout.joint_is_angle[index]];
}

static status check_lines(const ops *p, const range_lines *lines, diag *d)
{
    for (uint32_t i = 0; i < lines->items_count; i++) {
        const range_line *l = &lines->items[i];
        bool used = !l->of; /* one for all may stand in a file for many robots */
        for (uint32_t k = 0; k < p->inputs_count && !used; k++)
            used = p->inputs[k].of && strcmp(p->inputs[k].of, l->of) == 0;
        if (!used)
            return diag_error(d, l->at, "range of '%s': no input belongs to it", l->of);
    }
    return STATUS_OK;
}

status input_box_make(arena *mem, const ops *p, const range_lines *lines, input_box *out, diag *d)
{
    TRY(check_lines(p, lines, d));
    *out = (input_box){.p = p, .layout = layout_make(mem, p)};
    const layout *l = &out->layout;
    const uint32_t coordinates = l->count[OWNER_COORDINATE];
    out->input = ARENA_ARRAY(mem, span, p->inputs_count + 1);
    out->source = ARENA_ARRAY(mem, const char *, p->inputs_count + 1);
    out->coordinate = ARENA_ARRAY(mem, span, coordinates + 1);
    for (uint32_t i = 0; i < coordinates; i++)
        out->coordinate[i] = (span){-PI, PI};
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const word_made made = INPUT_KIND[in->kind].made;
        span range = range_of(out, lines, in, &out->source[i]);
        if (made <= MADE_COSINE)
            out->source[i] = "any angle";
        if (made == MADE_AFFINE) {
            out->coordinate[in->index] = range;
            if (in->ratio != 1 || in->offset != 0)
                range = span_add(span_mul(range, (span){in->ratio, in->ratio}),
                                 (span){in->offset, in->offset});
        }
        out->input[i] = range;
    }
    return STATUS_OK;
}

static double unit_random(uint64_t *seed)
{
    return (double)(random_bits(seed) >> 11) * 0x1p-53;
}

static double draw_between(span r, uint64_t *seed)
{
    double u = unit_random(seed);
    return u < 0.25 ? r.low : u < 0.5 ? r.high : r.low + (2 * u - 1) * (r.high - r.low);
}

/* An input from the position of its coordinate. */
static double made_from(const input_box *b, uint32_t i, double q)
{
    const ops_input *w = &b->p->inputs[i];
    const double x = w->ratio * q + w->offset;
    switch (INPUT_KIND[w->kind].made) {
    case MADE_SINE: return sin(x);
    case MADE_COSINE: return cos(x);
    default: return fmin(fmax(x, b->input[i].low), b->input[i].high);
    }
}

void input_box_set(const input_box *b, uint32_t coordinate, double q, double *in)
{
    for (uint32_t i = 0; i < b->p->inputs_count; i++)
        if (INPUT_KIND[b->p->inputs[i].kind].made != MADE_COPY &&
            b->p->inputs[i].index == coordinate)
            in[i] = made_from(b, i, q);
}

void input_box_draw(const input_box *b, uint64_t *seed, double *in)
{
    const ops *p = b->p;
    const uint64_t own = *seed;
    unit_random(seed);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        const word_made made = INPUT_KIND[w->kind].made;
        if (made == MADE_COPY) {
            in[i] = draw_between(b->input[i], seed);
            continue;
        }
        /* The same position for all inputs of a coordinate: from a sequence of its own. */
        uint64_t of = own ^ (uint64_t)(w->index + 1) * 0xd1342543de82ef95u;
        double q = draw_between(b->coordinate[w->index], &of);
        if (made <= MADE_COSINE && unit_random(&of) < 0.25)
            q = PI / 4 * floor(q * 4 / PI + 0.5);
        in[i] = made_from(b, i, q);
    }
}
