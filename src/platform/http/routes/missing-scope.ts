import { AppError } from '../../errors/index.js';
import type { Scope } from './scopes.js';

/**
 * Creates 403 `insufficient_scope`: `This API key lacks the scope billing.`
 * @param scopes any one of them is enough. @param headers of the response.
 */
export const missingScope = (scopes: readonly Scope[], headers: Record<string, string> = {}): AppError =>
  new AppError('insufficient_scope', {
    message: `This API key lacks the scope ${listOf(scopes)}.`,
    headers,
  });

/** `a`, `a or b`, `a, b or c`. */
function listOf(scopes: readonly Scope[]): string {
  const others = scopes.slice(0, -1);
  const last = scopes.at(-1) ?? '';
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`;
}
