import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Database, Runnable } from '../../platform/database/index.js';
import { END, LEASE, RENEW } from './export.sql.js';
import { ExportLeases } from './export-lease.js';

const ACCOUNT = '0190f3b4-0000-7000-8000-000000000001';
const SECONDS = 60;

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** @param failing statements that the database fails. */
function leasesWith({ isFree = true, failing = [] as Runnable<never, object>[] } = {}) {
  const ran: [statement: object, values: { export?: string }][] = [];
  const run = (statement: Runnable<never, object>, values: { export?: string }) => {
    ran.push([statement, values]);
    if (failing.includes(statement)) return Promise.reject(new Error('the database is away'));
    return Promise.resolve(statement === LEASE && !isFree ? [] : [{}]);
  };
  return { ran, leases: new ExportLeases({ run } as unknown as Database) };
}

it('runs the work under a lease of the account, and ends it', async () => {
  const { leases, ran } = leasesWith();
  expect(await leases.hold(ACCOUNT, () => Promise.resolve('done'))).toBe('done');
  const own = { account: ACCOUNT, export: ran[0]![1].export };
  expect(ran).toEqual([
    [LEASE, { ...own, seconds: SECONDS }],
    [END, own],
  ]);
});

it('refuses while another export of the account runs, and does not end that one', async () => {
  const { leases, ran } = leasesWith({ isFree: false });
  const work = jest.fn(() => Promise.resolve());
  await expect(leases.hold(ACCOUNT, work)).rejects.toMatchObject({ code: 'export_in_progress' });
  expect([work.mock.calls.length, ran.length]).toEqual([0, 1]);
});

it('renews the lease until the work ends, also after a renewal that failed', async () => {
  jest.useFakeTimers();
  const { leases, ran } = leasesWith({ failing: [RENEW] });
  let end: () => void = () => undefined;
  const held = leases.hold(ACCOUNT, () => new Promise<void>((resolve) => (end = resolve)));
  await jest.advanceTimersByTimeAsync(45_000);
  const own = { account: ACCOUNT, export: ran[0]![1].export };
  expect(ran.slice(1)).toEqual([
    [RENEW, { ...own, seconds: SECONDS }],
    [RENEW, { ...own, seconds: SECONDS }],
  ]);
  end();
  await held;
  await jest.advanceTimersByTimeAsync(45_000);
  expect(ran.slice(3)).toEqual([[END, own]]);
});

it('work that fails ends the lease; a lease that cannot be ended expires by itself', async () => {
  const { leases, ran } = leasesWith({ failing: [END] });
  await expect(leases.hold(ACCOUNT, () => Promise.reject(new Error('the caller left')))).rejects.toThrow(
    'the caller left',
  );
  expect(ran.at(-1)![0]).toBe(END);
  expect(await leases.hold(ACCOUNT, () => Promise.resolve(1))).toBe(1);
});
