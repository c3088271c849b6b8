/* SPDX-License-Identifier: MIT */
/* Emitted C as tokens, and the part of it that one configuration of its preprocessor keeps. */
#ifndef TAUFLOW_C_TOKENS_H
#define TAUFLOW_C_TOKENS_H

#include "base/names.h"
#include "base/text.h"

/* What a token is, in the top bits of `what`; below them its number: of a name or a number, or the
 * code of a mark. */
typedef enum {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING, /* its text, as it stands between the marks */
    TOKEN_MARK,
    TOKEN_DIRECTIVE, /* to its line's end, which is a mark: MARK_LINE */
} token_class;

typedef struct {
    uint32_t what, place; /* place: number of the file, line */
} token;

#define TOKEN_PLACE(file, line) ((uint32_t)(file) << 24 | (uint32_t)(line))
#define TOKEN_FILE(t) ((t).place >> 24)
#define TOKEN_LINE(t) ((t).place & 0xffffffu)

#define TOKEN(class, number) ((uint32_t)(class) << 28 | (uint32_t)(number))
#define TOKEN_CLASS(t) ((token_class)((t).what >> 28))
#define TOKEN_VALUE(t) ((t).what & 0xfffffffu)
/* Of a name; C_NONE of what is none. */
#define TOKEN_NAME_OF(t) (TOKEN_CLASS(t) == TOKEN_NAME ? TOKEN_VALUE(t) : (uint32_t)C_NONE)
/* Code of a mark of up to three characters. */
#define MARK(a, b, c) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16)
#define MARK_LINE MARK('\n', 0, 0)
#define MARK_TOKEN(a, b) TOKEN(TOKEN_MARK, MARK(a, b, 0))

typedef struct {
    bool is_real, is_float, is_unsigned, is_wide; /* is_wide: 64 bits */
    double real;
    uint64_t integer;
} c_number;

/* Names that the language gives a meaning, and after them the functions of read_calls.def: their
 * numbers are those of these lists. */
#define C_WORDS(WORD) \
    WORD(NONE, "") \
    WORD(CONST, "const") WORD(STATIC, "static") WORD(INLINE, "inline") WORD(EXTERN, "extern") \
    WORD(RESTRICT, "restrict") WORD(VOID, "void") WORD(CHAR, "char") WORD(INT, "int") \
    WORD(UNSIGNED, "unsigned") WORD(FLOAT, "float") WORD(DOUBLE, "double") WORD(SIZE, "size_t") \
    WORD(INT64, "int64_t") WORD(UINT64, "uint64_t") WORD(INT32, "int32_t") \
    WORD(UINT32, "uint32_t") WORD(UINT16, "uint16_t") WORD(UINT8, "uint8_t") \
    WORD(TYPEDEF, "typedef") WORD(STRUCT, "struct") WORD(UNION, "union") WORD(ENUM, "enum") \
    WORD(IF, "if") WORD(ELSE, "else") WORD(FOR, "for") WORD(RETURN, "return") \
    WORD(SWITCH, "switch") WORD(CASE, "case") WORD(DEFAULT, "default") WORD(BREAK, "break") \
    WORD(SIZEOF, "sizeof") WORD(ATTRIBUTE, "__attribute__") WORD(VECTOR_SIZE, "vector_size") \
    WORD(ALIGNED, "aligned") \
    WORD(DEFINED, "defined") WORD(IFDEF, "ifdef") WORD(IFNDEF, "ifndef") WORD(ELIF, "elif") \
    WORD(ENDIF, "endif") WORD(DEFINE, "define") WORD(UNDEF, "undef") \
    WORD(GNUC, "__GNUC__") WORD(CLANG, "__clang__") \
    WORD(FLOOR, "floor") WORD(SIN, "sin") WORD(COS, "cos") \
    WORD(INT64_C, "INT64_C") WORD(UINT64_C, "UINT64_C")

typedef enum {
#define WORD(id, word) C_##id,
    C_WORDS(WORD)
#undef WORD
#define C_CALL(ID, word, OP, arguments, format, rounding) C_##ID,
#include "certify/read_calls.def"
    C_WORD_COUNT
} c_word;

/* The braces of a function's body, by their tokens. */
typedef struct {
    uint32_t open, close;
} c_block;

enum { C_SMALL_NUMBERS = 1024, C_RECENT_NAMES = 64 };

typedef struct c_text {
    arena *mem;
    const char **file; /* their names */
    uint32_t file_count, file_capacity;
    name_table names;
    const char **name; /* texts, ended */
    uint32_t name_count, name_capacity;
    c_number *number;
    uint32_t number_count, number_capacity;
    const char **string; /* ended */
    uint32_t string_count, string_capacity;
    const char **include; /* what lines of #include name, with its marks */
    uint32_t include_count, include_capacity;
    token *list;
    uint32_t list_count, list_capacity;
    uint32_t *stop; /* tokens at which what is kept may begin or end: directives, ends of files */
    uint32_t stop_count, stop_capacity;
    /* Bodies in which there is no directive, in order. `uneven`: branches of a condition open and
     * close brackets of each other, so that nobody knows what stands in which. */
    c_block *body;
    uint32_t body_count, body_capacity;
    bool uneven;
    /* Ways to numbers of what comes often: t0, t1 .., integers, names of late; 0 is none. */
    uint32_t *numbered, numbered_capacity;
    uint32_t small[C_SMALL_NUMBERS], recent[C_RECENT_NAMES];
} c_text;

/* Whether the name is there; its number. */
bool c_text_find(const c_text *t, const char *name, uint32_t *number);
c_text c_text_make(arena *mem);
/* Appends the tokens of a file; texts that include each other follow each other. */
status c_text_read(c_text *t, const char *file, const char *bytes, size_t length, diag *d);

#endif
