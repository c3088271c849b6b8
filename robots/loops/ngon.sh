#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash ngon.sh N [CUT]: URDF of a loop of N revolute joints, to standard output. One side stands on
# the ground and the loop is cut so that both chains are equally long, hence N is odd. All figures
# are chosen: a regular polygon in the vertical plane x-z with the ground side on top, N - 1 slender
# links of 10 m and 10 kg in all, closed where all coordinates are 0. The moments ixx are without
# effect.
# CUT: plane (two equations), ball (three, one of them redundant), revolute (five, three of them).
n=${1-}
cut=${2-plane}
case $cut in
plane) rows='kind="body" drop="y rx ry rz" axes="reference"' ;;
ball) rows='kind="ball"' ;;
revolute) rows='kind="body" drop="ry"' ;;
*) n= ;;
esac
if ! [[ $n =~ ^[0-9]{1,4}$ ]] || [ $((10#$n % 2)) -eq 0 ] || [ $((10#$n)) -lt 5 ]; then
    echo "ngon.sh: an odd number of joints, 5 to 9999, and plane, ball or revolute expected" >&2
    exit 2
fi
awk -v n=$((10#$n)) -v rows="$rows" '
function number(x) { return x < 1e-15 && x > -1e-15 ? "0" : sprintf("%.17g", x) }
# A link hangs at `at` of its parent, turned by `angle` from x to z.
function body(chain, k, parent, at, angle) {
    printf "\n  <joint name=\"%s%d_joint\" type=\"continuous\">\n", chain, k
    printf "    <parent link=\"%s\"/>\n    <child link=\"%s%d\"/>\n", parent, chain, k
    printf "    <origin xyz=\"%s 0 0\" rpy=\"0 %s 0\"/>\n", number(at), number(-angle)
    printf "    <axis xyz=\"0 -1 0\"/>\n  </joint>\n"
    printf "  <link name=\"%s%d\">\n    <inertial>\n", chain, k
    printf "      <origin xyz=\"%s 0 0\"/>\n", number(side / 2)
    printf "      <mass value=\"%s\"/>\n", number(mass)
    printf "      <inertia ixx=\"%s\" iyy=\"%s\" izz=\"%s\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>\n", \
        number(mass * side * side / 1200), number(mass * side * side / 12), \
        number(mass * side * side / 12)
    printf "    </inertial>\n  </link>\n"
}
BEGIN {
    pi = atan2(0, -1)
    half = (n - 1) / 2
    side = 10 / (n - 1)
    mass = 10 / (n - 1)
    turn = 2 * pi / n
    printf "<?xml version=\"1.0\"?>\n<!-- robots/loops/ngon.sh %d -->\n", n
    printf "<robot name=\"ngon%d\" xmlns:tauflow=\"tauflow\">\n  <link name=\"base\"/>\n", n
    for (k = 1; k <= half; k++)
        body("left", k, k == 1 ? "base" : "left" (k - 1), k == 1 ? 0 : side,
             k == 1 ? pi + turn : turn)
    for (k = 1; k <= half; k++)
        body("right", k, k == 1 ? "base" : "right" (k - 1), side, -turn)
    printf "\n  <tauflow:cut %s name=\"middle\"\n", rows
    printf "               a=\"left%d\" a_xyz=\"%s 0 0\"", half, number(side)
    printf " b=\"right%d\" b_xyz=\"%s 0 0\"/>\n</robot>\n", half, number(side)
}'
