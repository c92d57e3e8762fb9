// An account of the real service and every operation on it: over HTTP as its owner, through the service's own classes for operations
// without a route, and through the engine for a worker's step. Converts responses to the model's terms.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, uuidOf, writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { readAccount } from './account-snapshot.mjs';

const thousandths = (credits) => (credits === undefined ? undefined : Math.round(credits * 1000));
const TIMEOUT_MS = 30_000;

/** Inserts a signed-in user of the account, without the cost of a password hash. */
const SIGN_IN = `with u as (insert into users (id, account_id, email, password_hash) values ($1::uuid, $2, $1::uuid || '@example.test', 'none') returning id)
  insert into sign_in_families (id, user_id, expires_at) select $3, id, clock_timestamp() + interval '1 hour' from u`;

export class AccountSession {
  /** @param {{pool, http, engine, tokens, credits, database}} service @param {{credits: number, keys: number}} start thousandths */
  static async open(service, { credits, keys }) {
    const query = async (text, values) => (await service.pool.query(text, values)).rows;
    const [accountId] = await writeAccounts(query, 1, credits / 1000);
    const scopes = ['read', 'write', 'billing'];
    const written = await writeKeys(
      query,
      Array.from({ length: keys }, () => ({ accountId, scopes })),
    );
    const [userId, familyId] = [randomUUID(), randomUUID()];
    await query(SIGN_IN, [userId, accountId, familyId]);
    const { accessToken } = await service.tokens.issue(userId, familyId);
    // Sorted by id, as in the model: its first key is never revoked.
    const secrets = new Map(
      written.map(({ id, secret }) => [id, secret]).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    // An IP address of its own: failed requests of one account must not count against another.
    const address = `10.${randomBytes(3).join('.')}`;
    return Object.assign(new AccountSession(), { service, accountId, accessToken, secrets, address });
  }

  snapshot = () => readAccount(this.service.pool, this.accountId);

  /** @returns {Promise<object>} the response in the model's terms */
  perform(operation) {
    return this[operation.do](operation);
  }

  async request(method, path, token, body, headers) {
    const answer = await this.service.http.request(method, path, {
      token,
      body,
      headers,
      address: this.address,
    });
    if (answer.status === 0 || answer.status >= 500)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.error ?? answer.text}`);
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.text === '' ? {} : JSON.parse(answer.text),
    };
  }

  byKey = (method, path, { keyId }, body, headers) =>
    this.request(method, path, this.secrets.get(keyId), body, headers);
  byOwner = (method, path, body) => this.request(method, path, this.accessToken, body);

  async grant({ amount }) {
    return { balance: await this.move('grant', amount) };
  }

  async adjust({ amount }) {
    try {
      return { balance: await this.move('adjust', amount), refused: false };
    } catch (error) {
      if (error.code !== 'insufficient_credits') throw error;
      return { refused: true };
    }
  }

  async move(kind, amount) {
    const { credits, database } = this.service;
    const change = { accountId: this.accountId, amount: BigInt(amount), note: 'a trial' };
    return Number(await database.transaction((tx) => credits[kind](tx, change)));
  }

  async generate(operation) {
    const { size, user, use } = operation;
    const order = { modelKey: 'manual', size, ...(user !== null && { externalUserId: user }) };
    const headers = use === null ? {} : { 'idempotency-key': use };
    const {
      status,
      headers: received,
      body,
    } = await this.byKey('POST', '/api/generate', operation, order, headers);
    const [detail = {}] = body.details ?? [];
    return {
      status,
      id: body.predictionId && uuidOf(body.predictionId),
      cost: thousandths(body.creditCost),
      replayed: received['idempotent-replayed'] === 'true',
      code: body.code,
      required: thousandths(detail.required),
      balance: thousandths(detail.balance),
      limit: thousandths(detail.limit),
      spent: thousandths(detail.spent),
    };
  }

  /** Waits for the submit, ends it with `outcome`, and waits for the result. */
  async finish({ predictionId, outcome }) {
    const publicId = publicIdOf('pred', predictionId);
    const { engine } = this.service;
    const submitted = await this.atEngineOrFinal(predictionId, publicId, () => engine.end(publicId, outcome));
    if (submitted && outcome === 'retry')
      await this.atEngineOrFinal(predictionId, publicId, () => engine.holds(publicId));
    else if (submitted) await this.ended(publicId);
    return { submitted };
  }

  /** Polls until `succeeds` returns true. @returns false when the prediction is final */
  async atEngineOrFinal(predictionId, publicId, succeeds) {
    for (let poll = 1, end = Date.now() + TIMEOUT_MS; !succeeds(); poll += 1) {
      if (poll % 8 === 0 && (await this.statusOf(predictionId)) !== 'processing') return false;
      if (Date.now() > end) throw new Error(`${publicId} was not submitted within ${TIMEOUT_MS} ms`);
      await sleep(2);
    }
    return true;
  }

  async ended(publicId) {
    const [secret] = this.secrets.values(); // The first key is never revoked.
    const { status, body } = await this.request('GET', `/api/generate/status/${publicId}?wait=30`, secret);
    if (status !== 200 || body.status === 'processing')
      throw new Error(`${publicId} was not final 30 s after its engine was done: ${status} ${body.status}`);
  }

  async statusOf(predictionId) {
    const { rows } = await this.service.pool.query('select status from predictions where id = $1', [
      predictionId,
    ]);
    return rows[0].status;
  }

  async cancel(operation) {
    const { status, body } = await this.byKey(
      'POST',
      `/api/generate/${publicIdOf('pred', operation.predictionId)}/cancel`,
      operation,
    );
    return { status, state: body.status };
  }

  async createKey({ name }) {
    const { status, body } = await this.byOwner('POST', '/api/keys', {
      name,
      scopes: ['read', 'write', 'billing'],
      rateLimit: 6000,
    });
    if (status !== 201) return { status };
    const id = uuidOf(body.id);
    this.secrets.set(id, body.key);
    return { status, id };
  }

  async rotateKey({ targetId, graceSeconds }) {
    const path = `/api/keys/${publicIdOf('key', targetId)}/rotate`;
    const { status, body } = await this.byOwner('POST', path, { graceSeconds });
    if (status !== 201) return { status };
    const id = uuidOf(body.id);
    this.secrets.set(id, body.key);
    return { status, id };
  }

  limitKey = ({ targetId, amount }) =>
    this.limit('PATCH', `/api/keys/${publicIdOf('key', targetId)}`, amount);
  limitUser = ({ user, amount }) => this.limit('PUT', `/api/end-users/${user}`, amount);

  async limit(method, path, amount) {
    const spendLimit = amount === null ? null : { credits: amount / 1000, period: 'total' };
    const { status, body } = await this.byOwner(method, path, { spendLimit });
    const limited = body.spendLimit === null ? null : thousandths(body.spendLimit?.credits);
    return { status, limit: limited, spent: thousandths(body.spent?.credits) };
  }

  async renameKey({ targetId, name }) {
    const { status, body } = await this.byOwner('PATCH', `/api/keys/${publicIdOf('key', targetId)}`, {
      name,
    });
    return { status, name: body.name };
  }

  async revokeKey({ targetId }) {
    const { status, body } = await this.byOwner('DELETE', `/api/keys/${publicIdOf('key', targetId)}`);
    return { status, state: body.status };
  }

  async listKeys() {
    const { body } = await this.byOwner('GET', '/api/keys');
    const keys = body.keys.map(({ id, name, status }) => ({
      id: uuidOf(id),
      name,
      status,
    }));
    return { keys: keys.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  }

  async readBalance(operation) {
    const { status, body } = await this.byKey('GET', '/api/credits/balance', operation);
    return { status, balance: thousandths(body.balance) };
  }

  async readLedger(operation) {
    const { status, body } = await this.byKey('GET', '/api/credits/ledger?limit=100', operation);
    const entries = body.items?.map(({ kind, amount, balanceAfter, predictionId }) => ({
      kind,
      amount: Math.abs(thousandths(amount)),
      balanceAfter: thousandths(balanceAfter),
      predictionId: predictionId && uuidOf(predictionId),
    }));
    return { status, entries };
  }

  async readStatus(operation) {
    const { status, body } = await this.byKey(
      'GET',
      `/api/generate/status/${publicIdOf('pred', operation.predictionId)}`,
      operation,
    );
    return {
      status,
      state: body.status,
      cost: thousandths(body.creditCost),
      refunded: thousandths(body.creditsRefunded),
    };
  }
}
