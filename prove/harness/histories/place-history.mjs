// Records the places of an account's plan, or of an engine, as one object. A few clients create more predictions than there are places,
// and read and cancel them at every process. The engine reports when it received each prediction, by the same clock.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, signUp } from '../callers/accounts.mjs';
import { runClients } from './clients.mjs';
import { Recorder } from './recorder.mjs';

const PLACES = 3;
const OWNERS = {
  plan: { plan: 'narrow', modelKey: 'history-place' },
  engine: { plan: 'free', modelKey: 'history-narrow' },
};
const MOST_CREATES = 24;
const LIST_MS = 100;
const LONG_MS = 120_000;
/** The engine compares whole milliseconds. */
const ENGINE_CLOCK_NS = 2e6;
const KINDS = Object.entries({ create: 40, status: 40, cancel: 12 }).flatMap(([kind, weight]) =>
  Array(weight).fill(kind),
);

export class PlaceHistory {
  /** @param {{processes, caller, admin: string, random, engine}} parts @param {'plan' | 'engine'} owner of the places */
  constructor(parts, owner) {
    Object.assign(this, parts, { owner });
    /** label → predictionId; undefined when the response was lost */
    this.creates = new Map();
    this.labels = new Map();
  }

  async prepare(name) {
    this.name = name;
    const { accountId, accessToken: token } = await signUp(this.caller);
    const { key } = await this.caller.expect(201, 'POST', '/api/keys', {
      token,
      body: { name, scopes: ['write', 'read'], rateLimit: 6000 },
    });
    this.token = key;
    await this.caller.expect(200, 'PATCH', `/api/admin/accounts/${publicIdOf('acc', accountId)}`, {
      token: this.admin,
      body: { plan: OWNERS[this.owner].plan },
    });
    this.recorder = new Recorder(this.processes, { model: 'places', name, init: { limit: PLACES } });
    return this;
  }

  async run(clients, operations) {
    const over = new AbortController();
    const watching = this.watch(clients, over.signal);
    await runClients(this.random, clients, operations, async (client, random) => {
      await this.step(client, random);
      await sleep(random.between(0, 60));
    });
    over.abort();
    await watching;
  }

  async watch(client, signal) {
    const random = this.random.fork('watch');
    while (!signal.aborted) {
      await this.list(client, await this.processes.pick(random));
      await sleep(LIST_MS);
    }
  }

  /** Ends all predictions. Then all places are free: of one prediction more than there are places, all but one begin. */
  async finish() {
    await this.cancelAll();
    const { names } = this.processes;
    for (let left = PLACES + 1; left > 0; left -= 1) await this.createUntilKnown(names);
    while ((await this.runningNow()) < PLACES) await sleep(LIST_MS);
    await this.listUntilKnown();
    await this.cancelAll();
    await this.addJobs();
  }

  write(path) {
    return this.recorder.write(path);
  }

  step(client, random) {
    const kind = random.pick(KINDS);
    if (kind === 'create' && this.creates.size < MOST_CREATES)
      return this.create(client, random, random.between(100, 700));
    const known = [...this.creates].filter(([, id]) => id).slice(-8);
    return known.length > 0 && this.follow(client, random, kind, random.pick(known));
  }

  async create(client, random, runMs) {
    return this.createAt(client, await this.processes.pick(random), runMs);
  }

  async createAt(client, process, runMs) {
    const label = `p${this.creates.size}`;
    this.creates.set(label, undefined);
    const body = { modelKey: OWNERS[this.owner].modelKey, runMs, metadata: { label } };
    const answer = await this.recorder.record(
      { client, process, kind: 'create', input: { label } },
      ['POST', '/api/generate', { token: this.token, body, idempotencyKey: `${this.name}-${label}` }],
      () => ({}),
    );
    if (answer?.status !== 201) return false;
    this.note(answer.body.predictionId, label);
    return true;
  }

  async createUntilKnown(names) {
    for (let at = 0; !(await this.createAt(0, names[at % names.length], LONG_MS));) at += 1;
  }

  async follow(client, random, kind, [label, id]) {
    const process = await this.processes.pick(random);
    const { token } = this;
    const request =
      kind === 'cancel'
        ? ['POST', `/api/generate/${id}/cancel`, { token }]
        : ['GET', `/api/generate/status/${id}`, { token }];
    return this.recorder.record(
      { client, process, kind: kind === 'cancel' ? 'cancel' : 'status', input: { label } },
      request,
      ({ body }) => ({ state: this.stateOf(body) }),
    );
  }

  list(client, process) {
    return this.recorder.record({ client, process, kind: 'list' }, ...this.listing());
  }

  listUntilKnown() {
    return this.recorder.recordUntilKnown({ client: 0, kind: 'list' }, ...this.listing());
  }

  listing() {
    return [
      ['GET', '/api/generate/history?limit=100', { token: this.token }],
      ({ body }) => ({
        items: body.items.map((item) => {
          this.note(item.predictionId, item.metadata.label);
          return { label: item.metadata.label, state: this.stateOf(item) };
        }),
      }),
    ];
  }

  /** A begun prediction keeps its place of the plan. It may have returned its place of an engine unsent; the engine's jobs show that. */
  stateOf({ status, startedAt }) {
    if (status !== 'processing') return status;
    if (startedAt === null) return 'waiting';
    return this.owner === 'plan' ? 'running' : 'begun';
  }

  async cancelAll() {
    for (;;) {
      const { body } = await this.listUntilKnown();
      const left = body.items.filter(({ status }) => status === 'processing');
      if (left.length === 0) return;
      const random = this.random.fork('last');
      for (const { predictionId, metadata } of left)
        await this.follow(0, random, 'cancel', [metadata.label, predictionId]);
    }
  }

  /** @returns the number of running predictions, as the plan or the engine counts them */
  async runningNow() {
    const { body } = await this.listUntilKnown();
    const begun = body.items.filter(({ status, startedAt }) => status === 'processing' && startedAt !== null);
    if (this.owner === 'plan') return begun.length;
    const jobs = new Set((await this.engine.jobs()).map(({ prediction }) => prediction));
    return begun.filter(({ predictionId }) => jobs.has(predictionId)).length;
  }

  note(predictionId, label) {
    this.labels.set(predictionId, label);
    this.creates.set(label, predictionId);
  }

  /** Adds the jobs that the engine received of this account, with their start and minimum duration. */
  async addJobs() {
    for (const { prediction, acceptedAt, runMs } of await this.engine.jobs()) {
      const label = this.labels.get(prediction);
      if (label === undefined) continue;
      this.recorder.operations.push({
        ...{ client: 1000, process: 'engine', kind: 'job', input: { label } },
        ...{
          invoked: acceptedAt,
          answered: acceptedAt + runMs * 1e6 - ENGINE_CLOCK_NS,
          output: { status: 200 },
        },
      });
    }
  }
}
