// The invariants I1 to I13, checked every second while a trial tries to break them, and once more at its end. Judged by
// three witnesses that do not trust each other: the database (one snapshot per check), what callers were told, and what
// the engine says it was paid for. A check that cannot be made, because the database is away, is no finding; it is made
// again a second later.
import { publicIdOf, uuidOf } from '../callers/accounts.mjs';
import { LEDGER_LAWS } from './ledger-laws.mjs';
import { certainlyOver } from './sliding-window.mjs';

const ROUND_MS = 1_000;
/** With more entries than this the whole ledger is compared every tenth round only. */
const MANY_ENTRIES = 30_000;

export class InvariantBroken extends Error {
  constructor(law, findings) {
    super(`${law}: ${findings.length} found`);
    this.name = 'InvariantBroken';
    this.details = findings.slice(0, 20);
  }
}

export class Invariants {
  rounds = 0;
  missed = 0;
  /** id of an entry → its content, as first seen: the rolling copy of I7. */
  entries = new Map();
  /** predictionId (uuid) → its final state, as first seen by us: I9. */
  finals = new Map();

  /** @param {{cluster, client?, engine?}} witnesses */
  constructor({ cluster, client = null, engine = cluster.engine, onBroken }) {
    Object.assign(this, { database: cluster.database, client, engine, onBroken });
  }

  watch() {
    this.watching = true;
    this.loop = this.keepChecking();
    return this;
  }

  async keepChecking() {
    while (this.watching) {
      const startedAt = performance.now();
      try {
        await this.check();
      } catch (error) {
        if (error instanceof InvariantBroken) {
          this.watching = false;
          this.onBroken(error);
          return;
        }
        this.missed += 1;
      }
      const pause = Math.max(0, ROUND_MS - (performance.now() - startedAt));
      await new Promise((resolve) => (this.timer = setTimeout(((this.wake = resolve), resolve), pause)));
    }
  }

  /** No check is made from now on; `watch` goes on with what was seen so far. */
  async pause() {
    this.watching = false;
    this.wake?.();
    await this.loop;
  }

  /** Ends the watch with a last check that must be possible. @returns counts for the report */
  async finish() {
    await this.pause();
    await this.check({ last: true });
    return { checks: this.rounds, checksMissed: this.missed };
  }

  /** @throws {InvariantBroken} */
  async check({ last = false } = {}) {
    // What callers knew before the snapshot must be in it.
    const told = this.client
      ? [...this.client.predictions.entries()].map(([id, { final }]) => ({ id: uuidOf(id), final }))
      : [];
    await this.database.snapshot(async (query) => {
      for (const [law, question] of Object.entries(LEDGER_LAWS)) raise(law, await query(question));
      raise('I7 an entry changed or missing', await this.changedEntries(query, last));
      raise(
        'I8 an acknowledged prediction is unknown, I9 a final state changed',
        await this.changedPredictions(query, told),
      );
    });
    if (this.client) raise('answers', this.client.wrong);
    if (this.engine)
      raise(
        'I11 paid more than once',
        (await this.engine.doubled()).filter(({ kind }) => kind !== 'none'),
      );
    this.rounds += 1;
  }

  async changedEntries(query, last) {
    if (!last && this.entries.size > MANY_ENTRIES && this.rounds % 10 !== 0) return [];
    const rows = await query(
      `select id, concat_ws('|', account_id, prediction_id, kind, source, destination, amount, balance_after, note, created_at) as content from ledger_transfers`,
    );
    const now = new Map(rows.map(({ id, content }) => [id, content]));
    const findings = [];
    for (const [id, content] of this.entries) {
      if (now.get(id) !== content) findings.push({ id, was: content, is: now.get(id) ?? 'missing' });
    }
    this.entries = now;
    return findings;
  }

  async changedPredictions(query, told) {
    const rows = await query('select id, status from predictions');
    const now = new Map(rows.map(({ id, status }) => [id, status]));
    const findings = told.filter(({ id }) => !now.has(id)).map(({ id }) => ({ law: 'I8', id }));
    for (const { id, final } of told) {
      if (final && now.has(id) && now.get(id) !== final)
        findings.push({ law: 'I9', id: publicIdOf('pred', id), told: final, is: now.get(id) });
    }
    for (const [id, was] of this.finals) {
      if (now.get(id) !== was)
        findings.push({ law: 'I9', id: publicIdOf('pred', id), was, is: now.get(id) ?? 'missing' });
    }
    for (const [id, status] of now) if (status !== 'processing') this.finals.set(id, status);
    return findings;
  }
}

/**
 * I12: requests that a key got admitted although they started after its revocation had answered.
 * @param requests [{keyId, sent, admitted}] @param revocations Map of keyId → when the revocation's answer had come
 */
export function admittedAfterRevocation(requests, revocations) {
  return requests.filter(
    ({ keyId, sent, admitted }) => admitted && revocations.has(keyId) && sent > revocations.get(keyId),
  );
}

/** I13: how many admitted requests beyond the limit fell into one 60 s for certain. @param admitted [{sent, answered}] */
export const overLimit = (admitted, limit) => certainlyOver(admitted, limit);

function raise(law, findings) {
  if (findings.length > 0) throw new InvariantBroken(law, findings);
}
