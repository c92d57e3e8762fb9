/** Port: signs users in by tokens of the operator's own. */
import { Injectable } from '@nestjs/common';

/** The first token of a pair of issuer and subject opens an account. */
export interface VerifiedUser {
  /** Who vouches for the user, for instance `https://id.example.com`. At most 255 characters. */
  issuer: string;
  /** The user's id there, which never becomes another user's. At most 255 characters. */
  subject: string;
  /** It is for display only and identifies no user. */
  email?: string | null;
}

/**
 * Verifies tokens that are neither API keys nor access tokens of the service or of `AUTH_ISSUER`. A class of its own replaces the default.
 * Its users have the dashboard, its API and an account each, without a password here.
 */
export abstract class TokenVerifier {
  /**
   * Returns whose token it is; null for a token that is not valid, which is a 401. It runs for every request with such a token, so it must
   * be fast and bound the time that it takes. A rejected promise means that the token could not be checked: 503.
   * @param token of `Authorization: Bearer …`, 1 to 8,192 characters without spaces, as the caller sent it.
   */
  abstract verify(token: string): Promise<VerifiedUser | null>;
}

/** Knows no token. */
@Injectable()
export class NoTokenVerifier extends TokenVerifier {
  verify(_token: string): Promise<VerifiedUser | null> {
    return Promise.resolve(null);
  }
}
