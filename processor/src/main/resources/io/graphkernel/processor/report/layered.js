/*
 * Layered drawing after Sugiyama: every edge is directed down. Nodes are assigned to layers by their longest path from
 * a source. An edge that spans several layers has a bend in each. Sweeps that sort each layer by the mean position of
 * the neighbors reduce crossings. Then the layers are positioned one by one, as close to their neighbors as order and
 * gaps permit.
 */

const NODE_GAP = 18;
const BEND_GAP = 9;
const LAYER_GAP = 24;

/**
 * Lays out nodes.
 *
 * nodes: {key, w, h, place: 'first', 'last' or undefined}, in topological order
 * edges: {from, to, fromDx, toDx}, keys, and the offsets of both ends from the middle of their node
 * Returns {places: Map from key to {x, y, w, h}, routes: one list of points per edge, width, height}.
 */
function layered(nodes, edges) {
  const items = new Map(nodes.map(node => [node.key, {...node, up: [], down: [], bend: false}]));
  rankAll(nodes, edges, items);
  const layers = [];
  for (const item of items.values()) addToLayer(layers, item);
  const routes = edges.map(edge => bends(edge, items, layers));
  for (let i = 0; i < layers.length; i++) layers[i] ??= [];
  sortLayers(layers);
  placeAcross(layers);
  return measured(items, layers, routes);
}

function rankAll(nodes, edges, items) {
  const into = new Map(nodes.map(node => [node.key, []]));
  const outOf = new Map(nodes.map(node => [node.key, []]));
  for (const edge of edges) {
    into.get(edge.to).push(edge.from);
    outOf.get(edge.from).push(edge.to);
  }
  const firstPort = nodes.some(node => node.place === 'first') ? 1 : 0;
  let deepest = 0;
  for (const node of nodes) {
    const above = into.get(node.key).map(key => items.get(key).layer + 1);
    items.get(node.key).layer = node.place === 'first' ? 0 : Math.max(firstPort, ...above);
    deepest = Math.max(deepest, items.get(node.key).layer);
  }
  // What has more edges down than up shortens them by going as low as it can.
  for (const node of [...nodes].reverse()) {
    const item = items.get(node.key);
    const below = outOf.get(node.key).map(key => items.get(key).layer - 1);
    if (node.place === 'last') item.layer = deepest;
    else if (!node.place && below.length > into.get(node.key).length) item.layer = Math.min(...below);
  }
}

function addToLayer(layers, item) {
  (layers[item.layer] ??= []).push(item);
}

/** Links the ends of an edge by bends in the layers between, and returns all of them. */
function bends(edge, items, layers) {
  const end = items.get(edge.to);
  const route = [items.get(edge.from)];
  for (let layer = route[0].layer + 1; layer < end.layer; layer++) {
    const bend = {w: 2, h: 0, layer, up: [], down: [], bend: true};
    addToLayer(layers, bend);
    route.push(bend);
  }
  route.push(end);
  for (let i = 1; i < route.length; i++) {
    const upper = route[i - 1];
    const lower = route[i];
    const shift = (i === 1 ? edge.fromDx : 0) - (i === route.length - 1 ? edge.toDx : 0);
    const weight = upper.bend && lower.bend ? 8 : upper.bend || lower.bend ? 2 : 1;
    upper.down.push({item: lower, shift: -shift, weight});
    lower.up.push({item: upper, shift, weight});
  }
  return {edge, items: route};
}

/* Order within the layers. */

const SORT_SWEEPS = 12;
const LARGE = 4000;

function sortLayers(layers) {
  layers.forEach(number);
  const count = layers.reduce((sum, layer) => sum + layer.length, 0);
  const sweeps = count > LARGE ? 4 : SORT_SWEEPS;
  let best = layers.map(layer => [...layer]);
  let fewest = crossings(layers);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const downwards = sweep % 2 === 0;
    const order = downwards ? layers : [...layers].reverse();
    order.forEach(layer => sortLayer(layer, downwards ? 'up' : 'down'));
    const now = crossings(layers);
    if (now < fewest) {
      fewest = now;
      best = layers.map(layer => [...layer]);
    }
  }
  best.forEach((layer, index) => {
    layers[index] = layer;
    number(layer);
  });
}

function number(layer) {
  layer.forEach((item, index) => item.order = index);
}

function sortLayer(layer, side) {
  for (const item of layer) {
    const places = item[side].map(link => link.item.order + link.shift / 1e4);
    item.mean = places.length ? places.reduce((a, b) => a + b, 0) / places.length : item.order;
  }
  layer.sort((a, b) => a.mean - b.mean || a.order - b.order);
  number(layer);
}

/** The number of crossings between adjacent layers, by counting inversions in a binary indexed tree. */
function crossings(layers) {
  let count = 0;
  for (let i = 1; i < layers.length; i++) {
    const tree = new Int32Array(layers[i].length + 1);
    let seen = 0;
    for (const upper of layers[i - 1]) {
      const places = upper.down.map(link => link.item.order).sort((a, b) => a - b);
      for (const place of places) {
        let before = 0;
        for (let at = place + 1; at > 0; at -= at & -at) before += tree[at];
        count += seen - before;
      }
      for (const place of places) {
        for (let at = place + 1; at < tree.length; at += at & -at) tree[at]++;
        seen++;
      }
    }
  }
  return count;
}

/* Horizontal positions. */

const PLACE_SWEEPS = 16;

function placeAcross(layers) {
  for (const layer of layers) {
    let x = 0;
    layer.forEach((item, index) => {
      x += index ? gap(layer[index - 1], item) : 0;
      item.x = x;
    });
    layer.forEach(item => item.x -= x / 2);
  }
  for (let sweep = 0; sweep < PLACE_SWEEPS; sweep++) {
    const downwards = sweep % 2 === 0;
    const sides = sweep >= PLACE_SWEEPS - 4 ? ['up', 'down'] : [downwards ? 'up' : 'down'];
    const order = downwards ? layers : [...layers].reverse();
    order.forEach(layer => placeLayer(layer, sides));
  }
}

function gap(left, right) {
  return (left.w + right.w) / 2 + (left.bend && right.bend ? BEND_GAP : NODE_GAP);
}

/**
 * The positions closest to the desired ones, by weighted squares, that preserve order and gaps: pools of adjacent
 * violators.
 */
function placeLayer(layer, sides) {
  const pools = [];
  let offset = 0;
  layer.forEach((item, index) => {
    offset += index ? gap(layer[index - 1], item) : 0;
    let weight = 0.01;
    let wanted = item.x * weight;
    for (const side of sides) {
      for (const link of item[side]) {
        wanted += (link.item.x + link.shift) * link.weight;
        weight += link.weight;
      }
    }
    item.offset = offset;
    let pool = {sum: wanted - offset * weight, weight, items: [item]};
    while (pools.length && pools[pools.length - 1].sum / pools[pools.length - 1].weight > pool.sum / pool.weight) {
      const left = pools.pop();
      left.items.push(...pool.items);
      pool = {sum: left.sum + pool.sum, weight: left.weight + pool.weight, items: left.items};
    }
    pools.push(pool);
  });
  for (const pool of pools) {
    for (const item of pool.items) item.x = pool.sum / pool.weight + item.offset;
  }
}

/* Vertical positions, and translation of the drawing to the origin. */

function measured(items, layers, routes) {
  let left = Infinity;
  let right = -Infinity;
  let y = 0;
  const bands = layers.map(layer => {
    const height = Math.max(0, ...layer.map(item => item.h));
    const band = {top: y, bottom: y + height};
    y += height + LAYER_GAP;
    for (const item of layer) {
      left = Math.min(left, item.x - item.w / 2);
      right = Math.max(right, item.x + item.w / 2);
    }
    return band;
  });
  if (!items.size) return {places: new Map(), routes: [], width: 0, height: 0};
  const places = new Map();
  for (const [key, item] of items) {
    const band = bands[item.layer];
    const top = item.place === 'first' ? band.top : item.place === 'last' ? band.bottom
      : (band.top + band.bottom - item.h) / 2;
    places.set(key, {x: item.x - left, y: top, w: item.w, h: item.h});
  }
  const lines = routes.map(({edge, items: route}) => route.flatMap((item, index) => {
    const band = bands[item.layer];
    const x = item.x - left + (index === 0 ? edge.fromDx : index === route.length - 1 ? edge.toDx : 0);
    const top = {x, y: band.top};
    const bottom = {x, y: band.bottom};
    return index === 0 ? [bottom] : index === route.length - 1 ? [top] : [top, bottom];
  }));
  return {places, routes: lines, width: right - left, height: y - LAYER_GAP};
}
