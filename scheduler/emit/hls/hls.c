/* SPDX-License-Identifier: MIT */
#include "emit/hls/hls_parts.h"

#include <float.h>
#include <math.h>

const char *hls_file_name(arena *mem, const char *name, hls_file file)
{
    static const char *const endings[HLS_FILES] = {
        [HLS_ALLOCATED] = "_allocated.c", [HLS_PIPELINED] = "_pipelined.c",
        [HLS_SCHEDULED] = "_scheduled.c", [HLS_TABLES] = "_tables.h", [HLS_BENCH] = "_tb.c"};
    if (file == HLS_VITIS || file == HLS_BAMBU)
        return file == HLS_VITIS ? "run_vitis.tcl" : "run_bambu.sh";
    return arena_printf(mem, "%s%s", name, endings[file]);
}

static status check_constants(const ops *p, diag *d)
{
    const number_format *f = ops_format(p);
    if (!format_fits_words(p->format))
        return diag_error(d, (place){0}, "HLS C has words of %u bits, not of %u", f->most_core,
                          f->bits(p->format));
    for (uint32_t i = 0; i < p->constants_count; i++)
        if (!(fabs(p->constants[i].value) <= (double)FLT_MAX))
            return diag_error(d, (place){0}, "constant '%s' = %g is too large for float",
                              p->constants[i].name, p->constants[i].value);
    return STATUS_OK;
}

static status emit_files(arena *mem, const ops *p, const schedule *s, const hls_options *options,
                         text files[HLS_FILES], diag *d)
{
    hls_tables t;
    TRY(check_constants(p, d));
    TRY(hls_tables_build(mem, p, s, &t, d));
    const char *name = options->name ? options->name : emit_c_name(mem, p->robot);
    const hls_format *format = &HLS_FORMAT[ops_format(p)->id];
    hls_emitter h = {
        .e = {.p = p, .name = name, .upper_name = emit_upper_name(mem, name),
              .real = format->real},
        .t = &t,
        .options = options,
        .format = format};
    for (hls_file k = HLS_ALLOCATED; k <= HLS_SCHEDULED; k++) {
        h.e.out = &files[k];
        hls_kernel(&h, k);
    }
    h.e.out = &files[HLS_TABLES];
    hls_header(&h);
    h.e.out = &files[HLS_VITIS];
    hls_vitis(&h);
    h.e.out = &files[HLS_BAMBU];
    hls_bambu(&h);
    h.e.out = &files[HLS_BENCH];
    return hls_bench(&h, d);
}

status emit_hls(const ops *p, const schedule *s, const hls_options *options, text files[HLS_FILES],
                diag *d)
{
    arena scratch = arena_make();
    status result = emit_files(&scratch, p, s, options, files, d);
    arena_free(&scratch);
    return result;
}
