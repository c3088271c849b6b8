/* SPDX-License-Identifier: MIT */
/* Parameters of a core for tools that know no C: what `tauflow shape WORD --parameters` prints, of
 * machine/ alone, so that whatever builds cores needs no compiler of robots first.
 *
 *     shape WORD      a size or the name of a shape; one PARAMETER=value a line
 */
#include "machine/shape_text.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    tauflow_shape shape;
    report why = {.text = "usage: shape WORD"};
    if (argc != 2 || shape_of_word(argv[1], &shape, &why) != TAUFLOW_OK) {
        fprintf(stderr, "shape: %s\n", why.text);
        return 2;
    }
    arena mem = arena_make();
    text parameters = text_make(&mem);
    shape_print_parameters(&shape, &parameters);
    const bool written = fputs(parameters.bytes, stdout) >= 0 && fflush(stdout) == 0;
    arena_free(&mem);
    return written ? 0 : 1;
}
