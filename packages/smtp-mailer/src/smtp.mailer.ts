/**
 * Sends mails by SMTP over a bounded number of connections. A mail is sent once: the connection is replaced when it breaks, and a
 * mail of which the server has had a byte is not sent again.
 */
import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer } from 'offprint';
import { SmtpError, toSmtpError } from './smtp-error.js';
import { ADDRESS, type ResolvedSettings, resolveSettings, type SmtpSettings } from './smtp-settings.js';

/** Mails in progress at once; beyond it mails are rejected. */
const MOST_IN_PROGRESS = 200;
/** A connection that has sent so many is replaced, so that the servers behind a name share the mails. */
const MAILS_PER_CONNECTION = 100;
/** An idle connection is closed before servers and firewalls do it. */
const IDLE_MS = 30_000;

/** Sends mails through one SMTP server. */
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  override readonly canSend = true;
  private readonly settings: ResolvedSettings;
  private readonly transport: ReturnType<typeof createPool>;
  private inProgress = 0;

  /** Makes no connection. @throws {ConfigError} for wrong settings. */
  constructor(settings: SmtpSettings | ResolvedSettings) {
    super();
    this.settings = 'credentials' in settings ? settings : resolveSettings(settings);
    this.transport = createPool(this.settings);
  }

  /** @throws {SmtpError} when the server has not accepted the mail within the time limit. */
  override async send({ to, subject, text, html }: Mail): Promise<void> {
    // nodemailer parses the recipients of an envelope: a list would be several, and a line break another one.
    if (!ADDRESS.test(to)) throw toSmtpError({ code: 'EENVELOPE' });
    if (this.inProgress >= MOST_IN_PROGRESS) throw new SmtpError('EQUEUE', 'Too many mails are in progress.');
    this.inProgress += 1;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.settings.timeoutSeconds * 1000);
    const { from } = this.settings;
    try {
      await this.transport.sendMail({
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        html,
        // No absence notes in response to a mail of a program (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: late.signal,
      });
    } catch (error) {
      throw toSmtpError(error);
    } finally {
      clearTimeout(timer);
      this.inProgress -= 1;
    }
  }

  /** Closes the connections. The service has waited for mails in progress. */
  onApplicationShutdown(): void {
    this.transport.transporter.close?.({ force: true });
  }
}

function createPool({ host, port, credentials, tls, ca, connections, timeoutSeconds }: ResolvedSettings) {
  const timeout = timeoutSeconds * 1000;
  return createTransport({
    pool: true,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { ca },
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    // Of a mail whose connection closed before a byte of it was sent.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
