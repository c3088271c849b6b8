// The schedule: units down, cycles across.

class Chart {
    constructor(program, host) {
        this.p = program;
        this.peers = [this];
        this.top = 26;
        this.showWaits = true;
        this.showCritical = false;
        this.selected = -1;
        this.found = [];
        this.chain = program.interval ? [] : program.path();
        this.critical = new Set(this.chain);
        this.makeRows();
        this.left = Math.ceil(16 + Math.max(...this.rows.map(row => textWidth(row.label))));
        const height = this.top + this.rows.length * this.rowHeight + 6;
        this.plan = canvasOf('plan', height, (on, width) => this.paint(on, width));
        this.map = canvasOf('map', 30, (on, width, tall) => this.paintMap(on, width, tall));
        this.plan.canvas.tabIndex = 0;
        this.plan.canvas.setAttribute('role', 'application');
        this.plan.canvas.setAttribute('aria-label', 'Schedule of ' + program.title + ': ' +
            program.size +
            (program.circuit ? ' cells of a circuit.' : ' operations on ' + program.units.length +
            ' units in ' + program.cycles + ' cycles.') +
                ' Arrow keys walk, p and c follow producers and consumers, / searches.');
        this.detail = element('div.detail', {'aria-live': 'polite'});
        host.append(element('div.chart', {}, this.plan.canvas, this.map.canvas), this.detail);
        this.x0 = 0;
        this.scale = 0; // pixels of a cycle; 0: all of it
        this.listen();
        this.describe();
        window.tauflow.charts.push(this);
    }
    makeRows() {
        const p = this.p;
        this.rows = [];
        for (let l = 0; l < p.lanes; l++)
            this.rows.push({label: 'lane ' + l, words: p.inputs.map((_, i) => i).filter(i =>
                p.lane[i] === l)
                .sort((x, y) => p.position[x] - p.position[y])});
        this.firstUnit = this.rows.length;
        p.units.forEach(([name, kind], u) =>
            this.rows.push({label: name, kind: p.kinds[kind][0], unit: u, list: p.ofUnit[u]}));
        for (let r = p.output; r && r < (p.relays || p.receivers.length); r++)
            this.rows.push({label: p.receivers[r], takes: p.take_receiver.map((x, k) => x === r ?
                k : -1)
                .filter(k => k >= 0).sort((x, y) => p.take_cycle[x] - p.take_cycle[y])});
        const n = this.rows.length;
        this.rowHeight = n <= 26 ? 24 : n <= 60 ? 15 : 10;
    }
    get fit() { return Math.max(0.05, (this.width - this.left - 12) / (this.span || this.p.cycles));
        }
    get perCycle() { return this.scale || this.fit; }
    x(cycle) { return this.left + (cycle - this.x0) * this.perCycle; }
    y(row) { return this.top + row * this.rowHeight; }
    rowOf(j) { return this.firstUnit + this.p.unit[j]; }

    paint(on, width) {
        this.width = width;
        const p = this.p, k = this.perCycle, h = this.rowHeight;
        const from = Math.floor(this.x0), to = Math.min(this.x0 + (width - this.left) / k + 1,
            p.cycles);
        on.font = FONT;
        on.textBaseline = 'middle';
        this.paintAxis(on, width, from, to);
        on.save();
        on.beginPath();
        on.rect(this.left, 0, width, this.top + this.rows.length * h + 6);
        on.clip();
        this.painted = 0;
        this.rows.forEach((row, r) => {
            if (row.list) this.paintUnit(on, row, r, from, to);
            else this.paintWords(on, row, r, from, to);
        });
        this.paintLines(on);
        on.restore();
        this.rows.forEach((row, r) => {
            on.fillStyle = h < 12 && r % 2 ? 'transparent' : shades.ink;
            on.textAlign = 'right';
            on.fillText(row.label, this.left - 10, this.y(r) + h / 2);
        });
        on.textAlign = 'left';
        this.plan.canvas.dataset.painted = this.painted;
        this.plan.canvas.dataset.selected = this.selected < 0 ? '' : p.name[this.selected];
    }
    paintAxis(on, width, from, to) {
        const k = this.perCycle, bottom = this.top + this.rows.length * this.rowHeight;
        const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000,
            10000].find(s => s * k >= 46) || 20000;
        on.textAlign = 'center';
        for (let c = Math.ceil(from / step) * step; c <= to; c += step) {
            const x = this.x(c);
            if (x < this.left - 1) continue;
            on.fillStyle = shades.line;
            on.fillRect(Math.round(x), this.top - 4, 1, bottom - this.top + 4);
            on.fillStyle = shades.soft;
            const shown = this.p.circuit && !this.p.clock ? digits(c / 10, 4) + ' ns' : c;
            const at = x + k / 2 * (k > 14 && shown === c), half = textWidth(shown) / 2;
            if (at + half <= width) on.fillText(shown, at, this.top - 13);
        }
        for (let c = this.p.interval; this.p.interval && c <= to; c += this.p.interval) {
            on.fillStyle = shades.accent;
            on.fillRect(Math.round(this.x(c)), this.top - 6, 1, bottom - this.top + 6);
        }
        on.fillStyle = shades.line;
        for (let r = 0; r <= this.rows.length; r++) on.fillRect(this.left, this.y(r), width, 1);
        const end = this.x(this.p.cycles);
        on.fillStyle = shades.soft;
        on.fillRect(Math.round(end), this.top - 6, 1, bottom - this.top + 6);
    }
    first(list, of, from) { // of a sorted list the first that is not before `from`
        let low = 0, high = list.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (of[list[middle]] < from) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    paintUnit(on, row, r, from, to) {
        const p = this.p, k = this.perCycle, h = this.rowHeight, y = this.y(r);
        const dim = this.lit !== undefined || this.showCritical;
        for (let i = Math.max(0, this.first(row.list, p.cycle, from) - 1); i < row.list.length;
            i++) {
            const j = row.list[i], c = p.cycle[j];
            on.globalAlpha = dim ? 0.3 : 1;
            if (this.showWaits && !p.interval && !p.circuit)
                for (const [cause, a, b] of p.waits(j, row.list[i - 1])) {
                    on.fillStyle = shades['wait-' + cause];
                    on.fillRect(this.x(a), y + h * 0.39, Math.max((b - a) * k - (k > 4 ? 1 : 0),
                        0.7), h * 0.24);
                }
            on.globalAlpha = 1;
            if (c > to) break;
            if (c + p.length(j) <= from) continue;
            this.painted++;
            const wide = Math.max(k * p.length(j) - (k > 4 ? 1 : 0), 1);
            const x = this.x(c), bright = !dim || this.isLit(j);
            on.globalAlpha = bright ? 1 : 0.22;
            on.fillStyle = shades[row.kind];
            on.fillRect(x, y + 2, wide, h - 3);
            if (this.critical.has(j)) {
                on.fillStyle = shades.critical;
                on.fillRect(x, y + h - 4, wide, 3);
            }
            on.globalAlpha = 1;
            if (this.foundSet && this.foundSet.has(j)) this.frame(on, x, y, wide, shades.found);
            if (j === this.selected) this.frame(on, x, y, wide, shades.ink);
            const name = p.name[j];
            if (k > 30 && h > 14 && bright) {
                on.fillStyle = shades.card;
                on.textAlign = 'left';
                on.fillText(fitted(on, name, wide - 6), x + 4, y + h / 2);
            }
        }
    }
    paintWords(on, row, r, from, to) {
        const p = this.p, k = this.perCycle, h = this.rowHeight, y = this.y(r);
        const list = row.words || row.takes, at = row.words ? p.position : p.take_cycle;
        const wide = Math.max(k - (k > 4 ? 1 : 0), 1);
        for (let i = this.first(list, at, from); i < list.length && at[list[i]] <= to; i++) {
            const x = this.x(at[list[i]]);
            on.fillStyle = shades.io;
            on.globalAlpha = this.lit !== undefined || this.showCritical ? 0.35 : 1;
            on.fillRect(x, y + 5, wide, h - 9);
            on.globalAlpha = 1;
            if (k > 30 && h > 14) {
                const w = row.words ? list[i] : p.take_word[list[i]];
                on.fillStyle = shades.card;
                on.textAlign = 'left';
                on.fillText(fitted(on, this.wordLabel(w), wide - 6), x + 4, y + h / 2);
            }
        }
    }
    wordLabel(w) { // as schedules number words: inputs, then operations
        const n = this.p.inputs.length;
        return w < n ? this.p.inputs[w] : (this.p.outputsOf.get(w - n) || [this.p.name[w - n]])[0];
    }
    frame(on, x, y, wide, colour) {
        on.strokeStyle = colour;
        on.lineWidth = 2;
        on.strokeRect(x - 1, y + 1, Math.max(wide, 3) + 1, this.rowHeight - 1);
    }
    isLit(j) {
        if (this.lit) return this.lit.has(j);
        return this.critical.has(j);
    }
    curve(on, a, b, colour, thick) { // from the result of operation a to the issue of b
        const p = this.p, x1 = this.x(p.cycle[a] + p.latency(a)), y1 = this.y(this.rowOf(a)) +
            this.rowHeight / 2;
        const x2 = this.x(p.cycle[b]), y2 = this.y(this.rowOf(b)) + this.rowHeight / 2;
        const bend = Math.max(12, Math.abs(x2 - x1) / 2);
        on.strokeStyle = colour;
        on.lineWidth = thick;
        on.beginPath();
        on.moveTo(this.x(p.cycle[a]) + Math.min(this.perCycle, x1 - this.x(p.cycle[a])), y1);
        on.lineTo(x1, y1);
        on.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
        on.stroke();
    }
    paintLines(on) {
        const p = this.p, j = this.selected;
        if (this.showCritical && j < 0)
            for (let i = 1; i < this.chain.length; i++)
                this.curve(on, this.chain[i], this.chain[i - 1], shades.critical, 2);
        if (j < 0) return;
        on.globalAlpha = 0.45;
        if (this.before.size + this.after.size < 400) {
            for (const b of this.before) for (const a of p.producers(b)) this.curve(on, a, b,
                shades.producer, 1);
            for (const a of this.after) for (const b of p.uses[a]) this.curve(on, a, b,
                shades.consumer, 1);
        }
        on.globalAlpha = 1;
        for (const a of p.producers(j)) this.curve(on, a, j, shades.producer, 2);
        for (const b of p.uses[j]) this.curve(on, j, b, shades.consumer, 2);
    }
    paintMap(on, width, tall) { // operations over the whole run, and the window
        const p = this.p, room = width - this.left - 12, bins = new Float64Array(Math.max(1,
            Math.ceil(room)));
        for (let j = 0; j < p.size; j++) bins[Math.min(bins.length - 1,
            Math.floor(p.cycle[j] / p.cycles * room))]++;
        const most = bins.reduce((x, y) => Math.max(x, y), 1);
        on.fillStyle = shades.soft;
        bins.forEach((b, i) => b && on.fillRect(this.left + i, tall - 3 - b / most * (tall - 8), 1,
            b / most * (tall - 8)));
        const k = room / p.cycles, seen = (width - this.left) / this.perCycle;
        on.strokeStyle = shades.accent;
        on.lineWidth = 2;
        on.strokeRect(this.left + this.x0 * k, 2, Math.min(seen, p.cycles - this.x0) * k, tall - 4);
    }
    repaint() {
        for (const c of this.peers) {
            c.x0 = this.x0;
            c.scale = this.scale;
            c.plan.paint();
            c.map.paint();
        }
    }
    soon() { // once per frame
        if (this.asked) return;
        this.asked = true;
        requestAnimationFrame(() => {
            this.asked = false;
            this.repaint();
        });
    }
    bound() {
        const seen = (this.width - this.left) / this.perCycle, longest = this.span || this.p.cycles;
        this.x0 = Math.max(0, Math.min(this.x0, longest - seen * 0.5));
        if (this.perCycle <= this.fit) this.x0 = 0;
    }
    zoom(factor, at) {
        const mouse = at === undefined ? (this.left + this.width) / 2 : at;
        const cycle = this.x0 + (mouse - this.left) / this.perCycle;
        this.scale = Math.min(160, Math.max(this.fit, this.perCycle * factor));
        if (this.scale === this.fit) this.scale = 0;
        this.x0 = cycle - (mouse - this.left) / this.perCycle;
        this.bound();
        this.soon();
    }
    pan(cycles) {
        this.x0 += cycles;
        this.bound();
        this.soon();
    }
    all() {
        this.scale = 0;
        this.x0 = 0;
        this.soon();
    }
    reveal(j) {
        const seen = (this.width - this.left) / this.perCycle, c = this.p.cycle[j];
        if (c < this.x0 || c > this.x0 + seen - 2) {
            this.x0 = c - seen / 2;
            this.bound();
        }
    }
    hit(event) { // {op} or {word} under the pointer
        const box = this.plan.canvas.getBoundingClientRect();
        const x = event.clientX - box.left,
            r = Math.floor((event.clientY - box.top - this.top) / this.rowHeight);
        const row = this.rows[r], cycle = this.x0 + (x - this.left) / this.perCycle;
        if (!row || x < this.left) return {};
        const list = row.list || row.words || row.takes;
        const at = row.list ? this.p.cycle : row.words ? this.p.position : this.p.take_cycle;
        const near = 3 / this.perCycle, after = this.first(list, at, cycle);
        let best = after - 1; // what began last; otherwise what begins within three pixels
        const length = best >= 0 && row.list ? this.p.length(list[best]) : 1;
        if (best < 0 || cycle - at[list[best]] >= Math.max(length, near))
            best = after < list.length && at[list[after]] - cycle < near ? after : -1;
        if (best < 0 && row.list && after < list.length) {
            const waits = this.p.interval || this.p.circuit ? []
                : this.p.waits(list[after], list[after - 1]);
            return {gap: waits.find(g => cycle >= g[1] && cycle < g[2]), of: list[after]};
        }
        if (best < 0) return {};
        return row.list ? {op: list[best]} : row.words ? {word: list[best]}
            : {word: this.p.take_word[list[best]], take: list[best]};
    }
    select(j, quiet) {
        const p = this.p;
        hideTip();
        this.selected = j;
        this.before = j < 0 ? new Set() : p.cone(j, k => p.producers(k));
        this.after = j < 0 ? new Set() : p.cone(j, k => p.uses[k]);
        this.lit = j < 0 ? undefined : new Set([j, ...this.before, ...this.after]);
        if (j >= 0) this.reveal(j);
        if (!quiet) this.describe();
        this.repaint();
    }
    linkTo(x) { // the name of an operand, to be followed
        const p = this.p;
        if (x < 0 || x >= p.size) return element('code', {}, p.wordName(x));
        return element('button.link', {type: 'button', onclick: () => this.select(x)}, p.name[x]);
    }
    when(cycle) { // in words
        const p = this.p;
        if (!p.circuit) return 'cycle ' + cycle;
        return p.clock ? 'stage ' + cycle : digits(cycle / 10, 4) + ' ns';
    }
    operandFacts(x) {
        const p = this.p;
        if (p.isConstant(x)) return ' (constant)';
        if (!p.isInput(x)) return ' (' + this.when(p.cycle[x]) + ')';
        const lane = p.lane[-1 - x];
        return lane < 0 ? ' (input)' : ' (input, lane ' + lane + ', word ' + p.position[-1 - x] +
            ')';
    }
    facts(j) { // [what, text or elements]
        const p = this.p, w = p.wait[j], rows = [], n = p.inputs.length;
        rows.push(['where', p.units[p.unit[j]][0] + ', issued in ' + this.when(p.cycle[j]) +
            ', result in ' + this.when(p.cycle[j] + p.latency(j))]);
        const alone = p.circuit ? p.a[j] === p.b[j] : p.op_kinds[p.kind[j]][1] < 2;
        rows.push(['operands', [p.a[j], ...alone ? [] : [p.b[j]]].flatMap((x, i) =>
            [i ? ', ' : '', this.linkTo(x), this.operandFacts(x)])]);
        const goes = [...p.uses[j].map(k => [this.linkTo(k), ' in ' + this.when(p.cycle[k])]),
            ...(p.outputsOf.get(j) || []).map(o => ['output ', element('code', {}, o)])];
        rows.push(['goes to', goes.flatMap((g, i) => [i ? ', ' : '', ...g])]);
        const takes = (p.takesOf.get(n + j) || []).map(
            t => p.receivers[p.take_receiver[t]] + ' in ' + p.take_cycle[t]);
        if (takes.length) rows.push(['accepted by', takes.join(', ')]);
        const late = p.circuit && !p.clock ? digits(p.slack[j] / 10, 4) + ' ns'
            : p.slack[j] + (p.circuit ? ' stage' : ' cycle') + (p.slack[j] === 1 ? '' : 's');
        rows.push(['slack', (p.slack[j] ? late : 'none') +
            (this.critical.has(j) ? ': the end waits for it' : '')]);
        if (p.interval || p.circuit) return rows;
        const list = p.ofUnit[p.unit[j]], gaps = p.waits(j, list[list.indexOf(j) - 1]);
        const last = w ? ' (' + p.wordName(w[0] ? p.b[j] : p.a[j]) + ' came last)' : '';
        rows.push(['waited', gaps.length
            ? gaps.map(([cause, a, b]) => (b - a) + ' for ' + cause).join(', ') + last
            : 'not at all: its unit had no gap']);
        return rows;
    }
    describe() {
        const p = this.p, j = this.selected;
        if (j < 0) {
            this.detail.replaceChildren(element('span.hint', {}, 'Click an operation: its ' +
                'producers and consumers light up, and what is known of it stands here. Ctrl and ' +
                'wheel zoom, drag pans, 0 shows all; arrow keys walk, p and c follow producers ' +
                'and consumers, Esc lets go.'));
            return;
        }
        const text = p.name[j] + ' = ' + p.equation(j);
        this.detail.replaceChildren(
            element('div.eq.mono', {}, pick(text, text)),
            element('dl', {}, this.facts(j).map(([what, of]) => [element('dt', {}, what),
                element('dd', {}, of)])));
    }
    tell(event) {
        const p = this.p, at = this.hit(event);
        if (at.op !== undefined) {
            const j = at.op;
            showTip(event, element('div', {}, element('b', {}, p.name[j] + ' = ' + p.equation(j))),
                this.facts(j).map(([what, of]) => element('div', {}, what + ': ',
                    [of].flat().map(c => typeof c === 'string' ? c : c.textContent).join(''))));
        } else if (at.word !== undefined) {
            const output = at.take !== undefined;
            showTip(event, element('b', {}, this.wordLabel(at.word)), element('div', {}, output
                ? 'leaves in cycle ' + p.take_cycle[at.take] : 'input, enters in cycle ' +
                    p.position[at.word] +
                ', used by ' + p.inputUses[at.word].length + ' operations'));
        } else if (at.gap)
            showTip(event, element('b', {}, (at.gap[2] - at.gap[1]) + ' cycles: ' + at.gap[0]),
                element('div', {},
                p.name[at.of] + ' waits: ' + WAIT_ABOUT[at.gap[0]]));
        else hideTip();
    }
    listen() {
        const canvas = this.plan.canvas;
        let from = null, moved = false;
        canvas.addEventListener('wheel', e => {
            if (e.ctrlKey || e.metaKey) this.zoom(Math.exp(-e.deltaY / 300), e.offsetX);
            else if (e.shiftKey || e.deltaX) this.pan((e.deltaX || e.deltaY) / this.perCycle);
            else return;
            e.preventDefault();
        }, {passive: false});
        canvas.addEventListener('pointerdown', e => {
            from = {x: e.clientX, x0: this.x0};
            moved = false;
            canvas.setPointerCapture(e.pointerId);
        });
        canvas.addEventListener('pointermove', e => {
            if (!from) return this.tell(e);
            if (Math.abs(e.clientX - from.x) > 3) moved = true;
            if (!moved) return;
            hideTip();
            this.x0 = from.x0 - (e.clientX - from.x) / this.perCycle;
            this.bound();
            this.soon();
        });
        canvas.addEventListener('pointerup', e => {
            from = null;
            if (moved) return;
            const at = this.hit(e);
            this.select(at.op === undefined ? -1 : at.op);
        });
        canvas.addEventListener('pointerleave', hideTip);
        canvas.addEventListener('dblclick', e => this.zoom(2, e.offsetX));
        canvas.addEventListener('keydown', e => this.key(e));
        const drag = e => {
            if (!e.buttons) return;
            const seen = (this.width - this.left) / this.perCycle;
            this.x0 =
                (e.offsetX - this.left) / (this.width - this.left - 12) * this.p.cycles - seen / 2;
            this.bound();
            this.soon();
        };
        this.map.canvas.addEventListener('pointerdown', drag);
        this.map.canvas.addEventListener('pointermove', drag);
    }
    walk(step) { // along the unit
        const list = this.p.ofUnit[this.p.unit[this.selected]];
        const next = list[list.indexOf(this.selected) + step];
        if (next !== undefined) this.select(next);
    }
    climb(step) { // to the operation of a neighbouring unit that is nearest in time
        const p = this.p;
        for (let u = p.unit[this.selected] + step; u >= 0 && u < p.units.length; u += step) {
            const list = p.ofUnit[u];
            if (!list.length) continue;
            const i = Math.min(this.first(list, p.cycle, p.cycle[this.selected]), list.length - 1);
            return this.select(list[i]);
        }
    }
    latest(list) {
        return list.reduce((x, y) => x === undefined || this.p.cycle[y] > this.p.cycle[x] ? y : x,
            undefined);
    }
    key(e) {
        const p = this.p, j = this.selected, step = (this.width - this.left) / this.perCycle / 4;
        const go = {
            ArrowRight: () => j < 0 ? this.select(this.anyFirst()) : this.walk(1),
            ArrowLeft: () => j < 0 ? this.select(this.anyFirst()) : this.walk(-1),
            ArrowDown: () => j < 0 ? this.select(this.anyFirst()) : this.climb(1),
            ArrowUp: () => j < 0 ? this.select(this.anyFirst()) : this.climb(-1),
            p: () => j >= 0 && p.producers(j).length && this.select(this.latest(p.producers(j))),
            c: () => j >= 0 && p.uses[j].length && this.select(p.uses[j][0]),
            '+': () => this.zoom(1.5), '=': () => this.zoom(1.5), '-': () => this.zoom(1 / 1.5),
            0: () => this.all(), Escape: () => this.select(-1),
            PageDown: () => this.pan(step), PageUp: () => this.pan(-step),
            '/': () => this.search && this.search.focus(),
        }[e.key];
        if (!go || e.ctrlKey || e.metaKey || e.altKey) return;
        e.preventDefault();
        go();
    }
    anyFirst() {
        return this.p.ofUnit.flat().reduce((x, y) => this.p.cycle[y] < this.p.cycle[x] ? y : x);
    }
    find(text) { // how many names have it
        const p = this.p, wanted = text.trim().toLowerCase();
        this.found = [];
        if (wanted)
            for (let j = 0; j < p.size; j++)
                if (p.name[j].toLowerCase().includes(wanted) ||
                    (p.outputsOf.get(j) ||
                        []).some(o => o.toLowerCase().includes(wanted))) this.found.push(j);
        this.found.sort((x, y) => p.cycle[x] - p.cycle[y]);
        const exact = this.found.findIndex(j => p.name[j].toLowerCase() === wanted);
        if (exact > 0) this.found.unshift(this.found.splice(exact, 1)[0]);
        this.foundSet = new Set(this.found);
        this.repaint();
        return this.found.length;
    }
}
