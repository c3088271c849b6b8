/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include <string.h>

/* Between bytes and `count` packets of a ring from packet `from` on. */
static void copy(unsigned char *bytes, uint32_t *ring, uint32_t places, size_t packet_bytes,
                 uint64_t from, uint64_t count, bool into_ring)
{
    const size_t at = (size_t)(from % places),
                 first = count < places - at ? (size_t)count : places - at,
                 second = (size_t)count - first;
    unsigned char *pieces[2] = {(unsigned char *)ring + at * packet_bytes, (unsigned char *)ring};
    const size_t sizes[2] = {first * packet_bytes, second * packet_bytes};
    for (int k = 0; k < 2; bytes += sizes[k], k++)
        memcpy(into_ring ? pieces[k] : bytes, into_ring ? bytes : pieces[k], sizes[k]);
}

void flow_copy_packets(const flow *f, uint64_t end, unsigned char *bytes)
{
    copy(bytes, f->in, f->ring, 4 * (size_t)flow_in_words(f), f->sent, end - f->sent, false);
}

void flow_copy_results(const flow *f, uint64_t end, unsigned char *bytes)
{
    copy(bytes, f->out, f->ring, 4 * (size_t)flow_out_words(f), f->came, end - f->came, true);
}
