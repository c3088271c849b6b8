# SPDX-License-Identifier: MIT
# A WebDriver client: a browser without a window, driven over HTTP by curl. What scripts on a page
# return is a number, a text without quotes, or nothing, so that no JSON has to be understood.
#
#     browser WHAT            starts one for tests of a page, or skips them; ends with the script
#     driver_start            starts chromedriver and a session; driver_stop ends both
#     open_page FILE          loads it and waits for it
#     js 'SCRIPT'             runs it on the page; prints what it returns
#     press CSS KEYS          focuses an element and types; special keys as \uE007 and so on
#     point X Y [click]       moves the pointer there, and clicks
#     screenshot FILE.png
#     window WIDTH            the page on a screen so wide, below 800 on a telephone's
#     paper yes|no            the page as it is printed on A4, or on the screen again
#     print_page FILE.pdf
#     console_errors          what the page has complained of since the last call

driver_port=0
driver_dir=$work/driver
mkdir -p "$driver_dir"

# send METHOD PATH [BODY]: the whole answer; fails when the browser says it is an error
send() {
    curl -s --max-time 120 -X "$1" -H 'Content-Type: application/json' ${3:+--data-binary "$3"} \
        "http://127.0.0.1:$driver_port$2" >"$driver_dir/answer" || return 1
    if grep -q '^{"value":{"error"' "$driver_dir/answer"; then
        cut -c 1-600 "$driver_dir/answer" >&2
        return 1
    fi
}
# The value of the last answer; quotes around a text are left off.
value() {
    sed -e 's/^{"value"://' -e 's/}$//' -e 's/^"\(.*\)"$/\1/' "$driver_dir/answer"
}
# A text as a JSON string.
quoted() {
    printf '"%s"' "$(printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/\t/\\t/g' |
        sed ':a;N;$!ba;s/\n/\\n/g')"
}

driver_start() { # WIDTH HEIGHT
    chromedriver --port=0 >"$driver_dir/log" 2>&1 &
    driver_pid=$!
    local tries=0
    until driver_port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' \
        "$driver_dir/log") && [ -n "$driver_port" ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] && kill -0 $driver_pid 2>/dev/null || return 1
        sleep 0.1
    done
    local root=''
    [ "$(id -u)" != 0 ] || root='"--no-sandbox",' # root may not have one
    send POST /session '{"capabilities":{"alwaysMatch":{"goog:loggingPrefs":{"browser":"ALL"},
        "goog:chromeOptions":{"args":["--headless=new",'"$root"'"--disable-gpu",
        "--disable-dev-shm-usage","--hide-scrollbars","--force-device-scale-factor=1",
        "--window-size='"$1,$2"'","--user-data-dir='"$driver_dir/profile"'"]}}}}' || return 1
    session=/session/$(sed 's/.*"sessionId":"\([0-9a-f]*\)".*/\1/' "$driver_dir/answer")
}
driver_stop() {
    send DELETE "$session" 2>/dev/null
    kill "$driver_pid" 2>/dev/null
    wait "$driver_pid" 2>/dev/null
}
open_page() {
    send POST "$session/url" "{\"url\":$(quoted "file://$(realpath "$1")")}"
}
js() {
    send POST "$session/execute/sync" "{\"script\":$(quoted "$1"),\"args\":[]}" && value
}
js_async() { # the script calls done(value)
    send POST "$session/execute/async" "{\"script\":$(quoted \
        "const done = arguments[arguments.length - 1]; $1"),\"args\":[]}" && value
}
press() { # CSS KEYS
    send POST "$session/element" "{\"using\":\"css selector\",\"value\":$(quoted "$1")}" || return 1
    local id
    id=$(sed 's/.*"element-[0-9a-f-]*":"\([^"]*\)".*/\1/' "$driver_dir/answer")
    send POST "$session/element/$id/value" "{\"text\":\"$2\"}"
}
point() { # X Y [click]: in the window
    local click=''
    [ $# -lt 3 ] || click=',{"type":"pointerDown","button":0},{"type":"pointerUp","button":0}'
    send POST "$session/actions" '{"actions":[{"type":"pointer","id":"mouse","parameters":
        {"pointerType":"mouse"},"actions":[{"type":"pointerMove","duration":0,"x":'"$1"',"y":'"$2"'}
        '"$click"']}]}'
}
screenshot() {
    send GET "$session/screenshot" && value | base64 -d >"$1"
}
cdp() { # COMMAND PARAMETERS: of Chromium's own protocol
    send POST "$session/goog/cdp/execute" "{\"cmd\":\"$1\",\"params\":$2}"
}
window() { # WIDTH
    local mobile=false
    [ "$1" -ge 800 ] || mobile=true
    cdp Emulation.setDeviceMetricsOverride \
        '{"width":'"$1"',"height":900,"deviceScaleFactor":1,"mobile":'$mobile'}' &&
        js_async 'requestAnimationFrame(() => requestAnimationFrame(() => done(0)))' >/dev/null
}
paper() { # 718 pixels are what margins leave of 210 mm
    if [ "$1" = yes ]; then
        cdp Emulation.setEmulatedMedia '{"media":"print"}' && cdp \
            Emulation.setDeviceMetricsOverride \
            '{"width":718,"height":1000,"deviceScaleFactor":1,"mobile":false}'
    else
        cdp Emulation.setEmulatedMedia '{"media":""}' &&
            cdp Emulation.clearDeviceMetricsOverride '{}'
    fi
}
print_page() {
    send POST "$session/print" '{"page":{"width":21,"height":29.7},"background":true}' &&
        value | base64 -d >"$1"
}
console_errors() {
    send POST "$session/se/log" '{"type":"browser"}' && grep -o '"level":"SEVERE"[^}]*' \
        "$driver_dir/answer"
    true
}
browser() { # WHAT; sets $shots, the folder for screenshots
    if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
        echo "1..0"
        echo "ok 1 - $1 # skip chromium, chromium-driver are not installed (make deps-test)"
        exit 0
    fi
    shots=${BUILD:-build}/screenshots
    mkdir -p "$shots"
    ok "a browser starts" driver_start 1400 1000
    trap 'driver_stop; rm -rf "$work"' EXIT
}
