# AMD KCU105. Facts that rtl/boards/vivado.tcl and the tests need, as in rtl/boards/kc705/board.tcl;
# sources: docs/boards.md.
set board {
    part     xcku040-ffva1156-2-e
    dma_bits 128
    dma_mhz  125
    xdma     {CONFIG.pcie_blk_locn X0Y0}
    defines  {XDMA_GT}
}
