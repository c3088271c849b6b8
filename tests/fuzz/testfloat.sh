#!/usr/bin/env bash
# Berkeley TestFloat's vectors against our operators, where testfloat_gen is on the PATH:
#     tests/fuzz/testfloat.sh [LEVEL]      1: some 46,000 lines an operator, 2: millions
build=${BUILD:-build}
n=2
says() { printf '%s\n' "$1" | "$build/tests/testfloat" mul >/dev/null; } # 1 x 3 = 3
says '3F800000 40400000 40400000 00' && echo "ok 1 - a_right_line_is_accepted" || echo "not ok 1"
says '3F800000 40400000 40400001 00' && echo "not ok 2" || echo "ok 2 - a_wrong_line_is_refused"
for op in mul add sub div; do
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
