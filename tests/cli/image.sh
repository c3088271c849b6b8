#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tauflow image and tauflow dump.
. tests/cli/tap.bash
tau=$work/puma560.tau

ok image_is_written \
    prints '^image .*puma560.tau \([0-9]+ bytes\)' \
    "$tauflow" image robots/puma560.urdf --effort 0 -o "$tau"
ok dump_tells_the_joints prints "joint 5 'q6': torque \(N m\); word [0-9]" "$tauflow" dump "$tau"
ok dump_tells_the_words prints '^    [0-9a-f]{8}' "$tauflow" dump "$tau" --words
twice() {
    "$tauflow" image robots/puma560.urdf --effort 0 -o "$work/again.tau" &&
        cmp "$tau" "$work/again.tau"
}
ok two_images_are_byte_identical twice
ok image_of_a_ring_is_written \
    "$tauflow" image robots/pendulum5.urdf --effort 0 --network ring --modules 2 -o "$work/ring.tau"
ok image_of_forces_is_written \
    "$tauflow" image robots/pendulum5.urdf --effort 0 --force bar5 --base floating \
    -o "$work/force.tau"
ok dump_tells_forces prints '1 free bodies, 1 external forces' "$tauflow" dump "$work/force.tau"
ok image_needs_a_name refused 2 'needs a file to write' "$tauflow" image robots/puma560.urdf
head -c 1000 "$tau" >"$work/cut.tau"
ok truncated_image_is_refused \
    refused 2 'cut.tau: error: the image is truncated: 1000 bytes' "$tauflow" dump "$work/cut.tau"
ok other_file_is_refused refused 2 'not a tauflow image' "$tauflow" dump robots/puma560.urdf
ok missing_file_is_refused refused 2 'none.tau' "$tauflow" dump "$work/none.tau"
ok folder_as_image_is_named_as_one refused 2 "$work: error: cannot read: it is a folder" \
    "$tauflow" dump "$work"
finish
