/**
 * Only an answer that names a validator (ETag, Last-Modified) can be unchanged since. Express alone would take
 * `If-None-Match: *` for a match with any answer at all, and give a balance as 304 with no body.
 */
import type { Express, Request } from 'express';

export function requireValidators(express: Express): void {
  const { prototype, inherited } = freshnessOf(express);
  Object.defineProperty(prototype, 'fresh', {
    configurable: true,
    get(this: Request): boolean {
      const answer = this.res!;
      const hasValidator = answer.hasHeader('ETag') || answer.hasHeader('Last-Modified');
      return hasValidator && inherited.call(this);
    },
  });
}

/** The application's own prototype of requests, and the getter that it inherits from Express. */
function freshnessOf({ request }: Express): { prototype: Request; inherited: (this: Request) => boolean } {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(request), 'fresh') ?? {};
  if (!get) throw new Error('this version of Express does not know `request.fresh`');
  return { prototype: request, inherited: get as () => boolean };
}
