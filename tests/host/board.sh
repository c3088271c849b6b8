#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Where tauflow-board mounts itself: over an empty folder that it may write, and over nothing else.
. tests/cli/tap.bash
run="timeout 20"
board=$PWD/${BUILD:-build}/tauflow-board
step=$PWD/${BUILD:-build}/tauflow-step
compiler=$PWD/${BUILD:-build}/tauflow
image=$PWD/${BUILD:-build}/tests/puma560.tau
cd "$work" || exit 1
mkdir full empty
echo precious >full/file
echo precious >file

kept() {
    [ "$(cat "$1")" = precious ] && ! mountpoint -q "$1"
}
ok board_refuses_a_file refused 2 'file is no folder: an empty folder expected' \
    $run "$board" file twin:
ok file_is_still_there kept file
ok board_refuses_a_device refused 2 '/dev/null is no folder' $run "$board" /dev/null twin:
ok board_refuses_a_folder_that_holds_something refused 2 'full is not empty' \
    $run "$board" full twin:
ok folder_still_shows_what_it_holds kept full/file
ok board_refuses_a_folder_that_is_missing refused 2 'nowhere: No such file' \
    $run "$board" nowhere twin:
closed() {
    mkdir -p closed && chmod 555 closed && chmod 755 .
    local as=
    [ "$(id -u)" != 0 ] || as="setpriv --reuid 65534 --regid 65534 --clear-groups"
    refused 2 'closed: a folder that we may read and write expected' $as $run "$board" closed twin:
}
ok board_refuses_a_folder_it_may_not_write closed
for cores in 0 5 9 1x -1; do
    ok "board_refuses_${cores}_cores" eval \
        "! $run '$board' --cores $cores empty twin: 2>err >out && grep ^usage: err && [ ! -s out ]"
done
ok board_prints_help prints '^  --poll ' "$board" --help
ok board_prints_its_version prints '^tauflow-board [0-9.]+$' "$board" --version

if [ -w /dev/fuse ]; then
    wait_for() { # COMMAND...: until it succeeds
        for _ in $(seq 500); do
            "$@" 2>/dev/null && return 0
            sleep 0.02
        done
        return 1
    }
    "$board" empty twin: 2>board.log &
    pid=$!
    ok board_mounts_over_an_empty_folder wait_for test -e empty/xdma0_user
    ok second_board_names_the_first \
        refused 2 "a board is mounted here: 'fusermount3 -u empty' ends it" \
        $run "$board" empty twin:
    ok step_goes_through_the_board \
        prints '^cycles ' timeout 60 "$step" "$image" --device xdma:empty/xdma0
    cat >branch.ops <<'END'
tauflow-ops 1
robot "branch"
input qd1 qd 0 "j1"
t = below qd1 qd1
output tau1 torque 0 "j1" angle = t
END
    ok program_with_a_branch_has_an_image "$compiler" image branch.ops -o branch.tau
    through="$step branch.tau --device xdma:empty/xdma0"
    ok core_takes_a_branch prints '^cycles ' timeout 60 $through
    echo older >empty/fault
    ok core_from_before_branches_is_refused refused 2 \
        'has branches, which need a core of version 4\.3; this one is 4\.0' \
        $run $through
    ok core_from_before_takes_what_has_none \
        prints '^cycles ' timeout 60 "$step" "$image" --device xdma:empty/xdma0
    echo none >empty/fault
    circuit=$(dirname "$image")/circuit/pendulum5_circuit.tau
    mkdir circuit
    verilated=$("$compiler" core "$circuit" 2>core.log)
    "$board" circuit "sim:$verilated" 2>circuit.log &
    of_circuit=$!
    ok board_has_a_circuit_in_the_place_of_a_core wait_for test -e circuit/xdma0_user
    ok step_goes_through_a_board_with_a_circuit \
        prints '^cycles ' timeout 60 "$step" "$circuit" --device xdma:circuit/xdma0
    kill $of_circuit
    wait $of_circuit 2>/dev/null
    kill -9 $pid
    wait $pid 2>/dev/null
    ok stale_mount_is_named_with_the_command_that_frees_it \
        refused 2 "has ended: free the folder with 'fusermount3 -u empty'" \
        $run "$board" empty twin:
    ok library_names_a_stale_mount_too \
        refused 2 "a simulated board that has ended; 'fusermount3 -u FOLDER'" \
        $run "$step" "$image" --device xdma:empty/xdma0
    ok that_command_frees_it fusermount3 -u empty
    "$board" empty twin: 2>board.log &
    pid=$!
    ok board_mounts_again wait_for test -e empty/xdma0_user
    kill $pid
    wait $pid 2>/dev/null
    ok board_that_is_ended_leaves_an_empty_folder rmdir empty
else
    tests=$((tests + 1))
    echo "ok $tests - board_mounts_over_an_empty_folder # SKIP nothing can be mounted: no /dev/fuse"
fi
finish
