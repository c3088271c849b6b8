/* SPDX-License-Identifier: MIT */
/* What the compiler of C cannot see in the descriptions. */
#include "generate/descriptions.h"

#include <stdio.h>
#include <string.h>

enum { WINDOW_BYTES = 4096 };

static int check_registers(const register_list *r)
{
    static unsigned char used[WINDOW_BYTES / 4];
    uint32_t taken = 0;
    const char *owner = "";
    for (uint32_t i = 0; i < r->count; i++) {
        const line *l = &r->lines[i];
        if (l->kind == IS_REG || l->kind == IS_REGS) {
            owner = l->name;
            taken = 0;
            for (uint32_t k = 0; k < l->count; k++) {
                uint32_t at = l->number / 4 + k;
                if (l->number % 4 || at >= WINDOW_BYTES / 4 || used[at]++) {
                    fprintf(stderr, "regs.def: register %s overlaps another or leaves the window\n",
                            l->name);
                    return 1;
                }
            }
        }
        if (l->kind == IS_FIELD) {
            if (strcmp(owner, l->name) != 0 || l->count == 0 || l->number + l->count > 32 ||
                (taken & mask_of(l))) {
                fprintf(stderr,
                        "regs.def: field %s of %s overlaps, is too wide or stands elsewhere\n",
                        l->field, l->name);
                return 1;
            }
            taken |= mask_of(l);
        }
    }
    return 0;
}

/* Those of a module come first, so that a kind's number in C is its number in a module. Those that
 * modules share have options, in the same order. */
static int check_kinds(void)
{
    for (uint32_t k = 1; k < KINDS_COUNT; k++)
        if (KINDS[k].where < KINDS[k - 1].where) {
            fprintf(stderr, "kinds.def: %s is %s and stands after one that is %s\n", KINDS[k].name,
                    PLACE_WORD[KINDS[k].where], PLACE_WORD[KINDS[k - 1].where]);
            return 1;
        }
    for (uint32_t k = 0; k < module_kinds(); k++)
        if (!find_fixed(&KINDS[k])) {
            fprintf(stderr, "kinds.def: modules have %s, and it has no FIXED line\n",
                    KINDS[k].name);
            return 1;
        }
    for (uint32_t k = module_kinds(); k < KINDS_COUNT; k++)
        if (SHARED_OPTIONS_COUNT != kinds_in(IN_SHARED) ||
            strcmp(SHARED_OPTIONS[k - module_kinds()].kind, KINDS[k].name) != 0) {
            fprintf(stderr, "kinds.def: OPTIONS are not of the kinds that are SHARED, in order\n");
            return 1;
        }
    return 0;
}

static int check_shape(const shape_list *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        const line *f = find_field(&s->registers, p->reg, p->bits);
        if (!f || (p->most & ~(mask_of(f) >> f->number))) {
            fprintf(stderr, "shape.def: %s has no field %s of register %s wide enough for %u\n",
                    p->field, p->bits, p->reg, p->most);
            return 1;
        }
        if (!p->from && i > 0 && p[-1].from) {
            fprintf(stderr, "shape.def: %s stands after an option\n", p->field);
            return 1;
        }
        if (p->usual < p->least || p->usual > p->most || p->needs > p->least) {
            fprintf(stderr, "shape.def: %s: default or least need out of range\n", p->field);
            return 1;
        }
    }
    return 0;
}

int check_descriptions(const shape_list *s)
{
    return check_registers(&s->registers) || check_kinds() || check_shape(s);
}
