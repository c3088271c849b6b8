#!/usr/bin/env bash
# A number format is added as docs/extending.md says: binary16, by binary16.patch, to a copy of the
# tree. What the patched compiler schedules, packs and proves in it is computed by the twin bit for
# bit as by the evaluator, and what it has no texts for is refused. Minutes: it builds a compiler.
#     bash tests/extending/binary16.sh [PATCHED]     a folder that is patched and built already
patch=$PWD/tests/extending/binary16.patch
. tests/cli/tap.bash
tree=${1:-$work/tree}
MOST_FILES=15

few_files() { # also those that docs/extending.md does not list are counted
    [ "$(grep -c '^diff --git ' "$patch")" -le $MOST_FILES ]
}
patched() {
    mkdir -p "$tree" && git ls-files -z | xargs -0 cp --parents -t "$tree" &&
        patch -d "$tree" -p1 -s <"$patch"
}
built() {
    make -C "$tree" build/tauflow build/tests/formats_test >"$work/built" 2>&1 ||
        { tail -20 "$work/built"; return 1; }
}
ok "a format takes at most $MOST_FILES files" few_files
if [ $# = 0 ]; then
    ok "the patch fits the tree" patched
    ok "the patched tree is built without a warning" built
fi
tauflow=$tree/build/tauflow
export TAUFLOW_CACHE=$work/cache
quick=(--numbers fp16 --effort 0 --no-cache --budget 3)

ok "the law of every format holds for it" "$tree/build/tests/formats_test"
computed() { # ROBOT OPTIONS: as predicted, with no word that differs, and off as binary16 is
    local said
    said=$("$tauflow" run "robots/$1.urdf" "${quick[@]}" --engine twin --steps 20 "${@:2}") ||
        return 1
    echo "$said"
    echo "$said" | awk '
        /^cycles predicted/ { predicted = $3 }
        /^cycles measured/ { measured = $3 }
        /^mismatches/ { same = $2 == 0 }
        /^binary16 error/ { error = $3 }
        END { exit !(same && predicted > 0 && predicted == measured &&
                     error > 1e-4 && error < 0.1) }'
}
ok "inverse dynamics are the evaluator's on a crossbar" computed pendulum5 --network crossbar
ok "and on a ring" computed pendulum5 --network ring --modules 2
ok "forward dynamics, with a divider, too" computed pendulum5 --function fd
chain() {
    "$tauflow" image robots/pendulum5.urdf "${quick[@]}" -o "$work/p.tau" &&
        "$tauflow" verify "$work/p.cert" &&
        "$tauflow" dump "$work/p.tau" | grep -q '^numbers *binary16$'
}
ok "an image is of that format, and its certificate holds" chain
text_form() {
    "$tauflow" compile robots/pendulum5.urdf "${quick[@]:0:5}" -o "$work/c" &&
        grep -qx 'numbers fp16' "$work/c/pendulum5.ops" &&
        "$tauflow" run "$work/c/pendulum5.ops" --engine twin --budget 2 --steps 5 |
        grep -q '^binary16 error'
}
ok "a .ops file names it, and is read" text_form
ok "there is no HLS C in it" refused 2 'no HLS C in binary16' \
    "$tauflow" compile robots/pendulum5.urdf "${quick[@]:0:5}" --hls -o "$work/h"
ok "there are no circuits in it" refused 2 'no circuits in binary16' \
    "$tauflow" compile robots/pendulum5.urdf "${quick[@]:0:5}" --circuit -o "$work/x"
ok "a core without such units is no core for it" eval '! "$tauflow" image robots/pendulum5.urdf \
    "${quick[@]}" --trig core -o "$work/t.tau"'
finish
