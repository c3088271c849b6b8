# SPDX-License-Identifier: MIT
# Inputs people have: MJCF beside URDF, told by their content; xacro through its own program;
# standard input.
. tests/cli/tap.bash
pendulum=$PWD/robots/pendulum5.urdf
made=$PWD/tests/outside/mjcf
cd "$work" || exit 1

cat >arm.urdf <<'END'
<robot name="arm">
<link name="world"/>
<link name="a"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/>
<inertia ixx="0.1" iyy="0.2" izz="0.15" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><inertial><origin xyz="0 0.5 0"/><mass value="1"/>
<inertia ixx="0.3" iyy="0.1" izz="0.3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="world"/><child link="a"/>
<origin xyz="0 0 1" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/></joint>
<joint name="k" type="prismatic"><parent link="a"/><child link="b"/>
<origin xyz="1 0 0"/><axis xyz="0 1 0"/></joint>
</robot>
END
cat >arm.xml <<'END'
<mujoco model="arm">
<worldbody><body name="a" pos="0 0 1" euler="90 0 0">
<joint name="j"/><inertial pos="0.1 0.2 0.3" mass="2" diaginertia="0.1 0.2 0.15"/>
<body name="b" pos="1 0 0"><joint name="k" type="slide" axis="0 1 0"/>
<inertial pos="0 0.5 0" mass="1" diaginertia="0.3 0.1 0.3"/></body>
</body></worldbody>
</mujoco>
END

# ---- two formats ----
alike() { # the same robot in both: the same operations, to the letter
    "$tauflow" compile arm.urdf -o u >/dev/null && "$tauflow" compile arm.xml -o x >/dev/null &&
        cmp u/arm.ops x/arm.ops && cmp u/arm.c x/arm.c
}
ok "both_formats_of_a_robot_give_the_same_operations" alike
cp arm.xml mjcf.urdf
cp arm.urdf urdf.xml
ok "mjcf_is_told_by_its_content" prints '^robot +arm$' "$tauflow" info mjcf.urdf
ok "urdf_is_told_by_its_content" prints '^robot +arm$' "$tauflow" info urdf.xml
echo '<sdf/>' >other.xml
ok "other_xml_is_refused" refused 2 \
    '^other.xml:1:1: error: the outermost element is <sdf>, neither <robot> \(URDF\) nor' \
    "$tauflow" info other.xml
for robot in arm quadruped solids balls; do
    ok "${robot}_goes_the_whole_way" prints '"ok": true' \
        "$tauflow" run "$made/$robot.xml" --effort 0 --budget 1 --steps 3 --engine twin --json
done
sed 's,<joint name="j"/>,<joint name="j" type="ball" armature="1"/>,' arm.xml >ball.xml
ok "what_is_not_supported_has_its_place" refused 2 \
    "^ball.xml:3:1: error: joint 'j': armature of <joint>: it is not supported at a ball joint" \
    "$tauflow" info ball.xml
told() { # PATTERN FILE [OPTION...]: one line on stderr matches
    "$tauflow" info "${@:2}" --effort 0 2>&1 >/dev/null | tee told
    [ "$(grep -cE "$1" told)" = 1 ]
}
sed 's,name="b",& gravcomp="0.5",' arm.xml >lifted.xml
ok "gravcomp_is_a_note_of_what_is_in" told \
    "^lifted.xml:4:1: note: gravcomp of bodies \('b' first\) is part of the equations" lifted.xml
bare() { # --joint-dynamics none leaves it out
    "$tauflow" compile lifted.xml --joint-dynamics none -o l >/dev/null 2>&1 &&
        "$tauflow" compile arm.xml -o x >/dev/null && cmp l/arm.ops x/arm.ops
}
ok "gravcomp_may_be_left_out" bare
ok "gravcomp_goes_with_its_body" prints "^joints +1$" "$tauflow" info lifted.xml --tip a
sed 's,name="j"/,name="j" type="free"/,' lifted.xml >floats.xml
ok "gravcomp_of_what_floats_is_refused" refused 2 "^floats.xml:4:1: error: element 'b.gravcomp': \
link 'b' hangs on a free body, whose attitude is no input, so that the direction of gravity is \
not known; --joint-dynamics none leaves it out$" "$tauflow" info floats.xml
sed 's,</mujoco>,<actuator><motor joint="j"/><motor joint="k"/></actuator>&,' arm.xml >motor.xml
ok "what_is_left_out_is_a_note_with_the_count" \
    told '^motor.xml:7:1: note: 2 in <actuator> left out: ' motor.xml
ok "the_world_does_not_float" refused 2 \
    "^tauflow: error: --base floating: the root of 'arm' is the world; --root names the body" \
    "$tauflow" info arm.xml --base floating
ok "a_body_of_the_world_does" prints '^ +1 +0 +free' \
    "$tauflow" info arm.xml --base floating --root a

# ---- gravity ----
sed 's,<worldbody>,<option gravity="0 0 -3.7"/>&,' arm.xml >mars.xml
operations() { # FILE [OPTION...]
    rm -rf o && "$tauflow" compile "$@" --effort 0 -o o >/dev/null 2>&1 && cat o/arm.ops
}
mars() {
    operations mars.xml >got && operations arm.xml --gravity 0 0 -3.7 >want && cmp got want &&
        operations mars.xml --gravity 0 0 -9.81 >got && operations arm.xml >want && cmp got want
}
ok "gravity_of_the_file_counts_unless_it_is_given" mars
ok "and_a_note_says_so" \
    told '^mars.xml:2:1: note: gravity is that of the file, 0 0 -3.7 m/s\^2; --gravity' mars.xml
silent() { ! told 'gravity is that of the file' mars.xml --gravity 0 0 -9.81; }
ok "but_not_where_it_is_given" silent
turned() { # with another root gravity is turned into its axes: y of body a is z of the world
    operations mars.xml --root a >got && operations arm.xml --root a --gravity 0 -3.7 0 >want &&
        cmp got want
}
ok "gravity_of_the_file_is_turned_into_the_axes_of_the_root" turned

# ---- standard input ----
ok "a_robot_comes_by_standard_input" prints '^robot +arm$' bash -c "'$tauflow' info - <arm.xml"
same_image() { # COMMAND: writes i.tau from what is the same as the file
    "$tauflow" image "$pendulum" --effort 0 --budget 1 -o want.tau >/dev/null &&
        bash -c "$1" >/dev/null && cmp want.tau i.tau
}
image="'$tauflow' image --effort 0 --budget 1 -o i.tau"
ok "an_image_by_standard_input_is_that_of_the_file" same_image "$image - <'$pendulum'"
ok "an_image_through_a_pipe_is_that_of_the_file" same_image "$image <(cat '$pendulum')"
"$tauflow" compile arm.xml -o x >/dev/null
ok "operations_come_by_standard_input" prints '^robot +arm$' bash -c "'$tauflow' info - <x/arm.ops"
for command in schedule "run --engine twin --steps 2" "image -o i.tau" "explore --most-mul 1"; do
    ok "${command%% *}_takes_standard_input" prints arm \
        bash -c "'$tauflow' $command --budget 1 - <x/arm.ops"
done
ok "compile_takes_no_operations_by_standard_input" refused 2 \
    '^<stdin>: error: compile starts from a robot description, not from a .ops file' \
    bash -c "'$tauflow' compile - -o new <x/arm.ops"
printf 'tauflow-ops 1\nrobot r\ninput x plain\ny = mul x z\noutput o plain = y\n' >bad.ops
ok "a_fault_of_operations_names_standard_input" refused 2 \
    "^<stdin>:4:11: error: unknown operand 'z'" bash -c "'$tauflow' info - <bad.ops"
ok "a_fault_of_a_robot_names_standard_input" refused 2 '^<stdin>:3:1: error: joint .j.: armature' \
    bash -c "'$tauflow' info - <ball.xml"
ok "nothing_by_standard_input" refused 2 '^<stdin>:1:1: error: broken XML: no element found' \
    bash -c "'$tauflow' info - </dev/null"
ok "zeros_by_standard_input" refused 2 '^<stdin>:1:1: error: broken XML: ' \
    bash -c "'$tauflow' info - </dev/zero"
printf 'tauflow-ops 1\nro\0bot r\n' >nul.ops
ok "a_nul_byte_of_operations" refused 2 '^<stdin>:2:3: error: NUL byte' \
    bash -c "'$tauflow' info - <nul.ops"
ok "a_folder_as_standard_input" refused 2 '^<stdin>: error: cannot read: it is a folder' \
    bash -c "'$tauflow' info - <."
printf '\xef\xbb\xbf' | cat - arm.xml >mark.xml
ok "a_byte_order_mark_is_no_operation" prints '^robot +arm$' bash -c "'$tauflow' info - <mark.xml"
iconv -f UTF-8 -t UTF-16 arm.xml >wide.xml
ok "sixteen_bits_a_character" prints '^robot +arm$' bash -c "'$tauflow' info - <wide.xml"

# ---- included files ----
printf '<mujoco>\n<include file="arm.xml"/></mujoco>' >outer.xml
included() { # the hash of an image is that of all files
    local image="$tauflow image outer.xml --effort 0 --budget 1"
    $image -o one.tau >/dev/null && $image -o two.tau >/dev/null && cmp one.tau two.tau || return 1
    echo '<!-- changed -->' >>arm.xml
    $image -o two.tau >/dev/null && ! cmp -s one.tau two.tau
}
ok "an_image_knows_the_files_that_its_robot_includes" included

# ---- xacro ----
mkdir bin none
sed -e "s,<robot,<robot xmlns:xacro='http://www.ros.org/wiki/xacro',; s/\"2\"/\"\${m}\"/" \
    -e 's,<link name="world"/>,&<xacro:property name="m" value="2"/>,' arm.urdf >arm.urdf.xacro
without() { env PATH="$work/none" "$@"; }
with() { env PATH="$work/bin:$PATH" "$@"; }
xacro() { # the fake program, from stdin
    { echo '#!/bin/sh'; cat; } >bin/xacro
    chmod +x bin/xacro
}
ok "without_its_program_xacro_is_refused" refused 2 \
    "^arm.urdf.xacro: error: this is xacro, and the program 'xacro' is not on the PATH$" \
    without "$tauflow" info arm.urdf.xacro --xacro
xacro <<'END'
[ $# = 1 ] || exit 3
echo "a word on the way" >&2
sed 's,<xacro:property[^>]*>,,; s/\${m}/2/' "$1"
END
expanded() {
    with "$tauflow" compile arm.urdf.xacro --xacro -o e 2>note >/dev/null &&
        cmp e/arm.ops u/arm.ops &&
        cat note && [ "$(cat note)" = "arm.urdf.xacro (expanded): note: this is what the program \
'xacro' made of the file" ]
}
ok "with_its_program_xacro_is_expanded" expanded
sed 's,ixx="0.3",ixx="0.9",; s,</robot>,<xacro:property name="n" value="1"/>&,' arm.urdf >thin.xacro
once() {
    with "$tauflow" info thin.xacro --xacro 2>&1 >/dev/null | tee told
    [ "$(grep -c warning told)" = 1 ] && grep -q "^thin.xacro (expanded):6:1: warning: .*'b'" told
}
ok "a_doubt_is_told_once" once
cp arm.urdf.xacro -- '-dash $(touch evil).xacro'
no_shell() {
    with "$tauflow" info --xacro -- '-dash $(touch evil).xacro' >/dev/null 2>&1 && [ ! -e evil ]
}
ok "names_of_files_go_through_no_shell" no_shell
by_pipe='error: --xacro expands only files, and this came by a pipe: use xacro FILE \| tauflow'
by_pipe="$by_pipe ... -\$"
ok "by_standard_input_it_is_refused" refused 2 "^<stdin>: $by_pipe" \
    with bash -c "'$tauflow' info - --xacro <arm.urdf.xacro"
ok "so_it_is_by_a_pipe" refused 2 "^/dev/fd/[0-9]+: $by_pipe" \
    with bash -c "'$tauflow' info <(cat arm.urdf.xacro) --xacro"
xacro <<'END'
echo "Traceback of something"  >&2
echo "error: name 'm' is not defined" >&2
echo "when processing file: arm" >&2
exit 2
END
ok "what_xacro_says_is_one_line" refused 2 \
    "^arm.urdf.xacro: error: xacro refuses it: error: name 'm' is not defined$" \
    with "$tauflow" info arm.urdf.xacro --xacro
xacro <<<'kill -9 $$'
ok "a_killed_xacro" refused 2 '^arm.urdf.xacro: error: xacro was stopped by signal 9' \
    with "$tauflow" info arm.urdf.xacro --xacro
xacro <<<'exec cat /dev/zero'
ok "an_endless_xacro_is_left_at_the_limit" refused 2 \
    '^arm.urdf.xacro: error: xacro makes more than 67108864 bytes of it' \
    with timeout 60 "$tauflow" info arm.urdf.xacro --xacro
xacro <<<'cat "$1"'
ok "what_stays_xacro_is_refused" refused 2 \
    "^arm.urdf.xacro \(expanded\):2:21: error: <xacro:property> is xacro: the program .* left it" \
    with "$tauflow" info arm.urdf.xacro --xacro
still_skipped() {
    with "$tauflow" info thin.xacro --xacro --lenient 2>&1 >/dev/null | tee told
    [ "$(grep -c '(expanded):11:[0-9]*: note: 1 element of xacro skipped' told)" = 1 ]
}
ok "what_stays_xacro_is_skipped_by_the_lenient" still_skipped
xacro <<'END'
echo $$ >pid
exec sleep 60
END
stopped() { # Ctrl-C reaches the whole group, as on a terminal
    rm -f pid
    set -m
    with "$tauflow" info arm.urdf.xacro --xacro >/dev/null 2>&1 &
    local group=$! code
    set +m
    for ((i = 0; i < 100; i++)); do
        [ -s pid ] && break
        sleep 0.1
    done
    kill -INT -- "-$group"
    wait "$group"
    code=$?
    echo "exit code $code"
    for ((i = 0; i < 20; i++)); do # gone, or waiting for somebody to read its exit code
        grep -qs '^State:[[:space:]]*[^Z]' "/proc/$(cat pid)/status" || break
        sleep 0.1
    done
    [ "$code" = 130 ] && [ "$i" -lt 20 ]
}
ok "ctrl_c_ends_xacro_and_us" stopped

ok "help_names_the_formats" prints 'URDF or MJCF file, told by its content' "$tauflow" --help
ok "help_of_a_command_too" prints 'URDF or MJCF, told by its content; - reads standard input' \
    "$tauflow" info --help
finish
