/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* speeds above 38,400 */
#include "serial_line.h"

#include "device_owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Speeds that have names. */
static const struct {
    uint32_t baud;
    speed_t name;
} SPEEDS[] = {
    {9600, B9600},       {19200, B19200},     {38400, B38400},
#ifdef B115200
    {57600, B57600},     {115200, B115200},   {230400, B230400},
#endif
#ifdef B460800
    {460800, B460800},
#endif
#ifdef B921600
    {921600, B921600},
#endif
#ifdef B1000000
    {1000000, B1000000},
#endif
#ifdef B2000000
    {2000000, B2000000},
#endif
#ifdef B3000000
    {3000000, B3000000},
#endif
};

static speed_t named_speed(uint32_t baud)
{
    for (size_t k = 0; k < sizeof SPEEDS / sizeof SPEEDS[0]; k++)
        if (SPEEDS[k].baud == baud)
            return SPEEDS[k].name;
    return B0;
}

static tauflow_status set_up(int file, const char *name, uint32_t baud, report *r)
{
    struct termios line;
    const speed_t speed = named_speed(baud);
    if (tcgetattr(file, &line) != 0)
        return report_fail(r, TAUFLOW_NOT_FOUND, "%s is no serial port: %s", name, strerror(errno));
    line.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON |
                                IXOFF | INPCK);
    line.c_oflag &= ~(tcflag_t)OPOST;
    line.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    line.c_cflag &= ~(tcflag_t)(CSIZE | PARENB | CSTOPB);
    line.c_cflag |= CS8 | CREAD | CLOCAL;
#ifdef CRTSCTS
    line.c_cflag &= ~(tcflag_t)CRTSCTS;
#endif
    line.c_cc[VMIN] = 1; /* so that no bytes and no port are told apart */
    line.c_cc[VTIME] = 0;
    const bool named = speed != B0 && cfsetispeed(&line, speed) == 0 &&
                       cfsetospeed(&line, speed) == 0;
    if (tcsetattr(file, TCSANOW, &line) != 0)
        return report_fail(r, TAUFLOW_IO, "cannot set %s up: %s", name, strerror(errno));
    if (!named && !serial_speed_any(file, baud))
        return report_fail(r, TAUFLOW_BAD_CALL, "%s cannot do %u baud", name, baud);
    tcflush(file, TCIOFLUSH);
    serial_speed_prompt(file);
    return TAUFLOW_OK;
}

tauflow_status serial_line_open(const char *name, uint32_t baud, int *file, report *r)
{
    *file = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0 && errno == EBUSY)
        return device_is_busy(name, r);
    if (*file < 0)
        return report_fail(r, TAUFLOW_NOT_FOUND, "cannot open %s: %s%s", name, strerror(errno),
                           errno == EACCES ? " ('ls -l' shows who may; often the group dialout)"
                                           : "");
    tauflow_status done = device_lock(*file, name, r);
    if (done != TAUFLOW_OK) { /* it is another's: neither lock nor port may be set free */
        close(*file);
        *file = -1;
        return done;
    }
    ioctl(*file, TIOCEXCL); /* the lock binds only those who ask for it */
    done = set_up(*file, name, baud, r);
    if (done != TAUFLOW_OK) {
        serial_line_close(*file);
        *file = -1;
    }
    return done;
}

void serial_line_close(int file)
{
    ioctl(file, TIOCNXCL);
    flock(file, LOCK_UN);
    close(file);
}
