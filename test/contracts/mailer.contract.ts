/** The contract of every mailer. A spec calls `describeMailer`; external implementations can import it too. */
import type { Mail, Mailer } from '../../src/mail/index.js';

/** A mail as its mailbox has it. `html` is null for a mail without one. */
export interface DeliveredMail {
  recipients: string[];
  subject: string;
  text: string;
  html: string | null;
}

export interface MailerRig {
  mailer: Mailer;
  /** Returns the mails that the mailer delivered, in any order. */
  delivered(): Promise<DeliveredMail[]>;
  close?(): Promise<void>;
}

/**
 * @param make returns a mailer with mailboxes of its own, for every address of `example.test`.
 * @param undeliverable an address that the mail server rejects; without it the case is left out.
 */
export function describeMailer(
  title: string,
  make: () => Promise<MailerRig>,
  { canSend, undeliverable }: { canSend: boolean; undeliverable?: string },
): void {
  const mail = (to: string, more: Partial<Mail> = {}): Mail => ({
    to,
    subject: 'Set a new password',
    text: 'Use this link:\n\nhttps://api.example.com/set-password#token=abc\n',
    ...more,
  });
  const withRig = async (use: (rig: MailerRig) => Promise<void>): Promise<void> => {
    const rig = await make();
    try {
      await use(rig);
    } finally {
      await rig.close?.();
    }
  };
  /** Servers may change the last line end. */
  const trimmed = (delivered: DeliveredMail[]) =>
    delivered.map((one) => ({ ...one, text: one.text.trimEnd(), html: one.html?.trimEnd() ?? null }));

  describe(`${title} as a mailer`, () => {
    it(`${canSend ? 'can send' : 'cannot send'}, and returns the same each time`, () =>
      withRig(async ({ mailer }) => {
        expect([mailer.canSend, mailer.canSend]).toEqual([canSend, canSend]);
        return Promise.resolve();
      }));

    if (!canSend) {
      it('resolves, and delivers nothing', () =>
        withRig(async ({ mailer, delivered }) => {
          await mailer.send(mail('ada@example.test'));
          expect(await delivered()).toEqual([]);
        }));
      return;
    }

    it.each<[string, Partial<Mail>]>([
      ['plain text', {}],
      [
        'text and HTML',
        { html: '<!doctype html><p>Use <a href="https://example.com/?a=1&amp;b=2">this</a></p>' },
      ],
      ['letters of many scripts', { subject: 'Nová hesla – 新しい', text: 'Příliš žluťoučký\n新しい 🎉\n' }],
      ['lines that begin with a dot, and a long line', { text: `.\n..\n.hidden\n${'x'.repeat(2_000)}\n` }],
    ])('delivers %s unchanged, to its recipient alone', (_, more) =>
      withRig(async ({ mailer, delivered }) => {
        const sent = mail('ada@example.test', more);
        await mailer.send(sent);
        const { to, subject, text, html } = sent;
        const expected = { recipients: [to], subject, text, html: html ?? null };
        expect(trimmed(await delivered())).toEqual(trimmed([expected]));
      }),
    );

    it('delivers each of many mails that are sent at once', () =>
      withRig(async ({ mailer, delivered }) => {
        const mails = Array.from({ length: 10 }, (_, index) =>
          mail(`user-${index}@example.test`, { text: `Mail ${index}` }),
        );
        await Promise.all(mails.map((one) => mailer.send(one)));
        const got = trimmed(await delivered()).map(({ recipients, text }) => `${recipients.join()} ${text}`);
        expect(got.sort()).toEqual(mails.map(({ to, text }) => `${to} ${text}`));
      }));

    it('adds no recipient for a line break in a subject', () =>
      withRig(async ({ mailer, delivered }) => {
        const subject = 'Hello\r\nBcc: eve@example.test';
        await mailer.send(mail('ada@example.test', { subject })).catch(() => undefined);
        for (const { recipients } of await delivered()) expect(recipients).toEqual(['ada@example.test']);
      }));

    if (undeliverable !== undefined)
      it('rejects when no server accepts the mail', () =>
        withRig(async ({ mailer, delivered }) => {
          await expect(mailer.send(mail(undeliverable))).rejects.toThrow();
          expect(await delivered()).toEqual([]);
        }));
  });
}
