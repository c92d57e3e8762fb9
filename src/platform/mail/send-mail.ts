import { withTimeout } from '../time/index.js';
import type { Mail, Mailer } from './mailer.js';

/** A mail that takes longer counts as not sent. */
export const SEND_MS = 60_000;

class NotSentInTime extends Error {
  override readonly name = 'NotSentInTime';
}

/** @throws the error of the mailer; {NotSentInTime} when it takes longer than `SEND_MS`. */
export const sendMail = (mailer: Mailer, mail: Mail): Promise<void> =>
  withTimeout(SEND_MS, mailer.send(mail), () => new NotSentInTime());

/** Leaves out message and stack, which can contain the address. */
export function mailFailure(error: unknown): { error?: string; code?: string } {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return { error: wordOf(name), code: wordOf(code) };
}

/** Undefined for anything that could be more than a name or a code. */
function wordOf(value: unknown): string | undefined {
  const text = String(value ?? '');
  return /^\w{1,40}$/.test(text) ? text : undefined;
}
