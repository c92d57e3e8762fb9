// A paying caller beside an attack: starts predictions and polls them at a constant rate. A trial compares its successful
// responses under attack with those of an undisturbed period of the same minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAccounts, writeKeys } from './accounts.mjs';
import { HttpCaller } from './http-caller.mjs';

const PER_SECOND = 30;
const MOST_OPEN = 30;
const TICK_MS = 10;
const BODY = { modelKey: 'embedded-fault', mode: 'ok' };

export class PayingCaller {
  /** @param query into the database of the service at `base` */
  static async open(base, query) {
    const [accountId] = await writeAccounts(query, 1, 1_000_000);
    const [key] = await writeKeys(query, [
      { accountId, scopes: ['read', 'write', 'billing'], rateLimit: 6000 },
    ]);
    const payer = new PayingCaller(new HttpCaller(base, { connections: MOST_OPEN }), key.secret);
    await payer.answersIn(1);
    return payer;
  }

  /** Unsuccessful responses by status or error. */
  refused = new Map();
  turns = 0;

  constructor(caller, secret) {
    Object.assign(this, { caller, secret });
  }

  /** @returns {Promise<number>} number of successful responses within `seconds` */
  async answersIn(seconds) {
    const begin = performance.now();
    const end = begin + seconds * 1000;
    let sent = 0;
    let answered = 0;
    const open = new Set();
    while (performance.now() < end) {
      const due = Math.floor(((performance.now() - begin) / 1000) * PER_SECOND);
      for (; sent < due && open.size < MOST_OPEN; sent += 1) {
        const sending = this.#request().then((isGood) => {
          open.delete(sending);
          if (isGood && performance.now() < end) answered += 1;
        });
        open.add(sending);
      }
      // The rate is constant: requests that could not be sent in time are dropped.
      sent = Math.max(sent, due - MOST_OPEN);
      await sleep(TICK_MS);
    }
    await Promise.all(open);
    return answered;
  }

  async #request() {
    const token = this.secret;
    this.turns += 1;
    const isStart = this.prediction === undefined || this.turns % 3 === 0;
    const { status, text, error } = isStart
      ? await this.caller.request('POST', '/api/generate', { token, body: BODY })
      : await this.caller.request('GET', `/api/generate/status/${this.prediction}`, { token });
    if (isStart && status === 201) this.prediction = JSON.parse(text).predictionId;
    if (status === 200 || status === 201) return true;
    this.refused.set(error ?? status, (this.refused.get(error ?? status) ?? 0) + 1);
    return false;
  }

  close() {
    return this.caller.close();
  }
}
