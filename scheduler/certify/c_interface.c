/* SPDX-License-Identifier: MIT */
/* The rules by which names and parameters follow from a graph, written a second time on purpose:
 * they judge those of emit/. */
#include "certify/c_interface.h"

#include "certify/c_reader.h"
#include "certify/graph_words.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
    arena *mem;
    const char *name, *upper;
    const ops *graphs;
    const graph_words *words; /* of each graph */
    uint32_t count;
    uint32_t owners[WORD_OWNERS]; /* of all graphs */
    const char **names[WORD_OWNERS];
    bool *turns;               /* of each coordinate */
    double (*limits)[LIMITS];
    c_interface *out;
} maker;

const char *c_interface_infix(arena *mem, const ops *p)
{
    return p->function == FUNCTION_ID ? "" : arena_printf(mem, "%s_",
                                                          FUNCTION_KIND[p->function].call);
}

/* ---- owners ---------------------------------------------------------------------------------- */

static void note_name(maker *m, word_owner owner, uint32_t index, const char *of)
{
    if (owner != OWNER_NONE && of && !*m->names[owner][index])
        m->names[owner][index] = of;
}

static void note_joint(maker *m, const ops_joint *j, uint32_t index)
{
    note_name(m, OWNER_COORDINATE, index, j->name);
    m->turns[index] |= j->is_angle;
    for (uint32_t k = 0; k < LIMITS; k++) {
        double *limit = &m->limits[index][k];
        if (j->has_limit[k])
            *limit = k == LIMIT_LOWER ? fmax(*limit, j->limit[k]) : fmin(*limit, j->limit[k]);
    }
}

/* Joints that have no line of their own are known by their words. */
static void note_graph(maker *m, const ops *p)
{
    for (uint32_t i = 0; i < p->joints_count; i++)
        note_joint(m, &p->joints[i], i);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        note_name(m, word_owner_of(kind), in->index, in->of);
        if ((kind->made == MADE_SINE || kind->made == MADE_COSINE) && in->index >= p->joints_count)
            m->turns[in->index] = true;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[o->kind];
        note_name(m, word_owner_of(kind), o->index, o->of);
        if (word_has_column(kind))
            note_name(m, WORD_ARRAY[kind->array].columns, o->column, o->column_of);
        if (word_is_of_joint(kind) && o->index >= p->joints_count)
            m->turns[o->index] |= o->is_angle;
    }
}

static void note_graphs(maker *m)
{
    graph_words *words = ARENA_ARRAY(m->mem, graph_words, m->count);
    for (uint32_t i = 0; i < m->count; i++) {
        words[i] = graph_words_make(m->mem, &m->graphs[i]);
        for (uint32_t k = 0; k < WORD_OWNERS; k++)
            if (m->owners[k] < words[i].owners[k])
                m->owners[k] = words[i].owners[k];
    }
    m->words = words;
    for (uint32_t k = 0; k < WORD_OWNERS; k++) {
        m->names[k] = ARENA_ARRAY(m->mem, const char *, m->owners[k]);
        for (uint32_t i = 0; i < m->owners[k]; i++)
            m->names[k][i] = "";
    }
    const uint32_t joints = m->owners[OWNER_COORDINATE];
    m->turns = ARENA_ARRAY(m->mem, bool, joints);
    m->limits = arena_alloc(m->mem, sizeof *m->limits * (joints + 1));
    for (uint32_t i = 0; i < joints; i++)
        for (uint32_t k = 0; k < LIMITS; k++)
            m->limits[i][k] = k == LIMIT_LOWER ? -INFINITY : INFINITY;
    for (uint32_t i = 0; i < m->count; i++)
        note_graph(m, &m->graphs[i]);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void add_count(maker *m, const char *infix, const char *what, uint64_t value)
{
    const char *upper = c_reader_upper(m->mem, infix);
    *ARENA_PUSH(m->mem, m->out, counts) = (interface_count){
        .name = arena_printf(m->mem, "%s_%s%s", m->upper, upper, what), .value = value};
}

static void count_operations(maker *m, const ops *p, const char *infix)
{
    enum { ANY, ALWAYS };
    static const struct {
        unit_kind unit;
        const char *what;
        bool always;
    } OF[] = {
#define COUNTED(UNIT, what, when) {UNIT_##UNIT, what, when},
#include "certify/read_calls.def"
    };
    for (size_t k = 0; k < sizeof OF / sizeof OF[0]; k++) {
        uint64_t units = 0;
        for (uint32_t i = 0; i < p->list_count; i++)
            units += OP_KIND[p->list[i].kind].unit == OF[k].unit;
        if (units || OF[k].always)
            add_count(m, infix, OF[k].what, units);
    }
}

static void make_counts(maker *m)
{
    const bool fixed = ops_has_points(&m->graphs[0]);
    if (fixed)
        add_count(m, "", "WIDTH", m->graphs[0].format);
    for (uint32_t k = 0; k < WORD_OWNERS; k++) {
        const bool always = k == OWNER_COORDINATE ||
                            (!fixed && (k == OWNER_FREE_BODY || k == OWNER_FORCE));
        if (always || (!fixed && m->owners[k]))
            add_count(m, "", WORD_OWNER[k].count, m->owners[k]);
    }
    for (uint32_t i = 0; i < m->count; i++) {
        const ops *p = &m->graphs[i];
        const char *infix = c_interface_infix(m->mem, p);
        add_count(m, infix, "INPUTS", p->inputs_count);
        add_count(m, infix, "OUTPUTS", p->outputs_count);
        if (!fixed)
            count_operations(m, p, infix);
    }
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static void add_array(maker *m, const char *word, uint32_t items, const char *const *texts,
                      const double *numbers)
{
    const char *name = arena_printf(m->mem, "%s_%s", m->name, word);
    if (!items)
        return;
    *ARENA_PUSH(m->mem, m->out, arrays) = (interface_array){
        .name = name, .count = items, .texts = texts, .numbers = numbers};
    text_printf(&m->out->declarations, "extern const %s%s[%u];\n",
                texts ? "char *const " : m->out->only_float ? "float " : "double ", name, items);
}

static void add_units(maker *m, const char *word, const word_kind *kind)
{
    const uint32_t joints = m->owners[OWNER_COORDINATE];
    const char **units = ARENA_ARRAY(m->mem, const char *, joints);
    for (uint32_t i = 0; i < joints; i++)
        units[i] = kind->unit[m->turns[i]];
    add_array(m, arena_printf(m->mem, "%s_units", word), joints, units, NULL);
}

static bool some_function_has(const maker *m, word_array array)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (function_has(m->graphs[i].function, array))
            return true;
    return false;
}

static void add_limits(maker *m)
{
    const uint32_t joints = m->owners[OWNER_COORDINATE];
    const double most = m->out->only_float ? (double)FLT_MAX : DBL_MAX;
    for (uint32_t k = 0; k < LIMITS; k++) {
        double *numbers = ARENA_ARRAY(m->mem, double, joints);
        for (uint32_t i = 0; i < joints; i++) {
            const double limit = m->limits[i][k];
            numbers[i] = limit > most ? most : limit < -most ? -most : limit;
        }
        add_array(m, arena_printf(m->mem, "joint_%s", LIMIT_WORD[k]), joints, NULL, numbers);
    }
}

static void add_words(maker *m, const ops *p)
{
    const char *infix = c_interface_infix(m->mem, p);
    const char **in = ARENA_ARRAY(m->mem, const char *, p->inputs_count),
               **out = ARENA_ARRAY(m->mem, const char *, p->outputs_count);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        in[i] = p->inputs[i].name;
    for (uint32_t i = 0; i < p->outputs_count; i++)
        out[i] = p->outputs[i].name;
    add_array(m, arena_printf(m->mem, "%sinput_names", infix), p->inputs_count, in, NULL);
    add_array(m, arena_printf(m->mem, "%soutput_names", infix), p->outputs_count, out, NULL);
}

static void make_arrays(maker *m)
{
    for (uint32_t k = 0; k < WORD_OWNERS; k++)
        add_array(m, WORD_OWNER[k].names, m->owners[k], m->names[k], NULL);
    add_units(m, "joint", &INPUT_KIND[INPUT_Q]);
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        if (word_is_of_joint(&OUTPUT_KIND[k]) && some_function_has(m, OUTPUT_KIND[k].array))
            add_units(m, OUTPUT_KIND[k].word, &OUTPUT_KIND[k]);
    add_limits(m);
    for (uint32_t i = 0; i < m->count; i++)
        add_words(m, &m->graphs[i]);
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Arrays that a function takes: those of joints that it is defined with, and others that some word
 * is of. Pivots are judged and not handed out. */
static bool takes_array(const graph_words *g, word_array array)
{
    if (array == ARRAY_PIVOT || array == ARRAY_PIVOT_WHOLE)
        return false;
    return function_always_has(g->p->function, array) || (g->used[array] && g->numbers[array]);
}

/* `changed`: what is written, beside results. */
static void add_arrays(text *out, const graph_words *g, const char *type, const char *comma,
                       uint64_t changed, uint64_t without)
{
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        if (!takes_array(g, (word_array)k) || without >> k & 1)
            continue;
        text_printf(out, "%s%s%s *%s", comma,
                    WORD_ARRAY[k].is_result || changed >> k & 1 ? "" : "const ", type,
                    WORD_ARRAY[k].name);
        comma = ", ";
    }
    text_add(out, ");\n");
}

static bool has_output(const ops *p, output_kind kind)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == kind)
            return true;
    return false;
}

static void add_closing(maker *m, const graph_words *g, const char *type, const char *tag)
{
    const uint64_t bit = 1, user = bit << ARRAY_USER_CONSTRAINTS;
    const bool of_user = g->used[ARRAY_USER_CONSTRAINTS];
    text *out = &m->out->declarations;
    if (!function_has(g->p->function, ARRAY_CLOSED_Q) || !g->used[ARRAY_RESIDUAL])
        return;
    text_printf(out, "int %s_%s_until_closed_%s(%s tolerance, unsigned limit", m->name,
                FUNCTION_KIND[g->p->function].call, tag, type);
    if (of_user)
        text_printf(out, ", void (*constraints)(const %s *q, const %s *qd, %s *user_constraints, "
                         "void *user), void *user", type, type, type);
    add_arrays(out, g, type, ", ", bit << ARRAY_Q | (of_user ? bit << ARRAY_QD : 0), user);
}

static void add_functions(maker *m, const char *type, const char *tag)
{
    text *out = &m->out->declarations;
    for (uint32_t i = 0; i < m->count; i++) {
        const graph_words *g = &m->words[i];
        const char *infix = c_interface_infix(m->mem, g->p);
        const char *gives = has_output(g->p, OUTPUT_PIVOT) ? "int" : "void";
        text_printf(out, "%s %s_%s_%s(", gives, m->name, FUNCTION_KIND[g->p->function].call, tag);
        add_arrays(out, g, type, "", 0, 0);
        text_printf(out, "%s %s_%sbatch_%s(size_t count, size_t stride", gives, m->name, infix,
                    tag);
        add_arrays(out, g, type, ", ", 0, 0);
        text_printf(out, "void %s_%swords_%s(const %s *in, %s *out);\n", m->name, infix, tag, type,
                    type);
        text_printf(out, "void %s_%swords_batch_%s(size_t count, size_t stride, const %s *in, "
                         "%s *out);\n", m->name, infix, tag, type, type);
        add_closing(m, g, type, tag);
    }
    text_printf(out, "void %s_sincos_%s(size_t count, const %s *angle, %s *sine, %s *cosine);\n",
                m->name, tag, type, type, type);
}

/* The type of words holds them, and what a core's words have stays in 32 bits. */
static void add_fixed_functions(maker *m)
{
    const graph_words *g = &m->words[0];
    text *out = &m->out->declarations;
    text_printf(out, "typedef int%d_t %s_word;\n", g->p->format > 32 ? 64 : 32, m->name);
    text_printf(out, "int %s_%swords_fixed(const %s_word *in, %s_word *out);\n", m->name,
                c_interface_infix(m->mem, g->p), m->name, m->name);
    text_printf(out, "int %s_%s_fixed(", m->name, FUNCTION_KIND[g->p->function].call);
    add_arrays(out, g, "double", "", 0, 0);
}

c_interface c_interface_make(arena *mem, const char *name, const ops *graphs, uint32_t count,
                             bool doubles, bool floats)
{
    c_interface made = {.declarations = text_make(mem), .only_float = !doubles};
    maker m = {.mem = mem, .name = name, .upper = c_reader_upper(mem, name), .graphs = graphs,
               .count = count, .out = &made};
    note_graphs(&m);
    made.turns = m.turns;
    make_counts(&m);
    if (ops_has_points(&graphs[0])) {
        add_fixed_functions(&m);
        return made;
    }
    make_arrays(&m);
    if (doubles)
        add_functions(&m, "double", "f64");
    if (floats)
        add_functions(&m, "float", "f32");
    return made;
}
