import { jest } from '@jest/globals';
import type { Catalogue } from '../../catalogue/index.js';
import type { Database, Runnable } from '../../platform/database/index.js';
import { PlanPlaces } from './plan-places.js';
import { ANY_WAITING, FILL_PLACES, FIRST_ACCOUNT, LOCK_PLACES } from './plan-places.sql.js';

const SOME = '0190f3b4-0000-7000-8000-000000000001';
const PLANS = [{ key: 'free', maxConcurrent: 2 }, { key: 'small', maxConcurrent: 3 }, { key: 'large' }];

let nowMs = 0;
beforeEach(() => {
  nowMs = 5_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => jest.restoreAllMocks());

/** @param last the accounts that FILL_PLACES returns in turn. */
function placesWith({ waiting = 1, last = [null] as (string | null)[], isBounded = true } = {}) {
  const ran: [statement: Runnable<object, object>, given: object][] = [];
  const run = (statement: Runnable<object, object>, given: object) => {
    ran.push([statement, given]);
    if (statement === ANY_WAITING) return Promise.resolve(Array.from({ length: waiting }, () => ({})));
    return Promise.resolve(
      statement === FILL_PLACES ? [{ last_account: last.shift() ?? null, filled: 1 }] : [],
    );
  };
  const database = {
    run,
    transaction: (work: (tx: object) => Promise<unknown>) => work({ run }),
  };
  const plans = {
    ...{ all: PLANS, defaultKey: 'free', boundConcurrency: isBounded },
    of: (key: string) => PLANS.find((plan) => plan.key === key)!,
  };
  const catalogue = { plans, confirm: () => undefined };
  return {
    ran,
    places: new PlanPlaces(database as unknown as Database, catalogue as unknown as Catalogue),
  };
}

const fill = (after: string) => [
  [LOCK_PLACES, {}],
  [FILL_PLACES, { plans: ['free', 'small', 'large'], places: [2, 3, null], usualPlaces: 2, after }],
];

it('fills the places of every plan, account after account, each time under the lock', async () => {
  const { places, ran } = placesWith({ last: [SOME, null] });
  await places.fill();
  expect(ran).toEqual([[ANY_WAITING, {}], ...fill(FIRST_ACCOUNT), ...fill(SOME)]);
});

it('fills nothing while no prediction waits, and is awaited by nobody', async () => {
  const { places, ran } = placesWith({ waiting: 0 });
  expect(places.waitMs()).toBe(Infinity);
  await places.fill();
  expect(ran).toEqual([[ANY_WAITING, {}]]);
  expect(places.waitMs()).toBe(Infinity);
});

it.each([
  [true, 50],
  [false, 1_000],
])('looks again after its interval: plans bound predictions: %s, %s ms', async (isBounded, intervalMs) => {
  const { places, ran } = placesWith({ isBounded });
  await places.fill();
  const looks = () => ran.filter(([statement]) => statement === ANY_WAITING).length;
  nowMs += intervalMs - 1;
  await places.fill();
  expect([looks(), places.waitMs()]).toEqual([1, 1]);
  nowMs += 1;
  expect(places.waitMs()).toBe(0);
  await places.fill();
  expect(looks()).toBe(2);
  nowMs += 10 * intervalMs;
  expect(places.waitMs()).toBe(0);
});
