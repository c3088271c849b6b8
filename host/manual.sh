#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Manual pages, as the programs print them with --help man:
#     host/manual.sh FOLDER PROGRAM...     FOLDER/tauflow.1, FOLDER/tauflow-info.1, ...
# A program `tauflow` has a page per command as well. One that has no table of options, but only a
# text for --help, gets that text as its page.
set -eu
folder=$1
shift
mkdir -p "$folder"

# plain NAME PROGRAM: a page of what it says with --help. Backslashes, hyphens and what begins a
# request of troff stand for themselves.
plain() {
    printf '.TH %s 1 "" "%s" "tauflow"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' \
        "${1^^}" "$("$2" --version)" "$1" "$("$2" --help | head -n 1 | sed 's/^[^:]*: //')"
    "$2" --help | sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\\&&/"
    printf '.fi\n'
}

# page NAME COMMAND...: whole, or not at all
page() {
    local to=$folder/$1.1
    shift
    "$@" >"$to.tmp"
    mv "$to.tmp" "$to"
}

for program in "$@"; do
    name=$(basename "$program")
    if "$program" --help man | head -n 1 | grep -q '^\.TH '; then
        page "$name" "$program" --help man
    else
        page "$name" plain "$name" "$program"
    fi
    [ "$name" = tauflow ] || continue
    "$program" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' |
        while read -r command; do
            page "tauflow-$command" "$program" "$command" --help man
        done
done
