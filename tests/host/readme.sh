#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The way of docs/use.md from `make install` to a torque, line by line as it stands there, in the
# default prefix of a machine that has never seen tauflow: a mount namespace with an empty
# /usr/local, copies of what ldconfig changes, and a folder of links to this one. The machine itself
# is not touched.
. tests/cli/tap.bash
build=$PWD/${BUILD:-build}
unset LD_LIBRARY_PATH PKG_CONFIG_PATH
export MAKEFLAGS=

[ "$(id -u)" = 0 ] && space="unshare -m" || space="unshare -rm"
skip() {
    echo "ok 1 - its_flow_ends_in_a_torque # SKIP $1"
    echo 1..1
    exit 0
}
$space true 2>"$work/why" || skip "no mount namespace here: $(head -n 1 "$work/why")"
for tool in make cc ld ar objcopy pkg-config ldconfig; do
    case $(PATH=$PATH:/usr/sbin:/sbin command -v $tool) in
    '') skip "$tool is missing" ;;
    /usr/local/*) skip "$tool is in /usr/local, which is to be empty" ;;
    esac
done

# Everything is built here first, so that in there nothing is but linked. As a package is made:
# nothing is written outside of DESTDIR, and the loader is the package's business.
staged() {
    flock "$build" make --no-print-directory BUILD="${BUILD:-build}" DESTDIR="$work/staged" \
        install &&
        [ -x "$work/staged/usr/local/bin/tauflow-step" ] &&
        ! grep rpath "$work/staged/usr/local/lib/pkgconfig/tauflow.pc"
}
ok staged_install_works staged

# The commands: the indented lines from `make install` on.
sed -n '/^    make install/,/^$/s/^    //p' docs/use.md >"$work/flow.sh"
sed -n '/^    #include <stdio.h>/,/^    }$/s/^    //p' docs/use.md >"$work/step.c"
mkdir "$work/tree"
ln -s "$PWD"/* "$work/tree"
rm -f "$work/tree/build" && ln -s "$build" "$work/tree/build"
cp "$work/step.c" "$work/tree"
cat >"$work/inside.sh" <<'END'
set -e
mount --make-rprivate /
mount -t tmpfs none /usr/local
mount -t tmpfs none /mnt
cp -a /etc/. /mnt 2>/dev/null || true # some may be closed to us
mount --bind /mnt /etc
[ ! -d /var/cache/ldconfig ] || mount -t tmpfs none /var/cache/ldconfig
[ -z "$(find /usr/local -mindepth 1)" ]
cd "$1"
. "$2"
END
inside() {
    flock "$build" $space bash "$work/inside.sh" "$work/tree" "$work/flow.sh"
}
commands_are_there() {
    cat "$work/flow.sh"
    for c in 'make install' 'tauflow image' './a.out' \
        'cc step.c \$(pkg-config --cflags --libs tauflow)'; do
        grep -q "$c" "$work/flow.sh" || { echo "no line with $c"; return 1; }
    done
}
ok the_document_shows_the_commands commands_are_there
ok its_flow_ends_in_a_torque prints '^ +-?[0-9]+\.[0-9]+ N m$' inside
six_torques() {
    [ "$(grep -cE '^ +-?[0-9]+\.[0-9]+ N m$' "$work/out")" -eq 6 ]
}
ok its_flow_prints_one_torque_per_joint six_torques
untouched() {
    local library=/usr/local/lib/$(bash machine/version.sh soname)
    [ ! -e $library ] || [ $library -ot "$work/flow.sh" ]
}
ok the_machine_itself_is_untouched untouched
finish
