# SPDX-License-Identifier: MIT
# The first hours of docs/first_hour_*.md: every command that they show is run, in their order, and
# leaves behind what they promise.
. tests/cli/tap.bash
. tests/cli/shown.bash
shown_tree
run_shown docs/first_hour_robotics.md 7
run_shown docs/first_hour_fpga.md 7
promised() {
    left my.html my/puma560.c my/motion.svg my/my.tau puma560.html puma560.vcd units.html \
        circuit/pendulum5_circuit.v puma560.tau &&
        [ "$(grep -o '<path' "$work/tree/build/my/motion.svg" | wc -l)" = 7 ] # zero, six joints
}
ok "they leave behind what they promise" promised
finish
