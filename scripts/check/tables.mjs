// The tables of lanes: what CONTRIBUTING.md says about each, and the result of a whole check in docs/check.md.

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

/** Returns docs/check.md with the result of a state (whole.mjs). */
export function withResult(document, { commit, machine, lanes: results }, lanes) {
  const all = lanes.map(({ name }) => ({ name, ...results[name] }));
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  const day = all
    .map(({ at }) => at)
    .sort()
    .at(-1)
    .slice(0, 10);
  const { cores, processor, memoryGb, node } = machine;
  const rows = all.map(({ name, seconds, passed, failed, isUnsteady }) => [
    `\`${name}\`${isUnsteady ? ' (failed beside others, passed alone)' : ''}`,
    ...[seconds, passed, failed].map(String),
  ]);
  const table = aligned([
    ['Lane', 'Seconds', 'Passed', 'Failed'],
    ...rows,
    ['all', ...[sum('seconds'), sum('passed'), sum('failed')].map(String)],
  ]);
  const where = `${cores} cores (${processor}), ${memoryGb} GB of memory, Node.js ${node.slice(1)}`;
  return between(document, 'result', `${day}, commit \`${commit.slice(0, 12)}\`, ${where}.\n\n${table}`);
}

const minutesOf = (tier) => (tier ? String(tier.minutes) : '–');

function between(document, name, text) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the document has no ${start} … ${end}`);
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}

/** Aligns the columns as Prettier does. */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...others] = rows.map(line);
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n');
}
