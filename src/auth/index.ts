export { AuthModule } from './auth.module.js';
export { type LinkPurpose, type OneTimeLink, OneTimeLinks } from './passwords/one-time-links.js';
export { hashPassword } from './passwords/passwords.js';
export { NoTokenVerifier, TokenVerifier, type VerifiedUser } from './token-verifier.js';
