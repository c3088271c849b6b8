# SPDX-License-Identifier: MIT
# Certificates of every robot, function and format: whether each step holds, and what it costs.
# Every command makes a certificate, which `tauflow verify` replays; what stays open is listed with
# its reason, and so is every command that fails.
#   measure/bench/certificates.sh BUILD ROBOT...
# EFFORT (0): of the searches. FORMS: which of c hls fixed circuit core ring stream are made;
# FUNCTIONS: which functions, where the robot has them (all). CIRCUIT, MACHINE: the most operations
# of a function that becomes a circuit (100), and that a machine other than the default one computes
# (400). LIMIT: seconds after which a command is given up and counts as refused (0: none). "second":
# worst difference of the second opinion, of the sum of terms. Seconds are by the clock, those of
# the checks as the certificate tells them: other programs make both longer, so the load is told.
# Then each function by format: certificates that are complete, that have open steps, what was
# refused before there was one, and failures. RESULTS: a file to which a line of each is added:
# robot, function, format, what became of it, seconds. Ends with 1 where a command finds a fault of
# its own, or verify disagrees.
set -eu
build=$1
shift
EFFORT=${EFFORT:-0} FORMS=${FORMS:-c hls fixed circuit core ring stream} CIRCUIT=${CIRCUIT:-100}
MACHINE=${MACHINE:-400} RESULTS=${RESULTS:-} LIMIT=${LIMIT:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/open"
: >"$work/failed"
: >"$work/left"
: >"$work/results"

# functions ROBOT: those that it has, and the operations of each
functions() {
    "$build/tauflow" info "$1" --functions --json --effort 0 2>"$work/said" |
        grep -o '{"name": "[a-z-]*", "classic": {[^}]*}, "default": {[^}]*}' |
        sed -n 's/{"name": "\([a-z-]*\)".*"default": {.*"operations": \([0-9]*\),.*/\1 \2/p'
}

# options FORM OPERATIONS: command and options, none where it is not made
options() {
    case $1 in
    c) echo compile ;;
    hls) echo compile --hls ;;
    fixed) echo compile --numbers fixed:24 ;;
    circuit) [ "$2" -gt "$CIRCUIT" ] || echo compile --circuit ;;
    core) echo image ;;
    ring) [ "$2" -gt "$MACHINE" ] || echo image --network ring --modules 2 ;;
    stream) [ "$2" -gt "$MACHINE" ] || echo image --optimise throughput --modules 2 ;;
    esac
}

# result WHAT BEGAN WORD: what became of it
result() {
    echo "$1 $3 $(awk "BEGIN { print $(date +%s.%N) - $2 }")" >>"$work/results"
    [ -z "$RESULTS" ] || tail -n 1 "$work/results" >>"$RESULTS"
}

# made ROBOT FUNCTION FORM COMMAND...: one certificate, verified; a line of its steps, for the table
made() {
    local robot=$1 function=$2 form=$3 what name out cert began ended failed list found
    shift 3
    what="$(basename "$robot") $function $form"
    name=$(basename "${robot%.*}")
    rm -rf "$work/out"
    mkdir "$work/out"
    out=$work/out
    [ "$1" = compile ] || out=$work/out/$name.tau
    began=$(date +%s.%N)
    failed=0
    timeout "$LIMIT" "$build/tauflow" "$1" "$robot" --function "$function" --effort "$EFFORT" \
        --no-cache "${@:2}" -o "$out" >"$work/said" 2>"$work/err" || failed=$?
    if [ $failed != 0 ]; then # 2: a format or machine has no place for the function; 124: LIMIT
        case $failed in 2 | 124) list=left ;; *) list=failed ;; esac
        result "$what" "$began" ${list/left/refused}
        echo "$what: exit code $failed, $(grep error: "$work/err" | tail -n 1)" >>"$work/$list"
        return
    fi
    ended=$(date +%s.%N)
    cert=$(echo "$work"/out/*.cert)
    found=complete
    ! grep -q '^step [a-z]* [0-9]* [0-9]* open ' "$cert" || found=open
    "$build/tauflow" verify "$cert" >"$work/verified" 2>"$work/err" || {
        echo "$what: verify: exit code $?, $(tail -n 1 "$work/err")" >>"$work/failed"
        found=failed
    }
    result "$what" "$began" $found
    sed -n "s|^step \([a-z]*\) .* open seed .* seconds [0-9.]* |$what: step \1: |p" "$cert" \
        >>"$work/open"
    {
        echo "time $(awk "BEGIN { print $ended - $began }")"
        sed -n 's/^checked .* worst \([0-9.e-]*\) of.*/worst \1/p' "$work/said"
        sed -n 's/^step [a-z]* [0-9]* [0-9]* \([a-z]*\) .* seconds \([0-9.]*\) .*/step \1 \2/p' \
            "$cert"
    } >>"$work/lines"
}

# row ROBOT FUNCTIONS: what stands in the lines
row() {
    awk -v robot="$1" -v functions="$2" '
        $1 == "time" { certificates++; seconds += $2 }
        $1 == "worst" && $2 + 0 > worst { worst = $2 + 0 }
        $1 == "step" { of[$2]++; checks += $3 }
        END {
            if (!certificates) exit
            printf "%-22s%5d%8d%8d%8d%6d%10.1e%9.2f%9.2f%6.1f%%\n", robot, functions,
                certificates, of["proved"], of["checked"], of["open"], worst, seconds, checks,
                100 * checks / seconds
        }' "$work/lines"
}

printf '%s processors, load %s, effort %s\n' "$(nproc)" "$(cut -d ' ' -f 1-3 /proc/loadavg)" \
    "$EFFORT"
printf '%-22s%5s%8s%8s%8s%6s%10s%9s%9s%7s\n' robot fns certs proved checked open second seconds \
    checks share
for robot in "$@"; do
    functions "$robot" >"$work/functions"
    if ! [ -s "$work/functions" ]; then
        echo "$(basename "$robot"): $(tail -n 1 "$work/said")" >>"$work/failed"
        continue
    fi
    : >"$work/lines"
    count=0
    while read -r function operations <&3; do
        case " ${FUNCTIONS:-$function} " in *" $function "*) ;; *) continue ;; esac
        count=$((count + 1))
        for form in $FORMS; do
            command=$(options "$form" "$operations")
            # shellcheck disable=SC2086 # several words
            [ -z "$command" ] || made "$robot" "$function" "$form" $command
        done
    done 3<"$work/functions"
    row "$(basename "${robot%.*}")" $count
done

# by_function FILE: a row for each function, a column for each format: complete, open, refused; an
# exclamation mark where any failed
by_function() {
    awk -v forms="$FORMS" '
        BEGIN { columns = split(forms, form, " ") }
        !seen[$2]++ { order[++rows] = $2 }
        { count[$2, $3, $4]++; all[$4]++ }
        END {
            printf "\n%-24s", "complete/open/refused"
            for (c = 1; c <= columns; c++) printf "%12s", form[c]
            print ""
            for (r = 1; r <= rows; r++) {
                printf "%-24s", order[r]
                for (c = 1; c <= columns; c++) {
                    key = order[r] SUBSEP form[c] SUBSEP
                    printf "%12s", (count[key "complete"] + 0) "/" (count[key "open"] + 0) "/" \
                        (count[key "refused"] + 0) (count[key "failed"] ? "!" : "")
                }
                print ""
            }
            printf "all: %d complete, %d open, %d refused, %d failed\n", all["complete"],
                all["open"], all["refused"], all["failed"]
        }' "$1"
}
[ ! -s "$work/results" ] || by_function "$work/results"
told() { # FILE TITLE
    [ ! -s "$1" ] || { printf '\n%s: %d\n' "$2" "$(wc -l <"$1")" && cat "$1"; }
}
told "$work/open" 'steps that stay open'
told "$work/left" 'refused before there is a certificate'
told "$work/failed" 'failed'
[ ! -s "$work/failed" ]
