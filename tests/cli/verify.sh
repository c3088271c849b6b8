#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Certificates: every step of a good one holds; a byte that was changed in any of its files is
# found, and the file named; and what was changed with all sums made good again is found by the step
# that looks at what it means.
. tests/cli/tap.bash

cp robots/puma560.urdf robots/pendulum5.urdf "$work"
quick="--effort 0 --budget 1"
image() { "$tauflow" image "$work/$1.urdf" $quick -o "$work/$2.tau" "${@:3}" >/dev/null; }
verify() { "$tauflow" verify "$work/$1.cert" >"$work/said" 2>"$work/err"; }

# holds NAME STEPS: so many hold, and none is open.
holds() {
    verify "$1" || { cat "$work/err"; return 1; }
    cat "$work/said"
    [ "$(tail -1 "$work/said")" = "$work/$1.cert: $2 steps hold" ]
}
ok an_image_has_a_certificate image puma560 puma
ok its_steps_hold holds puma 5
ring() {
    image pendulum5 ring --network ring --modules 2 --out-lanes 2 && holds ring 5
}
ok those_of_a_ring_hold ring
stream() { # samples that overlap: what repeats is found
    image puma560 stream --optimise throughput --modules 2 && holds stream 5 &&
        grep -q '^program  *proved ' "$work/said"
}
ok those_of_a_stream_hold stream
early() { # dividers: the first packet comes out before the time that the others keep
    image pendulum5 early --optimise throughput --modules 2 --function fd && holds early 5 &&
        grep -q '^program  *proved ' "$work/said"
}
ok those_of_a_stream_that_begins_early_hold early
sines() { image pendulum5 sines --trig core && holds sines 5; }
ok those_of_sines_in_the_core_hold sines
fixed() {
    image pendulum5 fixed --numbers fixed:24 && verify fixed && grep -q '^program  *proved ' \
        "$work/said"
}
ok those_of_fixed_point_hold fixed
schedule() {
    "$tauflow" schedule "$work/puma560.urdf" $quick -o "$work/plan.sched" >/dev/null &&
        holds plan 3
}
ok a_schedule_has_a_certificate schedule
of_operations() {
    "$tauflow" compile "$work/pendulum5.urdf" --effort 0 -o "$work/five" >/dev/null &&
        "$tauflow" image "$work/five/pendulum5.ops" -o "$work/five.tau" >/dev/null &&
        holds five 3
}
ok so_has_an_image_of_operations of_operations
several() {
    "$tauflow" compile "$work/puma560.urdf" --effort 0 --function id,mass -o "$work/two" \
        >/dev/null && "$tauflow" verify "$work/two/puma560.cert" >"$work/said" &&
        [ "$(grep -c '^lowering  *proved' "$work/said")" = 2 ]
}
ok a_folder_of_functions_has_one several
frames() { # a note about the robot is told again, after the step that read it
    "$tauflow" compile "$work/pendulum5.urdf" --effort 0 --function jacobian -o "$work/frames" \
        >/dev/null 2>&1 && prints '^model  *checked' "$tauflow" verify "$work/frames/pendulum5.cert"
}
ok one_of_a_robot_that_has_notes_holds frames
passes() { # told of each function's equations, and of those that were kept
    sed -n 's/^passes //p' "$work/two/puma560.cert" >"$work/first"
    "$tauflow" verify "$work/two/puma560.cert" >"$work/said" &&
        [ "$(grep -c '^passes  *recorded .*; not done again, .*; step model judges' \
            "$work/said")" = 2 ] &&
        grep -q '^2 prime 2305843009213693951 seed 0 count [1-9].* states 2 bits [1-9]' \
            "$work/first" &&
        "$tauflow" compile "$work/puma560.urdf" --effort 1 -o "$work/kept" >/dev/null &&
        grep '^passes' "$work/kept/puma560.cert" >"$work/searched" &&
        "$tauflow" compile "$work/puma560.urdf" --effort 1 -o "$work/kept" >/dev/null &&
        grep '^passes' "$work/kept/puma560.cert" | cmp - "$work/searched"
}
ok what_passes_were_compared_by_is_told passes
from_nowhere() { # of a robot that is gone nobody judges what passes led to
    "$tauflow" image - $quick -o "$work/gone.tau" <robots/pendulum5.urdf >/dev/null &&
        prints '^passes  *recorded .*; nothing here judges what they led to' \
            "$tauflow" verify "$work/gone.cert"
}
ok that_nothing_judges_passes_is_told from_nowhere
rounded() { # a quotient of two numbers is rounded before the program runs
    "$tauflow" compile robots/puma.urdf --effort 1 --function fd -o "$work/fd" >/dev/null &&
        prints '^lowering  *checked .*constants were rounded' "$tauflow" verify \
            "$work/fd/puma.cert"
}
ok constants_that_were_rounded_are_compared_in_binary64 rounded
elsewhere() ( # from another folder, and reached by a link
    ln -s "$work" "$work/link" && mkdir "$work/away" && cd "$work/away" &&
        "$tauflow" verify ../puma.cert >/dev/null && "$tauflow" verify "$work/link/puma.cert" \
        >/dev/null
)
ok files_are_found_from_everywhere elsewhere
from_stdin() {
    "$tauflow" image - $quick -o "$work/in.tau" <robots/pendulum5.urdf >/dev/null &&
        prints '^model  *open  *the input came by standard input' "$tauflow" verify "$work/in.cert"
}
ok what_came_by_standard_input_stays_open from_stdin
other_name() { # only NAME.tau has one
    "$tauflow" image "$work/pendulum5.urdf" $quick -o "$work/plain" >/dev/null &&
        [ -f "$work/plain" ] && [ ! -e "$work/plain.cert" ]
}
ok a_file_of_another_name_has_none other_name

# A byte of each file.
"$tauflow" compile "$work/puma560.urdf" --effort 0 --numbers fixed:20 --circuit -o "$work/all" \
    >/dev/null
changed() { # CERTIFICATE FILE: its last byte but one
    cp "$2" "$work/whole"
    local size
    size=$(stat -c %s "$2")
    printf '\001' | dd of="$2" bs=1 seek=$((size - 2)) conv=notrunc 2>/dev/null
    refused 2 "$(basename "$2"): error: this is not the file that the certificate is of" \
        "$tauflow" verify "$1"
    local failed=$?
    cp "$work/whole" "$2"
    return $failed
}
every_file() {
    local file kinds=0
    for file in "$work"/all/*.{eqn,ops,c,h,v}; do
        case $file in *_tb.v) continue ;; esac
        changed "$work"/all/*.cert "$file" || { echo "$file"; return 1; }
        kinds=$((kinds + 1))
    done
    changed "$work/puma.cert" "$work/puma.tau" && changed "$work/puma.cert" "$work/puma560.urdf" &&
        changed "$work/plan.cert" "$work/plan.sched" && [ $kinds = 6 ]
}
ok a_byte_of_each_file_is_found_and_the_file_named every_file
# Another text, with its length and SHA-256 in the certificate: rewritten NAME SED PATTERN.
rewritten() {
    local cert=$work/all/other.cert
    local file=$work/all/$1
    cp "$file" "$work/whole"
    sed -i "$2" "$file"
    ! cmp -s "$file" "$work/whole" && awk -v name="$1" -v bytes="$(stat -c %s "$file")" \
        -v hash="$(sha256sum <"$file" | cut -d ' ' -f 1)" \
        '$1 == "form" && $NF == name { $3 = bytes; $4 = hash } { print }' "$work"/all/puma560.cert \
        >"$cert" && refused 2 "$3" "$tauflow" verify "$cert"
    local failed=$?
    cp "$work/whole" "$file"
    return $failed
}
ok another_count_in_a_header_is_found rewritten puma560.h 's/\(_OUTPUTS \)6/\17/' \
    "puma560.h:[0-9]*:1: error: step header: reading back: 'PUMA560_OUTPUTS' is not 6"
ok so_is_another_range rewritten puma560.h '0,/ -1 .. 1$/s// -1 .. 1.001/' \
    'puma560.h:[0-9]*:1: error: step header: .* not what the graph has for this word'
ok so_is_another_word_of_a_packet rewritten puma560_circuit_core.v \
    's/(out\[19:0\])/(out[39:20])/' 'step face: reading back: .* is not of this circuit'
ok so_is_a_comment_that_changes_the_text rewritten puma560_circuit_core.v '1s/$/ /' \
    'step face: image: its SHA-256 is not that of the circuit'

missing() {
    mv "$work/puma.tau" "$work/gone" && refused 2 'puma.tau: error: cannot open' \
        "$tauflow" verify "$work/puma.cert" && mv "$work/gone" "$work/puma.tau"
}
ok a_file_that_is_missing_is_named missing

# Lines of the certificate itself.
edited() { # SED PATTERN
    sed "$1" "$work/puma.cert" >"$work/edited.cert"
    refused 2 "$2" "$tauflow" verify "$work/edited.cert"
}
ok another_first_line edited '1s/.*/tauflow-cert 1/' 'cert:1:1: error: the first line'
ok a_text_that_was_changed edited 's/^w2x = -/w2x = /' 'equations in the certificate are not those'
ok a_step_that_was_left_out edited '/^step program/d' 'has 4 steps, and its forms have 5'
ok a_verdict_that_was_made_better edited '/^step model/s/ checked / proved /' \
    'step model: the certificate says proved, and it is checked'
ok a_word_that_nobody_knows edited '4s/^form/from/' \
    "cert:4:1: error: 'form', 'passes', 'step' or 'text'"
ok passes_that_are_not_told edited '/^passes/d' 'the line `passes` of equations is missing'
ok a_place_that_nobody_knows edited '4s/ file / there /' "cert:4:1: error: 'file', 'here' or 'gone'"
ok a_count_that_is_none edited '/^step image/s/count [0-9]*/count x/' 'error: a count expected'
cut() { head -c 2000 "$work/puma.cert" >"$work/cut.cert"
    refused 2 'ends in the middle of this text' "$tauflow" verify "$work/cut.cert"; }
ok a_certificate_that_is_cut_off cut

# Everything made good again: CRC of the image, SHA-256 in the certificate.
cat >"$work/forge.py" <<'PY'
import hashlib, re, struct, sys, zlib
name, what = sys.argv[1:3]
cert = open(name + ".cert", "rb").read()
image = bytearray(open(name + ".tau", "rb").read())
was = {hashlib.sha256(image).hexdigest(): len(image)}

def sections():
    at = 24
    while at < len(image) - 4:
        tag, length = bytes(image[at:at + 4]), struct.unpack_from("<I", image, at + 4)[0]
        yield tag, at + 8, length
        at += 8 + length

def block(table, word=0, least=2):
    """Offset of the first word of the first block of a table with so many words."""
    for tag, at, length in sections():
        if tag == b"TABL":
            end, at = at + length, at + 4
            while at < end:
                address, count = struct.unpack_from("<II", image, at)
                if address >> 26 == table and address & 3 == word and count >= least:
                    return at + 8, count
                at += 8 + 4 * count

def word(at, change):
    struct.pack_into("<I", image, at, change(struct.unpack_from("<I", image, at)[0]))

def text(pattern, new):
    """In a form that stands in the certificate: its hash and its length follow."""
    global cert
    head, *texts = re.split(rb"(?m)^text (?=\d+$)", cert)
    for k, t in enumerate(texts):
        number, body = t.split(b"\n", 1)
        changed, found = re.subn(pattern, new, body, count=1, flags=re.M)
        if found:
            head = head.replace(b"%d %s" % (len(body), hashlib.sha256(body).hexdigest().encode()),
                b"%d %s" % (len(changed), hashlib.sha256(changed).hexdigest().encode()))
            texts[k] = number + b"\n" + changed
            cert = head + b"".join(b"text " + t for t in texts)
            return
    sys.exit("nothing to change")

if what == "constant": # the last bit of one
    word(block(3)[0], lambda x: x ^ 1)
elif what == "route": # two receptions of one receiver, the other way round
    at, count = block(1, least=4)
    first, second = struct.unpack_from("<II", image, at)
    swap = 0xff000000
    for k in range(1, count):
        other = struct.unpack_from("<I", image, at + 4 * k)[0]
        if other & swap != first & swap:
            word(at, lambda x: x & ~swap | other & swap)
            word(at + 4 * k, lambda x: x & ~swap | first & swap)
            break
    else:
        sys.exit("nothing to change")
elif what == "sign": # a sum becomes a difference, or the other way round
    for tag, at, length in sections():
        if tag == b"TABL":
            end, at = at + length, at + 4
            while at < end:
                address, count = struct.unpack_from("<II", image, at)
                unit = address >> 18 & 255
                if address >> 26 == 2 and address & 3 == 0 and unit >= int(sys.argv[3]):
                    word(at + 8, lambda x: x ^ 1 << 28 if not x >> 29 & 1 else x ^ 1 << 29)
                    break
                at += 8 + 4 * count
elif what == "output": # two deliveries of the port
    for tag, at, length in sections():
        if tag == b"PORT":
            a, b = struct.unpack_from("<II", image, at + 28)[0], struct.unpack_from(
                "<I", image, at + 36)[0]
            word(at + 28, lambda x: b)
            word(at + 36, lambda x: a)
elif what == "map": # two inputs of a packet
    for tag, at, length in sections():
        if tag == b"IMAP":
            a, b = struct.unpack_from("<II", image, at + 8)
            word(at + 8, lambda x: b)
            word(at + 12, lambda x: a)
elif what == "name": # an input is another one's
    for tag, at, length in sections():
        if tag == b"INPT":
            word(at + 4 + 4, lambda x: x ^ 1)
elif what == "sample": # a result of a check sample
    for tag, at, length in sections():
        if tag == b"TEST":
            word(at + length - 4, lambda x: x ^ 1)
elif what == "equation":
    text(rb"^(\w+ = )-", rb"\1")
elif what == "number":
    text(rb"(= [^#\n]*)(\d)\*", lambda m: m[1] + (b"5" if m[2] != b"5" else b"6") + b"*")
elif what == "cycle":
    text(rb"^(issue \S+ \S+) (\d+)", lambda m: m[1] + b" %d" % (int(m[2]) + 1))
elif what == "operation":
    text(rb"^(\w+ = )add ", rb"\1sub ")
image[-4:] = struct.pack("<I", zlib.crc32(image[:-4]))
for old in was:
    cert = cert.replace(old.encode(), hashlib.sha256(image).hexdigest().encode())
open(name + "_forged.tau", "wb").write(image)
open(name + "_forged.cert", "wb").write(
    re.sub(rb"(?m)^(form image .* file )(\S+)\.tau$", rb"\1\2_forged.tau", cert))
PY
forged() { # NAME WHAT PATTERN [ARGUMENT]
    python3 "$work/forge.py" "$work/$1" "$2" ${4:-} || return 1
    ! cmp -s "$work/$1.tau" "$work/$1_forged.tau" || ! cmp -s "$work/$1.cert" \
        "$work/$1_forged.cert" || return 1
    refused 2 "$3" "$tauflow" verify "$work/$1_forged.cert"
}
not_graph='step program: image: .* which is no operation of the graph'
ok a_constant_that_was_changed_is_found_by_execution forged puma constant "$not_graph"
ok so_is_a_route forged puma route 'step program: image: '
ok so_is_a_sign forged puma sign "$not_graph" 4
ok so_is_a_delivery forged puma output 'step program: image: out delivers '
ok so_is_an_input forged puma map 'step program: image: '
ok so_is_a_constant_of_a_ring forged ring constant "$not_graph"
ok so_is_a_route_of_a_ring forged ring route 'step program: image: '
ok so_is_a_constant_of_a_stream forged stream constant "$not_graph"
ok so_is_a_route_of_a_stream forged stream route 'step program: image: '
ok so_is_a_sign_in_fixed_point forged fixed sign "$not_graph" 4
ok another_meaning_of_a_word_is_found forged puma name "step image: image: input 0 is not"
ok so_is_a_check_sample forged puma sample 'step image: image: output .* of check sample 7'
ok a_sign_of_an_equation_is_found forged puma equation \
    "step lowering: output '.*' of the operations is not that of the equations"
ok so_is_a_digit forged puma number "step lowering: output '.*' of the operations"
ok a_cycle_of_the_schedule_is_found forged puma cycle 'step schedule: '
ok an_operation_of_the_schedule_is_found forged puma operation \
    "step (model|lowering): "

points_of_the_file() {
    "$tauflow" image tests/host/overflow.ops -o "$work/overflow.tau" >"$work/said" &&
        grep -q "^step numbers .* open .* points are those of the file: 't' is " \
            "$work/overflow.cert" &&
        "$tauflow" verify "$work/overflow.cert" >"$work/said" && grep -q ' 2 are open$' "$work/said"
}
ok points_that_a_file_came_with_are_its_authors points_of_the_file

# A certificate may come from anybody: what it says starts no program.
mkdir "$work/bin"
cat >"$work/bin/xacro" <<END
#!/bin/sh
touch '$work/ran'
sed 's/\${m}/2/' "\$1"
END
chmod +x "$work/bin/xacro"
cat >"$work/five.xacro" <<'END'
<robot name="five">
<link name="base"/>
<link name="a"><inertial><mass value="${m}"/><origin xyz="0 0 0.5"/>
<inertia ixx="0.3" iyy="0.3" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
END
with_xacro() { env PATH="$work/bin:$PATH" "$tauflow" "$@"; }
expanded() {
    with_xacro compile "$work/five.xacro" --xacro -o "$work/expanded" >/dev/null 2>&1 &&
        [ -f "$work/ran" ] && rm "$work/ran"
}
ok a_robot_that_a_program_expands_has_a_certificate expanded
unasked() {
    refused 2 "five.xacro:3:.*: error: step model: .* is xacro: --xacro lets the program" \
        with_xacro verify "$work/expanded/five.cert" && [ ! -f "$work/ran" ]
}
ok verifying_it_starts_no_program unasked
asked() {
    with_xacro verify "$work/expanded/five.cert" --xacro >"$work/said" 2>&1 &&
        [ -f "$work/ran" ] && grep -q ' 4 steps hold$' "$work/said"
}
ok but_where_that_is_asked_for asked
included() { # the certificate is of the file that includes another, and its steps are of both
    printf '<mujoco model="m">\n<include file="in.xml"/></mujoco>' >"$work/outer.xml"
    printf '<mujoco><worldbody><body name="a"><joint name="j" axis="0 1 0"/>
        <inertial pos="0 0 .5" mass="1" diaginertia="1 1 1"/></body></worldbody></mujoco>' \
        >"$work/in.xml"
    "$tauflow" compile "$work/outer.xml" -o "$work/included" >/dev/null 2>&1 &&
        "$tauflow" verify "$work/included/m.cert" | grep ' 4 steps hold$' || return 1
    sed -i 's/mass="1"/mass="1.5"/' "$work/in.xml"
    refused 2 "step model: " "$tauflow" verify "$work/included/m.cert"
}
ok files_that_a_robot_includes_are_read_again included

refused_files() {
    refused 2 'none.cert: error: cannot open' "$tauflow" verify "$work/none.cert" &&
        refused 2 'the first line of a certificate' "$tauflow" verify "$work/puma.tau"
}
ok what_is_no_certificate_is_refused refused_files
finish
