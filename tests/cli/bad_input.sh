# SPDX-License-Identifier: MIT
# Files that are no robots: one line that says where and what, exit code 2, nothing written.
. tests/cli/tap.bash

link() { # NAME [MASS] [IZZ]
    echo "<link name='$1'><inertial><mass value='${2:-1}'/>" \
        "<inertia ixx='1' iyy='1' izz='${3:-1}' ixy='0' ixz='0' iyz='0'/></inertial></link>"
}
joint() { # NAME PARENT CHILD [AXIS] [TYPE]
    echo "<joint name='$1' type='${5:-continuous}'><parent link='$2'/><child link='$3'/>" \
        "<axis xyz='${4:-0 0 1}'/></joint>"
}
file() { # NAME, body on stdin
    { echo "<robot name='r'>"; cat; echo "</robot>"; } >"$work/$1"
}

# Both commands refuse it the same way, and compile leaves no folder.
both_refuse() { # PATTERN FILE [OPTION...]
    local pattern=$1 path=$2
    shift 2
    refused 2 "$pattern" "$tauflow" info "$path" "$@" &&
        refused 2 "$pattern" "$tauflow" compile "$path" -o "$work/new/folder" "$@" &&
        [ ! -e "$work/new" ]
}

ok "a missing file is named" both_refuse "^$work/none.urdf: error: .*No such file" "$work/none.urdf"
for form in nat:simulate sched:check tau:dump cert:verify; do
    ok "a .${form%:*} file is no robot, and whose it is is told" \
        both_refuse "^$work/a.${form%:*}: error: .*, which 'tauflow ${form#*:}' takes: a robot or" \
        "$work/a.${form%:*}"
done
ok "a folder is no file" both_refuse "^$work: error: " "$work"

{ echo "<robot name='r'>"; link a; } >"$work/cut.urdf"
ok "truncated XML is refused with its line" \
    both_refuse "^$work/cut.urdf:[0-9]+:[0-9]+: error: " "$work/cut.urdf"
: >"$work/empty.urdf"
ok "an empty file is refused" both_refuse "^$work/empty.urdf:.*error: " "$work/empty.urdf"
LC_ALL=C awk 'BEGIN { for (i = 1; i <= 3000; i++) printf "%c", (i * i * 7919 + i) % 256 }' \
    >"$work/noise.urdf"
ok "noise is refused" both_refuse "^$work/noise.urdf:.*error: " "$work/noise.urdf"

{ link a; link b; link c; joint j1 a b; joint j2 b c; joint j3 c b; } | file cycle.urdf
ok "a link with two parents is named" \
    both_refuse "cycle.urdf:[0-9]+:[0-9]+: error: .*'(b|j3)'" "$work/cycle.urdf"
{ link a; link b; link c; joint j1 b c; joint j2 c b; } | file loop.urdf
ok "a loop of links is named" \
    both_refuse "loop.urdf:[0-9]+:[0-9]+: error: .*'(a|b|c|j1|j2)'" "$work/loop.urdf"
{ link a; link b; link c; joint j1 a b; } | file roots.urdf
ok "a second root is named" \
    both_refuse "roots.urdf:[0-9]+:[0-9]+: error: .*'(a|c)'" "$work/roots.urdf"
{ link a; link b; joint j1 a nowhere; } | file unknown.urdf
ok "a joint to a link that is not there is named" \
    both_refuse "unknown.urdf:[0-9]+:[0-9]+: error: .*'(nowhere|j1)'" "$work/unknown.urdf"
{ link a; link a; } | file twice.urdf
ok "a link that is there twice is named" \
    both_refuse "twice.urdf:[0-9]+:[0-9]+: error: .*'a'" "$work/twice.urdf"
{ link a; link b; link c; joint j a b; joint j b c; } | file joints.urdf
ok "a joint that is there twice is named" \
    both_refuse "joints.urdf:[0-9]+:[0-9]+: error: .*'j'" "$work/joints.urdf"
{ link a; link b; joint j1 a b '0 0 0'; } | file zero.urdf
ok "a zero axis is refused by its joint" \
    both_refuse "zero.urdf:[0-9]+:[0-9]+: error: .*'j1'" "$work/zero.urdf"
{ link a; link b; joint j1 a b '0 3 4'; } | file long.urdf
normalised() {
    "$tauflow" info "$work/long.urdf" --effort 0 2>&1 >/dev/null |
        grep -E "long.urdf:4:[0-9]+: note: axes of 1 joint \('j1'\) normalised"
}
ok "an axis that is no unit vector is normalised with a note" normalised
{ link a; link b -2; joint j1 a b; } | file mass.urdf
ok "a negative mass is refused by its link" \
    both_refuse "mass.urdf:[0-9]+:[0-9]+: error: .*'b'" "$work/mass.urdf"
{ link a; link b nan; joint j1 a b; } | file nan.urdf
ok "NaN is refused" both_refuse "nan.urdf:[0-9]+:[0-9]+: error: .*'(b|nan)'" "$work/nan.urdf"
{ link a; link b; joint j1 a b '0 0 1' helical; } | file type.urdf
ok "an unknown type of joint is named" \
    both_refuse "type.urdf:[0-9]+:[0-9]+: error: .*'(helical|j1)'" "$work/type.urdf"
head -c 100000000 /dev/zero | tr '\0' ' ' | file huge.urdf
ok "a file of 100 MB is refused" \
    both_refuse "huge.urdf: error: |huge.urdf:[0-9]+:[0-9]+: error: " "$work/huge.urdf"
rm "$work/huge.urdf"

{ link a; link b; joint j1 a b '0 0 1' fixed; } | file welded.urdf
no_joint="^$work/welded.urdf: error: robot 'r' has no joint that moves: .*--base floating"
ok "a robot without joints that move is named, with a way out" \
    both_refuse "$no_joint" "$work/welded.urdf"
freed() { "$tauflow" info "$work/welded.urdf" --base floating --effort 0; }
ok "and that way works" freed
{ link a; link b; joint j1 a b; echo "<xacro:arm parent='b'/>"; } | file left.urdf
xacro="left.urdf:[0-9]+:[0-9]+: error: <xacro:arm> is xacro: --xacro lets .*, --lenient skips it"
ok "xacro that is left in is one error" both_refuse "$xacro" "$work/left.urdf"
{ link a; link b '${m}'; joint j1 a b; } | file value.urdf
ok "and so are its values" \
    both_refuse "value.urdf:[0-9]+:[0-9]+: error: value='..m.' is xacro" "$work/value.urdf"
{ link a; link b; link c; joint j1 a b
  joint f b c '0 0 1' fixed | sed "s,</joint>,<mimic joint='j1'/>&,"
  echo "<transmission name='t'/>"; } | file finger.urdf
told() { # PATTERN [OPTION...]: one line of it
    "$tauflow" info "$work/finger.urdf" --effort 0 "${@:2}" 2>&1 >/dev/null | tee "$work/told"
    [ "$(grep -cE "finger.urdf:.*$1" "$work/told")" = 1 ]
}
ok "a mimic on a fixed joint is a warning" \
    told "[0-9]+:[0-9]+: warning: joint 'f' is fixed: its <mimic> is ignored"
ok "a transmission is a note" \
    told "[0-9]+:[0-9]+: note: 1 <transmission> \('t'\) without rotor inertia left out"
ok "gravity on a free base is a note" \
    told " note: gravity has no effect on a free base" --base floating --gravity 0 0 -3.7
ok "what --tip leaves out is a note" \
    told "[0-9]+:[0-9]+: note: --tip: 1 link welded to 'b' left out; '--tip c' keeps 'c'" --tip b
ok "help says how to keep a tool" \
    prints "to keep a tool, name the tool's link" "$tauflow" info --help robot

{ link a; link b 1 9; joint j1 a b; } | file thin.urdf
warns() {
    "$tauflow" info "$work/thin.urdf" 2>&1 >/dev/null |
        grep -E "thin.urdf:[0-9]+:[0-9]+: warning: .*'b'"
}
ok "an inertia that no body can have is a warning" warns
ok "and an error with --strict" \
    both_refuse "thin.urdf:[0-9]+:[0-9]+: error: .*'b'" "$work/thin.urdf" --strict

{ link a; link b; joint j1 a b; } | file good.urdf
ok "--root with a link that is not there" \
    both_refuse "error: .*'nowhere'" "$work/good.urdf" --root nowhere
ok "--tip with a link that is not there" \
    both_refuse "error: .*'nowhere'" "$work/good.urdf" --tip nowhere
ok "--force on a link that is not there" \
    both_refuse "error: .*'nowhere'" "$work/good.urdf" --force nowhere

printf 'tauflow-ops 1\nrobot r\ninput x plain\ny = mul x z\noutput o plain = y\n' >"$work/bad.ops"
ok "a fault of a .ops file has its place" \
    refused 2 "^$work/bad.ops:4:11: error: unknown operand 'z'" "$tauflow" info "$work/bad.ops"
ln -s /dev/zero "$work/zero.ops"
ln -s /dev/zero "$work/endless.urdf"
small() { # COMMAND...: refused in 100 MB
    (limit_memory 100000; refused 2 "$@")
}
ok "an endless .ops is refused at its first byte" \
    small "^$work/zero.ops:1:1: error: NUL byte" "$tauflow" info "$work/zero.ops"
ok "an endless .sched too" small '^/dev/zero:1:1: error: NUL byte' "$tauflow" check /dev/zero
ok "and an endless robot" \
    small "^$work/endless.urdf:1:1: error: broken XML" "$tauflow" info "$work/endless.urdf"
truncate -s 1T "$work/huge.ops"
most="huge.(ops|urdf): error: larger than 67108864 bytes, the most that is read"
ok "a huge .ops is refused unread" small "$most" "$tauflow" info "$work/huge.ops"
ok "a huge .sched too" small "$most" "$tauflow" check "$work/huge.ops"
mv "$work/huge.ops" "$work/huge.urdf"
ok "and a huge robot, with the same limit" small "$most" "$tauflow" info "$work/huge.urdf"
rm "$work/huge.urdf"
mkfifo "$work/pipe.ops"
endless() { # a pipe that never ends is left at the limit
    (yes '# nothing' >"$work/pipe.ops") 2>/dev/null &
    (limit_memory 400000
     refused 2 "pipe.ops: error: larger than 67108864 bytes" "$tauflow" info "$work/pipe.ops")
}
ok "an endless pipe is left at the limit" endless
piped() {
    (cat "$work/bad.ops" >"$work/pipe.ops") &
    refused 2 "pipe.ops:4:11: error: unknown operand" "$tauflow" info "$work/pipe.ops"
}
ok "a pipe is read like a file" piped
# PATTERN COMMAND...: refused, and soon
soon() { refused 2 "$1" timeout 30 "${@:2}"; }
ok "a pipe that nobody writes is left after some seconds" \
    soon "pipe.ops: error: cannot read: it is a pipe, and nobody has begun" \
    "$tauflow" info "$work/pipe.ops"
late() { # a writer who is there and silent longer than that is waited for
    (exec 3>"$work/pipe.ops"; sleep 7; cat "$work/bad.ops" >&3) &
    refused 2 "pipe.ops:4:11: error: unknown operand" timeout 30 "$tauflow" info "$work/pipe.ops"
}
ok "a writer who thinks is waited for" late
mkfifo "$work/pipe.xml"
for what in pipe.xml=pipe /dev/zero=device /=folder; do
    name=${what%=*} kind=${what#*=}
    echo "<mujoco><include file='$name'/></mujoco>" >"$work/with.xml"
    case $name in /*) ;; *) name=$work/$name ;; esac
    ok "a $kind as an included file is refused" \
        soon "^$name: error: cannot read: it is a $kind\$" "$tauflow" info "$work/with.xml"
done
mkfifo "$work/pipe.tau"
ok "a pipe as an image to build a core for is refused" \
    soon "pipe.tau: error: cannot read: it is a pipe" "$tauflow" core "$work/pipe.tau"
ok "so is one without a writer for ranges" \
    soon "pipe.ops: error: cannot read: it is a pipe, and nobody" \
    "$tauflow" info "$work/good.urdf" --numbers fixed:24 --ranges "$work/pipe.ops"
ok "compile does not take .ops" \
    refused 2 "bad.ops: error: compile starts from a robot" \
    "$tauflow" compile "$work/bad.ops" -o "$work/new"

finish
