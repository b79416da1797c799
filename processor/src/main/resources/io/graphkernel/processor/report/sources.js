/* The Java lines of a method, and the source that was generated for its kernels. */

const JAVA_WORDS = new Set(('abstract assert boolean break byte case catch char class const continue default do double else enum '
  + 'extends final finally float for if implements import instanceof int interface long native new package private protected '
  + 'public record return short static super switch this throw throws try var void volatile while true false null').split(' '));
const C_WORDS = new Set(('break case char const continue default do double else enum extern float for goto if inline int long '
  + 'register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while '
  + 'gk_f32 gk_f64 gk_i64 gk_int64 gk_slot GK_INLINE '
  + '__kernel __global __local __constant __private __attribute__ GK_KERNEL').split(' '));
const PTX_WORDS = new Set(('align b8 b16 b32 b64 const entry f32 f64 global local param pred reg reqntid s16 s32 s64 '
  + 'shared u8 u16 u32 u64 visible').split(' '));
const TOKENS = /(\/\/.*|\/\*.*?(?:\*\/|$)|^ \*(?: .*|\/|$))|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(@?[A-Za-z_$][\w$]*)|(\d[\w.]*)/g;
/** More kernels than that of one Java line are not told apart by marks. */
const MOST_MARKS = 3;
const ORIGIN_COMMENT = /^\/\* (\S+:\d+) \*\/$/;

/** Coloured text. identify gives the attributes of a word that means something, or nothing. */
function coloured(line, words, identify) {
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > end) parts.push(line.slice(end, match.index));
    end = match.index + match[0].length;
    const known = identify(match[0]);
    if (known) parts.push(element('span', known, match[0]));
    else if (match[1]) parts.push(element('span', {class: 'comment'}, match[0]));
    else if (match[2]) parts.push(element('span', {class: 'text'}, match[0]));
    else if (match[3]) parts.push(words.has(match[0]) || match[0].startsWith('@')
      ? element('span', {class: 'word'}, match[0]) : match[0]);
    else parts.push(element('span', {class: 'number'}, match[0]));
  }
  parts.push(line.slice(end));
  return parts;
}

/** One line of source. A line that belongs to an op or a value is a button. */
function sourceLine(number, content, action, attributes = {}, marks = []) {
  const line = element('div', {class: action ? 'line active' : 'line', ...attributes},
    element('span', {class: 'number', 'aria-hidden': 'true'}, number),
    element('span', {class: 'marks'}, marks),
    element('span', {class: 'content'}, content));
  if (action) {
    setAll(line, {role: 'button', tabindex: 0, onclick: action, onkeydown: event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      action(event);
    }});
  }
  return line;
}

/* Java. */

/** The parts of Java files that a method's ops come from: the method itself, then methods that it calls. */
function javaParts(method) {
  const own = {owner: method.owner, name: method.name, first: method.firstLine, last: endLine(method.owner, method.lastLine)};
  const parts = [own];
  const unknown = new Set();
  for (const origin of new Set(method.nodes.map(node => node.origin))) {
    const [file, line] = splitOrigin(origin);
    if (!file || parts.some(part => part.owner.source.file === file && line >= part.first && line <= part.last)) continue;
    const called = methods.find(other => other.owner.source.file === file
      && line >= other.firstLine && line <= endLine(other.owner, other.lastLine));
    if (called) {
      parts.push({owner: called.owner, name: called.name, first: called.firstLine,
        last: endLine(called.owner, called.lastLine)});
    } else unknown.add(origin);
  }
  return {parts, unknown: [...unknown]};
}

function splitOrigin(origin) {
  const colon = origin.lastIndexOf(':');
  return [origin.slice(0, colon), Number(origin.slice(colon + 1))];
}

/** A line of a Java file of the report, without its indentation. */
function javaLine(origin) {
  const [file, line] = splitOrigin(origin);
  const owner = report.classes.find(other => other.source.file === file);
  return owner?.source.lines[line - 1]?.trim() ?? '';
}

/** The record keeps the line of a method's last expression; what closes the body follows. */
function endLine(owner, lastLine) {
  const {lines} = owner.source;
  let end = lastLine;
  while (end < lines.length && !lines[end - 1].trim().startsWith('}') && !/[;}]\s*}\s*$/.test(lines[end - 1])) end++;
  return Math.min(end, lines.length);
}

function showJava(method, callbacks) {
  const kernelsAt = new Map();
  method.kernels.forEach(kernel => kernel.nodes.forEach(id => {
    const {origin} = method.byId.get(id);
    if (!kernelsAt.has(origin)) kernelsAt.set(origin, new Set());
    kernelsAt.get(origin).add(kernel.index);
  }));
  const origins = new Set(method.nodes.map(node => node.origin));
  const {parts, unknown} = javaParts(method);
  const shown = [];
  parts.forEach((part, index) => {
    const {file, lines} = part.owner.source;
    shown.push(element('h4', {}, file + (index ? ' — ' + part.name + ', called' : '')));
    const indent = commonIndent(lines.slice(part.first - 1, part.last));
    for (let number = part.first; number <= part.last; number++) {
      const origin = file + ':' + number;
      const marks = [...kernelsAt.get(origin) ?? []].slice(0, MOST_MARKS).map(kernel => element('i', {
        class: 'mark kernel-' + kernel % KERNEL_COLORS, title: method.kernels[kernel].name}));
      const content = coloured((lines[number - 1] ?? '').slice(indent), JAVA_WORDS, () => undefined);
      const action = origins.has(origin) ? () => callbacks.line(origin) : undefined;
      shown.push(sourceLine(number, content, action, {'data-origin': origin}, marks));
    }
  });
  if (unknown.length) {
    shown.push(element('h4', {}, 'Elsewhere'));
    unknown.forEach(origin => shown.push(
      sourceLine('', origin, () => callbacks.line(origin), {'data-origin': origin})));
  }
  const root = document.getElementById('java');
  root.style.setProperty('--most-marks', Math.min(MOST_MARKS,
    Math.max(0, ...[...kernelsAt.values()].map(kernels => kernels.size))));
  root.replaceChildren(...shown);
}

function commonIndent(lines) {
  return Math.min(...lines.filter(line => line.trim()).map(line => line.search(/\S/)), 40);
}

/* Kernels. */

function showKernels(method, callbacks) {
  const many = method.kernels.length > 4;
  const buttons = method.kernels.map(kernel => element('button', {
    type: 'button',
    class: 'kernel kernel-' + kernel.index % KERNEL_COLORS,
    'data-kernel': kernel.index,
    'aria-pressed': 'false',
    'aria-label': kernel.name + ', ' + counted(kernel.nodes.length, 'op', 'ops'),
    title: kernel.name + ': ' + method.final.groups[kernel.group].name,
    onclick: () => callbacks.kernel(kernel.index),
  }, element('b', {}, many ? kernel.index : kernel.name), ' ' + counted(kernel.nodes.length, 'op', 'ops')));
  document.getElementById('kernels').replaceChildren(...joined(method, buttons));
}

/** Kernels that one launch runs are in one frame. */
function joined(method, buttons) {
  const launches = [];
  method.kernels.forEach((kernel, index) => {
    if (launches[launches.length - 1]?.number !== kernel.launch) launches.push({number: kernel.launch, buttons: []});
    launches[launches.length - 1].buttons.push(buttons[index]);
  });
  return launches.flatMap(launch => launch.buttons.length === 1 ? launch.buttons
    : [element('span', {class: 'joint', role: 'group', 'aria-label': 'One launch', title: 'One launch'}, launch.buttons)]);
}

/** The source in a language, or the first one if there is none in it. */
function sourceIn(sources, language) {
  return sources.find(source => source.language === language) ?? sources[0];
}

function showLanguages(sources, shown, callbacks) {
  const buttons = sources.map(source => element('button', {
    type: 'button',
    'aria-pressed': source === shown,
    title: 'For ' + source.target,
    onclick: () => callbacks.language(source.language),
  }, source.language));
  document.getElementById('languages').replaceChildren(...(buttons.length > 1 ? buttons : []));
}

function showKernel(method, kernel, language, callbacks) {
  const shown = kernel && sourceIn(kernel.sources, language);
  showLanguages(kernel?.sources ?? [], shown, callbacks);
  const facts = document.getElementById('kernel-facts');
  const code = document.getElementById('kernel');
  document.querySelectorAll('#kernels button').forEach(button =>
    button.setAttribute('aria-pressed', Number(button.dataset.kernel) === kernel?.index));
  if (!kernel) {
    facts.textContent = 'No launch: every result is a parameter.';
    code.shown = undefined;
    code.replaceChildren();
    return;
  }
  const value = ({node, bytes}) => movedName(method, method.byId.get(node)) + ' ' + byteText(evaluate(bytes, method));
  facts.replaceChildren(
    element('b', {}, kernel.name + ', ' + kernel.form), ' · reads ' + (kernel.reads.map(value).join(', ') || 'nothing')
    + ' · writes ' + kernel.writes.map(value).join(', ') + ' · ' + costSentence(kernelCost(method, kernel)));
  if (shown?.facts) facts.append(factTable(shown));
  showText(method, kernel, shown, callbacks);
}

/** Resource usage of a kernel on a chip. */
function factTable({language, facts}) {
  const rows = facts.map(({name, value}) =>
    element('tr', {}, element('th', {scope: 'row'}, name), element('td', {}, value)));
  return element('details', {class: 'chip'},
    element('summary', {}, 'What ' + language + ' takes of the chip'), element('table', {}, element('tbody', {}, rows)));
}

/** Unless another kernel or language has been chosen by the time when the text is there. */
async function showText(method, kernel, source, callbacks) {
  const code = document.getElementById('kernel');
  code.shown = source ?? kernel;
  const texts = source ? await sourceLines(method.owner, source) : [];
  if (code.shown !== (source ?? kernel)) return;
  const identifiers = source?.identifiers ?? kernel.identifiers;
  const lines = texts.map((text, index) => kernelLine(source, identifiers, text, index, callbacks));
  code.replaceChildren(...(lines.length ? lines
    : [element('p', {class: 'empty'}, 'A library computes this: ' + method.final.groups[kernel.group].name + '.')]));
  code.scrollTop = 0;
  callbacks.textShown();
}

function movedName(method, node) {
  return node.op === 'Assign' ? method.byId.get(method.final.operands(node.id)[0]).label + ' (updated)' : valueName(node);
}

function kernelLine(source, identifiers, text, index, callbacks) {
  const nodes = new Set();
  let origin;
  const content = coloured(text, source.language === 'PTX' ? PTX_WORDS : C_WORDS, word => {
    const comment = word.match(ORIGIN_COMMENT);
    if (comment) {
      origin = comment[1];
      return {class: 'comment origin'};
    }
    const node = identified(identifiers, word);
    if (node === undefined) return undefined;
    nodes.add(node);
    return {class: 'value', 'data-value': node};
  });
  const attributes = {'data-values': [...nodes].join(' '), 'data-from': origin ?? null};
  const action = nodes.size || origin ? event => {
    const value = event.target.closest('[data-value]');
    if (value) callbacks.node(Number(value.dataset.value));
    else if (origin) callbacks.line(origin);
    else callbacks.node([...nodes][0]);
  } : undefined;
  return sourceLine(index + 1, content, action, attributes);
}

/** The value that a variable is: its name has a prefix, and a suffix where there are several of it. */
function identified(identifiers, word) {
  const cut = word.indexOf('_');
  if (cut <= 0) return undefined;
  let name = word.slice(cut + 1);
  while (name) {
    if (Object.hasOwn(identifiers, name)) return identifiers[name];
    const shorter = name.replace(/_(row|at|\d+)$/, '');
    if (shorter === name) return undefined;
    name = shorter;
  }
  return undefined;
}

/* The selection in both. */

function markSources(selection) {
  const lines = new Set(selection.lines);
  // A selected kernel is shown whole: to mark all that it computes would mark everything.
  const nodes = selection.from === 'kernel' ? new Set() : selection.nodes;
  const linesOfKernel = selection.from === 'kernel' ? new Set() : lines;
  markLines('java', selection.from, line => lines.has(line.dataset.origin));
  markLines('kernel', selection.from, line => (line.dataset.from !== undefined && linesOfKernel.has(line.dataset.from))
    || line.dataset.values?.split(' ').some(value => value && nodes.has(Number(value))));
  document.querySelectorAll('#kernel .value').forEach(value =>
    value.classList.toggle('chosen', nodes.has(Number(value.dataset.value))));
}

function markLines(id, from, isChosen) {
  const root = document.getElementById(id);
  const chosen = [...root.querySelectorAll('.line')].filter(line => line.classList.toggle('chosen', isChosen(line)));
  // A line that computes something says more than the parameters of its function.
  const first = chosen.find(line => line.dataset.from) ?? chosen[0];
  if (first && from !== id) {
    root.scrollTop = Math.max(0, first.offsetTop - root.offsetTop - root.clientHeight / 3);
  }
}
