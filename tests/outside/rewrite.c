#include "rewrite.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#define FILE_LIMIT_BYTES ((size_t)16 << 20)

typedef struct {
    const rewrite_options *options;
    text *out;
    unsigned depth, skip_depth; /* skip_depth: of the visual or collision being left out, 0 if none */
    bool in_joint;
    const char **links;
    uint32_t links_count, links_capacity;
    const char **children;
    uint32_t children_count, children_capacity;
} rewriter;

static bool is_drawing(const char *tag)
{
    return strcmp(tag, "visual") == 0 || strcmp(tag, "collision") == 0;
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Links and the children of joints, so that the root can be told. */
static void note_structure(rewriter *w, const char *tag, const char **attributes)
{
    if (w->depth == 2 && strcmp(tag, "link") == 0)
        *ARENA_PUSH(w->out->mem, w, links) = arena_strdup(w->out->mem, attribute(attributes, "name"));
    if (w->depth == 3 && w->in_joint && strcmp(tag, "child") == 0)
        *ARENA_PUSH(w->out->mem, w, children) = arena_strdup(w->out->mem, attribute(attributes, "link"));
}

static void add_escaped(text *out, const char *value)
{
    for (; *value != '\0'; value++)
        if (strchr("<>&\"", *value) != NULL)
            text_printf(out, "&#%d;", *value);
        else
            text_add_bytes(out, value, 1);
}

static void add_attributes(rewriter *w, const char *tag, const char **attributes)
{
    bool scaled = strcmp(tag, "mass") == 0 || strcmp(tag, "inertia") == 0;
    for (; attributes[0] != NULL; attributes += 2) {
        text_printf(w->out, " %s=\"", attributes[0]);
        if (scaled)
            text_printf(w->out, "%.17g", strtod(attributes[1], NULL) * w->options->mass_scale);
        else
            add_escaped(w->out, attributes[1]);
        text_add(w->out, "\"");
    }
}

static void XMLCALL on_start(void *user, const char *tag, const char **attributes)
{
    rewriter *w = user;
    w->depth++;
    if (w->skip_depth == 0 && is_drawing(tag))
        w->skip_depth = w->depth;
    if (w->skip_depth != 0)
        return;
    if (w->depth == 2)
        w->in_joint = strcmp(tag, "joint") == 0;
    note_structure(w, tag, attributes);
    text_printf(w->out, "<%s", tag);
    add_attributes(w, tag, attributes);
    text_add(w->out, ">\n");
    if (w->depth == 1)
        text_printf(w->out, "<mujoco><compiler %s/></mujoco>\n", w->options->settings);
}

static const char *find_root(const rewriter *w)
{
    for (uint32_t i = 0; i < w->links_count; i++) {
        bool is_child = false;
        for (uint32_t j = 0; j < w->children_count; j++)
            is_child = is_child || strcmp(w->links[i], w->children[j]) == 0;
        if (!is_child)
            return w->links[i];
    }
    return "";
}

static void XMLCALL on_end(void *user, const char *tag)
{
    rewriter *w = user;
    if (w->skip_depth == 0) {
        if (w->depth == 1 && w->options->free_joint != NULL)
            text_printf(w->out,
                        "<link name=\"outside_world\"/><joint name=\"%s\" type=\"floating\">"
                        "<parent link=\"outside_world\"/><child link=\"%s\"/></joint>\n",
                        w->options->free_joint, find_root(w));
        text_printf(w->out, "</%s>\n", tag);
    } else if (w->skip_depth == w->depth) {
        w->skip_depth = 0;
    }
    w->depth--;
}

status urdf_rewrite(arena *mem, const char *path, const rewrite_options *options, text *out, diag *d)
{
    char *bytes;
    size_t length;
    TRY(file_read(mem, path, FILE_LIMIT_BYTES, &bytes, &length, d));
    rewriter w = {.options = options, .out = out};
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &w);
    XML_SetElementHandler(parser, on_start, on_end);
    enum XML_Status parsed = XML_Parse(parser, bytes, (int)length, 1);
    XML_ParserFree(parser);
    if (parsed != XML_STATUS_OK)
        return diag_error(d, (place){.file = path}, "not well-formed XML");
    return STATUS_OK;
}
