/** Draws the ratios of a report as an SVG: a bar per row on a logarithmic scale, with its reference and its target. */
const WIDTH = 860;
const LEFT = 330;
const RIGHT = 70;
const TOP = 44;
const STEP = 34;
const BAR = 14;
/** Width of a ratio as text. */
const NUMBER_WIDTH = 32;
/** Grid lines, which also define the minimum range. */
const GRID = [0.25, 0.5, 1, 2, 4, 8, 16];

export function chartOf({ machine, rows }) {
  const shown = rows.filter(({ ratio }) => ratio > 0);
  const ratios = shown.map(({ ratio }) => ratio);
  const from = Math.log2(Math.min(GRID[0], ...ratios));
  const to = Math.log2(Math.max(GRID.at(-1), ...ratios));
  const x = (ratio) => round(LEFT + ((Math.log2(ratio) - from) / (to - from)) * (WIDTH - LEFT - RIGHT));
  const height = TOP + shown.length * STEP + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Ratios of the benchmark">`,
    STYLE,
    `<text class="head" x="8" y="18">How much of its floor or peer, in the same run (${machine.date}); the line is 1, a diamond a target</text>`,
    ...GRID.map((ratio) => gridLine(ratio, x(ratio), height)),
    ...shown.map((row, index) => barOf(row, TOP + index * STEP, x)),
    '</svg>\n',
  ].join('\n');
}

function gridLine(ratio, x, height) {
  const line = `<line class="${ratio === 1 ? 'one' : 'grid'}" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${height - 12}"/>`;
  return `${line}<text class="axis" x="${x}" y="${TOP - 12}">${ratio}</text>`;
}

function barOf({ name, ratio, target, floor }, y, x) {
  const [start, end] = [x(1), x(ratio)].sort((a, b) => a - b);
  const kind = target ? (target.reached ? 'reached' : 'missed') : 'plain';
  const middle = y + BAR / 2;
  const goal = target && Number(/≥ ([\d.]+)/.exec(target.text)?.[1]);
  const valueX = Math.max(end, x(1)) + 10;
  // Moves the number to the right of a diamond that it would overlap.
  const overlaps = goal && x(goal) > valueX - 8 && x(goal) < valueX + NUMBER_WIDTH;
  return [
    `<text class="name" x="${LEFT - 12}" y="${middle - 2}">${escape(name)}</text>`,
    `<text class="against" x="${LEFT - 12}" y="${middle + 11}">${escape(floor.name)}</text>`,
    `<rect class="${kind}" x="${start}" y="${y}" width="${Math.max(1, round(end - start))}" height="${BAR}"/>`,
    goal ? `<path class="goal" d="M${x(goal)} ${middle - 6}l5 6l-5 6l-5 -6z"/>` : '',
    `<text class="value" x="${round(overlaps ? x(goal) + 10 : valueX)}" y="${middle + 4}">${ratio.toFixed(2)}</text>`,
  ].join('');
}

const STYLE = `<style>
text{font:12px system-ui,sans-serif;fill:#57606a}.head{font-weight:600}.name{text-anchor:end}.against{text-anchor:end;font-size:10px}.axis{text-anchor:middle;font-size:10px}
.value{font-weight:600}.grid{stroke:#8c959f;stroke-opacity:.25}.one{stroke:#57606a}.goal{fill:#57606a}
.reached{fill:#2da44e}.missed{fill:#bf8700}.plain{fill:#6e7781}
@media (prefers-color-scheme:dark){text,.goal{fill:#9198a1}.one{stroke:#9198a1}}
</style>`;

const round = (number) => Math.round(number * 10) / 10;
const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
