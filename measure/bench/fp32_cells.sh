# SPDX-License-Identifier: MIT
# Cells of operators, of binary32 and of 24 bits of fixed point (ECP5), after Yosys's synthesis, at
# their default and extreme latencies.
set -eu
. measure/synth/tools.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cells() { # OPERATOR LATENCY FLOW [-set PARAMETER VALUE]
    local parts
    parts=$(rtl_of "$3" | tr ' ' '\n' | grep -E '/tau_(mux|sum)\.v$')
    $yosys -q -p "read_verilog -I$gen $(echo rtl/operators/*.v) ${parts//$'\n'/ }" \
        -p "chparam -set LAT $2 ${4:-} $1" \
        -p "synth_$3 -abc9 -top $1 -flatten; tee -q -o $work/stat stat" >/dev/null 2>&1
    awk -v name="$1" -v lat="$2" -v flow="$3" '
        $1 ~ /^LUT/ { lut += $2 } $1 ~ /^(CARRY4|CCU2C)$/ { carry += $2 }
        $1 ~ /^(FD|TRELLIS_FF)/ { ff += $2 } $1 ~ /^(DSP48|MULT18)/ { dsp += $2 }
        $1 ~ /^(RAMB|DP16KD)/ { memory += $2 }
        END { if (!lut) exit 1
              printf "%-9s %4d  %-7s %5d %6d %5d %4d %6d\n", name, lat, flow, lut, carry, ff, dsp,
                     memory }
    ' "$work/stat"
}
echo "operator   LAT  flow      LUT  carry    FF  DSP memory"
for latency in 1 4 8; do cells fp32_mul $latency xilinx; done
for latency in 1 4 8; do cells fp32_mul $latency ecp5 "-set BLOCK_W 18"; done
for latency in 1 5 8; do cells fp32_add $latency xilinx; done
for latency in 1 5 8; do cells fp32_add $latency ecp5; done
sed -nE 's/^KIND\(\w+, \w+, SHARED, ([0-9]+), (\w+),.*/\2 \1/p' machine/kinds.def |
    while read -r operator usual; do
        for flow in xilinx ecp5; do
            for latency in 1 $usual 16; do cells $operator $latency $flow; done
        done
    done
for latency in 1 2; do cells fixed_mul $latency ecp5 "-set W 24"; done
for latency in 1 2; do cells fixed_add $latency ecp5 "-set W 24"; done
