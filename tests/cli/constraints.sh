# SPDX-License-Identifier: MIT
# Constraint files: they are read as their tools read them, no pin serves two ports, and the
# document names every board, part and pin.
. tests/cli/tap.bash
. tests/cli/boards.bash

cat >"$work/read.tcl" <<'TCL'
proc get_ports name { return [list port $name] }
proc current_design {} { return design }
proc create_clock args {}
proc set_false_path args {}
proc set_property args {
    set pin {}
    if {[lindex $args 0] eq "-dict"} {
        array set given [lindex $args 1]
        set pin $given(PACKAGE_PIN)
    } elseif {[lindex $args 0] eq "PACKAGE_PIN"} {
        set pin [lindex $args 1]
    }
    if {$pin ne {}} { puts "[lindex [lindex $args end] 1] $pin" }
}
source [lindex $argv 0]
TCL
pins() { # FILE: lines "port pin"
    case $1 in
    *.xdc) tclsh "$work/read.tcl" "$1" ;;
    *.lpf) sed -nE 's/^LOCATE COMP "([^"]+)" SITE "([^"]+)";$/\1 \2/p' "$1" ;;
    esac
}
once() { # FILE LEAST
    pins "$1" >"$work/pins" || return 1
    cat "$work/pins"
    [ "$(wc -l <"$work/pins")" -ge "$2" ] &&
        [ -z "$(cut -d' ' -f1 "$work/pins" | sort | uniq -d)" ] &&
        [ -z "$(cut -d' ' -f2 "$work/pins" | sort | uniq -d)" ]
}
documented() { # FILE
    local port pin
    pins "$1" >"$work/pins"
    while read -r port pin; do
        grep -qE "(^|[ /|])$pin([ ,/|]|\$)" docs/boards.md ||
            { echo "$port: $pin is not in the document"; return 1; }
    done <"$work/pins"
}
pins_least() { # LINK: LEDs, and what else every board with it has
    case $1 in uart) echo 12 ;; xdma) echo 30 ;; *) echo 8 ;; esac
}
for board in $(boards); do
    file=$(fact "$board" pins) least=$(pins_least "$(fact "$board" link)")
    ok "$board: each port and each pin once" once "$file" "$least"
    ok "$board: every pin is in the document" documented "$file"
    ok "$board: the document has a row for it, with its part" grep -qE \
        "^\| .*\| $(fact "$board" part)( .*)?\|.*$(basename "$file")" docs/boards.md
done
no_more() { # files of pins without a board
    diff <(ls constraints/*) <(for board in $(boards); do
        fact "$board" pins
    done | sort)
}
ok "every file of pins is of a board" no_more
standards() { # LPF: every place has a standard
    diff <(sed -nE 's/^LOCATE COMP "([^"]+)".*/\1/p' "$1") \
        <(sed -nE 's/^IOBUF PORT "([^"]+)" IO_TYPE=LVCMOS(25|33);$/\1/p' "$1")
}
for file in constraints/*.lpf; do
    ok "$(basename "$file"): every port has its standard" standards "$file"
done
finish
