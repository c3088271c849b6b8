#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Lines of compiler and library that the tests ran, from the counts beside the objects of a build
# with --coverage (make coverage):
#     tests/coverage.sh BUILD
# Per folder, and the files below 80 %. Less than 90 % of one tree is a failure.
set -u
build=$1
cd "$(dirname "$0")/.." || exit 1
for notes in $(find "$build/obj" -name '*.gcno'); do
    gcov -n -o "$notes" "$notes" 2>/dev/null
done | awk '
    /^File / { file = $2; gsub(/\x27/, "", file) }
    /^Lines executed/ && file ~ /^(base|machine|scheduler|host)\/.*\.c$/ {
        split($2, part, /[:%]/)
        if (!(file in lines) || part[2] > share[file]) share[file] = part[2]
        lines[file] = $NF
    }
    END {
        for (f in lines) {
            folder = f; sub(/\/[^\/]*$/, "", folder)
            tree = f; sub(/\/.*/, "", tree)
            ran = share[f] * lines[f] / 100
            folder_ran[folder] += ran; folder_lines[folder] += lines[f]
            tree_ran[tree] += ran; tree_lines[tree] += lines[f]
            if (share[f] < 80) printf "0 %-40s %5.1f %% of %d lines\n", f, share[f], lines[f]
        }
        for (f in folder_lines)
            printf "1 %-40s %5.1f %% of %d lines\n", f "/",
                   100 * folder_ran[f] / folder_lines[f], folder_lines[f]
        for (t in tree_lines) {
            printf "2 %-40s %5.1f %% of %d lines\n", t,
                   100 * tree_ran[t] / tree_lines[t], tree_lines[t]
            if (tree_ran[t] < 0.9 * tree_lines[t]) bad = 1
            trees++
        }
        exit bad || trees < 4
    }' >"$build/coverage.txt"
code=$?
sort "$build/coverage.txt" | cut -c 3-
[ $code -eq 0 ] || echo "coverage: error: less than 90 % of the lines"
exit $code
