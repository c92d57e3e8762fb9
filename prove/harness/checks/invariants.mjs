// Checks the invariants I1 to I13 every second while a trial tries to violate them, and once more at its end. Compares three
// independent sources: the database (one snapshot per check), the responses that callers received, and the engine's own count of
// paid calls. A check that fails because the database is unavailable is not a finding; it is repeated a second later.
import { publicIdOf, uuidOf } from '../callers/accounts.mjs';
import { LEDGER_INVARIANTS } from './ledger-invariants.mjs';
import { certainlyOver } from './sliding-window.mjs';

const ROUND_MS = 1_000;
/** Above this number of entries only every tenth check compares the whole ledger. */
const MANY_ENTRIES = 30_000;

export class InvariantViolation extends Error {
  constructor(invariant, findings) {
    super(`${invariant}: ${findings.length} found`);
    this.name = 'InvariantViolation';
    this.details = findings.slice(0, 20);
  }
}

export class Invariants {
  rounds = 0;
  missed = 0;
  /** id of an entry → its content in the last check, for I7. */
  entries = new Map();
  /** predictionId (uuid) → the first final state seen, for I9. */
  finals = new Map();

  /** @param {{cluster, client?, engine?}} sources */
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
        if (error instanceof InvariantViolation) {
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

  /** Stops the checks; `watch` continues with the recorded state. */
  async pause() {
    this.watching = false;
    this.wake?.();
    await this.loop;
  }

  /** Stops the checks and runs a last one, which must succeed. @returns counts for the report */
  async finish() {
    await this.pause();
    await this.check({ last: true });
    return { checks: this.rounds, checksMissed: this.missed };
  }

  /** @throws {InvariantViolation} */
  async check({ last = false } = {}) {
    // The snapshot must contain everything that callers knew before it.
    const reported = this.client
      ? [...this.client.predictions.entries()].map(([id, { final }]) => ({ id: uuidOf(id), final }))
      : [];
    await this.database.snapshot(async (query) => {
      for (const [invariant, text] of Object.entries(LEDGER_INVARIANTS)) raise(invariant, await query(text));
      raise('I7 an entry changed or missing', await this.changedEntries(query, last));
      raise(
        'I8 an acknowledged prediction is unknown, I9 a final state changed',
        await this.changedPredictions(query, reported),
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

  async changedPredictions(query, reported) {
    const rows = await query('select id, status from predictions');
    const now = new Map(rows.map(({ id, status }) => [id, status]));
    const findings = reported.filter(({ id }) => !now.has(id)).map(({ id }) => ({ invariant: 'I8', id }));
    for (const { id, final } of reported) {
      if (final && now.has(id) && now.get(id) !== final)
        findings.push({ invariant: 'I9', id: publicIdOf('pred', id), reported: final, is: now.get(id) });
    }
    for (const [id, was] of this.finals) {
      if (now.get(id) !== was)
        findings.push({ invariant: 'I9', id: publicIdOf('pred', id), was, is: now.get(id) ?? 'missing' });
    }
    for (const [id, status] of now) if (status !== 'processing') this.finals.set(id, status);
    return findings;
  }
}

/**
 * I12: returns the admitted requests that were sent after the response to the revocation of their key.
 * @param requests [{keyId, sent, admitted}] @param revocations Map of keyId → when the response had arrived
 */
export function admittedAfterRevocation(requests, revocations) {
  return requests.filter(
    ({ keyId, sent, admitted }) => admitted && revocations.has(keyId) && sent > revocations.get(keyId),
  );
}

/** I13: returns a lower bound of the requests that were admitted beyond the limit within a window. @param admitted [{sent, answered}] */
export const overLimit = (admitted, limit) => certainlyOver(admitted, limit);

function raise(invariant, findings) {
  if (findings.length > 0) throw new InvariantViolation(invariant, findings);
}
