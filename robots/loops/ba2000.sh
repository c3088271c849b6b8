#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash ba2000.sh: URDF of the bogie BA2000 with its loops, to standard output: robots/bogie.urdf
# with seven rods that make joints 7 8 11 12 21 22 23 depend on the others in the blocks that the
# source prints (chapter 4 of Postiau's thesis): {23}, {21}, {22 7 8} after both, {11} after that,
# {12} after the first and third. What its seven constraints are it does not say; rods are chosen,
# closed where all coordinates are 0. One of them hangs on the axis of rod_yaw, so that this joint
# does not change its length.
awk '
function number(x) { return sprintf("%.17g", x) }
# Places in the frame of the bogie at rest, of the links that rods hold.
function link(name, x, y, z) { at[name, 1] = x; at[name, 2] = y; at[name, 3] = z }
function rod(name, a, ax, ay, az, b, bx, by, bz,    x, y, z) {
    x = at[b, 1] + bx - at[a, 1] - ax
    y = at[b, 2] + by - at[a, 2] - ay
    z = at[b, 3] + bz - at[a, 3] - az
    printf "  <tauflow:cut kind=\"rod\" name=\"%s\" a=\"%s\" a_xyz=\"%s %s %s\"\n", name, a, \
        ax, ay, az
    printf "               b=\"%s\" b_xyz=\"%s %s %s\" length=\"%s\"/>\n", b, bx, by, bz, \
        number(sqrt(x * x + y * y + z * z))
}
BEGIN {
    link("frame", 0, 0, 0)
    link("front_beam", 0.9, 0, -0.12)
    link("rear_beam", -0.9, 0, -0.12)
    link("fl_carrier", 0.92, 0.72, -0.17)
    link("rear_carrier", -0.93, 0, -0.17)
    link("fr_box", 0.92, -0.75, -0.18)
    link("lever_arm", 0.15, 0.62, -0.18)
    link("rod_end", 0.8, 0.55, -0.2)
    link("rod", 0.8, 0.55, -0.2)
}
/<robot name="bogie">/ {
    sub(/name="bogie"/, "name=\"ba2000\" xmlns:tauflow=\"tauflow\"")
}
/<\/robot>/ {
    rod("lift", "fr_box", -0.12, 1.3, 0.23, "rod", -0.68, 0, 0)
    rod("lever_rear", "lever_arm", 0.1, 0.42, 0, "rear_beam", 0.1, 0.7, 0.05)
    rod("rod_side", "frame", 0.1, -0.4, -0.1, "rod", -0.68, 0, 0)
    rod("rod_top", "frame", 0.4, 0.3, 0.5, "rod", -0.3, 0.1, 0)
    rod("lever_front", "lever_arm", 0.42, 0.1, 0, "front_beam", -0.2, -0.3, 0.4)
    rod("steer_front", "rod_end", -0.1, 0.3, 0, "fl_carrier", -0.1, 0.25, 0)
    rod("steer_rear", "rod", -0.5, 0, 0, "rear_carrier", 0, 0.6, 0)
    print "  <tauflow:independent joints=\"tx ty tz yaw pitch roll rear_yaw rear_roll fr_travel " \
        "fr_spin\n                               rr_travel rr_spin fl_travel fl_spin rl_travel " \
        "rl_spin\"/>"
}
{ print }' "$(dirname "$0")/../bogie.urdf"
