#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tauflow-step, tauflow-bench and the example controller.
. tests/cli/tap.bash
build=$PWD/${BUILD:-build}
image=$build/tests/puma560.tau

ok step_prints_torques_and_cycles \
    prints '^cycles +([0-9]+) \(\1 predicted\)$' \
    "$build/tauflow-step" "$image" --q '0 -0.5 0.7,0 0.4 0'
ok step_prints_json \
    prints '^\{"tau": \[.*\], "cycles": [0-9]+, ' \
    "$build/tauflow-step" "$image" --device twin: --json
# Zeros of the samples before it stand in the core.
"$build/tauflow" image robots/pendulum5.urdf --effort 0 --interval 20 -o "$work/paced.tau" \
    >/dev/null
for device in twin: sim:; do
    ok "step_takes_the_predicted_cycles_though_samples_overlap_on_$device" \
        prints '^cycles +([0-9]+) \(\1 predicted, for a sample every 20\)$' \
        "$build/tauflow-step" "$work/paced.tau" --device $device
    ok "step_tells_the_pace_in_json_on_$device" \
        prints '"cycles": ([0-9]+), "cycles_predicted": \1, "interval": 20\}$' \
        "$build/tauflow-step" "$work/paced.tau" --device $device --json
done
ok step_counts_numbers \
    refused 2 'option --q has 2 numbers and the robot needs 6' \
    "$build/tauflow-step" "$image" --q '1 2'
ok step_names_a_missing_image refused 2 'nowhere.tau' "$build/tauflow-step" /nowhere.tau
ok step_names_a_bad_device refused 2 'is no address' "$build/tauflow-step" "$image" --device usb:
ok step_names_a_missing_device \
    refused 2 'cannot open /nowhere_user' "$build/tauflow-step" "$image" --device xdma:/nowhere
ok core_has_no_jitter \
    prints '"jitter_cycles": 0,' "$build/tauflow-bench" "$image" --steps 300 --json
# The page, with T for times and N for other figures that are measured; its long line is cut.
page() {
    "$build/tauflow-bench" "$work/paced.tau" --device twin: --steps 300 >"$work/page" || return 1
    sed -nE '1,/^$/p' "$work/page" |
        sed -E 's/[0-9]+\.[0-9]{2}/T/g; s/[0-9]+( ns| samples a second)/N\1/g' |
        sed 's/; /\n; /' | diff - <(
            cat <<'END'
robot             pendulum5 on twin:, 300 steps
round trip        T us least, T median, T 99 of 100, T most
of it library     N ns (sines, cosines, packets), transport N ns
jitter            N ns of the host, 0 cycles of the core
results           the same bits in steps and stream
cycles            86 a sample (86 predicted)
stream            N samples a second on 1 core
; program made for one every 20 cycles, 4 packets of zeros behind the last

END
        )
}
ok bench_prints_a_page page
# Bins of equal width from the least time on, the last one open; every step in one; the longest bar
# 50 long, the others to scale, of which a part counts as one.
histogram() {
    sed '1,/^$/d' "$work/page" >"$work/bins"
    awk -v least="$(sed -nE 's/^round trip +([0-9.]+) us.*/\1/p' "$work/page")" '
        { at[NR] = $1; n[NR] = $(NF - (/#$/ ? 1 : 0)); bar[NR] = /#$/ ? length($NF) : 0 }
        !/^ +[0-9]+\.[0-9][0-9] us [ +] +[0-9]+ #*$/ || (NR < 16) == /\+/ { bad = 1 }
        { steps += n[NR]; most = n[NR] > most ? n[NR] : most }
        END {
            for (k = 1; k <= NR; k++) {
                whole = int((n[k] * 50 + most - 1) / most)
                bad = bad || bar[k] != whole
                d = at[k] - least - (k - 1) * (at[NR] - least) / (NR - 1)
                bad = bad || d > 0.011 || d < -0.011
            }
            exit bad || NR != 16 || steps != 300 || n[1] == 0 || n[16] > 10
        }' "$work/bins" || { cat "$work/page"; return 1; }
}
ok bench_draws_a_histogram histogram
figures() {
    "$build/tauflow-bench" "$work/paced.tau" --device twin: --steps 300 --json >"$work/figures"
    cat "$work/figures"
    tr -d '{}",' <"$work/figures" | awk '
        { for (k = 1; k < NF; k += 2) v[$k] = $(k + 1) }
        END {
            inside = v["library_ns:"] + v["transport_ns:"]
            exit !(v["device:"] == "twin:" && v["steps:"] == 300 && v["cores:"] == 1 &&
                   0 < v["least_ns:"] && v["least_ns:"] <= v["median_ns:"] &&
                   v["median_ns:"] <= v["p99_ns:"] && v["p99_ns:"] <= v["most_ns:"] &&
                   v["jitter_ns:"] == v["most_ns:"] - v["least_ns:"] &&
                   0 < v["library_ns:"] && v["library_ns:"] < v["transport_ns:"] &&
                   v["least_ns:"] / 2 < inside && inside < v["most_ns:"] &&
                   v["samples_per_second:"] > 1e9 / v["most_ns:"] &&
                   v["samples_per_second:"] < 100e9 / v["least_ns:"] &&
                   v["cycles:"] == 86 && v["cycles_predicted:"] == 86 &&
                   v["jitter_cycles:"] == 0 && v["interval_predicted:"] == 20 && v["flush:"] == 4)
        }'
}
ok bench_figures_belong_together figures
ok bench_refuses_zero_steps refused 2 'bad value' "$build/tauflow-bench" "$image" --steps 0
# Every step in a bin, and every moment of cyclictest where that is installed; otherwise it says so.
jitter() {
    "$build/tauflow-bench" "$image" --device twin: --jitter --steps 200 --period 500 \
        >"$work/late" || return 1
    cat "$work/late"
    awk '/^cyclictest +[0-9]/ { beside = 1 } /^cyclictest +none: / { told = 1 }
        /^torques late by/ { least = $4; mean = $7; most = $9 }
        on { bins++; steps += $2; moments += $3
             bad = bad || $1 != (bins == 1 ? 0 : 2 ^ (bins - 2))
             if ($2 && $1 <= least) holds_least = 1 }
        /^ +from us +steps/ { on = 1 }
        END { exit bad || bins != 18 || steps != 200 || beside + told != 1 ||
                   (beside && moments != 200) || !holds_least || !(0 < least) ||
                   least + 0 > mean + 0 || mean + 0 > most + 0 }' "$work/late"
}
ok jitter_has_every_step_in_its_histogram jitter
ok jitter_tells_the_histogram_in_json \
    prints '"missed": [0-9]+, "late": \{"least_us": .*"bins": \[\[0' \
    "$build/tauflow-bench" "$image" --device twin: --jitter --steps 50 --period 500 --json
# Nothing is fast enough for a period of 1 us; every step is recovered from.
ok missed_steps_are_recovered_from prints '^missed +50 steps' \
    "$build/tauflow-bench" "$image" --device sim: --jitter --steps 50 --period 1
without_cyclictest() {
    (PATH=/nowhere && "$build/tauflow-bench" "$image" --device twin: --jitter --steps 20)
}
ok a_missing_cyclictest_is_told \
    prints '^cyclictest +none: cyclictest is not installed .Debian: rt-tests.$' without_cyclictest
ok bench_refuses_a_period_of_zero refused 2 "bad value '0' of option --period" \
    "$build/tauflow-bench" "$image" --period 0
ok bench_refuses_a_priority_of_100 refused 2 "bad value '100' of option --priority" \
    "$build/tauflow-bench" "$image" --priority 100
ring=twin:ring_2_2_0_3_4_0_8_4_32_64_512_512_512_64_64
same='^results +the same bits in steps and stream$'
ok bench_steps_and_streams_the_same_torques \
    prints "$same" "$build/tauflow-bench" "$image" --device twin: --steps 300
ok bench_does_so_with_forces_on_a_free_base \
    prints "$same" "$build/tauflow-bench" "$build/tests/ring.tau" --device $ring --steps 300
# A load and a gravity, built in and as numbers of the state: one program serves them all. Torques
# are some tens of N m in binary32, so 1e-3 N m is a hundred roundings.
load=3,0.05,0.2,-0.1,0.03,0.04,0.05,0.001,-0.002,0.003
loaded() { # IMAGE OPTIONS: torques of a state
    "$build/tauflow-step" "$@" --device twin: --q '0.1 -0.5 0.7 0.3 0.4 0.9' \
        --qd '1 -1 0.5 2 -0.7 0.3' --qdd '0.4 0.5 -2 1 2 -1' --json
}
one_program_serves_every_load() {
    "$build/tauflow" image robots/puma560.urdf --effort 0 --budget 5 --payload link6 \
        --gravity input -o "$work/open.tau" >/dev/null &&
        "$build/tauflow" image robots/puma560.urdf --effort 0 --budget 5 --payload link6=$load \
            --gravity 1 2 -9 -o "$work/closed.tau" >/dev/null &&
        loaded "$work/open.tau" --payloads "$load" --gravity '1 2 -9' >"$work/open.json" &&
        loaded "$work/closed.tau" >"$work/closed.json" && python3 -c '
import json, sys
a, b = (json.load(open(f))["tau"] for f in sys.argv[1:])
print(a, b)
assert len(a) == 6 and max(map(abs, a)) > 10
assert max(abs(x - y) for x, y in zip(a, b)) < 1e-3' "$work/open.json" "$work/closed.json"
}
ok one_program_serves_every_load one_program_serves_every_load
ok help_has_an_example prints 'tauflow-bench puma560.tau' "$build/tauflow-bench" --help
version=$(bash machine/version.sh)
for tool in tauflow-step tauflow-bench; do
    ok "help_of_${tool}_names_the_tool_alone" \
        prints "^usage: $tool FILE.tau \[options\]$" "$build/$tool" --help
    ok "help_of_${tool}_has_the_version_option" prints '^  --version ' "$build/$tool" --help
    ok "${tool}_tells_the_version" prints "^$tool $version$" "$build/$tool" --version
    ok "${tool}_names_its_own_help" refused 2 "see '$tool --help'" "$build/$tool" --nonsense
done
ok step_names_a_missing_address \
    refused 2 'an address is missing: sim:' "$build/tauflow-step" "$image" --device ''
track() {
    "$build/track" "$image" "$1" "$work/$1.csv" "$work/$1.svg" &&
        [ "$(wc -l <"$work/$1.csv")" -eq 3001 ] && grep -q polyline "$work/$1.svg"
}
# A name for each column, and a number for each name.
columns() {
    local names=t_s$(printf ',error%d_rad' {1..6})$(printf ',tau%d_nm' {1..6})
    [ "$(head -n 1 "$work/$1.csv")" = "$names" ] && awk -F, 'NF != 13 { exit 1 }' "$work/$1.csv"
}
# Axes: seconds under both panels, round numbers with zero at the side; curves lie between the ends.
ticks() {
    python3 - "$work/$1.svg" <<'PYTHON'
import sys, xml.dom.minidom
d = xml.dom.minidom.parse(sys.argv[1])
texts = [t for t in d.getElementsByTagName("text")]
words = [t.firstChild.data for t in texts]
assert words.count("0 s") == words.count("1.5 s") == words.count("3 s") == 2, words
side = [t for t in texts if t.getAttribute("text-anchor") == "end"]
scales = {}
for t in side:
    scales.setdefault(float(t.getAttribute("y")) > 300, []).append(
        (float(t.getAttribute("y")) - 4, float(t.firstChild.data)))
assert len(scales) == 2
for lower, marks in scales.items():
    assert len(marks) >= 5 and 0 in [v for _, v in marks]
    (y0, v0), (y1, v1) = marks[0], marks[-1]
    assert all(abs(y0 + (v - v0) / (v1 - v0) * (y1 - y0) - y) < 0.1 for y, v in marks)
    for line in d.getElementsByTagName("polyline"):
        ys = [float(p.split(",")[1]) for p in line.getAttribute("points").split()]
        if (ys[0] > 300) == lower:
            assert all(min(y0, y1) <= y <= max(y0, y1) for y in ys)
PYTHON
}
ok controller_tracks_on_the_simulated_core track sim:
ok controller_tracks_on_the_twin track twin:
ok its_table_names_its_columns columns twin:
ok its_picture_has_axes ticks twin:
. tests/cli/pictures.bash
ok its_picture_can_be_seen drawn_on_white "$work/twin:.svg"
ok controller_sees_the_same_torques_on_both cmp "$work/sim:.csv" "$work/twin:.csv"
finish
