/** A mailer that keeps its mails in memory. */
import { Injectable } from '@nestjs/common';
import { type Mail, Mailer } from '../../src/platform/mail/index.js';

@Injectable()
export class Mailbox extends Mailer {
  readonly canSend = true;
  readonly mails: Mail[] = [];
  /** Awaited by each mail before it is delivered. */
  gate: Promise<void> = Promise.resolve();
  private readonly waiting = new Set<() => void>();

  override async send(mail: Mail): Promise<void> {
    await this.gate;
    if (mail.to.startsWith('bounce'))
      throw Object.assign(new Error(`550 <${mail.to}>`), { code: 'EENVELOPE' });
    this.mails.push(mail);
    for (const notify of this.waiting) notify();
  }

  /** Waits until so many mails have been delivered. @returns the last of them. */
  async mail(count: number): Promise<Mail> {
    while (this.mails.length < count)
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve);
      });
    return this.mails[count - 1]!;
  }
}
