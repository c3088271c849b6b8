// SPDX-License-Identifier: MIT
// Outsides of what the boards take from AMD's libraries and from the XDMA subsystem, for checks of
// syntax and hierarchy without them. Ports that our tops leave alone are left out. Primitives:
// UG953 (7 series), UG974 (UltraScale); xdma_0: PG195, "Port Descriptions", with four lanes, as
// many channels each way as XDMA_2, XDMA_3, XDMA_4 say, AXI4-Lite master. XDMA_GT: the extra clock
// port of UltraScale.
`include "sim/vendor_ports.vh"
(* blackbox *) module IBUF (input wire I, output wire O); endmodule
(* blackbox *) module IBUFDS (input wire I, input wire IB, output wire O); endmodule
(* blackbox *) module IBUFDS_GTE2 (`GT_BUFFER_PORTS); endmodule
(* blackbox *) module IBUFDS_GTE3 (`GT_BUFFER_PORTS); endmodule
(* blackbox *) module BUFG (input wire I, output wire O); endmodule
(* blackbox *) module MMCME2_BASE #(`MMCM_PARAMETERS) (`MMCM_PORTS(wire)); endmodule
(* blackbox *) module MMCME3_BASE #(`MMCM_PARAMETERS) (`MMCM_PORTS(wire)); endmodule
(* blackbox *) module xdma_0 (`XDMA_PORTS); endmodule
// The block design of boards with Zynq (rtl/links/tops/axidma.tcl), as its wrapper shows it.
(* blackbox *) module zynq_system (
    output wire clk,
    output wire resetn,
    `AXIL_MASTER_PORTS(40),
    `DMA_PORTS(mm2s, s2mm,)
);
endmodule
