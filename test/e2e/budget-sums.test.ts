/**
 * A budget stores the sum of its earlier seconds beside its buckets. In every state of a budget, also one written by an
 * earlier release, a request is counted by the buckets.
 */
import { parsePublicId } from '../../src/platform/http/index.js';
import { COUNTED_SECONDS as PLACES } from '../../src/platform/limits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';

const LIMIT = 6000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '1000000' });
});
afterAll(() => app.close());

interface Kept {
  /** Seconds since the newest bucket. */
  gap: number;
  /** Whether the sum belongs to the second of the newest bucket; otherwise it is invalid. */
  isKept: boolean;
}

const GAPS = [0, 1, 2, 3, Math.floor(PLACES / 2), PLACES - 2, PLACES - 1, PLACES, PLACES + 1, PLACES + 39];
const STATES: Kept[] = GAPS.flatMap((gap) => [true, false].map((isKept) => ({ gap, isKept })));

/** Sets the budget as if its last request had been `gap` seconds ago. @returns requests by second. */
async function leave(subject: string, { gap, isKept }: Kept): Promise<Map<number, number>> {
  const [clock] = await app.database.query<{ now: string }>(
    'select floor(extract(epoch from clock_timestamp()))::bigint as now',
  );
  const head = Number(clock!.now) - gap;
  const bySecond = new Map<number, number>();
  const buckets = new Array<number>(PLACES).fill(0);
  for (let age = 0; age < PLACES; age += 1) {
    const used = Math.random() < 0.4 ? Math.floor(Math.random() * 50) : 0;
    bySecond.set(head - age, used);
    buckets[(head - age) % PLACES] = used;
  }
  const earlier = isKept ? usedIn(bySecond, head) - bySecond.get(head)! : 4_321;
  await app.database.query(
    'update budgets set head = $2, buckets = $3, earlier = $4, earlier_at = $5 where subject = $1',
    [subject, head, buckets, earlier, isKept ? head : head - 1],
  );
  return bySecond;
}

/** Returns the requests in the `PLACES` seconds that end with `second`. */
const usedIn = (bySecond: Map<number, number>, second: number) =>
  [...bySecond].reduce((sum, [at, n]) => (at > second - PLACES && at <= second ? sum + n : sum), 0);

interface Budget {
  head: string;
  buckets: number[];
  earlier: number;
  earlier_at: string;
}

it.each(STATES)('counts a request $gap s after the last, sum stored: $isKept', async (state) => {
  const { key, record } = await newCaller(app.base);
  const subject = `key:${parsePublicId('key', record.id)}`;
  const balance = () => call(app.base, 'GET', '/api/credits/balance', { token: key });
  await balance(); // Creates the row.
  for (let time = 0; time < 5; time += 1) {
    const bySecond = await leave(subject, state);
    const { headers } = await balance();
    const [row] = await app.database.query<Budget>(
      'select head, buckets, earlier, earlier_at from budgets where subject = $1',
      [subject],
    );
    const second = Number(row!.head);
    const used = usedIn(bySecond, second);
    expect(headers.get('x-ratelimit-remaining')).toBe(String(LIMIT - used - 1));
    expect(row!.buckets.reduce((sum, n) => sum + n, 0)).toBe(used + 1);
    expect(row!.earlier).toBe(used - (bySecond.get(second) ?? 0));
    expect(row!.earlier_at).toBe(row!.head);
  }
});
