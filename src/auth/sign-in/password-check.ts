import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import type { DashboardPrincipal } from '../../platform/http/index.js';
import { hashPassword, isPasswordCorrect } from '../passwords/passwords.js';
import type { LoginDto } from './auth.dto.js';
import { KnownBrowsers } from './known-browsers.js';
import type { SignInCaller } from './sign-in-caller.js';
import { SignInThrottle } from './sign-in-throttle.js';

@Injectable()
export class PasswordCheck {
  constructor(
    private readonly accounts: AccountsService,
    private readonly throttle: SignInThrottle,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** Returns null for a wrong password and an unknown email, which take equally long. @throws 429. */
  async findUser(
    { email, password }: LoginDto,
    caller: SignInCaller,
  ): Promise<{ userId: string; passwordHash: string } | null> {
    const { address, browser, signal } = caller;
    const isKnown = browser !== null && browser.subject === this.browsers.subjectOf(email);
    // The guard has counted the browser's budget, but for this email the browser is unknown.
    if (browser && !isKnown) await this.throttle.countLogin(address);
    const attempt = { email, address, browserId: isKnown ? browser.id : null };
    return this.throttle.checkLogin(attempt, signal, async () => {
      const known = await this.accounts.findPassword(email);
      const isMatch = await isPasswordCorrect(password, known?.passwordHash ?? null);
      return isMatch ? known : null;
    });
  }

  /** @throws 429 after too many wrong passwords of this sign-in. */
  async isCurrentPassword(
    { userId, familyId }: DashboardPrincipal,
    password: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.throttle.checkCurrentPassword(familyId ?? userId, signal, async () =>
      isPasswordCorrect(password, await this.accounts.findPasswordHash(userId)),
    );
  }

  /** @throws 429 after too many registrations of this email. */
  async hashForRegistration(email: string, password: string, signal: AbortSignal): Promise<string> {
    await this.throttle.countRegistration(email);
    return this.hash(password, signal);
  }

  async hash(password: string, signal: AbortSignal): Promise<string> {
    return this.throttle.runHashing(() => hashPassword(password), signal);
  }
}
