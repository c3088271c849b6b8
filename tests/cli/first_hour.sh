# The first hours of docs/first_hour_*.md: every command that they show is run, in their order, and
# leaves behind what they promise.
. tests/cli/tap.bash
tree=$PWD build=$PWD/${BUILD:-build}
# A folder with the tree in it and a build of its own, so that nothing of this one is changed.
mkdir "$work/tree" "$work/tree/build"
ln -s "$PWD"/{robots,docs,rtl} "$work/tree"
for program in tauflow tauflow-step; do
    [ ! -x "$build/$program" ] || ln -s "$build/$program" "$work/tree/build/$program"
done
commands() { # DOCUMENT: lines of its blocks that are commands, a line that goes on with it
    awk '/^    (build\/|cp |cc |awk |iverilog |vvp )/ || on {
            sub(/^ +/, ""); on = /\\$/; print }' "$1" |
        sed ':a; /\\$/ { N; s/\\\n */ /; ta }'
}
for document in docs/first_hour_robotics.md docs/first_hour_fpga.md; do
    commands "$document" >"$work/list"
    ok "$document shows commands" [ "$(wc -l <"$work/list")" -ge 7 ]
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
done
left() {
    local file
    for file in my.html my/puma560.c my/motion.svg my/my.tau puma560.html puma560.vcd units.html \
        circuit/pendulum5_circuit.v puma560.tau; do
        [ -s "$work/tree/build/$file" ] || { echo "no $file"; return 1; }
    done
    [ "$(grep -o '<path' "$work/tree/build/my/motion.svg" | wc -l)" = 7 ] # zero, and six joints
}
ok "they leave behind what they promise" left
finish
