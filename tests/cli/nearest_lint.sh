#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every test program that `make test` runs is asked about some file, the one that it is named after
# or those of tests/mutate/nearest.txt: one that is asked about none kills no mutant. Every name
# there is that of a test, and every line that equivalent.txt argues of is one of its file.
. tests/cli/tap.bash
list=tests/mutate/nearest.txt
export MAKEFLAGS=
awk '!/^#/ { for (i = 2; i <= NF; i++) print $i }' $list | sort -u >"$work/listed"
make -n run-tests 2>"$work/err" | sed -n '/^bash tests\/run /,$p' | tr -s ' \\' '\n\n' |
    sed -n 's|^.*/||; /_test$/p; /_rtl$/p; /_bench$/p; /\.sh$/p' | sort -u >"$work/run"
ls tests/cli/ | grep '_lint\.sh$' >"$work/lints"

listed() {
    [ "$(grep -c '_test$' "$work/run")" -gt 100 ] || { cat "$work/err"; return 1; }
    git ls-files -co --exclude-standard 'base/*.c' 'machine/*.c' 'host/*.c' 'sim/*.c' \
        'scheduler/*.c' | sed -n 's|.*/||; s|\.c$|_test|p' | while read -r own; do
        [ ! -f "tests/unit/$own.c" ] || echo "$own"
    done | sort -u - "$work/listed" >"$work/asked"
    ! grep -v '\.sh$' "$work/run" | comm -23 - "$work/asked" | grep .
}
ok every_test_program_is_asked_about_some_file listed
known() { # to make test, or to make, which writes some for mutants alone
    local name unknown=0
    for name in $(sort "$work/run" "$work/lints" | comm -13 - "$work/listed"); do
        make -n "${BUILD:-build}/tests/$name" >/dev/null 2>&1 || { echo "$name"; unknown=1; }
    done
    return $unknown
}
ok every_name_in_nearest_txt_is_a_test known
patterns() { # a pattern that fits no file is that of one that was renamed
    local none=0
    while read -r pattern _; do
        case $pattern in '#'* | '') continue ;; esac
        git ls-files -- ":(glob)${pattern//\*/**}" "$pattern" | grep -q . ||
            { echo "$pattern fits no file"; none=1; }
    done <$list
    return $none
}
ok every_pattern_in_nearest_txt_fits_a_file patterns
argued() { # an old line that is gone argues for nothing
    local gone=0 file mark old
    awk 'BEGIN { RS = ""; FS = "\n" } $2 ~ /^- / { print $1; print $2 }' \
        tests/mutate/equivalent.txt >"$work/argued"
    [ "$(wc -l <"$work/argued")" -ge 40 ] || { echo "too few are argued"; return 1; }
    while read -r file && read -r mark old; do
        [ -f "$file" ] && tr -s '[:space:]' ' ' <"$file" | grep -qF -e "$old" ||
            { echo "$file: $old"; gone=1; }
    done <"$work/argued"
    return $gone
}
ok every_line_that_is_argued_is_there argued
finish
