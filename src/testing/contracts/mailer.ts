import assert from 'node:assert/strict';
import type { Mail, Mailer } from '../../platform/mail/index.js';
import { forEachCase, rigs, type TestRunner } from './runner.js';

/** A mail as its mailbox has it. `html` is null for a mail without one. */
export interface DeliveredMail {
  recipients: string[];
  subject: string;
  text: string;
  html: string | null;
}

/** A mailer with mailboxes of its own, for every address of `example.test`. */
export interface MailerRig {
  mailer: Mailer;
  /** Returns the mails that the mailer delivered, in any order. */
  delivered: () => Promise<DeliveredMail[]>;
  close?: () => Promise<void>;
}

/** A mailer for its contract suite. */
export interface MailerFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => Promise<MailerRig>;
  /** What `canSend` must be. */
  canSend: boolean;
  /** An address that the mail server rejects; without it the case is left out. */
  undeliverable?: string;
}

/** Declares the tests that every `Mailer` must pass. */
export function mailerContract(
  runner: TestRunner,
  { name, create, canSend, undeliverable }: MailerFixture,
): void {
  const { describe, it } = runner;
  const mail = (to: string, more: Partial<Mail> = {}): Mail => ({
    to,
    subject: 'Set a new password',
    text: 'Use this link:\n\nhttps://api.example.com/set-password#token=abc\n',
    ...more,
  });
  const withRig = rigs(create);
  /** Servers may change the last line end. */
  const trimmed = (delivered: DeliveredMail[]) =>
    delivered.map((one) => ({ ...one, text: one.text.trimEnd(), html: one.html?.trimEnd() ?? null }));

  describe(`${name} as a mailer`, () => {
    it(`${canSend ? 'can send' : 'cannot send'}, and returns the same each time`, () =>
      withRig(({ mailer }) => {
        assert.deepEqual([mailer.canSend, mailer.canSend], [canSend, canSend]);
      }));

    if (!canSend) {
      it('resolves, and delivers nothing', () =>
        withRig(async ({ mailer, delivered }) => {
          await mailer.send(mail('ada@example.test'));
          assert.deepEqual(await delivered(), []);
        }));
      return;
    }

    const cases: [string, Partial<Mail>][] = [
      ['plain text', {}],
      [
        'text and HTML',
        { html: '<!doctype html><p>Use <a href="https://example.com/?a=1&amp;b=2">this</a></p>' },
      ],
      ['letters of many scripts', { subject: 'Nová hesla – 新しい', text: 'Příliš žluťoučký\n新しい 🎉\n' }],
      ['lines that begin with a dot, and a long line', { text: `.\n..\n.hidden\n${'x'.repeat(2_000)}\n` }],
    ];
    forEachCase(runner, 'delivers %s unchanged, to its recipient alone', cases, (more) =>
      withRig(async ({ mailer, delivered }) => {
        const sent = mail('ada@example.test', more);
        await mailer.send(sent);
        const { to, subject, text, html } = sent;
        const expected = { recipients: [to], subject, text, html: html ?? null };
        assert.deepEqual(trimmed(await delivered()), trimmed([expected]));
      }),
    );

    it('delivers each of many mails that are sent at once', () =>
      withRig(async ({ mailer, delivered }) => {
        const mails = Array.from({ length: 10 }, (_, index) =>
          mail(`user-${index}@example.test`, { text: `Mail ${index}` }),
        );
        await Promise.all(mails.map((one) => mailer.send(one)));
        const got = trimmed(await delivered()).map(({ recipients, text }) => `${recipients.join()} ${text}`);
        assert.deepEqual(
          got.sort(),
          mails.map(({ to, text }) => `${to} ${text}`),
        );
      }));

    it('adds no recipient for a line break in a subject', () =>
      withRig(async ({ mailer, delivered }) => {
        const subject = 'Hello\r\nBcc: eve@example.test';
        await mailer.send(mail('ada@example.test', { subject })).catch(() => undefined);
        for (const { recipients } of await delivered()) assert.deepEqual(recipients, ['ada@example.test']);
      }));

    if (undeliverable !== undefined)
      it('rejects when no server accepts the mail', () =>
        withRig(async ({ mailer, delivered }) => {
          await assert.rejects(mailer.send(mail(undeliverable)));
          assert.deepEqual(await delivered(), []);
        }));
  });
}
