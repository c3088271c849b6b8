/* SPDX-License-Identifier: MIT */
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
#include "dma_board.h"
extern "C" {
#include "board.h"
#include "c2h_transfer.h"
#include "tauflow_regs.h"
}

#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

namespace {
#define VALUE(name, value, what) constexpr uint32_t EVENTS_##name = value;
#include "machine/events.def"
#undef VALUE
constexpr unsigned SPIN = 2000, MILLISECONDS = 2, LATE_CYCLES = 3000, LATE_WAITS = 4;
}

struct board : dma_board<Vtau_xdma> {
    std::mutex lock;
    std::condition_variable changed;
    bool (*interrupted)(void) = nullptr;
    c2h_transfer read{};
    unsigned rest = 0; // cycles until the next descriptor is fetched
    // The user interrupt: a request, acknowledged once it was sent, stays until the host answers.
    bool asked = false, sent = false, answered = false, event = false;
    unsigned until_sent = 0;

    void drive() override
    {
        top.irq_ack = asked && !sent && until_sent == 0;
        sent = sent || top.irq_ack;
        event = event || top.irq_ack;
        until_sent -= until_sent > 0;
    }
    void watch() override
    {
        if (asked && !top.irq_req && !(sent && answered))
            fail("an interrupt ended before it was sent and answered");
        if (!asked && top.irq_req) {
            sent = answered = false;
            until_sent = dice() % LATE_CYCLES;
        }
        asked = top.irq_req;
    }

    bool accepts() override
    {
        const bool ready = c2h_room(&read) > 0 && rest == 0;
        rest -= rest > 0;
        return ready;
    }
    void take(const beat &b) override
    {
        const size_t bytes = 4 * static_cast<size_t>(b.count), at = read.at;
        if (bytes > c2h_room(&read))
            return fail("a beat is longer than the rest of the descriptor");
        c2h_fill(&read, b.words, bytes, b.last);
        if (read.at != at && chance(50))
            rest = dice() % LATE_CYCLES;
    }
    // Some cycles; true when a byte moved.
    bool spin()
    {
        const size_t before = in.size(), had = read.moved;
        const bool open = c2h_room(&read) > 0;
        for (unsigned i = 0; i < SPIN && broken.empty() && (!open || c2h_room(&read) > 0); i++)
            clock([] {});
        return in.size() != before || read.moved != had;
    }
    int wait_a_little(std::unique_lock<std::mutex> &held)
    {
        changed.wait_for(held, std::chrono::milliseconds(MILLISECONDS));
        return interrupted && interrupted() ? -EINTR : 0;
    }
};

extern "C" {

tauflow_status board_make(const char *core, uint32_t, bool (*interrupted)(void), board **out,
                          report *)
{
    auto *b = new board;
    *out = b;
    b->interrupted = interrupted;
    b->start(static_cast<unsigned>(std::strtoul(core, nullptr, 10)));
    return TAUFLOW_OK;
}

void board_drive(board *, uint32_t, uint32_t) {}

void board_free(board *b) { delete b; }

int board_register_read(board *b, char *bytes, size_t size, off_t offset)
{
    std::unique_lock<std::mutex> held(b->lock);
    uint32_t data = 0;
    if (size != 4 || offset < 0 || offset % 4 || offset >= 4096)
        return -EINVAL;
    const bool answered = b->read_register(static_cast<uint32_t>(offset), &data);
    std::memcpy(bytes, &data, 4);
    return answered ? 4 : -EPROTO;
}

int board_register_write(board *b, const char *bytes, size_t size, off_t offset)
{
    std::unique_lock<std::mutex> held(b->lock);
    uint32_t data;
    if (size != 4 || offset < 0 || offset % 4 || offset >= 4096)
        return -EINVAL;
    std::memcpy(&data, bytes, 4);
    b->answered = b->answered || static_cast<uint32_t>(offset) == EVENTS_REGISTER;
    return b->write_register(static_cast<uint32_t>(offset), data) ? 4 : -EPROTO;
}

// One write: one packet, in descriptors that end where pages of the host's memory might.
int board_packets_write(board *b, const char *bytes, size_t size, bool)
{
    std::unique_lock<std::mutex> held(b->lock);
    if (size % 4)
        return -EINVAL;
    std::vector<uint32_t> words(size / 4);
    std::memcpy(words.data(), bytes, size);
    for (size_t at = 0, end = 0; at < words.size(); at = end) {
        end = std::min(words.size(), at + 1 + b->dice() % 200);
        b->queue(words.data(), at, end, end == words.size());
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
    if (size % TAUFLOW_DMA_MULTIPLE)
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

int board_events_read(board *b, char *bytes, size_t size)
{
    std::unique_lock<std::mutex> held(b->lock);
    const uint32_t one = 1;
    if (size != sizeof one)
        return -EPROTO;
    while (!b->event) {
        b->spin();
        b->changed.notify_all();
        if (!b->broken.empty())
            return -EPROTO;
        if (!b->event && b->wait_a_little(held))
            return -EINTR;
    }
    b->event = false;
    std::memcpy(bytes, &one, sizeof one);
    return sizeof one;
}
bool board_can_read(board *) { return true; }
bool board_can_write(board *) { return true; }
void board_on_change(board *, void (*)(void *), void *) {}
bool board_is_gone(board *) { return false; }
int board_set_fault(board *, const char *, size_t) { return -EINVAL; }
}
