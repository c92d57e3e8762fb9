/** Runs the health check of an engine, bounded in time and without exceptions. */
import type { EngineCheck, Provider } from './provider.js';

/** A bound for adapters that do not bound their own checks to less. */
const CHECK_MS = 10_000;

/**
 * Checks an engine within `CHECK_MS` and never throws. Reports only the kind of an adapter's error: its message may
 * contain a URL or more.
 */
export async function checkEngine(provider: Provider): Promise<EngineCheck> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<EngineCheck>((resolve) => {
    timer = setTimeout(
      () => resolve({ ok: false, detail: `no answer within ${CHECK_MS / 1000} s` }),
      CHECK_MS,
    );
  });
  try {
    return await Promise.race([provider.check(), timedOut]);
  } catch (error) {
    return { ok: false, detail: `the check failed: ${kindOfError(error)}` };
  } finally {
    clearTimeout(timer);
  }
}

function kindOfError(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((one): one is string => typeof one === 'string') ?? 'for no reason given';
}
