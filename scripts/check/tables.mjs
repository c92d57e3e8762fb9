// The tables of lanes: what CONTRIBUTING.md says about each, and the last result of each in docs/check.md.

/** Returns CONTRIBUTING.md with the table of these lanes. */
export function withLanes(document, lanes) {
  const rows = lanes.map(({ name, about, ci, whole, load, debian = [], root }) => [
    `\`${name}\``,
    about,
    minutesOf(ci),
    minutesOf(whole),
    String(load),
    [...(root ? ['root'] : []), ...debian.map((one) => `\`${one}\``)].join(', '),
  ]);
  const head = ['Lane', 'What it tests', 'CI, min', 'Whole, min', 'Cores', 'Needs'];
  return between(document, 'lanes', aligned([head, ...rows]));
}

/** Returns docs/check.md with what has passed in a state (whole.mjs). The other lanes keep their rows, of earlier commits. */
export function withResult(document, { commit, machine, lanes: results }, lanes) {
  const { cores, processor, memoryGb, node } = machine;
  const where = `${cores} cores (${processor}), ${memoryGb} GB, Node.js ${node.slice(1)}`;
  const rowOf = (name) => {
    const result = results[name];
    if (!result) return rowBefore(document, name) ?? [`\`${name}\``, '–', '–', 'never', '', ''];
    const { seconds, passed, isUnsteady, at } = result;
    const note = isUnsteady ? ' (failed beside others, passed alone)' : '';
    const numbers = [seconds, passed].map(String);
    return [`\`${name}\`${note}`, ...numbers, at.slice(0, 10), `\`${commit.slice(0, 12)}\``, where];
  };
  const head = ['Lane', 'Seconds', 'Passed', 'When', 'Commit', 'Machine'];
  return between(document, 'result', aligned([head, ...lanes.map(({ name }) => rowOf(name))]));
}

/** Returns the cells of a lane's row in the document; undefined without one. */
function rowBefore(document, name) {
  const row = document.split('\n').find((line) => line.startsWith(`| \`${name}\``));
  return row
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const minutesOf = (tier) => (tier ? String(tier.minutes) : '–');

/** Returns the document with this text between the marks `<!-- name -->` and `<!-- end of name -->`. */
export function between(document, name, text) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the document has no ${start} … ${end}`);
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}

/** Aligns the columns as oxfmt does. */
export function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...others] = rows.map(line);
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n');
}
