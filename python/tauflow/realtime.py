# SPDX-License-Identifier: MIT
"""Cores in a control loop: deadlines, going on after a late call, priorities (docs/realtime.md)."""
import ctypes

from tauflow.commands import TauflowError

STATUS_TIMEOUT = 7  # TAUFLOW_TIMEOUT


class TauflowTimeout(TauflowError, TimeoutError):
    """A call was late; Core.recover lets the core go on."""


class RealtimeSettings(ctypes.Structure):  # tauflow_realtime
    _fields_ = [("priority", ctypes.c_int), ("processors", ctypes.c_uint64),
                ("lock_memory", ctypes.c_int), ("alarm_signal", ctypes.c_int)]


_POINTER = ctypes.c_void_p
CALLS = {
    "tauflow_set_deadline": [_POINTER, ctypes.c_uint64],
    "tauflow_recover": [_POINTER],
    "tauflow_set_realtime_sized": [_POINTER, ctypes.POINTER(RealtimeSettings), ctypes.c_size_t],
    "tauflow_descriptor": [_POINTER, ctypes.POINTER(ctypes.c_int)],
}


class RealTime:
    """What a Core has of it."""

    def set_deadline(self, nanoseconds):
        """Of calls with samples, instead of the timeout; 0: the timeout again."""
        self._check(self._library.tauflow_set_deadline(self._handle, nanoseconds))

    def recover(self):
        """After a late call: drops what is under way; the core goes on with its program."""
        self._check(self._library.tauflow_recover(self._handle))

    def set_realtime(self, priority=0, processors=(), lock_memory=False, alarm_signal=0):
        """Priority and processors of the library's threads, memory that stays, and the signal with
        which one sample on xdma: needs no other thread."""
        mask = sum(1 << number for number in set(processors))
        how = RealtimeSettings(priority, mask, int(lock_memory), alarm_signal)
        self._check(self._library.tauflow_set_realtime_sized(self._handle, how,
                                                             ctypes.sizeof(how)))

    def fileno(self):
        """A descriptor for select and poll; tauflow_descriptor."""
        number = ctypes.c_int()
        self._check(self._library.tauflow_descriptor(self._handle, number))
        return number.value
