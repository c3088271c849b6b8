# SPDX-License-Identifier: MIT
# Names of cores: the command and the small program, which scripts take, say the same of each; what
# tests/golden/shapes.txt has was read by a parser of its own, in shell, before there were these.
. tests/cli/tap.bash
build=$PWD/${BUILD:-build}
default_core=$(sed -n 's/^DEFAULT_CORE := //p' "$build/gen/tauflow_shape.mk")

alike() { # WORD PARAMETER=VALUE...: by both
    local word=$1
    printf '%s\n' "${@:2}" >"$work/wanted"
    "$build/shape" "$word" | diff "$work/wanted" - &&
        "$tauflow" shape "$word" --parameters | diff "$work/wanted" -
}
known=0
while read -r -a row; do
    known=$((known + 1))
    ok "${row[0]} has the parameters that it had" alike "${row[@]}"
done <tests/golden/shapes.txt
ok there_are_shapes [ $known -ge 18 ]
of_size() { # SIZE NAME: mean one core
    diff <("$tauflow" shape "$1") <("$tauflow" shape "$2") &&
        diff <("$build/shape" "$1") <("$build/shape" "$2")
}
ok the_default_size_is_the_core_that_ships of_size default "$default_core"
ok a_size_is_the_same_core_with_other_depths of_size large \
    "$(sed -n 's/^\(crossbar_4_2_0_3_4_0_8_4_256_[0-9_]*\) .*/\1/p' tests/golden/shapes.txt)"
of_verilog() { # every number has its parameter there, in this order
    "$build/shape" "$default_core" | sed 's/=.*//' >"$work/told"
    sed -nE 's/.*parameter ([A-Z_]+) = .*/\1/p' "$build/gen/tauflow_shape.vh" |
        head -n "$(wc -l <"$work/told")" | diff "$work/told" -
}
ok parameters_are_those_of_the_verilog of_verilog

# What is told without --parameters goes into options.
line() { # WORD OF: what the command says after it
    "$tauflow" shape "$2" | sed -n "s/^$1  *//p"
}
machine_fits() { # the machine of a core has programs for that core
    local core=ring_2_8x4_0_4_5_1_8_4_32_64_512_512_512_64_64
    "$tauflow" run robots/pendulum5.urdf --effort 0 --budget 1 --steps 1 --engine twin --json \
        --machine "$(line machine $core)" --core "$(line shape $core)" >"$work/run" &&
        grep -qF "\"core\": \"$(line shape $core)\"" "$work/run"
}
ok its_lines_are_options_of_others machine_fits
ok parts_are_counted prints '^parts +8 units, 17 receivers, 10 sources$' "$tauflow" shape default
ok a_circuit_has_no_machine eval \
    '[ -z "$(line machine "$(sed -n "s/ .*CIRCUIT=.*//p" tests/golden/shapes.txt)")" ]'

# Each by both, on one line.
bad() { # NAME PATTERN
    ok "command: $1 is refused" refused 2 "^tauflow: error: $2" "$tauflow" shape "$1"
    ok "program: $1 is refused" refused 2 "^shape: $2" "$build/shape" "$1"
}
no_core="names no core: [a-z|]+ and [0-9]+ numbers expected"
for name in mesh enormous '' "${default_core%_*}" "${default_core}_7" "${default_core}_trace" \
    "${default_core/crossbar/mesh}" "${default_core/_2_/_2x3x4_}" "${default_core/_2_/_2x_}" \
    "${default_core/_32_64_/_32_six_}" "${default_core}_div" "${default_core}_div1_div1" \
    "${default_core}_div-latency9_div1" "${default_core} " "crossbar" "crossbar_99999999999_1"; do
    bad "$name" "'$name' $no_core"
done
bad "${default_core/_4_/_17_}" ".*: 17 modules, 1\.\.16 expected"
bad "${default_core/_2_/_9_}" ".*: 9 input lanes, 1\.\.8 expected"
bad "${default_core}_fixed15" ".*: 15 bits of fixed point, 0 or 16\.\.32 expected"
bad "${default_core}_div1" ".*: 1 dividers with a latency of 0"
ok one_word_is_enough refused 2 'SIZE\|NAME' "$tauflow" shape
ok two_are_too_many refused 2 . "$tauflow" shape default large
ok the_program_takes_one_too refused 2 'usage: shape WORD' "$build/shape" default large
finish
