// Time: cycles at the clock that the core had in place and route, and what a CPU takes; and what to
// try next, as command lines that follow from the figures of this page.

const microseconds = (cycles, mhz) => digits(cycles / mhz, 3) + ' µs';

// Of figures at the top: [name, as copied, as shown, what it means].
function timeFigures(p) {
    const r = p.routed, cpu = data.cpu;
    const core = r ? ['time of a sample', Number(digits(p.cycles / r.mhz, 3)),
        (r.holds && !r.alone ? '' : '≈ ') + microseconds(p.cycles, r.mhz),
        'at ' + r.mhz + ' MHz, as routed on ' + r.part.replace(/,.*/, '')]
        : ['time of a sample', 'unknown', '–', 'no core like this was routed'];
    return [core, cpu ? ['on this CPU', Number(digits(cpu.float_ns / 1000, 3)),
        digits(cpu.float_ns / 1000, 3) + ' µs', 'the C that compile writes, in float']
        : ['on a CPU', changed(data.command, {cpu: true}), '–',
           'not measured; --cpu does so']];
}

function clockWords(p) {
    const r = p.routed;
    if (!r) return 'No core with these units, latencies and network was routed, so its clock is ' +
        'not known (measure/synth/timing.csv; docs/fpga.md says how a core is routed).';
    return 'The core that was placed and routed: ' + p.machine + '; ' + count(r.tables) +
        ' LUT4 and ' + r.blocks + ' multiplier blocks on ' + r.part +
        ', the worst clock of all seeds (measure/synth/timing.csv).' +
        (r.holds ? '' : ' Its stores are smaller than this program needs; larger ones are ' +
            'slower.') +
        (r.alone ? ' It was routed without the units that modules share.' : '');
}

function timeSection(p) {
    if (p.circuit) return null;
    const r = p.routed, cpu = data.cpu, rows = [];
    const onCore = (name, cycles) => rows.push([name, cycles, r.mhz,
        Number(digits(cycles / r.mhz, 4))]);
    if (r) {
        onCore('core, a sample alone', p.cycles);
        if (p.interval_cycles) onCore('core, from sample to sample',
            Number(digits(p.interval_cycles, 6)));
    }
    if (cpu) for (const [name, ns] of [['float', cpu.float_ns], ['double', cpu.double_ns]])
        rows.push(['CPU, ' + name, '', '', Number(digits(ns / 1000, 4))]);
    const made = table(['', 'cycles', 'MHz', 'µs'], rows);
    return section('time', 'Time', null, element('p', {}, clockWords(p)),
        rows.length ? [element('div.scroll', {}, made), copyTable(made)] : null,
        element('p', {}, cpu ? ['CPU: one thread of the computer that made this page, ',
            element('code', {}, cpu.with)] : 'CPU: not measured. ',
            cpu ? ', samples one after another; sines and cosines are given in all rows, and the ' +
                'way to the core and back is not counted.'
                : [element('code', {}, '--cpu'), ' compiles the C of this graph where the page ' +
                   'is made and measures it; its time differs from run to run, so pages have it ' +
                   'where it is asked for.']));
}

// ---- what to try next ---------------------------------------------------------------------------

const VALUE = "(?:=| )(?:'[^']*'|\\S+)";
// The command with options changed: null leaves one out, true gives a flag.
function changed(command, options) {
    for (const [name, value] of Object.entries(options)) {
        const flag = ['circuit', 'functions', 'cpu'].includes(name) ? '(?= |$)' : VALUE;
        const own = name === 'out' ? '(?:-o|--out)' : '--' + name;
        command = command.replace(new RegExp(' ' + own + flag, 'g'), '');
        if (value !== null) command += ' ' + (name === 'out' ? '-o' : own) +
            (value === true ? '' : ' ' + value);
    }
    return command;
}
const without = (command, names) => changed(command,
    Object.fromEntries(names.split(' ').map(name => [name, null])));
const MACHINE = 'machine modules network mul-latency add-latency transfer lanes out-lanes slots ' +
    'mul add div div-latency sqrt sqrt-latency trig-units trig-latency atan atan-latency';
const again = options => changed(data.command, {...options, out: 'next.html'});

// Twice the units, said the way the command says them.
function moreUnits(p) {
    const [mul, add] = ['mul', 'add'].map(k => 2 * p.kinds.find(x => x[0] === k)[2]);
    if (/ --machine[= ]/.test(data.command))
        return again({machine: "'" + p.brief.replace(/\b(mul|add)=(\d+)/g,
            (_, kind, n) => kind + '=' + 2 * n) + "'", modules: null});
    if (/ --(mul|add)[= ]/.test(data.command)) return again({mul, add});
    return again({modules: mul});
}
// What holds the run back: 'words', 'path' or 'units'. Words do where the bound of streams is well
// above those without them, and words alone are a good part of it.
const wordsIn = p => p.lanes ? Math.ceil(p.inputs.length / p.lanes) : 0;
function limitOf(p) {
    const b = p.bounds, words = Math.max(wordsIn(p), p.outputs.length);
    if (b.streaming > 1.05 * Math.max(b.critical_path, b.units) && words > 0.3 * b.streaming)
        return 'words';
    return b.critical_path >= 0.95 * b.best ? 'path' : 'units';
}
function forWords(p) {
    const b = p.bounds, most = 8;
    if (wordsIn(p) >= p.outputs.length && p.lanes < most)
        return [['Words in decide: ' + count(p.inputs.length) + ' enter through ' + p.lanes +
            ' lane' + (p.lanes > 1 ? 's' : '') + '. More lanes bring them sooner.',
            again({lanes: Math.min(most, 2 * p.lanes)})]];
    return [['Words out decide: ' + count(p.outputs.length) + ' leave through one port, so ' +
        b.streaming + ' cycles are the least for one sample. Samples that overlap can use more.',
        again({optimise: 'throughput'})]];
}
function forPath(p) {
    const b = p.bounds, list = [], plain = p.kinds.every((k, i) => i < 2 ||
        !p.kind.some(x => p.op_kinds[x][3] === i));
    const why = 'The path decides: ' + b.critical_path + ' cycles are latencies one after ' +
        'another, so more modules do not help. ';
    if (!data.all_variants && !p.interval) list.push([why + 'Other equations have a shorter ' +
        'path.', again({optimise: null, effort: null})]);
    if (!p.format && plain && !/ --(machine|mul-latency|add-latency)[= ]/.test(data.command))
        list.push([(list.length ? '' : why) + 'In fixed point operations take fewer cycles.',
            again({numbers: 'fixed:24'})]);
    if (!list.length) list.push([why + 'A circuit of this robot alone carries no words about.',
        changed(without(data.command, MACHINE + ' scheduler budget place optimise interval beside'),
            {circuit: true, out: 'next.html'})]);
    return list;
}
function forUnits(p) {
    const b = p.bounds, loads = p.kinds.map((k, i) => [k[1], k[2] ? p.kind.filter(
        x => p.op_kinds[x][3] === i).length / k[2] / (p.interval || p.cycles) : 0]);
    const [kind, load] = loads.reduce((x, y) => y[1] > x[1] ? y : x);
    return [['Units decide: ' + kind + 's take an operation in ' + percent(load) + ' of all ' +
        'cycles; the path alone needs ' + b.critical_path + '. More modules help; a larger core ' +
        'has a slower clock, so compare microseconds.', moreUnits(p)]];
}
function forSchedule(p) {
    const list = {words: forWords, path: forPath, units: forUnits}[limitOf(p)](p);
    if (!p.interval && p.interval_cycles > 1.1 * p.interval_bound) list.push(['Back to back a ' +
        'sample ends every ' + digits(p.interval_cycles, 5) + ' cycles; the units alone need ' +
        p.interval_bound + '. A schedule for samples that overlap comes nearer.',
        again({optimise: 'throughput', interval: null})]);
    if (p.cycles > 1.03 * p.bounds.best && !p.interval) list.push(['The schedule is ' +
        (p.cycles - p.bounds.best) + ' cycles above its lower bound: a longer search may find a ' +
        'shorter one.', again({budget: 2000})]);
    const plain = without(data.command, 'out beside functions steps cpu optimise interval place ' +
        'modules mul add').replace(/^tauflow report/, 'tauflow explore');
    return [...list.slice(0, 2), ['What every number of units is worth, in cycles, microseconds ' +
        'and LUT4.', changed(plain, {page: 'units.html'})]];
}
function forCircuit(p) {
    const list = [], large = p.blocks > p.all_blocks || p.tables > p.all_tables;
    if (!p.format) list.push(['Operators of binary32 are large; those of fixed point take a ' +
        'tenth of the tables.', again({numbers: 'fixed:18'})]);
    if (p.clock && (large || p.every === 1)) list.push([(large ? 'It does not fit the device: '
        : 'Each operation has an operator of its own: ') + 'with more cycles from sample to ' +
        'sample operations share them.', again({interval: 4 * p.every})]);
    else if (p.clock) list.push(['Operators are shared. One sample per cycle takes more of them.',
        again({interval: 1})]);
    else list.push(['Without registers the next sample waits for this one. A clock lets samples ' +
        'follow each other.', again({clock: 100})]);
    const plain = without(data.command, 'out functions steps cpu optimise interval clock dsp')
        .replace(/^tauflow report/, 'tauflow explore');
    return [...list, ['Circuits of other clocks and intervals, and cores, on one front.',
        changed(plain, {page: 'designs.html'})]];
}
function nextSection(p) {
    const list = p.circuit ? forCircuit(p) : forSchedule(p);
    return section('next', 'What to try next', null, element('ol.next', {}, list.map(
        ([why, line]) => element('li', {}, why, element('code', {}, pick(line))))));
}
