/* SPDX-License-Identifier: MIT */
// A serial port in software at two wires of a Verilated board: bytes to levels and back, cycle by
// cycle. The length of a bit need not be a whole number of cycles, so that clocks can differ.
#ifndef TAUFLOW_SERIAL_WIRE_H
#define TAUFLOW_SERIAL_WIRE_H

#include <cstdint>
#include <deque>

struct serial_wire {
    double bit_cycles;             // of this side
    std::deque<uint8_t> to_send;   // bytes for the board
    std::deque<uint8_t> received;  // bytes of the board
    uint64_t spoilt = 0;           // bytes of the board whose stop bit was low

    explicit serial_wire(double cycles) : bit_cycles(cycles) {}

    bool at_rest() const { return to_send.empty() && bit < 0 && place < 0; }

    // The level for the board in this cycle.
    bool drive()
    {
        if (bit < 0) {
            if (to_send.empty())
                return true;
            frame = 0x200u | (unsigned)to_send.front() << 1;
            to_send.pop_front();
            bit = 0;
            sent_cycles = 0;
        }
        const bool level = frame >> bit & 1;
        sent_cycles += 1;
        while (bit >= 0 && sent_cycles >= (bit + 1) * bit_cycles)
            bit = bit == 9 ? -1 : bit + 1;
        return level;
    }

    // The level of the board in this cycle: sampled in the middle of its bits.
    void sample(bool level)
    {
        if (place < 0) {
            if (!level && was) {
                place = 0;
                cycles = 0;
                came = 0;
            }
        } else {
            cycles += 1;
            if (cycles >= (place + 0.5) * bit_cycles) {
                if (place >= 1 && place <= 8)
                    came |= (unsigned)level << (place - 1);
                if (place == 9 && level)
                    received.push_back((uint8_t)came);
                if (place == 9 && !level)
                    spoilt++;
                place = place == 9 ? -1 : place + 1;
            }
        }
        was = level;
    }

private:
    unsigned frame = 0, came = 0;
    int bit = -1, place = -1;
    double sent_cycles = 0, cycles = 0;
    bool was = true;
};

#endif
