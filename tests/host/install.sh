#!/usr/bin/env bash
# A person who installs the library compiles the README's example against it and gets a torque.
. tests/cli/tap.bash
build=${BUILD:-build}
prefix=$work/installed
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib MAKEFLAGS=

ok install_works make --no-print-directory BUILD="$build" install PREFIX="$prefix"
sed -n '/^    #include <stdio.h>/,/^    }$/s/^    //p' README.md >"$work/step.c"
ok readme_shows_the_example diff -B "$work/step.c" docs/example_step.c
ok example_has_about_twenty_lines test "$(grep -c . "$work/step.c")" -le 24
ok example_compiles_against_the_shared_library cc -Wall -Wextra -Werror -o "$work/step" "$work/step.c" $(pkg-config --cflags --libs tauflow)
ok image_is_made_by_the_installed_compiler "$prefix/bin/tauflow" image robots/puma560.urdf --effort 0 -o "$work/puma560.tau"
cd "$work" || exit 1
ok example_prints_torques_of_the_simulated_core prints '^ +-?[0-9]+\.[0-9]+ N m$' ./step
same() {
    ./step puma560.tau sim: >sim.txt && ./step puma560.tau twin: >twin.txt && cmp sim.txt twin.txt && [ "$(wc -l <sim.txt)" -eq 6 ]
}
ok example_prints_the_same_on_the_twin same
ok example_compiles_against_the_archive cc -o static step.c -I"$prefix/include" "$prefix/lib/libtauflow.a" -ldl -lm -pthread
ok static_example_prints_torques prints 'N m$' ./static
ok header_serves_cxx g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++ -fsyntax-only -I"$prefix/include" "$prefix/include/tauflow.h"
ok installed_tool_finds_the_installed_core prints 'cycles +[0-9]+ \(' "$prefix/bin/tauflow-step" puma560.tau
only_public() {
    ! nm -g --defined-only "$prefix/lib/libtauflow.a" | grep ' [A-Z] ' | grep -v ' tauflow_'
}
ok only_public_names_are_exported only_public
finish
