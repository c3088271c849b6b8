/* SPDX-License-Identifier: MIT */
/* Mutated images against the reader of the library, and nothing else of the project linked:
 * image_fuzz COUNT FILE.tau... Prints TAP. Half of the mutations get a right length and CRC again,
 * so that they reach the checks behind these. Build with sanitizers; the allocation is as long as
 * the image, so that a read behind its end is seen. */
#include "base/random.h"
#include "machine/tau_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_LIMIT_BYTES = 1 << 20, GROWTH_BYTES = 64 };

static uint32_t below(uint64_t *state, size_t limit)
{
    return limit ? (uint32_t)(random_bits(state) % limit) : 0;
}

/* The definition, bit by bit: not the code under test. */
static uint32_t slow_crc(const unsigned char *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
    }
    return ~crc;
}

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

typedef struct {
    unsigned char bytes[SEED_LIMIT_BYTES + GROWTH_BYTES];
    size_t size;
} buffer;

static void mutate_once(buffer *b, uint64_t *random)
{
    static const uint32_t WORDS[] = {
        0,    1,     2,     15,         16,         17,         255,        256,       4095,
        4096, 65535, 65536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7ff00000};
    uint32_t at = below(random, b->size), other = below(random, b->size),
             span = 1 + below(random, 32);
    span = span > b->size - (at > other ? at : other) ? 1 : span;
    if (b->size < 8)
        return;
    switch (below(random, 8)) {
    case 0: b->bytes[at] ^= (unsigned char)(1u << below(random, 8)); break;
    case 1: b->bytes[at] = (unsigned char)random_bits(random); break;
    case 2:
    case 3:
        put_word(b->bytes + at % (b->size / 4) * 4,
                 WORDS[below(random, sizeof WORDS / sizeof WORDS[0])]);
        break;
    case 4: b->size = at; break;
    case 5: memmove(b->bytes + at, b->bytes + other, span); break;
    case 6: /* cut words out */
        span = span * 4 > b->size - at ? (uint32_t)(b->size - at) : span * 4;
        memmove(b->bytes + at, b->bytes + at + span, b->size - at - span);
        b->size -= span;
        break;
    default: /* words twice */
        span = span / 4 * 4;
        memmove(b->bytes + at + span, b->bytes + at, b->size - at);
        b->size += span;
        break;
    }
}

static void repair(buffer *b)
{
    if (b->size < 28)
        return;
    put_word(b->bytes + 12, (uint32_t)b->size);
    put_word(b->bytes + b->size - 4, slow_crc(b->bytes, b->size - 4));
}

typedef struct {
    uint64_t words;
} count;

static tauflow_status count_block(void *user, uint32_t address, report *r)
{
    (void)user, (void)address, (void)r;
    return TAUFLOW_OK;
}

static tauflow_status count_word(void *user, uint32_t data, report *r)
{
    (void)data, (void)r;
    ((count *)user)->words++;
    return TAUFLOW_OK;
}

/* Everything a user of an accepted image does. */
static uint64_t use(const tau_image *i)
{
    count c = {0};
    report r;
    tauflow_shape larger = i->needs;
    larger.lanes = TAUFLOW_LANES_MOST;
    larger.out_lanes = TAUFLOW_OUT_LANES_MOST;
    larger.modules = network_has_places(larger.network) ? larger.modules : TAUFLOW_MODULES_MOST;
    const tau_sink sink = {&c, count_block, count_word};
    tau_image_place(i, &i->needs, &sink, &r);
    if (i->needs.modules > 1)
        tau_image_place(i, &larger, &sink, &r);
    uint64_t sum = c.words;
    for (uint32_t k = 0; k < i->inputs; k++)
        sum += strlen(tau_image_input(i, k).name) + strlen(tau_image_input(i, k).of);
    for (uint32_t k = 0; k < i->outputs; k++)
        sum += strlen(tau_image_output(i, k).name) + strlen(tau_image_output(i, k).of);
    for (uint32_t k = 0; k < i->tests; k++)
        for (uint32_t w = 0; w < i->inputs + i->outputs; w++)
            sum += tau_image_test(i, k, w);
    for (uint32_t l = 0; l < i->needs.out_lanes; l++)
        for (uint32_t k = 0; k < i->port[l].count; k++)
            sum += tau_image_delivery(i, l, k).position;
    return sum + strlen(i->robot);
}

typedef struct {
    unsigned long accepted, wrong_crc, refused, mute;
    uint64_t used;
} outcome;

static void try_one(const buffer *b, outcome *o)
{
    unsigned char *exact = malloc(b->size ? b->size : 1);
    if (!exact)
        return;
    memcpy(exact, b->bytes, b->size);
    tau_image i;
    report r = {""};
    if (tau_image_read(exact, b->size, &i, &r) == TAUFLOW_OK) {
        o->accepted++;
        o->wrong_crc += slow_crc(exact, b->size - 4) != tau_word(exact + b->size - 4);
        o->used += use(&i);
    } else {
        o->refused++;
        o->mute += r.text[0] == '\0';
    }
    free(exact);
}

static bool read_seed(const char *path, buffer *b)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    b->size = fread(b->bytes, 1, SEED_LIMIT_BYTES, f);
    fclose(f);
    return b->size > 0;
}

int main(int argc, char **argv)
{
    static buffer seed, b;
    unsigned long total = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    uint64_t random = 5;
    outcome o = {0};
    bool seeds = argc > 2, good = true;
    for (int s = 2; s < argc; s++) {
        seeds = seeds && read_seed(argv[s], &seed);
        outcome whole = {0};
        try_one(&seed, &whole);
        good = good && whole.accepted == 1;
        for (unsigned long n = 0; seeds && n < total / (unsigned long)(argc - 2); n++) {
            memcpy(b.bytes, seed.bytes, seed.size);
            b.size = seed.size;
            for (uint32_t k = 1 + below(&random, 3); k; k--)
                mutate_once(&b, &random);
            if (random_bits(&random) & 1)
                repair(&b);
            try_one(&b, &o);
        }
    }
    printf("# %lu mutations, %lu accepted, %lu refused, use %llx\n", o.accepted + o.refused,
           o.accepted, o.refused, (unsigned long long)o.used);
    printf("%s 1 - whole_images_are_accepted\n", seeds && good ? "ok" : "not ok");
    printf("%s 2 - mutated_images_never_harm_the_reader\n",
           o.refused > 0 && total > 0 ? "ok" : "not ok");
    printf("%s 3 - no_image_with_a_wrong_crc_is_accepted\n",
           o.refused > 0 && o.wrong_crc == 0 ? "ok" : "not ok");
    printf("%s 4 - every_refusal_has_a_message\n1..4\n",
           o.refused > 0 && o.mute == 0 ? "ok" : "not ok");
    return 0;
}
