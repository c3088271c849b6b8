# SPDX-License-Identifier: MIT
"""Functions of a robot in C, compiled here and called on NumPy arrays."""
import ctypes
import json
import os
import pathlib
import subprocess
import tempfile

import numpy

from tauflow.commands import TauflowError, call
from tauflow.states import count_states

_BASE = "base-parameters"
_ELEMENTS = "elements"
_DERIVES = ("id-derivatives", "fd-derivatives", "closed-id-derivatives", "closed-fd-derivatives",
            "sensitivities", "closed-sensitivities")  # which take of laws their slopes, too
_OF_LINK = 10  # numbers of a link in `inertias`
# How --parameters names what is no link: of joints and elements (scheduler/robot/tree_numbers.c).
_OF_OTHERS = tuple("." + word for word in (
    "stiffness", "rest", "damping", "x", "y", "z", "a_x", "a_y", "a_z", "b_x", "b_y", "b_z"))
_FORMATS = {"double": ("_f64", numpy.float64), "float": ("_f32", numpy.float32)}


class Function:
    """A function of a robot.

    Arguments are the arrays of `inputs`, in order or by name: of one state with as many numbers as
    `inputs` says, of a batch with one more dimension in front. The result is an array, or a dict of
    them where there are several. Batches are fastest in Fortran's order (numpy.asfortranarray),
    which is taken as it is; others are copied. Results of batches are in that order. `out` may be
    an array, or a dict of arrays, of that kind, to be written instead of new ones. Functions of
    robots with loops have `until_closed`, too.

    Where links' parameters are inputs (parameters="link7"), `links` are these links, and
    `inertias=` may be given in the place of `base_parameters`: per link mass, centre (3), ixx iyy
    izz ixy ixz iyz. One set of either may go with a batch of states.

    Of a robot whose balls turn (balls="turning") `balls` are their names, `ball_angles` and
    `ball_quaternions` lead from the one to the other.

    Where laws of elements are calls and were given (laws=), `element_forces` is what they give, and
    `t=` the time that they are asked for, 0 unless it is given.
    """

    _closing_real = {"double": ctypes.c_double, "float": ctypes.c_float}

    def __init__(self, shared, described, real):
        ending, self.dtype = _FORMATS[real]
        self.function = described["function"]
        self.joints = described["joints"]
        self.closes = "until_closed" in described
        self.derives = described["function"] in _DERIVES
        self._judges = described["judges"]
        arrays = described["arrays"]
        self.inputs = {a["name"]: a["rows"] for a in arrays if not a["result"]}
        self.results = {a["name"]: (a["rows"], a["columns"]) if a["matrix"] else (a["rows"],)
                        for a in arrays if a["result"]}
        self._order = [(a["name"], a["result"]) for a in arrays]
        self.links = described.get("links", [])
        self.balls = []
        self._base = None
        self._laws = None
        self._library = shared
        pointers = [ctypes.c_void_p] * len(arrays)
        self._one = getattr(shared, described["call"] + ending)
        self._one.argtypes = pointers
        self._many = getattr(shared, described["batch"] + ending)
        self._many.argtypes = [ctypes.c_size_t, ctypes.c_size_t] + pointers
        for function in (self._one, self._many):
            function.restype = ctypes.c_int if self._judges else None
        self._closing = None
        if "until_closed" in described:
            self._closing = getattr(shared, described["until_closed"] + ending)
            self._closing.argtypes = [self._closing_real[real], ctypes.c_uint] + pointers
            self._closing.restype = ctypes.c_int

    def __repr__(self):
        return f"<tauflow {self.function}: {', '.join(self.inputs)} -> {', '.join(self.results)}>"

    def __call__(self, *arrays, out=None, t=0.0, **named):
        given = self._given(arrays, named, t)
        states = count_states(given, self.inputs)
        taken = {name: self._take(name, value, states) for name, value in given.items()}
        made = self._make(out, states)
        pointers = [(made if result else taken)[name].ctypes.data for name, result in self._order]
        if states is None:
            failed = self._one(*pointers)
        else:
            failed = self._many(states, states, *pointers)
        if self._judges and failed:
            raise TauflowError(f"{self.function}: the mass matrix of a state cannot be solved")
        shaped = {name: self._shape(name, value, states) for name, value in made.items()}
        return next(iter(shaped.values())) if len(shaped) == 1 else shaped

    def take_base(self, base):
        """The function base-parameters of the same robot and options, for `inertias`."""
        if "base_parameters" in self.inputs:
            self._base = base
            self.links = base.links

    def take_balls(self, shared, made):
        """Balls that turn, whose functions the library has."""
        self.balls = made["balls"]
        self._balls = [getattr(shared, f"{made['name']}_ball_{what}_f64")
                       for what in ("angles", "quaternions")]
        for function in self._balls:
            function.argtypes = [ctypes.c_void_p] * 2
            function.restype = None

    def ball_angles(self, quaternions, q):
        """`q` with the angles of these quaternions, w x y z of each of `balls`, of a state or a
        batch; their length is of no matter."""
        taken = numpy.ascontiguousarray(quaternions, dtype=float)
        out = numpy.array(q, dtype=float, order="C")
        return self._turn(0, taken, (4 * len(self.balls),), out, (len(self.joints),))

    def ball_quaternions(self, q):
        """The quaternions of a state's or a batch's angles."""
        taken = numpy.ascontiguousarray(q, dtype=float)
        out = numpy.zeros(taken.shape[:-1] + (4 * len(self.balls),))
        return self._turn(1, taken, (len(self.joints),), out, out.shape[-1:])

    def _turn(self, which, taken, ends, out, out_ends):
        if not self.balls:
            raise TypeError(f"{self.function}: this robot has no balls that turn (balls='turning')")
        if taken.shape[-1:] != ends or out.shape[-1:] != out_ends or \
                taken.shape[:-1] != out.shape[:-1]:
            raise ValueError(f"{ends[0]} numbers go with {out_ends[0]} of a state here, not "
                             f"{taken.shape} with {out.shape}")
        for state in numpy.ndindex(out.shape[:-1]):
            self._balls[which](taken[state].ctypes.data, out[state].ctypes.data)
        return out

    def take_laws(self, laws):
        """Asks these _Laws for what calls of elements give."""
        if "element_forces" in self.inputs and self.function != _ELEMENTS:
            self._laws = laws

    def base_parameters(self, inertias):
        """What the function takes of links with these numbers: (links, 10), or of many states
        (states, links, 10); the last two may be one axis."""
        if self._base is None:
            raise TypeError(f"{self.function} takes no parameters of links")
        numbers = numpy.asarray(inertias, dtype=self.dtype)
        if numbers.shape[-2:] == (len(self.links), _OF_LINK):
            numbers = numbers.reshape(numbers.shape[:-2] + (-1,))
        return self._base(numbers)

    def until_closed(self, *arrays, tolerance=1e-10, limit=10, **named):
        """The same of robots with loops, pass after pass of Newton's method until every residual is
        at most tolerance^2: results are of closed positions, which `q_closed` has, whole. A state
        that cannot be solved or is still open after `limit` passes is a TauflowError."""
        if self._closing is None:
            raise TypeError(f"{self.function} closes no loops, or they are the caller's own")
        given = self._given(arrays, named)
        states = count_states(given, self.inputs)
        if states is None:
            return self._close(given, tolerance, limit)
        each = [self._close({name: value[k] for name, value in given.items()}, tolerance, limit,
                            f" of state {k}") for k in range(states)]
        return {name: numpy.stack([one[name] for one in each]) if each else
                numpy.empty((0,) + shape, dtype=self.dtype)
                for name, shape in self.results.items()}

    def _close(self, given, tolerance, limit, which=""):
        taken = {name: numpy.array(value, dtype=self.dtype) for name, value in given.items()}
        made = self._make(None, None)
        failed = self._closing(tolerance, limit, *[(made if result else taken)[name].ctypes.data
                                                   for name, result in self._order])
        if failed:
            raise TauflowError(f"{self.function}: " + (
                f"the equations{which} cannot be solved" if failed == 1 else
                f"the loops{which} are not closed after {limit} passes"))
        return {name: self._shape(name, value, None) for name, value in made.items()}

    def _given(self, arrays, named, t=0.0):
        names = list(self.inputs)
        asks = self._laws is not None and "element_forces" not in named
        if asks:
            names.remove("element_forces")
        if len(arrays) > len(names):
            raise TypeError(f"{self.function} takes {', '.join(names)}")
        if self._base is not None and "inertias" in named and "base_parameters" not in named:
            named = dict(named)
            named["base_parameters"] = self.base_parameters(named.pop("inertias"))
        given = {**dict(zip(names, arrays)), **named}
        if set(given) != set(names) or len(arrays) + len(named) != len(names):
            raise TypeError(f"{self.function} takes {', '.join(names)}; given: {', '.join(given)}")
        given = {name: numpy.asarray(value) for name, value in given.items()}
        if asks:
            given["element_forces"] = self._laws.forces(self, given, t)
        states = [value.shape[0] for value in given.values() if value.ndim == 2]
        base = given.get("base_parameters")
        if base is not None and base.ndim == 1 and states:
            given["base_parameters"] = numpy.broadcast_to(base, (states[0],) + base.shape)
        return given

    def _take(self, name, value, states):
        order = "C" if states is None else "F"
        return numpy.require(value, dtype=self.dtype, requirements=[order, "A"])

    def _make(self, out, states):
        if out is not None and not isinstance(out, dict):
            out = {next(iter(self.results)): out}
        unknown = set(out or {}) - set(self.results)
        if unknown:
            raise TypeError(f"out: {self.function} has no result {', '.join(sorted(unknown))}, "
                            f"only {', '.join(self.results)}")
        made = {}
        for name, shape in self.results.items():
            size = int(numpy.prod(shape))
            flat = (size,) if states is None else (states, size)
            order = "C" if states is None else "F"
            if out and name in out:
                value = out[name]
                good = (value.shape == flat and value.dtype == self.dtype and
                        value.flags[order + "_CONTIGUOUS"] and value.flags.writeable)
                if not good:
                    raise ValueError(f"out: {name} must be {flat}, {self.dtype.__name__}, in "
                                     f"order {order}")
                made[name] = value
            else:
                made[name] = numpy.empty(flat, dtype=self.dtype, order=order)
        return made

    def _shape(self, name, value, states):
        shape = self.results[name]
        if len(shape) == 1:
            return value
        if states is None:
            return value.reshape(shape)
        return value.T.reshape(shape + (states,)).transpose(2, 0, 1)


class _Laws:
    """Laws of elements that are calls: functions law(x, xd, t) of Python, which give a force, or a
    force and what it changes by with x and xd."""

    def __init__(self, described, laws, elements):
        self._elements = elements
        self._calls = []
        for one in described:
            if one["call"] not in laws:
                raise TauflowError(f"laws: there is no '{one['call']}'")
            self._calls.append((one, laws[one["call"]]))

    def forces(self, function, given, t):
        """element_forces of these states: of functions that derive the lines that laws follow."""
        if function.closes:
            raise TypeError(f"{function.function} closes loops: laws are asked of trees; give "
                            "element_forces")
        q = numpy.asarray(given["q"], dtype=float)
        rates = numpy.asarray(given.get("qd", numpy.zeros_like(q)), dtype=float)
        seen = self._elements(q, rates)
        out = numpy.zeros(q.shape[:-1] + (function.inputs["element_forces"],))
        for state in numpy.ndindex(q.shape[:-1]):
            for one, law in self._calls:
                name, numbers = one["call"], seen[state]
                at = numpy.array([one["x_scale"] * (numbers[one["x"]] - one["rest"]),
                                  one["xd_scale"] * numbers[one["xd"]]])
                if one["touches"] and not at[0] > 0:
                    continue
                told = numpy.atleast_1d(law(at[0], at[1], t))
                force = told[0]
                if function.derives:
                    if len(told) != 3 or not numpy.isfinite(told).all():
                        raise TauflowError(f"law '{name}' gives no derivatives: a force and what "
                                           "it changes by with x and xd are needed here")
                    out[state][one["by_x"]], out[state][one["by_xd"]] = told[1], told[2]
                    force = told[0] - told[1:] @ at
                out[state][one["force"]] = force
                if not numpy.isfinite(force):
                    raise TauflowError(f"law '{name}' gives no finite number at x = {at[0]:.9g}")
        return out


def _law_of(shared, name):
    """A function of C as one of Python."""
    try:
        function = getattr(shared, name)
    except AttributeError as why:
        raise TauflowError(f"laws: there is no function '{name}' in the C file") from why
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_double] * 3 + [ctypes.c_void_p, ctypes.c_double * 2]

    def law(x, xd, t):
        slope = (ctypes.c_double * 2)(numpy.nan, numpy.nan)
        force = function(x, xd, t, None, slope)
        return force, slope[0], slope[1]
    return law


def _names_links(parameters):
    """Whether --parameters names links, and not only numbers of joints and elements."""
    items = [parameters] if isinstance(parameters, str) else parameters or []
    return any(name and not name.endswith(_OF_OTHERS) for item in items for name in item.split(","))


def compile(robot, function="id", real="double", folder=None, laws=None, **options):
    """The C of a function of a robot, compiled for this processor.

    `function` is one name or a list of them; a list gives a dict. `real`: double or float. `folder`
    keeps the C, otherwise it is gone. The C compiler is $CC, or cc where that is empty. `laws` of
    elements that are calls: {"NAME": law} with law(x, xd, t), which gives a force, or for
    derivatives the force and what it changes by with x and xd; or the path of a C file that has
    them. Without it functions take `element_forces`.
    """
    if real not in _FORMATS:
        raise ValueError(f"real is {' or '.join(_FORMATS)}, not {real!r}")
    names = [function] if isinstance(function, str) else list(function)
    several = not options.get("hls") and not options.get("circuit")
    makes_base = several and _names_links(options.get("parameters")) and _BASE not in names
    wanted = names + [_BASE] * makes_base
    with tempfile.TemporaryDirectory(prefix="tauflow-") as scratch:
        home = pathlib.Path(folder or scratch).resolve()  # the loader searches for a bare name
        made = json.loads(call("compile", robot, {**options, "function": ",".join(wanted),
                                                  "real": real, "out": home, "json": True}))
        target = home / (made["name"] + ".so")
        command = [*(os.environ.get("CC", "").split() or ["cc"]), "-std=c11", "-O3",
                   "-march=native", "-ffp-contract=off", "-shared", "-fPIC", "-o", str(target),
                   str(home / (made["name"] + ".c")),
                   *([str(home / (made["name"] + "_balls.c"))] if "balls" in made else []),
                   *([] if laws is None or isinstance(laws, dict) else [os.fspath(laws)]), "-lm"]
        try:
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        except OSError as why:
            raise TauflowError(f"the C compiler cannot be started: {why}") from why
        if done.returncode != 0:
            raise TauflowError(done.stderr.strip() or f"{command[0]} failed")
        shared = ctypes.CDLL(str(target))
    functions = {f["function"]: Function(shared, f, real) for f in made["functions"]}
    if "balls" in made:
        for each in functions.values():
            each.take_balls(shared, made)
    if laws is not None:
        asked = made.get("laws", [])
        if not isinstance(laws, dict):
            laws = {one["call"]: _law_of(shared, one["call"]) for one in asked}
        each_law = _Laws(asked, laws, functions.get(_ELEMENTS))
        for each in functions.values():
            if asked:
                each.take_laws(each_law)
    if _BASE in functions:
        for each in functions.values():
            each.take_base(functions[_BASE])
    if makes_base:
        del functions[_BASE]
    if _ELEMENTS not in names:  # which laws are asked with
        functions.pop(_ELEMENTS, None)
    return functions[names[0]] if isinstance(function, str) else functions
