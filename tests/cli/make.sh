# SPDX-License-Identifier: MIT
# What `make` shows and installs, and what `tests/run` says of programs that fail, die or hang.
. tests/cli/tap.bash
export MAKEFLAGS=
unset MAKELEVEL # as a person calls it
build=${BUILD:-build}

# --- one line a file ---
says() { # FILE TEXT: exactly that
    diff <(echo "$2") "$1"
}
make BUILD="$work/b" "$work/b/obj/machine/report.o" >"$work/said" 2>&1
make BUILD="$work/b" -W machine/report.c "$work/b/obj/machine/report.o" >"$work/short" 2>&1
make BUILD="$work/b" -W machine/report.c V=1 "$work/b/obj/machine/report.o" >"$work/long" 2>&1
ok make_prints_one_short_line_a_file says "$work/short" "CC machine/report.c"
ok make_v_1_prints_the_command \
    grep -q -- ' -std=c11 .* -o .*report.o machine/report.c$' "$work/long"
dozen=$(ls machine/*.c | grep -v 'generate\|report' | head -n 12)
few_lines() { # of many files, elsewhere than on a terminal: the start, and half-way
    make BUILD="$work/b" $(printf "$work/b/obj/%s.o " \
        $(basename -s .c -a $dozen | sed 's,^,machine/,')) >"$work/said" 2>&1
    says "$work/said" "building: 12 steps
building: 6 of 12 steps"
}
ok many_files_are_two_lines few_lines
one_line() { # a terminal has one line, which ends empty
    : >"$work/counter"
    for k in $(seq 12); do echo "sh .ci/progress $work/counter 12 CC file$k"; done >"$work/told.sh"
    script -qec "sh $work/told.sh" /dev/null </dev/null >"$work/said"
    cat -v "$work/said"
    [ "$(wc -l <"$work/said")" -eq 0 ] && grep -q '\[7/12\] CC file7' "$work/said" &&
        [ "$(tail -c 3 "$work/said")" = "$(printf '\033[K')" ]
}
if command -v script >/dev/null; then ok a_terminal_has_one_line one_line; fi
jobs_of() { make "$@" -pn help 2>/dev/null | sed -n 's/^MAKEFLAGS = [a-z]* *\(-j[0-9]*\).*/\1/p'; }
parallel() {
    [ "$(jobs_of)" = "-j$(nproc)" ] && [ "$(jobs_of -j1)" = -j1 ] && [ "$(jobs_of -j7)" = -j7 ] &&
        [ "$(MAKEFLAGS=-j5 jobs_of)" = -j5 ]
}
ok as_many_jobs_as_processors_unless_told parallel
above() { # a make above shares its jobs with ours, and neither complains
    printf 'all:\n\t@$(MAKE) -C %s help\n' "$PWD" >"$work/above.mk"
    make -j3 -f "$work/above.mk" >"$work/said" 2>&1 && ! grep 'warning:' "$work/said"
}
ok a_make_above_says_how_many_jobs above
helps() { # what the comments beside the targets say, and every one is a target
    make help >"$work/help" && cat "$work/help" && [ "$(wc -L <"$work/help")" -le 80 ] || return 1
    for target in demo test lint install san fuzz soak bitstream clean; do
        grep -q "^make $target  *[a-z0-9A-Z]" "$work/help" || { echo "no $target"; return 1; }
    done
    for target in $(awk '{ print $2 }' "$work/help"); do
        grep -qE "^$target( [a-z-]+)*:" Makefile host/host.mk rtl/boards/boards.mk \
            tests/fuzz/fuzz.mk || { echo "$target is no target"; return 1; }
    done
}
ok help_lists_targets helps
links_short() { # every link against the archive, besides no object but those of the program's own
    make -n -B V=1 BUILD="$work/b" "$work/b/tauflow" "$work/b/tests/fp32_test" |
        grep -E -- "-o $work/b/(tauflow|tests/fp32_test) " >"$work/links"
    cat "$work/links"
    [ "$(wc -l <"$work/links")" -eq 2 ] && ! grep -vq 'libtauflow-compiler.a' "$work/links" &&
        [ "$(tr ' ' '\n' <"$work/links" | grep -c '\.o$')" -eq 3 ]
}
ok link_lines_name_one_archive links_short

# --- packages, with stand-ins for dpkg and apt that keep their own list ---
mkdir -p "$work/bin"
cat >"$work/bin/dpkg-query" <<'END'
#!/bin/sh
while IFS= read -r p; do echo "$p install ok installed"; done <"$DPKG_LIST"
END
cat >"$work/bin/apt-get" <<'END'
#!/bin/sh
echo "apt-get $*" >>"$APT_CALLS"
echo "a hundred lines of apt"
[ -z "${APT_FAILS-}" ] || { echo "E: no route to host"; exit 100; }
for p; do case $p in install | -*) ;; *) echo "$p" >>"$DPKG_LIST" ;; esac; done
END
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/sudo"
chmod +x "$work"/bin/*
export DPKG_LIST=$work/installed APT_CALLS=$work/calls
demo=$(make -pn deps-demo 2>/dev/null | sed -n 's/^PACKAGES_demo *= *//p')
packages() { PATH=$work/bin:$PATH make BUILD="$work/b" PYTHON_test= "$1" >"$work/said" 2>&1; }
printf '%s\n' $demo >"$DPKG_LIST"
: >"$APT_CALLS"
none() { packages deps-demo && [ ! -s "$APT_CALLS" ] && [ ! -s "$work/said" ]; }
ok nothing_missing_nothing_said none
removed() {
    sed -i '/^verilator$/d' "$DPKG_LIST"
    packages deps-demo && says "$work/said" "installing verilator" &&
        grep -q 'install .* verilator$' "$APT_CALLS"
}
ok a_removed_package_comes_back removed
more() { packages deps-test && grep -q '^installing clang .*libcmocka-dev' "$work/said"; }
ok tests_install_more_than_the_demo more
fails() {
    sed -i '/^verilator$/d' "$DPKG_LIST"
    ! APT_FAILS=1 packages deps-demo && grep -q 'no route to host' "$work/said" &&
        grep -q 'a hundred lines' "$work/b/packages.log"
}
ok apt_is_shown_when_it_fails fails

# --- packages of Python, with a stand-in for the environment's pip ---
mkdir -p "$work/venv/bin"
ln -s "$(command -v true)" "$work/venv/bin/python3"
cat >"$work/venv/bin/pip" <<'END'
#!/bin/sh
for p; do :; done
echo "$p" >>"$PIP_CALLS"
[ "$p" != odd ] || { echo "no wheel of odd"; exit 1; }
END
chmod +x "$work/venv/bin/pip"
export PIP_CALLS=$work/pip_calls
python_packages() { bash .ci/python "$work/venv" "$work/python.log" plain odd >"$work/said" 2>&1; }
one_fails() { # and that is no failure
    python_packages && says "$work/said" "installing for Python plain odd
no odd: what asks for it is skipped (the reason is in $work/python.log)" &&
        grep -qx 'no wheel of odd' "$work/python.log" && says "$PIP_CALLS" "plain
odd"
}
ok a_python_package_that_is_not_to_be_had_is_told one_fails
once() { : >"$PIP_CALLS" && python_packages && [ ! -s "$work/said" ] && [ ! -s "$PIP_CALLS" ]; }
ok python_packages_are_tried_once_a_day once
again() {
    touch -d '2 days ago' "$work/venv/failed-odd" && python_packages && says "$PIP_CALLS" odd
}
ok after_that_what_failed_is_tried_again again

# --- the demo ---
page() {
    make --no-print-directory BUILD="$build" run-demo >"$work/demo" 2>&1 ||
        { cat "$work/demo"; return 1; }
    sed -n '/^PUMA 560/,$p' "$work/demo" >"$work/page"
    cat "$work/page"
    [ "$(wc -l <"$work/page")" -le 23 ] && [ "$(wc -L <"$work/page")" -le 80 ] &&
        grep -qE 'cycles ([0-9]+) measured, \1 predicted' "$work/page" &&
        [ "$(grep -cE '^  q[1-6] .* N m .* N m$' "$work/page")" -eq 6 ] &&
        grep -q 'tauflow compile YOUR.urdf' "$work/page"
}
ok demo_ends_in_a_page_of_one_screen page
true_line() { # how far off the arm is at the start, and from 1 s on, by the file of the motion
    awk -F, 'function off(  i, most) {
                 for (i = 2; i <= 7; i++) {
                     if ($i > most) most = $i
                     if (-$i > most) most = -$i
                 }
                 return most
             }
             NR == 2 { start = off() }
             NR > 2 && $1 >= 1 && off() > later { later = off() }
             END { printf "%.3g %.2e\n", start, later }' "$build/demo/track.csv" >"$work/off"
    read -r start later <"$work/off" && cat "$work/off" &&
        grep -q "starts $start rad off its path;$" "$work/page" &&
        grep -q "from 1 s on no joint is more than $later rad off$" "$work/page"
}
ok demo_says_how_far_off_the_arm_is true_line
named() { # every file the page names is there
    for f in $(sed -n '/^Look at/,/^$/p' "$work/page" | grep -o "$build/[a-z0-9/._]*"); do
        [ -s "$f" ] || { echo "$f is not there"; return 1; }
    done
    [ -n "${f-}" ]
}
ok demo_names_files_that_are_there named

# --- the runner ---
echo 'echo "ok 1 - a"; echo "ok 2 - b # skip no device"' >"$work/good.sh"
echo 'echo "ok 1 - a"; sleep 600 & echo $! >"'"$work"'/child"; wait' >"$work/hangs.sh"
echo 'echo "ok 1 - a"; exit 3' >"$work/dies.sh"
echo 'true' >"$work/empty.sh"
echo 'sleep 3; echo "ok 1 - a"' >"$work/waits.sh"
spin='bash -c "i=0; while ((i++ < 100000)); do :; done"'
echo "echo 'ok 1 - a'; while :; do $spin; done" >"$work/spins.sh"
run() { BUILD=$work/r TEST_SECONDS=1 TEST_WALL=${WALL:-60} bash tests/run "$@" >"$work/said" 2>&1; }
hang() {
    ! WALL=2 run "$work/hangs.sh" "$work/good.sh" && cat "$work/said" &&
        grep -q '^FAIL hangs: no end within 2 s (TEST_WALL), after 1 tests' "$work/said" &&
        grep -q '^1 skipped$' "$work/said" && tail -n 1 "$work/said" | grep -qx '2 passed, 1 failed'
}
ok a_hang_is_a_failure_with_its_name_and_the_run_goes_on hang
gone() { # a zombie, if nobody has fetched it yet, is gone too
    local state
    state=$(ps -o stat= -p "$(cat "$work/child")")
    [[ -z $state || $state = Z* ]]
}
ok a_hang_leaves_no_child gone
cat >"$work/hears.sh" <<'END'
bash -c 'kill -INT $$; echo "not ok 1 - a"' || echo "ok 1 - a"
END
ok tests_hear_ctrl_c run "$work/hears.sh"
waits() {
    run "$work/waits.sh"
    cat "$work/said"
    tail -n 1 "$work/said" | grep -qx '1 passed, 0 failed'
}
ok a_test_that_waits_longer_than_its_processor_limit_is_green waits
spins() { # no child of it comes near the limit
    ! run "$work/spins.sh" && cat "$work/said" && grep -q \
        '^FAIL spins: more than 1 s of the processor (TEST_SECONDS), after 1 tests' "$work/said"
}
ok processor_time_of_children_that_ended_counts spins
# How far it is, and one line per reason of what was skipped; what each did is in the log.
echo 'echo "ok 1 - a # skip no device"; echo "ok 2 - b # SKIP no network"' >"$work/bare.sh"
for k in $(seq 16); do echo 'echo "ok 1 - a"' >"$work/many$k.sh"; done
green() {
    run "$work/good.sh" "$work/bare.sh" "$work"/many*.sh
    cat "$work/said"
    [ "$(wc -l <"$work/said")" -le 24 ] &&
        grep -qE '^9 of 18 done, about [0-9]+ s left$' "$work/said" &&
        grep -qx 'skipped 2: good bare: no device' "$work/said" &&
        [ "$(tail -n 2 "$work/said")" = "$(printf '3 skipped\n17 passed, 0 failed')" ] &&
        [ "$(wc -l <"$work/r/tests/log/skipped")" -eq 3 ] &&
        grep -qE '^good +1 passed +0 failed +1 skipped' "$work/r/tests/log/summary"
}
ok a_green_run_is_a_screen green
first() { # what took longest last time
    echo "0.0 9.0" >"$work/r/tests/log/many16.cpu" && run "$work"/many*.sh &&
        [ "$(head -n 1 "$work/r/tests/log/order" | cut -d' ' -f1,2)" = "9 many16" ]
}
ok the_slowest_is_first first
slow_ones() { # of a fresh clone: each line of the list is a test that make runs, and its seconds
    local test seconds
    make -n BUILD="$work/none" run-tests 2>/dev/null | tr ' ' '\n' >"$work/words"
    while read -r test seconds; do
        grep -qE "/$test(\.sh)?$" "$work/words" && [ "$seconds" -gt 0 ] ||
            { echo "no $test"; return 1; }
    done <tests/slowest.txt
}
ok slow_tests_are_there slow_ones
dies() {
    ! run "$work/dies.sh" "$work/empty.sh" && cat "$work/said" &&
        grep -q '^FAIL dies: exit code 3 after 1 tests' "$work/said" &&
        grep -q '^FAIL empty: exit code 0 after 0 tests' "$work/said"
}
ok a_death_and_an_empty_test_are_failures dies
finish
