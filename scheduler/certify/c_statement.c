/* SPDX-License-Identifier: MIT */
/* Statements and calls of emitted C. */
#include "certify/c_run.h"

/* ---- text that is not run -------------------------------------------------------------------- */

/* From an open bracket to after the one that closes it. */
void c_skip_balanced(c_run *r)
{
    uint32_t open = 0;
    for (; r->at < r->list_count; r->at++) {
        const token t = r->list[r->at];
        if (TOKEN_CLASS(t) != TOKEN_MARK)
            continue;
        const uint32_t m = TOKEN_VALUE(t);
        open += m == '(' || m == '[' || m == '{';
        open -= m == ')' || m == ']' || m == '}';
        if (!open) {
            r->at++;
            return;
        }
    }
    r->at = r->list_count - 1;
    c_fail(r, "a bracket that is not closed");
}

void c_skip_statement(c_run *r)
{
    if (c_next_is(r, '{')) {
        c_skip_balanced(r);
        return;
    }
    if (c_take_word(r, C_FOR) || c_take_word(r, C_SWITCH)) {
        c_skip_balanced(r);
        c_skip_statement(r);
        return;
    }
    if (c_take_word(r, C_IF)) {
        c_skip_balanced(r);
        c_skip_statement(r);
        if (c_take_word(r, C_ELSE))
            c_skip_statement(r);
        return;
    }
    while (!r->failed && !c_next_is(r, ';')) {
        if (c_next_is(r, '{') || c_next_is(r, '(') || c_next_is(r, '['))
            c_skip_balanced(r);
        else if (++r->at >= r->list_count)
            c_fail(r, "a statement without an end");
    }
    c_take(r, ';');
}

/* ---- statements ------------------------------------------------------------------------------ */

static void statement(c_run *r);

static void block(c_run *r)
{
    const uint32_t undo = r->undo_count;
    while (!r->failed && !r->returned && !r->broke && !c_take(r, '}'))
        statement(r);
    c_forget(r, undo);
}

/* A condition that is no number: what returns there is noted, and the rest is run. */
static void guard(c_run *r, symbol condition)
{
    if (!c_take_word(r, C_RETURN)) {
        c_fail(r, "a condition that is not known");
        return;
    }
    const c_value v = c_expression(r);
    c_expect(r, ';');
    if (!r->failed && v.kind != C_INTEGER)
        c_fail(r, "a number was expected");
    *ARENA_PUSH(r->mem, r, guards) = (c_guard){condition, v.is.integer};
}

static void run_if(c_run *r)
{
    bool known = true;
    c_expect(r, '(');
    const c_value condition = c_expression(r);
    c_expect(r, ')');
    if (r->failed)
        return;
    const bool yes = c_is_true(r, &condition, &known);
    if (!known) {
        guard(r, condition.is.symbol);
        return;
    }
    if (yes)
        statement(r);
    else
        c_skip_statement(r);
    if (r->failed || r->returned || r->broke || !c_take_word(r, C_ELSE))
        return;
    if (yes)
        c_skip_statement(r);
    else
        statement(r);
}

enum { MOST_PASSES = 1 << 26 };

static bool goes_on(c_run *r, uint32_t test)
{
    bool known = true;
    if (c_short_test(r, test, &known))
        return known;
    r->at = test;
    const c_value v = c_expression(r);
    return !r->failed && c_is_true(r, &v, &known) && !r->failed;
}

static void run_for(c_run *r)
{
    const uint32_t undo = r->undo_count;
    c_expect(r, '(');
    const uint32_t open = r->at - 1;
    if (c_begins_type(r)) {
        c_declaration(r, c_type_name(r, NULL));
    } else {
        c_expression(r);
        c_expect(r, ';');
    }
    const uint32_t test = r->at;
    while (!r->failed && !c_next_is(r, ';'))
        r->at++;
    const uint32_t step = r->at + 1;
    r->at = open;
    c_skip_balanced(r);
    const uint32_t body = r->at;
    for (uint32_t pass = 0; !r->failed; pass++) {
        if (!goes_on(r, test))
            break;
        r->at = body;
        statement(r);
        if (r->returned)
            return;
        r->at = step;
        if (!c_short_step(r, step))
            c_expression(r);
        if (pass == MOST_PASSES)
            c_fail(r, "a loop that does not end");
    }
    r->at = body;
    if (!r->failed)
        c_skip_statement(r);
    c_forget(r, undo);
}

static void run_switch(c_run *r)
{
    bool runs = false, known;
    c_expect(r, '(');
    const c_value v = c_expression(r);
    c_expect(r, ')');
    const uint32_t open = r->at;
    c_is_true(r, &v, &known);
    c_expect(r, '{');
    while (!r->failed && !r->broke && !c_next_is(r, '}')) {
        if (c_take_word(r, C_CASE)) {
            const c_value label = c_assignment(r);
            c_expect(r, ':');
            runs |= known && label.kind == C_INTEGER && label.is.integer == v.is.integer;
        } else if (c_take_word(r, C_DEFAULT)) {
            c_expect(r, ':');
            runs = true; /* it stands last, and all before it end in break */
        } else if (runs) {
            statement(r);
        } else {
            c_skip_statement(r);
        }
    }
    r->broke = false;
    r->at = open;
    if (!r->failed)
        c_skip_balanced(r);
}

static void run_return(c_run *r)
{
    r->result = (c_value){.kind = C_NOTHING};
    if (!c_next_is(r, ';'))
        r->result = c_expression(r);
    c_expect(r, ';');
    r->returned = true;
}

static void statement(c_run *r)
{
    bool is_static = false;
    if (r->failed)
        return;
    r->statement = r->at;
    if (c_short_statement(r)) {
        return;
    } else if (c_take(r, '{')) {
        block(r);
    } else if (c_take(r, ';')) {
        return;
    } else if (c_take_word(r, C_IF)) {
        run_if(r);
    } else if (c_take_word(r, C_FOR)) {
        run_for(r);
    } else if (c_take_word(r, C_RETURN)) {
        run_return(r);
    } else if (c_take_word(r, C_SWITCH)) {
        run_switch(r);
    } else if (c_take_word(r, C_BREAK)) {
        c_expect(r, ';');
        r->broke = true;
    } else if (c_take_word(r, C_ENUM)) {
        c_declare_enum(r);
    } else if (c_begins_type(r)) {
        c_declaration(r, c_type_name(r, &is_static));
    } else {
        c_expression(r);
        c_expect(r, ';');
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

enum { MOST_CALLS = 64 };

static void bind(c_run *r, const c_value *arguments, uint32_t count)
{
    uint32_t k = 0;
    while (!r->failed && !c_take(r, ')')) {
        c_type type = c_type_name(r, NULL);
        if (type.base == C_BASE_VOID && !type.is_pointer && c_take(r, ')'))
            break;
        const uint32_t name = c_take_name(r);
        while (c_next_is(r, '[')) {
            c_skip_balanced(r);
            type.is_pointer = true;
        }
        if (k == count) {
            c_fail(r, "a call with too few arguments");
            return;
        }
        c_value v = arguments[k++];
        const c_value converted = c_convert(r, v, type);
        c_declare(r, name, (c_variable){.type = type, .value = converted});
        c_take(r, ',');
    }
    if (k < count)
        c_fail(r, "a call with too many arguments");
}

c_value c_call(c_run *r, uint32_t name, const c_value *arguments, uint32_t count)
{
    c_function *f = &r->functions[name];
    c_value out = {.kind = C_NOTHING};
    if (f->summary) {
        f->was_read = true;
        if (!f->summary(r, f->of, arguments, count, &out))
            c_fail(r, "'%s' is called with other numbers than its words", r->text->name[name]);
        return out;
    }
    if (!f->there || r->depth == MOST_CALLS) {
        c_fail(r, "'%s' is no function here", r->text->name[name]);
        return out;
    }
    const uint32_t statement = r->statement, undo = r->undo_count;
    const uint32_t known = r->symbols->list_count;
    const bool strict = r->strict;
    f->was_read = true;
    r->strict &= !f->is_whole;
    r->depth++;
    const c_cursor before = c_read_kept(r, f->parameters);
    bind(r, arguments, count);
    if (f->in_text && !r->failed)
        c_read_text(r, f->body);
    else if (!r->failed)
        r->at = f->body;
    c_expect(r, '{');
    block(r);
    c_forget(r, undo);
    out = r->returned ? c_convert(r, r->result, f->type) : out;
    c_go_back(r, before);
    r->returned = false;
    r->depth--;
    r->strict = strict;
    if (r->failed)
        return out;
    r->statement = statement;
    if (f->is_whole && out.kind == C_SYMBOL)
        c_found(r, out.is.symbol, known);
    if (r->on_return)
        r->on_return(r, r->hook, name, &out);
    return out;
}
