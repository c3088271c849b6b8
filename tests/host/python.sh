#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package in a fresh virtual environment: the example of docs/python.md, every kind of
# result against the other ways to get it, what it refuses, and its cost on a batch of a million
# states.
. tests/cli/tap.bash
build=${BUILD:-build}
python=
for each in /usr/bin/python3 python3; do
    if $each -c 'import venv, ensurepip, numpy' 2>/dev/null; then
        python=$each
        break
    fi
done
if [ -z "$python" ]; then
    echo "1..0"
    echo "ok 1 - Python package # skip no python3 with venv and numpy (make deps-test)"
    exit 0
fi
version() { # of the package's metadata
    sed -n 's/^version = "\(.*\)"$/\1/p' python/pyproject.toml |
        diff - <(bash machine/version.sh)
}
ok its_version_is_that_of_the_library version
ok it_looks_for_the_library_by_its_soname \
    grep -qF "return \"$(bash machine/version.sh soname)\"" python/tauflow/commands.py
# NumPy is the system's, so that nothing is loaded from elsewhere; --no-index sees to that.
pip=$work/venv/bin/pip
fresh() {
    find python -type f ! -name '*.pyc' | LC_ALL=C sort | xargs sha256sum >"$work/before"
    "$python" -m venv --system-site-packages "$work/venv" &&
        "$work/venv/bin/pip" install --quiet --no-index ./python &&
        find python -type f ! -name '*.pyc' | LC_ALL=C sort | xargs sha256sum |
        diff "$work/before" -
}
ok installs_into_a_fresh_environment_and_leaves_nothing_in_the_tree fresh
export TAUFLOW=$tauflow TAUFLOW_LIBRARY=$PWD/$build/lib/libtauflow.so
export PYTHONDONTWRITEBYTECODE=1
tree=$PWD
in_python() { # what stands on standard input, beside the robots
    (cd "$work" && ln -sfn "$tree/robots" robots && "$work/venv/bin/python" -W error -)
}
comes_from_there() {
    [[ $(in_python <<<'import tauflow; print(tauflow.__file__)') == "$work"/venv/* ]]
}
ok the_package_is_the_installed_one comes_from_there

awk '/^    import numpy/ { on = 1 } on && /^[^ ]/ { exit }
    on { sub(/^    /, ""); print }' docs/python.md >"$work/example.py"
example() {
    [ "$(grep -c . "$work/example.py")" -ge 8 ] && in_python <"$work/example.py"
}
ok the_example_of_the_document_runs example

laws() {
    in_python <<'END_PYTHON'
import numpy, tauflow
rng = numpy.random.default_rng(1)
both = tauflow.compile("robots/puma.urdf", function=["id", "fd", "mass", "mass-bias"], effort=0)
torque, forward, mass = both["id"], both["fd"], both["mass"]
assert torque.joints == ["q%d" % k for k in range(1, 7)]
assert list(torque.inputs) == ["q", "qd", "qdd"]
n = 1000
q, qd, qdd = (rng.uniform(-1, 1, (n, 6)) for _ in range(3))
tau = torque(q, qd, qdd)
assert tau.shape == (n, 6)
one = numpy.array([torque(q[k], qd[k], qdd[k]) for k in range(20)])
assert numpy.allclose(one, tau[:20], rtol=1e-12, atol=1e-12)
assert numpy.array_equal(tau, torque(qdd=qdd, q=numpy.asfortranarray(q), qd=qd))
# forward dynamics gives the accelerations back; condition of M up to 1e4, so 1e-16 becomes 1e-12
assert numpy.abs(forward(q, qd, tau) - qdd).max() < 1e-9
m = mass(q)
assert m.shape == (n, 6, 6) and numpy.array_equal(m, m.transpose(0, 2, 1))
assert numpy.array_equal(mass(q[3]).shape, (6, 6)) and numpy.allclose(mass(q[3]), m[3], rtol=1e-12)
parts = both["mass-bias"](q, qd)
again = numpy.einsum("nij,nj->ni", parts["mass"], qdd) + parts["tau"]
assert numpy.allclose(again, tau, rtol=1e-10, atol=1e-10)
single = tauflow.compile("robots/puma.urdf", real="float", effort=0)
assert single(q, qd, qdd).dtype == numpy.float32
assert numpy.abs(single(q, qd, qdd) - tau).max() < 5e-7 * numpy.abs(tau).max() * 10
END_PYTHON
}
ok values_of_c_agree_with_each_other laws

parameters() {
    in_python <<'END_PYTHON'
import numpy, tauflow
puma, how = "robots/puma560.urdf", dict(effort=0, parameters="link6")
both = tauflow.compile(puma, function=["id", "base-parameters"], **how)
light, heavy = numpy.zeros(10), numpy.zeros(10)
light[0], heavy[:4] = 0.5, (2, 0.1, -0.05, 0.2)
base = both["base-parameters"](numpy.array([light, heavy]))
# a link of nothing with a load on it
loaded = [tauflow.compile(puma, function=["id", "base-parameters"], payload="link6=" + load, **how)
          for load in ("0.5", "2,0.1,-0.05,0.2")]
q, qd, qdd = numpy.random.default_rng(1).uniform(-1, 1, (3, 2, 6))
tau = both["id"](q, qd, qdd, base)
for k in range(2):
    none = loaded[k]["base-parameters"](numpy.zeros(10))
    assert numpy.allclose(tau[k], loaded[k]["id"](q[k], qd[k], qdd[k], none), atol=1e-11)
# Physical numbers in their place, of one state, of each state, and one set for all states.
own = tauflow.compile(puma, **how)
assert own.links == ["link6"] and list(own.inputs) == ["q", "qd", "qdd", "base_parameters"]
each = own(q, qd, qdd, inertias=[[light], [heavy]])
assert numpy.allclose(each, tau, atol=1e-12)
same = own(q, qd, qdd, inertias=[heavy])
assert numpy.allclose(same[1], tau[1], atol=1e-12) and numpy.abs(same[0] - tau[0]).max() > 0.1
assert numpy.allclose(same, own(q, qd, qdd, own.base_parameters(heavy)), atol=1e-12)
assert numpy.array_equal(own(q[1], qd[1], qdd[1], inertias=heavy), same[1])
for wrong in (dict(inertias=heavy, base_parameters=base[1]), dict(inertias=heavy[:9])):
    try:
        own(q, qd, qdd, **wrong)
        raise SystemExit("taken")
    except (TypeError, ValueError):
        pass
fall = [tauflow.simulate(puma, until=0.3, values=v, **how)["q6"][-1]
        for v in ({"link6.centre_y": 0.3, "link6.mass": 2}, {})]
assert abs(fall[0] - fall[1]) > 1e-3
tauflow.image(puma, "open.tau", **how)
with tauflow.open("twin:", "open.tau") as core:
    assert core.inputs["base_parameters"] == both["id"].inputs["base_parameters"]
    made = core(q=q, qd=qd, qdd=qdd, base_parameters=base)
    assert numpy.abs(made - tau).max() < 1e-3
    assert numpy.array_equal(made[1], core(q=q[1], qd=qd[1], qdd=qdd[1], base_parameters=base[1]))
END_PYTHON
}
ok parameters_go_in_by_name parameters

places() { # of joints, and no links
    in_python <<'END_PYTHON'
import numpy, tauflow
puma = "robots/puma560.urdf"
longer = open(puma).read().replace('xyz="0.4318 0 -0.0934"', 'xyz="0.5 0 -0.2"')
open("longer.urdf", "w").write(longer)
names = ["id", "mass", "jacobian"]
how = dict(effort=0, frame="link6")
made = tauflow.compile(puma, function=names, parameters="q3.x,q3.z", **how)
file = tauflow.compile("longer.urdf", function=names, **how)
q, qd, qdd = numpy.random.default_rng(1).uniform(-1, 1, (3, 2, 6))
for name in names:
    taken = dict(q=q, qd=qd, qdd=qdd)
    taken = {key: taken[key] for key in file[name].inputs}
    there = made[name](**taken, numbers=numpy.array([[0.5, -0.2]] * 2))
    assert list(made[name].inputs) == [*file[name].inputs, "numbers"]
    assert numpy.allclose(there, file[name](**taken), rtol=0, atol=1e-12), name
    here = made[name](**taken, numbers=numpy.array([[0.4318, -0.0934]] * 2))
    assert numpy.abs(there - here).max() > 1e-3
END_PYTHON
}
ok places_of_joints_go_in_as_numbers places

called() { # laws that are calls, of Python and of C, beside the same formula in the equations
    in_python <<'END_PYTHON'
import numpy, tauflow
robot = "robots/puma560.urdf"
link = "link name=coil a=link1 b=link4 b_xyz='0.1 0 0.2' rest=0.3 law="
names = ["fd", "fd-derivatives"]
q, qd, tau = numpy.random.default_rng(1).uniform(-0.5, 0.5, (3, 7, 6))
with open("laws.c", "w", encoding="utf-8") as file:
    file.write("double coil(double x, double xd, double t, void *user, double dydx[2])\n"
               "{ dydx[0] = 500; dydx[1] = 10; return 500 * x + 10 * xd + t; }\n")
inside = tauflow.compile(robot, function=names, effort=0, element=link + "'500*x + 10*xd + 2'")
for laws in ({"coil": lambda x, xd, t: (500 * x + 10 * xd + t, 500, 10)}, "laws.c"):
    own = tauflow.compile(robot, function=names, effort=0, element=link + "call call=coil",
                          laws=laws)
    assert list(own) == names
    assert numpy.allclose(own["fd"](q, qd, tau, t=2), inside["fd"](q, qd, tau), rtol=1e-12)
    assert numpy.allclose(own["fd"](q[0], qd[0], tau[0], t=2), inside["fd"](q[0], qd[0], tau[0]))
    slopes, wanted = own["fd-derivatives"](q, qd, tau, t=2), inside["fd-derivatives"](q, qd, tau)
    for name in wanted:
        assert numpy.allclose(slopes[name], wanted[name], rtol=1e-10, atol=1e-10), name
axes = {"x": ("base", "1 0 0"), "z": ("x", "0 0 1"), "spin": ("z", "0 1 0")}
with open("cart.urdf", "w", encoding="utf-8") as file:
    file.write("<robot name='cart'><link name='base'/>" + "".join(
        f"<link name='{name}'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
        f"ixz='0' iyz='0'/></inertial></link><joint name='{name}' type='"
        f"{'continuous' if name == 'spin' else 'prismatic'}'><parent link='{of}'/><child "
        f"link='{name}'/><axis xyz='{axis}'/><limit lower='-9' upper='9' effort='9' velocity='9'/>"
        "</joint>" for name, (of, axis) in axes.items()) + "</robot>")
turn = "turn name=t a=z b=spin law="
wheel = "wheel name=w joint=spin radius=0.3 slip=9 cornering=8 friction=0.9 "
for element, words, law in (
        (wheel, "stiffness=1e5 damping=300",
         lambda x, xd, t: (x * (1e5 + 300 * xd), 1e5 + 300 * xd, 300 * x)),
        (turn, "'2*xd + xd^3'", lambda x, xd, t: (2 * xd + xd**3, 0, 2 + 3 * xd**2))):
    inside = tauflow.compile("cart.urdf", function=names, effort=0, element=element + words)
    call = "law=call call=own" if element is wheel else "call call=own"
    own = tauflow.compile("cart.urdf", function=names, effort=0, element=element + call,
                          laws={"own": law})
    state = numpy.random.default_rng(2).uniform(-0.5, 0.5, (3, 8, 3))
    state[0, :, 1] = 0.25 + 2 * (numpy.arange(8) % 2)  # on the ground, and above it
    assert numpy.allclose(own["fd"](*state), inside["fd"](*state), rtol=1e-10)
    slopes, wanted = own["fd-derivatives"](*state), inside["fd-derivatives"](*state)
    for name in wanted:
        assert numpy.allclose(slopes[name], wanted[name], rtol=1e-9, atol=1e-7), name
rests = tauflow.equilibrium("robots/pendulum5.urdf", element="torsion name=s joint=q2 law='9*p'"
                            " state=p rate='x - 0.2 - p'")
assert rests.start["s.p"] == rests.states["s.p"]
assert abs(rests.states["s.p"] - rests.q[1] + 0.2) < 1e-9
forced = tauflow.compile(robot, function="fd", effort=0, element=link + "call call=coil")
assert "element_forces" in forced.inputs
moved = tauflow.simulate(robot, element=link + "call call=coil", law_file="laws.c", until=0.02,
                         effort=0)
assert numpy.isfinite(moved.q).all()
lag = tauflow.simulate(robot, until=0.02, effort=0, element="torsion name=s joint=q2 law='9*p + u'"
                       " state=p rate='x - p' u=1", start={"q2": (0.1, 1)})
assert lag.q.shape == lag.qd.shape == lag.tau.shape and lag.qd[0, 1] == 1 and lag["s.p"][0] == 0
def refused(words, call):
    try:
        call()
    except tauflow.TauflowError as why:
        assert words in str(why), why
    else:
        raise AssertionError(words)
of = {"robot": robot, "effort": 0, "element": link + "call call=coil"}
refused("laws: there is no 'coil'", lambda: tauflow.compile(**of, laws={"spring": None}))
alone = tauflow.compile(**of, function="fd-derivatives", laws={"coil": lambda x, xd, t: x})
refused("law 'coil' gives no derivatives", lambda: alone(q, qd, tau))
lost = tauflow.compile(**of, function="fd", laws={"coil": lambda x, xd, t: numpy.nan})
refused("law 'coil' gives no finite number", lambda: lost(q, qd, tau))
END_PYTHON
}
ok laws_are_called_in_python_and_in_c called
turning() { # balls whose quaternions and angles lead to each other
    in_python <<'END_PYTHON'
import numpy, tauflow
with open("balls.xml", "w", encoding="utf-8") as file:
    inertial = "<inertial pos='0.1 0.2 0.05' mass='1' diaginertia='0.1 0.2 0.15'/>"
    file.write("<mujoco model='balls'><worldbody>" + "".join(
        f"<body name='b{k}'><joint name='j{k}' type='ball'/>{inertial}" for k in range(4))
        + "</body>" * 4 + "</worldbody></mujoco>")
f = tauflow.compile("balls.xml", function="fd", balls="turning", effort=0)
assert f.balls == ["j0", "j1", "j2", "j3"]
q, qd, tau = numpy.random.default_rng(1).uniform(-2, 2, (3, 5, 12))
q[:, 1::3] = numpy.pi / 2
turned = f.ball_quaternions(q)
others = f.ball_angles(-2 * turned, q)
assert not numpy.allclose(others, q)
assert numpy.allclose(f(others, qd, tau), f(q, qd, tau), rtol=1e-9, atol=1e-9)
assert (f.ball_angles(-2 * turned[0], q[0]) == others[0]).all()
try:
    f.ball_angles(turned[0], q)
except ValueError as why:
    assert "16 numbers go with 12 of a state" in str(why), why
else:
    raise AssertionError("shapes")
moved = tauflow.simulate("balls.xml", balls="turning", until=0.01, effort=0, start={"j1.x": (1, 2)})
assert moved.q.shape == (11, 12) and not moved.free and list(moved.balls) == f.balls
assert numpy.allclose(f.ball_angles(numpy.hstack(list(moved.balls.values())), moved.q), moved.q,
                      rtol=0, atol=1e-13)
END_PYTHON
}
ok balls_turn_by_quaternions turning

cores() {
    in_python <<'END_PYTHON'
import numpy, tauflow
rng = numpy.random.default_rng(2)
q, qd, qdd = (rng.uniform(-1, 1, (50, 5)) for _ in range(3))
tauflow.image("robots/pendulum5.urdf", "p.tau", effort=0)
torque = tauflow.compile("robots/pendulum5.urdf", effort=0)
with tauflow.open("twin:", "p.tau") as core:
    assert core.inputs == {"q": 5, "qd": 5, "qdd": 5} and core.results == {"tau": (5,)}
    one = core(q=q[0], qd=qd[0], qdd=qdd[0])
    assert core.cycles == tauflow.schedule("robots/pendulum5.urdf", effort=0)["cycles"]
    many = core(q=q, qd=qd, qdd=qdd)
    assert numpy.array_equal(many[0], one) and many.shape == (50, 5)
# five roundings of binary32 for each of some hundred operations are far below this
assert numpy.abs(many - torque(q, qd, qdd)).max() < 1e-5 * numpy.abs(many).max()
tauflow.image("robots/pendulum5.urdf", "m.tau", function="mass-bias", effort=0)
with tauflow.open("twin:", "m.tau") as core:
    made = core(q=q, qd=qd)
    assert made["mass"].shape == (50, 5, 5) and made["tau"].shape == (50, 5)
    alone = core(q=q[7], qd=qd[7])
    assert numpy.array_equal(alone["mass"], made["mass"][7])
END_PYTHON
}
ok a_core_computes_the_same cores
in_a_control_loop() {
    in_python <<'END_PYTHON'
import numpy, select, tauflow
tauflow.image("robots/pendulum5.urdf", "p.tau", effort=0)
state = {name: numpy.full(5, 0.3) for name in ("q", "qd", "qdd")}
with tauflow.open("twin:", "p.tau") as core:
    right = core(**state)
    core.set_deadline(1)
    for late in range(3):
        try:
            core(**state)
            raise AssertionError("a nanosecond is too short")
        except tauflow.TauflowTimeout as why:
            assert isinstance(why, tauflow.TauflowError) and "in time" in str(why)
        core.recover()
    core.set_deadline(0)
    core.set_realtime(processors=[0], alarm_signal=40)
    assert numpy.array_equal(core(**state), right)
    assert select.select([core], [], [], 0) == ([], [], [])
    try:
        core.set_realtime(alarm_signal=2)
        raise AssertionError("SIGINT is not for us")
    except tauflow.TauflowError as why:
        assert "signal 2" in str(why) and not isinstance(why, TimeoutError)
END_PYTHON
}
ok a_late_call_is_recovered_from in_a_control_loop
figures() {
    in_python <<'END_PYTHON'
import os, tauflow
robot = "robots/pendulum5.urdf"
assert tauflow.info(robot, effort=0)["joints"] == 5
run = tauflow.run(robot, effort=0, engine="twin", modules=2, steps=3)
assert run["ok"] and run["cycles_measured"] == run["cycles_predicted"]
assert os.path.getsize(tauflow.report(robot, "page.html", effort=0, steps=10)) > 50000
END_PYTHON
}
ok commands_are_functions figures
refusals() {
    in_python <<'END_PYTHON'
import numpy, tauflow
def fails(kind, text, call, *given, **named):
    try:
        call(*given, **named)
    except kind as why:
        assert text in str(why), why
    else:
        raise AssertionError("no error: " + text)
torque = tauflow.compile("robots/pendulum5.urdf", effort=0)
five, six = numpy.zeros(5), numpy.zeros(6)
fails(ValueError, "q has the shape (6,): (5,) or (states, 5) expected", torque, six, five, five)
fails(TypeError, "id takes q, qd, qdd", torque, five, five)
fails(ValueError, "different numbers of states", torque, five, five, numpy.zeros((2, 5)))
fails(ValueError, "out: tau must be (5,)", torque, five, five, five, out=six)
fails(TypeError, "out: id has no result torque, only tau", torque, five, five, five,
      out={"torque": five})
fails(tauflow.TauflowError, "missing.urdf: error: cannot open", tauflow.compile, "missing.urdf")
fails(tauflow.TauflowError, "unknown function 'dance'", tauflow.compile, "robots/puma.urdf",
      function="dance")
fails(tauflow.TauflowError, "nowhere", tauflow.open, "nowhere:")
core = tauflow.open("twin:")
fails(tauflow.TauflowError, "no image is loaded", core, q=five)
fails(tauflow.TauflowError, "p.none", core.load, "p.none")
core.close()
core.close()
for use in (lambda: core(q=five), lambda: core.load("p.tau"), lambda: core.cycles):
    fails(tauflow.TauflowError, "the core is closed", use)
END_PYTHON
}
ok what_is_wrong_is_told_in_words refusals
this_folder() {
    in_python <<'END_PYTHON'
import os, numpy, tauflow
os.mkdir("here")
os.chdir("here")
torque = tauflow.compile("../robots/pendulum5.urdf", folder=".", effort=0)
assert os.path.exists("pendulum5.c") and torque(*[numpy.zeros(5)] * 3).shape == (5,)
tauflow.compile("../robots/pendulum5.urdf", folder="sub", effort=0)
assert os.path.exists("sub/pendulum5.c")
END_PYTHON
}
ok a_folder_may_be_the_one_we_are_in this_folder
compilers() {
    in_python <<'END_PYTHON'
import os, numpy, tauflow
zero = [numpy.zeros(5)] * 3
for empty in ("", "  "):
    os.environ["CC"] = empty
    assert tauflow.compile("robots/pendulum5.urdf", effort=0)(*zero).shape == (5,)
for wrong, text in (("no-such-compiler -x", "no-such-compiler"), ("false", "false failed"),
                    ("/", "cannot be started")):
    os.environ["CC"] = wrong
    try:
        tauflow.compile("robots/pendulum5.urdf", effort=0)
    except tauflow.TauflowError as why:
        assert text in str(why), why
    else:
        raise AssertionError("no error: " + wrong)
END_PYTHON
}
ok a_compiler_that_is_empty_or_missing_is_told compilers
# A call is under way in one thread, others wait for their turn; then all end, and nothing crashes.
closing() {
    in_python <<'END_PYTHON'
import random, threading, time, numpy, tauflow
random.seed(3)
tauflow.image("robots/pendulum5.urdf", "c.tau", effort=0)
many = numpy.zeros((20000, 5))
ends = {}
def use(core, how):
    try:
        while True:
            how(core)
    except tauflow.TauflowError as why:
        ends[str(why)] = ends.get(str(why), 0) + 1
hows = [lambda core: core(q=many, qd=many, qdd=many), lambda core: core(q=many[0], qd=many[0],
        qdd=many[0]), lambda core: core.load("c.tau"), lambda core: core.cycles]
began = time.monotonic()
for trial in range(100):
    core = tauflow.open("twin:", "c.tau", timeout_ms=60000)
    users = [threading.Thread(target=use, args=(core, how)) for how in hows]
    closers = [threading.Thread(target=core.close) for _ in range(2)]
    for user in users:
        user.start()
    time.sleep(random.uniform(0, 0.01))
    for closer in closers:
        closer.start()
    for thread in users + closers:
        thread.join()
assert time.monotonic() - began < 120, "somebody waited for the timeout"
assert sum(ends.values()) == 400, ends
told = {"the core is closed", "the handle was stopped or closed by another thread"}
assert set(ends) <= told, ends
END_PYTHON
}
ok close_while_other_threads_call_ends_them closing
# Where program and library are found: the environment's word first, then places beside the other.
look_up() {
    mkdir -p "$work/prefix/bin" "$work/prefix/lib" "$work/tree/lib" "$work/alone"
    for at in prefix/bin tree alone; do
        printf '#!/bin/sh\nexec %s "$@"\n' "$tauflow" >"$work/$at/tauflow"
        chmod +x "$work/$at/tauflow"
    done
    cp "$TAUFLOW_LIBRARY" "$work/prefix/lib/libtauflow.so"
    cp "$TAUFLOW_LIBRARY" "$work/tree/lib/libtauflow.so"
    # A package that carries none.
    mkdir -p "$work/bare/tauflow" &&
        cp "$work"/venv/lib/python3*/site-packages/tauflow/*.py "$work/bare/tauflow" &&
    (unset TAUFLOW_LIBRARY TAUFLOW
        export PYTHONPATH=$work/bare
        cd "$work" && PATH=/usr/bin:/bin "$work/venv/bin/python" -W error - "$work" <<'END_PYTHON'
import os, sys, tauflow
from tauflow import commands
work = sys.argv[1]
def set_only(**named):
    for name in ("TAUFLOW", "TAUFLOW_LIBRARY"):
        os.environ.pop(name, None)
    os.environ.update(named)
set_only()
try:
    commands.program()
except tauflow.TauflowError as why:
    assert "there is no program 'tauflow': this package does not carry it" in str(why), why
else:
    raise AssertionError("a program was found")
set_only(TAUFLOW=work + "/tree/tauflow")
assert commands.program() == work + "/tree/tauflow"
assert commands.library() == work + "/tree/lib/libtauflow.so", commands.library()
set_only(TAUFLOW=work + "/prefix/bin/tauflow")
assert commands.library() == work + "/prefix/lib/libtauflow.so", commands.library()
with tauflow.open("twin:", "p.tau") as core: # by what was found, a core computes
    assert core.results == {"tau": (5,)}
set_only(TAUFLOW=work + "/alone/tauflow")
assert commands.library() == "libtauflow.so.1", commands.library()
set_only(TAUFLOW=work + "/tree/tauflow", TAUFLOW_LIBRARY=work + "/prefix/lib/libtauflow.so")
assert commands.library() == work + "/prefix/lib/libtauflow.so", commands.library()
set_only()
os.environ["PATH"] = work + "/prefix/bin:" + os.environ["PATH"]
assert commands.program() == work + "/prefix/bin/tauflow"
END_PYTHON
    )
}
ok program_and_library_are_found_where_they_stand look_up
# Used from the folder of the sources: what is built there, unless one is installed.
in_the_sources() {
    local of_tree=$work/sources/build
    mkdir -p "$work/sources/python" "$of_tree/lib" &&
        cp -r "$work/bare/tauflow" "$work/sources/python" &&
        cp "$work/alone/tauflow" "$of_tree" && cp "$TAUFLOW_LIBRARY" "$of_tree/lib" &&
        found_in_the_sources /usr/bin:/bin "$of_tree/tauflow" "$of_tree/lib/libtauflow.so" &&
        found_in_the_sources "$work/prefix/bin:/usr/bin:/bin" "$work/prefix/bin/tauflow" \
            "$work/prefix/lib/libtauflow.so" &&
        rm "$of_tree/tauflow" && ! found_in_the_sources /usr/bin:/bin
}
found_in_the_sources() { # PATH PROGRAM LIBRARY
    env -u TAUFLOW -u TAUFLOW_LIBRARY PYTHONPATH="$work/sources/python" PATH="$1" \
        "$work/venv/bin/python" -W error -c 'import sys
from tauflow import commands
sys.exit([commands.program(), commands.library()] != sys.argv[1:])' "${@:2}"
}
ok a_build_of_the_sources_is_found_from_there in_the_sources
# The wheel carries both, for whoever has nothing else: no TAUFLOW, no tauflow on the PATH.
alone() { # PATH ARGUMENTS...: Python in an environment that knows nothing of this tree
    env -i HOME="$work/home" PATH="$1" "$work/venv/bin/python" -W error "${@:2}"
}
carries() (
    cd "$work" && alone /usr/bin:/bin - <<'END_PYTHON'
import os, shutil, numpy, tauflow
from tauflow import commands
home = os.path.dirname(tauflow.__file__) + "/native"
assert shutil.which("tauflow") is None
assert commands.program() == home + "/bin/tauflow", commands.program()
assert commands.library() == home + "/lib/libtauflow.so", commands.library()
ones = numpy.ones((3, 6))
wanted = tauflow.compile("robots/puma.urdf", effort=0)(*ones)
tauflow.image("robots/puma.urdf", "alone.tau", effort=0)
with tauflow.open("twin:", "alone.tau") as core:
    made = core(**dict(zip(("q", "qd", "qdd"), ones)))
assert abs(made - wanted).max() < 1e-5 * abs(wanted).max()
END_PYTHON
)
ok the_wheel_works_where_nothing_else_is_installed carries
as_module() {
    [ "$(alone /usr/bin:/bin -m tauflow --version)" = "tauflow $(bash machine/version.sh)" ] &&
        { alone /usr/bin:/bin -m tauflow dance; [ $? -eq 2 ]; }
}
ok the_program_is_run_as_a_module as_module
# What cores are built from is found beside it: stand-ins for the tools note what they are given.
# g++ makes empty files, Verilator fails.
builds_cores() {
    mkdir -p "$work/tools" "$work/home"
    cat >"$work/tools/g++" <<END
#!/bin/sh
[ "\$1" != --getenv ] || exec echo /none
for word; do
    echo "\$word" >>$work/asked
    [ "\$before" != -o ] || : >"\$word"
    before=\$word
done
[ "\${0##*/}" = g++ ]
END
    chmod +x "$work/tools/g++" && cp "$work/tools/g++" "$work/tools/verilator" &&
        ! alone "$work/tools:/usr/bin:/bin" -m tauflow core default && cat "$work/asked" &&
        grep -q "^$work/venv/lib/python3.*/site-packages/tauflow/native/share/tauflow/rtl/" \
            "$work/asked" && ! grep -q "$tree" "$work/asked"
}
ok cores_are_built_from_what_the_wheel_carries builds_cores
lost() { # the folder alone, away from the sources
    cp -r python "$work/lost" && rm -rf "$work"/lost/build &&
        ! "$pip" wheel --quiet --no-index --no-deps -w "$work" "$work/lost" >"$work/said" 2>&1 &&
        grep -q 'its sources are not here: neither in .* pip has to see python/ inside the source' \
            "$work/said"
}
ok a_wheel_without_sources_is_refused_in_words lost
from_archive() { # of sources: what `make native` asks for is in it
    (cd python && "$python" -c "import build_wheel; print(build_wheel.build_sdist('$work'))") &&
        mkdir "$work/unpacked" && tar xzf "$work"/tauflow-*.tar.gz -C "$work/unpacked" &&
        make -C "$work"/unpacked/tauflow-*/source -n BUILD=build native >"$work/said" &&
        grep -q 'scheduler/main.c' "$work/said" && [ -f "$work"/unpacked/*/tauflow/motions.py ]
}
ok an_archive_of_sources_has_what_the_wheel_is_built_of from_archive

motions() {
    in_python <<'END_PYTHON'
import math, os, warnings, numpy, tauflow
robot = "robots/pendulum5.urdf"
moved = tauflow.simulate(robot, start={"q1": 0.5, "q2": (0.1, -1)}, until=0.2, rows=20, effort=0)
assert moved.q.shape == moved.qd.shape == moved.tau.shape == (21, 5) == (len(moved), 5)
assert moved.joints == ["q1", "q2", "q3", "q4", "q5"] and moved.free == {}
assert list(moved.q[0]) == [0.5, 0.1, 0, 0, 0] and list(moved.qd[0]) == [0, -1, 0, 0, 0]
assert moved.t[0] == 0 and moved.t[-1] == 0.2 and not moved.tau.any()
assert abs(moved.energy - moved.figures["energy"]).max() <= moved.figures["energy_change"] * 1.001
assert numpy.array_equal(moved["q2.rate"], moved.qd[:, 1])
# Forward dynamics says how the rates begin: half a step on, by Taylor's series.
fd = tauflow.compile(robot, function="fd", effort=0)
fine = tauflow.simulate(robot, start={"q1": 0.5}, until=2e-5, step=1e-5, rows=0, effort=0)
begins = fd(fine.q[0], fine.qd[0], numpy.zeros(5))
assert numpy.abs((fine.qd[2] - fine.qd[0]) / 2e-5 - begins).max() < 1e-3 * numpy.abs(begins).max()
pushed = tauflow.simulate(robot, torques={"t": [0, 1], "q1": [0.5, 0.7]}, until=0.1, effort=0)
assert abs(pushed.tau[-1, 0] - 0.52) < 1e-9 and not pushed.tau[:, 1:].any()
flies = tauflow.simulate("robots/loops/slider_crank.urdf", base="floating", effort=0, until=0.1,
                         start={"crank_x": (0, 6), "base.z": (1, 2), "base.rx": 0.4}, csv="f.csv")
assert flies.q.shape[1] == flies.tau.shape[1] == 4 and os.path.exists("f.csv")
assert flies.free["base"].shape == (len(flies), 7) and flies.free_rates["base"].shape[1] == 6
assert numpy.allclose(flies.free["base"][0], [0, 0, 1, math.cos(.2), math.sin(.2), 0, 0])
assert list(flies.free_rates["base"][0]) == [0, 0, 2, 0, 0, 0]
assert numpy.array_equal(flies["base.qx"], flies.free["base"][:, 4])
points = tauflow.simulate("robots/natural/double_pendulum.nat", until=0.1)
assert points.joints == ["A.x", "A.y", "B.x", "B.y"] and points.tau is None
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    bad = tauflow.simulate("robots/loops/slider_crank.urdf", start={"crank_x": (0, 6)}, effort=0,
                           step=0.05, until=5)
assert len(said) == 1 and said[0].category is tauflow.TauflowWarning, said
assert "the motion is of no use" in str(said[0].message) and len(bad) == 101
for words, call in (("has no joint 'x'", lambda: tauflow.simulate(robot, start={"x": 1}, effort=0)),
                    ("too short", lambda: tauflow.simulate(robot, effort=0, until=2, torques={
                        "t": [0, 1], "q1": [0, 0]}))):
    try:
        call()
    except tauflow.TauflowError as why:
        assert words in str(why), why
    else:
        raise AssertionError(words)
END_PYTHON
}
ok motions_are_arrays motions
linear() { # NumPy finds the same eigenvalues and the same exponential
    in_python <<'END_PYTHON'
import numpy, tauflow
robot, torque = "robots/puma560.urdf", {"q3": 1.5}
rest = tauflow.equilibrium(robot, free=["q3", "q5"], start={"q2": -0.6}, torque=torque)
assert rest.joints == ["q1", "q2", "q3", "q4", "q5", "q6"] and rest.roles[1:3] == ["held", "free"]
assert rest.q[1] == -0.6 and rest.tau[2] == 1.5 and rest.left < 1e-12 and not rest.qd.any()
gravity = tauflow.compile(robot, function="gravity", effort=0)
assert numpy.abs(gravity(rest.q) - rest.tau).max() < 1e-10
near = tauflow.linearise(robot, free=["q3", "q5"], start=rest.start, torque=torque)
assert near.states == ["q3", "q5", "q3.rate", "q5.rate"] and near.equilibrium
assert near.A.shape == (4, 4) == near.C.shape and near.B.shape == (4, 2) == near.D.shape
told = sorted((mode.eigenvalue for mode in near.modes), key=lambda v: (v.real, v.imag))
seen = sorted((v for v in numpy.linalg.eigvals(near.A) if v.imag >= 0),
              key=lambda v: (v.real, v.imag))
assert numpy.allclose(told, seen, rtol=0, atol=1e-9 * numpy.abs(near.A).max()), (told, seen)
for mode in near.modes:
    assert numpy.allclose(near.A @ mode.shape, mode.eigenvalue * mode.shape, atol=1e-8)
steps = tauflow.linearise(robot, free="q3,q5", start=rest.start, torque=torque, step=0.01)
values, vectors = numpy.linalg.eig(near.A)
exact = (vectors @ numpy.diag(numpy.exp(0.01 * values)) @ numpy.linalg.inv(vectors)).real
assert steps.step == 0.01 and numpy.allclose(steps.A, exact, atol=1e-12)
crank = tauflow.equilibrium("robots/loops/slider_crank.urdf", spring="crank_x=3,0.2",
                            damping="crank_x=0.1")
assert crank.stability == "stable" and crank.roles == ["free"] + 3 * ["follows"]
assert tauflow.linearise("robots/loops/slider_crank.urdf", spring="crank_x=3,0.2",
                         start=crank.start).equilibrium
try:
    tauflow.equilibrium("robots/stewart.urdf")
except tauflow.TauflowError as why:
    assert "no equilibrium is found" in str(why), why
else:
    raise AssertionError("a platform that floats")
END_PYTHON
}
ok states_that_stay_and_linear_systems_are_arrays linear
models() {
    in_python <<'END_PYTHON'
import ctypes, zipfile, tauflow
path = tauflow.fmu("robots/pendulum5.urdf", "p.fmu", fmi=3, effort=0)
inside = zipfile.ZipFile(path).namelist()
assert path == "p.fmu" and any(name.startswith("binaries/") for name in inside), inside
tauflow.fmu("robots/pendulum5.urdf", "p.fmu", sources_only=True, effort=0)
assert not any(name.startswith("binaries/") for name in zipfile.ZipFile(path).namelist())
END_PYTHON
}
ok models_for_other_tools_are_written models
progress() {
    in_python <<'END_PYTHON' 2>"$work/notes" && [ ! -s "$work/notes" ]
import io, sys, time, tauflow
slow = dict(robot="robots/natural/double_pendulum.nat", until=1500) # 3 s
lines = []
tauflow.simulate(**slow, progress=lines.append)
assert len(lines) > 2 and all(line.startswith("simulate: ") for line in lines), lines
class Enough(Exception):
    pass
def ends(line):
    raise Enough
began = time.monotonic()
try:
    tauflow.simulate("robots/natural/double_pendulum.nat", until=1e6, progress=ends)
    raise AssertionError("the exception was lost")
except Enough:
    assert time.monotonic() - began < 60 # and the program is ended, too
try:
    tauflow.info("robots/puma.urdf", progress=3)
    raise AssertionError("3 is no function")
except TypeError as why:
    assert "progress is a function" in str(why)
class Terminal(io.StringIO):
    def isatty(self):
        return True
was, sys.stderr = sys.stderr, Terminal()
tauflow.simulate(**slow)
seen = sys.stderr.getvalue()
sys.stderr = Terminal()
tauflow.simulate(**slow, progress=False)
quiet, sys.stderr = sys.stderr.getvalue(), was
assert seen.count("\r") > 3 and "simulate: " in seen and seen.endswith("\r"), seen
assert quiet == "", quiet
END_PYTHON
}
ok progress_is_told_to_a_function_or_on_a_line progress
closes() { # loops, in Python as in C; Bennett's linkage where rows that were left out do not hold
    in_python <<END_PYTHON
import numpy, tauflow
fd = tauflow.compile("robots/loops/slider_crank.urdf", function="closed-fd", effort=0)
q, qd, tau = numpy.array([0.7, 0.19, 0.1, 0.9]), numpy.array([6., 0, 0, 0]), numpy.zeros(4)
made = fd.until_closed(q, qd, tau)
assert (q == [0.7, 0.19, 0.1, 0.9]).all()
assert made["q_closed"][0] == q[0] and made["qd_closed"][0] == 6
again = fd(made["q_closed"], qd, tau)
assert again["residual"].max() < 1e-24
assert abs(again["qdd"] - made["qdd"]).max() < 1e-7
for k in range(20): # as docs/loops.md says
    step = fd(q=q, qd=qd, tau=tau)
    q = step["q_closed"]
assert abs(q - made["q_closed"]).max() < 1e-12
batch = fd.until_closed(numpy.stack([q, q]), numpy.stack([qd, 2 * qd]), numpy.stack([tau, tau]))
assert batch["qdd"].shape == (2, 4) and batch["qd_closed"][1][0] == 12
assert abs(batch["qdd"][0] - made["qdd"]).max() < 1e-7
def refuses(kind, words, call, *arrays, **named):
    try:
        call(*arrays, **named)
    except kind as why:
        assert words in str(why), why
    else:
        raise AssertionError(words)
far = numpy.array([0.7, 0.5, 0.5, 0.5])
refuses(tauflow.TauflowError, "not closed after 1 passes", fd.until_closed, far, qd, tau, limit=1)
refuses(tauflow.TauflowError, "the loops of state 1 are not closed after 1 passes",
        fd.until_closed, [q, far], [qd, qd], [tau, tau], limit=1)
idle = tauflow.compile("robots/puma.urdf", effort=0)
refuses(TypeError, "closes no loops", idle.until_closed, *numpy.zeros((3, 6)))

names = ["closure", "closed-id", "closed-fd", "closed-forces", "closed-reduced",
         "closed-id-derivatives", "closed-fd-derivatives"]
for real, tolerance in (("double", 1e-12), ("float", 1e-5)):
    all_of = tauflow.compile("$tree/tests/loops/bennett.urdf", function=names + ["augmented"],
                             real=real, effort=0)
    for name in names:
        f = all_of[name]
        motion = {"q": [1, 2.693071, -1], "qd": [0, 0, 2], "qdd": [0, 0, .5], "tau": [0, 0, 1]}
        arrays = {key: numpy.array(motion[key], float) for key in f.inputs}
        made = f.until_closed(**arrays, tolerance=tolerance, limit=20)
        assert made["left_out"].shape == (9,) and made["left_out"].max() <= 2.**-20, name
        arrays["q"] = numpy.array([-1., 1, -1])
        refuses(tauflow.TauflowError, "not closed after 20", f.until_closed, **arrays,
                tolerance=tolerance, limit=20)
    closed = numpy.array([1, 2.693071, -1])
    rates = all_of["closed-fd"].until_closed(closed, [0, 0, 2], [0, 0, 1], tolerance=tolerance,
                                             limit=20)
    made = all_of["augmented"](rates["q_closed"], rates["qd_closed"], [0, 0, 1])
    assert abs(made["qdd"] - rates["qdd"]).max() < (1e-9 if real == "double" else 1e-3)
    refuses(tauflow.TauflowError, "cannot be solved", all_of["augmented"], [-1.8, 2, -1],
            [0, 1, 2], [0, 0, 1])

for name in ("closed-fd", "augmented"):
    tauflow.image("$tree/tests/loops/bennett.urdf", "bennett.tau", function=name, effort=0,
                  budget=1)
    with tauflow.open("twin:", "bennett.tau") as core:
        state = dict(q=rates["q_closed"], qd=rates["qd_closed"], tau=numpy.array([0., 0, 1]))
        made = core(**state)
        assert abs(made["qdd"] - rates["qdd"]).max() < 1e-3
        assert name == "augmented" or abs(made["q_closed"] - state["q"]).max() < 1e-5
        many = core(**{key: numpy.stack([value] * 5) for key, value in state.items()})
        assert name == "augmented" or abs(many["q_closed"] - state["q"]).max() < 1e-5
        state["q"] = numpy.array([-1., 1, -1])
        refuses(tauflow.TauflowError, "which was left out as redundant, is open by", core, **state)
END_PYTHON
}
ok loops_are_closed_in_python_and_open_ones_are_told closes

whole() { # what pip knows of it; then a link to the tree instead, and that is taken away
    "$pip" show tauflow | grep -x 'Requires: numpy' && "$pip" check &&
        "$pip" install --quiet --no-index --force-reinstall --no-deps -e ./python &&
        [ "$("$work/venv/bin/python" -c 'import tauflow; print(tauflow.__file__)')" = \
            "$PWD/python/tauflow/__init__.py" ] &&
        "$pip" uninstall --quiet --yes tauflow &&
        ! "$work/venv/bin/python" -c 'import tauflow' 2>/dev/null
}
ok pip_shows_links_and_removes_it whole
finish
