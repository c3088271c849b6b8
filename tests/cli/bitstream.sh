# SPDX-License-Identifier: MIT
# make bitstream of the boards with ECP5, with the tools replaced: what each is asked for,
# that a file comes out only when all went well, and what is said where a tool is missing.
. tests/cli/tap.bash
. tests/cli/boards.bash
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
    env "$@" bash measure/synth/bitstream.sh "$board" $shape "$work/out" >"$work/said" 2>&1
}
whole() { # BOARD PART
    made "$1" || { cat "$work/said"; return 1; }
    [ -s "$work/out/$1.bit" ] && grep -q "61.20 MHz (PASS" "$work/said" &&
        ! grep -q "47.10 MHz" "$work/said" &&
        grep -q "3000000 baud, $(($(fact "$1" core_hz) / 3000000)) cycles per bit" "$work/said" &&
        grep -q "$1.bit: [1-9]" "$work/said" &&
        grep -q -- "$2 .*--lpf constraints/$1.lpf" "$work/asked-nextpnr" &&
        grep -q -- "-DBOARD=$1 .* rtl/links/tops/uart.v" <(tr '\n' ' ' <"$work/asked-yosys") &&
        grep -q "openFPGALoader -b $1 " "$work/said" &&
        ! grep -q timing-allow-fail "$work/asked-nextpnr" &&
        grep -q -- "-set BAUD 3000000 .*-set MODULES 1 .* $1" <(tr '\n' ' ' <"$work/asked-yosys")
}
ok "ecp5_evn: ends with the file, its timing and its speed" whole ecp5_evn \
    "--um5g-85k --speed 8 --package CABGA381"
ok "ulx3s: ends with the file, its timing and its speed" whole ulx3s \
    "--85k --speed 6 --package CABGA381"
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
    grep -q "115200 baud, $((($(fact ulx3s core_hz) + 57600) / 115200)) cycles" "$work/said" &&
    grep -q -- "--25k" "$work/asked-nextpnr"'
ok "a speed that is no number is refused" eval '! made ulx3s BAUD=fast &&
    grep -q "BAUD=fast: a number expected" "$work/said"'
flow() { # BOARD PATTERN
    MAKEFLAGS='' make -n bitstream BOARD="$1" >"$work/said" 2>&1
    grep -qE -- "$2" "$work/said" || { cat "$work/said"; return 1; }
}
ok "make takes a board of ECP5 to open tools" \
    flow ulx3s "bash measure/synth/bitstream.sh ulx3s crossbar_"
ok "make takes a board of AMD to Vivado" flow kv260 \
    "vivado .*/vivado.tcl *-tclargs kv260 crossbar_.*/vivado_kv260"
ok "make takes no other board anywhere" flow vcu118 \
    "no board 'vcu118': there are $(tclsh rtl/boards/facts.tcl)"
finish
