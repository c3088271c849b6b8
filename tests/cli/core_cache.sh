#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Simulations of circuits are kept by the text that was compiled: a doctored text is refused, and
# one with an image to match gets no other circuit's place. False tools build in no time.
. tests/cli/tap.bash
build=$PWD/${BUILD:-build}
step=$build/tauflow-step
cores=$(dirname "$(dirname "$("$tauflow" core)")")
# False tools must not make what all cores share.
[ -e "$cores/runtime/done" ] || { echo "Bail out! no core that was built by Verilator"; exit 1; }
probe=cache_probe_$$ # so that what stands in the folder of cores is our own
# What was built: only folders that are named after a text, whatever went wrong.
made=()
clean_up() {
    local folder
    for folder in "${made[@]}"; do
        [[ $folder =~ ^/.*/[0-9a-f]{64}$ ]] && rm -rf "$folder"
    done
    rm -rf "$work"
}
trap clean_up EXIT
mkdir "$work/bin" "$work/clean"
cat >"$work/bin/verilator" <<'TOOL'
#!/usr/bin/env bash
[ "$1" = --getenv ] && { echo /none; exit; }
echo "$PWD $*" >>"$MARKS"
while [ "$1" != --Mdir ]; do shift; done
mkdir -p "$2" && touch "$2/Vcore.cpp"
TOOL
cat >"$work/bin/g++" <<'TOOL'
#!/usr/bin/env bash
while [ "$1" != -o ]; do shift; done
echo "of $RANDOM$RANDOM" >"$2"
TOOL
chmod +x "$work/bin/verilator" "$work/bin/g++"
export MARKS=$work/marks
"$tauflow" compile robots/pendulum5.urdf --effort 0 --circuit --numbers fixed:18 --name "$probe" \
    -o "$work/clean" >"$work/told" || cat "$work/told"
cd "$work" || exit 1
core() { # FOLDER: prints the path
    PATH=$work/bin:$PATH "$tauflow" core "$1/${probe}_circuit.tau"
}
text_of() { # FOLDER: what its image says of its text
    "$tauflow" dump "$1/${probe}_circuit.tau" | sed -n 's/^text  *//p'
}
copy() { # FOLDER: of the clean files
    rm -rf "$1" && cp -r clean "$1"
}
# FOLDER: the image of its text as it is now; docs/tau.md tells which bytes
match() {
    python3 - "$1/${probe}_circuit" <<'PY'
import hashlib, struct, sys, zlib
stem = sys.argv[1]
core, text, image = (open(stem + e, "rb").read() for e in ("_core.v", ".v", ".tau"))
at = image.rindex(b"TEXT") + 8
image = image[:at] + hashlib.sha256(struct.pack("<Q", len(core)) + core + text).digest()
open(stem + ".tau", "wb").write(image + struct.pack("<I", zlib.crc32(image)))
PY
}

built() {
    local path
    path=$(core clean) && made+=("$(dirname "$(dirname "$path")")") &&
        [ "$(dirname "$(dirname "$path")")" = "$cores/$(text_of clean)" ] && [ -s "$path" ] &&
        cmp "clean/${probe}_circuit.v" "${made[0]}/${probe}_circuit.v" && cp "$path" first.so
}
built >built.log 2>&1 # not in a test's own shell: `made` is to stay
code=$?
ok a_circuit_is_built_in_a_folder_named_after_its_text \
    eval "cat built.log; [ $code = 0 ]"
ok that_folder_is_the_users_alone eval "[ \$(stat -c %a '${made[0]-}') = 700 ]"
reads_copies() { # in its own folder, from the copies that were checked
    cat marks
    local stem=${made[0]}/${probe}_circuit
    grep -q "^${made[0]}/[^ ]* .* ${stem}_core.v $stem.v " marks && ! grep -q "$work/clean" marks
}
ok what_is_compiled_are_the_copies_that_were_checked reads_copies
matched() {
    copy same && match same && cmp "same/${probe}_circuit.tau" "clean/${probe}_circuit.tau"
}
ok the_document_tells_what_the_text_is matched

doctored='is not its own: .*_circuit_core.v or .*_circuit.v was changed, or is of another circuit'
for file in _circuit.v _circuit_core.v; do
    copy bad
    echo '// one byte more' >>"bad/$probe$file"
    ok "a_doctored_$file is refused" refused 2 "$doctored" core bad
done
copy bad
tail -c 1 "bad/${probe}_circuit_core.v" >end
cat end "bad/${probe}_circuit.v" >new && mv new "bad/${probe}_circuit.v"
truncate -s -1 "bad/${probe}_circuit_core.v"
ok no_byte_moves_from_one_text_to_the_other refused 2 "$doctored" core bad
poisons_nothing() {
    rm -f marks
    core clean >path && cmp "$(cat path)" first.so && [ ! -e marks ] && ls "$cores" | grep -c . &&
        ! grep -rl 'one byte more' "$cores" --include="$probe*"
}
ok and_poisons_nothing poisons_nothing

# An image and a text that belong together, under the number of the clean circuit.
copy pair
echo '// another text of the same number' >>"pair/${probe}_circuit.v"
match pair
number() { "$tauflow" dump "$1/${probe}_circuit.tau" | sed -n 's/^core  *//p'; }
own_place() {
    [ "$(number pair)" = "$(number clean)" ] && [ "$(text_of pair)" != "$(text_of clean)" ] &&
        core pair >pair.path && cat pair.path && ! cmp "$(cat pair.path)" first.so &&
        core clean >path && cmp "$(cat path)" first.so
}
made+=("$cores/$(text_of pair)")
unbuilt="simulation of this circuit is not built yet; once: tauflow core IMAGE.tau"
ok the_library_takes_no_circuit_of_another_text refused 2 "$unbuilt" \
    "$step" "pair/${probe}_circuit.tau" --device sim:
ok a_pair_of_the_same_number_gets_its_own_place own_place

# Verilog that reaches beyond the simulation, with an image to match.
says_no() { # PATTERN LINE: refused with that line in the circuit, whatever the image says
    copy bad
    sed -i "0,/^endmodule/s~~$2\n\&~" "bad/${probe}_circuit.v"
    match bad
    refused 2 "_circuit.v:[0-9]+:[0-9]+: error: '$1' is not written by compile" core bad
}
ok no_system_task says_no '\$system' 'initial $system("touch evil");'
ok no_code_of_c says_no '\$c' 'initial $c("system(0);");'
ok no_file_is_read says_no '\$readmemh' 'initial $readmemh("x", y);'
ok no_import says_no import 'import "DPI-C" function int system(string x);'
ok no_export says_no export 'export "DPI-C" function f;'
ok no_macro says_no '`define' '`define x y'
ok no_other_include says_no '`include' '`include "/etc/passwd"'
ok no_header_of_systemc says_no '`systemc_header' '`systemc_header'
ok no_escaped_name says_no '.' '\\\\\\\\a = 1;'
ok no_text_without_an_end says_no '"' 'initial x = "'
ok no_comment_without_an_end says_no '/' '/*'
ok no_string_of_three_quotes says_no '"' 'initial x = """a""";'
harmless() { # comments may say anything
    copy bad
    sed -i '1s,^,// $system `define import\n/* $c( "*/ // "\n,' "bad/${probe}_circuit.v"
    match bad
    core bad >bad.path && cat bad.path
}
ok comments_may_say_anything harmless
made+=("$cores/$(text_of bad)")
ok nothing_was_run eval '[ ! -e evil ]'

# Names and files.
renamed() {
    copy bad
    for f in bad/"$probe"*; do mv "$f" "bad/a b$(sed "s/.*$probe//" <<<"$f")"; done
    PATH=$work/bin:$PATH "$tauflow" core 'bad/a b_circuit.tau'
}
ok names_that_are_no_module_are_refused refused 2 "files are named after its module" renamed
fifo() {
    copy bad
    rm "bad/${probe}_circuit.v" && mkfifo "bad/${probe}_circuit.v"
    timeout 20 env PATH="$work/bin:$PATH" "$tauflow" core "bad/${probe}_circuit.tau"
}
ok a_pipe_as_the_verilog_is_refused refused 2 \
    "circuit's Verilog, which belongs beside its image: cannot read: it is a pipe" fifo
older() { # an image of before, which does not tell its text
    copy bad
    python3 - "bad/${probe}_circuit.tau" <<'PY'
import struct, sys, zlib
image = open(sys.argv[1], "rb").read()
image = image[:image.rindex(b"TEXT")]
head = struct.pack("<HHII", 5, 0, len(image) + 4, struct.unpack("<I", image[16:20])[0] - 1)
image = image[:8] + head + image[20:]
open(sys.argv[1], "wb").write(image + struct.pack("<I", zlib.crc32(image)))
PY
}
older
ok an_image_of_before_is_read prints '^needs  *circuit ' "$tauflow" dump "bad/${probe}_circuit.tau"
ok but_no_circuit_is_built_for_it refused 2 "does not name its Verilog: compile it again" core bad
ok nor_found_by_the_library refused 2 "does not name its Verilog, .*: compile it again" \
    "$step" "bad/${probe}_circuit.tau" --device sim:
long() {
    copy bad
    python3 - "bad/${probe}_circuit.tau" <<'PY'
import struct, sys, zlib
image = open(sys.argv[1], "rb").read()[:-4]
at = image.rindex(b"TEXT") + 4
image = image[:at] + struct.pack("<I", 36) + image[at + 4:] + b"more"
image = image[:12] + struct.pack("<I", len(image) + 4) + image[16:]
open(sys.argv[1], "wb").write(image + struct.pack("<I", zlib.crc32(image)))
PY
    "$tauflow" dump "bad/${probe}_circuit.tau"
}
ok a_text_of_another_length_is_refused refused 2 "circuit's text has a bad length of 36 bytes" long

# Folders of cores that are named.
run() { # FOLDER
    PATH=$work/bin:$PATH "$tauflow" run "$build/../robots/pendulum5.urdf" --effort 0 --budget 1 \
        --engine rtl --cores "$1"
}
mkdir open && chmod 777 open && ln -s open link
ok others_can_write_to_the_folder refused 2 "others can write to open and put any code there" \
    run open
ok a_link_to_a_folder refused 2 "link is a link: cores are run only from folders of your own" \
    run link
fresh() { run fresh/deep >/dev/null 2>&1; [ "$(stat -c %a fresh fresh/deep | tr '\n' ' ')" = \
    "700 700 " ]; }
ok a_new_folder_is_the_users_alone fresh
finish
