#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Emitted C for ranks of MPI: the bits of one rank alone, whichever way words go; a rank that is
# gone ends the others.
. tests/cli/tap.bash
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    echo "ok $((tests += 1)) - ranks # skip Open MPI is not installed (make deps-test does)"
    finish
    exit 0
fi
# Of Open MPI alone: without these it does not run as root, or more ranks than processors.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
run() { # RANKS PROGRAM ARGUMENTS...
    timeout 60 mpirun --oversubscribe -n "$@" 2>"$work/err" </dev/null
}
make_tasks() { # NAME RANKS ROBOT ARGUMENTS...
    local name=$1 ranks=$2
    shift 2
    "$tauflow" tasks "$@" --name "$name" --ranks "$ranks" --effort 0 --moves 1000 \
        -o "$work/$name" >/dev/null &&
        (cd "$work/$name" && mpicc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -ffp-contract=off \
            -Wall -Wextra -Wpedantic -Wshadow -Werror "-D${name^^}_VECTOR_BYTES=0" \
            "-D${name^^}_TASKS_MAIN" "${name}_tasks.c" -o run -lm)
}
same_bits() { # NAME RANKS WAY
    run "$2" "$work/$1/run" --spread "$3" 200 30 >"$work/said" ||
        { cat "$work/said" "$work/err"; return 1; }
    cat "$work/said"
    grep -q "^ranks  *$2\$" "$work/said" && grep -q '^mismatches  *0$' "$work/said"
}
ok emitted_code_compiles make_tasks closed 2 robots/loops/planar4.urdf --function closed-fd
for way in tasks messages samples; do
    ok "two_ranks_have_the_bits_of_one_by_$way" same_bits closed 2 "$way"
done
# No line of the cache has words of two transfers: 8 numbers of 8 bytes, 16 of 4.
on_lines() { # NAME NUMBERS
    awk -v line="$2" '/TRANSFER\[TRANSFERS/ { table = 1; next } /{0, 0, 0, 0}/ { table = 0 }
        table { gsub(/[{},]/, " "); seen++; bad += $3 % line != 0 }
        END { exit !(seen > 0 && !bad) }' "$work/$1/$1_tasks.c"
}
ok transfers_begin_on_lines_of_the_cache on_lines closed 8
# What the computer itself can gain, whichever it is: a ratio between none and all of the ranks'.
apart() {
    run 2 "$work/closed/run" --spread apart 2000 30 5 >"$work/said" || return 1
    awk '$1 == "way" { way = $2 } $1 == "speed-up" { gain = $2 }
        END { exit !(way == "apart" && gain > 0.1 && gain < 4) }' "$work/said"
}
ok ranks_apart_tell_what_they_gain apart
ok floats_with_roots_compile make_tasks rough 3 robots/iiwa.urdf --function fd --real float \
    --friction a3=0.5 --friction a5=0.2
ok three_ranks_have_the_bits_of_one same_bits rough 3 tasks
ok three_ranks_have_them_by_messages same_bits rough 3 messages

# On a state: rank 0 calls both functions.
state_bits() {
    cat >"$work/closed/state.c" <<'END'
#include "closed.h"
#include "closed_tasks.h"
#include <stdio.h>
#include <string.h>
enum { N = 9 };
int main(int argc, char **argv)
{
    const double q[N] = {-2.36, 1.44, -0.36, 1.41, 1.64, 1.65, 0.1, -0.05, 0.2};
    const double qd[N] = {0, 0, 0, 0, 0, 0, 0.3, -0.4, 0.5}, tau[N] = {1, 2, 3};
    double one[4][N] = {{0}}, all[4][N] = {{0}};
    int rank, bad = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (closed_closed_forward_tasks_open_f64(MPI_COMM_WORLD, 0, 30))
        return 2;
    if (rank == 0) {
        bad = closed_closed_forward_f64(q, qd, tau, one[0], one[1], one[2], one[3]) != 0;
        bad |= closed_closed_forward_tasks_f64(q, qd, tau, all[0], all[1], all[2], all[3]) != 0;
        closed_closed_forward_tasks_close_f64();
        bad |= memcmp(one, all, sizeof one) != 0 || one[0][8] == 0;
        printf("%.6f %.6f %.6f\n", all[0][6], all[0][7], all[0][8]);
    } else {
        closed_closed_forward_tasks_serve_f64();
    }
    MPI_Finalize();
    return bad;
}
END
    (cd "$work/closed" && mpicc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -ffp-contract=off -Wall \
        -Wextra -Werror -DCLOSED_VECTOR_BYTES=0 state.c closed_tasks.c -o state -lm) &&
        run 2 "$work/closed/state" || { cat "$work/err"; return 1; }
}
ok states_have_the_bits_of_one state_bits

# A word that is wrong is seen: the last operation of the first part is another one.
wrong() {
    mkdir -p "$work/wrong" && cp "$work/closed/closed.c" "$work/closed/closed.h" \
        "$work/closed/closed_tasks.h" "$work/wrong" || return 1
    awk '/^APART void part_/ { in_part++ } in_part == 1 && / \+ / { sub(/ \+ /, " - "); in_part++ }
        { print }' "$work/closed/closed_tasks.c" >"$work/wrong/closed_tasks.c"
    ! cmp -s "$work/closed/closed_tasks.c" "$work/wrong/closed_tasks.c" || return 1
    (cd "$work/wrong" && mpicc -std=c11 -D_POSIX_C_SOURCE=200809L -O0 -ffp-contract=off \
        -DCLOSED_VECTOR_BYTES=0 -DCLOSED_TASKS_MAIN closed_tasks.c -o run -lm) || return 1
    ! run 2 "$work/wrong/run" --spread tasks 10 30 >"$work/said" &&
        grep -Eq '^mismatches +[1-9]' "$work/said"
}
ok wrong_words_are_seen wrong

wrong_number() { ! run 3 "$work/closed/run" --spread tasks 10 30 >"$work/said" &&
    grep -q 'closed: 3 ranks, where it was made for 2' "$work/err"; }
ok another_number_of_ranks_is_refused wrong_number

# lost SIGNAL NUMBER [WAY]: the rank gets the signal while it works; all are gone soon, and one line
# says why. What is dead but not yet waited for is none of ours.
alive() { # of the program: processes that are no zombies
    local pid
    for pid in $(pgrep -f "^$work/closed/run"); do
        case $(ps -o stat= -p "$pid") in Z* | '') ;; *) echo "$pid" ;; esac
    done
}
lost() {
    local ranks job n
    : >"$work/said" # else the line of the run before may be found
    run 2 "$work/closed/run" --spread "${3-tasks}" 100000000 1 >"$work/said" &
    job=$!
    for n in $(seq 300); do # until all ranks are there and at work
        ! grep -q '^transfers' "$work/said" || break
        sleep 0.1
    done
    mapfile -t ranks < <(alive | sort -n)
    kill "-$1" "${ranks[$2]}" || return 1
    for n in $(seq 300); do
        kill -0 "$job" 2>/dev/null || break
        sleep 0.1
    done
    wait "$job"
    local code=$?
    cat "$work/err"
    [ "$code" -ne 0 ] && [ "$code" -ne 124 ] && [ -z "$(alive)" ] && [ "$n" -lt 300 ]
}
stopped() {
    local line="closed: rank $((1 - $1)) waited 1 s for words of rank $1, which is gone"
    lost STOP "$@" && grep -q "^$line" "$work/err"
}
ok a_rank_that_hangs_ends_all stopped 1
ok rank_0_that_hangs_ends_all stopped 0
ok one_that_hangs_with_samples_ends_all stopped 1 samples
killed() { lost KILL "$1" && grep -q 'signal 9' "$work/err"; }
ok a_rank_that_is_killed_ends_all killed 1
finish
