#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What machine/tauflow_status.h says, for everything that is not C:
#     machine/version.sh          the version: 0.2.3
#     machine/version.sh soname   the name that programs find the shared library by
set -eu
header=$(dirname "$0")/tauflow_status.h
number() {
    local found
    found=$(sed -n "s/^#define TAUFLOW_$1 \([0-9]*\)\$/\1/p" "$header")
    [ -n "$found" ] || { echo "$header: error: no TAUFLOW_$1" >&2; exit 1; }
    echo "$found"
}
if [ "${1:-}" = soname ]; then
    abi=$(number ABI)
    echo "libtauflow.so.$abi"
else
    major=$(number VERSION_MAJOR)
    minor=$(number VERSION_MINOR)
    patch=$(number VERSION_PATCH)
    echo "$major.$minor.$patch"
fi
