// SPDX-License-Identifier: MIT
// Stands for tau_sequence in proofs where any entries may come in any order: prove.sh takes it out
// and leaves its outputs open. What is supposed of them, how the head follows `ahead`, is in the
// properties of the user and is proved of the real one (tau_sequence.vh).
`include "tauflow_load.vh"
(* blackbox *)
module tau_sequence #(
    parameter TABLE = 1, parameter OWNER = 0, parameter ENTRY_W = 8, parameter FIRST_W = 32,
    parameter DEPTH = 16
) (
    input wire clk, input wire rst, input wire run, input wire [`TAUFLOW_LOAD_BITS-1:0] load,
    input wire [ENTRY_W-1:0] load_entry, output wire head_valid, output wire [ENTRY_W-1:0] head,
    output wire ahead_valid, output wire [ENTRY_W-1:0] ahead, output wire [ENTRY_W-1:0] later,
    input wire next
);
endmodule
