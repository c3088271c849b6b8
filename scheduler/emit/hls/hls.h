/* SPDX-License-Identifier: MIT */
/* C for high-level synthesis (Vitis HLS, Bambu): the operations of a robot as three kernels, the
 * tables of one schedule, a testbench that knows every expected bit, and the scripts that run the
 * tools. docs/hls.md. */
#ifndef TAUFLOW_HLS_H
#define TAUFLOW_HLS_H

#include "schedule/schedule.h"

typedef enum {
    HLS_ALLOCATED, /* one file a kernel: a tool reads no pragma that is meant for another */
    HLS_PIPELINED,
    HLS_SCHEDULED,
    HLS_TABLES,
    HLS_BENCH,
    HLS_VITIS,
    HLS_BAMBU,
    HLS_FILES
} hls_file;

typedef struct {
    const char *name;  /* prefix of everything emitted, a C identifier of at most 66 bytes; NULL:
                          emit_c_name of the robot */
    bool stream;       /* AXI4-Stream ports instead of plain arrays */
    uint32_t interval; /* cycles between two samples of the pipelined kernel, at least 1 */
} hls_options;

/* File name of each: NAME_allocated.c, NAME_pipelined.c, NAME_scheduled.c, NAME_tables.h,
 * NAME_tb.c, run_vitis.tcl, run_bambu.sh. */
const char *hls_file_name(arena *mem, const char *name, hls_file file);

/* Adds to all files. Two calls with equal arguments write the same bytes, on every host. Fails when
 * a constant is too large for float, when the tables would be too large, and when no inputs are
 * found on which plain float arithmetic equals the machine's. Preconditions: ops_check and
 * schedule_check passed. */
status emit_hls(const ops *p, const schedule *s, const hls_options *options, text files[HLS_FILES],
                diag *d);

#endif
