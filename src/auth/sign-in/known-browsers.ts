/**
 * Recognizes browsers that have signed in before, by a long-lived signed cookie that survives the logout. The cookie grants no access: it
 * gives the browser its own budget of attempts for one email, so that attackers who guess the password of that email can neither delay nor
 * block its owner.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { SigningSecret } from '../../platform/config/index.js';

export const BROWSER_COOKIE = 'offprint_browser';
export const BROWSER_DAYS = 180;

const DAY_MS = 86_400_000;
const SHAPE = /^([\w-]{22})\.([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

export interface KnownBrowser {
  /** 128 random bits, new at each sign-in. */
  id: string;
  /** Identifies the email; compare it with `subjectOf`. */
  subject: string;
}

@Injectable()
export class KnownBrowsers {
  private readonly signingKey: Buffer;
  private readonly subjectKey: Buffer;

  constructor(secret: SigningSecret) {
    this.signingKey = secret.derive('known-browsers');
    this.subjectKey = secret.derive('known-browser-subjects');
  }

  issue(email: string): string {
    const id = randomBytes(16).toString('base64url');
    const signed = `${id}.${this.subjectOf(email)}.${Math.floor(Date.now() / 1000).toString(36)}`;
    return `${signed}.${this.sign(signed)}`;
  }

  /** Returns null when the cookie is missing, has a bad signature or is too old. */
  find(request: Request): KnownBrowser | null {
    const match = SHAPE.exec(parseCookie(request.headers.cookie ?? '')[BROWSER_COOKIE] ?? '');
    if (!match) return null;
    const [, id, subject, issuedAt, signature] = match as unknown as [string, string, string, string, string];
    const expected = this.sign(`${id}.${subject}.${issuedAt}`);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
    const isTooOld = Date.now() - Number.parseInt(issuedAt, 36) * 1000 > BROWSER_DAYS * DAY_MS;
    return isTooOld ? null : { id, subject };
  }

  /** Hashes the email with a key, so that the cookie does not reveal it. */
  subjectOf(email: string): string {
    return createHmac('sha256', this.subjectKey).update(email).digest().subarray(0, 16).toString('base64url');
  }

  private sign(text: string): string {
    return createHmac('sha256', this.signingKey).update(text).digest('base64url');
  }
}
