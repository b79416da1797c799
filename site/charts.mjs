/*
 * Draws the charts of docs/performance.md: below a comment <!-- chart: name of a column --> a block of text with a bar for
 * each row of the table above it. Without arguments it writes the page; with --check it fails if a chart is out of date.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const PAGE = resolve(dirname(fileURLToPath(import.meta.url)), '../docs/performance.md');
const CHART = /(<!-- chart: (.*) -->)\n(?:```text\n[\s\S]*?\n```\n)?/g;
const MAX_BAR_CELLS = 40;

const cells = row => row.split('|').slice(1, -1).map(cell => cell.trim().replaceAll('`', ''));

/** Returns the last table before the offset, as a list of rows. */
function tableBefore(text, offset) {
  const lines = text.slice(0, offset).split('\n');
  let last = lines.length - 1;
  while (!lines[last].startsWith('|')) last--;
  let first = last;
  while (lines[first - 1].startsWith('|')) first--;
  return lines.slice(first, last + 1).map(cells);
}

/** Returns the value on two threads of "one / two", or the only value. */
function value(cell) {
  const numbers = cell.replace(/\(.*\)/, '').split('/').map(Number.parseFloat);
  return numbers[numbers.length - 1];
}

function bars(table, column) {
  const index = table[0].indexOf(column);
  if (index < 0) throw new Error(`no column "${column}" in the table of ${table[0][0]}`);
  const rows = table.slice(2).filter(row => !Number.isNaN(value(row[index])));
  const names = Math.max(...rows.map(row => row[0].length));
  const greatest = Math.max(...rows.map(row => value(row[index])));
  const lines = rows.map(row => {
    const bar = '█'.repeat(Math.max(1, Math.round(value(row[index]) / greatest * MAX_BAR_CELLS)));
    return `${row[0].padEnd(names)}  ${bar} ${row[index].replace(/\s*\(.*\)/, '').split('/').pop().trim()}`;
  });
  return [column, ...lines].join('\n');
}

const old = readFileSync(PAGE, 'utf8');
const drawn = old.replace(CHART, (whole, mark, column, offset) =>
  `${mark}\n\`\`\`text\n${bars(tableBefore(old, offset), column)}\n\`\`\`\n`);
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, drawn);
} else if (drawn !== old) {
  console.error('docs/performance.md: a chart is out of date; run node site/charts.mjs');
  process.exitCode = 1;
}
