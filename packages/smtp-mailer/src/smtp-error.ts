/** Errors of the mailer. They contain neither an address nor what a server said, which often repeats one. */

/** A mail that no server accepted, or of which it is not known. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError';

  /** @param code a code of nodemailer, with the server's status if there is one: `EENVELOPE_550`. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const NO_CONNECTION = 'The SMTP server could not be reached, or it closed the connection.';
const NOT_IN_TIME = 'The SMTP server did not respond in time.';
const MESSAGES: Record<string, string> = {
  EABORT: NOT_IN_TIME,
  EAUTH: 'The SMTP server rejects the credentials.',
  ECONNECTION: NO_CONNECTION,
  EDNS: 'The name of the SMTP server could not be resolved.',
  EENVELOPE: 'The SMTP server rejects the sender or the recipient.',
  EMESSAGE: 'The SMTP server rejects the mail.',
  ENOAUTH: 'The SMTP server requires credentials.',
  ESOCKET: NO_CONNECTION,
  ETIMEDOUT: NOT_IN_TIME,
  ETLS: 'TLS with the SMTP server could not be established.',
};

/** Converts an error of nodemailer. */
export function toSmtpError(error: unknown): SmtpError {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const known = typeof code === 'string' && /^\w{1,30}$/.test(code) ? code : 'EUNKNOWN';
  const status = Number.isInteger(responseCode) ? `_${Number(responseCode)}` : '';
  return new SmtpError(`${known}${status}`, MESSAGES[known] ?? 'The mail could not be sent.');
}
