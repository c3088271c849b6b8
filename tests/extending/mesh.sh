#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a tree with the network `mesh`: it keeps the laws of networks; schedules, programs and bounds
# hold on it; twin and Verilated core take the predicted cycles and compute every bit, on grids of
# 2x2 and 2x3 stations; words go along rows first; a wrong route is refused.
. tests/cli/tap.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen
cores=$work/cores
quick=(robots/pendulum5.urdf --effort 0 --budget 3 --no-cache --network mesh)

for law in networks_test shared_test sched_run_test bounds_test; do
    ok "${law}_passes" "${BUILD:-build}/tests/$law"
done

silent() { # PARAMETER=VALUE...: neither tool has a warning
    "${verilator[@]}" "${@/#/-G}" rtl/core/tau_top.v >"$work/said" 2>&1 &&
        "${icarus[@]}" "${@/#/-Ptau_top.}" rtl/core/tau_top.v >>"$work/said" 2>&1 &&
        [ ! -s "$work/said" ] || { cat "$work/said"; return 1; }
}
# shellcheck disable=SC2086
verilator=(verilator --lint-only -Wall $search_core -I"$gen" sim/lint.vlt)
# shellcheck disable=SC2086
icarus=(iverilog -g2005 -Wall $search_core -I"$gen" -s tau_top -o /dev/null)
ok its_verilog_has_no_warning silent NETWORK=4 MODULES=6 LANES=2 OUT_LANES=2 TRANSFER=0 DIVS=1 \
    DIV_LAT=9
ok neither_in_one_row silent NETWORK=4 MODULES=5 LANES=1 TRANSFER=1 FIXED=16 MUL_LAT=2 ADD_LAT=1

on_twin() { exact cycles "$tauflow" run "${quick[@]}" --engine twin --steps 20 "$@"; }
ok two_rows_of_two_on_the_twin on_twin --modules 4
ok three_rows_of_three_stored_on_the_twin on_twin --modules 9 --transfer 1
ok a_row_of_five_on_the_twin on_twin --modules 5
ok a_divider_on_the_twin on_twin --modules 6 --function fd
in_a_stream() { # an interval and its samples, on the twin
    exact interval "$tauflow" run "${quick[@]}" --engine twin --modules 4 --transfer 1 --steps 50 \
        --optimise throughput
}
ok samples_that_overlap_on_the_twin in_a_stream
on_core() {
    exact cycles "$tauflow" run "${quick[@]}" --engine rtl --cores "$cores" --steps 5 "$@"
}
ok two_rows_of_two_in_verilog on_core --modules 4
ok two_rows_of_three_in_verilog on_core --modules 6 --numbers fixed:16 --lanes 1

ok an_image_has_a_certificate_that_holds eval '"$tauflow" image "${quick[@]}" --modules 6 \
    -o "$work/p.tau" && "$tauflow" verify "$work/p.cert"'
"$tauflow" schedule "${quick[@]}" --modules 6 -o "$work/p.sched" >/dev/null
rows_first() { # relays of rows take what was made in their row; both ways and columns are used
    awk '$1 == "issue" { unit = $3; sub(/^[a-z]*/, "", unit); row[$2] = int(unit / 3) }
        $1 == "take" && $2 ~ /^m[0-9]+[<>]$/ {
            station = substr($2, 2) + 0; rows++
            if (row[$3] != int(station / 3)) { print; exit 1 }
        }
        $1 == "take" && $2 ~ /^m[0-9]+[v^]$/ { columns++ }
        END { exit !(rows > 5 && columns > 5) }' "$work/p.sched"
}
ok words_go_along_rows_first rows_first
ok its_schedule_is_legal prints '^legal: ' "$tauflow" check "$work/p.sched"
wrong() { # WAY OTHER PATTERN: the first word that leaves m1 or m4 by a way leaves by another
    awk -v way="$1" -v other="$2" '
        !done && $1 == "take" && $2 ~ /^m[14].$/ && substr($2, 3) == way {
            $2 = substr($2, 1, 2) other; done = 1 }
        { print } END { exit !done }' "$work/p.sched" >"$work/wrong.sched" || return 1
    refused 2 "$3" "$tauflow" check "$work/wrong.sched"
}
ok a_word_on_a_wrong_way_is_refused wrong '<' '>' \
    'which no relay brings to module|no one takes it'
ok a_word_that_leaves_the_grid_is_refused wrong '<' '?' 'm[14]\?'
ok a_relay_at_an_edge_is_none refused 2 'm0<' "$tauflow" check \
    <(sed 's/^take m1< /take m0< /' "$work/p.sched")

ok help_names_it diff <("$tauflow" run --help) tests/golden/printed/help_run.txt
ok a_network_with_stations_is_named_where_there_is_none refused 2 \
    'modules=2; only a ring or a mesh has more than one' "$tauflow" schedule \
    robots/pendulum5.urdf --machine 'network=crossbar modules=2 mul=2 add=2'
finish
