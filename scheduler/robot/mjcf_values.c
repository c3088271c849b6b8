/* SPDX-License-Identifier: MIT */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <string.h>

static const char *const NAMES[ATTRIBUTES] = {
    [A_POS] = "pos", [A_QUAT] = "quat", [A_AXISANGLE] = "axisangle", [A_XYAXES] = "xyaxes",
    [A_ZAXIS] = "zaxis", [A_EULER] = "euler", [A_NAME] = "name", [A_CLASS] = "class",
    [A_CHILDCLASS] = "childclass", [A_TYPE] = "type", [A_MASS] = "mass",
    [A_DIAGINERTIA] = "diaginertia", [A_FULLINERTIA] = "fullinertia", [A_MOCAP] = "mocap",
    [A_GRAVCOMP] = "gravcomp", [A_COUNT] = "count", [A_SEP] = "sep", [A_OFFSET] = "offset",
    [A_AXIS] = "axis", [A_REF] = "ref", [A_RANGE] = "range",
    [A_LIMITED] = "limited", [A_STIFFNESS] = "stiffness", [A_SPRINGREF] = "springref",
    [A_DAMPING] = "damping", [A_SPRINGDAMPER] = "springdamper",
    [A_ACTUATORGRAVCOMP] = "actuatorgravcomp", [A_ARMATURE] = "armature",
    [A_FRICTIONLOSS] = "frictionloss", [A_FRCRANGE] = "actuatorfrcrange",
    [A_FRCLIMITED] = "actuatorfrclimited", [A_ALIGN] = "align", [A_SIZE] = "size",
    [A_FROMTO] = "fromto", [A_DENSITY] = "density", [A_GROUP] = "group", [A_MESH] = "mesh",
    [A_SHELLINERTIA] = "shellinertia", [A_ACTIVE] = "active", [A_JOINT1] = "joint1",
    [A_JOINT2] = "joint2", [A_TENDON1] = "tendon1", [A_TENDON2] = "tendon2",
    [A_POLYCOEF] = "polycoef", [A_BODY1] = "body1", [A_BODY2] = "body2",
    [A_SITE1] = "site1", [A_SITE2] = "site2", [A_ANCHOR] = "anchor", [A_RELPOSE] = "relpose",
    [A_JOINT] = "joint", [A_JOINTINPARENT] = "jointinparent", [A_TENDON] = "tendon",
    [A_SITE] = "site", [A_CRANKSITE] = "cranksite", [A_BODY] = "body", [A_GEAR] = "gear",
    [A_COEF] = "coef", [A_SPRINGLENGTH] = "springlength", [A_FILE] = "file",
    [A_CONTENT_TYPE] = "content_type", [A_SCALE] = "scale", [A_REFPOS] = "refpos",
    [A_REFQUAT] = "refquat", [A_INERTIA] = "inertia", [A_VERTEX] = "vertex", [A_FACE] = "face",
    [A_BUILTIN] = "builtin", [A_MAXHULLVERT] = "maxhullvert"};

const char *attribute_name(attribute_id a)
{
    return NAMES[a];
}

void values_read(const element *e, const values *base, values *out)
{
    if (base)
        *out = *base;
    else
        memset(out, 0, sizeof *out);
    out->tag = e->tag;
    out->at = e->at;
    out->set = e->set;
    for (const char **a = e->attributes; *a; a += 2)
        for (uint32_t k = 0; k < ATTRIBUTES; k++)
            if (strcmp(NAMES[k], a[0]) == 0 && table_fate(e->row, a[0]) == ATTRIBUTE_TAKEN)
                out->of[k] = (value){.text = a[1], .at = e->at};
}

status values_wrong(const mjcf *m, const values *v, attribute_id a, const char *wrong)
{
    return diag_error(m->d, v->of[a].text ? v->of[a].at : v->at, "%s%s%s of <%s>: %s",
                      m->owner ? m->owner : "", m->owner ? ": " : "", NAMES[a], v->tag, wrong);
}

status values_numbers(const mjcf *m, const values *v, attribute_id a, double *numbers,
                      uint32_t count)
{
    const char *from = v->of[a].text;
    const char *wrong = from ? numbers_read(m->mem, from, numbers, count) : NULL;
    return wrong ? values_wrong(m, v, a, wrong) : STATUS_OK;
}

status values_word(const mjcf *m, const values *v, attribute_id a, const char *words, int *index)
{
    const char *given = v->of[a].text;
    if (!given)
        return STATUS_OK;
    const char *at = words;
    for (int i = 0;; i++) {
        size_t length = strcspn(at, "|");
        if (strlen(given) == length && memcmp(at, given, length) == 0) {
            *index = i;
            return STATUS_OK;
        }
        if (!at[length])
            break;
        at += length + 1;
    }
    return values_wrong(m, v, a, arena_printf(m->mem, "'%s' is none of %s",
                                              text_shown(m->mem, given), words));
}

status values_flag(const mjcf *m, const values *v, attribute_id a, bool *flag)
{
    int index = *flag;
    TRY(values_word(m, v, a, "false|true", &index));
    *flag = index;
    return STATUS_OK;
}
