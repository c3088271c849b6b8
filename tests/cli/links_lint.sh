# SPDX-License-Identifier: MIT
# Documents point to what is there: every link and every path of the tree that a document names
# exists. Paths are texts in backticks that begin with a folder of the tree; those with NAME, a
# star or braces stand for many and are not looked up, nor are the retired ones of docs/words.md.
. tests/cli/tap.bash

cat >"$work/links.awk" <<'END_AWK'
FNR == 1 { retired = fenced = 0; folder = FILENAME; if (!sub(/[^\/]*$/, "", folder)) folder = "" }
/^## / { retired = $0 == "## Retired names" }
/^```/ { fenced = !fenced }
fenced || retired { next }
{
    rest = $0
    while (match(rest, /\]\([^) ]*\)/)) {
        link = substr(rest, RSTART + 2, RLENGTH - 3)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/#.*/, "", link)
        if (link != "" && link !~ /^https?:/)
            print FILENAME ":" FNR "\t" folder link
    }
    rest = $0
    while (match(rest, /`[^`]*`/)) {
        path = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        if (path ~ ("^(" folders ")/[A-Za-z0-9_./-]*$") && path !~ /NAME/)
            print FILENAME ":" FNR "\t" path
    }
}
END_AWK
folders=$(find . -mindepth 1 -maxdepth 1 -type d -not -name '.*' -not -name build -printf '%f\n' |
    paste -s -d '|')
named() { # DOCUMENT...: lines "place, tab, path" of all that they name
    awk -v folders="$folders" -f "$work/links.awk" "$@"
}
lead_somewhere() { # DOCUMENT...
    local bad=0 count=0 place path
    while IFS=$'\t' read -r place path; do
        count=$((count + 1))
        [ -e "$path" ] || { echo "$place: $path is not there"; bad=1; }
    done < <(named "$@")
    [ $bad = 0 ] && [ $count != 0 ]
}
ok "every link and path in the documents leads somewhere" lead_somewhere README.md docs/*.md

# The lint itself.
printf 'See `base/nothing.c`.\n' >"$work/path.md"
printf 'See [this](nothing.md).\n' >"$work/link.md"
printf 'See `base/text.h`, [this](path.md#there) and `rtl/core/tau_NAME.v`.\n' >"$work/good.md"
ok "a path that is not there is found" eval '! lead_somewhere "$work/path.md"'
ok "a link that leads nowhere is found" eval '! lead_somewhere "$work/link.md"'
ok "what is there is let be" lead_somewhere "$work/good.md"
finish
