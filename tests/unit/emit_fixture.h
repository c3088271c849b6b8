/* SPDX-License-Identifier: MIT */
/* Emitted C, compiled as a strict user would and loaded. */
#ifndef TAUFLOW_EMIT_FIXTURE_H
#define TAUFLOW_EMIT_FIXTURE_H

#include "base/output.h"
#include "emit/parts.h"
#include "unit/ops_fixture.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__x86_64__)
#define WIDEST "-march=native" /* the widest vectors of this machine */
#else
#define WIDEST "-mcpu=native"
#endif
static const char *const COMPILERS[] = {"gcc " WIDEST, "clang", "gcc -DNAME_VECTOR_BYTES=0",
                                        "clang " WIDEST};
enum { COMPILER_COUNT = 4 };

typedef struct {
    char folder[64];
    void *library;
} loaded;

static inline void run(const char *command)
{
    if (system(command) != 0)
        fail_msg("failed: %s", command);
}

/* How functions are emitted and compiled. */
typedef struct {
    const char *compiler;
    const char *contract; /* "off", or "fast": products may be fused into sums */
    uint32_t piece;       /* of emit_c_options */
} how;

/* All functions in one file, as `name`, with everything a strict user would ask for. */
static inline loaded load_functions(arena *mem, const ops *list, uint32_t count, how made)
{
    loaded l = {.folder = "/tmp/tauflow-emit-XXXXXX"};
    diag d = diag_make(mem);
    text c = text_make(mem), h = text_make(mem);
    emit_c_options options = emit_c_options_default();
    options.name = "name";
    options.piece = made.piece;
    bool calls = false;
    for (uint32_t i = 0; i < count; i++)
        calls |= emit_needs_libm(&list[i]);
    assert_int_equal(emit_c_functions(list, count, &options, &c, &h, &d), STATUS_OK);
    assert_non_null(mkdtemp(l.folder));
    assert_int_equal(output_write_one(arena_printf(mem, "%s/name.c", l.folder), &c, &d), STATUS_OK);
    assert_int_equal(output_write_one(arena_printf(mem, "%s/name.h", l.folder), &h, &d), STATUS_OK);
    run(arena_printf(
        mem,
        "cd %s && %s -std=c11 -O2 -ffp-contract=%s -Wall -Wextra -Wpedantic -Wconversion -Wshadow"
        " -Wmissing-prototypes -Werror -shared -fPIC -Wl,-z,defs -o name.so name.c%s",
        l.folder, made.compiler, made.contract, calls ? " -lm" : ""));
    l.library = dlopen(arena_printf(mem, "%s/name.so", l.folder), RTLD_NOW | RTLD_LOCAL);
    if (!l.library)
        fail_msg("%s", dlerror());
    return l;
}

static inline void unload(arena *mem, loaded *l)
{
    dlclose(l->library);
    run(arena_printf(mem, "rm -r %s", l->folder));
}

/* Sets a function pointer from the library; the copy is the detour ISO C asks for. */
static inline void find(const loaded *l, const char *name, void *function)
{
    void *at = dlsym(l->library, name);
    if (!at)
        fail_msg("no %s", name);
    memcpy(function, &at, sizeof at);
}

#endif
