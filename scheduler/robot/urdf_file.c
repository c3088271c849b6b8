/* SPDX-License-Identifier: MIT */
/* The file is fed to expat; what the whole file says is told at the end. */
#include "robot/urdf_parts.h"

static void stop_if_failed(reader *r)
{
    if (r->result != STATUS_OK)
        XML_StopParser(r->xml, XML_FALSE);
}

/* Expat may call on after XML_StopParser (the end of an empty element), hence the guards. */
static void on_start(void *user, const char *tag, const char **attributes)
{
    reader *r = user;
    if (r->result != STATUS_OK)
        return;
    if (!r->skip_below)
        r->result = element_begin(r, tag, attributes);
    r->depth++;
    stop_if_failed(r);
}

static void on_end(void *user, const char *tag)
{
    (void)tag;
    reader *r = user;
    if (r->result != STATUS_OK)
        return;
    r->depth--;
    if (!r->skip_below)
        r->result = element_end(r);
    else if (r->depth < r->skip_below)
        r->skip_below = 0;
    stop_if_failed(r);
}

static void on_text(void *user, const char *bytes, int length)
{
    reader *r = user;
    if (r->result == STATUS_OK && !r->skip_below)
        transmission_text(r, bytes, (size_t)length);
}

static void on_doctype(void *user, const char *name, const char *system_id, const char *public_id,
                       int has_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    reader *r = user;
    if (has_subset && r->result == STATUS_OK)
        r->result = xml_refuse_declarations(here(r), r->d);
    stop_if_failed(r);
}

static status parse(reader *r, const input_file *from)
{
    r->xml = XML_ParserCreate(NULL);
    if (!r->xml)
        return diag_system_error(r->d, (place){.file = r->robot->file}, "out of memory");
    XML_SetUserData(r->xml, r);
    XML_SetElementHandler(r->xml, on_start, on_end);
    XML_SetCharacterDataHandler(r->xml, on_text);
    XML_SetStartDoctypeDeclHandler(r->xml, on_doctype);
    if (XML_Parse(r->xml, from->bytes, (int)from->length, 1) != XML_STATUS_OK &&
        r->result == STATUS_OK)
        r->result = xml_broken(r->xml, r->robot->file, r->owner, r->d);
    XML_ParserFree(r->xml);
    return r->result;
}

static void note_all(const reader *r)
{
    snap_note(&r->snapped, r->robot->file, r->d);
    foreign_notes(r);
}

status urdf_read(arena *mem, const input_file *from, const urdf_options *options, robot *out,
                 bool *is_xacro, diag *d)
{
    *out = (robot){.name = "", .file = arena_strdup(mem, from->name), .root_link = ROBOT_NONE};
    reader r = {.mem = mem, .d = d, .options = options, .robot = out,
                .snapped.tolerance_rad = options->snap_rad};
    status result = parse(&r, from);
    if (result == STATUS_OK && options->cut_loops)
        result = loops_cut_open(&r);
    if (result == STATUS_OK)
        result = balls_expand(&r);
    if (result == STATUS_OK)
        result = robot_connect(mem, out, r.named, r.robot_at, options->lenient, d);
    if (result == STATUS_OK)
        result = transmissions_apply(&r);
    if (result == STATUS_OK)
        note_all(&r);
    *is_xacro = r.is_xacro;
    return result;
}
