/* SPDX-License-Identifier: MIT */
// What models of a DMA share: the Verilated wrapper of a core with its registers and two streams
// (rtl/links/tau_xdma.v, tau_axidma.v), clocked together with the DMA's ends of the
// streams, which rest at random, and every rule of the streams watched. What breaks one is told
// once and stays in `broken`.
#ifndef TAUFLOW_DMA_BOARD_H
#define TAUFLOW_DMA_BOARD_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <type_traits>
#include <vector>
#include <verilated.h>

constexpr unsigned WORDS = DMA_WORDS; // of a beat

struct beat {
    uint32_t words[WORDS];
    unsigned count; // words that are there
    bool last;
    bool operator==(const beat &o) const
    {
        return count == o.count && last == o.last && std::memcmp(words, o.words, 4 * count) == 0;
    }
};

// One stream word is 64 bits in Verilator, wider ones are lists of words.
template <typename Port> void set_words(Port &port, const uint32_t *words)
{
    if constexpr (std::is_integral_v<Port>)
        port = static_cast<Port>(static_cast<uint64_t>(words[1]) << 32 | words[0]);
    else
        for (unsigned i = 0; i < WORDS; i++)
            port[i] = words[i];
}
template <typename Port> void get_words(const Port &port, uint32_t *words)
{
    if constexpr (std::is_integral_v<Port>) {
        words[0] = static_cast<uint32_t>(port);
        words[1] = static_cast<uint32_t>(static_cast<uint64_t>(port) >> 32);
    } else {
        for (unsigned i = 0; i < WORDS; i++)
            words[i] = port[i];
    }
}

template <typename Top> struct dma_board {
    static constexpr unsigned PATIENCE = 200, RESET_CYCLES = 4;
    VerilatedContext context;
    Top top{&context};
    std::mt19937 dice{1};
    unsigned idle = 0, pressure = 0; // percent
    unsigned core_edges = 2;         // fewer than so many of its clock between two of the DMA's
    std::deque<beat> in;             // to the core
    bool offering = false, waits = false;
    beat waiting{};
    std::string broken;

    virtual ~dma_board() { top.final(); }
    // Of the DMA: does it accept a beat of results in this cycle, and what it does with one.
    virtual bool accepts() = 0;
    virtual void take(const beat &b) = 0;
    // What else it does in a cycle: inputs before the wrapper looks at them, what came out of it.
    virtual void drive() {}
    virtual void watch() {}

    bool chance(unsigned percent) { return dice() % 100 < percent; }
    void fail(const char *why)
    {
        if (broken.empty())
            std::fprintf(stderr, "DMA model: %s\n", why);
        broken = why;
    }

    void start(unsigned seed)
    {
        dice.seed(seed);
        idle = dice() % 3 * 40;
        pressure = dice() % 3 * 40;
        core_edges = 2 + dice() % 5;
        context.randReset(2);
        context.randSeed(static_cast<int>(seed % 1000 + 1));
        top.s_axil_awvalid = top.s_axil_wvalid = top.s_axil_arvalid = top.s_axil_bready =
            top.s_axil_rready = 0;
        top.rst = 1;
        for (unsigned i = 0; i < RESET_CYCLES; i++)
            clock([] {});
        waits = false;
        broken.clear();
        top.rst = 0;
    }

    // Words from `at` to `end` become beats; the last of them may be short, and `closes` it.
    void queue(const uint32_t *words, size_t at, size_t end, bool closes)
    {
        while (at < end) {
            beat one{};
            one.count = static_cast<unsigned>(std::min<size_t>(WORDS, end - at));
            std::memcpy(one.words, words + at, 4 * one.count);
            at += one.count;
            one.last = closes && at == end;
            in.push_back(one);
        }
    }

    // Edges of the core's own clock, where it has one: none, one or more between two of the DMA's.
    void clock_core()
    {
#ifdef TWO_CLOCKS
        for (unsigned edges = dice() % core_edges; edges > 0; edges--) {
            top.core_clk = !top.core_clk;
            top.eval();
        }
#endif
    }

    // One cycle of both streams; `look` sees the pins of the registers before the edge.
    template <typename Look> void clock(Look look)
    {
        offering = !in.empty() && (offering || !chance(idle));
        top.s_axis_h2c_tvalid = offering;
        if (offering) {
            set_words(top.s_axis_h2c_tdata, in.front().words);
            top.s_axis_h2c_tkeep = static_cast<uint32_t>((uint64_t{1} << 4 * in.front().count) - 1);
            top.s_axis_h2c_tlast = in.front().last;
        }
        top.m_axis_c2h_tready = accepts() && !chance(pressure);
        drive();
        top.clk = 0;
        top.eval();
        clock_core();
        look();
        watch();
        beat b{};
        get_words(top.m_axis_c2h_tdata, b.words);
        b.last = top.m_axis_c2h_tlast;
        const uint64_t keep = top.m_axis_c2h_tkeep;
        while (b.count < WORDS && (keep >> 4 * b.count & 0xf) == 0xf)
            b.count++;
        if (top.m_axis_c2h_tvalid && (keep != (uint64_t{1} << 4 * b.count) - 1 || b.count == 0 ||
                                      (b.count < WORDS && !b.last)))
            fail("tkeep has a gap, or zeros without tlast");
        if (waits && top.run && (!top.m_axis_c2h_tvalid || !(b == waiting)))
            fail("a beat changed before it was taken");
        waits = top.run && top.m_axis_c2h_tvalid && !top.m_axis_c2h_tready;
        waiting = b;
        const bool entered = offering && top.s_axis_h2c_tready,
                   left = top.m_axis_c2h_tvalid && top.m_axis_c2h_tready;
        top.clk = 1;
        top.eval();
        clock_core();
        if (entered) {
            in.pop_front();
            offering = false;
        }
        if (left)
            take(b);
    }

    // Registers of the core; false: no answer.
    bool read_register(uint32_t offset, uint32_t *data)
    {
        bool answered = false;
        top.s_axil_arvalid = top.s_axil_rready = 1;
        top.s_axil_araddr = static_cast<uint16_t>(offset);
        for (unsigned i = 0; i < PATIENCE && !answered; i++) {
            bool moved = false;
            clock([&] {
                moved = top.s_axil_arready;
                answered = top.s_axil_rvalid;
                *data = top.s_axil_rdata;
            });
            if (moved)
                top.s_axil_arvalid = 0;
        }
        top.s_axil_arvalid = top.s_axil_rready = 0;
        return answered && broken.empty();
    }
    // Address and data in any order, as AXI allows.
    bool write_register(uint32_t offset, uint32_t data)
    {
        bool answered = false, fine = false, address_sent = false, data_sent = false;
        const unsigned late_address = dice() % 3, late_data = dice() % 3;
        top.s_axil_bready = 1;
        top.s_axil_awaddr = static_cast<uint16_t>(offset);
        top.s_axil_wdata = data;
        top.s_axil_wstrb = 0xf;
        for (unsigned i = 0; i < PATIENCE && !answered; i++) {
            top.s_axil_awvalid = !address_sent && i >= late_address;
            top.s_axil_wvalid = !data_sent && i >= late_data;
            clock([&] {
                address_sent = address_sent || (top.s_axil_awvalid && top.s_axil_awready);
                data_sent = data_sent || (top.s_axil_wvalid && top.s_axil_wready);
                answered = top.s_axil_bvalid;
                fine = top.s_axil_bresp == 0;
            });
        }
        top.s_axil_awvalid = top.s_axil_wvalid = top.s_axil_bready = 0;
        return answered && fine && broken.empty();
    }
};

#endif
