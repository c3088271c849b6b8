// Figures around the schedule: counts, bounds, load, stores, overlap, accuracy.

// Parts of a bar, in hundredths of the whole: [colour, share, what].
function bar(parts) {
    return element('td.bar', {}, element('div', {}, parts.filter(p => p[1] > 0).map(([colour, share,
        about]) =>
        element('i', {style: `width:${100 * share}%;background:${colour}`, title: about}))));
}

function passesPart(passes) {
    const most = Math.max(...passes.map(p => p[1] + p[2] + p[3])), other = passes.some(p => p[3]);
    const made = table(['after the pass', 'mul', 'add', ...other ? ['other'] : [], 'total', ''],
        passes.map(([name, mul, add, rest]) => [name, mul, add, ...other ? [rest] : [], mul + add +
            rest,
            bar([[colourOf('mul'), mul / most, mul + ' mul'], [colourOf('add'), add / most,
                add + ' add'],
                 [colourOf('div'), rest / most, rest + ' other']])]), '.bars');
    return [made, copyTable(made)];
}

function functionsPart(functions) {
    const sum = f => f.refused ? null : f.operations;
    const made = table(['function', 'classic', 'default', 'path', ''], functions.map(f => {
        const best = sum(f.default);
        return best === null ? [f.name, '', '', '', f.default.refused]
            : [f.name, f.classic.refused ? '' : f.classic.operations, best, f.default.critical_path,
                ''];
    }));
    return [element('h3', {}, 'Operations of every function'), made, copyTable(made)];
}

function countsSection() {
    if (!data.passes) return null;
    return section('counts', 'Operations',
        'What each pass of the simplifier leaves over, sines and cosines given.',
        passesPart(data.passes), data.functions ? functionsPart(data.functions) : null);
}

function boundsPart(p) {
    const rows = [['critical path', p.bounds.critical_path,
        'latencies and transfers alone, units unlimited'],
        ['units', p.bounds.units, 'operations of a kind over units of the kind'],
        ['head and tail', p.bounds.head_tail, 'units that all ancestors and descendants need'],
        ['streaming', p.bounds.streaming, 'input lanes and the output port'],
        ['all equations', p.all_equations, 'no equations can beat it: ' + p.all_equations_why],
        ['this schedule', p.cycles, p.cycles === p.bounds.best ?
            'meets its bound: no schedule is shorter'
            : p.cycles - p.bounds.best + ' cycles above the bound']].filter(r => r[1]);
    const most = Math.max(...rows.map(r => r[1]));
    return table(['bound', 'cycles', '', ''], rows.map(([name, n, about], i) => [name, n,
        bar([[colourOf(i === rows.length - 1 ? 'accent' : 'soft'), n / most, about]]), about]),
            '.bars');
}

// What a unit did with its cycles: [busy, operand, input, receiver, slot, queue, rest].
function cyclesOf(p, u) {
    const sums = Object.fromEntries(WAITS.map(w => [w, 0])), list = p.ofUnit[u];
    if (!p.interval)
        list.forEach((j, i) => p.waits(j, list[i - 1]).forEach(([cause, a,
            b]) => { sums[cause] += b - a; }));
    return sums;
}

function loadPart(p) {
    const whole = p.interval || p.cycles;
    const rows = p.units.map(([name, kind], u) => {
        const n = p.ofUnit[u].length, sums = cyclesOf(p, u);
        return [name, n, element('td.n', {}, pick(digits(n / whole, 4), percent(n / whole))),
            bar([[colourOf(p.kinds[kind][0]), n / whole, n + ' operations'],
                 ...WAITS.map(w => [colourOf('wait-' + w), sums[w] / whole, sums[w] + ' cycles: ' +
                     WAIT_ABOUT[w]])]),
            ...WAITS.map(w => p.interval ? '' : sums[w])];
    });
    for (let l = 0; l < p.lanes; l++) {
        const n = p.lane.filter(x => x === l).length;
        rows.push(['lane ' + l, n, element('td.n', {}, pick(digits(n / whole, 4),
            percent(n / whole))),
            bar([[colourOf('io'), n / whole, n + ' words']]), ...WAITS.map(() => '')]);
    }
    const made = table(['unit', 'operations', 'load', '', ...WAITS], rows, '.bars.loads');
    return [element('div.scroll', {}, made), copyTable(made)];
}

// Words in every receiver, cycle by cycle: from reception to last read.
function storesOf(p) {
    const units = p.units.length * p.ports_of_unit, wide = p.interval || p.cycles + 1,
        n = p.inputs.length;
    const stores = Array.from({length: units}, () => new Int32Array(wide + 1)),
        words = new Int32Array(units);
    p.take_receiver.forEach((r, k) => {
        if (r >= units) return;
        const w = p.take_word[k], x = w < n ? -1 - w : w - n, from = p.take_cycle[k];
        let last = from;
        for (const j of w < n ? p.inputUses[w] : p.uses[w - n]) {
            const port = (x === p.a[j] ? 0 : 1) ^ (p.swap[j] ? 1 : 0);
            const here = p.unit[j] * p.ports_of_unit + (p.ports_of_unit === 2 ? port : 0);
            const both = p.a[j] === p.b[j];
            if (here === r || both && p.unit[j] === Math.floor(r / p.ports_of_unit)) last =
                Math.max(last, p.cycle[j]);
        }
        words[r]++;
        for (let c = from; c <= last; c++) stores[r][p.interval ? c % p.interval : c]++;
    });
    return {stores, words, wide};
}

function storesPart(p) {
    if (!p.take_receiver.length) return null;
    const {stores, words, wide} = storesOf(p), most = Math.max(1,
        ...stores.map(s => Math.max(...s)));
    const row = stores.length <= 40 ? 16 : 8, right = 44, left = 12 + Math.max(...p.receivers.map(
        name => textWidth(name)), textWidth('cycle 0') / 2);
    const one = canvasOf('stores', stores.length * row + 22, (on, width) => {
        const k = (width - left - right) / wide;
        on.font = FONT;
        on.textBaseline = 'middle';
        stores.forEach((s, r) => {
            const y = r * row;
            on.fillStyle = shades.ink;
            on.textAlign = 'right';
            if (row > 10) on.fillText(p.receivers[r], left - 8, y + row / 2);
            on.textAlign = 'left';
            if (row > 10) on.fillText(Math.max(...s), width - right + 8, y + row / 2);
            for (let c = 0, end; c < wide; c = end) {
                for (end = c + 1; end < wide && s[end] === s[c];) end++;
                if (!s[c]) continue;
                on.fillStyle = shadeOf((s[c] - 1) / Math.max(1, most - 1));
                on.fillRect(left + c * k, y + 1, Math.max((end - c) * k, 0.6), row - 2);
            }
        });
        on.fillStyle = shades.soft;
        on.textAlign = 'left';
        on.fillText('cycle 0', left, stores.length * row + 11);
        on.textAlign = 'right';
        on.fillText(wide - 1, width - right, stores.length * row + 11);
        on.textAlign = 'left';
        on.fillText('most', width - right + 8, stores.length * row + 11);
    });
    one.canvas.setAttribute('role', 'img');
    one.canvas.setAttribute('aria-label', 'words in every operand store over cycles, at most ' +
        most);
    one.canvas.addEventListener('pointermove', e => {
        const r = Math.floor(e.offsetY / row);
        const c = Math.floor((e.offsetX - left) / (one.canvas.clientWidth - left - right) * wide);
        if (!stores[r] || c < 0 || c >= wide) return hideTip();
        showTip(e, element('b', {}, p.receivers[r]), element('div', {}, stores[r][c] +
            ' words in cycle ' + c +
            '; at most ' + Math.max(...stores[r]) + ', ' + words[r] + ' accepted in all'));
    });
    one.canvas.addEventListener('pointerleave', hideTip);
    return [element('p', {}, 'Words that wait in each operand store; the fullest holds ',
        pick(most), '. ',
        p.interval ? 'All samples in flight together, within one interval.' : ''), one.canvas];
}

// Samples one after another, as they overlap.
function overlapPart(p) {
    if (!p.interval_cycles) return element('p', {}, 'Not known: ' + (p.no_interval ||
        'no program.'));
    const samples = 6, interval = p.interval_cycles, end = interval * (samples - 1) + p.cycles;
    const left = 66, row = 24;
    const paint = wide => {
        const k = (wide - left - textWidth(digits(end, 6)) - 10) / end, parts = [];
        for (let s = 0; s < samples; s++) {
            const x = left + s * interval * k, y = s * row;
            parts.push(drawing('text', {x: left - 8, y: y + 16, 'text-anchor': 'end'}, 'sample ' +
                s), drawing('rect', {x, y: y + 4, width: p.cycles * k, height: row - 8, rx: 4,
                fill: 'var(--mul)'}),
            drawing('text', {x: x + p.cycles * k + 6, y: y + 16, class: 'soft'},
                digits(s * interval + p.cycles, 6)));
            if (s) parts.push(drawing('line', {x1: x, x2: x, y1: y - row + 4, y2: y + 4,
                stroke: 'var(--accent)', 'stroke-dasharray': '3 3'}));
        }
        return {tall: samples * row + 6, parts};
    };
    return [element('p', {}, 'A sample takes ', pick(p.cycles),
        ' cycles; back to back the next one ends ',
        pick(digits(interval, 6)), ' cycles later. The units alone ask for ',
            pick(p.interval_bound), '. ',
        p.interval ? 'The schedule was made for samples that overlap.'
            : 'The schedule was made for one sample; --optimise throughput makes one for many.'),
    plot('samples that overlap', paint)];
}

/* What is to be expected of binary32; null of fixed point. */
function expectedPart(x) {
    if (!x) return '';
    const share = s => s === null ? 'infinite' : pick(s);
    return element('p', {id: 'expected'}, 'binary32 in ', pick(x.states), ' states within limits: ',
        share(x.sampled), ' of the size of ', element('code', {}, x.sampled_of),
        ' (its largest magnitude), running bound ', share(x.bound),
        x.bound_of === x.sampled_of ? '' : [' of ', element('code', {}, x.bound_of)], '.',
        x.double_is_better ? [' ', element('strong', {}, 'Double on the CPU would be the better ' +
            'choice'), ': binary32 is off by more than ' + x.limit + ' of an output\u2019s size.']
            : '');
}

function accuracySection(e, expected, format) {
    const counts = e.counts, first = counts.findIndex(c => c), last = counts.findLastIndex(c => c);
    const title = 'Accuracy', total = counts.reduce((x, y) => x + y, 0) + e.exact + e.below;
    const about = element('p', {}, pick(e.states), ' random states, ', pick(total),
        ' results, against binary64: ' +
        'errors over the largest value of the same output. Largest ', pick(e.most), ', median ',
            pick(e.median),
        '; ', pick(e.exact), ' without any error', e.not_finite ? [', ', pick(e.not_finite),
            ' not finite'] : '', '.');
    if (first < 0) return section('accuracy', title, null, about, expectedPart(expected));
    const low = Math.floor(first / e.per_decade) * e.per_decade, high = Math.ceil((last +
        1) / e.per_decade) * e.per_decade;
    return section('accuracy', title, null, about, expectedPart(expected),
        plot('histogram of errors', wide => histogram(e, low, high, !format, wide)));
}

// Bins low .. high of errors, an axis in powers of ten; binary32: with its rounding.
function histogram(e, low, high, binary32, wide) {
    const most = Math.max(...e.counts), tall = 190, left = textWidth(count(most)) + 14, right = 20,
        k = (wide - left - right) / (high - low), parts = [], ticks = [];
    const x = i => left + (i - low) * k;
    for (let i = low; i < high; i++) {
        const h = e.counts[i] / most * (tall - 30);
        parts.push(drawing('rect', {x: x(i) + 1, y: tall - h, width: Math.max(k - 2, 1), height: h,
            rx: Math.min(3, k / 4), fill: 'var(--mul)'}, drawing('title', {}, count(e.counts[i]) +
                ' results from 1e' + digits(e.first + i / e.per_decade, 4))));
        if ((i - low) % e.per_decade === 0) ticks.push([x(i), '1e' + (e.first + i / e.per_decade)]);
    }
    for (const t of apart(ticks)) parts.push(
        drawing('line', {x1: t.at, x2: t.at, y1: tall, y2: tall + 5, class: 'rule'}),
        drawing('text', {x: t.at, y: tall + 19, 'text-anchor': 'middle', class: 'soft'}, t.text));
    parts.push(drawing('text', {x: left - 8, y: 34, 'text-anchor': 'end', class: 'soft'},
        count(most)),
        drawing('line', {x1: left, x2: wide - right, y1: tall, y2: tall, stroke: 'var(--soft)'}));
    const at = x((Math.log10(2 ** -24) - e.first) * e.per_decade);
    if (binary32 && at > left && at < wide - right) {
        const word = '2⁻²⁴, one rounding of binary32';
        parts.push(drawing('line', {x1: at, x2: at, y1: 8, y2: tall, stroke: 'var(--critical)',
            'stroke-dasharray': '4 3'}), drawing('text', at + 6 + textWidth(word) < wide
            ? {x: at + 6, y: 16} : {x: at - 6, y: 16, 'text-anchor': 'end'}, word));
    }
    return {tall: tall + 26, parts};
}

// Of a circuit: what works in each stage, and the bits that wait before it.
function registersSection(p) {
    if (!p.registers || p.registers.length < 2) return null;
    const n = p.registers.length, most = Math.max(...p.registers, 1), cells = new Array(n).fill(0);
    p.cycle.forEach(c => { cells[c]++; });
    const paint = wide => {
        const tall = 170, left = textWidth(count(most)) + 14, k = (wide - left - 10) / n;
        const x = s => left + s * k, parts = p.registers.map((bits, s) => {
            const h = bits / most * (tall - 16);
            return drawing('rect', {x: x(s) + 0.5, y: tall - h, width: Math.max(k - 1, 0.5),
                height: h, rx: Math.min(3, k / 4), fill: 'var(--mul)'}, drawing('title', {},
                count(bits) + ' bits before stage ' + s + ', in which ' + cells[s] +
                ' cells begin'));
        });
        const step = Math.ceil(n / Math.min(20, wide / 40));
        for (let s = 0; s < n; s += step) parts.push(drawing('text', {x: x(s) + k / 2,
            y: tall + 16, 'text-anchor': 'middle', class: 'soft'}, s));
        parts.push(drawing('text', {x: left - 8, y: 22, 'text-anchor': 'end', class: 'soft'},
            count(most)), drawing('line', {x1: left, x2: wide - 10, y1: tall, y2: tall,
            stroke: 'var(--soft)'}));
        return {tall: tall + 22, parts};
    };
    return section('registers', 'Registers', null, element('p', {},
        'Bits of values that are still ' +
        'needed, before each stage; at most ', pick(most), ', ', pick(p.register_bits),
        ' register bits in all', p.every > 1 ? ' (a register keeps a value for ' + p.every +
            ' stages)' : '', '. Registers in blocks and operators do not count.'),
        plot('register bits before each stage', paint));
}

function comparePart(programs) {
    const [a, b] = programs;
    const rows = [['cycles', a.cycles, b.cycles], ['lower bound', a.bounds.best, b.bounds.best],
        ['operations', a.size, b.size], ['units', a.units.length, b.units.length],
        ['receptions', a.take_word.length, b.take_word.length],
        ['interval', a.interval_cycles, b.interval_cycles]];
    const made = table(['', a.title, b.title, 'second / first'], rows.map(([name, x, y]) =>
        [name, x, y, element('td.n', {}, x && y ? pick(digits(y / x, 4)) : '')]));
    return [made, copyTable(made)];
}
