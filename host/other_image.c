/* SPDX-License-Identifier: MIT */
/* A second image of the same robot and function with other independent joints: where the loops of
 * one come near a singular position the other may still close them. */
#include "handle.h"

#include <stdlib.h>
#include <string.h>

void other_image_drop(tauflow *h)
{
    for (uint32_t k = 0; k < 2; k++) {
        free(h->images[k].bytes);
        h->images[k] = (image_bytes){0};
    }
    h->in_core = 0;
    h->residuals = 0;
}

/* Callers' arrays serve both. */
static tauflow_status check_alike(tauflow *h, const tau_image *other)
{
    const tau_image *i = &h->plan.image;
    if (other->function != i->function)
        return report_fail(&h->why, TAUFLOW_BAD_IMAGE, "the other image computes '%s', not '%s'",
                           FUNCTION_KIND[other->function].name, FUNCTION_KIND[i->function].name);
    if (other->hash != i->hash)
        return report_fail(&h->why, TAUFLOW_BAD_IMAGE,
                           "the other image was made of another description");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const uint32_t has = tau_image_numbers(other, (word_array)k),
                       wanted = tau_image_numbers(i, (word_array)k);
        if (k == ARRAY_RESIDUAL ? has > wanted : has != wanted)
            return report_fail(&h->why, TAUFLOW_BAD_IMAGE,
                               "the other image has %u numbers of '%s', and the loaded one %u%s",
                               has, WORD_ARRAY[k].name, wanted,
                               k == ARRAY_RESIDUAL ? ": load that with more blocks first" : "");
    }
    return TAUFLOW_OK;
}

static tauflow_status keep_loaded(tauflow *h, image_bytes *out)
{
    const tau_image *i = &h->plan.image;
    out->size = i->whole.size;
    out->bytes = malloc(out->size);
    if (!out->bytes)
        return report_fail(&h->why, TAUFLOW_NO_MEMORY, "no memory for the loaded image");
    memcpy(out->bytes, i->whole.bytes, out->size);
    return TAUFLOW_OK;
}

static tauflow_status set_other(tauflow *h, const char *path)
{
    tau_image other;
    if (h->failed)
        return TAUFLOW_FAILED;
    if (!h->plan.memory || !closing_is_wanted(&h->plan.image))
        return report_fail(&h->why, TAUFLOW_BAD_CALL,
                           "no program is loaded that closes loops pass by pass");
    PASS(stream_check_empty(h));
    PASS(keep_loaded(h, &h->images[0]));
    PASS(load_read_file(path, &h->images[1].bytes, &h->images[1].size, &h->why));
    PASS(load_try(h, h->images[1].bytes, h->images[1].size));
    PASS(tau_image_read(h->images[1].bytes, h->images[1].size, &other, &h->why));
    PASS(check_alike(h, &other));
    h->residuals = tau_image_numbers(&h->plan.image, ARRAY_RESIDUAL);
    return TAUFLOW_OK;
}

tauflow_status tauflow_set_other_image(tauflow *h, const char *path)
{
    PASS(handle_enter(h));
    other_image_drop(h);
    if (!path)
        return handle_done(h, TAUFLOW_OK);
    const tauflow_status done = set_other(h, path);
    if (done != TAUFLOW_OK)
        other_image_drop(h);
    return handle_done(h, done);
}

bool other_image_may_help(const tauflow *h, tauflow_status status)
{
    return h->images[1].bytes && (status == TAUFLOW_NOT_CLOSED || status == TAUFLOW_SINGULAR);
}

tauflow_status other_image_load(tauflow *h)
{
    const uint32_t next = 1 - h->in_core;
    PASS(load_image(h, h->images[next].bytes, h->images[next].size));
    h->in_core = next;
    h->began_ns = transport_now(); /* what follows has the whole deadline */
    h->figures.switches++;
    return TAUFLOW_OK;
}
