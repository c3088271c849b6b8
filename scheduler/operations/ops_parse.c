/* SPDX-License-Identifier: MIT */
/* The `.ops` reader. A line is cut into tokens (words, quoted names, '='); a line whose
 * second token is '=' is an operation, any other begins with its keyword. Names are defined
 * before they are used, so one pass over the lines is enough. */
#include "base/limits.h"
#include "base/names.h"
#include "operations/ops.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_LIMIT_BYTES = 400 };

typedef enum { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED, TOKEN_EQUALS } token_kind;

typedef struct {
    token_kind kind;
    const char *text; /* not ended by NUL */
    size_t length;
    uint32_t column;
} token;

typedef struct {
    arena *mem;
    arena scratch; /* tables that die with the parser */
    const char *file, *end;
    const char *line_start, *line_end, *next;
    uint32_t line;
    token now; /* the token not yet taken */
    name_table values, outputs;
    uint32_t functions; /* lines */
    bool any_value;     /* a line that may have a point was read */
    struct {
        uint32_t *op; /* line of each operation, for the check of unused ones */
        uint32_t op_count, op_capacity;
    } lines;
    ops *out;
    diag *d;
} parser;

static place place_at(const parser *p, uint32_t column)
{
    return (place){.file = p->file, .line = p->line, .column = column};
}

/* Length of a token for "%.*s" in messages: long ones are cut. */
static int shown(const token *t)
{
    return t->length > 60 ? 60 : (int)t->length;
}

static bool is_word_byte(char c)
{
    unsigned char u = (unsigned char)c;
    return u > ' ' && u != 0x7f && u != '#' && u != '=' && u != '"';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads "..." from p->next on; escapes are \" \\ and \xHH. */
static status read_quoted(parser *p)
{
    const char *c = p->next + 1;
    char *plain = arena_alloc(&p->scratch, (size_t)(p->line_end - c) + 1);
    size_t length = 0;
    for (; c < p->line_end && *c != '"'; c++) {
        uint32_t column = (uint32_t)(c - p->line_start) + 1;
        char byte = *c;
        if (byte == '\\' && c + 1 < p->line_end && (c[1] == '"' || c[1] == '\\')) {
            byte = *++c;
        } else if (byte == '\\') {
            int high = c + 3 < p->line_end && c[1] == 'x' ? hex_digit(c[2]) : -1;
            int low = high >= 0 ? hex_digit(c[3]) : -1;
            if (low < 0 || high * 16 + low == 0)
                return diag_error(p->d, place_at(p, column),
                                  "bad escape in a quoted name (\\\" \\\\ \\x01 .. \\xff)");
            byte = (char)(high * 16 + low);
            c += 3;
        }
        plain[length++] = byte;
    }
    if (c >= p->line_end)
        return diag_error(p->d, place_at(p, p->now.column),
                          "quoted name without its closing quote");
    p->now.kind = TOKEN_QUOTED;
    p->now.text = plain;
    p->now.length = length;
    p->next = c + 1;
    return STATUS_OK;
}

/* Makes the next token of the line the current one. */
static status advance(parser *p)
{
    while (p->next < p->line_end && (*p->next == ' ' || *p->next == '\t' || *p->next == '\r'))
        p->next++;
    const char *from = p->next;
    p->now = (token){
        .kind = TOKEN_END, .text = from, .column = (uint32_t)(from - p->line_start) + 1};
    if (from >= p->line_end || *from == '#')
        return STATUS_OK;
    if (*from == '"')
        return read_quoted(p);
    if (*from == '=') {
        p->now.kind = TOKEN_EQUALS;
        p->now.length = 1;
        p->next++;
        return STATUS_OK;
    }
    if (!is_word_byte(*from))
        return diag_error(p->d, place_at(p, p->now.column), "control character 0x%02x",
                          (unsigned char)*from);
    while (p->next < p->line_end && is_word_byte(*p->next))
        p->next++;
    p->now.kind = TOKEN_WORD;
    p->now.length = (size_t)(p->next - from);
    return STATUS_OK;
}

/* Sets the line to the next one; false at the end of the file. */
static status next_line(parser *p, bool *there)
{
    const char *from = p->line ? p->line_end + 1 : p->line_start;
    *there = from < p->end;
    if (!*there)
        return STATUS_OK;
    const char *to = memchr(from, '\n', (size_t)(p->end - from));
    p->line_start = p->next = from;
    p->line_end = to ? to : p->end;
    p->line++;
    size_t length = (size_t)(p->line_end - from);
    if (length > LIMIT_LINE_BYTES)
        return diag_error(p->d, place_at(p, LIMIT_LINE_BYTES + 1), "line longer than %d bytes",
                          LIMIT_LINE_BYTES);
    const char *nul = memchr(from, '\0', length);
    if (nul)
        return diag_error(p->d, place_at(p, (uint32_t)(nul - from) + 1), "NUL byte");
    return advance(p);
}

static bool is_word(const token *t, const char *word)
{
    return t->kind == TOKEN_WORD && t->length == strlen(word) &&
           memcmp(t->text, word, t->length) == 0;
}

static status take_name(parser *p, const char *what, token *out)
{
    if (p->now.kind != TOKEN_WORD && p->now.kind != TOKEN_QUOTED)
        return diag_error(p->d, place_at(p, p->now.column), "%s expected", what);
    if (p->now.length > LIMIT_NAME_BYTES)
        return diag_error(p->d, place_at(p, p->now.column), "%s longer than %d bytes", what,
                          LIMIT_NAME_BYTES);
    *out = p->now;
    return advance(p);
}

static status take_text(parser *p, const char *what, const char **out)
{
    token t = p->now;
    TRY(take_name(p, what, &t));
    *out = arena_strndup(p->mem, t.text, t.length);
    return STATUS_OK;
}

static status take_equals(parser *p)
{
    if (p->now.kind != TOKEN_EQUALS)
        return diag_error(p->d, place_at(p, p->now.column), "'=' expected");
    return advance(p);
}

static status take_end(parser *p)
{
    if (p->now.kind != TOKEN_END)
        return diag_error(p->d, place_at(p, p->now.column),
                          "nothing more expected on this line, but '%.*s' stands there",
                          shown(&p->now), p->now.text);
    return STATUS_OK;
}

static status take_number(parser *p, const char *what, double *out)
{
    token t = p->now;
    char digits[NUMBER_LIMIT_BYTES + 1];
    if (t.kind == TOKEN_END)
        return diag_error(p->d, place_at(p, t.column), "%s expected", what);
    size_t length = t.kind == TOKEN_WORD && t.length <= NUMBER_LIMIT_BYTES ? t.length : 0;
    memcpy(digits, t.text, length);
    digits[length] = '\0';
    char *end = digits;
    *out = strtod(digits, &end);
    if (length == 0 || *end || !isfinite(*out))
        return diag_error(p->d, place_at(p, t.column), "bad number '%.*s'", shown(&t), t.text);
    return advance(p);
}

static status take_index(parser *p, uint32_t *out)
{
    token t = p->now;
    uint64_t value = 0;
    bool good = t.kind == TOKEN_WORD && t.length <= 7;
    for (size_t i = 0; good && i < t.length; i++) {
        good = t.text[i] >= '0' && t.text[i] <= '9';
        value = value * 10 + (uint64_t)(t.text[i] - '0');
    }
    if (!good || value > OPS_INDEX_LIMIT)
        return diag_error(p->d, place_at(p, t.column), "a number from 0 to %d expected",
                          OPS_INDEX_LIMIT);
    *out = (uint32_t)value;
    return advance(p);
}

static status take_axis(parser *p, uint32_t *out)
{
    if (p->now.kind != TOKEN_WORD || p->now.length != 1 || p->now.text[0] < 'x' ||
        p->now.text[0] > 'z')
        return diag_error(p->d, place_at(p, p->now.column), "axis x, y or z expected");
    *out = (uint32_t)(p->now.text[0] - 'x');
    return advance(p);
}

/* Whether a later line defines this name; the file is wrong anyway, so its bad lines are passed
 * over. */
static bool defined_later(const parser *p, const token *name)
{
    arena texts = arena_make();
    diag ignored = diag_make(&texts);
    parser q = {.mem = &texts,
                .scratch = arena_make(),
                .file = p->file,
                .end = p->end,
                .line = p->line,
                .line_start = p->line_start,
                .line_end = p->line_start - 1,
                .d = &ignored};
    bool there = true, found = false;
    while (!found && there) {
        if (next_line(&q, &there) != STATUS_OK || !there)
            continue;
        token first = q.now;
        if (advance(&q) != STATUS_OK)
            continue;
        token defined = q.now.kind == TOKEN_EQUALS ? first : q.now;
        bool defines = q.now.kind == TOKEN_EQUALS || is_word(&first, "input") ||
                       is_word(&first, "const");
        found = defines && defined.length == name->length &&
                memcmp(defined.text, name->text, name->length) == 0;
    }
    arena_free(&q.scratch);
    arena_free(&texts);
    return found;
}

static status take_operand(parser *p, operand *out)
{
    token t;
    TRY(take_name(p, "operand", &t));
    if (names_find(&p->values, t.text, t.length, out))
        return STATUS_OK;
    if (defined_later(p, &t))
        return diag_error(p->d, place_at(p, t.column),
                          "operand '%.*s' is used before its definition", shown(&t), t.text);
    return diag_error(p->d, place_at(p, t.column), "unknown operand '%.*s'", shown(&t), t.text);
}

static status define(parser *p, name_table *table, const token *t, uint32_t value,
                     const char **name)
{
    *name = arena_strndup(p->mem, t->text, t->length);
    if (!names_add(table, *name, t->length, value))
        return diag_error(p->d, place_at(p, t->column), "duplicate name '%.*s'", shown(t), t->text);
    return STATUS_OK;
}

static status take_angle_or_length(parser *p, bool *is_angle)
{
    *is_angle = is_word(&p->now, "angle");
    if (!*is_angle && !is_word(&p->now, "length"))
        return diag_error(p->d, place_at(p, p->now.column), "'angle' or 'length' expected");
    return advance(p);
}

/* Words and numbers, each at most once. */
static status take_limits(parser *p, ops_joint *joint)
{
    while (p->now.kind != TOKEN_END) {
        uint32_t k = 0;
        while (k < LIMITS && !is_word(&p->now, LIMIT_WORD[k]))
            k++;
        if (k == LIMITS || joint->has_limit[k])
            return diag_error(p->d, place_at(p, p->now.column), "'%.*s' is no limit%s",
                              shown(&p->now), p->now.text, k == LIMITS ? "" : ", or one again");
        TRY(advance(p));
        TRY(take_number(p, "limit", &joint->limit[k]));
        joint->has_limit[k] = true;
    }
    return STATUS_OK;
}

/* `point P` in fixed point, nothing otherwise. */
static status take_point(parser *p, int *point)
{
    token t;
    double number;
    p->any_value = true;
    if (!ops_has_points(p->out))
        return STATUS_OK;
    if (!is_word(&p->now, "point"))
        return diag_error(p->d, place_at(p, p->now.column), "'point' expected: numbers are fixed");
    TRY(advance(p));
    t = p->now;
    TRY(take_number(p, "point", &number));
    if (!(fabs(number) <= OPS_POINT_LIMIT) || number != floor(number))
        return diag_error(p->d, place_at(p, t.column), "point '%.*s' is no whole number of -%d .. "
                          "%d", shown(&t), t.text, OPS_POINT_LIMIT, OPS_POINT_LIMIT);
    *point = (int)number;
    return STATUS_OK;
}

/* `from LOW to HIGH` in fixed point. */
static status take_range(parser *p, double *low, double *high)
{
    if (!ops_has_points(p->out))
        return STATUS_OK;
    if (!is_word(&p->now, "from"))
        return diag_error(p->d, place_at(p, p->now.column), "'from' expected: numbers are fixed");
    TRY(advance(p));
    TRY(take_number(p, "low end", low));
    if (!is_word(&p->now, "to"))
        return diag_error(p->d, place_at(p, p->now.column), "'to' expected");
    TRY(advance(p));
    return take_number(p, "high end", high);
}

static status parse_joint(parser *p)
{
    ops_joint joint = {0};
    TRY(take_text(p, "name of the joint", &joint.name));
    TRY(take_angle_or_length(p, &joint.is_angle));
    TRY(take_limits(p, &joint));
    TRY(take_end(p));
    *ARENA_PUSH(p->mem, p->out, joints) = joint;
    return STATUS_OK;
}

/* What an input or an output is. */
typedef struct {
    token name;
    uint32_t kind, index, axis;
    const char *of;
} word_read;

/* Its name and kind, and unless it is plain the number, axis and name of its owner. */
static status take_word(parser *p, const char *what, const word_kind *kinds, uint32_t count,
                        uint32_t plain, word_read *out)
{
    token word;
    char told[32];
    *out = (word_read){.kind = 0};
    snprintf(told, sizeof told, "name of the %s", what);
    TRY(take_name(p, told, &out->name));
    snprintf(told, sizeof told, "kind of the %s", what);
    TRY(take_name(p, told, &word));
    while (out->kind < count && !is_word(&word, kinds[out->kind].word))
        out->kind++;
    if (out->kind == count)
        return diag_error(p->d, place_at(p, word.column), "unknown kind of %s '%.*s'", what,
                          shown(&word), word.text);
    if (out->kind == plain)
        return STATUS_OK;
    TRY(take_index(p, &out->index));
    if (kinds[out->kind].is_vector)
        TRY(take_axis(p, &out->axis));
    return take_text(p, "name of a joint or link", &out->of);
}

static status parse_input(parser *p)
{
    word_read w;
    TRY(take_word(p, "input", INPUT_KIND, INPUT_KIND_COUNT, INPUT_PLAIN, &w));
    ops_input in = {.kind = (input_kind)w.kind, .index = w.index, .axis = w.axis, .of = w.of,
                    .ratio = 1};
    if (word_is_affine(&INPUT_KIND[in.kind]) && is_word(&p->now, "ratio")) {
        TRY(advance(p));
        TRY(take_number(p, "ratio", &in.ratio));
    }
    if (word_is_affine(&INPUT_KIND[in.kind]) && is_word(&p->now, "offset")) {
        TRY(advance(p));
        TRY(take_number(p, "offset", &in.offset));
    }
    TRY(take_point(p, &in.point));
    TRY(take_range(p, &in.low, &in.high));
    TRY(take_end(p));
    TRY(define(p, &p->values, &w.name, OPERAND(FROM_INPUT, p->out->inputs_count), &in.name));
    *ARENA_PUSH(p->mem, p->out, inputs) = in;
    return STATUS_OK;
}

static status parse_const(parser *p)
{
    token name;
    ops_constant k = {0};
    TRY(take_name(p, "name of the constant", &name));
    TRY(take_number(p, "value", &k.value));
    TRY(take_point(p, &k.point));
    TRY(take_end(p));
    TRY(define(p, &p->values, &name, OPERAND(FROM_CONSTANT, p->out->constants_count), &k.name));
    *ARENA_PUSH(p->mem, p->out, constants) = k;
    return STATUS_OK;
}

static status parse_output(parser *p)
{
    word_read w;
    TRY(take_word(p, "output", OUTPUT_KIND, OUTPUT_KIND_COUNT, OUTPUT_PLAIN, &w));
    ops_output o = {.kind = (output_kind)w.kind, .index = w.index, .axis = w.axis, .of = w.of};
    if (word_has_column(&OUTPUT_KIND[o.kind])) {
        TRY(take_index(p, &o.column));
        TRY(take_text(p, "name of the column", &o.column_of));
    }
    if (word_is_of_joint(&OUTPUT_KIND[o.kind]))
        TRY(take_angle_or_length(p, &o.is_angle));
    TRY(take_equals(p));
    TRY(take_operand(p, &o.value));
    TRY(take_end(p));
    TRY(define(p, &p->outputs, &w.name, 0, &o.name));
    *ARENA_PUSH(p->mem, p->out, outputs) = o;
    return STATUS_OK;
}

static status parse_operation(parser *p, const token *name)
{
    token word;
    op o = {0};
    TRY(take_equals(p));
    TRY(take_name(p, "operation", &word));
    while (o.kind < OP_KIND_COUNT && !is_word(&word, OP_KIND[o.kind].word))
        o.kind++;
    if (o.kind == OP_KIND_COUNT)
        return diag_error(p->d, place_at(p, word.column), "unknown operation '%.*s'", shown(&word),
                          word.text);
    TRY(take_operand(p, &o.a));
    o.b = o.a;
    if (OP_KIND[o.kind].operands > 1)
        TRY(take_operand(p, &o.b));
    TRY(take_point(p, &o.point));
    TRY(take_end(p));
    TRY(define(p, &p->values, name, OPERAND(FROM_OP, p->out->list_count), &o.name));
    *ARENA_PUSH(p->mem, p->out, list) = o;
    *ARENA_PUSH(&p->scratch, &p->lines, op) = p->line;
    return STATUS_OK;
}

static status parse_robot(parser *p, const token *word)
{
    if (p->out->robot)
        return diag_error(p->d, place_at(p, word->column), "a second 'robot' line");
    TRY(take_text(p, "name of the robot", &p->out->robot));
    return take_end(p);
}

static status parse_function(parser *p, const token *word)
{
    token name;
    if (p->functions++)
        return diag_error(p->d, place_at(p, word->column), "a second 'function' line");
    TRY(take_name(p, "name of the function", &name));
    p->out->function = function_find(arena_strndup(&p->scratch, name.text, name.length));
    if (p->out->function == FUNCTIONS)
        return diag_error(p->d, place_at(p, name.column), "unknown function '%.*s'", shown(&name),
                          name.text);
    return take_end(p);
}

/* Formats that a line names: all but the first. */
static status take_format(parser *p, const number_format **out)
{
    token name;
    text known = text_make(p->d->mem);
    TRY(take_name(p, "kind of numbers", &name));
    for (uint32_t k = 1; k < FORMATS; k++) {
        *out = &NUMBER_FORMAT[k];
        if (is_word(&name, (*out)->word))
            return STATUS_OK;
        text_printf(&known, "%s'%s'", k > 1 ? " or " : "", (*out)->word);
    }
    return diag_error(p->d, place_at(p, name.column), "unknown numbers '%.*s', only %s",
                      shown(&name), name.text, known.bytes);
}

static status parse_numbers(parser *p, const token *word)
{
    const bool second = p->out->format != FORMAT_UNNAMED;
    const number_format *f;
    if (second || p->any_value)
        return diag_error(p->d, place_at(p, word->column),
                          second ? "a second 'numbers' line"
                                 : "'numbers' stands before all inputs and constants");
    TRY(take_format(p, &f));
    double code = f->first;
    token t = p->now;
    if (FORMAT_HAS_BITS(f))
        TRY(take_number(p, "bits", &code));
    if (!(code >= f->least && code <= f->most) || code != floor(code))
        return diag_error(p->d, place_at(p, t.column), "%s has %u .. %u bits, not '%.*s'",
                          f->about, f->least, f->most, shown(&t), t.text);
    p->out->format = (uint32_t)code;
    return take_end(p);
}

static status parse_header(parser *p)
{
    bool there;
    TRY(next_line(p, &there));
    if (!there || !is_word(&p->now, "tauflow-ops"))
        return diag_error(p->d, (place){.file = p->file, .line = 1, .column = 1},
                          "not a .ops file: the first line must be 'tauflow-ops 1'");
    TRY(advance(p));
    if (!is_word(&p->now, "1"))
        return diag_error(p->d, place_at(p, p->now.column),
                          "version '%.*s' of the .ops form is not known, only 1", shown(&p->now),
                          p->now.text);
    TRY(advance(p));
    return take_end(p);
}

static status parse_line(parser *p)
{
    token first;
    if (p->now.kind == TOKEN_END)
        return STATUS_OK;
    TRY(take_name(p, "name or keyword", &first));
    if (p->now.kind == TOKEN_EQUALS)
        return parse_operation(p, &first);
    if (is_word(&first, "joint"))
        return parse_joint(p);
    if (is_word(&first, "input"))
        return parse_input(p);
    if (is_word(&first, "const"))
        return parse_const(p);
    if (is_word(&first, "output"))
        return parse_output(p);
    if (is_word(&first, "robot"))
        return parse_robot(p, &first);
    if (is_word(&first, "function"))
        return parse_function(p, &first);
    if (is_word(&first, "numbers"))
        return parse_numbers(p, &first);
    return diag_error(p->d, place_at(p, first.column),
                      "unknown word '%.*s' (robot, function, numbers, joint, input, const, output "
                      "or NAME = ...)",
                      shown(&first), first.text);
}

static status parse_all(parser *p)
{
    bool there = true;
    TRY(parse_header(p));
    while (there) {
        TRY(next_line(p, &there));
        if (there)
            TRY(parse_line(p));
    }
    place whole = {.file = p->file};
    if (!p->out->robot)
        return diag_error(p->d, whole, "no 'robot' line");
    if (p->out->outputs_count == 0)
        return diag_error(p->d, whole, "no output");
    uint32_t unused = ops_first_unused(p->out);
    if (unused < p->out->list_count)
        return diag_error(p->d, (place){.file = p->file, .line = p->lines.op[unused], .column = 1},
                          "operation '%s' is used by nothing", p->out->list[unused].name);
    return ops_check(p->out, p->file, p->d);
}

status ops_parse(arena *mem, const char *file, const char *bytes, size_t length, ops *out, diag *d)
{
    *out = (ops){0};
    parser p = {.mem = mem, .scratch = arena_make(), .file = file, .end = bytes + length,
                .line_start = bytes, .line_end = bytes, .out = out, .d = d};
    p.values = names_make(&p.scratch);
    p.outputs = names_make(&p.scratch);
    status result = parse_all(&p);
    arena_free(&p.scratch);
    return result;
}
