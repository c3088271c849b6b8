# SPDX-License-Identifier: MIT
"""Cores, simulated or on a board, through libtauflow."""
import ctypes
import os
import threading

import numpy

from tauflow import realtime
from tauflow.commands import TauflowError, library
from tauflow.states import count_states

_MESSAGE_BYTES = 512  # more than TAUFLOW_MESSAGE_BYTES
_OK = 0


class _Array(ctypes.Structure):  # tauflow_array
    _fields_ = [("name", ctypes.c_char_p), ("is_result", ctypes.c_int), ("rows", ctypes.c_uint32),
                ("columns", ctypes.c_uint32), ("first", ctypes.c_uint32)]


class _Named(ctypes.Structure):  # tauflow_input, tauflow_output
    _fields_ = [("name", ctypes.c_char_p), ("values", ctypes.c_void_p)]


class _State(ctypes.Structure):  # tauflow_state
    _fields_ = [(name, ctypes.c_void_p) for name in (
        "q", "qd", "qdd", "free_motion", "forces", "tau", "wrench", "gravity", "payloads",
        "element_forces", "imposed", "user_constraints", "base_parameters", "inertias",
        "numbers")]


_POINTER, _SIZE = ctypes.c_void_p, ctypes.c_size_t
_CALLS = {
    "tauflow_open_sized": [ctypes.c_char_p, _POINTER, _SIZE, ctypes.POINTER(_POINTER)],
    "tauflow_load": [_POINTER, ctypes.c_char_p],
    "tauflow_describe_array_sized": [_POINTER, ctypes.c_uint32, ctypes.POINTER(_Array), _SIZE],
    "tauflow_call": [_POINTER, ctypes.POINTER(_Named), _SIZE, ctypes.POINTER(_Named), _SIZE],
    "tauflow_stream_sized": [_POINTER, _SIZE, ctypes.POINTER(_State), _SIZE, _POINTER],
    "tauflow_cycles": [_POINTER, ctypes.POINTER(ctypes.c_uint32)],
    "tauflow_set_timeout": [_POINTER, ctypes.c_uint32],
    **realtime.CALLS,
}


def _open_library():
    found = ctypes.CDLL(library())
    for name, types in _CALLS.items():
        getattr(found, name).argtypes = types
        getattr(found, name).restype = ctypes.c_int
    for end in (found.tauflow_close, found.tauflow_stop):
        end.argtypes = [_POINTER]
        end.restype = None
    found.tauflow_message.argtypes = [_POINTER, ctypes.c_char_p, _SIZE]
    found.tauflow_message.restype = ctypes.c_char_p
    return found


class Core(realtime.RealTime):
    """A core that is open: load an image, then call it with its arrays by name.

    One state gives the results of one sample, arrays of (states, numbers) those of a stream. The
    result is an array, or a dict where the program has several.

    Threads may share it: one at a time is in a call, and close ends the call that is under way with
    a TauflowError.
    """

    def __init__(self, address, timeout_ms=None):
        self._turn, self._ending = threading.RLock(), threading.RLock()
        self._library = _open_library()
        self._handle = _POINTER()
        self.inputs, self.results = {}, {}
        self._check(self._library.tauflow_open_sized(address.encode(), None, 0,
                                                     ctypes.byref(self._handle)))
        if timeout_ms:
            self._check(self._library.tauflow_set_timeout(self._handle, timeout_ms))

    def _check(self, status):
        if status == _OK:
            return
        text = ctypes.create_string_buffer(_MESSAGE_BYTES)
        if self._handle:
            self._library.tauflow_message(self._handle, text, _MESSAGE_BYTES)
        kind = realtime.TauflowTimeout if status == realtime.STATUS_TIMEOUT else TauflowError
        raise kind(text.value.decode() or f"libtauflow: status {status}")

    def _check_open(self):
        if not self._handle:
            raise TauflowError("the core is closed")

    def load(self, path):
        """Loads an image, which checks itself on the core."""
        with self._turn:
            self._check_open()
            return self._load(path)

    def _load(self, path):
        self._check(self._library.tauflow_load(self._handle, os.fspath(path).encode()))
        self.inputs, self.results, self._first = {}, {}, {}
        array, number = _Array(), 0
        while self._library.tauflow_describe_array_sized(self._handle, number, array,
                                                         ctypes.sizeof(array)) == _OK:
            name = array.name.decode()
            if array.is_result:
                self.results[name] = ((array.rows,) if array.columns == 1 else
                                      (array.rows, array.columns))
                self._first[name] = array.first
            else:
                self.inputs[name] = array.rows * array.columns
            number += 1
        return self

    def __call__(self, **arrays):
        with self._turn:
            self._check_open()
            return self._call(arrays)

    def _call(self, arrays):
        if not self.inputs:
            raise TauflowError("no image is loaded")
        if set(arrays) != set(self.inputs):
            raise TypeError(f"the program takes {', '.join(self.inputs)}; given: "
                            f"{', '.join(arrays)}")
        taken = {name: numpy.ascontiguousarray(value, dtype=numpy.float64)
                 for name, value in arrays.items()}
        states = count_states(taken, self.inputs)
        made = self._step(taken) if states is None else self._stream(taken, states)
        return next(iter(made.values())) if len(made) == 1 else made

    def _step(self, taken):
        made = {name: numpy.empty(shape) for name, shape in self.results.items()}
        lists = [(_Named * len(of))(*[_Named(name.encode(), value.ctypes.data)
                                      for name, value in of.items()]) for of in (taken, made)]
        self._check(self._library.tauflow_call(self._handle, lists[0], len(taken), lists[1],
                                               len(made)))
        return made

    def _stream(self, taken, states):
        state = _State(**{name: value.ctypes.data for name, value in taken.items()})
        sizes = {name: int(numpy.prod(shape)) for name, shape in self.results.items()}
        wide = max(self._first[name] + sizes[name] for name in sizes)
        out = numpy.empty((states, wide))
        self._check(self._library.tauflow_stream_sized(
            self._handle, states, state, ctypes.sizeof(state), out.ctypes.data))
        return {name: out[:, self._first[name]:self._first[name] + sizes[name]].reshape(
            (states,) + self.results[name]) for name in sizes}

    @property
    def cycles(self):
        """Cycles that the core took for its last sample."""
        number = ctypes.c_uint32()
        with self._turn:
            self._check_open()
            self._check(self._library.tauflow_cycles(self._handle, number))
        return number.value

    def close(self):
        """Ends it, and calls of other threads that are under way; it may be closed again."""
        with self._ending:
            if not self._handle:
                return
            self._library.tauflow_stop(self._handle)
            with self._turn:
                handle, self._handle = self._handle, _POINTER()
                self._library.tauflow_close(handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()


def open(address="sim:", image=None, timeout_ms=None):
    """A core at an address of libtauflow: sim:, twin:, xdma:/dev/xdma0. With an image, loaded."""
    core = Core(address, timeout_ms)
    return core.load(image) if image else core
