#include "equations/descent.h"

#include <math.h>

descent descent_make(const objective *goal, uint64_t budget_operations, uint64_t least,
                     progress *life)
{
    return (descent){.goal = goal, .least = least, .life = life, .best = INFINITY,
                     .left = budget_operations, .all = budget_operations};
}

bool descent_gains(descent *d, const net *trial)
{
    const uint64_t operations = net_cost_sum(net_count(trial));
    const uint64_t spent = operations > d->least ? operations : d->least;
    const double price = objective_price(d->goal, trial);
    d->left -= d->left < spent ? d->left : spent;
    if (!progress_continue(d->life, 1 - (double)d->left / (double)d->all))
        d->left = 0;
    if (!(price < d->best))
        return false;
    d->best = price;
    return true;
}
