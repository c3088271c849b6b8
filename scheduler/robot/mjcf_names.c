/* SPDX-License-Identifier: MIT */
/* Names that elements have and others refer to, and elements that are put into a document: what
 * <attach> and <replicate> have in common. */
#include "robot/mjcf_parts.h"

#include <string.h>

static const struct {
    const char *tags, *references;
} KINDS[NAMED] = {
    [OF_BODIES] = {" body ", " body body1 body2 "},
    [OF_JOINTS] = {" joint freejoint ", " joint jointinparent joint1 joint2 "},
    [OF_SITES] = {" site ", " site site1 site2 cranksite slidersite refsite sidesite "},
    [OF_GEOMS] = {" geom ", " geom geom1 geom2 "},
    [OF_TENDONS] = {" spatial fixed ", " tendon tendon1 tendon2 "},
    [OF_MESHES] = {" mesh ", " mesh "},
};

named_kind name_kind(const element *e)
{
    named_kind k = 0;
    if (e->row->in && word_is_in(e->row->in, "equality")) /* whose <joint> is none */
        return NAMED;
    while (k < NAMED && !word_is_in(KINDS[k].tags, e->tag))
        k++;
    return k;
}

named_kind reference_kind(const char *attribute)
{
    named_kind k = 0;
    while (k < NAMED && !word_is_in(KINDS[k].references, attribute))
        k++;
    return k;
}

status element_add(mjcf *m, element e, uint32_t *index)
{
    if (m->doc.elements_count == DOCUMENT_MOST_ELEMENTS)
        return diag_error(m->d, e.at, "more than %d elements", DOCUMENT_MOST_ELEMENTS);
    *index = m->doc.elements_count;
    *ARENA_PUSH(m->mem, &m->doc, elements) = e;
    return STATUS_OK;
}

void element_hang(mjcf *m, uint32_t parent, uint32_t child)
{
    element *all = m->doc.elements;
    if (all[parent].first == ELEMENT_NONE)
        all[parent].first = child;
    else
        all[all[parent].last].next = child;
    all[parent].last = child;
}
