// The robot: a drawing in space that turns with the pointer, its tree, and its loops.

const SIGN = {revolute: '↻', prismatic: '⇕', free: '✥'};

// A direction in words: x, -y, or its numbers.
function axisName(v) {
    for (let i = 0; i < 3; i++)
        if (Math.abs(v[i]) > 0.999999) return (v[i] < 0 ? '−' : '') + 'xyz'[i];
    return '(' + v.map(c => digits(c, 3)).join(', ') + ')';
}

// Places of all bodies in the axes of the base, with every joint at zero.
function placesOf(bodies) {
    const at = [{r: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0]}];
    const turn = (m, v) => [0, 3, 6].map(i => m[i] * v[0] + m[i + 1] * v[1] + m[i + 2] * v[2]);
    for (let i = 1; i < bodies.length; i++) {
        const b = bodies[i], up = at[b.parent], p = turn(up.r, b.at);
        const r = [0, 3, 6].flatMap(row => [0, 1, 2].map(c => up.r[row] * b.turn[c] +
            up.r[row + 1] * b.turn[3 + c] + up.r[row + 2] * b.turn[6 + c]));
        at.push({r, p: p.map((x, k) => x + up.p[k]), axis: turn(r, b.axis),
                 com: turn(r, b.com).map((x, k) => x + p[k] + up.p[k])});
    }
    return at;
}

class Space {
    constructor(robot) {
        this.robot = robot;
        this.places = placesOf(robot.bodies);
        this.yaw = -0.9;
        this.pitch = 0.42;
        const points = this.places.map(b => b.p);
        this.centre = [0, 1, 2].map(k => {
            const all = points.map(p => p[k]);
            return (Math.min(...all) + Math.max(...all)) / 2;
        });
        this.reach = Math.max(...points.map(p => Math.hypot(...p.map((x,
            k) => x - this.centre[k]))));
        this.reach = this.reach || 1;
        this.one = canvasOf('space', 420, (on, width, height) => this.paint(on, width, height));
        const canvas = this.one.canvas;
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', robot.name + ' with all joints at zero, ' +
                            (robot.bodies.length - 1) + ' bodies');
        canvas.addEventListener('pointermove', e => {
            if (e.buttons) {
                this.yaw += e.movementX / 120;
                this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + e.movementY / 120));
                this.one.paint();
            } else this.tell(e);
        });
        canvas.addEventListener('pointerleave', hideTip);
    }
    project(p) {
        const [x, y, z] = p.map((v, k) => v - this.centre[k]);
        const c = Math.cos(this.yaw), s = Math.sin(this.yaw);
        const across = c * x - s * y, deep = s * x + c * y;
        const up = Math.cos(this.pitch) * z - Math.sin(this.pitch) * deep;
        const depth = Math.cos(this.pitch) * deep + Math.sin(this.pitch) * z;
        const near = 1 / (1 + 0.25 * depth / this.reach);
        return [this.width / 2 + across * this.size * near, this.height / 2 - up * this.size * near,
            depth];
    }
    line(on, a, b, colour, thick, dashes) {
        on.setLineDash(dashes || []);
        on.strokeStyle = colour;
        on.lineWidth = thick;
        on.beginPath();
        on.moveTo(a[0], a[1]);
        on.lineTo(b[0], b[1]);
        on.stroke();
        on.setLineDash([]);
    }
    // The outline of a joint: a short cylinder about a turning axis, a bar along a sliding one.
    joint(on, place, kind, colour) {
        const many = this.places.length > 20 ? 0.55 : 1;
        const length = this.reach * 0.07 * many, wide = (kind === 'revolute' ? 11 : 6) * many;
        const ends = [-1, 1].map(k => this.project(place.p.map((x, i) => x +
            k * length * place.axis[i])));
        on.lineCap = kind === 'revolute' ? 'butt' : 'square';
        this.line(on, ends[0], ends[1], shades.card, wide + 4);
        this.line(on, ends[0], ends[1], colour, wide);
        on.lineCap = 'butt';
        const far = this.project(place.p.map((x, i) => x + 2.4 * length * place.axis[i]));
        this.line(on, ends[1], far, colour, 1.5, [4, 3]);
    }
    paint(on, width, height) {
        const bodies = this.robot.bodies, n = bodies.length;
        this.width = width;
        this.height = height;
        this.size = Math.min(width, height) * 0.38 / this.reach;
        const floor = this.reach * 0.5;
        for (let k = -2; k <= 2; k++) {
            const a = k * floor / 2;
            this.line(on, this.project([a, -floor, 0]), this.project([a, floor, 0]), shades.line,
                1);
            this.line(on, this.project([-floor, a, 0]), this.project([floor, a, 0]), shades.line,
                1);
        }
        this.seen = this.places.map(b => this.project(b.p));
        const order = [...Array(n).keys()].slice(1).sort((a,
            b) => this.seen[b][2] - this.seen[a][2]);
        for (const i of order) {
            const from = this.seen[bodies[i].parent], to = this.seen[i];
            on.lineCap = 'round';
            const thick = n > 20 ? 4 : 7;
            this.line(on, from, to, shades.card, thick + 4);
            this.line(on, from, to, shades.io, thick);
        }
        on.lineCap = 'butt';
        for (const c of this.robot.cuts || [])
            if (c.bodies) this.line(on, this.seen[c.bodies[0]], this.seen[c.bodies[1]],
                shades.critical, 2, [5, 4]);
        for (const i of order) {
            const b = bodies[i], place = this.places[i];
            if (b.kind === 'free') {
                on.fillStyle = shades.div;
                on.fillRect(this.seen[i][0] - 6, this.seen[i][1] - 6, 12, 12);
            } else this.joint(on, place, b.kind, shades[b.kind === 'revolute' ? 'mul' : 'trig']);
        }
        const [x, y] = this.project([0, 0, 0]);
        on.fillStyle = shades.ink;
        on.fillRect(x - 9, y - 4, 18, 8);
        if (n <= 14) {
            on.font = '12px system-ui, "DejaVu Sans", sans-serif';
            for (let i = 1; i < n; i++) {
                on.lineWidth = 4;
                on.strokeStyle = shades.card;
                on.strokeText(bodies[i].name, this.seen[i][0] + 14, this.seen[i][1] - 10);
                on.fillText(bodies[i].name, this.seen[i][0] + 14, this.seen[i][1] - 10);
            }
        }
    }
    tell(event) {
        const bodies = this.robot.bodies;
        let best = 0, near = 18;
        for (let i = 1; i < bodies.length; i++) {
            const d = Math.hypot(this.seen[i][0] - event.offsetX, this.seen[i][1] - event.offsetY);
            if (d < near) [best, near] = [i, d];
        }
        if (!best) return hideTip();
        const b = bodies[best];
        showTip(event, element('b', {}, b.name), element('div', {}, b.kind +
            (b.kind === 'free' ? '' : ' about ' + axisName(b.axis)) + ', ' + digits(b.mass, 4) +
                ' kg'),
            b.link ? element('div', {}, 'link ' + b.link) : null);
    }
}

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

// The tree: of a few chains boxes down the page, a column per leaf; a bush as an outline.
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
    place(0);
    const size = leaves > 4 || n > 24 ? outline(robot, order, depth) : boxes(robot, column, depth);
    return drawing('svg', {width: size.width, height: size.height, role: 'img',
        'aria-label': 'tree of ' + robot.name}, size.parts);
}
function boxes(robot, column, depth) {
    const bodies = robot.bodies, n = bodies.length, parts = [];
    const longest = Math.max(...bodies.map(b => b.name.length));
    const wide = Math.max(150, Math.min(210, 30 + 7.4 * longest)), tall = 40;
    const x = i => column[i] * (wide + 26) + 2, y = i => depth[i] * (tall + 16) + 2;
    for (let i = 1; i < n; i++) {
        const p = bodies[i].parent;
        parts.push(drawing('path', {fill: 'none', stroke: 'var(--soft)', 'stroke-width': 1.5,
            d: `M${x(p) + 20} ${y(p) + tall}V${y(i) - 8}H${x(i) + 20}V${y(i)}`}));
    }
    bodies.forEach((b, i) => {
        const fits = Math.floor(wide / 7.4) - 3;
        const name = b.name.length > fits ? b.name.slice(0, fits - 1) + '…' : b.name;
        parts.push(drawing('g', {},
            drawing('rect', {x: x(i), y: y(i), width: wide, height: tall, rx: 7,
                fill: 'var(--ground)', stroke: bodyColour(b, i), 'stroke-width': 1.5}),
            drawing('text', {x: x(i) + 9, y: y(i) + 17, 'font-weight': 600},
                (i ? SIGN[b.kind] + ' ' : '') + name),
            drawing('text', {x: x(i) + 9, y: y(i) + 33, class: 'soft'},
                i ? bodyText(b) : 'does not move'), bodyTitle(b)));
    });
    return {parts, width: (Math.max(...column) + 1) * (wide + 26),
            height: (Math.max(...depth) + 1) * (tall + 16)};
}
function outline(robot, order, depth) {
    const bodies = robot.bodies, row = 22, step = 18, parts = [], line = new Array(bodies.length);
    order.forEach((i, k) => { line[i] = k; });
    const x = i => depth[i] * step + 8, y = i => line[i] * row + 12;
    for (const i of order.slice(1)) {
        const p = bodies[i].parent;
        parts.push(drawing('path', {fill: 'none', stroke: 'var(--soft)', 'stroke-width': 1.5,
            d: `M${x(p)} ${y(p) + 5}V${y(i)}H${x(i) - 5}`}));
    }
    for (const i of order) {
        const b = bodies[i];
        parts.push(drawing('g', {}, drawing('circle', {cx: x(i), cy: y(i), r: 5,
            fill: bodyColour(b, i)}),
            drawing('text', {x: x(i) + 12, y: y(i) + 4},
                drawing('tspan', {'font-weight': 600}, (i ? SIGN[b.kind] + ' ' : '') + b.name),
                drawing('tspan', {class: 'soft', dx: 10}, i ? bodyText(b) : 'does not move')),
            bodyTitle(b)));
    }
    return {parts, width: Math.max(...depth) * step + 380, height: order.length * row + 8};
}

function robotSection(robot) {
    const space = new Space(robot);
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
                element('p.hint', {},
                    'All joints at zero; dashed: direction of the axis. Drag to turn.')),
            element('div.scroll.tree', {}, treeDrawing(robot))),
        robot.cuts ? loopsPart(robot) : null);
}

// J_v: which constraint knows which dependent joint, block by block.
function loopsPart(robot) {
    const l = robot.loops;
    const cuts = table(['cut', 'kind', 'equations'], robot.cuts.map(c => [c.name, c.kind,
        c.equations]));
    if (!l) return [element('h3', {}, 'Loops'), cuts, element('p', {}, robot.no_loops || '')];
    const n = l.rows.length, cell = n > 40 ? 9 : 17, left = 150, top = 96, parts = [];
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
        element('div.scroll', {}, drawing('svg', {width: left + n * cell + 90, height: top +
            n * cell + 4,
            role: 'img', 'aria-label': 'blocks of J_v', id: 'jv'}, parts)), cuts];
}
