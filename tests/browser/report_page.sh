# SPDX-License-Identifier: MIT
# The report page in a real browser: nothing fails, everything is drawn, and mouse, keyboard and
# search do what they say.
. tests/cli/tap.bash
. tests/browser/webdriver.bash
. tests/browser/contrast.bash
. tests/browser/sizes.bash
. tests/browser/robots.bash
browser "report page"

# page NAME ROBOT OPTION...: made, opened, and nothing is wrong on it
page() {
    local name=$1
    shift
    "$tauflow" report "$@" -o "$work/$name.html" && open_page "$work/$name.html" || return 1
    [ "$(js 'return document.readyState')" = complete ] || return 1
    local errors
    errors=$(console_errors)
    [ -z "$errors" ] || { echo "$errors"; return 1; }
}
holds() { # SCRIPT: a condition on the page
    number_is "return Boolean($1)" true
}
chart='tauflow.charts[0]'

ok "the page of an iiwa opens without a word of complaint" page iiwa robots/iiwa.urdf \
    --effort 0 --budget 20
ok "it has less than a megabyte" [ "$(stat -c %s "$work/iiwa.html")" -lt 1000000 ]
ok "it loads nothing" number_is 'return performance.getEntriesByType("resource").filter(
    r => !r.name.startsWith("data:")).length' 0
operations=$("$tauflow" schedule robots/iiwa.urdf --effort 0 --budget 20 --json |
    sed 's/.*"cycles": \([0-9]*\).*"operations": \([0-9]*\).*/\2 \1/')
ok "every operation of the schedule is drawn" number_is \
    'return document.querySelector("canvas.plan").dataset.painted' "${operations% *}"
ok "and the cycles are those of the schedule" number_is "return $chart.p.cycles" "${operations#* }"
screenshot "$shots/iiwa_top.png"
js 'document.getElementById("schedule").scrollIntoView()' >/dev/null
screenshot "$shots/iiwa_schedule.png"

# Where operation number J is on the screen.
place_of() { # J
    js "const c = $chart, b = c.plan.canvas.getBoundingClientRect(), j = $1;
        return Math.round(b.left + c.x(c.p.cycle[j]) + c.perCycle / 2) + ' ' +
            Math.round(b.top + c.y(c.rowOf(j)) + c.rowHeight / 2)"
}
middle=$((${operations% *} / 2))
hover() {
    point $(place_of $middle) && holds "!document.getElementById('tip').hidden" &&
        holds "document.getElementById('tip').textContent.startsWith(
            $chart.p.name[$middle] + ' = ' + $chart.p.equation($middle))" &&
        holds "['operands', 'goes to', 'slack', 'waited'].every(
            w => document.getElementById('tip').textContent.includes(w + ': '))"
}
ok "hovering over an operation tells what it is" hover
screenshot "$shots/iiwa_hover.png"
click() {
    point $(place_of $middle) click && holds "$chart.selected === $middle" &&
        holds "$chart.before.size > 0 && $chart.after.size > 0" &&
        holds "[...$chart.before].every(j => $chart.p.cycle[j] < $chart.p.cycle[$middle])" &&
        holds "$chart.detail.textContent.includes($chart.p.equation($middle))"
}
ok "a click follows producers and consumers" click
screenshot "$shots/iiwa_click.png"
follow() {
    js "$chart.detail.querySelector('.link').click()" >/dev/null &&
        holds "$chart.p.producers($middle).includes($chart.selected) ||
            $chart.p.uses[$middle].includes($chart.selected)"
}
ok "a name in the description is followed" follow

right='\uE014' left='\uE012' down='\uE015' escape='\uE00C' enter='\uE007'
keys() {
    press canvas.plan "$escape" && holds "$chart.selected === -1" &&
        press canvas.plan "$right" && holds "$chart.selected >= 0" || return 1
    local first second
    first=$(js "return $chart.selected")
    press canvas.plan "$right" && second=$(js "return $chart.selected")
    holds "$chart.p.unit[$first] === $chart.p.unit[$second] &&
        $chart.p.cycle[$second] > $chart.p.cycle[$first]" &&
        press canvas.plan "$left" && holds "$chart.selected === $first" &&
        press canvas.plan "$down" &&
        holds "$chart.p.unit[$chart.selected] !== $chart.p.unit[$first]" &&
        js "$chart.select($middle)" >/dev/null &&
        press canvas.plan c && holds "$chart.p.uses[$middle].includes($chart.selected)" &&
        press canvas.plan p && holds "$chart.p.uses[$chart.selected].length > 0"
}
ok "arrow keys walk, c and p follow" keys
zoom() {
    local before
    press canvas.plan "$escape" && before=$(js "return $chart.perCycle") &&
        press canvas.plan '+' && press canvas.plan '+' &&
        js_async 'requestAnimationFrame(() => done(0))' >/dev/null &&
        holds "$chart.perCycle > 2 * $before" &&
        holds "Number($chart.plan.canvas.dataset.painted) < $chart.p.size" &&
        press canvas.plan 0 && js_async 'requestAnimationFrame(() => done(0))' >/dev/null &&
        holds "Number($chart.plan.canvas.dataset.painted) === $chart.p.size"
}
ok "plus zooms, 0 shows all again" zoom
search() {
    local name
    name=$(js "return $chart.p.name[$middle]")
    press canvas.plan / && holds "document.activeElement.id === 'search'" &&
        press '#search' "$name" && holds "$chart.found.includes($middle)" &&
        press '#search' "$enter" && holds "$chart.p.name[$chart.selected] === '$name'" &&
        press '#search' "nothing has this name" && holds "$chart.found.length === 0"
}
ok "search finds an operation by its name" search
copies() {
    js "document.querySelector('.figure .pick').click()" >/dev/null &&
        holds "tauflow.copied === String($chart.p.cycles)"
}
ok "a number copies itself" copies

stands_out
on_paper
screenshot "$shots/iiwa_dark.png"
prints() { # as people do: the screen is as it was afterwards
    print_page "$shots/iiwa.pdf" && [ "$(head -c 5 "$shots/iiwa.pdf")" = %PDF- ] &&
        [ "$(stat -c %s "$shots/iiwa.pdf")" -gt 20000 ] &&
        number_is 'return document.documentElement.dataset.theme' dark
}
ok "it prints" prints
theme() {
    js 'document.getElementById("theme").click()' >/dev/null &&
        number_is 'return document.documentElement.dataset.theme' light &&
        number_is 'return getComputedStyle(document.body).backgroundColor' 'rgb(246, 247, 248)'
}
ok "a button changes between light and dark" theme
ok "still no word of complaint" [ -z "$(console_errors)" ]
said='document.getElementById("expected")'
ok "it says what is to be expected of binary32" holds "$said.textContent.startsWith(
    'binary32 in 100 states within limits: ') && !$said.querySelector('strong')"
ill_conditioned() {
    page motorcycle robots/motorcycle.urdf --function fd --effort 0 --budget 1 --steps 9 &&
        holds "$said.querySelector('strong').textContent.startsWith('Double on the CPU')"
}
ok "and that double would be the better choice" ill_conditioned

# On a telephone and on a desk.
page iiwa robots/iiwa.urdf --effort 0 --budget 20 >/dev/null 2>&1
readable iiwa
quadruped >"$work/quadruped.urdf"
humanoid >"$work/humanoid.urdf"
ok "a quadruped that nothing holds" page quadruped "$work/quadruped.urdf" --base floating \
    --effort 0 --budget 2 --steps 99
readable quadruped
nothing_holds() { # the world is no body, the floor is under the feet, all columns are there
    window 1400 && number_is 'return document.querySelectorAll(".tree rect").length' 13 &&
        holds '!document.querySelector(".tree").textContent.includes("does not move")' &&
        holds '!tauflow.space.rooted && tauflow.space.level === tauflow.space.low[2]' &&
        holds 'Math.abs(tauflow.space.level + 0.42) < 1e-9 && tauflow.space.tips.length >= 4' &&
        holds 'tauflow.space.placed.length === 13'
}
ok "stands on its feet, all of it in the tree" nothing_holds
ok "a humanoid" page humanoid "$work/humanoid.urdf" --effort 0 --budget 2 --steps 99
readable humanoid
ok "an arm stands on its base" eval 'page arm robots/puma560.urdf --effort 0 --budget 2 &&
    holds "tauflow.space.rooted && tauflow.space.level === 0"'

# Time: at the worst clock of the core that ships, or of larger stores where those are needed.
at_the_clock() { # DEPTH: of the default core
    local mhz
    mhz=$(awk -F, -v depth="$1" 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == "crossbar" && $2 == 4 && $3 == 2 && $4 == 0 && $5 == 3 && $6 == 4 && $7 == depth &&
            $8 == 0 && (!worst || $at["mhz"] < worst) { worst = $at["mhz"] }
        END { print worst + 0 }' measure/synth/timing.csv)
    echo "$mhz MHz"
    [ "$mhz" != 0 ] && number_is "return $chart.p.routed.mhz" "$mhz" &&
        holds "document.querySelector('#time tbody tr').textContent.includes(
            digits($chart.p.cycles / $mhz, 4))" &&
        holds "[...document.querySelectorAll('.figure')].some(f => f.textContent.includes(
            digits($chart.p.cycles / $mhz, 3) + ' µs'))"
}
ok "microseconds are those of the core that ships, as it was routed" at_the_clock default
ok "a longer program has the clock of larger stores" eval \
    'page long "$work/humanoid.urdf" --effort 0 --budget 1 --steps 9 && at_the_clock deep'
not_routed() {
    page odd robots/pendulum5.urdf --effort 0 --budget 1 --steps 9 --mul-latency 5 &&
        holds "$chart.p.routed === null &&
            document.getElementById('time').textContent.includes('its clock is not known')"
}
ok "of a core that was not routed no time is told" not_routed
measured() {
    page cpu robots/pendulum5.urdf --effort 0 --budget 1 --steps 9 --cpu &&
        holds 'tauflow.data.cpu.float_ns > 1 && tauflow.data.cpu.double_ns > 1 &&
            tauflow.data.cpu.float_ns < 1e5' &&
        holds 'document.getElementById("time").textContent.includes(tauflow.data.cpu.with)'
}
ok "with --cpu it tells what a CPU takes" measured

# What to try next: what fits the limit, in commands that work.
next_lines() { js 'return [...document.querySelectorAll("#next code")].map(
    c => c.textContent + "\n").join("")' | sed 's/\\n/\n/g'; }
next_work() { # all of them are run, in a folder of their own
    next_lines >"$work/next"
    cat "$work/next"
    [ "$(wc -l <"$work/next")" -ge 2 ] && (
        mkdir -p "$work/tried" && cd "$work/tried" && ln -sfn "$OLDPWD/robots" robots
        while read -r line; do
            eval "\"\$tauflow\" ${line#tauflow }" || exit 1
        done <"$work/next") && [ -s "$work/tried/$1" ]
}
bound_by() { # PATTERN NOT ROBOT OPTION...
    local wanted=$1 other=$2
    shift 2
    page next "$@" --effort 0 --budget 1 --steps 9 && next_work units.html &&
        grep -qE -- "$wanted" "$work/next" && ! grep -qE -- "$other" "$work/next"
}
ok "bound by the path: no more modules" bound_by 'pendulum5.urdf --budget ' ' --(modules|lanes) ' \
    robots/pendulum5.urdf
ok "bound by units: more modules" bound_by ' --modules 2 ' ' --lanes ' robots/pendulum5.urdf \
    --modules 1
ok "as the command says them" bound_by ' --mul 2 --add 2 ' ' --modules ' robots/pendulum5.urdf \
    --mul 1 --add 1
ok "also of a whole machine" bound_by "mul=2 add=2 .*lanes=2'" ' --modules ' robots/pendulum5.urdf \
    --machine 'network=crossbar mul=1 add=1 mul_latency=3 add_latency=4 transfer=1 lanes=2'
ok "bound by words: more lanes" bound_by ' --lanes 2 ' ' --modules ' robots/stewart.urdf --lanes 1

# The largest robot: the browser says how long its thread was at work, whatever else runs meanwhile.
large() {
    cdp Performance.enable '{"timeDomain":"threadTicks"}' &&
        page car54 robots/car54.urdf --effort 0 --budget 2 --steps 100 &&
        cdp Performance.getMetrics '{}' || return 1
    local ms
    ms=$(sed -n 's/.*"name":"TaskDuration","value":\([0-9.]*\).*/\1/p' "$driver_dir/answer" |
        awk '{ printf "%d", 1000 * $1 }')
    echo "$ms ms"
    [ "$ms" -gt 10 ] || return 1
    [ "$ms" -lt 2000 ]
}
ok "the page of car54 opens in less than two seconds" large
pans() { # 60 steps to the right at four times the zoom
    local ms
    ms=$(js_async "const c = $chart; c.zoom(4); let n = 0; const began = performance.now();
        const step = () => { c.pan(n++ < 30 ? 1 : -1); if (n < 60) requestAnimationFrame(step);
            else done(Math.round(performance.now() - began)); }; requestAnimationFrame(step);")
    echo "60 frames in $ms ms"
    [ "$ms" -lt 2000 ]
}
ok "it pans at 30 frames a second or more" pans
js 'scrollTo(0, 0)' >/dev/null
screenshot "$shots/car54.png"

"$tauflow" schedule robots/puma.urdf --effort 0 --budget 5 --network ring \
    -o "$work/ring.sched" >/dev/null
ok "two schedules stand side by side" page two robots/puma.urdf --effort 0 \
    --budget 5 --beside "$work/ring.sched"
readable two
ok "both are drawn" holds 'tauflow.charts.length === 2 && tauflow.charts.every(
    c => Number(c.plan.canvas.dataset.painted) === c.p.size)'
ok "and move together" holds '(tauflow.charts[1].zoom(3), tauflow.charts[1].repaint(),
    tauflow.charts[0].perCycle === tauflow.charts[1].perCycle)'
js 'document.getElementById("schedule").scrollIntoView()' >/dev/null
screenshot "$shots/two.png"
ok "samples that overlap" page stream robots/pendulum5.urdf --effort 0 --optimise throughput \
    --modules 2 --budget 20
ok "have an interval" holds "$chart.p.interval > 0 &&
    $chart.p.interval_cycles === $chart.p.interval"
ok "fixed point, ideal network, operations of a file" eval \
    'page fixed robots/pendulum5.urdf --effort 0 --numbers fixed:24 &&
     page ideal robots/pendulum5.urdf --effort 0 --machine thesis --mul 3 --add 2 &&
     "$tauflow" compile robots/pendulum5.urdf -o "$work/c" >/dev/null &&
     page ops "$work/c/pendulum5.ops"'
ok "a robot with a divider" page fd robots/pendulum5.urdf --function fd --effort 0
circuit() { # OPTION...: every cell is drawn
    page circuit robots/pendulum5.urdf --effort 0 --circuit "$@" &&
        holds "$chart.p.circuit && $chart.p.size > 50 &&
            Number($chart.plan.canvas.dataset.painted) === $chart.p.size"
}
ok "the pipeline of a circuit" circuit --numbers fixed:18 --clock 120
screenshot_of() { # ID NAME
    js "document.getElementById('$1').scrollIntoView()" >/dev/null && screenshot "$shots/$2.png"
}
readable circuit
window 1400
ok "a cell is found by pointing at it" eval 'screenshot_of schedule circuit &&
    point $(place_of 40) &&
    holds "document.getElementById(\"tip\").textContent.startsWith($chart.p.name[40] + \" = \")"'
ok "of shared operators, without registers, of binary32" eval \
    'circuit --numbers fixed:18 --interval 3 && circuit --numbers fixed:18 --clock 0 &&
     circuit --clock 60 --dsp 600'
finish
