#!/usr/bin/env bash
# Manual pages from what the programs say with --help, so that there is one text:
#     host/manual.sh FOLDER PROGRAM...     FOLDER/tauflow.1, FOLDER/tauflow-info.1, ...
# A program `tauflow` has a page per command as well.
set -eu
folder=$1
shift
mkdir -p "$folder"

# page NAME TITLE VERSION: from standard input. Backslashes, hyphens and what begins a request of
# troff stand for themselves.
page() {
    printf '.TH %s 1 "" "%s" "tauflow"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' \
        "${1^^}" "$3" "$1" "$2" >"$folder/$1.1"
    sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\\&&/" >>"$folder/$1.1"
    printf '.fi\n' >>"$folder/$1.1"
}

for program in "$@"; do
    name=$(basename "$program")
    version=$("$program" --version)
    help=$("$program" --help)
    title=$(head -n 1 <<<"$help" | sed 's/^[^:]*: //')
    page "$name" "$title" "$version" <<<"$help"
    [ "$name" = tauflow ] || continue
    sed -n '/^commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1 \2/p' <<<"$help" |
        while read -r command title; do
            "$program" "$command" --help | page "tauflow-$command" "$title" "$version"
        done
done
