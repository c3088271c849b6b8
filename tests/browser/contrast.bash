# SPDX-License-Identifier: MIT
# Contrasts on a page, with luminances as WCAG 2 has them: at least 4.5 for text on its ground, at
# least 3 for marks of charts and all that is drawn.
#
#     stands_out    tests of the page that is open: light, then dark, which it stays in
#     on_paper      tests of it as it is printed

contrast='const light = c => { const m = c.match(/[\d.]+/g).map(Number).slice(0, 3)
    .map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * m[0] + 0.7152 * m[1] + 0.0722 * m[2]; };
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05); };
const ground = e => { for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor;
    if (!/rgba\(.*, 0\)|transparent/.test(c)) return c; } return "rgb(255,255,255)"; };
const rgb = name => { const e = document.createElement("i"); e.style.color = "var(--" + name + ")";
    document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c; };'
texts='let worst = 99, what = ""; for (const e of document.querySelectorAll(
    "h1,h2,h3,p,td,th,a,button,dt,dd,li,span,code,output,b,i")) {
    if (!e.innerText || !e.offsetParent) continue;
    const r = ratio(getComputedStyle(e).color, ground(e));
    if (r < worst) { worst = r; what = e.tagName + " " + e.innerText.slice(0, 30); } }
return worst >= 4.5 ? "good" : what + " " + worst;'
marks='const bad = ["mul", "add", "div", "sqrt", "trig", "atan", "io", "critical", "producer",
    "consumer", "found", "accent", "few", "many", ...WAITS.map(w => "wait-" + w)].filter(
    n => ratio(rgb(n), rgb("card")) < 3);
return bad.length ? bad.join(" ") : "good";'
# Whatever is drawn as SVG, and every bar and key of a legend: its fill or its line stands out from
# what it lies on. Rules behind a drawing are no part of it.
drawn='const over = (c, below) => { const m = c.match(/[\d.]+/g).map(Number), a = m[3] ?? 1;
    const b = below.match(/[\d.]+/g).map(Number);
    return "rgb(" + [0, 1, 2].map(i => a * m[i] + (1 - a) * b[i]).join(",") + ")"; };
let n = 0; const bad = [];
for (const e of document.querySelectorAll("svg rect, svg circle, svg path, svg line, svg polygon,"
    + ".bar i, .legend i")) {
    if (e.classList.contains("rule")) continue;
    const s = getComputedStyle(e), below = ground(e.parentElement), svg = e instanceof SVGElement;
    const colours = (svg ? [s.fill, s.stroke] : [s.backgroundColor]).filter(c => /^rgb/.test(c));
    n++;
    if (!colours.some(c => ratio(over(c, below), below) >= 3)) bad.push(e.outerHTML.slice(0, 90));
}
return n < 20 ? "only " + n : bad.length ? bad.length + " of " + n + ": " + bad[0] : "good";'
stands_out() {
    local way
    for way in light dark; do
        js "setTheme('$way'); scrollTo(0, 0)" >/dev/null
        ok "$way: text stands out from its ground" number_is "$contrast $texts" good
        ok "$way: so do the marks of charts" number_is "$contrast $marks" good
        ok "$way: and all that is drawn" number_is "$contrast $drawn" good
    done
}
# Nothing is cut off at the right, and what is of no use on paper is not there.
inside='const out = [...document.querySelectorAll("main *")].filter(
    e => e.getClientRects().length && e.getBoundingClientRect().right > innerWidth + 1);
const left = [...document.querySelectorAll("nav, footer, button.copy, .tools, .hint")].filter(
    e => e.getClientRects().length);
return out.length ? "cut off: " + out[0].outerHTML.slice(0, 90)
    : left.length ? "still there: " + left[0].outerHTML.slice(0, 90) : "good";'
on_paper() {
    paper yes
    ok "paper: it is white, whatever the screen is" number_is \
        'return getComputedStyle(document.body).backgroundColor' 'rgb(255, 255, 255)'
    ok "paper: text stands out" number_is "$contrast $texts" good
    ok "paper: all that is drawn stands out" number_is "$contrast $drawn" good
    ok "paper: nothing is cut off or superfluous" number_is "$inside" good
    paper no
}
number_is() { # SCRIPT WANTED
    local got
    got=$(js "$1") || return 1
    [ "$got" = "$2" ] || { echo "$got, not $2"; return 1; }
}
