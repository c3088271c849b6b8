# SPDX-License-Identifier: MIT
# Emitted C of awkward robots: whatever is accepted compiles without a warning, plain and for HLS,
# with gcc and clang, and the bench of the HLS kernels agrees with the machine.
. tests/cli/tap.bash

strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wmissing-prototypes -Werror"

link() { # NAME [MASS [IXX]]
    echo "<link name='$1'><inertial><origin xyz='0.1 0 0.2'/><mass value='${2:-1}'/>"
    echo "<inertia ixx='${3:-1}' iyy='${3:-1}' izz='${3:-1}'/></inertial></link>"
}
joint() { # NAME PARENT CHILD [AXIS] [TYPE] [MORE]
    echo "<joint name='$1' type='${5:-continuous}'><parent link='$2'/><child link='$3'/>"
    echo "<axis xyz='${4:-0 0 1}'/>${6:-}</joint>"
}
file() { # FILE ROBOT, body on stdin
    { echo "<robot name='$2'>"; cat; echo "</robot>"; } >"$work/$1.urdf"
}

# compiles NAME: its C as C99 and as C11, with vectors and without, its header alone and its HLS C,
# by both compilers. Most warnings need no code to be made; those of the optimiser get one run each.
compiles() {
    local name=$1 out=$work/c compiler standard
    echo "#include \"$name.h\"" >"$work/user.c"
    for compiler in gcc clang; do
        for standard in c99 c11; do
            $compiler -std=$standard $strict -fsyntax-only "$out/$name.c" &&
                $compiler -std=$standard $strict -fsyntax-only -D"${name^^}_VECTOR_BYTES=0" \
                    "$out/$name.c" || return 1
        done
        $compiler -std=c99 $strict -fsyntax-only -I"$out" "$work/user.c" &&
            $compiler -std=c99 $strict -fsyntax-only "$out/${name}"_*.c ||
            return 1
    done
    gcc -std=c11 $strict -O1 -c -o "$work/one.o" "$out/$name.c" &&
        gcc -std=c99 $strict -O1 -o "$work/bench" "$out/${name}"_*.c &&
        "$work/bench"
}
clean() { # FILE NAME [OPTION...]: FILE.urdf makes NAME.c and its companions, none with a warning
    local file=$1 name=$2
    shift 2
    rm -rf "$work/c"
    "$tauflow" compile "$work/$file.urdf" -o "$work/c" --effort 0 --hls --budget 5 "$@" &&
        compiles "$name"
}

{ link a; link b 0 0; joint j a b; } | file idle idle
ok "a robot with no inputs at all" clean idle idle
ok "and on the ideal network, streamed" clean idle idle --network ideal --ports stream
ok "and on a ring" clean idle idle --network ring --modules 2
{ link a; link b; joint j a b '0 0 1' prismatic; link c 0 0; joint k b c; } | file still still
ok "a torque that is constant beside one that is not" clean still still
{ link a; link b; joint j a b '0 0 1' prismatic; } | file rail rail
ok "one prismatic joint" clean rail rail
{ link a; link b; joint j a b '0 1 0'; } | file one one
ok "one revolute joint" clean one one
ok "a free base and nothing else moves" clean one one --base floating --tip a
{ link a; link b; link c; joint x a b '1 0 0' prismatic; joint y b c '0 1 0' prismatic; } |
    file gantry gantry
ok "prismatic joints only" clean gantry gantry --base floating --force c
{ link a; link b; link c; joint m a b '0 1 0'
  joint f b c '0 1 0' continuous "<mimic joint='m' multiplier='-2' offset='0.5'/>"; } |
    file mimic mimic
ok "a joint that follows another" clean mimic mimic

# every NAME ROBOT [OPTION...]: all functions that divide nothing, in one header.
every() {
    local file=$1 name=$2 compiler
    shift 2
    rm -rf "$work/c"
    "$tauflow" compile "$work/$file.urdf" -o "$work/c" --effort 0 "$@" \
        --function id,gravity,bias,mass,mass-bias,position,velocity,acceleration,jacobian ||
        return 1
    echo "#include \"$name.h\"" >"$work/user.c"
    for compiler in gcc clang; do
        $compiler -std=c99 $strict -fsyntax-only -I"$work/c" "$work/user.c" &&
            $compiler -std=c99 $strict -O1 -c -o "$work/one.o" "$work/c/$name.c" &&
            $compiler -std=c11 $strict -fsyntax-only -D"${name^^}_VECTOR_BYTES=0" \
                "$work/c/$name.c" || return 1
    done
}
ok "every function of a joint that follows another in one header" every mimic mimic
ok "and of prismatic joints on a free base" every gantry gantry --base floating --force c
ok "and of a robot that nothing moves" every idle idle

long=$(printf '%1000s' | tr ' ' '?')
{ link a; link b; link c; link d; link e; joint 'end */ of /* "quotes&quot; &lt;&amp;' a b '0 1 0'
  joint 'what??/ ??= \ \n %s @P $x' b c '1 0 0'; joint 'bras_é_關節_🦾' c d '0 1 0'
  joint "$long" d e '0 0 1'; } | file names 'Käfer 機械'
ok "names that end comments and strings, with trigraphs, in UTF-8, of 1,000 characters" \
    clean names K__fer_______
longer=$(printf '%5000s' | tr ' ' n)
{ link a; link b; joint "$longer" a b '0 1 0'; } | file longer longer
ok "a joint name of 5,000 characters is refused with the limit" \
    refused 2 "longer.urdf:[0-9:]+: error: joint 'n+\.\.\.': its name is longer than 1000 bytes" \
    "$tauflow" compile "$work/longer.urdf" -o "$work/new"
for word in int NULL 7up; do
    name=${word/#7/robot_7}
    { link a; link b; joint "$word" a b '0 1 0'; } | file "word_$word" "$word"
    ok "a robot called $word" clean "word_$word" "$name"
done
{ link a; link b; link c; link d; joint t0 a b '0 1 0'; joint 't0.' b c '1 0 0'
  joint T0 c d '0 0 1'; } | file collide in
ok "names that collide once they are C" clean collide in
{ link a 0 0; link b 0 0; link c 1e-3 1e-9; joint j a b '0 1 0'; joint k b c '1 0 0'; } |
    file light light
ok "massless links" clean light light --base floating

finish
