#!/usr/bin/env bash
# The last step of `make install`: tells pkg-config and the dynamic loader of the library.
#     host/register.sh PREFIX SONAME [DESTDIR]
# A program must start after `cc x.c $(pkg-config --cflags --libs tauflow)`. Either the loader's
# cache has the library (its folder is one that ldconfig looks through, and ldconfig could be run; a
# package, DESTDIR, does that when it is installed), or the line that pkg-config gives carries the
# folder (-rpath).
set -eu
prefix=$1 soname=$2 destdir=${3:-}
here=$(dirname "$0")
PATH=$PATH:/usr/sbin:/sbin # where ldconfig is, for those who are not root too
version=$(sed -n 's/^#define TAUFLOW_VERSION "\(.*\)"$/\1/p' "$here/../machine/tauflow_status.h")
[ -n "$version" ] || { echo "machine/tauflow_status.h: error: no TAUFLOW_VERSION" >&2; exit 1; }

loader_looks_there() {
    ldconfig -v -N -X 2>/dev/null | grep -qE "^$prefix/lib:"
}
loader_has_it() {
    ldconfig -p 2>/dev/null | grep -qE "^[[:space:]]*$soname .*=> $prefix/lib/$soname$"
}

rpath=" -Wl,-rpath,\${prefix}/lib"
if loader_looks_there; then
    if [ -n "$destdir" ]; then
        rpath=
    elif [ "$(id -u)" = 0 ] && ldconfig && loader_has_it; then
        rpath=
    fi
fi

cat >"$destdir$prefix/lib/pkgconfig/tauflow.pc" <<END
prefix=$prefix
Name: tauflow
Description: torques of a robot from a tauflow core
Version: $version
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib$rpath -ltauflow
Libs.private: -ldl -lm -pthread
END

[ -z "$destdir" ] || exit 0
case :$(pkg-config --variable pc_path pkg-config 2>/dev/null): in
*":$prefix/lib/pkgconfig:"*) found= ;;
*) found="PKG_CONFIG_PATH=$prefix/lib/pkgconfig " ;;
esac
echo "installed into $prefix; a program: cc step.c \$(${found}pkg-config --cflags --libs tauflow)"
