# SPDX-License-Identifier: MIT
# info and compile on a shipped robot: files, determinism, failures while writing.
. tests/cli/tap.bash
robot=robots/puma.urdf

ok "compile writes five files" \
    prints 'critical path' "$tauflow" compile $robot -o "$work/a/b/" --effort 0
five() { [ "$(cd "$work/a/b" && echo *)" = "puma.c puma.cert puma.eqn puma.h puma.ops" ]; }
ok "and nothing else" five
again() {
    "$tauflow" compile $robot -o "$work/again" --effort 0 &&
        diff -r -x '*.cert' "$work/a/b" "$work/again"
}
ok "two runs are byte-identical, but for seconds in the certificate" again
ops_agree() { # the counts; a .ops file no longer knows masses
    "$tauflow" info $robot --json --effort 0 | sed 's/, "mass_kg".*/}/' >"$work/urdf" &&
        "$tauflow" info "$work/a/b/puma.ops" --json | diff "$work/urdf" -
}
ok "the .ops file has the counts of the robot" ops_agree
keys() {
    "$tauflow" info $robot --json --effort 0 | python3 -c '
import json, sys
print(" ".join(json.load(sys.stdin)))' >"$work/keys"
    echo robot joints inputs outputs mul add div sqrt atan2 trig critical_path input_words \
        output_words mass_kg merged_links joint_list notes warnings | diff "$work/keys" -
}
ok "json has exactly its keys" keys
ok "C compiles alone" \
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -c -o "$work/puma.o" "$work/a/b/puma.c"
ok "passes are a table" \
    prints '^pass +mul +add +total +saving$' "$tauflow" info $robot --passes --effort 0
ok "a floating base puts out its wrench" \
    prints '^outputs +12$' "$tauflow" info $robot --base floating --effort 0
ok "--real float leaves double out" \
    "$tauflow" compile $robot -o "$work/f" --real float --name arm --effort 0
no_double() { [ -s "$work/f/arm.c" ] && ! grep -q double "$work/f/arm.c"; }
ok "and --name names the files" no_double

# C is of the equations that are fastest on a CPU: of those that divide, others than the fewest.
path_of() { sed -nE 's/^critical path +([0-9]+).*/\1/p' "$1"; }
divided_has_a_shorter_path() {
    for function in id fd; do
        for goal in auto ops; do
            "$tauflow" compile robots/pendulum5.urdf --function $function --optimise $goal \
                --effort 1 --real double -o "$work/$function$goal" >"$work/$function$goal.said" ||
                return 1
        done
    done
    diff -r -x '*.cert' "$work/idauto" "$work/idops" &&
        [ "$(path_of "$work/fdauto.said")" -lt "$(path_of "$work/fdops.said")" ]
}
ok "where something is divided C has a shorter path, elsewhere the fewest operations" \
    divided_has_a_shorter_path

several="id,mass,gravity"
ok "several functions come in one header" \
    "$tauflow" compile $robot -o "$work/many" --function $several --effort 0
one_header() {
    [ "$(cd "$work/many" && echo *.c *.h)" = "puma.c puma.h" ] &&
        for name in torque batch words words_batch mass_matrix mass_matrix_batch \
            mass_matrix_words gravity_words_batch sincos; do
            [ "$(grep -cE "[a-z] puma_${name}_f64\(" "$work/many/puma.h")" = 1 ] || return 1
        done
}
ok "each of its functions is declared once" one_header
counted_apart() {
    grep -q '^#define PUMA_MULTIPLICATIONS ' "$work/many/puma.h" &&
        grep -q '^#define PUMA_MASS_MATRIX_MULTIPLICATIONS ' "$work/many/puma.h" &&
        [ "$(grep -c '^#define PUMA_JOINTS ' "$work/many/puma.h")" = 1 ]
}
ok "operations are counted per function, joints once" counted_apart
ops_of_each() { # a function's operations do not depend on its company
    diff "$work/many/puma.id.ops" "$work/a/b/puma.ops" &&
        "$tauflow" compile $robot -o "$work/mass" --function mass --effort 0 &&
        diff "$work/many/puma.mass.ops" "$work/mass/puma.ops" &&
        [ -s "$work/many/puma.gravity.eqn" ]
}
ok "each function has the operations that it has alone" ops_of_each
ok "an unknown function of a list is refused by its name" \
    refused 2 "error: unknown function 'lift' \(known: id, " \
    "$tauflow" compile $robot -o "$work/new" --function id,lift
ok "so is one that is named twice" \
    refused 2 "error: --function names 'id' twice" \
    "$tauflow" compile $robot -o "$work/new" --function id,mass,id
ok "other commands take one function" \
    refused 2 "error: unknown function 'id,mass'" "$tauflow" info $robot --function id,mass
ok "and so does HLS C" \
    refused 2 "error: HLS C has one function, and --function names 2" \
    "$tauflow" compile $robot -o "$work/new" --function id,mass --hls

: >"$work/file"
ok "a file is no folder" \
    refused 2 "'$work/file' is not a folder" "$tauflow" compile $robot -o "$work/file" --effort 0
ok "nor is what would lie in it" \
    refused 2 "'$work/file' is not a folder" "$tauflow" compile $robot -o "$work/file/x" --effort 0
mkdir "$work/taken" "$work/taken/puma.c"
blocked() {
    refused 2 "puma.c: error: cannot write" \
        "$tauflow" compile $robot -o "$work/taken" --effort 0 && [ "$(ls "$work/taken")" = puma.c ]
}
ok "one file that cannot be written stops all" blocked
# A limit on file sizes stands for a full disk; the shell's own limit counts blocks of 1024 bytes.
full() {
    (
        ulimit -f 8
        trap '' XFSZ
        refused 1 "error: cannot write: " "$tauflow" compile $robot -o "$work/full" --effort 0
    ) && [ ! -e "$work/full" ]
}
ok "a full disk leaves nothing behind" full

finish
