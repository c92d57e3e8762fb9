import type { Database } from '../platform/database/index.js';
import { ADVANCE, CLAIM_LISTENER, FAIL, RELEASE_LISTENER, RENEW_LISTENER } from './event-listeners.sql.js';
import { ListenerLease } from './listener-lease.js';

const FREE = { fence: '3', position: '41', failures: 2, retry_in_ms: null as number | null };
const HELD = { listener: 'one', fence: '3' };

/** Answers each statement with these rows, and keeps the statements. */
function databaseWith(state: object | null, isHeld = () => true) {
  const ran: [statement: object, values: object][] = [];
  const run = (statement: object, values: object) => {
    ran.push([statement, values]);
    if (statement === CLAIM_LISTENER) return Promise.resolve(state ? [state] : []);
    return Promise.resolve(isHeld() ? [{}] : []);
  };
  return { ran, database: { run } as unknown as Database };
}

const claimed = async (fields: object = {}, isHeld?: () => boolean, seconds = 15) => {
  const { ran, database } = databaseWith({ ...FREE, ...fields }, isHeld);
  return { ran, lease: (await ListenerLease.claim(database, 'one', seconds))! };
};

it('is none while another process has the listener', async () => {
  const { ran, database } = databaseWith(null);
  expect(await ListenerLease.claim(database, 'one', 15)).toBeNull();
  expect(ran).toEqual([[CLAIM_LISTENER, { listener: 'one', seconds: 15 }]]);
});

it('takes over position, failures and the backoff of the process before', async () => {
  const { lease } = await claimed();
  expect([lease.position, lease.failures, lease.isDue, lease.signal.aborted]).toEqual([41n, 2, true, false]);
  const waiting = (await claimed({ retry_in_ms: 60_000 })).lease;
  expect(waiting.isDue).toBe(false);
  expect((await claimed({ retry_in_ms: 0 })).lease.isDue).toBe(true);
});

it('an attempt that fails is stored with its backoff, and the next success forgets it', async () => {
  const { lease, ran } = await claimed();
  await lease.fail(60_000);
  expect([lease.failures, lease.isDue]).toEqual([3, false]);
  await lease.advance(50n);
  expect([lease.failures, lease.position]).toEqual([0, 50n]);
  await lease.renew();
  expect(ran.slice(1)).toEqual([
    [FAIL, { ...HELD, retryInMs: 60_000 }],
    [ADVANCE, { ...HELD, position: 50n }],
    [RENEW_LISTENER, { ...HELD, seconds: 15 }],
  ]);
});

it.each<[string, (lease: ListenerLease) => Promise<void>]>([
  ['a position', (lease) => lease.advance(50n)],
  ['a failure', (lease) => lease.fail(60_000)],
  ['a renewal', (lease) => lease.renew()],
])('is lost when %s is not stored, and writes nothing then', async (_, write) => {
  const { lease, ran } = await claimed({}, () => false);
  await write(lease);
  expect(lease.signal.aborted).toBe(true);
  expect((lease.signal.reason as Error).message).toBe('the lease was lost');
  expect([lease.position, lease.failures, lease.isDue]).toEqual([41n, 2, true]);
  await lease.advance(60n);
  await lease.release();
  expect(ran).toHaveLength(2);
});

it('ends by the clock of this process when it is not renewed', async () => {
  const { lease } = await claimed({}, undefined, 0.02);
  await new Promise((resolve) => lease.signal.addEventListener('abort', resolve, { once: true }));
  expect((lease.signal.reason as Error).message).toBe('the lease was not renewed in time');
});

it('is given up once', async () => {
  const { lease, ran } = await claimed();
  await lease.release();
  await lease.release();
  expect((lease.signal.reason as Error).message).toBe('the lease was given up');
  expect(ran.slice(1)).toEqual([[RELEASE_LISTENER, HELD]]);
});
