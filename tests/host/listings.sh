#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every listing in C and Python of README.md and docs/*.md (tests/host/listings/find.awk) is run
# with two robots of different lengths. Listings in C, emitted C and the library are compiled with
# sanitizers. A listing that is no program stands in a context, with_NAME.c. A listing that is not
# run stands in not_run.txt with its reason. The second robot's name replaces the first's.
. tests/cli/tap.bash
build=${BUILD:-build}
here=tests/host/listings
library=$build/tests/sanitised/libtauflow.a
checked="-std=c11 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
    -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L"
mkdir "$work/first" "$work/second"
awk -v folder="$work/first" -f $here/find.awk README.md docs/*.md >"$work/found"

every_one() { # has a context, is one itself, or is named with a reason
    local name bad=0
    [ "$(wc -l <"$work/found")" -ge 10 ] || return 1
    while read -r name; do
        grep -q "#include \"$name\"" $here/with_*.c || grep -q '^int main(' "$work/first/$name" ||
            [[ $name = *.py ]] || grep -q "^$name  *[^ ]" $here/not_run.txt ||
            { echo "$name: neither run nor in not_run.txt"; bad=1; }
    done <"$work/found"
    for name in $(sed -n 's/^#include "\(.*_[0-9]*\.c\)"$/\1/p' $here/with_*.c) \
        $(grep -v '^#' $here/not_run.txt | cut -d ' ' -f 1); do
        grep -qx "$name" "$work/found" || { echo "$name: no document has it"; bad=1; }
    done
    return $bad
}
ok every_listing_is_run_or_named_with_a_reason every_one

# renamed FROM TO FILE: copied to the folder of the second robot
renamed() {
    local from=$1 to=$2
    sed -e "s/$from\b/$to/g; s/${from}_/${to}_/g; s/${from^^}_/${to^^}_/g" "$3" \
        >"$work/second/${3##*/}"
}
# of_robot FOLDER CONTEXT URDF "ARGUMENT..." OPTION...: compiled with the emitted C of that robot,
# and run
of_robot() {
    local folder=$1 context=$2 urdf=$3 arguments=$4
    "$tauflow" compile "$urdf" --effort 0 -o "$work/c" "${@:5}" &&
        cc $checked -I$here -I"$folder" -I"$work/c" -Ihost -Imachine -o "$work/program" \
            "$context" "$work/c/$(basename "$urdf" .urdf).c" "$library" -ldl -lm -pthread &&
        "$work/program" $arguments
}
# emitted CONTEXT "LISTING..." FIRST SECOND OPTION...: with the emitted C of both robots; $begin and
# $begin_second are arguments of the programs
emitted() {
    local context=$here/with_$1.c listing first second
    first=$(basename "$3" .urdf) second=$(basename "$4" .urdf)
    for listing in $2; do
        renamed "$first" "$second" "$work/first/$listing.c"
    done
    renamed "$first" "$second" "$context"
    ok "$1_runs_with_$first" of_robot "$work/first" "$context" "$3" "${begin-}" "${@:5}"
    ok "$1_runs_with_$second" of_robot "$work/second" "$work/second/with_$1.c" "$4" \
        "${begin_second-}" "${@:5}"
}
emitted use_1 use_1 robots/iiwa.urdf robots/puma.urdf
emitted functions_1 functions_1 robots/iiwa.urdf robots/puma.urdf \
    --function id,base-parameters --parameters all
emitted functions_2 functions_2 robots/puma.urdf robots/iiwa.urdf --function id,mass,fd
emitted loops_2 "loops_1 loops_2" robots/puma.urdf robots/puma560.urdf --function closed-fd \
    --cut "user name=cam joints='q2 q3'"
begin='0.1 0.2 -0.4 0.8' begin_second='0.7 -0.2 1.4'
emitted loops_3 loops_3 robots/loops/slider_crank.urdf tests/loops/fourbar.urdf \
    --function closed-fd

# Calls of the library: an image of each robot.
for robot in puma560 iiwa; do
    for function in id mass fd mass-bias; do
        "$tauflow" image robots/$robot.urdf --effort 0 --function $function \
            -o "$work/$robot.$function.tau" >/dev/null || echo "# no image: $robot, $function"
    done
done
linked() { # SOURCE
    cc $checked -I$here -I"$work/first" -Ihost -Imachine -I"$build/gen" -o "$work/program" "$1" \
        "$library" -ldl -lm -pthread
}
called() { # NAME FUNCTION...: a context, with images of both robots
    local robot function
    ok "$1_compiles" linked $here/with_"$1".c
    for robot in puma560 iiwa; do
        for function in "${@:2}"; do
            ok "$1_runs_with_${robot}_$function" "$work/program" "$work/$robot.$function.tau"
        done
    done
}
called functions_3 mass fd mass-bias
called host_1 id
called host_2 id
called realtime_1 id
called realtime_2 id
# A program of its own: as many torques as the robot has joints.
ok use_2_compiles linked "$work/first/use_2.c"
torques() { # ROBOT JOINTS
    "$work/program" "$work/$1.id.tau" twin: >"$work/torques" && cat "$work/torques" &&
        [ "$(grep -c ' N m$' "$work/torques")" -eq "$2" ]
}
ok use_2_prints_six_torques_of_puma560 torques puma560 6
ok use_2_prints_seven_torques_of_iiwa torques iiwa 7

python=
for each in /usr/bin/python3 python3; do
    [ -n "$python" ] || ! $each -c 'import numpy' 2>/dev/null || python=$each
done
if [ -n "$python" ]; then
    exchanged() { # FROM TO
        local name
        mkdir -p "$work/python"
        ln -sfn "$PWD/robots" "$work/python/robots"
        while read -r name; do
            [[ $name = *.py ]] || continue
            sed "s/$1/SECOND/g; s/$2/$1/g; s/SECOND/$2/g" "$work/first/$name" \
                >"$work/python/listing.py"
            (cd "$work/python" && TAUFLOW=$tauflow PYTHONDONTWRITEBYTECODE=1 \
                TAUFLOW_LIBRARY=$tree/$build/lib/libtauflow.so PYTHONPATH=$tree/python \
                $python -W error listing.py) || return 1
        done <"$work/found"
    }
    tree=$PWD
    ok listings_in_python_run exchanged iiwa iiwa
    ok listings_in_python_run_with_the_robots_exchanged exchanged iiwa puma560
else
    tests=$((tests + 1))
    echo "ok $tests - listings_in_python_run # skip no NumPy"
fi
finish
