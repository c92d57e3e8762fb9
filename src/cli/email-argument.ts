import { isEmail } from 'class-validator';
import { CommandError } from './command.js';

const MAX_EMAIL_LENGTH = 254;

/** Normalizes an email as accounts store it. @throws {CommandError} when no user could sign in with it. */
export function emailOf(value: string | undefined): string {
  const email = value?.trim().toLowerCase() ?? '';
  if (!isEmail(email) || email.length > MAX_EMAIL_LENGTH)
    throw new CommandError('--email must be an email address.');
  return email;
}
