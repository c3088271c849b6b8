# SPDX-License-Identifier: MIT
# For vivado.tcl: a board with a serial port needs nothing but its sources. In the environment:
#     BAUD=3000000     speed of the port, an eighth of the core's clock at most
proc link_settings {board} {
    global baud
    set most [expr {[dict get $board core_hz] / 8}]
    set baud [given BAUD 3000000 1000 $most]
    if {$baud > $most} {
        error "BAUD=$baud: 1000 to $most"
    }
}

proc link_make {board folder} {
    global baud
    return BAUD=$baud
}
