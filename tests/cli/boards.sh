# Tops of the boards: hierarchy, ports and constraints agree; the Vivado script, read by Tcl with Vivado's commands replaced, asks for
# what is there; one name of a shape gives the same parameters to simulation and bitstream.
. tests/cli/tap.bash
gen=${BUILD:-build}/gen

silent() { # no failure and nothing said
    "$@" >"$work/said" 2>&1 && [ ! -s "$work/said" ] || { cat "$work/said"; return 1; }
}
defines() { # BOARD: what sim/vendor.v must know
    [ "$1" = kcu105 ] && echo XDMA_GT || echo NONE
}
hierarchy() { # BOARD: every module is there, every port exists, nothing has two drivers
    silent yosys -q -p "read_verilog -D$(defines "$1") -I$gen sim/vendor.v $(echo rtl/*.v rtl/boards/tau_*.v) rtl/boards/$1.v
                        hierarchy -check -top $1 -chparam MODULES 1 -chparam SLOTS 4 -chparam CONSTANTS 4 -chparam RECEPTIONS 4 -chparam ISSUES 4; proc; check -assert"
}
top_ports() { # BOARD: bits of its ports, as constraints name them
    yosys -q -p "read_verilog rtl/boards/$1.v; tee -o $work/ports select -list x:*" >/dev/null
    sed 's|.*/||' "$work/ports" | while read -r port; do
        case $port in
        led) for k in 0 1 2 3 4 5 6 7; do echo "led[$k]"; done ;;
        pcie_[rt]x_?) for k in 0 1 2 3; do echo "${port}[$k]"; done ;;
        *) echo "$port" ;;
        esac
    done | sort
}
constrained() { # BOARD: exactly the ports of the top have a pin
    sed -nE 's/^set_property .*PACKAGE_PIN.*\[get_ports \{?([a-z0-9_]+(\[[0-9]+\])?)\}?\].*/\1/p' "constraints/$1.xdc" | sort >"$work/pins"
    top_ports "$1" >"$work/top"
    [ -s "$work/pins" ] && diff "$work/pins" "$work/top"
}

# Vivado's commands: each is told, with its arguments.
cat >"$work/vivado.tcl" <<'TCL'
foreach name {create_project create_ip set_property generate_target add_files update_compile_order launch_runs wait_on_run open_run
              report_utilization report_timing_summary report_cdc write_bitstream} {
    proc $name args "puts \[concat $name \$args\]"
}
proc current_project {} { return project }
proc current_fileset {} { return fileset }
proc get_ips name { return $name }
proc get_files name { return $name }
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
shape=crossbar_4_2x3_0_3_4_4_8_4_64_64_512_512_512_64_32
project() { # BOARD: project, files that exist, constraints, bitstream at the end
    vivado "$1" $shape "$work/$1" >"$work/told" || return 1
    cat "$work/told"
    sed -n 's/^add_files.* -norecurse //p' "$work/told" | tr -d '{}' | tr ' ' '\n' | while read -r file; do [ -f "$file" ] || { echo "no file $file"; exit 1; }; done || return 1
    grep -q "rtl/boards/$1.v" "$work/told" && grep -q "constraints/$1.xdc" "$work/told" && grep -q "^set_property top $1 " "$work/told" &&
        grep -qE "axi_data_width +128_bit" "$work/told" && grep -q "DMA_W=128" "$work/told" && tail -n 1 "$work/told" | grep -q '^write_bitstream'
}
late() { # no bitstream without timing
    ! SLACK=-0.01 vivado kc705 $shape "$work/late" >"$work/told" 2>&1 && ! grep -q write_bitstream "$work/told" && grep -q "timing is not met" "$work/told"
}
part() { # BOARD: that of the constraints
    grep -q "$(sed -nE 's/^.*Part ([a-z0-9-]+)\..*/\1/p' "constraints/$1.xdc")" <(vivado "$1" $shape "$work/part" project)
}
generics() { # every generic is a parameter of the top
    vivado "$1" $shape "$work/generics" project | sed -n 's/^set_property generic //p' | tr ' {}' '\n\n\n' | sed -n 's/=.*//p' >"$work/names"
    [ "$(wc -l <"$work/names")" -ge 16 ] && while read -r parameter; do grep -q "parameter $parameter " "rtl/boards/$1.v" || { echo "$parameter"; return 1; }; done <"$work/names"
}
# What sim/core.sh would give to Verilator, told by a false one.
same_parameters() {
    mkdir -p "$work/bin"
    printf '#!/bin/sh\n[ "$1" = --getenv ] && { echo /usr/share/verilator; exit; }\nprintf "%%s\\n" "$@" >%s\nexit 1\n' "$work/arguments" >"$work/bin/verilator"
    printf '#!/bin/sh\nexit 0\n' >"$work/bin/g++"
    chmod +x "$work/bin/verilator" "$work/bin/g++"
    PATH=$work/bin:$PATH bash sim/core.sh $shape "$work/core/one" "$gen" >"$work/said" 2>&1
    cat "$work/said"
    diff <(sed -n 's/^-G//p' "$work/arguments" | sort) <(tclsh rtl/boards/shape.tcl $shape | sort) && [ "$(grep -c '^-G' "$work/arguments")" -ge 16 ]
}

for board in kc705 kcu105; do
    ok "$board: every module and port is there" hierarchy $board
    ok "$board: its ports are those of its constraints" constrained $board
    ok "$board: the project takes files that are there and ends with the bitstream" project $board
    ok "$board: its part is that of the constraints" part $board
    ok "$board: the project sets parameters of the top" generics $board
done
ok "a bitstream that misses timing is refused" late
ok "a board that is not known is refused" eval '! vivado vcu118 $shape "$work/x" 2>/dev/null'
ok "a shape with a part missing is refused" eval '! tclsh rtl/boards/shape.tcl ${shape%_*} 2>/dev/null'
ok "simulation and bitstream read a shape alike" same_parameters
finish
