/* The list of methods, search, keys, the theme, and the address of what is shown. */

const searchField = document.getElementById('search');
const methodList = document.getElementById('methods');
const helpDialog = document.getElementById('help');

/* The list. */

function showList() {
  const wanted = searchField.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = methods.filter(method => wanted.every(word => method.text.includes(word)));
  const groups = [];
  for (const owner of report.classes) {
    const links = found.filter(method => method.owner === owner).map(methodLink);
    if (links.length) {
      const cut = owner.name.lastIndexOf('.') + 1;
      groups.push(element('h3', {title: owner.name}, owner.name.slice(cut),
        element('small', {}, owner.name.slice(0, Math.max(cut - 1, 0)))), element('ul', {}, links));
    }
  }
  methodList.replaceChildren(...groups);
  document.getElementById('found').textContent = wanted.length ? counted(found.length, 'method', 'methods') : '';
  return found;
}

function methodLink(method) {
  const {written, fused} = method.cost;
  const current = view.method === method;
  return element('li', {}, element('a', {
    href: '#' + encodeURI(method.key),
    'aria-current': current ? 'true' : null,
    'data-key': method.key,
  }, element('span', {class: 'name'}, method.name),
  element('span', {class: 'count', title: 'launches: ops as written → fused'}, written.launches + ' → ' + fused.launches),
  method.unfused.length ? element('span', {class: 'cut', title: counted(method.unfused.length, 'edge', 'edges')
    + ' not fused'}, method.unfused.length) : null));
}

function listed() {
  return [...methodList.querySelectorAll('a')].map(link => methods.find(method => method.key === link.dataset.key));
}

/** Shows a method and says so in the address, so that it can be sent to someone. */
function open(method) {
  if (!method || method === view.method) return;
  showMethod(method);
  history.replaceState(null, '', '#' + encodeURI(method.key));
  showList();
  methodList.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest'});
}

function openAddress() {
  const key = decodeURI(location.hash.slice(1));
  open(methods.find(method => method.key === key) ?? view.method ?? methods[0]);
}

function stepMethod(by) {
  const all = listed();
  const next = all.indexOf(view.method) + by;
  open(all[Math.min(Math.max(next, 0), all.length - 1)]);
}

searchField.addEventListener('input', () => {
  const found = showList();
  const named = found.filter(method => method.key.toLowerCase().includes(searchField.value.trim().toLowerCase()));
  if (found.length && !(named.length ? named : found).includes(view.method)) open(named[0] ?? found[0]);
});
searchField.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    stepMethod(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter') document.getElementById('method').focus();
});

/* Keys. */

const KEYS = {
  '/': () => searchField.select(),
  '?': () => helpDialog.open ? helpDialog.close() : helpDialog.showModal(),
  'ArrowUp': () => stepMethod(-1),
  'ArrowDown': () => stepMethod(1),
  'ArrowLeft': () => stepPass(-1),
  'ArrowRight': () => stepPass(1),
  'a': showAll,
  'k': () => selectKernel(view.selection.kernel === undefined ? 0 : (view.selection.kernel + 1) % view.method.kernels.length),
  'l': nextLanguage,
  'u': () => view.method.unfused.length
    && selectUnfused(view.selection.edge === undefined ? 0 : (view.selection.edge + 1) % view.method.unfused.length),
  'f': () => Object.values(panes).forEach(pane => pane.fit(true)),
  's': () => {
    document.getElementById('method').classList.toggle('graphs-only');
    Object.values(panes).forEach(pane => pane.fit(false));
  },
  'c': () => costsDialog.open ? costsDialog.close() : openCosts(),
  'm': () => totalsDialog.open ? totalsDialog.close() : openTotals(),
  't': () => nextTheme(),
  'Escape': () => {
    searchField.value = '';
    showList();
    searchField.blur();
    callbacks.clear();
  },
};

document.addEventListener('keydown', event => {
  const {target} = event;
  const writes = target.matches('input:not([type=file]), select, textarea');
  const scrolls = event.key.startsWith('Arrow') && target.closest('.code, .unfused, .splitter');
  const held = event.ctrlKey || event.metaKey || event.altKey;
  if (held || scrolls || (writes && event.key !== 'Escape') || (helpDialog.open && event.key !== '?')
    || (totalsDialog.open && event.key !== 'm')
    || (costsDialog.open && event.key !== 'c')) return;
  const action = KEYS[event.key];
  if (!action || !view.method) return;
  event.preventDefault();
  action();
});

document.getElementById('show-help').addEventListener('click', KEYS['?']);

/* The height of the graphs. */

const splitter = document.getElementById('splitter');

function splitAt(percent) {
  const held = Math.min(Math.max(percent, 20), 80);
  splitter.setAttribute('aria-valuenow', Math.round(held));
  document.documentElement.style.setProperty('--graphs', held + 'fr');
  document.documentElement.style.setProperty('--details', 100 - held + 'fr');
}

splitter.addEventListener('pointerdown', event => splitter.setPointerCapture(event.pointerId));
splitter.addEventListener('pointermove', event => {
  if (!event.buttons) return;
  const top = document.getElementById('graphs').getBoundingClientRect().top;
  const bottom = document.getElementById('method').getBoundingClientRect().bottom;
  splitAt((event.clientY - top) / (bottom - top) * 100);
});
splitter.addEventListener('keydown', event => {
  const by = {ArrowUp: -5, ArrowDown: 5}[event.key];
  if (by) splitAt(Number(splitter.getAttribute('aria-valuenow')) + by);
});
new ResizeObserver(() => view.method && Object.values(panes).forEach(pane => pane.resized()))
  .observe(document.getElementById('graphs'));

/* The theme. */

const THEMES = {system: '◐', light: '☀', dark: '☾'};

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById('theme');
  button.textContent = THEMES[theme];
  button.setAttribute('aria-label', 'Theme: ' + theme);
  stored(storage => storage.setItem('graphkernel-theme', theme));
  if (view.method) Object.values(panes).forEach(pane => pane.map.moved());
}

function nextTheme() {
  const names = Object.keys(THEMES);
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length]);
}

document.getElementById('theme').addEventListener('click', nextTheme);

/* Begin. */

function summary() {
  const launches = methods.reduce((sum, method) => sum + method.cost.fused.launches, 0);
  const ops = methods.reduce((sum, method) => sum + method.cost.ops, 0);
  return counted(report.classes.length, 'class', 'classes') + ', ' + counted(methods.length, 'method', 'methods') + ', '
    + counted(ops, 'op', 'ops') + ' in ' + counted(launches, 'launch', 'launches');
}

setTheme(stored(storage => storage.getItem('graphkernel-theme')) ?? 'system');
document.getElementById('summary').textContent = summary();
window.addEventListener('hashchange', openAddress);
if (methods.length) openAddress();
else {
  document.getElementById('method').hidden = true;
  document.getElementById('nothing').hidden = false;
}
