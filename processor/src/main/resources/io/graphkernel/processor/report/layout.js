/*
 * The drawing of one graph. Each kernel of several ops is laid out separately, with a port in its upper edge for each
 * input and one in its lower edge for each output. Then kernels, single ops, parameters and results are laid out around
 * it.
 */

const LETTER_WIDTH = 7.23;
const LINE_HEIGHT = 15;
const MOST_LETTERS = 40;
const BOX_PADDING = 14;
const BOX_TITLE = 22;
/** Parameters are inlined into ops at least this many layers below their first reader, in place of a long edge. */
const LONGEST_PARAMETER_EDGE = 4;

/** Returns {nodes: Map from key to a placed node, boxes, edges: {from, to, points}, width, height}. */
function layOut(graph) {
  const named = namedParameters(graph);
  const nodes = drawnNodes(graph, named);
  const links = drawnLinks(graph, nodes, named);
  const boxOf = key => {
    const group = typeof key === 'number' ? graph.groupOf.get(key) : undefined;
    return group !== undefined && graph.groups[group].nodes.length > 1 ? 'box' + group : undefined;
  };
  const boxes = new Map();
  graph.groups.forEach((group, number) => {
    if (group.nodes.length > 1) {
      boxes.set('box' + number, innerLayout(number, group.nodes.map(id => nodes.get(id)), links, boxOf));
    }
  });
  return outerLayout(nodes, links, boxes, boxOf);
}

/** For each op the parameters that it names in its text. */
function namedParameters(graph) {
  const rank = new Map();
  for (const id of graph.nodes) {
    const above = tensorOperands(graph, id).map(operand => rank.get(operand) ?? 0);
    rank.set(id, 1 + Math.max(0, ...above));
  }
  const named = new Map(graph.nodes.map(id => [id, new Set()]));
  for (const id of graph.nodes) {
    const node = graph.method.byId.get(id);
    // An update does not read its parameter.
    if (node.op === 'Assign') named.get(id).add(graph.operands(id)[0]);
  }
  for (const [value, users] of graph.users) {
    if (!rank.has(value)) {
      const first = Math.min(...users.map(id => rank.get(id)));
      users.filter(id => rank.get(id) > first + LONGEST_PARAMETER_EDGE).forEach(id => named.get(id).add(value));
    }
  }
  return named;
}

function drawnNodes(graph, named) {
  const nodes = new Map();
  const add = (key, kind, lines) => {
    const letters = Math.max(...lines.map(line => line.length));
    const w = Math.max(letters * LETTER_WIDTH + 22, 46);
    nodes.set(key, {key, kind, lines, w, h: lines.length * LINE_HEIGHT + 12});
  };
  const isRead = id => graph.users.get(id).some(user => !named.get(user).has(id));
  const parameters = new Set([...graph.users.keys()].filter(id => !graph.ops.has(id) && isRead(id)));
  graph.results.forEach(result => typeof result.value === 'number' && !graph.ops.has(result.value)
    && parameters.add(result.value));
  for (const id of parameters) {
    const node = graph.method.byId.get(id);
    add(id, 'parameter', [shortened(node.label), shortened(node.type)]);
  }
  for (const id of graph.nodes) add(id, 'op', opLines(graph, id, named.get(id)));
  graph.results.forEach((result, index) => add('result' + index, 'result', [shortened(result.name)]));
  return nodes;
}

/** "Mul(·, 2.0)", then its attributes without those that are off, then "variable: type". */
function opLines(graph, id, named) {
  const {byId} = graph.method;
  const node = byId.get(id);
  const texts = graph.operands(id).map(operand =>
    typeof operand !== 'number' ? operand : named.has(operand) ? byId.get(operand).label : '·');
  const spoken = texts.some(text => text !== '·') ? node.op + '(' + texts.join(', ') + ')' : node.op;
  const lines = [shortened(spoken)];
  const attributes = node.attributes.split(/, (?=\w+=)/).filter(text => text && !text.endsWith('=false'));
  if (attributes.length) lines.push(shortened(attributes.join(', ')));
  lines.push(shortened((node.label ? node.label + ': ' : '') + node.type));
  return lines;
}

function shortened(text) {
  return text.length > MOST_LETTERS ? text.slice(0, MOST_LETTERS - 1) + '…' : text;
}

function drawnLinks(graph, nodes, named) {
  const links = [];
  for (const id of graph.nodes) {
    for (const operand of tensorOperands(graph, id)) {
      if (!named.get(id).has(operand)) links.push({from: operand, to: id});
    }
  }
  graph.results.forEach((result, index) => {
    if (nodes.has(result.value)) links.push({from: result.value, to: 'result' + index});
  });
  return links;
}

function innerLayout(number, members, links, boxOf) {
  const key = 'box' + number;
  const inputs = new Map();
  const outputs = new Map();
  const edges = [];
  for (const link of links) {
    const begins = boxOf(link.from) === key;
    const ends = boxOf(link.to) === key;
    if (begins && ends) edges.push({from: link.from, to: link.to, fromDx: 0, toDx: 0});
    else if (ends) {
      inputs.set(link.from, {key: 'in' + link.from, w: 2, h: 0, place: 'first'});
      edges.push({from: 'in' + link.from, to: link.to, fromDx: 0, toDx: 0});
    } else if (begins && !outputs.has(link.from)) {
      outputs.set(link.from, {key: 'out' + link.from, w: 2, h: 0, place: 'last'});
      edges.push({from: link.from, to: 'out' + link.from, fromDx: 0, toDx: 0});
    }
  }
  const inside = layered([...inputs.values(), ...members, ...outputs.values()], edges);
  const routes = new Map(edges.map((edge, index) => [edge.from + '>' + edge.to, inside.routes[index]]));
  const width = Math.max(inside.width, 110);
  return {
    number,
    inside,
    routes,
    shift: {x: BOX_PADDING + (width - inside.width) / 2, y: BOX_TITLE},
    w: width + 2 * BOX_PADDING,
    h: inside.height + BOX_TITLE + (outputs.size ? 0 : BOX_PADDING),
  };
}

/** Position at which a value enters or leaves a kernel, relative to the middle of its box. */
function portDx(box, port) {
  return box.inside.places.get(port).x + box.shift.x - box.w / 2;
}

function outerLayout(nodes, links, boxes, boxOf) {
  const units = new Map();
  for (const node of inUnitOrder(nodes, links, boxOf)) {
    const key = boxOf(node.key) ?? node.key;
    const box = boxes.get(key);
    if (!units.has(key)) units.set(key, {key, w: (box ?? node).w, h: (box ?? node).h});
  }
  const edges = new Map();
  for (const link of links) {
    const from = boxOf(link.from);
    const to = boxOf(link.to);
    if (from === undefined || from !== to) {
      const fromDx = from ? portDx(boxes.get(from), 'out' + link.from) : 0;
      const toDx = to ? portDx(boxes.get(to), 'in' + link.from) : 0;
      edges.set(link.from + '>' + (to ?? link.to), {from: from ?? link.from, to: to ?? link.to, fromDx, toDx});
    }
  }
  const outside = layered([...units.values()], [...edges.values()]);
  const routes = new Map([...edges.keys()].map((key, index) => [key, outside.routes[index]]));
  return composed(nodes, links, boxes, boxOf, outside, routes);
}

/** The nodes in an order in which kernels, too, come after those that they read from. */
function inUnitOrder(nodes, links, boxOf) {
  const members = new Map();
  const before = new Map();
  for (const node of nodes.values()) {
    const unit = boxOf(node.key) ?? node.key;
    if (!members.has(unit)) members.set(unit, []);
    members.get(unit).push(node);
    before.set(unit, new Set());
  }
  for (const link of links) {
    const from = boxOf(link.from) ?? link.from;
    const to = boxOf(link.to) ?? link.to;
    if (from !== to) before.get(to).add(from);
  }
  const waiting = new Map([...before].map(([unit, all]) => [unit, all.size]));
  const after = new Map();
  for (const [unit, all] of before) all.forEach(one => after.set(one, [...(after.get(one) ?? []), unit]));
  const ready = [...waiting.keys()].filter(unit => waiting.get(unit) === 0);
  for (let i = 0; i < ready.length; i++) {
    for (const next of after.get(ready[i]) ?? []) {
      waiting.set(next, waiting.get(next) - 1);
      if (waiting.get(next) === 0) ready.push(next);
    }
  }
  return ready.flatMap(unit => members.get(unit));
}

/** Positions the contents of kernels in their boxes, and concatenates the segments of each edge. */
function composed(nodes, links, boxes, boxOf, outside, routes) {
  const placed = new Map();
  const drawnBoxes = [];
  const corner = new Map();
  for (const [key, box] of boxes) {
    const place = outside.places.get(key);
    corner.set(key, {x: place.x - box.w / 2 + box.shift.x, y: place.y + box.shift.y});
    drawnBoxes.push({group: box.number, x: place.x - box.w / 2, y: place.y, w: box.w, h: box.h});
  }
  for (const node of nodes.values()) {
    const key = boxOf(node.key);
    const place = key ? boxes.get(key).inside.places.get(node.key) : outside.places.get(node.key);
    const from = key ? corner.get(key) : {x: 0, y: 0};
    placed.set(node.key, {...node, x: place.x + from.x - node.w / 2, y: place.y + from.y});
  }
  const shifted = (points, by) => points.map(point => ({x: point.x + by.x, y: point.y + by.y}));
  const edges = links.map(link => {
    const from = boxOf(link.from);
    const to = boxOf(link.to);
    const points = [];
    if (from && from === to) {
      points.push(...shifted(boxes.get(from).routes.get(link.from + '>' + link.to), corner.get(from)));
    } else {
      if (from) {
        const port = boxes.get(from).routes.get(link.from + '>out' + link.from);
        points.push(...shifted(port, corner.get(from)));
      }
      points.push(...routes.get(link.from + '>' + (to ?? link.to)));
      if (to) points.push(...shifted(boxes.get(to).routes.get('in' + link.from + '>' + link.to), corner.get(to)));
    }
    const begin = placed.get(link.from);
    const end = placed.get(link.to);
    return {
      ...link,
      points: [
        {x: begin.x + begin.w / 2, y: begin.y + begin.h},
        ...points,
        {x: end.x + end.w / 2, y: end.y},
      ],
    };
  });
  return {nodes: placed, boxes: drawnBoxes, edges, width: outside.width, height: outside.height};
}

/** A smooth line with a downward direction at every point. */
function pathText(points) {
  let text = 'M' + coordinate(points[0]);
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1];
    const b = points[i];
    // A segment of length zero would leave the arrow without a direction.
    if (Math.hypot(a.x - b.x, a.y - b.y) < 0.5) continue;
    const middle = (a.y + b.y) / 2;
    text += Math.abs(a.x - b.x) < 0.5
      ? 'L' + coordinate(b)
      : 'C' + coordinate({x: a.x, y: middle}) + ' ' + coordinate({x: b.x, y: middle}) + ' ' + coordinate(b);
  }
  return text;
}

function coordinate(point) {
  return Math.round(point.x * 10) / 10 + ' ' + Math.round(point.y * 10) / 10;
}
