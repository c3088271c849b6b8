/* SPDX-License-Identifier: MIT */
// The core in SystemC, driven through its AXI ports by threads that stall at random, and watched:
// stream rules at the output, registers over AXI4-Lite with address and data apart, words against
// the evaluator. Prints TAP. Argument: stall patterns for each robot.
#include "Vcore_sc.h"
#include "rtl/bench_case.h"
#include "tauflow_regs.h"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <systemc>
#include <vector>

namespace {

constexpr unsigned SAMPLES = 5;
constexpr unsigned PATIENCE = 200000; // cycles

struct pattern {
    unsigned in_stall, out_stall; // percent of cycles
};

SC_MODULE(bench)
{
    sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS};
    sc_core::sc_signal<bool> rst{"rst"};
    sc_core::sc_signal<bool> awvalid{"awvalid"}, awready{"awready"}, wvalid{"wvalid"},
        wready{"wready"};
    sc_core::sc_signal<bool> bvalid{"bvalid"}, bready{"bready"}, arvalid{"arvalid"},
        arready{"arready"}, rvalid{"rvalid"}, rready{"rready"};
    sc_core::sc_signal<uint32_t> awaddr{"awaddr"}, wdata{"wdata"}, wstrb{"wstrb"}, bresp{"bresp"},
        araddr{"araddr"}, rdata{"rdata"}, rresp{"rresp"};
    sc_core::sc_signal<bool> in_valid{"in_valid"}, in_ready{"in_ready"}, in_last{"in_last"};
    sc_core::sc_signal<bool> out_valid{"out_valid"}, out_ready{"out_ready"}, out_last{"out_last"};
    sc_core::sc_signal<uint32_t> in_data{"in_data"}, out_data{"out_data"};
    Vcore_sc core{"core"};

    std::mt19937 random{4711};
    std::vector<bench_case *> cases;
    unsigned patterns;
    const bench_case *now = nullptr; // what the streams work on
    pattern stalls{};
    unsigned taken = 0; // words of this pattern
    unsigned wrong = 0, unstable = 0, tests = 0, failed = 0;
    bool hung = false;

    SC_HAS_PROCESS(bench);
    bench(sc_core::sc_module_name name, std::vector<bench_case *> c, unsigned p)
        : sc_module(name), cases(std::move(c)), patterns(p)
    {
        core.clk(clk);
        core.rst(rst);
        core.s_axil_awvalid(awvalid);
        core.s_axil_awready(awready);
        core.s_axil_awaddr(awaddr);
        core.s_axil_wvalid(wvalid);
        core.s_axil_wready(wready);
        core.s_axil_wdata(wdata);
        core.s_axil_wstrb(wstrb);
        core.s_axil_bvalid(bvalid);
        core.s_axil_bready(bready);
        core.s_axil_bresp(bresp);
        core.s_axil_arvalid(arvalid);
        core.s_axil_arready(arready);
        core.s_axil_araddr(araddr);
        core.s_axil_rvalid(rvalid);
        core.s_axil_rready(rready);
        core.s_axil_rdata(rdata);
        core.s_axil_rresp(rresp);
        core.s_axis_tvalid(in_valid);
        core.s_axis_tready(in_ready);
        core.s_axis_tdata(in_data);
        core.s_axis_tlast(in_last);
        core.m_axis_tvalid(out_valid);
        core.m_axis_tready(out_ready);
        core.m_axis_tdata(out_data);
        core.m_axis_tlast(out_last);
        SC_THREAD(control);
        sensitive << clk.posedge_event();
        SC_THREAD(send);
        sensitive << clk.posedge_event();
        SC_THREAD(take);
        sensitive << clk.posedge_event();
    }

    bool chance(unsigned percent) { return random() % 100 < percent; }

    void check(const char *name, bool good)
    {
        tests++;
        failed += !good;
        std::printf("%s %u - %s\n", good ? "ok" : "not ok", tests, name);
    }

    // Address and data come in any order, the answer is taken when it pleases us.
    bool write(uint32_t address, uint32_t data, uint32_t strobe = 15, bool hurry = false)
    {
        bool address_left = true, data_left = true;
        awaddr = address;
        wdata = data;
        wstrb = strobe;
        awvalid = wvalid = false;
        for (;;) {
            if (address_left && !awvalid)
                awvalid = hurry || chance(50);
            if (data_left && !wvalid)
                wvalid = hurry || chance(50);
            bready = hurry || chance(50);
            wait();
            if (awvalid && awready) {
                address_left = false;
                awvalid = false;
            }
            if (wvalid && wready) {
                data_left = false;
                wvalid = false;
            }
            if (bvalid && bready) {
                bready = false;
                return bresp.read() == 0;
            }
        }
    }

    uint32_t read(uint32_t address)
    {
        araddr = address;
        arvalid = true;
        for (;;) {
            rready = chance(50);
            wait();
            if (arvalid && arready)
                arvalid = false;
            if (rvalid && rready) {
                rready = false;
                return rdata.read();
            }
        }
    }

    void load(const bench_case *c)
    {
        write(TAUFLOW_REG_CONTROL, 0);
        write(TAUFLOW_REG_ERRORS, ~0u);
        write(TAUFLOW_REG_LOAD_COUNT, 0);
        for (uint32_t i = 0; i < c->load_count; i++) {
            write(TAUFLOW_REG_LOAD_ADDRESS, c->load[2 * i], 15, i % 16 != 0);
            write(TAUFLOW_REG_LOAD_DATA, c->load[2 * i + 1], 15, i % 16 != 0);
        }
        check("the core stores the program",
              read(TAUFLOW_REG_LOAD_COUNT) == c->load_count && read(TAUFLOW_REG_ERRORS) == 0);
        // Part of a register cannot be written: refused, and RUN stays as it was.
        check("a write of one byte is refused",
              !write(TAUFLOW_REG_CONTROL, 1, 1) && read(TAUFLOW_REG_CONTROL) == 0);
        write(TAUFLOW_REG_CONTROL, TAUFLOW_CONTROL_RUN_MASK | TAUFLOW_CONTROL_CLEAR_MASK);
    }

    void run(const bench_case *c, pattern p)
    {
        const unsigned words = c->samples * c->output_words;
        taken = 0;
        stalls = p;
        now = c;
        for (unsigned cycle = 0; taken < words && !hung; cycle++) {
            wait();
            hung = cycle > PATIENCE;
        }
        now = nullptr;
        wait();
    }

    void control()
    {
        rst = true;
        for (int i = 0; i < 5; i++)
            wait();
        rst = false;
        for (bench_case *c : cases) {
            load(c);
            for (unsigned i = 0; i < patterns && !hung; i++)
                run(c, pattern{i * 37 % 97, i * 59 % 97});
            check("every word is the evaluator's, in order, once", !hung && wrong == 0);
            check("an offered word stays until it is taken", unstable == 0);
            check("samples are counted, no error is flagged",
                  read(TAUFLOW_REG_SAMPLES) == c->samples * patterns &&
                      read(TAUFLOW_REG_ERRORS) == 0);
            run(c, pattern{0, 0});
            check("without stalls samples follow faster than one alone",
                  read(TAUFLOW_REG_INTERVAL) <= c->cycles);
        }
        std::printf("1..%u\n", tests);
        sc_core::sc_stop();
    }

    void send()
    {
        for (;;) {
            wait();
            const bench_case *c = now;
            if (!c)
                continue;
            for (unsigned beat = 0; beat < c->samples * c->beats && !hung; beat++) {
                while (chance(stalls.in_stall))
                    wait();
                in_valid = true;
                in_data = c->in[beat];
                in_last = beat % c->beats == c->beats - 1;
                do
                    wait();
                while (!in_ready && !hung);
                in_valid = false;
            }
            while (now)
                wait();
        }
    }

    void take()
    {
        bool waits = false, last = false;
        uint32_t word = 0;
        for (;;) {
            wait();
            unstable += waits && !(out_valid && out_data.read() == word && out_last == last);
            waits = now && out_valid &&
                    !out_ready; // in reset and while a program is loaded nothing is promised
            word = out_data.read();
            last = out_last;
            if (out_valid && out_ready) {
                const bench_case *c = now;
                wrong += !c || taken >= c->samples * c->output_words ||
                         c->out[taken] != out_data.read() ||
                         out_last != (taken % c->output_words == c->output_words - 1);
                taken++;
            }
            out_ready = !chance(stalls.out_stall);
        }
    }
};

} // namespace

int sc_main(int argc, char **argv)
{
    const unsigned patterns = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10))
                                       : 20;
    std::vector<bench_case *> cases;
    for (const char *robot : {"robots/pendulum5.urdf", "robots/puma.urdf"}) {
        bench_case *c = bench_case_make(robot, SAMPLES, 7);
        if (!c)
            return 1;
        cases.push_back(c);
    }
    Verilated::randReset(2);
    bench top("top", cases, patterns);
    sc_core::sc_start();
    const bool good = top.failed == 0 && top.tests > 0;
    for (bench_case *c : cases)
        bench_case_free(c);
    return good ? 0 : 1;
}
