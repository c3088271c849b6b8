#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Names with characters that terminals, tables and options take for their own.
. tests/cli/tap.bash
cd "$work" || exit 1
cat >arm.urdf <<'END'
<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
<origin xyz="1 0 0"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j, &quot;1&quot;" type="revolute"><parent link="a"/><child link="b"/>
<axis xyz="0 1 0"/></joint></robot>
END

# ---- dump ----
"$tauflow" image arm.urdf --effort 0 --budget 1 -o arm.tau >told || cat told
forge() { # every name gets what clears a screen, in seven bits and in eight
    python3 - <<'PY'
import struct, zlib
image = open("arm.tau", "rb").read()[:-4]
for old, new in ((b"\0r\0", b"\0\x1b\0"), (b'j, "1"', b"j\x1b[2J\n"), (b"qdd1", b"q\xc2\x9bJ"),
                 (b"tau1", b"t\x7f\r1")):
    assert old in image, old
    image = image.replace(old, new)
open("forged.tau", "wb").write(image + struct.pack("<I", zlib.crc32(image)))
PY
}
quoted() {
    forge && "$tauflow" dump forged.tau >shown && cat -v shown &&
        ! LC_ALL=C grep -q '[[:cntrl:]]' shown && ! grep -q $'\xc2\x9b' shown &&
        grep -qF "robot             \\x1b, description" shown &&
        grep -qF "q_J: joint 0 'j_[2J_': acceleration" shown && grep -qF '  t__1: joint 0' shown
}
ok dump_shows_control_characters_and_sends_none quoted
same() {
    "$tauflow" dump arm.tau >shown && grep -qF "qdd1: joint 0 'j, \"1\"': acceleration" shown
}
ok dump_shows_other_names_as_they_are same

# ---- csv ----
columns() {
    "$tauflow" simulate arm.urdf --until 0.02 --step 0.01 --csv motion.csv >/dev/null &&
        head -1 motion.csv && python3 - <<'PY'
import csv
rows = list(csv.reader(open("motion.csv")))
assert rows[0][0] == "t" and 'j, "1"' in rows[0][1], rows[0]
assert len(rows) > 2 and all(len(r) == len(rows[0]) for r in rows), rows
PY
}
ok names_in_a_csv_are_quoted columns
printf 't , "j, ""1""" \n0,5\n1, 5\n' >torques.csv
reads_back() {
    "$tauflow" simulate arm.urdf --until 0.1 --step 0.01 --torques torques.csv --csv with.csv \
        >/dev/null && "$tauflow" simulate arm.urdf --until 0.1 --step 0.01 --csv without.csv \
        >/dev/null && ! cmp -s with.csv without.csv
}
ok and_read_back reads_back
printf 't,"j, ""1"\n0,5\n' >open.csv
ok another_name_is_still_another refused 2 "error: open.csv: .* no joint 'j, \"1'" \
    "$tauflow" simulate arm.urdf --until 0.1 --torques open.csv

# ---- options ----
for option in "--element|force link=b at='1 0 0" '--element|force link=b at="1 0 0' \
    "--cut|ball a='a b=b"; do
    ok "an open quote of ${option%|*} is refused" refused 2 \
        "^tauflow: error: ${option%|*}: ['\"].*: a quote is not closed" \
        "$tauflow" info arm.urdf --effort 0 "${option%|*}" "${option#*|}"
done
finish
