#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The last step of `make install`: tells pkg-config, CMake and the dynamic loader of the library.
#     host/register.sh PREFIX SONAME [DESTDIR]
# A program must start after `cc x.c $(pkg-config --cflags --libs tauflow)`. Either the loader's
# cache has the library (its folder is one that ldconfig looks through, and ldconfig could be run; a
# package, DESTDIR, does that when it is installed), or the line that pkg-config gives carries the
# folder (-rpath).
set -eu
prefix=$1 soname=$2 destdir=${3:-}
here=$(dirname "$0")
PATH=$PATH:/usr/sbin:/sbin # where ldconfig is, for those who are not root too
version=$(bash "$here/../machine/version.sh")

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

# For CMake: find_package(tauflow), target tauflow::tauflow. It finds its folder by itself.
cmake=$destdir$prefix/lib/cmake/tauflow
mkdir -p "$cmake"
cat >"$cmake/tauflow-config.cmake" <<'END'
get_filename_component(_tauflow_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET tauflow::tauflow)
  add_library(tauflow::tauflow SHARED IMPORTED)
  set_target_properties(tauflow::tauflow PROPERTIES
    IMPORTED_LOCATION "${_tauflow_prefix}/lib/libtauflow.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_tauflow_prefix}/include")
endif()
set(tauflow_COMPILER "${_tauflow_prefix}/bin/tauflow")
unset(_tauflow_prefix)
END
cat >"$cmake/tauflow-config-version.cmake" <<END
set(PACKAGE_VERSION "$version")
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
END

[ -z "$destdir" ] || exit 0
case :$(pkg-config --variable pc_path pkg-config 2>/dev/null): in
*":$prefix/lib/pkgconfig:"*) found= ;;
*) found="PKG_CONFIG_PATH=$prefix/lib/pkgconfig " ;;
esac
echo "installed into $prefix; a program: cc step.c \$(${found}pkg-config --cflags --libs tauflow)"
