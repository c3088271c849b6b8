# SPDX-License-Identifier: MIT
# No line over 100 columns in code, scripts and documents, so that two windows stand side by side.
#
#     bash tests/cli/width_lint.sh [PATH...]     files or folders; without one: the whole tree
#
# A column is a character; a tab goes on to the next multiple of 8. Longer may be, in Markdown only:
# rows of tables; a line that is one link; what a program printed, in a block fenced with ```output.
# Long texts in code are no exception: a string can be written in pieces.
. tests/cli/tap.bash

endings='\.(c|h|cpp|v|vh|sv|vlt|sh|bash|awk|py|js|css|tcl|xdc|lpf|mk|md|def|toml)$'
endings="$endings|(^|/)(Makefile|run)\$"
listed() { # [PATH...]
    files_there "$@" | grep -E "$endings"
}
cat >"$work/width.awk" <<'END_AWK'
FNR == 1 { printed = 0; markdown = FILENAME ~ /\.md$/ }
markdown && /^ *```/ { printed = !printed && /^ *```output/ }
{
    line = $0
    gsub(/[\200-\277]/, "", line) # all but the first byte of a character
    while (tab = index(line, "\t"))
        line = substr(line, 1, tab - 1) substr("        ", 1 + (tab - 1) % 8) substr(line, tab + 1)
    if (length(line) <= 100 || (markdown && (printed || /^ *\|/ || is_link($0))))
        next
    printf "%s:%d: %d columns\n", FILENAME, FNR, length(line)
    wide = 1
}
END { exit wide }
function is_link(text)
{
    sub(/^ *([-*] )?/, "", text)
    sub(/[.,;:]?$/, "", text)
    return text ~ /^!?\[[^]]*\]\([^) ]*\)$/ || text ~ /^<?https?:[^ ]*$/
}
END_AWK
narrow() { # FILE...
    LC_ALL=C awk -f "$work/width.awk" "$@"
}

listed "$@" >"$work/files"
ok "there are files to look at" [ -s "$work/files" ]
every_file() {
    xargs -d '\n' env LC_ALL=C awk -f "$work/width.awk" <"$work/files"
}
ok "no line has more than 100 columns" every_file

# The lint itself, on lines made for it. A lint that finds nothing is worth nothing.
repeat() { # COUNT TEXT
    printf '%*s' "$1" '' | sed "s/ /$2/g"
}
finds() { # ENDING LINE...
    printf '%s\n' "${@:2}" >"$work/planted.$1"
    ! narrow "$work/planted.$1"
}
passes() {
    ! finds "$@"
}
x100=$(repeat 100 x)
ok "100 columns pass, 101 do not" eval 'passes c "$x100" && finds c "${x100}x"'
ok "a long string is no excuse" finds c "const char *s = \"$x100\";"
ok "a column is a character, not a byte" passes md "$(repeat 100 ─)"
ok "a tab counts as the columns it fills" eval 'finds mk "$(printf "\t%s" "$(repeat 93 x)")"'
ok "rows of tables may be longer in documents, nowhere else" \
    eval 'passes md "| $x100 |" && finds c "| $x100 |"'
ok "so may a line that is one link" passes md "- [a document]($x100)." "https://$x100"
ok "but not a sentence with a link" finds md "see [a document]($x100)"
ok "output of a program may be as long as it is" passes md '```output' "$x100 $x100" '```'
ok "other blocks of code may not" finds md '```c' "$x100 $x100" '```'
ok "nor what follows a block of output" finds md '```output' "$x100" '```' "$x100 $x100"
finish
