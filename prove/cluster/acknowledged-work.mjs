// Buyers and uploaders while the cluster fails. At the end all acknowledged creates, orders, payments and uploads are compared by id
// with the stored ones, through the API and on a separate session to the leader.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { flatPng } from '../../packages/media/test/support/hostile-files.mjs';
import { uuidOf, writeKeys } from '../harness/callers/accounts.mjs';
import { HttpCaller, inParallel } from '../harness/callers/http-caller.mjs';
import { webhookOf } from '../harness/payments/payment-webhook.mjs';
import { SignedIn } from './signed-in.mjs';

const BUYERS = 2;
/** A pack of catalogue/packs.yaml. */
const PACK = { id: 'small', minorUnits: 1000, credits: 1000 };
/** Interval between purchases, and between uploads, of each buyer. The dashboard's limit is 120 requests per window. */
const EVERY_MS = 1_000;
const RETRY_MS = 150;
const PER_PAGE = 100;
const AT_ONCE = 8;
/** Statuses after which a request is repeated; 0 is a lost response. */
const REPEATED = [0, 408, 409, 429, 503];

const FIND = {
  create: 'select 1 from predictions where id = a.id::uuid',
  order: 'select 1 from checkouts where id = a.id::uuid',
  payment: `select 1 from payments where payment_id = a.id and status = 'paid' and credits = ${PACK.credits * 1000}`,
  upload: 'select 1 from uploads where id = a.id::uuid',
};

export class AcknowledgedWork {
  #orders = [];
  /** Ids of the payment service. */
  #payments = [];
  /** {id, path, sha256} */
  #uploads = [];
  #buyers = [];
  #stopping = new AbortController();

  /** @param {{cluster, client, secret: string}} sources `client`: its creates are compared; `secret` of the payment service */
  constructor({ cluster, client, secret }, random, { fail, watch }) {
    Object.assign(this, { cluster, client, secret, random, fail });
    this.caller = new HttpCaller(cluster.front.base, { connections: 8, watch });
  }

  async start() {
    const query = (text, values) => this.cluster.database.query(text, values);
    for (let n = 0; n < BUYERS; n += 1) {
      const person = await SignedIn.register(this.caller);
      const [key] = await writeKeys(query, [{ accountId: person.accountId, scopes: ['write'], place: 20 }]);
      this.#buyers.push({ person, key: key.secret });
    }
    this.#work = Promise.all(
      this.#buyers.flatMap((buyer) => [this.#buyWhile(buyer), this.#sendWhile(buyer)]),
    );
    this.#work.catch(() => {});
    return this;
  }

  #work;

  /** Numbers of acknowledged requests so far. */
  get counts() {
    return {
      creates: this.client.predictions.size,
      payments: this.#payments.length,
      uploads: this.#uploads.length,
    };
  }

  /** Fails the trial when acknowledged work is missing. */
  async compare() {
    const acknowledged = {
      create: [...this.client.predictions.keys()].map(uuidOf),
      order: [...this.#orders],
      payment: [...this.#payments],
      upload: this.#uploads.map(({ id }) => id),
    };
    const missing = {};
    for (const [kind, ids] of Object.entries(acknowledged)) {
      const rows = await this.cluster.database.query(
        `select a.id from unnest($1::text[]) as a (id) where not exists (${FIND[kind]})`,
        [ids],
      );
      if (rows.length > 0) missing[kind] = { lost: rows.length, of: ids.length, ids: rows.slice(0, 5) };
    }
    if (Object.keys(missing).length > 0) this.fail('acknowledged work is missing', missing);
  }

  /** Ends the work and compares all of it, over the API too. @returns counts for the report */
  async stop() {
    this.#stopping.abort();
    await this.#work;
    await this.compare();
    await this.#compareOverApi();
    await this.caller.close();
    const { payments, uploads } = this.counts;
    if (payments === 0 || uploads === 0) this.fail('nothing was bought or uploaded', this.counts);
    return { payments, uploads, 'acknowledged and lost': 0 };
  }

  async #compareOverApi() {
    const created = new Map();
    for (const [id, { key }] of this.client.predictions)
      created.set(key.accountId, [...(created.get(key.accountId) ?? []), { id, key: key.secret }]);
    for (const ofAccount of created.values()) {
      const listed = new Set(
        (await this.#list('/api/generate/history', ofAccount[0].key)).map(({ predictionId }) => predictionId),
      );
      const lost = ofAccount.filter(({ id }) => !listed.has(id)).map(({ id }) => id);
      if (lost.length > 0) this.fail('acknowledged creates are not in the history', lost.slice(0, 10));
    }
    let paid = 0;
    for (const { person } of this.#buyers)
      paid += (await this.#list('/api/billing/payments', person.session.accessToken)).length;
    if (paid < this.#payments.length)
      this.fail(`${this.#payments.length} payments were acknowledged, ${paid} are listed`);
    await inParallel(this.#uploads.length, AT_ONCE, async (at) => {
      const { path, sha256 } = this.#uploads[at];
      const { status, bytes } = await download(this.cluster.front.base + path);
      if (status !== 200 || createHash('sha256').update(bytes).digest('hex') !== sha256)
        this.fail('an acknowledged upload is missing', { path, status });
    });
  }

  async #list(path, token) {
    const items = [];
    let cursor = '';
    do {
      const page = await this.caller.expect(200, 'GET', `${path}?limit=${PER_PAGE}${cursor}`, { token });
      items.push(...page.items);
      cursor = page.nextCursor === null ? null : `&cursor=${encodeURIComponent(page.nextCursor)}`;
    } while (cursor !== null);
    return items;
  }

  async #buyWhile({ person }) {
    while (!this.#stopping.signal.aborted) {
      const headers = { 'idempotency-key': randomUUID() };
      const opened = await this.#until(201, () =>
        person.request('POST', '/api/billing/checkout', { body: { pack: PACK.id }, headers }),
      );
      if (!opened) return;
      const reference = uuidOf(JSON.parse(opened).checkoutId);
      this.#orders.push(reference);
      const paymentId = `payment_${randomUUID()}`;
      const paid = {
        ...{ kind: 'paid', paymentId, reference, minorUnits: PACK.minorUnits, at: new Date().toISOString() },
        ...{ subscription: null, customerId: null, receiptUrl: null },
      };
      const webhook = webhookOf([paid], this.secret);
      const path = '/api/billing/webhooks/chaos';
      if ((await this.#until(200, () => this.caller.request('POST', path, webhook))) === null) return;
      this.#payments.push(paymentId);
      await sleep(EVERY_MS);
    }
  }

  async #sendWhile({ key: token }) {
    while (!this.#stopping.signal.aborted) {
      const body = flatPng(64, 64);
      const headers = { 'content-type': 'image/png' };
      const text = await this.#until(201, () =>
        this.caller.request('POST', '/api/uploads', { token, body, headers }),
      );
      if (text === null) return;
      const { url, sha256 } = JSON.parse(text);
      const { pathname, search } = new URL(url, this.cluster.front.base);
      const id = pathname.split('/').pop().split('.')[0];
      this.#uploads.push({ id, path: pathname + search, sha256 });
      await sleep(EVERY_MS);
    }
  }

  /** Repeats a request until it has this status. @returns the text of the response, or null at the end of the work */
  async #until(wanted, send) {
    while (!this.#stopping.signal.aborted) {
      const { status, text } = await send();
      if (status === wanted) return text;
      if (!REPEATED.includes(status)) this.fail(`a buyer got ${status}`, text.slice(0, 300));
      await sleep(RETRY_MS);
    }
    return null;
  }
}

async function download(url) {
  const answer = await fetch(url);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
