# SPDX-License-Identifier: MIT
# Operations of every function, classic and default, next to those of CasADi's code for Pinocchio's
# functions: multiplications / additions / divisions and all together, sines and cosines given. What
# acts at joints is left out and joints that follow others are free, as Pinocchio reads them.
#   measure/bench/functions_counts.sh BUILD CASADI_COUNTS ROBOT[:floating]...
# CASADI_COUNTS: the program of measure/bench/casadi_counts.cpp, left out where it is not built.
set -eu
build=$1 casadi=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# form NAME TEXT: mul/add/div sum of one formalism
form() {
    case $2 in *"\"$1\": {\"refused\""*) printf 'refused' && return ;; esac
    printf '%s' "$2" | sed -n "s@.*\"$1\": {\"mul\": \([0-9]*\), \"add\": \([0-9]*\), \"div\": \
\([0-9]*\),[^}]*\"operations\": \([0-9]*\).*@\1 / \2 / \3  \4@p"
}

if [ -x "$casadi" ]; then
    "$casadi" "$@" >"$work/casadi"
else
    echo "CasADi: skipped, its package or Pinocchio's is not in $build/venv (make deps-bench)"
    : >"$work/casadi"
fi
for robot in "$@"; do
    file=${robot%:floating} base=fixed
    [ "$robot" = "$file" ] || base=floating
    name=$(basename "$file" .urdf)
    "$build/tauflow" info "$file" --functions --json --base $base --joint-dynamics none \
        --independent-mimic >"$work/info" 2>"$work/notes" || { cat "$work/notes" >&2 && exit 1; }
    printf '\n%s, %s base\n%-15s %24s %24s %24s\n' "$name" $base function classic default \
        'CasADi of Pinocchio'
    grep -o '{"name": "[a-z-]*", "classic": {[^}]*}, "default": {[^}]*}' "$work/info" |
        while read -r line; do
            function=$(printf '%s' "$line" | sed 's/{"name": "\([^"]*\)".*/\1/')
            other=$(awk -v r="$name${robot#"$file"}" -v f="$function" '$1 == r && $2 == f {
                printf "%d / %d / %d  %d", $3, $4, $5, $3 + $4 + $5 }' "$work/casadi")
            printf '%-15s %24s %24s %24s\n' "$function" "$(form classic "$line")" \
                "$(form default "$line")" "$other"
        done
done
for absent in panda hyq_no_sensors; do
    case "$*" in
    *"/$absent.urdf"*) ;;
    *) echo "$absent: skipped, there is no ../shared/robots/$absent.urdf" ;;
    esac
done
