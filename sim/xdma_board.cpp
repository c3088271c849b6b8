// The calls of sim/board/board.h over the Verilated wrapper (rtl/boards/tau_xdma.v) and a small
// model of the XDMA subsystem: what its driver's files do with the bytes of the host library, here
// becomes beats, and beats become bytes again.
//
// From PG195 ("DMA H2C Stream", "DMA C2H Stream"): a write is one packet of one or more
// descriptors; each descriptor begins in a beat of its own, so tkeep may have zeros in its last
// beat; tlast closes the packet. A read is a descriptor: filled in order, closed when it is full or
// by tlast; data are accepted only while there is one. tkeep must be all ones except with tlast,
// and packed to the low end. Whatever breaks a rule ends every further call with EPROTO and says
// why. CORE of board_make: seed of stalls and of descriptors.
#include "Vtau_xdma.h"
extern "C" {
#include "board.h"
#include "c2h_transfer.h"
#include "tauflow_regs.h"
}

#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr unsigned WORDS = DMA_WORDS, SPIN = 2000, PATIENCE = 100, RESET_CYCLES = 4,
                   MILLISECONDS = 2, LATE_CYCLES = 3000, LATE_WAITS = 4;

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

} // namespace

struct board {
    VerilatedContext context;
    Vtau_xdma top{&context};
    std::mutex lock;
    std::condition_variable changed;
    bool (*interrupted)(void) = nullptr;
    std::mt19937 dice{1};
    unsigned idle = 0, pressure = 0; // percent
    std::deque<beat> in;
    c2h_transfer read{};
    unsigned rest = 0; // cycles until the next descriptor is fetched
    bool offering = false, waits = false;
    beat waiting{};
    std::string broken;

    bool chance(unsigned percent) { return dice() % 100 < percent; }
    void fail(const char *why)
    {
        if (broken.empty())
            std::fprintf(stderr, "xdma model: %s\n", why);
        broken = why;
    }
    void take(const beat &b);
    template <typename Look> void clock(Look look);
    bool spin();
    int wait_a_little(std::unique_lock<std::mutex> &held);
};

void board::take(const beat &b)
{
    size_t bytes = 4 * static_cast<size_t>(b.count);
    if (bytes > c2h_room(&read))
        return fail("a beat is longer than the rest of the descriptor");
    const size_t at = read.at;
    c2h_fill(&read, b.words, bytes, b.last);
    if (read.at != at && chance(50))
        rest = dice() % LATE_CYCLES;
}

// One cycle of both streams; `look` sees the pins of the registers before the edge.
template <typename Look> void board::clock(Look look)
{
    offering = !in.empty() && (offering || !chance(idle));
    top.s_axis_h2c_tvalid = offering;
    if (offering) {
        set_words(top.s_axis_h2c_tdata, in.front().words);
        top.s_axis_h2c_tkeep = static_cast<uint32_t>((uint64_t{1} << 4 * in.front().count) - 1);
        top.s_axis_h2c_tlast = in.front().last;
    }
    top.m_axis_c2h_tready = c2h_room(&read) > 0 && rest == 0 && !chance(pressure);
    rest -= rest > 0;
    top.clk = 0;
    top.eval();
    look();
    beat b{};
    get_words(top.m_axis_c2h_tdata, b.words);
    b.last = top.m_axis_c2h_tlast;
    const uint64_t keep = top.m_axis_c2h_tkeep;
    while (b.count < WORDS && (keep >> 4 * b.count & 0xf) == 0xf)
        b.count++;
    if (top.m_axis_c2h_tvalid &&
        (keep != (uint64_t{1} << 4 * b.count) - 1 || b.count == 0 || (b.count < WORDS && !b.last)))
        fail("tkeep has a gap, or zeros without tlast");
    if (waits && top.run && (!top.m_axis_c2h_tvalid || !(b == waiting)))
        fail("a beat changed before it was taken");
    waits = top.run && top.m_axis_c2h_tvalid && !top.m_axis_c2h_tready;
    waiting = b;
    const bool entered = offering && top.s_axis_h2c_tready,
               left = top.m_axis_c2h_tvalid && top.m_axis_c2h_tready;
    top.clk = 1;
    top.eval();
    if (entered) {
        in.pop_front();
        offering = false;
    }
    if (left)
        take(b);
}

// Some cycles; true when a byte moved.
bool board::spin()
{
    const size_t before = in.size(), had = read.moved;
    const bool open = c2h_room(&read) > 0;
    for (unsigned i = 0; i < SPIN && broken.empty() && (!open || c2h_room(&read) > 0); i++)
        clock([] {});
    return in.size() != before || read.moved != had;
}

int board::wait_a_little(std::unique_lock<std::mutex> &held)
{
    changed.wait_for(held, std::chrono::milliseconds(MILLISECONDS));
    return interrupted && interrupted() ? -EINTR : 0;
}

extern "C" {

tauflow_status board_make(const char *core, uint32_t, bool (*interrupted)(void), board **out,
                          report *)
{
    auto *b = new board;
    *out = b;
    const unsigned seed = static_cast<unsigned>(std::strtoul(core, nullptr, 10));
    b->interrupted = interrupted;
    b->dice.seed(seed);
    b->idle = b->dice() % 3 * 40;
    b->pressure = b->dice() % 3 * 40;
    b->context.randReset(2);
    b->context.randSeed(static_cast<int>(seed % 1000 + 1));
    b->top.s_axil_awvalid = b->top.s_axil_wvalid = b->top.s_axil_arvalid = b->top.s_axil_bready =
        b->top.s_axil_rready = 0;
    b->top.rst = 1;
    for (unsigned i = 0; i < RESET_CYCLES; i++)
        b->clock([] {});
    b->waits = false;
    b->broken.clear();
    b->top.rst = 0;
    return TAUFLOW_OK;
}

void board_drive(board *, uint32_t, uint32_t) {}

void board_free(board *b)
{
    b->top.final();
    delete b;
}

int board_register_read(board *b, char *bytes, size_t size, off_t offset)
{
    std::unique_lock<std::mutex> held(b->lock);
    bool answered = false;
    uint32_t data = 0;
    if (size != 4 || offset < 0 || offset % 4 || offset >= 4096)
        return -EINVAL;
    b->top.s_axil_arvalid = b->top.s_axil_rready = 1;
    b->top.s_axil_araddr = static_cast<uint16_t>(offset);
    for (unsigned i = 0; i < PATIENCE && !answered; i++) {
        bool moved = false;
        b->clock([&] {
            moved = b->top.s_axil_arready;
            answered = b->top.s_axil_rvalid;
            data = b->top.s_axil_rdata;
        });
        if (moved)
            b->top.s_axil_arvalid = 0;
    }
    b->top.s_axil_arvalid = b->top.s_axil_rready = 0;
    std::memcpy(bytes, &data, 4);
    return answered && b->broken.empty() ? 4 : -EPROTO;
}

int board_register_write(board *b, const char *bytes, size_t size, off_t offset)
{
    std::unique_lock<std::mutex> held(b->lock);
    bool answered = false, fine = false;
    uint32_t data;
    if (size != 4 || offset < 0 || offset % 4 || offset >= 4096)
        return -EINVAL;
    std::memcpy(&data, bytes, 4);
    // Address and data in any order, as AXI allows.
    const unsigned late_address = b->dice() % 3, late_data = b->dice() % 3;
    bool address_sent = false, data_sent = false;
    b->top.s_axil_bready = 1;
    b->top.s_axil_awaddr = static_cast<uint16_t>(offset);
    b->top.s_axil_wdata = data;
    b->top.s_axil_wstrb = 0xf;
    for (unsigned i = 0; i < PATIENCE && !answered; i++) {
        b->top.s_axil_awvalid = !address_sent && i >= late_address;
        b->top.s_axil_wvalid = !data_sent && i >= late_data;
        b->clock([&] {
            address_sent = address_sent || (b->top.s_axil_awvalid && b->top.s_axil_awready);
            data_sent = data_sent || (b->top.s_axil_wvalid && b->top.s_axil_wready);
            answered = b->top.s_axil_bvalid;
            fine = b->top.s_axil_bresp == 0;
        });
    }
    b->top.s_axil_awvalid = b->top.s_axil_wvalid = b->top.s_axil_bready = 0;
    return answered && fine && b->broken.empty() ? 4 : -EPROTO;
}

// One write: one packet, in descriptors that end where pages of the host's memory might.
int board_packets_write(board *b, const char *bytes, size_t size, bool)
{
    std::unique_lock<std::mutex> held(b->lock);
    if (size % 4)
        return -EINVAL;
    std::vector<uint32_t> words(size / 4);
    std::memcpy(words.data(), bytes, size);
    for (size_t at = 0; at < words.size();) {
        const size_t end = std::min(words.size(), at + 1 + b->dice() % 200);
        while (at < end) {
            beat one{};
            one.count = static_cast<unsigned>(std::min<size_t>(WORDS, end - at));
            std::memcpy(one.words, &words[at], 4 * one.count);
            at += one.count;
            one.last = at == words.size();
            b->in.push_back(one);
        }
    }
    while (!b->in.empty()) {
        if (!b->broken.empty())
            return -EPROTO;
        const bool open = c2h_room(&b->read) > 0, moved = b->spin();
        b->changed.notify_all();
        // Where a result is ready its reader goes first.
        if (!b->in.empty() && (!moved || (open && c2h_room(&b->read) == 0)) &&
            b->wait_a_little(held))
            return -EINTR;
    }
    return static_cast<int>(size);
}

// A read begins late, at times, and its descriptors come one by one.
int board_packets_read(board *b, char *bytes, size_t size, bool)
{
    std::unique_lock<std::mutex> held(b->lock);
    for (unsigned late = b->chance(30) ? b->dice() % LATE_WAITS : 0; late > 0; late--)
        if (b->wait_a_little(held))
            return -EINTR;
    if (size % TAUFLOW_XDMA_MULTIPLE)
        b->fail("a read is no multiple of 64 bytes");
    b->read = {reinterpret_cast<unsigned char *>(bytes), size, 0, 0, 0};
    b->rest = b->chance(50) ? b->dice() % LATE_CYCLES : 0;
    int error = 0;
    while (c2h_room(&b->read) > 0 && b->broken.empty() && !error) {
        b->spin();
        b->changed.notify_all();
        if (c2h_room(&b->read) > 0)
            error = b->wait_a_little(held);
    }
    const size_t moved = b->read.moved;
    b->read = {};
    b->changed.notify_all();
    return !b->broken.empty() ? -EPROTO : error ? error : static_cast<int>(moved);
}

int board_events_read(board *, char *, size_t) { return -EPERM; }
bool board_can_read(board *) { return true; }
bool board_can_write(board *) { return true; }
void board_on_change(board *, void (*)(void *), void *) {}
bool board_is_gone(board *) { return false; }
int board_set_fault(board *, const char *, size_t) { return -EINVAL; }
}
