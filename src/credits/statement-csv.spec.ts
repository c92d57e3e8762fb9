import type { StatementEntry } from './credits.dto.js';
import { STATEMENT_CSV_HEADER, statementCsvLines } from './statement-csv.js';

const entry: StatementEntry = {
  id: 'led_1',
  kind: 'grant',
  amount: 10.5,
  balanceAfter: 10.5,
  predictionId: null,
  note: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  modelKey: null,
};
const noteOf = (note: string) => statementCsvLines([{ ...entry, note }]).slice(START.length, -2);
const START = 'led_1,2026-11-20T09:30:00.000Z,grant,10.5,10.5,,,';

describe('a statement as CSV', () => {
  it('has a header, a line per entry, and ends every line with CRLF', () => {
    expect(STATEMENT_CSV_HEADER).toBe('id,createdAt,kind,amount,balanceAfter,predictionId,modelKey,note\r\n');
    expect(statementCsvLines([entry, entry])).toBe(`${START}\r\n${START}\r\n`);
    expect(statementCsvLines([])).toBe('');
  });

  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['ümläut – 漢字', 'ümläut – 漢字'],
  ])('writes %j as %j', (note, written) => {
    expect(noteOf(note)).toBe(written);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '|calc', '%0', '＝1'])(
    'escapes the formula %j',
    (note) => {
      expect(noteOf(note)).toBe(`'${note}`);
    },
  );

  it('escapes a formula inside the quotes it needs', () => {
    expect(noteOf('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
    expect(noteOf('\r\n=1')).toBe('"\'\r\n=1"');
  });

  it('keeps an amount a number, with its sign', () => {
    expect(
      statementCsvLines([{ ...entry, kind: 'charge', amount: -4, predictionId: 'pred_1', modelKey: 'm' }]),
    ).toBe('led_1,2026-11-20T09:30:00.000Z,charge,-4,10.5,pred_1,m,\r\n');
  });
});
