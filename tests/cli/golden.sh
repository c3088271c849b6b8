#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the tools put out is byte for byte what tests/golden/outputs.sum says: equations, operations,
# schedules, images, emitted C and HLS C of every shipped robot. A change that means to change them
# makes the list anew, and its diff shows what changed:
#     GOLDEN=new bash tests/cli/golden.sh
. tests/cli/tap.bash
list=$PWD/tests/golden/outputs.sum
robots=$PWD/robots
cd "$work" || exit 1

outputs() { # NAME OPTIONS: everything of one robot
    local robot=$robots/$1.urdf name=$1
    shift
    "$tauflow" compile "$robot" --hls -o "$name" "$@" >/dev/null &&
        "$tauflow" schedule "$robot" --budget 5 -o "$name/one.sched" "$@" >/dev/null &&
        "$tauflow" image "$robot" --budget 5 -o "$name/one.tau" "$@" >/dev/null
}
made() { # NAME OPTIONS
    # certificates have seconds in them
    outputs "$@" && find "$1" -type f ! -name "*.cert" | LC_ALL=C sort | xargs sha256sum >"$1.sum"
}
as_listed() { # NAME
    grep " $1/" "$list" | diff - "$1.sum"
}
for robot in "$robots"/*.urdf; do
    name=$(basename "$robot" .urdf)
    case $name in
    pendulum5 | puma) options="--effort 2 --optimise ops" ;; # a search of seconds, not of minutes
    *) options="--effort 0" ;;
    esac
    # shellcheck disable=SC2086
    ok "${name}_is_compiled" made "$name" $options
    [ "${GOLDEN:-}" = new ] || ok "outputs_of_${name}_are_the_listed_bytes" as_listed "$name"
done
"$tauflow" image "$robots/pendulum5.urdf" --effort 0 --network ring --modules 2 --base floating \
    --force bar5 -o ring.tau >/dev/null
"$tauflow" image "$robots/pendulum5.urdf" --effort 0 --optimise throughput -o stream.tau >/dev/null
sha256sum ring.tau stream.tau >images.sum
images_as_listed() {
    grep -E ' (ring|stream)\.tau$' "$list" | diff - images.sum
}
if [ "${GOLDEN:-}" = new ]; then
    cat ./*.sum >"$list"
else
    ok images_of_a_ring_and_of_a_stream_are_the_listed_bytes images_as_listed
fi
finish
