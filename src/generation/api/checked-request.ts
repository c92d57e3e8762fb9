import type { CatalogueModel } from '../../catalogue/index.js';

/** A valid request, before anything is charged. */
export interface CheckedRequest {
  readonly accountId: string;
  /** UUID of the API key; null for a signed-in user. */
  readonly keyId: string | null;
  readonly env: 'live' | 'test';
  readonly model: CatalogueModel;
  /** Validated, with defaults. An inline file is replaced by its media type and length. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly externalUserId: string | null;
}
