/** `npm run credits:grant -- --email E --amount N --note "…"`: gives credits to the account of somebody. */
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../accounts/index.js';
import { CreditsService, fromCredits, toCredits } from '../credits/index.js';
import { Database } from '../database/index.js';
import { isStorableText, parsePublicId, publicId } from '../http/index.js';
import { type Command, CommandError } from './command.js';

const MOST_CREDITS = 1_000_000_000;
const MOST_NOTE = 500;

interface Grant {
  email?: string;
  account?: string;
  /** Credits. */
  amount: number;
  note: string;
}

/** People of an outside identity provider are named by `--account`: their email is not proof of who they are. */
export const creditsGrant: Command = {
  usage:
    'usage: npm run credits:grant -- (--email <email> | --account <acc_…>) --amount <credits> --note <why>',
  read(argv) {
    const grant = readArguments(argv);
    return (app) => giveCredits(app, grant);
  },
};

async function giveCredits(app: INestApplicationContext, grant: Grant): Promise<number> {
  const accountId = await findAccount(app, grant);
  const credits = app.get(CreditsService, { strict: false });
  const amount = fromCredits(grant.amount);
  const balance = await app
    .get(Database, { strict: false })
    .transaction((tx) => credits.grant(tx, { accountId, amount, note: grant.note }));
  const to = [grant.email, publicId('acc', accountId)].filter(Boolean).join(', ');
  process.stdout.write(`granted ${grant.amount} credits to ${to}: the balance is ${toCredits(balance)}\n`);
  return 0;
}

async function findAccount(app: INestApplicationContext, { email, account }: Grant): Promise<string> {
  const accounts = app.get(AccountsService, { strict: false });
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

function readArguments(argv: string[]): Grant {
  const { values } = parseArgs({
    args: argv,
    options: {
      email: { type: 'string' },
      account: { type: 'string' },
      amount: { type: 'string' },
      note: { type: 'string' },
    },
  });
  const { account, note = '', amount: amountText = '' } = values;
  const email = values.email?.trim().toLowerCase();
  if ((email === undefined) === (account === undefined)) throw new CommandError('Name one account.');
  const amount = /^\d{1,10}(\.\d{1,3})?$/.test(amountText) ? Number(amountText) : 0;
  if (amount <= 0 || amount > MOST_CREDITS) {
    throw new CommandError(`--amount must be above 0, at most ${MOST_CREDITS}, with at most 3 decimals.`);
  }
  if (note.trim() === '' || note.length > MOST_NOTE || !isStorableText(note)) {
    throw new CommandError(`--note must say why, in at most ${MOST_NOTE} characters.`);
  }
  return { email, account, amount, note: note.trim() };
}
