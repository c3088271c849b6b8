# SPDX-License-Identifier: MIT
"""A car by the textbooks: the linear bicycle model with roll. Cornering stiffness and camber thrust
are slopes of the Magic Formula of 2002 at the static load, masses are summed from the URDF at rest,
and how steering and wheel travel turn a wheel comes from the five bars of its suspension, as five
distances. Nothing of it is ours but the data. For car.sh.

    bicycle.py ROBOT.urdf TYRE.tir SPEED              what the car is
    bicycle.py ROBOT.urdf TYRE.tir SPEED MOVED.csv    how far a table of `simulate` is from it

The table has the steering, too.
"""
import csv
import math
import re
import sys
import xml.etree.ElementTree as xml

GRAVITY = 9.81
TRAVEL = 0.002  # m, for slopes of the suspension
AXLES = {"front": "f", "rear": "r"}


# ---- vectors and small systems ------------------------------------------------------------------
def numbers(text):
    return [float(word) for word in (text or "0 0 0").split()]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def length(a):
    return math.sqrt(sum(x * x for x in a))


def apply(m, v):
    return [sum(row[k] * v[k] for k in range(3)) for row in m]


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def about(axis, angle):
    """A turn about a unit vector (Rodrigues)."""
    x, y, z = axis
    c, s, d = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s],
            [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
            [z * x * d - y * s, z * y * d + x * s, c + z * z * d]]


def rpy(angles):
    roll, pitch, yaw = angles
    return multiply(about((0, 0, 1), yaw), multiply(about((0, 1, 0), pitch),
                                                    about((1, 0, 0), roll)))


def turned(vector):
    angle = length(vector)
    return about([x / angle for x in vector], angle) if angle else about((1, 0, 0), 0)


def solve(a, b):
    """Gauss and Jordan, with pivots."""
    n = len(b)
    rows = [list(row) + [side] for row, side in zip(a, b)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[pivot] = rows[pivot], rows[c]
        for r in range(n):
            share = rows[r][c] / rows[c][c] if r != c else 0
            rows[r] = [x - share * y for x, y in zip(rows[r], rows[c])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


# ---- the file -----------------------------------------------------------------------------------
class Car:
    def __init__(self, path):
        root = xml.parse(path).getroot()
        self.joint = {j.get("name"): j for j in root.findall("joint")}
        self.link = {k.get("name"): k for k in root.findall("link")}
        self.element = {e.get("name"): e for e in root if e.tag.startswith("{tauflow}")}
        self.place = {}
        self.below = {}
        for name, j in self.joint.items():
            self.below.setdefault(j.find("parent").get("link"), []).append(name)
        self.put("world", ([0, 0, 0], rpy((0, 0, 0))), {})

    def origin(self, joint):
        o = self.joint[joint].find("origin")
        return (numbers(o.get("xyz")), rpy(numbers(o.get("rpy")))) if o is not None else (
            [0, 0, 0], rpy((0, 0, 0)))

    def put(self, link, at, positions):
        """Where links are: joints that are not named are at 0."""
        self.place[link] = at
        for name in self.below.get(link, []):
            j = self.joint[name]
            follows, axis = j.find("mimic"), numbers(j.find("axis").get("xyz"))
            q = float(positions.get(name, 0)) if follows is None else (
                float(positions.get(follows.get("joint"), 0)) * float(follows.get("multiplier")))
            xyz, r = self.origin(name)
            slides = j.get("type") == "prismatic"
            xyz = add(xyz, apply(r, [q * x for x in axis])) if slides else xyz
            r = r if slides else multiply(r, about(axis, q))
            self.put(j.find("child").get("link"),
                     (add(at[0], apply(at[1], xyz)), multiply(at[1], r)), positions)

    def masses(self, choose):
        """Mass, centre, moments about the centre: about x and about z; of links that are chosen."""
        parts = []
        for name, link in self.link.items():
            i = link.find("inertial")
            if i is None or not choose(name):
                continue
            o = i.find("origin")
            xyz, r = self.place[name]
            own = i.find("inertia")
            spin = [[float(own.get("i" + "".join(sorted(a + b)))) for b in "xyz"] for a in "xyz"]
            whole = multiply(multiply(r, spin), list(zip(*r)))
            parts.append((float(i.find("mass").get("value")),
                          add(xyz, apply(r, numbers(o.get("xyz") if o is not None else None))),
                          whole))
        m = sum(p[0] for p in parts)
        c = [sum(p[0] * p[1][k] for p in parts) / m for k in range(3)]
        ixx = sum(p[2][0][0] + p[0] * ((p[1][1] - c[1]) ** 2 + (p[1][2] - c[2]) ** 2)
                  for p in parts)
        izz = sum(p[2][2][2] + p[0] * ((p[1][0] - c[0]) ** 2 + (p[1][1] - c[1]) ** 2)
                  for p in parts)
        return m, c, ixx, izz


class Suspension:
    """The left wheel's carrier on five bars, in the axes of the chassis."""

    def __init__(self, car, axle):
        n = AXLES[axle] + "l"
        at = car.place["chassis"][0]
        seen = {k: sub(v[0], at) for k, v in car.place.items()}
        self.carrier, self.hub = seen[n + "_carrier"], car.origin(n + "_spin")[0]
        self.bars = [(seen[n + "_bar1_pin"], [0, 0, 0])]
        for k in "234":
            self.bars.append((seen[n + "_bar%s_pin" % k],
                              numbers(car.element[n + "_bar" + k].get("a_xyz"))))
        rod = car.element[n + "_bar5"]
        self.bars.append((add(seen[rod.get("a")], numbers(rod.get("a_xyz"))),
                          numbers(rod.get("b_xyz"))))
        self.lengths = [length(sub(add(self.carrier, o), i)) for i, o in self.bars]
        self.bar1 = car.place[n + "_bar1_pin"][1]
        spring = car.element[n + "_spring"]
        self.foot, self.top = numbers(spring.get("b_xyz")), numbers(spring.get("a_xyz"))
        self.stiffness = float(spring.get("stiffness"))
        points = [[float(x) for x in p.split(":")]
                  for p in car.element[n + "_damper"].get("table").split(",")]
        z = [p for p in points if abs(p[0]) <= 0.3]
        self.damping = (z[2][1] - z[0][1]) / (z[2][0] - z[0][0])
        self.bar = float(car.element[axle + "_anti_roll"].get("stiffness"))

    def pose(self, travel, slide):
        """Newton on five lengths and the height of the hub: place, turn of the carrier."""
        def left(x):
            r, p = turned(x[3:]), add(self.carrier, x[:3])
            inner = [i for i, _ in self.bars]
            inner[4] = add(inner[4], (0, slide, 0))
            out = [length(sub(add(p, apply(r, o)), i)) - whole
                   for (_, o), i, whole in zip(self.bars, inner, self.lengths)]
            return out + [add(p, apply(r, self.hub))[2] - self.carrier[2] - self.hub[2] - travel]
        x, h = [0.0] * 6, 1e-6
        for _ in range(8):
            now = left(x)
            columns = [[(b - a) / h for a, b in zip(now, left(x[:k] + [x[k] + h] + x[k + 1:]))]
                       for k in range(6)]
            x = sub(x, solve(list(zip(*columns)), now))
        return add(self.carrier, x[:3]), turned(x[3:])

    def at(self, travel, slide=0):
        """Toe and lean (rad, of the spin axis), y of the contact, spring's length, turn of bar 1.
        """
        p, r = self.pose(travel, slide)
        axis, hub = apply(r, (0, 1, 0)), add(p, apply(r, self.hub))
        d = apply(list(zip(*self.bar1)), sub(p, self.bars[0][0]))
        rise, sweep = math.atan2(d[2], d[1]), -math.asin(d[0] / length(d))
        turn = multiply(about((1, 0, 0), rise), about((0, 0, 1), sweep))
        foot = add(self.bars[0][0], apply(self.bar1, apply(turn, self.foot)))
        return (math.atan2(-axis[0], axis[1]), math.asin(axis[2]), hub[1] + self.radius * axis[2],
                length(sub(self.top, foot)), rise)

    def slopes(self, radius, load):
        """By the travel of the wheel; wheel rates by virtual work, the spring's preload's too."""
        self.radius = radius
        up, now, down = (self.at(s * TRAVEL) for s in (1, 0, -1))
        self.toe, self.lean, self.scrub, ratio, turn = (
            (a - b) / (2 * TRAVEL) for a, b in zip(up, down))
        bend = (up[3] - 2 * now[3] + down[3]) / TRAVEL ** 2
        pull = -load / ratio  # what the spring pushes with, by virtual work
        self.rate = self.stiffness * ratio ** 2 - pull * bend
        self.wheel_damping = self.damping * ratio ** 2
        self.bar_rate = 2 * self.bar * turn ** 2  # both ends turn alike where the body rolls
        self.steer = (self.at(0, TRAVEL)[0] - self.at(0, -TRAVEL)[0]) / (2 * TRAVEL)


# ---- the tyre: slopes of the printed formula at no slip -----------------------------------------
class Tyre:
    """Read as NAME = value alone; pure slip across, with no shift that does not come of camber."""

    def __init__(self, path):
        self.of = {n: float(v) for n, v in re.findall(r"(?m)^(\w+) *= *([-+.\deE]+)",
                                                      open(path).read())}

    def slopes(self, load):
        """Newtons per radian of slip angle and of lean, both as they are felt: positive."""
        t = self.of
        share = (load - t["FNOMIN"]) / t["FNOMIN"]
        slip = t["PKY1"] * t["FNOMIN"] * math.sin(2 * math.atan(load / (t["PKY2"] * t["FNOMIN"])))
        lean = slip * t["PHY3"] + load * (t["PVY3"] + t["PVY4"] * share)
        return -slip, -lean

    def across(self, load, alpha, camber):
        """To the left, as printed; alpha is positive where the wheel slides to its left."""
        t = self.of
        share = (load - t["FNOMIN"]) / t["FNOMIN"]
        slope = t["PKY1"] * t["FNOMIN"] * math.sin(2 * math.atan(load / (t["PKY2"] * t["FNOMIN"])))
        slope *= 1 - t["PKY3"] * abs(camber)
        most = load * (t["PDY1"] + t["PDY2"] * share) * (1 - t["PDY3"] * camber ** 2)
        x = alpha + t["PHY3"] * camber
        bend = (t["PEY1"] + t["PEY2"] * share) * (
            1 - (t["PEY3"] + t["PEY4"] * camber) * math.copysign(1, x))
        b = slope / (t["PCY1"] * most) * x
        bent = math.atan(b - min(bend, 1) * (b - math.atan(b)))
        return most * math.sin(t["PCY1"] * bent) + load * (
            t["PVY3"] + t["PVY4"] * share) * camber


# ---- the model ----------------------------------------------------------------------------------
class Bicycle:
    def __init__(self, robot, tyre, speed):
        car, self.speed = Car(robot), speed
        unsprung = re.compile(r"[fr][lr]_(carrier|wheel)")
        self.m, c, _, self.izz = car.masses(lambda n: True)
        ms, cs, self.ixx, _ = car.masses(lambda n: not unsprung.match(n))
        self.ms, self.axles = ms, []
        hub = {a: car.place[AXLES[a] + "l_wheel"][0] for a in AXLES}
        base = hub["front"][0] - hub["rear"][0]
        wheel = car.element["fl_tyre"]
        kt, radius = float(wheel.get("stiffness")), float(wheel.get("radius"))
        for a in AXLES:
            s = Suspension(car, a)
            arm = hub[a][0] - c[0]
            other = hub["front" if a == "rear" else "rear"][0] - c[0]
            load = self.m * GRAVITY * abs(other) / base / 2
            mu = car.masses(lambda n: unsprung.match(n) and n.startswith(AXLES[a]))[0]
            s.slopes(radius - load / kt, load - mu / 2 * GRAVITY)
            half = hub[a][1]
            slip, lean = Tyre(tyre).slopes(load)
            self.axles.append(dict(
                name=a, arm=arm, load=load, mu=mu, slip=2 * slip, thrust=2 * lean,
                steer=s.steer if a == "front" else 0, toe=-s.toe * half, lean=s.lean * half,
                height=s.scrub * half, rate=s.rate, wheel_damping=s.wheel_damping,
                springs=2 * half ** 2 * (s.rate + s.bar_rate), tyres=2 * half ** 2 * kt,
                damping=2 * half ** 2 * s.wheel_damping, sprung=load - mu / 2 * GRAVITY))
        f, r = self.axles
        share = (c[0] - hub["rear"][0]) / base
        self.ahead = c[0]
        self.arm = cs[2] - (share * f["height"] + (1 - share) * r["height"])
        # wheels lean, too, about where they stand
        self.leaning = ms * self.arm + sum(a["mu"] * radius * (1 - a["lean"]) for a in self.axles)
        self.slide = -float(car.joint["rack_slide"].find("mimic").get("multiplier"))

    def forces(self, turn, v, rate, roll):
        """Of each axle: force to the left, and how far its springs roll; the links take forces at
        the height of the roll centre, the tyres give way under all of it."""
        out = []
        for a in self.axles:
            slip = (v + a["arm"] * rate) / self.speed - a["steer"] * self.slide * turn
            soft = a["springs"] + a["tyres"]
            # force = plain + of * springs' roll, springs' roll = (tyres roll - height force)/soft
            plain = -a["slip"] * slip - a["thrust"] * roll
            of = a["slip"] * a["toe"] + a["thrust"] * a["lean"]
            force = (plain + of * a["tyres"] * roll / soft) / (1 + of * a["height"] / soft)
            out.append((force, (a["tyres"] * roll - a["height"] * force) / soft))
        return out

    def changes(self, turn, state):
        """y, heading, v, yaw rate, roll, rate of roll. Turning left is positive, and so is what
        the body then does: lean to the right."""
        _, heading, v, rate, roll, rolling = state
        both = self.forces(turn, v, rate, roll)
        side = sum(f for f, _ in both)
        spin = sum(f * a["arm"] for (f, _), a in zip(both, self.axles))
        hold = sum(a["springs"] * s for (_, s), a in zip(both, self.axles))
        hold += sum(a["damping"] for a in self.axles) * rolling
        # m (v' + V r) - l roll'' = side, (ixx + ms h^2) roll'' - l (v' + V r) = ms g h roll - hold;
        # l is ms h with what the wheels add
        lateral, roll2 = solve([[self.m, -self.leaning],
                                [-self.leaning, self.ixx + self.ms * self.arm ** 2]],
                               [side, self.ms * self.arm * GRAVITY * roll - hold])
        return [v + self.speed * heading, rate, lateral - self.speed * rate, spin / self.izz,
                rolling, roll2]

    def gain(self):
        """Yaw rate per radian of the steering wheel when all is steady."""
        unit = [[0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0]]
        columns = [self.changes(0, u) for u in unit]
        side = self.changes(1, [0] * 6)
        rows = [[c[k] for c in columns] for k in (2, 3, 5)]
        v, rate, roll = solve(rows, [-side[k] for k in (2, 3, 5)])
        return rate, roll, v


# ---- a table of simulate ------------------------------------------------------------------------
def move(model, rows, step=4e-3):
    """The model's states at the rows, with their steering, straight between them."""
    state, out = [0.0] * 6, []
    for a, b in zip(rows, rows[1:] + rows[-1:]):
        out.append(state)
        n = max(1, round((b["t"] - a["t"]) / step))
        h = (b["t"] - a["t"]) / n
        for k in range(n):
            def turn(part):
                return a["steering"] + (k + part) / n * (b["steering"] - a["steering"])
            k1 = model.changes(turn(0), state)
            k2 = model.changes(turn(0.5), [x + h / 2 * d for x, d in zip(state, k1)])
            k3 = model.changes(turn(0.5), [x + h / 2 * d for x, d in zip(state, k2)])
            k4 = model.changes(turn(1), [x + h * d for x, d in zip(state, k3)])
            state = [x + h / 6 * (p + 2 * q + 2 * r + s)
                     for x, p, q, r, s in zip(state, k1, k2, k3, k4)]
    return out


def table(path):
    return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(path))]


def share(ours, theirs):
    """The largest difference, in per cent of what there is at most."""
    return 100 * max(abs(a - b) for a, b in zip(ours, theirs)) / max(abs(b) for b in theirs)


def compare(model, rows):
    states = move(model, rows)
    path = [s[0] - model.ahead * s[1] for s in states]
    print("yaw_rate_off %.3f %%" % share([r["yaw.rate"] for r in rows], [s[3] for s in states]))
    print("path_off %.3f %%" % share([r["ty"] for r in rows], path))
    print("roll_off %.3f %%" % share([r["roll"] for r in rows], [s[4] for s in states]))
    if abs(rows[-1]["steering"]) > 0.01:
        gain = rows[-1]["yaw.rate"] / rows[-1]["steering"]
        print("gain_off %.3f %%" % (100 * (gain / model.gain()[0] - 1)))


def main():
    model = Bicycle(sys.argv[1], sys.argv[2], float(sys.argv[3]))
    rate, roll, _ = model.gain()
    print("mass %.1f kg, yaw inertia %.0f kg m^2, gain %.6f 1/s per rad, roll %.6f" % (
        model.m, model.izz, rate, roll))
    for a in model.axles:
        m = a["sprung"] / GRAVITY
        f = math.sqrt(a["rate"] / m) / (2 * math.pi)
        z = a["wheel_damping"] / (2 * math.sqrt(a["rate"] * m))
        print("%-5s load %.0f N, %.2f Hz, damping %.2f, cornering %.0f N/rad, roll centre %.3f m, "
              "toe %.4f lean %.4f" % (a["name"], a["load"], f, z, a["slip"] / 2, a["height"],
                                      a["toe"], a["lean"]))
    print("steering ratio %.2f" % (1 / (model.axles[0]["steer"] * model.slide)))
    if len(sys.argv) > 4:
        compare(model, table(sys.argv[4]))


if __name__ == "__main__":
    main()
