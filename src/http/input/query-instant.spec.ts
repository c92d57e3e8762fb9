import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { parseQueryInstant, parseQueryRange } from './query-instant.js';

const BUILT = pathToFileURL('dist/http/input/query-instant.js').href;

it.each([
  ['2026-11-26', '2026-11-26T00:00:00.000Z'],
  ['2026-11-26T09:30', '2026-11-26T09:30:00.000Z'],
  ['2026-11-26T09:30:00.250', '2026-11-26T09:30:00.250Z'],
  ['2026-11-26T09:30:00Z', '2026-11-26T09:30:00.000Z'],
  ['2026-11-26T09:30:00+02:00', '2026-11-26T07:30:00.000Z'],
  ['2026-11-26T09:30:00-0500', '2026-11-26T14:30:00.000Z'],
])('reads %s', (text, instant) => {
  expect(parseQueryInstant('from', text).toISOString()).toBe(instant);
});

it('reads a time without a zone in UTC on a machine of any zone', () => {
  const program = `import { parseQueryInstant } from '${BUILT}';
    console.log(parseQueryInstant('from', '2026-11-26T09:30:00').toISOString())`;
  // The zone of this process was read at its start.
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    ...{ env: { ...process.env, NODE_OPTIONS: '', TZ: 'America/New_York' }, encoding: 'utf8' },
  });
  expect(printed.trim()).toBe('2026-11-26T09:30:00.000Z');
});

it.each(['', 'T', '2026-W48', '+275760-09-13T00:00:00'])('400 for %p', (text) => {
  expect(() => parseQueryInstant('from', text)).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

it('reads a range that is open on either side, and refuses one that ends before it begins', () => {
  expect(parseQueryRange({})).toEqual({ from: null, to: null });
  const [from, to] = ['2026-11-25', '2026-11-26'];
  expect(parseQueryRange({ from })).toEqual({ from: new Date(from), to: null });
  expect(parseQueryRange({ from, to })).toEqual({ from: new Date(from), to: new Date(to) });
  for (const range of [
    { from: to, to: from },
    { from, to: from },
  ])
    expect(() => parseQueryRange(range)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
