/* SPDX-License-Identifier: MIT */
/* <replicate>: what stands in it, `count` times. After this pass its children are as many frames,
 * each with a copy whose names have a suffix of their own; how far apart they are is told when
 * bodies are read. What refers to names in it from outside is copied along, as MuJoCo does: tendons
 * and actuators, and equalities that do not reach out of it. The innermost comes first, so its
 * suffix does. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <string.h>

/* Tendons before what refers to them. */
static const char *const SECTIONS[] = {"tendon", "equality", "actuator"};

typedef struct {
    mjcf *m;
    uint32_t count;
    const char *separator;
    int digits;
    name_table inside[NAMED]; /* names that get suffixes */
} replication;

/* ---- copies ---------------------------------------------------------------------------------- */

static status copy_element(mjcf *m, uint32_t from, uint32_t *to)
{
    element e = m->doc.elements[from];
    const uint32_t first = e.first;
    e.first = e.last = e.next = ELEMENT_NONE;
    TRY(element_add(m, e, to));
    for (uint32_t i = first; i != ELEMENT_NONE; i = m->doc.elements[i].next) {
        uint32_t child;
        TRY(copy_element(m, i, &child));
        element_hang(m, *to, child);
    }
    return STATUS_OK;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void collect_name(replication *r, const element *e)
{
    const char *name = element_attribute(e, "name");
    const named_kind kind = name_kind(e);
    if (name && *name && kind < NAMED)
        names_add(&r->inside[kind], name, strlen(name), 0);
}

static void collect_names(replication *r, uint32_t from)
{
    const element *all = r->m->doc.elements;
    for (uint32_t i = all[from].first; i != ELEMENT_NONE; i = all[i].next) {
        collect_name(r, &all[i]);
        collect_names(r, i);
    }
}

/* Whether an attribute of an element of a section refers to something, and to something inside. */
static bool refers(const replication *r, const char *attribute, const char *name, bool *is_inside)
{
    const named_kind kind = reference_kind(attribute);
    uint32_t found;
    if (kind == NAMED || kind == OF_MESHES)
        return false;
    *is_inside = names_find(&r->inside[kind], name, strlen(name), &found);
    return true;
}

static const char *suffixed(const replication *r, const char *name, uint32_t number)
{
    return arena_printf(r->m->mem, "%s%s%0*u", name, r->separator, r->digits, number);
}

/* Names of an element and all in it, and in a section what refers to those inside. */
static void rename_all(const replication *r, uint32_t index, uint32_t number, bool in_section)
{
    element *e = &r->m->doc.elements[index];
    uint32_t count = 0;
    while (e->attributes[count])
        count++;
    const char **changed = ARENA_ARRAY(r->m->mem, const char *, count + 1);
    for (uint32_t i = 0; i < count; i += 2) {
        const char *name = e->attributes[i], *given = e->attributes[i + 1];
        bool is_inside = false;
        changed[i] = name;
        changed[i + 1] = given;
        if ((strcmp(name, "name") == 0 && *given) ||
            (in_section && refers(r, name, given, &is_inside) && is_inside))
            changed[i + 1] = suffixed(r, given, number);
    }
    e->attributes = changed;
    for (uint32_t i = e->first; i != ELEMENT_NONE; i = r->m->doc.elements[i].next)
        rename_all(r, i, number, in_section);
}

/* ---- sections -------------------------------------------------------------------------------- */

static void count_references(const replication *r, uint32_t index, uint32_t *inside,
                             uint32_t *outside)
{
    const element *all = r->m->doc.elements;
    for (const char **a = all[index].attributes; *a; a += 2) {
        bool is_inside = false;
        if (!refers(r, a[0], a[1], &is_inside))
            continue;
        *inside += is_inside;
        *outside += !is_inside;
    }
    for (uint32_t i = all[index].first; i != ELEMENT_NONE; i = all[i].next)
        count_references(r, i, inside, outside);
}

/* Copies follow the element that they are made of, which becomes the first of them. */
static status copy_reference(replication *r, uint32_t section, uint32_t index)
{
    mjcf *m = r->m;
    uint32_t inside = 0, outside = 0, last = index;
    count_references(r, index, &inside, &outside);
    if (!inside)
        return STATUS_OK;
    const element e = m->doc.elements[index];
    if (outside && strcmp(m->doc.elements[section].tag, "equality") == 0)
        return diag_error(m->d, e.at, "<%s> of <equality> joins what <replicate> copies with what "
                          "it does not, which is not supported", e.tag);
    for (uint32_t k = 1; k < r->count; k++) {
        uint32_t copy;
        TRY(copy_element(m, index, &copy));
        rename_all(r, copy, k, true);
        m->doc.elements[copy].next = e.next;
        m->doc.elements[last].next = copy;
        last = copy;
    }
    if (strcmp(m->doc.elements[section].tag, "tendon") == 0)
        collect_name(r, &e);
    rename_all(r, index, 0, true);
    return STATUS_OK;
}

static status copy_in_section(replication *r, uint32_t section)
{
    const document *doc = &r->m->doc;
    for (uint32_t i = doc->elements[section].first, next; i != ELEMENT_NONE; i = next) {
        next = doc->elements[i].next;
        TRY(copy_reference(r, section, i));
    }
    return STATUS_OK;
}

static status copy_references(replication *r)
{
    const document *doc = &r->m->doc;
    for (size_t k = 0; k < sizeof SECTIONS / sizeof *SECTIONS; k++)
        for (uint32_t s = doc->elements[0].first; s != ELEMENT_NONE; s = doc->elements[s].next)
            if (strcmp(doc->elements[s].tag, SECTIONS[k]) == 0)
                TRY(copy_in_section(r, s));
    return STATUS_OK;
}

/* ---- one, and all ---------------------------------------------------------------------------- */

static status read_count(mjcf *m, const element *e, replication *r)
{
    values v;
    double count = 0;
    values_read(e, NULL, &v);
    if (!v.of[A_COUNT].text)
        return values_wrong(m, &v, A_COUNT, "it is missing");
    TRY(values_numbers(m, &v, A_COUNT, &count, 1));
    if (!(count >= 1 && count <= DOCUMENT_MOST_ELEMENTS) || count != (uint32_t)count)
        return values_wrong(m, &v, A_COUNT, "a whole number of 1 or more wanted");
    r->count = (uint32_t)count;
    r->separator = v.of[A_SEP].text ? v.of[A_SEP].text : "";
    r->digits = (int)strlen(arena_printf(m->mem, "%u", r->count));
    return STATUS_OK;
}

/* A frame around all children; returns in *frame its index. It has no attributes. */
static status wrap_children(mjcf *m, uint32_t index, uint32_t *frame)
{
    static const char *none[] = {NULL};
    const element e = m->doc.elements[index];
    element f = {.tag = "frame", .attributes = none, .at = e.at, .first = e.first, .last = e.last,
                 .next = ELEMENT_NONE, .row = table_find(e.tag, "frame"), .set = e.set};
    TRY(element_add(m, f, frame));
    m->doc.elements[index].first = m->doc.elements[index].last = *frame;
    return STATUS_OK;
}

static status replicate(mjcf *m, uint32_t index)
{
    replication r = {.m = m};
    uint32_t frame, copy;
    TRY(read_count(m, &m->doc.elements[index], &r));
    for (named_kind k = 0; k < NAMED; k++)
        r.inside[k] = names_make(m->mem);
    collect_names(&r, index);
    TRY(copy_references(&r));
    TRY(wrap_children(m, index, &frame));
    for (uint32_t k = 1; k < r.count; k++) {
        TRY(copy_element(m, frame, &copy));
        rename_all(&r, copy, k, false);
        element_hang(m, index, copy);
    }
    rename_all(&r, frame, 0, false);
    return STATUS_OK;
}

static status replicate_in(mjcf *m, uint32_t from)
{
    for (uint32_t i = m->doc.elements[from].first; i != ELEMENT_NONE; i = m->doc.elements[i].next)
        TRY(replicate_in(m, i));
    return strcmp(m->doc.elements[from].tag, "replicate") == 0 ? replicate(m, from) : STATUS_OK;
}

status replicates_expand(mjcf *m)
{
    for (uint32_t s = m->doc.elements[0].first; s != ELEMENT_NONE; s = m->doc.elements[s].next)
        if (strcmp(m->doc.elements[s].tag, "worldbody") == 0)
            TRY(replicate_in(m, s));
    return STATUS_OK;
}
