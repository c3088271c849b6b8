#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a tree with the command `hello`, which has an option of its own: its own test, and what follows
# from its rows.
. tests/cli/tap.bash
own() {
    bash tests/cli/hello.sh >"$work/said" && cat "$work/said" && ! grep -q '^not' "$work/said"
}
ok its_own_test_passes own
ok help_lists_it prints '^  hello +greets a robot$' "$tauflow" --help
ok its_help_is_there prints '^usage: tauflow hello ROBOT \[options\]$' "$tauflow" hello --help
ok help_tells_its_own_option prints '^  --greeting WORD .*default: hello' \
    "$tauflow" hello --help
ok shells_complete_it prints "kind=words words='info .*hello --help --version'" \
    "$tauflow" --help bash
ok shells_complete_its_option prints ' --greeting' "$tauflow" --help bash
pages() {
    bash host/manual.sh "$work/man" "$tauflow" && grep -q 'hello (1)' "$work/man/tauflow.1" &&
        grep -q 'greets a robot' "$work/man/tauflow-hello.1" &&
        grep -q 'greeting' "$work/man/tauflow-hello.1"
}
ok manual_pages_have_it pages
finish
