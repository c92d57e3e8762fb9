/** A failure does not affect the other assets. */

/** High, because removals mostly wait for a disk or an object store. */
const CONCURRENCY = 16;

export interface Removals<T> {
  removed: T[];
  failed: { item: T; error: unknown }[];
  /** Not started, because `isStopping` returned true. */
  left: T[];
}

export async function removeEach<T>(
  items: readonly T[],
  remove: (item: T) => Promise<void>,
  isStopping: () => boolean,
): Promise<Removals<T>> {
  const left = [...items];
  const removed: T[] = [];
  const failed: { item: T; error: unknown }[] = [];
  const runWorker = async () => {
    while (!isStopping()) {
      const item = left.shift();
      if (item === undefined) return;
      try {
        await remove(item);
        removed.push(item);
      } catch (error) {
        failed.push({ item, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, runWorker));
  return { removed, failed, left };
}

/** Returns false when the process stops before all are removed. @throws the first error. */
export async function removeAll<T>(
  items: readonly T[],
  remove: (item: T) => Promise<void>,
  isStopping: () => boolean,
): Promise<boolean> {
  const { failed, left } = await removeEach(items, remove, isStopping);
  if (failed.length > 0) throw failed[0]!.error;
  return left.length === 0;
}
