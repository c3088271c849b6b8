#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nothing that is read starts a program: which sources can, that docs/robots.md names them all, and
# what happens where everything that could be started leaves a mark.
. tests/cli/tap.bash
build=${BUILD:-build}
page=$PWD/docs/robots.md
starts='fork|vfork|popen|system|posix_spawnp?|exec(l|le|lp|v|ve|vp|vpe)|fexecve|clone'

# ---- which sources can ----
members() { # ARCHIVE: sources of it that name a function which starts programs
    nm -A -u "$1" 2>/dev/null |
        sed -nE "s/^[^:]*:([^:]+)\.o: +U ($starts)(@.*)?\$/\1.c/p" | sort -u
}
scripts() { grep -rlE '^import subprocess|os\.(system|popen|exec|spawn)' python/tauflow; }
documented() { # the column of sources in the table
    sed -n '/^## Programs that are started/,/^## /p' "$page" |
        grep -oE '`[a-z_/]+\.(c|py)`' | tr -d '`' | sort -u
}
all_named() {
    { members "$build/libtauflow-compiler.a" | sed 's,^,/,'
      scripts | sed 's,.*/,/,'; } | sort -u >"$work/can"
    documented | sed 's,.*/,/,' | sort -u >"$work/told"
    [ "$(wc -l <"$work/can")" -ge 4 ] && diff "$work/told" "$work/can"
}
ok every_source_that_starts_programs_is_in_the_document all_named
library_starts_none() {
    nm -u "$build/lib/libtauflow.a" | grep -q ' U dlopen$' && # the list is read
        ! nm -u "$build/lib/libtauflow.a" | grep -E " U ($starts)(@.*)?\$"
}
ok the_library_starts_none library_starts_none

# ---- traps ----
mkdir "$work/traps"
for name in xacro sh bash dash python python3 env perl awk sed cat gcc cc c99 g++ c++ clang make \
    ld as verilator gappa cadical dot gnuplot mpicc mpirun id touch; do
    printf '#!/bin/sh\necho "%s $*" >>"%s/marks"\n' "$name" "$work" >"$work/traps/$name"
    chmod +x "$work/traps/$name"
done
cp robots/pendulum5.urdf "$work"
cd "$work" || exit 1
trapped() { timeout 60 env PATH="$work/traps" "$@" >>said 2>&1; }
traps_work() { # the same traps, where the user asks
    rm -f marks
    trapped "$tauflow" info lambda.urdf --xacro
    grep -q '^xacro lambda.urdf$' marks
}
bodies() { # what is wrong with it
    echo "<robot name='r\$(touch evil)' xmlns:xacro='http://www.ros.org/wiki/xacro'>" \
        "<link name='a'/><link name='b;touch evil'><inertial><mass value='1'/>" \
        "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>" \
        "<joint name='j\`touch evil\`' type='revolute'><parent link='a'/>" \
        "<child link='b;touch evil'/><axis xyz='0 0 1'/></joint>$1</robot>"
}
lambda="\${(lambda: __import__('os').system('touch evil'))()}"
bodies "<xacro:property name='x' value=\"$lambda\"/>" >lambda.urdf
bodies "<link name=\"$lambda\"/>" >value.urdf
bodies "<xacro:include filename='\$(find evil)/x.xacro'/>" >include.urdf
bodies "" >names.urdf
cp lambda.urdf robot.urdf.xacro
printf '<mujoco><include file="|touch evil"/></mujoco>' >bar.xml
printf '<mujoco><include file="lambda.urdf"/></mujoco>' >other.xml
printf 'tauflow-ops 1\nrobot `touch evil`\ninput x plain\noutput o plain = x\n' >name.ops
printf 'tauflow-sched 1\nrobot $(touch evil)\n' >name.sched
printf 'natural $(touch evil)\n' >name.nat
none_starts() {
    local file command
    rm -f marks evil
    for file in lambda.urdf value.urdf include.urdf names.urdf robot.urdf.xacro bar.xml other.xml \
        name.ops name.sched name.nat pendulum5.urdf; do
        for command in info loops compile schedule check explore report image dump simulate \
            tasks "fmu --sources-only" "info --lenient" "compile --lenient" "run --engine twin"; do
            case $command in
            compile* | report | image | fmu* | tasks | schedule)
                mkdir -p "made/${command%% *}"
                into="-o made/${command%% *}/$file"
                ;;
            explore) into="--most-mul 2 --most-add 2" ;;
            simulate) into="--until 0.01 --csv made.csv" ;;
            *) into= ;;
            esac
            case $command in dump | check | loops) effort= ;; *) effort="--effort 0" ;; esac
            trapped "$tauflow" $command $file $effort $into
            [ $? -le 2 ] || { echo "$command $file ended badly"; return 1; }
        done
    done
    trapped "$tauflow" dump made/image/names.urdf &&
        trapped "$tauflow" check made/schedule/names.urdf
    [ $? = 0 ] && [ ! -e marks ] && [ ! -e evil ] || { cat marks; return 1; }
}
ok no_command_on_any_file_starts_a_program none_starts
did_their_work() {
    [ -s made/compile/names.urdf/r__touch_evil_.c ] && [ -s made/image/names.urdf ] &&
        [ -s made/fmu/names.urdf ] && [ -s made/report/names.urdf ] && [ -s made.csv ]
}
ok and_they_did_their_work did_their_work
fmu_compiles() { # with names that a shell would run
    rm -f marks evil
    (unset CC; trapped "$tauflow" fmu names.urdf --effort 0 -o names.fmu)
    [ "$(wc -l <marks)" -eq 1 ] && grep -q '^cc -std=c11 .* r__touch_evil_.c motion.c fmi2.c -lm$' \
        marks && [ ! -e evil ] && [ -s names.fmu ]
}
ok fmu_starts_the_compiler_and_no_shell fmu_compiles
ok the_traps_are_seen_where_xacro_is_asked_for traps_work
ok xacro_that_nobody_asked_for_is_told_with_the_option refused 2 \
    "^lambda.urdf:1:[0-9]+: error: <xacro:property> is xacro: --xacro lets the program 'xacro'" \
    env PATH="$work/traps" "$tauflow" info lambda.urdf
finish
