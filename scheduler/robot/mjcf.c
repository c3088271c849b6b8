/* SPDX-License-Identifier: MIT */
#include "robot/mjcf_parts.h"

#include <string.h>

/* MuJoCo's own name for a model without one. */
#define NO_NAME "MuJoCo Model"

static status read_all(mjcf *m, input_file *from)
{
    TRY(document_read(m->mem, from, &m->doc, m->d));
    text_add_bytes(&m->read, from->bytes, from->length);
    TRY(table_check(&m->doc, m->d));
    const element *root = &m->doc.elements[0];
    const char *name = element_attribute(root, "model");
    m->robot->name = name && *name ? name : NO_NAME;
    TRY(name_check(m->mem, "model", m->robot->name, root->at, m->d));
    TRY(settings_read(m));
    TRY(attaches_expand(m));
    TRY(replicates_expand(m));
    TRY(classes_read(m));
    TRY(each_in_section(m, "asset", meshes_collect));
    TRY(bodies_read(m));
    TRY(total_mass_set(m));
    TRY(couplings_read(m));
    TRY(robot_connect(m->mem, m->robot, m->named, root->at, m->options->lenient, m->d));
    TRY(springs_choose(m));
    TRY(loops_read(m));
    TRY(gravcomp_read(m));
    omissions_tell(m);
    from->bytes = m->read.bytes;
    from->length = m->read.length;
    return STATUS_OK;
}

status mjcf_read(arena *mem, input_file *from, const urdf_options *options, robot *out, diag *d)
{
    *out = (robot){.name = "", .file = arena_strdup(mem, from->name), .root_link = ROBOT_NONE};
    mjcf m = {.mem = mem, .d = d, .options = options, .robot = out,
              .read = text_make(mem), .folder = folder_of(mem, from->path), .path = from->path,
              .snapped.tolerance_rad = options->snap_rad};
    return read_all(&m, from);
}
