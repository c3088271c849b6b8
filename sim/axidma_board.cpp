/* SPDX-License-Identifier: MIT */
// AMD's AXI DMA in direct register mode (PG021; machine/axidma.def) around the Verilated wrapper
// rtl/links/tau_axidma.v: register file, both channels, interrupt.
//
// From PG021: a transfer begins when LENGTH is written while the channel runs; one at a time;
// without a realignment engine addresses are multiples of a beat. Results end with tlast and not
// later than LENGTH, which then tells how many bytes came. Bursts are fetched and completions
// reported late at random; results are in the memory when the transfer is over, not before. A beat
// of results that comes while no transfer runs is against the wrapper's promise.
#include "Vtau_axidma.h"
#include "dma_board.h"
extern "C" {
#include "axidma_board.h"
}

namespace {
#define VALUE(name, value, what) constexpr uint32_t DMA_##name = value;
#include "machine/axidma.def"
#undef VALUE
constexpr unsigned BURST_BYTES = 256, LATE_CYCLES = 400, SPIN = 4000, ACCESS_CYCLES = 8,
                   NARROW_MASK = 0xff;

struct dma_channel {
    uint32_t control = 0, status = DMA_HALTED, low = 0, high = 0, length = 0;
    bool moving = false, over = false; // over: nothing is left but to report it
    size_t done = 0;                   // bytes
    unsigned late = 0;                 // cycles
    uint64_t address() const { return static_cast<uint64_t>(high) << 32 | low; }
};
} // namespace

struct axidma_board : dma_board<Vtau_axidma> {
    dma_channel out, results; // memory to stream, stream to memory
    std::vector<uint8_t> landing;
    unsigned char *memory = nullptr;
    size_t size = 0;
    uint64_t physical = 0;
    unsigned reset_reads = 0;
    axidma_fault fault = AXIDMA_HEALTHY;

    unsigned some_cycles() { return chance(40) ? dice() % LATE_CYCLES : 0; }

    unsigned char *place(const dma_channel &c, size_t bytes)
    {
        const uint64_t from = c.address() - physical;
        return c.address() >= physical && from + bytes <= size ? memory + from : nullptr;
    }
    void stop(dma_channel &c, uint32_t error)
    {
        c.status |= error | DMA_ERROR | DMA_HALTED;
        c.moving = c.over = false;
    }
    void finish(dma_channel &c)
    {
        c.moving = c.over = false;
        c.status |= DMA_COMPLETE | DMA_IDLE;
    }
    void begin(dma_channel &c, uint32_t length)
    {
        if (c.status & DMA_HALTED)
            return fail("LENGTH is written while the channel does not run");
        if (c.moving)
            return fail("LENGTH is written while a transfer is under way");
        if (c.address() % (4 * WORDS))
            return fail("an address is no multiple of a beat");
        c.length = fault == AXIDMA_NARROW ? length & NARROW_MASK : length;
        c.status &= ~DMA_IDLE;
        c.moving = true;
        c.over = false;
        c.done = 0;
        c.late = some_cycles();
        if (&c == &results) // what has come of them is not touched by packets that begin
            landing.clear();
        if (!place(c, c.length))
            stop(c, DMA_DECODE_ERROR);
        else if (fault == AXIDMA_NO_MEMORY)
            stop(c, DMA_SLAVE_ERROR);
    }

    bool accepts() override
    {
        if (top.run && top.m_axis_c2h_tvalid && !results.moving)
            fail("a result comes while no transfer runs");
        return results.moving && !results.over && results.late == 0;
    }
    void take(const beat &b) override
    {
        const auto *from = reinterpret_cast<const uint8_t *>(b.words);
        landing.insert(landing.end(), from, from + 4 * b.count);
        if (landing.size() > results.length)
            return stop(results, DMA_INTERNAL_ERROR);
        if (chance(5))
            results.late = some_cycles();
        if (b.last) {
            results.over = true;
            results.late = some_cycles();
        }
    }
    void fetch()
    {
        const size_t bytes = std::min<size_t>(BURST_BYTES, out.length - out.done);
        std::vector<uint32_t> words((bytes + 3) / 4);
        std::memcpy(words.data(), place(out, out.length) + out.done, bytes);
        out.done += bytes;
        queue(words.data(), 0, words.size(), out.done == out.length);
        out.late = some_cycles();
    }
    void cycle()
    {
        clock([] {});
        out.late -= out.late > 0;
        results.late -= results.late > 0;
        if (out.moving && !out.late && in.size() < 4) {
            if (out.done < out.length)
                fetch();
            else if (in.empty())
                finish(out);
        }
        if (results.moving && results.over && !results.late && fault != AXIDMA_SILENT) {
            std::memcpy(place(results, landing.size()), landing.data(), landing.size());
            results.length = static_cast<uint32_t>(landing.size());
            finish(results);
        }
    }
    void pass(unsigned cycles)
    {
        for (unsigned i = 0; i < cycles && broken.empty(); i++)
            cycle();
    }
    static bool asks(const dma_channel &c)
    {
        return (c.control & DMA_COMPLETE_ENABLED && c.status & DMA_COMPLETE) ||
               (c.control & DMA_ERROR_ENABLED && c.status & DMA_ERROR);
    }
    bool interrupts() const { return asks(out) || asks(results); }

    void reset()
    {
        out = results = dma_channel{};
        landing.clear();
        in.clear();
        offering = false;
        reset_reads = dice() % 4;
    }
};

extern "C" {

axidma_board *axidma_make(unsigned seed, unsigned char *memory, size_t size, uint64_t physical)
{
    auto *b = new axidma_board;
    b->memory = memory;
    b->size = size;
    b->physical = physical;
    b->start(seed);
    return b;
}

void axidma_free(axidma_board *b) { delete b; }

uint32_t axidma_core_read(axidma_board *b, uint32_t offset)
{
    uint32_t data = 0;
    b->pass(ACCESS_CYCLES);
    if (!b->read_register(offset, &data))
        b->fail("a register of the core does not answer");
    return data;
}

void axidma_core_write(axidma_board *b, uint32_t offset, uint32_t data)
{
    b->pass(ACCESS_CYCLES);
    if (!b->write_register(offset, data))
        b->fail("a register of the core does not answer");
}

uint32_t axidma_dma_read(axidma_board *b, uint32_t offset)
{
    const dma_channel &c = offset < DMA_S2MM ? b->out : b->results;
    b->pass(ACCESS_CYCLES);
    switch (offset % DMA_S2MM) {
    case DMA_CONTROL:
        if (b->reset_reads) {
            b->reset_reads--;
            return c.control | DMA_RESET;
        }
        return c.control;
    case DMA_STATUS: return c.status | (b->fault == AXIDMA_GATHERS ? DMA_SCATTER_GATHER : 0);
    case DMA_ADDRESS: return c.low;
    case DMA_ADDRESS_HIGH: return c.high;
    case DMA_LENGTH: return c.length;
    default: b->fail("a register of the DMA that is none"); return 0;
    }
}

void axidma_dma_write(axidma_board *b, uint32_t offset, uint32_t data)
{
    dma_channel &c = offset < DMA_S2MM ? b->out : b->results;
    b->pass(ACCESS_CYCLES);
    switch (offset % DMA_S2MM) {
    case DMA_CONTROL:
        if (data & DMA_RESET)
            return b->reset();
        if (b->reset_reads)
            return b->fail("the DMA is written while it is in reset");
        c.control = data;
        c.status = data & DMA_RUN ? c.status & ~DMA_HALTED : c.status | DMA_HALTED;
        break;
    case DMA_STATUS: c.status &= ~(data & (DMA_COMPLETE | DMA_DELAYED | DMA_ERROR)); break;
    case DMA_ADDRESS: c.low = data; break;
    case DMA_ADDRESS_HIGH: c.high = data; break;
    case DMA_LENGTH: b->begin(c, data); break;
    default: b->fail("a register of the DMA that is none");
    }
}

bool axidma_wait(axidma_board *b)
{
    for (unsigned i = 0; i < SPIN && !b->interrupts(); i++)
        b->cycle();
    return b->interrupts();
}

void axidma_set_fault(axidma_board *b, axidma_fault f) { b->fault = f; }

const char *axidma_broken(const axidma_board *b) { return b->broken.c_str(); }
}
