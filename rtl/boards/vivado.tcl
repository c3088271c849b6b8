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

add_files -norecurse [concat [lsort [glob rtl/*.v]] [lsort [glob rtl/boards/common/*.v]] \
    [lsort [glob rtl/boards/$name/*.v]]]
foreach header {tauflow_regs.vh tauflow_shape.vh} {
    add_files -norecurse [file join $gen $header]
    set_property file_type {Verilog Header} [get_files $header]
}
set defines [dict get $board defines]
if {[info exists env(CIRCUIT)]} {
    add_files -norecurse [list $env(CIRCUIT)_core.v $env(CIRCUIT).v]
    lappend defines TAUFLOW_CORE=[file tail $env(CIRCUIT)]_core
}
set_property include_dirs [file normalize $gen] [current_fileset]
set_property verilog_define $defines [current_fileset]
add_files -fileset constrs_1 -norecurse constraints/$name.xdc
set_property top $name [current_fileset]
set_property generic [concat [shape_parameters $gen $shape] DMA_W=[dict get $board dma_bits]] \
    [current_fileset]
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
    puts "$name $shape: setup slack $slack ns, hold slack $hold ns"
    if {$slack < 0 || $hold < 0} {
        error "timing is not met: $folder/timing.txt"
    }
    write_bitstream $folder/tauflow_$name.bit
}
