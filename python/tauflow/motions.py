# SPDX-License-Identifier: MIT
"""Motions: `tauflow simulate` with its table as arrays."""
import csv
import json
import os
import tempfile
import warnings

import numpy

from tauflow.commands import run_program

_FREE_POSITIONS, _FREE_RATES, _BALL_POSITIONS = 7, 6, 4
_OF_NO_USE = 3  # exit code of a motion that was computed and is of no use


class TauflowWarning(UserWarning):
    """What the program warns of where it has done what it was to do."""


class Motion:
    """What a model did, row by row of `t` (s).

    `joints` are the names of the columns of `q`, `qd` and `tau` (rows, joints); of a model in
    natural coordinates they are its coordinates, and `tau` is None. `free` has an array (rows, 7)
    per free body: x y z and the quaternion w x y z; `free_rates` (rows, 6): the velocity in the
    axes of the base and the angular velocity in its own. `balls` has an array (rows, 4) of
    quaternions w x y z per ball that turns (balls="turning"). `energy` (rows,) is in J. Any column
    of the table is motion["NAME"], and `columns` are their names; `figures` is what `tauflow
    simulate --json` says.
    """

    def __init__(self, names, table, figures):
        self.columns, self.figures = names, figures
        self._table = table
        energy = len(names) - 1 - names[::-1].index("energy")
        torques = 0
        while names[energy - 1 - torques].endswith(".torque"):
            torques += 1  # before them the last rate
        moved = energy - 1 - torques  # positions, then rates
        free, turned = 0, []
        if torques:  # of a robot, whose joints all have one
            turned = [at for at in range(1 + torques, moved) if names[at].endswith(".qw")]
            free = sum(at - 3 > torques and names[at - 1] == names[at][:-3] + ".z"
                       for at in turned)
        elif any(name.endswith(".qw") for name in names):
            free = moved // (_FREE_POSITIONS + _FREE_RATES)
        # states of laws stand between positions and rates
        count = torques or (moved - free * (_FREE_POSITIONS + _FREE_RATES)) // 2
        rates = 1 + moved - count - _FREE_RATES * free
        self.joints = names[1:1 + count]
        self.t, self.energy = table[:, 0], table[:, energy]
        self.q, self.qd = table[:, 1:1 + count], table[:, rates:rates + count]
        self.tau = table[:, energy - torques:energy] if torques else None
        self.free, self.free_rates = {}, {}
        for k in range(free):
            at, to = 1 + count + _FREE_POSITIONS * k, rates + count + _FREE_RATES * k
            link = names[at].rsplit(".", 1)[0]
            self.free[link] = table[:, at:at + _FREE_POSITIONS]
            self.free_rates[link] = table[:, to:to + _FREE_RATES]
        self.balls = {names[at][:-3]: table[:, at:at + _BALL_POSITIONS] for at in turned[free:]}

    def __getitem__(self, name):
        return self._table[:, self.columns.index(name)]

    def __len__(self):
        return len(self.t)

    def __repr__(self):
        return (f"<motion of {self.figures['model']}: {len(self)} rows, "
                f"{len(self.joints)} joints, {self.t[-1]:g} s>")


def _read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        return names, numpy.array([[float(number) for number in row] for row in rows])


def _write_table(path, columns):
    """A file of torques or positions over time from {"t": times, "JOINT": numbers ...}."""
    if "t" not in columns:
        raise ValueError("columns over time: 't' is missing")
    names = ["t"] + [name for name in columns if name != "t"]
    arrays = numpy.broadcast_arrays(*[numpy.asarray(columns[name], dtype=float) for name in names])
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(names)
        table.writerows([[repr(float(number)) for number in row]
                         for row in zip(*[numpy.atleast_1d(array) for array in arrays])])
    return path


def _write_values(path, values):
    """A file of values of links from {"LINK.mass": number ...}."""
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{name}={float(number)!r}\n" for name, number in values.items())
    return path


def start_words(start):
    """{"JOINT": position, "JOINT": (position, rate)} as values of --start."""
    if not isinstance(start, dict):
        return start
    return [f"{name}={','.join(repr(float(number)) for number in numpy.atleast_1d(value))}"
            for name, value in start.items()]


def simulate(robot, start=None, torques=None, motion=None, values=None, **options):
    """Moves a robot, or a model in natural coordinates, from its start; a Motion.

    `start`: {"JOINT": position} or {"JOINT": (position, rate)}. `torques`, and `motion` of driven
    joints: the path of a CSV file, or {"t": times, "JOINT": numbers}. `values` of links that
    parameters="LINK,..." names: the path of a file, or {"LINK.mass": kg ...}. Further options are
    those of `tauflow simulate`: until=2, step=1e-4, rows=0, base="floating", device="twin:" ... A
    motion that is of no use is a TauflowWarning, one that fails a TauflowError.
    """
    with tempfile.TemporaryDirectory(prefix="tauflow-") as scratch:
        for name, given in (("torques", torques), ("motion", motion)):
            if isinstance(given, dict):
                given = _write_table(os.path.join(scratch, name + ".csv"), given)
            options[name] = given
        if isinstance(values, dict) and values:
            values = _write_values(os.path.join(scratch, "values.txt"), values)
        options["values"] = values or None
        table = os.fspath(options.pop("csv", None) or os.path.join(scratch, "motion.csv"))
        done = run_program("simulate", robot,
                           {**options, "start": start_words(start), "csv": table, "json": True},
                           codes=(0, _OF_NO_USE))
        if done.code == _OF_NO_USE:
            warnings.warn(done.warning, TauflowWarning, stacklevel=2)
        return Motion(*_read_table(table), json.loads(done.output))
