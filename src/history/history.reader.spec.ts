import { AppError } from '../platform/errors/index.js';
import type { HistorySearchQuery } from './history.dto.js';
import { withOneUpperBound } from './history.reader.js';

const ID = '01930000-0000-7000-8000-000000000000';
const query = (to?: string): HistorySearchQuery => ({ limit: 20, status: 'failed', to });

describe('a page with a cursor and `to`', () => {
  it.each([
    ['2026-11-20T09:30:00.000001Z', '2026-11-20T09:30:00.001Z'],
    ['2026-11-20T09:30:00.000999Z', '2026-11-20T09:30:00.001Z'],
    ['2026-11-20T09:29:59.999999Z', '2026-11-20T10:30:00+01:00'],
    ['2026-11-19T23:00:00.000000Z', '2026-11-20'],
  ])('is bounded by the cursor %s alone, which is before %s', (cursor, to) => {
    expect(withOneUpperBound(query(to), [cursor, ID])).toEqual(query());
  });

  it.each([
    ['2026-11-20T09:30:00.001000Z', '2026-11-20T09:30:00.001Z'],
    ['2026-11-20T09:30:00.000001Z', '2026-11-20T09:30:00Z'],
    ['2026-11-20T09:30:00.000000Z', '2026-11-20T10:00:00+01:00'],
  ])('keeps both when the cursor %s is not before %s', (cursor, to) => {
    expect(withOneUpperBound(query(to), [cursor, ID])).toEqual(query(to));
  });

  it('rejects a `to` that is no time', () => {
    expect(() => withOneUpperBound(query('soon'), ['2026-11-20T09:30:00.000000Z', ID])).toThrow(AppError);
  });

  it('is untouched without one of the two', () => {
    expect(withOneUpperBound(query('2026-11-20'), null)).toEqual(query('2026-11-20'));
    expect(withOneUpperBound(query(), ['2026-11-20T09:30:00.000000Z', ID])).toEqual(query());
  });
});
