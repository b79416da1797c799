/*
 * Total costs of a call of each method, and differences from another build.
 */

const totalsDialog = document.getElementById('totals');

/** The classes of another report, by name. */
let otherClasses = new Map();

function totalsOf(method) {
  const sum = (list, bytes) => list.reduce((total, one) => total + evaluate(bytes(one), method), 0);
  const moved = side => method.kernels.reduce((total, kernel) => total + sum(kernel[side], value => value.bytes), 0);
  const ofGradient = bytes => method.gradient ? evaluate(method.gradient[bytes], method) : null;
  return {
    ops: method.cost.ops,
    launches: method.cost.fused.launches,
    texts: new Set(method.kernels.filter(kernel => kernel.sources.length).map(kernel => kernel.sources[0].text)),
    calls: method.kernels.filter(kernel => kernel.form === 'library call').length,
    read: moved('reads'),
    written: moved('writes'),
    flops: costOf(method).flops,
    estimated: costOf(method).estimated,
    measured: costOf(method).measured?.seconds ?? null,
    peak: arenaBytes(method),
    bound: evaluate(method.memory.bound, method),
    stored: ofGradient('stored'),
    again: ofGradient('recomputed'),
  };
}

/** Of several methods: sums, but the largest arena, and each kernel once. */
function added(all) {
  const total = {texts: new Set()};
  for (const one of all) {
    one.texts.forEach(text => total.texts.add(text));
    for (const name of ['ops', 'launches', 'calls', 'read', 'written', 'flops', 'estimated', 'measured', 'stored', 'again']) {
      total[name] = one[name] === null ? total[name] ?? null : (total[name] ?? 0) + one[name];
    }
    for (const name of ['peak', 'bound']) total[name] = Math.max(total[name] ?? 0, one[name]);
  }
  return total;
}

const gradientText = bytes => bytes === null ? '–' : byteText(bytes);

const COLUMNS = [
  ['ops', 'Ops', total => total.ops, countText],
  ['launches', 'Launches', total => total.launches, countText],
  ['kernels', 'Kernels', total => total.texts.size, countText, 'equal ones counted once'],
  ['calls', 'Library calls', total => total.calls, countText],
  ['read', 'Read', total => total.read, byteText],
  ['written', 'Written', total => total.written, byteText],
  ['flops', 'FLOP', total => total.flops, flopText],
  ['estimated', 'Estimated', total => total.estimated, timeText, 'for the machine that you enter above the graphs'],
  ['measured', 'Measured', total => total.measured, seconds => seconds === null ? '–' : timeText(seconds), 'by the profile that you choose under Costs; of another build there is none'],
  ['peak', 'Arena', total => total.peak, byteText, 'of a class the largest; where a call plans it, its bound'],
  ['bound', 'Its bound', total => total.bound, byteText, 'what lives at the same time'],
  ['stored', 'Stored', total => total.stored, gradientText, 'for a gradient alone'],
  ['again', 'Recomputed', total => total.again, gradientText, 'for a gradient, of the values that it needs'],
];

/** The change from the other build, in per cent where both are numbers other than 0. */
function changeText(before, after, text) {
  if (before === after) return null;
  const change = before ? ' (' + (after > before ? '+' : '−') + Math.abs((after / before - 1) * 100).toFixed(1) + ' %)' : '';
  return element('small', {class: after < before ? 'less' : 'more'}, 'was ' + text(before) + change);
}

function totalsRow(name, total, before, kind, sizes) {
  const cells = COLUMNS.map(([, , value, text]) => element('td', {}, text(value(total)),
    before ? changeText(value(before), value(total), text) : null));
  const news = otherClasses.size && !before ? element('small', {}, 'not in the other build') : null;
  return element('tr', {class: kind ?? null}, element('th', {scope: 'row'}, name, sizes ? element('small', {class: 'sizes-of'}, sizes) : null, news), cells);
}

function classRows(owner) {
  const other = otherClasses.get(owner.name);
  const otherMethods = new Map((other?.methods ?? []).map(method => [method.name, method]));
  const rows = owner.methods.map(method => {
    const before = otherMethods.get(method.name);
    return {name: method.name, total: totalsOf(method), before: before && totalsOf(before), sizes: method.symbols.length ? sizesText(method) : null};
  });
  const gone = [...otherMethods.keys()].filter(name => !owner.methods.some(method => method.name === name));
  return [
    totalsRow(owner.name.slice(owner.name.lastIndexOf('.') + 1), added(rows.map(row => row.total)),
      other && added(other.methods.map(totalsOf)), 'owner'),
    ...rows.map(row => totalsRow(row.name, row.total, row.before, undefined, row.sizes)),
    ...gone.map(name => element('tr', {}, element('th', {scope: 'row'}, name),
      element('td', {colspan: COLUMNS.length}, 'in the other build only'))),
  ];
}

/** Each method once: what a step of a program costs that calls each of them once. */
function allRow() {
  if (report.classes.length === 1) return null;
  const others = [...otherClasses.values()].flatMap(owner => owner.methods);
  return totalsRow('All methods', added(methods.map(totalsOf)), others.length ? added(others.map(totalsOf)) : undefined, 'owner');
}

function showTotals() {
  const head = COLUMNS.map(([, label, , , title]) => element('th', {scope: 'col', title: title ?? null}, label));
  document.getElementById('totals-table').replaceChildren(
    element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'Method'), head)),
    element('tbody', {}, allRow(), report.classes.flatMap(classRows)));
}

function openTotals() {
  showTotals();
  totalsDialog.showModal();
}

/** Reads the page of another build, which the reader chooses: a page that is opened from a disk may not load files itself. */
async function compareWith(file) {
  const note = document.getElementById('compared');
  try {
    const page = new DOMParser().parseFromString(await file.text(), 'text/html');
    const classes = await classesOf(page);
    for (const owner of classes) owner.methods.forEach(method => prepareMethod(owner, method));
    otherClasses = new Map(classes.map(owner => [owner.name, owner]));
    note.textContent = classes.length ? 'Compared with ' + file.name : file.name + ' is not a report.html with a class.';
  } catch {
    otherClasses = new Map();
    note.textContent = file.name + ' is not a report.html of this version.';
  }
  showTotals();
}

document.getElementById('show-totals').addEventListener('click', openTotals);
document.getElementById('compare').addEventListener('change', event => {
  if (event.target.files.length) compareWith(event.target.files[0]);
});
