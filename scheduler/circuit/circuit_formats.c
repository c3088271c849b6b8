/* SPDX-License-Identifier: MIT */
#include "circuit/circuit_formats.h"

#include "circuit/sine_cells.h"

/* ---- binary32: operators of rtl/ ------------------------------------------------------------- */

static void describe_binary32(const ops *p, text *out)
{
    (void)p;
    text_add(out, "// binary32, with the operators rtl/operators/fp32_*.v and their parts "
                  "tau_mux.v and tau_sum.v of\n// rtl/vendors: read them beside this file.\n");
}

/* Cycles; where there is no operator, which is refused later, one. */
static uint32_t cycles_of(const device *on, uint32_t code, unit_kind kind, uint32_t mhz,
                          uint32_t interval)
{
    const uint32_t cycles = device_latency(on, kind, mhz, interval);
    (void)code;
    return cycles + !cycles;
}

static uint32_t sine_cycles(const device *on, uint32_t code, uint32_t mhz, uint32_t interval)
{
    return cycles_of(on, code, UNIT_TRIG, mhz, interval);
}

/* ---- fixed point: sums and blocks ------------------------------------------------------------ */

static status build_fixed(arena *mem, const ops *p, const cells_options *options, uint32_t mhz,
                          cells *out, diag *d)
{
    (void)mhz;
    (void)d;
    cells_build(mem, p, options, out);
    return STATUS_OK;
}

static void describe_fixed(const ops *p, text *out)
{
    text_printf(out,
                "// Fixed point: a port is an integer of %u bits times 2^-point, the point "
                "beside it. For inputs\n// within the ranges beside them no operation "
                "overflows. When an input is beyond\n// its range out_in_range is 0, and the "
                "numbers of that sample are wrong.\n", p->format);
}

/* Shorter steps tell sums from products better, and the search takes longer; circuits of ECP5 were
 * routed with the longer ones. */
static uint32_t step_ps(const device *on, uint32_t width)
{
    enum { STEP_PS = 500, SHORT_STEP_PS = 100 };
    return device_adds(on, width) ? SHORT_STEP_PS : STEP_PS;
}

static uint32_t steps_of(const device *on, uint32_t width, unit_kind kind, uint32_t mhz,
                         uint32_t interval)
{
    (void)mhz;
    (void)interval;
    const uint32_t ps = kind == UNIT_MUL ? device_product_ps(on, width, width)
                                         : on->wire_ps + device_sum_ps(on, width);
    return ps / step_ps(on, width);
}

static uint32_t sine_steps(const device *on, uint32_t width, uint32_t mhz, uint32_t interval)
{
    (void)mhz;
    (void)interval;
    return sine_ps(on, width) / step_ps(on, width);
}

/* ---- the table ------------------------------------------------------------------------------- */

const circuit_format CIRCUIT_FORMAT[FORMATS] = {
    [FORMAT_BINARY32] = {true, cells_build_binary32, describe_binary32, cycles_of, sine_cycles},
    [FORMAT_FIXED] = {false, build_fixed, describe_fixed, steps_of, sine_steps}};
