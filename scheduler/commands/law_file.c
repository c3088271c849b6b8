/* SPDX-License-Identifier: MIT */
#include "commands/law_file.h"

#include "robot/numbers.h"
#include "commands/c_compiler.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MADE "laws.so"

/* The file stays where it is, so that what it includes is found. */
static status compile(arena *mem, const char *path, void **code, diag *d)
{
    const char *folder, *why, *source = path, *here = ".";
    if (access(path, R_OK) != 0)
        return diag_error(d, (place){.file = path}, "--law-file: the file cannot be read");
    if (*path == '-') /* no option of the compiler */
        source = arena_printf(mem, "./%s", path);
    TRY(c_folder_make(mem, "laws", &folder, d));
    const char *made = arena_printf(mem, "%s/" MADE, folder);
    status done = c_compile(mem, here, made, &source, 1, &why, d);
    if (done == STATUS_OK && why)
        done = diag_error(d, (place){.file = path}, "--law-file: %s", why);
    *code = done == STATUS_OK ? dlopen(made, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (done == STATUS_OK && !*code)
        done = diag_error(d, (place){.file = path}, "--law-file: %s",
                          text_shown(d->mem, dlerror()));
    remove(made);
    rmdir(folder);
    return done;
}

/* C says nothing of functions as pointers to objects, POSIX does. */
static law_function *function_of(void *code, const char *name)
{
    void *found = dlsym(code, name);
    law_function *as;
    _Static_assert(sizeof found == sizeof as, "POSIX");
    memcpy(&as, &found, sizeof as);
    return as;
}

status law_file_load(arena *mem, const char *path, const tree *t, const law_calls **out, diag *d)
{
    void *code = NULL;
    const uint32_t first = tree_called_law(t);
    *out = NULL;
    if (first == t->elements_count)
        return path ? diag_error(d, (place){0}, "--law-file %s: no element of robot '%s' has a law "
                                 "that is a call", text_shown(d->mem, path),
                                 text_shown(d->mem, t->name))
                    : STATUS_OK;
    const robot_element *e = &t->elements[first].what;
    if (!path)
        return diag_error(d, e->at, "%s: --law-file FILE.c must have that function",
                          element_call_told(d->mem, e));
    TRY(compile(mem, path, &code, d));
    law_calls *calls = ARENA_ARRAY(mem, law_calls, 1);
    calls->of = ARENA_ARRAY(mem, law_function *, t->elements_count);
    for (uint32_t k = first; k < t->elements_count; k++) {
        e = &t->elements[k].what;
        calls->of[k] = e->law == LAW_CALL ? function_of(code, e->call) : NULL;
        if (e->law == LAW_CALL && !calls->of[k])
            return diag_error(d, (place){.file = path}, "%s: there is no function 'double "
                              "%s(double x, double xd, double t, void *user, double dydx[2])' "
                              "here",
                              element_call_told(d->mem, e), e->call);
    }
    *out = calls;
    return STATUS_OK;
}
