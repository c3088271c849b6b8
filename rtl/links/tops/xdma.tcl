# SPDX-License-Identifier: MIT
# For vivado.tcl: AMD's XDMA subsystem, which boards with PCI Express have between pins and cores.
# In the environment, unless they are as given here:
#     CHANNELS=1       cores, one per channel of the subsystem, up to 4
#     CORE_DIVIDE=0    the cores' clock: 1000 MHz / this; 0: that of the subsystem
proc link_settings {board} {
    global channels divide
    set channels [given CHANNELS 1 1 4]
    set divide [given CORE_DIVIDE 0 4 125]
    if {$divide && [dict get $board dma_mhz] != 125} {
        error "rtl/vendors/amd/core_clock.v divides a clock of 125 MHz"
    }
}

# Of the subsystem, for every board. Its window of registers is a power of two.
proc link_make {board folder} {
    global channels divide
    set xdma_options [subst {
        CONFIG.mode_selection             Advanced
        CONFIG.functional_mode            DMA
        CONFIG.pl_link_cap_max_link_width X4
        CONFIG.pl_link_cap_max_link_speed 5.0_GT/s
        CONFIG.ref_clk_freq               100_MHz
        CONFIG.axi_data_width             [dict get $board dma_bits]_bit
        CONFIG.axisten_freq               [dict get $board dma_mhz]
        CONFIG.xdma_axi_intf_mm           AXI_Stream
        CONFIG.xdma_rnum_chnl             $channels
        CONFIG.xdma_wnum_chnl             $channels
        CONFIG.xdma_num_usr_irq           $channels
        CONFIG.axilite_master_en          true
        CONFIG.axilite_master_scale       Kilobytes
        CONFIG.axilite_master_size        [expr {$channels > 2 ? 16 : 4 * $channels}]
        CONFIG.cfg_mgmt_if                false
    }]
    set own [expr {[dict exists $board xdma] ? [dict get $board xdma] : {}}]
    create_ip -name xdma -vendor xilinx.com -library ip -module_name xdma_0
    set_property -dict [concat $xdma_options $own] [get_ips xdma_0]
    generate_target all [get_ips xdma_0]
    return [list DMA_W=[dict get $board dma_bits] CORE_DIVIDE=$divide]
}

proc link_defines {} {
    global channels
    set defines {}
    for {set k 2} {$k <= $channels} {incr k} {
        lappend defines XDMA_$k
    }
    return $defines
}

# Paths between the clock of the subsystem, of 8 ns, and the cores' own, of $divide ns, end in the
# queues between them, which want that no bit of a code is later than the shorter period. Clock
# groups would take precedence over that, and bound nothing.
proc link_constraints {folder} {
    global divide
    if {!$divide} return
    file mkdir $folder
    set file [open [file join $folder core_clock.xdc] w]
    puts $file "set dma \[get_clocks -of_objects \[get_nets board/clk]]"
    puts $file "set own \[get_clocks -of_objects \[get_nets board/core_clk]]"
    set shorter [expr {$divide < 8 ? $divide : 8}].000
    puts $file "set_max_delay -datapath_only -from \$dma -to \$own $shorter"
    puts $file "set_max_delay -datapath_only -from \$own -to \$dma $shorter"
    close $file
    add_files -fileset constrs_1 -norecurse [file join $folder core_clock.xdc]
    set_property used_in_synthesis false [get_files core_clock.xdc]
}
