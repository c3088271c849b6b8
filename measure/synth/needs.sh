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
    local robot=$1
    shift
    "$build/tauflow" run "$robot" "$@" --engine twin --steps 1 --json >"$cache/run.json" \
        2>"$cache/run.err" || { grep error "$cache/run.err" >&2; return 1; }
    "$build/tauflow" image "$robot" "$@" -o "$cache/needs.tau" >"$cache/needs.said" 2>&1
    awk -v robot="$(basename "$robot" .urdf)" -v options="$*" -v needs="$needs" '
        function number(name,  text) {
            text = $0
            if (!sub(".*[\" ]" name "\"?[=:] *", "", text)) exit 1
            return text + 0
        }
        FNR == NR {
            line = robot "," options "," number("cycles_measured")
            count = split(needs, name, ",")
            for (i = 1; i <= count; i++)
                line = line "," number(name[i])
            next
        }
        $1 == "core" { size = $2 }
        END { print line "," size }' "$cache/run.json" "$cache/needs.said"
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
