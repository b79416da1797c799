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
  const {perOp, fused, unavoidableBytes} = method.cost;
  const {memory} = method;
  const before = evaluate(perOp.bytes, method);
  const after = evaluate(fused.bytes, method);
  const unavoidable = evaluate(unavoidableBytes, method);
  const saved = before > 0 ? Math.round((1 - after / before) * 100) : 0;
  const figure = (label, value, note, title) => element('div', {class: 'figure', title: title ?? null},
    element('span', {class: 'label'}, label), element('span', {class: 'value'}, value), element('span', {class: 'note'}, note));
  const launches = perOp.launches - fused.launches;
  const edges = method.unfused.length;
  document.getElementById('figures').replaceChildren(
    figure('Launches', perOp.launches + ' → ' + fused.launches, launches ? launches + ' saved' : 'as many as ops'),
    figure('Bytes moved', byteText(before) + ' → ' + byteText(after), saved + ' % saved',
      formula(perOp.bytes) + '  →  ' + formula(fused.bytes)),
    bars(before, after, unavoidable),
    figure('Over the unavoidable', unavoidable ? (after / unavoidable).toFixed(2) + ' ×' : '—',
      'inputs once, results once', formula(unavoidableBytes)),
    figure('Memory in between', byteText(evaluate(memory.planned ? memory.bound : memory.peak, method)),
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
  const again = choices.filter(choice => choice.choice === 'computed again').length;
  return (choices.length - again) + ' saved, ' + again + ' computed again';
}

/** Bytes as lengths: one kernel per op, fused, and a line where no plan can go below. */
function bars(before, after, unavoidable) {
  const most = Math.max(before, after, unavoidable, 1);
  const percent = bytes => (bytes / most * 100).toFixed(2) + '%';
  const bar = (name, bytes) => element('div', {class: 'bar-row'}, element('span', {}, name),
    element('span', {class: 'track'}, element('span', {class: 'fill ' + name.replace(' ', '-'), style: 'width:' + percent(bytes)}),
      element('span', {class: 'limit', style: 'left:' + percent(unavoidable)})));
  return element('div', {class: 'bars', 'aria-hidden': 'true'}, bar('per op', before), bar('fused', after));
}

function showSizes(method) {
  const fields = method.symbols.map(symbol => element('label', {},
    element('code', {}, symbol), element('input', {
      type: 'number', min: 0, step: 1, value: sizeOf(symbol),
      'aria-label': symbol.startsWith('#') ? 'elements of the broadcast of ' + symbol.slice(2, -1) : 'size ' + symbol,
      title: symbol.startsWith('#') ? 'Elements of the broadcast of ' + symbol.slice(2, -1) : null,
      oninput: event => {
        sizes.set(symbol, Math.max(0, Math.floor(Number(event.target.value) || 0)));
        showFigures(method);
        showChoices(method);
        openKernel(view.kernel);
      },
    })));
  document.getElementById('sizes').replaceChildren(...(fields.length ? [element('span', {}, 'Sizes'), ...fields] : []));
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
  }, element('b', {}, valueName(method.byId.get(edge.producer)) + ' → ' + valueName(method.byId.get(edge.consumer))),
  element('span', {}, sentence(edge.reason))));
  const {nodes: ops, groupOf} = method.final;
  const between = ops.some(id => tensorOperands(method.final, id)
    .some(operand => groupOf.has(operand) && groupOf.get(operand) !== groupOf.get(id)));
  const empty = between ? 'Values go from kernel to kernel, and no pass gave a reason.'
    : 'Nothing. No value leaves a kernel for another one.';
  const leftOut = (method.owner.leftOut ?? []).map(({target, method: name, op, reason}) =>
    element('p', {class: 'empty'}, 'The class has no kernels for ' + target + ': in ' + name + ', ' + op + ': ' + reason + '.'));
  document.getElementById('unfused').replaceChildren(...leftOut, ...(buttons.length ? buttons
    : [element('p', {class: 'empty'}, empty)]));
}

/** What became of the values that a gradient needs: saved, or computed again. */
function showChoices(method) {
  const choices = method.choices ?? [];
  const buttons = choices.map(choice => element('button', {
    type: 'button', class: choice.choice === 'computed again' ? 'again' : 'kept', 'data-origin': choice.origin ?? null,
    onclick: () => selectLine(choice.origin ?? ''),
  }, element('b', {}, valueName({label: '', ...choice}) + ' ' + choice.type),
  element('em', {}, choice.choice + ', ' + byteText(evaluate(choice.bytes, method))),
  element('span', {}, sentence(choice.reason))));
  document.getElementById('choices').replaceChildren(...buttons);
  for (const id of ['choices', 'choices-title']) document.getElementById(id).hidden = !choices.length;
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
