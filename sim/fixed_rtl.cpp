/* SPDX-License-Identifier: MIT */
// The fixed-point operators in Verilog against their C models, result and overflow, at six widths
// and latencies 1 to 4, a new pair every cycle. Prints TAP. Argument: `all`: as many cycles as
// there are pairs of 8 bits, shifts and signs, so that these are all tried; a sample when left out.
#include "Vfixed_all.h"
#include "fp32_pairs.h"
extern "C" {
#include "machine/fixed.h"
}

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace {

constexpr uint64_t SEED = 4712;
constexpr unsigned LATENCIES = 4, WIDTHS = 6, SIGNS = 3, CODES = 1u << FIXED_ADD_CODE_BITS;
constexpr uint32_t WIDTH[WIDTHS] = {8, 16, 18, 24, 27, 32};
constexpr uint64_t ALL = UINT64_C(65536) * CODES * SIGNS;
// Odd and not a multiple of three, so that its multiples modulo ALL are all numbers below ALL, and
// the sample is spread over them.
constexpr uint64_t STRIDE = 7919 * 1009;
constexpr uint64_t SAMPLE = 400000;

struct answer {
    uint32_t y;
    bool overflow;
};

struct issued {
    uint32_t a[WIDTHS], b[WIDTHS], mul_code, add_code;
    unsigned sign; // 1: minus a, 2: minus b
    answer mul[WIDTHS], add[WIDTHS];
};

struct tally {
    uint64_t cases = 0, wrong = 0, overflows = 0;
    void check(const char *op, unsigned w, unsigned lat, const issued &x, const char *what,
               uint32_t got, uint32_t want)
    {
        if (got != want && wrong++ < 5)
            std::fprintf(stderr,
                         "%s W %u LAT %u: %08" PRIx32 " %08" PRIx32 " shift %u %u sign %u: %s "
                         "%08" PRIx32 ", not %08" PRIx32 "\n",
                         op, WIDTH[w], lat, x.a[w], x.b[w], x.mul_code, x.add_code, x.sign, what,
                         got, want);
    }
};

int64_t sign_extended(uint32_t width, uint64_t bits)
{
    const uint64_t sign = UINT64_C(1) << (width - 1);
    return int64_t((bits & (2 * sign - 1)) ^ sign) - int64_t(sign);
}

// Any; next to the ends; about a power of two; few bits.
int64_t shaped(uint32_t width, uint64_t *seed)
{
    const uint64_t r = fp32_random(seed), x = fp32_random(seed);
    const uint64_t near = (r >> 4 & 7) - 3, power = UINT64_C(1) << (r >> 8) % width;
    switch (r & 3) {
    case 0: return sign_extended(width, (UINT64_C(1) << (width - 1)) + near);
    case 1: return sign_extended(width, (r & 8 ? 0 - power : power) + near);
    case 2: return sign_extended(width, x) / int64_t(power);
    default: return sign_extended(width, x);
    }
}

// Number `index` of the cases of 8 bits; random ones at the other widths.
issued next(uint64_t index, uint64_t *seed)
{
    issued x = {};
    x.add_code = uint32_t(index / 65536 % CODES);
    x.mul_code = x.add_code % FIXED_MUL_SHIFTS;
    x.sign = unsigned(index / 65536 / CODES);
    uint32_t shift_a, shift_b;
    fixed_add_shifts(x.add_code, &shift_a, &shift_b);
    for (unsigned w = 0; w < WIDTHS; w++) {
        const uint32_t width = WIDTH[w];
        int64_t a = w ? shaped(width, seed) : sign_extended(width, index),
                b = w ? shaped(width, seed) : sign_extended(width, index >> 8);
        bool over = false;
        x.a[w] = fixed_word(a);
        x.b[w] = fixed_word(b);
        x.mul[w].y = fixed_word(
            fixed_mul(width, a, b, fixed_mul_shift(width, x.mul_code), &over));
        x.mul[w].overflow = over;
        over = false;
        x.add[w].y = fixed_word(
            fixed_add(width, a, b, x.sign == 1, x.sign == 2, shift_a, shift_b, &over));
        x.add[w].overflow = over;
    }
    return x;
}

} // namespace

static void edge(Vfixed_all &top)
{
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
}

int main(int argc, char **argv)
{
    const bool all = argc > 1 && std::strcmp(argv[1], "all") == 0;
    const uint64_t cycles = all ? ALL : SAMPLE;
    tally mul[WIDTHS][LATENCIES], add[WIDTHS][LATENCIES];
    static issued past[LATENCIES + 1];
    Vfixed_all top;
    uint64_t seed = SEED;
    for (uint64_t cycle = 0; cycle < cycles + LATENCIES; cycle++) {
        const issued x = next(cycle * STRIDE % ALL, &seed);
        past[cycle % (LATENCIES + 1)] = x;
        // Sometimes an edge that nothing may notice: registers that are not enabled keep their
        // words.
        if (cycle % 4 == 3) {
            top.enable = 0;
            for (unsigned w = 0; w < WIDTHS; w++)
                top.a[w] = ~x.a[w];
            edge(top);
        }
        top.enable = 1;
        for (unsigned w = 0; w < WIDTHS; w++) {
            top.a[w] = x.a[w];
            top.b[w] = x.b[w];
        }
        top.negate_a = x.sign == 1;
        top.negate_b = x.sign == 2;
        top.mul_shift = x.mul_code;
        top.add_shift = x.add_code;
        edge(top);
        // After this edge a result of latency 1 belongs to this cycle's operands, an overflow to
        // those of the cycle before.
        for (unsigned w = 0; w < WIDTHS; w++)
            for (unsigned l = 0; l < LATENCIES; l++) {
                const unsigned at = w * LATENCIES + l;
                if (cycle >= l && cycle - l < cycles) {
                    const issued &then = past[(cycle - l) % (LATENCIES + 1)];
                    mul[w][l].check("mul", w, l + 1, then, "gives", top.mul[at], then.mul[w].y);
                    add[w][l].check("add", w, l + 1, then, "gives", top.add[at], then.add[w].y);
                }
                if (cycle >= l + 1 && cycle - l - 1 < cycles) {
                    const issued &then = past[(cycle - l - 1) % (LATENCIES + 1)];
                    mul[w][l].check("mul", w, l + 1, then, "overflow", top.mul_overflow >> at & 1,
                                    then.mul[w].overflow);
                    add[w][l].check("add", w, l + 1, then, "overflow", top.add_overflow >> at & 1,
                                    then.add[w].overflow);
                    mul[w][l].overflows += then.mul[w].overflow;
                    add[w][l].overflows += then.add[w].overflow;
                    mul[w][l].cases++;
                    add[w][l].cases++;
                }
            }
    }
    top.final();

    const struct {
        const char *name;
        const tally (*of)[LATENCIES];
    } units[] = {{"mul", mul}, {"add", add}};
    std::printf("# %" PRIu64 " pairs, %s of 8 bits, seed %" PRIu64 "\n1..%u\n", cycles,
                all ? "all" : "some", SEED, 2 * WIDTHS * LATENCIES);
    bool good = true;
    unsigned number = 0;
    for (const auto &unit : units)
        for (unsigned w = 0; w < WIDTHS; w++)
            for (unsigned l = 0; l < LATENCIES; l++) {
                const tally &t = unit.of[w][l];
                bool ok = t.wrong == 0 && t.cases + 1 >= cycles && t.overflows > cycles / 200;
                good = good && ok;
                std::printf("%sok %u - fixed_%s_of_%u_bits_equals_its_model_at_latency_%u "
                            "# %" PRIu64 " cases, %" PRIu64 " overflows, %" PRIu64 " wrong\n",
                            ok ? "" : "not ", ++number, unit.name, WIDTH[w], l + 1, t.cases,
                            t.overflows, t.wrong);
            }
    return good ? 0 : 1;
}
