#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Simulations on a board that is lost in the middle: one line, and the file has what was computed.
. tests/cli/tap.bash
board=$PWD/${BUILD:-build}/tauflow-board
# The ring of the tests that has dividers: its twin, behind the files of a board.
for core in "${CORES:-${BUILD:-build}/sim/cores}"/ring_2_2_0_3_4_*_div2_sqrt1_atan2_*; do :; done
machine="network=ring modules=2 mul=2 add=2 div=2 sqrt=1 atan=2 lanes=2 transfer=0 mul_latency=3 \
add_latency=4 div_latency=9 sqrt_latency=8 atan_latency=14"

if [ ! -w /dev/fuse ]; then
    echo "ok 1 - lost_boards # SKIP nothing can be mounted: no /dev/fuse"
    echo 1..1
    exit
fi
until_true() { # COMMAND...: until it succeeds, a minute at most
    for _ in $(seq 3000); do
        "$@" 2>/dev/null && return 0
        sleep 0.02
    done
    return 1
}
mount_board() {
    mkdir "$work/board"
    "$board" "$work/board" "twin:$(basename "$core")" 2>"$work/board.log" &
    of_board=$!
    until_true test -e "$work/board/xdma0_user"
}
unmount() {
    kill "$of_board" 2>/dev/null
    wait "$of_board" 2>/dev/null
    fusermount3 -u "$work/board" 2>/dev/null
    rmdir "$work/board"
}
moves() { # PID: loading reads some 30 times from the board, every evaluation three times
    [ "$(sed -n 's/^syscr: //p' "/proc/$1/io")" -gt 1000 ]
}
# lost HOW PATTERN MODEL OPTIONS...: HOW ends a motion of days after some steps.
lost() {
    local how=$1 pattern=$2 of_motion code
    shift 2
    rm -f "$work/rows.csv"
    mount_board || { cat "$work/board.log"; return 1; }
    "$tauflow" simulate "$@" --until 1e6 --rows 0 --budget 1 --machine "$machine" \
        --device "xdma:$work/board/xdma0" --csv "$work/rows.csv" >"$work/out" 2>"$work/err" &
    of_motion=$!
    until_true moves $of_motion
    $how
    wait $of_motion
    code=$?
    unmount
    cat "$work/err"
    [ $code -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qE "$pattern" "$work/err" &&
        [ "$(wc -l <"$work/rows.csv")" -gt 10 ] &&
        # The last whole step is the last row, and of every row all columns are there.
        awk -F, -v said="$(sed -E 's/.*: at t = ([0-9.e-]+) s: .*/\1/' "$work/err")" '
            NR == 1 { columns = NF } NF != columns { exit 1 } { last = $1 }
            END { exit !(last > 0 && last - said < 1e-9 && said - last < 0.0011) }' "$work/rows.csv"
}
dies() { kill -9 "$of_board"; wait "$of_board" 2>/dev/null; }
hangs() { echo hang >"$work/board/fault"; }
ok a_board_that_dies_leaves_what_was_computed lost dies \
    '^tauflow: error: xdma:.*/xdma0: at t = [0-9.]+ s: .*/xdma0_(user|c2h_0|h2c_0)' \
    robots/natural/double_pendulum.nat --iterations 2
ok a_core_that_hangs_leaves_what_was_computed lost hangs \
    '^tauflow: error: xdma:.*/xdma0: at t = [0-9.]+ s: .* does not answer in time$' \
    robots/pendulum5.urdf --effort 0 --start q1=0.5
finish
