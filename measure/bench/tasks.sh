#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash measure/bench/tasks.sh BUILD [ROW...]: models on one processor and on several ranks of Open
# MPI, per evaluation: one rank alone, all by shared memory, by messages, with whole samples spread
# over them, and each rank with evaluations of its own, which is the most that this computer can
# gain. The fastest of many short runs counts, and each ratio is of runs that took turns. A ROW is
# ROBOT:FUNCTION:RANKS. Then what words cost, and the evaluations of the source's manoeuvre.
# Fails where a bit differs; tells how busy other programs keep the processors, before every row.
set -u
build=$1
shift
out=$build/bench/tasks
mkdir -p "$out"
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    echo "bench-tasks: skipped: Open MPI is not installed (make deps-bench)"
    exit 0
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
SPLIT=${SPLIT-"--word-weight 2"} # words cost as much as transfers where processors share memory
EVALUATIONS=${EVALUATIONS-10} REPEATS=${REPEATS-500} WHOLE=${WHOLE-80000}
SAMPLES=${SAMPLES-100}           # that are spread at once
[ $# -gt 0 ] || set -- car54:closed-fd:2 ba2000:closed-fd:2 bogie:id:2 ngon5:augmented:2 \
    ngon9:augmented:2 ngon15:augmented:2 ngon25:augmented:2 ngon51:augmented:2 \
    ngon101:augmented:2 ngon151:augmented:2 ngon201:augmented:2 ngon251:augmented:2

describe() { # ROBOT: its URDF
    case $1 in
    ngon*) bash robots/loops/ngon.sh "${1#ngon}" >"$out/$1.urdf" && echo "$out/$1.urdf" ;;
    ba2000) bash robots/loops/ba2000.sh >"$out/$1.urdf" && echo "$out/$1.urdf" ;;
    *) echo "robots/$1.urdf" ;;
    esac
}
told() { # WORD FILE
    awk -v word="$1" '$1 == word { print $2 }' "$2"
}
busy() { # processors that are busy, over half a second in which nothing of this runs
    local before after
    read -r _ before </proc/stat
    sleep 0.5
    read -r _ after </proc/stat
    awk -v b="$before" -v a="$after" -v n="$(nproc)" 'BEGIN {
        split(b, was); split(a, is)
        for (i = 1; i <= 8; i++) { d = is[i] - was[i]; all += d; if (i != 4 && i != 5) used += d }
        printf "%.2f\n", all ? n * used / all : 0 }'
}
measure() { # FOLDER RANKS WAY EVALUATIONS REPEATS: into FOLDER/WAY
    local place=--oversubscribe # more ranks than processors: no figures, but bits
    [ "$2" -gt "$(nproc)" ] || place='--bind-to core'
    # shellcheck disable=SC2086 # several options
    mpirun $place -n "$2" "$1/run" --spread "$3" "$4" 60 "$5" >"$1/$3" </dev/null ||
        { cat "$1/$3"; echo "bench-tasks: $1 fails by $3"; exit 1; }
}
make_row() { # FOLDER ROBOT FUNCTION RANKS
    # shellcheck disable=SC2086 # several options
    "$build/tauflow" tasks "$(describe "$2")" --function "$3" --ranks "$4" \
        --effort 0 --real double --name model $SPLIT -o "$1" >"$1/said" || exit 1
    cmp -s "$1/model_tasks.c" "$1/built.c" && return # compiling takes longest
    (cd "$1" && mpicc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -ffp-contract=off \
        -DMODEL_VECTOR_BYTES=0 -DMODEL_TASKS_MAIN model_tasks.c -o run -lm) || exit 1
    cp "$1/model_tasks.c" "$1/built.c"
}
# Everything is made before anything is measured.
for row in "$@"; do
    IFS=: read -r robot function ranks <<<"$row"
    mkdir -p "$out/$robot-$function-$ranks"
    make_row "$out/$robot-$function-$ranks" "$robot" "$function" "$ranks"
done
echo "computer  $(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) processors"
echo "others    processors that other programs keep busy; times in microseconds"
printf '%-9s %-10s %5s %10s %8s %9s %5s %6s %7s %7s %7s %8s %7s %7s %7s\n' robot function ranks \
    operations expected transfers words others alone tasks gain messages samples gain 'at most'
most=0
look_around() { # others: now; most: of all times until now
    others=$(busy)
    most=$(printf '%s\n' "$most" "$others" | sort -g | tail -1)
}
for row in "$@"; do
    IFS=: read -r robot function ranks <<<"$row"
    folder=$out/$robot-$function-$ranks
    look_around
    for way in tasks messages apart; do
        measure "$folder" "$ranks" $way "$EVALUATIONS" "$REPEATS"
    done
    measure "$folder" "$ranks" samples "$SAMPLES" $((REPEATS / 4 + 1))
    awk -v robot="$robot" -v function_name="$function" -v ranks="$ranks" -v others="$others" \
        -v alone="$(told alone "$folder/tasks")" -v tasks="$(told together "$folder/tasks")" \
        -v gain="$(told speed-up "$folder/tasks")" -v ceiling="$(told speed-up "$folder/apart")" \
        -v messages="$(told together "$folder/messages")" \
        -v samples="$(told together "$folder/samples")" \
        -v spread="$(told speed-up "$folder/samples")" '
        $1 == "operations" { operations = $2 }
        / \*  / { expected = $(NF - 5); sent = $(NF - 1) }
        /^task / { listed = 1 }
        listed && NF >= 7 && $1 ~ /^[0-9]+$/ { words += $6 }
        END { printf "%-9s %-10s %5d %10d %8s %9s %5d %6s %7.2f %7.2f %7.2f %8.2f %7.2f %7.2f " \
              "%7.2f\n", robot, function_name, ranks, operations, expected, sent, words, others,
              alone, tasks, gain, messages, samples, spread, ceiling }' "$folder/said"
done
IFS=: read -r robot function ranks <<<"$1"
first=$out/$robot-$function-$ranks
measure "$first" "$ranks" cost 1000 100
cat "$first/cost"
# Of the first row, one after another without a choice: the evaluations of the source's manoeuvre.
for way in tasks messages samples; do
    look_around
    measure "$first" "$ranks" $way "$WHOLE" 1
    awk -v way=$way -v n="$WHOLE" -v others="$others" '
        /^alone/ { a = $2 } /^together/ { t = $2 }
        END { printf "%d evaluations by %-8s %7.3f s, one rank alone %7.3f s, others %s\n", n, way,
              t * n / 1e6, a * n / 1e6, others }' "$first/$way"
done
awk -v most="$most" 'BEGIN { exit !(most > 0.1) }' &&
    echo "warning: other programs kept up to $most processors busy: ranks that wait for each" \
        "other wait for them, too; measure again when nothing else runs"
exit 0
