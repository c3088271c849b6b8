/* SPDX-License-Identifier: MIT */
/* Anchors of bodies as sums: the one place where lengths that come with the state are read. */
#include "writers/writer.h"

pvec anchor_add_lengths(writer *w, uint32_t i, const anchor *a, pvec known)
{
    for (uint32_t k = 0; k < a->lengths; k++) {
        poly length = signals_vector(w->s, w->n, INPUT_NUMBER, w->t->numbers[a->number[k]].name,
                                     a->number[k], 0);
        for (int c = 0; c < 3; c++)
            known.v[c] = plus(w, known.v[c], scaled(w, a->along[k].v[c], length));
    }
    return a->lengths ? name_all(w, "dl", i, known) : known;
}

pvec anchor_write(writer *w, uint32_t i, const anchor *a, double scale)
{
    const anchor own = anchor_scaled(*a, scale);
    return anchor_add_lengths(w, i, &own, numbers(w, own.known));
}
