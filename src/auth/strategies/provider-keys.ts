/**
 * The signing keys of the operator's identity provider. The library judges their age by the wall clock, which can step: an
 * hour back, and a new key would be unknown for an hour. So it is told never to fetch by itself, and this file decides.
 */
import { createRemoteJWKSet, errors } from 'jose';

/** Keys are kept this long. */
const KEPT_MS = 600_000;
/** An unknown key id fetches the keys again, at most this often. */
const REFETCH_MS = 30_000;
const TIMEOUT_MS = 5_000;

type FindKey = ReturnType<typeof createRemoteJWKSet>;

/** @returns finds the key of a token; throws what the library throws */
export function providerKeys(uri: string): (...token: Parameters<FindKey>) => ReturnType<FindKey> {
  const never = { cacheMaxAge: Infinity, cooldownDuration: Infinity };
  const find = createRemoteJWKSet(new URL(uri), { ...never, timeoutDuration: TIMEOUT_MS });
  let fetchedAtMs = -Infinity;
  const age = () => performance.now() - fetchedAtMs;
  const fetchKeys = async () => {
    await find.reload();
    fetchedAtMs = performance.now();
  };
  return async (...token) => {
    if (age() >= KEPT_MS) await fetchKeys();
    try {
      return await find(...token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age() < REFETCH_MS) throw error;
      await fetchKeys();
      return find(...token);
    }
  };
}
