/* SPDX-License-Identifier: MIT */
/* Packets of a board as files, for programs that move bytes and know nothing of robots:
 *
 *     packet_files IMAGE in FILE      the input packet of the image's first check sample
 *     packet_files IMAGE out FILE IN  compares a result packet, check word and padding with it, and
 *                                     prints its words
 *
 * For the default core on a board with XDMA, and for images whose samples do not overlap. */
#include "handle.h"
#include "machine/crc32.h"
#include "machine/shape.h"
#include "tauflow_regs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_LIMIT = 4096 };

static int complain(const char *what)
{
    printf("%s\n", what);
    return 1;
}

static size_t read_words(const char *path, uint32_t *words)
{
    FILE *f = fopen(path, "rb");
    const size_t count = f ? fread(words, 4, WORDS_LIMIT, f) : 0;
    if (f)
        fclose(f);
    return count;
}

static int write_packet(const plan *p, const char *path)
{
    static uint32_t words[WORDS_LIMIT];
    const size_t count = p->packets.beats * p->packets.lanes;
    pack_test(&p->image, p->packets.lanes, 0, words);
    FILE *f = fopen(path, "wb");
    const bool good = f && fwrite(words, 4, count, f) == count;
    return f && fclose(f) == 0 && good ? 0 : complain("the packet cannot be written");
}

static int compare_packet(const plan *p, const char *path, const char *in_path)
{
    static uint32_t in[WORDS_LIMIT], out[WORDS_LIMIT];
    const packets *k = &p->packets;
    const uint32_t words = (k->out_beats - 1) * k->out_lanes,
                   all = words + k->out_lanes + k->out_zeros;
    const size_t in_count = read_words(in_path, in);
    if (in_count != k->beats * k->lanes || read_words(path, out) != all)
        return complain("a packet has another length");
    if (out[words] != crc32_packet(in, in_count, out, words))
        return complain("the check word is wrong");
    for (uint32_t at = words + 1; at < all; at++)
        if (out[at])
            return complain("padding is not zeros");
    for (uint32_t o = 0; o < p->image.outputs; o++) {
        const tau_output about = tau_image_output(&p->image, o);
        uint32_t found = about.constant;
        float value;
        for (uint32_t d = 0; about.position != TAU_NONE && d < k->ports[0].count; d++)
            if (k->ports[0].deliveries[d].position == about.position)
                found = out[d * k->out_lanes];
        memcpy(&value, &found, sizeof value);
        printf("%s %.9g\n", about.name, (double)value);
        if (found != tau_image_test(&p->image, 0, p->image.inputs + o))
            return complain("the word is wrong");
    }
    return 0;
}

int main(int argc, char **argv)
{
    report r;
    unsigned char *bytes = NULL;
    size_t size = 0;
    plan p;
    const tauflow_shape core = shape_default();
    const uint32_t guard = 1 << TAUFLOW_GUARD_CHECK_LOW |
                           TAUFLOW_DMA_MULTIPLE << TAUFLOW_GUARD_MULTIPLE_LOW;
    if (argc < 4)
        return complain("usage: packet_files IMAGE in FILE | IMAGE out FILE IN");
    if (load_read_file(argv[1], &bytes, &size, &r) != TAUFLOW_OK ||
        plan_make(bytes, size, &core, guard, &p, &r) != TAUFLOW_OK)
        return complain(r.text);
    const int failed = strcmp(argv[2], "in") == 0 ? write_packet(&p, argv[3])
                       : argc == 5                ? compare_packet(&p, argv[3], argv[4])
                                                  : 1;
    plan_free(&p);
    free(bytes);
    return failed;
}
