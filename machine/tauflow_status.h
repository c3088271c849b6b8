/* The version, and how calls of the library end; part of tauflow.h. */
#ifndef TAUFLOW_CALL_STATUS_H
#define TAUFLOW_CALL_STATUS_H

/* The one place of the version: compiler, tools, library and pkg-config take it from here
 * (machine/version.sh). TAUFLOW_ABI is the number behind libtauflow.so: it changes when a program
 * that was linked with an earlier library must not run with this one (docs/host.md). */
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
    TAUFLOW_NOT_FOUND,   /* no such transport, file or device, or no permission */
    TAUFLOW_BAD_IMAGE,   /* truncated, corrupt, too new, or not an image */
    TAUFLOW_WRONG_SHAPE, /* the core cannot hold this image */
    TAUFLOW_BAD_DEVICE,  /* what answers is not a core, or not the version this library knows */
    TAUFLOW_TIMEOUT,
    TAUFLOW_IO,          /* the device refused, ended early or is gone */
    TAUFLOW_CORRUPT,     /* data were changed on their way, or the core computes wrong */
    TAUFLOW_RANGE,       /* a number of the state is not finite or too large, or a result is */
    TAUFLOW_FAILED,      /* an earlier call failed; recover or close the handle */
    TAUFLOW_AGAIN,       /* nothing can be taken or delivered now; nothing is wrong */
    TAUFLOW_BUSY,        /* the core belongs to another handle, of this process or another */
    TAUFLOW_SINGULAR,    /* the mass matrix of this state, or its loops, cannot be solved in
                            binary32 */
    TAUFLOW_NOT_CLOSED,  /* loops are still open after all passes */
    TAUFLOW_DENIED,      /* the operating system does not let this process have it */
    TAUFLOW_ENDED        /* the handle was stopped, or is being closed, by another thread */
} tauflow_status;

enum { TAUFLOW_MESSAGE_BYTES = 320 }; /* room for any message, with its end */

#endif
