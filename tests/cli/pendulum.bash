# SPDX-License-Identifier: MIT
# Sourced by tests of states that stay and of motions near them: a pendulum, and a crank.
cat >"$work/pendulum.urdf" <<'END'
<robot name="pendulum"><link name="base"/>
<link name="bob"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
<inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="bob"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="3" effort="4" velocity="5"/></joint></robot>
END
pendulum=$work/pendulum.urdf crank=robots/loops/slider_crank.urdf
