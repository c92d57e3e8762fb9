// Guards of the queue: one worker holds a prediction at a time, stale writes have no effect, an engine is paid once.
import { expectHolds } from './broken-guarantee.mjs';
import { neverRespond } from './probe-engine.mjs';
import { until } from './world.mjs';

const QUEUE = 'generation/queue/prediction.queue.sql.js';
const LEASES = 'generation/worker/lease-holder.js';
const SETTLEMENT = 'generation/settlement/prediction.settlement.sql.js';
const LEDGER = 'credits/ledger.sql.js';
const DECISIONS = 'generation/worker/step-decisions.js';
const ADVANCER = 'generation/worker/prediction.advancer.js';

const success = ({ id, fence }) => ({ id, fence, outputs: [], retentionDays: 1 });

/** Creates a prediction that a second worker has claimed after the lease of the first one expired. */
async function takeOver(world, engine) {
  const { accountId, key } = await world.createCaller(10);
  const prediction = await world.startPrediction(key, engine);
  const stale = await world.claim(prediction);
  await world.expireLease(prediction);
  const present = await world.claim(prediction);
  if (!stale || !present) throw new Error('the prediction could not be claimed twice');
  return { accountId, prediction, stale, present };
}

const SHORT_LEASE = { LEASE_SECONDS: '2' };

/** Starts a prediction whose engine never responds, and waits until a worker has submitted it. @returns the row */
async function submitWithoutResponse(world) {
  const { key } = await world.createCaller(10);
  const prediction = await world.startPrediction(key);
  world.engines.setScript(prediction.publicId, { submit: neverRespond });
  await until(() => world.engines.submits(prediction.publicId) === 1, 'the submit');
  return world.row(prediction);
}

/** Waits until the lease is renewed or lost. Requires that it is renewed. @returns the new row */
async function waitForRenewal(world, before) {
  let row;
  await until(async () => {
    row = await world.row(before);
    const isHeld = row.status === 'processing' && row.fence === before.fence;
    return !isHeld || row.lease_until > before.lease_until;
  }, 'the next renewal, or the end of the lease');
  expectHolds(
    row.status === 'processing' && row.fence === before.fence,
    'a worker lost a running prediction',
  );
  return row;
}

/** Lets a worker die between its submit and the engine's response, and another worker take over. @returns the paid calls */
async function countSubmitsAfterDeath(world, engine, found) {
  const { key } = await world.createCaller(10);
  const prediction = await world.startPrediction(key, engine);
  world.engines.setScript(prediction.publicId, { submit: neverRespond, find: found });
  const first = await world.advance(await world.claim(prediction));
  await until(() => world.engines.submits(prediction.publicId) === 1, 'the first submit');
  await world.expireLease(prediction);
  world.engines.setScript(prediction.publicId, { find: found });
  await (
    await world.advance(await world.claim(prediction))
  ).done;
  await first.stop();
  return world.engines.submits(prediction.publicId);
}

export const QUEUE_GUARDS = [
  {
    name: 'a prediction that ends before its start returns its place in the queue',
    edits: [{ file: LEDGER, find: 'fair_tag = w.fair_tag - w.unbegun', put: 'fair_tag = w.fair_tag' }],
    async probe(world) {
      const { accountId, key } = await world.createCaller(10);
      const tag = async () =>
        (await world.query('select fair_tag from wallets where account_id = $1', [accountId]))[0].fair_tag;
      const tags = [await tag()];
      const { id, publicId } = await world.startPrediction(key);
      await world.request('POST', `/api/generate/${publicId}/cancel`, key.secret);
      tags.push(await tag());
      await world.startPrediction(key);
      tags.push(await tag());
      const { weight } = await world.row({ id });
      expectHolds(
        Number(tags[2]) - Number(tags[1]) === Number(weight) && tags[1] < tags[2],
        'the next create did not move its account back',
      );
      const first = await world.query('select fair_tag from predictions where id = $1', [id]);
      expectHolds(tags[1] === first[0].fair_tag, 'a cancelled prediction kept its account back in the queue');
    },
  },
  {
    name: 'a batch that was rolled back is retried in parts',
    edits: [
      {
        file: '../packages/postgres/dist/coalescer.js',
        find: 'if (batch.length === 1 || reason',
        put: 'if (batch.length > 0 || reason',
      },
    ],
    async probe(world) {
      const { Coalescer } = await import(`${world.dist}/../packages/postgres/dist/coalescer.js`);
      const coalescer = new Coalescer(async (inputs) => {
        if (inputs.includes(13)) throw Object.assign(new Error('cancelled'), { code: '57014' });
        return inputs;
      });
      const calls = await Promise.allSettled(Array.from({ length: 64 }, (_, at) => coalescer.call(at)));
      const rejected = calls.filter(({ status }) => status === 'rejected').length;
      expectHolds(rejected === 1, `a timeout of one call in 64 failed ${rejected} calls`);
    },
  },
  {
    name: 'leases are renewed',
    edits: [
      { file: LEASES, find: "'renew-leases', ()=>this.renew())", put: "'renew-leases', async ()=>{})" },
    ],
    async probe(world) {
      await world.withWorker(SHORT_LEASE, async () => {
        await waitForRenewal(world, await waitForRenewal(world, await submitWithoutResponse(world)));
      });
    },
  },
  {
    name: 'leases are renewed by a monotonic clock',
    edits: [
      {
        file: LEASES,
        find: 'performance.now() - this.lastRenewalMs',
        put: 'Date.now() - this.lastRenewalMs',
      },
      {
        file: LEASES,
        find: 'this.lastRenewalMs = performance.now()',
        put: 'this.lastRenewalMs = Date.now()',
      },
    ],
    async probe(world) {
      await world.withWorker(SHORT_LEASE, async () => {
        const renewed = await waitForRenewal(world, await submitWithoutResponse(world));
        const { now } = Date;
        Date.now = () => now() - 60_000;
        try {
          await waitForRenewal(world, renewed);
        } finally {
          Date.now = now;
        }
      });
    },
  },
  {
    name: 'fence check in settle',
    edits: [{ file: SETTLEMENT, find: 'p.fence = v.fence and p.lease_until', put: 'p.lease_until' }],
    async probe(world) {
      const { prediction, stale } = await takeOver(world);
      const settled = await (await world.settlement()).complete(success(stale));
      expectHolds(settled === null, 'a worker whose prediction had been taken over settled it');
      expectHolds(
        (await world.row(prediction)).status === 'processing',
        'the prediction is final without a settlement by its worker',
      );
    },
  },
  {
    name: 'lease check in settle',
    edits: [
      {
        file: SETTLEMENT,
        find: '(p.fence = v.fence and p.lease_until > clock_timestamp())',
        put: '(p.fence = v.fence)',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      const stale = await world.claim(prediction);
      await world.expireLease(prediction);
      const settled = await (await world.settlement()).complete(success(stale));
      expectHolds(settled === null, 'a worker settled after its lease had expired');
    },
  },
  {
    name: 'the fence rises with every claim',
    edits: [
      {
        file: QUEUE,
        find: 'fence = p.fence + 1, leased_by = $worker',
        put: 'fence = p.fence, leased_by = $worker',
      },
    ],
    async probe(world) {
      const { stale } = await takeOver(world);
      const settled = await (await world.settlement()).complete(success(stale));
      expectHolds(settled === null, 'two workers held the same fence, and the first one settled');
    },
  },
  {
    name: 'lease check in the queue’s writes',
    edits: [
      {
        file: QUEUE,
        find: `p.status = 'processing' and p.lease_until > clock_timestamp()\`;`,
        put: `p.status = 'processing'\`;`,
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      const stale = await world.claim(prediction);
      await world.expireLease(prediction);
      expectHolds(
        (await (await world.queue()).begin(stale)) === null,
        'an attempt was begun after the lease had expired',
      );
    },
  },
  {
    name: 'fence check when an engine’s reference is written',
    edits: [
      {
        file: QUEUE,
        find: /(const AWAIT = [\s\S]*?where p\.id = t\.id and )p\.fence = t\.fence( and \$\{HELD\})/,
        put: '$1t.fence is not null$2',
      },
    ],
    async probe(world) {
      const { prediction, stale } = await takeOver(world);
      await (await world.queue()).await(stale, { ref: { stale: true }, pollAfterMs: 1000 });
      expectHolds(
        (await world.row(prediction)).provider_ref === null,
        'a stale worker wrote its engine’s reference',
      );
    },
  },
  {
    name: 'a suspect is not claimed with others',
    edits: [
      {
        file: QUEUE,
        find: /(provider_ref is null and provider = c\.provider[^;]+?)and crashes \+ \(lease_until is not null\)::int < \$suspectsFrom::int(\s+order by run_at limit c\.submits)/,
        put: '$1and $suspectsFrom::int > 0$2',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      const { PredictionQueue } = await world.service.load('generation/queue/prediction.queue.js');
      const queue = new PredictionQueue(await world.service.part('platform/database/index.js', 'Database'), {
        suspectsFrom: 2,
      });
      const free = [{ provider: 'probe-none', submits: 1000, polls: 1000 }];
      await queue.claim(free, 1000, 1, 15);
      await world.query(`update predictions set crashes = 1 where id = $1`, [prediction.id]);
      await world.expireLease(prediction);
      const claimed = await queue.claim(free, 1000, 2, 15);
      expectHolds(
        !claimed.some(({ id }) => id === prediction.id),
        'a prediction that had crashed two workers was claimed with others',
      );
    },
  },
  {
    name: 'a leased prediction is not claimed again',
    edits: [
      {
        file: QUEUE,
        find: /(provider_ref is null and provider = c\.provider\s+and run_at <= c\.now) and \(lease_until is null or lease_until <= c\.now\)/,
        put: '$1',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      await world.claim(prediction);
      expectHolds((await world.claim(prediction)) === undefined, 'two workers hold the same prediction');
    },
  },
  {
    name: 'a prediction is polled by one worker at a time',
    edits: [
      {
        file: QUEUE,
        find: /(provider_ref is not null and provider = c\.provider\s+and run_at <= c\.now) and \(lease_until is null or lease_until <= c\.now\)/,
        put: '$1',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      const first = await world.claim(prediction);
      await (await world.queue()).await(first, { ref: { job: 1 }, pollAfterMs: 0 });
      if (!(await world.claim(prediction))) throw new Error('a due prediction could not be claimed');
      expectHolds((await world.claim(prediction)) === undefined, 'two workers poll the same prediction');
    },
  },
  {
    name: 'a prediction that its engine may have accepted is not rerouted',
    edits: [
      {
        file: QUEUE,
        find: 'p.model_key = $modelKey and p.provider_ref is null and not p.submit_open',
        put: 'p.model_key = $modelKey and p.provider_ref is null',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      const claimed = await world.claim(prediction);
      const queue = await world.queue();
      await queue.begin(claimed);
      await world.expireLease(prediction);
      await queue.reroute(claimed.provider, claimed.model_key, { provider: 'another', model: 'another' });
      expectHolds(
        (await world.row(prediction)).provider === claimed.provider,
        'a prediction was rerouted although its engine may have accepted it',
      );
    },
  },
  {
    name: 'a stale worker does not call the engine',
    edits: [{ file: ADVANCER, find: 'if (attempt === null) return null;', put: '' }],
    async probe(world) {
      const { prediction, stale } = await takeOver(world);
      await (
        await world.advance(stale)
      ).done;
      expectHolds(
        world.engines.submits(prediction.publicId) === 0,
        'a worker submitted a prediction without its lease',
      );
    },
  },
  {
    name: 'the intent is written before the engine is called',
    edits: [
      {
        file: QUEUE,
        find: 'attempts = p.attempts + 1, submit_open = true',
        put: 'attempts = p.attempts + 1',
      },
    ],
    async probe(world) {
      const paid = await countSubmitsAfterDeath(world, 'none');
      expectHolds(paid === 1, `an engine without lookup was paid ${paid} times`);
    },
  },
  {
    name: 'an engine with lookup is queried before it is paid again',
    edits: [{ file: DECISIONS, find: `lookup: 'find'`, put: `lookup: 'resubmit'` }],
    async probe(world) {
      const paid = await countSubmitsAfterDeath(world, 'lookup', async () => ({ job: 1 }));
      expectHolds(paid === 1, `an engine that had the prediction was paid ${paid} times`);
    },
  },
  {
    name: 'a prediction past its deadline fails',
    edits: [
      {
        file: SETTLEMENT,
        find: `where status = 'processing' and deadline_at <= (select clock_timestamp())`,
        put: `where status = 'processing' and deadline_at is null`,
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      await world.query(`update predictions set deadline_at = clock_timestamp() where id = $1`, [
        prediction.id,
      ]);
      await (await world.settlement()).failOverdue();
      expectHolds((await world.row(prediction)).status === 'failed', 'a prediction outlived its deadline');
      await world.checkLedger();
    },
  },
];
