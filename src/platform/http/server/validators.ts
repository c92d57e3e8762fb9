import type { Response } from 'express';

/**
 * Ignores `If-None-Match` without a validator (ETag, Last-Modified): Express takes `*` as a match with any response and would send a
 * balance as 304 without a body. Call it before Express sends the response.
 */
export function requireValidator(response: Response): void {
  const { headers } = response.req;
  if (headers['if-none-match'] === undefined) return;
  if (!response.hasHeader('ETag') && !response.hasHeader('Last-Modified')) delete headers['if-none-match'];
}
