#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Berkeley TestFloat's vectors against our operators, where testfloat_gen is on the PATH:
#     tests/fuzz/testfloat.sh [LEVEL]      1: some 46,000 lines an operator, 2: millions
build=${BUILD:-build}
n=4
says() { printf '%s\n' "$2" | "$build/tests/testfloat" "$1" >/dev/null; } # 1 x 3 = 3, root of 4
right=a_right_line_is_accepted wrong=a_wrong_line_is_refused
says mul '3F800000 40400000 40400000 00' && echo "ok 1 - $right" || echo "not ok 1 - $right"
says mul '3F800000 40400000 40400001 00' && echo "not ok 2 - $wrong" || echo "ok 2 - $wrong"
says sqrt '40800000 40000000 00' && echo "ok 3 - ${right}_of_roots" || echo "not ok 3 - $right"
says sqrt '40800000 40000001 00' && echo "not ok 4 - $wrong" || echo "ok 4 - ${wrong}_of_roots"
for op in mul add sub div sqrt; do
    n=$((n + 1))
    if ! command -v testfloat_gen >/dev/null; then
        echo "ok $n - ${op}_equals_testfloat # skip testfloat_gen is not on the PATH"
    elif testfloat_gen -level "${1:-1}" -rnear_even "f32_$op" | "$build/tests/testfloat" $op; then
        echo "ok $n - ${op}_equals_testfloat"
    else
        echo "not ok $n - ${op}_equals_testfloat"
    fi
done
echo "1..$n"
