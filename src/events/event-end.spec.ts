import type { Database } from '../platform/database/index.js';
import { EventEnd } from './event-end.js';
import { IS_PASSED, NEWEST_EVENT } from './event-listeners.sql.js';

/** Others may still precede the transaction of the newest position. */
function databaseWith(state: { newest: string; xid: string | null; isPassed: () => boolean }) {
  const ran: [statement: object, values: object][] = [];
  const run = (statement: object, values: object) => {
    ran.push([statement, values]);
    if (statement === NEWEST_EVENT) return Promise.resolve([{ newest: state.newest, xid: state.xid }]);
    return Promise.resolve([{ is_passed: state.isPassed() }]);
  };
  return { ran, end: new EventEnd({ run } as unknown as Database) };
}

it('is the newest position once no transaction before it is open', async () => {
  let polls = 0;
  const state = { newest: '9', xid: '77' as string | null, isPassed: () => (polls += 1) === 3 };
  const { end, ran } = databaseWith(state);
  expect(await end.find()).toBe(9n);
  expect(ran).toEqual([
    [NEWEST_EVENT, { end: 0n }],
    [IS_PASSED, { xid: '77' }],
    [IS_PASSED, { xid: '77' }],
    [IS_PASSED, { xid: '77' }],
  ]);
  state.xid = null;
  expect(await end.find()).toBe(9n);
  expect(ran.slice(4)).toEqual([[NEWEST_EVENT, { end: 9n }]]);
});

it('stays while a transaction is open, and asks about the same position in the next round', async () => {
  const state = { newest: '9', xid: '77', isPassed: () => false };
  const { end, ran } = databaseWith(state);
  expect(await end.find()).toBe(0n);
  expect(ran).toHaveLength(1 + 20);
  Object.assign(state, { newest: '12', xid: '80', isPassed: () => true });
  expect(await end.find()).toBe(9n);
  expect(ran.at(-1)).toEqual([IS_PASSED, { xid: '77' }]);
  expect(await end.find()).toBe(12n);
});

it('stays without newer events, and calls at once share one look', async () => {
  const { end, ran } = databaseWith({ newest: '0', xid: null, isPassed: () => true });
  expect(await Promise.all([end.find(), end.find()])).toEqual([0n, 0n]);
  expect(ran).toEqual([[NEWEST_EVENT, { end: 0n }]]);
});
