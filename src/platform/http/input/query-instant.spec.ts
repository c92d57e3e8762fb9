import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { validateSync } from 'class-validator';
import { parseQueryInstant, parseQueryRange, QueryInstant } from './query-instant.js';

const BUILT = pathToFileURL('dist/platform/http/input/query-instant.js').href;

class Range {
  @QueryInstant('The start.')
  from?: string;
}

it.each([
  ['2026-11-26', '2026-11-26T00:00:00.000Z'],
  ['2026-11-26T09:30', '2026-11-26T09:30:00.000Z'],
  ['2026-11-26T09:30:00.250', '2026-11-26T09:30:00.250Z'],
  ['2026-11-26T09:30:00Z', '2026-11-26T09:30:00.000Z'],
  ['2026-11-26T09:30:00+02:00', '2026-11-26T07:30:00.000Z'],
  ['2026-11-26T09:30:00-0500', '2026-11-26T14:30:00.000Z'],
  // A + that was not encoded arrives as a space.
  ['2026-11-27T00:00:00 05:45', '2026-11-26T18:15:00.000Z'],
  ['2026-11-27T00:00 0545', '2026-11-26T18:15:00.000Z'],
  // Not in the zone of the machine.
  ['2026-11-26 05:45', '2026-11-26T05:45:00.000Z'],
  ['2026-11-26 05:45:00 05:45', '2026-11-26T00:00:00.000Z'],
  ['2026-11-26t09:30:00z', '2026-11-26T09:30:00.000Z'],
  ['2026-11-26t09:30:00.25+02:00', '2026-11-26T07:30:00.250Z'],
  ['2026-11-26T24:00', '2026-11-27T00:00:00.000Z'],
  ['2026-11-26T24:00:00Z', '2026-11-27T00:00:00.000Z'],
  ['2026-11-26T24:00:00.000+02:00', '2026-11-26T22:00:00.000Z'],
  ['2026-12-31t24:00:00 05:45', '2026-12-31T18:15:00.000Z'],
])('reads %s', (text, instant) => {
  expect(validateSync(Object.assign(new Range(), { from: text }))).toEqual([]);
  expect(parseQueryInstant('from', text).toISOString()).toBe(instant);
});

it.each(['2026-11-26T24:01', '2026-11-26T25:00', '2026-02-30', '2026-11-26T09:30:00  05:45', ''])(
  'does not validate %p',
  (text) => {
    expect(validateSync(Object.assign(new Range(), { from: text }))).toHaveLength(1);
  },
);

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
