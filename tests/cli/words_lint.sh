# SPDX-License-Identifier: MIT
# Names that docs/words.md retired are gone: from code, comments, scripts and documents.
#
#     bash tests/cli/words_lint.sh [PATH...]     files or folders; without one: the whole tree
#
# The list is the table "Retired names" of that document, so that there is one list.
. tests/cli/tap.bash

awk '/^## / { on = $0 == "## Retired names" }
     on && /^\| `/ { sub(/^\| `/, ""); sub(/`.*/, ""); print }' docs/words.md >"$work/names"
files_there "$@" | grep -v '^docs/words\.md$' >"$work/files"
ok "there are names and files to look at" [ -s "$work/names" -a -s "$work/files" ]

absent() { # NAME [FILE...]: as a whole name; prints where it stands
    local name=$1
    shift
    ! if [ $# = 0 ]; then
        xargs -d '\n' grep -nIwF -e "$name" /dev/null <"$work/files"
    else
        grep -nIwF -e "$name" "$@"
    fi
}
while IFS= read -r name; do
    ok "retired: $name" absent "$name"
done <"$work/names"

# The lint itself.
first=$(head -n 1 "$work/names")
printf '/* of %s, once */\n' "$first" >"$work/planted.c"
printf '/* of new%s2, still there */\n' "$first" >"$work/other.c"
ok "a retired name in a comment is found" eval '! absent "$first" "$work/planted.c"'
ok "a longer name is another name" absent "$first" "$work/other.c"
finish
