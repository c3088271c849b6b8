/* SPDX-License-Identifier: MIT */
/* How long a caller's arrays must be for the loaded image, and a step that checks that they are. */
#include "handle.h"

#include <string.h>

static tauflow_status check_loaded(tauflow *h)
{
    return h->plan.memory ? TAUFLOW_OK
                          : report_fail(&h->why, TAUFLOW_BAD_CALL, "no image is loaded");
}

static uint32_t joints_of(const tauflow *h)
{
    return h->plan.memory ? h->plan.image.count[OWNER_COORDINATE] : 0;
}

static uint32_t outputs_of(const tauflow *h)
{
    return h->plan.memory ? h->plan.outputs_count : 0;
}

static uint32_t counted(tauflow *h, uint32_t (*of)(const tauflow *))
{
    if (handle_enter(h) != TAUFLOW_OK)
        return 0;
    const uint32_t count = of(h);
    handle_done(h, TAUFLOW_OK);
    return count;
}

uint32_t tauflow_joints(tauflow *h)
{
    return counted(h, joints_of);
}

uint32_t tauflow_outputs(tauflow *h)
{
    return counted(h, outputs_of);
}

static tauflow_status find_length(tauflow *h, const char *array, uint32_t *length)
{
    if (!array || !length)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "%s is missing",
                           array ? "a place for the length" : "the name of the array");
    PASS(check_loaded(h));
    const tau_image *i = &h->plan.image;
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (tau_image_numbers(i, (word_array)k) && strcmp(WORD_ARRAY[k].name, array) == 0) {
            *length = tau_image_numbers(i, (word_array)k);
            return TAUFLOW_OK;
        }
    return report_fail(&h->why, TAUFLOW_NOT_FOUND, "%s has no array '%s'",
                       FUNCTION_KIND[i->function].title, array);
}

tauflow_status tauflow_length(tauflow *h, const char *array, uint32_t *length)
{
    PASS(handle_enter(h));
    return handle_done(h, find_length(h, array, length));
}

tauflow_status tauflow_step_checked(tauflow *h, uint32_t joints, const double *q, const double *qd,
                                    const double *qdd, uint32_t outputs, double *tau)
{
    const tauflow_state state = {.q = q, .qd = qd, .qdd = qdd};
    PASS(handle_enter(h));
    tauflow_status done = check_loaded(h);
    if (done == TAUFLOW_OK && (joints != joints_of(h) || outputs != outputs_of(h)))
        done = report_fail(&h->why, TAUFLOW_BAD_CALL,
                           "the image of '%s' takes arrays of %u joints and gives %u outputs; the "
                           "caller's arrays have %u and %u",
                           h->plan.image.robot, joints_of(h), outputs_of(h), joints, outputs);
    return handle_done(h, done == TAUFLOW_OK ? stream_run(h, 1, &state, tau) : done);
}
