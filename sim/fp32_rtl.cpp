/* SPDX-License-Identifier: MIT */
// The Verilog operator of every kind of unit (machine/kinds.def) against its model in C, bit for
// bit, at latencies 1 to LATENCIES (Makefile), one new pair every cycle. Prints TAP. Argument:
// pairs to run (a sample when left out), each with or without negations of its operands; every
// other one is of an angle that a robot could have.
#include "Vfp32_all.h"
#include "fp32_pairs.h"
extern "C" {
#include "machine/kinds.h"
}

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr uint64_t SAMPLE = 200000;
constexpr uint64_t SEED = 4711;
constexpr unsigned OPERATORS = TAUFLOW_CORE_KINDS + 1; // a multiplier of 18-bit blocks is the last

struct issued {
    fp32_pair pair;
    bool negate_a, negate_b;
    uint32_t want[OPERATORS];
};

struct tally {
    uint64_t cases = 0, wrong = 0;
    void check(const char *op, unsigned lat, const issued &x, uint32_t got, uint32_t want)
    {
        cases++;
        if (got != want && wrong++ < 5)
            std::fprintf(stderr,
                         "%s LAT %u: %s%08" PRIx32 " %s%08" PRIx32 " gives %08" PRIx32
                         ", not %08" PRIx32 "\n",
                         op, lat, x.negate_a ? "-" : "", x.pair.a, x.negate_b ? "-" : "",
                         x.pair.b, got, want);
    }
};

// Every other pair past the corners begins with an angle that a robot could have, 2^-16 .. 2^16;
// half of them are without an offset.
void make_angle(uint64_t cycle, fp32_pair &pair)
{
    if (cycle >= 2 * FP32_CORNER_PAIRS && cycle % 2)
        pair.a = (pair.a & 0x807fffff) | (111 + (pair.a >> 23) % 32) << 23;
    if (cycle >= 2 * FP32_CORNER_PAIRS && cycle % 4 == 1)
        pair.b = 0;
}

unit_kind kind_of(unsigned op)
{
    return op < TAUFLOW_CORE_KINDS ? static_cast<unit_kind>(op) : UNIT_MUL;
}

// The corner pairs as they are, then with b negated and with both, which programs ask for; later
// ones with any of these.
issued issue(uint64_t cycle, uint64_t *seed)
{
    const uint64_t round = cycle / FP32_CORNER_PAIRS;
    issued x = {};
    x.pair = fp32_pair_next(round < 3 ? cycle % FP32_CORNER_PAIRS : cycle, seed);
    if (round >= 3)
        make_angle(cycle, x.pair);
    const uint64_t drawn = fp32_random(seed);
    x.negate_a = round < 3 ? round == 2 : drawn % 4 == 0;
    x.negate_b = round < 3 ? round > 0 : x.negate_a || (drawn >> 2 & 1);
    for (unsigned op = 0; op < OPERATORS; op++)
        x.want[op] = UNIT_KIND[kind_of(op)].compute(x.pair.a, x.pair.b, x.negate_a, x.negate_b);
    return x;
}

void edge(Vfp32_all &top)
{
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t pairs = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : SAMPLE;
    static tally tallies[OPERATORS][LATENCIES];
    static issued past[LATENCIES];
    Vfp32_all top;
    uint64_t seed = SEED;
    for (uint64_t cycle = 0; cycle < pairs + LATENCIES; cycle++) {
        const issued x = past[cycle % LATENCIES] = issue(cycle, &seed);
        // Sometimes an edge that nothing may notice: registers that are not enabled keep their
        // words.
        if (cycle % 4 == 3) {
            top.moves = 0;
            top.a_data = ~x.pair.a;
            top.b_data = x.pair.a;
            edge(top);
        }
        top.moves = 1;
        top.a_data = x.pair.a;
        top.b_data = x.pair.b;
        top.negate_a = x.negate_a;
        top.negate_b = x.negate_b;
        edge(top);
        // After this edge a result of latency 1 belongs to this cycle's operands.
        for (unsigned i = 0; i < LATENCIES && i <= cycle; i++) {
            const issued &then = past[(cycle - i) % LATENCIES];
            for (unsigned op = 0; op < OPERATORS && cycle - i < pairs; op++)
                tallies[op][i].check(UNIT_KIND[kind_of(op)].word, i + 1, then,
                                     top.y[op * LATENCIES + i], then.want[op]);
        }
    }
    top.final();

    std::printf("# %" PRIu64 " pairs, seed %" PRIu64 "\n1..%u\n", pairs, SEED,
                OPERATORS * LATENCIES);
    bool good = true;
    unsigned number = 0;
    for (unsigned op = 0; op < OPERATORS; op++)
        for (unsigned i = 0; i < LATENCIES; i++) {
            const tally &t = tallies[op][i];
            const bool ok = t.wrong == 0 && t.cases == pairs && pairs > 3 * FP32_CORNER_PAIRS;
            good = good && ok;
            std::printf("%sok %u - %s%s_equals_its_model_at_latency_%u # %" PRIu64
                        " cases, %" PRIu64 " wrong\n",
                        ok ? "" : "not ", ++number, UNIT_KIND[kind_of(op)].module,
                        op < TAUFLOW_CORE_KINDS ? "" : "_of_18_bit_blocks", i + 1, t.cases,
                        t.wrong);
        }
    return good ? 0 : 1;
}
