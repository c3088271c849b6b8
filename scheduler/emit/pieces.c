/* SPDX-License-Identifier: MIT */
#include "emit/pieces.h"

/* Positions are those in the order. */
typedef struct {
    uint32_t *position;  /* per operation */
    uint32_t *last_use;  /* per operation: position of its last use, its own where there is none */
} lifetimes;

static void note_use(lifetimes *l, operand x, uint32_t position)
{
    if (OPERAND_CLASS(x) == FROM_OP && l->last_use[OPERAND_INDEX(x)] < position)
        l->last_use[OPERAND_INDEX(x)] = position;
}

static lifetimes find_lifetimes(arena *mem, const ops *p, const uint32_t *order)
{
    const uint32_t count = p->list_count;
    lifetimes l = {ARENA_ARRAY(mem, uint32_t, count), ARENA_ARRAY(mem, uint32_t, count)};
    for (uint32_t n = 0; n < count; n++) {
        l.position[order[n]] = l.last_use[order[n]] = n;
        note_use(&l, p->list[order[n]].a, n);
        note_use(&l, p->list[order[n]].b, n);
    }
    return l;
}

/* Per position: how many values of operations before it are used at it or later. */
static uint32_t *count_alive(arena *mem, const ops *p, const lifetimes *l)
{
    const uint32_t count = p->list_count;
    uint32_t *alive = ARENA_ARRAY(mem, uint32_t, (size_t)count + 2);
    for (uint32_t i = 0; i < count; i++) {
        alive[l->position[i] + 1]++;
        alive[l->last_use[i] + 1]--;
    }
    for (uint32_t n = 0; n < count; n++)
        alive[n + 1] += alive[n];
    return alive;
}

/* Each cut is where fewest values are alive, within an eighth of the length of where equal pieces
 * would end; that leaves no piece empty. */
static void cut(arena *mem, const uint32_t *alive, uint32_t count, uint32_t length, pieces *out)
{
    out->count = (count + length - 1) / length;
    out->ends = ARENA_ARRAY(mem, uint32_t, out->count);
    for (uint32_t k = 0; k + 1 < out->count; k++) {
        const uint32_t even = (uint32_t)((uint64_t)count * (k + 1) / out->count);
        const uint32_t reach = length / 8;
        uint32_t best = even;
        for (uint32_t n = even - reach; n <= even + reach; n++)
            if (alive[n] < alive[best])
                best = n;
        out->ends[k] = best;
    }
    out->ends[out->count - 1] = count;
}

/* A place becomes free with the last use of its value; the one freed last is taken next, because
 * it is near in the caches. */
static void keep(arena *mem, const ops *p, const uint32_t *order, const lifetimes *l, pieces *out)
{
    const uint32_t count = p->list_count;
    uint32_t *free_places = ARENA_ARRAY(mem, uint32_t, count), free_count = 0, piece = 0;
    out->place = ARENA_ARRAY(mem, uint32_t, count);
    for (uint32_t n = 0; n < count; n++) {
        const uint32_t i = order[n];
        const operand side[2] = {p->list[i].a, p->list[i].b};
        piece += n == out->ends[piece];
        for (int k = 0; k < (side[0] == side[1] ? 1 : 2); k++) {
            const uint32_t x = OPERAND_INDEX(side[k]);
            if (OPERAND_CLASS(side[k]) == FROM_OP && l->last_use[x] == n &&
                out->place[x] != PIECES_OWN)
                free_places[free_count++] = out->place[x];
        }
        out->place[i] = PIECES_OWN;
        if (l->last_use[i] >= out->ends[piece])
            out->place[i] = free_count > 0 ? free_places[--free_count] : out->places++;
    }
}

pieces pieces_cut(arena *mem, const ops *p, const uint32_t *order, uint32_t length)
{
    pieces made = {0};
    arena scratch = arena_make();
    const lifetimes l = find_lifetimes(&scratch, p, order);
    const uint32_t *alive = count_alive(&scratch, p, &l);
    cut(mem, alive, p->list_count, length, &made);
    keep(mem, p, order, &l, &made);
    arena_free(&scratch);
    return made;
}
