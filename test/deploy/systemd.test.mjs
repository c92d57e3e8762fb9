/** deploy/systemd: systemd's own reading of the units, and the exposure that it computes. No manager runs them here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../deploy/systemd/', import.meta.url));
const units = readdirSync(SOURCES);
const services = units.filter((name) => name.endsWith('.service'));
/** systemd calls up to 2.0 safe; 10 is a service without any restriction. */
const MOST_EXPOSURE = 15;
const directory = mkdtempSync(join(tmpdir(), 'offprint-systemd-'));
after(() => rmSync(directory, { recursive: true }));

/** Copies the units, with the present Node instead of /usr/bin/node, which need not exist here. */
function copy(change = (text) => text) {
  for (const name of units) {
    const text = readFileSync(join(SOURCES, name), 'utf8').replaceAll('/usr/bin/node', process.execPath);
    writeFileSync(join(directory, name.replace('@.', '@3001.')), change(text));
  }
  return units.map((name) => join(directory, name.replace('@.', '@3001.')));
}

function verify(files) {
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  });
  if (error) throw error;
  // Other units of the machine are loaded, too.
  const lines = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes(directory) || /offprint|ledger/.test(line));
  return { status, lines };
}

test('systemd reads every unit without a complaint', () => {
  assert.deepEqual(verify(copy()).lines, []);
});

test('it complains about what is broken on purpose', () => {
  const { lines } = verify(copy((text) => text.replace('Restart=always', 'Restart=sometimes')));
  assert.match(lines.join('\n'), /restart specifier/);
});

for (const name of services)
  test(`${name} is as restricted as systemd can tell`, () => {
    const args = [
      'security',
      '--offline=true',
      `--threshold=${MOST_EXPOSURE}`,
      '--no-pager',
      join(SOURCES, name),
    ];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`.slice(-300));
  });

test('a service has more time to stop than a graceful stop takes', () => {
  for (const name of services.filter((service) => service.startsWith('offprint')))
    assert.match(readFileSync(join(SOURCES, name), 'utf8'), /^TimeoutStopSec=20$/m);
});

test('the lines of docs/deploying.md for a package are those of the units, with its program', () => {
  const page = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (`[^|]+\.service`) +\| `(ExecStart=[^`]+)` +\|$/gm)];
  const lines = rows.flatMap(([, names, line]) =>
    names.match(/[\w@-]+\.service/g).map((name) => [name, line]),
  );
  assert.deepEqual(lines.map(([name]) => name).sort(), services.sort());
  for (const [name, line] of lines) {
    const [own] = /^ExecStart=.+$/m.exec(readFileSync(join(SOURCES, name), 'utf8'));
    const program = /\/usr\/bin\/node (dist\/main\.js|scripts\/cli\.mjs)/;
    assert.equal(line, own.replace(program, '/opt/offprint/node_modules/.bin/offprint'));
  }
});
