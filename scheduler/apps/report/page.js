// The page: what stands on it, in which order.

const programs = data.programs.map(p => new Program(p));
const main = programs[0];

// name, value as copied, value as shown, what it means
function scheduleFigures(p) {
    const gap = p.cycles - p.bounds.best, kinds = p.kinds.map((k, i) =>
        [p.kind.filter(x => p.op_kinds[x][3] === i).length, k[0]]).filter(k => k[0]);
    return [['cycles of a sample', p.cycles, count(p.cycles),
             gap ? count(gap) + ' above the lower bound' : 'none of these equations is shorter'],
        ...timeFigures(p),
        ['operations', p.size, count(p.size), kinds.map(k => count(k[0]) + ' ' + k[1]).join(', ')],
        ['critical path', p.bounds.critical_path, count(p.bounds.critical_path),
         'cycles, however many units'],
        ['use of the units', p.usage, percent(p.usage), 'on ' + p.units.length + ' units'],
        p.interval_cycles
            ? ['a sample every', p.interval_cycles, digits(p.interval_cycles, 5),
               'cycles, back to back']
            : ['a sample every', 'unknown', '–', 'no program']];
}
function circuitFigures(p) {
    const ns = p.clock ? p.latency_cycles * 1000 / p.clock : p.slowest_ps / 1000;
    return [p.clock ? ['latency', p.latency_cycles, count(p.latency_cycles),
                       'cycles, ' + digits(ns, 4) + ' ns at ' + p.clock + ' MHz']
        : ['latency', ns, digits(ns, 4) + ' ns', 'without registers, by the model'],
        p.clock ? ['a sample every', p.every, count(p.every),
                   'cycle' + (p.every > 1 ? 's' : '') + ', ' +
                   digits(p.clock / p.every, 4) + ' million per second']
            : ['cells', p.size, count(p.size), 'of ' + count(p.operations) + ' operations'],
        ['multiplier blocks', p.blocks, count(p.blocks),
         'of ' + count(p.all_blocks) + '; ' + count(p.multipliers) + ' multipliers'],
        ['look-up tables', p.tables, '≈ ' + count(p.tables), 'of ' + count(p.all_tables)],
        ['register bits', p.register_bits, count(p.register_bits),
         'between ' + p.stages + ' stage' + (p.stages > 1 ? 's' : '')]];
}
function headPart() {
    const p = main, e = data.errors;
    const figures = p.circuit ? circuitFigures(p) : scheduleFigures(p);
    figures.push(['largest error', e.most, e.most.toExponential(1),
                  'of the largest value, ' + count(e.states) + ' states']);
    return element('header', {},
        element('h1', {}, p.robot + ': ' + data.title),
        element('p', {}, p.machine + '; ' +
            (p.format ? 'fixed point of ' + p.format + ' bits' : 'binary32') + '.'),
        element('div.line', {}, element('code', {}, pick(data.command))),
        element('div.figures', {}, figures.map(f => figure(...f))));
}

function schedulePart() {
    const host = element('div'), search = element('input', {type: 'search',
        placeholder: 'find an operation  /',
        'aria-label': 'find an operation by name', id: 'search'});
    const said = element('output', {id: 'found'});
    const charts = programs.map(p => {
        if (programs.length > 1) host.append(element('h3', {}, p.title + ': ' + count(p.cycles) +
            ' cycles on ' + p.machine));
        return new Chart(p, host);
    });
    const span = Math.max(...programs.map(p => p.cycles));
    for (const c of charts) Object.assign(c, {peers: charts, span, search});
    const chart = charts[0];
    let at = 0;
    const next = () => {
        const c = charts.find(x => x.found.length);
        if (!c) return;
        c.select(c.found[at % c.found.length]);
        said.textContent = (at % c.found.length + 1) + ' of ' + c.found.length;
        at++;
    };
    search.addEventListener('input', () => {
        const n = charts.map(c => c.find(search.value)).reduce((x, y) => x + y);
        at = 0;
        said.textContent = search.value.trim() ? n + ' found' : '';
    });
    search.addEventListener('keydown', e => {
        if (e.key === 'Enter') next();
        if (e.key !== 'Escape') return;
        search.value = '';
        search.dispatchEvent(new Event('input'));
        chart.plan.canvas.focus();
    });
    document.addEventListener('keydown', e => {
        if (e.key !== '/' || /INPUT|TEXTAREA/.test(document.activeElement.tagName)) return;
        e.preventDefault();
        search.focus();
    });
    const toggle = (word, key, about) => {
        const made = element('button', {type: 'button', 'aria-pressed': String(chart[key]),
            title: about}, word);
        made.addEventListener('click', () => {
            for (const c of charts) c[key] = !c[key];
            made.setAttribute('aria-pressed', String(chart[key]));
            chart.repaint();
        });
        return made;
    };
    const kinds = main.kinds.filter(k => k[2]).map(k => [colourOf(k[0]), k[1]]);
    const more = main.circuit ? [] : [[colourOf('io'), 'word in or out'],
        ...main.interval ? [[colourOf('accent'), 'interval']]
            : WAITS.map(w => [colourOf('wait-' + w), 'waits: ' + w, WAIT_ABOUT[w]])];
    const about = !main.circuit ?
        'Units down, cycles across: a mark is the cycle in which the unit ' +
        'takes the operation; its result is there latency cycles later.' : main.clock
        ? 'Operators down, stages across: a mark goes from the stage in which a cell reads its ' +
          'operands to that of its result; between stages are registers.'
        : 'Operators down, time across: a cell works from its last operand until its result.';
    const button = (word, title, onclick) =>
        element('button', {type: 'button', title, onclick}, word);
    return section('schedule', main.circuit ? 'Pipeline' : 'Schedule', about,
        element('div.tools', {}, search, button('next', 'next match', next), said,
            element('span.fill'), toggle('critical path', 'showCritical',
                'the operations that the end waits for, one after another'),
            main.interval || main.circuit ? null
                : toggle('waits', 'showWaits', 'cycles in which a unit waits, by cause'),
            button('−', 'zoom out', () => chart.zoom(1 / 1.6)),
            button('+', 'zoom in', () => chart.zoom(1.6)),
            button('all', 'the whole of it', () => chart.all())),
        host,
        legend(...kinds, [colourOf('critical'), 'critical path'],
            [colourOf('producer'), 'producers'], [colourOf('consumer'), 'consumers'], ...more),
        programs.length > 1 ? [element('h3', {}, 'Side by side'), comparePart(programs)] : null);
}

// Of a schedule on a machine.
function machineSections() {
    return [section('load', 'Load', main.interval ? 'Share of the cycles of an interval in which ' +
            'a unit takes an operation.' : 'Share of the run\'s cycles in which a unit takes an ' +
            'operation, and why it waits in the others before its last one.', loadPart(main)),
        main.take_receiver.length ? section('stores', 'Stores', null, storesPart(main)) : null,
        section('overlap', 'Overlap', null, overlapPart(main)),
        section('bounds', 'Bounds', null, boundsPart(main)), timeSection(main)];
}
const sections = [
    data.robot ? robotSection(data.robot) : null,
    countsSection(),
    schedulePart(),
    main.circuit ? registersSection(main) : machineSections(),
    nextSection(main),
    data.chain ? chainSection(data.chain) : null,
    accuracySection(data.errors, data.binary32, main.format),
    data.notes.length ? section('notes', 'Notes', null,
        element('ul.notes', {}, data.notes.map(n => element('li', {}, n)))) : null,
].flat().filter(s => s);
showPage(headPart(), sections);
