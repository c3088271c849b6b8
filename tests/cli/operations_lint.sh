# SPDX-License-Identifier: MIT
# An operation is a row in each layer, and nothing else knows it: the arc tangent, which has a kind
# of unit of its own, is named by the files below alone. A new operation needs those of the first
# list (docs/extending.md); the others ask for an angle, or compute it.
. tests/cli/tap.bash

rows="machine/ops.def machine/kinds.def scheduler/algebra/net_calls.c
scheduler/certify/read_calls.def scheduler/check/evaluate.c scheduler/emit/calls.c"
# forces of elements; how many multiplier blocks its unit takes
users="scheduler/writers/element_wrenches.c scheduler/writers/tyre_laws.c scheduler/circuit/cells.c"

naming() ( # [FOLDER]: files in the tree there that name it
    cd "${1:-.}" &&
        grep -rlE -e '\b(OP|CALL|UNIT|HLS|SYMBOL|NODE|STATED|compute)_ATAN2?\b' \
            -e '\b[A-Z_]+\((SHARED, )?ATAN2?,' machine scheduler \
            --include='*.[ch]' --include='*.def' | LC_ALL=C sort
)
as_listed() { # [FOLDER]
    naming "$@" | diff <(tr ' ' '\n' <<<"$rows $users" | LC_ALL=C sort) - >"$work/differ"
    local same=$?
    cat "$work/differ"
    return $same
}
ok "operations are named in their rows alone" as_listed

# One more is found, in a copy of the tree.
copy=$work/tree
mkdir "$copy" && cp -r machine scheduler "$copy"
planted() {
    echo 'int planted(int kind) { return kind == OP_ATAN2; }' >"$copy/scheduler/planted.c"
    ! as_listed "$copy" && grep -qx '> scheduler/planted.c' "$work/differ"
}
ok "one more place is found" planted
finish
