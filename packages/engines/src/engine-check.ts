import type { EngineCheck, Provider } from './provider.js';

/** Bounds adapters that do not bound their own checks to less. */
const CHECK_MS = 10_000;

class NoAnswer extends Error {}

/**
 * Checks an engine within `CHECK_MS` and never throws. Returns only the kind of an adapter's error: its message may contain a URL or more.
 * @param onError receives the whole error, for a log that removes secrets.
 */
export async function checkEngine(
  provider: Provider,
  onError: (error: unknown) => void = () => undefined,
): Promise<EngineCheck> {
  // This package must not import the service, which has `withTimeout`.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${CHECK_MS / 1000} s`)), CHECK_MS);
  });
  try {
    return await Promise.race([provider.check(), late]);
  } catch (error) {
    onError(error);
    return {
      ok: false,
      detail: error instanceof NoAnswer ? error.message : `the check failed: ${kindOfError(error)}`,
    };
  } finally {
    clearTimeout(timer);
  }
}

function kindOfError(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((one): one is string => typeof one === 'string') ?? 'for no reason given';
}
