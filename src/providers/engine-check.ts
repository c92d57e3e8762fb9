/** Asks an engine for a sign of life, whatever its adapter does when there is none. */
import type { EngineCheck, Provider } from './provider.js';

/** Adapters bound their checks themselves, to less; this is for one that does not. */
const CHECK_MS = 10_000;

/** Never throws, and takes no longer than `CHECK_MS`. What an adapter throws may hold an address or more: only its kind is told. */
export async function checkEngine(provider: Provider): Promise<EngineCheck> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<EngineCheck>((resolve) => {
    timer = setTimeout(
      () => resolve({ ok: false, detail: `no answer within ${CHECK_MS / 1000} s` }),
      CHECK_MS,
    );
  });
  try {
    return await Promise.race([provider.check(), tooLong]);
  } catch (error) {
    return { ok: false, detail: `the check failed: ${kindOf(error)}` };
  } finally {
    clearTimeout(timer);
  }
}

function kindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((one): one is string => typeof one === 'string') ?? 'for no reason given';
}
