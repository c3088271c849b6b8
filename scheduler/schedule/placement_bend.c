/* SPDX-License-Identifier: MIT */
/* Where a receiver of a word is busy in the one cycle that suits the word, an operation after it
 * can often go elsewhere: it has no place yet, only the unit that an earlier pass gave it. */
#include "schedule/placement_tables.h"

bool placement_bends(const placement *p)
{
    return p->bend && p->reach == 1 && p->m.receivers == 2;
}

static bool is_busy(const placement *p, uint32_t cycle, uint32_t receiver)
{
    return p->busy[(size_t)cycle * p->row_words + receiver / 64] >> (receiver % 64) & 1;
}

/* A word that is to be made somewhere, and be at its source in some cycle. */
typedef struct {
    uint32_t word, unit, head;
} coming;

static bool is_shut(const placement *p, const coming *c, uint32_t receiver)
{
    return is_busy(p, c->head, receiver) || is_deaf(p, c->word, c->unit, receiver);
}

/* Whether all users of w, wherever they are for the time being, hear the unit. */
static bool users_hear(const placement *p, uint32_t w, uint32_t unit)
{
    const graph *g = p->g;
    for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1]; i++) {
        const uint32_t user = g->inputs + g->uses[i] / 2, at = p->unit[user];
        if (at != PLACE_NOWHERE &&
            is_deaf(p, w, unit, use_receiver(p, at, g->uses[i] % 2 ^ p->swap[user])))
            return false;
    }
    return true;
}

/* Whether operation `user` could have its operands on `unit`, if that word comes. */
static bool user_fits(const placement *p, const coming *c, uint32_t user, uint32_t unit,
                      uint32_t swap)
{
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t from = p->operand[2 * (size_t)user + port],
                       receiver = use_receiver(p, unit, port ^ swap);
        if (from == c->word) {
            if (is_shut(p, c, receiver))
                return false;
        } else if (from != WORD_NONE && word_moves(p, from) && word_is_placed(p, from) &&
                   delivery_cost_near(p, from, receiver) == UINT32_MAX) {
            return false;
        } else if (from != WORD_NONE && is_deaf(p, from, p->unit[from], receiver)) {
            return false;
        }
    }
    return !p->deaf || users_hear(p, user, unit);
}

/* The n-th way that fits, counted from 0; false: there are not so many, and *n is what is left. */
static bool nth_way(const placement *p, const coming *c, uint32_t user, uint32_t *n, uint32_t *unit,
                    uint32_t *swap)
{
    const unit_kind kind = kind_of(p, user);
    const uint32_t first = p->first_unit[kind];
    for (*unit = first; *unit < first + p->m.units[kind]; ++*unit)
        for (*swap = 0; *swap < 2; ++*swap)
            if (placement_may(p, user, *swap) && user_fits(p, c, user, *unit, *swap) &&
                (*n)-- == 0)
                return true;
    return false;
}

bool placement_can_bend(const placement *p, uint32_t w, uint32_t unit_of, uint32_t head)
{
    const graph *g = p->g;
    const coming c = {w, unit_of, head};
    if (g->leaves[w] && is_busy(p, head, p->output))
        return false;
    for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1]; i++) {
        const uint32_t user = g->inputs + g->uses[i] / 2, at = p->unit[user];
        uint32_t n = 0, unit, swap;
        if (at != PLACE_NOWHERE &&
            is_shut(p, &c, use_receiver(p, at, g->uses[i] % 2 ^ p->swap[user])) &&
            !nth_way(p, &c, user, &n, &unit, &swap))
            return false;
    }
    return true;
}

bool placement_bend(placement *p, uint32_t w, uint32_t unit_of, uint32_t head)
{
    const graph *g = p->g;
    const coming c = {w, unit_of, head};
    bool fits = true;
    for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1] && fits; i++) {
        const uint32_t user = g->inputs + g->uses[i] / 2, at = p->unit[user];
        if (at == PLACE_NOWHERE ||
            !is_shut(p, &c, use_receiver(p, at, g->uses[i] % 2 ^ p->swap[user])))
            continue;
        uint32_t ways = UINT32_MAX, n, unit, swap;
        nth_way(p, &c, user, &ways, &unit, &swap);
        ways = UINT32_MAX - ways;
        fits = ways > 0; /* one that went before may have taken the last way */
        if (!fits)
            continue;
        n = p->noise ? noise_next(&p->noise) % ways : 0;
        nth_way(p, &c, user, &n, &unit, &swap);
        p->unit[user] = unit;
        p->swap[user] = (uint8_t)swap;
        for (uint32_t port = 0; port < 2; port++) {
            const uint32_t from = p->operand[2 * (size_t)user + port];
            if (from != w && from != WORD_NONE && word_moves(p, from) && word_is_placed(p, from))
                delivery_renew(p, from);
        }
    }
    pattern_build(p, w, unit_of, PLACE_NOWHERE, 0, 0, pattern_of(p, w));
    return fits && pattern_is_heard(p, w, unit_of, pattern_of(p, w)) &&
           pattern_fits(p, pattern_of(p, w), head);
}
