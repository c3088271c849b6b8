#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A person who installs the library into a folder of their own compiles the example of docs/use.md
# against it and gets a torque. No LD_LIBRARY_PATH: what pkg-config says must be enough.
# tests/host/readme.sh does the same in the default prefix.
. tests/cli/tap.bash
build=${BUILD:-build}
prefix=$work/installed
unset LD_LIBRARY_PATH
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig MAKEFLAGS=

# readme.sh may install at the same time, from the same objects.
ok install_works flock "$build" make --no-print-directory BUILD="$build" install PREFIX="$prefix"
installed() {
    find "$prefix" -not -type d -printf '%P\n' |
        sed -E 's|^(share/tauflow)/.*\.(v\|sv\|vh\|vlt\|sh\|cpp\|h)$|\1|; s|(/cores)/.*/|\1/|
                s|^(share/man/man1)/.*\.1$|\1|' |
        LC_ALL=C sort -u >"$work/list"
    printf '%s\n' bin/tauflow bin/tauflow-bench bin/tauflow-board bin/tauflow-step \
        include/tauflow.h include/tauflow_status.h \
        lib/libtauflow.a lib/libtauflow.so "lib/$(bash machine/version.sh soname)" \
        lib/pkgconfig/tauflow.pc \
        lib/cmake/tauflow/tauflow-config.cmake lib/cmake/tauflow/tauflow-config-version.cmake \
        lib/tauflow/cores/core.so share/bash-completion/completions/tauflow \
        share/man/man1 share/zsh/site-functions/_tauflow share/tauflow | LC_ALL=C sort |
        diff - "$work/list"
}
ok nothing_but_these_files_is_installed installed
# A page per program and command, and what shells complete (tests/cli/help.sh, completion.sh).
manuals() {
    local page command
    for page in tauflow tauflow-step tauflow-bench tauflow-board; do
        [ -s "$prefix/share/man/man1/$page.1" ] || { echo "no $page"; return 1; }
    done
    for command in $("$prefix/bin/tauflow" --help |
        sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        page=$prefix/share/man/man1/tauflow-$command.1
        "$prefix/bin/tauflow" "$command" --help man | diff - "$page" || return 1
    done
    "$prefix/bin/tauflow-step" --help man | diff - "$prefix/share/man/man1/tauflow-step.1"
}
ok manual_pages_say_what_the_programs_say manuals
board_page() { # which has no table of options
    sed -n '/^\.nf$/,/^\.fi$/p' "$prefix/share/man/man1/tauflow-board.1" | sed '1d; $d' |
        sed -e 's/\\-/-/g' -e 's/\\e/\\/g' -e 's/^\\&//' |
        diff - <("$prefix/bin/tauflow-board" --help)
}
ok manual_page_of_the_board_is_its_help board_page
completion() {
    "$prefix/bin/tauflow" --help bash |
        diff - "$prefix/share/bash-completion/completions/tauflow" &&
        "$prefix/bin/tauflow" --help zsh | diff - "$prefix/share/zsh/site-functions/_tauflow"
}
ok completion_is_installed completion
if command -v man >/dev/null; then
    readable() {
        for page in tauflow tauflow-info tauflow-step tauflow-board; do
            man --warnings -l "$prefix/share/man/man1/$page.1" 2>&1 >"$work/page" |
                diff - /dev/null || return 1
        done
    }
    ok manual_pages_are_readable readable
fi
if command -v cmake >/dev/null; then
    with_cmake() {
        mkdir -p "$work/cmake" && cp docs/example_step.c "$work/cmake" || return 1
        cat >"$work/cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(step C)
find_package(tauflow 0.2 REQUIRED)
add_executable(step example_step.c)
target_link_libraries(step tauflow::tauflow)
END
        cmake -S "$work/cmake" -B "$work/cmake/build" -DCMAKE_PREFIX_PATH="$prefix" &&
            cmake --build "$work/cmake/build" && ldd "$work/cmake/build/step" | grep "$prefix/lib"
    }
    ok cmake_finds_the_library with_cmake
else
    tests=$((tests + 1))
    echo "ok $tests - cmake_finds_the_library # skip cmake is not installed"
fi
sed -n '/^    #include <stdio.h>/,/^    }$/s/^    //p' docs/use.md >"$work/step.c"
# The line of the licence is for the file.
ok the_document_shows_the_example diff -B "$work/step.c" <(tail -n +2 docs/example_step.c)
ok example_has_about_twenty_lines test "$(grep -c . "$work/step.c")" -le 24
ok example_compiles_against_the_shared_library \
    cc -Wall -Wextra -Werror -o "$work/step" "$work/step.c" $(pkg-config --cflags --libs tauflow)
ok image_is_made_by_the_installed_compiler \
    "$prefix/bin/tauflow" image robots/puma560.urdf --effort 0 -o "$work/puma560.tau"
version=$(bash machine/version.sh)
one_version() {
    [ -n "$version" ] && [ "$(pkg-config --modversion tauflow)" = "$version" ] || return 1
    for t in tauflow tauflow-step tauflow-bench tauflow-board; do
        [ "$("$prefix/bin/$t" --version)" = "$t $version" ] || { echo "$t"; return 1; }
    done
}
ok all_programs_report_the_version_of_the_header one_version
tree=$PWD
cd "$work" || exit 1
ok example_prints_torques_of_the_simulated_core prints '^ +-?[0-9]+\.[0-9]+ N m$' ./step
same() {
    ./step puma560.tau sim: >sim.txt && ./step puma560.tau twin: >twin.txt &&
        cmp sim.txt twin.txt && [ "$(wc -l <sim.txt)" -eq 6 ]
}
ok example_prints_the_same_on_the_twin same
archive="$prefix/lib/libtauflow.a -ldl -lm -pthread"
ok example_compiles_against_the_archive cc -o archive step.c -I"$prefix/include" $archive
ok archived_example_prints_torques prints 'N m$' ./archive

# -static: dlopen is there, but nothing that could load a core.
for pie in static static-pie; do
    cc -$pie -o $pie step.c -I"$prefix/include" $archive 2>link.log
    refuses_sim() {
        ./$pie puma560.tau sim: >out
        code=$?
        cat out
        [ $code -eq 1 ] && grep -q 'sim: needs a program with a dynamic loader.*use twin:' out
    }
    ok "sim_in_a_program_linked_${pie}_is_a_clear_error" refuses_sim
    steps_on_twin() {
        ./$pie puma560.tau twin: >out && cmp out twin.txt
    }
    ok "twin_works_in_a_program_linked_$pie" steps_on_twin
done
ok header_serves_cxx \
    g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++ -fsyntax-only -I"$prefix/include" \
    "$prefix/include/tauflow.h"
ok installed_tool_finds_the_installed_core \
    prints 'cycles +[0-9]+ \(' "$prefix/bin/tauflow-step" puma560.tau
# A core that did not come with it is named with one command, and built by that from what was
# installed, in any folder, once, into the user's cache.
export XDG_CACHE_HOME=$work/cache
named_and_built_once() {
    "$prefix/bin/tauflow" image "$tree/robots/pendulum5.urdf" --effort 0 --budget 4 --modules 1 \
        --lanes 1 --transfer 1 -o other.tau || return 1
    "$prefix/bin/tauflow-step" other.tau 2>refused && return 1
    cat refused
    "$prefix/bin/tauflow" $(sed -n 's/.* not built yet; once: tauflow //p' refused) \
        2>first >path && cat first path &&
        grep -q 'note: building core crossbar_1_1_1_' first &&
            grep -q "^$work/cache/tauflow/cores/crossbar_1_1_1_.*/core.so$" path &&
        "$prefix/bin/tauflow" core other.tau 2>second | cmp - path && [ ! -s second ] &&
        prints '^cycles +([0-9]+) \(\1 predicted\)$' "$prefix/bin/tauflow-step" other.tau
}
ok missing_core_is_named_and_built_once_in_the_users_cache named_and_built_once
shipped() {
    local cores=$prefix/lib/tauflow/cores
    [ "$("$prefix/bin/tauflow" core)" = "$cores/$(ls "$cores")/core.so" ]
}
ok default_core_came_with_the_installation shipped
only_public() {
    ! nm -g --defined-only "$prefix/lib/libtauflow.a" | grep ' [A-Z] ' | grep -v ' tauflow_'
}
ok only_public_names_are_exported only_public
finish
