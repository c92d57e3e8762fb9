import { Injectable } from '@nestjs/common';
import type { CheckedRequest } from './checked-request.js';

/** The verdict. `message` is shown to the caller; without it the caller gets the default message. */
export type Review =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'reject'; readonly message?: string };

/** Reviews requests; a class of its own replaces the default. */
export abstract class Moderation {
  /**
   * Returns whether a request may be made. It and its files are valid, and the balance covers it. A rejected one gets 422
   * `content_rejected`: nothing is charged, and its Idempotency-Key is not used up. Replays and quotes are not reviewed: requests with one
   * Idempotency-Key are reviewed once, unless they arrive together. Bound the time that it takes, and what one account can keep busy, and
   * decide what its own failure means: a rejected promise is a 503, and nothing is charged.
   */
  abstract review(request: CheckedRequest): Promise<Review>;
}

/** Accepts everything. */
@Injectable()
export class NoModeration extends Moderation {
  review(_request: CheckedRequest): Promise<Review> {
    return Promise.resolve({ verdict: 'allow' });
  }
}
