/** Members of accounts: by the routes, or at once for tests whose subject is something else. */
import { RefreshTokens, Sessions } from '../../src/auth/index.js';
import { createSecretToken } from '../../src/auth/tokens/secret-token.js';
import type { AccountRole } from '../../src/index.js';
import type { TestApp } from './app.js';
import { type Answer, call, type Json, type Person, register } from './client.js';
import type { Mailbox } from './mailbox.js';
import { uuidOf } from './public-ids.js';

/** Returns the token of the newest link of an invitation that was mailed to an address. */
export async function invitationToken(mailbox: Mailbox, email: string, mails = 1): Promise<string> {
  for (let count = mailbox.mails.length; ; count += 1) {
    const tokens = mailbox.mails
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/invitations\/accept#token=([\w-]{43})/.exec(text)?.[1] ?? []);
    if (tokens.length >= mails) return tokens.at(-1)!;
    await mailbox.mail(count + 1);
  }
}

/** Invites an address without a mail. @returns the token of the link. */
export async function invitationLink(
  { database }: TestApp,
  by: Person,
  email: string,
  role: AccountRole,
): Promise<string> {
  const { token, hash } = createSecretToken();
  await database.query(
    `insert into invitations (id, account_id, email, role, invited_by, expires_at, hash)
     values (gen_random_uuid(), $1, $2, $3, $4, now() + interval '1 day', $5)`,
    [uuidOf(by.accountId), email, role, uuidOf(by.userId), hash],
  );
  return token;
}

/** Verifies the email of a person, without a mail. */
export const verifyEmail = ({ database }: Pick<TestApp, 'database'>, { userId }: Person): Promise<Json[]> =>
  database.query('update users set email_verified_at = now() where id = $1', [uuidOf(userId)]);

/** Invites by HTTP. */
export const invite = (base: string, by: Person, email: string, role: string): Promise<Answer> =>
  call(base, 'POST', '/api/account/invitations', { token: by.accessToken, body: { email, role } });

export const accept = (base: string, token: string, link: string): Promise<Answer> =>
  call(base, 'POST', '/api/account/invitations/accept', { token, body: { token: link } });

/** Registers a person with a verified email and makes it a member of an account. @returns the person, signed in there. */
export async function addMember(app: TestApp, to: Person, role: AccountRole): Promise<Person> {
  const person = await register(app.base);
  await verifyEmail(app, person);
  const ids = [uuidOf(person.userId), uuidOf(to.accountId)];
  await app.database.query('insert into memberships (user_id, account_id, role) values ($1, $2, $3)', [
    ...ids,
    role,
  ]);
  return { ...person, accountId: to.accountId, accessToken: await signInTo(app, person, to.accountId) };
}

/** Begins a sign-in of a person in an account. @returns the access token. */
export async function signInTo(app: TestApp, { userId }: Person, accountId: string): Promise<string> {
  const origin = { address: '192.0.2.1', userAgent: null };
  const { familyId, ...begun } = await app.app
    .get(RefreshTokens, { strict: false })
    .begin(app.database, uuidOf(userId), origin);
  await app.database.query('update sign_in_families set account_id = $2 where id = $1', [
    familyId,
    uuidOf(accountId),
  ]);
  const session = await app.app.get(Sessions, { strict: false }).createSession({ ...begun, familyId });
  return session.body.accessToken;
}

/** Reads the members and invitations of a person's account. */
export const membersOf = async (base: string, { accessToken }: Person): Promise<Json> =>
  (await call(base, 'GET', '/api/account/members', { token: accessToken })).body;
