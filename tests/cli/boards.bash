# SPDX-License-Identifier: MIT
# Shared by the tests of boards: what rtl/boards/facts.tcl tells. With ONLY_BOARD in the
# environment they look at that one alone.
boards() { # [FACT=VALUE]: all, or those with it
    tclsh rtl/boards/facts.tcl "$@" | tr ' ' '\n' | grep -x "${ONLY_BOARD:-.*}"
}
fact() { # BOARD NAME
    tclsh rtl/boards/facts.tcl "$1" "$2"
}
defines_of() { # BOARD: as options
    fact "$1" defines | sed 's/[^ ]\{1,\}/-D&/g'
}
