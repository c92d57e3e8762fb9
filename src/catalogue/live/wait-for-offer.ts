import { setTimeout as sleep } from 'node:timers/promises';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Catalogue } from '../catalogue.js';

/** Longer waits would hold up requests that need no database when it is away. */
const MAX_WAIT_MS = 500;
const SHOWS_NO_OFFER = /^\/(?:health|metrics)(?:\/|$)/;

/**
 * After the process was frozen, requests wait until it knows what was changed of the offer meanwhile. What is sold waits by itself, without
 * a limit of its own.
 */
export function waitForOffer(catalogue: Catalogue): RequestHandler {
  return ({ path }: Request, _response: Response, next: NextFunction) => {
    if (catalogue.isCurrent || SHOWS_NO_OFFER.test(path)) {
      next();
      return;
    }
    void confirmBriefly(catalogue).then(() => next());
  };
}

/** Never rejects. */
async function confirmBriefly(catalogue: Catalogue): Promise<void> {
  const patience = sleep(MAX_WAIT_MS, undefined, { ref: false });
  await Promise.race([catalogue.confirm() ?? patience, patience]).catch(() => undefined);
}
