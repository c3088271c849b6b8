#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Commands of docs/sources.md: each is run as it stands there, in a folder of its own.
. tests/cli/tap.bash
mkdir "$work/bin"
ln -s "$tauflow" "$work/bin/tauflow"
ln -s "$PWD/robots" "$work/robots"
ln -s "$PWD/tests" "$work/tests"
page=$PWD/docs/sources.md
PATH=$work/bin:$PATH

# Third cells of rows that have a command; \| in a cell is a bar.
commands() { # PAGE
    sed 's/\\|/\x01/g' "$1" | awk -F '|' '
        /^## / { section = substr($0, 4, 1) }
        NF == 6 && $4 ~ /`/ { gsub(/^ *`|` *$/, "", $4); print section "\t" $4 }' | tr '\001' '|'
}
works() { # COMMAND
    (cd "$work" && eval "$1" >said 2>&1) || { cat "$work/said"; return 1; }
}

commands "$page" >"$work/commands"
told=$(grep -cE '^\| [^|]*\|[^|]*\| `' <(sed 's/\\|//g' "$page"))
number=0
while IFS=$'\t' read -r source command; do
    number=$((number + 1))
    ok "${source}_$number $(echo "$command" | cut -c1-60)" works "$command"
done <"$work/commands"
ok every_command_was_run [ "$number" = "$told" ]
sources=$(cut -f 1 "$work/commands" | sort -u | tr -d '\n')
ok there_are_sections_of_five_sources [ "$sources" = CDHPT ]
finish
