/* SPDX-License-Identifier: MIT */
/* A line a symbol, in the order of their numbers; what is a sum names others by number:
 *
 *     tauflow-net 3                          pass COUNTS NAME, scheme TAKEN COUNTS NAME
 *     cycles 4 5 30 1 1 1 0 2                constant 0x1.8p+1            from number 1 on
 *     proof 5 2 -0x1.8p+6 0 0x0p+0 0x0p+0 0  what passes were compared by (net_proof)
 *     input 1 s1                             its partner (signals.h), its name
 *     parameter 0x1p-1 l1x
 *     sum t3 +2*0*7 -0*5                     sign, constant, factors
 *     output tau1 +0*9
 *     sqrt 9 t4                              a call of symbols
 *     word 0 sin 0 0 0x1p+0 0x0p+0           of symbol 0: kind, index, axis, ratio, offset
 *     result 12                              a symbol; in the order of the words that go out
 */
#include "functions/net_text.h"

#include "base/limits.h"
#include "base/names.h"
#include "functions/equations_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "tauflow-net 3\n"

/* ---- printing -------------------------------------------------------------------------------- */

static bool is_name(const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c <= ' ' || *c == 0x7f)
            return false;
    return *name && strlen(name) <= LIMIT_NAME_BYTES;
}

static void print_heads(const equations *e, text *out)
{
    text_add(out, FIRST_LINE "cycles");
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        text_printf(out, " %u", e->cycles.of[k]);
    const net_proof *proof = &e->graph.proof;
    text_printf(out, " %u %u\nproof %u %u %a %u %a %a %u\n", e->cycles.sine, e->cycles.lanes,
                proof->passes, proof->points, proof->error_log2, proof->roundings, proof->worst,
                proof->off, proof->rounded);
    for (uint32_t i = 0; i < e->passes_count; i++) {
        const equations_pass *p = &e->passes[i];
        text_printf(out, "pass %u %u %u %s\n", p->mul, p->add, p->other, p->name);
    }
    for (uint32_t i = 0; i < e->schemes_count; i++) {
        const equations_scheme *s = &e->schemes[i];
        text_printf(out, "scheme %d %u %u %u %s\n", s->taken, s->mul, s->add, s->other, s->name);
    }
    for (uint32_t i = 1; i < e->graph.constants_count; i++)
        text_printf(out, "constant %a\n", e->graph.constants[i]);
}

static void print_sum(const symbol *v, text *out)
{
    text_printf(out, "%s %s", v->is_output ? "output" : "sum", v->name);
    for (uint32_t t = 0; t < v->terms_count; t++) {
        text_printf(out, " %c%u", v->terms[t].negative ? '-' : '+', v->terms[t].constant);
        for (uint32_t k = 0; k < v->terms[t].count; k++)
            text_printf(out, "*%u", v->terms[t].factor[k]);
    }
    text_add(out, "\n");
}

static void print_call(const symbol *v, text *out)
{
    text_add(out, CALL_KIND[v->call].word);
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        text_printf(out, " %u", v->argument[k]);
    text_printf(out, " %s\n", v->name);
}

static bool print_symbol(const symbol *v, text *out)
{
    switch (v->kind) {
    case SYM_INPUT: text_printf(out, "input %u %s\n", v->trig_partner, v->name); break;
    case SYM_PARAMETER: text_printf(out, "parameter %a %s\n", v->value, v->name); break;
    case SYM_VARIABLE: print_sum(v, out); break;
    case SYM_CALL: print_call(v, out); break;
    case SYM_FREE: return false;
    }
    return is_name(v->name);
}

bool net_text_print(const equations *e, text *out)
{
    print_heads(e, out);
    for (sym s = 0; s < e->graph.symbols_count; s++)
        if (!print_symbol(&e->graph.symbols[s], out))
            return false;
    for (uint32_t i = 0; i < e->words.list_count; i++) {
        const signal *w = &e->words.list[i];
        text_printf(out, "word %u %s %u %u %a %a\n", w->symbol, INPUT_KIND[w->kind].word, w->index,
                    w->axis, w->ratio, w->offset);
    }
    for (uint32_t i = 0; i < e->words.results_count; i++)
        text_printf(out, "result %u\n", e->words.results[i].symbol);
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct {
    const char *file, *next, *end; /* of a line; `next` is what was not read of it yet */
    uint32_t line;
    arena *mem;
    const equations *like;
    equations *e;
    sym *partner; /* of inputs, by symbol */
    uint32_t partner_count, partner_capacity;
    name_table results; /* of `like`, by name */
    net_proof proof; /* as it is told: reading proves nothing */
    bool *has_result;
    diag *d;
} reader;

static status bad(const reader *r, const char *what)
{
    return diag_error(r->d, (place){.file = r->file, .line = r->line}, "%s", what);
}

/* The bytes up to the next blank, which is passed over; empty at the end of the line. */
static const char *piece(reader *r, size_t *length)
{
    const char *from = r->next;
    while (r->next < r->end && *r->next != ' ')
        r->next++;
    *length = (size_t)(r->next - from);
    r->next += r->next < r->end;
    return from;
}

static bool is_piece(const char *piece, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(piece, word, length) == 0;
}

/* Digits at `at`, up to `end`; false: none, or too many. */
static bool digits(const char **at, const char *end, uint32_t *value)
{
    const char *from = *at;
    uint64_t sum = 0;
    for (; *at < end && **at >= '0' && **at <= '9' && *at - from < 10; ++*at)
        sum = sum * 10 + (uint64_t)(**at - '0');
    *value = (uint32_t)sum;
    return *at > from && sum < UINT32_MAX;
}

static status take_count(reader *r, uint32_t *value)
{
    size_t length;
    const char *at = piece(r, &length), *end = at + length;
    return digits(&at, end, value) && at == end ? STATUS_OK : bad(r, "a whole number expected");
}

static status take_real(reader *r, double *value)
{
    enum { MOST = 40 };
    char copy[MOST + 1], *end;
    size_t length;
    const char *at = piece(r, &length);
    if (length == 0 || length > MOST)
        return bad(r, "a number expected");
    memcpy(copy, at, length);
    copy[length] = '\0';
    *value = strtod(copy, &end);
    return !*end && isfinite(*value) ? STATUS_OK : bad(r, "a finite number expected");
}

/* A name without blanks; `words`: with them, to the end of the line. */
static status take_name(reader *r, bool words, const char **name)
{
    size_t length = (size_t)(r->end - r->next);
    const char *at = words ? r->next : piece(r, &length);
    bool good = length > 0 && length <= LIMIT_NAME_BYTES;
    for (size_t i = 0; good && i < length; i++)
        good = (unsigned char)at[i] > ' ' ? at[i] != 0x7f : words && at[i] == ' ';
    if (words)
        r->next = r->end;
    *name = good ? arena_strndup(r->mem, at, length) : NULL;
    return good ? STATUS_OK : bad(r, "a name expected");
}

/* The number of a symbol that is there already. */
static status take_symbol(reader *r, sym *s)
{
    TRY(take_count(r, s));
    return *s < r->e->graph.symbols_count ? STATUS_OK : bad(r, "no such symbol yet");
}

static status read_counts(reader *r, uint32_t *mul, uint32_t *add, uint32_t *other,
                          const char **name)
{
    TRY(take_count(r, mul));
    TRY(take_count(r, add));
    TRY(take_count(r, other));
    return take_name(r, true, name);
}

static status read_cycles(reader *r)
{
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        TRY(take_count(r, &r->e->cycles.of[k]));
    TRY(take_count(r, &r->e->cycles.sine));
    return take_count(r, &r->e->cycles.lanes);
}

static status read_proof(reader *r)
{
    net_proof *p = &r->proof;
    if (p->passes)
        return bad(r, "what was proved stands there once");
    TRY(take_count(r, &p->passes));
    TRY(take_count(r, &p->points));
    TRY(take_real(r, &p->error_log2));
    TRY(take_count(r, &p->roundings));
    TRY(take_real(r, &p->worst));
    TRY(take_real(r, &p->off));
    TRY(take_count(r, &p->rounded));
    return p->passes ? STATUS_OK : bad(r, "some pass has been compared");
}

static status read_pass(reader *r)
{
    equations_pass *p = ARENA_PUSH(r->mem, r->e, passes);
    return read_counts(r, &p->mul, &p->add, &p->other, &p->name);
}

static status read_scheme(reader *r)
{
    equations_scheme *s = ARENA_PUSH(r->mem, r->e, schemes);
    uint32_t taken;
    TRY(take_count(r, &taken));
    s->taken = taken == 1;
    return read_counts(r, &s->mul, &s->add, &s->other, &s->name);
}

/* Constants that are nearly one would be one. */
static status read_constant(reader *r)
{
    double value;
    net *n = &r->e->graph;
    TRY(take_real(r, &value));
    const uint32_t next = n->constants_count;
    if (!(value > 0) || net_constant(n, value) != next)
        return bad(r, "a constant above 0, unlike those before, expected");
    return STATUS_OK;
}

static status read_input(reader *r)
{
    sym partner;
    const char *name;
    TRY(take_count(r, &partner));
    TRY(take_name(r, false, &name));
    const sym s = net_input(&r->e->graph, name);
    while (r->partner_count <= s)
        ARENA_PUSH(r->mem, r, partner);
    r->partner[s] = partner;
    return STATUS_OK;
}

static status read_parameter(reader *r)
{
    double value;
    const char *name;
    TRY(take_real(r, &value));
    TRY(take_name(r, false, &name));
    net_parameter(&r->e->graph, name, value);
    return STATUS_OK;
}

static status read_term(reader *r, const char *at, const char *end, term *t)
{
    const net *n = &r->e->graph;
    *t = (term){.negative = *at == '-'};
    if (*at != '-' && *at != '+')
        return bad(r, "the sign of a term expected");
    at++;
    if (!digits(&at, end, &t->constant) || t->constant >= n->constants_count)
        return bad(r, "no such constant");
    while (at < end) {
        sym s;
        if (t->count == TERM_FACTORS || *at++ != '*' || !digits(&at, end, &s) ||
            s >= n->symbols_count || (t->count && s < t->factor[t->count - 1]))
            return bad(r, "a factor that comes before the sum, in their order, expected");
        t->factor[t->count++] = s;
    }
    return STATUS_OK;
}

static status read_sum(reader *r, bool is_output)
{
    struct {
        term *list;
        uint32_t list_count, list_capacity;
    } terms = {0};
    const char *name, *at;
    size_t length;
    TRY(take_name(r, false, &name));
    while ((at = piece(r, &length)), length > 0)
        TRY(read_term(r, at, at + length, ARENA_PUSH(r->mem, &terms, list)));
    net *n = &r->e->graph;
    const sym s = net_new_variable(n, name, terms.list, terms.list_count);
    n->symbols[s].is_output = is_output;
    n->symbols[s].uses += is_output;
    return STATUS_OK;
}

static status read_call(reader *r, call_kind kind)
{
    sym argument[CALL_ARGUMENTS] = {0};
    const char *name;
    net *n = &r->e->graph;
    for (uint32_t k = 0; k < CALL_KIND[kind].arguments; k++)
        TRY(take_symbol(r, &argument[k]));
    TRY(take_name(r, false, &name));
    const sym next = n->symbols_count;
    const poly made = net_call(n, name, kind, poly_symbol(n, argument[0]),
                               poly_symbol(n, argument[1]));
    return n->symbols_count == next + 1 && made.terms[0].factor[0] == next
               ? STATUS_OK
               : bad(r, "a call that was there before");
}

/* The owner of an input, which the tree knows; NULL: there is none. */
static const char *owner_of(const reader *r, const signal *w)
{
    const tree *t = r->like->words.t;
    const word_kind *kind = &INPUT_KIND[w->kind];
    if (word_owner_of(kind) == OWNER_COORDINATE)
        return w->index < t->coordinates_count ? t->coordinates[w->index].name : NULL;
    for (uint32_t i = 0; i < r->like->words.list_count; i++) {
        const signal *x = &r->like->words.list[i];
        if (INPUT_KIND[x->kind].array == kind->array && x->index == w->index)
            return x->of;
    }
    return NULL;
}

static status read_word(reader *r)
{
    signal w = {0};
    size_t length;
    TRY(take_symbol(r, &w.symbol));
    const char *word = piece(r, &length);
    uint32_t kind = 0;
    while (kind < INPUT_KIND_COUNT && !is_piece(word, length, INPUT_KIND[kind].word))
        kind++;
    TRY(take_count(r, &w.index));
    TRY(take_count(r, &w.axis));
    TRY(take_real(r, &w.ratio));
    TRY(take_real(r, &w.offset));
    if (kind == INPUT_KIND_COUNT || w.axis > 2 ||
        r->e->graph.symbols[w.symbol].kind != SYM_INPUT)
        return bad(r, "no such word");
    w.kind = (input_kind)kind;
    w.of = owner_of(r, &w);
    if (!w.of)
        return bad(r, "a word of nothing that the robot has");
    *ARENA_PUSH(r->mem, &r->e->words, list) = w;
    return STATUS_OK;
}

static status read_result(reader *r)
{
    const signals *known = &r->like->words;
    sym s;
    TRY(take_symbol(r, &s));
    const symbol *v = &r->e->graph.symbols[s];
    uint32_t i;
    if (!v->is_output || !names_find(&r->results, v->name, strlen(v->name), &i) ||
        r->has_result[i])
        return bad(r, "no result of this function, or one again");
    r->has_result[i] = true;
    result *made = ARENA_PUSH(r->mem, &r->e->words, results);
    *made = known->results[i];
    made->symbol = s;
    return STATUS_OK;
}

static status read_line(reader *r)
{
    static const struct {
        const char *word;
        status (*read)(reader *r);
    } LINES[] = {{"cycles", read_cycles}, {"proof", read_proof}, {"pass", read_pass},
                 {"scheme", read_scheme}, {"constant", read_constant}, {"input", read_input},
                 {"parameter", read_parameter}, {"word", read_word}, {"result", read_result}};
    size_t length;
    const char *word = piece(r, &length);
    if (is_piece(word, length, "sum") || is_piece(word, length, "output"))
        return read_sum(r, *word == 'o');
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; k++)
        if (is_piece(word, length, LINES[k].word))
            return LINES[k].read(r);
    for (call_kind k = 0; k < CALL_KINDS; k++)
        if (is_piece(word, length, CALL_KIND[k].word))
            return read_call(r, k);
    return bad(r, "no line of a net");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static status pair_inputs(reader *r)
{
    net *n = &r->e->graph;
    for (sym s = 0; s < r->partner_count; s++) {
        if (n->symbols[s].kind != SYM_INPUT)
            continue;
        const sym other = r->partner[s];
        if (other >= n->symbols_count || n->symbols[other].kind != SYM_INPUT)
            return bad(r, "an input whose partner is none");
        n->symbols[s].trig_partner = other;
    }
    return STATUS_OK;
}

/* Inputs are words, each once; all results are there, and no other output is. */
static status check_words(reader *r)
{
    const net *n = &r->e->graph;
    const signals *w = &r->e->words;
    bool *is_word = ARENA_ARRAY(r->mem, bool, n->symbols_count + 1);
    uint32_t inputs = 0, outputs = 0;
    for (sym s = 0; s < n->symbols_count; s++) {
        inputs += n->symbols[s].kind == SYM_INPUT;
        outputs += n->symbols[s].is_output;
    }
    for (uint32_t i = 0; i < w->list_count; i++) {
        if (is_word[w->list[i].symbol])
            return bad(r, "an input with two words");
        is_word[w->list[i].symbol] = true;
    }
    if (inputs != w->list_count)
        return bad(r, "an input without a word");
    return outputs == w->results_count && outputs == r->like->words.results_count
               ? STATUS_OK
               : bad(r, "not the results of this function");
}

status net_text_parse(arena *mem, const char *file, const char *bytes, size_t length,
                      const equations *like, equations **out, diag *d)
{
    equations *e = ARENA_ARRAY(mem, equations, 1);
    *e = (equations){.robot = like->robot, .function = like->function, .graph = net_make(mem),
                     .words = {.mem = mem, .t = like->words.t}};
    reader r = {.file = file, .line = 1, .mem = mem, .like = like, .e = e, .d = d,
                .results = names_make(mem),
                .has_result = ARENA_ARRAY(mem, bool, like->words.results_count + 1)};
    const size_t first = strlen(FIRST_LINE);
    for (uint32_t i = 0; i < like->words.results_count; i++) {
        const char *name = like->words.results[i].name;
        names_add(&r.results, name, strlen(name), i);
    }
    if (length < first || memcmp(bytes, FIRST_LINE, first) != 0)
        return bad(&r, "no net: 'tauflow-net 3' expected");
    for (const char *at = bytes + first; at < bytes + length; at = r.end + 1) {
        r.line++;
        r.next = at;
        r.end = memchr(at, '\n', (size_t)(bytes + length - at));
        if (!r.end)
            return bad(&r, "the last line has no end");
        TRY(read_line(&r));
        if (r.next < r.end)
            return bad(&r, "nothing more expected on this line");
    }
    TRY(pair_inputs(&r));
    TRY(check_words(&r));
    if (!r.proof.passes)
        return bad(&r, "what was proved of the passes is missing");
    e->graph.proof = r.proof;
    e->order_count = net_order(&e->graph, mem, &e->order);
    *out = e;
    return STATUS_OK;
}
