/* One row per function. */
#include "equations/producers.h"

#include "equations/classic.h"
#include "equations/inverse_dynamics.h"

const producer PRODUCERS[FUNCTIONS] = {
    [FUNCTION_ID] = {classic_write, inverse_dynamics_forms, inverse_dynamics_short_forms},
};
