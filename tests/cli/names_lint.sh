#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A file's name tells what is in it, so no two files that can stand in one program share it: a
# message of a compiler or debugger then names one file.
. tests/cli/tap.bash

sources() { # ENDING: of everything that is linked into programs or tests
    git ls-files "base/*.$1" "machine/*.$1" "host/*.$1" "sim/*.$1" "scheduler/*.$1" \
        "tests/*.$1" "measure/*.$1" |
        grep -vE '^(host/examples|host/tools|tests/host/(silent|abi))/'
}
differ() { # ENDING
    local twice
    twice=$(sources "$1" | sed 's|.*/||' | sort | uniq -d)
    [ -z "$twice" ] || { echo "$twice"; return 1; }
    [ "$(sources "$1" | wc -l)" -gt 50 ]
}
ok no_two_source_files_share_a_base_name differ c
ok no_two_headers_share_a_base_name differ h
finish
