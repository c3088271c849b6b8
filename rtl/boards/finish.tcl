# SPDX-License-Identifier: MIT
# For vivado.tcl: sources of the core and of a board, and the way from a project to a bitstream.

# Sources, headers, defines, constraints and top of board NAME, whose facts are in BOARD. With
# CIRCUIT=FOLDER/NAME_circuit in the environment the core is that circuit (docs/circuits.md).
proc add_sources {name board gen defines} {
    global env
    set defines [concat [dict get $board defines] $defines]
    foreach room {core operators vendors/generic links vendors/amd} {
        add_files -norecurse [lsort [glob rtl/$room/*.v]]
    }
    add_files -norecurse [dict get $board top]
    foreach header {tauflow_regs.vh tauflow_load.vh tauflow_shape.vh} {
        add_files -norecurse [file join $gen $header]
        set_property file_type {Verilog Header} [get_files $header]
    }
    if {[info exists env(CIRCUIT)]} {
        add_files -norecurse [list $env(CIRCUIT)_core.v $env(CIRCUIT).v]
        lappend defines TAUFLOW_CORE=[file tail $env(CIRCUIT)]_core
    }
    set folders [list $gen rtl/core rtl/operators rtl/links]
    set_property include_dirs [lmap folder $folders {file normalize $folder}] [current_fileset]
    set_property verilog_define $defines [current_fileset]
    add_files -fileset constrs_1 -norecurse [dict get $board pins]
    set_property top $name [current_fileset]
}

# Ends in an error when timing is not met: a bitstream that may compute wrong is not left behind.
proc build {name shape folder board} {
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
    if {[dict exists $board loader]} {
        puts "program it: openFPGALoader -b [dict get $board loader] $folder/tauflow_$name.bit"
    }
}
