/* SPDX-License-Identifier: MIT */
#include "emit/c/called_laws.h"

#include "emit/parts.h"
#include "robot/law_asks.h"

#include <string.h>

/* A function, and `elements`, with the arrays that they take. */
typedef struct {
    const tree *t;
    const char *name;
    const ops *p, *states;
    state_array_info takes[WORD_ARRAYS], asks[WORD_ARRAYS];
    bool closes;
    bool is_given; /* other elements have numbers in element_forces, which the caller gives */
    text *out;
} called;

static bool is_call(const tree *t, const ops_input *in)
{
    return INPUT_KIND[in->kind].array == ARRAY_ELEMENT_FORCES &&
           t->elements[in->index].what.law == LAW_CALL;
}

bool called_laws_enter(const tree *t, const ops *p)
{
    uint32_t i = 0;
    while (i < p->inputs_count && !is_call(t, &p->inputs[i]))
        i++;
    return i < p->inputs_count;
}

static called make(const tree *t, const ops *p, const ops *states, const char *name, text *out)
{
    arena *mem = out->mem;
    called f = {.t = t, .name = name, .p = p, .states = states, .out = out};
    const layout of_p = layout_make(mem, p), of_states = layout_make(mem, states);
    const emitter e = {.p = p, .shape = &of_p};
    layout_arrays(&of_p, p, f.takes);
    layout_arrays(&of_states, states, f.asks);
    f.closes = emit_can_close(&e);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        f.is_given = f.is_given || (INPUT_KIND[p->inputs[i].kind].array == ARRAY_ELEMENT_FORCES &&
                                    !is_call(t, &p->inputs[i]));
    return f;
}

/* ---- the laws -------------------------------------------------------------------------------- */

static void declare_laws(const tree *t, text *out)
{
    for (uint32_t k = 0, i = 0; k < t->elements_count; k++) {
        const robot_element *e = &t->elements[k].what;
        for (i = 0; i < k && (t->elements[i].what.law != LAW_CALL || e->law != LAW_CALL ||
                              strcmp(t->elements[i].what.call, e->call) != 0); i++)
            ;
        if (e->law == LAW_CALL && i == k)
            text_printf(out, "double %s(double x, double xd, double t, void *user, "
                             "double dydx[2]);\n", e->call);
    }
}

static const char ASK[] =
    "    for (size_t i = 0; i < sizeof LAWS / sizeof LAWS[0]; i++) {\n"
    "        const double x = LAWS[i].x_scale * (states[LAWS[i].x] - LAWS[i].rest);\n"
    "        const double xd = LAWS[i].xd_scale * states[LAWS[i].xd];\n"
    "        double slope[2] = {NAN, NAN}, force = 0;\n"
    "        if (!LAWS[i].touches || x > 0)\n"
    "            force = LAWS[i].law(x, xd, t, user, slope);\n"
    "        else\n"
    "            slope[0] = slope[1] = 0;\n"
    "        if (lines) {\n"
    "            force -= slope[0] * x + slope[1] * xd;\n"
    "            forces[LAWS[i].by_x] = slope[0];\n"
    "            forces[LAWS[i].by_xd] = slope[1];\n"
    "        }\n"
    "        if (!isfinite(force))\n"
    "            return LAW_SAYS_NOTHING;\n"
    "        forces[LAWS[i].force] = force;\n"
    "    }\n"
    "    return 0;\n"
    "}\n";

static void define_law(const char *call, const law_ask *a, text *out)
{
    text_printf(out, "\n    {%s, %u, %u, %g, %g, ", call, a->x, a->xd, a->x_scale, a->xd_scale);
    text_add_number(out, a->rest);
    text_printf(out, ", %d, %u, %u, %u},", a->touches, a->force, a->by_x, a->by_xd);
}

static void define_laws(const called *f)
{
    const char *comma;
    text_add(f->out, "enum { LAW_SAYS_NOTHING = 3 };\n\n"
                     "/* x = x_scale (states[x] - rest), xd likewise; laws that touch say nothing "
                     "unless x > 0. */\nstatic const struct {\n"
                     "    double (*law)(double x, double xd, double t, void *user, double dydx[2]);"
                     "\n    size_t x, xd;\n    double x_scale, xd_scale, rest;\n"
                     "    int touches;\n"
                     "    size_t force, by_x, by_xd;\n} LAWS[] = {");
    for (uint32_t k = 0; k < f->t->elements_count; k++) {
        const robot_element *e = &f->t->elements[k].what;
        law_ask asks[LAW_ASKS_MOST];
        const uint32_t count = e->law == LAW_CALL ? law_asks(e, k, asks) : 0;
        for (uint32_t i = 0; i < count; i++)
            define_law(e->call, &asks[i], f->out);
    }
    text_add(f->out, "\n};\n\n/* What the laws give; with `lines` the lines that they follow: "
                     "force, and slopes by x and xd. */\n"
                     "static int ask_laws(double t, void *user, int lines, double *forces");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->asks[k].there && !f->asks[k].result && k != ARRAY_ELEMENT_FORCES)
            text_printf(f->out, ", const double *%s", f->asks[k].name);
    text_add(f->out, ")\n{\n");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->asks[k].there && f->asks[k].result)
            text_printf(f->out, "    double %s[%u];\n",
                        k == ARRAY_ELEMENT_STATES ? "states" : f->asks[k].name, f->asks[k].count);
    text_printf(f->out, "    %s_%s_f64(", f->name, FUNCTION_KIND[FUNCTION_ELEMENTS].call);
    comma = "";
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->asks[k].there) {
            text_printf(f->out, "%s%s", comma,
                        k == ARRAY_ELEMENT_STATES   ? "states"
                        : k == ARRAY_ELEMENT_FORCES ? "forces"
                                                    : f->asks[k].name);
            comma = ", ";
        }
    text_add(f->out, ");\n");
    text_add(f->out, ASK);
}

/* ---- one function ---------------------------------------------------------------------------- */

static void prototype(const called *f)
{
    text_printf(f->out, "int %s_%s_with_laws_f64(%sdouble t, void *user", f->name,
                FUNCTION_KIND[f->p->function].call,
                f->closes ? "double tolerance, unsigned limit, " : "");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const bool changed = f->takes[k].result || (f->closes && k == ARRAY_Q);
        if (f->takes[k].there && (k != ARRAY_ELEMENT_FORCES || f->is_given))
            text_printf(f->out, ",\n    %sdouble *%s", changed ? "" : "const ", f->takes[k].name);
    }
    text_add(f->out, ")");
}

static void call(const called *f, const char *before)
{
    const char *comma = f->closes ? "tolerance, limit, " : "";
    text_printf(f->out, "    %s%s_%s%s_f64(", before, f->name, FUNCTION_KIND[f->p->function].call,
                f->closes ? "_until_closed" : "");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->takes[k].there) {
            text_printf(f->out, "%s%s", comma,
                        k == ARRAY_ELEMENT_FORCES ? "forces" : f->takes[k].name);
            comma = ", ";
        }
    text_add(f->out, ");\n");
}

/* What `elements` takes and the function does not is zero. */
static void ask(const called *f)
{
    text_printf(f->out, "    %sask_laws(t, user, %d, forces", f->closes ? "lost = " :
                "const int lost = ", function_derives(f->p->function));
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->asks[k].there && !f->asks[k].result && k != ARRAY_ELEMENT_FORCES)
            text_printf(f->out, ", %s", f->takes[k].there
                                            ? f->takes[f->closes && k == ARRAY_QD ? ARRAY_CLOSED_QD
                                                                                  : k].name
                                            : "none");
    text_add(f->out, ");\n    if (lost)\n        return lost;\n");
}

static void define(const called *f)
{
    const ops *p = f->p;
    const layout l = layout_make(f->out->mem, p);
    const emitter e = {.p = p, .shape = &l};
    uint32_t most = 1;
    bool has_none = false;
    text_add(f->out, "\n");
    prototype(f);
    text_printf(f->out, "\n{\n    double forces[%u] = {0};\n", 7 * f->t->elements_count);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (f->asks[k].there && !f->asks[k].result && k != ARRAY_ELEMENT_FORCES &&
            !f->takes[k].there) {
            has_none = true;
            most = f->asks[k].count > most ? f->asks[k].count : most;
        }
    if (has_none)
        text_printf(f->out, "    const double none[%u] = {0};\n", most);
    if (f->is_given)
        text_printf(f->out, "    memcpy(forces, element_forces, %u * sizeof *forces);\n",
                    f->takes[ARRAY_ELEMENT_FORCES].count);
    if (f->closes) {
        call(f, "int lost = ");
        text_add(f->out, "    if (lost)\n        return lost;\n");
    }
    ask(f);
    const bool judges = f->closes || emit_has_pivots(&e);
    call(f, judges ? "return " : "");
    text_add(f->out, judges ? "}\n" : "    return 0;\n}\n");
}

/* ---- the files ------------------------------------------------------------------------------- */

static status check(const called *f, const emit_c_options *o, diag *d)
{
    const robot_element *e = &f->t->elements[tree_called_law(f->t)].what;
    if (!o->with_double)
        return diag_error(d, e->at, "%s, which takes doubles: leave out --real float",
                          element_call_told(d->mem, e));
    if (function_has(f->p->function, ARRAY_CLOSED_Q) && !f->takes[ARRAY_CLOSED_QD].there)
        return diag_error(d, e->at, "%s: function '%s' closes loops and does not tell at which "
                          "rates, so that it cannot be asked; law='user' leaves the call to you",
                          element_call_told(d->mem, e), FUNCTION_KIND[f->p->function].name);
    if (f->closes && f->takes[ARRAY_USER_CONSTRAINTS].there)
        return diag_error(d, e->at, "%s: function '%s' asks you for constraints of your own, and "
                          "for laws, too: law='user' leaves the call to you",
                          element_call_told(d->mem, e), FUNCTION_KIND[f->p->function].name);
    return STATUS_OK;
}

static const ops *states_of(const ops *list, uint32_t count)
{
    uint32_t i = 0;
    while (i + 1 < count && list[i].function != FUNCTION_ELEMENTS)
        i++;
    return &list[i];
}

status called_laws_emit(const tree *t, const ops *list, uint32_t count,
                        const emit_c_options *options, text *c, text *h, diag *d)
{
    const ops *states = states_of(list, count);
    const char *name = options->name ? options->name : emit_c_name(c->mem, list[0].robot);
    const char *upper = emit_upper_name(c->mem, name);
    text_printf(h, "/* Functions of %s.h with laws that are calls, made by tauflow: link with "
                   "%s.c, %s_laws.c\n * and the laws, which are yours. Each takes the arrays of "
                   "the function without `with_laws` but for\n * element_forces, which it asks the "
                   "laws for, at the time t; user: handed to them. It returns what that\n * "
                   "returns, 0 where that returns nothing, and 3 where a law gives no finite "
                   "number. Of what is derived\n * a law tells dydx[0] and dydx[1], what its "
                   "force changes by with x and xd. */\n#ifndef %s_LAWS_H\n#define %s_LAWS_H\n\n"
                   "#include \"%s.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
                   "/* Yours: the force at x and its rate xd. */\n",
                name, name, name, upper, upper, name);
    declare_laws(t, h);
    text_printf(c, "/* Made by tauflow; what is in it is told in %s_laws.h. */\n#include "
                   "\"%s_laws.h\"\n\n#include <math.h>\n#include <string.h>\n\n", name, name);
    const called laws = make(t, states, states, name, c);
    define_laws(&laws);
    for (uint32_t i = 0; i < count; i++) {
        called f = make(t, &list[i], states, name, c);
        if (!called_laws_enter(t, &list[i]))
            continue;
        TRY(check(&f, options, d));
        define(&f);
        f.out = h;
        text_add(h, "\n");
        prototype(&f);
        text_add(h, ";\n");
    }
    text_add(h, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    return STATUS_OK;
}
