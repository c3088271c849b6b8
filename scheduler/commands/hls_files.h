/* `tauflow compile --hls`: a schedule for the machine of the options, and HLS C from it. */
#ifndef TAUFLOW_HLS_FILES_H
#define TAUFLOW_HLS_FILES_H

#include "commands/commands.h"
#include "emit/hls.h"

typedef struct {
    bool wanted;
    int ports;         /* 0 arrays, 1 streams */
    uint32_t interval; /* of the pipelined kernel */
    schedule_settings schedule;
} hls_settings;

hls_settings hls_settings_default(void);

enum { HLS_OPTIONS = SCHEDULE_OPTIONS };

/* Fills `options`, which has room for HLS_OPTIONS; returns how many. */
uint32_t hls_files_options(hls_settings *s, arg_option *options);

/* What can be refused before a robot is read. */
status hls_files_check(const hls_settings *s, diag *d);
/* Adds to all files; `best` is the schedule that is in them. */
status hls_files_make(arena *mem, const ops *p, const hls_settings *s, uint64_t seed,
                      const char *name, text files[HLS_FILES],
                      schedule *best, diag *d);

#endif
