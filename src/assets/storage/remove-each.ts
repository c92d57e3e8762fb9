/** Removes many assets side by side, each by itself: one that cannot be removed holds up no other. */

/** At once: removing is waiting, for a disk or an object store. */
const AT_ONCE = 16;

export interface Removals<T> {
  removed: T[];
  failed: { item: T; error: unknown }[];
  /** Not begun, because `isStopping` became true. */
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
  const lane = async () => {
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
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane));
  return { removed, failed, left };
}
