#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A bitstream of a board with ECP5, by open tools alone: Yosys, nextpnr-ecp5, ecppack.
#     measure/synth/bitstream.sh BOARD SHAPE FOLDER
# BOARD: one whose vendor has the flow nextpnr (rtl/boards/facts.def). SHAPE: the core, as
# build/shape takes it. BAUD=115200 in place of 3,000,000, DEVICE="--25k ..." in place of the
# board's part, SEED=2. FOLDER/BOARD.bit is made when timing is met; beside it BOARD.log of the
# router and BOARD.timing, the clock it reached. Exit code 77: a tool is missing, and which.
set -u
board=$1 shape=$2 folder=$3
baud=${BAUD:-3000000} clocks_least=8
fact() { # NAME
    tclsh rtl/boards/facts.tcl "$board" "$1"
}
# What nextpnr calls a part: LFE5UM5G-85F-8BG381 is --um5g-85k --speed 8 --package CABGA381.
device_of() { # PART
    local told='^LFE5U(M?5?G?)-([0-9]+)F-([678])BG([0-9]+)C?$' family
    [[ $1 =~ $told ]] || { echo "bitstream: part '$1' is no ECP5" >&2; return 1; }
    family=${BASH_REMATCH[1]:+u${BASH_REMATCH[1],,}-}
    echo "--$family${BASH_REMATCH[2]}k --speed ${BASH_REMATCH[3]} --package CABGA${BASH_REMATCH[4]}"
}
flow=$(fact flow) || exit 2
[ "$flow" = nextpnr ] || { echo "bitstream: board '$board' is not for nextpnr" >&2; exit 2; }
clock_hz=$(fact core_hz) loader=$(fact loader 2>/dev/null) pll=$(fact pll)
. measure/synth/tools.sh
device=${DEVICE:-$(device_of "$(fact part)")} || exit 2
stem=$folder/$board
mkdir -p "$folder" "$cache"
stop() { # MESSAGE
    echo "bitstream: $*" >&2
    exit 1
}

baud_most=$((clock_hz / clocks_least))
case $baud in '' | *[!0-9]*) echo "bitstream: BAUD=$baud: a number expected" >&2; exit 2 ;; esac
[ "$baud" -ge 1000 ] && [ "$baud" -le $baud_most ] ||
    { echo "bitstream: BAUD=$baud: 1000 to $baud_most on this board" >&2; exit 2; }
parameters=$("$build/shape" "$shape") || exit 2

missing() { # WHAT
    echo "$1"
    echo "Needed: yosys and tclsh (make deps-test), nextpnr-ecp5 and ecppack (Debian:" \
        "nextpnr-ecp5 and fpga-trellis; or YoWASP's package, fetched where pip finds its index)."
    exit 77
}
find_yosys || missing "bitstream: no yosys"
find_nextpnr || missing "bitstream: no nextpnr-ecp5"
find_ecppack || missing "bitstream: no ecppack"

rm -f "$stem.bit"
echo "yosys: $board, core $shape"
# Tables are made for the clock that those of the measured core are made for, which is more than the
# board's: the mapper knows neither slow parts nor long wires.
# shellcheck disable=SC2046
nice -n 5 $yosys -q -l "$stem.yosys.log" -p "
    read_verilog -I$gen $headers $(fact defines | sed 's/[^ ]*/-D&/g') $(rtl_of ecp5) \
        $(files_of links) $(file_of "$pll") $(fact top)
    $(fit_of ecp5)
    chparam -set BAUD $baud $(echo "$parameters" | sed 's/^/-set /; s/=/ /' | tr '\n' ' ') $board
    $(ecp5_flow "$board" $mapped_mhz)
    write_json $stem.json" >"$stem.yosys.err" 2>&1 ||
    stop "yosys: $(grep -m1 ERROR "$stem.yosys.err"), see $stem.yosys.log"

echo "nextpnr-ecp5: some minutes"
# The clock of the core follows from that of the board and the PLL; a clock that is missed is an
# error of nextpnr's.
# shellcheck disable=SC2086
nice -n 5 "$nextpnr" $device $algorithms --json "$stem.json" --lpf "$(fact pins)" \
    --seed "${SEED:-1}" --textcfg "$stem.config.tmp" -q -l "$stem.log" >"$stem.err" 2>&1 ||
    stop "nextpnr-ecp5: $(grep -hm1 ERROR "$stem.log" "$stem.err"), see $stem.log"
mv "$stem.config.tmp" "$stem.config"
# Of each clock the last line, after routing; the ones before are estimates of the placer.
sed -nE "s/.*(Max frequency for clock +'[^']*': .*)/\1/p" "$stem.log" |
    tac | sort -t "'" -k 2,2 -u >"$stem.timing"
grep -E 'TRELLIS_COMB|TRELLIS_FF|DP16KD|MULT18X18D' "$stem.log" | sed 's/^Info: *//' |
    head -n 4 >>"$stem.timing"

$ecppack --compress "$stem.config" "$stem.bit.tmp" >"$stem.err" 2>&1 ||
    stop "ecppack: $(tail -n 1 "$stem.err")"
mv "$stem.bit.tmp" "$stem.bit"
cat "$stem.timing"
echo "serial port: $baud baud, $(((clock_hz + baud / 2) / baud)) cycles per bit;" \
    "at most $baud_most baud with this clock (BAUD=...)"
echo "$stem.bit: $(wc -c <"$stem.bit") bytes"
[ -z "$loader" ] || echo "program it: openFPGALoader -b $loader $stem.bit"
