#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Masses, centres and moments of links, springs and dampers as values of a motion: simulate and an
# FMU with parameters as inputs move as the robot whose file has these numbers.
. tests/cli/tap.bash
cc=${CC:-gcc}

# changed ROBOT LINK: the robot with other numbers in its file, and a file of values with the same.
changed() {
    python3 - "$1" "$2" "$work/changed.urdf" "$work/values.txt" <<'PY'
import sys
import xml.etree.ElementTree as tree
source, name, out, values = sys.argv[1:]
all = tree.parse(source)
link = next(l for l in all.getroot() if l.get("name") == name)
at = link.find("inertial")
at.find("mass").set("value", "1.5")
origin = at.find("origin")
x, y, z = origin.get("xyz", "0 0 0").split()
assert origin.get("rpy", "0 0 0").split() == ["0", "0", "0"]
origin.set("xyz", f"0.02 {y} {z}")
j = at.find("inertia")
j.set("iyy", "0.01")
j.set("ixx", "0.009")
j.set("izz", "0.008")
all.write(out)
open(values, "w").write(f"# {name}\n{name}.mass=1.5\n\n  {name}.centre_x , 0.02  # metres\n"
                        f"{name}.iyy=0.01\n{name}.ixx=9e-3\n{name}.izz=0.008")
PY
}
last_row() { # ARGUMENTS of simulate: numbers of its last row, a line each
    "$tauflow" simulate "$@" --effort 0 --until 0.2 --rows 1 --csv - 2>/dev/null | tail -1 |
        tr , '\n'
}
near() { # FILE FILE MOST: relative to 1
    paste "$1" "$2" | awk -v most="$3" '{ d = $1 - $2; if (d < 0) d = -d; if (d > worst) worst = d
        n++ } END { print n, "numbers within", worst; exit !(n > 4 && worst <= most) }'
}
same_motion() { # MOST ROBOT LINK PARAMETERS ARGUMENTS...
    local most=$1 robot=$2 link=$3 parameters=$4
    shift 4
    changed "$robot" "$link" && last_row "$work/changed.urdf" "$@" >"$work/file" &&
        last_row "$robot" "$@" --parameters "$parameters" --values "$work/values.txt" \
            >"$work/values" && last_row "$robot" "$@" >"$work/other" &&
        near "$work/file" "$work/values" "$most" && ! near "$work/file" "$work/other" 1e-4
}
start=(--start a2=0.5 --start a4=-1,2)
# Energy, too, which is told of the bodies and not of the equations: some 150 J here.
ok a_tree_moves_as_that_of_the_file same_motion 1e-10 robots/iiwa.urdf link7 all "${start[@]}"
ok one_link_is_enough same_motion 1e-10 robots/iiwa.urdf link7 link7 "${start[@]}"
crank=(--start crank_x=0,6)
ok loops_move_as_those_of_the_file same_motion 1e-10 robots/loops/slider_crank.urdf rod all \
    "${crank[@]}"
ok a_core_takes_them_between_steps same_motion 1e-3 robots/loops/slider_crank.urdf rod rod \
    "${crank[@]}" --device twin: --budget 1
ok by_multipliers_too same_motion 1e-10 robots/loops/slider_crank.urdf rod rod "${crank[@]}" \
    --method chain
ok a_free_base_moves_so_too same_motion 1e-10 robots/puma.urdf wrist all --base floating \
    --root forearm --start forearm.rx=0,2

# Springs and dampers: of a link between two points, of a turn, of joints.
sprung() { # SHOCK GRIP SPRING DAMPING, then ARGUMENTS...: the last row of a pendulum
    last_row robots/pendulum5.urdf --start q1=0.5 --start q4=-1 \
        --element "link name=shock a=bar1 b=bar4 b_xyz='0.1 0 0.2' $1" \
        --element "turn name=grip a=bar2 b=bar3 $2" --spring "q2=$3" --damping "q3=$4" "${@:5}"
}
numbers=shock.stiffness,shock.rest,shock.damping,grip.damping,q2.stiffness,q2.rest,q3.damping
springs_move_as_those_of_the_file() { # MOST ARGUMENTS...
    cat >"$work/springs.txt" <<'TXT'
shock.stiffness=90
shock.rest=0.4
shock.damping=3
grip.damping=0.07
q2.stiffness=5
q2.rest=0.1
q3.damping=0.2
bar5.mass=2
TXT
    sprung "stiffness=90 rest=0.4 damping=3" damping=0.07 5,0.1 0.2 --payload bar5=1 "${@:2}" \
        >"$work/file"
    sprung "stiffness=30 rest=0.1" damping=1 1,0 1 "${@:2}" >"$work/other"
    local mass
    mass=$(sed -n '/link name="bar5"/,/<mass/s/.*<mass value="\([^"]*\)".*/\1/p' \
        robots/pendulum5.urdf)
    sed -i "s/^bar5.mass=.*/bar5.mass=$mass/" "$work/springs.txt"
    sprung "stiffness=30 rest=0.1" damping=1 1,0 1 --payload bar5=1 \
        --parameters "$numbers,bar5" --values "$work/springs.txt" "${@:2}" >"$work/values"
    near "$work/file" "$work/values" "$1" && ! near "$work/file" "$work/other" 1e-4
}
ok springs_and_dampers_too springs_move_as_those_of_the_file 1e-10
ok springs_and_dampers_on_a_core springs_move_as_those_of_the_file 1e-3 --device twin: --budget 1

# Places of joints: the same file with other lengths.
places_move_as_those_of_the_file() { # MOST ARGUMENTS...
    sed 's|xyz="0 0.1 0.12"|xyz="0 0.11 0.125"|' robots/loops/slider_crank.urdf \
        >"$work/longer.urdf"
    printf 'crank_x.y=0.11\ncrank_x.z=0.125\n' >"$work/places.txt"
    last_row "$work/longer.urdf" "${crank[@]}" "${@:2}" >"$work/file"
    last_row robots/loops/slider_crank.urdf "${crank[@]}" "${@:2}" >"$work/other"
    last_row robots/loops/slider_crank.urdf "${crank[@]}" --parameters crank_x.y,crank_x.z \
        --values "$work/places.txt" "${@:2}" >"$work/values"
    near "$work/file" "$work/values" "$1" && ! near "$work/file" "$work/other" 1e-4
}
ok places_move_as_those_of_the_file places_move_as_those_of_the_file 1e-10
ok places_on_a_core places_move_as_those_of_the_file 1e-3 --device twin: --budget 1
ok places_by_multipliers places_move_as_those_of_the_file 1e-10 --method chain
a_tree_with_other_lengths() {
    sed 's|xyz="0.4318 0 -0.0934"|xyz="0.5 0 -0.2"|' robots/puma560.urdf >"$work/longer.urdf"
    printf 'q3.x=0.5\nq3.z=-0.2\n' >"$work/places.txt"
    last_row "$work/longer.urdf" --start q2=0.5 >"$work/file"
    last_row robots/puma560.urdf --start q2=0.5 >"$work/other"
    last_row robots/puma560.urdf --start q2=0.5 --parameters q3.x,q3.z,link5 \
        --values "$work/places.txt" >"$work/values"
    near "$work/file" "$work/values" 1e-10 && ! near "$work/file" "$work/other" 1e-4
}
ok places_of_a_tree a_tree_with_other_lengths

wrong() { # LINE PATTERN
    printf '%s\n' "$1" >"$work/wrong.txt"
    refused 2 "wrong.txt:1:1: error: $2" "$tauflow" simulate robots/iiwa.urdf --effort 0 \
        --parameters link7 --values "$work/wrong.txt"
}
ok other_links_are_refused wrong link6.mass=1 "'link6' is nothing that --parameters names"
ok other_values_are_refused wrong link7.mas=1 "link 'link7' has mass, .*, but no 'mas'"
ok a_name_has_a_dot wrong mass=1 "'mass' is nothing that --parameters names"
ok a_line_has_a_value wrong link7.mass "NAME=VALUE expected"
ok values_are_numbers wrong link7.mass=heavy "'link7.mass': "
ok masses_are_not_negative wrong link7.mass=-1 "'link7.mass' is negative"
twice() {
    printf 'link7.mass=1\nlink7.mass=2\n' >"$work/wrong.txt"
    refused 2 "wrong.txt:2:1: error: 'link7.mass' is said twice" "$tauflow" simulate \
        robots/iiwa.urdf --effort 0 --parameters link7 --values "$work/wrong.txt"
}
ok values_are_said_once twice
nothing() {
    printf '# values of another day\n\n' >"$work/wrong.txt"
    refused 2 "wrong.txt: error: says no value: lines NAME=VALUE expected" "$tauflow" simulate \
        robots/iiwa.urdf --effort 0 --parameters link7 --values "$work/wrong.txt"
}
ok a_file_without_values_is_refused nothing
ok values_need_links refused 2 "error: --values .*: .*--parameters" "$tauflow" simulate \
    robots/iiwa.urdf --values "$work/values.txt"
doubtful() {
    echo 'link7.ixx=5' >"$work/wrong.txt"
    "$tauflow" simulate robots/iiwa.urdf --effort 0 --until 0.01 --parameters link7 \
        --values "$work/wrong.txt" 2>&1 >/dev/null |
        grep "wrong.txt: warning: link 'link7': no real body has this inertia"
}
ok no_real_body_is_a_warning doubtful

# ---- FMUs ----

# Sets values before it starts, which are reset once, and steps; or after the first step.
cat >"$work/master.c" <<'C'
#include "motion.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) /* BEFORE AFTER, then NUMBER=VALUE ... */
{
    static motion m;
    const int before = atoi(argv[1]), after = atoi(argv[2]);
    motion_reset(&m);
    for (int round = 0; round < 2; round++) {
        const char *wrong = NULL;
        motion_reset(&m);
        wrong = motion_initialize(&m);
        wrong = wrong ? wrong : motion_set(&m, VALUE_START, 0);
        wrong = wrong ? wrong : motion_set(&m, VALUE_START_RATE, 6);
        for (int i = 3; i < argc && before && !wrong; i++)
            wrong = motion_set(&m, (unsigned)atoi(argv[i]), atof(strchr(argv[i], '=') + 1));
        wrong = wrong ? wrong : motion_start(&m);
        wrong = wrong ? wrong : motion_step(&m, 0, 0.1);
        for (int i = 3; i < argc && after && !wrong; i++)
            wrong = motion_set(&m, (unsigned)atoi(argv[i]), atof(strchr(argv[i], '=') + 1));
        wrong = wrong ? wrong : motion_step(&m, 0.1, 0.1);
        if (wrong) {
            puts(wrong);
            return 1;
        }
    }
    if (!motion_set(&m, VALUE_LINKS, NAN) || !motion_set(&m, VALUES, 1) ||
        motion_value(&m, VALUES) ||
        (MODEL_LINK_VALUES && *motion_value(&m, VALUE_NUMBERS - 1) != MODEL_LINKS[9]))
        return 2;
    for (unsigned k = VALUE_POSITION; k < VALUE_START; k++)
        printf("%.17g\n", *motion_value(&m, k));
    return 0;
}
C
model() { # VERSION PARAMETERS ARGUMENTS...
    rm -rf "$work/fmu"
    "$tauflow" fmu robots/loops/slider_crank.urdf --effort 0 --fmi "$1" --sources-only \
        --parameters "$2" "${@:3}" -o "$work/m.fmu" >/dev/null && python3 -c 'import sys, zipfile
zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' "$work/m.fmu" "$work/fmu" &&
        $cc -std=c11 -O0 -ffp-contract=off -Wall -Wextra -Werror -include math.h \
            -I"$work/fmu/sources" "$work/fmu/sources"/*.c "$work/master.c" -o "$work/master" -lm
}
# The numbers that the description gives to the variables of the file of values.
assignments() { # HOW MANY THERE MAY BE
    python3 - "$work/fmu/modelDescription.xml" "$work/values.txt" "$1" <<'PY'
import sys
import xml.etree.ElementTree as tree
number = {v.get("name"): v for v in tree.parse(sys.argv[1]).getroot().find("ModelVariables")}
assert sum(v.get("variability") == "tunable" for v in number.values()) == int(sys.argv[3])
for line in open(sys.argv[2]):
    line = line.split("#")[0].replace(",", "=")
    if "=" in line:
        name, value = (w.strip() for w in line.split("="))
        v = number[name]
        assert v.get("causality") == "parameter" and v.get("initial") == "exact"
        print(v.get("valueReference") + "=" + value)
PY
}
tunable() { # VERSION
    model "$1" rod && changed robots/loops/slider_crank.urdf rod && assignments 10 >"$work/set" &&
        last_row "$work/changed.urdf" "${crank[@]}" | sed -n 2,9p >"$work/file" &&
        mapfile -t set <"$work/set" && "$work/master" 1 0 "${set[@]}" >"$work/outputs" &&
        near "$work/file" "$work/outputs" 1e-9
}
ok values_of_an_fmu_move_it_as_the_file_2 tunable 2
ok values_of_an_fmu_move_it_as_the_file_3 tunable 3
# Changed on the way: neither motion, and that with the values of the file set again is the first.
on_the_way() {
    mapfile -t set <"$work/set"
    "$work/master" 0 1 "${set[@]}" >"$work/later" && ! near "$work/later" "$work/outputs" 1e-6 &&
        "$work/master" 0 0 "${set[@]}" >"$work/never" && ! near "$work/later" "$work/never" 1e-6 &&
        last_row robots/loops/slider_crank.urdf "${crank[@]}" | sed -n 2,9p >"$work/file" &&
        near "$work/file" "$work/never" 1e-9
}
ok they_may_change_between_steps on_the_way
tunable_springs() { # VERSION
    model "$1" crank_x.stiffness,crank_x.damping --spring crank_x=5 &&
        printf 'crank_x.stiffness=40\ncrank_x.damping=0.1\n' >"$work/values.txt" &&
        assignments 2 >"$work/set" && mapfile -t set <"$work/set" &&
        last_row robots/loops/slider_crank.urdf "${crank[@]}" --spring crank_x=40 \
            --damping crank_x=0.1 | sed -n 2,9p >"$work/file" &&
        "$work/master" 1 0 "${set[@]}" >"$work/outputs" && near "$work/file" "$work/outputs" 1e-9 &&
        "$work/master" 0 1 "${set[@]}" >"$work/later" && ! near "$work/file" "$work/later" 1e-6
}
ok springs_of_an_fmu_are_tunable_2 tunable_springs 2
ok springs_of_an_fmu_are_tunable_3 tunable_springs 3
tunable_places() { # VERSION
    model "$1" crank_x.y,crank_x.z &&
        printf 'crank_x.y=0.11\ncrank_x.z=0.125\n' >"$work/values.txt" &&
        assignments 2 >"$work/set" && mapfile -t set <"$work/set" &&
        sed 's|xyz="0 0.1 0.12"|xyz="0 0.11 0.125"|' robots/loops/slider_crank.urdf \
            >"$work/longer.urdf" &&
        last_row "$work/longer.urdf" "${crank[@]}" | sed -n 2,9p >"$work/file" &&
        "$work/master" 1 0 "${set[@]}" >"$work/outputs" && near "$work/file" "$work/outputs" 1e-9 &&
        "$work/master" 0 1 "${set[@]}" >"$work/later" && ! near "$work/file" "$work/later" 1e-6
}
ok places_of_an_fmu_are_tunable tunable_places 3
validated() { # by FMPy, where it is
    "${BUILD:-build}/venv/bin/python" - "$work/m.fmu" "$work/values.txt" <<'PY'
import sys
try:
    import fmpy.validation
    import fmpy
except ImportError:
    sys.exit(0)
said = fmpy.validation.validate_fmu(sys.argv[1])
print(said)
sys.exit(bool(said))
PY
}
if [ -x "${BUILD:-build}/venv/bin/python" ]; then
    ok its_description_is_valid validated
fi
finish
