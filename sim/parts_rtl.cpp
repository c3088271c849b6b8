/* SPDX-License-Identifier: MIT */
// The parts of the core against small models, cycle by cycle, for every mix of idle partners and
// back-pressure. Prints TAP. Argument: cycles of each mix (a sample when left out).
#include "Vparts_all.h"
#include "tauflow_regs.h"

extern "C" {
#include "machine/counts.h"
#include "machine/load.h"
}

#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <random>
#include <vector>

namespace {

constexpr unsigned RATES[] = {0, 30, 70, 95}; // percent of cycles in which a partner rests
constexpr unsigned SOURCE_DEPTH = 5, SLOTS = 3, RELAY_QUEUE = 3;

std::mt19937 dice(4711);
unsigned idle, pressure; // the mix
bool chance(unsigned percent) { return dice() % 100 < percent; }
uint32_t below(uint32_t bound) { return static_cast<uint32_t>(dice() % bound); }

// One sequence as a model knows it.
struct sequence {
    std::vector<uint32_t> entries;
    size_t loop = 0, at = 0;
    size_t behind(size_t i) const { return i + 1 == entries.size() ? loop : i + 1; }
    uint32_t head() const { return entries[at]; }
    uint32_t ahead() const { return entries[behind(at)]; }
    uint32_t later() const { return entries[behind(behind(at))]; }
    void next() { at = behind(at); }
};

struct read_entry {
    uint32_t index;
    bool constant, release;
    uint32_t above;
};

// Each part: set pins before the edge, say what the outputs must be, move on at the edge.
struct part {
    const char *name;
    unsigned wrong = 0, moved = 0;
    explicit part(const char *n) : name(n) {}
    virtual ~part() = default;
    void expect(bool same) { wrong += !same; }
};

struct skid_part : part {
    std::deque<uint32_t> inside;
    bool offering = false;
    uint32_t word = 0;
    skid_part() : part("stream register") {}
    void cycle(Vparts_all &top)
    {
        if (!offering && !chance(idle)) {
            offering = true;
            word = below(~0u);
        }
        top.skid_in_valid = offering;
        top.skid_in_data = word;
        top.skid_out_ready = !chance(pressure);
        top.eval();
        expect(top.skid_in_ready == (inside.size() < 2) && top.skid_out_valid == !inside.empty());
        if (!inside.empty())
            expect(top.skid_out_data == inside.front());
        bool in = offering && inside.size() < 2, out = !inside.empty() && top.skid_out_ready;
        moved += out;
        if (out)
            inside.pop_front();
        if (in)
            inside.push_back(word);
        offering = offering && !in;
    }
};

// A source's queue and mask: shared by source and relay.
struct queue_model {
    sequence masks;
    uint32_t done = 0;
    uint32_t offer(bool present) const { return present ? masks.head() & ~done : 0; }
    // Random receivers take what they are offered; true when the word leaves.
    bool take(uint32_t offered, bool present, uint32_t *taken)
    {
        *taken = 0;
        for (unsigned r = 0; r < 3; r++)
            if (!chance(pressure))
                *taken |= offered & 1u << r;
        done |= *taken;
        if (!present || done != masks.head())
            return false;
        done = 0;
        masks.next();
        return true;
    }
};

struct source_part : part {
    std::deque<uint32_t> inside;
    queue_model queue;
    source_part() : part("source") {}
    void cycle(Vparts_all &top)
    {
        top.source_in_data = below(~0u);
        const bool comes = inside.size() < SOURCE_DEPTH && !chance(idle);
        top.source_comes = comes;
        top.source_taken = 0;
        top.eval();
        expect(top.source_offer == queue.offer(!inside.empty()));
        if (!inside.empty())
            expect(top.source_data == inside.front());
        uint32_t taken;
        bool pop = queue.take(top.source_offer, !inside.empty(), &taken);
        top.source_taken = static_cast<uint8_t>(taken);
        top.eval();
        expect(top.source_pop == pop);
        moved += pop;
        if (pop)
            inside.pop_front();
        if (comes)
            inside.push_back(top.source_in_data); // offered from the next cycle on
    }
};

struct receiver_part : part {
    unsigned number, transfer;
    sequence receptions, reads; // slot | most << 12 | select << 24; numbers into entries
    std::vector<read_entry> entries;
    uint32_t constants[4], store[SLOTS];
    bool full[SLOTS] = {}, has[2] = {};
    bool begun = false; // it waits for its first word a cycle after it has a head
    uint32_t word[2] = {};
    receiver_part(const char *n, unsigned i, unsigned t) : part(n), number(i), transfer(t) {}
    void cycle(Vparts_all &top)
    {
        for (unsigned s = 0; s < 2; s++)
            if (!has[s] && !chance(idle)) {
                has[s] = true;
                word[s] = below(~0u);
            }
        const uint32_t slot = TAUFLOW_GET(receptions.head(), RECEPTION_SLOT),
                       select = TAUFLOW_GET(receptions.head(), RECEPTION_SELECT);
        const read_entry now = entries[reads.head()];
        const bool open = begun && !full[slot], take = has[select] && open,
                   forward = transfer == 0 && take && slot == now.index;
        set(top.receiver_takes, take);
        top.receiver_offered_data = (top.receiver_offered_data & ~(0xffffffffull << 32 * number)) |
                                    static_cast<uint64_t>(word[select]) << 32 * number;
        set(top.receiver_constant, now.constant);
        set(top.receiver_release, now.release);
        set_index(top.receiver_above, now.above);
        set(top.receiver_read, false);
        announce(top, false, entries[reads.ahead()], entries[reads.later()]);
        top.eval();
        const bool ready = now.constant || full[now.index % SLOTS] || forward;
        const uint32_t grab = open ? 1u << select : 0;
        expect((!open || get(top.receiver_from) == select) && row(top.receiver_grab) == grab &&
               get(top.receiver_ready) == ready);
        if (ready)
            expect(static_cast<uint32_t>(top.receiver_data >> 32 * number) ==
                   (now.constant ? constants[now.index]
                    : forward    ? word[select]
                                 : store[now.index]));
        const bool read = ready && !chance(pressure);
        set(top.receiver_read, read);
        set(top.receiver_moves, read);
        top.eval();
        expect(row(top.receiver_grab) == grab); // whatever the unit does
        begun = true;
        if (take) {
            store[slot] = word[select];
            full[slot] = true;
            has[select] = false;
            receptions.next();
        }
        if (read) {
            moved += now.release;
            full[now.index % SLOTS] = full[now.index % SLOTS] && !now.release;
            reads.next();
        }
    }
    // What the unit reads next and behind that, and whether it does so from the next cycle on.
    void announce(Vparts_all &top, bool moves, const read_entry &ahead, const read_entry &later)
    {
        set(top.receiver_moves, moves);
        set(top.receiver_ahead_constant, ahead.constant);
        set_index(top.receiver_ahead_slot, ahead.index);
        set_index(top.receiver_ahead_above, ahead.above);
        set_index(top.receiver_later_index, later.index);
    }
    template <typename Pins> uint32_t row(const Pins &pins) const
    {
        return pins >> 2 * number & 3u;
    }
    template <typename Pins> void set_index(Pins &pins, uint32_t value)
    {
        pins = static_cast<Pins>((pins & ~(3u << 2 * number)) | value << 2 * number);
    }
    template <typename Pins> void set(Pins &pins, bool value)
    {
        pins = static_cast<Pins>((pins & ~(1u << number)) | (value ? 1u : 0u) << number);
    }
    template <typename Pins> bool get(const Pins &pins) const { return pins >> number & 1; }
};

struct relay_part : part {
    std::deque<uint32_t> inside; // taken before this cycle
    sequence selects;
    queue_model queue;
    bool has[2] = {};
    uint32_t word[2] = {};
    relay_part() : part("relay") {}
    void cycle(Vparts_all &top)
    {
        for (unsigned s = 0; s < 2; s++)
            if (!has[s] && !chance(idle)) {
                has[s] = true;
                word[s] = below(~0u);
            }
        const uint32_t select = TAUFLOW_GET(selects.head(), RECEPTION_SELECT);
        const bool open = inside.size() < RELAY_QUEUE, take = has[select] && open,
                   present = !inside.empty();
        const uint32_t grab = open ? 1u << select : 0;
        top.relay_takes = take;
        top.relay_offered_data = word[select];
        top.relay_taken = 0;
        top.eval();
        expect(top.relay_from == select && top.relay_grab == grab &&
               top.relay_offer == queue.offer(present));
        if (present)
            expect(top.relay_data == inside.front());
        uint32_t taken;
        bool pop = queue.take(top.relay_offer, present, &taken);
        top.relay_taken = static_cast<uint8_t>(taken);
        top.eval();
        expect(top.relay_grab == grab);
        moved += pop;
        if (pop)
            inside.pop_front();
        if (take) {
            inside.push_back(word[select]);
            has[select] = false;
            selects.next();
        }
    }
};

// Entries of up to 96 bits, three words of the load window each.
using wide_entry = std::array<uint32_t, 3>;

wide_entry random_entry(unsigned bits)
{
    wide_entry e{};
    for (unsigned w = 0; 32 * w < bits; w++)
        e[w] = below(~0u) >> (bits - 32 * w < 32 ? 32 * (w + 1) - bits : 0);
    return e;
}

// The order of entries is that of `order`, which numbers them.
struct wide_sequence {
    std::vector<wide_entry> entries;
    sequence order;
    void fill(unsigned bits, uint32_t count)
    {
        for (uint32_t k = 0; k < count; k++) {
            entries.push_back(random_entry(bits));
            order.entries.push_back(k);
        }
        order.loop = below(count);
    }
};

// A sequence alone: whatever its user does, head, ahead and later are entries one behind the other.
struct sequence_part : part {
    unsigned number, bits;
    wide_sequence all;
    sequence_part(const char *n, unsigned i, unsigned b) : part(n), number(i), bits(b) {}
    void cycle(Vparts_all &top)
    {
        top.eval();
        expect(top.sequence_valid >> number & 1);
        for (unsigned w = 0; w < 3; w++)
            expect(top.sequence_head[3 * number + w] == all.entries[all.order.head()][w] &&
                   top.sequence_ahead[3 * number + w] == all.entries[all.order.ahead()][w] &&
                   top.sequence_later[3 * number + w] == all.entries[all.order.later()][w]);
        const bool next = !chance(idle > pressure ? idle : pressure);
        top.sequence_next = static_cast<uint8_t>((top.sequence_next & ~(1u << number)) |
                                                 (next ? 1u : 0u) << number);
        moved += next;
        if (next)
            all.order.next();
    }
};

// A source whose masks take three words.
struct wide_part : part {
    static constexpr unsigned RECEIVERS = 70;
    wide_sequence masks;
    wide_entry done{};
    std::deque<uint32_t> inside;
    wide_part() : part("source of 70 receivers") {}
    void cycle(Vparts_all &top)
    {
        top.wide_in_data = below(~0u);
        const bool comes = inside.size() < SOURCE_DEPTH && !chance(idle);
        top.wide_comes = comes;
        const wide_entry &mask = masks.entries[masks.order.head()];
        const wide_entry some = random_entry(RECEIVERS);
        for (unsigned w = 0; w < 3; w++)
            top.wide_taken[w] = 0;
        top.eval();
        bool all = !inside.empty();
        for (unsigned w = 0; w < 3; w++) {
            const uint32_t offered = inside.empty() ? 0 : mask[w] & ~done[w];
            expect(top.wide_offer[w] == offered);
            top.wide_taken[w] = offered & (chance(pressure) ? some[w] : ~0u);
            done[w] |= top.wide_taken[w];
            all = all && done[w] == mask[w];
        }
        top.eval();
        expect(top.wide_pop == all && (inside.empty() || top.wide_data == inside.front()));
        moved += all;
        if (all) {
            inside.pop_front();
            masks.order.next();
            done = {};
        }
        if (comes)
            inside.push_back(top.wide_in_data);
    }
};

#include "parts_axil.h"

struct bench {
    Vparts_all top;
    skid_part skid;
    source_part source;
    receiver_part stores{"receiver that stores", 0, 1}, forwards{"receiver that forwards", 1, 0};
    relay_part relay;
    sequence_part sequences[3] = {{"sequence of 33 bits", 0, 33},
                                  {"sequence of 64 bits", 1, 64},
                                  {"sequence of 96 bits", 2, 96}};
    wide_part wide;
    axil_part axil;
    std::vector<part *> parts{&skid,         &source,       &stores,       &forwards, &relay,
                              &sequences[0], &sequences[1], &sequences[2], &wide,     &axil};

    void edge()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    }
    void send(uint32_t table, uint32_t owner, uint32_t index, uint32_t data, uint32_t word = 0)
    {
        top.load = TAUFLOW_PUT(UINT64_C(1), LOAD_WRITE) |
                   TAUFLOW_PUT(static_cast<uint64_t>(table), LOAD_TABLE) |
                   TAUFLOW_PUT(static_cast<uint64_t>(owner), LOAD_OWNER) |
                   TAUFLOW_PUT(static_cast<uint64_t>(index), LOAD_INDEX) |
                   TAUFLOW_PUT(static_cast<uint64_t>(word), LOAD_WORD) |
                   TAUFLOW_PUT(data, LOAD_DATA);
        edge();
        top.load = 0;
    }
    // As tau_loader gives them: with the address of the last entry.
    void send_extent(uint32_t table, uint32_t owner, uint32_t count, uint32_t is_loop)
    {
        send(table, owner, count - 1,
             TAUFLOW_PUT(count, EXTENT_COUNT) | TAUFLOW_PUT(is_loop, EXTENT_LOOP) |
                 TAUFLOW_PUT(count ? 1u : 0u, EXTENT_SOME),
             TAUFLOW_WORD_EXTENT);
    }
    void send_whole(uint32_t table, uint32_t owner, uint32_t length, uint32_t loop)
    {
        send_extent(table, owner, length, 0);
        send_extent(table, owner, loop, 1);
    }
    void send(uint32_t table, uint32_t owner, const sequence &s)
    {
        for (size_t k = 0; k < s.entries.size(); k++)
            send(table, owner, static_cast<uint32_t>(k), s.entries[k]);
        send_whole(table, owner, static_cast<uint32_t>(s.entries.size()),
                   static_cast<uint32_t>(s.loop));
    }
    void send(uint32_t owner, const wide_sequence &s, unsigned bits)
    {
        for (uint32_t k = 0; k < s.entries.size(); k++)
            for (uint32_t w = 0; 32 * w < bits; w++)
                send(TAUFLOW_LOAD_EMISSION, owner, k, s.entries[k][w], w);
        send_whole(TAUFLOW_LOAD_EMISSION, owner, static_cast<uint32_t>(s.entries.size()),
                   static_cast<uint32_t>(s.order.loop));
    }
    // Words come into any slot that is empty and are read in any order, each once or more, with
    // constants in between. Returns how many words were released.
    static uint32_t add_words(receiver_part &r, uint32_t words)
    {
        bool full[SLOTS] = {};
        uint32_t came = 0, gone = 0;
        while (gone < words) {
            const uint32_t slot = below(SLOTS);
            if (chance(20))
                r.entries.push_back({below(4), true, false, 0});
            if (full[slot]) {
                r.entries.push_back({slot, false, chance(60), 0});
                full[slot] = !r.entries.back().release;
                gone += r.entries.back().release;
            } else if (came < words) {
                r.receptions.entries.push_back(
                    TAUFLOW_PUT(slot, RECEPTION_SLOT) | TAUFLOW_PUT(SLOTS - 1, RECEPTION_MOST) |
                    TAUFLOW_PUT(below(2), RECEPTION_SELECT));
                full[slot] = true;
                came++;
            }
        }
        return gone;
    }
    static receiver_part &part_of(void *of) { return *static_cast<receiver_part *>(of); }
    // As the compiler does it.
    static counts_result count(receiver_part &r, bool set)
    {
        counts c = {};
        c.receptions = static_cast<uint32_t>(r.receptions.entries.size());
        c.receptions_loop = static_cast<uint32_t>(r.receptions.loop);
        c.issues = static_cast<uint32_t>(r.entries.size());
        c.issues_loop = static_cast<uint32_t>(r.reads.loop);
        c.slots = SLOTS;
        c.of = &r;
        c.slot = [](void *of, uint32_t k) {
            return TAUFLOW_GET(part_of(of).receptions.entries[k], RECEPTION_SLOT);
        };
        c.most = [](void *of, uint32_t k) {
            return TAUFLOW_GET(part_of(of).receptions.entries[k], RECEPTION_MOST);
        };
        c.read = [](void *of, uint32_t k) {
            const read_entry &x = part_of(of).entries[k];
            return read_word(x.index, x.constant, x.release);
        };
        c.above = [](void *of, uint32_t k) { return part_of(of).entries[k].above; };
        if (set) {
            c.set_most = [](void *of, uint32_t k, uint32_t most) {
                uint32_t &x = part_of(of).receptions.entries[k];
                x = (x & ~TAUFLOW_RECEPTION_MOST_MASK) | TAUFLOW_PUT(most, RECEPTION_MOST);
            };
            c.set_above = [](void *of, uint32_t k, uint32_t above) {
                part_of(of).entries[k].above = above;
            };
        }
        return counts_walk(&c);
    }
    // A beginning and a loop, such that each entry of the loop has one number of words.
    void program(receiver_part &r)
    {
        do {
            r.receptions = r.reads = sequence();
            r.entries.clear();
            r.receptions.loop = add_words(r, below(6));
            r.reads.loop = r.entries.size();
            add_words(r, 1 + below(10));
        } while (count(r, true).fault != COUNTS_GOOD || count(r, false).fault != COUNTS_GOOD);
        for (uint32_t k = 0; k < r.entries.size(); k++)
            r.reads.entries.push_back(k);
        for (uint32_t k = 0; k < 4; k++)
            send(TAUFLOW_LOAD_CONSTANT, r.number, k, r.constants[k] = below(~0u));
        send(TAUFLOW_LOAD_RECEPTION, r.number, r.receptions);
    }
    bench()
    {
        top.clk = 0;
        top.rst = 1;
        top.run = 0;
        top.load = 0;
        top.axil_awvalid = top.axil_wvalid = top.axil_arvalid = 0;
        top.eval(); // before the first edge there must be a level
        edge();
        top.rst = 0;
        for (uint32_t k = 0, count = 1 + below(16); k < count; k++) {
            source.queue.masks.entries.push_back(1 + below(7));
            relay.queue.masks.entries.push_back(1 + below(7));
            relay.selects.entries.push_back(TAUFLOW_PUT(below(2), RECEPTION_SELECT));
        }
        for (sequence *s : {&source.queue.masks, &relay.queue.masks, &relay.selects})
            s->loop = below(static_cast<uint32_t>(s->entries.size()));
        send(TAUFLOW_LOAD_EMISSION, 0, source.queue.masks);
        send(TAUFLOW_LOAD_EMISSION, 1, relay.queue.masks);
        send(TAUFLOW_LOAD_RECEPTION, 2, relay.selects);
        program(stores);
        program(forwards);
        for (sequence_part &s : sequences) {
            s.all.fill(s.bits, 1 + below(s.bits == 64 ? 64 : 16));
            send(8 + s.number, s.all, s.bits);
        }
        wide.masks.fill(wide_part::RECEIVERS, 1 + below(16));
        send(11, wide.masks, wide_part::RECEIVERS);
        top.wide_comes = top.sequence_next = 0;
        top.source_comes = top.skid_in_valid = top.relay_takes = 0;
        top.receiver_takes = top.receiver_read = 0;
        // Heads are there from the fourth cycle of run on: until then the unit has none and moves
        // on to the first.
        top.receiver_release = 0;
        top.run = 1;
        for (unsigned k = 0; k < 3; k++) {
            for (receiver_part *r : {&stores, &forwards})
                r->announce(top, true, r->entries[r->reads.head()],
                            r->entries[k < 2 ? r->reads.head() : r->reads.ahead()]);
            edge();
        }
    }
    void cycle()
    {
        skid.cycle(top);
        source.cycle(top);
        stores.cycle(top);
        forwards.cycle(top);
        relay.cycle(top);
        for (sequence_part &s : sequences)
            s.cycle(top);
        wide.cycle(top);
        axil.cycle(top);
        edge();
    }
};

} // namespace

int main(int argc, char **argv)
{
    const unsigned cycles = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 0))
                                     : 3000;
    unsigned tests = 0, failed = 0;
    Verilated::randReset(2); // what reset does not reach begins with any bits
    for (unsigned i : RATES)
        for (unsigned p : RATES) {
            idle = i;
            pressure = p;
            bench b;
            for (unsigned k = 0; k < cycles; k++)
                b.cycle();
            for (const part *x : b.parts) {
                const bool good = x->wrong == 0 && x->moved > cycles / 500;
                failed += !good;
                std::printf("%s %u - %s, idle %u %%, back-pressure %u %%\n", good ? "ok" : "not ok",
                            ++tests, x->name, i, p);
                if (!good)
                    std::printf("# %u words moved, %u differences\n", x->moved, x->wrong);
            }
        }
    std::printf("1..%u\n", tests);
    return failed ? 1 : 0;
}
