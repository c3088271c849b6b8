#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Gappa proves every problem that info --gappa writes, and refuses a wrong one.
. tests/cli/tap.bash
robots=$PWD/robots
cd "$work" || exit 1

ok "Gappa without fixed point" refused 2 'gappa is for fixed point: add --numbers' \
    "$tauflow" info "$robots/puma.urdf" --effort 0 --gappa no.g
written() { # NAME WIDTH: a problem per operation
    "$tauflow" info "$robots/$1.urdf" --effort 0 --numbers "fixed:$2" --states 1 --gappa "$1.g" \
        --json >"$1.json" 2>said || return 1
    cat said
    [ "$(grep -c '^# operation ' "$1.g")" = \
        "$(sed -E 's/.*"mul": ([0-9]+), "add": ([0-9]+).*/\1 \2/' "$1.json" |
            awk '{ print $1 + $2 }')" ] && grep -q 'problems; .* taken as proved' said
}
split_problems() { # NAME: NAME.d/1.g ...
    mkdir -p "$1.d" && awk -v to="$1.d/" '/^# operation /{ n++ } { print >(to n ".g") }' "$1.g"
}
proved() { # NAME
    local f count=0
    split_problems "$1" || return 1
    for f in "$1.d"/*.g; do
        gappa "$f" || { cat "$f"; return 1; }
        count=$((count + 1))
    done
    [ $count -gt 50 ]
}
# Half the error, or one bit less, cannot be proved of any operation that rounds.
refuses() { # NAME
    local f
    f=$(grep -l 'fixed<.*\*' "$1.d"/*.g | head -1)
    sed -E 's/(\|r - x\| <= 0x)1\.[0-9a-f]*(p[-+][0-9]+)/\10.8\2/' "$f" >wrong.g &&
        ! diff "$f" wrong.g >/dev/null && ! gappa wrong.g 2>/dev/null
}
for robot in "pendulum5 18" "puma560 24"; do
    set -- $robot
    ok "problems_of_$1" written "$1" "$2"
    if command -v gappa >/dev/null; then
        ok "gappa_proves_$1_in_$2_bits" proved "$1"
        ok "gappa_refuses_half_an_error_of_$1" refuses "$1"
    else
        echo "ok $((tests += 1)) - gappa_proves_$1 # skip gappa is not on the PATH"
    fi
done
finish
