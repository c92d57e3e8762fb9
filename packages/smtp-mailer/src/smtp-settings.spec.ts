import { ConfigError } from 'offprint';
import { readSettings } from './smtp-settings.js';

const MAIL_FROM = 'noreply@example.com';
const read = (variables: Record<string, string>) =>
  readSettings((name) => ({ MAIL_FROM, ...variables })[name] ?? null);
const problemsOf = (variables: Record<string, string>) => {
  try {
    read(variables);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

it('needs a server and a sender, and requires STARTTLS', () => {
  expect(read({ SMTP_HOST: 'smtp.example.com' })).toEqual({
    host: 'smtp.example.com',
    port: 587,
    credentials: null,
    tls: 'starttls',
    ca: undefined,
    from: { name: '', address: MAIL_FROM },
    connections: 4,
    timeoutSeconds: 20,
  });
});

it.each([
  ['smtp://user%40example.com:p%40ss@smtp.example.com', { port: 587, tls: 'starttls' }],
  ['smtps://user%40example.com:p%40ss@smtp.example.com', { port: 465, tls: 'implicit' }],
  ['smtp://user%40example.com:p%40ss@smtp.example.com:465/', { port: 465, tls: 'implicit' }],
  ['smtps://user%40example.com:p%40ss@smtp.example.com:2465', { port: 2465, tls: 'implicit' }],
])('reads %s', (url, expected) => {
  expect(read({ SMTP_URL: url })).toMatchObject({
    host: 'smtp.example.com',
    credentials: { user: 'user@example.com', password: 'p@ss' },
    ...expected,
  });
});

it.each(['localhost', '127.0.0.1', '::1'])('uses no TLS to %s unless TLS is set', (SMTP_HOST) => {
  expect(read({ SMTP_HOST }).tls).toBe('none');
  expect(read({ SMTP_HOST, SMTP_TLS: 'starttls' }).tls).toBe('starttls');
});

it.each(['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '0.0.0.0'])(
  'requires TLS to %s, which is no loopback address',
  (SMTP_HOST) => expect(read({ SMTP_HOST }).tls).toBe('starttls'),
);

it.each([
  ['Example <noreply@example.com>', { name: 'Example', address: MAIL_FROM }],
  [' noreply@example.com ', { name: '', address: MAIL_FROM }],
  ['Pokoj, s.r.o. <noreply@example.com>', { name: 'Pokoj, s.r.o.', address: MAIL_FROM }],
])('reads the sender %j', (from, expected) =>
  expect(read({ SMTP_HOST: 'smtp', MAIL_FROM: from }).from).toEqual(expected),
);

const HOST = { SMTP_HOST: 'smtp.example.com' };
it.each([
  [{}, 'SMTP_URL or SMTP_HOST must be set'],
  [{ SMTP_URL: '' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'http://smtp.example.com' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'smtp://smtp.example.com/path' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'smtp://smtp.example.com?ignoreTLS=true' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'smtp://user@smtp.example.com' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'smtp://us%zzer:secret@smtp.example.com' }, /^SMTP_URL must be an smtp/],
  [{ SMTP_URL: 'smtp://smtp.example.com', SMTP_USER: 'x' }, /^SMTP_URL cannot be combined/],
  [{ SMTP_URL: 'smtps://smtp.example.com', SMTP_TLS: 'none' }, /^SMTP_TLS must be implicit/],
  [{ SMTP_HOST: 'smtp example' }, /^SMTP_HOST must be/],
  [{ SMTP_HOST: '' }, /^SMTP_HOST must be/],
  [{ ...HOST, SMTP_USER: 'x' }, 'SMTP_USER and SMTP_PASSWORD must be set together'],
  [{ ...HOST, SMTP_PORT: '0' }, /^SMTP_PORT must be/],
  [{ ...HOST, SMTP_PORT: '25x' }, /^SMTP_PORT must be/],
  [{ ...HOST, SMTP_TLS: 'maybe' }, 'SMTP_TLS must be one of starttls, implicit, none'],
  [{ ...HOST, SMTP_CONNECTIONS: '21' }, /^SMTP_CONNECTIONS must be/],
  [{ ...HOST, SMTP_TIMEOUT_SECONDS: '51' }, /^SMTP_TIMEOUT_SECONDS must be/],
  [{ ...HOST, MAIL_FROM: '' }, /^MAIL_FROM must be/],
  [{ ...HOST, MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM must be/],
  [{ ...HOST, MAIL_FROM: 'Example <a@example.com>\r\nBcc: b@example.com' }, /^MAIL_FROM must be/],
  [{ ...HOST, MAIL_FROM: 'Exa\nmple <a@example.com>' }, /^MAIL_FROM must be/],
])('stops the start with one sentence for %j', (variables, problem) => {
  const problems = problemsOf(variables);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

it('names every wrong setting, and shows no value', () => {
  const secret = 'secret-of-the-test';
  const problems = problemsOf({
    SMTP_URL: `http://user:${secret}@smtp`,
    SMTP_TLS: secret,
    SMTP_CONNECTIONS: secret,
    MAIL_FROM: secret,
  });
  expect(problems).toHaveLength(4);
  expect(problems.join()).not.toContain(secret);
});
