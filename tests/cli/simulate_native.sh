#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Equations as machine code: simulate writes the same bytes where code may not be made, and says so.
. tests/cli/tap.bash
# A program runs others with Linux's promise that memory which was written is never run, as services
# are run that ask for it.
cat >"$work/denied.c" <<'END_C'
#include <sys/prctl.h>
#include <unistd.h>

enum { SET_MDWE = 65, REFUSE_EXEC_GAIN = 1, TOO_OLD = 77 };

int main(int count, char **words)
{
    if (count < 2 || prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0L, 0L, 0L) != 0)
        return TOO_OLD;
    execv(words[1], words + 1);
    return 1;
}
END_C
${CC:-gcc} -o "$work/denied" "$work/denied.c" || exit 1
"$work/denied" /bin/true
kernel=$?
if [ $kernel = 77 ] || [ "$(uname -m)" != x86_64 ]; then
    echo "ok 1 - # skip: nothing can be forbidden here"
    tests=1
    finish
    exit
fi
same() { # ARGUMENTS...: the same bytes either way, but for the note and the time that it took
    "$tauflow" simulate "$@" --until 0.1 --rows 0 --csv "$work/a.csv" --json >"$work/a.json" \
        2>"$work/a.err"
    local code=$?
    "$work/denied" "$tauflow" simulate "$@" --until 0.1 --rows 0 --csv "$work/b.csv" --json \
        >"$work/b.json" 2>"$work/b.err"
    [ $? -eq $code ] && cmp "$work/a.csv" "$work/b.csv" || return 1
    sed -i 's/"seconds": [^,}]*//' "$work/a.json" "$work/b.json"
    cmp "$work/a.json" "$work/b.json" || return 1
    grep -v 'the equations are interpreted, which takes longer: this program may not run code' \
        "$work/b.err" | cmp - "$work/a.err" && ! cmp -s "$work/a.err" "$work/b.err"
}
ok arms_move_alike same robots/iiwa.urdf --start a2=0.5,1
ok closed_loops_move_alike same robots/loops/slider_crank.urdf --start crank_x=0,6
ok platforms_move_alike same robots/stewart.urdf --method trapezoidal
ok free_platforms_move_alike same robots/stewart.urdf --base floating
ok wheels_on_tyres_move_alike same robots/motorcycle.urdf --element "link name=shock a=chassis \
    a_xyz='-0.2 0 0.1' b=swing_arm b_xyz='-0.3 0 0' rest=0.4 law=spring stiffness=2e4 damping=1e3"
quiet() { "$tauflow" simulate robots/puma.urdf --until 0.01 2>&1 >"$work/out" | cmp - /dev/null; }
ok nothing_is_said_where_code_is_made quiet
chained() { # who computes otherwise needs no code
    "$work/denied" "$tauflow" simulate robots/loops/slider_crank.urdf --method chain --until 0.01 \
        2>&1 >"$work/out" | cmp - /dev/null
}
ok nothing_is_said_where_none_is_needed chained
finish
