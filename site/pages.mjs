/*
 * Copies the pages to where VitePress reads them: README.md, each page that it links, and the pages of their folders. Their links are those of the
 * repository; what is not a page, such as a source file, keeps its text alone.
 */
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, posix, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const pagesDirectory = resolve(root, 'site/target/pages');
const HOME = 'README.md';
const LINK = /\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g;

const read = page => readFileSync(resolve(root, page), 'utf8');

/** The pages that the page of the repository links, from its root. */
function linked(text) {
  return [...text.matchAll(LINK)].map(match => match[2].split('#')[0]).filter(target => target.endsWith('.md'));
}

/** The sections of README's list of pages: their names, and the links in each. */
export function sections() {
  const list = read(HOME).split('\n## Documentation\n')[1].split('\n- ').slice(1);
  return list.map(entry => ({
    text: /\*\*(.*?)\*\*/.exec(entry)[1],
    items: [...entry.matchAll(LINK)].filter(match => match[2].endsWith('.md'))
      .map(match => ({text: match[1].charAt(0).toUpperCase() + match[1].slice(1), link: '/' + match[2].replace(/\.md$/, '')})),
  })).map(section => ({...section, collapsed: false}));
}

function copy(pages) {
  rmSync(pagesDirectory, {recursive: true, force: true});
  for (const page of pages) {
    const text = outsideCode(read(page), part => part.replace(LINK, (whole, name, target) => {
      const [file, anchor] = target.split('#');
      if (/^https?:/.test(target) || !file) return whole;
      const found = posix.normalize(posix.join(posix.dirname(page), file));
      if (!pages.has(found)) return name;
      const place = posix.relative(posix.dirname(page), found === HOME ? 'index.md' : found);
      return `[${name}](${place}${anchor ? '#' + anchor : ''})`;
    }));
    const target = resolve(pagesDirectory, page === HOME ? 'index.md' : page);
    mkdirSync(dirname(target), {recursive: true});
    writeFileSync(target, text);
  }
}

/** Changes what is not a block of code, and writes braces so that VitePress does not compute what is between them. */
function outsideCode(text, change) {
  return text.split(/(^```[\s\S]*?^```$)/m).map((part, index) => index % 2 ? part : change(part)).join('');
}

/** The pages in the folder named after a page, such as docs/troubleshooting for docs/troubleshooting.md. */
function subpages(page) {
  const folder = page.replace(/\.md$/, '');
  return existsSync(resolve(root, folder)) ? readdirSync(resolve(root, folder)).filter(file => file.endsWith('.md')).map(file => `${folder}/${file}`) : [];
}

export function copyPages() {
  const listed = linked(read(HOME));
  const pages = new Set([HOME, ...listed, ...listed.flatMap(subpages)]);
  copy(pages);
  cpSync(resolve(root, 'LICENSE'), resolve(pagesDirectory, 'public/LICENSE.txt'));
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(copyPages().size + ' pages');
}
