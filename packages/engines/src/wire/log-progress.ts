/** tqdm draws a progress bar so: `37%|███▋      | 37/100 [00:03<00:05, 11.4it/s]`. */
const BAR = /\b(\d{1,3})%\s*\|/g;

/**
 * Reads the last progress bar. A run may draw several in a row (loading, sampling, encoding), and the last one is current; the progress
 * that callers see never decreases.
 * @returns 0–100, or undefined when the log contains no bar.
 */
export function progressInLog(log: string): number | undefined {
  const last = [...log.matchAll(BAR)].at(-1);
  return last ? Math.min(100, Number(last[1])) : undefined;
}
