# SPDX-License-Identifier: MIT
# Parameters of a core from the name of its shape (sim/core.sh): one text names a core for
# simulation, bitstream and host. The names of the parameters are those of machine/shape.def, in
# GEN/tauflow_shape.tcl. As a program:
#     tclsh shape.tcl GEN NAME    one NAME=VALUE per line
proc shape_parameters {gen name} {
    source [file join $gen tauflow_shape.tcl]
    set values [split $name _]
    # words in and out: one word out is not named
    set at [lsearch -exact $shape_names LANES]
    set lanes [split [lindex $values $at] x]
    if {[llength $lanes] == 1} {
        lappend lanes 1
    }
    set values [lreplace $values $at $at {*}$lanes]
    # options: with their keys, where they are not 0
    set list {}
    set rest [lrange $values [llength $shape_names] end]
    foreach {parameter key} $shape_options {
        if {[regexp "^$key\\d+\$" [lindex $rest 0]]} {
            lappend list $parameter=[string range [lindex $rest 0] [string length $key] end]
            set rest [lrange $rest 1 end]
        }
    }
    set values [concat [lrange $values 0 [llength $shape_names]-1] $rest]
    if {[llength $values] != [llength $shape_names]} {
        error "$name: [llength $values] numbers, not [llength $shape_names]"
    }
    set network [lsearch -exact $shape_networks [lindex $values 0]]
    if {$network < 0} {
        error "$name: no such network"
    }
    lset values 0 [expr {$network + 1}]
    foreach parameter $shape_names value $values {
        if {![string is digit -strict $value]} {
            error "$name: $parameter is '$value'"
        }
        lappend list $parameter=$value
    }
    return $list
}

if {[info exists argv0] && [file tail $argv0] eq "shape.tcl"} {
    if {$argc != 2} {
        puts stderr "tclsh shape.tcl GEN NAME"
        exit 2
    }
    if {[catch {shape_parameters {*}$argv} list]} {
        puts stderr $list
        exit 2
    }
    puts [join $list \n]
}
