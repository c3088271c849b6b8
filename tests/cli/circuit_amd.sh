# SPDX-License-Identifier: MIT
# compile --circuit for devices of AMD, whose multiplier blocks have other bits, and add: right,
# linted and found wrong where anything is spoilt.
. tests/cli/circuit.bash

ok "pendulum5 for UltraScale+, 24 bits at 300 MHz, is right" right pendulum5 --device xcup \
    --clock 300 --numbers fixed:24
ok "a product of 24 bits takes two of its blocks" eval \
    "compile $work/amd pendulum5 --device xcup --clock 300 --numbers fixed:24 |
        awk '/^multipliers/ { found = \$4 == 2 * \$2 } END { exit !found }'"

# Blocks of AMD add: roundings and sums are in them where there is no clock.
for device in xc7 xcup; do
    ok "pendulum5 for $device without registers is right" right pendulum5 --device $device --clock 0
    ok "and passes every lint" linted pendulum5
done
ok "a sum in a block is there" grep -qE 'c[0-9]+_p = .c[0-9]+.17:0., [0-9]+.d[0-9]+. [+] .c' \
    "$work/pendulum5/pendulum5_circuit.v"
ok "a wrong sum in a block is found" spoilt pendulum5 'c[0-9]+_p = .*d[0-9]+. - ' 's/} - {/} + {/'
ok "a wrong rounding in a block is found" spoilt pendulum5 'c[0-9]+_p = .[0-9]+.d' \
    "s/'d[0-9]*}/'d0}/"
finish
