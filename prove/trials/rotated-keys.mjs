// V6: keys are rotated under load on three processes. The new secret works on every process from the response on. The old secret works
// exactly until its grace ends. A second rotation ends the first key at once, and a rotation without a grace ends its own key. No
// request is rejected that must be admitted, and none is admitted that must be rejected.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { instant } from '../harness/callers/http-caller.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { Target } from '../harness/callers/target.mjs';

const PROCESSES = 3;
const KEYS_AT_ONCE = 5;
const GRACE_SECONDS = 2;
/** Longer than a step of the trial, so that only a rotation ends such a key. */
const LONG_GRACE_SECONDS = 600;
/** All secrets of a key share one budget of 6,000 requests a window. */
const PAUSE_MS = 60;
/** Load after the first rotation: twice the grace. */
const LOAD_MS = 2 * GRACE_SECONDS * 1_000;

export default {
  name: 'V6',
  title:
    'rotation of keys under load over three processes: the old secret until its grace ends, the new one at once',
  largerTiers: true,
  async run(context) {
    const total = Math.max(KEYS_AT_ONCE, context.count({ gate: 5, short: 60, long: 2_000 }));
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: KEYS_AT_ONCE * 4 + 4,
    });
    const owner = await signUp(target.callers[0]);
    const tally = { keys: 0, rotations: 0, admitted: 0, rejected: 0, 'neither before nor after an end': 0 };
    while (tally.keys < total) {
      const wanted = Array.from({ length: KEYS_AT_ONCE }, () => ({
        accountId: owner.accountId,
        scopes: ['billing'],
      }));
      const keys = await writeKeys(target.query, wanted);
      await Promise.all(
        keys.map((key, at) => new RotatedKey({ target, owner, tally, key, at: tally.keys + at }).run()),
      );
      tally.keys += keys.length;
      context.progress(tally.keys, total);
    }
    await target.close();
    return { n: { processes: PROCESSES, ...tally } };
  },
};

/** A secret: usable from `from` on, and until some instant between `endsAfter` and `endedBy`. */
const usable = (secret, from) => ({ secret, from, endsAfter: Infinity, endedBy: Infinity });

class RotatedKey {
  constructor(parts) {
    Object.assign(this, parts);
    this.id = publicIdOf('key', this.key.id);
    this.secrets = [usable(this.key.secret, instant())];
  }

  async run() {
    this.isOver = false;
    const load = this.target.callers.map((caller) => this.use(caller));
    await this.rotate(GRACE_SECONDS);
    await sleep(LOAD_MS);
    await this.rotate(LONG_GRACE_SECONDS);
    // Ends the previous key at once and keeps its own.
    await this.rotate(LONG_GRACE_SECONDS);
    await sleep(LOAD_MS / 4);
    await this.rotate(0);
    await sleep(LOAD_MS / 4);
    this.isOver = true;
    await Promise.all(load);
    await this.expectCurrent();
    await this.caller().request('DELETE', `/api/keys/${this.id}`, { token: this.owner.accessToken });
  }

  caller() {
    return this.target.callers[this.at % PROCESSES];
  }

  async rotate(graceSeconds) {
    const [before, old] = [this.secrets.at(-2), this.secrets.at(-1)];
    const sent = instant();
    // Before the response it is unknown whether the keys have ended.
    if (before) before.endsAfter = Math.min(before.endsAfter, sent);
    old.endsAfter = sent + graceSeconds * 1_000;
    const { id, key } = await this.caller().expect(201, 'POST', `/api/keys/${this.id}/rotate`, {
      token: this.owner.accessToken,
      body: { graceSeconds },
    });
    const answered = instant();
    if (before) before.endedBy = Math.min(before.endedBy, answered);
    old.endedBy = answered + graceSeconds * 1_000;
    this.id = id;
    this.secrets.push(usable(key, answered));
    this.tally.rotations += 1;
  }

  /** Uses the newest secrets of the key at one process. */
  async use(caller) {
    while (!this.isOver) {
      for (const secret of this.secrets.slice(-3)) await this.useOnce(caller, secret);
      await sleep(PAUSE_MS);
    }
  }

  async useOnce(caller, secret) {
    const { status, text, sent, answered } = await caller.request('GET', '/api/credits/balance', {
      token: secret.secret,
      address: nextAddress(),
    });
    const { tally, target } = this;
    const mustWork = sent >= secret.from && answered < secret.endsAfter;
    const mustFail = sent > secret.endedBy;
    const where = `${status} ${text.slice(0, 200)}`;
    if (mustWork && status !== 200) target.found(`a secret that works was rejected: ${where}`);
    else if (mustFail && status !== 401) target.found(`a secret that has ended was not rejected: ${where}`);
    else if (![200, 401].includes(status)) target.found(`a request with a rotated key: ${where}`);
    if (!mustWork && !mustFail) tally['neither before nor after an end'] += 1;
    else tally[mustWork ? 'admitted' : 'rejected'] += 1;
  }

  /** Requires that only the newest secret works, on every process. */
  async expectCurrent() {
    for (const caller of this.target.callers)
      for (const [at, { secret }] of this.secrets.entries()) {
        const { status } = await caller.request('GET', '/api/credits/balance', {
          token: secret,
          address: nextAddress(),
        });
        const expected = at === this.secrets.length - 1 ? 200 : 401;
        if (status !== expected) this.target.found(`secret ${at + 1} of ${this.secrets.length}: ${status}`);
      }
  }
}
