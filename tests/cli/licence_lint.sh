#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source file names its licence in its first line, or in its second after `#!`, in the way of
# https://spdx.dev, so that a file that was copied elsewhere still tells it. Without that line are
#
#     Verilog            measurements and Verilated cores are known by its bytes (synth/run.sh)
#     what is written    parts of pages, FMUs and ranks of MPI: files of whoever has them written
#     tests/host/abi/    headers as they were released
#
#     bash tests/cli/licence_lint.sh       LICENCE=add: adds the line where it is missing
. tests/cli/tap.bash
line='SPDX-License-Identifier: MIT'

sources() {
    git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cpp' '*.def' '*.sh' '*.bash' '*.awk' \
        '*.py' '*.mk' '*.tcl' Makefile tests/run .ci |
        grep -vE '^(rtl|tests/host/abi/[0-9.]+|scheduler/motion/fmu/source)/|/ranks_[a-z]*\.h$'
}
# with_line FILE: on standard output
with_line() {
    case $1 in
    *.c | *.h | *.cpp | *.def) printf '/* %s */\n' "$line" && cat "$1" ;;
    *) awk -v line="# $line" 'FNR == 1 && !/^#!/ { print line } { print }
        FNR == 1 && /^#!/ { print line }' "$1" ;;
    esac
}
named() {
    local file missing=0 count=0
    while IFS= read -r file; do
        [ -f "$file" ] || continue
        count=$((count + 1))
        ! head -n 2 "$file" | grep -qE "^(/\\*|#) $line( \\*/)?\$" || continue
        if [ "${LICENCE:-}" = add ]; then
            with_line "$file" >"$work/file" && cat "$work/file" >"$file"
        else
            echo "$file"
            missing=1
        fi
    done < <(sources)
    [ "$count" -gt 1000 ] || { echo "too few: $count"; return 1; }
    return $missing
}
ok every_source_file_names_its_licence named
ok it_is_that_of_the_tree grep -qx 'MIT License' LICENSE
finish
