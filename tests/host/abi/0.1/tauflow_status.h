/* The version, and how calls of the library end; part of tauflow.h. */
#ifndef TAUFLOW_CALL_STATUS_H
#define TAUFLOW_CALL_STATUS_H

/* The one place of the version: compiler, tools, library and pkg-config take it from here. */
#define TAUFLOW_VERSION "0.1.0"

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
    TAUFLOW_FAILED,      /* an earlier call failed; close the handle */
    TAUFLOW_AGAIN,       /* nothing can be taken or delivered now; nothing is wrong */
    TAUFLOW_BUSY,        /* the core belongs to another handle, of this process or another */
    TAUFLOW_SINGULAR,    /* the mass matrix of this state, or its loops, cannot be solved in
                            binary32 */
    TAUFLOW_NOT_CLOSED   /* loops are still open after all passes */
} tauflow_status;

enum { TAUFLOW_MESSAGE_BYTES = 320 }; /* room for any message, with its end */

#endif
