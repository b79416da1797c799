/*
 * Costs of each kernel: counted, estimated for the machine that the reader enters, and measured by a profile.
 */

const costsDialog = document.getElementById('costs');

/** Defaults between a laptop and a server; the reader's machine is unknown. */
const MACHINE = [
  {name: 'bandwidth', unit: 'GB/s', label: 'Memory, GB per second', typical: 20},
  {name: 'rate', unit: 'GFLOP/s', label: 'Operations, GFLOP per second', typical: 100},
  {name: 'launch', unit: 'µs', label: 'Overhead of a launch, microseconds', typical: 1},
];
const machine = new Entered('graphkernel-machine');

function speedOf({name, typical}) {
  return machine.get(name) ?? typical;
}

/** Launches of a profile by class, method and kernel: number, total seconds and total bytes. */
let launchTimes = new Map();

function kernelCost(method, kernel) {
  const [bandwidth, rate, overhead] = MACHINE.map(speedOf);
  const bytes = evaluate(kernel.bytes, method);
  const flops = evaluate(kernel.flops, method);
  return {
    bytes,
    flops,
    estimated: Math.max(bytes / (bandwidth * 1e9), flops / (rate * 1e9)) + overhead * 1e-6,
    measured: profiled(method, kernel),
  };
}

function costOf(method) {
  const costs = method.kernels.map(kernel => kernelCost(method, kernel));
  const sum = one => costs.reduce((total, cost) => total + one(cost), 0);
  const known = costs.filter(cost => cost.measured);
  return {
    bytes: sum(cost => cost.bytes),
    flops: sum(cost => cost.flops),
    estimated: sum(cost => cost.estimated),
    measured: known.length ? {seconds: known.reduce((total, cost) => total + meanSeconds(cost), 0), kernels: known.length} : undefined,
  };
}

const meanSeconds = ({measured: {count, seconds}}) => seconds / count;

/* Profiles. */

/**
 * The profile entry of a kernel. A profile names library calls by their ops, including fused epilogues, without the
 * class. Kernels with equal source are one function, named after the first of them.
 */
function profiled(method, kernel) {
  if (kernel.form === 'library call') return launchTimes.get(launchKey('', method.name, libraryName(method, kernel)));
  const {owner} = method;
  const [source] = kernel.sources;
  return launchTimes.get(launchKey(owner.name, method.name, kernel.name)) ?? owner.methods
    .flatMap(other => other.kernels.filter(same => source && same.sources[0]?.text === source.text)
      .map(same => launchTimes.get(launchKey(owner.name, other.name, same.name))))
    .find(Boolean);
}

function libraryName(method, kernel) {
  const node = method.byId.get(kernel.nodes.find(id => method.byId.get(id).op !== 'Reshape') ?? kernel.nodes[0]);
  const applied = /\bepilogue="?([^",]*)/.exec(node.attributes)?.[1].trim().split(' ') ?? [];
  return [node.op, ...applied].join(' + ');
}

function launchKey(owner, method, kernel) {
  return [owner, method, kernel].join('/');
}

/** Launches of a trace, or of `jfr print --json`: class, method, kernel and seconds. */
function launchesOf(text) {
  const profile = JSON.parse(wholeList(text.trim()));
  if (Array.isArray(profile)) {
    return profile.filter(event => event.ph === 'X').map(event => (
      {owner: event.args.class, method: event.args.method, kernel: event.name,
        bytes: event.args.bytes, seconds: event.dur / 1e6}));
  }
  return profile.recording.events.filter(event => event.type === 'io.graphkernel.KernelLaunch').map(({values}) => (
    {owner: values.owner, method: values.method, kernel: values.kernel, bytes: values.bytes,
      seconds: recordedSeconds(values.deviceTime) ?? recordedSeconds(values.duration)}));
}

/** The trace of a killed process has no end, and possibly an incomplete line. */
function wholeList(text) {
  return text.startsWith('[') && !text.endsWith(']') ? text.replace(/,?\n[^\n]*$/, ']') : text;
}

/** ISO 8601, as Flight Recorder prints durations: PT0.000123S; unavailable durations are a large negative number. */
function recordedSeconds(text) {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text ?? '');
  return parts ? (Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)) * 60 + Number(parts[3] ?? 0) : undefined;
}

async function readProfile(file) {
  const note = document.getElementById('profiled');
  try {
    const launches = launchesOf(await file.text());
    launchTimes = new Map();
    launches.forEach(addLaunch);
    const joined = methods.flatMap(method => method.kernels.map(kernel => profiled(method, kernel))).filter(Boolean);
    note.textContent = counted(launches.length, 'launch', 'launches') + ' in ' + file.name + ', of '
      + counted(new Set(joined).size, 'kernel', 'kernels') + ' of this report';
  } catch {
    launchTimes = new Map();
    note.textContent = file.name + ' is neither a trace of GraphKernel nor what jfr print --json gives.';
  }
  showCosts();
  sizesChanged();
}

/** A batched launch counts for its first kernel, and the end of a reduction for its kernel, as the same launch. */
function addLaunch({owner, method, kernel, bytes, seconds}) {
  const name = owner ? kernel.split(' + ')[0] : kernel.replace(/ with a mask$/, '');
  const key = launchKey(owner, method, name.replace(/_finish$/, ''));
  const known = launchTimes.get(key) ?? {count: 0, seconds: 0, bytes: 0};
  launchTimes.set(key, {
    count: known.count + (name.endsWith('_finish') ? 0 : 1),
    seconds: known.seconds + seconds,
    bytes: known.bytes + Number(bytes),
  });
}

/* Texts. */

function timeText(seconds) {
  if (seconds >= 1) return seconds.toPrecision(3) + ' s';
  return seconds >= 1e-3 ? (seconds * 1e3).toPrecision(3) + ' ms' : (seconds * 1e6).toPrecision(3) + ' µs';
}

function flopText(count) {
  const units = ['', 'k', 'M', 'G', 'T', 'P'];
  let unit = 0;
  for (; count >= 1000 && unit < units.length - 1; unit++) count /= 1000;
  return (count >= 100 || unit === 0 ? Math.round(count) : count.toPrecision(3)) + ' ' + units[unit];
}

function intensityText({flops, bytes}) {
  return bytes ? (flops / bytes).toPrecision(2) + ' per byte' : 'no bytes';
}

function measuredText(cost) {
  const {bytes, seconds} = cost.measured;
  return timeText(meanSeconds(cost)) + ', ' + (bytes / seconds / 1e9).toPrecision(3) + ' GB/s';
}

function costSentence(cost) {
  return flopText(cost.flops) + 'FLOP, ' + intensityText(cost) + ' · estimated ' + timeText(cost.estimated)
    + (cost.measured ? ' · measured ' + measuredText(cost) + ', ' + counted(cost.measured.count, 'launch', 'launches') : '');
}

/* The table. */

function showCosts() {
  const {method} = view;
  const columns = ['Kernel', 'Bytes', 'FLOP', 'FLOP per byte', 'Estimated', 'Measured', 'Launches measured'];
  const rows = method.kernels.map(kernel => {
    const cost = kernelCost(method, kernel);
    const lines = [...new Set(kernel.nodes.map(id => method.byId.get(id).origin).filter(Boolean))];
    return element('tr', {}, element('th', {scope: 'row'}, kernel.name, element('small', {}, lines.slice(0, 3).join(', ')
      + (lines.length > 3 ? ', …' : ''))),
    ...[byteText(cost.bytes), flopText(cost.flops), (cost.flops / cost.bytes || 0).toPrecision(2), timeText(cost.estimated),
      cost.measured ? measuredText(cost) : '–', cost.measured ? String(cost.measured.count) : '–']
      .map(text => element('td', {}, text)));
  });
  const total = costOf(method);
  rows.push(element('tr', {class: 'owner'}, element('th', {scope: 'row'}, 'A call'),
    ...[byteText(total.bytes), flopText(total.flops), (total.flops / total.bytes || 0).toPrecision(2), timeText(total.estimated),
      total.measured ? timeText(total.measured.seconds) : '–',
      total.measured ? 'of ' + counted(total.measured.kernels, 'kernel', 'kernels') : '–'].map(text => element('td', {}, text))));
  document.getElementById('costs-title').textContent = 'Kernels of ' + method.name;
  document.getElementById('costs-sizes').textContent = 'Bytes and FLOP of a call, ' + sizesText(method);
  document.getElementById('costs-table').replaceChildren(
    element('thead', {}, element('tr', {}, columns.map(label => element('th', {scope: 'col'}, label)))),
    element('tbody', {}, rows));
}

function openCosts() {
  showCosts();
  costsDialog.showModal();
}

document.getElementById('show-costs').addEventListener('click', openCosts);
document.getElementById('profile').addEventListener('change', event => {
  if (event.target.files.length) readProfile(event.target.files[0]);
});
