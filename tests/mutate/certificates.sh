#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Small faults in the compiler, one at a time: do its own checks tell them, with no test at all?
# In copies of the tracked files, build/certified/N/tree, one for each job.
#     tests/mutate/certificates.sh SEED COUNT [FILE...]
# A fault is built, then the commands of certificates.txt run. What they write is compared with what
# the compiler without the fault writes; where it differs, that compiler verifies it. Outcomes:
#     told      a command ends with an internal error, dies or does not end
#     refused   a command ends with an error of its input, and writes nothing
#     same      every file and every line is the same
#     other     other files: every step of their certificates holds. What stands in them beside what
#               steps read is to be looked at
#     printed   what a command tells its user is another, no file is
#     UNREAD    a text that no step reads is another, though what it is made of is the same
#     MISSED    other files, of which a step does not hold
# The first of MISSED, UNREAD, told, refused, other, printed that a command has is that of the
# fault. It draws from each folder in turn until COUNT faults are not `same`; what is UNREAD or
# MISSED is in build/certified/missed.txt with its files beside it, and a MISSED is a failure.
set -u
here=tests/mutate
# shellcheck source=tests/mutate/tree.bash
. $here/tree.bash
mkdir -p "${BUILD:-build}/certified"
out=$(realpath "${BUILD:-build}/certified") # as seen from the trees, too
from=$out/from mutate=$out/mutate seed=$1 count=$2
shift 2
jobs=${JOBS:-$(nproc)}
flags=(--no-print-directory -j 1 BUILD=build WARNINGS=-w)
folders="algebra writers functions loops operations numbers schedule program emit circuit"
drawing "$mutate" && copied "$from" || exit 1

built() { (cd "$1" && make "${flags[@]}" build/tauflow) >"$1.log" 2>&1; }

# ran COMPILER FOLDER NAME COMMAND...: into FOLDER/NAME; `told.txt` there is what it printed, and
# $FOLDER/NAME.ms how long it took. Times differ from run to run.
ran() {
    local compiler=$1 folder=$2 name=$3 started code
    shift 3
    rm -rf "${folder:?}/$name" && mkdir -p "$folder/$name"
    ln -sfn "$from/robots" "$folder/robots"
    started=$(date +%s%N)
    (cd "$folder" && timeout -k 5 "$(limit_of "$name")" "$compiler" "$@" --no-cache) \
        </dev/null >"$folder/$name/told.txt" 2>&1
    code=$?
    sed -i -E 's/[0-9.]+ (s|ms|seconds)\b/T/g' "$folder/$name/told.txt"
    echo $((($(date +%s%N) - started) / 1000000)) >"$folder/$name.ms"
    return $code
}
# Ten times as long as without the fault, and what a loaded computer may add.
limit_of() { echo $(($(cat "$out/clean/$1.ms" 2>/dev/null || echo 30000) / 100 + 30)); }

# Without what differs from run to run, and for texts of programs without comments.
bare() {
    case $1 in
    *.cert) sed -E 's/ seconds [0-9.e-]+//' "$1" ;;
    *.c | *.h) cc -w -fpreprocessed -dD -E -P -x c "$1" ;;
    *.v) sed -E 's,//.*,,' "$1" ;;
    *) cat "$1" ;;
    esac
}
differ() { # A B: folders; names of the files that are not the same
    local f
    (cd "$1" && ls && cd "$2" && ls) | sort -u | while read -r f; do
        cmp -s "$1/$f" "$2/$f" || case $f in
        *.cert) cmp -s <(bare "$1/$f") <(bare "$2/$f") || echo "$f" ;;
        *) echo "$f" ;;
        esac
    done
}

# unread CLEAN FOUND NAMES...: names of texts that no step reads, where no form that a step reads is
# another: nothing but a fault changes those.
unread() {
    local clean=$1 found=$2 f
    shift 2
    for f; do
        case $f in *.cert) continue ;; esac
        ! grep -q "^form .* file $f\$" "$found"/*.cert ||
            cmp -s <(bare "$clean/$f") <(bare "$found/$f") || return
    done
    printf '%s\n' "$@" | grep -v '\.cert$'
}

# judged TREE FOLDER: the outcome and why. MISSED and UNREAD end it.
judged() {
    local name words outcome=same why= code files bad
    while read -r name words; do
        case $name in '#'* | '') continue ;; esac
        # shellcheck disable=SC2086
        ran "$1/build/tauflow" "$2" "$name" $words
        code=$?
        case $code in
        0) ;;
        2)
            if grep -aq 'second opinion' "$2/$name/told.txt"; then # of a graph: a check's word
                outcome=told why="$name: second opinion"
            fi
            [ "$outcome" = told ] ||
                { outcome=refused why="$name: $(tail -n 1 "$2/$name/told.txt")"; }
            continue
            ;;
        124 | 137) echo "told $name: no end"; return ;;
        *)
            [ "$outcome" = told ] || { outcome=told why="$name: $(reason_of "$2/$name" $code)"; }
            continue
            ;;
        esac
        files=$(differ "$out/clean/$name" "$2/$name")
        [ -n "$files" ] || continue
        for f in "$2/$name"/*.cert; do
            bad=$("$out/tauflow" verify "$f" 2>&1) || {
                echo "MISSED $name: $(tail -n 1 <<<"$bad")"
                return
            }
        done
        # shellcheck disable=SC2086
        bad=$(unread "$out/clean/$name" "$2/$name" $files)
        case $bad in
        '') ;;
        told.txt)
            [ "$outcome" != same ] || { outcome=printed why="$name"; }
            continue
            ;;
        *) echo "UNREAD $name: ${bad//$'\n'/ }"; return ;;
        esac
        case $outcome in
        told | refused) ;;
        *) outcome=other why="$name: ${files//$'\n'/ }" ;;
        esac
    done <"$from/$here/certificates.txt"
    echo "$outcome $why"
}
reason_of() { # FOLDER CODE
    grep -a -m 1 'error' "$1/told.txt" || echo "ends with $2"
}

# "FILE SITE": from each folder in turn, or of the files that are named.
picked() {
    [ $# -eq 0 ] || { "$mutate" pick "$seed" 100000 "$@" 2>/dev/null; return; }
    local folder
    for folder in $folders; do
        # shellcheck disable=SC2046
        "$mutate" pick "$seed" 2000 $(git -C "$OLDPWD" ls-files "scheduler/$folder/*.c") \
            2>/dev/null >"$out/drawn_$folder"
    done
    # shellcheck disable=SC2086
    (cd "$out" && paste -d '\n' $(printf 'drawn_%s ' $folders))
}

# worked JOB: every so many faults of the list.
worked() {
    local job=$1 n=0 file site shown place tree=$out/$1/tree found=$out/found_$1 outcome
    mkdir -p "$found" && built "$tree" || { tail "$tree.log"; return 1; }
    while read -r file site && [ "$(grep -vc '^same' "$out/outcomes.txt")" -lt "$count" ]; do
        n=$((n + 1))
        [ $((n % jobs)) -eq "$job" ] || continue
        shown=$(cd "$from" && "$mutate" show "$file" "$site")
        place=$(head -n 1 <<<"$shown")
        "$mutate" apply "$from/$file" "$site" >"$tree/$file"
        if built "$tree"; then
            outcome=$(judged "$tree" "$found")
            echo "${outcome%% *} $place ${outcome#* }" | cut -c 1-300 | tee -a "$out/outcomes.txt"
            case $outcome in
            MISSED* | UNREAD*)
                { echo "$outcome"; cat <<<"$shown"; } >>"$out/missed.txt"
                rm -rf "$out/missed/${place//[^a-z0-9_:]/.}"
                mkdir -p "$out/missed" && cp -a "$found" "$out/missed/${place//[^a-z0-9_:]/.}"
                ;;
            esac
        fi
        cp "$from/$file" "$tree/$file"
    done <"$out/drawn.txt"
}

: >"$out/outcomes.txt"
: >"$out/missed.txt"
(cd "$from" && picked "$@") >"$out/drawn.txt"
copied "$out/0/tree" && built "$out/0/tree" || { tail "$out/0/tree.log"; exit 1; }
cp "$out/0/tree/build/tauflow" "$out/tauflow"
while read -r name words; do
    case $name in '#'* | '') continue ;; esac
    # shellcheck disable=SC2086
    ran "$out/tauflow" "$out/clean" "$name" $words &&
        ran "$out/tauflow" "$out/again" "$name" $words &&
        [ -z "$(differ "$out/clean/$name" "$out/again/$name")" ] || {
        echo "certificates: error: $name fails, or is not the same twice" >&2
        exit 1
    }
done <"$here/certificates.txt"
for ((job = 1; job < jobs; job++)); do # before any fault is in the first
    [ -d "$out/$job/tree" ] || { mkdir -p "$out/$job" && cp -a "$out/0/tree" "$out/$job/tree"; }
    copied "$out/$job/tree"
done
for ((job = 0; job < jobs; job++)); do worked $job & done
wait

for folder in $folders total; do
    for outcome in told refused other same printed UNREAD MISSED; do
        printf '%s %s ' "$(grep -c "^$outcome ${folder/#total/}" <(sed 's,scheduler/,,' \
            "$out/outcomes.txt"))" $outcome
    done
    echo "in $folder"
done
! grep -q '^MISSED' "$out/outcomes.txt"
