// The chain of checks: a link per step from the robot to what a core loads, green where it was
// proved or checked, grey with the reason where it was not, and where the compiler said so of its
// own passes, which nobody else does again.

const LINK_MARK = {proved: '✓', checked: '✓', open: '–', recorded: '•'};

function linkFigures(x) {
    if (x.verdict === 'open') return null;
    const compared = count(x.count) + ' compared';
    return element('span.soft', {}, !x.bound ? compared : x.verdict !== 'checked'
        ? compared + ', wrong with a chance below ' + x.bound.toExponential(0)
        : compared + ', within ' + x.bound.toExponential(0));
}
function chainSection(chain) {
    return section('chain', 'Chain', 'Each step on the way, and how it was checked without the ' +
        'pass that made it; what is recorded was compared by the passes themselves, and the ' +
        'model judges it. tauflow verify does so again from the files that tauflow image writes.',
        element('ol.chain', {}, chain.map(x => element('li.' + x.verdict, {'data-step': x.step},
            element('b', {}, x.title),
            element('em', {}, LINK_MARK[x.verdict] + ' ' + x.verdict),
            element('span', {}, x.text), linkFigures(x)))));
}
