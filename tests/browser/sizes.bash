# SPDX-License-Identifier: MIT
# What holds of a page on a telephone and on a desk: it is as wide as the screen, its text can be
# read, nothing is cut off and no text covers another.
#
#     readable NAME [SCRIPT]   tests of the page that is open, at 400 and 1,400 pixels, light and
#                              dark, with a screenshot of each; SCRIPT: further faults, as below

# Each adds to `bad` what is wrong.
size_laws='const bad = [], short = e => e.outerHTML.slice(0, 80);
const doc = document.documentElement;
if (doc.scrollWidth > innerWidth) bad.push(doc.scrollWidth + " pixels wide");
/* Every text has 12 pixels or more on the screen, that of drawings and canvases too. */
const own = e => [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim());
let texts = 0;
for (const e of document.querySelectorAll("body *")) {
    if (!own(e) || !e.getClientRects().length || /SCRIPT|STYLE|TITLE/i.test(e.tagName)) continue;
    const svg = e.ownerSVGElement, scale = svg ? svg.getBoundingClientRect().width /
        (svg.viewBox.baseVal.width || svg.width.baseVal.value) : 1;
    texts++;
    if (parseFloat(getComputedStyle(e).fontSize) * scale < 11.99) bad.push("small: " + short(e));
}
if (texts < 50) bad.push("only " + texts + " texts");
for (const c of document.querySelectorAll("canvas")) {
    if (c.width !== Math.round(c.clientWidth * devicePixelRatio)) bad.push("scaled: " + short(c));
    const size = c.getContext("2d").font.match(/([\d.]+)px/)[1];
    if (!c.classList.contains("map") && size < 12) bad.push("small: " + short(c) + size);
}
/* Bars can be seen. */
for (const b of document.querySelectorAll(".bar > div")) {
    const r = b.getBoundingClientRect();
    if (r.width < 100 || r.height < 12) bad.push("bar of " + r.width + " by " + r.height);
}
/* Nothing reaches out of its box. */
for (const e of document.querySelectorAll("main, section, .scroll, .tree, .chart, .detail"))
    if (e.scrollWidth > e.clientWidth + 1 && !e.querySelector(".pick"))
        bad.push("cut off: " + e.scrollWidth + " in " + e.clientWidth + " " + short(e));
const range = document.createRange();
for (const e of document.querySelectorAll("h1, h2, p, td, th, code, button, .figure, dd, li")) {
    range.selectNodeContents(e);
    const inner = range.getBoundingClientRect(), outer = e.getBoundingClientRect();
    const box = (e.closest(".scroll") || e.closest("main") || e).getBoundingClientRect();
    if (e.getClientRects().length && (inner.right > outer.right + 1 || inner.right > box.right + 1))
        bad.push("cut off: " + inner.right + " of " + outer.right + " " + short(e));
}
/* Texts of a drawing are inside and apart. */
for (const svg of document.querySelectorAll("svg")) {
    const room = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("text")].map(t => [t.getBoundingClientRect(), t]);
    boxes.forEach(([a, t], i) => {
        if (a.left < room.left - 1 || a.right > room.right + 1 || a.top < room.top - 1 ||
            a.bottom > room.bottom + 1) bad.push("outside: " + short(t));
        for (const [b, u] of boxes.slice(i + 1))
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 &&
                b.top < a.bottom - 2) bad.push("over each other: " + short(t) + short(u));
    });
}
/* Names in the picture of the robot, too; at least the ends of its limbs have one. */
const space = tauflow.space;
if (space) {
    const names = space.placed, wide = space.one.canvas.clientWidth;
    if (names.length < space.robot.bodies.length / 2) bad.push("only " + names.length + " names");
    names.forEach(({box: a, name}, i) => {
        if (a[0] < 0 || a[2] > wide || a[1] < 0 || a[3] > space.one.height)
            bad.push("out: " + name);
        for (const {box: b} of names.slice(i + 1))
            if (a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]) bad.push("over: " + name);
    });
}'
readable() { # NAME [SCRIPT]
    local wide way
    for wide in 400 1400; do
        window $wide
        for way in light dark; do
            js "setTheme('$way'); scrollTo(0, 0)" >/dev/null
            ok "$1, $wide pixels, $way: it fits, and everything can be read" number_is \
                "$size_laws ${2-} return bad.length ? bad.length + ': ' + bad[0] : 'good'" good
            screenshot "$shots/$1_${wide}_$way.png"
        done
    done
    js "setTheme('light')" >/dev/null
}
