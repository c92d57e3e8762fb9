// F2: random life cycles of a key. It is created and used; it polls and cancels predictions of its own and of another account; it is
// renamed, revoked and used again. A small model calculates each expected response and the final wallet.
import { publicIdOf, signUp } from '../harness/callers/accounts.mjs';
import { Target } from '../harness/callers/target.mjs';
import { GOOD_BODIES, MODALITIES, SCOPES } from '../harness/requests/access-contract.mjs';

const OWNERS = 8;
const STEPS = 6;

export default {
  name: 'F2',
  title: 'life cycles of a key: create, generate, poll, cancel, revoke, use again; ids of another tenant',
  largerTiers: true,
  async run(context) {
    const total = context.count({ gate: 150, short: 1_000, long: 50_000 });
    const target = await Target.open(context, { processes: { api: 2 }, connections: OWNERS });
    const people = [];
    for (let number = 0; number < OWNERS; number += 1) people.push(await createOwner(target, number));
    const tally = {
      sequences: 0,
      requests: 0,
      accepted: 0,
      'ids of another tenant': 0,
      'uses of a revoked key': 0,
    };
    let next = 0;
    await Promise.all(
      people.map(async (person, number) => {
        const otherOwner = people[(number + 1) % OWNERS];
        while (next < total) {
          const random = context.random.fork(`sequence ${next++}`);
          await new KeyLifecycle({ target, person, otherOwner, random, tally }).run();
          tally.sequences += 1;
          context.progress(tally.sequences, total);
        }
      }),
    );
    for (const person of people) await checkWallet(target, person);
    await target.close();
    return { n: tally };
  },
};

async function createOwner(target, number) {
  const person = await signUp(target.callers[0]);
  const [{ balance }] = await target.query('select balance from wallets where account_id = $1', [
    person.accountId,
  ]);
  // Another owner tries to use these predictions and keys.
  return { ...person, number, balance: Number(balance), predictions: [], keys: [] };
}

class KeyLifecycle {
  constructor(parts) {
    Object.assign(this, parts);
  }

  async run() {
    const { random, person } = this;
    const scopes = SCOPES.filter(() => random.chance(0.5));
    if (scopes.length === 0) scopes.push('write');
    this.scopes = scopes;
    const body = {
      name: `life ${random.between(1, 1e6)}`,
      scopes,
      rateLimit: 6000,
      env: random.pick(['live', 'test']),
    };
    const created = await this.request(201, 'POST', '/api/keys', { token: person.accessToken, body });
    if (!created) return;
    Object.assign(this, { secret: created.key, keyId: created.id });
    person.keys.push(created.id);
    for (let step = 0; step < STEPS; step += 1) await this[random.pick(STEP_NAMES)]();
    await this.revoke();
    for (let step = 0; step < 2; step += 1) await this[random.pick(STEP_NAMES)]();
  }

  may(...enough) {
    if (this.revoked) {
      this.tally['uses of a revoked key'] += 1;
      return 401;
    }
    return enough.some((scope) => this.scopes.includes(scope)) ? null : 403;
  }

  async start() {
    const modality = this.random.pick(MODALITIES);
    const refused = this.may('write', `generate:${modality}`);
    const started = await this.use(refused ?? 201, 'POST', '/api/generate', GOOD_BODIES[modality]);
    if (refused || !started) return;
    this.tally.accepted += 1;
    this.person.balance -= Math.round(started.creditCost * 1000);
    this.person.predictions.push({
      id: started.predictionId,
      modality,
      status: 'processing',
      cost: started.creditCost,
    });
  }

  async poll() {
    const prediction = this.random.pick(this.person.predictions);
    if (!prediction) return;
    const { id, modality, cost } = prediction;
    const refused = this.may('read', 'write', `generate:${modality}`);
    const before = prediction.status;
    const body = await this.use(refused ?? 200, 'GET', `/api/generate/status/${id}`);
    if (refused || !body) return;
    const wrong =
      body.predictionId !== id ||
      body.creditCost !== cost ||
      (before === 'failed' && body.status !== 'failed');
    if (wrong)
      this.target.found(
        `the status of ${id} is of another prediction, or no longer final: ${JSON.stringify(body)}`,
      );
  }

  async cancel() {
    const prediction = this.random.pick(this.person.predictions);
    if (!prediction) return;
    const refused = this.may('write', `generate:${prediction.modality}`);
    const isFirst = refused === null && prediction.status === 'processing';
    if (isFirst) {
      prediction.status = 'failed';
      this.person.balance += Math.round(prediction.cost * 1000);
    }
    const body = await this.use(refused ?? 200, 'POST', `/api/generate/${prediction.id}/cancel`);
    if (body && !refused && body.error?.code !== 'cancelled')
      this.target.found(`a cancel returns ${JSON.stringify(body)}`);
  }

  async useForeignIds() {
    this.tally['ids of another tenant'] += 1;
    const { otherOwner, person, random } = this;
    const prediction = random.pick(otherOwner.predictions);
    const key = random.pick(otherOwner.keys);
    const token = person.accessToken;
    if (key && random.chance(0.5)) {
      const way = random.chance(0.5) ? ['DELETE', undefined] : ['PATCH', { name: 'stolen' }];
      await this.request(404, way[0], `/api/keys/${key}`, { token, body: way[1] });
    } else if (prediction) {
      const anyScope = ['write', ...MODALITIES.map((modality) => `generate:${modality}`)];
      if (random.chance(0.5))
        await this.use(this.may('read', ...anyScope) ?? 404, 'GET', `/api/generate/status/${prediction.id}`);
      else await this.use(this.may(...anyScope) ?? 404, 'POST', `/api/generate/${prediction.id}/cancel`);
    }
  }

  async history() {
    const body = await this.use(this.may('read') ?? 200, 'GET', '/api/generate/history?limit=100');
    const own = new Set(this.person.predictions.map(({ id }) => id));
    const others = (body?.items ?? []).filter(({ predictionId }) => !own.has(predictionId));
    if (others.length > 0)
      this.target.found(`the history contains a foreign prediction: ${others[0].predictionId}`);
  }

  async balance() {
    const body = await this.use(this.may('billing') ?? 200, 'GET', '/api/credits/balance');
    if (body?.success && Math.round(body.balance * 1000) !== this.person.balance) {
      this.target.found(`the balance is ${body.balance}, it should be ${this.person.balance / 1000}`);
    }
  }

  async rename() {
    const body = await this.request(200, 'PATCH', `/api/keys/${this.keyId}`, {
      token: this.person.accessToken,
      body: { name: 'renamed' },
    });
    if (body && (body.name !== 'renamed' || 'key' in body))
      this.target.found(`a rename returns ${JSON.stringify(body)}`);
  }

  async revoke() {
    const body = await this.request(200, 'DELETE', `/api/keys/${this.keyId}`, {
      token: this.person.accessToken,
    });
    this.revoked = true;
    if (body && body.status !== 'revoked') this.target.found(`a revocation returns ${JSON.stringify(body)}`);
  }

  use(status, method, path, body) {
    return this.request(status, method, path, { token: this.secret, body });
  }

  async request(expected, method, path, options) {
    this.tally.requests += 1;
    const caller = this.random.pick(this.target.callers);
    const { number } = this.person;
    const answer = await caller.request(method, path, {
      ...options,
      address: `10.77.${number}.${this.tally.requests & 255}`,
    });
    if (answer.status !== expected) {
      const state = `scopes [${this.scopes}]${this.revoked ? ', revoked' : ''}`;
      this.target.found(
        `${method} ${path} returns ${answer.status} instead of ${expected} (${state}): ${answer.error ?? answer.text.slice(0, 200)}`,
      );
      return null;
    }
    return JSON.parse(answer.text);
  }
}

const STEP_NAMES = [
  'start',
  'start',
  'poll',
  'poll',
  'cancel',
  'useForeignIds',
  'history',
  'balance',
  'rename',
];

/** Compares the wallet and the ledger with the model. */
async function checkWallet({ query, found }, { accountId, balance, predictions }) {
  const [row] = await query(
    `select a.balance, a.held, (select coalesce(sum(case destination when 'wallet' then amount else 0 end - case source when 'wallet' then amount else 0 end), 0)
       from ledger_transfers where account_id = a.account_id) as entries from wallets a where account_id = $1`,
    [accountId],
  );
  const held = predictions
    .filter(({ status }) => status === 'processing')
    .reduce((sum, { cost }) => sum + Math.round(cost * 1000), 0);
  const account = publicIdOf('acc', accountId);
  if (Number(row.balance) !== balance)
    found(`${account} has ${row.balance} thousandths, the model says ${balance}`);
  if (Number(row.entries) !== balance)
    found(`I1: the entries of ${account} make ${row.entries}, its balance is ${balance}`);
  if (Number(row.held) !== held) found(`I3: ${account} has ${row.held} held, the model says ${held}`);
}
