# SPDX-License-Identifier: MIT
# compile --circuit in binary32: right, linted, and found wrong where anything is spoilt. Its
# operators take the simulator long: fewer states than fixed point.
. tests/cli/circuit.bash
vectors=20

ok "pendulum5 in binary32 is right" right pendulum5 --clock 100 --numbers fp32 --dsp 999
ok "and passes Verilator's lint" \
    silent verilator --lint-only -Wall $search_core sim/lint.vlt \
    "$work/pendulum5/pendulum5_circuit.v"

# What else there is, in few operations: two joints, of which the second has an offset.
cat >"$work/arm.urdf" <<'URDF'
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial> <origin xyz="0.1 0 0.2"/> <mass value="3"/>
      <inertia ixx="0.02" iyy="0.03" izz="0.01" ixy="0" ixz="0.002" iyz="0"/> </inertial>
  </link>
  <link name="lower">
    <inertial> <origin xyz="0.15 0.02 0"/> <mass value="2"/>
      <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/> </inertial>
  </link>
  <joint name="yaw" type="continuous">
    <parent link="base"/> <child link="upper"/> <axis xyz="0 0 1"/>
  </joint>
  <joint name="pitch" type="continuous">
    <parent link="upper"/> <child link="lower"/> <origin xyz="0 0.1 0.4"/> <axis xyz="0 1 0"/>
  </joint>
</robot>
URDF
arm() { # OPTIONS...
    rm -rf "${work:?}/arm" && "$tauflow" compile "$work/arm.urdf" --effort 0 --circuit \
        --numbers fp32 --vectors $vectors -o "$work/arm" "$@" && built "$work/arm" arm &&
        passes "$work/arm" 64 && passes "$work/arm" $vectors "+vectors=$work/arm/arm_circuit.txt"
}
of_arm=$work/arm/arm_circuit.v
ok "an arm in binary32 is right" arm --clock 100
ok "a wrong sign of binary32 is found" spoilt arm 'negate_b\(1.b1\)' "s/b(1'b1)/b(1'b0)/"
ok "it is right at interval 3" arm --clock 90 --interval 3
ok "and passes Verilator's lint" \
    silent verilator --lint-only -Wall $search_core sim/lint.vlt "$of_arm"
ok "a wrong sign at its turn is found" spoilt arm 'negate = u[0-9]+_at' 's/negate = u/negate = !u/'
ok "it is right with sines in the circuit" arm --clock 100 --trig core
ok "its inputs are q, qd and qdd" \
    eval '! grep -q "in_[sc]2" "$of_arm" && grep -q in_q2 "$of_arm"'
ok "a wrong cosine is found" spoilt arm "fp32_trig|negate_b\(1.b1\)" "s/b(1'b1)/b(1'b0)/"

every_function() {
    local function count=0 asked
    for function in $(sed -n 's/^FUNCTION([A-Z_]*, "\([a-z-]*\)".*/\1/p' machine/functions.def); do
        asked=(--function $function)
        case $function in
        elements) continue ;; # below
        base-parameters) asked+=(--parameters all) ;;
        sensitivities) asked=(--function id --derive-by q) ;;
        closed-sensitivities) asked=(--function closed-id --derive-by q) ;;
        esac
        "$tauflow" compile robots/loops/slider_crank.urdf --effort 0 --circuit --clock 80 \
            --dsp 99999 "${asked[@]}" -o "$work/function" \
            >"$work/log" 2>&1 ||
            { echo "$function: $(tail -n 1 "$work/log")"; return 1; }
        count=$((count + 1))
    done
    test $count -ge 24
}
ok "every function has a circuit" every_function

# A wheel on ground: arc tangents and branches.
cat >"$work/wheel.urdf" <<'URDF'
<robot name="wheel">
  <link name="base"/> <link name="fork"/> <link name="hub"/> <link name="tyre"/>
  <joint name="lift" type="prismatic">
    <parent link="base"/> <child link="fork"/> <origin xyz="0 0 0.3"/> <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="9" velocity="3"/>
  </joint>
  <joint name="yaw" type="continuous">
    <parent link="fork"/> <child link="hub"/> <axis xyz="0 0 1"/>
  </joint>
  <joint name="spin" type="continuous">
    <parent link="hub"/> <child link="tyre"/> <origin xyz="0.1 0 0"/> <axis xyz="0 1 0"/>
  </joint>
</robot>
URDF
wheel_compile() { # OPTIONS...
    "$tauflow" compile "$work/wheel.urdf" --effort 0 --function elements --circuit \
        --element "wheel name=rear joint=spin radius=0.3 stiffness=1e5 damping=100 slip=10
            cornering=9" -o "$work/wheel" "$@"
}
wheel() { # OPTIONS...; few states: the simulator takes long
    rm -rf "${work:?}/wheel" && wheel_compile --vectors 6 "$@" &&
        built "$work/wheel" wheel &&
        passes "$work/wheel" 6 "+vectors=$work/wheel/wheel_circuit.txt"
}
ok "arc tangents and branches are right" wheel --clock 100
of_wheel=$work/wheel/wheel_circuit.v
ok "there are some of both" eval 'grep -q fp32_atan2 "$of_wheel" &&
    grep -q "negate_a(1.b1), .negate_b(1.b1)" "$of_wheel"'
ok "and pass Verilator's lint" \
    silent verilator --lint-only -Wall $search_core -I"$gen" sim/lint.vlt "$of_wheel"
ok "a sum instead of a branch is found" spoilt wheel 'negate_a\(1.b1' "s/a(1'b1)/a(1'b0)/"
ok "an angle of exchanged sides is found" spoilt wheel 'fp32_atan2' \
    '{n;s/a(\([a-z0-9_]*\)), .b(\([a-z0-9_]*\))/a(\2), .b(\1)/}'
ok "shared adders branch at the right turn" wheel --clock 100 --interval 2
ok "a branch at the wrong turn is found" spoilt wheel '_branch = u' 's/= u/= !u/'
finish
