/* SPDX-License-Identifier: MIT */
/* The `.sched` form: the text of the operations, then the schedule's own lines. The operations come
 * first so that the lines of both parts keep their numbers in messages. */
#include "base/limits.h"
#include "base/names.h"
#include "base/text.h"
#include "schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

/* Cycles and positions stay far from overflow when latencies are added. */
enum { CYCLE_LIMIT = 1000000000, NAME_SHOWN = 60 };

void schedule_print(const ops *p, const schedule *s, text *out)
{
    bool ideal = s->target.network == NETWORK_IDEAL;
    ops_print(p, out);
    text_printf(out, "\nschedule %s\nmachine ", s->scheduler);
    machine_print(&s->target, out);
    text_printf(out, "\ncycles %u\n", s->cycles);
    if (s->interval)
        text_printf(out, "interval %u\n", s->interval);
    text_add(out, "\n");
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (s->entries[i].lane != LANE_NONE) {
            text_add(out, "enter ");
            ops_print_name(p->inputs[i].name, out);
            text_printf(out, " %u %u\n", s->entries[i].lane, s->entries[i].position);
        }
    for (uint32_t j = 0; j < p->list_count; j++) {
        text_add(out, "issue ");
        ops_print_name(p->list[j].name, out);
        text_add(out, " ");
        machine_unit_name(&s->target, s->issues[j].unit, out);
        text_printf(out, " %u%s\n", s->issues[j].cycle, s->issues[j].swap ? " swap" : "");
    }
    for (uint32_t k = 0; k < s->takes_count && !ideal; k++) {
        const sched_take *t = &s->takes[k];
        text_add(out, "take ");
        machine_receiver_name(&s->target, t->receiver, out);
        text_add(out, " ");
        ops_print_name(t->word < p->inputs_count ? p->inputs[t->word].name
                                                 : p->list[t->word - p->inputs_count].name,
                       out);
        text_printf(out, " %u %u\n", t->cycle, t->slot);
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct {
    char *text; /* unquoted, in the arena */
    size_t length;
    uint32_t column;
    bool quoted;
} token;

enum { LINE_TOKENS = 8 };

typedef struct {
    arena *mem;
    const char *file, *next, *end;
    const char *line_start, *line_end;
    uint32_t line;
    token tokens[LINE_TOKENS];
    uint32_t count; /* tokens of the line */
    name_table names; /* words, by number */
    bool has_machine, has_cycles;
    struct {
        sched_take *list;
        uint32_t list_count, list_capacity;
        uint32_t *lines;
        uint32_t lines_count, lines_capacity;
    } takes;
    ops *p;
    schedule *s;
    sched_lines *lines;
    diag *d;
} reader;

static place here(const reader *r, uint32_t column)
{
    return (place){.file = r->file, .line = r->line, .column = column};
}

static int shown(const token *t)
{
    return t->length > NAME_SHOWN ? NAME_SHOWN : (int)t->length;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* A quoted name from its opening quote on; returns behind the closing one, NULL when malformed. */
static const char *read_quoted(reader *r, const char *c, token *t)
{
    t->quoted = true;
    for (c++; c < r->line_end && *c != '"'; c++) {
        if (*c != '\\') {
            t->text[t->length++] = *c;
        } else if (c + 1 < r->line_end && (c[1] == '"' || c[1] == '\\')) {
            t->text[t->length++] = *++c;
        } else if (c + 3 < r->line_end && c[1] == 'x' && hex_value(c[2]) >= 0 &&
                   hex_value(c[3]) >= 0) {
            t->text[t->length++] = (char)(hex_value(c[2]) * 16 + hex_value(c[3]));
            c += 3;
        } else {
            return NULL;
        }
    }
    return c < r->line_end ? c + 1 : NULL;
}

/* Cuts the next line into tokens. */
static status read_line(reader *r)
{
    r->line_start = r->next;
    r->line_end = memchr(r->next, '\n', (size_t)(r->end - r->next));
    r->line_end = r->line_end ? r->line_end : r->end;
    r->next = r->line_end < r->end ? r->line_end + 1 : r->end;
    r->line++;
    r->count = 0;
    if (r->line_end - r->line_start > LIMIT_LINE_BYTES)
        return diag_error(r->d, here(r, LIMIT_LINE_BYTES + 1), "line longer than %d bytes",
                          LIMIT_LINE_BYTES);
    for (const char *c = r->line_start; c < r->line_end;) {
        if (*c == ' ' || *c == '\t' || *c == '\r') {
            c++;
            continue;
        }
        if (*c == '#')
            break;
        uint32_t column = (uint32_t)(c - r->line_start) + 1;
        if (r->count == LINE_TOKENS)
            break; /* the machine's line is read whole; others are refused for their count */
        token *t = &r->tokens[r->count++];
        *t = (token){.text = arena_alloc(r->mem, (size_t)(r->line_end - c) + 1), .column = column};
        if (*c == '"') {
            c = read_quoted(r, c, t);
            if (!c)
                return diag_error(r->d, here(r, column), "malformed quoted name");
        } else {
            while (c < r->line_end && (unsigned char)*c > ' ' && *c != '#' && *c != '"')
                t->text[t->length++] = *c++;
            if (t->length == 0)
                return diag_error(r->d, here(r, column), "unexpected byte 0x%02x",
                                  (unsigned)(unsigned char)*c);
        }
    }
    return STATUS_OK;
}

static bool token_is(const token *t, const char *word)
{
    return !t->quoted && strlen(word) == t->length && memcmp(t->text, word, t->length) == 0;
}

static status read_number(reader *r, uint32_t index, const char *what, uint32_t *value)
{
    const token *t = &r->tokens[index];
    uint64_t number = 0;
    for (size_t i = 0; i < t->length; i++) {
        if (t->text[i] < '0' || t->text[i] > '9' || t->quoted || i > 9)
            return diag_error(r->d, here(r, t->column), "'%.*s' is no %s: a whole number up to %d",
                              shown(t), t->text, what, CYCLE_LIMIT);
        number = number * 10 + (uint64_t)(t->text[i] - '0');
    }
    if (number > CYCLE_LIMIT)
        return diag_error(r->d, here(r, t->column), "%s %.*s is over %d", what, shown(t), t->text,
                          CYCLE_LIMIT);
    *value = (uint32_t)number;
    return STATUS_OK;
}

static status read_word(reader *r, uint32_t index, uint32_t *word)
{
    const token *t = &r->tokens[index];
    if (!names_find(&r->names, t->text, t->length, word))
        return diag_error(r->d, here(r, t->column), "no input or operation is called '%.*s'",
                          shown(t), t->text);
    return STATUS_OK;
}

static status want_tokens(reader *r, uint32_t least, uint32_t most, const char *form)
{
    if (r->count < least || r->count > most)
        return diag_error(r->d, here(r, r->count > most ? r->tokens[most].column : 1),
                          "expected '%s'", form);
    if (!r->has_machine)
        return diag_error(r->d, here(r, 1), "the line 'machine ...' must come first");
    return STATUS_OK;
}

static status read_machine(reader *r)
{
    if (r->has_machine)
        return diag_error(r->d, here(r, 1), "a second machine");
    r->has_machine = true;
    const char *from = r->line_start + r->tokens[0].column - 1 + r->tokens[0].length,
               *to = memchr(from, '#', (size_t)(r->line_end - from));
    to = to ? to : r->line_end;
    while (to > from && to[-1] == '\r')
        to--;
    return machine_parse(from, (size_t)(to - from), here(r, (uint32_t)(from - r->line_start) + 1),
                         &r->s->target, r->d);
}

static status read_cycles(reader *r)
{
    TRY(want_tokens(r, 2, 2, "cycles NUMBER"));
    if (r->has_cycles)
        return diag_error(r->d, here(r, 1), "a second number of cycles");
    r->has_cycles = true;
    r->lines->cycles = r->line;
    return read_number(r, 1, "number of cycles", &r->s->cycles);
}

static status read_interval(reader *r)
{
    TRY(want_tokens(r, 2, 2, "interval CYCLES"));
    if (r->s->interval)
        return diag_error(r->d, here(r, 1), "a second interval");
    TRY(read_number(r, 1, "interval", &r->s->interval));
    return r->s->interval ? STATUS_OK
                          : diag_error(r->d, here(r, r->tokens[1].column),
                                       "an interval has at least one cycle");
}

static status read_enter(reader *r)
{
    uint32_t word, lane, position;
    TRY(want_tokens(r, 4, 4, "enter INPUT LANE POSITION"));
    TRY(read_word(r, 1, &word));
    if (word >= r->p->inputs_count)
        return diag_error(r->d, here(r, r->tokens[1].column),
                          "'%s' is an operation; only inputs enter", r->tokens[1].text);
    if (r->s->entries[word].lane != LANE_NONE)
        return diag_error(r->d, here(r, r->tokens[1].column), "input '%s' enters twice",
                          r->tokens[1].text);
    TRY(read_number(r, 2, "lane", &lane));
    TRY(read_number(r, 3, "position", &position));
    if (lane >= r->s->target.lanes)
        return diag_error(r->d, here(r, r->tokens[2].column),
                          "lane %u is out of range: the machine has %u", lane, r->s->target.lanes);
    r->s->entries[word] = (sched_entry){lane, position};
    r->lines->entry[word] = r->line;
    return STATUS_OK;
}

static status read_issue(reader *r)
{
    uint32_t word, cycle;
    TRY(want_tokens(r, 4, 5, "issue OPERATION UNIT CYCLE [swap]"));
    TRY(read_word(r, 1, &word));
    if (word < r->p->inputs_count)
        return diag_error(r->d, here(r, r->tokens[1].column),
                          "'%s' is an input; only operations are issued", r->tokens[1].text);
    uint32_t j = word - r->p->inputs_count;
    if (r->lines->issue[j])
        return diag_error(r->d, here(r, r->tokens[1].column),
                          "operation '%s' is scheduled twice, first on line %u", r->tokens[1].text,
                          r->lines->issue[j]);
    uint32_t unit = machine_find_unit(&r->s->target, r->tokens[2].text, r->tokens[2].length);
    if (unit == UINT32_MAX)
        return diag_error(r->d, here(r, r->tokens[2].column), "the machine has no unit '%s'",
                          r->tokens[2].text);
    TRY(read_number(r, 3, "cycle", &cycle));
    if (r->count == 5 && !token_is(&r->tokens[4], "swap"))
        return diag_error(r->d, here(r, r->tokens[4].column),
                          "expected 'swap' or nothing, found '%.*s'", shown(&r->tokens[4]),
                          r->tokens[4].text);
    r->s->issues[j] = (sched_issue){unit, cycle, r->count == 5};
    r->lines->issue[j] = r->line;
    return STATUS_OK;
}

static status read_take(reader *r)
{
    sched_take t;
    TRY(want_tokens(r, 5, 5, "take RECEIVER WORD CYCLE SLOT"));
    t.receiver = machine_find_receiver(&r->s->target, r->tokens[1].text, r->tokens[1].length);
    if (t.receiver == UINT32_MAX)
        return diag_error(r->d, here(r, r->tokens[1].column), "the machine has no receiver '%.*s'",
                          shown(&r->tokens[1]), r->tokens[1].text);
    TRY(read_word(r, 2, &t.word));
    TRY(read_number(r, 3, "cycle", &t.cycle));
    TRY(read_number(r, 4, "slot", &t.slot));
    *ARENA_PUSH(r->mem, &r->takes, list) = t;
    *ARENA_PUSH(r->mem, &r->takes, lines) = r->line;
    return STATUS_OK;
}

static status read_event(reader *r)
{
    static const struct {
        const char *word;
        status (*read)(reader *);
    } LINES[] = {{"machine", read_machine}, {"cycles", read_cycles}, {"interval", read_interval},
                 {"enter", read_enter},     {"issue", read_issue},   {"take", read_take}};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if (token_is(&r->tokens[0], LINES[i].word))
            return LINES[i].read(r);
    return diag_error(
        r->d, here(r, r->tokens[0].column),
        "'%.*s' is no line of a schedule: machine, cycles, interval, enter, issue or take",
        shown(&r->tokens[0]), r->tokens[0].text);
}

/* Is this the line that divides operations and schedule? An operation may be called `schedule`:
 * then '=' follows. */
static bool is_divider(const char *line, const char *end)
{
    static const char WORD[] = "schedule";
    const char *c = line;
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    if ((size_t)(end - c) < sizeof WORD || memcmp(c, WORD, sizeof WORD - 1) != 0)
        return false;
    c += sizeof WORD - 1;
    if (*c != ' ' && *c != '\t')
        return false;
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    return c < end && *c != '=';
}

/* Length of the operations' part; `lines` gets the number of its lines. */
static size_t operations_length(const char *bytes, size_t length, uint32_t *lines)
{
    *lines = 0;
    for (const char *line = bytes, *end = bytes + length; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (is_divider(line, stop ? stop : end))
            return (size_t)(line - bytes);
        line = stop ? stop + 1 : end;
        (*lines)++;
    }
    return length;
}

typedef struct {
    sched_take take;
    uint32_t line;
} placed_take;

static int by_receiver_cycle_line(const void *a, const void *b)
{
    const placed_take *x = a, *y = b;
    if (x->take.receiver != y->take.receiver)
        return x->take.receiver < y->take.receiver ? -1 : 1;
    if (x->take.cycle != y->take.cycle)
        return x->take.cycle < y->take.cycle ? -1 : 1;
    return x->line < y->line ? -1 : 1;
}

static void sort_takes(reader *r)
{
    uint32_t count = r->takes.list_count;
    placed_take *all = ARENA_ARRAY(r->mem, placed_take, count + 1);
    for (uint32_t k = 0; k < count; k++)
        all[k] = (placed_take){r->takes.list[k], r->takes.lines[k]};
    qsort(all, count, sizeof *all, by_receiver_cycle_line);
    r->s->takes = ARENA_ARRAY(r->mem, sched_take, count + 1);
    r->s->takes_count = count;
    r->lines->take = ARENA_ARRAY(r->mem, uint32_t, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        r->s->takes[k] = all[k].take;
        r->lines->take[k] = all[k].line;
    }
}

static status read_all(reader *r)
{
    TRY(read_line(r));
    if (r->count != 2)
        return diag_error(r->d, here(r, 1), "expected 'schedule NAME'");
    r->s->scheduler = r->tokens[1].text;
    while (r->next < r->end) {
        TRY(read_line(r));
        if (r->count)
            TRY(read_event(r));
    }
    place whole = {.file = r->file};
    if (!r->has_machine)
        return diag_error(r->d, whole, "the schedule has no line 'machine ...'");
    if (!r->has_cycles)
        return diag_error(r->d, whole, "the schedule has no line 'cycles NUMBER'");
    for (uint32_t j = 0; j < r->p->list_count; j++)
        if (!r->lines->issue[j])
            return diag_error(r->d, whole, "operation '%s' is not scheduled", r->p->list[j].name);
    sort_takes(r);
    return STATUS_OK;
}

status schedule_parse_lines(arena *mem, const char *file, const char *bytes, size_t length, ops *p,
                            schedule *out, sched_lines *lines, diag *d)
{
    uint32_t first;
    size_t divider = operations_length(bytes, length, &first);
    TRY(ops_parse(mem, file, bytes, divider, p, d));
    if (divider == length)
        return diag_error(d, (place){.file = file},
                          "no line 'schedule NAME': these are operations without a schedule");
    *out = (schedule){0};
    *lines = (sched_lines){0};
    reader r = {.mem = mem,
                .file = file,
                .next = bytes + divider,
                .end = bytes + length,
                .line = first,
                .p = p,
                .s = out,
                .lines = lines,
                .d = d};
    r.names = names_make(mem);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        names_add(&r.names, p->inputs[i].name, strlen(p->inputs[i].name), i);
    for (uint32_t j = 0; j < p->list_count; j++)
        names_add(&r.names, p->list[j].name, strlen(p->list[j].name), p->inputs_count + j);
    out->issues = ARENA_ARRAY(mem, sched_issue, p->list_count + 1);
    out->entries = ARENA_ARRAY(mem, sched_entry, p->inputs_count + 1);
    lines->issue = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
    lines->entry = ARENA_ARRAY(mem, uint32_t, p->inputs_count + 1);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        out->entries[i].lane = LANE_NONE;
    return read_all(&r);
}

status schedule_parse(arena *mem, const char *file, const char *bytes, size_t length, ops *p,
                      schedule *out, diag *d)
{
    sched_lines lines;
    return schedule_parse_lines(mem, file, bytes, length, p, out, &lines, d);
}

status schedule_read(arena *mem, const char *path, ops *p, schedule *out, diag *d)
{
    char *bytes;
    size_t length;
    sched_lines lines;
    TRY(file_read_text(mem, path, &bytes, &length, d));
    TRY(schedule_parse_lines(mem, path, bytes, length, p, out, &lines, d));
    return schedule_check(p, out, path, &lines, d);
}
