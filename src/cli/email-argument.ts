import { isEmail } from 'class-validator';
import { CommandError } from './command.js';

const LONGEST = 254;

/** @returns the email as accounts have it. @throws {CommandError} for anything that could not sign in. */
export function emailOf(value: string | undefined): string {
  const email = value?.trim().toLowerCase() ?? '';
  if (!isEmail(email) || email.length > LONGEST) throw new CommandError('--email must be an email address.');
  return email;
}
