/**
 * Mails about low balances, with the real database and a real SMTP server: one per crossing, whatever sums and sends at once, and
 * whenever a worker dies. The tests decide when the ledger is summed and when mails are sent.
 */
import { jest } from '@jest/globals';
import { type Abstract, Injectable, Logger, type Type } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SmtpMailer } from '@offprint/smtp-mailer';
import { LowBalanceMails, Memberships } from '../../src/accounts/index.js';
import { BalanceAlerts, CreditsService, LedgerSummaries } from '../../src/credits/index.js';
import { Config } from '../../src/platform/config/index.js';
import { Database } from '../../src/platform/database/index.js';
import { Mailer, NoMailer } from '../../src/platform/mail/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, type Json, newCaller, type Person } from '../support/client.js';
import { SUM_UP_ANEW } from '../support/dashboard.js';
import { addMember } from '../support/members.js';
import { uuidOf } from '../support/public-ids.js';
import { until } from '../support/service-process.js';
import { type ReceivedMail, TestSmtpServer } from '../support/smtp-server.js';

const SUBJECT = 'Your credits are running low';
const CREDITS = 100;
let smtp: TestSmtpServer;
let app: TestApp;
beforeAll(async () => {
  smtp = await TestSmtpServer.start({ tls: 'none' });
  @Injectable()
  class LocalMailer extends SmtpMailer {
    constructor() {
      super({ host: 'localhost', port: smtp.port, from: 'Offprint <noreply@example.com>' });
    }
  }
  const settings = { ROLES: 'api', SIGNUP_CREDITS: String(CREDITS), PUBLIC_URL: 'https://api.example.com' };
  app = await startApp(settings, undefined, { replace: { Mailer: LocalMailer } });
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

const get = <T>(type: Type<T> | Abstract<T>): T => app.app.get<T>(type, { strict: false });
const sum = () => new LedgerSummaries(new SchedulerRegistry(), get(Database)).round();
const started: LowBalanceMails[] = [];
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.beforeApplicationShutdown();
});
/** Returns the round of another worker. */
function worker(mailer: Mailer = get(Mailer)): LowBalanceMails {
  const mails = new LowBalanceMails(
    new SchedulerRegistry(),
    get(BalanceAlerts),
    get(Memberships),
    mailer,
    get(Config),
  );
  mails.onApplicationBootstrap();
  started.push(mails);
  return mails;
}
async function sumAndSend(): Promise<void> {
  await sum();
  await worker().round();
}

const mailsTo = ({ email }: Person): ReceivedMail[] =>
  smtp.mails.filter(({ recipients, subject }) => recipients.includes(email) && subject === SUBJECT);
const setAlert = async ({ accessToken: token }: Person, alertBelow: number | null) => {
  const { status } = await call(app.base, 'PATCH', '/api/account', { token, body: { alertBelow } });
  expect(status).toBe(200);
};
const move = ({ accountId }: Person, credits: number) =>
  get(Database).transaction((tx) =>
    get(CreditsService).adjust(tx, {
      accountId: uuidOf(accountId),
      amount: BigInt(credits * 1000),
      note: 'a test',
    }),
  );
const alertOf = async ({ accountId }: Person): Promise<Json> => {
  const [row] = await app.database.query<Json>(
    `select is_low, mail_due_at is not null as is_due, attempts from balance_alerts where account_id = $1`,
    [uuidOf(accountId)],
  );
  return row;
};
/** As if the lease of the account's mail were over. */
const endLease = ({ accountId }: Person) =>
  app.database.query('update balance_alerts set mail_due_at = clock_timestamp() where account_id = $1', [
    uuidOf(accountId),
  ]);

/** A person with a verified address, `CREDITS`, and a key. */
async function customer(): Promise<{ person: Person; key: string }> {
  const { person, key } = await newCaller(app.base);
  const [user] = await app.database.query<Json>(
    `update users set email_verified_at = now(), signup_credits = 0 where id = $1 returning id`,
    [uuidOf(person.userId)],
  );
  expect(user).toBeDefined();
  await move(person, CREDITS);
  return { person, key };
}

it('a charge below the alert sends one mail, and further charges none', async () => {
  const { person, key } = await customer();
  await setAlert(person, CREDITS);
  await sumAndSend();
  expect(mailsTo(person)).toEqual([]);

  const charge = () => generate(app.base, key, { modelKey: 'embedded-fault', mode: 'hang' });
  await charge();
  await sumAndSend();
  const [mail] = mailsTo(person);
  expect(mail!.recipients).toEqual([person.email]);
  expect(mail!.text).toContain(`fell below ${CREDITS} credits. It is ${CREDITS - 1} now.`);
  expect(mail!.text).toMatch(/^https:\/\/api\.example\.com\/credits$/m);
  expect(mail!.html).toContain('href="https://api.example.com/credits"');

  await Promise.all([charge(), charge(), charge()]);
  await sumAndSend();
  expect(mailsTo(person)).toHaveLength(1);
  expect(await alertOf(person)).toEqual({ is_low: true, is_due: false, attempts: 1 });
});

it('the mail goes to each owner with a verified address, and to no other member', async () => {
  const { person } = await customer();
  const members = [
    await addMember(app, person, 'owner'),
    await addMember(app, person, 'owner'),
    await addMember(app, person, 'admin'),
  ];
  await app.database.query('update users set email_verified_at = null where id = $1', [
    uuidOf(members[1]!.userId),
  ]);
  await setAlert(person, 60);
  await move(person, -41);
  await sumAndSend();
  expect([person, ...members].map((one) => mailsTo(one).length)).toEqual([1, 1, 0, 0]);
});

it('after the balance was at the alert again, the next crossing sends another mail', async () => {
  const { person } = await customer();
  await setAlert(person, 60);
  await move(person, -41);
  await sumAndSend();
  await move(person, 0.5);
  await sumAndSend();
  await move(person, -0.5);
  await sumAndSend();
  expect(mailsTo(person)).toHaveLength(1);

  await move(person, 1);
  await sumAndSend();
  expect(await alertOf(person)).toMatchObject({ is_low: false, is_due: false });
  await move(person, -1);
  await sumAndSend();
  expect(mailsTo(person)).toHaveLength(2);
});

it('an alert above the balance counts as a crossing at once, another one above it as none', async () => {
  const { person } = await customer();
  await setAlert(person, CREDITS + 1);
  await worker().round();
  expect(mailsTo(person)).toHaveLength(1);
  await setAlert(person, CREDITS + 2);
  await sumAndSend();
  expect(mailsTo(person)).toHaveLength(1);

  await setAlert(person, CREDITS);
  await setAlert(person, CREDITS + 1);
  await sumAndSend();
  expect(mailsTo(person)).toHaveLength(2);
});

it('null turns the alert off, also for a mail that is due', async () => {
  const { person } = await customer();
  await setAlert(person, CREDITS + 1);
  await setAlert(person, null);
  await move(person, -CREDITS);
  await sumAndSend();
  expect(mailsTo(person)).toEqual([]);
});

it('entries from before the alert do not count, also when they are summed later or anew', async () => {
  const { person } = await customer();
  await move(person, -90);
  await move(person, 90);
  await setAlert(person, 50);
  await sumAndSend();
  await app.database.query(SUM_UP_ANEW);
  await sumAndSend();
  expect(mailsTo(person)).toEqual([]);
  expect(await alertOf(person)).toMatchObject({ is_low: false });
});

it('a balance that has risen before the mail was sent has none', async () => {
  const { person } = await customer();
  await setAlert(person, 50);
  await move(person, -60);
  await sum();
  expect(await alertOf(person)).toMatchObject({ is_low: true, is_due: true });
  await move(person, 60);
  await sumAndSend();
  expect(mailsTo(person)).toEqual([]);
});

it('a crossing while an alert is set is noticed, whichever comes first', async () => {
  const { person } = await customer();
  for (let round = 1; round <= 10; round += 1) {
    await setAlert(person, null);
    // The mails of an hour are bounded.
    await app.database.query('update balance_alerts set mails = 0 where account_id = $1', [
      uuidOf(person.accountId),
    ]);
    await Promise.all([setAlert(person, CREDITS), move(person, -1), sum()]);
    await sumAndSend();
    expect(mailsTo(person)).toHaveLength(round);
    await move(person, 1);
  }
});

it('two workers that sum and send at the same time send one mail per account', async () => {
  const customers = await Promise.all(Array.from({ length: 12 }, customer));
  for (const { person } of customers) await setAlert(person, CREDITS);
  await Promise.all(customers.map(({ person }) => move(person, -1)));
  await Promise.all([sum(), sum()]);
  await sum();
  const workers = [worker(), worker()];
  await Promise.all(workers.map((one) => one.round()));
  for (const { person } of customers) expect(mailsTo(person)).toHaveLength(1);
});

it('a mail that a worker leased before it died is sent after the lease, and not before', async () => {
  const { person } = await customer();
  await setAlert(person, CREDITS + 1);
  // What a worker that is killed between lease and mail leaves.
  const { mails } = await get(BalanceAlerts).lease(4);
  expect(mails).toMatchObject([{ accountId: uuidOf(person.accountId), attempts: 1 }]);
  await sumAndSend();
  expect(mailsTo(person)).toEqual([]);
  const [{ seconds }] = (await app.database.query<Json>(
    `select extract(epoch from mail_due_at - clock_timestamp())::float8 as seconds from balance_alerts where account_id = $1`,
    [uuidOf(person.accountId)],
  )) as [Json];
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(120);

  await endLease(person);
  await worker().round();
  expect(mailsTo(person)).toHaveLength(1);
  expect(await alertOf(person)).toEqual({ is_low: true, is_due: false, attempts: 2 });
});

it('a worker that sent late does not end the mail of the next crossing', async () => {
  const { person } = await customer();
  await setAlert(person, CREDITS);
  await move(person, -1);
  await sum();
  const [late] = (await get(BalanceAlerts).lease(4)).mails;
  await move(person, 1);
  await sum();
  await move(person, -1);
  await sum();
  await get(BalanceAlerts).end(late!);
  await worker().round();
  expect(mailsTo(person)).toHaveLength(1);
});

describe('a mail that is not sent', () => {
  const logged: unknown[] = [];
  beforeAll(() => {
    const keep = (entry: unknown) => void logged.push(entry);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(keep);
    jest.spyOn(Logger.prototype, 'error').mockImplementation(keep);
  });
  beforeEach(() => void logged.splice(0));
  afterAll(() => jest.restoreAllMocks());

  it('is tried five times, and logged without the address', async () => {
    const { person } = await customer();
    const address = `bounce-${person.email}`;
    await app.database.query('update users set email = $2 where id = $1', [uuidOf(person.userId), address]);
    await setAlert(person, CREDITS + 1);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await worker().round();
      expect(await alertOf(person)).toEqual({ is_low: true, is_due: attempt < 5, attempts: attempt });
      if (attempt < 5) await endLease(person);
    }
    await worker().round();
    expect(logged).toHaveLength(5);
    expect(logged[0]).toEqual({ subject: SUBJECT, attempts: 1, error: 'SmtpError', code: 'EENVELOPE_550' });
    expect(JSON.stringify(logged)).not.toContain('@');
  });

  it('because there is no verified address, is not due any more', async () => {
    const { person } = await newCaller(app.base);
    await setAlert(person, 1);
    await worker().round();
    expect(await alertOf(person)).toMatchObject({ is_low: true, is_due: false });
    expect(mailsTo(person)).toEqual([]);
  });

  it('because there is no mailer, is logged once', async () => {
    const { person } = await customer();
    await setAlert(person, CREDITS + 1);
    await worker(new NoMailer()).round();
    await worker(new NoMailer()).round();
    expect(logged).toEqual([{ subject: SUBJECT }]);
    expect(await alertOf(person)).toMatchObject({ is_due: false });
  });
});

it('the eleventh crossing within an hour has its mail at the end of the hour, if the balance is still low', async () => {
  const { person } = await customer();
  await app.database.query(
    `insert into balance_alerts (account_id, from_entry, mails, mails_since) values ($1, 0, 10, clock_timestamp())`,
    [uuidOf(person.accountId)],
  );
  await setAlert(person, CREDITS + 1);
  await worker().round();
  await worker().round();
  expect(mailsTo(person)).toEqual([]);
  expect(await alertOf(person)).toEqual({ is_low: true, is_due: true, attempts: 0 });
  await app.database.query(
    `update balance_alerts set mails_since = mails_since - interval '1 hour', mail_due_at = mail_due_at - interval '1 hour'
     where account_id = $1`,
    [uuidOf(person.accountId)],
  );
  await worker().round();
  expect(mailsTo(person)).toHaveLength(1);
});

it('a process with the role worker does all of it by itself', async () => {
  const { person } = await customer();
  await setAlert(person, CREDITS);
  const all = await startApp(
    { ROLES: 'api,worker', SIGNUP_CREDITS: String(CREDITS), PUBLIC_URL: 'https://api.example.com' },
    app.database,
    { replace: { Mailer: get(Mailer).constructor as never } },
  );
  try {
    await move(person, -1);
    await until(() => mailsTo(person).length > 0);
  } finally {
    await all.close();
  }
});
