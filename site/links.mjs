/* Fails if a link of the built site leads nowhere: a file that is not there, or an anchor that its page has not. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, posix, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const site = resolve(dirname(fileURLToPath(import.meta.url)), 'target/site');
const base = process.env.SITE_BASE ?? '/';
const pages = readdirSync(site, {recursive: true}).filter(file => file.endsWith('.html')).map(file => file.replaceAll('\\', '/'));
const texts = new Map(pages.map(page => [page, readFileSync(join(site, page), 'utf8')]));
const anchors = new Map(pages.map(page => [page, new Set([...texts.get(page).matchAll(/\sid="([^"]*)"/g)].map(match => match[1]))]));

function problem(page, address) {
  if (/^(https?:|mailto:|data:)/.test(address)) return undefined;
  const [path, anchor] = address.replaceAll('&amp;', '&').split('#');
  const file = !path ? page : path.startsWith(base) ? path.slice(base.length) || 'index.html'
    : posix.normalize(posix.join(posix.dirname(page), path));
  const found = [file, file + '.html', posix.join(file, 'index.html')].find(each => each && existsSync(join(site, each)) && /\.\w+$/.test(each));
  if (!found) return 'no file';
  return anchor && anchors.has(found) && !anchors.get(found).has(decodeURIComponent(anchor)) ? 'no such anchor' : undefined;
}

let links = 0;
const dead = [];
for (const [page, text] of texts) {
  if (page === '404.html') continue;
  for (const [, address] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
    links++;
    const why = problem(page, address);
    if (why) dead.push(`${page}: ${address}: ${why}`);
  }
}
console.log(`${pages.length} pages, ${links} links, ${dead.length} dead`);
dead.forEach(line => console.error(line));
process.exitCode = dead.length ? 1 : 0;
