// The environment of a probe: the service, callers, direct access to the database, and single steps of a worker. A probe can
// create the one interleaving in which its guard matters.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { publicIdOf, signUp, uuidOf, writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { LEDGER_INVARIANTS } from '../harness/checks/ledger-invariants.mjs';
import { startInside } from '../model/service-inside.mjs';
import { expectHolds } from './broken-guarantee.mjs';
import { ProbeEngines } from './probe-engine.mjs';

/** Requests per window of one account, so that a probe can exhaust it without affecting other accounts. */
export const PLATFORM_LIMIT = 30;
const SETTINGS = {
  ROLES: 'api',
  CATALOGUE_DIR: fileURLToPath(new URL('./catalogue', import.meta.url)),
  PLATFORM_RATE_LIMIT: String(PLATFORM_LIMIT),
  PLATFORM_RATE_LIMIT_PER: 'account',
};

export class World {
  /** @param {string} dist of a copy @param {string} databaseUrl of an empty database */
  static async open(dist, databaseUrl) {
    const world = new World();
    world.engines = new ProbeEngines();
    world.dist = dist;
    world.databaseUrl = databaseUrl;
    world.service = await world.startProcess();
    world.pool = new pg.Pool({ connectionString: databaseUrl, max: 6 });
    world.pool.on('error', () => {}); // One probe crashes the server.
    world.http = new HttpCaller(world.service.base);
    world.workers = 0;
    return world;
  }

  startProcess(settings) {
    const shared = this.service ? { DATA_DIR: this.service.directory } : {};
    const env = { ...SETTINGS, DATABASE_URL: this.databaseUrl, ...shared, ...settings };
    return startInside(this.dist, env, async (load) => ({
      providers: this.engines.providersOf((await load('providers/index.js')).Provider),
      // Probes advance predictions by single steps, in a process that claims none.
      plugins: [(await load('generation/worker/advancing.module.js')).AdvancingModule],
    }));
  }

  /** Runs `probe` beside a worker process of its own. */
  async withWorker(settings, probe) {
    const worker = await this.startProcess({ ...settings, ROLES: 'worker' });
    try {
      await probe();
    } finally {
      await worker.stop();
    }
  }

  async close() {
    await this.http.close();
    await this.pool.end();
    await this.service.stop();
  }

  /** @param {string | object} statement @returns rows */
  query = async (statement, values) => (await this.pool.query(statement, values)).rows;

  /** Creates an account without users. @returns {Promise<string>} its UUID */
  async createAccount(credits = 100) {
    return (await writeAccounts(this.query, 1, credits))[0];
  }

  /** Grants credits that expire after `milliseconds`. @returns functions that wait for the expiry and check it */
  async grantExpiring(accountId, amount, milliseconds) {
    const credits = await this.service.part('credits/index.js', 'CreditsService');
    const database = await this.service.part('platform/database/index.js', 'Database');
    const expiresAt = new Date(Date.now() + milliseconds);
    const grant = { accountId, amount, note: 'a probe', expiresAt };
    await database.transaction((tx) => credits.grant(tx, grant));
    const left = () => expiresAt.getTime() - Date.now();
    return { isOver: () => left() <= 0, wait: () => sleep(Math.max(left(), 0) + 10) };
  }

  async createKey(accountId, { scopes = ['read', 'write', 'billing'], ...rest } = {}) {
    return (await writeKeys(this.query, [{ accountId, scopes, ...rest }]))[0];
  }

  /** Creates an account with a key. */
  async createCaller(credits, fields) {
    const accountId = await this.createAccount(credits);
    return { accountId, key: await this.createKey(accountId, fields) };
  }

  /** Registers a user through the API. */
  signUp = () => signUp(this.http);

  /** Sends a request. @returns the response with any status */
  request(method, path, token, body, headers) {
    return this.http.request(method, path, { token, body, headers });
  }

  generate(key, engine = 'none', headers = {}, prompt = 'a probe') {
    return this.request(
      'POST',
      '/api/generate',
      key.secret,
      { modelKey: `probe-${engine}`, prompt },
      headers,
    );
  }

  /** Starts a prediction and requires that it is accepted. @returns {Promise<{id: string, publicId: string}>} */
  async startPrediction(key, engine) {
    const { status, text } = await this.generate(key, engine);
    if (status !== 201) throw new Error(`no prediction: ${status} ${text}`);
    const publicId = JSON.parse(text).predictionId;
    return { id: uuidOf(publicId), publicId };
  }

  queue = () => this.service.part('generation/queue/prediction.queue.js', 'PredictionQueue');
  settlement = () =>
    this.service.part('generation/settlement/prediction.settlement.js', 'PredictionSettlement');

  /** Claims the prediction as another worker. @returns the claim, or undefined */
  async claim({ id }) {
    const free = ['none', 'lookup'].map((name) => ({
      provider: `probe-${name}`,
      submits: 1000,
      polls: 1000,
    }));
    const all = await (await this.queue()).claim(free, 1000, (this.workers += 1), 15);
    return all.find((one) => one.id === id);
  }

  /** Expires the lease, as if its worker had not renewed it. */
  async expireLease({ id }) {
    await this.query(
      `update predictions set lease_until = clock_timestamp() - interval '1 second' where id = $1`,
      [id],
    );
  }

  /** Runs one step of a worker. @returns {{done: Promise<void>, stop: Function}} */
  async advance(claimed) {
    const advancer = await this.service.part(
      'generation/worker/prediction.advancer.js',
      'PredictionAdvancer',
    );
    const controller = new AbortController();
    const done = advancer.advance({ claimed, signal: controller.signal, progress: () => {} });
    return { done, stop: () => (controller.abort('lost'), done) };
  }

  async row({ id }) {
    return (await this.query('select * from predictions where id = $1', [id]))[0];
  }

  /** Requires that the invariants of the ledger hold. */
  async checkLedger() {
    for (const [invariant, text] of Object.entries(LEDGER_INVARIANTS)) {
      const [broken] = await this.query(text);
      expectHolds(!broken, `${invariant}: ${broken?.detail}`);
    }
  }

  /**
   * Runs `work` beside an open transaction. Commits the transaction when `work` waits for its lock or has finished.
   * @param {(query: Function) => Promise<void>} before runs in the transaction
   * @param {() => Promise<void>} [meanwhile] runs before the commit, while `work` waits @returns the result of `work`
   */
  async besideTransaction(before, work, meanwhile) {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await before(async (text, values) => (await client.query(text, values)).rows);
      let isDone = false;
      const running = work().finally(() => (isDone = true));
      running.catch(() => {}); // It is awaited below.
      await until(async () => isDone || (await this.isLockAwaited()), 'a conflict');
      await meanwhile?.();
      await client.query('commit');
      return await running;
    } finally {
      client.release();
    }
  }

  async isLockAwaited() {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await this.query(waiting)).length > 0;
  }
}

/** Waits until the condition holds. @throws after `milliseconds` */
export async function until(condition, what, milliseconds = 10_000) {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(5)) if (await condition()) return;
  throw new Error(`waited ${milliseconds} ms for ${what}`);
}

export { publicIdOf, randomUUID, sleep, uuidOf };
