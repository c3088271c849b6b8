# SPDX-License-Identifier: MIT
# Every kind of unit and of number on Verilated cores: predicted and measured cycles, equal words.
# Inverse and forward dynamics of the robots given, one sample at a time and samples that overlap,
# on a crossbar and on a ring, in binary32, with sines of the core, and inverse dynamics in fixed
# point. Cores are built as robots need them: the first run takes an hour and more; WAYS chooses
# (functions, trig, fixed:WIDTH), NETWORKS and ENGINE (rtl, twin), too.
#   measure/bench/kinds.sh BUILD ROBOT...
# Fails when cycles or words differ, or when a case cannot be run; a robot that one way cannot take
# by its nature (a range too wide for fixed point) is a failure, too, and its message is shown.
set -u
build=$1
shift
ways=${WAYS:-id fd trig fixed:24}
options() { # WAY
    case $1 in
    trig) echo "--trig core" ;;
    fixed:*) echo "--numbers $1 --mul-latency 2 --add-latency 1" ;;
    *) echo "--function $1" ;;
    esac
}
bad=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
judge() { # ROBOT WAY KIND LINE OPTIONS
    local robot=$1 way=$2 kind=$3 line=$4 figures
    shift 4
    if "$build/tauflow" run "$robot" --engine "${ENGINE:-rtl}" --effort 0 --budget 20 --steps 20 \
        $(options "$way") "$@" >"$log" 2>&1 &&
        figures=$(awk -v line="$line" '
            $1 == line && $2 == "predicted" { predicted = $3 }
            $1 == line && $2 == "measured" { measured = $3 }
            $1 == "mismatches" { wrong = $2 }
            END { print predicted, measured, wrong
                  exit predicted == "" || predicted != measured || wrong != "0" }' "$log"); then
        printf '%-14s %-14s %-16s %10s %10s %6s\n' "$(basename "$robot" .urdf)" "$way" "$kind" \
            $figures
    else
        printf '%-14s %-14s %-16s FAILED: %s\n' "$(basename "$robot" .urdf)" "$way" "$kind" \
            "$(tail -1 "$log")"
        bad=$((bad + 1))
    fi
}
printf '%-14s %-14s %-16s %10s %10s %6s\n' robot way run predicted measured differ
for robot in "$@"; do
    for way in $ways; do
        for network in ${NETWORKS:-crossbar ring}; do
            judge "$robot" "$way" "$network" cycles --network $network
            judge "$robot" "$way" "$network, stream" interval --network $network \
                --optimise throughput --stream 200
        done
    done
done
[ $bad = 0 ] || { echo "$bad cases differ or do not run"; exit 1; }
