/* SPDX-License-Identifier: MIT */
// A Verilated circuit against vectors of the evaluator: every bit, once at full speed and once with
// stalls at both ends. What the testbench of a circuit does, without its clock in events and its
// file in characters: five times as fast, for millions of states.
//   bench FILE LATENCY INTERVAL
// FILE: NAME_circuit.txt. The model is measure/bench/circuit_states.sh's module `flat`.
#include "Vflat.h"
#include "verilated.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr size_t IN_WORDS = sizeof(Vflat::in) / 4, OUT_WORDS = sizeof(Vflat::out) / 4;

struct vectors {
    FILE *file;
    std::string line = std::string(1 << 20, '\0');
    std::vector<uint32_t> in = std::vector<uint32_t>(IN_WORDS);
    std::vector<std::vector<uint32_t>> ahead; // results of samples on their way
    uint64_t sent = 0, got = 0;

    explicit vectors(const char *path) : file(std::fopen(path, "r")), ahead(4096)
    {
        if (!file) {
            std::fprintf(stderr, "no file of vectors\n");
            std::exit(1);
        }
    }
    ~vectors() { std::fclose(file); }

    static const char *read(const char *from, std::vector<uint32_t> &to)
    {
        const char *end = from;
        while (*end > ' ')
            end++;
        std::fill(to.begin(), to.end(), 0);
        size_t digit = 0;
        for (const char *c = end; c-- > from; digit++) {
            const uint32_t value = *c <= '9' ? uint32_t(*c - '0') : uint32_t(*c - 'a' + 10);
            if (digit / 8 >= to.size() || value > 15) {
                std::fprintf(stderr, "a line is not of this circuit\n");
                std::exit(1);
            }
            to[digit / 8] |= value << 4 * (digit % 8);
        }
        return digit ? end : nullptr;
    }
    bool next()
    {
        if (!std::fgets(&line[0], int(line.size()), file))
            return false;
        std::vector<uint32_t> &out = ahead[sent % ahead.size()];
        out.resize(OUT_WORDS);
        const char *rest = read(line.c_str(), in);
        if (!rest || *rest != ' ' || !read(rest + 1, out)) {
            std::fprintf(stderr, "line %llu is no vector\n", (unsigned long long)sent + 1);
            std::exit(1);
        }
        sent++;
        return true;
    }
};

struct run {
    Vflat dut;
    const char *path;
    uint64_t latency, interval;
    uint32_t dice = 1;

    void edge()
    {
        dut.clk = 1;
        dut.eval();
        dut.clk = 0;
        dut.eval();
    }
    void fail(const char *why, uint64_t sample)
    {
        std::printf("sample %llu: %s\n", (unsigned long long)sample, why);
        std::exit(1);
    }
    uint64_t round(bool stalls)
    {
        vectors v(path);
        uint64_t cycle = 0, first = 0, idle = 0;
        bool more = v.next(), offers = false;
        while (more || v.got < v.sent) {
            dice = dice << 1 | ((dice >> 31 ^ dice >> 21 ^ dice >> 1 ^ dice) & 1);
            offers = more && (offers || !stalls || (dice >> 2 & 3));
            dut.in_valid = offers;
            dut.out_ready = !stalls || ((dice >> 5 & 1) && (dice >> 8 & 3));
            if (more)
                std::memcpy(&dut.in, v.in.data(), sizeof dut.in);
            dut.eval();
            if (dut.out_valid && dut.out_ready) {
                if (!stalls && cycle != first + latency + interval * v.got)
                    fail("not as late as predicted", v.got);
                if (!dut.out_in_range ||
                    std::memcmp(&dut.out, v.ahead[v.got % v.ahead.size()].data(), sizeof dut.out))
                    fail("other bits", v.got);
                v.got++;
            }
            const bool taken = offers && dut.in_ready;
            idle = taken || dut.out_valid ? 0 : idle + 1;
            if (taken && v.sent == 1)
                first = cycle;
            edge();
            if (taken) {
                more = v.next();
                offers = false;
            }
            cycle++;
            if (idle > 10000 || v.sent - v.got >= v.ahead.size())
                fail("nothing moves", v.got);
        }
        return v.got;
    }
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    run r;
    r.path = argv[1];
    r.latency = std::strtoull(argv[2], nullptr, 10);
    r.interval = std::strtoull(argv[3], nullptr, 10);
    r.dut.rst = 1;
    for (int i = 0; i < 4; i++)
        r.edge();
    r.dut.rst = 0;
    r.edge();
    r.edge();
    const uint64_t straight = r.round(false), stalled = r.round(true);
    if (straight == 0 || stalled != straight)
        r.fail("too few", stalled);
    std::printf("passed: %llu samples twice, latency %llu\n", (unsigned long long)straight,
                (unsigned long long)r.latency);
    return 0;
}
