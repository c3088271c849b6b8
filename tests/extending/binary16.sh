#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a tree with the number format binary16: what is scheduled, packed and proved in it the twin
# computes bit for bit as the evaluator, and what has no texts in it is refused.
. tests/cli/tap.bash
cd "$work" || exit 1
robot=${tauflow%/build/tauflow}/robots/pendulum5.urdf
plain=("$robot" --numbers fp16 --effort 0 --no-cache)
quick=("${plain[@]}" --budget 3)

ok the_law_of_every_format_holds "${tauflow%/tauflow}/tests/formats_test"
computed() { # OPTIONS: as predicted, no word differs, and off as binary16 is, not as binary32
    local said
    said=$("$tauflow" run "${quick[@]}" --engine twin --steps 20 "$@") || return 1
    echo "$said"
    echo "$said" | awk '
        /^cycles predicted/ { predicted = $3 }
        /^cycles measured/ { measured = $3 }
        /^mismatches/ { same = $2 == 0 }
        /^binary16 error/ { error = $3 }
        END { exit !(same && predicted > 0 && predicted == measured &&
                     error > 1e-4 && error < 0.1) }'
}
ok the_twin_is_the_evaluator_on_a_crossbar computed --network crossbar
ok the_twin_is_the_evaluator_on_a_ring computed --network ring --modules 2
ok divisions_are_computed_too computed --function fd
image() {
    "$tauflow" image "${quick[@]}" -o p.tau && "$tauflow" verify p.cert &&
        "$tauflow" dump p.tau | grep -q '^numbers *binary16$'
}
ok an_image_is_of_the_format_and_its_certificate_holds image
text_form() {
    "$tauflow" compile "${plain[@]}" -o c && grep -qx 'numbers fp16' c/pendulum5.ops &&
        "$tauflow" run c/pendulum5.ops --engine twin --budget 2 --steps 5 |
        grep -q '^binary16 error'
}
ok a_file_of_operations_names_it text_form
ok there_is_no_hls_c refused 2 'no HLS C in binary16' \
    "$tauflow" compile "${plain[@]}" --hls -o h
ok there_are_no_circuits refused 2 'no circuits in binary16' \
    "$tauflow" compile "${plain[@]}" --circuit -o x
ok there_are_no_sine_units eval '! "$tauflow" image "${quick[@]}" --trig core -o t.tau'
ok help_names_it prints 'numbers fp32.fixed:W.fp16' "$tauflow" compile --help
finish
