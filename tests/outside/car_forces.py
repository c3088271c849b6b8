# SPDX-License-Identifier: MIT
"""Newton's law for a car that moved: what the ground does to its four wheels is mass times
acceleration of all that moves. Places follow from the positions in the table and the URDF, rates
and accelerations are differences of rows, loads come from the sinks of the tyres, side forces from
the printed formula; wheels roll, so that nothing acts along. For car.sh.

    car_forces.py ROBOT.urdf TYRE.tir MOVED.csv [DRAWN.csv]    also writes loads, to be drawn
"""
import csv
import math
import sys

from bicycle import GRAVITY, Car, Tyre, add, apply, rpy, sub, table

WHEELS = {"fl": "front left", "fr": "front right", "rl": "rear left", "rr": "rear right"}
CREEP = 0.1  # m/s, of the wheels unless they say otherwise


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def unit(a):
    return [x / math.sqrt(dot(a, a)) for x in a]


class Wheel:
    """Where it touches the ground, and that point of the carrier, which does not spin."""

    def __init__(self, car, name):
        hub, turn = car.place[name + "_wheel"]
        self.carrier = car.place[name + "_carrier"]
        radius = float(car.element[name + "_tyre"].get("radius"))
        axis = [row[1] for row in turn]
        flat = math.hypot(axis[0], axis[1])
        self.camber, self.y = math.atan2(axis[2], flat), [axis[0] / flat, axis[1] / flat, 0]
        self.x, self.sink = cross(self.y, (0, 0, 1)), min(0, hub[2] - radius * flat)
        down = [(k - axis[2] * a) / flat for k, a in zip((0, 0, 1), axis)]
        self.contact = sub(hub, [hub[2] / flat * d for d in down])
        self.seen = apply(list(zip(*self.carrier[1])), sub(self.contact, self.carrier[0]))

    def velocity(self, before, after, seconds):
        ends = [add(w.carrier[0], apply(w.carrier[1], self.seen)) for w in (before, after)]
        return [x / seconds for x in sub(ends[1], ends[0])]


class Moment:
    def __init__(self, car, row):
        car.put("world", ([0, 0, 0], rpy((0, 0, 0))), row)
        self.t, (self.mass, self.centre, _, _) = row["t"], car.masses(lambda name: True)
        self.wheels = {name: Wheel(car, name) for name in WHEELS}
        self.left = unit([row[1] for row in car.place["chassis"][1]][:2] + [0])


def main():
    car, tyre = Car(sys.argv[1]), Tyre(sys.argv[2])
    moments = [Moment(car, row) for row in table(sys.argv[3])]
    element = car.element["fl_tyre"]
    k, d = float(element.get("stiffness")), float(element.get("damping"))
    drawn, up, side = [], [], []
    for before, now, after in zip(moments, moments[1:], moments[2:]):
        h = now.t - before.t
        if abs(after.t - now.t - h) > 1e-9:
            continue
        loads, across = [], 0
        for name, wheel in now.wheels.items():
            v = wheel.velocity(before.wheels[name], after.wheels[name], 2 * h)
            loads.append(-wheel.sink * (k - d * v[2]))
            alpha = math.atan2(dot(v, wheel.y), math.hypot(dot(v, wheel.x), CREEP))
            across += tyre.across(loads[-1], alpha, wheel.camber) * dot(wheel.y, now.left)
        a = [(x - 2 * y + z) / h ** 2 for x, y, z in zip(before.centre, now.centre, after.centre)]
        up.append((sum(loads), now.mass * (GRAVITY + a[2])))
        side.append((across, now.mass * dot(a, now.left)))
        drawn.append([now.t] + ["%.4g" % (load / 1e3) for load in loads])
    for name, pairs in (("up", up), ("side", side)):
        off = max(abs(a - b) for a, b in pairs) / max(abs(b) for _, b in pairs)
        print("%s_off %.3f %%" % (name, 100 * off))
    each = [1e3 * float(x) for row in drawn for x in row[1:]]
    print("wheel_load %.0f to %.0f N" % (min(each), max(each)))
    if len(sys.argv) > 4:
        with open(sys.argv[4], "w") as out:
            csv.writer(out, lineterminator="\n").writerows([["t"] + list(WHEELS.values())] + drawn)


if __name__ == "__main__":
    main()
