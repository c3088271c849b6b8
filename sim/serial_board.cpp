/* SPDX-License-Identifier: MIT */
// A board with a serial port, Verilated from its top on, behind a pseudo-terminal: what a program
// writes there goes over the wire of the board bit by bit, and what the board sends comes back.
//
//     serial_board LINK [NAME=VALUE...]
//
// LINK becomes a symbolic link to the terminal, and is removed at the end (SIGTERM). One in so many
// bytes, each way, 0 for none: spike (the level is turned over for up to two bits), lose, garbage
// (up to 40 random bytes). Once, after so many bytes from the host: unplug (the terminal is
// closed), press (the button, for 100 cycles), hold (it stays pressed). seed=N. SIGUSR1 prints the
// figures and counts from then on; they are printed at the end, too.
#include "Vserial_top.h"
#include "serial_wire.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace {

volatile std::sig_atomic_t ended = 0, asked = 0;

struct figures {
    uint64_t cycles = 0, to_board = 0, from_board = 0, spikes = 0, lost = 0, garbage = 0;
    std::vector<uint64_t> trips; // cycles from the first bit of a request to the last of its reply
};

// What the command line may say; 0 unless given.
struct options {
    uint64_t spike = 0, lose = 0, garbage = 0, unplug = 0, press = 0, hold = 0, seed = 0;

    bool set(const std::string &name, uint64_t value)
    {
        const std::map<std::string, uint64_t *> all = {
            {"spike", &spike}, {"lose", &lose}, {"garbage", &garbage}, {"unplug", &unplug},
            {"press", &press}, {"hold", &hold}, {"seed", &seed}};
        const auto found = all.find(name);
        if (found == all.end())
            return false;
        *found->second = value;
        return true;
    }
};

struct board {
    VerilatedContext context;
    Vserial_top top{&context};
    serial_wire wire{SERIAL_CLOCKS};
    options option;
    std::mt19937_64 random;
    figures count;
    int terminal = -1, other = -1;
    uint64_t cycle_number = 0, quiet = 0, button_left = 0, heard = 0;
    uint64_t spike_in[2] = {0, 0}, spike_left[2] = {0, 0}; // the first within reset
    uint64_t began = 0, answered = 0; // of the request under way
    std::deque<uint8_t> to_host;

    bool one_in(uint64_t n) { return n && random() % n == 0; }
    // Levels with spikes; `way` 0: to the board. A byte has 10 bits, so a spike per so many bytes.
    // Nothing is drawn in a cycle without one: cycles are what this program spends its time on.
    bool disturbed(bool level, int way)
    {
        if (spike_left[way])
            spike_left[way]--;
        else if (option.spike && spike_in[way]-- == 0) {
            spike_in[way] = random() % (2 * option.spike * 10 * SERIAL_CLOCKS);
            spike_left[way] = 1 + random() % (2 * SERIAL_CLOCKS);
            count.spikes++;
        } else
            return level;
        return !level;
    }
    void cycle()
    {
        top.BOARD_BUTTON = button_left ? BOARD_PRESSED : !BOARD_PRESSED;
        if (button_left)
            button_left--;
        top.uart_rx = disturbed(wire.drive(), 0);
        top.BOARD_CLOCK = 0;
        top.eval();
        top.BOARD_CLOCK = 1;
        top.eval();
        wire.sample(disturbed(top.uart_tx, 1));
        cycle_number++;
        count.cycles++;
        quiet = wire.at_rest() && top.uart_tx ? quiet + 1 : 0;
    }

    bool out_of_reset() const { return (top.led >> 2 & 1) == BOARD_LIT; } // as its LED tells

    bool open_terminal(const char *link)
    {
        terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
        if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
            return false;
        const char *name = ptsname(terminal);
        other = open(name, O_RDWR | O_NOCTTY); // so that the terminal stays when a host leaves
        struct termios line;
        if (other < 0 || tcgetattr(other, &line) != 0)
            return false;
        cfmakeraw(&line);
        return tcsetattr(other, TCSANOW, &line) == 0 && symlink(name, link) == 0;
    }

    void add(std::deque<uint8_t> &to, uint8_t byte)
    {
        if (one_in(option.lose)) {
            count.lost++;
            return;
        }
        if (one_in(option.garbage)) {
            for (uint64_t k = random() % 40 + 1; k; k--)
                to.push_back((uint8_t)random());
            count.garbage++;
        }
        to.push_back(byte);
    }
    // Bytes of the host. False: the board is to be unplugged.
    bool take_bytes()
    {
        uint8_t bytes[4096];
        const ssize_t got = read(terminal, bytes, sizeof bytes);
        for (ssize_t k = 0; k < got; k++) {
            if (wire.at_rest() && (answered || !began)) {
                if (began)
                    count.trips.push_back(answered - began);
                began = cycle_number;
                answered = 0;
            }
            add(wire.to_send, bytes[k]);
            count.to_board++;
            heard++;
            if (heard == option.press)
                button_left = 100;
            if (heard == option.hold)
                button_left = UINT64_MAX;
            if (heard == option.unplug)
                return false;
        }
        return true;
    }
    void give_bytes()
    {
        if (!wire.received.empty())
            answered = cycle_number;
        while (!wire.received.empty()) {
            add(to_host, wire.received.front());
            wire.received.pop_front();
            count.from_board++;
        }
        while (!to_host.empty()) {
            uint8_t bytes[4096];
            const size_t size = std::min(to_host.size(), sizeof bytes);
            std::copy_n(to_host.begin(), size, bytes);
            const ssize_t put = write(terminal, bytes, size);
            if (put <= 0)
                return;
            to_host.erase(to_host.begin(), to_host.begin() + put);
        }
    }
    void print_figures()
    {
        std::vector<uint64_t> &t = count.trips;
        std::sort(t.begin(), t.end());
        std::printf("board: %llu cycles, %llu bytes in, %llu out; %llu spikes, %llu lost, "
                    "%llu bursts of garbage\n",
                    (unsigned long long)count.cycles, (unsigned long long)count.to_board,
                    (unsigned long long)count.from_board, (unsigned long long)count.spikes,
                    (unsigned long long)count.lost, (unsigned long long)count.garbage);
        if (!t.empty()) {
            const double us = 1e6 / (SERIAL_CLOCKS * 3e6); // of a cycle, at 3 Mbaud
            uint64_t all = 0;
            for (uint64_t one : t)
                all += one;
            std::printf("board: %zu round trips on the wire at 3 Mbaud, %.3f s in all: least %.1f "
                        "us, half of them up to %.1f us, 99.9 %% up to %.1f us, most %.1f us\n",
                        t.size(), 1e-6 * (double)all * us, (double)t.front() * us,
                        (double)t[t.size() / 2] * us,
                        (double)t[(t.size() - 1) * 999 / 1000] * us, (double)t.back() * us);
        }
        std::fflush(stdout);
        count = figures();
        began = 0;
    }
    void run()
    {
        // After so many quiet cycles nothing comes unless the host says something: of a request
        // that was answered, and at all. Both ends of the link share a processor or two.
        constexpr uint64_t ANSWERED = 20 * SERIAL_CLOCKS, REST = (uint64_t)2 << SERIAL_WAIT_W;
        while (!ended) {
            if (!take_bytes())
                return;
            for (int k = 0; k < 4 * SERIAL_CLOCKS; k++)
                cycle();
            give_bytes();
            if (asked) {
                asked = 0;
                print_figures();
            }
            if (quiet > (answered ? ANSWERED : REST) && !button_left) {
                struct pollfd ask = {terminal, POLLIN, 0};
                poll(&ask, 1, answered ? 1 : 20);
            }
        }
    }
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: serial_board LINK [NAME=VALUE...]\n");
        return 2;
    }
    board b;
    for (int k = 2; k < argc; k++) {
        const char *equals = std::strchr(argv[k], '=');
        if (!equals) {
            std::fprintf(stderr, "%s: NAME=VALUE expected\n", argv[k]);
            return 2;
        }
        const std::string name(argv[k], (size_t)(equals - argv[k]));
        if (!b.option.set(name, std::strtoull(equals + 1, nullptr, 10))) {
            std::fprintf(stderr, "%s: no such option\n", argv[k]);
            return 2;
        }
    }
    b.random.seed(b.option.seed + 22);
    std::signal(SIGTERM, [](int) { ended = 1; });
    std::signal(SIGINT, [](int) { ended = 1; });
    std::signal(SIGUSR1, [](int) { asked = 1; });
    b.button_left = 20; // as after power is switched on
    for (int k = 0; k < 10; k++)
        b.cycle();
    const bool held = !b.out_of_reset();
    for (int k = 10; k < 100; k++)
        b.cycle();
    if (!held || !b.out_of_reset()) {
        std::fprintf(stderr, "LED 2 does not tell whether the board is in reset\n");
        return 1;
    }
    if (!b.open_terminal(argv[1])) {
        std::perror(argv[1]);
        return 1;
    }
    b.run();
    unlink(argv[1]);
    b.print_figures();
    return 0;
}
