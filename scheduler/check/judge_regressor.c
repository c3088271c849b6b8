/* The regressor times its parameters is the torque. A column that is the sum of others but for 1e-9
 * of it is left out by design (base parameters, docs/functions.md), so that much may be missing. */
#include "check/check_judge.h"

#include "check/check.h"

#define LEFT_OUT_COLUMN 1e-9

void check_judge_regressor(check_judging *j)
{
    const uint32_t n = j->m->freedoms, parameters = j->owners[OWNER_PARAMETER];
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    check_torques(j->mem, j->s, torque);
    for (uint32_t k = 0; k < parameters; k++)
        check_cell_at(j, ARRAY_PARAMETERS, k, 0)->judged = true;
    for (uint32_t i = 0; i < n; i++) {
        doubled sum = doubled_of(0);
        double size = torque[i].size, bound = 0;
        for (uint32_t k = 0; k < parameters; k++) {
            check_cell *y = check_cell_at(j, ARRAY_REGRESSOR, i, k);
            const check_cell *p = check_cell_at(j, ARRAY_PARAMETERS, k, 0);
            sum = doubled_add(sum, doubled_multiply(y->value, p->value));
            size += fabs(y->value.hi * p->value.hi);
            bound += y->bound * fabs(p->value.hi) + fabs(y->value.hi) * p->bound;
            y->judged = true;
        }
        if (parameters)
            check_equation(j, ARRAY_REGRESSOR, i, 0, sum, torque[i].value, bound,
                           LEFT_OUT_COLUMN / CHECK_ALLOWED * size);
    }
}
