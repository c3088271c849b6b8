/* SPDX-License-Identifier: MIT */
/* `tauflow core`: builds the Verilated core that `sim:` needs, where it is not built yet. */
#include "base/output.h"
#include "commands/commands.h"
#include "commands/core_build.h"
#include "rtl_core.h"

#include <string.h>

static bool is_image(const char *what)
{
    return strchr(what, '/') || path_has_ending(what, ".tau");
}

/* what: a size, an image, or a whole name; NULL: the default core. */
static status run_core(arena *mem, const char *what, settings *s, text *out, diag *d)
{
    (void)s;
    tauflow_shape shape = shape_default();
    report why;
    const char *where;
    if (what && !is_image(what) && shape_of_word(what, &shape, &why) != TAUFLOW_OK) {
        char sizes[SHAPE_NAME_BYTES];
        shape_sizes(sizes, sizeof sizes);
        return diag_error(d, (place){0},
                          "'%s' is no core: a size (%s), an image (.tau) or a whole name expected",
                          what, sizes);
    }
    if (what && is_image(what))
        TRY(core_ready_image(mem, what, &shape, &where, d));
    else if (shape.circuit)
        return diag_error(d, (place){0}, "a circuit is built from its image: NAME.tau expected");
    else
        TRY(core_ready(mem, NULL, &shape, false, &where, d));
    text_printf(out, "%s/", where);
    rtl_name(&shape, false, out);
    text_add(out, "/core.so\n");
    return STATUS_OK;
}

const command CORE_COMMAND = {
    .name = "core",
    .title = "builds the simulated core for an image",
    .operand = "[SIZE|IMAGE.tau]",
    .about = "Builds the Verilated core that sim: needs for an image, or\n"
             "the default machine in a size (default, large, huge), where\n"
             "it is not built yet, and prints its path. Of a circuit's image it\n"
             "builds the circuit, whose Verilog stands beside. Needs Verilator.",
    .example = "tauflow core build/puma560.tau",
    .options = "",
    .run = run_core,
};
