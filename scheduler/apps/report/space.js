// The robot in space: bodies and joints, with all joints at zero or on their way, turned by the
// pointer.

// A direction in words: x, -y, or its numbers.
function axisName(v) {
    for (let i = 0; i < 3; i++)
        if (Math.abs(v[i]) > 0.999999) return (v[i] < 0 ? '−' : '') + 'xyz'[i];
    return '(' + v.map(c => digits(c, 3)).join(', ') + ')';
}

// A base that holds joints is a place; one under free bodies alone is the world, and not drawn.
const isRooted = robot => robot.bodies.some((b, i) => i && !b.parent && b.kind !== 'free');

// Places of all bodies in the axes of the base. where(i): how far joint i has turned or slid, or
// the place of a free body; without it every joint is at zero.
function placesOf(bodies, where = () => 0) {
    const at = [{r: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0]}];
    for (let i = 1; i < bodies.length; i++) {
        const b = bodies[i], up = at[b.parent], by = where(i);
        if (b.kind === 'free' && by) {
            at.push({...by, axis: turned(by.r, b.axis)});
            continue;
        }
        const p = turned(up.r, b.at), r = product(up.r, b.turn), axis = turned(r, b.axis);
        const slid = b.kind === 'prismatic' ? by : 0;
        at.push({r: b.kind === 'revolute' && by ? product(r, turnAbout(b.axis, by)) : r, axis,
            p: p.map((x, k) => x + up.p[k] + slid * axis[k])});
    }
    return at;
}
function product(a, b) {
    return [0, 3, 6].flatMap(row => [0, 1, 2].map(c => a[row] * b[c] + a[row + 1] * b[3 + c] +
        a[row + 2] * b[6 + c]));
}
// About a unit axis (Rodrigues).
function turnAbout([x, y, z], angle) {
    const c = Math.cos(angle), s = Math.sin(angle), t = 1 - c;
    return [c + x * x * t, x * y * t - z * s, x * z * t + y * s,
        y * x * t + z * s, c + y * y * t, y * z * t - x * s,
        z * x * t - y * s, z * y * t + x * s, c + z * z * t];
}
function turned(m, v) {
    return [0, 3, 6].map(i => m[i] * v[0] + m[i + 1] * v[1] + m[i + 2] * v[2]);
}

const touch = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
// Whether a line from a to b runs through a box; lines are shorter than 32 times its height.
function runsThrough([a, b], box) {
    for (let k = 0; k <= 32; k++) {
        const [x, y] = [0, 1].map(i => a[i] + k / 32 * (b[i] - a[i]));
        if (x > box[0] - 4 && x < box[2] + 4 && y > box[1] - 2 && y < box[3] + 2) return true;
    }
    return false;
}
// Where names of points stand: inside the picture, none over another one or over what is taken, and
// where there is room beside the lines. A name without room is left out. list: [x, y, name]; boxes
// are [left, top, right, bottom].
function placeNames(list, taken, lines, width, height) {
    const placed = [], tall = 15;
    for (const [x, y, name] of list) {
        const wide = textWidth(name) + 4;
        const boxes = [12, 26, 44].flatMap(far => [[1, -.6], [1, .6], [-1, -.6], [-1, .6], [1, 0],
            [-1, 0], [0, -1], [0, 1]].map(([dx, dy]) => {
            const left = x + dx * far - (dx < 0 ? wide : dx ? 0 : wide / 2);
            const top = y + dy * far - tall / 2;
            return [left, top, left + wide, top + tall];
        }));
        const free = boxes.filter(b => b[0] >= 2 && b[1] >= 2 && b[2] <= width - 2 &&
            b[3] <= height - 2 && !taken.some(t => touch(t, b)) &&
            !placed.some(p => touch(p.box, b)));
        const box = free.find(b => !lines.some(line => runsThrough(line, b))) || free[0];
        if (box) placed.push({x, y, name, box});
    }
    return placed;
}

class Space {
    // about: what is seen, in words; seen: all places that it will show, the first one first.
    constructor(robot, about, seen = [placesOf(robot.bodies)]) {
        this.robot = robot;
        this.about = about;
        this.rooted = isRooted(robot);
        this.yaw = -0.9;
        this.pitch = 0.42;
        this.low = [Infinity, Infinity, Infinity];
        this.high = [-Infinity, -Infinity, -Infinity];
        for (const places of seen) this.widen(places);
        this.centre = [0, 1, 2].map(k => (this.low[k] + this.high[k]) / 2);
        this.reach = Math.max(...seen.flatMap(places => this.pointsOf(places).map(
            p => Math.hypot(...p.map((x, k) => x - this.centre[k]))))) || 1;
        this.take(seen[0]);
        this.one = canvasOf('space', 420, (on, width, height) => this.paint(on, width, height));
        this.listen(this.one.canvas);
    }
    pointOn(place, at) {
        return turned(place.r, at).map((x, k) => x + place.p[k]);
    }
    tipsOf(places) {
        return this.robot.tips.map(([body, ...at]) => ({body, p: this.pointOn(places[body], at)}))
            .filter(t => Math.hypot(...t.p.map((x, k) => x - places[t.body].p[k])) > 1e-6);
    }
    pointsOf(places) {
        return [...places.slice(this.rooted ? 0 : 1), ...this.tipsOf(places)].map(b => b.p);
    }
    widen(places) {
        for (const p of this.pointsOf(places)) {
            this.low = this.low.map((x, k) => Math.min(x, p[k]));
            this.high = this.high.map((x, k) => Math.max(x, p[k]));
        }
    }
    take(places) {
        this.places = places;
        this.tips = this.tipsOf(places);
        this.cuts = (this.robot.cuts || []).filter(c => c.bodies).map(c => c.bodies.map((body,
            k) => ({body, p: this.pointOn(places[body], c.at[k])})));
    }
    listen(canvas) {
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', this.robot.name + ' ' + this.about + ', ' +
                            (this.robot.bodies.length - 1) + ' bodies');
        canvas.addEventListener('pointermove', e => {
            if (e.buttons) {
                this.yaw += e.movementX / 120;
                this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + e.movementY / 120));
                this.one.paint();
            } else this.tell(e);
        });
        canvas.addEventListener('pointerdown', e => this.tell(e)); // a finger has no other way
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
    // Through the base, or under the lowest point, where its weight goes: of a robot that is free,
    // and of one that hangs far below its base.
    floor(on) {
        const g = this.robot.gravity, size = this.reach * (this.rooted ? 0.5 : 0.8);
        const down = this.rooted ? 2 : [2, 0, 1].reduce((a, b) => Math.abs(g[b]) > Math.abs(g[a])
            ? b : a);
        const near = this.rooted && this.low[2] > -0.1 * this.reach;
        const level = near ? 0 : g[down] > 0 ? this.high[down] : this.low[down];
        const [a, b] = [0, 1, 2].filter(k => k !== down), middle = this.rooted ? [0, 0, 0]
            : this.centre;
        const point = (s, t) => {
            const p = [level, level, level];
            p[a] = middle[a] + s;
            p[b] = middle[b] + t;
            return this.project(p);
        };
        this.level = level;
        for (let k = -2; k <= 2; k++) {
            const at = k * size / 2;
            this.line(on, point(at, -size), point(at, size), shades.line, 1);
            this.line(on, point(-size, at), point(size, at), shades.line, 1);
        }
    }
    // Each as its two ends: from the body to its parent, to where the robot ends, or to cuts.
    linesOf(i) {
        const ends = [...this.tips, ...this.cuts.flat()].filter(t => t.body === i)
            .map(t => this.project(t.p));
        if (this.robot.bodies[i].kind !== 'free') ends.push(this.seen[this.robot.bodies[i].parent]);
        return ends.map(end => [end, this.seen[i]]);
    }
    links(on, order) {
        const thick = this.robot.bodies.length > 20 ? 4 : 7;
        this.lines = order.flatMap(i => this.linesOf(i));
        on.lineCap = 'round';
        for (const [a, b] of this.lines) {
            this.line(on, a, b, shades.card, thick + 4);
            this.line(on, a, b, shades.io, thick);
        }
        on.lineCap = 'butt';
        for (const ends of this.cuts) this.cut(on, ...ends.map(e => this.project(e.p)));
    }
    // The way between its two points, and a ring about the first one.
    cut(on, a, b) {
        this.line(on, a, b, shades.critical, 2, [5, 4]);
        on.strokeStyle = shades.critical;
        on.lineWidth = 2;
        on.beginPath();
        on.arc(a[0], a[1], 6, 0, 7);
        on.stroke();
    }
    paint(on, width, height) {
        const bodies = this.robot.bodies, n = bodies.length;
        this.width = width;
        this.height = height;
        this.size = Math.min(width, height) * 0.38 / this.reach;
        this.floor(on);
        this.seen = this.places.map(b => this.project(b.p));
        const order = [...Array(n).keys()].slice(1).sort((a,
            b) => this.seen[b][2] - this.seen[a][2]);
        this.links(on, order);
        for (const i of order) {
            const b = bodies[i], [x, y] = this.seen[i];
            if (b.kind === 'free') {
                on.fillStyle = shades.div;
                on.fillRect(x - 7, y - 7, 14, 14);
            } else this.joint(on, this.places[i], b.kind,
                shades[b.kind === 'revolute' ? 'mul' : 'trig']);
        }
        if (this.rooted) {
            const [x, y] = this.project([0, 0, 0]);
            on.fillStyle = shades.ink;
            on.fillRect(x - 9, y - 4, 18, 8);
        }
        this.names(on, width, height);
    }
    // The ends of limbs first, as they tell the most.
    names(on, width, height) {
        const bodies = this.robot.bodies, parents = new Set(bodies.map(b => b.parent));
        on.font = FONT;
        on.textBaseline = 'middle';
        on.textAlign = 'left';
        const list = [...bodies.keys()].slice(1).sort((a, b) => parents.has(a) - parents.has(b))
            .map(i => [this.seen[i][0], this.seen[i][1], fitted(on, bodies[i].name, 160)]);
        const taken = this.seen.slice(1).map(([x, y]) => [x - 7, y - 7, x + 7, y + 7]);
        this.placed = placeNames(list, taken, this.lines, width, height);
        for (const {x, y, name, box} of this.placed) {
            const end = [Math.max(box[0], Math.min(box[2], x)), (box[1] + box[3]) / 2];
            if (Math.hypot(end[0] - x, end[1] - y) > 16)
                this.line(on, [x, y], end, shades.soft, 1);
            on.lineWidth = 4;
            on.strokeStyle = shades.card;
            on.strokeText(name, box[0] + 2, end[1]);
            on.fillStyle = shades.ink;
            on.fillText(name, box[0] + 2, end[1]);
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
