/** The contract of every limit store. A spec calls `describeLimitStore`; external implementations can import it too. */
import { randomUUID } from 'node:crypto';
import type { BudgetRequest, BudgetVerdict, LimitStore } from '../../src/admission/index.js';

export interface LimitStoreRig {
  /** Two stores that share their budgets, as those of two processes do. */
  stores: [LimitStore, LimitStore];
  /** Moves the clock of the budgets. Without it the cases about time are left out. */
  advance?(ms: number): void | Promise<void>;
  close?(): Promise<void>;
}

const WINDOW_MS = 60_000;
/** A request leaves its window after this time at the latest. */
const LONGEST_MS = 61_000;

/** @param make returns stores without any use, or with budgets that other cases do not use. */
export function describeLimitStore(
  title: string,
  make: () => Promise<LimitStoreRig>,
  { hasClock }: { hasClock: boolean },
): void {
  const withRig = (use: (rig: LimitStoreRig) => Promise<void>) => async (): Promise<void> => {
    const rig = await make();
    try {
      await use(rig);
    } finally {
      await rig.close?.();
    }
  };
  const newKey = () => `key:${randomUUID()}`;
  /** A platform's budget of this case alone. */
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

  describe(`${title} as a limit store`, () => {
    it(
      'admits as many requests as the limit, and returns what is left',
      withRig(async ({ stores: [store] }) => {
        const one = request(newKey(), 5);
        for (const remaining of [4, 3, 2, 1])
          expect(await takeOne(store, one)).toEqual({ verdict: 'admitted', remaining, resetSeconds: 0 });
        for (const verdict of ['admitted', 'own', 'own'])
          expectFull(await takeOne(store, one), verdict as BudgetVerdict['verdict']);
      }),
    );

    it(
      'a request rejected by one budget takes nothing from the other',
      withRig(async ({ stores: [store] }) => {
        const [full, other, platform] = [newKey(), newKey(), newPlatform()];
        await store.take(repeat(3, () => request(full, 3, platform, 5)));
        const byOwn = await store.take(repeat(4, () => request(full, 3, platform, 5)));
        expect(verdictsOf(byOwn)).toEqual(Array(4).fill('own'));
        expect(await store.used([full, platform])).toEqual([3, 3]);

        const byPlatform = await store.take(repeat(4, () => request(other, 9, platform, 5)));
        expect(verdictsOf(byPlatform)).toEqual(['admitted', 'admitted', 'platform', 'platform']);
        expectReset(byPlatform[2]!);
        expect(await store.used([other, platform])).toEqual([2, 5]);
        // Both are full: the own one decides.
        expect((await takeOne(store, request(full, 3, platform, 5))).verdict).toBe('own');
      }),
    );

    it(
      'a request that is not counted takes nothing, and gets the state of its own budget',
      withRig(async ({ stores: [store] }) => {
        const [own, platform] = [newKey(), newPlatform()];
        const one = request(own, 2, platform);
        const asked = { ...one, isCounted: false };
        expect(await takeOne(store, asked)).toMatchObject({ remaining: 2, resetSeconds: 0 });
        const [first, state, second, full] = await store.take([one, asked, one, asked]);
        expect([first, second]).toMatchObject([{ verdict: 'admitted' }, { verdict: 'admitted' }]);
        expect(state!.remaining).toBe(1);
        expect(full!.remaining).toBe(0);
        expectReset(full!);
        expect(await store.used([own, platform])).toEqual([2, 2]);
      }),
    );

    it(
      'decides about many accounts in one call, each by its own budget and in the order given',
      withRig(async ({ stores: [store] }) => {
        const keys = repeat(32, newKey);
        const platforms = keys.map(newPlatform);
        // Key i has a limit of i % 5, and asks 4 times; the calls of all keys are mixed.
        const requests = repeat(128, (at) => {
          const index = at % 32;
          return request(keys[index]!, index % 5, platforms[index]);
        });
        const verdicts = await store.take(requests);
        expect(verdicts).toHaveLength(128);
        keys.forEach((_, index) => {
          const own = verdicts.filter((_verdict, at) => at % 32 === index);
          const room = Math.min(4, index % 5);
          const expected = repeat(4, (time) => (time < room ? 'admitted' : 'own'));
          expect({ index, own: verdictsOf(own) }).toEqual({ index, own: expected });
        });
        expect(await store.used(keys)).toEqual(keys.map((_, index) => Math.min(4, index % 5)));
      }),
    );

    it(
      'one platform budget for many keys of a call is exact',
      withRig(async ({ stores: [store] }) => {
        const platform = newPlatform();
        const verdicts = await store.take(repeat(100, () => request(newKey(), 10, platform, 37)));
        expect(verdictsOf(verdicts)).toEqual([...Array(37).fill('admitted'), ...Array(63).fill('platform')]);
        expect(await store.used([platform])).toEqual([37]);
      }),
    );

    it(
      'concurrent calls of two stores admit exactly the limit',
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
        expect(count(verdicts, 'admitted')).toBe(90);
        const [ofOwn, ofPlatform] = await stores[0].used([own, platform]);
        expect(ofPlatform).toBe(90);
        expect(ofOwn).toBeLessThanOrEqual(77);
        expect(await stores[1].used([own])).toEqual([ofOwn]);
      }),
    );

    it(
      'the limit given with a request applies to it, also after a change',
      withRig(async ({ stores: [store] }) => {
        const own = newKey();
        await store.take(repeat(3, () => request(own, 3)));
        expect(await takeOne(store, request(own, 5))).toMatchObject({ verdict: 'admitted', remaining: 1 });
        expectFull(await takeOne(store, request(own, 2)), 'own');
        expectFull(await takeOne(store, request(newKey(), 0)), 'own');
      }),
    );

    it(
      'returns the use of subjects in the order given, 0 for unknown ones, and takes nothing',
      withRig(async ({ stores: [store, other] }) => {
        const [one, two] = [newKey(), `ip:2001:db8:${randomUUID().slice(0, 4)}::/64`];
        await store.take([request(one, 9, two), request(one, 9, two), request(newKey(), 9, two)]);
        for (let time = 0; time < 2; time += 1)
          expect(await other.used([two, newKey(), one, two])).toEqual([3, 0, 2, 3]);
        expect(await store.used([])).toEqual([]);
        expect(await store.take([])).toEqual([]);
      }),
    );

    if (!hasClock) return;

    it(
      'a request leaves its window after 60 s, and not before; the others stay',
      withRig(async ({ stores: [store], advance }) => {
        const own = newKey();
        const one = request(own, 4);
        await store.take([one, one]);
        await advance!(30_000);
        await store.take([one, one]);
        await advance!(29_500);
        const refused = await takeOne(store, one);
        expectFull(refused, 'own');
        expect(refused.resetSeconds).toBeLessThanOrEqual(2);
        await advance!(LONGEST_MS - 59_500);
        expect(await store.used([own])).toEqual([2]);
        expect(verdictsOf(await store.take([one, one, one]))).toEqual(['admitted', 'admitted', 'own']);
        await advance!(10 * WINDOW_MS);
        expect(await store.used([own])).toEqual([0]);
        expect(await takeOne(store, one)).toEqual({ verdict: 'admitted', remaining: 3, resetSeconds: 0 });
      }),
    );

    it(
      'after the returned seconds a request is left',
      withRig(async ({ stores: [store], advance }) => {
        const one = request(newKey(), 3);
        for (const wait of [0, 7_300, 11_450]) {
          await advance!(wait);
          await takeOne(store, one);
        }
        for (let time = 0; time < 6; time += 1) {
          const { verdict, resetSeconds } = await takeOne(store, one);
          expect(verdict).toBe('own');
          await advance!(resetSeconds * 1_000);
          expect((await takeOne(store, one)).verdict).toBe('admitted');
        }
      }),
    );

    it(
      'never admits more than the limit within any 60 s, and rejects none while 61 s had room',
      withRig(async ({ stores, advance }) => {
        const [own, platform, other] = [newKey(), newPlatform(), newKey()];
        const [limit, platformLimit] = [20, 26];
        const verdicts = new Set<string>();
        let moved = 0;
        const now = () => moved + performance.now();
        let seed = 12_345;
        /** A fixed sequence: a failure can be repeated. */
        const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
        interface Span {
          from: number;
          to: number;
        }
        /** The spans in which requests were admitted. */
        const spans = { own: [] as Span[], platform: [] as Span[] };
        const surelyWithin = (of: Span[], { to }: Span) =>
          of.filter(({ from }) => from > to - WINDOW_MS).length;
        const perhapsWithin = (of: Span[], { from }: Span) =>
          of.filter(({ to }) => to > from - LONGEST_MS).length;
        for (let round = 0; round < 400; round += 1) {
          const ms = Math.floor(random() ** 3 * 20_000);
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
            expect(surelyWithin(spans.own, span)).toBeLessThanOrEqual(limit);
            expect(surelyWithin(spans.platform, span)).toBeLessThanOrEqual(platformLimit);
          } else if (verdict === 'own') expect(perhapsWithin(spans.own, span)).toBeGreaterThanOrEqual(limit);
          else expect(perhapsWithin(spans.platform, span)).toBeGreaterThanOrEqual(platformLimit);
          verdicts.add(verdict);
        }
        expect(verdicts).toEqual(new Set(['admitted', 'own', 'platform']));
      }),
    );
  });
}

/** Expects that a budget has no request left: after the last admitted one, or for a rejected one. */
function expectFull(verdict: BudgetVerdict, expected: BudgetVerdict['verdict']): void {
  expect(verdict).toMatchObject({ verdict: expected, remaining: 0 });
  expectReset(verdict);
}

function expectReset({ resetSeconds }: BudgetVerdict): void {
  expect(Number.isInteger(resetSeconds)).toBe(true);
  expect(resetSeconds).toBeGreaterThanOrEqual(1);
  expect(resetSeconds).toBeLessThanOrEqual(61);
}
