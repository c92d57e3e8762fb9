/** Port: reviews what callers ask for, before it is charged. Its default accepts everything. */
import { Injectable } from '@nestjs/common';
import type { CatalogueModel } from '../../catalogue/index.js';

/** A valid request that the balance covers, before it is charged. */
export interface ReviewedRequest {
  /** UUID. */
  readonly accountId: string;
  /** UUID of the API key; null for a signed-in user. */
  readonly keyId: string | null;
  readonly env: 'live' | 'test';
  readonly model: CatalogueModel;
  /** Validated, with defaults. An inline file is replaced by its media type and length. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly externalUserId: string | null;
}

/** The verdict. `message` is shown to the caller; without it the caller gets the default message. */
export type Review =
  { readonly verdict: 'allow' } | { readonly verdict: 'reject'; readonly message?: string };

/** Reviews requests; a class of its own replaces the default. */
export abstract class Moderation {
  /**
   * Returns whether a request may be made. A rejected one is answered with 422 `content_rejected`, and nothing is charged.
   * Repeated requests with one Idempotency-Key are reviewed once, unless they arrive together. Bound the time that it takes,
   * and decide what its own failure means: a rejected promise is a 503, and nothing is charged.
   */
  abstract review(request: ReviewedRequest): Promise<Review>;
}

/** Accepts everything. */
@Injectable()
export class NoModeration extends Moderation {
  review(): Promise<Review> {
    return Promise.resolve({ verdict: 'allow' });
  }
}
