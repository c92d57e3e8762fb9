import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { SigningSecret } from '../../platform/config/index.js';

/** Header and claims of our access tokens; `jwt.strategy.ts` rejects every deviation. */
export const ACCESS_TOKEN = {
  algorithm: 'HS256',
  issuer: 'offprint',
  audience: 'offprint-dashboard',
  type: 'at+jwt',
  lifetimeSeconds: 15 * 60,
} as const;

export interface AccessToken {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
}

/** Access tokens name a user and a sign-in but no permissions: each request reads those. */
@Injectable()
export class AccessTokens {
  /** The library would first try to read bytes as a public key, for every token. */
  readonly key: KeyObject;

  constructor(secret: SigningSecret) {
    this.key = createSecretKey(secret.derive('access-tokens'));
  }

  issue(userId: string, familyId: string): AccessToken {
    const { algorithm, issuer, audience, type, lifetimeSeconds } = ACCESS_TOKEN;
    const accessToken = jwt.sign({ sid: familyId }, this.key, {
      algorithm,
      header: { alg: algorithm, typ: type },
      subject: userId,
      issuer,
      audience,
      expiresIn: lifetimeSeconds,
    });
    return { accessToken, expiresIn: lifetimeSeconds };
  }
}
