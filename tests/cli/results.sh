# SPDX-License-Identifier: MIT
# The results at the top of the README are what the plain commands print: cycles of the search,
# time at the worst clock of the core that ships, cells as its router counted them.
. tests/cli/tap.bash
row='^crossbar,4,2,0,3,4,default,0,' # the core that ships, all seeds

rows() {
    sed -n '/<!-- results -->/,/<!-- \/results -->/p' README.md | grep '^| `'
}
cycles_are_found() { # ROBOT CYCLES
    local found
    found=$("$tauflow" schedule "robots/$1.urdf" --json |
        sed 's/.*"cycles": \([0-9]*\).*/\1/')
    [ "$found" = "$2" ] || { echo "$1: $found cycles, the README says $2"; return 1; }
}
time_is_of_the_worst_clock() { # CYCLES MICROSECONDS
    grep -E "$row" measure/synth/timing.csv | awk -F, -v cycles="$1" -v us="$2" '
        !worst || $13 < worst { worst = $13 }
        END { exit !(worst && sprintf("%.2f", cycles / worst) == us) }'
}
cells_are_packed() { # LUT4, with commas: cells and the slots that write ports block, two LUT4 each
    grep -E "$row" measure/synth/timing.csv | head -n 1 | awk -F, -v lut="${1//,/}" '
        { exit !($14 + 2 * $16 == lut) }'
}

ok "there are results" test "$(rows | wc -l)" -ge 3
while IFS='|' read -r _ robot _ cycles us lut _; do
    robot=$(echo "$robot" | tr -d ' `') cycles=${cycles// /} us=${us// /} lut=${lut// /}
    ok "$robot: the README's cycles are what the search finds" cycles_are_found "$robot" "$cycles"
    ok "$robot: its time is at the worst clock" time_is_of_the_worst_clock "$cycles" "$us"
    ok "$robot: its cells are the router's" cells_are_packed "$lut"
done < <(rows)
finish
