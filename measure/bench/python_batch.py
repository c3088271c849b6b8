# SPDX-License-Identifier: MIT
"""A million states from Python against the same C on the same arrays, called by ctypes alone: the
best of some rounds of each. At most 1.2 times is allowed."""

import time

import numpy
import tauflow

torque = tauflow.compile("robots/puma.urdf", effort=0)
n = 1000000
rng = numpy.random.default_rng(3)
arrays = [numpy.asfortranarray(rng.uniform(-1, 1, (n, 6))) for _ in range(3)]
out = numpy.empty((n, 6), order="F")
pointers = [a.ctypes.data for a in arrays + [out]]
best = [1e9, 1e9]
for _ in range(15):
    for k, call in enumerate((lambda: torque._many(n, n, *pointers),
                              lambda: torque(*arrays, out=out))):
        began = time.perf_counter()
        call()
        best[k] = min(best[k], time.perf_counter() - began)
print("puma, %d states: %.1f ms in C, %.1f ms from Python, %.3f times"
      % (n, best[0] * 1e3, best[1] * 1e3, best[1] / best[0]))
assert best[1] < 1.2 * best[0]
