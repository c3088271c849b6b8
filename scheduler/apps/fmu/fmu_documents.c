/* SPDX-License-Identifier: MIT */
#include "apps/fmu/fmu_documents.h"

#include "machine/tauflow_status.h"

static const unsigned char LICENCE[] = {
#include "page_licence.inc"
};

void fmu_add_escaped(const char *plain, text *out)
{
    for (const char *c = plain; *c; c++)
        if (*c == '<' || *c == '&' || *c == '>' || *c == '"' || (unsigned char)*c < ' ')
            text_printf(out, "&#%d;", *c);
        else
            text_add_bytes(out, c, 1);
}

static void add_page(const char *name, const fmu_options *o, const fmu_files *files, text *out)
{
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"UTF-8\">\n<title>");
    fmu_add_escaped(name, out);
    text_add(out, "</title>\n</head>\n<body>\n<h1>");
    fmu_add_escaped(name, out);
    text_printf(out, "</h1>\n<p>The motion of a robot, made by tauflow " TAUFLOW_VERSION ": an FMU "
                     "for co-simulation by FMI %s.</p>\n",
                files->version == FMI_2 ? "2.0" : "3.0");
    text_add(out, "<h2>Variables</h2>\n<p><code>modelDescription.xml</code> has their names, units "
                  "and start values. Inputs are held over a step of the master. Parameters that "
                  "are fixed say where the motion starts and are set before initialization ends; "
                  "those that are tunable may change between steps.</p>\n"
                  "<h2>Steps</h2>\n<p>A step of the master is divided into equal steps of Runge "
                  "and Kutta's method of fourth order, as near to ");
    text_add_number(out, o->step_s);
    text_printf(out, " s as can be.</p>\n"
                     "<h2>Platforms</h2>\n<p>Binaries, where there are some, stand in "
                     "<code>binaries/</code>. For another platform compile <code>sources/</code>, "
                     "which needs a C library and nothing else:</p>\n"
                     "<pre>cc -std=c11 -O2 -ffp-contract=off -fPIC -shared -o %s.so sources/*.c "
                     "-lm</pre>\n", files->model);
    text_add(out, "<h2>Licence</h2>\n<p><a href=\"licenses/license.txt\">licenses/license.txt</a>"
                  "</p>\n</body>\n</html>\n");
}

/* What is ours, and what is not. */
static void add_licence(const fmu_options *o, const fmu_files *files, text *out)
{
    text_printf(out, "tauflow made this FMU and is under the licence below, and so are its parts "
                     "in here:\nmotion.c, motion.h and %s in sources/, and binaries as far as "
                     "they are made of them.\nThe robot's description, from which the rest was "
                     "made, has terms of its own%s.\n\n----\n\n",
                files->version == FMI_2 ? "fmi2.c" : "fmi3.c",
                o->laws ? ",\nand so has sources/" FMU_USER_LAWS : "");
    text_add_bytes(out, LICENCE, sizeof LICENCE);
}

void fmu_documents_add(arena *mem, const char *name, const fmu_options *o, fmu_files *files)
{
    add_page(name, o, files, &fmu_files_add(mem, files, "documentation/index.html")->bytes);
    add_licence(o, files,
                &fmu_files_add(mem, files, "documentation/licenses/license.txt")->bytes);
}
