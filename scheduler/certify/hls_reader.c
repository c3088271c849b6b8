/* SPDX-License-Identifier: MIT */
/* Reads HLS C back: each kernel is run on symbols, that of the schedule pass by pass with its
 * tables, so that a word that is taken from the wrong place is another symbol. */
#include "certify/c_reader.h"
#include "machine/fp32.h"
#include "machine/fp32_trig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct hls_reader hls_reader;

/* How numbers of a format are read. */
typedef struct {
    void (*begin)(hls_reader *h); /* symbols of inputs and outputs */
    c_type (*type)(void);
    c_cell (*input)(const hls_reader *h, uint32_t i);
    c_cell (*word)(hls_reader *h, uint32_t bits); /* a constant */
    bool (*is_output)(hls_reader *h, const c_cell *cell, uint32_t output);
    bool strict; /* whatever is computed has to be an operation; otherwise what functions return: */
    void (*on_return)(c_run *r, void *of, uint32_t function, c_value *value);
    double (*word_most)(const ops *p); /* of integers; NULL: words are none */
} hls_words;

struct hls_reader {
    arena *mem;
    c_reader c;
    const char *name;
    const ops *p;
    const hls_words *words;
    c_type beat; /* of packets */
    fixed_graph g; /* in fixed point, otherwise: */
    symbol *inputs, *outputs;
};

static const char *named(hls_reader *h, const char *what)
{
    return arena_printf(h->mem, "%s_%s", h->name, what);
}

/* ---- functions that operations call ---------------------------------------------------------- */

/* What the functions of products and sums give has to be an operation. */
static void take_operation(c_run *r, void *of, uint32_t function, c_value *value)
{
    hls_reader *h = of;
    const char *name = r->text->name[function];
    form found;
    uint32_t which;
    if (strcmp(name, named(h, "mul")) != 0 && strcmp(name, named(h, "add")) != 0)
        return;
    if (c_read_operation(r, &h->g, value, &found, &which))
        value->is.form = found;
    else
        c_fail(r, "an operation that the graph does not have");
}

static bool call_trig(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    const uint32_t before = r->symbols->list_count;
    (void)of;
    if (count != 3 || a[0].kind != C_SYMBOL || a[1].kind != C_INTEGER || a[2].kind != C_INTEGER)
        return false;
    const symbol x = symbols_put(r->symbols, SYMBOL_TURNED, a[0].is.symbol,
                                 (uint32_t)a[1].is.integer, (uint64_t)a[2].is.integer);
    *out = c_of_symbol(c_found(r, x, before), c_real_type(true));
    return true;
}

static const op_kind HLS_CALLS[] = {
#define HLS_CALL(OP) OP_##OP,
#include "certify/read_calls.def"
};
enum { HLS_CALL_COUNT = sizeof HLS_CALLS / sizeof HLS_CALLS[0] };

/* An operation, the one that `of` is in the table. */
static bool call_operation(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    const uint32_t before = r->symbols->list_count;
    const op_kind kind = *(const op_kind *)of;
    if (count != OP_KIND[kind].operands || a[0].kind != C_SYMBOL || a[count - 1].kind != C_SYMBOL)
        return false;
    const symbol x = symbols_call(r->symbols, kind, a[0].is.symbol, a[count - 1].is.symbol);
    *out = c_of_symbol(c_found(r, x, before), c_real_type(true));
    return true;
}

static status check_number(hls_reader *h, const char *name, const c_value *a, uint32_t count,
                           float wanted)
{
    double made;
    c_value v;
    TRY(c_run_call(&h->c.run, name, a, count, &v));
    const bool there = v.kind == C_SYMBOL &&
                       symbols_is_number(&h->c.symbols, v.is.symbol, &made);
    if (!there || (isnan(wanted) ? !isnan(made) : made != (double)wanted ||
                                                      !signbit(made) != !signbit(wanted)))
        return c_reader_differs(&h->c, NULL, name, "%s is not the machine's", name);
    return STATUS_OK;
}

static c_value number_of(hls_reader *h, float x)
{
    return c_of_symbol(symbols_number(&h->c.symbols, (double)x), c_real_type(true));
}

/* Numbers over many powers of two, against the models of the machine, bit for bit. */
static status check_units(hls_reader *h)
{
    enum { STEPS = 96 };
    const char *trig = named(h, "trig");
    float x = 0x1.9p-40f;
    h->c.symbols.folds = true;
    for (uint32_t k = 0; k < STEPS; k++, x *= -1.7f) {
        const uint32_t plus = k * 0x1234567u;
        c_value a[3] = {number_of(h, x), c_integer(k % 3 ? plus : 0), c_integer(k & 1)};
        a[1].type.is_unsigned = true;
        const float y = x * (k % 5 == 0 ? 1 : k % 7 == 0 ? 0x1p-30f : 1.37f) * (k & 2 ? -1 : 1);
        c_value b[2] = {a[0], number_of(h, y)};
        if (c_reader_has(&h->c, trig))
            TRY(check_number(h, trig, a, 3,
                             fp32_value(fp32_trig(fp32_bits(x), (uint32_t)a[1].is.integer,
                                                  k & 1))));
        for (int f = 0; f < HLS_CALL_COUNT; f++) {
            const op_kind_info *o = &OP_KIND[HLS_CALLS[f]];
            const char *name = named(h, o->word);
            if (c_reader_has(&h->c, name))
                TRY(check_number(h, name, b, o->operands,
                                 fp32_value(op_word(HLS_CALLS[f], fp32_bits(x), fp32_bits(y)))));
        }
    }
    h->c.symbols.folds = false;
    return STATUS_OK;
}

static void know(hls_reader *h, const char *name,
                 bool (*summary)(c_run *, void *, const c_value *, uint32_t, c_value *), void *of)
{
    c_function *f = c_run_function(&h->c.run, name);
    if (f && f->there) {
        f->summary = summary;
        f->of = of;
    }
}

/* ---- words of binary32 ----------------------------------------------------------------------- */

static void begin_floats(hls_reader *h)
{
    const graph_words g = graph_words_make(h->mem, h->p);
    h->inputs = graph_words_plain(h->mem, &h->c.symbols, &g, 0);
    h->outputs = graph_words_results(h->mem, &h->c.symbols, &g, h->inputs);
}

static c_type type_of_floats(void) { return c_real_type(true); }

static c_cell float_input(const hls_reader *h, uint32_t i)
{
    return (c_cell){C_SYMBOL, 0, h->inputs[i]};
}

static c_cell float_word(hls_reader *h, uint32_t bits)
{
    return (c_cell){C_SYMBOL, 0, symbols_number(&h->c.symbols, (double)fp32_value(bits))};
}

static bool is_float_output(hls_reader *h, const c_cell *cell, uint32_t output)
{
    return cell->kind == C_SYMBOL && (symbol)cell->is == h->outputs[output];
}

/* ---- words of fixed point -------------------------------------------------------------------- */

static void begin_integers(hls_reader *h)
{
    h->g = fixed_graph_make(h->mem, &h->c.forms, h->p, false);
}

static c_type type_of_integers(void) { return c_integer(0).type; }

static c_cell integer_input(const hls_reader *h, uint32_t i)
{
    return (c_cell){C_FORM, 0, h->g.inputs[i]};
}

static c_cell integer_word(hls_reader *h, uint32_t bits)
{
    (void)h;
    return (c_cell){C_INTEGER, 0, (int64_t)(int32_t)bits};
}

static bool is_integer_output(hls_reader *h, const c_cell *cell, uint32_t output)
{
    const form x = cell->kind == C_INTEGER ? forms_constant(&h->c.forms, cell->is)
                                           : (form)cell->is;
    return (cell->kind == C_INTEGER || cell->kind == C_FORM) && x == h->g.outputs[output];
}

static double most_integer(const ops *p) { return (double)fixed_largest(p->format); }

static const hls_words HLS_WORDS[FORMATS] = {
    [FORMAT_BINARY32] = {begin_floats, type_of_floats, float_input, float_word, is_float_output,
                         .strict = true},
    [FORMAT_FIXED] = {begin_integers, type_of_integers, integer_input, integer_word,
                      is_integer_output, .on_return = take_operation, .word_most = most_integer}};

/* ---- tables ---------------------------------------------------------------------------------- */

static c_value new_words(hls_reader *h, uint32_t count)
{
    return c_run_pointer(c_run_object(&h->c.run, count ? count : 1), h->words->type());
}

static c_cell *cell_at(hls_reader *h, const c_value *array, uint64_t at)
{
    return &h->c.run.objects[array->object].cells[array->offset + (int64_t)at];
}

/* A table of the text; false: there is none. */
static bool table_of(hls_reader *h, const char *what, c_value *out, uint32_t *cells)
{
    uint32_t name;
    const char *of = named(h, what);
    if (!c_text_find(h->c.text, of, &name) || name >= h->c.run.names ||
        !h->c.run.variables[name].there)
        return false;
    *out = h->c.run.variables[name].value;
    *cells = h->c.run.objects[out->object].count;
    return true;
}

static status check_output(hls_reader *h, const char *name, const c_value *out,
                           const int64_t *from, uint32_t k)
{
    const char *output = h->p->outputs[k].name;
    c_cell cell = {0};
    const uint32_t words = h->c.run.objects[out->object].count;
    if (!from)
        cell = *cell_at(h, out, k);
    else if (from[0] == 0 && from[1] < words)
        cell = *cell_at(h, out, (uint64_t)from[1]);
    else if (from[0] == 1)
        cell = h->words->word(h, (uint32_t)from[1]);
    else if (from[0] == 2 && from[1] < h->p->inputs_count)
        cell = h->words->input(h, (uint32_t)from[1]);
    if (cell.kind == C_NOTHING)
        return c_reader_differs(&h->c, NULL, name, "output '%s' is not written", output);
    if (!h->words->is_output(h, &cell, k))
        return c_reader_differs(&h->c, &cell, name, "output '%s' is another value of the graph",
                                output);
    return STATUS_OK;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* In the order of the graph, or as the beats of a packet. */
static status make_inputs(hls_reader *h, const char *name, bool packets, c_value *in)
{
    c_value map;
    uint32_t count;
    if (!packets || !h->p->inputs_count || !table_of(h, "input_map", &map, &count)) {
        *in = new_words(h, h->p->inputs_count);
        for (uint32_t i = 0; i < h->p->inputs_count; i++)
            *cell_at(h, in, i) = h->words->input(h, i);
    } else {
        *in = new_words(h, count);
        for (uint32_t i = 0; i < count; i++) {
            const c_cell *cell = cell_at(h, &map, i);
            if (cell->is == UINT32_MAX)
                continue;
            if (cell->kind != C_INTEGER || cell->is < 0 || cell->is >= h->p->inputs_count)
                return c_reader_differs(&h->c, cell, name, "%s takes an input that is not there",
                                        name);
            *cell_at(h, in, i) = h->words->input(h, (uint32_t)cell->is);
        }
        in->type = h->beat;
    }
    h->c.run.objects[in->object].read_only = true;
    return STATUS_OK;
}

static status read_kernel(hls_reader *h, const char *name, bool packets)
{
    c_run *r = &h->c.run;
    c_value list[2], map = {0}, none;
    uint32_t count = 0;
    const bool mapped = packets && table_of(h, "output_map", &map, &count);
    TRY(make_inputs(h, name, packets, &list[0]));
    list[1] = new_words(h, h->p->outputs_count);
    r->graph = h->p;
    r->strict = h->words->strict;
    r->hook = h;
    r->on_return = h->words->on_return;
    TRY(c_run_call(r, name, list, 2, &none));
    r->strict = false;
    for (uint32_t k = 0; k < h->p->outputs_count; k++) {
        const int64_t from[2] = {mapped ? cell_at(h, &map, 2 * (uint64_t)k)->is : 0,
                                 mapped ? cell_at(h, &map, 2 * (uint64_t)k + 1)->is : 0};
        if (mapped && 2 * k + 1 >= count)
            return c_reader_differs(&h->c, NULL, name, "%s has no map of its outputs", name);
        TRY(check_output(h, name, &list[1], mapped ? from : NULL, k));
    }
    h->c.out->operations += h->p->list_count;
    h->c.out->functions++;
    return STATUS_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *const KERNELS[] = {"allocated", "pipelined", "scheduled"};

/* The name before _allocated, which every table declares. */
static const char *find_name(arena *mem, const c_text *t)
{
    static const char ending[] = "_allocated";
    for (uint32_t i = C_WORD_COUNT; i < t->name_count; i++) {
        const size_t length = strlen(t->name[i]);
        if (length >= sizeof ending && strcmp(t->name[i] + length - sizeof ending + 1, ending) == 0)
            return arena_strndup(mem, t->name[i], length - sizeof ending + 1);
    }
    return NULL;
}

static status begin(hls_reader *h)
{
    const char *big = c_reader_upper(h->mem, h->name);
    const c_setting settings[] = {{arena_printf(h->mem, "%s_WITH_TABLES", big), 1, false},
                                  {arena_printf(h->mem, "%s_WITH_MAPS", big), 1, false}};
    uint32_t name;
    const char *beat = named(h, "beat");
    h->c.run = c_run_make(h->mem, h->c.text, &h->c.symbols, &h->c.forms, h->c.d);
    h->c.run.word_most = h->words->word_most ? h->words->word_most(h->p) : 0;
    TRY(c_run_begin(&h->c.run, settings, 2));
    if (c_text_find(h->c.text, beat, &name) && h->c.run.is_type[name])
        h->beat = h->c.run.types[name];
    TRY(check_units(h));
    know(h, named(h, "trig"), call_trig, NULL);
    for (int f = 0; f < HLS_CALL_COUNT; f++) {
        op_kind *kind = arena_alloc(h->mem, sizeof *kind);
        *kind = HLS_CALLS[f];
        know(h, named(h, OP_KIND[*kind].word), call_operation, kind);
    }
    return STATUS_OK;
}

static status read_text(hls_reader *h, const char *file)
{
    bool any = false;
    h->c.symbols = symbols_make(h->mem);
    h->c.symbols.is_float = h->c.symbols.turns = true;
    h->c.forms = forms_make(&h->c.symbols);
    h->words->begin(h);
    h->name = find_name(h->mem, h->c.text);
    if (!h->name)
        return diag_error(h->c.d, (place){file, 0, 0}, "reading back: no kernel");
    TRY(begin(h));
    for (int k = 0; k < 3; k++)
        if (c_reader_has(&h->c, named(h, KERNELS[k]))) {
            TRY(read_kernel(h, named(h, KERNELS[k]), k == 2));
            any = true;
        }
    return any ? STATUS_OK
               : diag_error(h->c.d, (place){file, 0, 0}, "reading back: no kernel");
}

status readback_hls(arena *mem, const readback_text *texts, uint32_t count, const ops *p,
                    readback_result *out, diag *d)
{
    for (uint32_t i = 1; i < count; i++) {
        arena scratch = arena_make();
        c_text t = c_text_make(&scratch);
        hls_reader h = {.mem = &scratch, .p = p, .words = &HLS_WORDS[ops_format(p)->id],
                        .c = {.mem = &scratch, .text = &t, .d = d, .out = out}};
        status s = c_text_read(&t, arena_strdup(mem, texts[0].file), texts[0].bytes,
                               texts[0].length, d);
        if (s == STATUS_OK)
            s = c_text_read(&t, arena_strdup(mem, texts[i].file), texts[i].bytes, texts[i].length,
                            d);
        if (s == STATUS_OK)
            s = read_text(&h, texts[i].file);
        arena_free(&scratch);
        TRY(s);
    }
    return STATUS_OK;
}
