/* SPDX-License-Identifier: MIT */
// The board's end of the serial link (rtl/links/tau_serial.v) against the library's own
// frames, bit by bit: registers and a core that are pretended, clocks that differ, spikes, spoilt
// and lost bytes, requests that are repeated.
#include "Vtau_serial.h"
#include "serial_wire.h"
extern "C" {
#include "host/serial_frames.h"
}

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace {

constexpr int CLOCKS = 8, PATIENCE = 400000, WAIT_CYCLES = 1 << 8;

struct bench {
    VerilatedContext context;
    Vtau_serial top{&context};
    serial_wire wire;
    std::mt19937 random{22};
    std::vector<uint32_t> registers = std::vector<uint32_t>(1024);
    std::deque<uint32_t> taken, results; // words of the streams
    uint64_t writes = 0, reads = 0, cycles = 0;
    bool address_here = false, data_here = false;
    unsigned address = 0, data = 0;
    int take_percent = 70;
    uint64_t spike_every = 0; // cycles
    serial_decoder decoder{};

    explicit bench(double bit_cycles) : wire(bit_cycles)
    {
        top.rx = 1;
        top.rst = 1;
        top.run = 1;
        for (int k = 0; k < 4; k++)
            cycle();
        top.rst = 0;
        for (int k = 0; k < 40; k++)
            cycle();
    }

    bool chance(int percent) { return (int)(random() % 100) < percent; }

    void cycle()
    {
        const bool level = wire.drive();
        const bool spike = spike_every && cycles % spike_every == spike_every - 1;
        top.rx = level != spike;
        top.m_axil_awready = !address_here && chance(50);
        top.m_axil_wready = !data_here && chance(50);
        top.m_axil_arready = !top.m_axil_rvalid && chance(50);
        top.to_ready = chance(take_percent);
        top.from_valid = !results.empty();
        top.from_data = results.empty() ? 0xdeadbeef : results.front();
        top.clk = 0;
        top.eval();
        const bool aw = top.m_axil_awvalid && top.m_axil_awready,
                   w = top.m_axil_wvalid && top.m_axil_wready,
                   b = top.m_axil_bvalid && top.m_axil_bready,
                   ar = top.m_axil_arvalid && top.m_axil_arready,
                   rd = top.m_axil_rvalid && top.m_axil_rready;
        if (!top.rst && top.to_valid && top.to_ready)
            taken.push_back(top.to_data);
        if (!top.rst && top.from_valid && top.from_ready)
            results.pop_front();
        const unsigned read_at = top.m_axil_araddr;
        if (aw)
            address = top.m_axil_awaddr, address_here = true;
        if (w)
            data = top.m_axil_wdata, data_here = true;
        top.clk = 1;
        top.eval();
        if (b)
            top.m_axil_bvalid = 0;
        if (rd)
            top.m_axil_rvalid = 0;
        if (address_here && data_here) {
            registers[address / 4] = data;
            writes++;
            address_here = data_here = false;
            top.m_axil_bvalid = 1;
        }
        if (ar) {
            top.m_axil_rdata = registers[read_at / 4];
            top.m_axil_rvalid = 1;
            reads++;
        }
        wire.sample(top.tx);
        cycles++;
    }

    void put(const serial_frame &f)
    {
        uint8_t bytes[SERIAL_BYTES_MOST];
        const size_t count = serial_encode(&f, bytes);
        wire.to_send.insert(wire.to_send.end(), bytes, bytes + count);
    }
    // The next frame of the board; false: none came, or what came is none.
    bool get(serial_frame &f)
    {
        for (int k = 0; k < PATIENCE; k++) {
            while (!wire.received.empty()) {
                const serial_event e = serial_decode(&decoder, wire.received.front(), &f);
                wire.received.pop_front();
                if (e != SERIAL_NOTHING)
                    return e == SERIAL_GOOD;
            }
            cycle();
        }
        return false;
    }
    bool ask(const serial_frame &f, serial_frame &reply)
    {
        put(f);
        return get(reply);
    }
    bool open()
    {
        serial_frame r;
        return ask(request(SERIAL_OPEN, 9, (uint16_t)SERIAL_VERSION, {0x12345678}), r) &&
               is(r, SERIAL_OPEN | SERIAL_REPLY, 9, (uint16_t)SERIAL_VERSION, {0x12345678});
    }

    static serial_frame request(uint32_t type, uint8_t number, uint16_t argument,
                                const std::vector<uint32_t> &payload)
    {
        serial_frame f{};
        f.type = (uint8_t)type;
        f.sequence = number;
        f.argument = argument;
        f.words = (uint32_t)payload.size();
        std::memcpy(f.payload, payload.data(), 4 * payload.size());
        return f;
    }
    static bool is(const serial_frame &f, uint32_t type, uint8_t number, uint16_t argument,
                   const std::vector<uint32_t> &payload)
    {
        const bool same = f.type == type && f.sequence == number && f.argument == argument &&
                          f.words == payload.size() &&
                          std::memcmp(f.payload, payload.data(), 4 * payload.size()) == 0;
        if (!same)
            std::printf("# type %02x, number %u, argument %u, %u words\n", f.type, f.sequence,
                        f.argument, f.words);
        return same;
    }
    std::vector<uint32_t> random_words(size_t count)
    {
        std::vector<uint32_t> words(count);
        for (uint32_t &w : words) {
            w = (uint32_t)random();
            if (chance(30))
                w = (w & ~0xffu) | (chance(50) ? 0x7e : 0x7d);
        }
        return words;
    }
};

// Registers and words over a wire of this speed: all of them right.
bool traffic(bench &b, int rounds)
{
    serial_frame r;
    if (!b.open())
        return false;
    for (int k = 0; k < rounds; k++) {
        const uint8_t n = (uint8_t)(2 * k);
        const uint32_t at = 4 * (b.random() % 1024);
        const std::vector<uint32_t> word = b.random_words(1), in = b.random_words(b.random() % 60),
                                    out = b.random_words(b.random() % 60);
        if (!b.ask(bench::request(SERIAL_WRITE, n, 0, {at, word[0]}), r) ||
            !bench::is(r, SERIAL_WRITE | SERIAL_REPLY, n, 0, {}) ||
            b.registers[at / 4] != word[0] ||
            !b.ask(bench::request(SERIAL_READ, (uint8_t)(n + 1), (uint16_t)at, {}), r) ||
            !bench::is(r, SERIAL_READ | SERIAL_REPLY, (uint8_t)(n + 1), 0, word))
            return false;
        b.results.assign(out.begin(), out.end());
        b.taken.clear();
        if (!b.ask(bench::request(SERIAL_MOVE, (uint8_t)(n + 100), (uint16_t)out.size(), in), r) ||
            !bench::is(r, SERIAL_MOVE | SERIAL_REPLY, (uint8_t)(n + 100), (uint16_t)in.size(), out))
            return false;
        if (std::vector<uint32_t>(b.taken.begin(), b.taken.end()) != in)
            return false;
    }
    return true;
}

bool every_speed_within_two_percent()
{
    for (double factor : {0.98, 0.99, 1.0, 1.01, 1.02}) {
        bench b(CLOCKS * factor);
        if (!traffic(b, 12)) {
            std::printf("# bits of %.2f\n", factor);
            return false;
        }
    }
    return true;
}

// A spike of one cycle never falls into two of the three samples of a bit.
bool spikes_of_a_cycle_do_no_harm()
{
    bench b(CLOCKS);
    b.spike_every = 83;
    return traffic(b, 20);
}

bool nothing_before_the_link_is_open()
{
    bench b(CLOCKS);
    serial_frame r;
    return b.ask(bench::request(SERIAL_WRITE, 1, 0, {0, 1}), r) &&
           bench::is(r, SERIAL_REFUSED, 1, (uint16_t)SERIAL_REASON_CLOSED, {}) && b.writes == 0 &&
           b.ask(bench::request(SERIAL_OPEN, 3, 77, {5}), r) && // a version that is not known
           bench::is(r, SERIAL_OPEN | SERIAL_REPLY, 3, (uint16_t)SERIAL_VERSION, {5}) &&
           b.ask(bench::request(SERIAL_READ, 4, 0, {}), r) &&
           bench::is(r, SERIAL_REFUSED, 4, (uint16_t)SERIAL_REASON_CLOSED, {}) && b.reads == 0;
}

bool a_repeated_request_is_done_once()
{
    bench b(CLOCKS);
    serial_frame r;
    if (!b.open())
        return false;
    b.registers[3] = 33;
    const serial_frame write = bench::request(SERIAL_WRITE, 1, 0, {8, 1, 16, 2, 32, 3}),
                       read = bench::request(SERIAL_READ, 2, 12, {}),
                       move = bench::request(SERIAL_MOVE, 3, 2, {7, 8, 9});
    for (int k = 0; k < 3; k++)
        if (!b.ask(write, r) || !bench::is(r, SERIAL_WRITE | SERIAL_REPLY, 1, 0, {}))
            return false;
    if (b.writes != 3 || b.registers[2] != 1 || b.registers[4] != 2 || b.registers[8] != 3)
        return false;
    for (int k = 0; k < 3; k++, b.registers[3]++)
        if (!b.ask(read, r) || !bench::is(r, SERIAL_READ | SERIAL_REPLY, 2, 0, {33}))
            return false;
    b.results = {70, 80, 90};
    for (int k = 0; k < 3; k++)
        if (!b.ask(move, r) || r.words < 2 || r.payload[0] != 70 || r.payload[1] != 80 ||
            r.argument != 3)
            return false;
    return b.reads == 1 && b.taken == std::deque<uint32_t>{7, 8, 9};
}

// Sent twice without waiting: as a host does that gives up too early.
bool a_repetition_on_the_heels_is_answered_twice_or_dropped()
{
    bench b(CLOCKS);
    serial_frame r;
    if (!b.open())
        return false;
    const serial_frame write = bench::request(SERIAL_WRITE, 1, 0, {8, 1});
    b.put(write);
    b.put(write);
    if (!b.get(r) || !bench::is(r, SERIAL_WRITE | SERIAL_REPLY, 1, 0, {}))
        return false;
    if (!b.ask(bench::request(SERIAL_READ, 2, 8, {}), r))
        return false;
    if (r.sequence == 1 && !b.get(r)) // the second answer to the first
        return false;
    return bench::is(r, SERIAL_READ | SERIAL_REPLY, 2, 0, {1}) && b.writes == 1;
}

bool a_core_that_takes_nothing_is_told()
{
    bench b(CLOCKS);
    serial_frame r;
    if (!b.open())
        return false;
    b.take_percent = 0;
    const uint64_t began = b.cycles;
    if (!b.ask(bench::request(SERIAL_MOVE, 1, 5, {1, 2, 3}), r) ||
        !bench::is(r, SERIAL_MOVE | SERIAL_REPLY, 1, 0, {}) || b.cycles - began < WAIT_CYCLES)
        return false;
    b.take_percent = 100;
    b.results = {4};
    if (!b.ask(bench::request(SERIAL_MOVE, 2, 5, {1, 2, 3}), r) ||
        !bench::is(r, SERIAL_MOVE | SERIAL_REPLY, 2, 3, {4}) ||
        b.taken != std::deque<uint32_t>{1, 2, 3})
        return false;
    b.top.run = 0;
    return b.ask(bench::request(SERIAL_MOVE, 3, 0, {1}), r) &&
           bench::is(r, SERIAL_REFUSED, 3, (uint16_t)SERIAL_REASON_STOPPED, {});
}

bool a_reply_holds_as_many_results_as_a_frame()
{
    bench b(CLOCKS);
    serial_frame r;
    if (!b.open())
        return false;
    const std::vector<uint32_t> out = b.random_words(300), in = b.random_words(254),
                                first(out.begin(), out.begin() + 254);
    b.results.assign(out.begin(), out.end());
    b.take_percent = 5;
    if (!b.ask(bench::request(SERIAL_MOVE, 1, 255, in), r) || r.words != 254 ||
        std::memcmp(r.payload, first.data(), 4 * 254) != 0 || r.argument >= 254 ||
        b.taken.size() != r.argument || b.results.size() != 46)
        return false;
    b.take_percent = 100;
    const std::vector<uint32_t> rest(in.begin() + r.argument, in.end());
    return b.ask(bench::request(SERIAL_MOVE, 2, 46, rest), r) && r.words == 46 &&
           r.argument == rest.size() &&
           std::vector<uint32_t>(b.taken.begin(), b.taken.end()) == in;
}

bool what_is_no_request_is_refused()
{
    bench b(CLOCKS);
    serial_frame r;
    uint8_t n = 20;
    if (!b.open())
        return false;
    for (const serial_frame &f :
         {bench::request(99, 0, 0, {}), bench::request(SERIAL_READ, 0, 0, {1}),
          bench::request(SERIAL_WRITE, 0, 0, {1}), bench::request(SERIAL_WRITE, 0, 0, {}),
          bench::request(SERIAL_OPEN, 0, (uint16_t)SERIAL_VERSION, {1, 2})}) {
        serial_frame sent = f;
        sent.sequence = ++n;
        if (!b.ask(sent, r) ||
            !bench::is(r, SERIAL_REFUSED, n, (uint16_t)SERIAL_REASON_UNKNOWN, {}))
            return false;
    }
    return b.writes == 0 && b.reads == 0;
}

// Bytes lost, changed, added; garbage; a break: the board asks again, carries nothing wrong out and
// is there for the next request.
bool damage_is_answered_and_does_nothing()
{
    bench b(CLOCKS);
    serial_frame r;
    int asked_again = 0;
    if (!b.open())
        return false;
    for (int k = 0; k < 300; k++) {
        uint8_t bytes[SERIAL_BYTES_MOST];
        const serial_frame f = bench::request(SERIAL_WRITE, (uint8_t)k, 0,
                                              {4 * (b.random() % 1024), (uint32_t)b.random()});
        std::vector<uint8_t> sent(bytes, bytes + serial_encode(&f, bytes));
        const size_t at = 1 + b.random() % (sent.size() - 2);
        const int what = k % 3;
        if (what == 0)
            sent.erase(sent.begin() + (long)at);
        else if (what == 1)
            sent[at] = (uint8_t)(sent[at] ^ 1u << b.random() % 8);
        else
            sent.insert(sent.begin() + (long)at, (uint8_t)(b.random() % 0x7d));
        const uint64_t writes = b.writes;
        b.wire.to_send.insert(b.wire.to_send.end(), sent.begin(), sent.end());
        if (!b.get(r) || !bench::is(r, SERIAL_AGAIN, 0, 0, {}) || b.writes != writes)
            return false;
        asked_again++;
        // a byte that became a flag makes two pieces of it: perhaps another AGAIN comes
        do
            if (!b.ask(f, r))
                return false;
        while (r.type == SERIAL_AGAIN && b.get(r) && r.type == SERIAL_AGAIN);
        if (!bench::is(r, SERIAL_WRITE | SERIAL_REPLY, (uint8_t)k, 0, {}) ||
            b.registers[f.payload[0] / 4] != f.payload[1] || b.writes != writes + 1)
            return false;
        while (!b.wire.at_rest())
            b.cycle();
        for (int rest = 0; rest < 4000; rest++)
            b.cycle();
        b.wire.received.clear(); // answers to repetitions
        b.decoder = serial_decoder{};
    }
    return asked_again == 300;
}

} // namespace

int main()
{
    static const struct {
        const char *name;
        bool (*test)();
    } TESTS[] = {
        {"every_speed_within_two_percent", every_speed_within_two_percent},
        {"spikes_of_a_cycle_do_no_harm", spikes_of_a_cycle_do_no_harm},
        {"nothing_before_the_link_is_open", nothing_before_the_link_is_open},
        {"a_repeated_request_is_done_once", a_repeated_request_is_done_once},
        {"a_repetition_on_the_heels_is_answered_twice_or_dropped",
         a_repetition_on_the_heels_is_answered_twice_or_dropped},
        {"a_core_that_takes_nothing_is_told", a_core_that_takes_nothing_is_told},
        {"a_reply_holds_as_many_results_as_a_frame", a_reply_holds_as_many_results_as_a_frame},
        {"what_is_no_request_is_refused", what_is_no_request_is_refused},
        {"damage_is_answered_and_does_nothing", damage_is_answered_and_does_nothing},
    };
    int number = 0, failed = 0;
    for (const auto &t : TESTS) {
        const bool good = t.test();
        failed += !good;
        std::printf("%sok %d - %s\n", good ? "" : "not ", ++number, t.name);
    }
    std::printf("1..%d\n", number);
    return failed != 0;
}
