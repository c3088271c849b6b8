# SPDX-License-Identifier: MIT
# The tracked files as they are now, in other folders: to draw faults from, and to build there.

tracked() { git ls-files "$@" --cached --others --exclude-standard; }

# copied FOLDER: only those that differ are copied, so that it is built once; what is gone from the
# project goes there, too, but for its build folder.
copied() {
    local f to=$1
    mkdir -p "$to"
    tracked | while read -r f; do
        if [ -f "$f" ] && ! cmp -s "$f" "$to/$f"; then
            mkdir -p "$(dirname "$to/$f")" && cp "$f" "$to/$f"
        fi
    done
    (cd "$to" && find . -path ./build -prune -o -type f -printf '%P\n') | while read -r f; do
        [ -f "$f" ] || rm "$to/$f"
    done
}

# drawing TO: builds the program that draws faults.
drawing() { cc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -o "$1" tests/mutate/mutate.c; }
