// A program's data with what can be read off it: who uses a word, what a unit does in which order.
class Program {
    constructor(p) {
        // A circuit has no lanes, receivers and words on their way.
        const none = p.circuit ? {wait: p.name.map(() => 0), swap: [], lanes: 0,
            lane: p.inputs.map(() => -1), position: [], take_word: [], take_receiver: [],
            take_cycle: [], receivers: [], output: 0, relays: 0, interval: 0} : {};
        p = Object.assign(this, none, p);
        const n = this.size = p.name.length;
        this.uses = Array.from({length: n}, () => []);
        this.inputUses = p.inputs.map(() => []);
        for (let j = 0; j < n; j++)
            for (const x of p.a[j] === p.b[j] ? [p.a[j]] : [p.a[j], p.b[j]])
                if (x < 0) this.inputUses[-1 - x].push(j);
                else if (x < n) this.uses[x].push(j);
        this.outputsOf = new Map();
        for (const [name, x] of p.outputs)
            if (x < n) this.outputsOf.set(x, [...this.outputsOf.get(x) || [], name]);
        this.ofUnit = p.units.map(() => []);
        for (let j = 0; j < n; j++) this.ofUnit[p.unit[j]].push(j);
        for (const list of this.ofUnit) list.sort((x, y) => p.cycle[x] - p.cycle[y]);
        this.takesOf = new Map(); // word -> receptions
        p.take_word.forEach((w, k) => {
            if (!this.takesOf.has(w)) this.takesOf.set(w, []);
            this.takesOf.get(w).push(k);
        });
    }
    // The operations that the end of the run waited for, from the last back to the first: before
    // each the one whose result came last, or the one that had the unit.
    path() {
        const chain = [], end = x => this.cycle[x] + this.latency(x);
        const later = (x, y) => x === undefined || end(y) > end(x) ? y : x;
        const outs = this.outputs.map(o => o[1]).filter(x => x >= 0 && x < this.size);
        let j = outs.reduce(later, undefined);
        while (j !== undefined) {
            chain.push(j);
            const w = this.wait[j], list = this.ofUnit[this.unit[j]];
            const before = list[this.first(list, this.cycle[j]) - 1];
            const from = w ? w[0] ? this.b[j] : this.a[j] : -1;
            if (this.circuit) j = this.tightest(j, end);
            else if (w && w[3] === this.cycle[j]) j = from >= 0 && from < this.size ? from :
                undefined;
            else j = before;
        }
        return chain;
    }
    // The producer of a cell that is there last; of equals the one whose own chain of producers
    // without a pause reaches back the furthest.
    tightest(j, end) {
        if (!this.reach) {
            this.reach = [...this.cycle];
            for (let k = 0; k < this.size; k++)
                for (const x of this.producers(k))
                    if (end(x) === this.cycle[k])
                        this.reach[k] = Math.min(this.reach[k], this.reach[x]);
        }
        return this.producers(j).reduce((x, y) => x === undefined || end(y) > end(x) ||
            (end(y) === end(x) && this.reach[y] < this.reach[x]) ? y : x, undefined);
    }
    first(list, cycle) { // of operations of a unit: how many are before `cycle`
        let low = 0, high = list.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.cycle[list[middle]] < cycle) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    kindWord(j) { return this.op_kinds[this.kind[j]][0]; }
    unitKind(j) { return this.kinds[this.op_kinds[this.kind[j]][3]][0]; }
    length(j) { return this.circuit ? this.until[j] - this.cycle[j] : 1; } // of its mark
    latency(j) {
        return this.circuit ? this.there[j] - this.cycle[j] : this.unitLatency(j);
    }
    unitLatency(j) { return this.kinds[this.op_kinds[this.kind[j]][3]][3]; }
    isConstant(x) { return x >= this.size; }
    isInput(x) { return x < 0; }
    wordName(x) {
        return x < 0 ? this.inputs[-1 - x] : x < this.size ? this.name[x] :
            digits(this.constants[x - this.size], 6);
    }
    // Cycles before operation j in which its unit had nothing to do, by cause: [cause, from, to).
    waits(j, previous) {
        const t = this.cycle[j], w = this.wait[j], gaps = [];
        let at = previous === undefined ? 0 : this.cycle[previous] + 1;
        const until = (cause, end) => {
            end = Math.min(end, t);
            if (end > at) {
                gaps.push([cause, at, end]);
                at = end;
            }
        };
        if (w) {
            until((w[0] ? this.b[j] : this.a[j]) < 0 ? 'input' : 'operand', w[1]);
            until('queue', w[2]);
            until(w[4] ? 'slot' : 'receiver', w[3]);
        }
        until(w ? 'queue' : 'operand', t);
        return gaps;
    }
    // The operation as an equation: temporaries that nothing else uses are written out.
    equation(j) {
        if (this.text) return this.text[j];
        const LOOSE = 0, TIGHT = 1;
        let room = 24;
        const term = (x, place) => {
            if (x < 0 || x >= this.size) return this.wordName(x);
            if (!/^t\d+$/.test(this.name[x]) || this.uses[x].length !== 1 ||
                room <= 0) return this.name[x];
            return body(x, place);
        };
        const body = (k, place) => {
            room--;
            const [word, operands, symbol] = this.op_kinds[this.kind[k]];
            if (!symbol || word === 'below')
                return word + '(' + term(this.a[k], LOOSE) + (operands > 1 ? ', ' + term(this.b[k],
                    LOOSE) : '') + ')';
            if (word === 'mul' || word === 'div') {
                const text = term(this.a[k], TIGHT) + (word === 'mul' ? ' · ' : ' / ') +
                    term(this.b[k], TIGHT);
                return place === TIGHT && word === 'div' ? '(' + text + ')' : text;
            }
            const text = term(this.a[k], LOOSE) + (word === 'sub' ? ' − ' : ' + ') +
                         term(this.b[k], word === 'sub' ? TIGHT : LOOSE);
            return place === TIGHT ? '(' + text + ')' : text;
        };
        return body(j, LOOSE);
    }
    cone(j, next) { // everything reached from j
        const seen = new Set([j]), open = [j];
        while (open.length)
            for (const k of next(open.pop()))
                if (!seen.has(k)) {
                    seen.add(k);
                    open.push(k);
                }
        seen.delete(j);
        return seen;
    }
    producers(j) { return [this.a[j], this.b[j]].filter(x => x >= 0 && x < this.size); }
}
