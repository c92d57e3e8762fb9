import { Injectable, Logger } from '@nestjs/common';

/** A mail to one recipient. Its sender is a setting of the mailer. */
export interface Mail {
  /** One address, without a name: `ada@example.com`. */
  readonly to: string;
  /** One line, at most 200 characters, without secrets: it is logged. */
  readonly subject: string;
  /** Lines end in `\n`. It can contain a link that signs in, so it is a secret. */
  readonly text: string;
  /** The same as a complete HTML document. Without it the mail is text only. */
  readonly html?: string;
}

/** Sends mails; a class of its own replaces the default. */
export abstract class Mailer {
  /**
   * Whether mail is configured. While it is false, the service offers nothing that needs a mail and creates no link for one.
   * It is read often and must not change while the process runs.
   */
  abstract readonly canSend: boolean;

  /**
   * Resolves once a server has accepted the mail, and rejects when none has. The service sends no mail with a link that signs in again; one
   * about a low balance it does, minutes later. Bound the time that it takes: the service stops waiting after 60 s. Several mails may be
   * sent at once. Never log the address or the text. The service logs the name and the `code` of an error, because its message often has
   * the address.
   */
  abstract send(mail: Mail): Promise<void>;
}

/** Sends nothing. Logs `mail not sent` with the subject. */
@Injectable()
export class NoMailer extends Mailer {
  readonly canSend: boolean = false;
  private readonly logger = new Logger('mail');

  send({ subject }: Mail): Promise<void> {
    this.logger.warn({ subject }, 'mail not sent');
    return Promise.resolve();
  }
}
