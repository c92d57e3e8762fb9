import type { Catalogue } from '../../catalogue/index.js';
import type { Database } from '../../platform/database/index.js';
import { UsageReader } from './usage.reader.js';

const RANGE = { from: new Date(0), to: new Date(1), fields: ['day' as const] };

const readerThatFails = (code: string) => {
  const database = { report: () => Promise.reject(Object.assign(new Error('no'), { code })) };
  return new UsageReader(database as unknown as Database, {} as Catalogue);
};

describe('a report that fails', () => {
  it.each(['57014', '53400'])('is a 503 that says what helps when it took too long: %s', async (code) => {
    await expect(readerThatFails(code).ofAccount('a', RANGE)).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
      message: expect.stringContaining('Shorten the range') as string,
      headers: { 'Retry-After': '60' },
    });
  });

  it('is passed on otherwise', async () => {
    await expect(readerThatFails('53300').ofAccount('a', RANGE)).rejects.toMatchObject({ code: '53300' });
  });
});

it('reports have at most 1,000,000 predictions and 10,000 groups', () => {
  expect(readerThatFails('').bounds).toEqual({ predictions: 1_000_000, groups: 10_000 });
});
