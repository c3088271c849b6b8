/* `tauflow core`: builds the Verilated core that `sim:` needs, where it is not built yet. */
#ifndef TAUFLOW_CORE_COMMAND_H
#define TAUFLOW_CORE_COMMAND_H

#include "base/text.h"

/* what: a size of machine/shape.def, an image, or a whole name as sim/core.sh takes it; NULL: the
 * default core. Prints the path. */
status core_command(arena *mem, const char *what, text *out, diag *d);

#endif
