// Records an account as one object: a few clients create, repeat, cancel and read at every process, while an administrator grants and
// adjusts credits. The balance is low, so that some creates are rejected. One of its keys has a spend limit: in total or, in a layout
// with a midnight, per day.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, signUp } from '../callers/accounts.mjs';
import { runClients } from './clients.mjs';
import { clock, Recorder, thousandths } from './recorder.mjs';

const MODELS = { 'history-small': 501, 'history-large': 3_507 };
const LIMITS = { total: 8_000, day: 4_000 };
/** Predictions and entries stay on one page of a list. */
const PAGE = 100;
const MOST_CREATES = 44;
const LIST_MS = 120;
/** With a midnight: a client sends this share of its operations before it, and waits for it if it is faster. */
const SHARE_BEFORE = 0.5;
const BEFORE_TURN_NS = 100e6;

/** Weights of the operations of a client. With a midnight it reads the spent credits more often. */
const KINDS = Object.entries({
  ...{ create: 34, replay: 8, cancel: 12, status: 10, balance: 16, ledger: 8, list: 5 },
  ...{ grant: 5, regrant: 2, adjust: 3, spent: 4 },
}).flatMap(([kind, weight]) => Array(weight).fill(kind));

const KINDS_OF_DAY = [...KINDS, ...Array(12).fill('spent')];

export class AccountHistory {
  /**
   * @param {{processes, caller, admin: string, random, turn?: {from: number, to: number}}} parts `caller` sends to a running process; `admin` is
   * a token; `turn`: the instants of the recorder's clock between which midnight lies, known when it runs
   */
  constructor(parts) {
    Object.assign(this, parts);
    /** label → {body, key, cost, limited, idempotencyKey, predictionId} */
    this.creates = new Map();
    this.transfers = [];
    this.labels = new Map();
  }

  async prepare(name) {
    this.name = name;
    const period = this.turn ? 'day' : 'total';
    const limit = LIMITS[period];
    const owner = await signUp(this.caller);
    this.accountId = publicIdOf('acc', owner.accountId);
    const key = (spendLimit) =>
      this.caller.expect(201, 'POST', '/api/keys', {
        token: owner.accessToken,
        body: { name, scopes: ['write', 'read', 'billing'], rateLimit: 6000, ...spendLimit },
      });
    this.keys = [(await key({})).key, (await key({ spendLimit: { credits: limit / 1000, period } })).key];
    const { items } = await this.caller.expect(200, 'GET', '/api/credits/ledger?limit=100', {
      token: this.keys[0],
    });
    const entries = items.reverse().map((entry) => this.entryOf(entry));
    this.recorder = new Recorder(this.processes, {
      model: this.turn ? 'day' : 'account',
      name,
      init: { limit, entries: entries.map((entry) => ({ ...entry, of: entry.note ?? '' })) },
    });
    return this;
  }

  /** @param {number} operations of all clients together, without those of the client that only lists */
  async run(clients, operations) {
    const over = new AbortController();
    const watching = this.watch(clients, over.signal);
    await runClients(this.random, clients, operations, async (client, random, left) => {
      if (left === Math.round((operations / clients) * SHARE_BEFORE)) await this.untilTurn();
      await this.step(client, random);
    });
    over.abort();
    await watching;
  }

  /** Waits until shortly before midnight, if the layout has one. */
  async untilTurn() {
    const leftNs = (this.turn?.from ?? 0) - BEFORE_TURN_NS - clock();
    if (leftNs > 0) await sleep(leftNs / 1e6);
  }

  /** Lists all predictions periodically: the shorter the interval in which a prediction ended, the fewer orders must be tried. */
  async watch(client, signal) {
    const random = this.random.fork('watch');
    while (!signal.aborted) {
      const process = await this.processes.pick(random);
      await this.recorder.record({ client, process, kind: 'list' }, ...this.read('list'));
      await sleep(LIST_MS);
    }
  }

  /** Reads everything when nothing changes any more; the list is last. */
  async finish() {
    const { recorder } = this;
    if (this.turn) await this.untilTurned();
    for (const kind of ['balance', 'spent', 'ledger', 'list'])
      await recorder.recordUntilKnown({ client: 0, kind }, ...this.read(kind));
  }

  /** Waits for midnight and records it as an operation that no client sends. */
  async untilTurned() {
    const { from, to } = this.turn;
    while (clock() < to) await sleep(LIST_MS);
    this.recorder.operations.unshift({
      ...{ client: 1000, process: 'clock', kind: 'midnight', input: {} },
      ...{ invoked: from, answered: to, output: { status: 200 } },
    });
  }

  write(path) {
    return this.recorder.write(path, (operation) => this.translate(operation));
  }

  async step(client, random) {
    const process = await this.processes.pick(random);
    const kind = random.pick(this.turn ? KINDS_OF_DAY : KINDS);
    const record = (name, input, request, read) =>
      this.recorder.record({ client, process, kind: name, input }, request, read);
    if (kind === 'create') return this.create(record, this.newCreate(client, random));
    if (kind === 'replay') return this.replay(record, random);
    if (['grant', 'regrant', 'adjust'].includes(kind)) return this.transfer(record, kind, client, random);
    if (kind === 'cancel' || kind === 'status') return this.follow(record, kind, random);
    return record(kind, {}, ...this.read(kind));
  }

  newCreate(client, random) {
    if (this.creates.size >= MOST_CREATES) return undefined;
    const label = `p${this.creates.size}`;
    const [modelKey, cost] = random.pick(Object.entries(MODELS));
    const limited = random.chance(0.4);
    const behaviour = random.chance(0.2) ? 'refuse' : 'ok';
    const runMs = random.chance(0.4) ? 60_000 : random.between(0, 1_000);
    const body = { modelKey, behaviour, runMs, metadata: { label } };
    const one = { label, cost, limited, behaviour, body, idempotencyKey: `${this.name}-${label}` };
    this.creates.set(label, one);
    return one;
  }

  async create(record, one) {
    if (!one) return;
    const { label, cost, limited, behaviour, body, idempotencyKey } = one;
    const run = behaviour === 'ok' ? body.runMs * 1e6 : 0;
    const request = ['POST', '/api/generate', { token: this.keys[Number(limited)], body, idempotencyKey }];
    const answer = await record('create', { label, cost, limited, behaviour, run }, request, readCreate);
    if (answer?.status !== 201) return;
    one.predictionId = answer.body.predictionId;
    this.note(answer.body.predictionId, label);
  }

  /** Repeats a create, often while its first request is in flight, and sometimes sends another body with its Idempotency-Key. */
  replay(record, random) {
    const one = random.pick([...this.creates.values()].slice(-4));
    if (!one) return undefined;
    if (random.chance(0.8)) return this.create(record, one);
    const [modelKey, cost] = Object.entries(MODELS).find(([key]) => key !== one.body.modelKey);
    // Only after the first create was executed: otherwise both outcomes would be possible.
    if (!one.predictionId) return undefined;
    return this.create(record, { ...one, cost, body: { ...one.body, modelKey } });
  }

  transfer(record, kind, client, random) {
    const again = kind === 'regrant' ? random.pick(this.transfers) : undefined;
    const amount = kind === 'adjust' ? -random.between(100, 2_500) : random.between(1_000, 5_000);
    const one = again ?? {
      label: `t${this.transfers.length}`,
      kind: kind === 'adjust' ? 'adjust' : 'grant',
      amount,
    };
    if (!again) this.transfers.push(one);
    const body = { accountId: this.accountId, amount: one.amount / 1000, note: one.label };
    const path = `/api/admin/credits/${one.kind === 'adjust' ? 'adjustments' : 'grants'}`;
    const idempotencyKey = `${this.name}-${one.label}`;
    return record(
      one.kind,
      { label: one.label, amount: one.amount },
      ['POST', path, { token: this.admin, body, idempotencyKey }],
      ({ status, headers, body: { code, balance } }) => ({
        code,
        replayed: headers['idempotent-replayed'] === 'true',
        ...(status === 201 && { balance: thousandths(balance) }),
      }),
    );
  }

  follow(record, kind, random) {
    const known = [...this.creates.values()].filter(({ predictionId }) => predictionId);
    if (known.length === 0) return undefined;
    const { label, predictionId } = random.pick(known.slice(-8));
    // Credits must have been spent before midnight.
    if (kind === 'cancel' && clock() < (this.turn?.to ?? 0)) return undefined;
    const request =
      kind === 'cancel'
        ? ['POST', `/api/generate/${predictionId}/cancel`, { token: this.keys[0] }]
        : ['GET', `/api/generate/status/${predictionId}`, { token: this.keys[0] }];
    return record(kind, { label }, request, ({ body }) => ({
      code: body.code,
      state: body.status,
      error: body.error?.code,
      refunded: thousandths(body.creditsRefunded ?? 0),
    }));
  }

  /** @returns the request of a read and the function that converts its response */
  read(kind) {
    const [open, limited] = this.keys;
    const get = (path, token = open) => ['GET', path, { token }];
    if (kind === 'balance')
      return [
        get('/api/credits/balance'),
        ({ body }) => ({ balance: thousandths(body.balance), held: thousandths(body.held) }),
      ];
    if (kind === 'spent')
      return [get('/api/key', limited), ({ body }) => ({ spent: thousandths(body.spent.credits) })];
    if (kind === 'ledger')
      return [
        get(`/api/credits/ledger?limit=${PAGE}`),
        ({ body }) => ({
          more: body.nextCursor !== null,
          entries: body.items.reverse().map((entry) => this.entryOf(entry)),
        }),
      ];
    return [
      get(`/api/generate/history?limit=${PAGE}`),
      ({ body }) => ({
        items: body.items.map(({ predictionId, status, error, metadata }) => {
          this.note(predictionId, metadata.label);
          return { label: metadata.label, state: status, error: error?.code };
        }),
      }),
    ];
  }

  /** Records the label of a prediction. */
  note(predictionId, label) {
    this.labels.set(predictionId, this.labels.get(predictionId) ?? label);
  }

  entryOf({ kind, amount, balanceAfter, predictionId, note }) {
    return { kind, amount: thousandths(amount), balance: thousandths(balanceAfter), predictionId, note };
  }

  /** Replaces predictions by their labels, which some responses do not contain. */
  translate(operation) {
    const { kind, output } = operation;
    if (!output) return operation;
    if (kind === 'create' && output.id)
      return { ...operation, output: { ...output, label: this.labels.get(output.id) } };
    if (kind !== 'ledger') return operation;
    const entries = output.entries.map(({ predictionId, note, ...entry }) => ({
      ...entry,
      of: predictionId ? this.labels.get(predictionId) : (note ?? ''),
    }));
    return { ...operation, output: { ...output, entries } };
  }
}

/** Converts the response to a create. */
export function readCreate({ status, headers, body }) {
  const [facts] = body.details ?? [];
  return {
    code: body.code,
    replayed: headers['idempotent-replayed'] === 'true',
    ...(status === 201 && { id: body.predictionId, cost: thousandths(body.creditCost) }),
    ...(status === 402 && {
      required: thousandths(facts?.required ?? 0),
      balance: thousandths(facts?.balance ?? 0),
      limit: thousandths(facts?.limit ?? 0),
      spent: thousandths(facts?.spent ?? 0),
    }),
  };
}
