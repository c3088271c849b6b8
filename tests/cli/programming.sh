# SPDX-License-Identifier: MIT
# Programming as the pages of the boards tell it, as far as it goes without a board: the boards that
# they name are known to openFPGALoader (Debian: openfpgaloader), and looking for a board ends with
# what the pages say. Skipped where it is not installed.
. tests/cli/tap.bash
command -v openFPGALoader >/dev/null || {
    echo "ok 1 - boards_can_be_programmed # SKIP openFPGALoader is not installed"
    echo 1..1
    exit 0
}
openFPGALoader --list-boards >"$work/boards" 2>&1
named=$(sed -nE 's/^ +openFPGALoader .*-b ([a-z0-9_]+).*/\1/p' docs/*_board*.md | sort -u)
known() { # BOARD
    grep -q "^$1 " "$work/boards"
}
for board in $named; do
    ok "$board: openFPGALoader knows it" known "$board"
done
ok "the pages name boards" [ "$(wc -w <<<"$named")" -ge 2 ]
detects() { # with a cable: a part; without one: exit code 1 and the reason
    timeout 20 openFPGALoader --detect >"$work/said" 2>&1
    local code=$?
    cat "$work/said"
    if [ $code = 0 ]; then
        grep -q idcode "$work/said"
    else
        [ $code = 1 ] && grep -q 'unable to open' "$work/said"
    fi
}
ok "looking for a board ends as the pages say" detects
finish
