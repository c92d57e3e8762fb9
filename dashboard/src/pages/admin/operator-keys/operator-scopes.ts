import type { OperatorKey } from './useOperatorKeys';

export type OperatorScope = OperatorKey['scopes'][number];

/** The scopes of operator keys: what each one is called, and what it permits. */
export const OPERATOR_SCOPES: Record<OperatorScope, { title: string; grants: string }> = {
  'accounts:read': {
    title: 'Read accounts',
    grants: 'Accounts with their balances, ledgers and audit logs.',
  },
  'accounts:write': {
    title: 'Open and change accounts',
    grants: 'Create accounts, change their plans, suspend them.',
  },
  'keys:write': { title: 'Create API keys', grants: 'Keys of any account. They spend its credits.' },
  'credits:write': {
    title: 'Move credits',
    grants: 'Grants and adjustments, and the first credits of a new account.',
  },
  'usage:read': { title: 'Read usage', grants: 'Usage and audit log of all accounts.' },
  'catalogue:write': { title: 'Change the catalogue', grants: 'Models, prices and plans.' },
};
