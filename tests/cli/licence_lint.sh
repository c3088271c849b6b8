#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source file names its licence in its first line, or in its second after `#!`, in the way of
# https://spdx.dev, so that a file that was copied elsewhere still tells it. Without that line are
#
#     what is written    parts of pages, FMUs and ranks of MPI: files of whoever has them written
#     tests/host/abi/    headers as they were released
#
#     bash tests/cli/licence_lint.sh       LICENCE=add: adds the line where it is missing
. tests/cli/tap.bash
line='SPDX-License-Identifier: MIT'

sources() {
    git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cpp' '*.def' '*.sh' '*.bash' '*.awk' \
        '*.py' '*.mk' '*.tcl' '*.v' '*.vh' '*.sv' Makefile tests/run .ci |
        grep -vE '^(tests/host/abi/[0-9.]+|scheduler/apps/fmu/source)/|/ranks_[a-z]*\.h$'
}
# with_line FILE: on standard output
with_line() {
    case $1 in
    *.c | *.h | *.cpp | *.def) printf '/* %s */\n' "$line" && cat "$1" ;;
    *.v | *.vh | *.sv) printf '// %s\n' "$line" && cat "$1" ;;
    *) awk -v line="# $line" 'FNR == 1 && !/^#!/ { print line } { print }
        FNR == 1 && /^#!/ { print line }' "$1" ;;
    esac
}
# Those of a list that do not name it.
without_line() {
    xargs -d '\n' awk -v line="$line" '
        FNR == 1 { if (file != "" && !named) print file; file = FILENAME; named = 0 }
        FNR <= 2 && ($0 == "# " line || $0 == "// " line || $0 == "/* " line " */") { named = 1 }
        FNR == 2 && named { nextfile }
        END { if (file != "" && !named) print file }'
}
named() {
    local file
    sources | while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done >"$work/sources"
    [ "$(wc -l <"$work/sources")" -gt 1000 ] || { echo "too few"; return 1; }
    without_line <"$work/sources" >"$work/missing"
    if [ "${LICENCE:-}" = add ]; then
        while IFS= read -r file; do
            with_line "$file" >"$work/file" && cat "$work/file" >"$file"
        done <"$work/missing"
        return
    fi
    cat "$work/missing"
    [ ! -s "$work/missing" ]
}
ok every_source_file_names_its_licence named
ok it_is_that_of_the_tree grep -qx 'MIT License' LICENSE
finish
