# SPDX-License-Identifier: MIT
# Large robots: time and memory grow with the number of joints, not with its square. The limits are
# three to five times what a machine of 2023 needs; with the squares in, minutes and gigabytes.
. tests/cli/tap.bash

# robot SHAPE JOINTS: chain (three axes in turn), parallel (one axis), star (all on the base), hub
# (all on one moving link), mimic (a chain in which each follows the one before).
robot() {
    awk -v shape="$1" -v joints="$2" 'BEGIN {
        split("1 0 0,0 1 0,0 0 1", axes, ",")
        print "<robot name=\"" shape "\">"
        same = shape == "parallel" # links and origins: two of its sums once had one key
        for (i = 0; i <= joints; i++) {
            com = same ? "0.5 0 0" : "0.1 0.02 " 0.03 + i % 7 / 100
            mass = same ? 1 : 1 + i % 5 / 10
            printf "<link name=\"l%d\"><inertial><origin xyz=\"%s\"/>", i, com
            printf "<mass value=\"%g\"/>", mass
            printf "<inertia ixx=\"0.1\" iyy=\"0.1%d\" izz=\"0.1\"/></inertial></link>\n", \
                same ? 0 : i % 9
        }
        for (i = 1; i <= joints; i++) {
            parent = shape == "star" ? 0 : shape == "hub" ? (i > 1) : i - 1
            axis = same || shape == "mimic" ? "0 0 1" : axes[i % 3 + 1]
            printf "<joint name=\"j%d\" type=\"continuous\">", i
            printf "<parent link=\"l%d\"/><child link=\"l%d\"/>", parent, i
            if (same)
                printf "<origin xyz=\"1 0 0\"/>"
            else
                printf "<origin xyz=\"0.3 0.01 %g\" rpy=\"0 0 %g\"/>", i % 3 / 10, i % 4 / 5
            printf "<axis xyz=\"%s\"/>", axis
            if (shape == "mimic" && i > 1)
                printf "<mimic joint=\"j%d\" multiplier=\"1.01\"/>", i - 1
            print "</joint>"
        }
        print "</robot>"
    }' >"$work/$1$2.urdf"
}
# fits SHAPE JOINTS MEGABYTES SECONDS [OPTION...]: info in so much memory and processor time.
fits() {
    robot "$1" "$2"
    (
        limit_memory $(($3 * 1000))
        ulimit -t "$4"
        "$tauflow" info "$work/$1$2.urdf" "${@:5}" >"$work/info"
    ) &&
        sed -n 2,6p "$work/info"
}

ok "a chain of 500 joints in 100 MB" fits chain 500 100 3
ok "a chain of 5,000 joints in ten times as much" fits chain 5000 1000 15
ok "a star of 1,000 joints is searched in 60 MB" fits star 1000 60 15
ok "a star of 10,000 joints in 300 MB" fits star 10000 300 8
ok "a hub of 2,000 joints in 200 MB" fits hub 2000 200 15
ok "10,000 parallel joints in 600 MB, no two sums mistaken for each other" \
    fits parallel 10000 600 15 --effort 0
ok "300 joints that follow each other in 60 MB" fits mimic 300 60 15
ok "a classic chain of 500 joints in 400 MB" fits chain 500 400 15 --formalism classic

finish
