/**
 * Finds the end of the ledger: ids are taken before they are committed, so an entry may become visible after one with a
 * higher id. What reads the ledger once, by id, reads up to an end that no transaction can still precede.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable, RowOfStatement } from '../platform/database/index.js';
import { NEWEST_ENTRY, WRITERS } from './ledger-end.sql.js';

/** How long to wait for transactions that may still commit entries; those of the service take milliseconds. */
const WRITERS_MS = 30_000;
const WRITERS_POLL_MS = 10;

/** A transaction has been writing to the ledger for longer than a reader waits. */
export class LedgerBusy extends Error {
  override readonly name = 'LedgerBusy';

  constructor(readonly pid: number) {
    super(`a transaction has been writing to the ledger for more than 30 s (PostgreSQL process ${pid})`);
  }
}

/** Waits until no transaction is left that could commit an earlier entry. @throws {LedgerBusy}. @throws the reason of `signal`. */
export async function findLedgerEnd(from: Queryable, signal?: AbortSignal): Promise<string> {
  const [newest] = await from.run(NEWEST_ENTRY, {});
  const started = performance.now();
  let earlier: string[] | null = null;
  for (;;) {
    const [left]: RowOfStatement<typeof WRITERS>[] = await from.run(WRITERS, { earlier });
    if (!left!.writers) return newest!.newest;
    if (performance.now() - started > WRITERS_MS) throw new LedgerBusy(left!.pid!);
    earlier = left!.writers;
    await sleep(WRITERS_POLL_MS, undefined, { signal });
  }
}
