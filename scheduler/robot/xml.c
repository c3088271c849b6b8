/* SPDX-License-Identifier: MIT */
#include "robot/xml.h"

place xml_place(XML_Parser xml, const char *file)
{
    return (place){.file = file,
                   .line = (uint32_t)XML_GetCurrentLineNumber(xml),
                   .column = (uint32_t)XML_GetCurrentColumnNumber(xml) + 1};
}

status xml_broken(XML_Parser xml, const char *file, const char *after, diag *d)
{
    enum XML_Error code = XML_GetErrorCode(xml);
    if (code == XML_ERROR_NO_MEMORY)
        return diag_system_error(d, xml_place(xml, file), "out of memory");
    return diag_error(d, xml_place(xml, file), "broken XML%s%s: %s",
                      after ? " in or after " : "", after ? after : "", XML_ErrorString(code));
}

status xml_refuse_declarations(place at, diag *d)
{
    return diag_error(d, at, "a DOCTYPE with declarations of its own is not accepted");
}

typedef struct {
    XML_Parser xml;
    arena *mem;
    const char *root;
} root_finder;

static void on_first(void *user, const char *tag, const char **attributes)
{
    (void)attributes;
    root_finder *r = user;
    if (!r->root)
        r->root = arena_strdup(r->mem, tag);
    XML_StopParser(r->xml, XML_FALSE);
}

/* Declarations end the search: who reads the file refuses them. */
static void on_doctype(void *user, const char *name, const char *system_id, const char *public_id,
                       int has_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    const root_finder *r = user;
    if (has_subset)
        XML_StopParser(r->xml, XML_FALSE);
}

const char *xml_root(arena *mem, const input_file *f)
{
    root_finder r = {.xml = XML_ParserCreate(NULL), .mem = mem};
    if (!r.xml)
        return NULL;
    XML_SetUserData(r.xml, &r);
    XML_SetStartElementHandler(r.xml, on_first);
    XML_SetStartDoctypeDeclHandler(r.xml, on_doctype);
    XML_Parse(r.xml, f->bytes, (int)f->length, 1);
    XML_ParserFree(r.xml);
    return r.root;
}
