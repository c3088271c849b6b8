# SPDX-License-Identifier: MIT
# Includes point one way, so that each folder can be read and built without those after it:
#
#     base <- machine <- host <- sim <- scheduler
#     in scheduler: robot <- algebra <- writers <- functions <- loops <- operations <- check
#                   <- numbers <- schedule <- program <- tasks <- circuit <- emit <- cache <- passes
#                   <- certify <- apps <- commands <- main.c
#
# A file may include its own folder and those before it. The second opinion (check) takes nothing of
# the equations that it judges. Compiler and library take no file of each other, although both stand
# in this row, but motion, which moves robots on cores, the library's header. measure/tables takes
# nothing but base, since the compiler is built with what it prints, and is taken by nobody.
# Tests, the rest of measure/ and docs/ may include anything.
. tests/cli/tap.bash

cat >"$work/includes.awk" <<'END_AWK'
BEGIN {
    split("base machine host sim scheduler", row, " ")
    for (i in row)
        rank[row[i]] = 100 * i
    # main.c stands directly in scheduler/: after all folders, which is no folder's name
    forms = "robot algebra writers functions loops operations check numbers schedule program " \
        "tasks circuit emit cache passes certify apps commands"
    split(forms, row, " ")
    for (i in row)
        rank["scheduler/" row[i]] = 500 + i
    rank["scheduler"] = 599
    rank["measure"] = 150 # measure/tables, after base
    # the folders of -I, in the order of the Makefile
    folders = split(". machine scheduler sim host sim/board", searched, " ")
}
NR == FNR { exists[$0] = 1; next } # the list of all files, first
/^[ \t]*#[ \t]*include[ \t]*"/ {
    text = $0
    sub(/^[^"]*"/, "", text)
    sub(/".*/, "", text)
    count++
    to = found(FILENAME, text)
    if (to == "")
        complain("no such file")
    else if (home(to) in rank) {
        if (rank[home(to)] > rank[home(FILENAME)])
            complain(home(to) " stands after " home(FILENAME))
        if (home(to) == "measure" && home(FILENAME) != "measure")
            complain("the tables of measurements are a program of their own")
        if (FILENAME ~ /^scheduler\/check\// &&
            to ~ /^scheduler\/(algebra|writers|functions|loops)\//)
            complain("the second opinion takes nothing of the equations")
        if (FILENAME ~ /^scheduler\// && to ~ /^host\// &&
            !(FILENAME ~ /^scheduler\/apps\/motion\// && to == "host/tauflow.h"))
            complain("the compiler takes no file of the library")
        # The way from library to compiler points against the row and was refused above.
    } else if (to ~ /^tests\// && !(FILENAME ~ /^sim\/.*\.cpp$/)) # harnesses are tests themselves
        complain("tests are included by tests alone")
}
END {
    if (count == 0) {
        print "no include was looked at"
        bad = 1
    }
    exit bad
}
function complain(why)
{
    printf "%s:%d: #include \"%s\": %s\n", FILENAME, FNR, text, why
    bad = 1
}
function home(path,  part)
{
    split(path, part, "/")
    if (part[1] != "scheduler")
        return part[1]
    sub(/\..*/, "", part[2]) # passes.h
    return ("scheduler/" part[2]) in rank ? "scheduler/" part[2] : "scheduler"
}
function found(file, text,  own, i, path)
{
    own = file
    sub(/[^\/]*$/, "", own)
    if ((path = plain(own text)) in exists)
        return path
    for (i = 1; i <= folders; i++)
        if ((path = plain((searched[i] == "." ? "" : searched[i] "/") text)) in exists)
            return path
    if (("tests/" text) in exists)
        return "tests/" text
    if (text ~ /^tauflow_(regs|load|shape|trig|atan|crc)\.h$/) # machine/generate.c
        return "machine/" text
    if (text ~ /^tauflow_(cores\.def|build\.h)$/) # measure/synth/cores_def.sh, the Makefile
        return "build/" text
    if (text ~ /^ranks_(runtime|main)\.inc$/) # made of scheduler/apps/ranks/ranks_*.h
        return "scheduler/apps/ranks/ranks_runtime.h"
    # the Makefile makes them of scheduler/apps/report/page.*, scheduler/apps/fmu/source
    # and LICENSE
    if (text ~ /^page_(js|explore|motion|css|motion_[ch]|fmi[23]|licence)\.inc$/)
        return "scheduler/apps/report/" text
    if (text == "model.h") # of an FMU
        return "scheduler/apps/fmu/" text
    if (text ~ /^V[a-z0-9_]+\.h$|^verilated.*\.h$/) # Verilator's
        return "build/" text
    return file ~ /^host\/examples\// ? "build/" text : "" # the C of a robot
}
function plain(path) # without a/../
{
    while (sub(/[^\/.]+\/\.\.\//, "", path))
        ;
    return path
}
END_AWK
one_way() ( # [FOLDER]: in the tree there
    cd "${1:-.}" &&
        find base machine host sim scheduler tests measure/tables -type f | sort >"$work/all" &&
        grep -E '^(base|machine|host|sim|scheduler|measure)/.*\.(c|h|cpp)$' "$work/all" |
        xargs -d '\n' awk -f "$work/includes.awk" "$work/all"
)
ok "includes point one way" one_way

# A wrong include is found, in a copy of the tree.
copy=$work/tree
mkdir -p "$copy/measure" && cp -r base machine host sim scheduler tests "$copy" &&
    cp -r measure/tables "$copy/measure"
planted() { # FILE TEXT REASON
    printf '#include "%s"\n' "$2" >"$copy/$1"
    one_way "$copy" >"$work/said"
    local failed=$?
    rm "$copy/$1"
    cat "$work/said"
    [ $failed != 0 ] && grep -qF "$1:1: #include \"$2\": $3" "$work/said"
}
ok "base takes nothing of machine" planted base/planted.c machine/shape.h \
    "machine stands after base"
ok "machine takes nothing of the library" planted machine/planted.h ../host/tauflow.h \
    "host stands after machine"
ok "the library takes nothing of the simulation" planted host/planted.c rtl_core.h \
    "sim stands after host"
ok "the library takes nothing of the compiler" planted host/planted.c operations/ops.h \
    "scheduler/operations stands after host"
ok "the compiler takes nothing of the library" planted scheduler/emit/planted.c tauflow.h \
    "the compiler takes no file of the library"
ok "motion takes nothing of the library but its header" planted scheduler/apps/motion/planted.c \
    host/handle.h "the compiler takes no file of the library"
ok "no form takes the form after it" planted scheduler/robot/planted.c functions/equations.h \
    "scheduler/functions stands after scheduler/robot"
ok "the second opinion takes nothing of the equations" planted scheduler/check/planted.c \
    algebra/matrices.h "the second opinion takes nothing of the equations"
ok "passes take nothing of the commands" planted scheduler/passes.c commands/commands.h \
    "scheduler/commands stands after scheduler/passes"
ok "nothing but tests includes tests" planted machine/planted.c fp32_pairs.h \
    "tests are included by tests alone"
ok "the compiler takes nothing of the tables of measurements" planted scheduler/robot/planted.c \
    measure/tables/csv.h "the tables of measurements are a program of their own"
ok "the tables of measurements take nothing of the machine" planted measure/tables/planted.c \
    machine/shape.h "machine stands after measure"
ok "an include that leads nowhere is named" planted sim/planted.c nowhere.h "no such file"
finish
