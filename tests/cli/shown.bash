# SPDX-License-Identifier: MIT
# Commands that documents show are run as they stand there, in their order, in a tree of their own.
#
#     shown_tree              makes it, $work/tree: sources, and a build folder with our programs
#     run_shown DOCUMENT N    runs the commands of one that shows at least N
tree=$PWD build=$PWD/${BUILD:-build}
shown_tree() {
    local program
    mkdir "$work/tree" "$work/tree/build"
    ln -s "$PWD"/{robots,docs,rtl} "$work/tree"
    for program in tauflow tauflow-step; do
        [ ! -x "$build/$program" ] || ln -s "$build/$program" "$work/tree/build/$program"
    done
}
commands() { # DOCUMENT: lines of its blocks that are commands, a line that goes on with it
    awk '/^    (build\/|cp |cc |awk |iverilog |vvp )/ || on {
            sub(/^ +/, ""); on = /\\$/; print }' "$1" |
        sed ':a; /\\$/ { N; s/\\\n */ /; ta }'
}
run_shown() {
    local line
    commands "$1" >"$work/list"
    ok "$1 shows commands" [ "$(wc -l <"$work/list")" -ge "$2" ]
    while IFS= read -r line <&3; do
        case $line in
        iverilog* | vvp*) command -v iverilog >/dev/null || { tests=$((tests + 1)); \
            echo "ok $tests - $line # skip Icarus is not installed"; continue; } ;;
        *tauflow-step*) [ -x "$build/tauflow-step" ] || { tests=$((tests + 1)); \
            echo "ok $tests - $line # skip tauflow-step is not built"; continue; } ;;
        esac
        ok "${line%% -*}: ${line##* }" eval "cd '$work/tree' && $line && cd - >/dev/null"
        cd "$tree" || exit 1
    done 3<"$work/list"
}
# left FILE...: of the build folder, all there and not empty
left() {
    local file
    for file in "$@"; do
        [ -s "$work/tree/build/$file" ] || { echo "no $file"; return 1; }
    done
}
