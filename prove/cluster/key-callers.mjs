// Callers of the cluster trials that check the guarantees about keys while the cluster fails: a key whose creation was acknowledged
// works (never 401), no later request with a revoked key is admitted (I12), and a key's limit holds in any window (I13). These
// callers are few; `Traffic` makes the load.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, uuidOf, writeKeys } from '../harness/callers/accounts.mjs';
import { HttpCaller, instant } from '../harness/callers/http-caller.mjs';
import { admittedAfterRevocation, overLimit } from '../harness/checks/invariants.mjs';
import { SignedIn } from './signed-in.mjs';

/** Number of keys in use, and of revoked keys that are still tried. */
const KEYS = 8;
const BETWEEN_MS = 100;
const LIMIT = 60;
/** Requests per second of the limited key: four times its limit. */
const LIMITED_EVERY_MS = 250;

export class KeyCallers {
  /** Requests with keys: {keyId, sent, admitted}. Only requests of keys that are still tried are kept. */
  #requests = [];
  /** keyId → when the response to the revocation had arrived. */
  #revocations = new Map();
  #held = [];
  #revoked = [];
  #limited = [];
  #counts = { created: 0, revoked: 0, rejectedRevoked: 0, rejectedLimited: 0 };
  #stopping = new AbortController();

  /** @param watch receives every response */
  constructor(cluster, random, { fail, watch }) {
    Object.assign(this, { cluster, random, fail });
    this.caller = new HttpCaller(cluster.front.base, { connections: 8, watch });
  }

  /** Resolves when the first keys work. */
  async start() {
    this.owner = await SignedIn.register(this.caller);
    const query = (text, values) => this.cluster.database.query(text, values);
    const [limited] = await writeKeys(query, [
      { accountId: this.owner.accountId, scopes: ['billing'], rateLimit: LIMIT, place: 20 },
    ]);
    while (this.#held.length < KEYS) await this.#create();
    this.#work = Promise.all([this.#turnover(), this.#exceed(limited)]);
    this.#work.catch(() => {});
    return this;
  }

  #work;

  /** Fails the trial when a guarantee was violated. @returns counts for the report */
  async stop() {
    this.#stopping.abort();
    await this.#work;
    // Each key is tried once more on the healthy cluster.
    for (const key of [...this.#held, ...this.#revoked]) await this.#use(key);
    await this.caller.close();
    const late = admittedAfterRevocation(this.#requests, this.#revocations);
    if (late.length > 0) this.fail('I12: a revoked key was admitted', late.slice(0, 10));
    const over = overLimit(this.#limited, LIMIT);
    if (over > 0) this.fail(`I13: ${over} more than ${LIMIT} in a window were admitted`);
    const { created, revoked, rejectedRevoked, rejectedLimited } = this.#counts;
    if (revoked === 0 || rejectedRevoked === 0) this.fail('no revoked key was tried');
    return {
      'keys created, revoked': `${created}, ${revoked}`,
      'refused: revoked, over a limit': `${rejectedRevoked}, ${rejectedLimited}`,
      'admitted: revoked, over a limit': `${late.length}, ${Math.max(0, over)}`,
    };
  }

  /** Uses the keys in turn; revokes one key after some uses and creates another. */
  async #turnover() {
    while (!this.#stopping.signal.aborted) {
      for (const key of [...this.#held, ...this.#revoked]) {
        await this.#use(key);
        if (this.#stopping.signal.aborted) return;
        await sleep(BETWEEN_MS / KEYS);
      }
      await this.#revoke(this.random.pick(this.#held));
      if (this.#held.length < KEYS) await this.#create();
    }
  }

  async #exceed({ secret }) {
    while (!this.#stopping.signal.aborted) {
      const { status, sent, answered } = await this.#request(secret);
      if (status === 200) this.#limited.push({ sent, answered });
      if (status === 429) this.#counts.rejectedLimited += 1;
      await sleep(LIMITED_EVERY_MS);
    }
  }

  async #use({ id, secret }) {
    const { status, sent, text } = await this.#request(secret);
    const revokedAt = this.#revocations.get(id);
    if (status === 401 && revokedAt === undefined)
      this.fail('a key whose creation was acknowledged was rejected', { id, text });
    if (status === 401 && revokedAt !== undefined) this.#counts.rejectedRevoked += 1;
    if (status === 200) this.#requests.push({ keyId: id, sent, admitted: true });
  }

  async #create() {
    const body = { name: 'turnover', scopes: ['billing'], env: 'live', rateLimit: 6000 };
    const answer = await this.owner.request('POST', '/api/keys', { body });
    if (answer.status === 201) {
      const { id, key } = JSON.parse(answer.text);
      this.#counts.created += 1;
      this.#held.push({ id: uuidOf(id), secret: key });
    } else await this.#revokeUnknown();
  }

  /** Ends the keys of creations whose responses were lost: an account holds at most 20. */
  async #revokeUnknown() {
    await sleep(BETWEEN_MS);
    const answer = await this.owner.request('GET', '/api/keys');
    if (answer.status !== 200) return;
    const known = new Set(this.#held.map(({ id }) => publicIdOf('key', id)));
    const active = JSON.parse(answer.text).keys.filter(
      ({ status, name }) => status === 'active' && name === 'turnover',
    );
    for (const { id } of active) if (!known.has(id)) await this.owner.request('DELETE', `/api/keys/${id}`);
  }

  /** Repeats the revocation until it is acknowledged; before that its effect is unknown. */
  async #revoke(key) {
    this.#held = this.#held.filter((one) => one !== key);
    while (!this.#stopping.signal.aborted) {
      const answer = await this.owner.request('DELETE', `/api/keys/${publicIdOf('key', key.id)}`);
      if (answer.status === 200) {
        this.#revocations.set(key.id, instant());
        this.#counts.revoked += 1;
        this.#revoked = [...this.#revoked, key].slice(-KEYS);
        return;
      }
      await sleep(BETWEEN_MS);
    }
  }

  #request(secret) {
    return this.caller.request('GET', '/api/credits/balance', { token: secret });
  }
}
