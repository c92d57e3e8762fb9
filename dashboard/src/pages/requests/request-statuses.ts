/** The statuses of requests, in words. Pure. */

const STATUSES: Readonly<Record<string, string>> = {
  200: 'answered',
  201: 'started or created',
  204: 'done',
  304: 'unchanged',
  400: 'wrong request',
  401: 'key not accepted',
  402: 'not enough credits, or a limit of spending',
  403: 'not allowed',
  404: 'not found',
  405: 'wrong method',
  408: 'did not arrive in time',
  409: 'conflict with what is there',
  410: 'removed',
  412: 'another file than expected',
  413: 'too large',
  415: 'wrong content type',
  422: 'content or Idempotency-Key not accepted',
  429: 'too many requests',
  500: 'failed',
  503: 'busy, to be repeated',
  507: 'storage full',
};

/** Returns the choices of a filter. @param chosen may be a status that is not among them. */
export function statusesWith(chosen: string | undefined): { value: string; label: string }[] {
  const choices = Object.entries(STATUSES).map(([value, words]) => ({ value, label: `${value} ${words}` }));
  return chosen === undefined || chosen in STATUSES
    ? choices
    : [...choices, { value: chosen, label: chosen }];
}
