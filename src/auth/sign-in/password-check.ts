import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import type { DashboardPrincipal } from '../../http/index.js';
import { hashPassword, passwordFits } from '../passwords/passwords.js';
import type { LoginDto } from './auth.dto.js';
import { KnownBrowsers } from './known-browsers.js';
import type { SignInCaller } from './sign-in-caller.js';
import { SignInThrottle } from './throttles.js';

/** Checks and hashes passwords, each when it is its caller's turn. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly accounts: AccountsService,
    private readonly throttle: SignInThrottle,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** @returns null for a wrong password and for an unknown email, which cost the same. @throws 429. */
  async userOf({ email, password }: LoginDto, caller: SignInCaller): Promise<string | null> {
    const { address, browser, gone } = caller;
    const isKnown = browser !== null && browser.subject === this.browsers.subjectOf(email);
    // The guard counted the browser. For this email it is like any other.
    if (browser && !isKnown) await this.throttle.countLoginOf(address);
    const attempt = { email, address, browserId: isKnown ? browser.id : null };
    return this.throttle.guardLogin(attempt, gone, async () => {
      const known = await this.accounts.findPassword(email);
      const fits = await passwordFits(password, known?.passwordHash ?? null);
      return known && fits ? known.userId : null;
    });
  }

  /** @throws 429 after too many wrong ones of this sign-in. */
  async isCurrent(
    { userId, familyId }: DashboardPrincipal,
    password: string,
    gone: AbortSignal,
  ): Promise<boolean> {
    return this.throttle.guardCurrent(familyId ?? userId, gone, async () =>
      passwordFits(password, await this.accounts.findPasswordHash(userId)),
    );
  }

  /** @throws 429 when this email was registered too often. */
  async hashForRegistration(email: string, password: string, gone: AbortSignal): Promise<string> {
    await this.throttle.countRegistration(email);
    return this.hash(password, gone);
  }

  async hash(password: string, gone: AbortSignal): Promise<string> {
    return this.throttle.hashWork(() => hashPassword(password), gone);
  }
}
