/* SPDX-License-Identifier: MIT */
/* Reads emitted C of floating point back: every function in each format and for each size of
 * vectors that its text has parts for. */
#include "certify/c_reader.h"

#include "certify/c_interface.h"

#include <stdio.h>
#include <string.h>

const char *c_reader_name(c_reader *c, const char *infix, const char *what)
{
    return arena_printf(c->mem, "%s_%s%s_%s", c->name, infix, what, c->tag);
}

bool c_reader_has(c_reader *c, const char *name)
{
    const c_function *f = c_run_function(&c->run, name);
    return f && f->there;
}

/* At the place that wrote the cell, or where the function stands. */
status c_reader_differs(c_reader *c, const c_cell *cell, const char *function, const char *format,
                        const char *name)
{
    token at = {0};
    const c_function *f = c_run_function(&c->run, function);
    if (cell && cell->place)
        at.place = cell->place;
    else if (f)
        at.place = c->run.kept[f->place].place;
    char said[256];
    snprintf(said, sizeof said, format, name);
    return diag_error(c->d, (place){c->text->file[TOKEN_FILE(at)], TOKEN_LINE(at), 1},
                      "reading back: %s", said);
}

/* ---- words ----------------------------------------------------------------------------------- */

static c_value array_of(c_reader *c, uint32_t cells, c_type type)
{
    return c_run_pointer(c_run_object(&c->run, cells ? cells : 1), type);
}

static void put(c_reader *c, const c_value *array, uint32_t cell, symbol x)
{
    c->run.objects[array->object].cells[cell] = (c_cell){C_SYMBOL, 0, x};
}

static const c_cell *cell_at(c_reader *c, const c_value *array, uint32_t cell)
{
    return &c->run.objects[array->object].cells[cell];
}

static status check_cell(c_reader *c, const c_cell *cell, symbol wanted, const char *function,
                         const char *output)
{
    if (cell->kind == C_NOTHING)
        return c_reader_differs(c, NULL, function, "output '%s' is not written", output);
    if (cell->kind != C_SYMBOL || (symbol)cell->is != wanted)
        return c_reader_differs(c, cell, function, "output '%s' is another value of the graph",
                                output);
    return STATUS_OK;
}

/* A function that makes words `out` of words `in`, in so many lanes; of vectors with or without
 * strides. */
static status read_words(c_reader *c, c_graph *g, const char *name, uint32_t lanes, bool strides)
{
    const ops *p = g->g.p;
    c_type type = c_real_type(c->is_float);
    if (lanes && !strides)
        type.lanes = (uint8_t)lanes;
    const uint32_t room = lanes ? lanes : 1;
    const c_value in = array_of(c, p->inputs_count * room, type),
                  out = array_of(c, p->outputs_count * room, type);
    c_value list[4] = {in, out}, none, stride = c_integer(room);
    for (uint32_t i = 0; i < p->inputs_count * room; i++)
        put(c, &in, i, g->words[i / room]);
    c->run.objects[in.object].read_only = true;
    if (strides) {
        list[1] = list[3] = stride;
        list[2] = out;
    }
    c->run.graph = p;
    TRY(c_run_call(&c->run, name, list, strides ? 4 : 2, &none));
    for (uint32_t k = 0; k < p->outputs_count * room; k++)
        TRY(check_cell(c, cell_at(c, &out, k), g->words_out[k / room], name,
                       p->outputs[k / room].name));
    c->out->operations += p->list_count;
    c->out->functions++;
    return STATUS_OK;
}

/* ---- states ---------------------------------------------------------------------------------- */

/* The array of a state with the name of a parameter. */
static bool array_named(const c_graph *g, const char *name, word_array *array)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (strcmp(WORD_ARRAY[k].name, name) == 0 &&
            (function_has(g->g.p->function, (word_array)k) || g->g.used[k])) {
            *array = (word_array)k;
            return true;
        }
    return false;
}

/* Names of the parameters: each the last name before a comma or the bracket. */
static status parameter_arrays(c_reader *c, const c_graph *g, const char *function, uint32_t skip,
                               c_state_arrays *out)
{
    const c_function *f = c_run_function(&c->run, function);
    uint32_t number = 0, last = 0, open = 1;
    out->count = 0;
    for (uint32_t at = f->parameters; open && at < c->run.kept_count; at++) {
        const token t = c->run.kept[at];
        const uint32_t mark = TOKEN_CLASS(t) == TOKEN_MARK ? TOKEN_VALUE(t) : 0;
        if (TOKEN_CLASS(t) == TOKEN_NAME)
            last = TOKEN_VALUE(t);
        open += mark == '(';
        open -= mark == ')';
        if (!(mark == ',' && open == 1) && !(mark == ')' && open == 0))
            continue;
        if (number++ < skip || last == C_VOID)
            continue;
        if (out->count == WORD_ARRAYS || !array_named(g, c->text->name[last],
                                                      &out->array[out->count]))
            return c_reader_differs(c, NULL, function, "the parameter '%s' is no array of states",
                                    c->text->name[last]);
        out->count++;
    }
    return STATUS_OK;
}

status c_reader_arrays(c_reader *c, const c_graph *g, const char *function, uint32_t skip,
                       uint32_t samples, uint32_t stride, c_state_arrays *out)
{
    if (!c_reader_has(c, function))
        return c_reader_differs(c, NULL, function, "the function '%s' is not there", function);
    TRY(parameter_arrays(c, g, function, skip, out));
    for (uint32_t k = 0; k < out->count; k++) {
        const uint32_t numbers = g->g.numbers[out->array[k]];
        out->list[k] = array_of(c, numbers * stride, c_real_type(c->is_float));
        if (WORD_ARRAY[out->array[k]].is_result)
            continue;
        for (uint32_t i = 0; i < numbers; i++)
            for (uint32_t s = 0; s < samples; s++)
                put(c, &out->list[k], i * stride + s,
                    symbols_name(&c->symbols, out->array[k], i, s));
        c->run.objects[out->list[k].object].read_only = true;
    }
    return STATUS_OK;
}

static const c_cell *result_cell(c_reader *c, const c_state_arrays *a, word_array array,
                                 uint32_t number)
{
    for (uint32_t k = 0; k < a->count; k++)
        if (a->array[k] == array && number < c->run.objects[a->list[k].object].count)
            return cell_at(c, &a->list[k], number);
    return NULL;
}

status c_reader_results(c_reader *c, const c_graph *g, const char *function,
                        const c_state_arrays *a, const symbol *outputs, uint32_t sample,
                        uint32_t stride)
{
    const ops *p = g->g.p;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const word_array array = OUTPUT_KIND[p->outputs[i].kind].array;
        symbol wanted = outputs[i];
        if (graph_words_is_pivot(&g->g, i))
            continue;
        graph_words_given(&c->symbols, &g->g, i, sample, &wanted);
        const uint32_t at[2] = {g->g.output_at[i], g->g.mirror_at[i]};
        for (int k = 0; k < 2 && at[k] != UINT32_MAX; k++) {
            const c_cell *cell = result_cell(c, a, array, at[k] * stride + sample);
            if (!cell)
                return c_reader_differs(c, NULL, function, "output '%s' has no array",
                                        p->outputs[i].name);
            TRY(check_cell(c, cell, wanted, function, p->outputs[i].name));
        }
    }
    return STATUS_OK;
}

static status read_state(c_reader *c, c_graph *g)
{
    const char *name = c_reader_name(c, "", g->call);
    c_state_arrays a;
    c_value returned;
    TRY(c_reader_arrays(c, g, name, 0, 1, 1, &a));
    c->run.graph = g->g.p;
    TRY(c_run_call(&c->run, name, a.list, a.count, &returned));
    TRY(c_reader_results(c, g, name, &a, g->state_out, 0, 1));
    if (g->judge ? returned.kind != C_SYMBOL || returned.is.symbol != g->judge
                 : returned.kind != C_NOTHING)
        return c_reader_differs(c, NULL, name, "%s judges its pivots in another way", name);
    c->out->operations += g->g.p->list_count;
    c->out->functions++;
    return STATUS_OK;
}

/* ---- configurations -------------------------------------------------------------------------- */

const char *c_reader_upper(arena *mem, const char *name)
{
    char *made = arena_strdup(mem, name);
    for (char *at = made; *at; at++)
        *at = (char)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
    return made;
}

/* Functions of operations that take a sum and a pair of sines. */
static const char *const SINES[] = {"sin", "cos", "sin_one", "cos_one"};

static status begin(c_reader *c, uint32_t bytes)
{
    const c_setting settings[] = {
        {arena_printf(c->mem, "%s_VECTOR_BYTES", c_reader_upper(c->mem, c->name)), bytes, false},
        {"__GNUC__", 12, false}};
    if (!c->run.names)
        c->run = c_run_make(c->mem, c->text, &c->symbols, &c->forms, c->d);
    c->run.any_format = true;
    TRY(c_run_begin(&c->run, settings, 2));
    c->run.any_format = false;
    c->lanes = bytes ? bytes / (c->is_float ? 4 : 8) : 1;
    c->of_batches = false;
    for (int k = 0; k < 4; k++) {
        c_function *f = c_run_function(&c->run, c_reader_name(c, "", SINES[k]));
        if (f)
            f->is_whole = true;
    }
    return STATUS_OK;
}

static void make_samples(c_reader *c, c_graph *g)
{
    for (uint32_t s = 0; s <= c->lanes; s++) {
        g->words_of[s] = graph_words_plain(c->mem, &c->symbols, &g->g, s);
        g->state_of[s] = graph_words_of_state(c->mem, &c->symbols, &g->g, s);
        g->names[s] = graph_words_names(c->mem, &c->symbols, &g->g, s);
    }
}

/* Functions on words, of numbers and of vectors. Large ones are in pieces, and one function that
 * calls them is what the others call. */
static status read_operations(c_reader *c, c_graph *g)
{
    const char *whole = c_reader_name(c, g->infix, "whole"),
               *block = c_reader_name(c, g->infix, "block");
    c->run.strict = true;
    if (c_reader_has(c, whole)) {
        TRY(read_words(c, g, whole, 0, false));
        c_know_words(c, g, "whole");
    }
    const bool in_pieces = c_reader_has(c, whole);
    TRY(read_words(c, g, c_reader_name(c, g->infix, "words"), 0, false));
    TRY(read_words(c, g, block, c->lanes, !in_pieces));
    TRY(read_state(c, g));
    c->run.strict = false;
    return STATUS_OK;
}

/* Functions that nobody asked for would not be what they are called. A cosine may stand beside a
 * sine that alone is used, and the other way round. */
static status check_all_read(c_reader *c)
{
    static const char *const known[] = {"turn", "joint_turn", "BITS", "REAL", "JOINT_BITS",
                                        "JOINT_REAL", "sin", "cos", "sin_one", "cos_one"};
    const size_t tag = strlen(c->tag), name = strlen(c->name);
    for (uint32_t i = C_WORD_COUNT; i < c->run.names; i++) {
        const char *of = c->text->name[i];
        const size_t length = strlen(of);
        bool part = false;
        if (!c->run.functions[i].there || c->run.functions[i].was_read || length <= tag + name + 2)
            continue;
        if (strcmp(of + length - tag, c->tag) != 0)
            continue; /* of the other format */
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            part |= length == name + 2 + tag + strlen(known[k]) &&
                    memcmp(of + name + 1, known[k], strlen(known[k])) == 0;
        if (!part && !strstr(of, "_until_closed_"))
            return c_reader_differs(c, NULL, of, "the function '%s' belongs to no graph", of);
    }
    return STATUS_OK;
}

/* With vectors of 16 bytes all functions; without vectors and with wider ones those whose text is
 * another then. */
static status read_format(c_reader *c)
{
    TRY(begin(c, 16));
    c_know_pairs(c);
    for (uint32_t i = 0; i < c->graphs_count; i++)
        TRY(read_operations(c, &c->graphs[i]));
    for (uint32_t i = 0; i < c->graphs_count; i++) {
        make_samples(c, &c->graphs[i]);
        TRY(c_read_batches(c, &c->graphs[i]));
    }
    TRY(check_all_read(c));
    const uint32_t others[] = {32, 0};
    for (int k = 0; k < 2; k++) {
        TRY(begin(c, others[k]));
        if (others[k] == 0)
            TRY(c_check_pairs(c));
        c_know_pairs(c);
        for (uint32_t i = 0; i < c->graphs_count; i++) {
            c->run.strict = true;
            if (c_reader_has(c, c_reader_name(c, c->graphs[i].infix, "whole")))
                c_know_words(c, &c->graphs[i], "whole");
            TRY(read_state(c, &c->graphs[i]));
            c->run.strict = false;
        }
        for (uint32_t i = 0; i < c->graphs_count && others[k] == 0; i++) /* knows no states */
            TRY(c_read_batches(c, &c->graphs[i]));
    }
    return STATUS_OK;
}

static void make_graphs(c_reader *c, const ops *graphs)
{
    c->graphs = ARENA_ARRAY(c->mem, c_graph, c->graphs_count);
    for (uint32_t i = 0; i < c->graphs_count; i++) {
        c_graph *g = &c->graphs[i];
        g->g = graph_words_make(c->mem, &graphs[i]);
        g->call = FUNCTION_KIND[graphs[i].function].call;
        g->infix = c_interface_infix(c->mem, &graphs[i]);
        g->words = graph_words_plain(c->mem, &c->symbols, &g->g, 0);
        g->words_out = graph_words_results(c->mem, &c->symbols, &g->g, g->words);
        g->state = graph_words_of_state(c->mem, &c->symbols, &g->g, 0);
        g->state_out = graph_words_results(c->mem, &c->symbols, &g->g, g->state);
        g->judge = graph_words_judge(&c->symbols, &g->g, g->state_out);
    }
}

/* The name before _CALL_TAG. */
static const char *find_name(arena *mem, const c_text *t, const char *call, const char *tag)
{
    const char *ending = arena_printf(mem, "_%s_%s", call, tag);
    for (uint32_t i = C_WORD_COUNT; i < t->name_count; i++) {
        const size_t length = strlen(t->name[i]), most = strlen(ending);
        if (length > most && strcmp(t->name[i] + length - most, ending) == 0)
            return arena_strndup(mem, t->name[i], length - most);
    }
    return NULL;
}

static status no_function(const char *file, diag *d)
{
    return diag_error(d, (place){file, 0, 0}, "reading back: no function of the graph");
}

/* Integers: one function. */
static status read_integers(arena *mem, c_text *t, const char *file, const ops *graphs,
                            uint32_t count, readback_result *out, diag *d)
{
    (void)count;
    const char *name = find_name(mem, t, FUNCTION_KIND[graphs[0].function].call, "fixed");
    return name ? c_read_fixed(mem, t, name, &graphs[0], out, d) : no_function(file, d);
}

/* Both formats of the host. */
static status read_reals(arena *mem, c_text *t, const char *file, const ops *graphs,
                         uint32_t count, readback_result *out, diag *d)
{
    const char *call = FUNCTION_KIND[graphs[0].function].call;
    uint32_t formats = 0;
    for (int is_float = 0; is_float < 2; is_float++) {
        const char *tag = is_float ? "f32" : "f64";
        const char *name = find_name(mem, t, call, tag);
        arena scratch = arena_make();
        c_reader c = {.mem = &scratch, .text = t, .name = name, .tag = tag,
                      .is_float = is_float != 0, .graphs_count = count, .d = d, .out = out};
        c.symbols = symbols_make(&scratch);
        c.symbols.is_float = c.is_float;
        c.forms = forms_make(&c.symbols);
        make_graphs(&c, graphs);
        const status s = name ? read_format(&c) : STATUS_OK;
        arena_free(&scratch);
        TRY(s);
        formats += name != NULL;
    }
    return formats ? STATUS_OK : no_function(file, d);
}

static status (*const READ_TEXT[FORMATS])(arena *mem, c_text *t, const char *file,
                                          const ops *graphs, uint32_t count,
                                          readback_result *out, diag *d) = {
    [FORMAT_BINARY32] = read_reals, [FORMAT_FIXED] = read_integers};

status readback_c(arena *mem, const char *file, const char *bytes, size_t length,
                  const ops *graphs, uint32_t count, readback_result *out, diag *d)
{
    c_text *t = ARENA_ARRAY(mem, c_text, 1);
    *t = c_text_make(mem);
    TRY(c_text_read(t, arena_strdup(mem, file), bytes, length, d));
    out->tokens = t;
    arena scratch = arena_make();
    const status s =
        READ_TEXT[ops_format(&graphs[0])->id](&scratch, t, file, graphs, count, out, d);
    arena_free(&scratch);
    return s;
}
