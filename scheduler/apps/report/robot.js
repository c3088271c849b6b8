// The robot: its drawing in space, its tree, and its loops.

const SIGN = {revolute: '↻', prismatic: '⇕', free: '✥'};

function bodyText(b) { // what is said of a body beside its name
    return (b.kind === 'free' ? 'six freedoms' : 'axis ' + axisName(b.axis)) + ', ' +
        digits(b.mass, 3) + ' kg';
}
function bodyTitle(b) {
    return drawing('title', {}, b.name + (b.link ? ', link ' + b.link : '') +
        (b.of && b.of !== b.name ? ', follows ' + b.of : '') + (b.driven ? ', driven' : ''));
}
function bodyColour(b, i) {
    return colourOf(!i ? 'soft' : {revolute: 'mul', prismatic: 'trig', free: 'div'}[b.kind]);
}
// What stands in the tree: [name, what is said beside it].
function bodyWords(b, i) {
    return i ? [SIGN[b.kind] + ' ' + b.name, bodyText(b)] : [b.name, 'does not move'];
}

// The tree: boxes down the page, a column per leaf, where they have room; otherwise an outline.
function treeDrawing(robot) {
    const bodies = robot.bodies, n = bodies.length, children = bodies.map(() => []);
    for (let i = 1; i < n; i++) children[bodies[i].parent].push(i);
    const depth = new Array(n).fill(0), column = new Array(n).fill(0), order = [];
    let leaves = 0;
    const place = i => {
        order.push(i);
        column[i] = leaves;
        if (!children[i].length) leaves++;
        for (const c of children[i]) {
            depth[c] = depth[i] + 1;
            place(c);
        }
    };
    for (const i of isRooted(robot) ? [0] : children[0]) place(i);
    const wide = 20 + Math.max(...order.map(i => {
        const [name, about] = bodyWords(bodies[i], i);
        return Math.max(textWidth(name, true), textWidth(about));
    }));
    return plot('tree of ' + robot.name, room => leaves * (wide + 14) <= room && n <= 24
        ? boxes(bodies, order, column, depth, wide) : outline(bodies, order, depth, room), 2000);
}
function boxes(bodies, order, column, depth, wide) {
    const parts = [], tall = 40;
    const x = i => column[i] * (wide + 14) + 2, y = i => depth[i] * (tall + 16) + 2;
    for (const i of order.filter(k => depth[k])) {
        const p = bodies[i].parent;
        parts.push(drawing('path', {fill: 'none', stroke: 'var(--soft)', 'stroke-width': 1.5,
            d: `M${x(p) + 20} ${y(p) + tall}V${y(i) - 8}H${x(i) + 20}V${y(i)}`}));
    }
    for (const i of order) {
        const [name, about] = bodyWords(bodies[i], i);
        parts.push(drawing('g', {},
            drawing('rect', {x: x(i), y: y(i), width: wide, height: tall, rx: 7,
                fill: 'var(--ground)', stroke: bodyColour(bodies[i], i), 'stroke-width': 1.5}),
            drawing('text', {x: x(i) + 9, y: y(i) + 17, class: 'strong'}, name),
            drawing('text', {x: x(i) + 9, y: y(i) + 33, class: 'soft'}, about),
            bodyTitle(bodies[i])));
    }
    return {parts, tall: (Math.max(...depth) + 1) * (tall + 16)};
}
function outline(bodies, order, depth, room) {
    const row = 20, parts = [], line = new Array(bodies.length), before = 20;
    const long = i => bodyWords(bodies[i], i).reduce((sum, word, k) => sum +
        textWidth(word, !k) + 10, before);
    order.forEach((i, k) => { line[i] = k; });
    const step = Math.max(6, Math.min(18, ...order.filter(i => depth[i]).map(
        i => (room - long(i)) / depth[i])));
    const x = i => depth[i] * step + 8, y = i => line[i] * row + 12;
    for (const i of order.filter(k => depth[k])) {
        const p = bodies[i].parent;
        parts.push(drawing('path', {fill: 'none', stroke: 'var(--soft)', 'stroke-width': 1.5,
            d: `M${x(p)} ${y(p) + 5}V${y(i)}H${x(i) - 5}`}));
    }
    for (const i of order) {
        const [name, about] = bodyWords(bodies[i], i);
        parts.push(drawing('g', {}, drawing('circle', {cx: x(i), cy: y(i), r: 5,
            fill: bodyColour(bodies[i], i)}),
            drawing('text', {x: x(i) + 12, y: y(i) + 4},
                drawing('tspan', {class: 'strong'}, name),
                drawing('tspan', {class: 'soft', dx: 8}, about)), bodyTitle(bodies[i])));
    }
    return {parts, wide: Math.ceil(Math.max(...order.map(i => depth[i] * step + long(i)))),
        tall: order.length * row + 8};
}

function robotSection(robot) {
    const space = window.tauflow.space = new Space(robot, 'with all joints at zero');
    const mass = robot.bodies.slice(1).reduce((m, b) => m + b.mass, 0);
    return section('robot', 'Robot', null,
        element('p', {}, pick(robot.bodies.length - 1), ' bodies, ', pick(robot.joints),
            ' joints, ',
            pick(digits(mass, 5)), ' kg moving, ', pick(robot.merged),
                ' links joined to their parents; gravity ',
            pick(robot.gravity.map(g => digits(g, 4)).join(' ')), ' m/s². File ', element('code',
                {}, robot.file), '.'),
        element('div.pair', {},
            element('div', {}, space.one.canvas, legend([colourOf('mul'), 'turns'],
                [colourOf('trig'), 'slides'],
                [colourOf('div'), 'free'], ...robot.cuts ? [[colourOf('critical'),
                    'cut of a loop']] : []),
                element('p.hint', {}, 'All joints at zero; dashed: direction of the axis. Drag ' +
                    'to turn; point at a joint for its name.')),
            element('div.tree', {}, treeDrawing(robot))),
        robot.cuts ? loopsPart(robot) : null);
}

// J_v: which constraint knows which dependent joint, block by block.
function loopsPart(robot) {
    const l = robot.loops;
    const cuts = table(['cut', 'kind', 'equations'], robot.cuts.map(c => [c.name, c.kind,
        c.equations]));
    if (!l) return [element('h3', {}, 'Loops'), cuts, element('p', {}, robot.no_loops || '')];
    const n = l.rows.length, cell = n > 40 ? 9 : 17, parts = [];
    const longest = list => n > 40 ? 0 : Math.max(...list.map(name => textWidth(name)));
    const left = longest(l.rows) + 10, top = Math.ceil(0.87 * longest(l.dependent)) + 16;
    l.blocks.forEach(([first, size]) => parts.push(drawing('rect', {x: left + first * cell, y: top +
        first * cell,
        width: size * cell, height: size * cell, fill: 'rgb(var(--heat) / .16)',
            stroke: 'var(--accent)',
        'stroke-width': 1.5})));
    for (const e of l.entries) {
        const i = Math.floor(e / n), k = e % n;
        parts.push(drawing('rect', {x: left + k * cell + 2, y: top + i * cell + 2, width: cell - 4,
            height: cell - 4,
            rx: 2, fill: 'var(--mul)'}, drawing('title', {}, l.rows[i] + ' by ' + l.dependent[k])));
    }
    if (n <= 40)
        for (let i = 0; i < n; i++) parts.push(
            drawing('text', {x: left - 6, y: top + i * cell + 13, 'text-anchor': 'end'}, l.rows[i]),
            drawing('text',
                {transform: `translate(${left + i * cell + 12} ${top - 6}) rotate(-60)`},
                l.dependent[i]));
    return [element('h3', {}, 'Loops: J_v, constraints by dependent joints'),
        element('p', {}, pick(l.constraints), ' constraints, ', pick(n), ' independent; solved in ',
            pick(l.blocks.length), ' blocks, the largest of ',
                pick(Math.max(...l.blocks.map(b => b[1]))),
            '; chosen by ' + l.chosen_by + '; condition ', pick(l.condition[0]), ' to ',
                pick(l.condition[1]),
            '. Independent joints: ' + l.independent.join(', ') + '.'),
        element('div.scroll', {}, drawing('svg', {width: left + n * cell + 12 +
            0.5 * longest(l.dependent), height: top +
            n * cell + 4,
            role: 'img', 'aria-label': 'blocks of J_v', id: 'jv'}, parts)), cuts];
}
