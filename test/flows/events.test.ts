/** Extensions hear what happened: recorded in its transaction, in order, at least once, by one process at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { Client } from 'pg';
import {
  EVENT_KINDS,
  type EventBatch,
  type EventKind,
  EventListener,
  EventListeners,
  type ServiceEvent,
} from '../../src/events/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

type Handle = (batch: EventBatch) => Promise<void> | void;

/** A listener class whose calls `handle` receives, and the events that it handled. */
function listening(
  name: string,
  { kinds = EVENT_KINDS, batchSize = 100 }: { kinds?: readonly EventKind[]; batchSize?: number } = {},
) {
  const heard: ServiceEvent[] = [];
  const hooks: { handle: Handle } = { handle: () => undefined };
  class Heard extends EventListener {
    readonly name = name;
    readonly kinds = kinds;
    override readonly batchSize = batchSize;
    async handle(batch: EventBatch) {
      await hooks.handle(batch);
      heard.push(...batch.events);
    }
  }
  return { type: Heard as Type<EventListener>, heard, hooks };
}

async function start(listeners: Type<EventListener>[], beside?: TestApp, env: Record<string, string> = {}) {
  const app = await startApp({ ROLES: 'api,worker', ...env }, beside?.database, { listeners });
  apps.push(app);
  return app;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const kindsOf = (events: ServiceEvent[], id: string) =>
  events.filter(({ predictionId }) => predictionId === id).map(({ kind }) => kind);
const fault = (mode: string) => ({ modelKey: 'embedded-fault', mode, prompt: 'a secret prompt' });
const triggersOf = (app: TestApp) =>
  app.database.query(String.raw`select tgname from pg_trigger where tgname like 'events\_of\_%'`);
const eventsOf = (app: TestApp) => app.database.query<{ kind: string }>('select kind from events');

it('hears a prediction, its credits, its account and its keys in order, with public ids and no input', async () => {
  const { type, heard } = listening('all');
  const app = await start([type]);
  const { person, key, record } = await newCaller(app.base);
  const good: string = (await generate(app.base, key, fault('ok'))).predictionId;
  const bad: string = (await generate(app.base, key, fault('permanent'))).predictionId;
  const slow: string = (await generate(app.base, key, { ...fault('slow'), seconds: 30 })).predictionId;
  await until(() => kindsOf(heard, slow).includes('prediction.started'));
  await call(app.base, 'POST', `/api/generate/${slow}/cancel`, { token: key });
  await Promise.all([good, bad].map((id) => finished(app.base, key, id)));
  const done = await finished(app.base, key, good);
  await call(app.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
  await until(() => heard.some(({ kind }) => kind === 'key.revoked'));

  const begun = ['prediction.accepted', 'credits.charged', 'prediction.started'];
  expect(kindsOf(heard, good)).toEqual([...begun, 'prediction.completed']);
  expect(kindsOf(heard, bad)).toEqual([...begun, 'prediction.failed', 'credits.refunded']);
  expect(kindsOf(heard, slow)).toEqual([...begun, 'prediction.cancelled', 'credits.refunded']);
  expect(heard.filter(({ predictionId }) => !predictionId).map(({ kind }) => kind)).toEqual([
    'account.opened',
    'credits.granted',
    'key.created',
    'key.revoked',
  ]);
  const creditCost = done.creditCost as number;
  const charged = heard.find((event) => event.kind === 'credits.charged');
  // By the kind, the compiler knows what the data is.
  expect(charged!.data.amount).toBe(-creditCost);
  const completed = heard.find((event) => event.kind === 'prediction.completed');
  expect(completed!.data).toEqual({
    env: 'live',
    modelKey: 'embedded-fault',
    modality: done.modality,
    operation: done.operation,
    creditCost,
  });
  expect(JSON.stringify(heard)).not.toContain('"cost"');
  const [accepted] = heard;
  expect(accepted).toMatchObject({ id: expect.stringMatching(/^evt_\d+$/), accountId: person.accountId });
  expect(heard.every(({ accountId }) => accountId === person.accountId)).toBe(true);
  expect(heard.find(({ kind }) => kind === 'prediction.failed')).toMatchObject({
    keyId: record.id,
    data: { env: 'live', modelKey: 'embedded-fault', creditCost, code: expect.any(String), retryable: false },
  });
  expect(new Set(heard.map(({ id }) => id)).size).toBe(heard.length);
  const all = JSON.stringify(heard);
  for (const secret of ['a secret prompt', key, key.slice(-20), person.email])
    expect(all).not.toContain(secret);
});

it('writes nothing, and has no trigger, without a listener; only what is heard with one', async () => {
  const app = await start([]);
  const { key } = await newCaller(app.base);
  await finished(app.base, key, (await generate(app.base, key, fault('ok'))).predictionId);
  expect(await triggersOf(app)).toEqual([]);
  expect(await eventsOf(app)).toEqual([]);

  const { type, heard } = listening('ends', { kinds: ['prediction.failed'] });
  const other = await start([type], app);
  expect(await triggersOf(app)).toEqual([{ tgname: 'events_of_transfers' }]);
  const { predictionId } = await generate(other.base, key, fault('permanent'));
  await until(() => heard.length > 0);
  expect(kindsOf(heard, predictionId)).toEqual(['prediction.failed']);
  const [{ last }] = (await app.database.query(
    `select pg_sequence_last_value('events_position_seq')::int as last`,
  )) as [{ last: number }];
  expect(last).toBe(1);
});

it('delivers again what failed, with the number of the attempt, and never holds up another listener', async () => {
  const failing = listening('failing', { kinds: ['prediction.completed'] });
  const sound = listening('sound', { kinds: ['prediction.completed'] });
  const attempts: { attempt: number; ids: string[] }[] = [];
  failing.hooks.handle = ({ attempt, events }) => {
    attempts.push({ attempt, ids: events.map(({ id }) => id) });
    if (attempt < 3) throw new Error('the receiver is away');
  };
  const app = await start([failing.type, sound.type]);
  const { key } = await newCaller(app.base);
  const { predictionId } = await generate(app.base, key, fault('ok'));
  await until(() => sound.heard.length === 1);
  expect(failing.heard).toEqual([]);
  await until(
    async () =>
      figureOf(await figuresOf(app.base), 'offprint_listener_lag_seconds', { listener: 'failing' })! > 0.5,
  );
  await until(() => failing.heard.length === 1);
  expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(new Set(attempts.map(({ ids }) => ids.join())).size).toBe(1);
  expect(failing.heard[0]!.predictionId).toBe(predictionId);
  await until(
    async () =>
      figureOf(await figuresOf(app.base), 'offprint_listener_lag_seconds', { listener: 'failing' }) === 0,
  );
  const figures = await figuresOf(app.base);
  expect(figureOf(figures, 'offprint_listener_failures_total', { listener: 'failing' })).toBe(2);
});

it('keeps its position over a restart: what happened meanwhile is delivered, and nothing handled again', async () => {
  const first = listening('keeps');
  const app = await start([]);
  const runner = await start([first.type], app);
  const { key } = await newCaller(app.base);
  await until(() => first.heard.length === 3);
  apps.splice(apps.indexOf(runner), 1);
  await runner.close();
  const { predictionId } = await generate(app.base, key, fault('ok'));
  await finished(app.base, key, predictionId);
  const again = listening('keeps');
  await start([again.type], app);
  await until(() => again.heard.length === 4);
  expect(kindsOf(again.heard, predictionId)).toHaveLength(4);
  expect(again.heard.some(({ id }) => first.heard.some((one) => one.id === id))).toBe(false);
});

it('two processes never call one listener at once; the other takes over when one stops', async () => {
  let running = 0;
  let most = 0;
  const handled: ServiceEvent[] = [];
  const makeOne = () => {
    const { type, hooks, heard } = listening('shared', { batchSize: 3 });
    hooks.handle = async ({ events }) => {
      most = Math.max(most, (running += 1));
      await sleep(15);
      running -= 1;
      handled.push(...events);
    };
    return { type, heard };
  };
  const [one, two] = [makeOne(), makeOne()];
  const app = await start([]);
  const first = await start([one.type], app);
  await start([two.type], app);
  const { key } = await newCaller(app.base);
  const make = (n: number) =>
    Promise.all(Array.from({ length: n }, () => generate(app.base, key, fault('ok'))));
  await make(10);
  await until(() => one.heard.length > 5);
  expect(two.heard).toEqual([]);
  const stopping = first.close();
  apps.splice(apps.indexOf(first), 1);
  await make(10);
  await stopping;
  await until(() => handled.filter(({ kind }) => kind === 'prediction.completed').length >= 20);
  expect(most).toBe(1);
  expect(two.heard.length).toBeGreaterThan(0);
  // A lease that ran out repeats its batch: the order is that of first deliveries.
  const positions = [...new Set(handled.map(({ id }) => parseInt(id.slice(4), 10)))];
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
});

it('reads nothing that an open transaction can still precede', async () => {
  const { type, heard } = listening('careful', { kinds: ['account.opened', 'credits.granted'] });
  const app = await start([type]);
  const { person } = await newCaller(app.base);
  await until(() => heard.length === 2);
  const open = new Client({ connectionString: app.url });
  await open.connect();
  try {
    await open.query('begin');
    await open.query(
      `insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
       select account_id, 'grant', 'system', 'wallet', 0, balance from wallets where account_id = $1`,
      [person.accountId.slice(4)],
    );
    const later = await newCaller(app.base);
    await sleep(1_000);
    expect(heard).toHaveLength(2);
    await open.query('commit');
    await until(() => heard.length === 5);
    expect(heard.slice(2).map(({ accountId }) => accountId)).toEqual([
      person.accountId,
      later.person.accountId,
      later.person.accountId,
    ]);
  } finally {
    await open.end();
  }
});

it('removes what all have handled, and forgets a listener that no process runs, with its triggers', async () => {
  const gone = listening('gone', { kinds: ['key.created'] });
  const app = await start([]);
  const runner = await start([gone.type], app);
  await newCaller(app.base);
  await until(() => gone.heard.length === 1);
  apps.splice(apps.indexOf(runner), 1);
  await runner.close();
  await newCaller(app.base);
  const keep = app.app.get(EventListeners, { strict: false });
  await keep.upkeep();
  expect(await eventsOf(app)).toEqual([{ kind: 'key.created' }]);
  await app.database.query(`update event_listeners set seen_at = seen_at - interval '8 days'`);
  await keep.upkeep();
  expect(await eventsOf(app)).toEqual([]);
  expect(await triggersOf(app)).toEqual([]);
});

it('keeps an event until the slowest listener has had it', async () => {
  const [quick, slow] = [
    listening('quick', { kinds: ['key.created'] }),
    listening('slow', { kinds: ['key.created'] }),
  ];
  let isAway = true;
  slow.hooks.handle = () => {
    if (isAway) throw new Error('the receiver is away');
  };
  const app = await start([quick.type, slow.type]);
  await newCaller(app.base);
  const lagOf = async (listener: string) =>
    figureOf(await figuresOf(app.base), 'offprint_listener_lag_seconds', { listener })!;
  await until(async () => quick.heard.length === 1 && (await lagOf('quick')) === 0);
  await app.app.get(EventListeners, { strict: false }).upkeep();
  expect(await eventsOf(app)).toEqual([{ kind: 'key.created' }]);
  isAway = false;
  await until(() => slow.heard.length === 1);
});

it('a listener with a bad name, without a known kind, or with the name of another one stops the start', async () => {
  const named = (name: string, kinds: string[]) => listening(name, { kinds: kinds as EventKind[] }).type;
  const startWith = (...listeners: Type<EventListener>[]) => start(listeners);
  await expect(startWith(named('Not so', ['key.created']))).rejects.toThrow('needs a name');
  await expect(startWith(named('none', []))).rejects.toThrow('the listener none hears no kinds');
  await expect(startWith(named('odd', ['prediction.eaten']))).rejects.toThrow('prediction.eaten');
  await expect(startWith(named('twin', ['key.created']), named('twin', ['key.created']))).rejects.toThrow(
    'two listeners are named twin',
  );
});
