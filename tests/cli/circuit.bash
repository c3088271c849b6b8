# SPDX-License-Identifier: MIT
# Sourced by the tests of circuits: how one is made, judged by its own testbench, linted and spoilt.
. tests/cli/tap.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen
vectors=300 # states of `right` beyond those of the testbench itself

compile() { # FOLDER ROBOT OPTIONS...: of fixed point of 18 bits unless options say otherwise
    "$tauflow" compile "robots/$2.urdf" --effort 0 --circuit --numbers fixed:18 -o "$1" "${@:3}"
}
built() { # FOLDER NAME: its testbench, as a program
    iverilog -g2005-sv $search_core -I"$gen" -o "$1/bench" "$1/$2_circuit.v" "$1/$2_circuit_tb.v"
}
passes() { # FOLDER COUNT ARGUMENTS...: the testbench, of so many samples
    "$1/bench" "${@:3}" >"$1/said" || { cat "$1/said"; return 1; }
    cat "$1/said"
    grep -q "^passed: $2 samples" "$1/said"
}
right() { # ROBOT OPTIONS...
    local folder=$work/$1
    rm -rf "${folder:?}" && compile "$folder" "$@" --vectors $vectors && built "$folder" "$1" &&
        passes "$folder" 64 && passes "$folder" $vectors "+vectors=$folder/$1_circuit.txt"
}
silent() { # COMMAND...: it succeeds and says nothing
    "$@" >"$work/silent" 2>&1 && [ ! -s "$work/silent" ] || { cat "$work/silent"; return 1; }
}
linted() { # NAME: in three tools
    local file=$work/$1/$1_circuit.v
    silent verilator --lint-only -Wall "$file" &&
        silent iverilog -g2005 -Wall -o /dev/null "$file" &&
        silent yosys -q -p "read_verilog $file; hierarchy -check -top $1_circuit; proc; opt_clean
            check -assert"
}

# Each expression changes one place of the circuit: the testbench must say so.
spoilt() { # NAME LINE-PATTERN SED-EXPRESSION: in the last line that fits
    local folder=$work/spoilt line file=$work/spoilt/$1_circuit.v
    rm -rf "$folder" && cp -r "$work/$1" "$folder" || return 1
    line=$(grep -nE "$2" "$file" | tail -n 1 | cut -d: -f1)
    [ -n "$line" ] || { echo "no line fits $2"; return 1; }
    sed -i "$line$3" "$file" && ! cmp -s "$file" "$work/$1/$1_circuit.v" || return 1
    built "$folder" "$1" || return 1
    ! "$folder/bench" >"$folder/said" 2>&1 &&
        grep -qE 'sample|predicted|nothing|beyond' "$folder/said"
}
