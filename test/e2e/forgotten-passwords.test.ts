/** POST /api/auth/password/forgot, with the mailer of an extension and without one. */
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type Mail, Mailer, NoMailer } from '../../src/index.js';
import { mailerContract } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, type Json, type Person, register } from '../support/client.js';
import { Mailbox } from '../support/mailbox.js';
import { fieldsOf, refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const runner = { describe, it, beforeEach, afterEach };
mailerContract(runner, {
  name: 'NoMailer',
  create: async () => Promise.resolve({ mailer: new NoMailer(), delivered: async () => Promise.resolve([]) }),
  canSend: false,
});
mailerContract(runner, {
  name: 'one of its own',
  create: async () => {
    const mailer = new Mailbox();
    const delivered = async () =>
      Promise.resolve(
        mailer.mails.map(({ to, subject, text, html = null }) => ({ recipients: [to], subject, text, html })),
      );
    return Promise.resolve({ mailer, delivered });
  },
  canSend: true,
  undeliverable: 'bounce@example.test',
});

const NEXT = 'a horse of another colour';
const ACCEPTED = { success: true };
let app: TestApp;
let lines: unknown[][];
let addresses = 0;

/** Sends a request, by default from an address of its own. */
async function forget(
  email: unknown,
  address = `192.0.2.${++addresses}`,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(app.base, 'POST', '/api/auth/password/forgot', {
    body: { email },
    headers: { 'x-forwarded-for': address, ...headers },
  });
}

const links = async () => app.database.query<Json>('select user_id, used_at from one_time_links');
const logged = () => JSON.stringify(lines);

/** Records what the classes log. */
function watchLog(): void {
  lines = [];
  for (const level of ['warn', 'error'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => void lines.push(line));
}
beforeEach(watchLog);
afterEach(() => jest.restoreAllMocks());

/** Leaves out the mails of registrations. */
class ResetMailbox extends Mailbox {
  override async send(mail: Mail): Promise<void> {
    if (mail.subject === 'Set a new password') await super.send(mail);
  }
}

describe('with a mailer', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    const settings = { ROLES: 'api', TRUST_PROXY: 'true', PUBLIC_URL: 'https://api.example.com' };
    app = await startApp(settings, undefined, { replace: { Mailer: ResetMailbox } });
    mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(() => void mailbox.mails.splice(0));

  const linkOf = ({ text }: { text: string }) => /^https:\S+$/m.exec(text)![0];

  it('202: mails a link of PUBLIC_URL, not of Host, that sets a password once', async () => {
    const person = await register(app.base);
    const answer = await forget(` ${person.email.toUpperCase()} `, undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: ACCEPTED });
    const mail = await mailbox.mail(1);
    expect(mail).toMatchObject({ to: person.email, subject: 'Set a new password' });
    const url = linkOf(mail);
    expect(url).toMatch(/^https:\/\/api\.example\.com\/set-password#token=[\w-]{43}$/);
    expect(mail.html).toContain(`<a href="${url}">`);
    expect(mail.text + mail.html).not.toContain('evil.example');
    const body = { token: url.split('#token=')[1], password: NEXT };
    const reset = async () => call(app.base, 'POST', '/api/auth/password/reset', { body });
    expect((await reset()).status).toBe(200);
    expect((await reset()).body).toEqual(refusal(400, 'link_invalid'));
    const login = { email: person.email, password: NEXT };
    expect((await call(app.base, 'POST', '/api/auth/login', { body: login })).status).toBe(200);
  });

  it('202: the response to an unknown email is the same, and no mail is sent', async () => {
    const person = await register(app.base);
    const answers = [await forget('nobody@example.test'), await forget(person.email)];
    const seen = answers.map(({ status, text, headers }) => ({
      status,
      text,
      headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    }));
    expect(seen[0]).toEqual(seen[1]);
    expect((await mailbox.mail(1)).to).toBe(person.email);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('202: the response does not wait for the mail, and a request for another user neither', async () => {
    const [first, second] = [await register(app.base), await register(app.base)];
    let open!: () => void;
    mailbox.gate = new Promise((resolve) => (open = resolve));
    expect((await forget(first.email)).status).toBe(202);
    expect((await forget(second.email)).status).toBe(202);
    expect(mailbox.mails).toEqual([]);
    open();
    await mailbox.mail(2);
    expect(mailbox.mails.map(({ to }) => to).sort()).toEqual([first.email, second.email].sort());
  });

  it('202: a user gets at most 3 mails an hour, from whatever addresses', async () => {
    const [person, marker] = [await register(app.base), await register(app.base)];
    for (let time = 1; time <= 3; time++) {
      expect((await forget(person.email)).status).toBe(202);
      await mailbox.mail(time);
    }
    const answer = await forget(person.email);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: ACCEPTED });
    // The marker's request is behind it, and its mail is the next.
    await forget(marker.email);
    expect((await mailbox.mail(4)).to).toBe(marker.email);
  });

  it('429: for the 11th request within a minute of one address for one email, known or not', async () => {
    const person = await register(app.base);
    for (const [email, address] of [
      [person.email, '198.51.100.1'],
      ['unknown@example.test', '198.51.100.2'],
    ] as const) {
      for (let time = 0; time < 10; time++) expect((await forget(email, address)).status).toBe(202);
      const refused = await forget(email, address);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect((await forget('another@example.test', address)).status).toBe(202);
    }
  });

  it('429: for the 101st request within a minute of one address', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 101; time++) statuses.push((await forget(7, '198.51.100.3')).status);
    expect(statuses).toEqual([...Array(100).fill(400), 429]);
  });

  it('400: for a missing or invalid email', async () => {
    for (const email of [undefined, 'nothing', 7, ['ada@example.test']])
      expect(fieldsOf(await forget(email))).toEqual(['email']);
  });

  it('logs an error of the mailer without the address, the link and the message', async () => {
    const body = { email: `bounce-${Date.now()}@example.test`, password: NEXT };
    expect((await call(app.base, 'POST', '/api/auth/register', { body })).status).toBe(201);
    expect((await forget(body.email)).status).toBe(202);
    await until(() => lines.length > 0);
    expect(logged()).toContain('mail not sent');
    expect(logged()).toContain('EENVELOPE');
    expect(logged()).not.toMatch(/bounce|token=|550/);
  });
});

describe('without a mailer', () => {
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' });
  });
  afterAll(() => app.close());

  it('202: logs "mail not sent" without the address, and leaves the links of the user as they are', async () => {
    const person: Person = await register(app.base);
    const before = await links();
    expect((await forget(person.email)).body).toEqual(ACCEPTED);
    await until(() => lines.length > 0);
    expect(lines).toEqual([[{ subject: 'Set a new password' }, 'mail not sent']]);
    expect(await links()).toEqual(before);
  });

  it('NoMailer logs the subject and nothing else of a mail', async () => {
    await new NoMailer().send({ to: 'ada@example.test', subject: 'Welcome', text: 'secret', html: 'secret' });
    expect(lines).toEqual([[{ subject: 'Welcome' }, 'mail not sent']]);
  });
});
