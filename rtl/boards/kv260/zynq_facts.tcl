# AMD KV260. Facts that rtl/boards/zynq.tcl and the tests need; sources: docs/boards.md.
#   part        of the FPGA
#   board_part  whose preset the processors take: memory, clocks, pins of their own
#   dma_bits    of the streams
#   mhz         of the core's clock, which the processors make
#   dma_at, core_at   where the registers are for the processors
set board {
    part       xck26-sfvc784-2LV-c
    board_part xilinx.com:kv260_som:part0:1.4
    dma_bits   128
    mhz        100
    dma_at     0xA0000000
    core_at    0xA0010000
}
