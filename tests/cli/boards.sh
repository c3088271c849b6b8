# SPDX-License-Identifier: MIT
# Tops of the boards: ports and constraints agree; the Vivado script, read by Tcl with Vivado's
# commands replaced, asks for what is there; one name of a shape gives the same parameters to
# simulation and bitstream. Boards are found by their facts, rtl/boards/NAME/board.tcl.
. tests/cli/tap.bash
gen=${BUILD:-build}/gen

facts_of() { # BOARD: the file of its facts
    ls "rtl/boards/$1/board.tcl" "rtl/boards/$1/zynq_facts.tcl" 2>/dev/null
}
fact() { # BOARD NAME: of its facts; nothing where it has none of that name
    echo "source $(facts_of "$1"); if {[dict exists \$board $2]} {puts [dict get \$board $2]}" |
        tclsh
}
serial_ports() { # BOARD: exactly the ports of the top have a pin
    sed -nE 's/^LOCATE COMP "([^"]+)" .*/\1/p' "constraints/$1.lpf" | sort >"$work/pins"
    top_ports "$1" >"$work/top"
    [ -s "$work/pins" ] && diff "$work/pins" "$work/top"
}
# The PLL as the top has it: the oscillator within its range, the clock of the facts, bits of
# 3 Mbaud in whole cycles.
serial_clock() { # BOARD
    local in_mhz vco
    in_mhz=$(sed -nE 's/^FREQUENCY PORT "clk[0-9]+" ([0-9]+) MHZ;/\1/p' "constraints/$1.lpf")
    . "rtl/boards/$1/board.sh"
    yosys -q -p "read_verilog -lib +/ecp5/cells_bb.v
        read_verilog -I$gen rtl/*.v rtl/boards/common/*.v rtl/boards/$1/$1.v
        hierarchy -top $1 -chparam MODULES 1 -chparam SLOTS 4; select t:EHXPLLL
        tee -o $work/pll dump" >/dev/null
    number() { sed -nE "s/^ *parameter.* \\\\$1 ([0-9]+)$/\\1/p" "$work/pll"; }
    vco=$((in_mhz * $(number CLKFB_DIV) * $(number CLKOP_DIV)))
    echo "oscillator $vco MHz, divided by $(number CLKOS_DIV)"
    [ $vco -ge 400 ] && [ $vco -le 800 ] && [ "$(number CLKI_DIV)" = 1 ] &&
        [ $((vco * 1000000)) = $((clock_hz * $(number CLKOS_DIV))) ] &&
        [ $((clock_hz % 3000000)) = 0 ]
}
# The clock is at most nine tenths of the worst route of the core that ships, in the grade of the
# board's part. (What is around the core may reach less: docs/ecp5_boards.md.)
nine_tenths() { # BOARD
    local column=mhz
    . "rtl/boards/$1/board.sh"
    case $device in *um5g*) ;; *"--speed 6"*) column=mhz_6 ;; *) return 1 ;; esac
    awk -F, -v name=$column -v clock=$clock_hz -v core="${default_core%%_8_4_*}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["depth"] == "default" && $at["fixed"] == 0 && $at[name] != "-" &&
            $1 "_" $2 "_" $3 "_" $4 "_" $5 "_" $6 "_0" == core &&
            (!worst || $at[name] + 0 < worst) { worst = $at[name] + 0 }
        END {
            print clock / 1e6 " MHz, worst route " worst
            exit !(worst && clock <= 0.9e6 * worst)
        }' synth/timing.csv
}
top_ports() { # BOARD: bits of its ports, as constraints name them
    yosys -q -p "read_verilog -I$gen rtl/boards/$1/$1.v; tee -o $work/ports select -list x:*" \
        >/dev/null
    sed 's|.*/||' "$work/ports" | while read -r port; do
        case $port in
        led) for k in 0 1 2 3 4 5 6 7; do echo "led[$k]"; done ;;
        pcie_[rt]x_?) for k in 0 1 2 3; do echo "${port}[$k]"; done ;;
        *) echo "$port" ;;
        esac
    done | sort
}
constrained() { # BOARD: exactly the ports of the top have a pin
    local port='\[get_ports \{?([a-z0-9_]+(\[[0-9]+\])?)\}?\]'
    sed -nE "s/^set_property .*PACKAGE_PIN.*$port.*/\\1/p" "constraints/$1.xdc" | sort >"$work/pins"
    top_ports "$1" >"$work/top"
    [ -s "$work/pins" ] && diff "$work/pins" "$work/top"
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
    local script=vivado.tcl
    [ ! -f "rtl/boards/$1/zynq_facts.tcl" ] || script=zynq.tcl
    tclsh "$work/vivado.tcl" "rtl/boards/$script" "$@"
}
default_core=$(sed -n 's/^DEFAULT_CORE := //p' "$gen/tauflow_shape.mk")
shape=crossbar_4_2x3_0_3_4_0_8_4_32_64_512_512_512_64_64
project() { # BOARD: project, files that exist, constraints, bitstream at the end
    local bits
    bits=$(fact "$1" dma_bits)
    vivado "$1" $shape "$work/$1" >"$work/asked" || return 1
    cat "$work/asked"
    sed -n 's/^add_files.* -norecurse //p' "$work/asked" | tr -d '{}' | tr ' ' '\n' |
        while read -r file; do [ -f "$file" ] || { echo "no file $file"; exit 1; }; done || return 1
    grep -q "rtl/boards/$1/$1.v" "$work/asked" && grep -q "constraints/$1.xdc" "$work/asked" &&
        grep -q "^set_property top $1 " "$work/asked" &&
        grep -q "^set_property verilog_define {\?$(fact "$1" defines)}\? fileset" "$work/asked" &&
        grep -qE "axi_data_width +${bits}_bit|c_m_axis_mm2s_tdata_width $bits" "$work/asked" &&
        grep -q "DMA_W=$bits" "$work/asked" && tail -n 1 "$work/asked" | grep -q '^write_bitstream'
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
part() { # BOARD: that of the constraints
    grep -q "$(sed -nE 's/^.*Part ([a-z0-9-]+)\..*/\1/p' "constraints/$1.xdc")" \
        <(vivado "$1" $shape "$work/part" project)
}
generics() { # every generic is a parameter of the top
    vivado "$1" $shape "$work/generics" project | sed -n 's/^set_property generic //p' |
        tr ' {}' '\n\n\n' | sed -n 's/=.*//p' | sort >"$work/names"
    yosys -q -p "read_verilog -I$gen rtl/boards/$1/$1.v; tee -o $work/parameters chparam -list $1" \
        >/dev/null
    [ "$(wc -l <"$work/names")" -ge 17 ] && while read -r parameter; do
        grep -qw "$parameter" "$work/parameters" || { echo "$parameter"; return 1; }
    done <"$work/names"
}
# What sim/core.sh would give to Verilator, reported by a false one.
same_parameters() {
    mkdir -p "$work/bin"
    cat >"$work/bin/verilator" <<TOOL
#!/bin/sh
[ "\$1" = --getenv ] && { echo /usr/share/verilator; exit; }
printf "%s\\n" "\$@" >$work/arguments
exit 1
TOOL
    printf '#!/bin/sh\nexit 0\n' >"$work/bin/g++"
    chmod +x "$work/bin/verilator" "$work/bin/g++"
    PATH=$work/bin:$PATH bash sim/core.sh "$1" "$work/core/$1" "$gen" >"$work/said" 2>&1
    cat "$work/said"
    diff <(sed -n 's/^-G//p' "$work/arguments") <(tclsh rtl/boards/shape.tcl "$gen" "$1") &&
        [ "$(grep -c '^-G' "$work/arguments")" -ge 17 ]
}
refused_alike() { # NAME: by simulation and bitstream
    ! bash sim/core.sh "$1" "$work/core/$1" "$gen" 2>"$work/said" && grep -q "^$1: " "$work/said" &&
        ! tclsh rtl/boards/shape.tcl "$gen" "$1" 2>"$work/said" && grep -q "^$1: " "$work/said"
}

found=0
for facts in rtl/boards/*/zynq_facts.tcl rtl/boards/*/board.tcl; do
    board=$(basename "$(dirname "$facts")") found=$((found + 1))
    ok "$board: its ports are those of its constraints" constrained "$board"
    ok "$board: the project takes files that are there and ends with the bitstream" project "$board"
    ok "$board: its part is that of the constraints" part "$board"
    ok "$board: the project sets parameters of the top" generics "$board"
    ok "$board: a circuit takes the place of the core" circuit "$board"
done
for facts in rtl/boards/*/board.sh; do
    own=$(basename "$(dirname "$facts")") found=$((found + 1))
    ok "$own: its ports are those of its constraints" serial_ports "$own"
    ok "$own: its clock is that of its facts" serial_clock "$own"
    ok "$own: its clock is within nine tenths of what the core reached" nine_tenths "$own"
    ok "$own: a speed that its clock cannot make is refused" eval \
        '! BAUD=99000000 bash synth/bitstream.sh $own $shape "$work/bit" 2>"$work/said" &&
         grep -q "BAUD=99000000: 1000 to" "$work/said"'
done
ok "there are boards" [ $found -ge 5 ]
for board in kc705 kcu105; do
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
    sed -n '/^(\* blackbox \*) module zynq_system/,/^endmodule/s/.* \([a-z0-9_]*\),\?$/\1/p' \
        sim/vendor.v | sed 's/_\(aw\|w\|b\|ar\|r\|t\)[a-z]*$//' | sort -u >"$work/known"
    diff "$work/cells" "$work/joined_cells" && diff "$work/outside" "$work/known"
}
ok "kv260: the block design joins what it has, and shows what the top takes" joined
ok "a board without a serial port has no bitstream of open tools" eval \
    '! bash synth/bitstream.sh kc705 $shape "$work/bit" 2>"$work/said" &&
     grep -q "no board .kc705. with a serial port" "$work/said"'
ok "a bitstream that misses timing is refused" late
ok "a board that is not known is refused" eval '! vivado vcu118 $shape "$work/x" 2>/dev/null'
ok "a folder without facts is no board" eval '! vivado common $shape "$work/x" 2>/dev/null'
ok "simulation and bitstream read a shape alike" same_parameters $shape
ok "one output lane is not named" same_parameters ${shape/2x3/2}
for name in ${shape%_*} ${shape}_7 ${shape/2x3/2x3x4} ${shape/2x3/2x} ${shape/crossbar/mesh} \
    ${shape/_32_64_/_32_six_}; do
    ok "a shape that is none is refused: $name" refused_alike "$name"
done
finish
