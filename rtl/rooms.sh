# SPDX-License-Identifier: MIT
# Sourced by whatever reads the Verilog: the folders of rtl/ that a core and a board are made of. Of
# parts with the same name that of the first folder counts: so a vendor's folder goes before
# vendors/generic for tools that map to its cells, and after it for all others.
core_rooms="core operators vendors/generic"
board_rooms="$core_rooms links vendors/ecp5 vendors/amd"

# Options of Verilator and Icarus alike.
search() { # ROOM...
    local room
    for room; do echo "-y rtl/$room -Irtl/$room"; done | paste -sd ' '
}
# shellcheck disable=SC2086
search_core=$(search $core_rooms) search_board=$(search $board_rooms)
# For Yosys, which looks for no part: where headers are, and the files, in the order of their names.
headers="-Irtl/core -Irtl/operators -Irtl/links"
files_of() { # ROOM...
    local room
    for room; do printf '%s\n' "rtl/$room"/*.v; done |
        awk -F/ '!seen[$NF]++ { print $NF, $0 }' | LC_ALL=C sort | cut -d ' ' -f 2 | paste -sd ' '
}
# The files of parts.
file_of() { # MODULE...
    local files module
    # shellcheck disable=SC2086
    files=$(files_of $board_rooms | tr ' ' '\n')
    for module; do echo "$files" | grep "/$module\.v$"; done | paste -sd ' '
}
