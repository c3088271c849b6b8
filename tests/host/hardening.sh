#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is shipped is hardened: read out of the built files, whatever the Makefile says.
. tests/cli/tap.bash
build=${BUILD:-build}
elf() { LC_ALL=C readelf -W "$@"; }

has() { # PATTERN OPTIONS FILE: a line of readelf
    elf $2 "$3" | grep -E -- "$1"
}
imports() { # PATTERN FILE
    elf --dyn-syms "$2" | grep -E " UND +$1(@|\$)"
}
no_code_on_the_stack() {
    elf -l "$1" | grep -E 'GNU_STACK' && ! elf -l "$1" | grep -E 'GNU_STACK.* RWE '
}
writes_no_code() { # no part of it is both written and run
    elf -l "$1" | grep -q ' LOAD ' && ! elf -l "$1" | grep -E ' LOAD .* RWE '
}
for file in tauflow tauflow-step tauflow-bench tauflow-board lib/libtauflow.so; do
    path=$build/$file
    case $file in
    *.so) ok "$file is position independent" has 'Type: +DYN ' -h "$path" ;;
    *) ok "$file is a position independent program" has 'FLAGS_1.* PIE' -d "$path" ;;
    esac
    ok "$file binds all names at the start" has 'FLAGS_1.* NOW' -d "$path"
    ok "$file has its tables read-only after that" has GNU_RELRO -l "$path"
    ok "$file guards its stack" imports __stack_chk_fail "$path"
    ok "$file checks the room of its buffers" imports '__[a-z]+_chk' "$path"
    ok "$file runs no code on its stack" no_code_on_the_stack "$path"
    ok "$file has no part that is written and run" writes_no_code "$path"
done
archive_guarded() { nm -u "$build/lib/libtauflow.a" | grep -E ' U __stack_chk_fail' &&
    nm -u "$build/lib/libtauflow.a" | grep -E ' U __[a-z]+_chk'; }
ok "lib/libtauflow.a brings its guards along" archive_guarded
finish
