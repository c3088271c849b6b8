// The page of `tauflow explore`: what is worth having, and the command line that makes it.

// Ticks of an axis: 1, 2, 5 times powers of ten; of a logarithmic one the powers first.
function ticksOf(low, high, log, room) {
    const ticks = [];
    if (log) {
        for (const f of [1, 2, 5])
            for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
                if (f * 10 ** e >= low && f * 10 ** e <= high) ticks.push(f * 10 ** e);
        return ticks;
    }
    const raw = (high - low) / room, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= raw);
    for (let t = Math.ceil(low / step) * step; t <= high; t += step) ticks.push(t);
    return ticks;
}
// What a value is on an axis from a to b, and its ticks.
function axisOf(values, log, a, b, room) {
    const low = Math.min(...values), high = Math.max(...values), pad = (high - low || 1) * 0.06;
    const [v0, v1] = log ? [low / 1.15, high * 1.15] : [Math.max(0, low - pad), high + pad];
    const f = log ? Math.log10 : v => v;
    return {at: v => a + (f(v) - f(v0)) / (f(v1) - f(v0)) * (b - a),
        ticks: ticksOf(v0, v1, log, room)};
}
// Of two axes those that nothing beats in both, as steps.
function frontSteps(xs, ys, x, y) {
    const order = xs.map((_, i) => i).sort((a, b) => xs[a] - xs[b] || ys[a] - ys[b]), steps = [];
    let best = Infinity;
    for (const i of order)
        if (ys[i] < best) {
            best = ys[i];
            steps.push((steps.length ? 'H' + x(xs[i]) + 'V' : 'M' + x(xs[i]) + ' ') + y(ys[i]));
        }
    return steps.join('');
}
function pointMark(of, p, at) {
    const colour = colourOf(of.colour(p)), front = of.front(p);
    const mark = drawing('circle', {cx: at[0], cy: at[1], r: front ? 6 : 4, tabindex: 0,
        role: 'button', 'aria-label': of.tell(p).join(', '), class: 'point',
        fill: front ? colour : 'var(--card)', stroke: colour, 'stroke-width': 1.5,
        onpointermove: e => showTip(e, of.tell(p).map(
            (line, k) => element(k ? 'div' : 'b', {}, line)),
            element('div', {}, 'click copies: ' + commandOf(p))),
        onpointerleave: hideTip, onclick: () => choose(p, mark),
        onkeydown: e => {
            if (e.key === 'Enter' || e.key === ' ') choose(p, mark);
        }});
    return mark;
}
// Points over two axes; those of the front are filled and joined.
function scatter(of) {
    const xs = of.points.map(of.x), ys = of.points.map(of.y);
    const paint = wide => {
        const tall = Math.round(Math.max(300, Math.min(400, wide * 0.6))), right = 24, top = 16,
            bottom = 46, parts = [];
        const y = axisOf(ys, of.log, tall - bottom, top, 6);
        const left = 34 + Math.max(...y.ticks.map(t => textWidth(count(t))));
        const x = axisOf(xs, of.log, left, wide - right, (wide - left) / 60);
        for (const t of apart(x.ticks.map(v => [x.at(v), count(v)]))) parts.push(
            drawing('line', {x1: t.at, x2: t.at, y1: top, y2: tall - bottom, class: 'rule'}),
            drawing('text', {x: t.at, y: tall - bottom + 17, 'text-anchor': 'middle',
                class: 'soft'}, t.text));
        for (const t of y.ticks) parts.push(
            drawing('line', {x1: left, x2: wide - right, y1: y.at(t), y2: y.at(t),
                class: 'rule'}),
            drawing('text', {x: left - 8, y: y.at(t) + 4, 'text-anchor': 'end', class: 'soft'},
                count(t)));
        parts.push(drawing('text', {x: (left + wide) / 2, y: tall - 8, 'text-anchor': 'middle'},
            of.xName), drawing('text', {transform: `translate(14 ${(top + tall - bottom) / 2})` +
                ' rotate(-90)', 'text-anchor': 'middle'}, of.yName));
        parts.push(drawing('path', {d: frontSteps(xs, ys, x.at, y.at), fill: 'none',
            stroke: 'var(--critical)', 'stroke-width': 1.5, 'stroke-dasharray': '4 3'}));
        // Those of the front over the others.
        const order = of.points.map((_, i) => i).sort((a, b) => xs[a] - xs[b] || ys[a] - ys[b])
            .sort((a, b) => of.front(of.points[a]) - of.front(of.points[b]));
        for (const i of order)
            parts.push(pointMark(of, of.points[i], [x.at(xs[i]), y.at(ys[i])]));
        return {tall, parts};
    };
    return plot(of.yName + ' over ' + of.xName, paint, 760, 'group');
}

const said = element('div.detail', {'aria-live': 'polite', id: 'chosen'},
    'Click a point: the command line that makes it is copied, and stands here.');
function choose(p, by) {
    const line = commandOf(p);
    copy(line, by);
    said.classList.add('shown'); // stays in the window
    said.replaceChildren(element('div', {}, 'copied:'), element('div.eq.mono', {}, pick(line)));
}

// The command without what is of explore alone, and without what a whole machine says.
const kept = data.command
    .replace(/ --(most-mul|most-add|csv|svg|page|device|modules)(=| )('[^']*'|\S+)/g, '')
    .replace(/ --(json|circuit)(?= |$)/g, '').replace(/^tauflow explore/, '');
const OF_MACHINES = new RegExp(' --(machine|network|transfer|lanes|out-lanes|slots|(mul|add|div|' +
    'sqrt|trig|atan)-latency|div|sqrt|trig-units|atan)(=| )(\'[^\']*\'|\\S+)', 'g');
function commandOf(p) {
    if (p.units) return p.machine ? 'tauflow schedule' + kept + ' --machine \'' + p.machine + '\''
        : 'tauflow schedule' + kept + ' --mul ' + p.units[0] + ' --add ' + p.units[1];
    const plain = kept.replace(OF_MACHINES, '').replace(/ --numbers(=| )('[^']*'|\S+)/g, '') +
        (p.numbers === 'fp32' ? '' : ' --numbers ' + p.numbers);
    if (p.design === 'circuit') return 'tauflow compile' + plain + ' -o out --circuit --device ' +
        data.device + ' ' + p.how;
    return 'tauflow image' + plain + ' -o robot.tau --machine \'' + p.machine + '\'' +
        (p.interval_cycles < p.latency_cycles ? ' --optimise throughput' : '');
}

// Cycles for every number of multipliers and adders, as a table of shades.
function grid(points) {
    const muls = [...new Set(points.map(p => p.units[0]))].sort((a, b) => a - b);
    const adds = [...new Set(points.map(p => p.units[1]))].sort((a, b) => a - b);
    const most = Math.max(...points.map(p => p.cycles)),
        least = Math.min(...points.map(p => p.cycles)), left = 52, top = 8;
    const wanted = muls.length > 16 || adds.length > 16 ? 22 : 34, words = textWidth(most) + 6;
    const square = (p, x, y, cell) => drawing('g', {
        onpointermove: e => showTip(e, tellPoint(p).map(
            (line, k) => element(k ? 'div' : 'b', {}, line))),
        onpointerleave: hideTip, onclick: e => choose(p, e.currentTarget)},
    drawing('rect', {x, y, width: cell - 2, height: cell - 2, rx: 3,
        fill: `rgb(var(--heat) / ${0.06 + 0.5 * (most - p.cycles) / (most - least || 1)})`,
        stroke: p.front ? 'var(--critical)' : 'var(--soft)', 'stroke-width': p.front ? 2 : 0.75}),
    cell >= words ? drawing('text', {x: x + cell / 2 - 1, y: y + cell / 2 + 4,
        'text-anchor': 'middle'}, p.cycles) : null);
    const paint = wide => {
        const cell = Math.max(14, Math.min(wanted, Math.floor((wide - left - 10) / muls.length)));
        const x = i => left + i * cell, y = i => top + i * cell, below = y(adds.length);
        const parts = points.map(p => square(p, x(muls.indexOf(p.units[0])),
            y(adds.indexOf(p.units[1])), cell));
        for (const t of apart(muls.map((m, i) => [x(i) + cell / 2 - 1, m]))) parts.push(
            drawing('text', {x: t.at, y: below + 14, 'text-anchor': 'middle', class: 'soft'},
                t.text));
        adds.forEach((a, i) => parts.push(drawing('text', {x: left - 8, y: y(i) + cell / 2 + 4,
            'text-anchor': 'end', class: 'soft'}, a)));
        const middle = Math.max((top + below) / 2, top + textWidth('adders') / 2);
        parts.push(drawing('text', {x: left, y: below + 34}, 'multipliers'), drawing('text',
            {transform: `translate(14 ${middle}) rotate(-90)`, 'text-anchor': 'middle'},
            'adders'));
        return {tall: below + 44, wide: x(muls.length) + 10, parts};
    };
    return plot('cycles by units', paint, 760);
}
const coreTime = p => digits(p.latency_ns / 1000, 3) + ' µs';
function tellPoint(p) {
    return [p.units[0] + ' mul, ' + p.units[1] + ' add', p.cycles + ' cycles, bound ' + p.bound,
        'use ' + percent(p.usage), p.front ? 'on the front' : 'something is better',
        p.core ? 'routed: ' + count(p.core.tables) + ' LUT4, ' + p.core.mhz + ' MHz, ' +
            digits(1000 * p.cycles / p.core.mhz / 1000, 3) + ' µs'
            : 'no core with these units and times was routed'];
}
function tellCore(p) {
    return [p.how + (p.numbers === 'fp32' ? '' : ', ' + p.numbers), p.latency_cycles +
        ' cycles at ' + p.mhz + ' MHz: ' + coreTime(p), count(p.tables) + ' LUT4, ' +
        p.blocks + ' multiplier blocks', p.front ? 'on the front' : 'something is better'];
}
function tellDesign(p) {
    return [p.design + ', ' + p.numbers + ': ' + p.how, digits(p.latency_ns, 4) + ' ns latency' +
        (p.latency_cycles ? ' (' + p.latency_cycles + ' cycles at ' + p.mhz + ' MHz)' : ''),
        'a sample every ' + digits(p.interval_ns, 4) + ' ns', count(p.tables) + ' tables, ' +
        p.blocks + ' blocks', p.front ? 'on the front' : 'something is better'];
}
function frontTable(heads, points, row) {
    const made = table([...heads, 'command line'], points.map(p => [...row(p),
        element('td.line', {}, element('code', {}, pick(commandOf(p))))]));
    return [element('div.scroll', {}, made), copyTable(made)];
}

function sweepSections() {
    const points = data.points.map(([mul, add, cycles, bound, usage, front, core, machine]) =>
        ({units: [mul, add], cycles, bound, usage, front: Boolean(front), core: data.cores[core],
            machine}));
    const front = points.filter(p => p.front), short = points[data.shortest],
        used = points[data.best_usage];
    const named = (name, p) => figure(name, commandOf(p), p.cycles + ' cycles',
        p.units[0] + ' mul, ' + p.units[1] + ' add, use ' + percent(p.usage));
    return [element('div.figures', {}, named('shortest, fewest units', short), named('best use',
        used),
        fastestFigure(data.cores),
        figure('critical path', data.critical_path, count(data.critical_path), 'cycles'),
        figure('tried', points.length, count(points.length), 'numbers of units')),
    section('cycles', 'Cycles over units', data.machine +
        '. Filled: on the front, nothing has as few ' +
        'units of both kinds and as few cycles.',
        element('div.pair', {}, scatter({points, x: p => p.units[0] + p.units[1], y: p => p.cycles,
            xName: 'units', yName: 'cycles of a sample', colour: () => 'mul', front: p => p.front,
            tell: tellPoint}), grid(points))),
    routedSection(data.cores),
    section('front', 'Front', null, frontTable(['mul', 'add', 'cycles', 'bound', 'use'], front,
        p => [p.units[0], p.units[1], p.cycles, p.bound, element('td.n', {}, percent(p.usage))]))];
}
// The shortest time of all cores that were routed.
function fastestFigure(cores) {
    if (!cores.length) return null;
    const p = cores.reduce((a, b) => b.latency_ns < a.latency_ns ? b : a);
    return figure('fastest routed core', commandOf(p), coreTime(p), p.latency_cycles +
        ' cycles at ' + p.mhz + ' MHz, ' + count(p.tables) + ' LUT4');
}
// The same robot on cores that went through place and route: what area and time are.
function routedSection(cores) {
    const about = 'Cores as they were placed and routed (measure/synth/timing.csv), the ' +
        'worst clock of all seeds, on ' + data.part + '; a module is a multiplier and an adder. ';
    if (!cores.length) return section('routed', 'Area and time', about +
        'None of them has the units or the numbers that this function takes, or holds its ' +
        'program: nothing is known of area and time.');
    const beaten = p => cores.some(q => q.tables <= p.tables && q.latency_ns <= p.latency_ns &&
        (q.tables < p.tables || q.latency_ns < p.latency_ns));
    const list = cores.map(p => ({...p, front: !beaten(p)})), front = list.filter(p => p.front);
    const draw = (y, yName) => scatter({points: list, x: p => p.mul_units + p.add_units, y, yName,
        xName: 'units', colour: () => 'trig', front: p => p.front, tell: tellCore});
    return section('routed', 'Area and time', about + 'Filled: on the front, nothing has as few ' +
        'tables and is as fast. Other numbers of units were not routed.',
    element('div.pair', {}, draw(p => p.tables, 'LUT4'),
        draw(p => p.latency_ns / 1000, 'µs for a sample')),
    frontTable(['units', 'cycles', 'MHz', 'µs', 'LUT4', 'blocks', 'numbers'],
        front.sort((a, b) => a.tables - b.tables),
        p => [p.mul_units + p.add_units, p.latency_cycles, p.mhz, Number(digits(p.latency_ns / 1000,
            3)), p.tables, p.blocks, p.numbers]));
}
function designSections() {
    const points = data.designs, front = points.filter(p => p.front);
    const best = (name, of) => {
        const p = points.reduce((a, b) => of(b) < of(a) ? b : a);
        return figure(name, commandOf(p), digits(of(p), 4) + (of(p) === p.tables ? '' : ' ns'),
            p.design + ', ' + p.numbers + ', ' + count(p.tables) + ' tables');
    };
    const draw = (y, yName) => scatter({points, log: true, x: p => p.tables, y, yName,
        xName: 'look-up tables', colour: p => p.design === 'core' ? 'mul' : 'trig',
        front: p => p.front, tell: tellDesign});
    return [element('div.figures', {}, best('shortest latency', p => p.latency_ns),
        best('most samples: one every', p => p.interval_ns), best('fewest tables', p => p.tables),
        figure('tried', points.length, count(points.length), 'designs that fit')),
    section('designs', 'Cores and circuits', data.part + '. Cores as they were placed and routed ' +
        '(measure/synth/*.csv), circuits by the delays of the device, which is a plan. Filled: ' +
        'on the front of latency, interval, tables and blocks.',
        legend([colourOf('mul'), 'core, any robot'], [colourOf('trig'),
            'circuit, this robot alone'],
            [colourOf('critical'), 'best of these two axes']),
        element('div.pair', {}, draw(p => p.latency_ns, 'latency in ns'),
            draw(p => p.interval_ns, 'ns from sample to sample'))),
    section('front', 'Front', null, frontTable(['', 'numbers', 'ns', 'ns per sample', 'MHz',
        'tables',
        'blocks', 'how'], front, p => [p.design, p.numbers, p.latency_ns, p.interval_ns, p.mhz,
        p.tables, p.blocks, element('td.how', {}, p.how)]))];
}

const parts = data.designs ? designSections() : sweepSections();
showPage(element('header', {}, element('h1', {}, data.robot + ': ' +
    (data.designs ? 'cores and circuits' : 'how many units are worth having')),
    element('p', {}, count(data.operations) + ' operations, ' + data.title + '.'),
    element('div.line', {}, element('code', {}, pick(data.command)))), [...parts, said]);
