/** Sends a mail within a time, and describes failures without what a mail contains. */
import type { Mail, Mailer } from './mailer.js';

/** After it a mail that is still being sent counts as not sent. */
export const SEND_MS = 60_000;

class NotSentInTime extends Error {
  override readonly name = 'NotSentInTime';
}

/** @throws the error of the mailer; {NotSentInTime} when it takes longer than `SEND_MS`. */
export const sendMail = (mailer: Mailer, mail: Mail): Promise<void> => within(SEND_MS, mailer.send(mail));

/** Returns what may be logged of an error. Neither the message nor the stack: they can contain the address. */
export function mailFailure(error: unknown): { error?: string; code?: string } {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return { error: wordOf(name), code: wordOf(code) };
}

/** Returns a name or a code as it is, and undefined for anything that could be more. */
function wordOf(value: unknown): string | undefined {
  const text = String(value ?? '');
  return /^\w{1,40}$/.test(text) ? text : undefined;
}

/** @throws {NotSentInTime} when `work` takes longer; it is then left to itself. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotSentInTime()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
