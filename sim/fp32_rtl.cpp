/* SPDX-License-Identifier: MIT */
// The Verilog operators against the C models, bit for bit, at latencies 1 to 8 (quotient and root:
// to 16, arc tangent: to 20), one new pair every cycle. Prints TAP. Argument: pairs to run (a
// sample when left out); each is one product, one sum or difference, one quotient, one root, one
// arc tangent, and one sine or cosine of the first with the second for an offset, every other one
// of an angle that a robot could have.
#include "Vfp32_all.h"
#include "fp32_pairs.h"
extern "C" {
#include "machine/fp32.h"
#include "machine/fp32_atan2.h"
#include "machine/fp32_trig.h"
}

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr uint64_t SAMPLE = 200000;
constexpr uint64_t SEED = 4711;
constexpr unsigned LATENCIES = 8, LONG_LATENCIES = 16, LONGEST_LATENCIES = 20;

struct issued {
    fp32_pair pair;
    bool sub, both;
    uint32_t mul, add, trig, div, root, angle;
};

struct tally {
    uint64_t cases = 0, wrong = 0;
    void check(const char *op, unsigned lat, const issued &x, uint32_t got, uint32_t want)
    {
        cases++;
        if (got != want && wrong++ < 5)
            std::fprintf(stderr,
                         "%s LAT %u: %08" PRIx32 " %08" PRIx32 " gives %08" PRIx32
                         ", not %08" PRIx32 "\n",
                         op, lat, x.pair.a, x.pair.b, got, want);
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

} // namespace

static void edge(Vfp32_all &top)
{
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
}

int main(int argc, char **argv)
{
    const uint64_t pairs = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : SAMPLE;
    tally mul[LATENCIES], mul18[LATENCIES], add[LATENCIES], trig[LATENCIES];
    tally div[LONG_LATENCIES], root[LONG_LATENCIES], angle[LONGEST_LATENCIES];
    issued past[LONGEST_LATENCIES] = {};
    Vfp32_all top;
    uint64_t seed = SEED;
    // The corner pairs run as sums, as differences and as conditions.
    for (uint64_t cycle = 0; cycle < pairs + LONGEST_LATENCIES; cycle++) {
        issued x = {};
        uint64_t index = cycle < FP32_CORNER_PAIRS ? cycle : cycle - FP32_CORNER_PAIRS;
        x.pair = fp32_pair_next(cycle < 2 * FP32_CORNER_PAIRS ? index : cycle, &seed);
        make_angle(cycle, x.pair);
        x.sub = cycle < 2 * FP32_CORNER_PAIRS ? cycle >= FP32_CORNER_PAIRS : fp32_random(&seed) & 1;
        x.both = cycle >= 2 * FP32_CORNER_PAIRS && fp32_random(&seed) % 4 == 0;
        if (cycle >= 2 * FP32_CORNER_PAIRS && cycle < 3 * FP32_CORNER_PAIRS) {
            x.pair = fp32_pair_next(cycle - 2 * FP32_CORNER_PAIRS, &seed);
            x.both = true;
        }
        x.mul = fp32_mul(x.pair.a, x.pair.b);
        x.add = x.both ? fp32_below(x.pair.a, x.pair.b)
                : x.sub ? fp32_sub(x.pair.a, x.pair.b) : fp32_add(x.pair.a, x.pair.b);
        x.trig = fp32_trig(x.pair.a, x.pair.b, x.sub);
        x.div = fp32_div(x.pair.a, x.pair.b);
        x.root = fp32_sqrt(x.pair.a);
        x.angle = fp32_atan2(x.pair.a, x.pair.b);
        past[cycle % LONGEST_LATENCIES] = x;
        // Sometimes an edge that nothing may notice: registers that are not enabled keep their
        // words.
        if (cycle % 4 == 3) {
            top.enable = 0;
            top.a = ~x.pair.a;
            top.b = x.pair.a;
            edge(top);
        }
        top.enable = 1;
        top.a = x.pair.a;
        top.b = x.pair.b;
        top.sub = x.sub;
        top.both = x.both;
        edge(top);
        // After this edge a result of latency 1 belongs to this cycle's operands.
        for (unsigned i = 0; i < LONGEST_LATENCIES; i++) {
            if (cycle < i || cycle - i >= pairs)
                continue;
            const issued &then = past[(cycle - i) % LONGEST_LATENCIES];
            angle[i].check("atan2", i + 1, then, top.angle[i], then.angle);
            if (i >= LONG_LATENCIES)
                continue;
            div[i].check("div", i + 1, then, top.div[i], then.div);
            root[i].check("sqrt", i + 1, then, top.root[i], then.root);
            if (i >= LATENCIES)
                continue;
            mul[i].check("mul", i + 1, then, top.mul[i], then.mul);
            mul18[i].check("mul18", i + 1, then, top.mul18[i], then.mul);
            add[i].check(then.both ? "below" : then.sub ? "sub" : "add", i + 1, then, top.add[i],
                         then.add);
            trig[i].check(then.sub ? "cos" : "sin", i + 1, then, top.trig[i], then.trig);
        }
    }
    top.final();

    const struct {
        const char *name;
        const tally *of;
        unsigned latencies;
    } units[] = {{"mul", mul, LATENCIES},
                 {"mul_of_18_bit_blocks", mul18, LATENCIES},
                 {"add", add, LATENCIES},
                 {"trig", trig, LATENCIES},
                 {"div", div, LONG_LATENCIES},
                 {"sqrt", root, LONG_LATENCIES},
                 {"atan2", angle, LONGEST_LATENCIES}};
    std::printf("# %" PRIu64 " pairs, seed %" PRIu64 "\n1..%u\n", pairs, SEED,
                4 * LATENCIES + 2 * LONG_LATENCIES + LONGEST_LATENCIES);
    bool good = true;
    unsigned number = 0;
    for (const auto &unit : units)
        for (unsigned i = 0; i < unit.latencies; i++) {
            const tally &t = unit.of[i];
            bool ok = t.wrong == 0 && t.cases == pairs && pairs > 3 * FP32_CORNER_PAIRS;
            good = good && ok;
            std::printf("%sok %u - fp32_%s_equals_its_model_at_latency_%u # %" PRIu64
                        " cases, %" PRIu64 " wrong\n",
                        ok ? "" : "not ", ++number, unit.name, i + 1, t.cases, t.wrong);
        }
    return good ? 0 : 1;
}
