// H5: lists and sums of an account with a million predictions and two million ledger entries are fast. The trial requests the history
// with every filter and every pair of filters, with values that match nothing, little and much, on the first page and a deep page; and
// the overview, spending, ledger and the pages of an administrator. Then it verifies the ledger, including the sums.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { encodeCursor } from '../../dist/platform/http/routes/pagination.js';
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { fillAccount, fillAccounts, RARE } from '../harness/database/large-account.mjs';

const CLI = fileURLToPath(new URL('../../scripts/cli.mjs', import.meta.url));
/** Maximum milliseconds of a page of a filtered history, and of all other pages. In the gate other trials run beside this one. */
const HISTORY_MS = { gate: 1_000, short: 30, long: 50 };
const OTHERS_MS = { gate: 1_000, short: 50, long: 50 };
/** Measurements of each request after a warm-up; the median counts. */
const TIMES = 3;
const OTHER_ACCOUNTS = { gate: 1_000, short: 100_000, long: 100_000 };
/** Maximum number of pages that wait for the account's share of the time for lists. */
const MOST_WAITS = 50;
const MODELS = ['nothing-made-it', RARE.modelKey, 'model-3'];

export default {
  name: 'H5',
  title: 'every list and sum of an account with a million predictions',
  seconds: 30,
  largerTiers: true,
  async run(context) {
    const rows = context.count({ gate: 20_000, short: 1_000_000, long: 10_000_000 });
    const cluster = await context.startCluster({ processes: { 'api,worker': 1 }, plugin: false });
    const { database } = cluster;
    const caller = new HttpCaller(cluster.apis[0].base);
    const owner = await signUp(caller);
    await database.query(`update users set role = 'admin' where id = $1`, [owner.userId]);
    const credits = rows * 3;
    await database.query(`update wallets set balance = balance + $2 where account_id = $1`, [
      owner.accountId,
      credits * 1000,
    ]);
    await database.query(
      `insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note)
       select id, 'grant', 'system', 'wallet', $2, balance, 'for a large account' from wallets where account_id = $1`,
      [owner.accountId, credits * 1000],
    );
    const keys = await writeKeys(
      (text, values) => database.query(text, values),
      Array.from({ length: 5 }, () => ({
        accountId: owner.accountId,
        scopes: ['read', 'billing'],
        rateLimit: 6000,
      })),
    );
    const account = { accountId: owner.accountId, keyIds: keys.slice(0, 4).map(({ id }) => id), rows };
    // A running service would sum up the entries concurrently with the statements that write them, and both would take longer.
    const [service] = cluster.services;
    await service.terminate();
    await fill(cluster, account, context);
    await service.start();
    await service.untilReady();
    await summed(database, context);
    // Filling ten million rows outlasts an access token.
    const { accessToken } = await caller.expect(200, 'POST', '/api/auth/login', {
      body: { email: owner.email, password: owner.password },
    });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), { connections: 1 });
    const session = { secret: accessToken };
    const measured = new Measured(context, client, database, { owner, keys, session });
    try {
      await measured.histories(await deepCursor(database, owner.accountId));
      context.log(measured.text());
      await measured.sums();
      context.log(measured.text());
      await measured.administration();
      context.log(measured.text());
    } finally {
      await client.close();
    }
    const seconds = await verify(context, cluster);
    return { n: { predictions: rows, ...measured.figures(), 'seconds of ledger:verify': seconds } };
  },
};

/** Fills the tables in a separate session, because its statements exceed the time limit of a trial's pool. */
async function fill(cluster, account, context) {
  const session = new pg.Client({ connectionString: cluster.postgres.url });
  await session.connect();
  const database = { query: async (text, values) => (await session.query(text, values)).rows };
  try {
    await fillAccounts(database, context.count(OTHER_ACCOUNTS));
    await fillAccount(database, account, context.progress);
  } finally {
    await session.end();
  }
}

/** Runs `ledger:verify` over the whole ledger. @returns seconds */
async function verify(context, cluster) {
  const startedAt = performance.now();
  const env = { ...process.env, DATABASE_URL: cluster.postgres.url, DATA_DIR: `${cluster.directory}/data` };
  const found = await promisify(execFile)(process.execPath, [CLI, 'ledger', 'verify', '--all'], {
    env,
  }).catch((error) => context.fail('the ledger does not verify', { out: error.stdout, err: error.stderr }));
  context.log(found.stdout.trim());
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

/** Waits until every entry is in the sums. */
async function summed(database, context) {
  for (;;) {
    const [{ done, total }] = await database.query(
      'select entries_to::int as done, (select max(id) from ledger_transfers)::int as total from summary_position',
    );
    context.progress(done, total);
    if (done >= total) return;
    await sleep(500);
  }
}

/** Returns a cursor in the middle of the account's history. */
async function deepCursor(database, accountId) {
  const [{ id, at }] = await database.query(
    `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from predictions
     where account_id = $1 and created_at < now() - interval '15 days' order by created_at desc, id desc limit 1`,
    [accountId],
  );
  return encodeCursor([at, id]);
}

/** The filters of a history, each with values that match nothing, little and much. */
function filtersOf(keys) {
  const days = (count) => new Date(Date.now() - count * 86_400_000).toISOString();
  const used = publicIdOf('key', keys[0].id);
  const unused = publicIdOf('key', keys[4].id);
  return {
    status: ['processing', 'failed', 'completed'],
    modality: ['3d', RARE.modality, 'image'],
    modelKey: MODELS,
    keyId: [unused, 'dashboard', used],
    env: ['test', 'live'],
    externalUserId: ['no-such-user', RARE.externalUserId, 'user-3'],
    from: [days(-1), days(0.001), days(29)],
    to: [days(40), days(29.999), days(1)],
  };
}

function* combinations(filters) {
  const names = Object.keys(filters);
  for (const [at, name] of names.entries()) {
    for (const value of filters[name]) {
      yield { [name]: value };
      for (const other of names.slice(at + 1))
        for (const second of filters[other]) yield { [name]: value, [other]: second };
    }
  }
}

class Measured {
  slowest = new Map();
  counts = new Map();
  waits = 0;

  constructor(context, client, database, { owner, keys, session }) {
    Object.assign(this, { context, client, database, owner, keys, session });
  }

  async histories(cursor) {
    const all = this.context.sample([...combinations(filtersOf(this.keys))], { gate: 30 });
    const [key] = this.keys;
    for (const [at, filter] of all.entries()) {
      for (const page of [{}, { cursor }])
        await this.page('history', HISTORY_MS[this.context.tier], key, '/api/generate/history', {
          ...filter,
          ...page,
        });
      await this.admitAgain();
      this.context.progress(at + 1, all.length);
    }
    for (const operation of ['video-upscale', RARE.operation, 'text-to-image'])
      for (const modelKey of [undefined, ...MODELS])
        await this.page(
          'history',
          HISTORY_MS[this.context.tier],
          this.session,
          '/api/dashboard/predictions',
          {
            operation,
            modelKey,
          },
        );
  }

  async sums() {
    const others = (path, query) =>
      this.page('sums and ledger', OTHERS_MS[this.context.tier], this.session, path, query);
    for (const timeZone of ['UTC', 'Asia/Kathmandu']) {
      await others('/api/dashboard/overview', { timeZone });
      for (const by of ['model', 'key', 'day'])
        await others('/api/dashboard/credits/spend', { by, timeZone });
    }
    const old = new Date(Date.now() - 29 * 86_400_000).toISOString();
    for (const kind of ['grant', 'charge', 'refund', 'adjustment', undefined])
      for (const dates of [{}, { to: old }, { from: old }])
        await others('/api/dashboard/credits/ledger', { kind, ...dates });
    await others('/api/keys', {});
    await this.page('sums and ledger', OTHERS_MS[this.context.tier], this.keys[0], '/api/credits/ledger', {});
    await this.page(
      'sums and ledger',
      OTHERS_MS[this.context.tier],
      this.keys[0],
      '/api/credits/balance',
      {},
    );
  }

  async administration() {
    const id = publicIdOf('acc', this.owner.accountId);
    const admin = (path, query) =>
      this.page('administration', OTHERS_MS[this.context.tier], this.session, path, query);
    for (const search of [undefined, 'customer-77', 'no-match', 'example', this.owner.email, id])
      await admin('/api/admin/accounts', { search });
    await admin('/api/admin/system', {});
    await admin(`/api/admin/accounts/${id}`, {});
    await admin(`/api/admin/accounts/${id}/ledger`, { kind: 'adjustment' });
    await admin(`/api/admin/accounts/${id}/ledger`, { kind: 'refund' });
    for (const accountId of [undefined, id])
      for (const filter of [
        {},
        ...MODELS.map((modelKey) => ({ modelKey })),
        { status: 'failed' },
        { status: 'failed', modelKey: RARE.modelKey },
        { env: 'test' },
        { operation: RARE.operation },
        { externalUserId: 'no-such-user' },
        { keyId: 'dashboard' },
      ])
        await admin('/api/admin/predictions', { accountId, ...filter });
  }

  /** Sends the request and requires a median time of at most `most`. */
  async page(group, most, key, path, query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const address = `${path}?${new URLSearchParams(given)}`;
    const taken = [];
    for (let time = 0; time <= TIMES; time += 1) {
      const answer = await this.client.request('GET', address, { key });
      if (answer?.status === 429) {
        await this.admitAgain(true);
        time -= 1;
      } else if (answer?.status === 503 && answer.headers['retry-after'] && this.waits < MOST_WAITS) {
        // The account has used its share of the time for lists.
        await sleep(answer.headers['retry-after'] * 1000);
        this.waits += 1;
        time -= 1;
      } else if (answer?.status === 200) taken.push(answer.ms);
      else this.context.fail('a page was rejected', { address, status: answer?.status, text: answer?.text });
    }
    const ms = taken.slice(1).sort((a, b) => a - b)[Math.floor(TIMES / 2)];
    this.counts.set(group, (this.counts.get(group) ?? 0) + 1);
    if (ms > (this.slowest.get(group)?.ms ?? 0)) this.slowest.set(group, { ms, address });
    // At most twice the limit: on a slow machine the trial would otherwise accept a sequential scan.
    const bound = Math.min(this.context.within(most), 2 * most);
    if (ms > bound) this.context.late('a page takes too long', { address, taken, bound });
  }

  /** Empties the budgets: this trial measures the time of the pages, not their number. */
  async admitAgain(isNeeded = false) {
    this.asked = (this.asked ?? 0) + 1;
    if (isNeeded || this.asked % 100 === 0) await this.database.query('delete from budgets');
  }

  /** Returns the figures so far, so that a long run that ends early still reports figures. */
  text() {
    return JSON.stringify(this.figures());
  }

  figures() {
    const groups = [...this.counts].map(([group, count]) => {
      const { ms, address } = this.slowest.get(group);
      return [
        `${group}: pages, slowest ms`,
        `${count}, ${Math.round(ms * 10) / 10} (${address.slice(0, 120)})`,
      ];
    });
    return { ...Object.fromEntries(groups), 'waits for the account’s share': this.waits };
  }
}
