/* SPDX-License-Identifier: MIT */
/* A serial port of the operating system. */
#ifndef TAUFLOW_SERIAL_LINE_H
#define TAUFLOW_SERIAL_LINE_H

#include "machine/report.h"

#include <stdbool.h>

/* Opens it for bytes as they are, eight bits, no parity, one stop bit, without waiting in calls.
 * From then on nobody else can open it, but the superuser. What waited in it is dropped. *file is
 * -1 after a failure. */
tauflow_status serial_line_open(const char *name, uint32_t baud, int *file, report *r);
/* Closes it and lets others have it, although processes made by fork may still have it open. */
void serial_line_close(int file);

/* Any number of bits per second, where the operating system has a call for that; false: it has
 * none, or the port cannot do it within 2 %. */
bool serial_speed_any(int file, uint32_t baud);
/* Hands bytes on at once instead of collecting them for 16 ms, where the port knows that. */
void serial_speed_prompt(int file);

#endif
