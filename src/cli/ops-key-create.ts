/** `offprint ops-key create --name N --scopes S [--expires-at T] [--allow-ip A]…`: creates an operator key and prints its secret. */
import { COMMAND_SOURCE } from '../audit/index.js';
import { OperatorKeys, parseAddressRule } from '../keys/index.js';
import {
  isFutureInstant,
  isStorableText,
  OPERATOR_SCOPES,
  type OperatorScope,
} from '../platform/http/index.js';
import { CommandError, createCommand, print, TEXT } from './command.js';

const MAX_NAME_LENGTH = 100;
const MAX_ADDRESSES = 100;

/** With the key, the operator's own systems can begin in an installation without an administrator. */
export const opsKeyCreate = createCommand({
  usage: `usage: offprint ops-key create --name <name> --scopes <scope,scope…> [--expires-at <2027-01-31T09:30:00Z>] [--allow-ip <address or network>]… [--create]
       scopes: ${OPERATOR_SCOPES.join(', ')}`,
  mayCreate: true,
  options: { name: TEXT, scopes: TEXT, 'expires-at': TEXT, 'allow-ip': { ...TEXT, multiple: true } },
  read({ name: given = '', scopes: named, 'expires-at': expiresAt = null, 'allow-ip': addresses }) {
    const name = given.trim();
    if (name === '' || [...name].length > MAX_NAME_LENGTH || !isStorableText(name))
      throw new CommandError(`--name must have 1 to ${MAX_NAME_LENGTH} characters.`);
    if (expiresAt !== null && !isFutureInstant(expiresAt))
      throw new CommandError(
        '--expires-at must be in the future, with a zone, such as 2027-01-31T09:30:00Z.',
      );
    const request = { name, scopes: scopesOf(named), expiresAt, allowedIps: addressesOf(addresses) };
    return async (app) => {
      const { id, scopes, key } = await app.get(OperatorKeys).create(request, COMMAND_SOURCE);
      return print(
        `created ${id} (${name}), scopes ${scopes.join(', ')}\nThis is its secret. It is not shown again:\n${key}`,
      );
    };
  },
});

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
