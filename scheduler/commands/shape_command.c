/* SPDX-License-Identifier: MIT */
/* `tauflow shape`: what the name of a core says. */
#include "commands/commands.h"
#include "machine/shape_text.h"

struct shape_settings {
    bool parameters;
};

static const option_row ROWS[] = {
    {"parameters", ARG_FLAG, STORED_IN(shape, parameters), NULL, .usual = true,
     .about = "print the parameters of its Verilog, NAME=VALUE, one a line, and nothing else"},
};
const option_table SHAPE_TABLE = {OPTION_TABLE("shape", "shape", ROWS),
                                  OPTION_PART(shape)};

/* Its name and the lines that options take for it. */
static void print_words(const tauflow_shape *shape, text *out)
{
    char name[SHAPE_NAME_BYTES];
    shape_name(shape, name);
    text_printf(out, "core     %s\nshape    ", name);
    shape_print(shape, out);
    text_add(out, "\n");
    if (shape->circuit)
        return;
    const machine m = machine_of_shape(shape);
    text_add(out, "machine  ");
    machine_print(&m, out);
    text_printf(out, "\nparts    %u units, %u receivers, %u sources\n", core_units(shape),
                core_receivers(shape), core_sources(shape));
}

static status run_shape(arena *mem, const char *word, settings *s, text *out, diag *d)
{
    (void)mem;
    tauflow_shape shape;
    report why;
    if (shape_of_word(word, &shape, &why) != TAUFLOW_OK)
        return diag_error(d, (place){0}, "%s", why.text);
    if (s->shape->parameters)
        shape_print_parameters(&shape, out);
    else
        print_words(&shape, out);
    return STATUS_OK;
}

const command SHAPE_COMMAND = {
    .name = "shape",
    .title = "what the name of a core says",
    .operand = "SIZE|NAME",
    .about = "Tells the core of a size (default, large, huge) or of a whole name: its parts, the "
             "line for --core and that of the machine for --machine; or its parameters, for tools "
             "that read its Verilog.",
    .example = "tauflow shape large --parameters",
    .options = "@shape",
    .run = run_shape,
};
