# The page of explore in a real browser: every point is drawn, a click copies a command line, and
# that command line makes what the point promises.
. tests/cli/tap.bash
. tests/browser/webdriver.bash
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
points() { # NAME TIMES: as many marks as the table has lines, in so many drawings
    local marks
    marks=$(js 'return document.querySelectorAll("circle.point").length')
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

ok "a sweep over units" page sweep --most-mul 3 --most-add 3
ok "has a mark for every point" points sweep 1
same_cycles() {
    local line cycles
    line=$(click 0) && echo "$line" &&
        cycles=$(js 'const m = document.querySelectorAll("circle.point")[0].ariaLabel
            || document.querySelectorAll("circle.point")[0].getAttribute("aria-label");
            return m.match(/(\d+) cycles/)[1]') &&
        run_line "$line" | grep -E "^cycles +$cycles$"
}
ok "a click copies the command line that makes the point" same_cycles
screenshot "$shots/explore.png"
ok "on a ring, too" eval 'page ring --network ring --modules 2 --most-mul 2 --most-add 2 &&
    js "document.querySelector(\"td code .pick\").click()" >/dev/null &&
    run_line "$(js "return tauflow.copied")"'

ok "cores and circuits" page designs --circuit --numbers fixed:18 --time 20
ok "have a mark in each of two drawings" points designs 2
of_kind() { # KIND: the first point of that kind; its command line is run
    local number line
    number=$(js "return [...document.querySelectorAll('circle.point')].findIndex(
        c => c.getAttribute('aria-label').startsWith('$1'))") && line=$(click "$number") &&
        echo "$line" && (cd "$work" && ln -sfn "$OLDPWD/robots" robots && eval \
            "\"\$tauflow\" ${line#tauflow }")
}
ok "a circuit's command line compiles it" of_kind circuit
ok "a core's command line makes an image" of_kind core
ok "still no word of complaint" [ -z "$(console_errors)" ]
screenshot "$shots/designs.png"
finish
