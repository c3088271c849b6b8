#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Events of a motion: what is told of them, their rows, the end at one, many starts, and what is
# refused.
. tests/cli/tap.bash
crank() { "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 "$@"; }
turns=(--event 'once: crank_x - 6.283185307179586; rising')
ok events_are_told prints '^event +once at t = 0.6[0-9]{9,} s, rising$' crank --until 1 \
    "${turns[@]}"
alike() { # METHOD: within 1e-7 s of rk4 in short steps
    local t
    t=$(crank --until 1 "${turns[@]}" "$@" | sed -n 's/^event .* t = \([0-9.]*\) s.*/\1/p')
    awk -v t="$t" -v want="$exact" 'BEGIN { print t, want; d = t - want
        exit !(t != "" && d < 1e-7 && -d < 1e-7) }'
}
exact=$(crank --until 1 "${turns[@]}" --step 1e-4 | sed -n 's/^event .* t = \([0-9.]*\) s.*/\1/p')
ok fixed_steps_find_them alike --step 2e-3
ok adaptive_steps_find_them alike --method rk45
rows() { # in order, at the event's time, closed
    crank --method rk45 --until 1 --rows 10 --event 'out: slide.rate' --csv "$work/rows.csv" \
        --json >"$work/out" && awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 < before || $at["open"] > 1e-12 { print; bad = 1 }
        $at["slide.rate"] ^ 2 < 1e-20 { found++; t = $1 }
        { before = $1 }
        END { print found, NR; exit bad || found < 2 || NR != 12 + found }' "$work/rows.csv" &&
        grep -q '"events": \[{"name": "out", "rises": [a-z]*, "at": {"t": 0\.' "$work/out"
}
ok they_have_rows_in_the_table rows
ends() {
    crank --until 1 "${turns[@]}" --stop-at once --csv "$work/ends.csv" >"$work/out" &&
        grep -q '^time  *0.6[0-9]* s, where an event ends it$' "$work/out" &&
        tail -1 "$work/ends.csv" | awk -F, -v want="$exact" '{ a = $1 - want; b = $2 - 6.283185307
            exit !(a ^ 2 < 1e-14 && b ^ 2 < 1e-16) }'
}
ok one_ends_the_motion ends
many() {
    printf 'crank_x,crank_x.rate\n0,6\n0,7\n' >"$work/starts.csv"
    "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --until 1 "${turns[@]}" \
        --stop-at once --starts "$work/starts.csv" --csv "$work/many.csv" >"$work/out" &&
        grep -qx 'moved to the end  2' "$work/out" && awk -F, '
        NR > 1 && (($3 - 6.283185307) ^ 2 > 1e-16 || !($2 < 0.7)) { exit 1 }
        END { exit NR != 3 }' "$work/many.csv"
}
ok each_start_ends_at_its_own many
ok core_motions_have_them prints '^event +once at t = 0.6[0-9]+ s, rising$' crank --until 1 \
    "${turns[@]}" --device twin:
ok names_are_those_of_columns refused 2 "column 1: 'crank' is neither t, crank_x, slide, " crank \
    --event 'a: crank'
ok they_have_names refused 2 "bad value 'crank_x' of option --event: NAME: EXPRESSION" crank \
    --event crank_x
ok what_stops_is_an_event refused 2 'stop-at far: no --event has this name' crank "${turns[@]}" \
    --stop-at far
ok natural_models_have_none refused 2 '--event, --stop-at and --law-file are for robots' \
    "$tauflow" simulate robots/natural/double_pendulum.nat --event 'a: t'
finish
