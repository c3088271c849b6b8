/* SPDX-License-Identifier: MIT */
/* Types, tables and variables of emitted C. */
#include "certify/c_run.h"

/* ---- types ----------------------------------------------------------------------------------- */

static uint32_t name_at(const c_run *r)
{
    const token t = r->list[r->at];
    return TOKEN_CLASS(t) == TOKEN_NAME ? TOKEN_VALUE(t) : C_NONE;
}

/* A macro that stands for `static` and attributes. */
static bool is_quality_macro(const c_run *r, uint32_t name)
{
    const c_macro *m = &r->macros[name];
    if (!m->there || m->takes_argument || !m->start || m->start == m->end)
        return false;
    const token first = r->text->list[m->start];
    return TOKEN_CLASS(first) == TOKEN_NAME &&
           (TOKEN_VALUE(first) == C_STATIC ||
            (TOKEN_VALUE(first) != name && TOKEN_VALUE(first) >= C_WORD_COUNT &&
             is_quality_macro(r, TOKEN_VALUE(first))));
}

bool c_begins_type(const c_run *r)
{
    const uint32_t name = name_at(r);
    return (name >= C_CONST && name <= C_ENUM) || name == C_ATTRIBUTE ||
           (name >= C_WORD_COUNT && (r->is_type[name] || is_quality_macro(r, name)));
}

static c_type integer_type(uint8_t bits, bool is_unsigned)
{
    return (c_type){.base = C_BASE_INTEGER, .bits = bits, .is_unsigned = is_unsigned};
}

static c_type word_type(uint32_t word)
{
    switch (word) {
    case C_INT:
    case C_INT32: return integer_type(32, false);
    case C_UNSIGNED:
    case C_UINT32: return integer_type(32, true);
    case C_SIZE:
    case C_UINT64: return integer_type(64, true);
    case C_INT64: return integer_type(64, false);
    case C_UINT16: return integer_type(16, true);
    case C_UINT8:
    case C_CHAR: return integer_type(8, true);
    case C_FLOAT: return c_real_type(true);
    case C_DOUBLE: return c_real_type(false);
    default: return (c_type){.base = C_BASE_VOID};
    }
}

/* Sizes in brackets after a name; 0 for an open one. Returns how many there are. */
enum { MOST_DIMS = 3 };
static uint32_t read_dims(c_run *r, uint32_t dims[MOST_DIMS])
{
    uint32_t rank = 0;
    while (c_take(r, '[')) {
        uint32_t size = 0;
        if (!c_next_is(r, ']')) {
            const c_value v = c_assignment(r);
            if (!r->failed && (v.kind != C_INTEGER || v.is.integer <= 0 || v.is.integer > 1 << 28))
                c_fail(r, "a size that is none");
            size = (uint32_t)v.is.integer;
        }
        c_expect(r, ']');
        if (rank == MOST_DIMS) {
            c_fail(r, "an array of more sizes than any emitted one");
            return rank;
        }
        dims[rank++] = size;
    }
    return rank;
}

static c_type read_struct(c_run *r, bool is_union)
{
    c_struct s = {0};
    c_expect(r, '{');
    while (!r->failed && !c_take(r, '}')) {
        const c_type type = c_type_name(r, NULL);
        do {
            uint32_t dims[MOST_DIMS] = {0};
            c_field f = {.type = type, .offset = is_union ? 0 : s.cells};
            f.name = c_take_name(r);
            const uint32_t rank = read_dims(r, dims);
            f.count = rank ? dims[0] : 0;
            const uint32_t cells = c_type_cells(r, type) * (rank ? dims[0] : 1);
            s.cells = is_union ? (s.cells > cells ? s.cells : cells) : s.cells + cells;
            *ARENA_PUSH(r->mem, &s, fields) = f;
        } while (c_take(r, ','));
        c_expect(r, ';');
    }
    if (r->structs_count == UINT16_MAX)
        c_fail(r, "more structs than any emitted text has");
    *ARENA_PUSH(r->mem, r, structs) = s;
    return (c_type){.base = C_BASE_STRUCT, .of = (uint16_t)(r->structs_count - 1),
                    .is_union = is_union};
}

/* __attribute__((..)): of interest is the size of a vector. */
void c_read_attributes(c_run *r, c_type *t)
{
    const uint32_t start = r->at;
    c_skip_balanced(r);
    const uint32_t end = r->at;
    for (r->at = start; !r->failed && r->at < end; r->at++)
        if (c_take_word(r, C_VECTOR_SIZE)) {
            c_expect(r, '(');
            const c_value bytes = c_expression(r);
            if (!r->failed && t->bits && bytes.kind == C_INTEGER &&
                bytes.is.integer * 8 / t->bits <= C_MOST_LANES)
                t->lanes = (uint8_t)(bytes.is.integer * 8 / t->bits);
            else
                c_fail(r, "a vector of a size that no emitted one has");
        }
    r->at = end;
}

c_type c_type_name(c_run *r, bool *is_static)
{
    c_type t = {0};
    bool known = false;
    while (!r->failed) {
        const uint32_t name = name_at(r);
        if (name == C_ATTRIBUTE) {
            r->at++;
            c_read_attributes(r, &t);
        } else if (name >= C_CONST && name <= C_RESTRICT) {
            if (is_static)
                *is_static |= name == C_STATIC;
            r->at++;
        } else if (!known && name == C_ENUM) {
            break;
        } else if (!known && (name == C_STRUCT || name == C_UNION)) {
            r->at++;
            t = read_struct(r, name == C_UNION);
            known = true;
        } else if (!known && name >= C_VOID && name <= C_UINT8) {
            t = word_type(name);
            known = true;
            r->at++;
        } else if (name >= C_WORD_COUNT && is_quality_macro(r, name)) {
            r->at++;
        } else if (!known && name >= C_WORD_COUNT && r->is_type[name]) {
            t = r->types[name];
            known = true;
            r->at++;
        } else if (c_take(r, '*')) {
            t.is_pointer = true;
        } else {
            break;
        }
    }
    if (!known)
        c_fail(r, "a type was expected");
    return t;
}

/* ---- variables ------------------------------------------------------------------------------- */

void c_declare(c_run *r, uint32_t name, c_variable v)
{
    c_undo u = {.name = name};
    if (r->variables[name].there) {
        *ARENA_PUSH(r->mem, r, saved) = r->variables[name];
        u.saved = r->saved_count;
    }
    *ARENA_PUSH(r->mem, r, undo) = u;
    v.there = true;
    r->variables[name] = v;
}

void c_forget(c_run *r, uint32_t undo_count)
{
    while (r->undo_count > undo_count) {
        const c_undo u = r->undo[--r->undo_count];
        if (u.saved)
            r->variables[u.name] = r->saved[--r->saved_count];
        else
            r->variables[u.name].there = false;
    }
}

static void clear(c_run *r, c_value at)
{
    const symbol zero = symbols_number(r->symbols, 0);
    if (at.type.base == C_BASE_STRUCT) {
        const c_struct s = r->structs[at.type.of];
        for (uint32_t i = 0; i < s.fields_count; i++) {
            c_value field = at;
            field.type = s.fields[i].type;
            field.offset += s.fields[i].offset;
            clear(r, field);
        }
        return;
    }
    c_store(r, at, at.type.base == C_BASE_REAL ? c_of_symbol(zero, at.type) : c_integer(0));
}

/* What stands in braces, or one value; what is missing is 0. */
static void initialise(c_run *r, c_value at)
{
    if (!c_take(r, '{')) {
        const c_value v = c_assignment(r);
        if (!r->failed)
            c_store(r, at, v);
        return;
    }
    uint32_t count = 0, room = 1;
    const bool is_struct = !at.rank && at.type.base == C_BASE_STRUCT;
    if (at.rank)
        room = at.dims[0];
    else if (is_struct)
        room = r->structs[at.type.of].fields_count;
    if (!at.rank && !is_struct)
        clear(r, at); /* {0} of a vector */
    while (!r->failed && !c_next_is(r, '}')) {
        c_value one = at;
        if (count == room) {
            c_fail(r, "more values than there is room for");
            return;
        }
        if (at.rank) {
            one = c_element(r, at, count);
        } else if (is_struct) {
            const c_field *f = &r->structs[at.type.of].fields[count];
            one.type = f->type;
            one.offset += f->offset;
        } else {
            one.type.lanes = 0;
        }
        initialise(r, one);
        count++;
        if (!c_take(r, ','))
            break;
    }
    c_expect(r, '}');
    for (; at.rank && count < room && !r->failed; count++) {
        c_value rest = c_element(r, at, count);
        for (; rest.rank; rest.rank--)
            c_fail(r, "an array of arrays that is not given whole");
        clear(r, rest);
    }
}

/* How many elements stand in the braces at hand. */
static uint32_t count_elements(c_run *r)
{
    const uint32_t start = r->at;
    uint32_t count = 0;
    if (!c_take(r, '{'))
        return 0;
    while (!r->failed && !c_next_is(r, '}')) {
        count++;
        while (!r->failed && !c_next_is(r, ',') && !c_next_is(r, '}')) {
            if (c_next_is(r, '{') || c_next_is(r, '('))
                c_skip_balanced(r);
            else
                r->at++;
        }
        c_take(r, ',');
    }
    r->at = start;
    return count;
}

static void declare_array(c_run *r, uint32_t name, c_type type, uint32_t *dims, uint32_t rank)
{
    uint64_t cells = c_type_cells(r, type);
    uint32_t *kept = ARENA_ARRAY(r->mem, uint32_t, rank);
    const bool given = c_take(r, '=');
    if (given && !dims[0])
        dims[0] = count_elements(r);
    for (uint32_t i = 0; i < rank; i++) {
        cells *= dims[i];
        kept[i] = dims[i];
    }
    if (!cells || cells > 1u << 28) {
        c_fail(r, "an array of no size");
        return;
    }
    c_value at = c_run_pointer(c_run_object(r, (uint32_t)cells), type);
    at.dims = kept;
    at.rank = (uint8_t)rank;
    c_declare(r, name, (c_variable){.type = type, .value = at, .is_array = true});
    if (given)
        initialise(r, at);
}

static void declare_scalar(c_run *r, uint32_t name, c_type type)
{
    c_variable v = {.type = type, .value = {.kind = C_NOTHING, .type = type}};
    if (type.base == C_BASE_STRUCT && !type.is_pointer && !c_next_is(r, '=')) {
        v.value = c_run_pointer(c_run_object(r, c_type_cells(r, type)), type);
        c_declare(r, name, v);
        return;
    }
    if (c_take(r, '=')) {
        if (c_next_is(r, '{')) {
            v.object = 1 + c_run_object(r, c_type_cells(r, type));
            c_declare(r, name, v);
            initialise(r, c_run_pointer(v.object - 1, type));
            return;
        }
        c_value value = c_assignment(r);
        if (r->failed)
            return;
        if (r->on_store)
            r->on_store(r, r->hook, name, &value);
        v.value = c_convert(r, value, type);
    }
    c_declare(r, name, v);
}

/* What follows a type: names, with sizes and values. */
void c_declaration(c_run *r, c_type type)
{
    do {
        uint32_t dims[MOST_DIMS] = {0};
        c_type own = type;
        while (c_take(r, '*') || c_take_word(r, C_CONST))
            own.is_pointer |= r->list[r->at - 1].what == TOKEN(TOKEN_MARK, '*');
        const uint32_t name = c_take_name(r), rank = read_dims(r, dims);
        if (rank && !r->failed)
            declare_array(r, name, own, dims, rank);
        else if (!r->failed)
            declare_scalar(r, name, own);
        type.is_pointer = false;
    } while (c_take(r, ','));
    c_expect(r, ';');
}

void c_declare_enum(c_run *r)
{
    int64_t next = 0;
    c_expect(r, '{');
    while (!r->failed && !c_next_is(r, '}')) {
        const uint32_t name = c_take_name(r);
        if (c_take(r, '=')) {
            const c_value v = c_assignment(r);
            if (!r->failed && v.kind != C_INTEGER)
                c_fail(r, "a number was expected");
            next = v.is.integer;
        }
        c_value v = c_integer(next++);
        c_declare(r, name, (c_variable){.type = v.type, .value = v});
        if (!c_take(r, ','))
            break;
    }
    c_expect(r, '}');
    c_expect(r, ';');
}
