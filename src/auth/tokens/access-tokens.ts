import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { SigningSecret } from '../../config/index.js';

/** What our own access tokens say about themselves; `jwt.strategy.ts` refuses every deviation. */
export const ACCESS_TOKEN = {
  algorithm: 'HS256',
  issuer: 'offprint',
  audience: 'offprint-dashboard',
  type: 'at+jwt',
  seconds: 15 * 60,
} as const;

export interface AccessToken {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
}

/** Signs the dashboard's access tokens. They name a user and a sign-in, and carry no rights: those are looked up. */
@Injectable()
export class AccessTokens {
  readonly key: Buffer;

  constructor(secret: SigningSecret) {
    this.key = secret.derive('access-tokens');
  }

  async issue(userId: string, familyId: string): Promise<AccessToken> {
    const now = Math.floor(Date.now() / 1000);
    const accessToken = await new SignJWT({ sid: familyId })
      .setProtectedHeader({ alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type })
      .setSubject(userId)
      .setIssuer(ACCESS_TOKEN.issuer)
      .setAudience(ACCESS_TOKEN.audience)
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_TOKEN.seconds)
      .sign(this.key);
    return { accessToken, expiresIn: ACCESS_TOKEN.seconds };
  }
}
