# Project, bitstream and reports of a board. Written from the documentation and NOT YET RUN on
# Vivado; sources of every fact: docs/boards.md.
#     vivado -mode batch -source rtl/boards/vivado.tcl -tclargs BOARD SHAPE FOLDER [project]
# BOARD: a folder of rtl/boards with its facts in board.tcl. SHAPE: name of the core's shape, the
# only place that its parameters come from (shape.tcl). FOLDER: made anew; must not be there. With
# `project` it stops when the project is made. Run in the root of the tree, after `make`: the
# generated Verilog and names are in build/gen.
# With CIRCUIT=FOLDER/NAME_circuit in the environment the core is that circuit (docs/circuits.md),
# and SHAPE the one that `tauflow dump` prints for its image.
# Ends in an error when timing is not met: a bitstream that may compute wrong is not left behind.
set here [file dirname [info script]]
set gen [file join [expr {[info exists env(BUILD)] ? $env(BUILD) : "build"}] gen]
source [file join $here shape.tcl]
source [file join $here finish.tcl]

set boards {}
foreach facts [lsort [glob -directory $here */board.tcl]] {
    lappend boards [file tail [file dirname $facts]]
}
if {$argc < 3 || $argc > 4 || [lindex $argv 0] ni $boards ||
    ($argc == 4 && [lindex $argv 3] ne "project")} {
    error "usage: vivado.tcl [join $boards |] SHAPE FOLDER \[project\]"
}
lassign $argv name shape folder
source [file join $here $name board.tcl]
if {[file exists $folder]} {
    error "$folder is there already"
}

# Of the XDMA subsystem, for every board.
set xdma_options [subst {
    CONFIG.mode_selection             Advanced
    CONFIG.functional_mode            DMA
    CONFIG.pl_link_cap_max_link_width X4
    CONFIG.pl_link_cap_max_link_speed 5.0_GT/s
    CONFIG.ref_clk_freq               100_MHz
    CONFIG.axi_data_width             [dict get $board dma_bits]_bit
    CONFIG.axisten_freq               [dict get $board dma_mhz]
    CONFIG.xdma_axi_intf_mm           AXI_Stream
    CONFIG.xdma_rnum_chnl             1
    CONFIG.xdma_wnum_chnl             1
    CONFIG.xdma_num_usr_irq           1
    CONFIG.axilite_master_en          true
    CONFIG.axilite_master_scale       Kilobytes
    CONFIG.axilite_master_size        4
    CONFIG.cfg_mgmt_if                false
}]

create_project tauflow_$name $folder -part [dict get $board part]
set_property target_language Verilog [current_project]

create_ip -name xdma -vendor xilinx.com -library ip -module_name xdma_0
set_property -dict [concat $xdma_options [dict get $board xdma]] [get_ips xdma_0]
generate_target all [get_ips xdma_0]

add_sources $name $shape $folder $gen [dict get $board defines]
set_property generic [concat [shape_parameters $gen $shape] DMA_W=[dict get $board dma_bits]] \
    [current_fileset]
update_compile_order -fileset sources_1

if {$argc == 3} {
    build $name $shape $folder
}
