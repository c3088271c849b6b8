#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One machine for all commands; cores that are found, built or named from any folder.
. tests/cli/tap.bash
build=$PWD/${BUILD:-build}
robots=$PWD/robots
quick="--effort 0 --budget 5"
line='crossbar, 4 modules, 2 input lanes, words forwarded, latencies 3 and 4'

# machine_and_cycles COMMAND...: "the machine: the cycles", as the command prints them
machine_and_cycles() {
    "$tauflow" "$@" $quick 2>"$work/said" |
        sed -nE -e 's/^machine +(.*)$/\1: /p' \
            -e 's/^(cycles|cycles predicted|HLS schedule) +([0-9]+).*/\2/p' | tr -d '\n'
}
all_commands() { # OPTIONS...
    local wanted got
    wanted=$(machine_and_cycles schedule robots/puma.urdf "$@")
    echo "$wanted"
    [[ $wanted == *": "[1-9]* ]] || return 1
    for got in "$(machine_and_cycles run robots/puma.urdf --engine twin "$@")" \
        "$(machine_and_cycles image robots/puma.urdf -o "$work/a.tau" "$@")" \
        "$(machine_and_cycles compile robots/puma.urdf --hls -o "$work/hls" "$@")"; do
        echo "$got"
        [ "$got" = "$wanted" ] || return 1
    done
}
default_machine() { all_commands &&
    [[ $(machine_and_cycles schedule robots/puma.urdf) == "$line: "* ]]; }
ok all_commands_mean_the_same_machine default_machine
for options in "--modules 2" "--network ring --modules 2 --transfer 1" \
    "--mul-latency 4 --add-latency 5 --lanes 1" "--machine default --modules 3"; do
    ok "all_commands_mean_the_same_machine with $options" all_commands $options
done
same_json() {
    "$tauflow" schedule robots/puma.urdf $quick --json >"$work/schedule.json" &&
        "$tauflow" run robots/puma.urdf --engine twin $quick --json >"$work/run.json" &&
        "$tauflow" explore robots/puma.urdf $quick --most-mul 4 --most-add 4 \
            --json >"$work/explore.json" &&
        python3 - "$work" <<'PY'
import json, sys
s, r, e = (json.load(open(f"{sys.argv[1]}/{n}.json")) for n in ("schedule", "run", "explore"))
assert s["machine"] == r["machine"], (s["machine"], r["machine"])
assert s["cycles"] == r["cycles_predicted"] == r["cycles_measured"]
swept = {k: v for k, v in e["machine"].items() if k not in ("mul", "add", "modules")}
assert swept == {k: v for k, v in s["machine"].items() if k in swept}, swept
four = [p["cycles"] for p in e["points"] if (p["mul_units"], p["add_units"]) == (4, 4)]
assert four == [s["cycles"]], four
PY
}
ok json_tells_the_same_machine_and_cycles same_json
ok explore_prints_the_machine_it_sweeps prints "^machine +${line/4 modules, /}, units as below\$" \
    "$tauflow" explore robots/pendulum5.urdf --effort 0 --scheduler thesis
ok document_tells_the_default_machine grep -q "^    $line\$" docs/machine.md
ok thesis_is_the_ideal_machine_of_one_cycle prints \
    '^machine +ideal, 3 multipliers, 2 adders, inputs in place, latencies 1 and 1$' \
    "$tauflow" schedule robots/puma.urdf $quick --machine thesis --mul 3 --add 2
checked() {
    "$tauflow" schedule robots/puma.urdf $quick -o "$work/a.sched" &&
        prints "^machine: $line\$" "$tauflow" check "$work/a.sched"
}
ok check_tells_the_machine_of_a_schedule checked
ok help_tells_the_default_machine prints '--mul-latency CYCLES .*\(default: 3' \
    "$tauflow" run --help machine

# Everything from here on in another folder.
cd "$work" || exit 1
rtl() { # the core that the Makefile builds for tests: nothing is to be built
    "$tauflow" run "$robots/puma.urdf" $quick --modules 2 --engine rtl >rtl.txt 2>rtl.err &&
        cat rtl.txt rtl.err &&
        grep -qx 'engine            rtl' rtl.txt && [ ! -s rtl.err ]
}
ok verilated_core_is_found_from_another_folder rtl
plain() { "$tauflow" run "$robots/puma.urdf" $quick --modules 2 >plain.txt &&
    grep -qx 'engine            rtl' plain.txt; }
ok plain_run_uses_the_verilated_core plain
step_elsewhere() {
    prints '^core +default \(crossbar_4_2_0_3_4_' \
        "$tauflow" image "$robots/puma.urdf" $quick -o puma.tau &&
        prints '^cycles +([0-9]+) \(\1 predicted\)$' \
            "$build/tauflow-step" puma.tau --device sim:
}
ok simulated_core_is_found_from_another_folder step_elsewhere

# A machine without Verilator: a false PATH with the tools that the script itself needs.
mkdir no_tools
without() { PATH=$work/no_tools "$@"; }
elsewhere="$robots/pendulum5.urdf $quick --modules 3 --cores $work/none"
said='verilator is not on the PATH: install the Debian package verilator'
ok missing_verilator_is_told_with_its_package refused 2 \
    "core crossbar_3_.* is not built yet, and $said" without "$tauflow" run $elsewhere --engine rtl
twin_instead() {
    without "$tauflow" run $elsewhere >twin.txt 2>twin.err && cat twin.txt twin.err &&
        grep -qx 'engine            twin' twin.txt &&
        grep -q "note: run on the software twin: $said" twin.err
}
ok plain_run_without_verilator_uses_the_twin_and_says_why twin_instead

# Larger robots: car54 exceeds the slots and constants of the default core.
ok larger_robot_gets_a_core_of_the_next_size prints '^core +large \(crossbar_4_2_0_3_4_' \
    "$tauflow" image "$robots/car54.urdf" --effort 0 --budget 1 -o car54.tau
ok larger_robot_runs_without_a_parameter prints '^cycles +([0-9]+) \(\1 predicted\)$' \
    "$build/tauflow-step" car54.tau --device twin:

# Building: a false Verilator and compiler, which leave marks; two processes at once build one core.
mkdir bin
cat >bin/verilator <<'TOOL'
#!/usr/bin/env bash
[ "$1" = --getenv ] && { echo /none; exit; }
echo verilator >>"$MARKS"
while [ "$1" != --Mdir ]; do shift; done
sleep 0.3
mkdir -p "$2" && touch "$2/Vcore.cpp" "$2/Vcore__Slow.cpp"
TOOL
cat >bin/g++ <<'TOOL'
#!/usr/bin/env bash
while [ "$1" != -o ]; do shift; done
touch "$2"
TOOL
chmod +x bin/verilator bin/g++
export MARKS=$work/marks
core=crossbar_4_2_0_3_4_0_8_4_32_64_512_512_512_64_64
make_core() { PATH=$work/bin:$PATH bash "$build/../sim/core.sh" $core "$work/cores/$core" \
    "$build/gen" "$("$build/shape" $core)"; }
once() {
    make_core >one.log 2>&1 &
    make_core >two.log 2>&1
    wait $! && cat one.log two.log && [ -f "cores/$core/core.so" ] && [ "$(wc -l <"$MARKS")" -eq 1 ]
}
ok two_processes_build_a_core_once once
again() { make_core >three.log && [ "$(wc -l <"$MARKS")" -eq 1 ] &&
    touch -d '1 Jan 2000' "cores/$core/core.so" &&
    make_core && [ "$(wc -l <"$MARKS")" -eq 2 ]; }
ok core_is_built_again_only_when_the_rtl_is_newer again
into="--engine rtl --cores $work/cores"
progress() {
    rm -rf cores
    PATH=$work/bin:$PATH script -qec "$tauflow run $robots/puma.urdf $quick $into" typescript
    tr '\r' '\n' <typescript | grep 'building core .*, once: 2 of 2'
}
ok building_shows_its_progress_on_a_terminal progress
broken() {
    rm -rf cores
    printf '#!/bin/sh\necho "%%Error: no such thing" >&2\nexit 1\n' >bin/verilator
    PATH=$work/bin:$PATH "$tauflow" run "$robots/puma.urdf" $quick $into 2>broken.err
    [ $? -eq 1 ] && cat broken.err &&
        grep -q "^tauflow: error: cannot build core $core: %Error: no such thing\$" broken.err
}
ok a_build_that_fails_tells_why broken
ok unknown_core_is_refused_with_the_sizes refused 2 \
    "'big' is no core: a size \(default, large, huge\), an image \(.tau\) or a whole name" \
    "$tauflow" core big
ok default_core_is_told_by_its_path prints "^$build/sim/cores/$core/core.so\$" "$tauflow" core
ok core_of_an_image_is_told_by_its_path prints "^$build/sim/cores/$core/core.so\$" \
    "$tauflow" core puma.tau
finish
