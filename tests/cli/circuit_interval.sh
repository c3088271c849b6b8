# SPDX-License-Identifier: MIT
# compile --circuit with operators that operations share (--interval) and few multiplier blocks
# (--dsp): right, linted, and found wrong where anything is spoilt.
. tests/cli/circuit.bash

ok "pendulum5 at interval 2 is right" right pendulum5 --clock 120 --interval 2
half_the_blocks() { awk '/multiplications in/ { right = $5 == int(($2 + 1) / 2) }
    END { exit !right }' "$work/pendulum5/pendulum5_circuit.v"; }
ok "and has half the blocks" half_the_blocks
ok "and passes every lint" linted pendulum5
ok "an operator at the wrong turn is found" spoilt pendulum5 'u[0-9]+_a = u' \
    's/_a = u/_a = !u/'
ok "a register that has another's turn is found" spoilt pendulum5 '_turn .*moves' \
    's/d(moves/d(!moves/'
# an input that another register takes over at the end of its second stage
held=$(grep -oE 'x[0-9]+_2;' "$work/pendulum5/pendulum5_circuit.v" | tail -n 1)
ok "a register that holds nothing is found" spoilt pendulum5 "${held%_2;}_0; always" \
    's/if (ready)//'
ok "an interval too short is found" spoilt pendulum5 'wire turn = ' "s/turns.0./1'b1/"
ok "a sample that is forgotten on its way is found" spoilt pendulum5 ' LEFT = ' "s/'d[0-9]*/'d1/"
ok "one too long is found" spoilt pendulum5 'localparam STAGES' 's/INTERVAL = 2/INTERVAL = 4/'
ok "pendulum5 at interval 5 is right" right pendulum5 --clock 140 --interval 5
ok "and passes every lint" linted pendulum5
ok "a wrong constant at its turn is found" spoilt pendulum5 '  \{18\{u[0-9]+_at.*k[0-9]' \
    "s/k[0-9][0-9]*/18'd3/"

ok "pendulum5 with few blocks, products as sums, is right" right pendulum5 --clock 110 --dsp 7
ok "and passes every lint" linted pendulum5
ok "a wrong digit of a product is found" spoilt pendulum5 'c[0-9]+_x - c' 's/ - / + /'
finish
