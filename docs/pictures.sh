#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pictures of docs/report.md, of today's pages, by Chromium: bash docs/pictures.sh
# With a folder as argument they go there instead of docs.
set -eu
into=${1:-docs} tauflow=${BUILD:-build}/tauflow
work=$(mktemp -d)
. tests/browser/webdriver.bash
trap 'driver_stop || true; rm -rf "$work"' EXIT
driver_start 1280 800
"$tauflow" report robots/iiwa.urdf -o "$work/report.html" >/dev/null
"$tauflow" explore robots/puma.urdf --numbers fixed:18 --circuit --page "$work/explore.html" \
    >/dev/null
picture() { # NAME SECTION SCRIPT
    open_page "$work/$1.html"
    js "setTheme('light'); document.getElementById('$2').scrollIntoView(); $3" >/dev/null
    js_async 'requestAnimationFrame(() => requestAnimationFrame(() => done(0)))' >/dev/null
    screenshot "$into/$1.png"
}
picture report schedule 'const c = tauflow.charts[0]; c.select(Math.floor(c.p.size / 2))'
picture explore designs ''
