/**
 * `offprint credits grant --email E --amount N --note "…" [--expires-at T] [--reference R]`: grants credits to an account. Two runs
 * with one reference grant once, even when one of the two was a request with this `Idempotency-Key`.
 */
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../accounts/index.js';
import { COMMAND_SOURCE } from '../audit/index.js';
import { fromCredits, MAX_CREDITS, OperatorTransfers, toCredits } from '../credits/index.js';
import { isFutureInstant, isStorableText, parsePublicId, publicId } from '../platform/http/index.js';
import { CommandError, createCommand, print, TEXT } from './command.js';

const MAX_NOTE_LENGTH = 500;
/** An `Idempotency-Key` can carry these values unchanged: HTTP trims spaces at both ends. */
const REFERENCE = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** Users of an outside identity provider are selected by `--account`: their email does not prove who they are. */
export const creditsGrant = createCommand({
  usage:
    'usage: offprint credits grant (--email <email> | --account <acc_…>) --amount <credits> --note <why> [--expires-at <time>] [--reference <yours>]',
  options: { email: TEXT, account: TEXT, amount: TEXT, note: TEXT, 'expires-at': TEXT, reference: TEXT },
  read(values) {
    const grant = readGrant(values);
    return (app) => grantCredits(app, grant);
  },
});

type Grant = ReturnType<typeof readGrant>;

async function grantCredits(app: INestApplicationContext, grant: Grant): Promise<number> {
  const accountId = await findAccount(app, grant);
  const { note, reference, expiresAt } = grant;
  const amount = fromCredits(grant.amount);
  const transfer = { kind: 'grant', accountId, amount, note, reference, expiresAt } as const;
  const { balance, replayed } = await app.get(OperatorTransfers).deliver(transfer, COMMAND_SOURCE);
  const to = [grant.email, publicId('acc', accountId)].filter(Boolean).join(', ');
  const [verb, was] = replayed ? ['had already granted', 'was'] : ['granted', 'is'];
  return print(`${verb} ${grant.amount} credits to ${to}: the balance ${was} ${toCredits(balance)}`);
}

async function findAccount(app: INestApplicationContext, { email, account }: Grant): Promise<string> {
  const accounts = app.get(AccountsService);
  if (email !== undefined) {
    const user = await accounts.findUserByEmail(email);
    if (!user) throw new CommandError(`There is no user ${email}.`);
    return user.accountId;
  }
  const id = parsePublicId('acc', account);
  if (id === null || !(await accounts.findAccount(id)))
    throw new CommandError(`There is no account ${account}.`);
  return id;
}

function readGrant(values: Record<string, string | undefined>) {
  const { account, note = '', amount: amountText = '', reference = null } = values;
  const expiry = values['expires-at'] ?? null;
  const email = values.email?.trim().toLowerCase();
  if ((email === undefined) === (account === undefined)) throw new CommandError('Name one account.');
  const amount = /^\d{1,10}(\.\d{1,3})?$/.test(amountText) ? Number(amountText) : 0;
  if (amount <= 0 || amount > MAX_CREDITS) {
    throw new CommandError(`--amount must be above 0, at most ${MAX_CREDITS}, with at most 3 decimals.`);
  }
  if (note.trim() === '' || note.length > MAX_NOTE_LENGTH || !isStorableText(note)) {
    throw new CommandError(`--note must say why, in at most ${MAX_NOTE_LENGTH} characters.`);
  }
  if (reference !== null && !REFERENCE.test(reference)) {
    throw new CommandError('--reference must have 1 to 255 printable ASCII characters.');
  }
  if (expiry !== null && !isFutureInstant(expiry)) {
    throw new CommandError(
      '--expires-at must be a date and time in the future, with a zone, such as 2027-01-31T09:30:00Z.',
    );
  }
  const expiresAt = expiry === null ? null : new Date(expiry);
  return { email, account, amount, note: note.trim(), reference, expiresAt };
}
