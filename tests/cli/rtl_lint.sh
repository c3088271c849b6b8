# SPDX-License-Identifier: MIT
# The core's Verilog: no warning from either tool in the corners of its parameters, and parameters
# out of range refused. LINT=full takes all corners, as `make lint` does; otherwise those that
# differ most.
. tests/cli/tap.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen

# Corners are looked at as many at a time as there are processors, and told in order at the end.
corners=()
start() { # NAME COMMAND...
    local said=$work/corner${#corners[@]}
    corners+=("$1")
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    { "${@:2}" >"$said" 2>&1 || echo "exit code $?" >>"$said"; } &
}
silent() { # NUMBER: no failure of it and nothing said
    cat "$work/corner$1" && [ ! -s "$work/corner$1" ]
}
corner() { # NAME=VALUE...: tau_top with these parameters
    local verilator=() icarus=() parameter
    for parameter; do
        verilator+=("-G$parameter") icarus+=("-Ptau_top.$parameter")
    done
    start "verilator has no warning: $*" verilator --lint-only -Wall $search_core -I"$gen" \
        "${verilator[@]}" sim/lint.vlt rtl/core/tau_top.v
    start "iverilog has no warning: $*" iverilog -g2005 -Wall $search_core -I"$gen" \
        "${icarus[@]}" -s tau_top -o /dev/null rtl/core/tau_top.v
}
. "$gen/tauflow_shape.sh"
read -ra networks <<<"$shape_networks"
read -ra least <<<"$shape_least"
read -ra most <<<"$shape_most"
corner NETWORK=1 MODULES=1 LANES=1 TRANSFER=0 MUL_LAT=1 ADD_LAT=1 "${least[@]}"
corner NETWORK=2 MODULES=2 LANES=3 OUT_LANES=2 TRANSFER=1 MUL_LAT=8 ADD_LAT=2 "${most[@]}"
corner NETWORK=2 MODULES=3 LANES=2 TRANSFER=0 MUL_LAT=4 ADD_LAT=5
corner NETWORK=1 MODULES=8 LANES=8 OUT_LANES=4 TRANSFER=1 MUL_LAT=1 ADD_LAT=8 SLOTS=5 CONSTANTS=9
corner NETWORK=1 MODULES=2 LANES=2 TRANSFER=0 DIVS=1 DIV_LAT=9
corner NETWORK=2 MODULES=2 LANES=2 OUT_LANES=2 TRANSFER=0 DIVS=2 DIV_LAT=9 SQRTS=1 SQRT_LAT=8
corner NETWORK=1 MODULES=2 LANES=2 TRANSFER=0 MUL_LAT=2 ADD_LAT=1 FIXED=24
corner NETWORK=2 MODULES=2 LANES=1 TRANSFER=1 MUL_LAT=1 ADD_LAT=2 FIXED=18
corner NETWORK=3 MODULES=4 LANES=2 TRANSFER=0 MUL_LAT=2 ADD_LAT=1 FIXED=24
corner NETWORK=3 MODULES=3 LANES=1 OUT_LANES=2 TRANSFER=1 DIVS=1 DIV_LAT=9
for ((network = 4; network <= ${#networks[@]}; network++)); do # those that have no line above
    corner NETWORK=$network MODULES=4 LANES=2 TRANSFER=0 MUL_LAT=2 ADD_LAT=1 FIXED=24
    corner NETWORK=$network MODULES=6 LANES=1 OUT_LANES=2 TRANSFER=1 DIVS=1 DIV_LAT=9
done
if [ "${LINT-}" = full ]; then
    corner NETWORK=2 MODULES=2 LANES=2 TRANSFER=0 MUL_LAT=3 ADD_LAT=3 FIXED=32
    corner NETWORK=1 MODULES=1 LANES=1 OUT_LANES=2 TRANSFER=1 MUL_LAT=1 ADD_LAT=1 FIXED=16
    corner NETWORK=3 MODULES=16 LANES=8 OUT_LANES=4 TRANSFER=0 DIVS=4 DIV_LAT=1
    for network in 1 2; do
        for transfer in 0 1; do
            corner NETWORK=$network MODULES=1 LANES=1 TRANSFER=$transfer MUL_LAT=1 ADD_LAT=1 \
                "${least[@]}"
            corner NETWORK=$network MODULES=2 LANES=2 TRANSFER=$transfer MUL_LAT=4 ADD_LAT=5
            corner NETWORK=$network MODULES=3 LANES=1 OUT_LANES=3 TRANSFER=$transfer MUL_LAT=2 \
                ADD_LAT=3 "${most[@]}"
        done
        corner NETWORK=$network MODULES=16 LANES=8 OUT_LANES=4 TRANSFER=0 MUL_LAT=1 ADD_LAT=8 \
            SLOTS=5 CONSTANTS=9 DIVS=4 DIV_LAT=1 SQRTS=4 SQRT_LAT=20
        corner NETWORK=$network MODULES=1 LANES=1 TRANSFER=1 SQRTS=3 SQRT_LAT=1 "${least[@]}"
        corner NETWORK=$network MODULES=3 LANES=1 TRANSFER=1 DIVS=4 DIV_LAT=2 SQRTS=3 SQRT_LAT=2
    done
fi
wait
for number in "${!corners[@]}"; do
    ok "${corners[number]}" silent "$number"
done

# A bad parameter ends a simulation's start with the module, the parameter and its value.
names() { # TOP PARAMETER=VALUE... PATTERN
    local top=$1 pattern=${*: -1} parameter icarus=()
    for parameter in "${@:2:$#-2}"; do
        icarus+=("-P$top.$parameter")
    done
    iverilog -g2005 $search_core -I"$gen" "${icarus[@]}" -s "$top" -o "$work/bad" \
        "$(file_of "$top")" >"$work/said" 2>&1 && vvp -n "$work/bad" >>"$work/said" 2>&1
    cat "$work/said"
    grep -q "$pattern" "$work/said"
}
ok "a sparse crossbar of two modules is refused" names tau_core NETWORK=3 MODULES=2 \
    "tau_core: MODULES is 2, a sparse crossbar has more"
ok "17 modules are refused" names tau_core NETWORK=2 MODULES=17 "${least[@]}" \
    "tau_core: MODULES is 17, must be 1..16"
ok "a lane queue of one word is refused" names tau_core LANE_QUEUE=1 \
    "tau_core: LANE_QUEUE is 1, must be 2..255"
ok "fixed point of 15 bits is refused" names tau_core FIXED=15 \
    "tau_core: FIXED is 15, must be 0 or 16..32"
above=$((${#networks[@]} + 1))
ok "network $above is refused" names tau_core NETWORK=$above \
    "tau_core: NETWORK is $above, must be 1..${#networks[@]}"
ok "a transfer of 2 cycles is refused" names tau_receiver TRANSFER=2 \
    "tau_receiver: TRANSFER is 2, must be 0 or 1"
ok "a queue of 256 words is refused" names tau_unit QUEUE=256 \
    "tau_unit: QUEUE is 256, must be 0..255"
ok "five dividers are refused" names tau_core DIVS=5 "tau_core: DIVS is 5, must be 0..4"
ok "a divider without latency is refused" names tau_core DIVS=1 \
    "tau_core: DIV_LAT is 0 and there are 1"
ok "a kind that cores do not have is refused" names tau_unit KIND=99 "tau_unit: KIND is 99"

# What a core is made of is written in machine/ alone: rtl/ takes counts from the generated macros.
counts_are_generated() {
    local literal='[0-9] *\* *MODULES|MODULES *\* *[0-9]\b' # not MODULES*32, bits of a word
    ! grep -nE "$literal|parameter (NETWORK|MODULES|RELAY_QUEUE)" \
        $(find rtl measure sim -name '*.v')
}
ok "no count of units or operands and no list of the shape's parameters is spelled out" \
    counts_are_generated
loaded_bits_are_generated() { # of machine/load.def
    ! grep -nE '\<load(_address)?\[[0-9]|\[[0-9]+:0\] *load\>' \
        $(find rtl sim -name '*.v' -o -name '*.vh')
}
ok "no bit of a word that a core loads is spelled out" loaded_bits_are_generated
finish
