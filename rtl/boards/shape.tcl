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
    # what is left out where it is 0 comes last: its key before its number
    set list {}
    set rest [lrange $values [llength $shape_names] end]
    set values [lrange $values 0 [llength $shape_names]-1]
    foreach {key parameter} $shape_optional {
        if {[regexp "^$key\\d+\$" [lindex $rest 0]]} {
            lappend list $parameter=[string range [lindex $rest 0] [string length $key] end]
            set rest [lrange $rest 1 end]
        }
    }
    if {[llength $rest]} {
        error "$name: '[join $rest _]' is not known"
    }
    if {[llength $values] != [llength $shape_names]} {
        error "$name: [llength $values] numbers, not [llength $shape_names]"
    }
    set network [lsearch -exact {crossbar ring} [lindex $values 0]]
    if {$network < 0} {
        error "$name: no such network"
    }
    lset values 0 [expr {$network + 1}]
    set optional $list
    set list {}
    foreach parameter $shape_names value $values {
        if {![string is digit -strict $value]} {
            error "$name: $parameter is '$value'"
        }
        lappend list $parameter=$value
    }
    return [concat $list $optional]
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
