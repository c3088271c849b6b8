/* SPDX-License-Identifier: MIT */
/* The version of tauflow, and the statuses that calls of the library return; part of tauflow.h. */
#ifndef TAUFLOW_CALL_STATUS_H
#define TAUFLOW_CALL_STATUS_H

/* The version is written here alone: compiler, tools, library and pkg-config take it from here
 * (machine/version.sh). TAUFLOW_ABI is the number after libtauflow.so. It changes if a program that
 * was linked with an earlier library must not run with this one (docs/host.md). */
#define TAUFLOW_VERSION_MAJOR 0
#define TAUFLOW_VERSION_MINOR 3
#define TAUFLOW_VERSION_PATCH 0
#define TAUFLOW_ABI 1

/* For #if: 2003 is 0.2.3. And as text: "0.2.3". */
#define TAUFLOW_VERSION_NUMBER \
    (TAUFLOW_VERSION_MAJOR * 1000000 + TAUFLOW_VERSION_MINOR * 1000 + TAUFLOW_VERSION_PATCH)
#define TAUFLOW_VERSION_TEXT_(a, b, c) #a "." #b "." #c
#define TAUFLOW_VERSION_TEXT(a, b, c) TAUFLOW_VERSION_TEXT_(a, b, c)
#define TAUFLOW_VERSION \
    TAUFLOW_VERSION_TEXT(TAUFLOW_VERSION_MAJOR, TAUFLOW_VERSION_MINOR, TAUFLOW_VERSION_PATCH)

typedef enum {
    TAUFLOW_OK = 0,
    TAUFLOW_BAD_CALL,    /* an argument is wrong, or the call comes in the wrong order */
    TAUFLOW_NO_MEMORY,
    TAUFLOW_NOT_FOUND,   /* no such transport, file or device, or no permission for it */
    TAUFLOW_BAD_IMAGE,   /* truncated, corrupt, too new, or not an image */
    TAUFLOW_WRONG_SHAPE, /* the core cannot hold this image */
    TAUFLOW_BAD_DEVICE,  /* not a core answers, or one of a version this library does not know */
    TAUFLOW_TIMEOUT,     /* the device does not answer in time */
    TAUFLOW_IO,          /* the device refused, ended early or is gone */
    TAUFLOW_CORRUPT,     /* data were changed on their way, or the core computes wrongly */
    TAUFLOW_RANGE,       /* a number of the state or of a result is not finite or too large */
    TAUFLOW_FAILED,      /* an earlier call failed; recover or close the handle */
    TAUFLOW_AGAIN,       /* nothing can be taken or delivered now, but nothing is wrong */
    TAUFLOW_BUSY,        /* the core belongs to another handle, of this process or another */
    TAUFLOW_SINGULAR,    /* the mass matrix of this state, or its loops, cannot be solved in
                            binary32 */
    TAUFLOW_NOT_CLOSED,  /* loops are still open after all passes */
    TAUFLOW_DENIED,      /* the operating system refuses this process the right */
    TAUFLOW_ENDED        /* the handle was stopped, or is being closed, by another thread */
} tauflow_status;

enum { TAUFLOW_MESSAGE_BYTES = 320 }; /* room for any message, with its end */

#endif
