// Users, accounts and keys for the trials. Users register through the API. Keys are inserted into the database in bulk, in the
// form in which the service writes them: the hash of the secret, one of the account's twenty places, a row for the rate limit.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Creates a secret as the contract describes it, without the service's code: prefix, 40 random hex digits, CRC-32 of both. */
export function newSecret(env = 'live') {
  const covered = `of_${env}_${randomBytes(20).toString('hex')}`;
  return covered + crc32(covered).toString(16).padStart(8, '0');
}

export const hashOf = (secret) => createHash('sha256').update(secret).digest();
export const uuidOf = (publicId) =>
  publicId
    .split('_')
    .pop()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
export const publicIdOf = (prefix, uuid) => `${prefix}_${uuid.replaceAll('-', '')}`;

let registrations = 0;

/** @returns {Promise<{email, password, accessToken, refreshToken, userId, accountId, familyId}>} ids as UUIDs */
export async function signUp(caller, { address } = {}) {
  registrations += 1;
  const email = `fuzz-${process.pid}-${Date.now()}-${registrations}@example.test`;
  const password = `correct horse ${randomBytes(9).toString('base64url')}`;
  const answer = await caller.request('POST', '/api/auth/register', { body: { email, password }, address });
  if (answer.status !== 201) throw new Error(`registration: ${answer.status} ${answer.text}`);
  return { email, password, ...sessionOf(answer) };
}

/** Reads tokens and ids from a response to registration, sign-in or refresh. */
export function sessionOf({ text, headers }) {
  const { accessToken, user, account } = JSON.parse(text);
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url'));
  const refreshToken = /offprint_refresh=([^;]+)/.exec(headers['set-cookie'] ?? '')?.[1];
  return {
    accessToken,
    refreshToken,
    userId: uuidOf(user.id),
    accountId: uuidOf(account.id),
    familyId: claims.sid,
  };
}

/**
 * Inserts keys into the database. An account holds at most 20 active keys. Without `place`, an account's keys are numbered
 * from 1.
 * @param {(text: string, values: unknown[]) => Promise<object[]>} query
 * @param {{accountId: string, scopes: string[], rateLimit?: number, revoked?: boolean, place?: number, env?: string}[]} wanted
 * @returns {Promise<{id: string, secret: string, scopes: string[], accountId: string}[]>} ids as UUIDs
 */
export async function writeKeys(query, wanted) {
  const taken = new Map();
  const keys = wanted.map(
    ({ accountId, scopes, rateLimit = 6000, revoked = false, env = 'live', ...given }) => {
      const place = given.place ?? (revoked ? 1 : (taken.get(accountId) ?? 0) + 1);
      if (!revoked) taken.set(accountId, place);
      const secret = newSecret(env);
      return { id: randomUUID(), accountId, scopes, rateLimit, revoked, env, place, secret };
    },
  );
  const rows = keys.map(({ secret, ...key }) => ({
    ...key,
    hash: hashOf(secret).toString('hex'),
    last_four: secret.slice(-4),
  }));
  await query(
    `insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place, revoked_at)
     select k.id, k."accountId", 'fuzz', k.env, k.last_four, decode(k.hash, 'hex'), k.scopes, k."rateLimit", k.place,
       case when k.revoked then clock_timestamp() end
     from jsonb_to_recordset($1::jsonb) as k (id uuid, "accountId" uuid, env text, last_four text, hash text, scopes text[],
       "rateLimit" int, place smallint, revoked boolean)`,
    [JSON.stringify(rows)],
  );
  return keys;
}

/** Inserts `count` accounts without users. @returns ids as UUIDs */
export async function writeAccounts(query, count, credits = 0) {
  const ids = Array.from({ length: count }, () => randomUUID());
  await query(
    `with opened as (insert into accounts (id, plan) select id, 'free' from unnest($1::uuid[]) id returning id)
     insert into wallets (account_id, balance) select id, $2 from opened`,
    [ids, credits * 1000],
  );
  if (credits > 0) {
    await query(
      `insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note)
       select id, 'grant', 'system', 'wallet', $2, $2, 'fuzz' from unnest($1::uuid[]) id`,
      [ids, credits * 1000],
    );
  }
  return ids;
}
