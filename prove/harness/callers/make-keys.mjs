// Inserts accounts and keys for a trial into the database, without the API.
import { writeAccounts, writeKeys } from './accounts.mjs';

/**
 * @param {{query: Function}} database of a cluster
 * @param {{accounts?: number, keysEach?: number, credits?: number, rateLimit?: number, scopes?: string[]}} options
 * @returns {Promise<{id, secret, scopes, accountId}[]>} the keys; ids as UUIDs
 */
export async function makeKeys(
  database,
  {
    accounts = 1,
    keysEach = 1,
    credits = 1_000_000,
    rateLimit = 6000,
    scopes = ['write', 'read', 'billing'],
  } = {},
) {
  const query = (text, values) => database.query(text, values);
  const owners = await writeAccounts(query, accounts, credits);
  const wanted = owners.flatMap((accountId) =>
    Array.from({ length: keysEach }, () => ({ accountId, scopes, rateLimit })),
  );
  return writeKeys(query, wanted);
}
