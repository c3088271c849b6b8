# SPDX-License-Identifier: MIT
# simulate --npz: the numbers of the table, to the bit, as arrays that numpy.load opens.
. tests/cli/tap.bash
. tests/browser/robots.bash

cat >"$work/read.py" <<'PY'
import ast, csv, struct, sys, zipfile

def arrays(path):
    out = {}
    with zipfile.ZipFile(path) as z:
        assert z.testzip() is None
        for name in z.namelist():
            b = z.read(name)
            assert b[:8] == b"\x93NUMPY\x01\x00"
            end = 10 + struct.unpack("<H", b[8:10])[0]
            assert end % 64 == 0
            facts, data = ast.literal_eval(b[10:end].decode()), b[end:]
            assert not facts["fortran_order"]
            if facts["descr"] == "<f8":
                values = list(struct.unpack("<%dd" % (len(data) // 8), data))
            else:
                wide = int(facts["descr"][2:])
                values = [data[i:i + wide].rstrip(b"\0").decode()
                          for i in range(0, len(data), wide)]
            out[name[:-4]] = facts["shape"], values
    return out

a = arrays(sys.argv[1])
rows = list(csv.reader(open(sys.argv[2])))
names, table = rows[0], [[float(x) for x in r] for r in rows[1:]]
column = {n: [r[i] for r in table] for i, n in enumerate(names)}
seen = set()
for name in ("t", "energy", "open", "open_rate", "step"):
    if name in column:
        assert a[name] == ((len(table),), column[name]), name
        seen.add(name)
for name in ("positions", "rates", "torques"):
    if name not in a:
        continue
    (shape, values), (_, of) = a[name], a[name[:-1] + "_names"]
    assert shape == (len(table), len(of)), name
    for k, n in enumerate(of):
        assert values[k::len(of)] == column[n], n
        seen.add(n)
assert seen == set(names), set(names) - seen
if len(sys.argv) > 3:
    import numpy
    for name, value in numpy.load(sys.argv[1]).items():
        assert value.shape == a[name][0], name
PY
with_numpy=$(python3 -c 'import numpy' 2>/dev/null && echo numpy)
same() { # MODEL OPTION...
    "$tauflow" simulate "$@" --effort 0 --npz "$work/m.npz" --csv "$work/m.csv" >"$work/said" \
        2>&1 && python3 "$work/read.py" "$work/m.npz" "$work/m.csv" $with_numpy
}
ok arrays_of_a_loop_are_the_tables same robots/loops/slider_crank.urdf --start crank_x=0,6 \
    --until 0.1
quadruped >"$work/quadruped.urdf"
ok and_of_a_free_robot same "$work/quadruped.urdf" --base floating --until 0.05
ok and_of_natural_coordinates same robots/natural/double_pendulum.nat --until 0.1
ok they_are_of_one_motion refused 2 '--starts .*: --npz, --svg' "$tauflow" simulate \
    robots/pendulum5.urdf --starts none.csv --npz "$work/none.npz"
finish
