/* SPDX-License-Identifier: MIT */
/* Reads the C of fixed point back: products and sums as forms, its sine, its conversions. */
#include "certify/c_interface.h"
#include "certify/c_reader.h"
#include "certify/fixed_forms.h"
#include "operations/ops_fixed.h"

#include <math.h>
#include <stdio.h>

typedef struct {
    arena *mem;
    c_reader c;
    const char *name;
    const ops *p;
    fixed_graph g;
    symbol *x;      /* per input: what it is made of, from a state */
    symbol *words;  /* that as an integer */
} fixed_reader;

static const char *named(fixed_reader *f, const char *what)
{
    return arena_printf(f->mem, "%s_%s", f->name, what);
}

/* ---- operations ------------------------------------------------------------------------------ */

bool c_read_operation(c_run *r, const fixed_graph *g, c_value *value, form *found,
                      uint32_t *number)
{
    value->most = r->word_most; /* operations do not overflow: that was proved */
    if (value->kind == C_INTEGER) { /* of constants alone */
        value->is.form = forms_constant(r->forms, value->is.integer);
        value->kind = C_FORM;
    }
    return value->kind == C_FORM && fixed_graph_find(g, value->is.form, found, number);
}

/* tN has to be an operation; it is that operation from then on. */
static void take_operation(c_run *r, void *of, uint32_t name, c_value *value)
{
    fixed_reader *f = of;
    unsigned number;
    char rest;
    uint32_t which;
    form found;
    if (sscanf(r->text->name[name], "t%u%c", &number, &rest) != 1)
        return;
    if (c_read_operation(r, &f->g, value, &found, &which))
        value->is.form = found;
    else if (number < f->p->list_count)
        c_fail(r, "%s is not the operation '%s' of the graph, nor any other",
               r->text->name[name], f->p->list[number].name);
    else
        c_fail(r, "an operation that the graph does not have");
}

static bool integer_of(const c_value *v, int64_t *out)
{
    *out = v->is.integer;
    return v->kind == C_INTEGER;
}

static bool call_sine(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    int64_t n[5];
    (void)of;
    if (count != 6 || a[0].kind != C_FORM)
        return false;
    for (uint32_t k = 0; k < 5; k++)
        if (!integer_of(&a[1 + k], &n[k]))
            return false;
    *out = (c_value){.kind = C_FORM, .type = a[0].type, .most = r->word_most};
    out->is.form = fixed_graph_sine(r->forms, a[0].is.form, n[0], n[1], n[2], n[3] != 0,
                                    (int)n[4]);
    return n[3] == 0 || n[3] == 1;
}

/* The sine of the text with numbers, against the model: angles over the whole width. */
static status check_sine(fixed_reader *f, const op *o)
{
    enum { STEPS = 257 };
    const ops *p = f->p;
    const uint32_t cut = p->format - FIXED_TRIG_OFFSET_BITS;
    const int point = ops_point(p, o->a);
    const int64_t quarters = fixed_trig_quarters(p->format, point),
                  offset = ops_fixed_offset(p, o), most = fixed_largest(p->format);
    const bool is_cosine = o->kind == OP_COS;
    for (int k = 0; k < STEPS; k++) {
        const int64_t angle = -most + (int64_t)((double)most * 2 / (STEPS - 1) * k);
        c_value a[6] = {c_integer(angle), c_integer(quarters >> cut),
                        c_integer(quarters & (((int64_t)1 << cut) - 1)), c_integer(offset),
                        c_integer(is_cosine),
                        c_integer((int)fixed_trig_of(p->format).sine_point - o->point)}, made;
        for (int i = 0; i < 4; i++)
            a[i].type.bits = 64;
        TRY(c_run_call(&f->c.run, named(f, "sine"), a, 6, &made));
        if (made.kind != C_INTEGER || made.is.integer != fixed_trig(p->format, angle, point, offset,
                                                                    is_cosine, o->point))
            return c_reader_differs(&f->c, NULL, named(f, "sine"), "%s is not the model's sine",
                                    named(f, "sine"));
    }
    return STATUS_OK;
}

static status check_sines(fixed_reader *f)
{
    bool seen[2] = {false, false};
    for (uint32_t i = 0; i < f->p->list_count; i++) {
        const op *o = &f->p->list[i];
        if (OP_KIND[o->kind].unit != UNIT_TRIG || seen[o->kind == OP_COS])
            continue;
        seen[o->kind == OP_COS] = true;
        TRY(check_sine(f, o));
    }
    return STATUS_OK;
}

/* ---- words ----------------------------------------------------------------------------------- */

static symbol whole(fixed_reader *f, int64_t x)
{
    return forms_as_symbol(&f->c.forms, forms_constant(&f->c.forms, x));
}

static status check_guard(fixed_reader *f, uint32_t i, symbol wanted, const char *function)
{
    const c_run *r = &f->c.run;
    if (i >= r->guards_count || r->guards[i].condition != wanted ||
        r->guards[i].returned != (int64_t)i + 1)
        return c_reader_differs(&f->c, NULL, function, "the range of input '%s' is another one",
                                f->p->inputs[i].name);
    return STATUS_OK;
}

static status read_words(fixed_reader *f, const char *name)
{
    c_run *r = &f->c.run;
    const ops *p = f->p;
    symbols *s = &f->c.symbols;
    const c_type word = c_integer(0).type;
    c_value list[2] = {c_run_pointer(c_run_object(r, p->inputs_count + 1), word),
                       c_run_pointer(c_run_object(r, p->outputs_count), word)}, made;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        r->objects[list[0].object].cells[i] = (c_cell){C_FORM, 0, f->g.inputs[i]};
    r->objects[list[0].object].read_only = true;
    r->on_store = take_operation;
    r->hook = f;
    TRY(c_run_call(r, name, list, 2, &made));
    r->on_store = NULL;
    for (uint32_t k = 0; k < p->outputs_count; k++) {
        const c_cell *cell = &r->objects[list[1].object].cells[k];
        const form x = cell->kind == C_INTEGER ? forms_constant(&f->c.forms, cell->is)
                                               : (form)cell->is;
        if (cell->kind == C_NOTHING || x != f->g.outputs[k])
            return c_reader_differs(&f->c, cell, name, "output '%s' is another value of the graph",
                                    p->outputs[k].name);
    }
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        int64_t low = 0, high = 0;
        const symbol in = forms_as_symbol(&f->c.forms, f->g.inputs[i]);
        fixed_from_double(p->format, p->inputs[i].point, p->inputs[i].low, &low);
        fixed_from_double(p->format, p->inputs[i].point, p->inputs[i].high, &high);
        const symbol beyond = symbols_or(s, symbols_op(s, SYMBOL_LESS, in, whole(f, low)),
                                         symbols_op(s, SYMBOL_LESS, whole(f, high), in));
        TRY(check_guard(f, i, beyond, name));
    }
    if (made.kind != C_INTEGER || made.is.integer != 0 || r->guards_count != p->inputs_count)
        return c_reader_differs(&f->c, NULL, name, "%s returns another number than 0", name);
    f->c.out->operations += p->list_count;
    f->c.out->functions++;
    return STATUS_OK;
}

/* ---- states ---------------------------------------------------------------------------------- */

static bool call_words(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    fixed_reader *f = of;
    if (count != 2)
        return false;
    for (uint32_t i = 0; i < f->p->inputs_count; i++) {
        c_value at = a[0];
        at.offset += i;
        const c_value v = c_load(r, at);
        if (v.kind != C_SYMBOL || v.is.symbol != f->words[i])
            return false;
    }
    for (uint32_t k = 0; k < f->p->outputs_count; k++) {
        c_value at = a[1];
        at.offset += k;
        c_store(r, at, c_of_symbol(symbols_name(&f->c.symbols, NAMES_RESULTS, k, 0), at.type));
    }
    *out = c_integer(0);
    return true;
}

static bool call_round(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    (void)of;
    if (count != 1 || a[0].kind != C_SYMBOL)
        return false;
    *out = c_of_symbol(symbols_op(r->symbols, SYMBOL_ROUNDED, a[0].is.symbol, 0), a[0].type);
    return true;
}

/* floor(x + 1/2), at ties and beside them. */
static status check_round(fixed_reader *f)
{
    static const double X[] = {0, 0.25, 0.5, 1.5, 2.5, -0.5, -1.5, -2.75, 0x1.fffffffffffffp-2,
                               -0x1.0000000000001p-1, 0x1.fffffffffffffp+51, -3, 1e6 + 0.5};
    const char *name = named(f, "round");
    double made;
    f->c.symbols.folds = true;
    for (size_t i = 0; i < sizeof X / sizeof X[0]; i++) {
        const c_value x = c_of_symbol(symbols_number(&f->c.symbols, X[i]), c_real_type(false));
        const double below = floor(X[i]), wanted = X[i] - below < 0.5 ? below : below + 1;
        c_value v;
        TRY(c_run_call(&f->c.run, name, &x, 1, &v));
        if (v.kind != C_SYMBOL || !symbols_is_number(&f->c.symbols, v.is.symbol, &made) ||
            made != wanted)
            return c_reader_differs(&f->c, NULL, name, "%s does not round", name);
    }
    f->c.symbols.folds = false;
    return STATUS_OK;
}

/* Ratio and offset stand in the text where they change nothing, too. */
static void make_inputs(fixed_reader *f, const graph_words *g)
{
    symbols *s = &f->c.symbols;
    f->x = ARENA_ARRAY(f->mem, symbol, f->p->inputs_count);
    f->words = ARENA_ARRAY(f->mem, symbol, f->p->inputs_count);
    for (uint32_t i = 0; i < f->p->inputs_count; i++) {
        const ops_input *in = &f->p->inputs[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        symbol x = symbols_name(s, kind->array, g->input_at[i], 0);
        if (word_is_affine(kind))
            x = symbols_op(s, SYMBOL_ADD,
                           symbols_op(s, SYMBOL_MUL, symbols_number(s, in->ratio), x),
                           symbols_number(s, in->offset));
        if (kind->made == MADE_SINE || kind->made == MADE_COSINE)
            x = symbols_op(s, kind->made == MADE_SINE ? SYMBOL_SINE : SYMBOL_COSINE, x, 0);
        f->x[i] = x;
        f->words[i] = symbols_op(s, SYMBOL_ROUNDED,
                                 symbols_op(s, SYMBOL_MUL, x,
                                            symbols_number(s, ldexp(1, in->point))), 0);
    }
}

static status read_state(fixed_reader *f, c_graph *g)
{
    symbols *s = &f->c.symbols;
    const char *name = named(f, arena_printf(f->mem, "%s_fixed", g->call));
    symbol *wanted = ARENA_ARRAY(f->mem, symbol, f->p->outputs_count);
    c_state_arrays a;
    c_value made;
    f->c.run.guards_count = 0;
    TRY(c_reader_arrays(&f->c, g, name, 0, 1, 1, &a));
    TRY(c_run_call(&f->c.run, name, a.list, a.count, &made));
    for (uint32_t k = 0; k < f->p->outputs_count; k++)
        wanted[k] = symbols_op(s, SYMBOL_MUL, symbols_name(s, NAMES_RESULTS, k, 0),
                               symbols_number(s, ldexp(1, -ops_point(f->p,
                                                                     f->p->outputs[k].value))));
    TRY(c_reader_results(&f->c, g, name, &a, wanted, 0, 1));
    for (uint32_t i = 0; i < f->p->inputs_count; i++) {
        const symbol low = symbols_number(s, f->p->inputs[i].low),
                     high = symbols_number(s, f->p->inputs[i].high);
        const symbol within = symbols_op(s, SYMBOL_AND,
                                         symbols_op(s, SYMBOL_AT_MOST, low, f->x[i]),
                                         symbols_op(s, SYMBOL_AT_MOST, f->x[i], high));
        TRY(check_guard(f, i, symbols_not(s, within), name));
    }
    f->c.out->functions++;
    return STATUS_OK;
}

/* ---- the file -------------------------------------------------------------------------------- */

static void know(fixed_reader *f, const char *what,
                 bool (*summary)(c_run *, void *, const c_value *, uint32_t, c_value *))
{
    c_function *function = c_run_function(&f->c.run, what);
    if (function) {
        function->summary = summary;
        function->of = f;
    }
}

static status begin(fixed_reader *f, const char *infix)
{
    const char *big = c_reader_upper(f->mem, f->name);
    const c_setting settings[] = {
        {named(f, "word"), f->p->format > FIXED_WIDTH_MOST_CORE ? 64 : 32, true},
        {arena_printf(f->mem, "%s_%sINPUTS", big, c_reader_upper(f->mem, infix)),
         f->p->inputs_count, false},
        {arena_printf(f->mem, "%s_WIDTH", big), f->p->format, false}};
    f->c.run = c_run_make(f->mem, f->c.text, &f->c.symbols, &f->c.forms, f->c.d);
    f->c.run.word_most = (double)fixed_largest(f->p->format);
    return c_run_begin(&f->c.run, settings, 3);
}

status c_read_fixed(arena *mem, c_text *t, const char *name, const ops *p, readback_result *out,
                    diag *d)
{
    c_graph graph = {.g = graph_words_make(mem, p), .call = FUNCTION_KIND[p->function].call};
    graph.infix = c_interface_infix(mem, p);
    fixed_reader f = {.mem = mem, .name = name, .p = p,
                      .c = {.mem = mem, .text = t, .name = name, .tag = "fixed",
                            .graphs = &graph, .graphs_count = 1, .d = d, .out = out}};
    const char *words = arena_printf(mem, "%s_%swords_fixed", name, graph.infix);
    f.c.symbols = symbols_make(mem);
    f.c.forms = forms_make(&f.c.symbols);
    f.g = fixed_graph_make(mem, &f.c.forms, p, false);
    make_inputs(&f, &graph.g);
    TRY(begin(&f, graph.infix));
    TRY(check_round(&f));
    if (c_reader_has(&f.c, named(&f, "sine")))
        TRY(check_sines(&f));
    know(&f, named(&f, "sine"), call_sine);
    know(&f, named(&f, "round"), call_round);
    TRY(read_words(&f, words));
    know(&f, words, call_words);
    return read_state(&f, &graph);
}
