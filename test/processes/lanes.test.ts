/** Checks the runner of lanes (scripts/check): which run side by side, what counts, and that nothing is left of an ended run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alive } from '../../prove/harness/cluster/process-list.mjs';
import { capacityOf, type Load, mostWorkFirst, nextLane } from '../../scripts/check/packing.mjs';
import { until } from '../support/service-process.js';

const folder = join(process.cwd(), 'scripts/check');
const DRIVER = `
  import { interruption } from ${JSON.stringify(join(folder, 'interruption.mjs'))};
  import { runLanes } from ${JSON.stringify(join(folder, 'run-lanes.mjs'))};
  const [lanes, logs] = process.argv.slice(1);
  const options = { logs, cwd: logs, capacity: 2, graceMs: 500, signal: interruption() };
  const { passed, failed } = await runLanes(JSON.parse(lanes), options);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(passed + ' passed, ' + failed + ' failed');
`;

let scratch: string;
beforeEach(() => (scratch = mkdtempSync(join(tmpdir(), 'offprint-lanes-'))));
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const lane = (name: string, program: string, more: object = {}) => ({
  ...{ name, about: name, load: 0.5, minutes: 1 },
  command: [process.execPath, '-e', program],
  ...more,
});
const counts = (passed: number, failed: number) =>
  `console.log('${passed} passed, ${failed} failed'); process.exitCode = ${failed === 0 ? 0 : 1};`;

function start(lanes: object[]): { child: ChildProcess; ended: Promise<{ code: number; output: string }> } {
  const args = ['--input-type=module', '-e', DRIVER, JSON.stringify(lanes), scratch];
  const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: scratch } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number, output })) };
}

const run = (lanes: object[]) => start(lanes).ended;
const lastLine = (output: string) => output.trimEnd().split('\n').at(-1);
const temporaryDirectories = () => readdirSync(scratch).filter((name) => name.startsWith('offprint-'));

describe('lanes side by side', () => {
  const load = (name: string, cores: number, more: Partial<Load> = {}): Load => ({
    ...{ name, load: cores, minutes: 1 },
    ...more,
  });

  it('run the most work first, what needs quiet before all, as far as their loads fit', () => {
    const lanes = [load('short', 0.25), load('whole', 1, { minutes: 9 }), load('long', 1, { minutes: 20 })];
    const [long, whole, short] = mostWorkFirst(lanes) as [Load, Load, Load];
    expect([long.name, whole.name, short.name]).toEqual(['long', 'whole', 'short']);
    const light = load('light', 0.5, { minutes: 30 });
    const measuring = load('measuring', 1, { quiet: 0.5 });
    expect(mostWorkFirst([light, long, measuring])).toEqual([measuring, long, light]);
    expect(nextLane([whole, short], [long], 2)).toBe(whole);
    expect(nextLane([short], [long, whole], 2)).toBe(short);
    expect(nextLane([load('more', 0.25)], [long, whole, short], 2)).toBeUndefined();
  });

  it('do not run beside one that measures, nor install the same at once', () => {
    const measuring = load('measuring', 1, { quiet: 0.5 });
    expect(nextLane([load('heavy', 1), load('light', 0.5)], [measuring], 2)?.name).toBe('light');
    expect(nextLane([measuring], [load('heavy', 1)], 2)).toBeUndefined();
    expect(
      nextLane([load('two', 0.5, { uses: ['a'] })], [load('one', 0.5, { uses: ['a'] })], 2),
    ).toBeUndefined();
  });

  it('a lane that is larger than the machine runs alone; the machine counts as two or three cores', () => {
    expect(nextLane([load('large', 4)], [], 2)?.name).toBe('large');
    expect([1, 2, 3, 16].map(capacityOf)).toEqual([2, 2, 3, 3]);
  });
});

describe('a run of lanes', () => {
  it('adds up what they count, and shows the output of each whole, and its processor time', async () => {
    const busy = 'while (process.cpuUsage().user < 1_000_000);';
    const { code, output } = await run([
      lane('first', `${busy} console.log('one\\ntwo'); ${counts(3, 0)}`, { first: true }),
      lane('a', counts(2, 0)),
      lane('b', counts(5, 0)),
      lane('exits', '', { byExitCode: true }),
    ]);
    expect(output).toContain('one\ntwo\n3 passed, 0 failed\n✓ first');
    expect(output).toMatch(/^first +\d+ +[1-9]\d* +3 +0$/m);
    expect(output).toMatch(/^exits +\d+ +0 +1 +0$/m);
    expect([code, lastLine(output)]).toEqual([0, '11 passed, 0 failed']);
    expect(temporaryDirectories()).toEqual([]);
  });

  it('runs a lane that failed beside others once more, alone', async () => {
    const flaky = `
      const fs = require('node:fs');
      const again = fs.existsSync('begun');
      fs.writeFileSync('begun', '');
      console.log(again ? 'the second time' : 'the first time');
      console.log(again ? '4 passed, 0 failed' : '3 passed, 1 failed');
      process.exitCode = again ? 0 : 1;`;
    const { code, output } = await run([lane('flaky', flaky), lane('steady', counts(1, 0), { minutes: 2 })]);
    expect(output).toContain('the first time');
    expect(output).toContain('the second time');
    expect(output).toContain('unsteady: flaky failed beside others, passed alone\n');
    expect([code, lastLine(output)]).toEqual([0, '5 passed, 0 failed']);
  });

  it('fails when it fails again, also without counts', async () => {
    const { code, output } = await run([
      lane('broken', 'process.exit(7)'),
      lane('steady', `setTimeout(() => { ${counts(1, 0)} }, 300)`),
    ]);
    expect(output.match(/✗ broken/g)).toHaveLength(2);
    expect(output).toContain('failed: broken exit code 7\n');
    expect([code, lastLine(output)]).toEqual([1, '1 passed, 1 failed']);
  });

  it('ends with the first failure of a lane that ran alone', async () => {
    const { code, output } = await run([
      lane('first', counts(8, 2), { first: true }),
      lane('after', counts(1, 0)),
    ]);
    expect(output).not.toContain('✗ first (0 s): 8 passed, 2 failed\n✗ first');
    expect(output).toMatch(/^after +ended or not begun/m);
    expect([code, lastLine(output)]).toEqual([1, '8 passed, 2 failed']);
  });

  it('fails a lane whose last line is not its counts', async () => {
    const { code, output } = await run([lane('silent', `${counts(1, 0)} console.log('done')`)]);
    expect(output).toContain('failed: silent its last line is not its counts\n');
    expect([code, lastLine(output)]).toEqual([1, '0 passed, 1 failed']);
  });

  it('ends a lane that hangs, by its name', async () => {
    const { code, output } = await run([lane('hangs', 'setInterval(() => {}, 1000)', { boundMs: 500 })]);
    expect(output).toContain('failed: hangs was ended after 1 s\n');
    expect([code, lastLine(output)]).toEqual([1, '0 passed, 1 failed']);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('%s leaves no process and no directory', async (signal) => {
    // A process of its own group, which outlives its parent and ignores the signal.
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
      require('node:fs').writeFileSync('pids', process.pid + ' ' + process.ppid);`;
    const parent = `
      const { spawn } = require('node:child_process');
      require('node:fs').mkdtempSync(require('node:os').tmpdir() + '/data-');
      spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached: true, stdio: 'ignore' });
      setInterval(() => {}, 1000);`;
    const { child, ended } = start([lane('runs', parent), lane('waits', 'setInterval(() => {}, 1000)')]);
    const pidsFile = join(scratch, 'pids');
    await until(async () => existsSync(pidsFile) && readFileSync(pidsFile, 'utf8').includes(' '));
    const pids = readFileSync(pidsFile, 'utf8').split(' ').map(Number);
    expect(alive(pids)).toEqual(pids);
    expect(temporaryDirectories()).toHaveLength(2);
    child.kill(signal);
    const { code, output } = await ended;
    expect(output).toContain('interrupted\n');
    expect([code, lastLine(output)]).toEqual([1, '0 passed, 1 failed']);
    expect(alive(pids)).toEqual([]);
    expect(temporaryDirectories()).toEqual([]);
  });
});
