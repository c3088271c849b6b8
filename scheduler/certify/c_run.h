/* SPDX-License-Identifier: MIT */
/* Emitted C run on symbols: numbers that are inputs are names, what is computed of them are
 * expressions (symbols.h, forms.h), while counters and places in arrays are numbers. Only the small
 * language that the emitters write is understood; all else is an error with its line. */
#ifndef TAUFLOW_C_RUN_H
#define TAUFLOW_C_RUN_H

#include "certify/c_tokens.h"
#include "certify/integer_forms.h"

enum { C_MOST_LANES = 16 };

/* Types and values are handed on all the time, so they are small. */
enum { C_BASE_VOID, C_BASE_INTEGER, C_BASE_REAL, C_BASE_STRUCT };
typedef uint8_t c_base;

typedef struct {
    c_base base;
    uint8_t bits;  /* of an integer or a real */
    uint8_t lanes; /* of a vector; 0: none */
    bool is_unsigned, is_pointer, is_union;
    uint16_t of; /* number of a struct */
} c_type;

enum {
    C_NOTHING, /* never written, or of a text that is skipped */
    C_INTEGER,
    C_SYMBOL, /* a real, or a condition; of a vector: in every lane */
    C_LANES,  /* a vector whose lanes differ */
    C_FORM,   /* an integer of fixed point */
    C_POINTER
};
typedef uint8_t c_kind;

typedef struct {
    c_kind kind;
    uint8_t rank; /* of an array of arrays: how many sizes are left */
    uint32_t object; /* of a pointer */
    c_type type; /* of a pointer: that of what it points at */
    union {
        union {
            int64_t integer;
            symbol symbol;
            form form;
            const symbol *lanes;
        } is;
        const uint32_t *dims; /* of a pointer: sizes that are left, outermost first */
    };
    union {
        double most;    /* of a form: no larger in size than this */
        int64_t offset; /* of a pointer: cells */
    };
} c_value;

typedef struct {
    c_kind kind;
    uint32_t place; /* of the text that wrote it */
    int64_t is;
} c_cell;

typedef struct {
    c_cell *cells;
    uint32_t count;
    bool read_only;
} c_object;

typedef struct {
    uint32_t name, offset; /* cells */
    c_type type;
    uint32_t count; /* of an array; 0: none */
} c_field;

typedef struct {
    c_field *fields;
    uint32_t fields_count, fields_capacity;
    uint32_t cells;
} c_struct;

typedef struct {
    bool there, is_array; /* is_array: value is the pointer to its first element */
    c_type type;
    c_value value;
    uint32_t object; /* 1 + that of a variable whose place was asked for; 0: none */
} c_variable;

typedef struct {
    uint32_t name, saved; /* saved: 1 + number of what it was before */
} c_undo;

typedef struct {
    uint32_t start, end; /* tokens of its text; start 0: it is `value` */
    bool there, takes_argument;
    int64_t value;
} c_macro;

typedef struct c_run c_run;

typedef struct {
    bool there;
    c_type type;
    uint32_t parameters, body, place;
    bool in_text;  /* the body is read where it stands in the text, and was not kept apart */
    bool was_read; /* run, or known */
    bool is_whole; /* what it gives has to be an operation, not what it does for that */
    /* What it does without running it; NULL: it is run. */
    bool (*summary)(c_run *r, void *of, const c_value *arguments, uint32_t count, c_value *out);
    void *of;
} c_function;

/* An `if` on a condition that is no number, which then returns. */
typedef struct {
    symbol condition;
    int64_t returned;
} c_guard;

struct c_run {
    arena *mem;
    c_text *text;
    symbols *symbols;
    forms *forms;
    diag *d;
    status failed;

    /* What is read: what the preprocessor kept, or the text itself, of which bodies without
     * directives are not copied: `bodies` says where those stand that kept braces are of. */
    token *list;
    uint32_t list_count;
    token *kept;
    uint32_t kept_count;
    c_block *bodies; /* open: of the kept brace, close: of that of the text */
    uint32_t bodies_count, bodies_capacity;
    c_macro *macros; /* by name, as are the next three */
    c_function *functions;
    c_variable *variables;
    c_type *types;
    bool *is_type;
    uint32_t names; /* rooms of these */
    c_struct *structs;
    uint32_t structs_count, structs_capacity;
    c_object *objects;
    uint32_t objects_count, objects_capacity;
    symbol *numbers; /* symbols of numbers of the text; 0: not asked for yet */
    c_undo *undo;
    uint32_t undo_count, undo_capacity;
    c_variable *saved;
    uint32_t saved_count, saved_capacity;

    bool in_directive; /* what is not known is 0 */
    bool any_format;   /* numbers of any format are taken */
    uint32_t at;    /* token at hand */
    uint32_t skip;  /* above 0: text is read and nothing is done */
    uint32_t depth; /* of calls */
    bool returned, broke;
    c_value result;
    c_guard *guards;
    uint32_t guards_count, guards_capacity;
    bool strict;       /* every operation has to be one of the graph: a new symbol is an error */
    /* Tells which operation of the graph a text like t12 stands for, for messages; NULL: nobody
     * does. */
    const ops *graph;
    uint32_t statement; /* token that the statement at hand begins with */
    double word_most; /* of words of fixed point, which are what arrays hold */
    /* Integers of fixed point: what was stored under that name becomes this value. */
    void (*on_store)(c_run *r, void *of, uint32_t name, c_value *value);
    void (*on_return)(c_run *r, void *of, uint32_t function, c_value *value);
    void *hook;
};

c_run c_run_make(arena *mem, c_text *of, symbols *s, forms *f, diag *d);

/* Keeps what the preprocessor keeps where these names have these values (UINT32_MAX names end the
 * list), and takes up types, functions and tables of what is kept. */
typedef struct {
    const char *name;
    int64_t value;
    bool is_type; /* of signed integers of so many bits */
} c_setting;
status c_run_begin(c_run *r, const c_setting *settings, uint32_t count);

/* A new object with so many cells; a pointer to it. */
uint32_t c_run_object(c_run *r, uint32_t cells);
c_value c_run_pointer(uint32_t object, c_type type);
static inline c_value c_integer(int64_t value)
{
    return (c_value){.kind = C_INTEGER, .type = {.base = C_BASE_INTEGER, .bits = 32},
                     .is.integer = value};
}
static inline c_value c_of_symbol(symbol x, c_type type)
{
    return (c_value){.kind = C_SYMBOL, .type = type, .is.symbol = x};
}
/* Calls a function of the text. */
status c_run_call(c_run *r, const char *name, const c_value *arguments, uint32_t count,
                  c_value *out);
c_function *c_run_function(c_run *r, const char *name);
static inline c_type c_real_type(bool is_float)
{
    return (c_type){.base = C_BASE_REAL, .bits = is_float ? 32 : 64};
}

/* ---- inside ---------------------------------------------------------------------------------- */

/* Records the first failure, with the line of the token at hand; the text that is left is skipped.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void c_fail(c_run *r, const char *format, ...);

/* Where it reads, to come back to; what to read instead. */
typedef struct {
    token *list;
    uint32_t list_count, at;
} c_cursor;
c_cursor c_read_text(c_run *r, uint32_t at); /* the text itself */
c_cursor c_read_kept(c_run *r, uint32_t at);
void c_go_back(c_run *r, c_cursor to);

/* c_values.c */
uint32_t c_type_cells(const c_run *r, c_type t);
c_value c_load(c_run *r, c_value pointer);
void c_store(c_run *r, c_value pointer, c_value value);
c_value c_convert(c_run *r, c_value v, c_type to);
c_value c_binary(c_run *r, uint32_t mark, c_value a, c_value b);
symbol c_binary_symbols(c_run *r, uint32_t mark, symbol a, symbol b);
c_value c_unary(c_run *r, uint32_t mark, c_value a);
/* The operation x; an error where it is new and every operation has to be one of the graph. */
symbol c_found(c_run *r, symbol x, uint32_t before);
c_value c_select(c_run *r, c_value condition, c_value yes, c_value no);
static inline symbol c_lane(const c_value *v, uint32_t lane)
{
    return v->kind == C_LANES ? v->is.lanes[lane] : v->kind == C_SYMBOL ? v->is.symbol : 0;
}
/* Of a vector from its lanes. */
c_value c_from_lanes(c_run *r, const symbol *lanes, c_type type);
/* A condition's number, if it is one. */
bool c_is_true(c_run *r, const c_value *v, bool *known);
/* Element k of an array, as a pointer to it; what that is. */
c_value c_element(c_run *r, c_value pointer, int64_t k);
c_value c_value_at(c_run *r, c_value pointer);

/* c_expression.c */
static inline bool c_next_is(const c_run *r, uint32_t mark)
{
    return r->list[r->at].what == TOKEN(TOKEN_MARK, mark);
}
static inline bool c_take(c_run *r, uint32_t mark)
{
    const bool there = c_next_is(r, mark) && !r->failed;
    r->at += there;
    return there;
}
static inline bool c_take_word(c_run *r, c_word word)
{
    const bool there = r->list[r->at].what == TOKEN(TOKEN_NAME, word) && !r->failed;
    r->at += there;
    return there;
}
void c_expect(c_run *r, uint32_t mark);
uint32_t c_take_name(c_run *r);
c_value c_expression(c_run *r);
c_value c_assignment(c_run *r); /* without a comma */
symbol c_number_symbol(c_run *r, uint32_t number); /* of the text, in the format of the store */
c_value c_call(c_run *r, uint32_t name, const c_value *arguments, uint32_t count);

/* c_declaration.c, c_statement.c, c_top.c */
bool c_begins_type(const c_run *r);
c_type c_type_name(c_run *r, bool *is_static);
void c_read_attributes(c_run *r, c_type *t);
void c_skip_balanced(c_run *r);
void c_skip_statement(c_run *r);
/* c_short.c: false, and nothing was done, where it is not of the forms that are done at once. */
bool c_short_statement(c_run *r);
bool c_short_test(const c_run *r, uint32_t at, bool *holds);
bool c_short_step(c_run *r, uint32_t at);
void c_declare(c_run *r, uint32_t name, c_variable v);
void c_forget(c_run *r, uint32_t undo_count);
void c_declaration(c_run *r, c_type type);
void c_declare_enum(c_run *r);

#endif
