# SPDX-License-Identifier: MIT
# Verilog of the boards: no warning from either tool for any width of the DMA and any lanes, and
# parameters out of range refused; tops as Yosys reads them, too.
. tests/cli/tap.bash
. tests/cli/boards.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen

silent() { # no failure and nothing said
    "$@" >"$work/said" 2>&1 && [ ! -s "$work/said" ] || { cat "$work/said"; return 1; }
}
corner() { # TOP NAME=VALUE...
    local top=$1 verilator=() icarus=() parameter
    shift
    for parameter; do
        verilator+=("-G$parameter") icarus+=("-P$top.$parameter")
    done
    ok "verilator has no warning: $top $*" silent verilator --lint-only -Wall $search_board \
        -I"$gen" "${verilator[@]}" sim/lint.vlt sim/boards.vlt "$(file_of "$top")"
    ok "iverilog has no warning: $top $*" silent iverilog -g2005 -Wall $search_board -I"$gen" \
        "${icarus[@]}" -s "$top" -o /dev/null "$(file_of "$top")"
}
for bits in 64 128 256; do
    for lanes in 1x1 2x2 3x1 5x3 8x4; do
        corner tau_xdma DMA_W=$bits LANES=${lanes%x*} OUT_LANES=${lanes#*x} MODULES=1 SLOTS=4 \
            RECEPTIONS=8 ISSUES=8
    done
done
for bits in 64 128 256; do
    corner tau_axidma DMA_W=$bits LANES=3 OUT_LANES=2 MODULES=1 SLOTS=4 RECEPTIONS=8 ISSUES=8
done
for size in "1 1 0" "1 1 1" "16 16 0" "16 16 1" "3 7 0" "7 3 1"; do
    read -r in out close <<<"$size"
    corner tau_repack IN_N="$in" OUT_N="$out" CLOSE="$close"
done
corner tau_xdma_clocks LANES=3 OUT_LANES=2 MODULES=1 SLOTS=4 RECEPTIONS=8 ISSUES=8
corner tau_xdma_cores CORES=3 LANES=3 OUT_LANES=2 MODULES=1 SLOTS=4 RECEPTIONS=8 ISSUES=8
corner tau_xdma_cores OWN_CLOCK=1 MODULES=1 SLOTS=4 RECEPTIONS=8 ISSUES=8
corner core_clock DIVIDE=0
corner tau_axil_split N=1
corner tau_axil_split N=4
corner tau_async_queue W=1 DEPTH_W=1
corner tau_async_queue W=144 DEPTH_W=8
corner tau_reset_pair
corner tau_block_ends W=1 BLOCK=1 BLOCK_W=1
corner tau_block_ends W=256 BLOCK=64 BLOCK_W=24
corner tau_pad N=1 BLOCK=2
corner tau_pad N=16 BLOCK=64
for lanes in 1x1 2x1 3x2 8x4; do
    corner tau_serial_core LANES=${lanes%x*} OUT_LANES=${lanes#*x} MODULES=1 SLOTS=4 RECEPTIONS=8 \
        ISSUES=8
done
corner tau_serial CLOCKS=8 WAIT_W=4
corner tau_serial CLOCKS=65535 WAIT_W=24
corner tau_leds BLINK_W=1 SHOW_W=1
corner tau_reset_button PRESSED=0
# Every module is there, every port exists, nothing has two drivers: the top of a small core from
# these sources and no others, which for open tools are those of measure/synth/bitstream.sh. Yosys
# has no real numbers for the periods of AMD's PLLs, and says so.
hierarchy() { # BOARD SOURCE...
    local board=$1
    shift
    silent yosys -q -w 'Replacing floating point parameter' -p "read_verilog -I$gen $headers $*
                        hierarchy -check -top $board -chparam MODULES 1 -chparam SLOTS 4 \
                            -chparam CONSTANTS 4 -chparam RECEPTIONS 4 -chparam ISSUES 4
                        proc; check -assert"
}
# Vendor's parts, for a link.
stand_in() { # LINK
    case $1 in uart) echo sim/board_pll.v ;; *) echo sim/vendor.v ;; esac
}
# What a top is made of: for open tools the files of measure/synth/bitstream.sh.
sources_of() { # BOARD LINK
    case $2 in
    uart) files_of $core_rooms links && file_of "$(fact "$1" pll)" ;;
    *) files_of $core_rooms links vendors/amd ;;
    esac
}
found=0
for board in $(boards); do
    link=$(fact "$board" link) top=$(fact "$board" top) defines=$(defines_of "$board")
    parts=$(stand_in "$link") found=$((found + 1))
    lint="--lint-only -Wall $defines $search_board -I$gen sim/lint.vlt sim/boards.vlt $parts \
        --top-module $board $top"
    ok "verilator has no warning: $board" silent verilator $lint
    [ "$link" != xdma ] ||
        ok "verilator has no warning: $board with four cores and a clock of their own" silent \
            verilator -DXDMA_2 -DXDMA_3 -DXDMA_4 -GCORE_DIVIDE=10 $lint
    ok "yosys finds every module and port: $board" hierarchy "$board" $defines $parts \
        $(sources_of "$board" "$link") "$top"
done
ok "there are boards" [ $found -ge 5 ]
for pll in ecp5_clock amd7_clock; do
    ok "verilator has no warning: $pll" silent verilator --lint-only -Wall sim/boards.vlt \
        sim/board_pll.v --top-module $pll "$(file_of $pll)"
done

names() { # TOP PARAMETER=VALUE PATTERN: a bad parameter ends a simulation's start
    iverilog -g2005 $search_board -I"$gen" -P"$1.$2" -s "$1" -o "$work/bad" "$(file_of "$1")" \
        sim/board_pll.v >"$work/said" 2>&1 && vvp -n "$work/bad" >>"$work/said" 2>&1
    cat "$work/said"
    grep -q "$3" "$work/said"
}
ok "a DMA of 512 bits is refused" names tau_xdma DMA_W=512 \
    "tau_xdma: DMA_W is 512, must be 64, 128 or 256"
ok "beats of 17 words are refused" names tau_repack IN_N=17 "tau_repack: IN_N is 17, must be 1..16"
ok "a block of one beat is refused" names tau_pad BLOCK=1 "tau_pad: BLOCK is 1, must be 2..64"
ok "a block of three beats is refused" names tau_block_ends BLOCK=3 \
    "tau_block_ends: BLOCK is 3, must be a power of 2, 1..64"
ok "five cores are refused" names tau_axil_split N=5 "tau_axil_split: N is 5, must be 1..4"
ok "a queue of 512 words is refused" names tau_async_queue DEPTH_W=9 \
    "tau_async_queue: DEPTH_W is 9, must be 1..8"
ok "a button with a third level is refused" names tau_reset_button PRESSED=2 \
    "tau_reset_button: PRESSED is 2, must be 0 or 1"
ok "a bit of seven cycles is refused" names tau_uart CLOCKS=7 \
    "tau_uart: CLOCKS is 7, must be 8..65535"
ok "a clock that no oscillator makes is refused" names ecp5_clock OUT_HZ=7001000 \
    "ecp5_clock: no oscillator makes 7001000 Hz of 12000000"
ok "nor one that a PLL of AMD makes" names amd7_clock OUT_HZ=7001000 \
    "amd7_clock: no oscillator makes 7001000 Hz of 100000000"
ok "nor of a clock that it does not take" names amd7_clock IN_HZ=18750000 \
    "amd7_clock: no oscillator makes 60000000 Hz of 18750000"
ok "a wait of 2^25 cycles is refused" names tau_serial WAIT_W=25 \
    "tau_serial: WAIT_W is 25, must be 4..24"
finish
