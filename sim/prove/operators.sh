#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Proves the operators of circuits (scheduler/circuit) in five bits: for each shape of sums and
# products, with every rounding, shift and sign, the Verilog that compile writes is what an
# expression of words says, for all inputs (tests/rtl/operator_cases.c has both). By Yosys's own
# solver. Then slips of the Verilog, each of which has to be found. Prints TAP.
. tests/cli/tap.bash
cases=${BUILD:-build}/tests/operator_cases
"$cases" "$work" >"$work/kinds"

solved() { # FILE.v FILE.ys
    yosys -q -p "read_verilog $1; proc; flatten; delete *_circuit; opt_expr; wreduce; opt_clean
                 script $2" >"$work/said" 2>&1
}
proved() { # KIND
    solved "$work/$1.v" "$work/$1.ys" || { cat "$work/said"; return 1; }
}
while read -r kind graphs circuits; do
    ok "$kind: $circuits circuits of $graphs graphs" proved "$kind"
done <"$work/kinds"
ok "there are circuits of all kinds" test "$(wc -l <"$work/kinds")" = 6

# The first graph of a kind that the change, which is sed's, changes, and only that.
slip() { # KIND CHANGE
    local all=$work/$1.v name
    sed "$2" "$all" >"$work/changed.v"
    name=$(awk 'NR == FNR { was[FNR] = $0; next }
        /^module/ { name = $2; sub(/_[0-9]+_circuit$/, "", name) }
        $0 != was[FNR] { print name; exit }' "$all" "$work/changed.v")
    [ -n "$name" ] || { echo "nothing was changed"; return 1; }
    awk -v name="$name" '/^module/ { of = $2; sub(/_[0-9]+_circuit$/, "", of)
            keeps = of == name }
        keeps; /^endmodule/ { keeps = 0 }' "$work/changed.v" >"$work/one.v"
    echo "sat -verify -prove ok 1 $name" >"$work/one.ys"
    ! solved "$work/one.v" "$work/one.ys" && grep -q 'proof did fail' "$work/said" && return
    cat "$work/said"
    return 1
}
ok "a difference that is a sum is found" slip sum 's/} - {/} + {/'
ok "a rounding that is left out is found" slip sum "s/1'b1} + {/1'b0} + {/"
ok "another bit of the sum is found" slip sum 's/\(c0 = c0_t\)\[6:2\]/\1[5:1]/'
ok "a sign that is not repeated is found" slip sum "s/{\([0-9]\){in_x\[4\]}}/{\1{1'b0}}/"
ok "a row that is not inverted is found" slip sum 's/~in_y\[4:0\]/in_y[4:0]/'
ok "three rows whose carries forget one are found" slip sum 's/ | c0_x & c0_z//'
ok "three rows whose sum forgets one are found" slip sum 's/ ^ c0_z//'
ok "a range that is too narrow is found" slip sum "s/in_y <= 5'sd15/in_y <= 5'sd14/"
ok "another bit of a constant is found" slip constant_sum "s/\(c0_t = .* + {.*\)1'b1/\11'b0/"
ok "another factor is found" slip product 's/in_x \* in_y/in_x * in_x/'
ok "a product without its rounding is found" slip product "s/{[0-9]*'d[1-9][0-9]*} + {/{5'd0} + {/"
ok "a digit of the wrong sign is found" slip product 's/= -c\([0-9]*\)_x/= c\1_x/'
ok "a digit of another bit is found" slip product 's/{in_y\[2\]}}/{in_y[1]}}/'
ok "zeros that are missing below what is taken off are found" slip constant_product \
    "s/, {[0-9]{1'b1}}}/}/"
ok "a shift of a constant's digit is found" slip constant_product \
    "s/\(c0_y = .*\)in_x\[4:0\]}/\1in_x[3:0], 1'b0}/"
ok "a rounding that does not wait is found" slip sum_of_products \
    "s/\(_z = {.*\)c\([0-9]*\)\[0\]/\11'b0/"
ok "a rounding in the bits below a sum is found" slip sum_of_products \
    "s/\(_t = {{c[0-9]*\[5:1\]\), c0\[0\]/\1, 1'b0/"
ok "a second rounding that is lost is found" slip sum_of_sums "s/, c\([0-9]*\)\[0\]};/, 1'b0};/"
finish
