/* The view of one method: figures, passes, graphs, sources, and the selection that they share. */

const NOTHING_SELECTED = {nodes: new Set(), lines: [], kernel: undefined, edge: undefined};

const view = {method: undefined, before: 0, after: 0, kernel: undefined, language: undefined, selection: NOTHING_SELECTED};

const callbacks = {
  node: id => selectNode(id),
  line: origin => selectLine(origin),
  kernel: index => selectKernel(index),
  unfused: index => selectUnfused(index),
  language: name => openLanguage(name),
  textShown: () => markSources(view.selection),
  clear: () => select(NOTHING_SELECTED),
};

const panes = {
  before: new GraphPane('before', {...callbacks, choose: index => showGraphs(index, view.after)}),
  after: new GraphPane('after', {...callbacks, choose: index => showGraphs(view.before, index)}),
};
document.getElementById('graphs').append(panes.before.root, panes.after.root);

function showMethod(method) {
  view.method = method;
  view.selection = NOTHING_SELECTED;
  document.title = method.name + ' — graph kernels';
  document.getElementById('method-name').replaceChildren(
    element('span', {class: 'owner'}, method.owner.name + '.'), element('wbr'), method.name);
  document.getElementById('signature').textContent = '('
    + method.parameters.map(parameter => parameter.type + ' ' + parameter.name).join(', ') + ')';
  showSizes(method);
  showFigures(method);
  showJava(method, callbacks);
  showKernels(method, callbacks);
  showUnfused(method);
  showChoices(method);
  showGraphs(0, method.final.index);
  openKernel(method.kernels[0]?.index);
}

/* Figures. */

function showFigures(method) {
  const {written, perOp, fused, phases, unavoidableBytes} = method.cost;
  const {memory} = method;
  const before = evaluate(written.bytes, method);
  const after = evaluate(fused.bytes, method);
  const unavoidable = evaluate(unavoidableBytes, method);
  const saved = before > 0 ? Math.round((1 - after / before) * 100) : 0;
  const figure = (label, value, note, title) => element('div', {class: 'figure', title: title ?? null},
    element('span', {class: 'label'}, label), element('span', {class: 'value'}, value), element('span', {class: 'note'}, note));
  const cost = costOf(method);
  const edges = method.unfused.length;
  document.getElementById('figures-sizes').textContent = 'Figures of a call, ' + sizesText(method);
  document.getElementById('figures').replaceChildren(
    figure('Launches', written.launches + ' → ' + fused.launches, 'ops as written, ' + perOp.launches + ' in all' + (phases === fused.launches ? '' : '; ' + phases + ' phases'),
      'One launch for each op of the method; ' + perOp.launches
        + ' with the ops that passes take them apart into; and as they are fused. A profile on the host has one event for each phase'),
    figure('Bytes moved', byteText(before) + ' → ' + byteText(after), before >= after ? saved + ' % saved' : 'more than as written',
      formula(written.bytes) + '  →  ' + formula(fused.bytes)),
    bars(before, after, unavoidable),
    figure('Over the unavoidable', unavoidable ? (after / unavoidable).toFixed(2) + ' ×' : '—',
      'inputs once, results once', formula(unavoidableBytes)),
    figure('Estimated', timeText(cost.estimated), flopText(cost.flops) + 'FLOP, ' + intensityText(cost),
      'By the machine that you enter: of each launch the longer one of its transfers and its operations'),
    figure('Memory in between', byteText(arenaBytes(method)),
      memory.planned ? 'at least; planned at the call' : memoryNote(memory, method),
      formula(memory.peak) + '; at least ' + formula(memory.bound)),
    ...(method.choices ? [figure('Stored for the gradient', byteText(evaluate(method.gradient.stored, method)), choiceCounts(method))] : []),
    figure('Not fused', String(edges), edges === 1 ? 'edge between kernels' : 'edges between kernels'));
}

function memoryNote(memory, method) {
  const [bound, separate] = [evaluate(memory.bound, method), evaluate(memory.separate, method)];
  return separate ? 'at least ' + byteText(bound) + ', ' + byteText(separate) + ' without reuse' : 'no values between kernels';
}

function choiceCounts({choices}) {
  const again = choices.filter(choice => choice.choice === 'recomputed').length;
  return (choices.length - again) + ' saved, ' + again + ' recomputed';
}

/** Bytes as lengths: ops as written, fused, and a line where no plan can go below. */
function bars(before, after, unavoidable) {
  const most = Math.max(before, after, unavoidable, 1);
  const percent = bytes => (bytes / most * 100).toFixed(2) + '%';
  const bar = (name, bytes) => element('div', {class: 'bar-row'}, element('span', {}, name),
    element('span', {class: 'track'}, element('span', {class: 'fill ' + name.replace(' ', '-'), style: 'width:' + percent(bytes)}),
      element('span', {class: 'limit', style: 'left:' + percent(unavoidable)})));
  return element('div', {class: 'bars', 'aria-hidden': 'true'}, bar('written', before), bar('fused', after));
}

function numberField(name, label, value, title, entered) {
  return element('label', {}, element('code', {}, name), element('input', {
    type: 'number', min: 0, step: 'any', value, 'aria-label': label, title,
    oninput: event => {
      entered(event.target.value);
      sizesChanged();
    },
  }));
}

function sizesChanged() {
  const {method} = view;
  showFigures(method);
  showChoices(method);
  showUnfused(method);
  openKernel(view.kernel);
  mark(false);
}

function showSizes(method) {
  const fields = method.symbols.map(symbol => {
    const elements = symbol.startsWith('#') ? 'elements of the broadcast of ' + symbol.slice(2, -1) : null;
    return numberField(symbol, elements ?? 'size ' + symbol, sizeOf(symbol, method), elements
      ?? 'Kept for all methods. Figures use it; the passes decide with 512 for a dim that they do not know.',
    text => sizes.set(symbol, text));
  });
  const speeds = MACHINE.map(speed => numberField(speed.unit, speed.label, speedOf(speed), speed.label + ', for estimates; kept',
    text => machine.set(speed.name, text)));
  document.getElementById('sizes').replaceChildren(...(fields.length ? [element('span', {}, 'Sizes'), ...fields] : []),
    element('span', {}, 'Machine'), ...speeds);
}

document.getElementById('sizes').addEventListener('submit', event => event.preventDefault());

/* Passes and graphs. */

function showGraphs(before, after) {
  view.before = before;
  view.after = after;
  showPasses();
  panes.before.show(view.method.graphs[before], graphChoices(view.method));
  panes.after.show(view.method.graphs[after], graphChoices(view.method));
  mark(false);
}

function graphChoices(method) {
  const choices = [element('option', {value: 0}, 'as the method says')];
  let stage;
  for (const pass of method.passes.filter(one => one.changed)) {
    if (stage?.label !== pass.stage) {
      stage = element('optgroup', {label: pass.stage});
      choices.push(stage);
    }
    stage.append(element('option', {value: pass.graph}, 'after ' + pass.pass));
  }
  return choices;
}

function showPasses() {
  const {method, before, after} = view;
  const stages = [];
  for (const pass of method.passes) {
    if (stages[stages.length - 1]?.name !== pass.stage) stages.push({name: pass.stage, passes: []});
    stages[stages.length - 1].passes.push(pass);
  }
  const all = before === 0 && after === method.final.index;
  const lower = method.passes.filter(pass => pass.pass === 'lower_level');
  document.getElementById('passes').replaceChildren(
    element('button', {type: 'button', class: 'all', 'aria-pressed': all, onclick: showAll}, 'All passes'),
    ...stages.map(stage => element('div', {class: 'stage', role: 'group', 'aria-label': 'Stage ' + stage.name},
      stageButton(stage),
      element('div', {}, stage.passes.map(pass => passButton(pass, before, after))))),
    ...lower.map(pass => element('p', {class: 'note'}, pass.notes.join('; '))));
}

/** Before and after a whole stage. */
function stageButton({name, passes}) {
  const changed = passes.filter(pass => pass.changed).map(pass => pass.graph);
  const [first, last] = [changed[0] - 1, changed[changed.length - 1]];
  return element('button', {
    type: 'button',
    class: 'name',
    disabled: !changed.length,
    'aria-pressed': changed.length ? view.before === first && view.after === last : null,
    title: 'Stage ' + name + (changed.length ? '' : ': nothing changed'),
    onclick: () => showGraphs(first, last),
  }, name);
}

function passButton(pass, before, after) {
  const state = !pass.enabled ? 'disabled' : pass.changed ? 'changed' : 'unchanged';
  const shown = pass.changed && pass.graph > before && pass.graph <= after;
  return element('button', {
    type: 'button',
    class: 'pass ' + state + (shown ? ' within' : ''),
    disabled: !pass.changed,
    'aria-pressed': pass.changed ? pass.graph === after && before === after - 1 : null,
    title: pass.name + (pass.notes ? ':\n' + pass.notes.join('\n')
      : pass.changed ? '' : pass.enabled ? ': nothing to change' : ': disabled'),
    onclick: () => showGraphs(pass.graph - 1, pass.graph),
  }, pass.pass);
}

function showAll() {
  showGraphs(0, view.method.final.index);
}

/** Before and after the next pass that changed something; from the view of all passes, the first or the last. */
function stepPass(by) {
  const last = view.method.final.index;
  const all = view.before === 0 && view.after === last && last > 1;
  const after = all ? (by > 0 ? 1 : last) : Math.min(Math.max(view.after + by, 1), last);
  if (last > 0) showGraphs(after - 1, after);
}

/* Kernels and edges. */

function openKernel(index) {
  view.kernel = index;
  showKernel(view.method, view.method.kernels[index], view.language, callbacks);
}

/** The language stays chosen for the kernels that are shown next. */
function openLanguage(name) {
  view.language = name;
  openKernel(view.kernel);
}

function nextLanguage() {
  const sources = view.method.kernels[view.kernel]?.sources ?? [];
  if (sources.length) openLanguage(sources[(sources.indexOf(sourceIn(sources, view.language)) + 1) % sources.length].language);
}

function showUnfused(method) {
  const buttons = method.unfused.map((edge, index) => element('button', {
    type: 'button', 'data-edge': index, 'aria-pressed': 'false', onclick: () => selectUnfused(index),
  }, element('b', {}, writtenName(method, edge.producer) + ' → ' + writtenName(method, edge.consumer)),
  ...edgeLines(method, edge), element('span', {}, sentence(edge.reason)),
  edge.remedy ? element('span', {class: 'remedy'}, edge.remedy) : null));
  const {nodes: ops, groupOf} = method.final;
  const between = ops.some(id => tensorOperands(method.final, id)
    .some(operand => groupOf.has(operand) && groupOf.get(operand) !== groupOf.get(id)));
  const empty = between ? 'Values go from kernel to kernel, and no pass gave a reason.'
    : 'Nothing. No value leaves a kernel for another one.';
  const leftOut = [...method.owner.leftOut ?? [], ...method.owner.leftOutChips ?? []].map(({target, method: name, op, reason}) =>
    element('p', {class: 'empty'}, 'The class has no kernels for ' + target + ': in ' + name + ', ' + op + ': ' + reason + '.'));
  document.getElementById('unfused').replaceChildren(...leftOut, ...(buttons.length ? buttons
    : [element('p', {class: 'empty'}, empty)]));
  fold('unfused', view.selection.edge !== undefined);
}

/** The Java lines of both ends of an edge, once if they are one, and what goes from the one to the other. */
function edgeLines(method, edge) {
  const origins = [edge.producer, edge.consumer].map(id => method.byId.get(id).origin).filter(Boolean);
  const lines = [...new Set(origins)].map(origin => element('code', {class: 'origin'}, origin + '  ' + javaLine(origin)));
  const kernel = method.kernels.find(each => each.writes.some(value => value.node === edge.from));
  const bytes = kernel?.writes.find(value => value.node === edge.from).bytes;
  return bytes ? [...lines, element('em', {}, byteText(evaluate(bytes, method)) + ' in between')] : lines;
}

/** Entries of a list that a narrow window shows before the reader opens the list. */
const FOLDED_ENTRIES = 3;

/** Folds a list, which only narrow windows do, and labels the button that opens it. */
function fold(id, opened) {
  const list = document.getElementById(id);
  const count = list.querySelectorAll('button').length;
  const button = document.querySelector(`[aria-controls="${id}"]`);
  const setFolded = folded => {
    list.classList.toggle('folded', folded);
    button.setAttribute('aria-expanded', !folded);
    button.textContent = folded ? 'Show ' + count : 'Show ' + FOLDED_ENTRIES;
    button.setAttribute('aria-label', button.textContent + ': ' + document.getElementById(id + '-title').textContent);
  };
  button.hidden = count <= FOLDED_ENTRIES;
  button.onclick = () => setFolded(!list.classList.contains('folded'));
  setFolded(count > FOLDED_ENTRIES && !opened);
}

/** State of the values that a gradient needs: saved, or recomputed. */
function showChoices(method) {
  const choices = method.choices ?? [];
  const buttons = choices.map(choice => element('button', {
    type: 'button', class: choice.choice === 'recomputed' ? 'again' : 'kept', 'data-origin': choice.origin ?? null,
    onclick: () => selectLine(choice.origin ?? ''),
  }, element('b', {}, valueName({label: '', ...choice}) + ' ' + choice.type),
  element('em', {}, choice.choice + ', ' + byteText(evaluate(choice.bytes, method))),
  element('span', {}, sentence(choice.reason))));
  document.getElementById('choices').replaceChildren(...buttons);
  fold('choices', false);
  for (const id of ['choices', 'choices-heading']) document.getElementById(id).hidden = !choices.length;
}

/* Selection. */

/** Shows a selection in all views. from is the one in which it was made, which does not move. */
function select(selection, from) {
  view.selection = {...selection, from};
  if (selection.kernel !== undefined && selection.kernel !== view.kernel) openKernel(selection.kernel);
  mark(true);
}

function mark(reveal) {
  panes.before.mark(view.selection, reveal);
  panes.after.mark(view.selection, reveal);
  markSources(view.selection);
  document.querySelectorAll('#unfused button').forEach(button => {
    const chosen = Number(button.dataset.edge) === view.selection.edge;
    button.setAttribute('aria-pressed', chosen);
    if (chosen && Number(button.dataset.edge) >= FOLDED_ENTRIES) fold('unfused', true);
    if (chosen) button.scrollIntoView({block: 'nearest'});
  });
}

/** The kernel that computes a node of the final graph, or what the same Java line became. */
function kernelOf(ids, lines) {
  const {final, byId} = view.method;
  const direct = [...ids].find(id => final.kernelOf.has(id));
  const similar = final.nodes.find(id => final.kernelOf.has(id) && lines.includes(byId.get(id).origin));
  return final.kernelOf.get(direct ?? similar);
}

function selectNode(id) {
  const {origin} = view.method.byId.get(id) ?? {};
  const lines = origin ? [origin] : [];
  select({nodes: new Set([id]), lines, kernel: kernelOf([id], lines), edge: undefined});
}

function selectLine(origin) {
  const nodes = view.method.nodes.filter(node => node.origin === origin).map(node => node.id);
  select({nodes: new Set(nodes), lines: [origin], kernel: kernelOf(nodes, [origin]), edge: undefined}, 'java');
}

function selectKernel(index) {
  const kernel = view.method.kernels[index];
  if (!kernel) return;
  const lines = kernel.nodes.map(id => view.method.byId.get(id).origin).filter(Boolean);
  select({nodes: new Set(kernel.nodes), lines: [...new Set(lines)], kernel: index, edge: undefined}, 'kernel');
}

function selectUnfused(index) {
  const edge = view.method.unfused[index];
  if (view.after !== view.method.final.index) showGraphs(view.before, view.method.final.index);
  const nodes = new Set([edge.from, edge.to].filter(id => id >= 0));
  const lines = [edge.producer, edge.consumer].map(id => view.method.byId.get(id).origin).filter(Boolean);
  select({nodes, lines: [...new Set(lines)], kernel: kernelOf(nodes, lines), edge: index});
}
