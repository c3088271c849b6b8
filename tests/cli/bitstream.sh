# SPDX-License-Identifier: MIT
# make bitstream of the boards with a serial port, with the tools replaced: what each is asked for,
# that a file comes out only when all went well, and what is said where a tool is missing.
. tests/cli/tap.bash
shape=crossbar_1_1_0_3_4_0_8_4_32_64_512_512_512_64_64

tool() { # NAME, its script on standard input
    { echo '#!/bin/bash'; echo "printf '%s\n' \"\$*\" >>$work/asked-$1"; cat; } >"$work/$1"
    chmod +x "$work/$1"
}
# The argument after NAME.
after='value() {
    while [ $# -gt 1 ]; do
        [ "$2" != "$name" ] || { echo "$3"; return; }
        shift
    done
}'
tool yosys <<<'exit 0'
tool nextpnr <<END
$after
[ "\$1" != --version ] || exit 0
name=-l; log=\$(value x "\$@")
name=--textcfg; config=\$(value x "\$@")
if [ -f $work/late ]; then
    echo "ERROR: Max frequency for clock 'clk': 40.00 MHz (FAIL at 48.00 MHz)" >"\$log"
    exit 1
fi
echo "Warning: Max frequency for clock '\\\$glbnet\\\$clk': 47.10 MHz (FAIL at 48.00 MHz)" >"\$log"
echo "Info: Max frequency for clock '\\\$glbnet\\\$clk': 61.20 MHz (PASS at 48.00 MHz)" >>"\$log"
echo config >"\$config"
END
tool ecppack <<'END'
[ "$1" != --version ] || exit 0
cp "$2" "$3"
END
export YOSYS=$work/yosys NEXTPNR=$work/nextpnr ECPPACK=$work/ecppack
made() { # BOARD [SETTING...]
    local board=$1
    shift
    rm -f "$work"/asked-*
    env "$@" bash synth/bitstream.sh "$board" $shape "$work/out" >"$work/said" 2>&1
}
clock_of() { # BOARD
    (. "rtl/boards/$1/board.sh" && echo "$clock_hz")
}
whole() { # BOARD PART
    made "$1" || { cat "$work/said"; return 1; }
    [ -s "$work/out/$1.bit" ] && grep -q "61.20 MHz (PASS" "$work/said" &&
        ! grep -q "47.10 MHz" "$work/said" &&
        grep -q "3000000 baud, $(($(clock_of "$1") / 3000000)) cycles per bit" "$work/said" &&
        grep -q "$1.bit: [1-9]" "$work/said" &&
        grep -q -- "$2 .*--lpf constraints/$1.lpf" "$work/asked-nextpnr" &&
        ! grep -q timing-allow-fail "$work/asked-nextpnr" &&
        grep -q -- "-set BAUD 3000000 .*-set MODULES 1 .* $1" <(tr '\n' ' ' <"$work/asked-yosys")
}
ok "ecp5_evn: ends with the file, its timing and its speed" whole ecp5_evn --um5g-85k
ok "ulx3s: ends with the file, its timing and its speed" whole ulx3s --85k
late() { # the file of an earlier run does not stay either
    touch "$work/late"
    ! made ecp5_evn && [ ! -e "$work/out/ecp5_evn.bit" ] && grep -q "40.00 MHz" "$work/said"
}
ok "a clock that is missed gives no file" late
rm -f "$work/late"
missing() { # SETTING WORDS
    made ecp5_evn "$1"
    [ $? = 77 ] && grep -q "$2" "$work/said" && grep -q '^Needed: yosys' "$work/said"
}
ok "no yosys: said, with what to do" missing YOSYS=/nowhere/yosys "no yosys"
ok "no nextpnr: said, with what to do" missing NEXTPNR=/nowhere/nextpnr "no nextpnr-ecp5"
ok "another speed and part" eval 'made ulx3s BAUD=115200 DEVICE="--25k --speed 6" &&
    grep -q "115200 baud, $((($(clock_of ulx3s) + 57600) / 115200)) cycles" "$work/said" &&
    grep -q -- "--25k" "$work/asked-nextpnr"'
ok "a speed that is no number is refused" eval '! made ulx3s BAUD=fast &&
    grep -q "BAUD=fast: a number expected" "$work/said"'
finish
