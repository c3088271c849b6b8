# SPDX-License-Identifier: MIT
# Project, bitstream and reports of a board of AMD's. Written from the documentation and NOT YET RUN
# on Vivado; sources of every fact: docs/boards.md.
#     vivado -mode batch -source rtl/boards/vivado.tcl -tclargs BOARD SHAPE FOLDER [project]
# BOARD: a folder of rtl/boards (facts.tcl). SHAPE: name of the core's shape, the only place that
# its parameters come from (build/shape). FOLDER: made anew; must not be there. With `project` it
# stops when the project is made. Run in the root of the tree, after `make`: the generated Verilog
# is in build/gen. What stands between pins and cores is made by
# rtl/links/tops/LINK.tcl, which
# names its own settings of the environment. For all links:
#     CIRCUIT=FOLDER/NAME_circuit   the core is that circuit (docs/circuits.md), and SHAPE the one
#                                   that `tauflow dump` prints for its image
# Ends in an error when timing is not met: a bitstream that may compute wrong is not left behind.
set here [file dirname [info script]]
set build [expr {[info exists env(BUILD)] ? $env(BUILD) : "build"}]
set gen [file join $build gen]
source [file join $here facts.tcl]
source [file join $here finish.tcl]

set boards [boards_with flow vivado]
if {$argc < 3 || $argc > 4 || [lindex $argv 0] ni $boards ||
    ($argc == 4 && [lindex $argv 3] ne "project")} {
    error "usage: vivado.tcl [join $boards |] SHAPE FOLDER \[project\]"
}
lassign $argv name shape folder
set board [board_facts $name]
set parameters [split [exec [file join $build shape] $shape] \n]
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

# Of a link: link_settings reads and checks what it is told, link_make makes what it needs in the
# project and returns parameters of the top besides those of the core, link_defines gives defines
# besides those of the board.
proc link_settings {board} {}
proc link_make {board folder} { return {} }
proc link_defines {} { return {} }
proc link_constraints {folder} {}
source [file rootname [dict get $board top]].tcl
link_settings $board

create_project tauflow_$name $folder -part [dict get $board part]
set_property target_language Verilog [current_project]
set generics [link_make $board $folder]
add_sources $name $board $gen [link_defines]
set_property generic [concat $parameters $generics] [current_fileset]
link_constraints $folder
update_compile_order -fileset sources_1

if {$argc == 3} {
    build $name $shape $folder $board
}
