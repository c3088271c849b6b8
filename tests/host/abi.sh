#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The shared library and programs of other releases (docs/host.md): tests/host/abi has the headers
# of each. One of another TAUFLOW_ABI is refused by the loader before it can do harm; one of this
# TAUFLOW_ABI works. What a later header may change is watched by abi/compare.py.
. tests/cli/tap.bash
build=${BUILD:-build}
library=$PWD/$build/lib
soname=$(bash machine/version.sh soname)
warnings='-std=c11 -Wall -Wextra -Werror'
unset LD_LIBRARY_PATH
"$tauflow" image robots/puma560.urdf --effort 0 -o "$work/puma560.tau" >/dev/null
mkdir "$work/today"
cp host/tauflow.h machine/tauflow_status.h "$work/today"

# abi_of FOLDER: the number behind libtauflow.so of that header; the first release had none.
abi_of() {
    sed -n 's/^#define TAUFLOW_ABI \([0-9]*\)$/\1/p' "$1/tauflow_status.h" | grep . || echo 0
}
# names FOLDER: the library's functions.
names() {
    sed -n 's/^TAUFLOW_API.*[ *]\(tauflow_[a-z_]*\)(.*/\1/p' "$1/tauflow.h" | LC_ALL=C sort
}
today=$(abi_of "$work/today")
nm -D --defined-only "$library/libtauflow.so" >"$work/names"
ok soname_is_that_of_the_header [ "$soname" = "libtauflow.so.$today" ]
ok soname_is_in_the_library \
    sh -c "objdump -p '$library/libtauflow.so' | grep -Eq 'SONAME +$soname\$'"

# Programs of an earlier ABI were linked with a library that is not here any more: one with its
# soname and its names stands in for it.
old_program() { # FOLDER OUT
    names "$1" | sed 's/.*/void &(void) { }/' >"$work/old.c"
    sed -n 's/^TAUFLOW_API.*[ *]\(tauflow_[a-z_]*\)(.*/void \1(void);/p' "$1/tauflow.h" |
        cat - "$work/old.c" >"$work/stand_in.c"
    mkdir -p "$work/old" &&
        cc -shared -fPIC -Wl,-soname,"libtauflow.so.$(abi_of "$1")" -o "$work/old/libtauflow.so" \
            "$work/stand_in.c" &&
        cc $warnings -I"$1" -o "$2" tests/host/abi/program.c -L"$work/old" -ltauflow
}
# refused_by_loader PATTERN FOLDER PROGRAM: it did not even begin.
refused_by_loader() {
    LD_LIBRARY_PATH=$2 "$3" "$work/puma560.tau" >"$work/out" 2>"$work/err"
    local code=$?
    cat "$work/out" "$work/err"
    [ $code -eq 127 ] && [ ! -s "$work/out" ] && grep -Eq "$1" "$work/err"
}
serves() { # FOLDER: compiled with that header, run with today's library
    cc $warnings -I"$1" -o "$work/program" tests/host/abi/program.c -L"$library" -ltauflow &&
        LD_LIBRARY_PATH=$library "$work/program" "$work/puma560.tau" >"$work/out" &&
        [ "$(wc -l <"$work/out")" -eq 6 ] && diff "$work/out" "$work/right"
}
right() {
    cc $warnings -I"$work/today" -o "$work/program" tests/host/abi/program.c \
        "$library/libtauflow.a" -ldl -lm -pthread &&
        "$work/program" "$work/puma560.tau" >"$work/right"
}
ok guards_hold_in_a_program_of_today right
refused=0 served=0
for folder in tests/host/abi/*/; do
    folder=${folder%/}
    release=${folder##*/}
    if [ "$(abi_of "$folder")" != "$today" ]; then
        refused=$((refused + 1))
        old=libtauflow.so.$(abi_of "$folder")
        ok "program_of_${release}_links" old_program "$folder" "$work/program_$release"
        ok "program_of_${release}_does_not_find_todays_library" \
            refused_by_loader "$old: cannot open" "$library" "$work/program_$release"
        # Whoever gives the new library the old name is no better off.
        mkdir -p "$work/renamed"
        ln -sf "$library/libtauflow.so" "$work/renamed/$old"
        ok "program_of_${release}_is_refused_by_a_renamed_library" \
            refused_by_loader 'undefined symbol: tauflow_' "$work/renamed" "$work/program_$release"
    else
        served=$((served + 1))
        ok "program_of_${release}_works" serves "$folder"
        ok "header_of_${release}_is_the_beginning_of_todays" \
            python3 tests/host/abi/compare.py "$folder" "$work/today"
        # A name that went into a later node would be missed by programs linked before.
        nodes() {
            local name node
            names "$folder" | while read -r name; do
                node=$(sed -n "s/.* $name@@TAUFLOW_//p" "$work/names")
                [ -n "$node" ] && printf '%s\n' "$node" "$release" | sort -VC ||
                    { echo "$name is in node '$node'"; return 1; }
            done
        }
        ok "names_of_${release}_are_where_they_were" nodes
    fi
done
ok there_are_releases_of_both_kinds [ $refused -gt 0 -a $served -gt 0 ]

# A member behind which there are unused bytes: the next one would be read from there.
ends() {
    { echo '#include "tauflow.h"'
        python3 tests/host/abi/compare.py "$work/today" "$work/today"; } >"$work/ends.c" &&
        [ "$(grep -c _Static_assert "$work/ends.c")" -eq 2 ] &&
        cc $warnings -I"$work/today" -fsyntax-only "$work/ends.c"
}
ok structs_that_are_read_end_with_their_last_member ends
exported() {
    sed -n 's/.* [^A] \(.*\)@@TAUFLOW_.*/\1/p' "$work/names" | LC_ALL=C sort |
        diff <(names "$work/today") - && ! grep -v TAUFLOW_ "$work/names"
}
ok the_library_shows_the_names_of_the_header_and_no_other exported

# What compare.py is to find, planted.
finds() { # PATTERN SED
    rm -rf "$work/changed"
    cp -r "$work/today" "$work/changed"
    sed -i "$2" "$work/changed/tauflow.h" "$work/changed/tauflow_status.h"
    ! diff -rq "$work/today" "$work/changed" >/dev/null || { echo "nothing changed"; return 1; }
    python3 tests/host/abi/compare.py "$work/today" "$work/changed" >/dev/null 2>"$work/err"
    local code=$?
    cat "$work/err"
    [ $code -eq 1 ] && grep -q "$1" "$work/err"
}
ok a_member_in_between_is_found finds 'tauflow_options does not begin' \
    's/^    uint32_t cores; .*/    uint32_t more;\n&/'
ok a_member_of_another_type_is_found finds 'tauflow_statistics does not begin' \
    's/uint64_t passes;/uint32_t passes;/'
ok a_status_in_between_is_found finds 'tauflow_status does not begin' \
    's/^    TAUFLOW_TIMEOUT,/    TAUFLOW_NEW,\n&/'
ok a_changed_function_is_found finds 'function gone or changed: .*tauflow_set_timeout' \
    's/uint32_t timeout_ms);/uint64_t timeout_ms);/'
ok a_changed_number_is_found finds 'number gone or changed: TAUFLOW_RING = 256' \
    's/TAUFLOW_RING = 256/TAUFLOW_RING = 512/'
ok a_grown_element_is_found finds 'tauflow_output has grown' \
    's/^    double \*values;/&\n    size_t count;/'
may_grow() {
    cp "$work/today/tauflow.h" "$work/changed/tauflow.h"
    cp "$work/today/tauflow_status.h" "$work/changed"
    sed -i 's/^} tauflow_options;/    uint32_t more;\n&/' "$work/changed/tauflow.h"
    python3 tests/host/abi/compare.py "$work/today" "$work/changed"
}
ok a_member_at_the_end_is_allowed may_grow
finish
