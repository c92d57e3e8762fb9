/** How far a model's log says that it is. Pure. */

/** A progress bar as tqdm draws it: `37%|███▋      | 37/100 [00:03<00:05, 11.4it/s]`. */
const BAR = /\b(\d{1,3})%\s*\|/g;

/**
 * A run may draw several bars one after the other (loading, sampling, encoding); the last one is what it does now, and
 * what is told to callers never falls.
 * @returns 0–100, or undefined when no bar was drawn.
 */
export function progressInLog(log: string): number | undefined {
  const last = [...log.matchAll(BAR)].at(-1);
  return last ? Math.min(100, Number(last[1])) : undefined;
}
