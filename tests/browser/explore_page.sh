# SPDX-License-Identifier: MIT
# The page of explore in a real browser: every point is drawn, a click copies a command line, and
# that command line makes what the point promises.
. tests/cli/tap.bash
. tests/browser/webdriver.bash
. tests/browser/contrast.bash
. tests/browser/sizes.bash
browser "explore page"

page() { # NAME OPTION...: made, opened, and nothing is wrong on it
    local name=$1 errors
    shift
    "$tauflow" explore robots/pendulum5.urdf --effort 0 --budget 5 "$@" \
        --csv "$work/$name.csv" --page "$work/$name.html" >"$work/said" &&
        open_page "$work/$name.html" || return 1
    errors=$(console_errors)
    [ -z "$errors" ] || { echo "$errors"; return 1; }
}
points() { # NAME TIMES SECTION: as many marks as the table has lines, in so many drawings
    local marks
    marks=$(js "return document.querySelectorAll('#$3 circle.point').length")
    echo "$marks marks, $(tail -n +2 "$work/$1.csv" | wc -l) lines"
    [ "$marks" = $(($2 * $(tail -n +2 "$work/$1.csv" | wc -l))) ] && [ "$marks" -gt 5 ]
}
click() { # NUMBER: on the circle of that number; prints what was copied
    js "document.querySelectorAll('circle.point')[$1].dispatchEvent(new MouseEvent('click'));
        return tauflow.copied"
}
run_line() { # LINE: with our program
    (cd "$PWD" && eval "\"\$tauflow\" ${1#tauflow }")
}

ok "a sweep over units" page sweep --most-mul 3 --most-add 3 --transfer 1
ok "has a mark for every point" points sweep 1 cycles
same_cycles() {
    local line cycles
    line=$(click 0) && echo "$line" &&
        cycles=$(js 'const m = document.querySelectorAll("circle.point")[0].ariaLabel
            || document.querySelectorAll("circle.point")[0].getAttribute("aria-label");
            return m.match(/(\d+) cycles/)[1]') &&
        run_line "$line" | grep -E "^cycles +$cycles$"
}
ok "a click copies the command line that makes the point" same_cycles
# Area and time: every core of measure/synth/timing.csv that the robot fits, in two drawings.
routed() {
    js 'return tauflow.data.cores.map(c => [c.mhz, c.tables].join(" ")).join(";")' |
        tr ';' '\n' | sort >"$work/cores"
    awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["fixed"] == 0 { key = $1; for (i = 2; i <= 8; i++) key = key "," $i
            mhz = $at["mhz"] + 0; if (!(key in worst) || mhz < worst[key]) worst[key] = mhz
            tables[key] = $at["comb"] + 2 * $at["ramw"] }
        END { for (key in worst) print key, worst[key], tables[key] }' measure/synth/timing.csv |
        tee "$work/routed" | cut -d' ' -f2- | sort >"$work/csv"
    diff "$work/cores" "$work/csv" && [ "$(js \
        'return document.querySelectorAll("#routed circle.point").length')" = \
        $((2 * $(wc -l <"$work/csv"))) ]
}
ok "LUT4 and microseconds are those of measure/synth/timing.csv" routed
same_time() { # the tip of a point of the sweep that was routed, and of one that was not
    js 'return [...document.querySelectorAll("#cycles circle.point")].map(
        c => c.getAttribute("aria-label")).join("\n")' | sed 's/\\n/\n/g' >"$work/labels"
    cat "$work/labels"
    # as the page writes it: 11,318 LUT4, 106.66 MHz
    two=$(awk '$1 == "crossbar,2,2,1,3,4,usual,0" {
        printf "%d,%03d LUT4, %s MHz", int($3 / 1000), $3 % 1000, $2 }' "$work/routed")
    [ -n "$two" ] && grep -qE "^2 mul, 2 add, .*routed: $two" "$work/labels" &&
        grep -qE '^3 mul, 1 add, .*no core with these units and times was routed' "$work/labels"
}
ok "a point of the sweep tells area and time, or that nobody knows" same_time
routed_line() {
    local line cycles
    line=$(js 'document.querySelector("#routed circle.point").dispatchEvent(
        new MouseEvent("click")); return tauflow.copied') && echo "$line" &&
        cycles=$(js 'return document.querySelector("#routed circle.point")
            .getAttribute("aria-label").match(/(\d+) cycles/)[1]') &&
        (cd "$work" && ln -sfn "$OLDPWD/robots" robots && eval "\"\$tauflow\" ${line#tauflow }") |
        grep -E "^cycles predicted +$cycles$"
}
ok "a click on a routed core copies what makes its image" routed_line
screenshot "$shots/explore.png"
stands_out
on_paper
screenshot "$shots/explore_dark.png"
# A row of the front is a few lines, on a telephone too: its numbers and its command line.
low_rows='for (const r of document.querySelectorAll("tbody tr"))
    if (r.offsetHeight > (innerWidth < 800 ? 165 : 80)) bad.push("row of " + r.offsetHeight);'
readable explore "$low_rows"
window 1400
unrouted() {
    page divides --function fd --most-mul 1 --most-add 1 &&
        js 'return document.querySelector("#routed p").textContent' | grep -q 'nothing is known'
}
ok "of a function that no routed core has units for, the page says so" unrouted
ok "on a ring, too" eval 'page ring --network ring --modules 2 --most-mul 2 --most-add 2 &&
    js "document.querySelector(\"#front td code .pick\").click()" >/dev/null &&
    run_line "$(js "return tauflow.copied")"'

ok "cores and circuits" page designs --circuit --numbers fixed:18 --time 20
ok "have a mark in each of two drawings" points designs 2 designs
of_kind() { # KIND: the first point of that kind; its command line is run
    local number line
    number=$(js "return [...document.querySelectorAll('circle.point')].findIndex(
        c => c.getAttribute('aria-label').startsWith('$1'))") && line=$(click "$number") &&
        echo "$line" && (cd "$work" && ln -sfn "$OLDPWD/robots" robots && eval \
            "\"\$tauflow\" ${line#tauflow }")
}
ok "a circuit's command line compiles it" of_kind circuit
ok "a core's command line makes an image" of_kind core
readable designs "$low_rows"
ok "still no word of complaint" [ -z "$(console_errors)" ]
screenshot "$shots/designs.png"
finish
