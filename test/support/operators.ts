/** Operator keys for tests. */
import type { TestApp } from './app.js';
import type { Person } from './client.js';
import { call, type Json } from './client.js';

export const OPERATOR_SCOPES = [
  'accounts:read',
  'accounts:write',
  'keys:write',
  'credits:write',
  'usage:read',
  'catalogue:write',
] as const;
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** Creates an operator key, by default with every scope. @returns its record with the secret in `key`. */
export async function createOperatorKey(app: TestApp, admin: Person, fields: object = {}): Promise<Json> {
  const body = { name: 'Shop', scopes: OPERATOR_SCOPES, ...fields };
  const answer = await call(app.base, 'POST', '/api/admin/operator-keys', { token: admin.accessToken, body });
  if (answer.status !== 201) throw new Error(`no operator key: ${answer.text}`);
  return answer.body;
}
