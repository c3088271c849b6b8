# SPDX-License-Identifier: MIT
# The page of simulate in a real browser: bodies stand where the motion has them, loops stay closed
# on it, time goes where it is asked to, and everything can be read.
. tests/cli/tap.bash
. tests/browser/webdriver.bash
. tests/browser/contrast.bash
. tests/browser/sizes.bash
. tests/browser/robots.bash
browser "motion page"

page() { # NAME MODEL OPTION...: made, opened, and nothing is wrong on it
    local name=$1 errors
    shift
    "$tauflow" simulate "$@" --page "$work/$name.html" >"$work/said" 2>&1 &&
        open_page "$work/$name.html" || return 1
    errors=$(console_errors)
    [ -z "$errors" ] || { echo "$errors"; return 1; }
}

ok "a five-bar" page fivebar tests/loops/fivebar.urdf --start a1=2.2,2 --start b1=0.9,-3 --until 5
# Both points of a cut are one, as far as seven digits of angles of 20 rad go: bodies are placed
# by what the page has of joints.
gap='const gaps = [];
for (const [t] of data.rows) {
    tauflow.motion.goTo(t);
    for (const [{p: a}, {p: b}] of tauflow.space.cuts)
        gaps.push(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
}
return Math.max(...gaps) < 1e-5 ? "closed" : "open by " + Math.max(...gaps);'
ok "its loop stays closed on the page" number_is "$gap" closed
ok "time stands where it was put" number_is 'tauflow.motion.goTo(3.25);
    return [document.getElementById("clock").textContent, document.getElementById("time").value]
        .join(" ")' "3.250 s of 5 s 650"
ok "a click into a plot goes there" number_is 'const svg = document.querySelector("#plots svg");
    const box = svg.getBoundingClientRect(), rule = svg.querySelector(".rule");
    const [x1, x2] = ["x1", "x2"].map(k => Number(rule.getAttribute(k)));
    svg.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true,
        clientX: box.left + (x1 + x2) / 2, clientY: box.top + 50}));
    return Math.abs(tauflow.motion.now.t - 2.5) < 0.01' true
ok "the line in the plots is where the time is" number_is 'tauflow.motion.goTo(5);
    return [...document.querySelectorAll("#plots svg")].every(svg => {
        const [line, rule] = [".cursor", ".rule"].map(k => svg.querySelector(k));
        return line.getAttribute("x1") === rule.getAttribute("x2"); })' true
ok "as many plots as the drawing has panels" eval '"$tauflow" simulate tests/loops/fivebar.urdf \
    --start a1=2.2,2 --start b1=0.9,-3 --until 5 --svg "$work/five.svg" >"$work/said" &&
    [ "$(js "return document.querySelectorAll(\"#plots svg\").length")" = \
        "$(grep -c "font-weight=\"600\">[a-z ]*, *\|of constraints" "$work/five.svg")" ]'
plays() { # by its button, and stops at the end
    js 'tauflow.motion.goTo(0); document.getElementById("play").click()' >/dev/null
    sleep 1
    js 'tauflow.motion.play(false); return tauflow.motion.now.t > 0.05'
}
ok "it plays" eval '[ "$(plays)" = true ]'
screenshot "$shots/motion.png"
stands_out
on_paper
js 'tauflow.motion.goTo(1.7)' >/dev/null
readable motion
window 1400

ok "a delta, which falls aside" page delta robots/loops/delta.urdf --until 0.4 --gravity '3 2 -9'
ok "its loops stay closed, too" number_is "$gap" closed
ok "and turns are turns" number_is 'return tauflow.space.places.every(({r}) => {
    for (const i of [0, 3, 6]) for (const k of [0, 3, 6]) {
        const dot = r[i] * r[k] + r[i + 1] * r[k + 1] + r[i + 2] * r[k + 2];
        if (Math.abs(dot - (i === k)) > 1e-5) return false;
    }
    return true; })' true
quadruped >"$work/quadruped.urdf"
ok "a robot that nothing holds" page falls "$work/quadruped.urdf" --base floating --until 1 \
    --start FL_hip_joint=0.5,3
free='const {goTo, valueAt} = tauflow.motion, at = data.columns.findIndex(c => c.endsWith(".qw"));
goTo(0.6);
const place = tauflow.space.places[data.robot.bodies.findIndex(b => b.kind === "free")];
const [w, x, y, z] = [0, 1, 2, 3].map(k => valueAt(at + k, 0.6));
const far = Math.hypot(...place.p.map((v, k) => v - valueAt(at - 3 + k, 0.6)));
const length = w * w + x * x + y * y + z * z, turn = (place.r[0] + place.r[4] + place.r[8] + 1) / 4;
return far < 1e-9 && Math.abs(turn - w * w / length) < 1e-9 ? "there" : far + " " + turn;'
ok "stands where its positions say" number_is "$free" there
ok "falls" number_is 'const z = data.columns.findIndex(c => c.endsWith(".qw")) - 1;
    return data.rows[data.rows.length - 1][z] < -2' true
ok "a model in natural coordinates has plots" page natural robots/natural/double_pendulum.nat \
    --until 1
ok "and no picture of bodies" number_is 'return document.querySelectorAll("#motion canvas").length +
    " " + (document.querySelectorAll("#plots svg").length > 2)' "0 true"
ok "a long way" page long robots/pendulum5.urdf --until 12.345 --rows 0
ok "is thinned out, with its first and its last row" number_is 'const r = data.rows;
    return [r.length <= 2000, data.all_rows, r[0][0], r[r.length - 1][0]].join(" ")' \
    "true 12346 0 12.345"
finish
