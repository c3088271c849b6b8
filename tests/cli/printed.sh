#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the commands print, line by line, as tests/golden/printed has it: a line that is lost or says
# something else is seen. Speeds are left out. A change that means to change them writes them anew,
# and its diff shows what people will read:
#     GOLDEN=new bash tests/cli/printed.sh
. tests/cli/tap.bash
root=$PWD
golden=$root/tests/golden/printed
step=$PWD/${BUILD:-build}/tauflow-step
cp tests/fuzz/corpus/* robots/pendulum5.urdf "$work"
cd "$work" || exit 1

without_speed() { # what differs from run to run, and the version, which has one source
    sed -E 's/^(speed +).*/\1-/; s/("cycles_per_second": )[^,}]*/\1-/'
}
printed() { # NAME COMMAND...
    local name=$1
    shift
    "$@" >"$name.out" 2>"$name.err" || { cat "$name.err"; return 1; }
    cat "$name.out" "$name.err" | without_speed >"$name.txt"
    [ "${GOLDEN:-}" != new ] || { mkdir -p "$golden" && cp "$name.txt" "$golden"; }
    diff "$golden/$name.txt" "$name.txt"
}
says() { # NAME COMMAND...
    local name=$1
    ok "${name}_prints_what_it_did" printed "$@"
}
pendulum=(pendulum5.urdf --effort 0)
arm=(arm.urdf --effort 0 --base floating --force tool)

says info "$tauflow" info "${pendulum[@]}"
says info_of_a_floating_arm "$tauflow" info "${arm[@]}"
says info_json "$tauflow" info "${arm[@]}" --json
says info_passes "$tauflow" info "${arm[@]}" --passes
says info_ops "$tauflow" info small.ops
says info_fixed "$tauflow" info "${pendulum[@]}" --numbers fixed:24 --states 100
says info_fixed_json "$tauflow" info small.ops --numbers fixed:16 --states 100 --json
says compile_fixed "$tauflow" compile "${pendulum[@]}" --numbers fixed:18 -o fixed
says compile_circuit "$tauflow" compile "${pendulum[@]}" --numbers fixed:18 --circuit -o circuit
says compile "$tauflow" compile "${arm[@]}" -o arm
says schedule "$tauflow" schedule "${pendulum[@]}" --budget 5 -o p.sched
says schedule_json "$tauflow" schedule "${pendulum[@]}" --budget 5 --network ring --json
says schedule_stream "$tauflow" schedule small.ops --modules 1 --optimise throughput -o s.sched
says check "$tauflow" check p.sched
says check_stream "$tauflow" check s.sched
says run "$tauflow" run "${pendulum[@]}" --budget 5 --steps 3 --engine twin
says run_json "$tauflow" run "${pendulum[@]}" --budget 5 --steps 3 --engine twin --json
says run_stream "$tauflow" run "${pendulum[@]}" --optimise throughput --modules 2 --stream 50 \
    --engine twin
says run_stream_json "$tauflow" run "${pendulum[@]}" --optimise throughput --modules 2 \
    --stream 50 --engine twin --json
says explore "$tauflow" explore small.ops
says explore_json "$tauflow" explore small.ops --json
says image "$tauflow" image "${arm[@]}" --budget 5 -o arm.tau
says image_stream "$tauflow" image "${pendulum[@]}" --modules 2 --optimise throughput -o p.tau
says dump "$tauflow" dump arm.tau
says dump_stream "$tauflow" dump p.tau
says step "$step" p.tau --device twin: --q '1 2 3 4 5' --qd '0.5 0 0 0 -1' --qdd '0 0 2 0 0'
says step_json "$step" p.tau --device twin: --q '1 2 3 4 5' --json
# Help of all: its commands are rows of a table, and so are told by the table.
without_commands() { "$@" | sed '/^commands:/,/^$/{/^ /d;}'; }
says help without_commands "$tauflow" --help
commands() {
    sed -nE 's/^COMMAND\(([A-Z]+)\)$/\1/p' "$root/scheduler/commands/commands.def" |
        tr A-Z a-z >table
    "$tauflow" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | diff table -
}
ok help_lists_the_commands_of_the_table commands
# Commands whose help has a golden text, short or of all sections; an empty file makes a new one.
for text in "$golden"/help_*.txt; do
    text=$(basename "$text" .txt)
    case $text in
    *_all) command=${text%_all} && says "$text" "$tauflow" "${command#help_}" --help all ;;
    *) says "$text" "$tauflow" "${text#help_}" --help ;;
    esac
done
finish
