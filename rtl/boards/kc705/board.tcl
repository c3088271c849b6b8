# AMD KC705. Facts that rtl/boards/vivado.tcl and the tests need; sources: docs/boards.md.
#   part       of the FPGA
#   dma_bits   of the XDMA streams at dma_mhz, which is also the core's clock:
#              5 GT/s x 4 lanes = 128 bits at 125 MHz
#   xdma       options of the XDMA subsystem beyond those that all boards have
#   defines    for the Verilog (rtl/boards/common/xdma_board.v)
set board {
    part     xc7k325tffg900-2
    dma_bits 128
    dma_mhz  125
    xdma     {}
    defines  {}
}
