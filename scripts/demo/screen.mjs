// Output of the demo. In a terminal each prediction has a line that is redrawn. Elsewhere (a pipe, a CI log) a line is printed
// for the start and the end of each and nothing is redrawn.
const BAR = 24;
const REDRAW_MS = 100;

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

export class Screen {
  constructor(out = process.stdout) {
    this.out = out;
    this.live = Boolean(out.isTTY) && process.env.TERM !== 'dumb';
    this.coloured = this.live && !process.env.NO_COLOR;
    this.runs = [];
    this.drawn = 0;
    this.said = new Map();
  }

  /** @param name of CODES. */
  paint(name, text) {
    return this.coloured ? `\x1b[${CODES[name]}m${text}\x1b[0m` : text;
  }

  say(line = '') {
    this.out.write(`${line}\n`);
  }

  heading(text) {
    this.say();
    this.say(this.paint('bold', text));
  }

  /** Shows these runs until `done`. A terminal with too few rows is treated like a log. */
  show(runs) {
    this.runs = runs;
    if (this.live && (this.out.rows ?? 24) <= runs.length + 1) this.live = false;
    if (!this.live) return this.refresh();
    this.out.write('\x1b[?25l');
    this.draw();
    this.timer = setInterval(() => this.draw(), REDRAW_MS);
  }

  refresh() {
    if (this.live) this.draw();
    else for (const run of this.runs) this.log(run);
  }

  /** Stops redrawing, also after an interruption. The lines stay and the cursor is shown again. */
  done() {
    clearInterval(this.timer);
    if (!this.live || this.runs.length === 0) return;
    this.draw();
    this.out.write('\x1b[?25h');
    this.runs = [];
    this.drawn = 0;
  }

  draw() {
    const lines = this.runs.map((run) => this.line(run));
    const back = this.drawn > 0 ? `\x1b[${this.drawn}A` : '';
    this.out.write(back + lines.map((line) => `\r\x1b[2K${line}\n`).join(''));
    this.drawn = lines.length;
  }

  line(run) {
    const title = run.step.title.padEnd(20);
    const [colour, note] = describe(run);
    const full = Math.round((BAR * percent(run)) / 100);
    const bar = this.paint(colour, '█'.repeat(full)) + this.paint('dim', '░'.repeat(BAR - full));
    const room = Math.max(10, (this.out.columns ?? 80) - 20 - BAR - 6);
    return `  ${title}${bar}  ${this.paint(colour, note.slice(0, room))}`;
  }

  log(run) {
    if (this.said.get(run) === run.state || run.state === 'waiting') return;
    this.said.set(run, run.state);
    this.say(`  ${run.step.title.padEnd(20)}${describe(run)[1]}`);
  }
}

function percent(run) {
  if (run.state === 'completed' || run.state === 'failed') return 100;
  return run.state === 'processing' ? run.progress : 0;
}

/** Returns [colour, text]. */
function describe(run) {
  const seconds = run.seconds ?? (run.since ? (Date.now() - run.since) / 1000 : 0);
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  const left = `${String(percent(run)).padStart(3)} %${time}  `;
  if (run.problem) return ['red', `${left}${run.problem}`];
  switch (run.state) {
    case 'waiting':
      return ['dim', run.step.after ? `waits for the ${run.step.after}` : 'starts'];
    case 'left out':
      return ['dim', `left out: ${run.modelKey} is not installed here`];
    case 'processing':
      return ['cyan', `${left}${run.modelKey}`];
    case 'failed':
      return ['yellow', `${left}failed as asked, its ${run.cost} credit refunded`];
    default:
      return ['green', `${left}done`];
  }
}
