# Project, bitstream and reports of a board. Written from the documentation and NOT YET RUN on
# Vivado; sources of every fact: docs/boards.md.
#     vivado -mode batch -source rtl/boards/vivado.tcl -tclargs BOARD SHAPE FOLDER [project]
# BOARD: a folder of rtl/boards with its facts in board.tcl. SHAPE: name of the core's shape, the
# only place that its parameters come from (shape.tcl). FOLDER: made anew; must not be there. With
# `project` it stops when the project is made. Run in the root of the tree, after `make`: the
# generated Verilog and names are in build/gen.
# In the environment, unless they are as given here:
#     CIRCUIT=FOLDER/NAME_circuit   the core is that circuit (docs/circuits.md), and SHAPE the one
#                                   that `tauflow dump` prints for its image
#     CHANNELS=1                    cores, one per channel of the subsystem, up to 4
#     CORE_DIVIDE=0                 the cores' clock: 1000 MHz / this; 0: that of the subsystem
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

# A number of the environment.
proc given {name default least most} {
    global env
    set value [expr {[info exists env($name)] ? $env($name) : $default}]
    if {$value ne $default &&
        (![string is integer -strict $value] || $value < $least || $value > $most)} {
        error "$name=$value: $default, or $least to $most"
    }
    return $value
}
set channels [given CHANNELS 1 1 4]
set divide [given CORE_DIVIDE 0 4 125]
set defines [dict get $board defines]
for {set k 2} {$k <= $channels} {incr k} {
    lappend defines XDMA_$k
}

# Paths between the clock of the subsystem, of 8 ns, and the cores' own, of $divide ns, end in the
# queues between them, which want that no bit of a code is later than the shorter period. Clock
# groups would take precedence over that, and bound nothing.
proc separate_clocks {folder divide} {
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

# Of the XDMA subsystem, for every board. Its window of registers is a power of two.
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

create_project tauflow_$name $folder -part [dict get $board part]
set_property target_language Verilog [current_project]

create_ip -name xdma -vendor xilinx.com -library ip -module_name xdma_0
set_property -dict [concat $xdma_options [dict get $board xdma]] [get_ips xdma_0]
generate_target all [get_ips xdma_0]

add_sources $name $shape $folder $gen $defines
set_property generic [concat [shape_parameters $gen $shape] DMA_W=[dict get $board dma_bits] \
    CORE_DIVIDE=$divide] [current_fileset]
if {$divide} {
    if {[dict get $board dma_mhz] != 125} {
        error "rtl/boards/common/core_clock.v divides a clock of 125 MHz"
    }
    file mkdir $folder
    separate_clocks $folder $divide
}
update_compile_order -fileset sources_1

if {$argc == 3} {
    build $name $shape $folder
}
