// Records three objects of a key: the key with its replacements, its Idempotency-Keys, and its limit as a counter.
import { setTimeout as sleep } from 'node:timers/promises';
import { WINDOW_SECONDS } from '../../../dist/platform/limits/index.js';
import { signUp } from '../callers/accounts.mjs';
import { readCreate } from './account-history.mjs';
import { Recorder } from './recorder.mjs';

const PATH = '/api/credits/balance';
const GRACE_SECONDS = 1;

/** Creates an account with one key. @returns {{owner, id, secret}} */
async function createKey(caller, name, settings) {
  const owner = await signUp(caller);
  const { id, key } = await caller.expect(201, 'POST', '/api/keys', {
    token: owner.accessToken,
    body: { name, scopes: ['write', 'read', 'billing'], rateLimit: 6000, ...settings },
  });
  return { owner, id, secret: key };
}

/** Records a key that its owner rotates, disables and revokes while other clients use its newest secrets at every process. */
export class KeyHistory {
  constructor(parts) {
    Object.assign(this, parts);
  }

  async prepare(name) {
    const { owner, id, secret } = await createKey(this.caller, name);
    this.owner = owner;
    /** The newest is last; `value` is missing when the response was lost. */
    this.secrets = [{ label: 'first', id, value: secret }];
    this.recorder = new Recorder(this.processes, { model: 'key', name });
    return this;
  }

  async run(clients, operations) {
    this.isOver = false;
    const users = Array.from({ length: clients - 1 }, (_, at) => this.use(at + 1, operations / clients));
    const owner = this.manage(operations / clients);
    await Promise.all(users);
    this.isOver = true;
    await owner;
  }

  /** Uses each secret at each process when nothing changes any more. */
  async finish() {
    await sleep(GRACE_SECONDS * 1_000 + 200);
    for (const secret of this.secrets)
      for (const process of this.processes.names) await this.useOnce(0, process, secret);
  }

  write(path) {
    return this.recorder.write(path);
  }

  async use(client, total) {
    const random = this.random.fork(`user ${client}`);
    for (let left = total; left > 0; left -= 1) {
      const usable = this.secrets.filter(({ value }) => value).slice(-3);
      await this.useOnce(client, await this.processes.pick(random), random.pick(usable));
      await sleep(random.between(0, 120));
    }
  }

  useOnce(client, process, { label, value }) {
    if (!value) return undefined;
    const operation = { client, process, kind: 'use', input: { secret: label } };
    return this.recorder.record(operation, ['GET', PATH, { token: value }], () => ({}));
  }

  async manage(total) {
    const random = this.random.fork('owner');
    let isDisabled = false;
    for (let left = total; left > 0 && !this.isOver; left -= 1) {
      // Often longer than a grace, which then ends by itself.
      await sleep(random.pick([100, 300, 1_500]));
      const toggle = isDisabled ? 'enable' : 'disable';
      const kind = random.chance(isDisabled ? 0.3 : 0.6) ? 'rotate' : toggle;
      if (kind !== 'rotate') isDisabled = !isDisabled;
      await this.change(await this.processes.pick(random), kind, random);
    }
    await this.change(await this.processes.pick(random), 'revoke', random);
  }

  async change(process, kind, random) {
    const { label, id } = this.secrets.at(-1);
    const token = this.owner.accessToken;
    const send = (input, request) =>
      this.recorder.record(
        { client: 0, process, kind, input: { secret: label, ...input } },
        request,
        ({ body }) => ({
          code: body.code,
        }),
      );
    if (kind === 'revoke') return send({}, ['DELETE', `/api/keys/${id}`, { token }]);
    if (kind !== 'rotate')
      return send({}, ['PATCH', `/api/keys/${id}`, { token, body: { disabled: kind === 'disable' } }]);
    const graceSeconds = random.pick([0, GRACE_SECONDS, GRACE_SECONDS]);
    const next = `r${this.secrets.length}-${this.recorder.operations.length}`;
    const answer = await send({ label: next, grace: graceSeconds * 1e9 }, [
      'POST',
      `/api/keys/${id}/rotate`,
      { token, body: { graceSeconds } },
    ]);
    if (answer?.status === 201)
      this.secrets.push({ label: next, id: answer.body.id, value: answer.body.key });
    return answer;
  }
}

/** Records a few Idempotency-Keys. All clients use each concurrently, mostly with one body and sometimes with another. */
export class IdempotencyHistory {
  constructor(parts) {
    Object.assign(this, parts);
  }

  async prepare(name) {
    this.name = name;
    const { owner, secret } = await createKey(this.caller, name);
    this.secret = secret;
    await this.caller.expect(201, 'POST', '/api/admin/credits/grants', {
      token: this.admin,
      headers: { 'idempotency-key': `${name}-credits` },
      body: { accountId: `acc_${owner.accountId.replaceAll('-', '')}`, amount: 10_000, note: name },
    });
    this.recorder = new Recorder(this.processes, { model: 'idempotency', name });
    return this;
  }

  /** Clients move from one Idempotency-Key to the next together. */
  async run(clients, operations) {
    const uses = 4;
    const rounds = Math.round(operations / clients / uses);
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const random = this.random.fork(`client ${client}`);
        for (let round = 0; round < rounds; round += 1)
          for (let left = uses; left > 0; left -= 1) await this.create(client, `i${round}`, random);
      }),
    );
    this.rounds = rounds;
  }

  async finish() {
    const random = this.random.fork('last');
    for (let round = 0; round < this.rounds; round += 1) await this.create(0, `i${round}`, random);
  }

  write(path) {
    return this.recorder.write(path);
  }

  async create(client, label, random) {
    const [modelKey, cost] = random.chance(0.15) ? ['history-large', 3_507] : ['history-small', 501];
    const body = { modelKey, runMs: 0 };
    const options = { token: this.secret, body, idempotencyKey: `${this.name}-${label}` };
    const process = await this.processes.pick(random);
    return this.recorder.record(
      { client, process, kind: 'create', input: { label, cost } },
      ['POST', '/api/generate', options],
      readCreate,
    );
  }
}

/** Records a key with a low limit for less than a window, so that all requests count until the end. */
export class CounterHistory {
  constructor(parts) {
    Object.assign(this, parts);
  }

  async prepare(name) {
    const { secret } = await createKey(this.caller, name, { rateLimit: 60 });
    this.secret = secret;
    this.recorder = new Recorder(this.processes, {
      model: 'counter',
      name,
      init: { limit: 60, windowNs: WINDOW_SECONDS * 1e9 },
    });
    return this;
  }

  async run(clients, operations) {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const random = this.random.fork(`client ${client}`);
        for (let left = Math.min(operations, 100) / clients; left > 0; left -= 1) {
          await this.use(client, await this.processes.pick(random));
          await sleep(random.between(0, 400));
        }
      }),
    );
  }

  finish() {}

  write(path) {
    return this.recorder.write(path);
  }

  use(client, process) {
    const request = ['GET', PATH, { token: this.secret }];
    return this.recorder.record({ client, process, kind: 'use' }, request, ({ headers }) => ({
      remaining: Number(headers['x-ratelimit-remaining']),
    }));
  }
}
