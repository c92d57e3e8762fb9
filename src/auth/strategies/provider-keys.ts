/**
 * Caches the signing keys of the operator's identity provider. The library measures their age by the wall clock: after a step of an hour
 * back, a new key would be unknown for an hour. So its refetching is disabled, and this file refetches by the monotonic clock. Known keys
 * stay in use while the provider cannot be reached.
 */
import { Logger } from '@nestjs/common';
import { createRemoteJWKSet, errors } from 'jose';
import { withTimeout } from '../../platform/time/index.js';

const MAX_AGE_MS = 600_000;
/** After a fetch, an unknown key id or a failure with known keys fetches them again at most once in this time. */
const MIN_REFETCH_MS = 30_000;
const TIMEOUT_MS = 5_000;
/** Tokens that meet old keys wait so long for new ones; the fetch then goes on in the background. */
const STALE_WAIT_MS = 500;

type FindKey = ReturnType<typeof createRemoteJWKSet>;

/** The returned function throws the library's errors. */
export function createProviderKeys(uri: string): (...token: Parameters<FindKey>) => ReturnType<FindKey> {
  const never = { cacheMaxAge: Infinity, cooldownDuration: Infinity };
  const find = createRemoteJWKSet(new URL(uri), { ...never, timeoutDuration: TIMEOUT_MS });
  const logger = new Logger('identity-provider');
  let fetchedAtMs = -Infinity;
  let failed: { atMs: number; error: unknown } | null = null;
  let refresh: Promise<void> | null = null;

  const hasKeys = () => fetchedAtMs > -Infinity;
  const ageMs = () => performance.now() - fetchedAtMs;
  const hasFailedJustNow = () => failed !== null && performance.now() - failed.atMs < MIN_REFETCH_MS;

  async function fetchKeys(): Promise<void> {
    const askedAtMs = performance.now();
    try {
      await find.reload();
      [fetchedAtMs, failed] = [askedAtMs, null];
    } catch (error) {
      failed = { atMs: performance.now(), error };
      const use = hasKeys() ? 'the known keys stay in use' : 'no token can be checked';
      logger.warn({ error: nameOf(error) }, `the signing keys could not be fetched: ${use}`);
      throw error;
    }
  }

  async function refreshOldKeys(): Promise<void> {
    if (ageMs() < MAX_AGE_MS || (refresh === null && hasFailedJustNow())) return;
    refresh ??= waitBriefly(fetchKeys().finally(() => (refresh = null)));
    await refresh;
  }

  return async (...token) => {
    if (hasKeys()) await refreshOldKeys();
    else await fetchKeys();
    try {
      return await find(...token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (failed !== null && hasFailedJustNow()) throw failed.error;
      if (ageMs() < MIN_REFETCH_MS) throw error;
      await fetchKeys();
      return find(...token);
    }
  };
}

/** Resolves when the work has ended, in whatever way, or after `STALE_WAIT_MS`. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  await withTimeout(STALE_WAIT_MS, work).catch(() => undefined);
}

/** Never returns the message, which may have the address. */
function nameOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? name ?? 'unknown');
}
