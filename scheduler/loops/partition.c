/* SPDX-License-Identifier: MIT */
/* Which coordinates depend on the others, and in which blocks. */
#include "loops/loops.h"

#include <math.h>
#include <string.h>

const char *const PARTITION_WORD[] = {[PARTITION_GIVEN] = "user's choice",
                                      [PARTITION_RULE] = "symbolic rule",
                                      [PARTITION_PIVOTS] = "largest pivots"};

/* --- the rule --------------------------------------------------------------------------------- */

typedef struct {
    const bool *pattern;
    uint32_t rows, columns;
} shape;

static bool has(const shape *s, uint32_t row, uint32_t column)
{
    return s->pattern[row * s->columns + column];
}

static uint32_t entries_of(const shape *s, uint32_t column)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->rows; i++)
        count += has(s, i, column);
    return count;
}

/* Other rows with an entry in that column that share another column with the row. */
static uint32_t sharing_rows(const shape *s, uint32_t row, uint32_t column)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->rows; i++) {
        bool shares = false;
        for (uint32_t c = 0; c < s->columns; c++)
            shares = shares || (c != column && has(s, row, c) && has(s, i, c));
        count += i != row && has(s, i, column) && shares;
    }
    return count;
}

bool partition_by_rule(const bool *pattern, uint32_t rows, uint32_t columns, const bool *excluded,
                       uint32_t *chosen)
{
    const shape s = {pattern, rows, columns};
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t least_entries = UINT32_MAX, least_shared = UINT32_MAX;
        chosen[i] = LOOPS_NONE;
        for (uint32_t c = 0; c < columns; c++) {
            bool taken = excluded[c] || !has(&s, i, c);
            for (uint32_t k = 0; k < i; k++)
                taken = taken || chosen[k] == c;
            if (taken)
                continue;
            const uint32_t entries = entries_of(&s, c), shared = sharing_rows(&s, i, c);
            if (entries < least_entries || (entries == least_entries && shared < least_shared)) {
                least_entries = entries;
                least_shared = shared;
                chosen[i] = c;
            }
        }
        if (chosen[i] == LOOPS_NONE)
            return false;
    }
    return true;
}

/* --- numbers ---------------------------------------------------------------------------------- */

uint32_t partition_by_pivots(const double *matrix, uint32_t rows, uint32_t columns,
                             const bool *excluded, uint32_t most_pivots, uint32_t *chosen)
{
    arena mem = arena_make();
    double *a = ARENA_ARRAY(&mem, double, (size_t)rows * columns + 1), first = 0;
    bool *row_done = ARENA_ARRAY(&mem, bool, rows + 1),
         *column_done = ARENA_ARRAY(&mem, bool, columns + 1);
    memcpy(a, matrix, (size_t)rows * columns * sizeof *a);
    memcpy(column_done, excluded, columns * sizeof *column_done);
    uint32_t found = 0;
    for (uint32_t i = 0; i < rows; i++)
        chosen[i] = LOOPS_NONE;
    for (; found < most_pivots; found++) {
        uint32_t row = 0, column = 0;
        double most = 0;
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t c = 0; c < columns && !row_done[i]; c++)
                if (!column_done[c] && fabs(a[i * columns + c]) > most) {
                    most = fabs(a[i * columns + c]);
                    row = i;
                    column = c;
                }
        first = found ? first : most;
        if (!(most > 1e-10 * first))
            break;
        row_done[row] = column_done[column] = true;
        chosen[row] = column;
        for (uint32_t i = 0; i < rows; i++) {
            if (row_done[i])
                continue;
            const double factor = a[i * columns + column] / a[row * columns + column];
            for (uint32_t c = 0; c < columns; c++)
                a[i * columns + c] -= factor * a[row * columns + c];
        }
    }
    arena_free(&mem);
    return found;
}

/* --- blocks ----------------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    shape s;
    uint32_t *row_of;    /* per column: the row that it is matched with */
    uint32_t *column_of; /* per row */
    bool *seen;          /* columns */
    /* strong components by Tarjan's walk over rows */
    uint32_t *number, *low, *stack, *component;
    uint32_t stack_count, numbered, components;
    bool *on_stack;
} block_search;

/* A row finds a column, others giving way. */
static bool match(block_search *b, uint32_t row)
{
    for (uint32_t c = 0; c < b->s.columns; c++) {
        if (b->seen[c] || !has(&b->s, row, c))
            continue;
        b->seen[c] = true;
        if (b->row_of[c] == LOOPS_NONE || match(b, b->row_of[c])) {
            b->row_of[c] = row;
            b->column_of[row] = c;
            return true;
        }
    }
    return false;
}

static bool match_all(block_search *b)
{
    for (uint32_t i = 0; i < b->s.rows; i++)
        b->row_of[i] = b->column_of[i] = LOOPS_NONE;
    for (uint32_t entries = 1; entries <= b->s.columns; entries++)
        for (uint32_t i = 0; i < b->s.rows; i++) {
            uint32_t own = 0; /* least connected first */
            for (uint32_t c = 0; c < b->s.columns; c++)
                own += has(&b->s, i, c);
            if (own != entries)
                continue;
            memset(b->seen, 0, b->s.columns * sizeof *b->seen);
            if (!match(b, i))
                return false;
        }
    for (uint32_t i = 0; i < b->s.rows; i++)
        if (b->column_of[i] == LOOPS_NONE)
            return false;
    return true;
}

/* Numbers the components so that each comes after those that its rows need. */
static void walk(block_search *b, uint32_t row)
{
    b->number[row] = b->low[row] = ++b->numbered;
    b->stack[b->stack_count++] = row;
    b->on_stack[row] = true;
    for (uint32_t c = 0; c < b->s.columns; c++) {
        const uint32_t needed = b->row_of[c];
        if (!has(&b->s, row, c) || needed == row)
            continue;
        if (!b->number[needed]) {
            walk(b, needed);
            b->low[row] = b->low[needed] < b->low[row] ? b->low[needed] : b->low[row];
        } else if (b->on_stack[needed] && b->number[needed] < b->low[row]) {
            b->low[row] = b->number[needed];
        }
    }
    if (b->low[row] != b->number[row])
        return;
    for (uint32_t member = LOOPS_NONE; member != row;) {
        member = b->stack[--b->stack_count];
        b->on_stack[member] = false;
        b->component[member] = b->components;
    }
    b->components++;
}

static void note_needs(block_search *b, const uint32_t *row, loop_block *blocks, uint32_t k)
{
    loop_block *to = &blocks[k];
    to->needs = ARENA_ARRAY(b->mem, uint32_t, k + 1);
    for (uint32_t earlier = 0; earlier < k; earlier++) {
        bool needed = false;
        for (uint32_t i = to->first; i < to->first + to->count; i++)
            for (uint32_t c = 0; c < b->s.columns; c++)
                needed = needed ||
                         (has(&b->s, row[i], c) && b->component[b->row_of[c]] == earlier);
        if (needed)
            to->needs[to->needs_count++] = earlier;
    }
}

bool blocks_find(arena *mem, const bool *pattern, uint32_t count, uint32_t *row, uint32_t *column,
                 loop_block **blocks, uint32_t *blocks_count)
{
    block_search b = {.mem = mem, .s = {pattern, count, count}};
    b.row_of = ARENA_ARRAY(mem, uint32_t, count + 1);
    b.column_of = ARENA_ARRAY(mem, uint32_t, count + 1);
    b.seen = ARENA_ARRAY(mem, bool, count + 1);
    b.number = ARENA_ARRAY(mem, uint32_t, count + 1);
    b.low = ARENA_ARRAY(mem, uint32_t, count + 1);
    b.stack = ARENA_ARRAY(mem, uint32_t, count + 1);
    b.component = ARENA_ARRAY(mem, uint32_t, count + 1);
    b.on_stack = ARENA_ARRAY(mem, bool, count + 1);
    if (!match_all(&b))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!b.number[i])
            walk(&b, i);
    *blocks_count = b.components;
    *blocks = ARENA_ARRAY(mem, loop_block, b.components + 1);
    uint32_t at = 0;
    for (uint32_t k = 0; k < b.components; k++) {
        (*blocks)[k].first = at;
        for (uint32_t i = 0; i < count; i++)
            if (b.component[i] == k) {
                row[at] = i;
                column[at++] = b.column_of[i];
            }
        (*blocks)[k].count = at - (*blocks)[k].first;
        note_needs(&b, row, *blocks, k);
    }
    return true;
}
