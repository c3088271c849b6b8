# SPDX-License-Identifier: MIT
# Facts of a board: the rows of its board.def, what the row of its vendor adds (facts.def), and with
# a serial port the clock that its constraints name. Whatever wants to know one asks here. As a
# program:
#     tclsh facts.tcl                      all boards
#     tclsh facts.tcl FACT=VALUE           those with that fact
#     tclsh facts.tcl NAME FACT            a fact of a board
# There are those of facts.def and: flow; pins and top, two files; defines, for Verilog, NAME or
# NAME=VALUE each; with a serial port also pll, clock, which is a pin, and clock_hz.
set facts_root [file normalize [file join [file dirname [info script]] .. ..]]
set facts_values {
    word {^[\w.:/-]+$} text {} port {^[a-z]\w*$} address {^0x[0-9A-Fa-f]+$} number {^[1-9]\d*$}
    bit {^[01]$}
}

proc facts_text {file} {
    global facts_root
    set channel [open [file join $facts_root $file]]
    set text [read $channel]
    close $channel
    return $text
}

# Rows KEY(value, ...) of a table: for each its place in the file, the key, the values.
proc fact_rows {file keys} {
    set rows {}
    set at 0
    foreach line [split [facts_text $file] \n] {
        incr at
        if {[regexp {^(/\*| \*|$)} $line]} continue
        if {![regexp {^(\w+)\((.*)\)$} $line all key inside] || $key ni $keys} {
            error "$file:$at: a row [join $keys { or }](...) expected"
        }
        set row [list $file:$at $key]
        foreach {all quoted plain} [regexp -all -inline {"([^"]*)"|([^\s,"]+)} $inside] {
            lappend row $quoted$plain
        }
        lappend rows $row
    }
    return $rows
}

proc board_names {} {
    global facts_root
    set names {}
    foreach file [lsort [glob -directory $facts_root rtl/boards/*/board.def]] {
        lappend names [file tail [file dirname $file]]
    }
    return $names
}

# The rows of a board, each known and of its kind.
proc board_rows {file known} {
    global facts_values
    set facts {}
    foreach row [fact_rows $file IS] {
        if {[llength $row] != 4} {
            error "[lindex $row 0]: IS(name, value) expected"
        }
        lassign $row place key name value
        if {![dict exists $known $name]} {
            error "$place: no fact '$name': there are [dict keys $known]"
        }
        if {[dict exists $facts $name]} {
            error "$place: $name is told twice"
        }
        set kind [lindex [dict get $known $name] 1]
        if {![regexp [dict get $facts_values $kind] $value]} {
            error "$place: $name is '$value': a $kind expected"
        }
        dict set facts $name $value
    }
    return $facts
}

# It has what boards with its link have, and nothing else.
proc board_is_whole {file facts known} {
    dict for {fact row} $known {
        set links [lindex $row 0]
        set told [dict exists $facts $fact]
        if {!$told && "all" in $links} {
            error "$file: no '$fact'"
        }
        set link [dict get $facts link]
        if {!$told && $link in $links} {
            error "$file: no '$fact', which a board with $link has"
        }
        if {$told && "all" ni $links && "all?" ni $links && $link ni $links && "$link?" ni $links} {
            error "$file: '$fact', which a board with $link has not"
        }
    }
}

proc vendor_row {file name rows} {
    foreach row $rows {
        if {[lindex $row 2] eq $name} {
            return [lrange $row 3 6]
        }
    }
    error "$file: no vendor '$name': there are [lmap row $rows {lindex $row 2}]"
}

# The one clock of constraints: its pin, and its rate to a kHz, as exact as periods are written.
proc clock_of_pins {file} {
    if {[file extension $file] eq ".lpf"} {
        set pattern {^FREQUENCY PORT "(\w+)" ([\d.]+) MHZ;$}
        set found [regexp -all -inline -line $pattern [facts_text $file]]
        lassign $found all port mhz
    } else {
        set pattern {^create_clock .*-period ([\d.]+) .*\[get_ports \{?(\w+)\}?\]}
        set found [regexp -all -inline -line $pattern [facts_text $file]]
        lassign $found all period port
        set mhz [expr {$period eq "" ? 0 : 1000 / $period}]
    }
    if {[llength $found] != 3} {
        error "$file: one clock expected, not [expr {[llength $found] / 3}]"
    }
    return [list clock $port clock_hz [expr {1000 * round(1000 * $mhz)}]]
}

# What a top is told: facts that Verilog can read.
proc board_defines {name facts known} {
    set defines BOARD=$name
    dict for {fact value} $facts {
        if {$fact in {clock clock_hz pll} ||
            [dict exists $known $fact] && [lindex [dict get $known $fact] 1] in {port number bit}} {
            lappend defines BOARD_[string toupper $fact]=$value
        }
    }
    return $defines
}

proc board_facts {name} {
    global facts_root
    if {$name ni [board_names]} {
        error "no board '$name': there are [board_names]"
    }
    set known {}
    set vendors {}
    foreach row [fact_rows rtl/boards/facts.def {FACT VENDOR}] {
        if {[lindex $row 1] eq "FACT"} {
            dict set known [lindex $row 2] [lrange $row 3 4]
        } else {
            lappend vendors $row
        }
    }
    set file rtl/boards/$name/board.def
    set facts [board_rows $file $known]
    board_is_whole $file $facts $known
    dict set facts top rtl/links/tops/[dict get $facts link].v
    if {![file exists [file join $facts_root [dict get $facts top]]]} {
        error "$file: no link '[dict get $facts link]'"
    }
    lassign [vendor_row $file [dict get $facts vendor] $vendors] flow ending pll defines
    dict set facts flow $flow
    dict set facts pins constraints/$name.$ending
    if {[dict get $facts link] eq "uart"} {
        if {$pll eq ""} {
            error "$file: no PLL is known of [dict get $facts vendor]"
        }
        dict set facts pll $pll
        set facts [dict merge $facts [clock_of_pins [dict get $facts pins]]]
    }
    dict set facts defines [concat [board_defines $name $facts $known] $defines]
    return $facts
}

proc boards_with {fact value} {
    set names {}
    foreach name [board_names] {
        set facts [board_facts $name]
        if {[dict exists $facts $fact] && [dict get $facts $fact] eq $value} {
            lappend names $name
        }
    }
    return $names
}

proc facts_asked {words} {
    lassign $words name fact
    if {[llength $words] == 0} {
        return [board_names]
    }
    if {[llength $words] == 1 && [regexp {^(\w+)=(.*)$} $name all fact value]} {
        return [boards_with $fact $value]
    }
    if {[llength $words] != 2} {
        error "tclsh facts.tcl \[FACT=VALUE | NAME FACT\]"
    }
    set facts [board_facts $name]
    if {![dict exists $facts $fact]} {
        error "board $name has no '$fact'"
    }
    return [dict get $facts $fact]
}

if {[info exists argv0] && [file tail $argv0] eq "facts.tcl"} {
    if {[catch {facts_asked $argv} answer]} {
        puts stderr $answer
        exit 2
    }
    puts $answer
}
