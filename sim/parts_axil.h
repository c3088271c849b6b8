/* SPDX-License-Identifier: MIT */
// tau_axil against a model, part of sim/parts_rtl.cpp: address and data of a write come in any
// order, answers wait, reads go on beside writes. A read that meets a write may see the word before
// or after it; one that is asked for after the write was answered sees it.
struct axil_part : part {
    static constexpr unsigned WORDS = 16;
    struct {
        bool address, data, busy; // still to be taken; not answered yet
        uint32_t at, word, strobe;
        bool shows_address, shows_data;
    } write{};
    struct {
        bool address, busy, meets; // meets: a write to the same word was under way
        uint32_t at;
    } read{};
    uint32_t words[WORDS] = {};
    bool known[WORDS] = {};
    bool answered = false, told = false; // an answer waits: it stays
    uint32_t told_word = 0;
    axil_part() : part("registers behind AXI-Lite") {}

    void cycle(Vparts_all &top)
    {
        begin();
        write.shows_address = write.shows_address || !chance(idle); // what is offered stays
        write.shows_data = write.shows_data || !chance(idle);
        top.axil_awvalid = write.address && write.shows_address;
        top.axil_wvalid = write.data && write.shows_data;
        top.axil_awaddr = static_cast<uint8_t>(write.at);
        top.axil_wdata = write.word;
        top.axil_wstrb = static_cast<uint8_t>(write.strobe);
        top.axil_arvalid = read.address;
        top.axil_araddr = static_cast<uint8_t>(read.at);
        top.axil_bready = !chance(pressure);
        top.axil_rready = !chance(pressure);
        top.eval();
        answer(top);
        deliver(top);
        write.address = write.address && !(top.axil_awvalid && top.axil_awready);
        write.data = write.data && !(top.axil_wvalid && top.axil_wready);
        read.address = read.address && !top.axil_arready;
    }

private:
    void begin()
    {
        if (!write.busy && !chance(idle)) {
            write = {true, true, true, below(WORDS), below(~0u),
                     chance(20) ? below(16) : 15, false, false};
            if (read.busy && read.at == write.at)
                read.meets = true;
        }
        if (!read.busy && !chance(idle)) {
            read = {true, true, false, below(WORDS)};
            read.meets = write.busy && write.at == read.at;
        }
    }
    // No answer before both parts of the write were taken; then one, which stays until it is taken.
    void answer(const Vparts_all &top)
    {
        expect(!answered || top.axil_bvalid);
        if (top.axil_bvalid) {
            expect(write.busy && !write.address && !write.data);
            expect(top.axil_bresp == (write.strobe == 15 ? 0 : 2));
            expect(!top.axil_awready && !top.axil_wready);
        }
        answered = top.axil_bvalid && !top.axil_bready;
        if (!top.axil_bvalid || !top.axil_bready)
            return;
        moved++;
        if (write.strobe == 15) {
            words[write.at] = write.word;
            known[write.at] = true;
        }
        write.busy = false;
    }
    void deliver(const Vparts_all &top)
    {
        expect(top.axil_rresp == 0);
        expect(!told || (top.axil_rvalid && top.axil_rdata == told_word));
        if (top.axil_rvalid) {
            expect(read.busy && !read.address);
            if (known[read.at] && !read.meets)
                expect(top.axil_rdata == words[read.at]);
        }
        told = top.axil_rvalid && !top.axil_rready;
        told_word = top.axil_rdata;
        if (top.axil_rvalid && top.axil_rready)
            read.busy = false;
    }
};
