/* SPDX-License-Identifier: MIT */
// Width converters (rtl/boards/tau_repack.v) of all widths and lanes against a small model, cycle
// by cycle, for every mix of idle partners, back-pressure and kinds of packets. Prints TAP.
// Argument: cycles of each mix (a sample when left out).
#include "Vrepack_all.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <vector>

namespace {

constexpr unsigned INWARD = 24, OUTWARD = 12, ALL = INWARD + OUTWARD;
constexpr unsigned RATES[] = {0, 30, 70, 95}; // percent of cycles in which a partner rests

std::mt19937 dice(815);
bool chance(unsigned percent) { return dice() % 100 < percent; }

struct word {
    uint32_t bits;
    bool last;
};

// What the rules say, with a queue: a full beat goes when it is there; where packets are closed, so
// does one with the end of a packet.
struct converter {
    unsigned number, in_n, out_n, hold;
    bool close;
    std::deque<word> inside;
    bool offering = false, last = false;
    unsigned count = 0, left_in_packet = 0;
    uint32_t words[8];
    uint64_t wrong = 0, moved = 0, ended = 0;

    explicit converter(unsigned c) : number(c), close(c >= INWARD)
    {
        unsigned dma = 2u << (close ? (c - INWARD) / 4 : c / 8),
                 core = 1 + (close ? (c - INWARD) % 4 : c % 8);
        in_n = close ? core : dma;
        out_n = close ? dma : core;
        hold = in_n + out_n + (in_n < out_n ? in_n : out_n);
    }
    bool ends() const
    {
        for (const word &w : inside)
            if (w.last)
                return true;
        return false;
    }
    bool ready() const { return inside.size() <= hold - in_n && !ends(); }
    bool valid() const { return ends() || inside.size() >= out_n; }
    // Words of the next beat out: up to and with the end.
    unsigned beat() const
    {
        for (unsigned i = 0; i < out_n && i < inside.size(); i++)
            if (inside[i].last)
                return i + 1;
        return out_n;
    }
    bool beat_last() const
    {
        for (unsigned i = 0; i < out_n && i < inside.size(); i++)
            if (inside[i].last)
                return true;
        return false;
    }
    // Packets are whole beats of the core's side, in beats of the DMA that need not be full.
    void offer(bool ragged)
    {
        if (left_in_packet == 0)
            left_in_packet = (1 + dice() % (ragged ? 20 : 400)) * (close ? 1 : out_n);
        count = 1 + (ragged ? dice() % in_n : in_n - 1);
        count = count < left_in_packet ? count : left_in_packet;
        for (unsigned i = 0; i < count; i++)
            words[i] = static_cast<uint32_t>(dice());
        left_in_packet -= count;
        last = left_in_packet == 0;
        offering = true;
    }
    void cycle(Vrepack_all &top, unsigned idle, unsigned pressure, bool ragged);
    void look(const Vrepack_all &top);
    bool will_take = false;
};

void set(uint64_t &pins, unsigned bit, bool value)
{
    pins = (pins & ~(uint64_t{1} << bit)) | uint64_t{value} << bit;
}
bool get(uint64_t pins, unsigned bit) { return pins >> bit & 1; }

void converter::cycle(Vrepack_all &top, unsigned idle, unsigned pressure, bool ragged)
{
    if (!offering && !chance(idle))
        offer(ragged);
    will_take = !chance(pressure);
    uint64_t valid_pins = top.in_valid, last_pins = top.in_last, ready_pins = top.out_ready;
    set(valid_pins, number, offering);
    set(last_pins, number, last);
    set(ready_pins, number, will_take);
    top.in_valid = valid_pins, top.in_last = last_pins, top.out_ready = ready_pins;
    for (unsigned i = 0; i < 8; i++)
        top.in_data[8 * number + i] = i < count ? words[i] : static_cast<uint32_t>(dice());
    uint32_t &counts = top.in_words[number / 8];
    counts = (counts & ~(0xfu << number % 8 * 4)) | count << number % 8 * 4;
}

void converter::look(const Vrepack_all &top)
{
    const bool is_valid = get(top.out_valid, number), is_ready = get(top.in_ready, number);
    wrong += is_ready != ready() || is_valid != valid();
    const bool enters = offering && ready(), leaves = valid() && will_take;
    if (valid()) {
        wrong += get(top.out_last, number) != beat_last() ||
                 (top.out_words[number / 8] >> number % 8 * 4 & 0xf) != beat();
        for (unsigned i = 0; i < beat(); i++)
            wrong += top.out_data[8 * number + i] != inside[i].bits;
    }
    if (leaves) {
        const unsigned words_out = beat();
        moved += words_out;
        ended += beat_last();
        inside.erase(inside.begin(), inside.begin() + words_out);
    }
    if (enters) {
        for (unsigned i = 0; i < count; i++)
            inside.push_back({words[i], close && last && i + 1 == count});
        offering = false;
    }
}

} // namespace

int main(int argc, char **argv)
{
    const unsigned cycles = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10))
                                     : 1500;
    VerilatedContext context;
    Vrepack_all top{&context};
    std::vector<converter> all;
    unsigned slow = 0;
    uint64_t wrong = 0, fewest = ~0ull, fewest_ends = ~0ull;
    for (unsigned c = 0; c < ALL; c++)
        all.emplace_back(c);
    auto clock = [&] {
        top.clk = 0;
        top.eval();
        if (top.run)
            for (auto &c : all)
                c.look(top);
        top.clk = 1;
        top.eval();
    };
    for (unsigned idle : RATES)
        for (unsigned pressure : RATES)
            for (bool ragged : {false, true}) {
                top.run = 0; // forgets what is inside
                top.in_valid = 0;
                clock();
                for (auto &c : all)
                    c.inside.clear(), c.offering = false, c.left_in_packet = 0;
                top.run = 1;
                std::vector<uint64_t> before;
                for (auto &c : all)
                    before.push_back(c.moved);
                for (unsigned i = 0; i < cycles; i++) {
                    for (auto &c : all)
                        c.cycle(top, idle, pressure, ragged);
                    clock();
                }
                // Nobody rests and packets are long: the narrower side moves in nearly every
                // cycle.
                for (unsigned c = 0; c < ALL && idle + pressure == 0 && !ragged; c++) {
                    const bool fast = 100 * (all[c].moved - before[c]) >=
                                      uint64_t{90} * cycles * std::min(all[c].in_n, all[c].out_n);
                    if (!fast)
                        std::printf("# %u to %u words: %llu words in %u cycles\n", all[c].in_n,
                                    all[c].out_n, (unsigned long long)(all[c].moved - before[c]),
                                    cycles);
                    slow += !fast;
                }
            }
    for (auto &c : all) {
        wrong += c.wrong;
        fewest = std::min(fewest, c.moved);
        if (c.close)
            fewest_ends = std::min(fewest_ends, c.ended);
        if (c.wrong)
            std::printf("# %u to %u words: %llu wrong\n", c.in_n, c.out_n,
                        (unsigned long long)c.wrong);
    }
    const bool enough = fewest > 1000 && fewest_ends > 100;
    std::printf("# %u converters, 32 mixes of %u cycles, at least %llu words through each, "
                "and %llu ends of packets where they are closed\n",
                ALL, cycles, (unsigned long long)fewest, (unsigned long long)fewest_ends);
    std::printf("%s 1 - converters_of_all_widths_and_lanes_do_in_every_cycle_what_the_model_does\n",
                !wrong && enough ? "ok" : "not ok");
    std::printf("%s 2 - converters_keep_pace_with_their_narrower_side\n1..2\n",
                slow ? "not ok" : "ok");
    return wrong || slow || !enough;
}
