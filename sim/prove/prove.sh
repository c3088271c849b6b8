#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Proves the rules of the parts: properties of NAME.vh are put into module NAME (what `bind` does,
# which Yosys lacks), the parameters are made small, and yosys-smtbmc looks for a counterexample:
# `bounded` from reset for some cycles, `induction` for all times. Rules about paths are read off
# the netlist. Prints TAP.
. tests/cli/tap.bash
gen=${BUILD:-build}/gen
. "$gen/tauflow_shape.sh" # shape_operators, shape_networks
. rtl/rooms.sh

# A stand-in for every operator.
operators=$work/operators.v
for operator in $shape_operators; do
    sed "s/any_operator/$operator/" sim/prove/any_operator.v
done >"$operators"

# Parts that modules under proof are made of.
next=$(file_of tau_next) skid=$(file_of tau_skid) mux=$(file_of tau_mux)
walk=$(file_of tau_walk tau_next)
sequence="$(file_of tau_sequence) $walk $(file_of tau_pick)"
emitter=$(file_of tau_credit tau_emitter tau_source tau_result)
port=$(file_of tau_pick tau_output tau_credit tau_source)

smt2() { # TOP FILES YOSYS-COMMANDS
    yosys -q -p "read_verilog -formal -I$gen $headers $2; $3; prep -flatten -top $1; memory_share
                 write_smt2 -wires $work/$1.smt2"
}
parameters() { # OPTION NAME VALUE ...
    local option=$1
    shift
    [ $# -eq 0 ] || printf " $option" "$@"
}
# Clocks in_clk and out_clk become ticks of one time, f_time.
with_properties() { # MODULE
    sed -e "/^endmodule/e cat sim/prove/$1.vh" \
        -e 's/always @(posedge \(in\|out\)_clk)/always @(posedge f_time) if (f_\1_tick)/' \
        -e 's/^ *input  wire  *in_clk,/    input  wire f_time,\n&/' "$(file_of "$1")"
}
# The model of a module with its properties in it. Its parts may be named in NAME.vh only by
# `flat_model`.
model() { # TOP FILES NAME VALUE ...
    local top=$1 files=$2
    shift 2
    with_properties "$top" >"$work/$top.v"
    smt2 "$top" "$files $work/$top.v" \
        "hierarchy -check -top $top $(parameters '-chparam %s %s' "$@")"
}
# Flat first; cells that match OPEN are taken out and their outputs left open, that is, any. ALSO:
# more properties; SLIP: a change of the module by sed.
flat_model() { # TOP OPEN FILES NAME VALUE ...
    local top=$1 open=$2 files=$3 properties="sim/prove/$1.vh ${ALSO-}"
    shift 3
    sed "${SLIP-}" "$(file_of "$top")" >"$work/text.v"
    [ -z "${SLIP-}" ] || ! cmp -s "$(file_of "$top")" "$work/text.v" || return 2
    yosys -q -p "read_verilog -I$gen $files $work/text.v
                 hierarchy -check -top $top $(parameters '-chparam %s %s' "$@"); proc; flatten
                 rename -top $top; write_verilog -noattr $work/flat.v" &&
        sed "/^endmodule/{e echo '$(parameters 'localparam %s = %s;' "$@")'; cat $properties
             }" "$work/flat.v" >"$work/$top.v" &&
        smt2 "$top" "$work/$top.v" "proc; delete $open; setundef -undriven -anyseq"
}
# Steps as formulas of their own: by functions of states z3 takes minutes, or does not end.
searched() { # OPTIONS of yosys-smtbmc
    yosys-smtbmc -s z3 --unroll --noprogress "$@" >"$work/said" 2>&1
}
holds() { # TOP STEPS [-i]: no counterexample
    searched --presat ${3-} -t "$2" "$work/$1.smt2" &&
        grep -q 'Status: PASSED' "$work/said" || {
        cat "$work/said"
        return 1
    }
}
proved() { # WHAT TOP STEPS: of the model that is there
    ok "$1: bounded" holds "$2" "$3"
    ok "$1: induction" holds "$2" 3 -i
}

for bits in 2 3; do
    what="steps through a table of $((1 << bits)) entries"
    ok "$what: model" model tau_walk "$next" ENTRY_W 2 ADDR_W $bits
    proved "$what" tau_walk 10
done
for size in "3 2 32" "65 2 32" "3 3 2" "65 3 2" "65 7 2"; do
    read -r depth bits first <<<"$size"
    what="sequence of $depth entries of $bits bits"
    ok "$what: model" model tau_sequence "$walk" ENTRY_W $bits FIRST_W $first DEPTH $depth
    proved "$what" tau_sequence 8
done
what="two sequences in one memory"
ok "$what: model" model tau_sequences "$sequence" ENTRY_W 2 DEPTH 64
proved "$what" tau_sequences 8
for size in "2 2" "2 3" "3 4"; do
    read -r receivers depth <<<"$size"
    what="source of $depth words, $receivers receivers"
    ok "$what: model" model tau_source "" RECEIVERS "$receivers" DEPTH "$depth" WORD_W 3
    proved "$what" tau_source 10
done
for receivers in 1 3; do
    what="result for $receivers receivers"
    ok "$what: model" model tau_result "" RECEIVERS $receivers WORD_W 3
    proved "$what" tau_result 10
done
tally=$(file_of tau_ways tau_mux)
for size in "2 6" "3 7"; do
    read -r events bits <<<"$size"
    what="counts of $events events"
    ok "$what: model" model tau_tally "$tally" EVENTS "$events" COUNT_W "$bits"
    proved "$what" tau_tally 8
done
ok "stream register: model" model tau_skid "" WORD_W 4
proved "stream register" tau_skid 10
for size in "0 3 0 10" "0 4 0 6" "0 4 2 6" "1 3 0 10"; do
    read -r transfer slots bank steps <<<"$size"
    what="receiver of $slots slots, transfer $transfer, banks of $bank"
    ok "$what: model" model tau_receiver "$mux" \
        SOURCES 2 SLOTS $slots TRANSFER $transfer BANK $bank
    proved "$what" tau_receiver $steps
done
for queue in 2 3; do
    what="relay of $queue words"
    ok "$what: model" flat_model tau_relay t:tau_sequence \
        "sim/prove/any_sequence.v $(file_of tau_pick) $emitter" \
        SOURCES 2 RECEIVERS 2 QUEUE $queue WORD_W 1
    proved "$what" tau_relay 8
done
unit_model() { # LAT QUEUE
    ALSO=sim/prove/tau_unit_$([ "$2" = 0 ] && echo alone || echo queued).vh flat_model tau_unit \
        't:tau_sequence t:fp32_* t:$mem*' "sim/prove/any_sequence.v $operators $emitter" \
        LAT "$1" QUEUE "$2" RECEIVERS 2 INDEX_W 1 SLOT_W 1
}
for size in "1 0" "2 0" "3 0" "4 0" "1 1" "2 1" "3 2"; do
    read -r lat queue <<<"$size"
    what="unit, latency $lat, $queue more"
    ok "$what: model" unit_model "$lat" "$queue"
    proved "$what" tau_unit 8
done
unit_slip() { # FROM TO LAT
    SLIP="s/$1/$2/" unit_model "$3" 0 || return 1
    searched -t 8 "$work/tau_unit.smt2"
    grep -q 'Status: FAILED' "$work/said"
}
ok "a stage that does not wait is found" unit_slip "free || !(&full\[LAST-1:i\])" "1'b1" 3
ok "a stage that waits without need is found" unit_slip "free || !(&full\[LAST-1:i\])" free 3
ok "an operation that starts without room is found" unit_slip \
    "assign go = enable\[0\]" "assign go = 1'b1" 2
ok "an operation that is forgotten is found" unit_slip "flight | ~enable" flight 3
for size in "2 1 0" "1 2 0" "2 3 0" "1 2 1" "2 1 1"; do
    read -r in out close <<<"$size"
    what="converter of $in to $out words, close $close"
    ok "$what: model" model tau_repack "" IN_N "$in" OUT_N "$out" CLOSE "$close" WORD_W 1
    proved "$what" tau_repack 6
done

for queue in 2 3; do
    what="output port of $queue words"
    ok "$what: model" flat_model tau_port t:tau_sequence "sim/prove/any_sequence.v $port" \
        SOURCES 2 QUEUE $queue WORD_W 2
    proved "$what" tau_port 8
done
for lanes in 1 3; do
    what="output stream of $lanes words per beat"
    ok "$what: model" model tau_join "$skid" LANES $lanes
    proved "$what" tau_join 8
done
for block in 2 3 4; do
    what="padding to $block beats"
    ok "$what: model" model tau_pad "" N 2 BLOCK $block WORD_W 1
    proved "$what" tau_pad 10
done

for block in 1 2 4; do
    what="transfers of blocks of $block beats"
    ok "$what: model" model tau_block_ends "" W 2 BLOCK $block BLOCK_W 2
    proved "$what" tau_block_ends 12
done

# By Yosys's own solver, from reset and by induction, where words of 32 bits are too many for z3.
sat_holds() { # TOP CHANGE NAME VALUE ...: CHANGE is sed's; nothing changes with the empty one
    local top=$1 change=$2
    shift 2
    with_properties "$top" | sed "$change" >"$work/$top.v"
    [ -z "$change" ] || ! cmp -s <(with_properties "$top") "$work/$top.v" || return 2
    yosys -q -p "read_verilog -formal -I$gen $work/$top.v
                 hierarchy -check -top $top $(parameters '-chparam %s %s' "$@")
                 prep -flatten -top $top
                 sat -verify -tempinduct -prove-asserts -set-assumes -maxsteps 6 -seq 1 $top" \
        >"$work/said" 2>&1
}
sat_slip() { # TOP CHANGE NAME VALUE ...: is found
    sat_holds "$@"
    [ $? -eq 1 ] && grep -q 'proof did fail' "$work/said"
}
for slaves in 1 2 3 4; do
    ok "registers of $slaves cores" sat_holds tau_axil_split "" N $slaves
done
ok "an address of no core that is not answered is found" sat_slip tau_axil_split \
    "s/both && (to_none ||/both \&\& (1'b0 ||/" N 2
ok "an address of no core that is answered as if there were one is found" sat_slip \
    tau_axil_split "s/from_none ? 2'b11/from_none ? 2'b00/" N 2
ok "a core that hears what is not meant for it is found" sat_slip tau_axil_split \
    's/address\[31:12\] == k\[19:0\]/address[31:13] == k[19:1]/' N 2

ok "interrupt: model" model tau_interrupt ""
proved "interrupt" tau_interrupt 12

for depth in 1 2; do
    what="queue of $((1 << depth)) words between two clocks"
    ok "$what: model" model tau_async_queue "" W 1 DEPTH_W $depth
    proved "$what" tau_async_queue 16
done

# A proof that cannot fail proves nothing: each of these slips must be found, from reset.
slip() { # TOP FILES FROM TO NAME VALUE ...
    local top=$1 files=$2 from=$3 to=$4
    shift 4
    with_properties "$top" | sed "s/$from/$to/" >"$work/$top.v"
    cmp -s <(with_properties "$top") "$work/$top.v" && { echo "nothing was changed"; return 1; }
    smt2 "$top" "$files $work/$top.v" \
        "hierarchy -check -top $top $(parameters '-chparam %s %s' "$@")" || return 1
    searched -t "${SLIP_STEPS:-8}" "$work/$top.smt2"
    cat "$work/said"
    grep -q 'Status: FAILED' "$work/said"
}
small="ENTRY_W 2 ADDR_W 2"
ok "a sequence that always goes on at its start is found" slip tau_walk "$next" \
    ".loop(loop)" ".loop({ADDR_W{1'b0}})" $small
ok "a sequence that keeps the loop of an earlier program is found" slip tau_walk "$next" \
    "loop <= {ADDR_W{1'b0}};" "loop <= loop;" $small
ok "a sequence that goes on without a step is found" slip tau_walk "$next" \
    "            if (step)" "" $small
ok "a sequence whose table runs ahead of its steps is found" slip tau_sequence "$walk" \
    "                if (step)" "" ENTRY_W 2 DEPTH 3
ok "a word that goes into all parts of an entry is found" slip tau_sequence "$walk" \
    "entry_here && load_word == w\[WORD_W-1:0\]" "entry_here" ENTRY_W 3 FIRST_W 2 DEPTH 3
small="ENTRY_W 2 DEPTH 64"
ok "an entry that goes into the other table is found" slip tau_sequences "$sequence" \
    "{to_second, load" "{1'b0, load" $small
ok "a table of two that does not wait for its step is found" slip tau_sequences "$sequence" \
    "if (step\[1\])" "" $small
ok "a beat that leaves without a word is found" slip tau_join "$skid" \
    "in_valid | ~mine" "in_valid | mine" LANES 2
ok "a packet of a beat too many is found" slip tau_join "$skid" \
    "beat_after == beats" "beat_next == beats" LANES 2
small="RECEIVERS 2 DEPTH 3 WORD_W 2"
ok "a source that forgets who has its word is found" slip tau_source "" \
    ": offer & ~taken;" ": offer;" $small
ok "a source that pops after the first accept is found" slip tau_source "" \
    "(offer & ~taken) ==.*" "(offer \& taken) != 0;" $small
ok "a source that overtakes is found" slip tau_source "" \
    "first <= more ? queue\[read\] :" "first <=" $small
ok "a source that loses what comes while a word leaves is found" slip tau_source "" \
    "here && (more || !pop)" "here \&\& !pop" $small
ok "a source that offers a word before it comes is found" slip tau_source "" \
    "none && due" "none" $small
small="RECEIVERS 2 WORD_W 2"
ok "a result that forgets who has its word is found" slip tau_result "" \
    ": offer & ~taken;" ": offer;" $small
ok "a result that leaves after the first accept is found" slip tau_result "" \
    "(offer & ~taken) ==.*" "(offer \& taken) != 0;" $small
ok "a result that goes over another is found" slip tau_result "" "        if (free)" "" $small
ok "a result that is offered before it comes is found" slip tau_result "" \
    "comes && free" "free" $small
small="EVENTS 2 COUNT_W 6"
SLIP_STEPS=12 ok "a count that loses its carry is found" slip tau_tally "$tally" \
    "base\[0\] != low\[LOW_W-1\]" "1'b0" $small
ok "a count that is not cleared is found" slip tau_tally "$tally" "is_zero ?" "1'b0 ?" $small
ok "counters that are too narrow for a round are found" slip tau_tally "$tally" \
    "ROUND  = 2 \* EVENTS + 2" "ROUND  = EVENTS" $small
ok "a register that is ready when full is found" slip tau_skid "" \
    "run && !stays" "run" WORD_W 2
ok "a packet that is not padded is found" slip tau_pad "" \
    "!whole && (pads || in_last)" "1'b0" N 2 BLOCK 3 WORD_W 1
ok "padding that is not zeros is found" slip tau_pad "" \
    "!pads && g <" "g <" N 2 BLOCK 3 WORD_W 1
ok "a transfer of a beat too many is found" slip tau_block_ends "" \
    "left == {{LEFT_W - 1{1'b0}}, 1'b1}" "!open" W 2 BLOCK 2 BLOCK_W 2
ok "results that go before their transfer begins are found" slip tau_block_ends "" \
    "run && open && in_valid" "run \&\& in_valid" W 2 BLOCK 2 BLOCK_W 2
ok "an interrupt that ends before it was sent is found" slip tau_interrupt "" \
    "(sent || ack) \&\& " ""
ok "an interrupt that ends before the host has answered is found" slip tau_interrupt "" \
    " \&\& (answered || write)" ""
ok "an interrupt that nobody wanted is found" slip tau_interrupt "" \
    "armed \&\& there \&\&" "there \&\&"
ok "an interrupt that is asked for twice is found" slip tau_interrupt "" \
    "armed <= 1'b0;\$" "armed <= armed;"
small="W 1 DEPTH_W 1"
SLIP_STEPS=20 ok "a queue that is full one word too late is found" \
    slip tau_async_queue "" "in_gray != (out_seen ^ FULL)" "1'b1" $small
SLIP_STEPS=20 ok "a count that crosses as it is is found" \
    slip tau_async_queue "" "gray = count ^ .*" "gray = count;" W 1 DEPTH_W 2
SLIP_STEPS=20 ok "a word that is read before it is written is found" \
    slip tau_async_queue "" "in_seen != out_gray" "1'b1" $small
small="IN_N 2 OUT_N 1 WORD_W 1"
ok "a converter that accepts more than it holds is found" slip tau_repack "" \
    "run && fill <= MOST \&\& " "run \&\& " $small CLOSE 0
ok "a converter that forgets an end is found" slip tau_repack "" \
    "mark <= total" "mark <= 0" $small CLOSE 1
ok "a converter that lets a packet begin in the beat of another is found" slip tau_repack "" \
    "fill <= MOST && !ends" "fill <= MOST" IN_N 1 OUT_N 2 WORD_W 1 CLOSE 1
small="SOURCES 2 SLOTS 3"
ok "a receiver that writes into a full slot is found" slip tau_receiver "" \
    "{1'b0, held, open}" "{1'b0, held, 1'b0}" $small
ok "a slot that stays full after its release is found" slip tau_receiver "" \
    "takes != leaves" "takes" $small
ok "a receiver that goes on asking when it has its word is found" slip tau_receiver "" \
    "!run || (takes && !opens)" "!run" $small
ok "a receiver that overlooks that its slot becomes empty is found" slip tau_receiver "" \
    "(leaves && &spare.*)" "1'b0" $small
ok "an operand that is read after its release is found" slip tau_receiver "" \
    "wide(ahead_above), read_release}" "wide(ahead_above), 1'b0}" $small
ok "an operand that is overlooked in the cycle of its accept is found" slip tau_receiver \
    "" "(takes || beyond" "(beyond" $small
ok "an operand that is read before it comes is found" slip tau_receiver "" \
    "there || (takes && last);" "there || takes;" $small
ok "a constant beside which a slot is read is found" slip tau_receiver "" \
    "ZERO && ahead_constant" "1'b0" $small
ok "a word that stands where constants read none is found" slip tau_receiver "" \
    "if (ZERO)" "if (0)" $small

# No accept waits for an issue or a pop of its own cycle: there is no path without a register
# between them.
no_path() { # TOP FILES OUTPUT INPUTS
    yosys -q -p "read_verilog -I$gen $2 $(file_of "$1")
                 hierarchy -check -top $1; proc; flatten; opt_clean
                 select -set inputs $(printf 'i:%s ' $4)
                 select -assert-count $(wc -w <<<"$4") @inputs
                 select -set cone o:$3 %ci*:-\$dff; select -assert-none @cone @inputs %i"
}
ok "receiver: no path from read to grab" no_path tau_receiver "" grab \
    "read read_constant read_release read_above moves ahead_constant ahead_slot ahead_above"
ok "source: no path to offer from anything" no_path tau_source "" offer \
    "taken comes mask_valid mask"
ok "source: no path to its word from anything" no_path tau_source "" data \
    "taken comes in_data mask_valid mask"
ok "result: no path to offer from anything" no_path tau_result "" offer "taken comes mask"
ok "result: no path to its word from anything" no_path tau_result "" data \
    "taken comes in_data mask"
ok "relay: no path from taken to grab" no_path tau_relay "$sequence $emitter" grab "taken"
ok "lane: no path from taken to its room" no_path tau_lane "$sequence $emitter" room_next "taken"
ok "output stream: no path from its ready to the ports" no_path tau_join "$skid" \
    in_ready "m_axis_tready"
ok "one output port of several: no path from its beat to grab" no_path tau_port \
    "$(file_of tau_sequence) $walk $port" grab "out_ready"
no_loop() { # NETWORK OUT_LANES: of a whole core that forwards
    local small
    small=$(parameters '-chparam %s %s' NETWORK "$1" OUT_LANES "$2" MODULES 4 TRANSFER 0 SLOTS 4 \
        CONSTANTS 4 RECEPTIONS 4 ISSUES 4 RELAY_WORDS 4 LANE_WORDS 4 OUTPUT_WORDS 4)
    yosys -q -p "read_verilog -I$gen $(files_of core vendors/generic) $operators
                 hierarchy -check -top tau_core $small; proc; flatten; opt -fast; check -assert"
}
number=0
for network in $shape_networks; do # one output port, three, one ...
    number=$((number + 1))
    ok "$network: no combinational loop in a core" no_loop $number $((number % 2 ? 1 : 3))
done
ok "no path is found only where there is none" eval \
    '! no_path tau_source "" pop "taken" 2>/dev/null'
finish
