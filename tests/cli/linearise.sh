#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What linearise prints and writes, and what it refuses.
. tests/cli/tap.bash
. tests/cli/pendulum.bash
at() { "$tauflow" linearise "$@"; }
ok states_are_told prints '^states +2: turn turn\.rate$' at "$pendulum"
ok inputs_are_told prints '^inputs +1: turn\.torque$' at "$pendulum"
ok an_equilibrium_is_told prints '^equilibrium +yes$' at "$pendulum"
ok what_is_none_is_told prints '^equilibrium +no: accelerations up to 9\.40633' \
    at "$pendulum" --start turn=0.5
ok frequencies_are_told prints '^0 \+- 4\.42945 i +0\.704968 +0 +turn 1$' at "$pendulum"
ok matrices_are_told prints '^turn\.rate +-19\.62 +0$' at "$pendulum"
ok steps_are_told prints '^time +in steps of 0\.001 s, inputs held' at "$pendulum" --step 1e-3
ok frames_are_outputs prints '^outputs +6: bob\.x bob\.y bob\.z bob\.rx bob\.ry bob\.rz$' \
    at "$pendulum" --frame bob
ok actuated_joints_are_inputs prints '^inputs +1: slide\.torque$' at "$crank" --actuate slide
ok some_joints_may_move prints '^states +4: q2 q3 q2\.rate q3\.rate$' \
    at robots/puma560.urdf --free q2,q3
ok driven_joints_are_no_states prints '^states +10: q1 q3 ' at robots/puma560.urdf --drive q2
ok json_has_the_same prints '"A": \[\[0, 1\], \[-19\.62, 0\]\], "B": \[\[0\], \[2\]\], ' \
    at "$pendulum" --json

# The files of other tools have what JSON has, to the bit. NumPy and SciPy are asked where they are.
cat >"$work/read.py" <<'PY'
import csv, json, struct, sys, zipfile
told = json.load(open(sys.argv[1]))
def shaped(flat, shape):
    return [flat[r * shape[1]:(r + 1) * shape[1]] for r in range(shape[0])] if len(shape) == 2 \
        else flat if shape else flat[0]
def mat(data):
    found, at = {}, 0
    while at < len(data):
        kind, rows, columns, imaginary, length = struct.unpack_from("<5i", data, at)
        assert kind in (0, 1) and imaginary == 0
        name = data[at + 20:at + 20 + length]
        assert name.endswith(b"\0")
        at += 20 + length
        numbers = struct.unpack_from(f"<{rows * columns}d", data, at)
        at += 8 * rows * columns
        by_row = [[numbers[c * rows + r] for c in range(columns)] for r in range(rows)]
        found[name[:-1].decode()] = [bytes(map(int, row)).decode().rstrip() for row in by_row] \
            if kind else by_row
    assert at == len(data)
    return found
def npz(path):
    found = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for entry in archive.namelist():
            data = archive.read(entry)
            assert data[:8] == b"\x93NUMPY\1\0" and entry.endswith(".npy")
            start = 10 + struct.unpack_from("<H", data, 8)[0]
            head = eval(data[10:start])
            assert start % 64 == 0 and data[start - 1:start] == b"\n", start
            count = 1
            for size in head["shape"]:
                count *= size
            if head["descr"] == "<f8":
                value = shaped(list(struct.unpack(f"<{count}d", data[start:])), head["shape"])
            else:
                width = int(head["descr"][2:])
                value = [data[start + k * width:start + (k + 1) * width].rstrip(b"\0").decode()
                         for k in range(count)]
            found[entry[:-4]] = value
    return found
def table(path):
    rows = list(csv.reader(open(path, newline="")))
    n, m = len(told["states"]), len(told["inputs"])
    assert rows[0] == ["row", *told["states"], *told["inputs"], "constant"]
    assert [row[0].split(" ")[-1] for row in rows[1:]] == told["states"] + told["outputs"]
    numbers = [[float(x) for x in row[1:]] for row in rows[1:]]
    return {"A": [r[:n] for r in numbers[:n]], "B": [r[n:n + m] for r in numbers[:n]],
            "C": [r[:n] for r in numbers[n:]], "D": [r[n:n + m] for r in numbers[n:]],
            "affine": [r[-1] for r in numbers[:n]], "y": [r[-1] for r in numbers[n:]]}
m, z, t = mat(open(sys.argv[2], "rb").read()), npz(sys.argv[3]), table(sys.argv[4])
arrays = ("A", "B", "C", "D", "affine", "x", "u", "y", "step", "eigenvalues")
names = ("states", "inputs", "outputs")
assert set(m) == set(z) == {*arrays, *names}, (set(m), set(z))
for name in arrays + names:
    assert z[name] == told[name], name
    one = told[name] if isinstance(told[name], list) else [told[name]]
    column = [[x] for x in one] if name not in names and not isinstance(one[0], list) else one
    assert m[name] == column, (name, m[name])
for name, value in t.items():
    assert value == told[name], name
try:
    import numpy
    for name, value in numpy.load(sys.argv[3]).items():
        taken = value.astype(str).tolist() if name in names else value.tolist()
        assert taken == told[name], name
    print("NumPy agrees")
    import scipy.io
    assert (scipy.io.loadmat(sys.argv[2])["A"] == told["A"]).all()
    print("SciPy agrees")
except ImportError as why:
    print(why)
PY
same_files() { # ARGUMENTS...
    at "$@" --json --mat "$work/s.mat" --npz "$work/s.npz" --csv "$work/s.csv" >"$work/s.json" &&
        python3 "$work/read.py" "$work/s.json" "$work/s.mat" "$work/s.npz" "$work/s.csv"
}
ok files_have_what_json_has same_files "$pendulum" --start turn=0.3,2 --torque turn=1.5
ok files_of_frames_and_steps_have_it same_files robots/puma560.urdf --frame link6,link3 --step 0.01
ok files_of_loops_have_it same_files "$crank" --spring crank_x=3,0.2 --actuate crank_x,slide
to_output() { at "$pendulum" --csv - | diff - "$work/p.csv"; }
at "$pendulum" --csv "$work/p.csv" >/dev/null
ok files_go_to_standard_output to_output
twice() { at robots/iiwa.urdf --json >"$work/a" && at robots/iiwa.urdf --json | diff - "$work/a"; }
ok runs_are_the_same_to_the_bit twice

# One step of the system is one step of the robot, from a state that is no equilibrium: what is left
# is of third order, an eighth with half the step.
away() { # STEP: of the positions and rates after it
    at robots/puma560.urdf --start q2=-0.4,0.3 --step "$1" --json >"$work/l.json" &&
        "$tauflow" simulate robots/puma560.urdf --effort 0 --start q2=-0.4,0.3 --step "$1" \
            --until "$1" --rows 0 --csv "$work/m.csv" >/dev/null 2>&1 &&
        python3 - "$work/l.json" "$work/m.csv" <<'PY'
import csv, json, sys
told, rows = json.load(open(sys.argv[1])), list(csv.DictReader(open(sys.argv[2])))
print(max(abs(float(rows[-1][name]) - x - by)
          for name, x, by in zip(told["states"], told["x"], told["affine"])))
PY
}
orders() {
    local one half
    one=$(away 0.01) && half=$(away 0.005) && echo "$one $half" &&
        awk -v a="$one" -v b="$half" 'BEGIN { exit !(a > 0 && a < 1e-3 && a / b > 6) }'
}
ok a_step_is_one_of_simulate orders

# ---- what is refused ---------------------------------------------------------------------------
ok unknown_joints_are_refused refused 2 "--start: robot 'pendulum' has no joint 'trun'" \
    at "$pendulum" --start trun=1
ok unknown_links_are_refused refused 2 "no link 'bab'" at "$pendulum" --frame bab
ok unknown_free_joints_are_refused refused 2 "--free: robot 'pendulum' has no joint 'x'" \
    at "$pendulum" --free x
ok bad_torques_are_refused refused 2 "bad value 'turn=a' of option --torque" \
    at "$pendulum" --torque turn=a
ok bad_steps_are_refused refused 2 "bad value '-1' of option --step" at "$pendulum" --step -1
ok long_steps_are_refused refused 2 '--step 1e\+06 is too long' \
    at "$pendulum" --start turn=3 --step 1e6
ok torques_of_held_joints_are_refused refused 2 "--torque: joint 'q1' is held" \
    at robots/puma560.urdf --free q2 --torque q1=1
ok dependent_joints_are_not_free refused 2 "--free: joint 'slide' depends on others" \
    at "$crank" --free slide
ok inputs_from_outside_are_refused refused 2 "'link6' comes from outside, in array 'payloads'" \
    at robots/puma560.urdf --payload link6
cat >"$work/free.xml" <<'END'
<mujoco><worldbody><body name="box"><freejoint/><geom size="0.1" mass="1"/></body></worldbody>
</mujoco>
END
ok free_bodies_are_refused refused 2 'has a free body: this is of robots on a fixed base' \
    at "$work/free.xml"
cat >"$work/empty.urdf" <<'END'
<robot name="r"><link name="base"/><link name="a"/><joint name="j" type="continuous">
<parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>
END
ok joints_without_inertia_are_refused refused 2 "joint 'j'" at "$work/empty.urdf"
finish
