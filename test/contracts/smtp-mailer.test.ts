/** The contract of mailers on SMTP: plain, with STARTTLS and with TLS from the first byte; and servers that fail. */
import { createSmtpPlugin, SmtpMailer, type SmtpSettings } from '@offprint/smtp-mailer';
import type { Mail } from '../../src/index.js';
import { mailerContract } from '../../src/testing/index.js';
import { startApp } from '../support/app.js';
import { call, register } from '../support/client.js';
import { until } from '../support/service-process.js';
import {
  BrokenSmtpServer,
  SMTP_PASSWORD,
  SMTP_USER,
  type SmtpServerOptions,
  TestSmtpServer,
} from '../support/smtp-server.js';

const from = 'Offprint <noreply@example.com>';
const MAIL: Mail = {
  to: 'ada@example.test',
  subject: 'Set a new password',
  text: 'https://x.example/#token=abc\n',
};

const mailers: SmtpMailer[] = [];
const servers: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.onApplicationShutdown();
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(options: SmtpServerOptions): Promise<TestSmtpServer> {
  const server = await TestSmtpServer.start(options);
  servers.push(server);
  return server;
}

async function broken(fault: Parameters<typeof BrokenSmtpServer.start>[0]): Promise<BrokenSmtpServer> {
  const server = await BrokenSmtpServer.start(fault);
  servers.push(server);
  return server;
}

function mailerOf({ port, ...more }: Partial<SmtpSettings>): SmtpMailer {
  const mailer = new SmtpMailer({ host: 'localhost', port, from, ...more });
  mailers.push(mailer);
  return mailer;
}

/** Returns the error of a mail, which must contain neither an address, nor the password, nor what the server said. */
async function failureOf(mailer: SmtpMailer, mail: Partial<Mail> = {}): Promise<string> {
  const error = await mailer.send({ ...MAIL, ...mail }).then(
    () => {
      throw new Error('the mail was accepted');
    },
    (failure: Error & { code: string }) => failure,
  );
  expect(error.name).toBe('SmtpError');
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(
    /@example|token=|pass word|unknown>/,
  );
  expect(error.code).toMatch(/^\w{1,40}$/);
  return error.code;
}

const CREDENTIALS = { user: SMTP_USER, password: SMTP_PASSWORD };

describe.each([
  ['plain', { tls: 'none' }],
  ['with STARTTLS and credentials', { tls: 'starttls', requiresCredentials: true }],
  ['with implicit TLS and credentials', { tls: 'implicit', requiresCredentials: true }],
] as [string, SmtpServerOptions][])('SMTP, %s', (name, options) => {
  mailerContract(
    { describe, it, beforeEach, afterEach },
    {
      name: `SMTP ${name}`,
      create: async () => {
        const server = await TestSmtpServer.start(options);
        const credentials = options.requiresCredentials ? CREDENTIALS : {};
        const mailer = mailerOf({ port: server.port, tls: options.tls, ca: server.ca, ...credentials });
        return {
          mailer,
          delivered: async () =>
            Promise.resolve(
              server.mails.map(({ recipients, subject, text, html }) => ({
                recipients,
                subject,
                text,
                html,
              })),
            ),
          close: async () => {
            mailer.onApplicationShutdown();
            await server.stop();
          },
        };
      },
      canSend: true,
      undeliverable: 'bounce@example.test',
    },
  );
});

describe('a mail', () => {
  it('has the sender of MAIL_FROM, is marked as automatic, and names no program', async () => {
    const server = await serve({ tls: 'none' });
    await mailerOf({ port: server.port }).send(MAIL);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'noreply@example.com', isEncrypted: false, user: null });
    expect(mail!.headers).toMatchObject({ from, 'auto-submitted': 'auto-generated', to: 'ada@example.test' });
    expect(Object.keys(mail!.headers)).not.toContain('x-mailer');
  });

  it.each(['ada@example.test, eve@example.test', 'ada@example.test\r\nRCPT TO:<eve@example.test>'])(
    'never goes to a second recipient: %j',
    async (to) => {
      const server = await serve({ tls: 'none' });
      const mailer = mailerOf({ port: server.port });
      expect(await failureOf(mailer, { to })).toBe('EENVELOPE');
      await mailer.send(MAIL);
      expect(server.mails.map(({ recipients }) => recipients)).toEqual([[MAIL.to]]);
    },
  );
});

describe('TLS', () => {
  it.each(['starttls', 'implicit'] as const)('%s is used, with the credentials', async (tls) => {
    const server = await serve({ tls, requiresCredentials: true });
    await mailerOf({ port: server.port, tls, ca: server.ca, ...CREDENTIALS }).send(MAIL);
    expect(server.mails[0]).toMatchObject({ isEncrypted: true, user: SMTP_USER });
  });

  it('a server that does not offer STARTTLS gets no mail and no credentials', async () => {
    const server = await serve({ tls: 'none', requiresCredentials: true });
    expect(await failureOf(mailerOf({ port: server.port, tls: 'starttls', ...CREDENTIALS }))).toMatch(
      /^ETLS/,
    );
    expect(server.mails).toEqual([]);
  });

  it.each(['starttls', 'implicit'] as const)(
    '%s: a certificate that is not trusted is rejected',
    async (tls) => {
      const server = await serve({ tls });
      expect(await failureOf(mailerOf({ port: server.port, tls }))).toMatch(/^(ETLS|ESOCKET|ECONNECTION)/);
      expect(server.mails).toEqual([]);
    },
  );

  it.each(['starttls', 'implicit'] as const)('%s: a certificate of another name is rejected', async (tls) => {
    const server = await serve({ tls });
    const mailer = mailerOf({ host: '127.0.0.1', port: server.port, tls, ca: server.ca });
    expect(await failureOf(mailer)).toMatch(/^(ETLS|ESOCKET|ECONNECTION)/);
    expect(server.mails).toEqual([]);
  });
});

describe('a failure', () => {
  it('is named: wrong credentials, a rejected recipient, nothing that listens', async () => {
    const server = await serve({ tls: 'none', requiresCredentials: true });
    const wrong = { user: SMTP_USER, password: 'pass word of another' };
    expect(await failureOf(mailerOf({ port: server.port, ...wrong }))).toBe('EAUTH_535');
    const mailer = mailerOf({ port: server.port, ...CREDENTIALS });
    expect(await failureOf(mailer, { to: 'bounce@example.test' })).toBe('EENVELOPE_550');
    await mailer.send(MAIL);
    const gone = await serve({ tls: 'none' });
    await gone.stop();
    servers.splice(servers.indexOf(gone), 1);
    expect(await failureOf(mailerOf({ port: gone.port }))).toMatch(/^(ESOCKET|ECONNECTION)$/);
  });

  it.each(['silent', 'slow'] as const)('a %s server costs the time limit and no more', async (fault) => {
    const server = await broken(fault);
    expect(await failureOf(mailerOf({ port: server.port, timeoutSeconds: 1 }))).toMatch(
      /^(EABORT|ETIMEDOUT)$/,
    );
  });

  it('a mail whose connection breaks is not sent a second time once a byte of it was sent', async () => {
    for (const fault of ['in the mail', 'after the mail'] as const) {
      const server = await broken(fault);
      expect(await failureOf(mailerOf({ port: server.port }))).toMatch(/^(ESOCKET|ECONNECTION)$/);
      expect(server.connections).toBe(1);
      expect(server.received).toBe(fault === 'after the mail' ? 1 : 0);
    }
  });

  it('a server that closes before its greeting is asked twice', async () => {
    const server = await broken('before the greeting');
    expect(await failureOf(mailerOf({ port: server.port }))).toMatch(/^(ESOCKET|ECONNECTION)$/);
    expect(server.connections).toBe(2);
  });

  it('a connection that was lost between two mails is replaced', async () => {
    const server = await serve({ tls: 'none' });
    const mailer = mailerOf({ port: server.port });
    await mailer.send(MAIL);
    server.drop();
    await mailer.send(MAIL);
    expect(server.mails).toHaveLength(2);
  });
});

describe('the bounds', () => {
  it('opens at most so many connections, rejects the 201st mail in progress, and sends the others', async () => {
    const server = await serve({ tls: 'none' });
    let open!: () => void;
    server.gate = new Promise((resolve) => (open = resolve));
    const mailer = mailerOf({ port: server.port, connections: 3 });
    const sending = Array.from({ length: 200 }, (_, index) =>
      mailer.send({ ...MAIL, to: `user-${index}@example.test` }),
    );
    expect(await failureOf(mailer)).toBe('EQUEUE');
    await until(() => server.open === 3);
    open();
    await Promise.all(sending);
    expect(server.mails).toHaveLength(200);
    expect(server.mostOpen).toBe(3);
  });
});

describe('a service with the extension', () => {
  it('mails the link that verifies an address, over TLS', async () => {
    const server = await serve({ tls: 'starttls', requiresCredentials: true });
    const settings = { host: 'localhost', port: server.port, tls: 'starttls', ca: server.ca, from } as const;
    const { replace } = createSmtpPlugin({ ...settings, ...CREDENTIALS });
    const app = await startApp({ ROLES: 'api' }, undefined, { replace });
    try {
      const person = await register(app.base);
      await until(() => server.mails.length > 0);
      const [{ text, recipients, isEncrypted }] = server.mails as [TestSmtpServer['mails'][0]];
      expect({ recipients, isEncrypted }).toEqual({ recipients: [person.email], isEncrypted: true });
      const [token] = /(?<=\/verify-email#token=)[\w-]{43}(?=\n)/.exec(text)!;
      const body = { token, password: person.password };
      expect((await call(app.base, 'POST', '/api/auth/email/verify', { body })).status).toBe(204);
      const { body: profile } = await call(app.base, 'GET', '/api/auth/me', { token: person.accessToken });
      expect(profile.user.emailVerified).toBe(true);
    } finally {
      await app.close();
    }
  });
});
