/* SPDX-License-Identifier: MIT */
// A core that is wrong at its registers, in the place of the model that Verilator makes: the
// library's face (sim/core_face.cpp) is compiled against it. Reads answer as the default core does,
// unless
//   SILENT_READS     no read is ever answered
//   SILENT_WRITES    writes are taken and never answered
//   CLOSED_WRITES    writes are never even taken
//   REFUSED_WRITES   writes are answered with an error
// It gives up, and the process with it, when it is clocked far longer than any access may take.
#ifndef VCORE_H
#define VCORE_H

#include "tauflow_regs.h"

#include <cstdint>
#include <cstdlib>

class VerilatedContext {
public:
    void randReset(int) {}
    void randSeed(int) {}
    void threads(unsigned) {}
};

class Vcore {
public:
    uint8_t clk = 0, rst = 0;
    uint8_t s_axil_awvalid = 0, s_axil_wvalid = 0, s_axil_bready = 0, s_axil_wstrb = 0;
    uint8_t s_axil_awready = 0, s_axil_wready = 0, s_axil_bvalid = 0, s_axil_bresp = 0;
    uint8_t s_axil_arvalid = 0, s_axil_rready = 0;
    uint8_t s_axil_arready = 0, s_axil_rvalid = 0, s_axil_rresp = 0;
    uint32_t s_axil_awaddr = 0, s_axil_wdata = 0, s_axil_araddr = 0, s_axil_rdata = 0;
    uint8_t s_axis_tvalid = 0, s_axis_tlast = 0, s_axis_tready = 0;
    uint8_t m_axis_tvalid = 0, m_axis_tlast = 0, m_axis_tready = 0;
    uint64_t s_axis_tdata = 0;
    uint32_t m_axis_tdata = 0;

    explicit Vcore(VerilatedContext *) {}
    void final() {}

    void eval()
    {
        if (++evaluations > 1000000)
            std::abort();
#ifndef SILENT_READS
        s_axil_arready = s_axil_rvalid = s_axil_arvalid;
        s_axil_rdata = value(s_axil_araddr);
#endif
#ifndef CLOSED_WRITES
        s_axil_awready = s_axil_awvalid;
        s_axil_wready = s_axil_wvalid;
#endif
#ifdef REFUSED_WRITES
        s_axil_bvalid = s_axil_awvalid && s_axil_wvalid;
        s_axil_bresp = 2;
#endif
    }

private:
    unsigned long evaluations = 0;

    static uint32_t value(uint32_t offset)
    {
        switch (offset) {
        case TAUFLOW_REG_ID: return TAUFLOW_ID_VALUE;
        case TAUFLOW_REG_VERSION: return TAUFLOW_VERSION_VALUE;
        case TAUFLOW_REG_SHAPE: return 4 | 2 << 8 | 1 << 12 | 1 << 24;
        case TAUFLOW_REG_LATENCY: return 3 | 4 << 8;
        case TAUFLOW_REG_QUEUES: return 4 | 8 << 8 | 4 << 16;
        case TAUFLOW_REG_STORE: return 64 | 64 << 16;
        case TAUFLOW_REG_DEPTH: return 512 | 512 << 16;
        case TAUFLOW_REG_PORTS: return 64 | 32 << 16;
        default: return 0;
        }
    }
};

#endif
