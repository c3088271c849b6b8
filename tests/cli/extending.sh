#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Additions that docs/extending.md describes, tried: each patch of tests/extending, or those that
# are named, goes into a copy of the tree, is built and checked there, and touches no more files
# than targets.txt allows. The copy takes the objects that are built, without optimisation of the
# others, and is dropped at the end. A patch is made anew with
#
#     git diff --no-color --no-ext-diff >tests/extending/NAME.patch      of a tree that has it
. tests/cli/tap.bash
build=${BUILD:-build}
here=tests/extending
copies=$PWD/$build/extending
export MAKEFLAGS= BUILD=build GIT_CEILING_DIRECTORIES=$copies
[ $# -gt 0 ] || set -- $(ls $here | sed -n 's/\.patch$//p')
trap 'rm -rf "$work" "${@/#/$copies/}"' EXIT

files_of() { grep -c '^diff --git ' "$here/$1.patch"; }
few() { # NAME MOST
    echo "$1 touches $(files_of "$1") files, $2 are allowed"
    [ "$(files_of "$1")" -gt 0 ] && [ "$(files_of "$1")" -le "$2" ]
}
copied() { # NAME: what is tracked or will be, and what is built of it, as old as here
    mkdir -p "$copies/$1/build" &&
        git ls-files -coz --exclude-standard | xargs -0 cp -p --parents -t "$copies/$1" &&
        for part in obj gen lib libtauflow-compiler.a tauflow; do
            cp -a "$build/$part" "$copies/$1/build" || return 1
        done && rm "$copies/$1/build/obj/machine/core_files.o" # it names this folder
}
in_copy() { # NAME COMMAND...
    (cd "$copies/$1" && "${@:2}")
}
made() { # NAME GOAL...
    in_copy "$1" make --no-print-directory OPT=-O0 "${@:2}"
}
checked() { # NAME
    in_copy "$1" bash "$here/$1.sh" >"$work/checked" || return 1
    cat "$work/checked"
    grep -q '^ok ' "$work/checked" && ! grep -q '^not ok ' "$work/checked"
}
target_of() { # NAME: the most files, and what make brings up to date
    sed -n "s/^$1  *//p" $here/targets.txt
}
tried() { # NAME MOST GOAL...
    ok "${1}_touches_few_files" few "$1" "${2:-0}"
    ok "${1}_goes_into_the_tree" eval "copied $1 && in_copy $1 git apply -C1 '$PWD/$here/$1.patch'"
    ok "${1}_is_built" made "$1" "${@:3}"
    ok "${1}_does_what_it_should" checked "$1"
    rm -rf "${copies:?}/$1"
}
if grep -q __asan_init "$tauflow"; then # objects without sanitizers do not go with those
    ok "objects_are_plain # skip these have sanitizers" true
else
    for name in "$@"; do
        tried "$name" $(target_of "$name") </dev/null
    done
    every_target_is_tried() { # ... and every patch has one
        diff <(sed -n 's/^\([a-z][^ ]*\) .*/\1/p' $here/targets.txt | sort) \
            <(ls $here | sed -n 's/\.patch$//p' | sort)
    }
    ok every_target_is_tried every_target_is_tried
fi
finish
