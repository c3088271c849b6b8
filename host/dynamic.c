/* SPDX-License-Identifier: MIT */
/* A program that was linked with -static has dlopen, but no dynamic loader that could finish its
 * work: the object would bring a second C library, and the first call into it ends in a
 * segmentation fault. Such a program asks for no interpreter (PT_INTERP), whoever starts it and
 * wherever it is loaded. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "dynamic.h"

#include <link.h>
#include <stddef.h>

static int look(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    for (int k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_INTERP)
            *(bool *)user = true;
    return 1; /* the first is the program, which is all we want */
}

bool dynamic_loader_is_here(void)
{
    bool here = false;
    dl_iterate_phdr(look, &here);
    return here;
}
