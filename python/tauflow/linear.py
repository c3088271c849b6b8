# SPDX-License-Identifier: MIT
"""States that stay, and linear systems: `tauflow equilibrium` and `linearise` as arrays."""
import collections
import json

import numpy

from tauflow.commands import call
from tauflow.motions import start_words

Mode = collections.namedtuple("Mode", "eigenvalue frequency_hz damping shape")
Mode.__doc__ = """A real eigenvalue, or that of a pair with the positive imaginary part, of
(dx)' = A dx in continuous time. `shape` is its vector (states,), the largest position in it 1."""


def _words(options, start, torque, free):
    if isinstance(torque, dict):
        torque = [f"{name}={float(value)!r}" for name, value in torque.items()]
    if free is not None and not isinstance(free, str):
        free = ",".join(free) or None
    return {**options, "start": start_words(start), "torque": torque, "free": free, "json": True}


class LinearSystem:
    """(dx)' = A dx + B du + affine, dy = C dx + D du; with `step` seconds, 0: continuous, the left
    side is dx after a step. dx, du, dy are what differs from `x`, `u`, `y` at the state; `states`,
    `inputs` and `outputs` are the names of their numbers. `equilibrium`: nothing accelerates there.
    `modes` is a list of Mode."""

    def __init__(self, figures):
        self.states, self.inputs, self.outputs = (figures[name] for name in
                                                  ("states", "inputs", "outputs"))
        self.equilibrium, self.step = figures["equilibrium"], figures["step"]
        self.A = numpy.array(figures["A"], dtype=float)
        self.B = numpy.array(figures["B"], dtype=float)
        self.C = numpy.array(figures["C"], dtype=float)
        self.D = numpy.array(figures["D"], dtype=float)
        self.affine = numpy.array(figures["affine"], dtype=float)
        self.x, self.u, self.y = (numpy.array(figures[name], dtype=float) for name in "xuy")
        self.modes = [Mode(complex(*value), mode["frequency_hz"], mode["damping"],
                           numpy.array(mode["shape_re"]) + 1j * numpy.array(mode["shape_im"]))
                      for value, mode in zip(figures["eigenvalues"], figures["modes"])]
        self.figures = figures

    def __repr__(self):
        return (f"<linear system of {self.figures['robot']}: {len(self.states)} states, "
                f"{len(self.inputs)} inputs, {len(self.outputs)} outputs>")


class Equilibrium:
    """A state that stays: `q`, `qd` and `tau` (joints,), by `joints`; `roles` says of each whether
    it is free, held, driven, or follows others. `stability` is "stable", "neutral" or "unstable",
    by `eigenvalues`; `left` is what is left of torques, as a share of the sum of their terms;
    `anywhere` names joints that change nothing. `states` has those of laws, by ELEMENT.STATE.
    `start` is what other calls take."""

    def __init__(self, figures):
        rows = figures["joints"]
        self.joints, self.roles = [row["joint"] for row in rows], [row["is"] for row in rows]
        self.q = numpy.array([row["position"] for row in rows], dtype=float)
        self.qd = numpy.array([row["rate"] for row in rows], dtype=float)
        self.tau = numpy.array([row["torque"] for row in rows], dtype=float)
        self.start = {row["joint"]: row["position"] if row["is"] == "follows" else
                      (row["position"], row["rate"]) for row in rows}
        self.states = {row["state"]: row["value"] for row in figures["states"]}
        self.start.update(self.states)
        self.stability, self.left = figures["stability"], figures["left"]
        self.steps, self.anywhere = figures["steps"], figures["anywhere"]
        self.eigenvalues = numpy.array([complex(*value) for value in figures["eigenvalues"]])
        self.figures = figures

    def __repr__(self):
        return f"<equilibrium of {self.figures['robot']}: {self.stability}>"


def linearise(robot, start=None, torque=None, free=None, **options):
    """A robot near a state as a LinearSystem.

    `start`: {"JOINT": position} or {"JOINT": (position, rate)}; `torque`: {"JOINT": N m}; `free`:
    names of the joints that move, where others are held. Further options are those of
    `tauflow linearise`: step=1e-3, frame="LINK", actuate="JOINT,..." ...
    """
    return LinearSystem(json.loads(call("linearise", robot, _words(options, start, torque, free))))


def equilibrium(robot, start=None, torque=None, free=None, **options):
    """A state of a robot where nothing accelerates, found from a first guess, as an Equilibrium.

    Arguments are those of `linearise`. Where none is found that is a TauflowError, which says why.
    """
    return Equilibrium(json.loads(call("equilibrium", robot,
                                       _words(options, start, torque, free))))
