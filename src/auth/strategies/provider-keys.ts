/**
 * Fetches and caches the signing keys of the operator's identity provider. The library measures their ageMs by the wall
 * clock: after a step of an hour back, a new key would be unknown for an hour. So its refetching is disabled, and this
 * file refetches by the monotonic clock.
 */
import { createRemoteJWKSet, errors } from 'jose';

/** Age at which keys are fetched again. */
const MAX_AGE_MS = 600_000;
/** An unknown key id fetches the keys again, at most once in this time. */
const MIN_REFETCH_MS = 30_000;
const TIMEOUT_MS = 5_000;

type FindKey = ReturnType<typeof createRemoteJWKSet>;

/** Returns a function that finds the key of a token. It throws the library's errors. */
export function createProviderKeys(uri: string): (...token: Parameters<FindKey>) => ReturnType<FindKey> {
  const never = { cacheMaxAge: Infinity, cooldownDuration: Infinity };
  const find = createRemoteJWKSet(new URL(uri), { ...never, timeoutDuration: TIMEOUT_MS });
  let fetchedAtMs = -Infinity;
  const ageMs = () => performance.now() - fetchedAtMs;
  const fetchKeys = async () => {
    await find.reload();
    fetchedAtMs = performance.now();
  };
  return async (...token) => {
    if (ageMs() >= MAX_AGE_MS) await fetchKeys();
    try {
      return await find(...token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || ageMs() < MIN_REFETCH_MS) throw error;
      await fetchKeys();
      return find(...token);
    }
  };
}
