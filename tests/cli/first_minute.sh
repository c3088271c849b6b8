#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the first minutes with tauflow are like: the commands that the README starts with, in a
# clone, with their seconds and lines. A benchmark, no test: `make bench-first-minute`, on a quiet
# machine.
# As root and with debootstrap they run in a root of their own with nothing but Debian's base
# system, git and make; packages then come as they would to a new machine. Without, the clone is
# clean, the system is what it is, and a line says so.
#     tests/cli/first_minute.sh [FOLDER]     build/first_minute unless given
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
folder=${1:-${BUILD:-build}/first_minute}
robot=robots/iiwa.urdf # in the place of one's own

# Nothing of whoever runs it, but the way to the packages.
clean() { # COMMAND ...
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} \
        ${https_proxy:+https_proxy="$https_proxy"} "$@"
}

make_root() {
    local suite
    # shellcheck disable=SC1091
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    clean debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$root" \
        >"$folder/debootstrap.log" 2>&1 || return 1
    rm -rf "$root/etc/apt"
    cp -r /etc/apt "$root/etc/apt"
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
    [ ! -d /usr/local/share/ca-certificates ] ||
        cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
    clean chroot "$root" sh -c 'update-ca-certificates && apt-get update' >"$folder/apt.log" 2>&1
}

# Wall seconds and lines of a command of the README, in the tree.
try() { # COMMAND
    local begin end status=0
    begin=$(date +%s.%N)
    if [ "$own_root" = 1 ]; then # mounts of its own, which end with it
        clean unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
            exec chroot "$0" sh -c "cd /tauflow && $1"' "$root" "$1" \
            >"$folder/log" 2>&1 || status=$?
    else
        (cd "$root/tauflow" && clean sh -c "$1") >"$folder/log" 2>&1 || status=$?
    fi
    end=$(date +%s.%N)
    awk -v b="$begin" -v e="$end" -v lines="$(wc -l <"$folder/log")" -v what="$1" \
        'BEGIN { printf "%7.1f s %5d lines   %s\n", e - b, lines, what }'
    [ $status = 0 ] || { tail -n 20 "$folder/log"; echo "ends with $status"; exit 1; }
}

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd) root=$folder/root own_root=0
mkdir "$root"
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null && make_root; then
    own_root=1
    echo "in a root with Debian's base system, git and make; $(nproc) cores"
else
    echo "in a clean clone; packages are what this system has; $(nproc) cores"
fi
git clone -q --no-hardlinks "$here" "$root/tauflow"
try "make demo"
try "build/tauflow report $robot -o page.html"
try "build/tauflow image $robot -o my.tau && build/tauflow-step my.tau"
