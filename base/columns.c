/* SPDX-License-Identifier: MIT */
#include "base/columns.h"

#include "base/args.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST = 40, MOST = 120 }; /* less holds no option beside its text, more nobody reads */

uint32_t columns_of_output(void)
{
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_col)
        return ARGS_COLUMNS;
    return size.ws_col < LEAST ? LEAST : size.ws_col > MOST ? MOST : size.ws_col;
}
