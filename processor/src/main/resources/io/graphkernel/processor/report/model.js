'use strict';

/* The report as the page asks for it: methods with their nodes, graphs and kernels found by number. */

/** The JSON that a script element holds, compressed. */
async function unpacked(holder) {
  const bytes = Uint8Array.from(atob(holder.textContent), letter => letter.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(text).json();
}

document.getElementById('old-browser').hidden = 'DecompressionStream' in window;
const classesOf = page => Promise.all([...page.querySelectorAll('script.data')].map(unpacked));
const report = {classes: await classesOf(document)};
document.querySelectorAll('script.texts').forEach((holder, index) => report.classes[index].textHolder = holder);

/** The generated source of a kernel, as lines. The texts of a class are unpacked when the first of them is asked for. */
async function sourceLines(owner, source) {
  owner.texts ??= unpacked(owner.textHolder);
  return (await owner.texts)[source.text].replace(/\n$/, '').split('\n');
}

/** Default of a dim that is known only at a call: figures name it, and the reader enters others. */
const DEFAULT_SIZE = 64;

function prepareMethod(owner, method) {
  method.owner = owner;
  method.key = owner.name + '/' + method.name;
  method.nodes.forEach(node => Object.assign(node, {label: '', attributes: '', origin: '', ...node}));
  method.byId = new Map(method.nodes.map(node => [node.id, node]));
  restoreGraphs(method);
  method.graphs.forEach((graph, index) => prepareGraph(method, graph, index));
  method.final = method.graphs[method.graphs.length - 1];
  method.kernels.forEach((kernel, index) => {
    kernel.index = index;
    kernel.nodes = method.final.groups[kernel.group].nodes;
    kernel.nodes.forEach(id => method.final.kernelOf.set(id, index));
  });
  method.unfused = eachOnce(method, method.unfused);
  for (const edge of method.unfused) {
    edge.from = inFinal(method, edge.producer);
    edge.to = inFinal(method, edge.consumer);
  }
  // Pages of earlier builds, with which a reader compares, lack these.
  method.cost.written ??= method.cost.perOp;
  method.cost.ops ??= method.final.groups.reduce((count, group) => count + group.nodes.length, 0);
  method.cost.phases ??= method.cost.fused.launches;
  method.kernels.forEach(kernel => kernel.flops ??= '0');
  method.symbols = sizeSymbols(method);
  method.placedSizes = placedSizes(method);
  method.text = [method.key, ...method.nodes.map(node => node.op + ' ' + node.label),
    ...method.final.groups.map(group => group.name)].join('\n').toLowerCase();
}

/** Deduplicates edges that are equal to the user: the first one from a value to ops of one line for the same reason. */
function eachOnce(method, edges) {
  const known = new Set();
  return edges.filter(({producer, consumer, reason}) => {
    const key = [producer, method.byId.get(consumer).origin || consumer, reason].join(' ');
    return !known.has(key) && known.add(key);
  });
}

/** Makes whole graphs of what the report has: differences from the graph before. */
function restoreGraphs(method) {
  let nodes = [];
  let rewired = new Map();
  for (const graph of method.graphs) {
    nodes = edited(nodes, graph.nodes);
    if (graph.rewired.length) {
      rewired = new Map([...rewired, ...graph.rewired.map(([id, ...operands]) => [id, operands])]);
    }
    const changed = rewired;
    graph.nodes = nodes;
    graph.operands = id => changed.get(id) ?? method.byId.get(id).operands;
    graph.groups = graph.groups.map(group => typeof group === 'number'
      ? {name: method.byId.get(group).op, nodes: [group]} : {name: group[0], nodes: group.slice(1)});
  }
}

function edited(list, edits) {
  const result = [];
  let next = 0;
  for (const [at, removed, ...added] of edits) {
    for (; next < at; next++) result.push(list[next]);
    for (const id of added) result.push(id);
    next = at + removed;
  }
  for (; next < list.length; next++) result.push(list[next]);
  return result;
}

function prepareGraph(method, graph, index) {
  graph.index = index;
  graph.method = method;
  graph.ops = new Set(graph.nodes);
  graph.groupOf = new Map();
  graph.kernelOf = new Map();
  graph.groups.forEach((group, number) => group.nodes.forEach(id => graph.groupOf.set(id, number)));
  graph.users = new Map();
  for (const id of graph.nodes) {
    for (const operand of tensorOperands(graph, id)) {
      if (!graph.users.has(operand)) graph.users.set(operand, []);
      graph.users.get(operand).push(id);
    }
  }
  graph.has = new Set([...graph.nodes, ...graph.users.keys()]);
}

/** The tensors that an op reads, each once. */
function tensorOperands(graph, id) {
  return [...new Set(graph.operands(id).filter(operand => typeof operand === 'number'))];
}

/** The final graph's number of a node; of one that a later pass replaced, the number of its replacement. */
function inFinal(method, id) {
  if (method.final.has.has(id)) return id;
  const node = method.byId.get(id);
  const same = method.final.nodes.filter(other => {
    const candidate = method.byId.get(other);
    return candidate.op === node.op && candidate.label === node.label && candidate.origin === node.origin;
  });
  return same.length === 1 ? same[0] : -1;
}

/** The number of the reason why an edge of the final graph is not inside a kernel; -1 if it is. */
function unfusedIndex(method, from, to) {
  const {groupOf} = method.final;
  const exact = method.unfused.findIndex(edge => edge.from === from && edge.to === to);
  if (exact >= 0) return exact;
  // The reason may name the op whose view the kernel reads.
  return method.unfused.findIndex(edge => edge.from === from && groupOf.get(edge.to) === groupOf.get(to));
}

/* Sizes: the report gives bytes as polynomials over the symbols of a signature. */

const parsedSizes = new Map();

/** A size as a function of the values of its symbols. */
function parseSize(text) {
  if (!parsedSizes.has(text)) {
    const tokens = text.match(/#\([^)]*\)|[\p{L}_$][\p{L}\p{N}_$]*|\d+|[-+*(),]/gu) || [];
    let next = 0;
    const take = token => tokens[next] === token && ++next > 0;
    const atom = () => {
      const token = tokens[next++];
      if (token === '(') {
        const inner = sum();
        take(')');
        return inner;
      }
      if (/^\d/.test(token)) return () => Number(token);
      if (!take('(')) return values => values.get(token) ?? DEFAULT_SIZE;
      const first = sum();
      take(',');
      const second = sum();
      take(')');
      return values => SIZE_FUNCTIONS[token](first(values), second(values));
    };
    const product = () => {
      let value = atom();
      while (take('*')) {
        const left = value;
        const right = atom();
        value = values => left(values) * right(values);
      }
      return value;
    };
    const sum = () => {
      const negative = take('-');
      const first = product();
      let value = negative ? values => -first(values) : first;
      while (tokens[next] === '+' || tokens[next] === '-') {
        const sign = tokens[next++] === '+' ? 1 : -1;
        const left = value;
        const right = product();
        value = values => left(values) + sign * right(values);
      }
      return value;
    };
    parsedSizes.set(text, sum());
  }
  return parsedSizes.get(text);
}

const SIZE_FUNCTIONS = {
  floorDiv: (a, b) => Math.floor(a / b),
  min: Math.min,
  max: Math.max,
};

function sizeSymbols(method) {
  const {cost, memory} = method;
  const text = [cost.written.bytes, cost.fused.bytes, cost.unavoidableBytes, cost.products ?? '', memory.bound,
    ...method.kernels.map(kernel => kernel.flops)].join(' ');
  const found = text.match(/#\([^)]*\)|[\p{L}_$][\p{L}\p{N}_$]*/gu) || [];
  return [...new Set(found)].filter(symbol => !(symbol in SIZE_FUNCTIONS)).sort();
}

/** Pages opened from a disk may have no storage; then a choice lasts as long as the page. */
function stored(action) {
  try {
    return action(localStorage);
  } catch {
    return undefined;
  }
}

/** Numbers that the reader has entered, by name, which the browser keeps. */
class Entered {

  constructor(key) {
    this.key = key;
    this.numbers = new Map(Object.entries(stored(storage => JSON.parse(storage.getItem(key))) ?? {}));
  }

  get(name) {
    return this.numbers.get(name);
  }

  /** Not a number forgets what was entered. */
  set(name, text) {
    const number = Number(text);
    if (text.trim() && number >= 0) this.numbers.set(name, number);
    else this.numbers.delete(name);
    stored(storage => storage.setItem(this.key, JSON.stringify(Object.fromEntries(this.numbers))));
  }
}

/** Sizes by their symbols; symbols of the same name have the same size in all methods. */
const sizes = new Entered('graphkernel-sizes');

function sizeOf(symbol, method) {
  return sizes.get(symbol) ?? method.placedSizes.get(symbol)
    ?? (symbol.startsWith('#') ? DEFAULT_SIZE * DEFAULT_SIZE : DEFAULT_SIZE);
}

/** Dims that the figures of a method are computed for, as one phrase. */
function sizesText(method) {
  if (!method.symbols.length) return 'all dims are constants';
  const entered = method.symbols.filter(symbol => sizes.get(symbol) !== undefined).length;
  const name = symbol => symbol.startsWith('#') ? 'elements of ' + symbol.slice(1) : symbol;
  return 'for ' + method.symbols.map(symbol => name(symbol) + ' = ' + countText(sizeOf(symbol, method))).join(', ')
    + (entered === method.symbols.length ? ', as entered' : entered ? ', entered or defaults' : ', which are defaults');
}

/** The bytes of an arena, by its formula; those that are planned at the call are not fewer than their bound. */
function arenaBytes(method) {
  const {planned, bound, peak} = method.memory;
  return evaluate(planned ? bound : peak, method);
}

/** Sizes by the places of their symbols in the shapes of parameters: a batch has fewer elements than an image. */
function placedSizes(method) {
  const shapes = method.parameters.map(parameter => /\[(.*)\]$/.exec(parameter.type)?.[1].split(',').map(dim => dim.trim()) ?? [])
    .sort((a, b) => b.length - a.length);
  const placed = new Map();
  for (const shape of shapes) {
    sizesByPlace(shape).forEach((size, axis) => {
      if (/^[\p{L}_$]/u.test(shape[axis]) && !placed.has(shape[axis])) placed.set(shape[axis], size);
    });
  }
  return placed;
}

function sizesByPlace(shape) {
  const rows = axis => /^(h|height|rows)/i.test(shape[axis]) && /^(w|width|columns)/i.test(shape[axis + 1]);
  if (shape.length === 3) return [8, DEFAULT_SIZE, DEFAULT_SIZE];
  if (shape.length !== 4 || /^\d+$/.test(shape[2] + shape[3])) return [];
  return rows(2) ? [8, 64, 56, 56] : rows(1) ? [8, 56, 56, 64] : [8, 12, DEFAULT_SIZE, DEFAULT_SIZE];
}

function evaluate(text, method) {
  return parseSize(text)(new Map(method.symbols.map(symbol => [symbol, sizeOf(symbol, method)])));
}

/* Texts. */

const countText = count => count.toLocaleString('en');

function formula(text) {
  return text.replaceAll('*', '·');
}

function byteText(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return (bytes >= 100 || unit === 0 ? Math.round(bytes) : bytes.toPrecision(3)) + ' ' + units[unit];
}

function counted(count, one, several) {
  return count + ' ' + (count === 1 ? one : several);
}

/** A reason as a sentence of its own. */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

/** The display name of a value: its Java variable, or its op. */
function valueName(node) {
  if (!node.label) return node.op;
  return node.op === 'Parameter' ? node.label : node.label + ' (' + node.op + ')';
}

/** The display name of a value in the user's code: an op that was derived from another one is named after that. */
function writtenName(method, id) {
  const node = method.byId.get(id);
  const first = method.graphs[0];
  if (first.has.has(id) || !node.origin) return valueName(node);
  const written = first.nodes.map(other => method.byId.get(other)).filter(other => other.origin === node.origin);
  if (written.some(other => other.op === node.op)) return valueName(node);
  return written.length === 1 ? valueName(written[0]) + ': ' + node.op : valueName(node);
}

/** An element with attributes, properties that begin with "on", and children. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAll(made, attributes);
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

function setAll(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name.startsWith('aria-') && typeof value === 'boolean') made.setAttribute(name, value);
    else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
}

/* All methods, in the order of the report. */

const methods = [];
for (const owner of report.classes) {
  for (const method of owner.methods) {
    prepareMethod(owner, method);
    methods.push(method);
  }
}
