#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An outside judge of the simulated board: Xilinx's own tools of the XDMA driver (dma_ip_drivers,
# XDMA/linux-kernel/tools), where they are on the PATH or in the folder XDMA_TOOLS, read and write
# its registers and move packets. Their results are those that the image's evaluator computed.
. tests/cli/tap.bash
build=$PWD/${BUILD:-build} image=$PWD/${BUILD:-build}/tests/pendulum5.tau
PATH=${XDMA_TOOLS:+$XDMA_TOOLS:}$PATH
cd "$work" || exit 1
for tool in reg_rw dma_to_device dma_from_device; do
    command -v $tool >/dev/null || {
        echo "ok 1 - board_works_with_xilinx_tools # SKIP $tool is not on the PATH (or XDMA_TOOLS)"
        echo 1..1
        exit 0
    }
done
[ -w /dev/fuse ] || {
    echo "ok 1 - board_works_with_xilinx_tools # SKIP nothing can be mounted here"
    echo 1..1
    exit 0
}

mkdir board
"$build/tauflow-board" board twin: 2>board.log &
pid=$!
trap 'fusermount3 -u "$work/board"; wait $pid; rm -rf "$work"' EXIT
for _ in $(seq 500); do
    [ -e board/xdma0_user ] && break
    sleep 0.02
done
register() { # OFFSET: its word
    reg_rw board/xdma0_user "$1" w | sed -n 's/^Read 32-bit value.*: //p'
}
offset() { # NAME of a register
    sed -n "s/^#define TAUFLOW_REG_$1 //p" "$build/gen/tauflow_regs.h"
}
is() { # WORD OFFSET
    local word
    word=$(register "$2")
    echo "register $2 reads $word, and $1 expected"
    [ "$word" = "$1" ]
}
set_to() { # OFFSET WORD
    reg_rw board/xdma0_user "$1" w "$2" >/dev/null
}
ok tauflow_loads_the_program eval \
    "timeout 60 '$build/tauflow-step' '$image' --device xdma:board/xdma0 >step.txt"
ok reg_rw_reads_the_identity is 0x54415546 "$(offset ID)"
ok reg_rw_reads_what_is_loaded eval "[ \$(register $(offset PROGRAM)) != 0x00000000 ]"
ok reg_rw_stops_the_core eval "set_to $(offset CONTROL) 0 && is 0x00000000 $(offset STATUS)"
ok reg_rw_writes_the_mark eval "set_to $(offset PROGRAM) 0x12345678 && \
    is 0x12345678 $(offset PROGRAM)"
ok a_word_of_zeros_is_stored_too eval "before=\$(register $(offset LOAD_COUNT)) && \
    set_to $(offset LOAD_ADDRESS) 0x0c000000 && set_to $(offset LOAD_DATA) 0 && \
    [ \$(register $(offset LOAD_COUNT)) != \$before ]"
ok tauflow_loads_it_again eval \
    "timeout 60 '$build/tauflow-step' '$image' --device xdma:board/xdma0 >again.txt && \
     cmp step.txt again.txt"
ok packet_is_made "$build/tests/packet_files" "$image" in in.bin
moves() { # as the tools' own scripts do: the reader waits while the writer sends
    local reader size=64
    dma_from_device -d board/xdma0_c2h_0 -s $size -c 1 -f out.bin &
    reader=$!
    dma_to_device -d board/xdma0_h2c_0 -f in.bin -s "$(stat -c %s in.bin)" -c 1 && wait $reader &&
        "$build/tests/packet_files" "$image" out out.bin in.bin
}
ok torques_through_xilinx_tools_are_the_evaluators moves
ok and_once_more moves
second() { # the channel of results is open once at a time
    dma_from_device -d board/xdma0_c2h_0 -s 64 -c 1 -f late.bin &
    local reader=$!
    sleep 0.2
    refused 1 'xdma0_c2h_0 is in use' timeout 60 "$build/tauflow-step" "$image" \
        --device xdma:board/xdma0
    local done=$?
    dma_to_device -d board/xdma0_h2c_0 -f in.bin -s "$(stat -c %s in.bin)" -c 1 && wait $reader &&
        return $done
}
ok library_says_busy_while_the_tool_reads second
finish
