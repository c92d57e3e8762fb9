import { removeEach } from './remove-each.js';

/** `left`: not started. */
export type Removal = 'removed' | 'failed' | 'left';

export interface ExpiredRows<Row extends { id: string }> {
  /** Other workers skip the claimed batch. Empty when nothing is due. */
  take(): Promise<Row[]>;
  remove(row: Row): Promise<void>;
  mark(removal: Removal, ids: string[]): Promise<unknown>;
  warn(row: Row, error: unknown): void;
}

/**
 * Removes expired files in batches until nothing is due or `isStopping` returns true. Rows are marked after their files are removed: after
 * a kill in between, the files are removed again. @returns the number of rows whose files it removed.
 */
export async function removeExpired<Row extends { id: string }>(
  rows: ExpiredRows<Row>,
  isStopping: () => boolean,
): Promise<number> {
  let count = 0;
  while (!isStopping()) {
    const claimed = await rows.take();
    if (claimed.length === 0) break;
    const { removed, failed, left } = await removeEach(claimed, (row) => rows.remove(row), isStopping);
    for (const { item, error } of failed) rows.warn(item, error);
    const results = { removed, failed: failed.map(({ item }) => item), left };
    for (const removal of ['removed', 'failed', 'left'] as const) {
      const ids = results[removal].map(({ id }) => id);
      if (ids.length > 0) await rows.mark(removal, ids);
    }
    count += removed.length;
  }
  return count;
}
