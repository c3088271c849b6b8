/* SPDX-License-Identifier: MIT */
/* What POSIX does not have: speeds that have no name, and USB adapters that do not wait. Apart from
 * serial_line.c because the headers of Linux and of POSIX name the same structures. */
#include "serial_line.h"

#if defined(__linux__)
#include <asm/termbits.h>
#include <linux/serial.h>
#include <sys/ioctl.h>
#endif

#if defined(__linux__) && defined(TCSETS2) && defined(BOTHER)
bool serial_speed_any(int file, uint32_t baud)
{
    struct termios2 line;
    if (ioctl(file, TCGETS2, &line) != 0)
        return false;
    line.c_cflag &= ~(tcflag_t)(CBAUD | CBAUD << IBSHIFT);
    line.c_cflag |= BOTHER | BOTHER << IBSHIFT;
    line.c_ispeed = line.c_ospeed = baud;
    if (ioctl(file, TCSETS2, &line) != 0 || ioctl(file, TCGETS2, &line) != 0)
        return false;
    const uint64_t made = line.c_ospeed;
    return 100 * made >= 98 * (uint64_t)baud && 100 * made <= 102 * (uint64_t)baud;
}
#else
bool serial_speed_any(int file, uint32_t baud)
{
    (void)file, (void)baud;
    return false;
}
#endif

void serial_speed_prompt(int file)
{
#if defined(__linux__) && defined(TIOCSSERIAL) && defined(ASYNC_LOW_LATENCY)
    struct serial_struct port;
    if (ioctl(file, TIOCGSERIAL, &port) == 0) {
        port.flags = (int)((unsigned)port.flags | ASYNC_LOW_LATENCY);
        ioctl(file, TIOCSSERIAL, &port); /* without it everything works, later */
    }
#else
    (void)file;
#endif
}
