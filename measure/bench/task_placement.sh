#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash measure/bench/task_placement.sh BUILD: cycles of one sample on rings of four and eight
# modules, where the scheduler begins on its own and where it begins with a task on each module
# (docs/tasks.md).
set -u
build=$1
out=$build/bench/task_placement
mkdir -p "$out"
bash robots/loops/ba2000.sh >"$out/ba2000.urdf" || exit 1
cycles() { # ROBOT FUNCTION MODULES [MORE]
    "$build/tauflow" schedule "$1" --function "$2" --effort 0 --network ring --modules "$3" \
        "${@:4}" 2>/dev/null | awk '$1 == "cycles" { print $2; found = 1 } END { exit !found }'
}
printf '%-8s %-10s %8s %8s %8s\n' robot function modules own tasks
for row in robots/bogie.urdf:id robots/car54.urdf:id "$out/ba2000.urdf:closed-fd" \
    robots/car54.urdf:closed-fd; do
    robot=${row%:*} function=${row##*:}
    for modules in 4 8; do
        own=$(cycles "$robot" "$function" $modules --place own) || exit 1
        tasks=$(cycles "$robot" "$function" $modules --place tasks) || exit 1
        printf '%-8s %-10s %8d %8d %8d\n' "$(basename "$robot" .urdf)" "$function" $modules \
            "$own" "$tasks"
    done
done
