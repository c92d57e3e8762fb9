import { toSmtpError } from './smtp-error.js';

it.each([
  [
    { code: 'EENVELOPE', responseCode: 550 },
    'EENVELOPE_550',
    'The SMTP server rejects the sender or the recipient.',
  ],
  [{ code: 'EAUTH', responseCode: 535 }, 'EAUTH_535', 'The SMTP server rejects the credentials.'],
  [{ code: 'EABORT' }, 'EABORT', 'The SMTP server did not respond in time.'],
  [{ code: 'ada@example.com' }, 'EUNKNOWN', 'The mail could not be sent.'],
  [null, 'EUNKNOWN', 'The mail could not be sent.'],
])('keeps of %j a code and a sentence', (fields, code, message) => {
  const error = fields && Object.assign(new Error('550 <ada@example.com> secret'), fields);
  const converted = toSmtpError(error);
  expect(converted).toMatchObject({ name: 'SmtpError', code, message });
  expect(JSON.stringify(converted) + String(converted.stack) + String(converted.cause)).not.toMatch(
    /ada@|secret/,
  );
});
