/* SPDX-License-Identifier: MIT */
// The guard of a board (tau_guard.v) around a pretended core, with stalls on all four streams:
// words pass unchanged, packets end where they should, check words are those of the library. Prints
// TAP.
#include "Vtau_guard.h"
extern "C" {
#include "machine/crc32.h"
}
#include "tauflow_regs.h"

#include <cstdio>
#include <deque>
#include <random>
#include <vector>

namespace {

constexpr unsigned LANES = 2, PACKETS = 300, BEATS_MOST = 9, WORDS_MOST = 7;

struct bench {
    VerilatedContext context;
    Vtau_guard top{&context};
    std::mt19937 random{11};

    void clock()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    }
    void write(uint32_t address, uint32_t data)
    {
        top.write_valid = 1;
        top.write_address = static_cast<unsigned short>(address);
        top.write_data = data;
        clock();
        top.write_valid = 0;
    }
    bool chance(unsigned of_256)
    {
        return random() % 256 < of_256;
    }
    void start()
    {
        top.in_valid = top.core_in_ready = top.core_out_valid = top.out_ready = top.write_valid = 0;
        top.rst = 1;
        clock();
        top.rst = 0;
    }
    void load(uint32_t beats)
    {
        write(TAUFLOW_REG_CONTROL, 0);
        write(TAUFLOW_REG_LOAD_ADDRESS, TAUFLOW_LOAD_LENGTH << TAUFLOW_LOAD_ADDRESS_TABLE_LOW |
                                            TAUFLOW_LOAD_BEATS << TAUFLOW_LOAD_ADDRESS_OWNER_LOW);
        write(TAUFLOW_REG_LOAD_DATA, beats);
        write(TAUFLOW_REG_LOAD_DATA, 77); // the next index: not the beats
        write(TAUFLOW_REG_LOAD_ADDRESS, TAUFLOW_LOAD_RECEPTION << TAUFLOW_LOAD_ADDRESS_TABLE_LOW);
        write(TAUFLOW_REG_LOAD_DATA, 5);
        write(TAUFLOW_REG_CONTROL, 1);
    }
    bool run(uint32_t beats, uint32_t words, unsigned stall);
};

bool bench::run(uint32_t beats, uint32_t words, unsigned stall)
{
    std::vector<uint32_t> in(PACKETS * beats * LANES), result(PACKETS * words), out;
    for (auto &w : in)
        w = random();
    for (auto &w : result)
        w = random();
    size_t sent = 0, core_took = 0, core_gave = 0;
    bool good = true;
    load(beats);
    for (unsigned cycle = 0; cycle < 100000 && out.size() < PACKETS * (words + 1); cycle++) {
        if (!top.in_valid)
            top.in_valid = sent < PACKETS * beats && !chance(stall);
        if (top.in_valid)
            top.in_data = static_cast<uint64_t>(in[sent * LANES + 1]) << 32 | in[sent * LANES];
        top.core_in_ready = !chance(stall);
        // The pretended core gives results of a sample as soon as its first beat is in, earlier
        // than its last.
        size_t allowed = core_took == 0 ? 0 : ((core_took - 1) / beats + 1) * words;
        if (!top.core_out_valid)
            top.core_out_valid = core_gave < allowed && core_gave < result.size() && !chance(stall);
        if (top.core_out_valid) {
            top.core_out_data = result[core_gave];
            top.core_out_last = core_gave % words + 1 == words;
        }
        top.out_ready = !chance(stall);
        top.eval();
        bool enters = top.in_valid && top.in_ready,
             core_enters = top.core_in_valid && top.core_in_ready;
        bool core_leaves = top.core_out_valid && top.core_out_ready,
             leaves = top.out_valid && top.out_ready;
        good = good && enters == core_enters;
        if (core_enters) {
            good = good && top.core_in_data == top.in_data &&
                   top.core_in_last == (core_took % beats + 1 == beats);
            core_took++;
        }
        if (leaves) {
            out.push_back(top.out_data);
            good = good && top.out_last == (out.size() % (words + 1) == 0);
        }
        clock();
        if (enters) {
            sent++;
            top.in_valid = 0;
        }
        if (core_leaves) {
            core_gave++;
            top.core_out_valid = 0;
        }
    }
    good = good && out.size() == PACKETS * (words + 1);
    for (size_t k = 0; good && k < PACKETS; k++) {
        for (size_t w = 0; w < words; w++)
            good = good && out[k * (words + 1) + w] == result[k * words + w];
        good = good &&
               out[k * (words + 1) + words] ==
                   crc32_packet(&in[k * beats * LANES], beats * LANES, &result[k * words], words);
    }
    return good;
}

} // namespace

int main()
{
    bench b;
    unsigned tests = 0, cases = 0;
    bool all = true;
    b.start();
    for (uint32_t beats = 1; beats <= BEATS_MOST; beats += 2)
        for (uint32_t words = 1; words <= WORDS_MOST; words += 2)
            for (unsigned stall : {0u, 60u, 200u}) {
                bool good = b.run(beats, words, stall);
                all = all && good;
                cases++;
                if (!good)
                    std::printf("# %u beats, %u words, stall %u\n", beats, words, stall);
            }
    std::printf("%s %u - guard_passes_words_and_closes_packets_with_the_check_word_of_the_library "
                "(%u cases)\n",
                all && cases ? "ok" : "not ok", ++tests, cases);
    std::printf("1..%u\n", tests);
    return all ? 0 : 1;
}
