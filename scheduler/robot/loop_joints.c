/* SPDX-License-Identifier: MIT */
#include "robot/loop_joints.h"

#include "robot/numbers.h"
#include "robot/pairs.h"

#include <string.h>

static const char *const TAG[LOOP_JOINT_KINDS] = {[LOOP_CLOSED_AT] = "closed_at",
                                                  [LOOP_INDEPENDENT] = "independent",
                                                  [LOOP_ACTUATE] = "actuate"};

bool loop_joint_tag_find(const char *tag, loop_joint_kind *out)
{
    for (unsigned k = 0; k < LOOP_JOINT_KINDS; k++)
        if (strcmp(tag, TAG[k]) == 0) {
            *out = (loop_joint_kind)k;
            return true;
        }
    return false;
}

static bool is_named(const loop_joints *all, loop_joint_kind kind, const char *joint)
{
    for (uint32_t i = 0; i < all->list_count; i++)
        if (all->list[i].kind == kind && strcmp(all->list[i].joint, joint) == 0)
            return true;
    return false;
}

static status check_keys(loop_joint_kind kind, const char *const *pairs, place at, diag *d)
{
    for (const char *const *p = pairs; p[0]; p += 2) {
        bool known = strcmp(p[0], "joints") == 0 ||
                     (kind == LOOP_CLOSED_AT && strcmp(p[0], "positions") == 0);
        if (!known)
            return diag_error(d, at, "%s has no '%s'", TAG[kind], text_shown(d->mem, p[0]));
    }
    if (!pairs_find(pairs, "joints") ||
        (kind == LOOP_CLOSED_AT && !pairs_find(pairs, "positions")))
        return diag_error(d, at, "%s has no '%s'", TAG[kind],
                          pairs_find(pairs, "joints") ? "positions" : "joints");
    return STATUS_OK;
}

status loop_joints_read(arena *mem, loop_joint_kind kind, const char *const *pairs, place at,
                        loop_joints *to, diag *d)
{
    TRY(check_keys(kind, pairs, at, d));
    const char *left = pairs_find(pairs, "joints"), *from = pairs_find(pairs, "positions");
    uint32_t first = to->list_count;
    for (char *word; (word = pairs_next_word(mem, &left)) != NULL;) {
        if (is_named(to, kind, word))
            return diag_error(d, at, "%s names joint '%s' twice", TAG[kind],
                              text_shown(d->mem, word));
        *ARENA_PUSH(mem, to, list) = (loop_joint){.kind = kind, .joint = word, .at = at};
    }
    uint32_t count = to->list_count - first;
    if (count == 0)
        return diag_error(d, at, "%s names no joint", TAG[kind]);
    if (!from)
        return STATUS_OK;
    double *numbers = ARENA_ARRAY(mem, double, count);
    const char *wrong = numbers_read(d->mem, from, numbers, count);
    if (wrong)
        return diag_error(d, at, "%s: positions: %s", TAG[kind], wrong);
    for (uint32_t i = 0; i < count; i++)
        to->list[first + i].position = numbers[i];
    return STATUS_OK;
}
