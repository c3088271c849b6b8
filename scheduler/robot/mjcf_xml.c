/* SPDX-License-Identifier: MIT */
/* One list of open elements serves all files: an included file's outermost element is not kept, and
 * what stands in it becomes children of the element that holds the <include>. */
#include "robot/mjcf_xml.h"

#include "base/limits.h"
#include "robot/numbers.h"
#include "robot/xml.h"

#include <string.h>
#include <unistd.h>

enum {
    DEEPEST_INCLUDE = 16 /* each is a parser on the stack */
};

typedef struct {
    arena *mem;
    document *out;
    diag *d;
    const char *folder; /* of the first file */
    text all;           /* bytes of all files, from the first include on */
    uint32_t *open;     /* elements */
    uint32_t open_count, open_capacity;
    const char **files; /* that are included */
    uint32_t files_count, files_capacity;
} loader;

typedef struct {
    loader *l;
    XML_Parser xml;
    const char *name, *folder;
    uint32_t depth;     /* of open elements in this file */
    uint32_t includes;  /* how many files include this one */
    bool in_include;    /* an <include> is open */
    status result;
} parser;

static status parse_file(loader *l, const input_file *f, const char *folder, uint32_t includes);

const char *folder_of(arena *mem, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? arena_strndup(mem, path, (size_t)(slash - path) + 1) : "";
}

static const char *attribute_of(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* ---- includes -------------------------------------------------------------------------------- */

static const char *find_included(const parser *p, const char *file)
{
    arena *mem = p->l->mem;
    if (*file == '/')
        return arena_strdup(mem, file);
    const char *beside_first = arena_printf(mem, "%s%s", p->l->folder, file);
    const char *beside_this = arena_printf(mem, "%s%s", p->folder, file);
    return access(beside_first, F_OK) != 0 && access(beside_this, F_OK) == 0 ? beside_this
                                                                             : beside_first;
}

static status check_include(const parser *p, const char *path, place at)
{
    loader *l = p->l;
    if (p->includes == DEEPEST_INCLUDE)
        return diag_error(l->d, at, "files include each other more than %d deep", DEEPEST_INCLUDE);
    for (uint32_t i = 0; i < l->files_count; i++)
        if (strcmp(l->files[i], path) == 0)
            return diag_error(l->d, at, "file '%s' is included already",
                              text_shown(l->mem, path));
    return STATUS_OK;
}

static status include(const parser *p, const char **attributes)
{
    loader *l = p->l;
    place at = xml_place(p->xml, p->name);
    const char *file = attribute_of(attributes, "file");
    input_file f;
    if (!file || !*file)
        return diag_error(l->d, at, "<include> has no attribute 'file'");
    const char *path = find_included(p, file);
    TRY(check_include(p, path, at));
    *ARENA_PUSH(l->mem, l, files) = path;
    if (access(path, R_OK) != 0)
        return diag_error(l->d, at, "cannot include '%s': there is no such file that may be read",
                          text_shown(l->mem, file));
    TRY(input_read_included(l->mem, path, &f, l->d));
    if (l->all.length + f.length > LIMIT_FILE_BYTES)
        return diag_error(l->d, at, "with '%s' larger than %d bytes, the most that is read",
                          text_shown(l->mem, file), LIMIT_FILE_BYTES);
    text_add_bytes(&l->all, f.bytes, f.length);
    return parse_file(l, &f, folder_of(l->mem, path), p->includes + 1);
}

/* ---- elements -------------------------------------------------------------------------------- */

static const char **copy_attributes(arena *mem, const char **attributes)
{
    uint32_t count = 0;
    while (attributes[count])
        count++;
    const char **copy = ARENA_ARRAY(mem, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        copy[i] = arena_strdup(mem, attributes[i]);
    return copy;
}

static status add_element(const parser *p, const char *tag, const char **attributes)
{
    loader *l = p->l;
    document *o = l->out;
    uint32_t index = o->elements_count;
    place at = xml_place(p->xml, p->name);
    if (index == DOCUMENT_MOST_ELEMENTS)
        return diag_error(l->d, at, "more than %d elements", DOCUMENT_MOST_ELEMENTS);
    if (l->open_count == XML_DEEPEST_ELEMENT)
        return diag_error(l->d, at, "elements nested more than %d deep", XML_DEEPEST_ELEMENT);
    *ARENA_PUSH(l->mem, o, elements) = (element){
        .tag = arena_strdup(l->mem, tag), .attributes = copy_attributes(l->mem, attributes),
        .at = at, .first = ELEMENT_NONE, .last = ELEMENT_NONE, .next = ELEMENT_NONE};
    if (l->open_count > 0) {
        element *parent = &o->elements[l->open[l->open_count - 1]];
        if (parent->first == ELEMENT_NONE)
            parent->first = index;
        else
            o->elements[parent->last].next = index;
        parent->last = index;
    }
    *ARENA_PUSH(l->mem, l, open) = index;
    return STATUS_OK;
}

static status begin(parser *p, const char *tag, const char **attributes)
{
    if (p->in_include)
        return diag_error(p->l->d, xml_place(p->xml, p->name), "<%s> stands in an <include>",
                          text_shown(p->l->mem, tag));
    if (p->depth == 0 && p->includes > 0)
        return STATUS_OK;
    p->in_include = strcmp(tag, "include") == 0;
    return p->in_include ? include(p, attributes) : add_element(p, tag, attributes);
}

/* Expat may call on after XML_StopParser, hence the guards. */
static void on_start(void *user, const char *tag, const char **attributes)
{
    parser *p = user;
    if (p->result != STATUS_OK)
        return;
    p->result = begin(p, tag, attributes);
    p->depth++;
    if (p->result != STATUS_OK)
        XML_StopParser(p->xml, XML_FALSE);
}

static void on_end(void *user, const char *tag)
{
    (void)tag;
    parser *p = user;
    if (p->result != STATUS_OK)
        return;
    p->depth--;
    if (p->in_include)
        p->in_include = false;
    else if (p->depth > 0 || p->includes == 0)
        p->l->open_count--;
}

static void on_doctype(void *user, const char *name, const char *system_id, const char *public_id,
                       int has_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    parser *p = user;
    if (!has_subset || p->result != STATUS_OK)
        return;
    p->result = xml_refuse_declarations(xml_place(p->xml, p->name), p->l->d);
    XML_StopParser(p->xml, XML_FALSE);
}

static status parse_file(loader *l, const input_file *f, const char *folder, uint32_t includes)
{
    parser p = {.l = l, .xml = XML_ParserCreate(NULL), .name = f->name, .folder = folder,
                .includes = includes};
    if (!p.xml)
        return diag_system_error(l->d, (place){.file = f->name}, "out of memory");
    XML_SetUserData(p.xml, &p);
    XML_SetElementHandler(p.xml, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(p.xml, on_doctype);
    if (XML_Parse(p.xml, f->bytes, (int)f->length, 1) != XML_STATUS_OK && p.result == STATUS_OK)
        p.result = xml_broken(p.xml, f->name, NULL, l->d);
    XML_ParserFree(p.xml);
    return p.result;
}

status document_read(arena *mem, input_file *from, document *out, diag *d)
{
    *out = (document){0};
    loader l = {.mem = mem, .out = out, .d = d, .all = text_make(mem)};
    l.folder = folder_of(mem, from->name);
    if (from->path)
        *ARENA_PUSH(mem, &l, files) = from->path;
    text_add_bytes(&l.all, from->bytes, from->length);
    TRY(parse_file(&l, from, l.folder, 0));
    from->bytes = l.all.bytes;
    from->length = l.all.length;
    return STATUS_OK;
}
