#!/usr/bin/env bash
# bash bench/tasks.sh BUILD [ROW...]: models on one processor and on several ranks of Open MPI: time
# per evaluation of one rank alone, of all by shared memory, by messages, and with whole samples
# spread over them; the fastest of many short runs counts, so that other work on the computer
# disturbs little. A ROW is ROBOT:FUNCTION:RANKS. Fails where a bit differs.
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
[ $# -gt 0 ] || set -- car54:closed-fd:2 ba2000:closed-fd:2 bogie:id:2 ngon5:augmented:2 \
    ngon9:augmented:2 ngon15:augmented:2 ngon25:augmented:2 ngon51:augmented:2 ngon5:aba:2 \
    ngon15:aba:2 ngon51:aba:2 ngon101:aba:2 ngon151:aba:2 ngon251:aba:2

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
measure() { # FOLDER RANKS WAY EVALUATIONS REPEATS: into FOLDER/WAY
    local place=--oversubscribe # more ranks than processors: no figures, but bits
    [ "$2" -gt "$(nproc)" ] || place='--bind-to core'
    # shellcheck disable=SC2086 # several options
    mpirun $place -n "$2" "$1/run" --spread "$3" "$4" 60 "$5" >"$1/$3" </dev/null ||
        { cat "$1/$3"; echo "bench-tasks: $1 fails by $3"; exit 1; }
}
printf '%-10s %-10s %5s %10s %9s %9s %6s %9s %9s %9s %9s %9s\n' robot function ranks operations \
    expected transfers words alone tasks speed-up messages samples
for row in "$@"; do
    IFS=: read -r robot function ranks <<<"$row"
    folder=$out/$robot-$function-$ranks
    mkdir -p "$folder"
    # shellcheck disable=SC2086 # several options
    "$build/tauflow" tasks "$(describe "$robot")" --function "$function" --ranks "$ranks" \
        --effort 0 --real double --name model $SPLIT -o "$folder" >"$folder/said" || exit 1
    if ! cmp -s "$folder/model_tasks.c" "$folder/built.c"; then # compiling takes longest
        (cd "$folder" && mpicc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -ffp-contract=off \
            -DMODEL_VECTOR_BYTES=0 -DMODEL_TASKS_MAIN model_tasks.c -o run -lm) || exit 1
        cp "$folder/model_tasks.c" "$folder/built.c"
    fi
    for way in tasks messages samples; do
        measure "$folder" "$ranks" $way "$EVALUATIONS" "$REPEATS"
    done
    awk -v robot="$robot" -v function_name="$function" -v ranks="$ranks" \
        -v alone="$(told alone "$folder/tasks")" -v tasks="$(told together "$folder/tasks")" \
        -v messages="$(told together "$folder/messages")" \
        -v samples="$(told together "$folder/samples")" '
        $1 == "operations" { operations = $2 }
        / \*  / { expected = $(NF - 5); sent = $(NF - 1) }
        /^task / { listed = 1 }
        listed && NF >= 7 && $1 ~ /^[0-9]+$/ { words += $6 }
        END { printf "%-10s %-10s %5d %10d %9s %9s %6d %6.2f us %6.2f us %9.2f %6.2f us %6.2f us\n",
              robot, function_name, ranks, operations, expected, sent, words, alone, tasks,
              alone / tasks, messages, samples }' "$folder/said"
done
first=$out/$(IFS=: read -r a b c <<<"$1" && echo "$a-$b-$c")
measure "$first" 2 cost 1000 100
cat "$first/cost"
# Of the first row, one after another without a choice: the evaluations of the source's manoeuvre.
for way in tasks messages samples; do
    measure "$first" "$(IFS=: read -r a b c <<<"$1" && echo "$c")" $way "$WHOLE" 1
    awk -v way=$way -v n="$WHOLE" '/^alone/ { a = $2 } /^together/ { t = $2 }
        END { printf "%d evaluations by %-8s %7.3f s, one rank alone %7.3f s\n", n, way,
              t * n / 1e6, a * n / 1e6 }' "$first/$way"
done
