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

/* Whether operation `user` could have its operands on `unit`, if word w comes in cycle `head`. */
static bool user_fits(const placement *p, uint32_t w, uint32_t head, uint32_t user, uint32_t unit,
                      uint32_t swap)
{
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t from = p->operand[2 * (size_t)user + port],
                       receiver = use_receiver(p, unit, port ^ swap);
        if (from == w) {
            if (is_busy(p, head, receiver))
                return false;
        } else if (from != WORD_NONE && word_moves(p, from) && word_is_placed(p, from) &&
                   delivery_cost_near(p, from, receiver) == UINT32_MAX) {
            return false;
        }
    }
    return true;
}

/* The n-th way that fits, counted from 0; false: there are not so many, and *n is what is left. */
static bool nth_way(const placement *p, uint32_t w, uint32_t head, uint32_t user, uint32_t *n,
                    uint32_t *unit, uint32_t *swap)
{
    const unit_kind kind = kind_of(p, user);
    const uint32_t first = p->first_unit[kind], swaps = placement_may_swap(p, user) ? 2 : 1;
    for (*unit = first; *unit < first + p->m.units[kind]; ++*unit)
        for (*swap = 0; *swap < swaps; ++*swap)
            if (user_fits(p, w, head, user, *unit, *swap) && (*n)-- == 0)
                return true;
    return false;
}

bool placement_can_bend(const placement *p, uint32_t w, uint32_t head)
{
    const graph *g = p->g;
    if (g->leaves[w] && is_busy(p, head, p->output))
        return false;
    for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1]; i++) {
        const uint32_t user = g->inputs + g->uses[i] / 2, at = p->unit[user];
        uint32_t n = 0, unit, swap;
        if (at != PLACE_NOWHERE &&
            is_busy(p, head, use_receiver(p, at, g->uses[i] % 2 ^ p->swap[user])) &&
            !nth_way(p, w, head, user, &n, &unit, &swap))
            return false;
    }
    return true;
}

bool placement_bend(placement *p, uint32_t w, uint32_t head)
{
    const graph *g = p->g;
    bool fits = true;
    for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1] && fits; i++) {
        const uint32_t user = g->inputs + g->uses[i] / 2, at = p->unit[user];
        if (at == PLACE_NOWHERE ||
            !is_busy(p, head, use_receiver(p, at, g->uses[i] % 2 ^ p->swap[user])))
            continue;
        uint32_t ways = UINT32_MAX, n, unit, swap;
        nth_way(p, w, head, user, &ways, &unit, &swap);
        ways = UINT32_MAX - ways;
        fits = ways > 0; /* one that went before may have taken the last way */
        if (!fits)
            continue;
        n = p->noise ? noise_next(&p->noise) % ways : 0;
        nth_way(p, w, head, user, &n, &unit, &swap);
        p->unit[user] = unit;
        p->swap[user] = (uint8_t)swap;
        for (uint32_t port = 0; port < 2; port++) {
            const uint32_t from = p->operand[2 * (size_t)user + port];
            if (from != w && from != WORD_NONE && word_moves(p, from) && word_is_placed(p, from))
                delivery_renew(p, from);
        }
    }
    pattern_build(p, w, p->unit[w], PLACE_NOWHERE, 0, 0, pattern_of(p, w));
    return fits && pattern_fits(p, pattern_of(p, w), head);
}
