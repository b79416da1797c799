/* One of the two graph panes: draws a graph, moves and zooms it, and shows the selection. */

const SVG = 'http://www.w3.org/2000/svg';
const SMALLEST_ZOOM = 0.04;
const LARGEST_ZOOM = 3;
/** Where a whole graph would be smaller, a pane begins at its top, as wide as the pane, and a map shows the rest. */
const READABLE_ZOOM = 0.85;
const NARROWEST_ZOOM = 0.72;
const KERNEL_COLORS = 8;

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  setAll(made, attributes);
  made.append(...children);
  return made;
}

class GraphPane {

  constructor(side, callbacks) {
    this.callbacks = callbacks;
    this.choice = element('select', {'aria-label': 'Graph ' + side, onchange: () => callbacks.choose(+this.choice.value)});
    this.facts = element('span', {class: 'facts'});
    this.world = svg('g');
    this.canvas = svg('svg', {tabindex: 0, role: 'application', 'aria-roledescription': 'graph',
      'aria-label': 'Graph ' + side + '; arrow keys go along its edges'},
      svg('defs', {}, svg('marker', {id: 'arrow-' + side, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8,
        markerHeight: 8, markerUnits: 'userSpaceOnUse', orient: 'auto'}, svg('path', {d: 'M0 0L8 4L0 8z', class: 'arrow'}))),
      this.world);
    this.map = new GraphMap(this);
    this.side = side;
    const button = (text, label, action) =>
      element('button', {type: 'button', 'aria-label': label + ' graph ' + side, title: label, onclick: action}, text);
    this.root = element('section', {class: 'pane', 'aria-label': 'Graph ' + side},
      element('div', {class: 'pane-bar'}, element('b', {}, side === 'before' ? 'Before' : 'After'), this.choice, this.facts,
        button('−', 'Zoom out', () => this.zoom(1 / 1.25)), button('+', 'Zoom in', () => this.zoom(1.25)),
        button('⤢', 'Fit', () => this.fit(true))),
      element('div', {class: 'canvas'}, this.canvas, this.map.root));
    this.listen();
  }

  show(graph, choices) {
    this.choice.replaceChildren(...choices);
    this.choice.value = graph.index;
    if (this.graph === graph) return;
    this.graph = graph;
    graph.drawing ??= layOut(graph);
    const kernels = graph.groups.length;
    this.facts.textContent = counted(graph.nodes.length, 'op', 'ops')
      + (kernels ? ' in ' + counted(kernels, 'kernel', 'kernels') : '');
    this.draw();
    this.fit(false);
    this.focused = undefined;
  }

  draw() {
    const drawing = this.graph.drawing;
    this.elements = new Map();
    this.edges = drawing.edges.map(edge => this.edge(edge));
    this.boxes = drawing.boxes.map(box => this.box(box));
    const nodes = [...drawing.nodes.values()].map(node => this.node(node));
    this.world.replaceChildren(...this.boxes, ...this.edges.map(edge => edge.shape), ...nodes);
  }

  kernelClass(group) {
    const kernel = this.graph.kernelOf.get(this.graph.groups[group].nodes[0]);
    return kernel === undefined ? '' : ' kernel kernel-' + kernel % KERNEL_COLORS;
  }

  box(box) {
    const group = this.graph.groups[box.group];
    const kernel = this.graph.kernelOf.get(group.nodes[0]);
    const name = kernel === undefined ? group.name : this.graph.method.kernels[kernel].name;
    const text = name + ' · ' + counted(group.nodes.length, 'op', 'ops');
    const letters = Math.floor((box.w - 16) / LETTER_WIDTH);
    const shape = svg('g', {class: 'box' + this.kernelClass(box.group), 'data-group': box.group},
      svg('rect', {x: box.x, y: box.y, width: box.w, height: box.h, rx: 10}),
      svg('text', {x: box.x + 10, y: box.y + 15}));
    shape.lastChild.textContent = text.length > letters ? text.slice(0, letters - 1) + '…' : text;
    shape.append(svg('title'));
    shape.lastChild.textContent = group.name;
    return shape;
  }

  node(node) {
    const group = this.graph.groupOf.get(node.key);
    const alone = group !== undefined && this.graph.groups[group].nodes.length === 1;
    const shape = svg('g', {
      class: 'node ' + node.kind + (alone ? this.kernelClass(group) : ''),
      transform: `translate(${coordinate(node)})`,
      'data-node': node.key,
      role: 'button',
      'aria-label': node.lines.join(', '),
    }, svg('rect', {width: node.w, height: node.h, rx: node.kind === 'op' ? 5 : node.h / 2}));
    node.lines.forEach((line, index) => {
      const text = svg('text', {x: node.w / 2, y: 17 + index * LINE_HEIGHT, class: index ? 'minor' : 'major'});
      text.textContent = line;
      shape.append(text);
    });
    const {origin, attributes} = this.graph.method.byId.get(node.key) ?? {};
    shape.append(svg('title'));
    shape.lastChild.textContent = [...node.lines, attributes, origin].filter(Boolean).join('\n');
    this.elements.set(node.key, shape);
    return shape;
  }

  edge(edge) {
    const {method} = this.graph;
    const within = this.graph.groupOf.get(edge.from) === this.graph.groupOf.get(edge.to);
    const unfused = this.graph === method.final && !within ? unfusedIndex(method, edge.from, edge.to) : -1;
    const shape = svg('path', {
      d: pathText(edge.points),
      class: unfused < 0 ? 'edge' : 'edge cut',
      'marker-end': `url(#arrow-${this.side})`,
    });
    if (unfused >= 0) {
      shape.dataset.unfused = unfused;
      shape.append(svg('title'));
      shape.lastChild.textContent = 'Not fused: ' + sentence(method.unfused[unfused].reason);
    }
    return {...edge, unfused, shape};
  }

  /** Marks what the selection names, and brings the first of it into view. */
  mark(selection, reveal) {
    const chosen = new Set([...selection.nodes].flatMap(id => this.elements.has(id) ? [id] : this.counterparts(id)));
    this.canvas.classList.toggle('selecting', chosen.size > 0);
    for (const [key, shape] of this.elements) {
      shape.classList.toggle('chosen', chosen.has(key));
      shape.setAttribute('aria-pressed', chosen.has(key));
    }
    for (const edge of this.edges) {
      const chosenEdge = selection.edge !== undefined && edge.unfused === selection.edge;
      edge.shape.classList.toggle('chosen', chosenEdge);
      edge.shape.classList.toggle('near', chosen.has(edge.from) || chosen.has(edge.to));
    }
    const isFinal = this.graph === this.graph.method.final;
    for (const box of this.boxes) {
      const kernel = this.graph.kernelOf.get(this.graph.groups[box.dataset.group].nodes[0]);
      box.classList.toggle('chosen', isFinal && kernel !== undefined && kernel === selection.kernel);
    }
    if (reveal && chosen.size) this.reveal([...chosen].map(key => this.graph.drawing.nodes.get(key)));
  }

  /** The nodes of this graph that come from the same Java line as a node of another graph; of the same op, if any are. */
  counterparts(id) {
    const {byId} = this.graph.method;
    const {op, origin} = byId.get(id);
    const sameLine = this.graph.nodes.filter(other => origin && byId.get(other).origin === origin);
    const sameOp = sameLine.filter(other => byId.get(other).op === op);
    return sameOp.length ? sameOp : sameLine;
  }

  /* Moving and zooming. */

  size() {
    return {width: this.canvas.clientWidth || 600, height: this.canvas.clientHeight || 400};
  }

  fit(all) {
    const {width, height} = this.size();
    const drawing = this.graph.drawing;
    const margin = 18;
    const across = (width - 2 * margin) / drawing.width;
    const whole = Math.min(across, (height - 2 * margin) / drawing.height, 1.1);
    const readable = Math.min(Math.max(across, NARROWEST_ZOOM), READABLE_ZOOM);
    this.scale = Math.max(all ? whole : Math.max(whole, readable), SMALLEST_ZOOM);
    this.x = (width - drawing.width * this.scale) / 2;
    this.y = Math.max((height - drawing.height * this.scale) / 2, margin);
    if (drawing.width * this.scale > width) this.centreOn(this.firstNode());
    this.moved();
    this.placedByReader = false;
  }

  /** A graph that the reader has not moved is placed again in a pane of another size. */
  resized() {
    if (!this.placedByReader) this.fit(false);
    this.map.moved();
  }

  firstNode() {
    return [...this.graph.drawing.nodes.values()].reduce((a, b) => b.y < a.y ? b : a);
  }

  centreOn(node) {
    this.x = this.size().width / 2 - (node.x + node.w / 2) * this.scale;
  }

  reveal(nodes) {
    const {width, height} = this.size();
    const left = Math.min(...nodes.map(node => node.x));
    const right = Math.max(...nodes.map(node => node.x + node.w));
    const top = Math.min(...nodes.map(node => node.y));
    const bottom = Math.max(...nodes.map(node => node.y + node.h));
    const inside = left * this.scale + this.x >= 0 && right * this.scale + this.x <= width
      && top * this.scale + this.y >= 0 && bottom * this.scale + this.y <= height;
    if (inside) return;
    this.x = width / 2 - (left + right) / 2 * this.scale;
    const tall = (bottom - top) * this.scale > height - 40;
    this.y = tall ? 20 - top * this.scale : height / 2 - (top + bottom) / 2 * this.scale;
    this.moved();
  }

  zoom(factor, centre = {x: this.size().width / 2, y: this.size().height / 2}) {
    const scale = Math.min(Math.max(this.scale * factor, SMALLEST_ZOOM), LARGEST_ZOOM);
    this.x = centre.x - (centre.x - this.x) * scale / this.scale;
    this.y = centre.y - (centre.y - this.y) * scale / this.scale;
    this.scale = scale;
    this.moved();
  }

  moved() {
    this.placedByReader = true;
    this.world.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.canvas.classList.toggle('far', this.scale < 0.45);
    this.canvas.classList.toggle('farther', this.scale < 0.25);
    this.map.moved();
  }

  listen() {
    this.canvas.addEventListener('wheel', event => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        const bounds = this.canvas.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY / 240), {x: event.clientX - bounds.left, y: event.clientY - bounds.top});
      } else {
        this.x -= event.shiftKey ? event.deltaY : event.deltaX;
        this.y -= event.shiftKey ? 0 : event.deltaY;
        this.moved();
      }
    }, {passive: false});
    this.canvas.addEventListener('pointerdown', event => {
      if (event.button === 0) this.drag = {x: event.clientX, y: event.clientY, far: false, id: event.pointerId};
    });
    this.canvas.addEventListener('pointermove', event => {
      if (!this.drag) return;
      const dx = event.clientX - this.drag.x;
      const dy = event.clientY - this.drag.y;
      if (!this.drag.far && Math.hypot(dx, dy) < 4) return;
      if (!this.drag.far) this.canvas.setPointerCapture(this.drag.id);
      this.drag = {...this.drag, x: event.clientX, y: event.clientY, far: true};
      this.x += dx;
      this.y += dy;
      this.moved();
    });
    this.canvas.addEventListener('pointerup', event => {
      const dragged = this.drag?.far;
      this.drag = undefined;
      if (!dragged) this.click(event.target);
    });
    this.canvas.addEventListener('pointercancel', () => this.drag = undefined);
    this.canvas.addEventListener('keydown', event => this.key(event));
    this.canvas.addEventListener('blur', () => this.focusOn(undefined));
  }

  click(target) {
    const node = target.closest('[data-node]');
    const cut = target.closest('[data-unfused]');
    const box = target.closest('[data-group]');
    if (node) this.choose(node.dataset.node);
    else if (cut) this.callbacks.unfused(+cut.dataset.unfused);
    else if (box && this.graph === this.graph.method.final) {
      this.callbacks.kernel(this.graph.kernelOf.get(this.graph.groups[box.dataset.group].nodes[0]));
    } else this.callbacks.clear();
  }

  choose(key) {
    const id = key.startsWith('result') ? this.graph.results[+key.slice('result'.length)].value : +key;
    this.callbacks.node(id);
  }

  key(event) {
    const zooms = {'+': 1.25, '=': 1.25, '-': 1 / 1.25};
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in zooms) this.zoom(zooms[event.key]);
    else if (event.key === '0') this.fit(true);
    else if (event.key.startsWith('Arrow')) this.step(event.key);
    else if ((event.key === 'Enter' || event.key === ' ') && this.focused !== undefined) this.choose(String(this.focused));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Down and up along edges; left and right to the next node at about the same height. */
  step(key) {
    const nodes = this.graph.drawing.nodes;
    const from = nodes.get(this.focused);
    if (!from) {
      this.focusOn(this.firstNode().key);
      return;
    }
    const neighbours = {
      ArrowDown: () => this.edges.filter(edge => edge.from === from.key).map(edge => nodes.get(edge.to)),
      ArrowUp: () => this.edges.filter(edge => edge.to === from.key).map(edge => nodes.get(edge.from)),
      ArrowLeft: () => [...nodes.values()].filter(node => node.x < from.x && Math.abs(node.y - from.y) < from.h),
      ArrowRight: () => [...nodes.values()].filter(node => node.x > from.x && Math.abs(node.y - from.y) < from.h),
    }[key]();
    const distance = node => Math.hypot(node.x - from.x, node.y - from.y);
    if (neighbours.length) this.focusOn(neighbours.reduce((a, b) => distance(b) < distance(a) ? b : a).key);
  }

  focusOn(key) {
    const before = this.elements?.get(this.focused);
    before?.classList.remove('focused');
    before?.removeAttribute('id');
    this.focused = key;
    const shape = this.elements?.get(key);
    if (!shape) return;
    shape.classList.add('focused');
    shape.id = 'focused-' + this.side;
    this.canvas.setAttribute('aria-activedescendant', shape.id);
    this.reveal([this.graph.drawing.nodes.get(key)]);
  }
}
