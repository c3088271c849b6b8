# Project, bitstream and reports of a board. Written from the documentation and NOT YET RUN on Vivado; sources of every fact: docs/boards.md.
#     vivado -mode batch -source rtl/boards/vivado.tcl -tclargs BOARD SHAPE FOLDER [project]
# BOARD: kc705 or kcu105. SHAPE: name of the core's shape, the only place that its parameters come from (shape.tcl). FOLDER: made anew; must
# not be there. With `project` it stops when the project is made. Run in the root of the tree, after `make` (build/gen/tauflow_regs.vh).
# Ends in an error when timing is not met: a bitstream that may compute wrong is not left behind.
source [file join [file dirname [info script]] shape.tcl]

# part; what the XDMA subsystem must know of the board
set boards {
    kc705  {part xc7k325tffg900-2     xdma {}}
    kcu105 {part xcku040-ffva1156-2-e xdma {CONFIG.pcie_blk_locn X0Y0}}
}
# Both: 5 GT/s x 4 lanes = 128 bits at 125 MHz, which is also the core's clock.
set dma_bits 128
set xdma_options {
    CONFIG.mode_selection             Advanced
    CONFIG.functional_mode            DMA
    CONFIG.pl_link_cap_max_link_width X4
    CONFIG.pl_link_cap_max_link_speed 5.0_GT/s
    CONFIG.ref_clk_freq               100_MHz
    CONFIG.axi_data_width             128_bit
    CONFIG.axisten_freq               125
    CONFIG.xdma_axi_intf_mm           AXI_Stream
    CONFIG.xdma_rnum_chnl             1
    CONFIG.xdma_wnum_chnl             1
    CONFIG.xdma_num_usr_irq           1
    CONFIG.axilite_master_en          true
    CONFIG.axilite_master_scale       Kilobytes
    CONFIG.axilite_master_size        4
    CONFIG.cfg_mgmt_if                false
}

if {$argc < 3 || $argc > 4 || ![dict exists $boards [lindex $argv 0]] || ($argc == 4 && [lindex $argv 3] ne "project")} {
    error "usage: vivado.tcl kc705|kcu105 SHAPE FOLDER \[project\]"
}
lassign $argv board shape folder
set board_facts [dict get $boards $board]
if {[file exists $folder]} {
    error "$folder is there already"
}
set generics [concat [shape_parameters $shape] DMA_W=$dma_bits]

create_project tauflow_$board $folder -part [dict get $board_facts part]
set_property target_language Verilog [current_project]

create_ip -name xdma -vendor xilinx.com -library ip -module_name xdma_0
set_property -dict [concat $xdma_options [dict get $board_facts xdma]] [get_ips xdma_0]
generate_target all [get_ips xdma_0]

add_files -norecurse [concat [lsort [glob rtl/*.v]] [lsort [glob rtl/boards/tau_*.v]] [list rtl/boards/$board.v]]
add_files -norecurse build/gen/tauflow_regs.vh
set_property file_type {Verilog Header} [get_files tauflow_regs.vh]
set_property include_dirs [file normalize build/gen] [current_fileset]
add_files -fileset constrs_1 -norecurse constraints/$board.xdc
set_property top $board [current_fileset]
set_property generic $generics [current_fileset]
update_compile_order -fileset sources_1

if {$argc == 3} {
    launch_runs synth_1 -jobs 2
    wait_on_run synth_1
    launch_runs impl_1 -to_step route_design -jobs 2
    wait_on_run impl_1
    open_run impl_1
    report_utilization -hierarchical -file $folder/utilization.txt
    report_timing_summary -file $folder/timing.txt
    report_cdc -file $folder/cdc.txt
    set slack [get_property SLACK [get_timing_paths -max_paths 1 -setup]]
    set hold [get_property SLACK [get_timing_paths -max_paths 1 -hold]]
    puts "$board $shape: setup slack $slack ns, hold slack $hold ns"
    if {$slack < 0 || $hold < 0} {
        error "timing is not met: $folder/timing.txt"
    }
    write_bitstream $folder/tauflow_$board.bit
}
