import type { Request } from 'express';
import passport, { Strategy } from 'passport';
import { AppError } from '../../platform/errors/index.js';
import type { DashboardPrincipal } from '../../platform/http/index.js';
import type { TokenVerifier } from '../token-verifier.js';
import { readBearer } from './bearer.js';
import type { OutsideUsers } from './outside-users.js';
import { createStrategyName } from './strategy-name.js';

/** A verifier never sees API keys and operator keys. */
const OWN_KEY = /^of_(live|test|ops)_/i;

export class VerifierStrategy extends Strategy {
  override readonly name = createStrategyName('verifier');

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly users: OutsideUsers,
  ) {
    super();
    passport.use(this);
  }

  override authenticate(request: Request): void {
    const token = readBearer(request);
    if (token === null || OWN_KEY.test(token)) return this.fail(401);
    this.identify(token).then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  private async identify(token: string): Promise<DashboardPrincipal | null> {
    const user = await this.verifier.verify(token).catch((cause: unknown) => {
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '5' }, cause });
    });
    return user && this.users.signIn(user.issuer, user.subject, user.email);
  }
}
