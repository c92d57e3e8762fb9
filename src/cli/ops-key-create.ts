/** `offprint ops-key create --name N --scopes S [--expires-at T] [--allow-ip A]…`: creates an operator key and prints its secret. */
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { COMMAND_SOURCE } from '../audit/index.js';
import { type NewOperatorKey, OperatorKeys, parseAddressRule } from '../keys/index.js';
import {
  isFutureInstant,
  isStorableText,
  OPERATOR_SCOPES,
  type OperatorScope,
} from '../platform/http/index.js';
import { type Command, CommandError } from './command.js';

const MAX_NAME_LENGTH = 100;
const MAX_ADDRESSES = 100;

/** With the key, the operator's own systems can begin in an installation without an administrator. */
export const opsKeyCreate: Command = {
  usage: `usage: offprint ops-key create --name <name> --scopes <scope,scope…> [--expires-at <2027-01-31T09:30:00Z>] [--allow-ip <address or network>]… [--create]
       scopes: ${OPERATOR_SCOPES.join(', ')}`,
  mayCreate: true,
  read(argv) {
    const request = readArguments(argv);
    return (app) => createKey(app, request);
  },
};

async function createKey(app: INestApplicationContext, request: NewOperatorKey): Promise<number> {
  const created = await app.get(OperatorKeys, { strict: false }).create(request, COMMAND_SOURCE);
  const { id, name, scopes, key } = created;
  process.stdout.write(
    `created ${id} (${name}), scopes ${scopes.join(', ')}\nThis is its secret. It is not shown again:\n${key}\n`,
  );
  return 0;
}

function readArguments(argv: string[]): NewOperatorKey {
  const { values } = parseArgs({
    args: argv,
    options: {
      name: { type: 'string' },
      scopes: { type: 'string' },
      'expires-at': { type: 'string' },
      'allow-ip': { type: 'string', multiple: true },
    },
  });
  const name = values.name?.trim() ?? '';
  if (name === '' || [...name].length > MAX_NAME_LENGTH || !isStorableText(name))
    throw new CommandError(`--name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  const expiresAt = values['expires-at'] ?? null;
  if (expiresAt !== null && !isFutureInstant(expiresAt))
    throw new CommandError('--expires-at must be in the future, with a zone, such as 2027-01-31T09:30:00Z.');
  return { name, scopes: scopesOf(values.scopes), expiresAt, allowedIps: addressesOf(values['allow-ip']) };
}

function scopesOf(text = ''): OperatorScope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const scopes = OPERATOR_SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length === 0 || scopes.length < names.length)
    throw new CommandError(`--scopes must be any of ${OPERATOR_SCOPES.join(', ')}, comma-separated.`);
  return scopes;
}

function addressesOf(texts: string[] | undefined): string[] | null {
  if (texts === undefined) return null;
  const rules = texts.map((text) => parseAddressRule(text.trim()));
  if (rules.length > MAX_ADDRESSES || rules.includes(null))
    throw new CommandError(
      `--allow-ip must be an IP address or a network, such as 203.0.113.0/24, at most ${MAX_ADDRESSES} of them.`,
    );
  return [...new Set(rules as string[])];
}
