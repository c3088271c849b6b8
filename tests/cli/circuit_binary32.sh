# compile --circuit in binary32: right, linted, and found wrong where anything is spoilt. Its
# operators take the simulator long: fewer states than fixed point.
. tests/cli/circuit.bash
vectors=60

binary32="--clock 100 --numbers fp32 --dsp 999"
ok "pendulum5 in binary32 is right" right pendulum5 $binary32
ok "and passes Verilator's lint" \
    silent verilator --lint-only -Wall -Irtl sim/lint.vlt "$work/pendulum5/pendulum5_circuit.v"
ok "a wrong sign of binary32 is found" spoilt pendulum5 'negate_b\(1.b1\)' "s/b(1'b1)/b(1'b0)/"
ok "pendulum5 in binary32 at interval 3 is right" right pendulum5 --clock 90 --numbers fp32 \
    --interval 3
ok "and passes Verilator's lint" \
    silent verilator --lint-only -Wall -Irtl sim/lint.vlt "$work/pendulum5/pendulum5_circuit.v"
ok "a wrong sign at its turn is found" spoilt pendulum5 'negate = moves' 's/negate = m/negate = !m/'

ok "pendulum5 with sines in the circuit is right" right pendulum5 $binary32 --trig core
of_sines=$work/pendulum5/pendulum5_circuit.v
ok "its inputs are q, qd and qdd" \
    eval '! grep -q "in_[sc]1" "$of_sines" && grep -q in_q1 "$of_sines"'
ok "a wrong cosine is found" spoilt pendulum5 "fp32_trig|negate_b\(1.b1\)" "s/b(1'b1)/b(1'b0)/"
finish
