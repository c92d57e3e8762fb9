import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BudgetRequest, BudgetVerdict, LimitStore } from '../../admission/index.js';
import { COUNTED_SECONDS, WINDOW_SECONDS } from '../../platform/limits/index.js';
import { rigs, type TestRunner } from './runner.js';

/** Two stores without any use, or with budgets that other tests do not use. */
export interface LimitStoreRig {
  /** They share their budgets, as those of two processes do. */
  stores: [LimitStore, LimitStore];
  /** Moves the clock of the budgets. Needed when the fixture has `hasClock`. */
  advance?: (ms: number) => void | Promise<void>;
  close?: () => Promise<void>;
}

const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** A request leaves its window after this time at the latest. */
const LONGEST_MS = COUNTED_SECONDS * 1_000;

/** A limit store for its contract suite. */
export interface LimitStoreFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => Promise<LimitStoreRig>;
  /** Whether the rigs have `advance`. Without it the tests about time are left out. */
  hasClock: boolean;
}

/** Declares the tests that every `LimitStore` must pass. */
export function limitStoreContract(
  { describe, it }: TestRunner,
  { name, create, hasClock }: LimitStoreFixture,
): void {
  const withRig = rigs(create);
  const newKey = () => `key:${randomUUID()}`;
  /** The budget is of this case alone. */
  const newPlatform = () => `account:${randomUUID()}`;
  const request = (
    own: string,
    limit: number,
    platform = newPlatform(),
    platformLimit = 1_000_000,
  ): BudgetRequest => ({
    own: { subject: own, limit },
    platform: { subject: platform, limit: platformLimit },
    isCounted: true,
  });
  const repeat = <T>(count: number, create: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => create(index));
  const verdictsOf = (verdicts: BudgetVerdict[]) => verdicts.map(({ verdict }) => verdict);
  const count = (verdicts: BudgetVerdict[], wanted: BudgetVerdict['verdict']) =>
    verdicts.filter(({ verdict }) => verdict === wanted).length;
  const takeOne = async (store: LimitStore, one: BudgetRequest) => (await store.take([one]))[0]!;

  describe(`${name} as a limit store`, () => {
    it('admits as many requests as the limit, and returns what is left', () =>
      withRig(async ({ stores: [store] }) => {
        const one = request(newKey(), 5);
        for (const remaining of [4, 3, 2, 1])
          assert.deepEqual(await takeOne(store, one), { verdict: 'admitted', remaining, resetSeconds: 0 });
        for (const verdict of ['admitted', 'own', 'own'])
          expectFull(await takeOne(store, one), verdict as BudgetVerdict['verdict']);
      }));

    it('a request rejected by one budget takes nothing from the other', () =>
      withRig(async ({ stores: [store] }) => {
        const [full, other, platform] = [newKey(), newKey(), newPlatform()];
        await store.take(repeat(3, () => request(full, 3, platform, 5)));
        const byOwn = await store.take(repeat(4, () => request(full, 3, platform, 5)));
        assert.deepEqual(verdictsOf(byOwn), new Array<string>(4).fill('own'));
        assert.deepEqual(await store.used([full, platform]), [3, 3]);

        const byPlatform = await store.take(repeat(4, () => request(other, 9, platform, 5)));
        assert.deepEqual(verdictsOf(byPlatform), ['admitted', 'admitted', 'platform', 'platform']);
        expectReset(byPlatform[2]!);
        assert.deepEqual(await store.used([other, platform]), [2, 5]);
        // Both are full: the own one decides.
        assert.equal((await takeOne(store, request(full, 3, platform, 5))).verdict, 'own');
      }));

    it('a request that is not counted takes nothing, and gets the state of its own budget', () =>
      withRig(async ({ stores: [store] }) => {
        const [own, platform] = [newKey(), newPlatform()];
        const one = request(own, 2, platform);
        const asked = { ...one, isCounted: false };
        const before = await takeOne(store, asked);
        assert.deepEqual([before.remaining, before.resetSeconds], [2, 0]);
        const [first, state, second, full] = await store.take([one, asked, one, asked]);
        assert.deepEqual([first!.verdict, second!.verdict], ['admitted', 'admitted']);
        assert.equal(state!.remaining, 1);
        assert.equal(full!.remaining, 0);
        expectReset(full!);
        assert.deepEqual(await store.used([own, platform]), [2, 2]);
      }));

    it('decides about many accounts in one call, each by its own budget and in the order given', () =>
      withRig(async ({ stores: [store] }) => {
        const keys = repeat(32, newKey);
        const platforms = keys.map(newPlatform);
        // Key i has a limit of i % 5, and asks 4 times; the calls of all keys are mixed.
        const requests = repeat(128, (at) => {
          const index = at % 32;
          return request(keys[index]!, index % 5, platforms[index]);
        });
        const verdicts = await store.take(requests);
        assert.equal(verdicts.length, 128);
        keys.forEach((_, index) => {
          const own = verdicts.filter((_verdict, at) => at % 32 === index);
          const room = Math.min(4, index % 5);
          const expected = repeat(4, (time) => (time < room ? 'admitted' : 'own'));
          assert.deepEqual({ index, own: verdictsOf(own) }, { index, own: expected });
        });
        assert.deepEqual(
          await store.used(keys),
          keys.map((_, index) => Math.min(4, index % 5)),
        );
      }));

    it('one platform budget for many keys of a call is exact', () =>
      withRig(async ({ stores: [store] }) => {
        const platform = newPlatform();
        const verdicts = await store.take(repeat(100, () => request(newKey(), 10, platform, 37)));
        assert.deepEqual(verdictsOf(verdicts), [
          ...new Array<string>(37).fill('admitted'),
          ...new Array<string>(63).fill('platform'),
        ]);
        assert.deepEqual(await store.used([platform]), [37]);
      }));

    it('concurrent calls of two stores admit exactly the limit', () =>
      withRig(async ({ stores }) => {
        const [own, platform] = [newKey(), newPlatform()];
        const calls = await Promise.all(
          repeat(20, async (index) =>
            stores[index % 2]!.take([
              ...repeat(10, () => request(own, 77, platform, 90)),
              ...repeat(10, () => request(newKey(), 10, platform, 90)),
            ]),
          ),
        );
        const verdicts = calls.flat();
        assert.equal(count(verdicts, 'admitted'), 90);
        const [ofOwn, ofPlatform] = await stores[0].used([own, platform]);
        assert.equal(ofPlatform, 90);
        assert.ok(ofOwn! <= 77);
        assert.deepEqual(await stores[1].used([own]), [ofOwn]);
      }));

    it('the limit given with a request applies to it, also after a change', () =>
      withRig(async ({ stores: [store] }) => {
        const own = newKey();
        await store.take(repeat(3, () => request(own, 3)));
        const { verdict, remaining } = await takeOne(store, request(own, 5));
        assert.deepEqual([verdict, remaining], ['admitted', 1]);
        expectFull(await takeOne(store, request(own, 2)), 'own');
        expectFull(await takeOne(store, request(newKey(), 0)), 'own');
      }));

    it('returns the use of subjects in the order given, 0 for unknown ones, and takes nothing', () =>
      withRig(async ({ stores: [store, other] }) => {
        const [one, two] = [newKey(), `ip:2001:db8:${randomUUID().slice(0, 4)}::/64`];
        await store.take([request(one, 9, two), request(one, 9, two), request(newKey(), 9, two)]);
        for (let time = 0; time < 2; time += 1)
          assert.deepEqual(await other.used([two, newKey(), one, two]), [3, 0, 2, 3]);
        assert.deepEqual(await store.used([]), []);
        assert.deepEqual(await store.take([]), []);
      }));

    if (!hasClock) return;

    it(`a request leaves its window after ${WINDOW_SECONDS} s, and not before; the others stay`, () =>
      withRig(async ({ stores: [store], advance }) => {
        const own = newKey();
        const one = request(own, 4);
        await store.take([one, one]);
        await advance!(WINDOW_MS / 2);
        await store.take([one, one]);
        await advance!(WINDOW_MS / 2 - 500);
        const refused = await takeOne(store, one);
        expectFull(refused, 'own');
        assert.ok(refused.resetSeconds <= 2);
        await advance!(LONGEST_MS - WINDOW_MS + 500);
        assert.deepEqual(await store.used([own]), [2]);
        assert.deepEqual(verdictsOf(await store.take([one, one, one])), ['admitted', 'admitted', 'own']);
        await advance!(10 * WINDOW_MS);
        assert.deepEqual(await store.used([own]), [0]);
        const fresh = await takeOne(store, one);
        assert.deepEqual(fresh, { verdict: 'admitted', remaining: 3, resetSeconds: 0 });
      }));

    it('after the returned seconds a request is left', () =>
      withRig(async ({ stores: [store], advance }) => {
        const one = request(newKey(), 3);
        for (const wait of [0, 7_300, 11_450]) {
          await advance!(wait);
          await takeOne(store, one);
        }
        for (let time = 0; time < 6; time += 1) {
          const { verdict, resetSeconds } = await takeOne(store, one);
          assert.equal(verdict, 'own');
          await advance!(resetSeconds * 1_000);
          assert.equal((await takeOne(store, one)).verdict, 'admitted');
        }
      }));

    it(`never admits more than the limit within any ${WINDOW_SECONDS} s, and rejects none while ${COUNTED_SECONDS} s had room`, () =>
      withRig(async ({ stores, advance }) => {
        const [own, platform, other] = [newKey(), newPlatform(), newKey()];
        const [limit, platformLimit] = [20, 26];
        const verdicts = new Set<string>();
        let moved = 0;
        const now = () => moved + performance.now();
        let seed = 12_345;
        /** A fixed sequence makes a failure repeatable. */
        const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
        interface Span {
          from: number;
          to: number;
        }
        /** Requests were admitted in these spans. */
        const spans = { own: [] as Span[], platform: [] as Span[] };
        const surelyWithin = (of: Span[], { to }: Span) =>
          of.filter(({ from }) => from > to - WINDOW_MS).length;
        const perhapsWithin = (of: Span[], { from }: Span) =>
          of.filter(({ to }) => to > from - LONGEST_MS).length;
        for (let round = 0; round < 400; round += 1) {
          const ms = Math.floor((random() ** 3 * WINDOW_MS) / 3);
          moved += ms;
          await advance!(ms);
          const isOwn = random() < 0.7;
          const one = request(isOwn ? own : other, isOwn ? limit : 1_000_000, platform, platformLimit);
          const from = now();
          const { verdict } = await takeOne(stores[round % 2]!, one);
          const span = { from, to: now() };
          if (verdict === 'admitted') {
            if (isOwn) spans.own.push(span);
            spans.platform.push(span);
            assert.ok(surelyWithin(spans.own, span) <= limit);
            assert.ok(surelyWithin(spans.platform, span) <= platformLimit);
          } else if (verdict === 'own') assert.ok(perhapsWithin(spans.own, span) >= limit);
          else assert.ok(perhapsWithin(spans.platform, span) >= platformLimit);
          verdicts.add(verdict);
        }
        assert.deepEqual(verdicts, new Set(['admitted', 'own', 'platform']));
      }));
  });
}

/** A budget has no request left after the last admitted one, or for a rejected one. */
function expectFull(verdict: BudgetVerdict, expected: BudgetVerdict['verdict']): void {
  assert.deepEqual([verdict.verdict, verdict.remaining], [expected, 0]);
  expectReset(verdict);
}

function expectReset({ resetSeconds }: BudgetVerdict): void {
  assert.ok(Number.isInteger(resetSeconds) && resetSeconds >= 1 && resetSeconds <= COUNTED_SECONDS);
}
