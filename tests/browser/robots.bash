# SPDX-License-Identifier: MIT
# Robots with many limbs: a quadruped with feet, and a humanoid of 30 joints. Each is written to
# standard output as URDF; a line is: joint, parent link, axis, place, mass.
urdf() { # NAME BASE; lines by standard input
    awk -v name="$1" -v base="$2" '
        function link(n, kg) {
            printf "<link name=\"%s\"><inertial><origin xyz=\"0.01 0 -0.03\"/>", n
            printf "<mass value=\"%s\"/><inertia ixx=\"%g\" iyy=\"%g\" izz=\"%g\"", kg, \
                kg / 100, kg / 90, kg / 110
            print " ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
        }
        BEGIN { print "<robot name=\"" name "\">"; link(base, 7) }
        {
            link($1 "_link", $7)
            fixed = $3 == "-"
            axis = $3 == "x" ? "1 0 0" : $3 == "y" ? "0 1 0" : "0 0 1"
            printf "<joint name=\"%s\" type=\"%s\"><parent link=\"%s\"/><child link=\"%s_link\"/>" \
                "<origin xyz=\"%s %s %s\"/><axis xyz=\"%s\"/><limit lower=\"-2\" upper=\"2\" " \
                "velocity=\"12\" effort=\"90\"/></joint>\n", $1, fixed ? "fixed" : "revolute", $2, \
                $1, $4, $5, $6, axis
        }
        END { print "</robot>" }'
}
quadruped() {
    local leg x y
    for leg in FR:1:-1 FL:1:1 RR:-1:-1 RL:-1:1; do
        IFS=: read -r leg x y <<<"$leg"
        echo "${leg}_hip_joint base x ${x/1/0.19} ${y/1/0.05} 0 0.7"
        echo "${leg}_thigh_joint ${leg}_hip_joint_link y 0 ${y/1/0.095} 0 1.1"
        echo "${leg}_calf_joint ${leg}_thigh_joint_link y 0 0 -0.21 0.2"
        echo "${leg}_foot ${leg}_calf_joint_link - 0 0 -0.21 0.04"
    done | urdf quadruped base
}
humanoid() {
    local side y parent joint
    {
        echo "back_bkz pelvis z -0.01 0 0 2.3"
        echo "back_bky back_bkz_link y 0 0 0.16 8"
        echo "back_bkx back_bky_link x 0 0 0.05 52"
        echo "neck_ry back_bkx_link y 0.25 0 0.62 1.4"
        for side in l:1 r:-1; do
            IFS=: read -r side y <<<"$side"
            parent=back_bkx_link
            while read -r joint; do
                echo "${side}_$joint"
            done <<END_ARM
arm_shz $parent z 0.14 ${y/1/0.23} 0.48 4.4
arm_shx ${side}_arm_shz_link x 0 ${y/1/0.11} -0.1 3.9
arm_ely ${side}_arm_shx_link y 0 ${y/1/0.19} -0.02 4.3
arm_elx ${side}_arm_ely_link x 0 ${y/1/0.12} 0.01 3.8
arm_wry ${side}_arm_elx_link y 0 ${y/1/0.19} -0.02 2.4
arm_wrx ${side}_arm_wry_link x 0 ${y/1/0.12} 0.01 1.6
arm_wry2 ${side}_arm_wrx_link y 0 ${y/1/0.06} 0 0.7
leg_hpz pelvis z 0 ${y/1/0.09} 0 1.9
leg_hpx ${side}_leg_hpz_link x 0 0 0 1.8
leg_hpy ${side}_leg_hpx_link y 0.05 0 -0.05 8.2
leg_kny ${side}_leg_hpy_link y -0.05 0 -0.37 4.5
leg_aky ${side}_leg_kny_link y 0 0 -0.42 0.1
leg_akx ${side}_leg_aky_link x 0 0 0 2.4
END_ARM
        done
    } | urdf humanoid pelvis
}
