# SPDX-License-Identifier: MIT
"""Equations of motion of robots, on NumPy arrays.

    import tauflow
    fd = tauflow.compile("arm.urdf", function="fd")   # C, compiled here
    qdd = fd(q, qd, tau)                              # one state, or a batch: (states, joints)

    core = tauflow.open("sim:")                       # a simulated core, or a board
    core.load(tauflow.image("arm.urdf", "arm.tau"))
    tau = core(q=q, qd=qd, qdd=qdd)

    motion = tauflow.simulate("arm.urdf", start={"elbow": 0.5}, until=2)
    motion.t, motion.q, motion.energy                 # row by row

Everything is done by the program `tauflow`, the C that it writes and libtauflow; this package calls
them. Options of the program are keyword arguments: modules=2 is --modules 2, strict=True --strict,
force=["a", "b"] --force a --force b. With progress=print a call tells how far it is; without, on a
terminal and in a notebook, a line does.
"""
from tauflow.commands import TauflowError, fmu, image, info, report, run, schedule
from tauflow.functions import compile
from tauflow.cores import open
from tauflow.linear import Equilibrium, LinearSystem, Mode, equilibrium, linearise
from tauflow.motions import Motion, TauflowWarning, simulate
from tauflow.realtime import TauflowTimeout

__all__ = ["Equilibrium", "LinearSystem", "Mode", "Motion", "TauflowError", "TauflowTimeout",
           "TauflowWarning", "compile", "equilibrium", "fmu", "image", "info", "linearise", "open",
           "report", "run", "schedule", "simulate"]
