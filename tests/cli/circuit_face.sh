# SPDX-License-Identifier: MIT
# compile --circuit: the circuit in the place of a core, alone and after the XDMA side of a board;
# what its image is taken for.
. tests/cli/tap.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen

silent() { # COMMAND...: it succeeds and says nothing
    "$@" >"$work/silent" 2>&1 && [ ! -s "$work/silent" ] || { cat "$work/silent"; return 1; }
}
compile() { # ROBOT OPTIONS...
    "$tauflow" compile "robots/$1.urdf" --effort 0 --circuit -o "$work/$1" "${@:2}" >"$work/told"
}
parameters() { # IMAGE: of the shape that it asks for, one -GNAME=VALUE a line
    "$tauflow" shape "$("$tauflow" dump "$1" | sed -n 's/^core  *//p')" --parameters |
        sed 's/^/-G/'
}
face_linted() { # NAME
    local stem=$work/$1/$1_circuit define=TAUFLOW_CORE=$1_circuit_core
    local given icarus files="${stem}_core.v $stem.v"
    given=$(parameters "$work/$1/$1_circuit.tau") && [ -n "$given" ] || return 1
    icarus=$(sed "s/^-G/-Ptau_top./" <<<"$given")
    silent verilator --lint-only -Wall $search_core -I"$gen" -D$define $given sim/lint.vlt \
        rtl/core/tau_top.v $files &&
        silent verilator --lint-only -Wall $search_board -I"$gen" -D$define $given \
            sim/lint.vlt sim/boards.vlt rtl/links/tau_xdma.v $files &&
        silent iverilog -g2005 -Wall $search_core -I"$gen" -D$define $icarus -s tau_top \
            -o "$work/face" rtl/core/tau_top.v $files &&
        silent vvp -n "$work/face"
}
compile puma --numbers fixed:18 --clock 120
ok "puma as a core passes lint, on a board too" face_linted puma
compile pendulum5 --numbers fixed:32 --clock 0
ok "so does pendulum5 without registers" face_linted pendulum5
compile pendulum5 --clock 100 --dsp 999
ok "and in binary32" face_linted pendulum5
ok "its image says which circuit it is of" prints '^needs  *circuit [1-9][0-9]*, 8 input lanes' \
    "$tauflow" dump "$work/puma/puma_circuit.tau"
wrong_shape() {
    iverilog -g2005 $search_core -I"$gen" -DTAUFLOW_CORE=puma_circuit_core -s tau_top \
        -o "$work/face" rtl/core/tau_top.v "$work"/puma/puma_circuit{_core,}.v &&
        vvp -n "$work/face" >"$work/said" 2>&1
    grep -q 'this is circuit [0-9]*, of 8 lanes in, 4 out and number format 18' "$work/said"
}
ok "with another shape it says what it is" wrong_shape
ok "a core without the circuit's Verilog is refused" refused 2 \
    "moved_core.v: error: cannot read the circuit's Verilog" \
    eval "cp $work/puma/puma_circuit.tau $work/moved.tau && '$tauflow' core $work/moved.tau"
ok "a circuit by its name alone is refused" refused 2 'a circuit is built from its image' \
    "$tauflow" core crossbar_1_8x4_0_1_1_1_2_2_1_1_1_1_1_3_2_fixed18_circuit5
ok "a core that is told to be a circuit is refused" refused 2 \
    'circuits are made by compile --circuit' \
    "$tauflow" run robots/puma.urdf --effort 0 --core circuit=5
finish
