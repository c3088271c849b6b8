#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a tree with the operation `exp` and a kind of unit of its own that modules share: its model,
# its Verilog, its slopes, what is emitted of it and read back; and a file of operations that has it
# is scheduled, and runs on the twin and on a Verilated core, to the bit and in the predicted
# cycles.
. tests/cli/tap.bash
passes() { # PROGRAM: prints TAP, and no test of it fails
    CMOCKA_MESSAGE_OUTPUT=TAP "$@" >"$work/said" 2>&1 && grep -q '^ok' "$work/said" &&
        ! grep '^not ok' "$work/said" || { cat "$work/said"; return 1; }
}
ok model_c_second_opinion_and_equations_are_right passes build/tests/fp32_exp_test
ok the_operator_is_its_model passes build/sim/fp32_rtl 100000
ok it_was_compared prints '^ok .* fp32_exp_equals_its_model_at_latency_2 # 100000 cases, 0 wrong$' \
    cat "$work/said"
ok slopes_meet_differences passes build/tests/differentiate_test
ok slopes_are_proved_and_bounds_hold passes build/tests/identity_test
ok c_and_hls_c_are_read_back passes build/tests/readback_test
ok headers_are_read_back passes build/tests/header_test
ok text_forms_are_read_back passes build/tests/ops_test
ok errors_are_expected passes build/tests/expected_error_test

cat >"$work/bell.ops" <<'OPS'
tauflow-ops 1
robot bell
input x plain
input y plain
const half -0x1p-1
const wide 0x1p+3
xx = mul x x
less = mul xx half
bell = exp less
far = mul y wide
grown = exp far
both = mul bell grown
again = exp bell
more = add bell again
output bell plain = bell
output both plain = both
output more plain = more
OPS
bell=$work/bell.ops
ok info_counts_it prints '^exp +3$' "$tauflow" info "$bell"
ok help_has_its_options prints '^ *--exp-latency CYCLES .*how long an exponential takes .*: 10' \
    "$tauflow" run --help all
scheduled() {
    "$tauflow" schedule "$bell" --network crossbar --modules 1 --exp 2 --exp-latency 7 \
        -o "$work/bell.sched" && grep -q ' exp=2 .* exp_latency=7 ' "$work/bell.sched" &&
        "$tauflow" check "$work/bell.sched"
}
ok a_schedule_has_units_for_it scheduled
image() {
    "$tauflow" image "$bell" -o "$work/bell.tau" && "$tauflow" verify "$work/bell.cert" &&
        "$tauflow" dump "$work/bell.tau" | grep -q '1 exponential units, 10 cycles of an exp'
}
ok an_image_asks_for_one_and_its_certificate_holds image
ok it_runs_on_the_twin_of_a_ring exact cycles "$tauflow" run "$bell" --engine twin \
    --network ring --modules 2 --exp 2 --steps 500
ok it_runs_on_a_verilated_core exact cycles "$tauflow" run "$bell" --engine rtl --modules 1 \
    --steps 500 --stalls 2

ok a_machine_without_one_is_refused refused 2 'the machine has no exp unit and 3 operations' \
    "$tauflow" schedule "$bell" --machine thesis --mul 1 --add 1
ok a_core_without_one_is_refused refused 2 'it needs 1 exponential units and the core has 0' \
    "$tauflow" run "$bell" --engine twin --core exp=0
ok fixed_point_has_none refused 2 "fixed point has products, sums .*, and no 'exp'" \
    "$tauflow" run "$bell" --engine twin --numbers fixed:24
sed 's/exp bell/exp bell less/' "$bell" >"$work/two.ops"
ok it_has_one_operand refused 2 ":13:18: error: nothing more expected on this line, but 'less'" \
    "$tauflow" info "$work/two.ops"
ok its_document_names_it grep -q '^| `exp A` | yes | ' docs/arithmetic.md
finish
