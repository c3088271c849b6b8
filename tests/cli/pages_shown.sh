# SPDX-License-Identifier: MIT
# What docs/report.md, docs/traces.md and docs/linear.md show is run as it stands there.
. tests/cli/tap.bash
. tests/cli/shown.bash
shown_tree
run_shown docs/report.md 6
run_shown docs/traces.md 4
run_shown docs/linear.md 5
ok "they leave behind what they promise" left iiwa.html ring.sched two.html c.html units.html \
    designs.html puma.json puma.kanata puma.vcd puma.fst iiwa.mat iiwa.npz
measured() {
    grep -aq 'tauflow: events of the Verilated core' "$work/tree/build/puma.fst" &&
        grep -q 'events of the schedule' "$work/tree/build/puma.vcd"
}
ok "traces say where their events come from" measured
finish
