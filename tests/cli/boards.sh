# SPDX-License-Identifier: MIT
# Tops of the boards: ports and constraints agree; the Vivado script, read by Tcl with Vivado's
# commands replaced, asks for what is there; one name of a shape gives the same parameters to
# simulation and bitstream; what is wrong in the facts of a board is named with its place.
. tests/cli/tap.bash
. tests/cli/boards.bash
. rtl/rooms.sh
gen=${BUILD:-build}/gen

ports_have_pins() { # BOARD: exactly the ports of the top have a pin
    local pins port='\[get_ports \{?([a-z0-9_]+(\[[0-9]+\])?)\}?\]'
    pins=$(fact "$1" pins)
    sed -nE 's/^LOCATE COMP "([^"]+)" .*/\1/p' "$pins" >"$work/pins"
    sed -nE "s/^set_property .*PACKAGE_PIN.*$port.*/\\1/p" "$pins" >>"$work/pins"
    top_ports "$1" >"$work/top"
    [ -s "$work/pins" ] && diff <(sort "$work/pins") "$work/top"
}
# A PLL makes the clock that is asked for of the one that comes in, by an oscillator within its
# range: its cell as Yosys has it.
number() { # PARAMETER
    sed -nE "s/^ *parameter.* \\\\$1 ([0-9]+)$/\\1/p" "$work/pll"
}
makes() { # PLL IN_HZ OUT_HZ YOSYS-COMMANDS: a top that has it
    local cells cell in from out vco least most
    case $1 in
    ecp5_clock) cells=+/ecp5/cells_bb.v cell=EHXPLLL ;;
    amd7_clock) cells="+/xilinx/cells_xtra.v +/xilinx/cells_sim.v" cell=PLLE2_BASE ;;
    *) echo "no range of $1 is known"; return 1 ;;
    esac
    yosys -q -p "read_verilog -lib $cells; $4; select t:$cell; tee -o $work/pll dump" \
        >/dev/null || return 1
    case $1 in
    ecp5_clock)
        in=$(($(number CLKFB_DIV) * $(number CLKOP_DIV))) from=$(number CLKI_DIV)
        out=$(number CLKOS_DIV) least=400000 most=800000
        ;;
    amd7_clock)
        in=$(number CLKFBOUT_MULT) from=$(number DIVCLK_DIVIDE) out=$(number CLKOUT0_DIVIDE)
        least=800000 most=1600000
        [ "$in" -le 64 ] && [ $(($2 / from)) -ge 19000000 ] || return 1
        ;;
    esac
    vco=$(($2 / 1000 * in / from))
    echo "oscillator $vco kHz, divided by $out"
    [ "$out" -le 128 ] && [ $vco -ge $least ] && [ $vco -le $most ] &&
        [ $(($2 * in)) = $(($3 * out * from)) ]
}
serial_clock() { # BOARD: that of its facts; bits of 3 Mbaud are whole cycles
    local clock_hz
    clock_hz=$(fact "$1" core_hz)
    makes "$(fact "$1" pll)" "$(fact "$1" clock_hz)" "$clock_hz" "
        read_verilog -I$gen $headers $(defines_of "$1") $(files_of $board_rooms) $(fact "$1" top)
        hierarchy -top $1 -chparam MODULES 1 -chparam SLOTS 4" && [ $((clock_hz % 3000000)) = 0 ]
}
alone() { # PLL IN_HZ OUT_HZ
    makes "$@" "read_verilog $(file_of "$1")
        hierarchy -top $1 -chparam IN_HZ $2 -chparam OUT_HZ $3"
}
# The clock is at most nine tenths of the worst route of the core that ships, in the grade of the
# board's part. (What is around the core may reach less: docs/ecp5_boards.md.)
nine_tenths() { # BOARD
    local column=mhz
    case $(fact "$1" part) in LFE5UM5G-*) ;; LFE5U-*-6*) column=mhz_6 ;; *) return 1 ;; esac
    awk -F, -v name=$column -v clock="$(fact "$1" core_hz)" -v core="${default_core%%_8_4_*}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["depth"] == "default" && $at["fixed"] == 0 && $at[name] != "-" &&
            $1 "_" $2 "_" $3 "_" $4 "_" $5 "_" $6 "_0" == core &&
            (!worst || $at[name] + 0 < worst) { worst = $at[name] + 0 }
        END {
            print clock / 1e6 " MHz, worst route " worst
            exit !(worst && clock <= 0.9e6 * worst)
        }' measure/synth/timing.csv
}
top_ports() { # BOARD: bits of its ports, as constraints name them
    yosys -q -p "read_verilog -I$gen $headers $(defines_of "$1") $(fact "$1" top)
        tee -o $work/ports select -list x:*" >/dev/null
    sed 's|.*/||' "$work/ports" | while read -r port; do
        case $port in
        led) for k in 0 1 2 3 4 5 6 7; do echo "led[$k]"; done ;;
        pcie_[rt]x_?) for k in 0 1 2 3; do echo "${port}[$k]"; done ;;
        *) echo "$port" ;;
        esac
    done | sort
}

# Vivado's commands: each is reported, with its arguments.
cat >"$work/vivado.tcl" <<'TCL'
foreach name {create_project create_ip set_property generate_target add_files update_compile_order
              launch_runs wait_on_run open_run report_utilization report_timing_summary report_cdc
              write_bitstream create_bd_design create_bd_cell apply_bd_automation create_bd_port
              create_bd_intf_port connect_bd_net connect_bd_intf_net assign_bd_address
              validate_bd_design save_bd_design} {
    proc $name args "puts \[concat $name \$args\]"
}
proc current_project {} { return project }
proc current_fileset {} { return fileset }
proc get_ips name { return $name }
proc get_files name { return $name }
foreach name {get_bd_cells get_bd_pins get_bd_ports get_bd_intf_pins get_bd_intf_ports
              get_bd_addr_segs} {
    proc $name of { return $of }
}
proc get_timing_paths args { return path }
proc get_property args { return [expr {[info exists ::env(SLACK)] ? $::env(SLACK) : 0.1}] }
set script [lindex $argv 0]
set argv [lrange $argv 1 end]
set argc [llength $argv]
source $script
TCL
vivado() { # ARGUMENTS of vivado.tcl
    tclsh "$work/vivado.tcl" rtl/boards/vivado.tcl "$@"
}
default_core=$(sed -n 's/^DEFAULT_CORE := //p' "$gen/tauflow_shape.mk")
shape=crossbar_4_2x3_0_3_4_0_8_4_32_64_512_512_512_64_64
project() { # BOARD: project, files that exist, constraints, bitstream at the end
    vivado "$1" $shape "$work/$1" >"$work/asked" || return 1
    cat "$work/asked"
    sed -n 's/^add_files.* -norecurse //p' "$work/asked" | tr -d '{}' | tr ' ' '\n' |
        while read -r file; do [ -f "$file" ] || { echo "no file $file"; exit 1; }; done || return 1
    grep -q "$(fact "$1" top)" "$work/asked" && grep -q "constraints/$1.xdc" "$work/asked" &&
        grep -q "^create_project .* -part $(fact "$1" part)$" "$work/asked" &&
        grep -q "^set_property top $1 " "$work/asked" &&
        grep -q "^set_property verilog_define {$(fact "$1" defines)} fileset" "$work/asked" &&
        [ "$(grep -v '^program it' "$work/asked" | tail -n 1 | cut -d' ' -f1)" = write_bitstream ]
}
streams() { # BOARD: DMA and top are as wide
    local bits
    bits=$(fact "$1" dma_bits)
    vivado "$1" $shape "$work/streams" project >"$work/asked" || return 1
    cat "$work/asked"
    grep -qE "axi_data_width +${bits}_bit|c_m_axis_mm2s_tdata_width $bits" "$work/asked" &&
        grep -q "DMA_W=$bits" "$work/asked"
}
circuit() { # BOARD: a circuit in the place of the core
    CIRCUIT=$work/arm_circuit vivado "$1" $shape "$work/circuit" project >"$work/asked" &&
        grep -q "^add_files -norecurse {\?$work/arm_circuit_core.v $work/arm_circuit.v" \
            "$work/asked" &&
        grep -q "^set_property verilog_define .*TAUFLOW_CORE=arm_circuit_core}\? fileset" \
            "$work/asked"
}
# Two cores and a clock of 100 MHz: subsystem, Verilog and constraints are told the same.
several() { # BOARD
    CHANNELS=2 CORE_DIVIDE=10 vivado "$1" $shape "$work/several$1" >"$work/asked" || return 1
    cat "$work/asked" "$work/several$1/core_clock.xdc"
    for option in xdma_rnum_chnl xdma_wnum_chnl xdma_num_usr_irq; do
        grep -qE "CONFIG.$option +2" "$work/asked" || return 1
    done
    grep -qE "CONFIG.axilite_master_size +8" "$work/asked" &&
        grep -q "^set_property verilog_define .*XDMA_2}\? fileset" "$work/asked" &&
        ! grep -q XDMA_3 "$work/asked" && grep -qw "CORE_DIVIDE=10" "$work/asked" &&
        grep -q "^add_files -fileset constrs_1 .*/core_clock.xdc" "$work/asked" &&
        [ "$(grep -c '^set_max_delay -datapath_only .* 8.000$' \
            "$work/several$1/core_clock.xdc")" = 2 ]
}
wrong_number() { # NAME=VALUE
    ! env "$1" tclsh "$work/vivado.tcl" rtl/boards/vivado.tcl kc705 $shape "$work/x" project \
        >"$work/said" 2>&1 && grep -q "$1: [01], or [0-9]* to [0-9]*" "$work/said"
}
late() { # no bitstream without timing
    ! SLACK=-0.01 vivado "$board" $shape "$work/late" >"$work/asked" 2>&1 &&
        ! grep -q write_bitstream "$work/asked" && grep -q "timing is not met" "$work/asked"
}
generics() { # every generic is a parameter of the top
    vivado "$1" $shape "$work/generics" project | sed -n 's/^set_property generic //p' |
        tr ' {}' '\n\n\n' | sed -n 's/=.*//p' | sort >"$work/names"
    yosys -q -p "read_verilog -I$gen $headers $(defines_of "$1") $(fact "$1" top)
        tee -o $work/parameters chparam -list $1" >/dev/null
    [ "$(wc -l <"$work/names")" -ge 17 ] && while read -r parameter; do
        grep -qw "$parameter" "$work/parameters" || { echo "$parameter"; return 1; }
    done <"$work/names"
}
found=0
for board in $(boards); do
    found=$((found + 1))
    ok "$board: its ports are those of its constraints" ports_have_pins "$board"
done
for board in $(boards flow=vivado); do
    ok "$board: the project takes files that are there and ends with the bitstream" project "$board"
    ok "$board: the project sets parameters of the top" generics "$board"
    ok "$board: a circuit takes the place of the core" circuit "$board"
    [ "$(fact "$board" link)" = uart ] ||
        ok "$board: its DMA is as wide as its top takes it" streams "$board"
done
too_fast() { # BOARD
    case $(fact "$1" flow) in
    nextpnr) BAUD=99000000 bash measure/synth/bitstream.sh "$1" $shape "$work/bit" ;;
    vivado) BAUD=99000000 vivado "$1" $shape "$work/bit" ;;
    esac >"$work/said" 2>&1
    [ $? != 0 ] && grep -qE "BAUD=99000000: (3000000, or )?1000 to" "$work/said"
}
for own in $(boards link=uart); do
    ok "$own: its clock is that of its facts" serial_clock "$own"
    ok "$own: a speed that its clock cannot make is refused" too_fast "$own"
done
for own in $(boards flow=nextpnr); do
    ok "$own: its clock is within nine tenths of what the core reached" nine_tenths "$own"
done
for rates in "ecp5_clock 12 7" "ecp5_clock 27 48" "amd7_clock 100 60" "amd7_clock 200 45" \
    "amd7_clock 100 7" "amd7_clock 19 64" "amd7_clock 76 43"; do
    read -r pll in out <<<"$rates"
    ok "$pll makes $out MHz of $in" alone "$pll" "${in}000000" "${out}000000"
done
ok "amd7_clock: an oscillator of 779 MHz is too slow" eval '! alone amd7_clock 19000000 779000000'
least=5
[ -z "${ONLY_BOARD:-}" ] || least=1
ok "there are boards" [ $found -ge $least ]
for board in $(boards link=xdma); do
    ok "$board: two cores with a clock of their own" several $board
done
for number in CHANNELS=0 CHANNELS=5 CHANNELS=two CORE_DIVIDE=3 CORE_DIVIDE=126; do
    ok "$number is refused" wrong_number $number
done
# Every pin that the block design joins is of a cell that it has, and of no other name than its top
# and the vendor's outside of it know.
joined() {
    vivado kv260 $shape "$work/joined" project >"$work/asked" || return 1
    sed -n 's/^create_bd_cell .* //p' "$work/asked" | sort >"$work/cells"
    sed -n 's/^connect_bd_[a-z_]*net //p' "$work/asked" | tr ' ' '\n' | sed -n 's|/.*||p' |
        sort -u >"$work/joined_cells"
    sed -n 's/^create_bd_[a-z_]*port .* //p' "$work/asked" | sort >"$work/outside"
    iverilog -E -o "$work/vendor.v" sim/vendor.v || return 1
    sed -n '/^(\* blackbox \*) module zynq_system/,/^endmodule/s/.* \([a-z0-9_]\+\),\? *$/\1/p' \
        "$work/vendor.v" | sed 's/_\(aw\|w\|b\|ar\|r\|t\)[a-z]*$//' | sort -u >"$work/known"
    diff "$work/cells" "$work/joined_cells" && diff "$work/outside" "$work/known"
}
ok "kv260: the block design joins what it has, and shows what the top takes" joined
# Linux is told by hand where the registers are.
overlay() { # BOARD
    local part at
    for part in dma core; do
        at=$(fact "$1" ${part}_at | tr A-F a-f)
        grep -q "^ *tauflow-$part@${at#0x} {" "docs/$1_board.md" &&
            grep -q "^ *reg = <0x0 $at " "docs/$1_board.md" || return 1
    done
}
for board in $(boards link=axidma); do
    ok "$board: the overlay of its page has the addresses of the block design" overlay "$board"
done
ok "a board of AMD has no bitstream of open tools" eval \
    '! bash measure/synth/bitstream.sh kc705 $shape "$work/bit" 2>"$work/said" &&
     grep -q "board .kc705. is not for nextpnr" "$work/said"'
ok "a bitstream that misses timing is refused" late
ok "a board that is not known is refused" eval '! vivado vcu118 $shape "$work/x" 2>/dev/null'
ok "a folder without facts is no board" eval '! vivado common $shape "$work/x" 2>/dev/null'
# A copy of the tables, with a board that has one fault.
faulty() { # SED PATTERN: what it does to the facts of a good board, what is said of it
    rm -rf "$work/copy" && mkdir -p "$work/copy" &&
        cp -r --parents rtl/boards/*.def rtl/boards/*.tcl rtl/links/tops rtl/boards/ulx3s \
            "$work/copy" && cp -r constraints "$work/copy" || return 1
    sed -i "$1" "$work/copy/rtl/boards/ulx3s/board.def" "$work/copy/constraints/ulx3s.lpf" &&
        refused 2 "^$2$" tclsh "$work/copy/rtl/boards/facts.tcl" ulx3s part
}
ulx3s=rtl/boards/ulx3s/board.def
ok "a fact that is none is refused" faulty 's/IS(lit/IS(light/' \
    "$ulx3s:[0-9]*: no fact 'light': there are link .*"
ok "a fact that is missing is named" faulty '/IS(lit/d' "$ulx3s: no 'lit', which .* uart has"
ok "a fact of another link is refused" faulty 's/IS(lit.*/&\nIS(dma_bits, 128)/' \
    "$ulx3s: 'dma_bits', which a board with uart has not"
ok "a fact that is told twice is refused" faulty 's/IS(lit.*/&\n&/' "$ulx3s:[0-9]*: lit is told .*"
ok "a value of another kind is refused" faulty 's/IS(lit, 1/IS(lit, 2/' \
    "$ulx3s:[0-9]*: lit is '2': a bit expected"
ok "a line that is no row is refused" faulty 's/^IS(lit/ IS(lit/' "$ulx3s:[0-9]*: a row IS.*"
ok "a vendor that is none is refused" faulty 's/ecp5)/ecp6)/' \
    "$ulx3s: no vendor 'ecp6': there are ecp5 .*"
ok "a vendor without a PLL has no serial port" faulty 's/ecp5)/amdus)/' \
    "$ulx3s: no PLL is known of amdus"
ok "a link that is none is refused" faulty \
    's/IS(link, uart/IS(link, usb/; /_hz\|lit\|but\|press/d' "$ulx3s: no link 'usb'"
ok "pins without a clock are refused" faulty '/^FREQUENCY/d' \
    "constraints/ulx3s.lpf: one clock expected, not 0"

no_shape() { # COMMAND...: one line says so
    ! "$@" >"$work/said" 2>&1 && cat "$work/said" && grep -q "'$bad' names no core: " "$work/said"
}
bad=${shape%_*}
ok "a shape that is none is refused by Vivado's script" no_shape vivado kc705 $bad "$work/x"
ok "and by that of open tools" no_shape bash measure/synth/bitstream.sh ulx3s $bad "$work/bit"
finish
