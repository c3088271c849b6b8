/* SPDX-License-Identifier: MIT */
#include "program/program.h"

status core_parse(const char *line, tauflow_shape *c, diag *d)
{
    report why;
    return shape_parse_line(line, c, &why) == TAUFLOW_OK
               ? STATUS_OK
               : diag_error(d, (place){0}, "%s", why.text);
}

status program_fits(const tauflow_shape *wanted, const tauflow_shape *core, diag *d)
{
    report why;
    return shape_fits(wanted, core, &why) == TAUFLOW_OK ? STATUS_OK
                                                        : diag_error(d, (place){0}, "%s", why.text);
}
