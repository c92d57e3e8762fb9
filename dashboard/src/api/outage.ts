/**
 * Knows whether the service answers. After a request without a response the service is probed; if it does not answer, an
 * outage begins, which lasts until a probe succeeds. A single failed request is no outage.
 */

export interface Outage {
  /** Probes the service unless an outage is known. @returns whether there is an outage. */
  report(): Promise<boolean>;
  isDown(): boolean;
  /** Resolves at the end of the outage; at once without one. */
  end(): Promise<void>;
  /** Calls the listener when an outage begins or ends. @returns a function that removes it. */
  onChange(listener: () => void): () => void;
}

/** @param probe resolves to whether the service answers; never rejects. */
export function createOutage(probe: () => Promise<boolean>, intervalMs: number): Outage {
  const listeners = new Set<() => void>();
  let isDown = false;
  let probing: Promise<boolean> | null = null;
  const change = (next: boolean) => {
    isDown = next;
    listeners.forEach((listener) => listener());
  };
  const probeAgain = async () => {
    if (await probe()) change(false);
    else setTimeout(() => void probeAgain(), intervalMs);
  };
  const begin = async () => {
    if (await probe()) return false;
    change(true);
    setTimeout(() => void probeAgain(), intervalMs);
    return true;
  };
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    report() {
      if (isDown) return Promise.resolve(true);
      probing ??= begin().finally(() => (probing = null));
      return probing;
    },
    isDown: () => isDown,
    end: () =>
      new Promise((resolve) => {
        if (!isDown) return resolve();
        const stop = onChange(() => {
          stop();
          resolve();
        });
      }),
    onChange,
  };
}

const PROBE_INTERVAL_MS = 3000;
const PROBE_TIMEOUT_MS = 5000;

export const outage = createOutage(isAnswering, PROBE_INTERVAL_MS);

async function isAnswering(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return (await fetch('/health/live', { signal, cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
