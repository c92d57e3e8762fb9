import { removeEach } from './remove-each.js';

/** What became of rows that were taken up: their files are gone, could not be removed, or were not begun. */
export type Removal = 'removed' | 'failed' | 'left';

/** Rows with files that are past their time. */
export interface ExpiredRows<Row extends { id: string }> {
  /** Takes the next batch up: other workers skip it. Empty when nothing is due. */
  take(): Promise<Row[]>;
  remove(row: Row): Promise<void>;
  mark(removal: Removal, ids: string[]): Promise<unknown>;
  warn(row: Row, error: unknown): void;
}

/**
 * Removes batch after batch until nothing is due or `isStopping`. Files first, then the mark: a process that is killed in
 * between leaves a row whose files are removed once more. @returns how many rows have no files any more.
 */
export async function removeExpired<Row extends { id: string }>(
  rows: ExpiredRows<Row>,
  isStopping: () => boolean,
): Promise<number> {
  let count = 0;
  while (!isStopping()) {
    const taken = await rows.take();
    if (taken.length === 0) break;
    const { removed, failed, left } = await removeEach(taken, (row) => rows.remove(row), isStopping);
    for (const { item, error } of failed) rows.warn(item, error);
    const ended = { removed, failed: failed.map(({ item }) => item), left };
    for (const removal of ['removed', 'failed', 'left'] as const) {
      const ids = ended[removal].map(({ id }) => id);
      if (ids.length > 0) await rows.mark(removal, ids);
    }
    count += removed.length;
  }
  return count;
}
