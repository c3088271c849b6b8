# SPDX-License-Identifier: MIT
"""The opinion of a MuJoCo that is newer than the system's library, for mjcf_newer_test: torques
that joints need, all with one axis.

Arguments: an MJCF file, how many states. Standard output: number of joints, their names, then per
state positions, velocities, accelerations and torques, M qdd + bias - passive forces. Limits,
contacts, friction and equalities are left out.
"""
import sys

import mujoco
import numpy as np


def main():
    model = mujoco.MjModel.from_xml_path(sys.argv[1])
    data = mujoco.MjData(model)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    draw = np.random.default_rng(20240229)
    assert model.nq == model.nv == model.njnt
    print(model.njnt, *(model.joint(i).name for i in range(model.njnt)))
    for _ in range(int(sys.argv[2])):
        data.qpos[:] = draw.uniform(-3.2, 3.2, model.nv)
        data.qvel[:] = draw.uniform(-4, 4, model.nv)
        data.qacc[:] = draw.uniform(-20, 20, model.nv)
        mujoco.mj_inverse(model, data)
        for row in (data.qpos, data.qvel, data.qacc, data.qfrc_inverse):
            print(*(f"{x:.17g}" for x in row))


main()
