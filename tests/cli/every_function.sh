#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every function is written of a robot that has what it needs, at one go: with sanitizers (make
# san-quick) nothing is read or written that is not there.
. tests/cli/tap.bash
written() { # FUNCTION ROBOT OPTIONS...
    "$tauflow" info "$2" --function "$1" --effort 0 "${@:3}" >"$work/said" 2>&1 ||
        { cat "$work/said"; return 1; }
    grep -q . "$work/said"
}
for function in $(sed -nE 's/^FUNCTION\([A-Z_]+, "([a-z-]+)".*/\1/p' machine/functions.def); do
    robot=robots/pendulum5.urdf options=()
    case $function in
    sensitivities) options=(--function id --derive-by q,qd) ;;
    closed-sensitivities)
        robot=robots/loops/planar4.urdf options=(--function closed-id --derive-by q,qd)
        ;;
    closed-* | closure | augmented) robot=robots/loops/planar4.urdf ;;
    base-parameters) options=(--parameters all) ;;
    elements) options=(--element "link name=tie a=bar1 b=bar5 law=user") ;;
    esac
    ok "${function}_is_written" written "$function" "$robot" "${options[@]}"
done
[ $tests -gt 20 ] || ok all_functions_were_found false
finish
