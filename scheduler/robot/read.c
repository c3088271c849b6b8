/* SPDX-License-Identifier: MIT */
#include "robot/read.h"

#include "robot/mjcf.h"
#include "robot/xacro.h"
#include "robot/xml.h"

#include <locale.h>
#include <string.h>

/* Where that was asked for, a robot that is xacro still is expanded and read again; warnings of the
 * first attempt are those of a part of the file. */
static status read_urdf(arena *mem, input_file *from, const urdf_options *options, robot *out,
                        diag *d)
{
    bool is_xacro;
    uint32_t warnings = d->warnings_count, notes = d->notes_count;
    urdf_options first = *options;
    first.lenient = options->lenient && !options->xacro;
    status done = urdf_read(mem, from, &first, out, &is_xacro, d);
    if (done == STATUS_OK || !is_xacro || !options->xacro)
        return done;
    TRY(xacro_expand(mem, from, d));
    d->error = (diag_entry){0};
    d->warnings_count = warnings;
    d->notes_count = notes;
    diag_note(d, (place){.file = from->name}, "this is what the program 'xacro' made of the file");
    return urdf_read(mem, from, options, out, &is_xacro, d);
}

status robot_read_bytes(arena *mem, input_file *from, const urdf_options *options, robot *out,
                        diag *d)
{
    /* Numbers in files have a point, whatever the user's locale; only this thread is touched. */
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return diag_system_error(d, (place){.file = from->name}, "no memory for a locale");
    locale_t users = uselocale(plain);
    const char *root = xml_root(mem, from);
    bool is_mjcf = root && strcmp(root, MJCF_ROOT) == 0;
    status result = is_mjcf ? mjcf_read(mem, from, options, out, d)
                            : read_urdf(mem, from, options, out, d);
    uselocale(users);
    freelocale(plain);
    return result;
}

status robot_read(arena *mem, const char *path, const urdf_options *options, robot *out, diag *d)
{
    input_file from;
    TRY(input_read(mem, path, &from, d));
    return robot_read_bytes(mem, &from, options, out, d);
}
