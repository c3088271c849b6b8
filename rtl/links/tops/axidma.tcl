# SPDX-License-Identifier: MIT
# For vivado.tcl: processors and AXI DMA of a board with Zynq UltraScale+ as a block design, the top
# around it.
proc link_make {board folder} {
    set bits [dict get $board dma_bits]
    set_property board_part [dict get $board board_part] [current_project]

    # ---- processors, DMA, and what joins them
    create_bd_design zynq_system
    create_bd_cell -type ip -vlnv xilinx.com:ip:zynq_ultra_ps_e ps
    apply_bd_automation -rule xilinx.com:bd_rule:zynq_ultra_ps_e -config {apply_board_preset 1} \
        [get_bd_cells ps]
    set_property -dict [subst {
        CONFIG.PSU__USE__M_AXI_GP0 1
        CONFIG.PSU__USE__M_AXI_GP1 0
        CONFIG.PSU__USE__M_AXI_GP2 0
        CONFIG.PSU__USE__S_AXI_GP2 1
        CONFIG.PSU__SAXIGP2__DATA_WIDTH 128
        CONFIG.PSU__USE__IRQ0 1
        CONFIG.PSU__FPGA_PL0_ENABLE 1
        CONFIG.PSU__CRL_APB__PL0_REF_CTRL__FREQMHZ [expr {[dict get $board core_hz] / 1000000}]
    }] [get_bd_cells ps]
    create_bd_cell -type ip -vlnv xilinx.com:ip:proc_sys_reset reset
    create_bd_cell -type ip -vlnv xilinx.com:ip:axi_dma dma
    set_property -dict [subst {
        CONFIG.c_include_sg 0
        CONFIG.c_sg_length_width 26
        CONFIG.c_addr_width 40
        CONFIG.c_m_axi_mm2s_data_width $bits
        CONFIG.c_m_axis_mm2s_tdata_width $bits
        CONFIG.c_m_axi_s2mm_data_width $bits
        CONFIG.c_include_mm2s_dre 0
        CONFIG.c_include_s2mm_dre 0
    }] [get_bd_cells dma]
    create_bd_cell -type ip -vlnv xilinx.com:ip:smartconnect registers
    set_property -dict {CONFIG.NUM_SI 1 CONFIG.NUM_MI 2} [get_bd_cells registers]
    create_bd_cell -type ip -vlnv xilinx.com:ip:smartconnect memory
    set_property -dict {CONFIG.NUM_SI 2 CONFIG.NUM_MI 1} [get_bd_cells memory]

    # ---- what the top sees
    create_bd_port -dir O -type clk clk
    create_bd_port -dir O -type rst resetn
    create_bd_intf_port -mode Master -vlnv xilinx.com:interface:aximm_rtl:1.0 m_axil
    set_property -dict {CONFIG.PROTOCOL AXI4LITE CONFIG.ADDR_WIDTH 40} [get_bd_intf_ports m_axil]
    create_bd_intf_port -mode Master -vlnv xilinx.com:interface:axis_rtl:1.0 m_axis_mm2s
    create_bd_intf_port -mode Slave -vlnv xilinx.com:interface:axis_rtl:1.0 s_axis_s2mm
    set_property -dict [list CONFIG.TDATA_NUM_BYTES [expr {$bits / 8}] CONFIG.HAS_TKEEP 1 \
        CONFIG.HAS_TLAST 1] [get_bd_intf_ports s_axis_s2mm]

    # ---- wires: clock and reset to all, then pairs of interfaces
    foreach pin {ps/maxihpm0_fpd_aclk ps/saxihp0_fpd_aclk reset/slowest_sync_clk dma/s_axi_lite_aclk
                 dma/m_axi_mm2s_aclk dma/m_axi_s2mm_aclk registers/aclk memory/aclk} {
        connect_bd_net [get_bd_pins ps/pl_clk0] [get_bd_pins $pin]
    }
    connect_bd_net [get_bd_pins ps/pl_clk0] [get_bd_ports clk]
    connect_bd_net [get_bd_pins ps/pl_resetn0] [get_bd_pins reset/ext_reset_in]
    foreach pin {dma/axi_resetn registers/aresetn memory/aresetn} {
        connect_bd_net [get_bd_pins reset/peripheral_aresetn] [get_bd_pins $pin]
    }
    connect_bd_net [get_bd_pins reset/peripheral_aresetn] [get_bd_ports resetn]
    foreach {from to} {
        ps/M_AXI_HPM0_FPD registers/S00_AXI
        registers/M00_AXI dma/S_AXI_LITE
        dma/M_AXI_MM2S    memory/S00_AXI
        dma/M_AXI_S2MM    memory/S01_AXI
        memory/M00_AXI    ps/S_AXI_HP0_FPD
    } {
        connect_bd_intf_net [get_bd_intf_pins $from] [get_bd_intf_pins $to]
    }
    connect_bd_intf_net [get_bd_intf_pins registers/M01_AXI] [get_bd_intf_ports m_axil]
    connect_bd_intf_net [get_bd_intf_pins dma/M_AXIS_MM2S] [get_bd_intf_ports m_axis_mm2s]
    connect_bd_intf_net [get_bd_intf_ports s_axis_s2mm] [get_bd_intf_pins dma/S_AXIS_S2MM]
    # Both channels may interrupt (errors); one line is enough for the one file of the DMA.
    create_bd_cell -type ip -vlnv xilinx.com:ip:util_vector_logic either
    set_property -dict {CONFIG.C_SIZE 1 CONFIG.C_OPERATION or} [get_bd_cells either]
    connect_bd_net [get_bd_pins dma/mm2s_introut] [get_bd_pins either/Op1]
    connect_bd_net [get_bd_pins dma/s2mm_introut] [get_bd_pins either/Op2]
    connect_bd_net [get_bd_pins either/Res] [get_bd_pins ps/pl_ps_irq0]
    set_property CONFIG.ASSOCIATED_BUSIF m_axil:m_axis_mm2s:s_axis_s2mm [get_bd_ports clk]

    assign_bd_address -offset [dict get $board dma_at] -range 64K \
        [get_bd_addr_segs dma/S_AXI_LITE/Reg]
    assign_bd_address -offset [dict get $board core_at] -range 4K [get_bd_addr_segs m_axil/Reg]
    assign_bd_address
    validate_bd_design
    save_bd_design
    generate_target all [get_files zynq_system.bd]
    return DMA_W=$bits
}
