/** The model of the fair queue (prove/model) orders predictions as the statements do, and its simulation starves no account. */
import { FairQueue } from '../../prove/model/fair-queue.mjs';
import { compare, WORKLOADS } from '../../prove/model/fair-queue-simulation.mjs';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { startApp, type TestApp } from '../support/app.js';
import { generate, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

const ACCOUNTS = 4;
const STEPS = 60;

let api: TestApp;
beforeAll(async () => (api = await startApp({ ROLES: 'api' })));
afterAll(() => api.close());

it('creates and claims in SQL have the tags and the order of the model', async () => {
  const queue = api.app.get(PredictionQueue, { strict: false });
  const keys: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) keys.push((await newCaller(api.base)).key);
  const model = new FairQueue(ACCOUNTS);
  const ids: string[] = [];
  const [begun, expected]: [string[], string[]] = [[], []];
  const claim = async () => {
    const [claimed] = await queue.claim([{ provider: 'fault', submits: 1, polls: 0 }], 1, 1, 600);
    begun.push(claimed!.id);
    expected.push(ids[model.begin()]!);
  };
  // An account with most of the work, three others now and then, and claims between.
  for (let step = 0; step < STEPS; step += 1) {
    const account = step % 5 === 4 ? 1 + ((step * 7) % (ACCOUNTS - 1)) : 0;
    const { predictionId } = await generate(api.base, keys[account]!, {
      modelKey: 'embedded-fault',
      mode: 'hang',
    });
    const id = uuidOf(predictionId);
    const [row] = await api.database.query<{ weight: number; tag: number }>(
      'select weight::float8, fair_tag::float8 as tag from predictions where id = $1',
      [id],
    );
    ids.push(id);
    expect(model.add(account, row!.weight, step)).toBe(row!.tag);
    if (step % 3 === 2) await claim();
  }
  while (model.length > 0) await claim();
  expect(begun).toEqual(expected);
  expect(begun).not.toEqual(ids);
});

describe('simulated for 2,000 accounts and 40 places', () => {
  const size = { accounts: 2_000, places: 40, seed: '7' };
  const [equal] = Object.keys(WORKLOADS) as [string];
  const everyone = Object.keys(WORKLOADS).at(-1)!;

  it('an account with 80 % of the work delays the others by less than one length', () => {
    const { fair, arrival } = compare(equal, size);
    expect(fair.worst).toBeLessThan(5);
    expect(arrival.p50).toBeGreaterThan(5);
  });

  it('when every account waits, the small ones wait as if the large one did not exist', () => {
    const { fair, ideal } = compare(everyone, size);
    expect(fair.worst).toBeLessThan(1.05 * ideal.worst);
  });

  it('the same seed gives the same waits', () => {
    expect(compare(equal, size)).toEqual(compare(equal, size));
  });
});
