# Parameters of a core from the name of its shape (sim/core.sh, rtl_name in sim/rtl_core.c): one text names a core for simulation, bitstream
# and host. As a program:
#     tclsh shape.tcl NAME    one NAME=VALUE a line
set shape_names {NETWORK MODULES LANES TRANSFER MUL_LAT ADD_LAT QUEUE LANE_QUEUE RELAY_QUEUE SLOTS CONSTANTS RECEPTIONS ISSUES
    RELAY_WORDS LANE_WORDS OUTPUT_WORDS}

proc shape_parameters name {
    global shape_names
    set values [split $name _]
    if {[llength $values] != [llength $shape_names]} {
        error "$name: [llength $values] parts, not [llength $shape_names]"
    }
    set found [lsearch -exact {crossbar ring} [lindex $values 0]]
    if {$found < 0} {
        error "$name: no such network"
    }
    set list [list NETWORK=[expr {$found + 1}]]
    # lanes in, or in x out
    lassign [split [lindex $values 2]x1 x] in out
    set values [lreplace $values 2 2 $in]
    foreach parameter [concat [lrange $shape_names 1 end] OUT_LANES] value [concat [lrange $values 1 end] $out] {
        if {![string is digit -strict $value]} {
            error "$name: $parameter is '$value'"
        }
        lappend list $parameter=$value
    }
    return $list
}

if {[info exists argv0] && [file tail $argv0] eq "shape.tcl"} {
    if {$argc != 1} {
        puts stderr "tclsh shape.tcl NAME"
        exit 2
    }
    if {[catch {shape_parameters [lindex $argv 0]} list]} {
        puts stderr $list
        exit 2
    }
    puts [join $list \n]
}
