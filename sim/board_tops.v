// SPDX-License-Identifier: MIT
// The top of a board, TOP, from its pins on: stand-ins for AMD's primitives pass on what comes in,
// the one for the XDMA subsystem is played by hand. And what is heard beside a core
// (tau_axil_snoop), against the core's own reading of random traffic. For tests/cli/board_tops.sh;
// prints TAP.
//
// DIVIDE: cores have a clock of their own. XDMA_2: there are two of them.
`timescale 1ns / 1ps
`default_nettype none
`include "tauflow_regs.vh"
`define DRIVEN reg
`include "sim/vendor_ports.vh"
module IBUF (input wire I, output wire O);
    assign O = I;
endmodule
module IBUFDS (input wire I, input wire IB, output wire O);
    assign O = I && !IB;
endmodule
module IBUFDS_GTE2 (`GT_BUFFER_PORTS);
    assign O = I && !IB && !CEB;
    assign ODIV2 = O;
endmodule
module IBUFDS_GTE3 (`GT_BUFFER_PORTS);
    assign O = I && !IB && !CEB;
    assign ODIV2 = O;
endmodule

module BUFG (input wire I, output wire O);
    assign O = I;
endmodule
// The clock that is asked for, out of step with the other; it runs from some cycles after reset.
module MMCME2_BASE #(`MMCM_PARAMETERS) (`MMCM_PORTS(reg));
    integer cycles = 0;
    initial {CLKOUT0, LOCKED} = 2'b00;
    assign CLKFBOUT = CLKIN1;
    always #(CLKIN1_PERIOD / CLKFBOUT_MULT_F * CLKOUT0_DIVIDE_F / 2) CLKOUT0 = LOCKED && !CLKOUT0;
    always @(posedge CLKIN1) begin
        cycles <= RST || PWRDWN ? 0 : cycles + 1;
        LOCKED <= CLKFBIN && !RST && cycles > 5;
    end
endmodule
module MMCME3_BASE #(`MMCM_PARAMETERS) (`MMCM_PORTS(wire));
    MMCME2_BASE #(
        .CLKIN1_PERIOD(CLKIN1_PERIOD), .CLKFBOUT_MULT_F(CLKFBOUT_MULT_F),
        .CLKOUT0_DIVIDE_F(CLKOUT0_DIVIDE_F)
    ) same (
        .CLKIN1(CLKIN1), .CLKFBIN(CLKFBIN), .RST(RST), .PWRDWN(PWRDWN),
        .CLKFBOUT(CLKFBOUT), .CLKOUT0(CLKOUT0), .LOCKED(LOCKED)
    );
endmodule

// The clock of PCI Express is that of the user side, received bits are sent back inverted.
module xdma_0 (`XDMA_PORTS);
    assign axi_aclk    = sys_clk;
    assign axi_aresetn = sys_rst_n;
    assign pci_exp_txp = ~pci_exp_rxp;
    assign pci_exp_txn = ~pci_exp_rxn;
`ifdef XDMA_GT
    wire clocked = sys_clk_gt == sys_clk;
`else
    wire clocked = 1'b1;
`endif
    initial begin
        {user_lnk_up, m_axil_awvalid, m_axil_wvalid, m_axil_arvalid} = 4'd0;
        {m_axil_bready, m_axil_rready, m_axis_h2c_tvalid_0, s_axis_c2h_tready_0} = 4'd0;
        {m_axis_h2c_tdata_0, m_axis_h2c_tkeep_0, m_axis_h2c_tlast_0} = 145'd0;
`ifdef XDMA_2
        {m_axis_h2c_tvalid_1, s_axis_c2h_tready_1} = 2'd0;
        {m_axis_h2c_tdata_1, m_axis_h2c_tkeep_1, m_axis_h2c_tlast_1} = 145'd0;
`endif
    end
endmodule

module board_tops;
    localparam BLINK_W = 3, SHOW_W = 2;    // so that it need not run for seconds
    localparam LOCKS = `DIVIDE ? 20 : 0;   // cycles until a clock of its own is there
    localparam CROSSES = `DIVIDE ? 20 : 0; // and until its core's RUN is seen
    reg        pcie_clk = 1'b0, sys_clk = 1'b0, pcie_rst_n = 1'b0, button = 1'b0;
    reg  [3:0] rx_p = 4'b0010, rx_n = 4'b1101;
    wire [3:0] tx_p, tx_n;
    wire [7:0] led;
    integer    tests = 0, k, lit;
    reg [31:0] word;
    reg [1:0]  answer;

    always #4 pcie_clk = !pcie_clk;
    always #3 sys_clk = !sys_clk;

    `TOP #(
        .CORE_DIVIDE(`DIVIDE), .MODULES(1), .SLOTS(4), .CONSTANTS(4), .RECEPTIONS(4), .ISSUES(4)
    ) dut (
        .sys_clk_p(sys_clk), .sys_clk_n(!sys_clk), .cpu_reset(button), .led(led),
        .pcie_clk_p(pcie_clk), .pcie_clk_n(!pcie_clk), .pcie_rst_n(pcie_rst_n),
        .pcie_rx_p(rx_p), .pcie_rx_n(rx_n), .pcie_tx_p(tx_p), .pcie_tx_n(tx_n)
    );
    defparam dut.board.leds.BLINK_W = BLINK_W;
    defparam dut.board.leds.SHOW_W  = SHOW_W;

    // ---- by hand
    task ok(input good, input [64*8-1:0] name);
        begin
            tests = tests + 1;
            $display("%0s %0d - %0s", good ? "ok" : "not ok", tests, name);
        end
    endtask
    task cycles(input integer count);
        repeat (count) @(negedge pcie_clk);
    endtask
    task put(input [31:0] address, input [31:0] data, input [3:0] strobe);
        begin
            dut.board.xdma.m_axil_awaddr  = address;
            dut.board.xdma.m_axil_wdata   = data;
            dut.board.xdma.m_axil_wstrb   = strobe;
            dut.board.xdma.m_axil_awvalid = 1'b1;
            dut.board.xdma.m_axil_wvalid  = 1'b1;
            dut.board.xdma.m_axil_bready  = 1'b1;
            cycles(1);
            dut.board.xdma.m_axil_awvalid = 1'b0;
            dut.board.xdma.m_axil_wvalid  = 1'b0;
            for (k = 0; k < 60 && !dut.board.xdma.m_axil_bvalid; k = k + 1)
                cycles(1);
            answer = dut.board.xdma.m_axil_bresp;
            cycles(4);
        end
    endtask
    task get(input [31:0] address);
        begin
            dut.board.xdma.m_axil_araddr  = address;
            dut.board.xdma.m_axil_arvalid = 1'b1;
            dut.board.xdma.m_axil_rready  = 1'b1;
            cycles(1);
            dut.board.xdma.m_axil_arvalid = 1'b0;
            for (k = 0; k < 60 && !dut.board.xdma.m_axil_rvalid; k = k + 1)
                cycles(1);
            word = dut.board.xdma.m_axil_rdata;
            cycles(2);
        end
    endtask
    // Cycles that LED `number` is lit within 20, and that another one of the two is.
    task watch(input integer number, output integer shown);
        begin
            shown = 0;
            for (k = 0; k < 20; k = k + 1) begin
                shown = shown + (led[number] === 1'b1) + 100 * (led[9 - number] !== 1'b0);
                cycles(1);
            end
        end
    endtask

    // ---- what is heard, against what the core reads
    reg         clk = 1'b0, rst = 1'b1, awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, runs = 1'b0;
    reg  [11:0] awaddr;
    reg  [31:0] wdata;
    reg  [3:0]  wstrb;
    wire        awready, wready, heard, done, run;
    wire [11:0] heard_address, done_address;
    wire [31:0] heard_data, done_data;
    integer     heard_count = 0, wrong = 0;
    tau_axil_snoop snoop (
        .clk(clk), .rst(rst), .awvalid(awvalid), .awready(awready), .awaddr(awaddr),
        .wvalid(wvalid), .wready(wready), .wdata(wdata), .wstrb(wstrb),
        .write(heard), .write_address(heard_address), .write_data(heard_data), .run(run)
    );
    tau_axil axil (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(wstrb),
        .s_axil_bvalid(), .s_axil_bready(bready), .s_axil_bresp(),
        .s_axil_arvalid(1'b0), .s_axil_arready(), .s_axil_araddr(12'd0),
        .s_axil_rvalid(), .s_axil_rready(1'b0), .s_axil_rdata(), .s_axil_rresp(),
        .write(done), .write_address(done_address), .write_data(done_data),
        .read(), .read_address(), .read_data(32'd0)
    );
    // One cycle of random traffic; what is offered stays until it is accepted.
    task traffic(input integer again);
        begin
            if (!awvalid || awready) begin
                awvalid = $random;
                awaddr  = $random & 1 ? `TAUFLOW_REG_CONTROL : `TAUFLOW_REG_PROGRAM;
            end
            if (!wvalid || wready) begin
                wvalid = $random;
                wdata  = $random;
                wstrb  = $random & 3 ? 4'hf : $random;
            end
            bready = $random;
            rst    = again % 100 == 0;
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            if (rst)
                runs = 1'b0;
            wrong  = wrong + (heard !== done) + (run !== runs);
            if (heard)
                wrong = wrong + (heard_address !== done_address) + (heard_data !== done_data);
            heard_count = heard_count + (heard === 1'b1);
            if (done && done_address == `TAUFLOW_REG_CONTROL)
                runs = done_data[`TAUFLOW_CONTROL_RUN_LOW];
        end
    endtask

    initial begin
        cycles(5);
        ok(led[7:1] === 7'd0, "a_board_in_reset_is_dark");
        dut.board.xdma.user_lnk_up = 1'b1;
        cycles(1);
        ok(led[7:1] === 7'd1, "the_link_is_shown");
        ok(tx_p === 4'b1101 && tx_n === 4'b0010, "the_lanes_of_the_bus_are_connected");
        pcie_rst_n = 1'b1;
        cycles(1);
        ok((led[2] === 1'b1) == !LOCKS, "a_core_waits_for_a_clock_of_its_own");
        cycles(LOCKS);
        ok(led[7:1] === 7'd3 && dut.board.xdma.clocked, "the_core_leaves_reset_with_the_DMA");
        get(`TAUFLOW_REG_ID);
        ok(word === `TAUFLOW_ID_VALUE, "registers_can_be_read");
        get(32'h5000 + `TAUFLOW_REG_VERSION);
        ok(word === `TAUFLOW_VERSION_VALUE, "the_window_repeats");
        get(`TAUFLOW_REG_GUARD);
        ok(word === (`TAUFLOW_DMA_MULTIPLE << `TAUFLOW_GUARD_MULTIPLE_LOW | 32'd1),
           "packets_are_guarded_and_padded");
        put(`TAUFLOW_REG_PROGRAM, 32'h12345678, 4'hf);
        get(`TAUFLOW_REG_PROGRAM);
        ok(word === 32'h12345678 && answer === 2'b00, "registers_can_be_written");
        put(`TAUFLOW_REG_PROGRAM, 32'd0, 4'h7);
        get(`TAUFLOW_REG_PROGRAM);
        ok(word === 32'h12345678 && answer === 2'b10, "parts_of_a_register_cannot");
`ifdef XDMA_2
        put(32'h1000 + `TAUFLOW_REG_PROGRAM, 32'h9abcdef0, 4'hf);
        get(32'h1000 + `TAUFLOW_REG_PROGRAM);
        ok(word === 32'h9abcdef0 && answer === 2'b00, "the_second_core_has_registers");
        get(`TAUFLOW_REG_PROGRAM);
        ok(word === 32'h12345678, "which_are_not_those_of_the_first");
        put(32'h1000 + `TAUFLOW_REG_CONTROL, 32'd1, 4'hf);
        cycles(CROSSES);
        ok(led[7:1] === 7'd7 && dut.board.run === 2'b10, "the_second_core_runs_alone");
        put(32'h1000 + `TAUFLOW_REG_CONTROL, 32'd0, 4'hf);
        cycles(CROSSES);
`endif
        put(`TAUFLOW_REG_CONTROL, 32'd1, 4'hf);
        cycles(CROSSES);
        ok(led[7:1] === 7'd7, "a_core_that_runs_is_shown");
        dut.board.xdma.m_axis_h2c_tvalid_0 = 1'b1;
        cycles(1);
        dut.board.xdma.m_axis_h2c_tvalid_0 = 1'b0;
        watch(4, lit);
        ok(lit == 1 << SHOW_W, "a_beat_to_the_core_is_shown_for_a_while");
        force dut.board.h2c_ready = {`XDMA_CHANNELS{1'b0}};
        dut.board.xdma.m_axis_h2c_tvalid_0 = 1'b1;
        watch(4, lit);
        dut.board.xdma.m_axis_h2c_tvalid_0 = 1'b0;
        release dut.board.h2c_ready;
        ok(lit == 0, "a_beat_that_waits_is_not");
        dut.board.xdma.s_axis_c2h_tready_0 = 1'b1;
        watch(5, lit);
        ok(lit == 0, "an_open_way_to_the_host_is_not");
        force dut.board.c2h_valid = {`XDMA_CHANNELS{1'b1}};
        cycles(1);
        dut.board.xdma.s_axis_c2h_tready_0 = 1'b0;
        watch(5, lit);
        release dut.board.c2h_valid;
        ok(lit == 1 << SHOW_W, "a_beat_from_the_core_is_shown_for_a_while");
        lit = 0;
        repeat (64) @(negedge sys_clk)
            lit = lit + (led[0] === 1'b1);
        ok(lit == 32, "the_clock_of_the_board_blinks");
        cycles(1);                         // back to the bus's clock
        button = 1'b1;
        cycles(2);
        ok(led[2] === 1'b1, "the_button_passes_two_registers");
        cycles(1);
        ok(led[2] === 1'b0, "the_button_resets_the_core");
        cycles(5);
        button = 1'b0;
        cycles(3 + CROSSES);
        get(`TAUFLOW_REG_CONTROL);
        ok(led[7:1] === 7'd3 && word === 32'd0, "the_core_comes_back_stopped");
        pcie_rst_n = 1'b0;
        cycles(1);
        ok(led[2] === 1'b0, "the_DMA_resets_the_core_at_once");
        for (lit = 0; lit < 20000; lit = lit + 1)
            traffic(lit == 0 ? 0 : $random);
        ok(wrong == 0 && heard_count > 2000, "what_is_heard_is_what_the_core_reads");
        $display("# %0d writes heard, %0d differences", heard_count, wrong);
        $display("1..%0d", tests);
        $finish;
    end
endmodule
`default_nettype wire
