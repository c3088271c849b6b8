#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Documents that are made from code are made from today's (`make documents` makes them anew), and
# docs/formats.md has the versions and columns that code and commands have.
. tests/cli/tap.bash
gen=${BUILD:-build}/gen
ok the_register_map_is_todays diff docs/registers.md "$gen/tauflow_regs.md"
ok the_table_of_the_shape_is_todays diff docs/shape.md "$gen/tauflow_shape.md"
words() { # rows of tables between marks, in the order of their tables' names
    awk '/^<!-- table / { name = $3; row = 0 }
         name { print name, row++, $0 }
         /^<!-- end -->$/ { name = "" }' "$1" | sort
}
loaded_words() {
    diff <(words docs/program.md) <(words "$gen/tauflow_load.md") &&
        [ "$(words docs/program.md | wc -l)" -gt 40 ]
}
ok the_words_of_program_md_are_todays loaded_words

# ---- formats and versions ----
in_code() { # of texts: every first line that code writes or expects
    grep -rhoE 'tauflow-[a-z]+ [0-9]+' --include='*.c' --include='*.h' scheduler host machine |
        sort -u
}
texts() {
    [ "$(in_code | wc -l)" -ge 5 ] &&
        diff <(in_code) <(grep -ohE '`tauflow-[a-z]+ [0-9]+`' docs/formats.md | tr -d '`' | sort -u)
}
ok texts_have_the_versions_of_formats_md texts
number() { # FILE PATTERN: the number that the pattern takes out of a line
    sed -nE "s/$2/\1/p" "$1" | grep . || echo "nothing in $1"
}
told() { grep -qF -- "$1" docs/formats.md || { echo "not told: $1"; return 1; }; }
others() {
    local map
    map=$(number machine/regs.def '^VALUE\(VERSION_VALUE, (0x[0-9a-f]+),.*')
    told "| image $(number machine/tau_format.h '.*TAU_MAJOR = ([0-9]+),.*').$(
        number machine/tau_format.h '.*TAU_MINOR = ([0-9]+),.*') |" &&
        told "| registers $((map >> 16)).$((map & 0xffff)) |" &&
        told "| serial $(($(number machine/serial.def '^VALUE\(VERSION, (0x[0-9]+),.*'))) |" &&
        told "\`$(bash machine/version.sh soname)\`" &&
        told "\`Kanata $(number scheduler/apps/report/trace_konata.c '.*"Kanata.t([0-9]+).*')\`"
}
ok other_versions_are_those_of_formats_md others
columns() { # what commands write, and every table that is committed
    local table
    "$tauflow" explore tests/fuzz/corpus/small.ops --csv "$work/e.csv" >"$work/said" &&
        told "| \`explore --csv\` | \`$(head -n 1 "$work/e.csv")\` |" &&
        "$tauflow" explore robots/pendulum5.urdf --effort 0 --circuit --csv "$work/c.csv" \
            >"$work/said" &&
        told "| \`explore --circuit --csv\` | \`$(head -n 1 "$work/c.csv")\` |" &&
        "$tauflow" simulate robots/pendulum5.urdf --effort 0 --until 0.01 --csv "$work/s.csv" \
            >"$work/said" &&
        grep -qE '^t,q1,.*,q1\.rate,.*,q1\.torque,.*,energy,step$' "$work/s.csv" || return 1
    for table in measure/synth/*.csv hls/*.csv; do
        told "| \`$table\` | \`$(head -n 1 "$table")\` |" || return 1
    done
}
ok tables_have_the_columns_of_formats_md columns

# ---- versions of the program ----
newest() { # the first section of CHANGELOG.md is of the version that this is
    [ "$(sed -nE 's/^## ([0-9.]+).*/\1/p' CHANGELOG.md | head -n 1)" = \
        "$(bash machine/version.sh)" ]
}
ok the_newest_changes_are_those_of_this_version newest
finish
