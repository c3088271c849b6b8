/* SPDX-License-Identifier: MIT */
/* <attach>: a body of another file, or all of its world, with a prefix to every name. The other
 * file is read as a document of its own, its own <attach> and <replicate> first; then what is
 * wanted of it is copied. The place of <attach> becomes a frame, whose class is that of all
 * elements of the other file without one. Elements keep the settings of their file; settings that
 * count for the whole robot have to be ours. What refers to something that is not attached is left
 * out, as MuJoCo does. */
#include "robot/mjcf_parts.h"

#include "base/limits.h"
#include "robot/numbers.h"

#include <string.h>
#include <unistd.h>

enum { DEEPEST_ATTACH = 16 };

typedef struct {
    const element *e; /* the <model> */
    mjcf *file;       /* NULL: not read yet */
} attach_model;

typedef struct {
    mjcf *m;
    attach_model *models;
    uint32_t models_count, models_capacity;
    name_table taken[NAMED]; /* names of the document */
} attacher;

/* One <attach>. */
typedef struct {
    attacher *of;
    const mjcf *from;
    const char *prefix, *main_class; /* the class of elements without one */
    name_table inside[NAMED];        /* names of what is attached, without prefix */
    uint32_t left_out;
    place at;
} attachment;

/* ---- the other file -------------------------------------------------------------------------- */

static status check_depth(const mjcf *m, const char *path, place at)
{
    uint32_t depth = 0;
    for (const mjcf *o = m; o; o = o->outer, depth++)
        if (o->path && strcmp(o->path, path) == 0)
            return diag_error(m->d, at, "file '%s' attaches itself", text_shown(m->mem, path));
    return depth > DEEPEST_ATTACH
               ? diag_error(m->d, at, "files attach each other more than %d deep", DEEPEST_ATTACH)
               : STATUS_OK;
}

/* Settings that are the robot's, or that bodies are not judged by one by one. */
static const char *differing_setting(const mjcf *a, const mjcf *b)
{
    const mjcf_settings *s = &a->set, *o = &b->set;
    const vec3 standard = {{0, 0, -9.81}};
    const vec3 g = a->robot->has_gravity ? a->robot->gravity_ms2 : standard;
    const vec3 h = b->robot->has_gravity ? b->robot->gravity_ms2 : standard;
    return s->balance_inertia != o->balance_inertia       ? "balanceinertia of <compiler>"
           : s->align_free != o->align_free               ? "alignfree of <compiler>"
           : s->inertia_from_geom != o->inertia_from_geom ? "inertiafromgeom of <compiler>"
           : s->inertia_groups[0] != o->inertia_groups[0] ||
                   s->inertia_groups[1] != o->inertia_groups[1]
               ? "inertiagrouprange of <compiler>"
           : s->bound_mass != o->bound_mass       ? "boundmass of <compiler>"
           : s->bound_inertia != o->bound_inertia ? "boundinertia of <compiler>"
           : s->total_mass != o->total_mass       ? "settotalmass of <compiler>"
           : s->no_spring != o->no_spring         ? "<flag> of springs"
           : s->no_damper != o->no_damper         ? "<flag> of dampers"
           : s->no_friction != o->no_friction     ? "<flag> of friction"
           : s->no_equality != o->no_equality     ? "<flag> of equalities"
           : vec3_norm(vec3_sub(g, h)) != 0       ? "gravity of <option>"
                                                  : NULL;
}

/* Bytes of files that were read so far count together, `at` is where the last one is named. */
static status prepare(mjcf *m, input_file *f, place at)
{
    size_t sum = 0;
    TRY(document_read(m->mem, f, &m->doc, m->d));
    text_add_bytes(&m->read, f->bytes, f->length);
    for (const mjcf *o = m; o; o = o->outer)
        sum += o->read.length;
    if (sum > LIMIT_FILE_BYTES)
        return diag_error(m->d, at, "with '%s' larger than %d bytes, the most that is read",
                          text_shown(m->mem, m->path), LIMIT_FILE_BYTES);
    TRY(table_check(&m->doc, m->d));
    TRY(settings_read(m));
    TRY(attaches_expand(m));
    return replicates_expand(m);
}

static status read_model(attacher *a, attach_model *model)
{
    mjcf *m = a->m;
    const element *e = model->e;
    const char *file = element_attribute(e, "file");
    input_file f;
    if (!file || !*file)
        return diag_error(m->d, e->at, "<model> has no attribute 'file'");
    const char *shown = text_shown(m->mem, file);
    if (m->set.strip_path && strchr(file, '/'))
        return diag_error(m->d, e->at, "file '%s' of <model>: a folder where <compiler> has "
                                       "strippath is not supported", shown);
    const char *path = *file == '/' ? file : arena_printf(m->mem, "%s%s", m->folder, file);
    TRY(check_depth(m, path, e->at));
    if (access(path, R_OK) != 0)
        return diag_error(m->d, e->at, "cannot attach '%s': there is no such file that may be read",
                          shown);
    TRY(input_read_included(m->mem, path, &f, m->d));
    mjcf *x = model->file = ARENA_ARRAY(m->mem, mjcf, 1);
    *x = (mjcf){.mem = m->mem, .d = m->d, .outer = m, .path = path, .read = text_make(m->mem),
                .folder = folder_of(m->mem, path), .options = m->options,
                .robot = ARENA_ARRAY(m->mem, robot, 1)};
    *x->robot = (robot){0};
    TRY(prepare(x, &f, e->at));
    text_add_bytes(&m->read, x->read.bytes, x->read.length);
    const char *differs = differing_setting(m, x);
    return differs ? diag_error(m->d, e->at, "file '%s' of <model>: %s differs from that of the "
                                             "file that attaches it, which is not supported",
                                shown, differs)
                   : STATUS_OK;
}

/* A <model> without a name has that of its file's <mujoco>. */
static status find_model(attacher *a, const element *e, const mjcf **out)
{
    const char *wanted = element_attribute(e, "model");
    if (!wanted || !*wanted)
        return diag_error(a->m->d, e->at, "<attach> has no attribute 'model': to attach a body of "
                                          "the same file is not supported");
    for (uint32_t i = 0; i < a->models_count; i++) {
        attach_model *x = &a->models[i];
        const char *name = element_attribute(x->e, "name");
        const bool is_named = name && *name;
        if (is_named && strcmp(name, wanted) != 0)
            continue;
        if (!x->file)
            TRY(read_model(a, x));
        if (!is_named)
            name = element_attribute(&x->file->doc.elements[0], "model");
        *out = x->file;
        if (name && strcmp(name, wanted) == 0)
            return STATUS_OK;
    }
    return diag_error(a->m->d, e->at, "<attach>: there is no model '%s' in <asset>",
                      text_shown(a->m->mem, wanted));
}

/* ---- copies ---------------------------------------------------------------------------------- */

static const char *prefixed(const attachment *t, const char *name)
{
    return arena_printf(t->of->m->mem, "%s%s", t->prefix, name);
}

/* The outermost class of a file can have a name of its own beside "main". */
static const char *class_renamed(const attachment *t, const char *name)
{
    const document *doc = &t->from->doc;
    for (uint32_t i = doc->elements[0].first; i != ELEMENT_NONE; i = doc->elements[i].next) {
        const element *e = &doc->elements[i];
        const char *given = element_attribute(e, "class");
        if (strcmp(e->tag, "default") == 0 && e->set == doc->elements[0].set && given &&
            strcmp(given, name) == 0)
            return t->main_class;
    }
    return strcmp(name, "main") == 0 ? t->main_class : prefixed(t, name);
}

static const char *renamed(const attachment *t, const char *attribute, const char *given)
{
    if (!*given)
        return given;
    if (strcmp(attribute, "class") == 0 || strcmp(attribute, "childclass") == 0)
        return class_renamed(t, given);
    return strcmp(attribute, "name") == 0 || reference_kind(attribute) < NAMED ? prefixed(t, given)
                                                                              : given;
}

/* What an element gets where it does not give it; NULL: nothing. */
typedef struct {
    const char *class_name, *name;
} extras;

static const char **rename_attributes(const attachment *t, const element *e, extras extra)
{
    uint32_t count = 0;
    while (e->attributes[count])
        count++;
    const char **changed = ARENA_ARRAY(t->of->m->mem, const char *, count + 5);
    for (uint32_t i = 0; i < count; i += 2) {
        changed[i] = e->attributes[i];
        changed[i + 1] = renamed(t, e->attributes[i], e->attributes[i + 1]);
    }
    if (extra.class_name && !element_attribute(e, "class")) {
        changed[count++] = "class";
        changed[count++] = extra.class_name;
    }
    if (extra.name && !element_attribute(e, "name")) {
        changed[count++] = "name";
        changed[count++] = extra.name;
    }
    changed[count] = NULL;
    return changed;
}

static status take_name(const attachment *t, const element *e)
{
    static const char *const WHAT[NAMED] = {"body", "joint", "site", "geom", "tendon", "mesh"};
    const char *name = element_attribute(e, "name");
    const named_kind kind = name_kind(e);
    if (!name || !*name || kind == NAMED ||
        names_add(&t->of->taken[kind], name, strlen(name), 0))
        return STATUS_OK;
    return diag_error(t->of->m->d, t->at, "<attach>: there is a %s '%s' already: choose another "
                                          "prefix", WHAT[kind], text_shown(t->of->m->mem, name));
}

static status copy(attachment *t, uint32_t from, uint32_t parent, extras extra)
{
    element e = t->from->doc.elements[from];
    const uint32_t first = e.first;
    uint32_t to;
    e.attributes = rename_attributes(t, &e, extra);
    e.first = e.last = e.next = ELEMENT_NONE;
    TRY(take_name(t, &e));
    TRY(element_add(t->of->m, e, &to));
    element_hang(t->of->m, parent, to);
    for (uint32_t i = first; i != ELEMENT_NONE; i = t->from->doc.elements[i].next)
        TRY(copy(t, i, to, (extras){0}));
    return STATUS_OK;
}

static status copy_children(attachment *t, uint32_t from, uint32_t parent)
{
    for (uint32_t i = t->from->doc.elements[from].first; i != ELEMENT_NONE;
         i = t->from->doc.elements[i].next)
        TRY(copy(t, i, parent, (extras){0}));
    return STATUS_OK;
}

/* ---- sections -------------------------------------------------------------------------------- */

static void collect(attachment *t, uint32_t index)
{
    const element *all = t->from->doc.elements;
    const char *name = element_attribute(&all[index], "name");
    const named_kind kind = name_kind(&all[index]);
    if (name && *name && kind < NAMED)
        names_add(&t->inside[kind], name, strlen(name), 0);
    for (uint32_t i = all[index].first; i != ELEMENT_NONE; i = all[i].next)
        collect(t, i);
}

static bool reaches_out(const attachment *t, uint32_t index)
{
    const element *all = t->from->doc.elements;
    uint32_t found;
    for (const char **a = all[index].attributes; *a; a += 2) {
        const named_kind kind = reference_kind(a[0]);
        if (kind < OF_MESHES && !names_find(&t->inside[kind], a[1], strlen(a[1]), &found))
            return true;
    }
    for (uint32_t i = all[index].first; i != ELEMENT_NONE; i = all[i].next)
        if (reaches_out(t, i))
            return true;
    return false;
}

static status copy_section(attachment *t, uint32_t section, bool is_referring)
{
    mjcf *m = t->of->m;
    const element *all = t->from->doc.elements;
    element s = all[section];
    const uint32_t first = s.first;
    uint32_t to;
    s.first = s.last = s.next = ELEMENT_NONE;
    TRY(element_add(m, s, &to));
    for (uint32_t i = first; i != ELEMENT_NONE; i = all[i].next) {
        extras extra = {0};
        if (is_referring && reaches_out(t, i)) {
            t->left_out++;
            continue;
        }
        if (table_fate(all[i].row, "class") == ATTRIBUTE_TAKEN)
            extra.class_name = t->main_class;
        if (strcmp(all[i].tag, "mesh") == 0 && mesh_name(m->mem, &all[i]))
            extra.name = prefixed(t, mesh_name(m->mem, &all[i]));
        TRY(copy(t, i, to, extra));
        if (strcmp(s.tag, "tendon") == 0)
            collect(t, i);
    }
    if (m->doc.elements[to].first != ELEMENT_NONE)
        element_hang(m, 0, to);
    return STATUS_OK;
}

/* Of the classes of the other file itself, and of those that it attaches. */
static status copy_classes(attachment *t, uint32_t section)
{
    mjcf *m = t->of->m;
    element s = t->from->doc.elements[section];
    const char *given = element_attribute(&s, "class");
    const bool is_own = s.set == t->from->doc.elements[0].set;
    const char **attributes = ARENA_ARRAY(m->mem, const char *, 3);
    uint32_t to;
    attributes[0] = "class";
    attributes[1] = is_own ? t->main_class : prefixed(t, given);
    attributes[2] = NULL;
    s.attributes = attributes;
    s.first = s.last = s.next = ELEMENT_NONE;
    TRY(element_add(m, s, &to));
    element_hang(m, 0, to);
    return copy_children(t, section, to);
}

/* There is always one of its own: what has no class refers to it. */
static status add_main_class(attachment *t)
{
    mjcf *m = t->of->m;
    const char **attributes = ARENA_ARRAY(m->mem, const char *, 3);
    uint32_t to;
    attributes[0] = "class";
    attributes[1] = t->main_class;
    attributes[2] = NULL;
    const element s = {.tag = "default", .attributes = attributes, .at = t->at,
                       .row = table_find("mujoco", "default"), .set = t->from->doc.elements[0].set,
                       .first = ELEMENT_NONE, .last = ELEMENT_NONE, .next = ELEMENT_NONE};
    TRY(element_add(m, s, &to));
    element_hang(m, 0, to);
    return STATUS_OK;
}

/* Tendons before what refers to them; of all else in the file only what is noted as left out. */
static status copy_sections(attachment *t)
{
    static const char REFERRING[] = " tendon equality actuator ";
    static const char NOT_COPIED[] = " compiler option worldbody default tendon ";
    const element *all = t->from->doc.elements;
    TRY(add_main_class(t));
    for (uint32_t s = all[0].first; s != ELEMENT_NONE; s = all[s].next) {
        if (strcmp(all[s].tag, "default") == 0)
            TRY(copy_classes(t, s));
        else if (strcmp(all[s].tag, "tendon") == 0)
            TRY(copy_section(t, s, true));
    }
    for (uint32_t s = all[0].first; s != ELEMENT_NONE; s = all[s].next)
        if (!word_is_in(NOT_COPIED, all[s].tag))
            TRY(copy_section(t, s, word_is_in(REFERRING, all[s].tag)));
    return STATUS_OK;
}

/* ---- one, and all ---------------------------------------------------------------------------- */

/* The body, and the class that it inherits from those around it. */
static bool find_body(const mjcf *from, uint32_t in, const char *name, uint32_t *body,
                      const char **class_name)
{
    const element *all = from->doc.elements;
    for (uint32_t i = all[in].first; i != ELEMENT_NONE; i = all[i].next) {
        const char *around = *class_name, *own = element_attribute(&all[i], "childclass");
        const char *its = element_attribute(&all[i], "name");
        *body = i;
        if (strcmp(all[i].tag, "body") == 0 && its && strcmp(its, name) == 0)
            return true;
        if (own && *own)
            *class_name = own;
        if (find_body(from, i, name, body, class_name))
            return true;
        *class_name = around;
    }
    return false;
}

static status attach_world(attachment *t, uint32_t to)
{
    const element *all = t->from->doc.elements;
    for (uint32_t s = all[0].first; s != ELEMENT_NONE; s = all[s].next)
        if (strcmp(all[s].tag, "worldbody") == 0) {
            collect(t, s);
            TRY(copy_children(t, s, to));
        }
    return STATUS_OK;
}

static status attach_body(attachment *t, const char *name, uint32_t to)
{
    mjcf *m = t->of->m;
    const element *all = t->from->doc.elements;
    for (uint32_t s = all[0].first; s != ELEMENT_NONE; s = all[s].next) {
        const char *class_name = "main";
        uint32_t body;
        if (strcmp(all[s].tag, "worldbody") != 0 ||
            !find_body(t->from, s, name, &body, &class_name))
            continue;
        m->doc.elements[to].attributes[1] = class_renamed(t, class_name);
        collect(t, body);
        return copy(t, body, to, (extras){0});
    }
    return diag_error(m->d, t->at, "<attach>: there is no body '%s' in '%s'",
                      text_shown(m->mem, name), text_shown(m->mem, t->from->path));
}

/* A body of the world's name is a body that stands where it is attached. */
static status wrap_world(attachment *t, uint32_t frame, uint32_t *to)
{
    mjcf *m = t->of->m;
    const char **attributes = ARENA_ARRAY(m->mem, const char *, 3);
    attributes[0] = "name";
    attributes[1] = prefixed(t, "world");
    attributes[2] = NULL;
    const element e = {.tag = "body", .attributes = attributes, .at = t->at,
                       .row = table_find("frame", "body"), .set = t->from->doc.elements[0].set,
                       .first = ELEMENT_NONE, .last = ELEMENT_NONE, .next = ELEMENT_NONE};
    TRY(take_name(t, &e));
    TRY(element_add(m, e, to));
    element_hang(m, frame, *to);
    names_add(&t->inside[OF_BODIES], "world", strlen("world"), 0);
    return STATUS_OK;
}

static status attach(attacher *a, uint32_t index)
{
    mjcf *m = a->m;
    const element e = m->doc.elements[index];
    const char *body = element_attribute(&e, "body"), *model = element_attribute(&e, "model");
    attachment t = {.of = a, .prefix = element_attribute(&e, "prefix"), .at = e.at};
    TRY(find_model(a, &e, &t.from));
    if (!t.prefix)
        return diag_error(m->d, e.at, "<attach> has no attribute 'prefix'");
    t.main_class = arena_printf(m->mem, "%smain of '%s'", t.prefix, model);
    for (named_kind k = 0; k < NAMED; k++)
        t.inside[k] = names_make(m->mem);
    const char **attributes = ARENA_ARRAY(m->mem, const char *, 3);
    attributes[0] = "childclass";
    attributes[1] = t.main_class;
    attributes[2] = NULL;
    element *frame = &m->doc.elements[index];
    frame->tag = "frame";
    frame->attributes = attributes;
    frame->row = table_find("body", "frame");
    frame->set = t.from->doc.elements[0].set;
    uint32_t to = index;
    const bool is_world = body && strcmp(body, "world") == 0;
    if (is_world)
        TRY(wrap_world(&t, index, &to));
    if (!body || !*body || is_world)
        TRY(attach_world(&t, to));
    else
        TRY(attach_body(&t, body, to));
    TRY(copy_sections(&t));
    if (t.left_out)
        diag_note(m->d, e.at, "<attach>: %u in <tendon>, <equality> and <actuator> of '%s' left "
                              "out: they refer to what is not attached", t.left_out,
                  text_shown(m->mem, t.from->path));
    return STATUS_OK;
}

static status attach_in(attacher *a, uint32_t from)
{
    const document *doc = &a->m->doc;
    for (uint32_t i = doc->elements[from].first; i != ELEMENT_NONE; i = doc->elements[i].next)
        TRY(attach_in(a, i));
    return strcmp(doc->elements[from].tag, "attach") == 0 ? attach(a, from) : STATUS_OK;
}

status attaches_expand(mjcf *m)
{
    attacher a = {.m = m};
    const uint32_t count = m->doc.elements_count;
    element *before = ARENA_ARRAY(m->mem, element, count);
    memcpy(before, m->doc.elements, count * sizeof *before); /* <model>s stay where they are */
    for (named_kind k = 0; k < NAMED; k++)
        a.taken[k] = names_make(m->mem);
    names_add(&a.taken[OF_BODIES], "world", strlen("world"), 0);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = element_attribute(&before[i], "name");
        const named_kind kind = name_kind(&before[i]);
        if (kind < NAMED && name)
            names_add(&a.taken[kind], name, strlen(name), 0);
        if (strcmp(before[i].tag, "model") == 0)
            *ARENA_PUSH(m->mem, &a, models) = (attach_model){.e = &before[i]};
    }
    for (uint32_t s = m->doc.elements[0].first, next; s != ELEMENT_NONE; s = next) {
        next = m->doc.elements[s].next;
        if (strcmp(m->doc.elements[s].tag, "worldbody") == 0)
            TRY(attach_in(&a, s));
    }
    return STATUS_OK;
}
