#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tyres and slopes: texts of coefficients and what is wrong with them, the laws on a core, a wheel
# that rolls down.
. tests/cli/tap.bash
bike=robots/motorcycle.urdf
rear="wheel name=rear joint=rear_spin radius=0.3"
magic="law=magic stiffness=2e5 damping=500"
elements() { "$tauflow" info "$bike" --effort 0 --function gravity "$@"; }

# ---- files -----------------------------------------------------------------------------------
changed() { # SED: the tyre of 2002, changed so
    sed "$1" robots/tyres/car_2002.tir >"$work/tyre.tir"
}
bad() { # MESSAGE SED
    changed "$2" && refused 2 "$1" elements --element "$rear $magic file=$work/tyre.tir"
}
ok a_coefficient_that_is_missing \
    bad "tyre.tir:39:1: error: PAC2002 has no 'PKY1' in \[LATERAL_COEFFICIENTS\]" /^PKY1/d
ok a_section_that_is_missing \
    bad "tyre.tir: error: PAC2002 has no 'FNOMIN' in \[VERTICAL\]" '/VERTICAL/d; /FNOMIN/d'
ok a_coefficient_that_is_unknown \
    bad "tyre.tir:18:1: error: unknown coefficient 'PPX1' in \[LONG.* of PAC2002" 's/^PCX1/PPX1/'
ok a_coefficient_of_another_section \
    bad "tyre.tir:40:1: error: unknown coefficient 'PCX1' in \[LATERAL" 's/^PCY1/PCX1/'
ok a_coefficient_that_is_there_twice \
    bad "tyre.tir:19:1: error: 'PCX1' is there twice" 's/^PDX1/PCX1/'
ok a_coefficient_that_is_no_number \
    bad "tyre.tir:18:1: error: PCX1 = 'big':" 's/^PCX1 = .*/PCX1 = big/'
ok a_line_that_is_none bad "tyre.tir:18:1: error: NAME = value expected" 's/^PCX1 =/PCX1/'
ok a_section_that_is_unknown \
    bad "tyre.tir:17:1: error: unknown section '\[LONG\]'" 's/\[LONG.*/[LONG]/'
ok axes_that_are_not_iso bad "tyre.tir:48:1: error: 'PKY1' must be negative" 's/^PKY1 = -/PKY1 = /'
ok a_formula_that_is_unknown \
    bad "tyre.tir:10:1: error: .*'MF61': known are PAC89, PAC2002" s/PAC2002/mf61/
ok a_formula_that_nobody_names bad "tyre.tir:9:1: error: no PROPERTY_FILE_FORMAT" /PROPERTY/d
ok a_unit_that_is_unknown bad "tyre.tir:5:1: error: FORCE = 'STONE'" s/newton/stone/
ok a_moment_s_coefficient_that_is_unknown \
    bad "tyre.tir:84:1: error: unknown coefficient 'QPZ1' in \[ALIGNING" 's/^QBZ3/QPZ1/'
ok rates_of_rolling_have_a_speed \
    bad "tyre.tir:9:1: error: QSY3 and QSY4 count by a speed LONGVL" /^LONGVL/d
ok a_shape_that_is_0 eval "sed 's/^C0 .*/C0 = 0/' robots/tyres/car_1989.tir >$work/old.tir &&
    refused 2 \"old.tir:[0-9]*:1: error: 'C0' must be positive\" elements \
        --element \"$rear $magic file=$work/old.tir\""
noted() { # NOTE SED: one note, of two wheels
    changed "$2" && elements --element "$rear $magic file=$work/tyre.tir" --element \
        "wheel name=front joint=front_spin radius=0.3 $magic file=$work/tyre.tir" \
        >/dev/null 2>"$work/err" && cat "$work/err" && grep -qE "$1" "$work/err" &&
        [ "$(grep -c 'is 0\|as 0' "$work/err")" -eq 1 ]
}
ok moments_without_coefficients noted "tyre.tir: note: no \[ROLLING_COEFFICIENTS\], so that \
rolling resistance is 0, no \[ALIGNING_COEFFICIENTS\], so that aligning torque is 0" \
    '/ROLLING/,$d'
ok coefficients_that_are_0 noted "tyre.tir: note: QSX2, QBZ10 count as 0" '/^QSX2/d; /^QBZ10/d'
ok a_complete_tyre_has_no_note eval \
    '! elements --element "$rear $magic file=robots/tyres/car_2002.tir" 2>&1 | grep note:'
ok a_file_that_is_not_there refused 2 'none.tir' elements --element "$rear $magic file=none.tir"
ok magic_has_a_file refused 2 "coefficients from a 'file'" elements --element "$rear $magic"
ok magic_has_a_stiffness refused 2 'a tyre has a stiffness' \
    elements --element "$rear law=magic file=robots/tyres/car_1989.tir"
ok other_laws_have_no_file refused 2 "law 'tyre' has no 'file'" \
    elements --element "$rear stiffness=1 file=robots/tyres/car_1989.tir"
ok an_ellipse_has_two_axes refused 2 "goes with 'friction'" \
    elements --element "$rear stiffness=1 friction_across=1"
ok slopes_point_upwards refused 2 'must point upwards' \
    elements --element "$rear stiffness=1 ground=plane normal='1 0 -1'"
ok level_ground_has_no_normal refused 2 "goes with ground='plane'" \
    elements --element "$rear stiffness=1 normal='0 0 1'"
ok tables_have_points refused 2 "ground='table' and 'table' go together" \
    elements --element "$rear stiffness=1 ground=table"
ok other_grounds_have_no_table refused 2 "ground='table' and 'table' go together" \
    elements --element "$rear stiffness=1 table='0:0,1:1'"
ok tables_grow_strictly refused 2 "point 3: x must grow strictly, and 1 follows 1" \
    elements --element "$rear stiffness=1 ground=table table='0:0,1:1,1:2'"

# ---- uneven ground ----------------------------------------------------------------------------
uneven() { elements --element "$rear stiffness=1 $1"; }
ok a_ground_s_names_are_x_and_y \
    refused 2 "ground='sin.2.z.': column 7: 'z' is neither x, y nor" uneven "ground='sin(2*z)'"
ok a_ground_s_keys_are_numbers refused 2 "ground='k\*x': column 1: 'k'" uneven "ground='k*x'"
ok a_ground_that_is_unknown refused 2 \
    "ground='hills': known are flat, input, plane, table, grid, or an expression in x and y" \
    uneven ground=hills
ok keys_that_no_ground_has refused 2 "has no 'k'" uneven "ground='2*x' k=3"
ok grounds_divide_by_something refused 2 "ground='x/.y - y.': it divides by 0" \
    uneven "ground='x/(y - y)'"
ok grounds_without_their_table refused 2 "there is no table" uneven "ground='table(x)'"
ok tables_without_their_ground refused 2 "has no table.x. or table.y." \
    uneven "ground='2*x' table='0:0,1:1'"
ok steps_are_of_uneven_ground refused 2 "'steps' lead to contacts on uneven ground" uneven steps=2
ok steps_are_whole refused 2 "'steps' are a whole number up to 10" uneven "ground='2*x' steps=1.5"
ok steps_have_an_end refused 2 "'steps' are a whole number up to 10" uneven "ground='2*x' steps=11"
ok there_is_a_step refused 2 "a number of 1 or more expected" uneven "ground='2*x' steps=0"
# Far from waves shorter than the wheel contacts go astray, and sums of terms overflowed.
short_waves() {
    "$tauflow" compile $bike --effort 0 -o "$work/waves" --function "$1" --element \
        "$rear stiffness=1e5 slip=10 cornering=9 friction=0.9 ground='0.03*sin(9*x)'"
}
ok short_waves_are_no_fault prints '^checked +[1-3] states' short_waves id
ok nor_are_derivatives_on_them prints '^check' short_waves id-derivatives
grid() { # MESSAGE LINE...
    printf '%s\n' "${@:2}" >"$work/grid.txt"
    refused 2 "$1" uneven "ground=grid grid=$work/grid.txt"
}
ok grids_have_a_file refused 2 "ground='grid' and 'grid' go together" uneven ground=grid
ok a_grid_s_file_is_there refused 2 none.txt uneven "ground=grid grid=none.txt"
ok x_of_a_grid_grows grid "grid.txt:1:1: error: x must grow strictly, and 1 follows 1" '0 1 1'
ok y_of_a_grid_grows grid "grid.txt:3:1: error: y must grow strictly, and -1 follows 0" \
    '0 1' '0 2 2' '-1 2 2'
ok a_grid_has_equal_steps grid "grid.txt: error: x must grow in equal steps, of 1; 0.5 is none" \
    '0 0.5 2' '0 1 1 1' '1 1 1 1'
ok a_grid_has_a_height_for_each_x grid "grid.txt:3:1: error: y and a height for each x: " \
    '0 1 # two' '0 2 2' '1 2'
ok a_grid_s_heights_are_numbers grid "grid.txt:2:1: error: y and a height for each x: .*high" \
    '0 1' '0 high 2'
ok a_grid_has_two_lines_of_y grid "a line of x and two of y and heights at least expected" \
    '0 1' '0 2 2'
ok a_grid_has_lines grid "a line of x and two of y and heights at least expected" '# nothing'
ok a_grid_has_an_end grid "grid.txt:1:1: error: the line of x: " "$(seq -s ' ' 51)"

# Paths count from the robot's folder, units and notation do not matter, other bytes other numbers.
operations() {
    "$tauflow" compile "$1" -o "$work/t" --name t --effort 0 --function gravity "${@:2}" >&2 &&
        cat "$work/t/t.ops"
}
beside() {
    mkdir -p "$work/bike/tyres" && cp robots/tyres/car_2002.tir "$work/bike/tyres" &&
        sed "s|^</robot>|<tauflow:wheel name='rear' joint='rear_spin' radius='0.3' law='magic' \
stiffness='2e5' damping='500' file='tyres/car_2002.tir'/>\n</robot>|" $bike \
            >"$work/bike/bike.urdf" &&
        operations "$work/bike/bike.urdf" >"$work/in_robot" &&
        operations $bike --element "$rear $magic file=robots/tyres/car_2002.tir" >"$work/on_line" &&
        diff "$work/in_robot" "$work/on_line"
}
ok a_path_counts_from_the_robot beside
same() { # SED
    changed "$1" && operations $bike --element "$rear $magic file=$work/tyre.tir" >"$work/other" &&
        diff "$work/on_line" "$work/other"
}
ok loads_have_units same "s/'newton'/'kN'/; s/4000/4/"
ok small_letters_tables_and_unused_names same \
    "y/P/p/; s/^\[VERT/[SHAPE]\n{radial width}\n 1.0 0.0\n&/; s/^LMUX/LTR = 2 ! trail\n&/"
ok a_changed_file_is_not_taken_from_the_cache eval '! same "s/^PDX1 = .*/PDX1 = 1.3/"'

# ---- cores -----------------------------------------------------------------------------------
twin() { "$tauflow" run "$@" --effort 0 --budget 1 --engine twin --steps 10; }
for year in 1989 2002; do
    ok "the_formula_of_$year, id" exact cycles twin $bike --function id \
        --element "$rear $magic file=robots/tyres/car_$year.tir"
done
ok "friction_s_ellipse_on_a_slope, fd" exact cycles twin $bike --function fd --element "$rear \
    stiffness=1e5 damping=100 slip=10 cornering=9 friction=0.9 ground=plane normal='0.2 0.1 1'"
ok "a_road_with_bumps, id" exact cycles twin $bike --function id --element "$rear stiffness=1e5 \
    slip=10 cornering=9 ground=table table='-1:0,0:0.05,1:0,2:0'"
ok "hills_and_dales, id" exact cycles twin $bike --function id --element "$rear stiffness=1e5 \
    slip=10 cornering=9 ground='0.05*sin(2*x)*cos(3*y)'"
ok "a_grid, elements" exact cycles twin $bike --function elements --element "$rear law=user \
    convention=contact ground=grid grid=tests/grounds/hills.txt"

# ---- rolling down ----------------------------------------------------------------------------
# m = 20 kg, I = 0.9 kg m^2, slope 0.2 rad. The tyre is pressed in by m g cos a/k, so r = 0.3 less
# that; where slip is proportional to speed (creep is small beside 20 m/s), what turns the wheel is
# I (1 - gamma) of the way down.
cat >"$work/roll.urdf" <<'XML'
<robot name="roll"><link name="world"/><link name="a"/><link name="b"/>
<joint name="x" type="prismatic"><parent link="world"/><child link="a"/><axis xyz="1 0 0"/>
<limit lower="-1e3" upper="1e3" effort="1" velocity="1"/></joint>
<joint name="z" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1e3" upper="1e3" effort="1" velocity="1"/></joint>
<joint name="spin" type="continuous"><parent link="b"/><child link="w"/><axis xyz="0 1 0"/></joint>
<link name="w"><inertial><mass value="20"/>
<inertia ixx="0.5" iyy="0.9" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>
XML
roll() { # TOLERANCE SLIP LAW [RESISTANCE]: what it gains in the second half of 1 s against the
    # closed solution; SLIP 0: without slip; RESISTANCE: the moment over load and 0.3 m
    local start
    start=$(awk -v c="$2" -v q="${4:-0}" 'BEGIN { m = 20; I = 0.9; g = 9.81; a = 0.2
        k = 2e5; v = 20
        r = 0.3 - m * g * cos(a) / k; n = m * g * cos(a)
        gamma = 0
        for (i = 0; i < 50 && c; i++) {
            way = g * sin(a) * m / (m + I * (1 - gamma) / r^2)
            gamma = I * (1 - gamma) * way / r^2 / (c * n) }
        way = (g * sin(a) * m - q * n * 0.3 / r) / (m + I * (1 - gamma) / r^2)
        printf "--start x=%.17g,%.17g --start z=%.17g,%.17g --start spin=0,%.17g %.17g",
            r * sin(a), v * cos(a), r * cos(a), -v * sin(a), (1 - gamma) * v / r, way / 2 }')
    # shellcheck disable=SC2086
    "$tauflow" simulate "$work/roll.urdf" ${start% *} --gravity 0,0,-9.81 --until 1 \
        --element "wheel name=w joint=spin radius=0.3 stiffness=2e5 damping=2000 ground=plane \
        normal='0.19866933079506122 0 0.98006657784124163' creep=0.01 $3" --csv "$work/roll.csv" &&
        awk -F, -v want="${start##* }" -v tolerance="$1" '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            { v = sqrt($at["x.rate"]^2 + $at["z.rate"]^2) }
            $1 < 0.5 + 1e-9 { half = v }
            END { print gain = v - half, want
                  exit !((gain - want)^2 < (tolerance * want)^2) }' "$work/roll.csv"
}
ok a_wheel_rolls_down_as_the_closed_solution roll 1e-5 20 "slip=20"
ok so_it_does_within_friction roll 1e-3 20 "slip=20 friction=1"
ok so_it_does_by_the_formula_of_1989 roll 3e-3 0 "law=magic file=robots/tyres/car_1989.tir"
changed '/ROLLING/,/QSY4/d'
ok so_it_does_by_the_formula_of_2002 roll 3e-3 0 "law=magic file=$work/tyre.tir"
changed 's/^QSY1.*/QSY1 = 0.02/; s/^QSY2.*/QSY2 = 0/; s/^QSY3.*/QSY3 = 0/; s/^QSY4.*/QSY4 = 0/'
ok rolling_resistance_slows_it roll 3e-3 0 "law=magic file=$work/tyre.tir" 0.02

# A slope as an expression, and as a grid, is the plane of the closed form.
slope() { # GROUND FILE
    "$tauflow" simulate "$work/roll.urdf" --start x=0.05,20 --start z=0.29,-4 --start spin=0,66 \
        --gravity 0,0,-9.81 --until 0.2 --element "wheel name=w joint=spin radius=0.3 \
        stiffness=2e5 damping=2000 slip=20 $1" --csv "$work/$2.csv"
}
printf '0 1 2\n0 0 -0.2 -0.4\n1 0 -0.2 -0.4\n' >"$work/slope.txt"
alike() { # GROUND: all columns within 1e-9 of what they are
    slope "ground=plane normal='0.2 0 1'" plane && slope "$1" other &&
        paste -d, "$work/plane.csv" "$work/other.csv" | awk -F, '
            NR > 1 { for (i = 1; i <= NF / 2; i++) {
                a = $i; b = $(i + NF / 2); d = a - b; big = 1 + (a < 0 ? -a : a)
                if (d > 1e-9 * big || -d > 1e-9 * big) { print i, a, b; wrong++ } } n++ }
            END { exit !(n > 10 && !wrong) }'
}
ok a_slope_as_an_expression_is_the_plane alike "ground='-a*x' a=0.2"
ok a_slope_as_a_grid_is_the_plane alike "ground=grid grid=$work/slope.txt"

# Over a hill of 0.2 m at 5 m/s: what it climbs it has less of energy, of which I/r^2 is the part
# that spins.
hill() {
    "$tauflow" simulate "$work/roll.urdf" --start x=-2,5 --start z=0.299,0 --start spin=0,16.72 \
        --until 1.8 --element "wheel name=w joint=spin radius=0.3 stiffness=2e5 damping=2000 \
        slip=20 ground=table table='-2:0,0:0,1:0.05,2:0.15,3:0.2,4:0.15,5:0.05,6:0,9:0'" \
        --csv "$work/hill.csv" && awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            { v2 = $at["x.rate"]^2 + $at["z.rate"]^2 }
            $at["x"] < 3 { top = v2; h = $at["z"] - 0.299 }
            END { lost = (20 + 0.9 / 0.299^2) / 2 * (25 - top); want = 20 * 9.81 * h
                  print h, lost, want, sqrt(v2)
                  exit !(h > 0.19 && (lost - want)^2 < (0.03 * want)^2 &&
                         (sqrt(v2) - 5)^2 < 0.01^2) }' "$work/hill.csv"
}
ok a_wheel_rolls_over_a_hill hill
finish
