import { AppError } from '../../platform/errors/index.js';
import { readUsageQuery } from './usage.query.js';

const NOW = new Date('2026-11-25T11:30:00Z');
const detailsOf = (query: { from?: string; to?: string; groupBy: string }) => {
  try {
    readUsageQuery(query, NOW);
  } catch (error) {
    return (error as AppError).details!.map(({ field }) => field);
  }
  return [];
};

describe('the query of a report', () => {
  it('begins 30 days before the day of its end by default, and ends now', () => {
    expect(readUsageQuery({ groupBy: 'day' }, NOW)).toEqual({
      from: new Date('2026-10-26T00:00:00Z'),
      to: NOW,
      fields: ['day'],
    });
    expect(readUsageQuery({ to: '2026-03-01', groupBy: 'day' }, NOW).from).toEqual(new Date('2026-01-30'));
  });

  it('has each field once, in the order in which they are given', () => {
    expect(readUsageQuery({ groupBy: 'status,day,status' }, NOW).fields).toEqual(['status', 'day']);
  });

  it('accepts 366 days and no millisecond more', () => {
    expect(detailsOf({ from: '2025-01-01', to: '2026-01-02', groupBy: 'day' })).toEqual([]);
    expect(detailsOf({ from: '2025-01-01', to: '2026-01-02T00:00:00.001Z', groupBy: 'day' })).toEqual([
      'from',
    ]);
  });

  it('names every problem', () => {
    expect(detailsOf({ from: '2026-03-02', to: '2026-03-01', groupBy: 'day, status' })).toEqual([
      'groupBy',
      'from',
    ]);
  });
});
