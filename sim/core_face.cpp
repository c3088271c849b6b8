/* SPDX-License-Identifier: MIT */
// One Verilated core behind the C table of core_face.h. Compiled once per shape, with the model in
// Vcore.h; CORE_TRACE is defined in builds that can be looked into: waveforms, events (watch.sv).
#include "Vcore.h"
#include "machine/pins.h"

#ifdef CORE_TRACE
#include "verilated_fst_c.h"
#endif

#include <memory>
#include <type_traits>

namespace {

constexpr unsigned PATIENCE = 100; // cycles that an access to a register may take
constexpr unsigned RESET_CYCLES = 4;

struct core {
    VerilatedContext context;
    std::unique_ptr<Vcore> top;
#ifdef CORE_TRACE
    std::unique_ptr<VerilatedFstC> trace;
    core_watcher *tell = nullptr;
    void *user = nullptr;
#endif
    uint64_t cycles = 0;

    // Inputs are set: lets them settle, then one rising edge. What top shows in between are the
    // pins in this cycle.
    template <typename Look> void clock(Look look)
    {
        top->clk = 0;
        top->eval();
        look();
        dump(2 * cycles);
        top->clk = 1;
        edge();
        dump(2 * cycles + 1);
        cycles++;
    }

    void edge();

    void dump(uint64_t time)
    {
#ifdef CORE_TRACE
        if (trace)
            trace->dump(time);
#else
        (void)time;
#endif
    }

    void rest()
    {
        top->s_axis_tvalid = 0;
        top->m_axis_tready = 0;
    }
};

#ifdef CORE_TRACE
thread_local core *clocked; // whose edge it is, while it is

void tell_event(core_event_kind kind, int place, int word)
{
    if (clocked && clocked->tell) {
        core_event e = {kind, static_cast<uint32_t>(place), static_cast<uint32_t>(word),
                        clocked->cycles};
        clocked->tell(clocked->user, &e);
    }
}
#endif

void core::edge()
{
#ifdef CORE_TRACE
    clocked = this;
    top->eval();
    clocked = nullptr;
#else
    top->eval();
#endif
}

// One lane is a plain integer in Verilator, two are 64 bits, more a list of words.
template <typename Port> void set_lanes(Port &port, const uint32_t *words)
{
    if constexpr (std::is_integral_v<Port>)
        port = sizeof port > 4 ? static_cast<Port>(static_cast<uint64_t>(words[1]) << 32 | words[0])
                               : static_cast<Port>(words[0]);
    else
        for (unsigned i = 0; i < sizeof port / sizeof(uint32_t); i++)
            port[i] = words[i];
}

template <typename Port> void get_lanes(const Port &port, uint32_t *words)
{
    if constexpr (std::is_integral_v<Port>) {
        words[0] = static_cast<uint32_t>(port);
        if (sizeof port > 4)
            words[1] = static_cast<uint32_t>(static_cast<uint64_t>(port) >> 32);
    } else {
        for (unsigned i = 0; i < sizeof port / sizeof(uint32_t); i++)
            words[i] = port[i];
    }
}

void *core_open(const char *trace, uint32_t seed)
{
    auto c = std::make_unique<core>();
    c->context.threads(1); // no pool: the model needs none, and after fork none could be ended
    c->context.randReset(2);
    c->context.randSeed(static_cast<int>(seed % 0x7fffffff + 1));
#ifdef CORE_TRACE
    c->context.traceEverOn(true);
#else
    if (trace)
        return nullptr;
#endif
    c->top = std::make_unique<Vcore>(&c->context);
#ifdef CORE_TRACE
    if (trace && *trace) {
        c->trace = std::make_unique<VerilatedFstC>();
        c->top->trace(c->trace.get(), 99);
        c->trace->open(trace);
    }
#endif
    c->top->s_axil_awvalid = c->top->s_axil_wvalid = c->top->s_axil_arvalid = 0;
    c->top->s_axil_bready = c->top->s_axil_rready = 0;
    c->rest();
    c->top->rst = 1;
    for (unsigned i = 0; i < RESET_CYCLES; i++)
        c->clock([] {});
    c->top->rst = 0;
    return c.release();
}

void core_close(void *p)
{
    auto *c = static_cast<core *>(p);
    c->top->final();
#ifdef CORE_TRACE
    if (c->trace)
        c->trace->close();
#endif
    delete c;
}

void core_cycle(void *p, const core_in *in, core_out *out)
{
    auto *c = static_cast<core *>(p);
    c->top->s_axis_tvalid = in->in_valid;
    c->top->s_axis_tlast = in->in_last;
    set_lanes(c->top->s_axis_tdata, in->in_words);
    c->top->m_axis_tready = in->out_ready;
    c->clock([&] {
        out->in_ready = c->top->s_axis_tready;
        out->out_valid = c->top->m_axis_tvalid;
        out->out_last = c->top->m_axis_tlast;
        get_lanes(c->top->m_axis_tdata, out->out_words);
    });
}

bool core_write(void *p, uint32_t address, uint32_t data)
{
    auto *c = static_cast<core *>(p);
    bool answered = false, fine = false;
    c->rest();
    c->top->s_axil_awvalid = c->top->s_axil_wvalid = c->top->s_axil_bready = 1;
    c->top->s_axil_awaddr = address & 0xfff;
    c->top->s_axil_wdata = data;
    c->top->s_axil_wstrb = 0xf;
    for (unsigned i = 0; i < PATIENCE && !answered; i++) {
        bool address_moved = false, data_moved = false;
        c->clock([&] {
            address_moved = c->top->s_axil_awready;
            data_moved = c->top->s_axil_wready;
            answered = c->top->s_axil_bvalid;
            fine = c->top->s_axil_bresp == 0;
        });
        if (address_moved)
            c->top->s_axil_awvalid = 0;
        if (data_moved)
            c->top->s_axil_wvalid = 0;
    }
    c->top->s_axil_awvalid = c->top->s_axil_wvalid = c->top->s_axil_bready = 0;
    return answered && fine;
}

bool core_read(void *p, uint32_t address, uint32_t *data)
{
    auto *c = static_cast<core *>(p);
    bool answered = false, fine = false;
    c->rest();
    c->top->s_axil_arvalid = c->top->s_axil_rready = 1;
    c->top->s_axil_araddr = address & 0xfff;
    for (unsigned i = 0; i < PATIENCE && !answered; i++) {
        bool moved = false;
        c->clock([&] {
            moved = c->top->s_axil_arready;
            answered = c->top->s_axil_rvalid;
            fine = c->top->s_axil_rresp == 0;
            *data = c->top->s_axil_rdata;
        });
        if (moved)
            c->top->s_axil_arvalid = 0;
    }
    c->top->s_axil_arvalid = c->top->s_axil_rready = 0;
    return answered && fine;
}

uint64_t core_cycles(void *p)
{
    return static_cast<core *>(p)->cycles;
}

#ifdef CORE_TRACE
void core_watch(void *p, core_watcher *tell, void *user)
{
    auto *c = static_cast<core *>(p);
    c->tell = tell;
    c->user = user;
}
#else
constexpr void (*core_watch)(void *, core_watcher *, void *) = nullptr;
#endif

} // namespace

extern "C" {
#ifdef CORE_TRACE // what watch.sv calls
void tauflow_enter(int place, int word) { tell_event(CORE_ENTER, place, word); }
void tauflow_issue(int place, int word) { tell_event(CORE_ISSUE, place, word); }
void tauflow_result(int place, int word) { tell_event(CORE_RESULT, place, word); }
void tauflow_accept(int place, int word) { tell_event(CORE_ACCEPT, place, word); }
#endif
__attribute__((visibility("default"))) extern const core_face_table core_face;
const core_face_table core_face = {
    core_open, core_close, core_cycle, core_write, core_read, core_cycles, core_watch,
};
}
