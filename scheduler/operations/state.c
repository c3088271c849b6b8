#include "operations/state.h"

#include <math.h>

void state_to_inputs64(const ops *p, const robot_state *s, double *in)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        switch (w->kind) {
        case INPUT_SIN: in[i] = sin(w->ratio * s->q[w->index] + w->offset); break;
        case INPUT_COS: in[i] = cos(w->ratio * s->q[w->index] + w->offset); break;
        case INPUT_Q: in[i] = w->ratio * s->q[w->index] + w->offset; break;
        case INPUT_QD: in[i] = s->qd[w->index]; break;
        case INPUT_QDD: in[i] = s->qdd[w->index]; break;
        case INPUT_OMEGA: in[i] = s->free_motion[9 * w->index + w->axis]; break;
        case INPUT_OMEGAD: in[i] = s->free_motion[9 * w->index + 3 + w->axis]; break;
        case INPUT_ACC: in[i] = s->free_motion[9 * w->index + 6 + w->axis]; break;
        case INPUT_FORCE: in[i] = s->forces[6 * w->index + w->axis]; break;
        case INPUT_MOMENT: in[i] = s->forces[6 * w->index + 3 + w->axis]; break;
        case INPUT_PLAIN:
        case INPUT_KIND_COUNT: break;
        }
    }
}
