'use strict';
// What all parts of the page use: elements, numbers that copy themselves, colours, the tip.
const data = JSON.parse(document.getElementById('data').textContent);

// element('a.b', {href: '#'}, child, 'text', [children]): one element.
function element(name, attributes, ...children) {
    const [tag, ...classes] = name.split('.');
    const made = document.createElement(tag);
    if (classes.length) made.className = classes.join(' ');
    return fill(made, attributes, children);
}
function drawing(tag, attributes, ...children) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}
function fill(made, attributes, children) {
    for (const [key, value] of Object.entries(attributes || {}))
        if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
        else if (value !== false && value !== undefined) made.setAttribute(key, value);
    made.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined));
    return made;
}

const count = x => Number.isInteger(x) ? x.toLocaleString('en-US') : digits(x, 6);
const digits = (x, n) => Number(x.toPrecision(n)).toString();
const percent = x => (100 * x).toFixed(x < 0.0995 ? 1 : 0) + ' %';

function copy(text, by) {
    const done = () => {
        by.classList.add('done');
        setTimeout(() => by.classList.remove('done'), 1200);
    };
    const byHand = () => {
        const area = element('textarea', {style: 'position:fixed;opacity:0'});
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
        done();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
    window.tauflow.copied = text;
}
// Lines end between words, not after the hyphens of an option.
function unbroken(text) {
    return text.split(' ').flatMap((word, i) => [i ? ' ' : '', element('span.word', {}, word)]);
}
// A number (or a command) that is copied when it is clicked.
function pick(value, shown) {
    const text = String(value);
    const made = element('button.pick', {type: 'button', title: 'copy ' + text},
                         shown !== undefined ? shown : typeof value === 'number' ? count(value) :
                             unbroken(text));
    made.addEventListener('click', () => copy(text, made));
    return made;
}
function copyTable(table) {
    const made = element('button.copy', {type: 'button'}, 'copy table');
    made.addEventListener('click', () => copy([...table.rows].map(
        r => [...r.cells].filter(c => !c.classList.contains('bar')).map(c => c.innerText.trim())
            .join('\t')).join('\n'), made));
    return made;
}
// rows of cells; a cell is a text, an element, or a number, which is right and copies itself. On a
// narrow screen a row is a block that begins with its name, each number next to its head.
function table(heads, rows, name) {
    const cell = (c, i) => {
        const made = typeof c === 'number' ? element('td.n', {}, pick(c))
            : c instanceof HTMLTableCellElement ? c : element('td', {}, c);
        if (!i && typeof c === 'string') made.classList.add('name');
        else if (heads[i] && made.textContent) made.dataset.head = heads[i];
        return made;
    };
    return element('table.stack' + (name || ''), {},
        element('thead', {}, element('tr', {}, heads.map(
            (h, i) => element(rows.length && typeof rows[0][i] === 'number' ? 'th.n' : 'th', {},
                h)))),
        element('tbody', {}, rows.map(r => element('tr', {}, r.map(cell)))));
}

let shades = {};
function readColours() {
    const of = getComputedStyle(document.documentElement);
    shades = {};
    for (const name of ['ground', 'card', 'ink', 'soft', 'line', 'accent', 'mul', 'add', 'div',
        'sqrt', 'trig', 'atan', 'io', 'critical', 'producer', 'consumer', 'found', 'few', 'many',
        'wait-operand', 'wait-input', 'wait-receiver', 'wait-slot', 'wait-queue'])
        shades[name] = of.getPropertyValue('--' + name).trim();
}
// The shade of an amount, from few (0) to many (1): both stand out from a card.
function shadeOf(share) {
    const [low, high] = [shades.few, shades.many].map(c => [1, 3, 5].map(
        i => parseInt(c.slice(i, i + 2), 16)));
    return 'rgb(' + low.map((v, i) => Math.round(v + share * (high[i] - v))).join(' ') + ')';
}
const WAITS = ['operand', 'input', 'receiver', 'slot', 'queue'];
const WAIT_ABOUT = {
    operand: 'the operand was still being computed', input: 'the word had not entered yet',
    receiver: 'the receiver was busy with other words', slot: 'the slot of the word was full',
    queue: 'the word or the result waited in a queue',
};

// All pictures: painted again when the width of the page or its colours change.
const pictures = [];
function canvasOf(name, height, paint) {
    const made = element('canvas.' + name, {style: 'height:' + height + 'px'});
    const measure = () => made.clientWidth || 900;
    const one = {canvas: made, height, measure, paint: (width = measure()) => {
        const ratio = window.devicePixelRatio || 1;
        if (made.width !== Math.round(width * ratio) ||
            made.height !== Math.round(one.height * ratio)) {
            made.width = Math.round(width * ratio);
            made.height = Math.round(one.height * ratio);
        }
        const on = made.getContext('2d');
        on.setTransform(ratio, 0, 0, ratio, 0, 0);
        on.clearRect(0, 0, width, one.height);
        paint(on, width, one.height);
    }};
    pictures.push(one);
    return one;
}
// An SVG as wide as there is room, up to `most`, so that its text has one size on every screen.
// paint(wide) makes its height and parts: {tall, parts}.
function plot(label, paint, most, role) {
    const made = drawing('svg', {class: 'plot', role: role || 'img', 'aria-label': label});
    const host = element('div.scroll', {}, made);
    const measure = () => Math.min(most || 1000, host.clientWidth || 900);
    pictures.push({measure, paint: (wide = measure()) => {
        const size = paint(wide);
        const across = Math.max(wide, size.wide || 0);
        fill(made, {viewBox: `0 0 ${across} ${size.tall}`, width: across, height: size.tall}, []);
        made.replaceChildren(...size.parts);
    }});
    return host;
}
const measuring = document.createElement('canvas').getContext('2d');
const FONT = '12px system-ui, "Noto Sans", "DejaVu Sans", sans-serif';
const widths = new Map(); // of texts that were measured
function textWidth(text, bold) {
    const key = (bold ? 'b' : 'n') + text;
    if (!widths.has(key)) {
        measuring.font = (bold ? '600 ' : '') + FONT;
        widths.set(key, measuring.measureText(text).width);
    }
    return widths.get(key);
}
// As much of a name as there is room for.
function fitted(on, name, room) {
    if (on.measureText(name).width <= room) return name;
    while (name.length > 1 && on.measureText(name + '…').width > room) name = name.slice(0, -1);
    return name.length > 1 ? name + '…' : '';
}
// Marks of an axis whose texts do not touch: of those that are asked for, in their order, each that
// has room; [where, text].
function apart(list) {
    const kept = [];
    for (const [at, text] of list) {
        const half = textWidth(text) / 2 + 4;
        if (kept.every(k => Math.abs(k.at - at) >= k.half + half)) kept.push({at, text, half});
    }
    return kept;
}
function paintAll() { // all are measured before the first changes the page
    readColours();
    const wide = pictures.map(p => p.measure());
    pictures.forEach((p, i) => p.paint(wide[i]));
}

const tip = element('div', {id: 'tip', role: 'status', hidden: ''});
function showTip(event, ...children) {
    tip.replaceChildren(...children.flat(Infinity).filter(c => c));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const x = event.clientX + 16 + box.width > innerWidth ? event.clientX - box.width - 12 :
        event.clientX + 16;
    const y = event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 12 :
        event.clientY + 18;
    tip.style.left = Math.max(4, x) + 'px';
    tip.style.top = Math.max(4, y) + 'px';
}
function hideTip() {
    tip.hidden = true;
}
function section(id, title, about, ...children) {
    return element('section', {id}, element('h2', {}, title), about ? element('p', {}, about) :
        null, children);
}
function legend(...items) {
    return element('div.legend', {}, items.map(([colour, word, about]) => element('span',
        {title: about},
        element('i', {style: 'background:' + colour}), word)));
}
const colourOf = name => 'var(--' + name + ')';

// What the tests and the console of a curious reader see.
window.tauflow = {data, charts: [], copied: ''};

function figure(name, value, shown, about) {
    return element('div.figure', {}, element('span', {}, name), element('b', {}, pick(value,
        shown)),
        element('i', {}, about));
}
// As the system has it, until the reader asks for the other.
const root = document.documentElement, darkness = matchMedia('(prefers-color-scheme: dark)');
function setTheme(name) {
    root.dataset.theme = name;
    paintAll();
}
const systemTheme = () => setTheme(darkness.matches ? 'dark' : 'light');
function theme() {
    const made = element('button', {type: 'button', id: 'theme'}, 'light or dark');
    made.addEventListener('click',
        () => setTheme(root.dataset.theme === 'dark' ? 'light' : 'dark'));
    return made;
}
// The whole page: a header, and sections (or other parts) below it.
function showPage(header, parts) {
    const sections = parts.flat().filter(s => s && s.tagName === 'SECTION');
    document.body.append(
        element('nav', {}, element('strong', {}, 'tauflow'), element('div.ways', {}, sections.map(
            s => element('a', {href: '#' + s.id}, s.querySelector('h2').textContent))), theme()),
        element('main', {}, header, parts, element('footer', {},
            'Click a number to copy it. This page loads nothing.')), tip);
    systemTheme();
    addEventListener('resize', paintAll);
    darkness.addEventListener('change', systemTheme);
    let before; // paper: canvases are painted light, and whole
    addEventListener('beforeprint', () => {
        before = root.dataset.theme;
        for (const c of window.tauflow.charts) c.all();
        setTheme('light');
    });
    addEventListener('afterprint', () => setTheme(before));
}
