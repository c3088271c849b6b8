/* SPDX-License-Identifier: MIT */
#include "numbers/gappa.h"

#include "numbers/error_bound.h"
#include "operations/ops_fixed.h"

typedef struct {
    const ops *p;
    const numbers_facts *f;
    const double *error; /* per operation */
    text *out;
} script;

/* Exact values are x..., rounded ones r...; names of the graph may be anything, so numbers. */
static const char CLASS[] = {[FROM_INPUT] = 'i', [FROM_CONSTANT] = 'k', [FROM_OP] = 't'};

static void write_name(const script *s, char form, operand x)
{
    text_printf(s->out, "%c%c%u", form, CLASS[OPERAND_CLASS(x)], OPERAND_INDEX(x));
}

/* An input is rounded where it enters, a constant is known, a result is what its own problem says
 * of it. */
static void define_operand(const script *s, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    const int point = ops_point(s->p, x);
    int64_t rounded = 0;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: text_printf(s->out, "ri%u = fixed<%d, nu>(xi%u);\n", i, -point, i); break;
    case FROM_CONSTANT:
        fixed_from_double(s->p->format, point, s->p->constants[i].value, &rounded);
        text_printf(s->out, "xk%u = %a;\nrk%u = %lldb%d;\n", i, s->p->constants[i].value, i,
                    (long long)rounded, -point);
        break;
    case FROM_OP: break;
    }
}

static void define_result(const script *s, const op *o, bool rounded)
{
    static const char SIGN[] = {[OP_MUL] = '*', [OP_ADD] = '+', [OP_SUB] = '-'};
    const char form = rounded ? 'r' : 'x';
    text_printf(s->out, "%c = ", form);
    if (rounded)
        text_printf(s->out, "fixed<%d, nu>(", -o->point);
    write_name(s, form, o->a);
    text_printf(s->out, " %c ", SIGN[o->kind]);
    write_name(s, form, o->b);
    text_add(s->out, rounded ? ");\n" : ";\n");
}

/* Adds what is known of an operand; false where nothing need be said. */
static bool assume_operand(const script *s, const char *before, operand x)
{
    const span range = value_range(&s->f->ranges, &s->f->box, x);
    const uint32_t i = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        return false;
    text_add(s->out, before);
    write_name(s, 'x', x);
    text_printf(s->out, " in [%a, %a]", range.low, range.high);
    if (OPERAND_CLASS(x) == FROM_OP)
        text_printf(s->out, " /\\ |rt%u - xt%u| <= %a /\\ @FIX(rt%u, %d)", i, i, s->error[i], i,
                    -s->p->list[i].point);
    text_add(s->out, "\n");
    return true;
}

/* Whether the range follows from those of the operands. */
static bool follows(const script *s, uint32_t i)
{
    const op *o = &s->p->list[i];
    const span range = s->f->ranges.op[i];
    const span a = value_range(&s->f->ranges, &s->f->box, o->a);
    const span b = value_range(&s->f->ranges, &s->f->box, o->b);
    const span own = o->kind != OP_MUL  ? o->kind == OP_ADD ? span_add(a, b) : span_sub(a, b)
                     : o->a == o->b     ? span_square(a)
                                        : span_mul(a, b);
    return own.low >= range.low && own.high <= range.high;
}

static void write_problem(const script *s, uint32_t i)
{
    const op *o = &s->p->list[i];
    const span range = s->f->ranges.op[i];
    const bool proved = follows(s, i);
    text_add(s->out, "# operation ");
    ops_print_name(o->name, s->out);
    text_add(s->out, "\n");
    define_operand(s, o->a);
    if (o->b != o->a)
        define_operand(s, o->b);
    define_result(s, o, false);
    define_result(s, o, true);
    text_add(s->out, "{\n");
    const char *before = assume_operand(s, "  ", o->a) ? "  /\\ " : "  ";
    if (o->b != o->a && assume_operand(s, before, o->b))
        before = "  /\\ ";
    if (!proved) {
        text_printf(s->out, "%sx in [%a, %a] # taken\n", before, range.low, range.high);
        before = "  /\\ ";
    }
    text_add(s->out, before[2] ? "  ->\n" : "");
    if (proved)
        text_printf(s->out, "  x in [%a, %a] /\\\n", range.low, range.high);
    text_printf(s->out, "  |r| <= %a /\\ |r - x| <= %a\n}\n",
                fixed_value(o->point, fixed_largest(s->p->format)), s->error[i]);
}

uint32_t gappa_write(const ops *p, const numbers_facts *f, text *out)
{
    arena mem = arena_make();
    const script s = {p, f, error_forwards(&mem, p, &f->box, &f->ranges), out};
    uint32_t taken = 0;
    for (uint32_t i = 0; i < p->list_count; i++) {
        write_problem(&s, i);
        taken += !follows(&s, i);
    }
    arena_free(&mem);
    return taken;
}
