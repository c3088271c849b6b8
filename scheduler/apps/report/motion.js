// The page of `tauflow simulate`: the model on its way, and plots over time that go with it.

const rows = data.rows, last = rows.length - 1, end = rows[last][0];
const LINES = ['mul', 'trig', 'add', 'critical', 'div', 'consumer', 'sqrt', 'atan'];
const LINES_MOST = 40; // drawn in a plot
const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

// The moment that is shown, and everything that shows it.
const now = {t: 0, shows: [], playing: false, speed: 1, trails: true};
function goTo(t) {
    now.t = Math.max(0, Math.min(end, t));
    for (const show of now.shows) show();
}
// The row at or before t.
function rowBefore(t) {
    let low = 0, high = last;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (rows[middle][0] <= t) low = middle;
        else high = middle - 1;
    }
    return low;
}
// A number of the motion at t, straight between rows.
function valueAt(column, t) {
    const k = rowBefore(t), a = rows[k], b = rows[Math.min(k + 1, last)];
    const share = b[0] > a[0] ? (t - a[0]) / (b[0] - a[0]) : 0;
    return share ? a[column] + share * (b[column] - a[column]) : a[column];
}

// ---- in space

// Seven numbers of a free body: where it is, and a quaternion of any length.
function freePlace([px, py, pz, w, x, y, z]) {
    const s = 2 / (w * w + x * x + y * y + z * z);
    return {p: [px, py, pz], r: [
        1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),
        s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x),
        s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]};
}
const FREE_NUMBERS = [0, 1, 2, 3, 4, 5, 6];
// Places of bodies; value(column): a number of the motion.
function placesBy(value) {
    return placesOf(data.robot.bodies, i => {
        const [column, ratio, offset] = data.moves[i - 1];
        return ratio === undefined ? freePlace(FREE_NUMBERS.map(k => value(column + k)))
            : ratio * value(column) + offset;
    });
}

class Moving extends Space {
    constructor(robot) {
        const every = Math.ceil(rows.length / 200);
        const seen = rows.filter((_, k) => k % every === 0 || k === last);
        super(robot, 'on its way', seen.map(row => placesBy(c => row[c])));
        if (this.rooted) { // its floor stays below where it starts
            [this.low, this.high] = [this.places[0].p, this.places[0].p];
            this.widen(this.places);
        }
        const parents = new Set(robot.bodies.map(b => b.parent));
        this.ends = [...robot.bodies.keys()].filter(i => i && !parents.has(i));
        this.trail = rows.map(row => this.endsOf(placesBy(c => row[c])));
    }
    // Where limbs end: origins of links there, or of the last bodies.
    endsOf(places) {
        const tips = this.tipsOf(places);
        return this.ends.map(i => (tips.find(t => t.body === i) || places[i]).p);
    }
    floor(on) {
        super.floor(on);
        if (!now.trails || !this.trail) return;
        const upto = rowBefore(now.t);
        this.ends.forEach((_, e) => {
            const colour = shades[LINES[e % LINES.length]];
            let before = this.project(this.trail[0][e]);
            for (let k = 1; k <= upto; k++) {
                const here = this.project(this.trail[k][e]);
                this.line(on, before, here, colour, 1.2);
                before = here;
            }
            this.line(on, before, this.project(this.endsOf(this.places)[e]), colour, 1.2);
        });
    }
    show() {
        this.take(placesBy(c => valueAt(c, now.t)));
        this.one.paint();
    }
}

// ---- over time

// 1, 2 or 5 times a power of ten, so that a span has some `wanted` of them.
function paceOf(span, wanted) {
    const rough = span / wanted, power = 10 ** Math.floor(Math.log10(rough)), x = rough / power;
    return power * (x <= 1.5 ? 1 : x <= 3.5 ? 2 : x <= 7.5 ? 5 : 10);
}
// What of a panel is drawn: itself, what it changes by, or its power of ten.
function drawn(panel, column, v) {
    return panel.from_start ? v - rows[0][column]
        : panel.powers ? Math.log10(Math.max(Math.abs(v), panel.least)) : v;
}
function scaleOf(panel, columns) {
    let low = Infinity, high = -Infinity;
    for (const row of rows)
        for (const c of columns) {
            const v = drawn(panel, c, row[c]);
            if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
        }
    if (!(low <= high)) low = high = 0;
    if (!(high - low > 1e-300)) {
        const room = high ? Math.abs(high) / 2 : 1;
        [low, high] = [low - room, high + room];
    }
    const step = panel.powers ? Math.max(1, paceOf(high - low, 4)) : paceOf(high - low, 4);
    return {low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step};
}
function marksOf(panel, {low, high, step}) {
    const marks = [];
    for (let k = 0; k <= (high - low) / step + 0.01; k++) {
        const v = low + k * step;
        marks.push([v, panel.powers ? '1e' + Math.round(v)
            : digits(Math.abs(v) < step / 1000 ? 0 : v, 4)]);
    }
    return marks;
}
// All plots have one axis of time.
for (const panel of data.panels) {
    panel.columns = [...Array(Math.min(panel.count, LINES_MOST)).keys()].map(k => panel.first + k);
    panel.scale = scaleOf(panel, panel.columns);
    panel.marks = marksOf(panel, panel.scale);
}
const left = 10 + Math.max(...data.panels.flatMap(p => p.marks.map(m => textWidth(m[1]))));
// Marks across, lines of the plot, and a line where the time is.
function panelPlot({scale, marks, columns, ...panel}) {
    const tall = 190, top = 8, bottom = 26, right = 10;
    const y = v => top + (scale.high - v) / (scale.high - scale.low) * (tall - top - bottom);
    const cursor = drawing('line', {y1: top, y2: tall - bottom, class: 'cursor'});
    let x = t => t;
    const show = () => fill(cursor, {x1: x(now.t), x2: x(now.t)}, []);
    const lineOf = (c, k) => {
        let d = '', on = false;
        for (const row of rows) {
            const v = drawn(panel, c, row[c]);
            if (Number.isFinite(v)) d += (on ? 'L' : 'M') + x(row[0]).toFixed(1) + ' ' +
                y(v).toFixed(1);
            on = Number.isFinite(v);
        }
        return drawing('path', {d, fill: 'none', stroke: colourOf(LINES[k % LINES.length]),
            'stroke-width': 1.6, 'stroke-linejoin': 'round'});
    };
    const host = plot(panel.title + ' over time', wide => {
        x = t => left + (end ? t / end : 0) * (wide - left - right);
        const pace = end ? paceOf(end, wide / 90) : 1, beats = [];
        for (let t = 0; t <= end * (1 + 1e-9); t += pace) beats.push(t);
        const parts = marks.flatMap(([v, text]) => [
            drawing('line', {x1: left, x2: wide - right, y1: y(v), y2: y(v), class: 'rule'}),
            drawing('text', {x: left - 6, y: y(v) + 4, 'text-anchor': 'end', class: 'soft'},
                text)]);
        for (const one of apart(beats.map(t => [x(t), digits(t, 4) + (t ? '' : ' s')]))) parts.push(
            drawing('text', {x: one.at, y: tall - 6, 'text-anchor': 'middle', class: 'soft'},
                one.text));
        show();
        return {tall, parts: [...parts, ...columns.map(lineOf), cursor]};
    }, 2000);
    const seek = e => {
        const box = host.firstChild.getBoundingClientRect();
        goTo((e.clientX - box.left - left) / (box.width - left - right) * end);
    };
    host.addEventListener('pointerdown', seek);
    host.addEventListener('pointermove', e => {
        if (e.buttons) seek(e);
    });
    now.shows.push(show);
    return host;
}
// Names next to their lines' colours, with what they are at that time.
function panelNames(panel) {
    const shown = panel.columns.map((c, k) => {
        const value = element('b.mono');
        now.shows.push(() => value.replaceChildren(digits(valueAt(c, now.t), 5)));
        return element('span', {}, element('i', {style: 'background:' +
            colourOf(LINES[k % LINES.length])}), data.columns[c] + ' ', value);
    });
    const left = panel.count - panel.columns.length;
    return element('div.legend', {}, shown,
        left ? element('span', {}, 'and ' + left + ' more, not drawn') : null);
}
const panelPart = panel => [element('h3', {}, panel.title), panelPlot(panel), panelNames(panel)];

// ---- the player

function step(before) {
    requestAnimationFrame(at => {
        if (!now.playing) return;
        const t = now.t + now.speed * Math.min(0.1, (at - before) / 1000);
        if (t >= end) play(false);
        goTo(t);
        step(at);
    });
}
const button = element('button', {type: 'button', id: 'play', 'aria-pressed': 'false'}, 'play');
function play(on) {
    now.playing = on && end > 0;
    button.textContent = now.playing ? 'stop' : 'play';
    button.setAttribute('aria-pressed', now.playing);
    if (!now.playing) return;
    if (now.t >= end) goTo(0);
    step(performance.now());
}
button.addEventListener('click', () => play(!now.playing));

// As it was where that takes some seconds to look at; else slower or faster.
const usual = end >= 2 && end <= 40 ? 1
    : SPEEDS.reduce((a, b) => Math.abs(Math.log(end / b / 8)) < Math.abs(Math.log(end / a / 8))
        ? b : a);
function playerPart() {
    const slider = element('input', {type: 'range', id: 'time', min: 0, max: 1000, value: 0,
        'aria-label': 'time'});
    const clock = element('output.mono', {id: 'clock'});
    const speed = element('select', {id: 'speed', 'aria-label': 'speed'}, SPEEDS.map(
        s => element('option', {value: s, selected: s === usual ? '' : false}, s + ' x')));
    const trails = element('input', {type: 'checkbox', id: 'trails', checked: ''});
    now.speed = usual;
    slider.addEventListener('input', () => goTo(slider.value / 1000 * end));
    speed.addEventListener('change', () => { now.speed = Number(speed.value); });
    trails.addEventListener('change', () => {
        now.trails = trails.checked;
        goTo(now.t);
    });
    now.shows.push(() => {
        slider.value = end ? 1000 * now.t / end : 0;
        clock.textContent = now.t.toFixed(3) + ' s of ' + digits(end, 6) + ' s';
    });
    addEventListener('keydown', e => {
        if (e.key === ' ' && e.target === document.body) {
            e.preventDefault();
            play(!now.playing);
        }
    });
    return element('div.tools', {}, button, slider, clock, element('label', {}, 'speed ', speed),
        data.robot ? element('label', {}, trails, ' trails') : null);
}
function spacePart() {
    if (!data.robot) return null;
    const space = window.tauflow.space = new Moving(data.robot);
    now.shows.push(() => space.show());
    return [space.one.canvas, element('p.hint', {}, 'Drag to turn; point at a joint for its name.' +
        ' Space plays. Plots below go with it: click into one to go to that time.')];
}

window.tauflow.motion = {now, goTo, valueAt, play};
showPage(element('header', {}, element('h1', {}, data.model + ' in motion'),
    element('p', {}, data.about + '.'),
    element('div.line', {}, element('code', {}, pick(data.command)))),
    [section('motion', 'Motion', null, spacePart(), playerPart()),
        section('plots', 'Over time', rows.length < data.all_rows
            ? count(rows.length) + ' of ' + count(data.all_rows) + ' rows are drawn.' : null,
            data.panels.map(panelPart)),
        section('said', 'What it said', null, element('pre', {}, data.said))]);
goTo(0);
