/* SPDX-License-Identifier: MIT */
/* Mutated text files against their readers: text_fuzz KIND COUNT SEED FILE..., KIND as in `kinds`
 * below. Prints TAP. A reader refuses with a message that names the file, or what it took keeps the
 * laws of its form: it prints to a text that reads back to the same text; a robot becomes
 * operations, or a message, so do a tyre and the hills below one; a model in natural coordinates
 * moves, or says why it does not. Most is seen when this is built with sanitizers (make fuzz). */
#include "apps/motion/natural_ops.h"
#include "apps/motion/natural_run.h"
#include "base/random.h"
#include "passes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_LIMIT_BYTES = 1 << 16, GROWTH_BYTES = 4096, SMALL_ROBOT = 12 };

static size_t below(uint64_t *state, size_t limit)
{
    return limit ? (size_t)(random_bits(state) % limit) : 0;
}

typedef struct {
    char bytes[TEXT_LIMIT_BYTES + GROWTH_BYTES];
    size_t size;
} buffer;

/* Replaces `cut` bytes at `at`. */
static void splice(buffer *b, size_t at, size_t cut, const char *piece, size_t length)
{
    if (at + cut > b->size || b->size - cut + length > TEXT_LIMIT_BYTES)
        return;
    memmove(b->bytes + at + length, b->bytes + at + cut, b->size - at - cut);
    memcpy(b->bytes + at, piece, length);
    b->size += length - cut;
}

/* Begin of the line in which `at` lies, and its length with the newline. */
static size_t line_at(const buffer *b, size_t at, size_t *length)
{
    size_t begin = at, end = at;
    while (begin > 0 && b->bytes[begin - 1] != '\n')
        begin--;
    while (end < b->size && b->bytes[end] != '\n')
        end++;
    *length = end - begin + (end < b->size);
    return begin;
}

/* A number somewhere after `at` becomes another. */
static void change_number(buffer *b, size_t at, uint64_t *random)
{
    static const char *const numbers[] = {
        "0",    "-1",         "1",          "2",   "1e300",
        "nan",  "4294967295", "4294967296", "inf", "18446744073709551616",
        "1e-9", "0x1p-1074",  "-1e-300",    "0.5", "3.14159265358979",
        "1e40", "",           "."};
    const char *n = numbers[below(random, sizeof numbers / sizeof *numbers)];
    while (at < b->size && !(b->bytes[at] >= '0' && b->bytes[at] <= '9'))
        at++;
    size_t length = strspn(b->bytes + at, "0123456789.");
    if (at < b->size && at + length <= b->size)
        splice(b, at, length, n, strlen(n));
}

static void mutate_once(buffer *b, uint64_t *random)
{
    char copy[512];
    size_t at = below(random, b->size), other = below(random, b->size), length, from;
    char byte = (char)random_bits(random);
    b->bytes[b->size] = 0;
    switch (below(random, 8)) {
    case 0: splice(b, at, 1, &byte, 1); break;
    case 1: splice(b, at, below(random, 24), "", 0); break;
    case 2:
    case 3: change_number(b, at, random); break;
    case 4: /* a line twice, or elsewhere */
    case 5:
        from = line_at(b, other, &length);
        length = length < sizeof copy ? length : sizeof copy;
        memcpy(copy, b->bytes + from, length);
        if (random_bits(random) & 1)
            splice(b, from, length, "", 0);
        at = at < b->size ? at : 0;
        from = line_at(b, at, &(size_t){0});
        splice(b, from, 0, copy, length);
        break;
    case 6: /* a line less */
        from = line_at(b, at, &length);
        splice(b, from, length, "", 0);
        break;
    default: /* bytes of another place */
        length = 1 + below(random, 16);
        if (other + length <= b->size) {
            memcpy(copy, b->bytes + other, length);
            splice(b, at, below(random, 16), copy, length);
        }
        break;
    }
}

typedef struct {
    unsigned long accepted, refused, mute, unlike;
} outcome;

/* Refused: the message is one line and its place names the file. */
static void refusal(const diag *d, const char *path, outcome *o)
{
    o->refused++;
    o->mute += !d->error.text || !*d->error.text || strchr(d->error.text, '\n') ||
               !d->error.at.file || strcmp(d->error.at.file, path) != 0;
}

static bool same(const text *a, const text *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static void try_ops(arena *mem, const buffer *b, outcome *o)
{
    diag d = diag_make(mem);
    ops p, again;
    text first = text_make(mem), second = text_make(mem);
    if (ops_parse(mem, "fuzz.ops", b->bytes, b->size, &p, &d) != STATUS_OK) {
        refusal(&d, "fuzz.ops", o);
        return;
    }
    o->accepted++;
    ops_print(&p, &first);
    if (ops_parse(mem, "again.ops", first.bytes, first.length, &again, &d) != STATUS_OK) {
        o->unlike++;
        return;
    }
    ops_print(&again, &second);
    o->unlike += !same(&first, &second);
}

static void try_sched(arena *mem, const buffer *b, outcome *o)
{
    diag d = diag_make(mem);
    ops p, again_ops;
    schedule s, again;
    text first = text_make(mem), second = text_make(mem);
    if (schedule_parse(mem, "fuzz.sched", b->bytes, b->size, &p, &s, &d) != STATUS_OK ||
        schedule_check(&p, &s, "fuzz.sched", NULL, &d) != STATUS_OK) {
        refusal(&d, "fuzz.sched", o);
        return;
    }
    o->accepted++;
    schedule_print(&p, &s, &first);
    if (schedule_parse(mem, "again.sched", first.bytes, first.length, &again_ops, &again, &d) ||
        schedule_check(&again_ops, &again, "again.sched", NULL, &d) != STATUS_OK) {
        o->unlike++;
        return;
    }
    schedule_print(&again_ops, &again, &second);
    o->unlike += !same(&first, &second);
}

static void use_settings(arena *mem, const char *path, passes_settings *s, outcome *o)
{
    diag d = diag_make(mem);
    passes_forms f;
    s->equations.effort = 0;
    if (passes_read(mem, path, s, &f, &d) != STATUS_OK) {
        o->unlike += !d.error.text || !*d.error.text;
        return;
    }
    for (uint32_t k = 0; k < f.ops.constants_count; k++)
        o->unlike += isfinite(f.ops.constants[k].value) ? 0 : 1;
}

/* An accepted robot, if small, becomes operations without constants that are no numbers. */
static void use_robot(arena *mem, const char *path, outcome *o)
{
    diag d = diag_make(mem);
    robot r;
    passes_settings s = passes_default();
    if (robot_read(mem, path, &s.urdf, &r, &d) != STATUS_OK) {
        refusal(&d, path, o);
        return;
    }
    o->accepted++;
    if (r.links_count <= SMALL_ROBOT)
        use_settings(mem, path, &s, o);
}

/* So does a pendulum with an accepted element at its end, which reads the file. */
static void use_element(arena *mem, const char *element, const char *path, outcome *o)
{
    diag d = diag_make(mem);
    element_list wheel = {0};
    passes_settings s = passes_default();
    if (element_read_text(mem, arena_printf(mem, "%s=%s", element, path), &wheel, &d) !=
        STATUS_OK) {
        refusal(&d, path, o);
        return;
    }
    o->accepted++;
    s.tree.elements = &wheel;
    use_settings(mem, "robots/pendulum5.urdf", &s, o);
}

static void use_tyre(arena *mem, const char *path, outcome *o)
{
    use_element(mem, "wheel name=w joint=q5 radius=0.3 law=magic stiffness=1e5 file", path, o);
}

static void use_grid(arena *mem, const char *path, outcome *o)
{
    use_element(mem, "wheel name=w joint=q5 radius=0.3 law=tyre stiffness=1e5 ground=grid grid",
                path, o);
}

/* Some steps: every state is of numbers, and what has no solution says so. */
static bool moves_or_tells(arena *mem, const natural *n, const char *method, solve_way way)
{
    enum { STEPS = 3 };
    diag d = diag_make(mem);
    natural_run run;
    natural_plan plan = {.step_s = 1e-3, .natural = {.way = way, .penalty = NATURAL_PENALTY}};
    status done = method_find(method, MODEL_NATURAL, &plan.method, &d);
    if (done == STATUS_OK)
        done = natural_run_begin(mem, n, &plan, &run, &d);
    for (uint32_t k = 0; k < STEPS && done == STATUS_OK; k++) {
        const mover m = natural_run_mover(&run);
        moment now;
        m.look(m.self, &now);
        if (!isfinite(now.energy) || !isfinite(now.open) || !isfinite(now.open_rate))
            return false;
        done = m.step(m.self, 1, &d);
    }
    return done == STATUS_OK || (d.error.text && *d.error.text);
}

/* The graph of an accepted model reads back, or there is a message. */
static void use_natural(arena *mem, const char *path, outcome *o)
{
    diag d = diag_make(mem);
    natural n;
    ops p, again;
    text first = text_make(mem), second = text_make(mem);
    if (natural_read(mem, path, &n, &d) != STATUS_OK) {
        refusal(&d, path, o);
        return;
    }
    o->accepted++;
    o->unlike += !moves_or_tells(mem, &n, "index1", SOLVE_DIRECT) ||
                 !moves_or_tells(mem, &n, "index3", SOLVE_PENALTY) ||
                 !moves_or_tells(mem, &n, "both", SOLVE_DIRECT);
    if (natural_ops(mem, &n, &p, &d) != STATUS_OK) {
        o->unlike += !d.error.text || !*d.error.text;
        return;
    }
    ops_print(&p, &first);
    if (ops_parse(mem, "again.ops", first.bytes, first.length, &again, &d) == STATUS_OK)
        ops_print(&again, &second);
    o->unlike += !same(&first, &second);
}

/* Readers take bytes or a path. */
typedef struct {
    const char *name;
    void (*bytes)(arena *mem, const buffer *b, outcome *o);
    void (*file)(arena *mem, const char *path, outcome *o);
} kind;

static const kind kinds[] = {
    {"urdf", NULL, use_robot}, {"mjcf", NULL, use_robot}, {"ops", try_ops, NULL},
    {"sched", try_sched, NULL}, {"nat", NULL, use_natural}, {"tir", NULL, use_tyre},
    {"grid", NULL, use_grid},
};

static const kind *kind_of(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static void write_file(const buffer *b, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(b->bytes, 1, b->size, f) != b->size || fclose(f) != 0) {
        fprintf(stderr, "%s: error: cannot write\n", path);
        exit(1);
    }
}

static void try_one(const kind *of, const buffer *b, const char *path, outcome *o)
{
    arena mem = arena_make();
    if (of->bytes) {
        of->bytes(&mem, b, o);
    } else {
        write_file(b, path);
        of->file(&mem, path, o);
    }
    arena_free(&mem);
}

static bool read_seed(const char *path, buffer *b)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    b->size = fread(b->bytes, 1, TEXT_LIMIT_BYTES, f);
    fclose(f);
    return b->size > 0;
}

static void ok(int number, bool good, const char *law)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", number, law);
}

int main(int argc, char **argv)
{
    static buffer seed, b;
    const kind *of = argc < 5 ? NULL : kind_of(argv[1]);
    if (!of) {
        fprintf(stderr, "usage: text_fuzz KIND COUNT SEED FILE..., KIND");
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            fprintf(stderr, "%s%s", i ? "|" : " ", kinds[i].name);
        fprintf(stderr, "\n");
        return 2;
    }
    unsigned long total = strtoul(argv[2], NULL, 10), files = (unsigned long)argc - 4;
    uint64_t random = strtoull(argv[3], NULL, 0);
    char path[64];
    outcome whole = {0}, o = {0};
    snprintf(path, sizeof path, "/tmp/tauflow-fuzz-%ld.robot", (long)getpid());
    printf("# seed %s\n", argv[3]);
    for (int s = 4; s < argc; s++) {
        if (!read_seed(argv[s], &seed)) {
            fprintf(stderr, "%s: error: cannot read\n", argv[s]);
            return 1;
        }
        try_one(of, &seed, path, &whole);
        for (unsigned long n = 0; n < (total + files - 1) / files; n++) {
            memcpy(b.bytes, seed.bytes, seed.size);
            b.size = seed.size;
            for (size_t k = 1 + below(&random, 3); k; k--)
                mutate_once(&b, &random);
            try_one(of, &b, path, &o);
        }
    }
    remove(path);
    printf("# %s: %lu accepted, %lu refused\n", of->name, o.accepted, o.refused);
    ok(1, whole.accepted == files && whole.unlike == 0, "whole_files_are_accepted");
    ok(2, o.accepted > 0 && o.refused > 0, "mutated_files_never_harm_the_reader");
    ok(3, o.mute == 0, "every_refusal_names_the_file_and_says_why");
    ok(4, o.unlike == 0, "what_is_accepted_keeps_the_laws_of_its_form");
    printf("1..4\n");
    return 0;
}
