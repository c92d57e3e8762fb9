/** Links in mails under attack: each kind used as the other, by another user, twice at once, late; and guessed a thousand times. */
import { createSecretToken } from '../../src/auth/tokens/secret-token.js';
import { Mailer } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, type Json, type Person, register } from '../support/client.js';
import { Mailbox } from '../support/mailbox.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const PASSWORD = 'correct horse battery staple';
const NEXT = 'a horse of another colour';
const CREDITS = 25;
let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  const settings = { ROLES: 'api', TRUST_PROXY: 'true', SIGNUP_CREDITS: String(CREDITS) };
  app = await startApp(settings, undefined, { replace: { Mailer: Mailbox } });
  mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
});
afterAll(() => app.close());

interface Kind {
  name: string;
  page: string;
  table: string;
  /** Of the first successful use. */
  status: number;
  use: (link: string, token?: string, address?: string) => Promise<Answer>;
  request: (person: Person) => Promise<unknown>;
}

const post = (path: string, body?: object, token?: string, address = '192.0.2.1') =>
  call(app.base, 'POST', `/api/auth/${path}`, { body, token, headers: { 'x-forwarded-for': address } });

const KINDS: Kind[] = [
  {
    name: 'a verifying link',
    page: 'verify-email',
    table: 'verification_links',
    status: 204,
    use: (link, token, address) => post('email/verify', { token: link, password: PASSWORD }, token, address),
    // Registration has sent one.
    request: () => Promise.resolve(),
  },
  {
    name: 'a reset link',
    page: 'set-password',
    table: 'one_time_links',
    status: 200,
    use: (link, token, address) => post('password/reset', { token: link, password: NEXT }, token, address),
    request: ({ email }) => post('password/forgot', { email }),
  },
];

async function linkOf(person: Person, { page, request }: Kind): Promise<string> {
  await request(person);
  const link = () =>
    mailbox.mails
      .filter(({ to }) => to === person.email)
      .map(({ text }) => new RegExp(`/${page}#token=([\\w-]{43})`).exec(text)?.[1])
      .findLast((found) => found !== undefined);
  await until(() => link() !== undefined);
  return link()!;
}

const stateOf = async ({ userId, accountId }: Person) => {
  const [user] = await app.database.query<Json>(
    `select email_verified_at is not null as verified, signup_credits::int / 1000 as pending,
       coalesce((select sum(amount)::int / 1000 from ledger_transfers where account_id = $2 and kind = 'grant'), 0) as granted
     from users where id = $1`,
    [uuidOf(userId), uuidOf(accountId)],
  );
  return user;
};
const UNVERIFIED = { verified: false, pending: CREDITS, granted: 0 };
const VERIFIED = { verified: true, pending: 0, granted: CREDITS };
const canLogin = async ({ email, password }: Person) =>
  (await post('login', { email, password })).status === 200;

describe.each(KINDS)('$name', (kind) => {
  it('works once, and not again', async () => {
    const person = await register(app.base);
    const link = await linkOf(person, kind);
    expect((await kind.use(link)).status).toBe(kind.status);
    expect((await kind.use(link)).body).toEqual(refusal(400, 'link_invalid'));
    expect(await stateOf(person)).toEqual(VERIFIED);
  });

  it('works once of twenty concurrent uses', async () => {
    const person = await register(app.base);
    const link = await linkOf(person, kind);
    const answers = await Promise.all(Array.from({ length: 20 }, () => kind.use(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([kind.status, ...Array(19).fill(400)]);
    expect(await stateOf(person)).toEqual(VERIFIED);
  });

  it('does not work late', async () => {
    const person = await register(app.base);
    const link = await linkOf(person, kind);
    await app.database.query(
      `update ${kind.table} set expires_at = clock_timestamp() - interval '1 millisecond' where user_id = $1`,
      [uuidOf(person.userId)],
    );
    expect((await kind.use(link)).body).toEqual(refusal(400, 'link_invalid'));
    expect(await stateOf(person)).toEqual(UNVERIFIED);
    expect(await canLogin(person)).toBe(true);
  });

  it('concerns its own user, also when another signed-in user opens it', async () => {
    const [person, other] = [await register(app.base), await register(app.base)];
    const link = await linkOf(person, kind);
    const answer = await kind.use(link, other.accessToken);
    expect(answer.status).toBe(kind.status);
    expect(await stateOf(other)).toEqual(UNVERIFIED);
    expect(await canLogin(other)).toBe(true);
    expect(await stateOf(person)).toEqual(VERIFIED);
  });

  it('does not work as the other kind', async () => {
    const person = await register(app.base);
    const link = await linkOf(person, kind);
    const other = KINDS.find((one) => one !== kind)!;
    expect((await other.use(link)).body).toEqual(refusal(400, 'link_invalid'));
    expect(await stateOf(person)).toEqual(UNVERIFIED);
    expect(await canLogin(person)).toBe(true);
  });

  it('cannot be guessed: of 1,000 guesses all get 400 or 429', async () => {
    const person = await register(app.base);
    const link = await linkOf(person, kind);
    const guesses = Array.from({ length: 1000 }, (_, index) => {
      // Also near misses: the true token with another last character, another case, more or less of it.
      if (index % 100 === 0) return link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
      if (index % 100 === 1) return link.slice(0, -1 - (index % 7));
      if (index % 100 === 2) return `${link}${index}`;
      return createSecretToken().token;
    });
    const statuses = new Map<number, number>();
    for (let at = 0; at < guesses.length; at += 20) {
      const address = `198.51.100.${1 + KINDS.indexOf(kind)}`;
      const answers = await Promise.all(
        guesses.slice(at, at + 20).map((guess) => kind.use(guess, undefined, address)),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([400, 429]);
    expect(statuses.get(400)! + statuses.get(429)!).toBe(1000);
    expect(await stateOf(person)).toEqual(UNVERIFIED);
    expect(await canLogin(person)).toBe(true);
    // Another address is not blocked, and the link still works there.
    expect((await kind.use(link)).status).toBe(kind.status);
  });
});

it('a mail whose link a newer one replaced does not work any more', async () => {
  const person = await register(app.base);
  const [verifying] = KINDS as [Kind, Kind];
  const first = await linkOf(person, verifying);
  await post('email/verification', undefined, person.accessToken);
  await until(() => mailbox.mails.filter(({ to }) => to === person.email).length === 2);
  expect((await verifying.use(first)).body).toEqual(refusal(400, 'link_invalid'));
  expect((await verifying.use(await linkOf(person, verifying))).status).toBe(204);
});
