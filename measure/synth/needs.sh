#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What programs need of a core, and the size that holds them (machine/shape.def):
#   measure/synth/needs.sh ROBOT [OPTION ...]     options of `tauflow run`: --function fd, --base
# floating
#   measure/synth/needs.sh                        id of every shipped and shared robot
# prints robot,options,cycles and what the program needs, then the size.
set -eu
. measure/synth/tools.sh
mkdir -p "$cache"
needs="slots,constants,receptions,issues,lane_words,output_words"

needs_of() { # ROBOT OPTION ...
    local robot=$1 figures
    shift
    "$build/tauflow" run "$robot" "$@" --engine twin --steps 1 --json >"$cache/run.json" \
        2>"$cache/run.err" || { grep error "$cache/run.err" >&2; return 1; }
    "$build/tauflow" image "$robot" "$@" -o "$cache/needs.tau" >"$cache/needs.said" 2>&1
    # shellcheck disable=SC2086
    figures=$($measured said "$cache/run.json" cycles_measured ${needs//,/ }) || return 1
    echo "$(basename "$robot" .urdf),$*,$figures,$(sed -nE 's/^core +([^ ]+).*/\1/p' \
        "$cache/needs.said")"
}

echo "robot,options,cycles,$needs,size"
if [ $# -gt 0 ]; then
    needs_of "$@"
    exit
fi
for robot in robots/*.urdf ../shared/robots/*.urdf; do
    [ -f "$robot" ] || continue
    needs_of "$robot"
    case $robot in *hyq* | */a1.* | *solo*) needs_of "$robot" --base floating ;; esac
done
