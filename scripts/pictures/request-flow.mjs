// Draws how a request flows, from the key to the refund: docs/pictures/request-flow.svg. The colours follow the reader's
// appearance (light or dark); the picture has a ground of its own, so it is readable on any page.

const WIDTH = 1000;
const HEIGHT = 500;
const BOX = { width: 164, height: 74 };

const STYLE = `
  svg { --ground: #ffffff; --box: #f4f6f8; --line: #6b7680; --text: #1b2126; --quiet: #56616b; --money: #0b6e4f; --bad: #a33b12; --frame: #0b6e4f }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #15191d; --box: #222930; --line: #93a0ab; --text: #edf1f4; --quiet: #aab5bf; --money: #5fd3a6; --bad: #f2a07b; --frame: #5fd3a6 }
  }
  .ground { fill: var(--ground) }
  .box { fill: var(--box); stroke: var(--line) }
  .frame { fill: none; stroke: var(--frame); stroke-dasharray: 5 4 }
  .arrow { fill: none; stroke: var(--line); stroke-width: 1.5; marker-end: url(#tip) }
  .tip { fill: var(--line) }
  text { font: 14px system-ui, sans-serif; fill: var(--text); text-anchor: middle }
  .title { font-weight: 600 }
  .quiet { font-size: 12px; fill: var(--quiet) }
  .money { font-size: 12px; fill: var(--money) }
  .bad { font-size: 12px; fill: var(--bad) }
  .start { text-anchor: start }
`;

const ACCEPT_Y = 70;
const RUN_Y = 284;
const FAILED_Y = 400;
const columns = [18, 212, 406, 600, 818];

const text = (x, y, content, kind = '') => `<text x="${x}" y="${y}" class="${kind}">${content}</text>`;

function box(x, y, title, lines, kind = 'quiet') {
  const middle = x + BOX.width / 2;
  return [
    `<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8"/>`,
    text(middle, y + 26, title, 'title'),
    ...lines.map((line, index) => text(middle, y + 46 + index * 16, line, kind)),
  ].join('\n');
}

const arrow = (path) => `<path class="arrow" d="${path}"/>`;

/** From the right edge of a box to the left edge of the next one in its row. */
const across = (from, to, y) =>
  arrow(`M${columns[from] + BOX.width + 2} ${y + BOX.height / 2} H${columns[to] - 4}`);

/** Down from a box to what the caller gets when the request ends there. */
function refusal(column, label) {
  const x = columns[column] + BOX.width / 2;
  const y = ACCEPT_Y + BOX.height;
  return `${arrow(`M${x} ${y + 2} V${y + 26}`)}\n${text(x, y + 44, label, 'bad')}`;
}

/** @returns the picture as the text of an SVG file */
export function requestFlow() {
  const last = columns[4] + BOX.width / 2;
  const frame = { x: columns[3] - 12, y: ACCEPT_Y - 34, width: BOX.width + 24, height: BOX.height + 92 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title description">`,
    '<title id="title">How a request flows</title>',
    '<desc id="description">POST /api/generate: the key, the limits and the price are checked; the charge and the place in the queue are one transaction; then 201. A worker calls the engine, stores the file and settles: completed keeps the charge, failed refunds it.</desc>',
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>',
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="10"/>`,
    text(18, 30, 'POST /api/generate', 'title start'),
    box(columns[0], ACCEPT_Y, 'Key', ['scope, address,', 'account']),
    box(columns[1], ACCEPT_Y, 'Limits', ['of the key,', 'of the platform']),
    box(columns[2], ACCEPT_Y, 'Input and price', ['the model’s schema,', 'its formula']),
    `<rect class="frame" x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}" rx="10"/>`,
    text(columns[3] + BOX.width / 2, ACCEPT_Y - 14, 'one transaction', 'money'),
    box(columns[3], ACCEPT_Y, 'Charge', ['ledger entry, prediction,', 'place in the queue'], 'money'),
    box(columns[4], ACCEPT_Y, '201', ['predictionId,', 'processing']),
    across(0, 1, ACCEPT_Y),
    across(1, 2, ACCEPT_Y),
    across(2, 3, ACCEPT_Y),
    across(3, 4, ACCEPT_Y),
    refusal(0, '401, 403'),
    refusal(1, '429'),
    refusal(2, '400'),
    refusal(3, '402: nothing is charged'),
    text(18, 266, 'Workers', 'title start'),
    box(columns[0], RUN_Y, 'Queue', ['in fair order']),
    box(columns[1], RUN_Y, 'Engine', ['submitted, polled;', 'transient errors retried']),
    box(columns[2], RUN_Y, 'File', ['checked, stored,', 'SHA-256']),
    box(columns[3], RUN_Y, 'completed', ['capture:', 'the charge stands'], 'money'),
    box(columns[4], RUN_Y, 'Your program', ['polls the status,', 'then fetches the file']),
    across(0, 1, RUN_Y),
    across(1, 2, RUN_Y),
    across(2, 3, RUN_Y),
    across(3, 4, RUN_Y),
    box(columns[3], FAILED_Y, 'failed', ['refund,', 'one transaction'], 'money'),
    // The place in the queue leads to the workers; a failure leads to the refund.
    arrow(
      `M${columns[3] + BOX.width / 2} ${frame.y + frame.height + 2} V236 H${columns[0] + 120} V${RUN_Y - 4}`,
    ),
    arrow(
      `M${columns[1] + BOX.width / 2} ${RUN_Y + BOX.height + 2} V${FAILED_Y + BOX.height / 2} H${columns[3] - 4}`,
    ),
    text(
      (columns[1] + BOX.width / 2 + columns[3]) / 2,
      FAILED_Y + BOX.height / 2 - 10,
      'an error for good, too late, or cancelled',
      'bad',
    ),
    arrow(`M${columns[3] + BOX.width + 2} ${FAILED_Y + BOX.height / 2} H${last} V${RUN_Y + BOX.height + 4}`),
    '</svg>',
    '',
  ].join('\n');
}
