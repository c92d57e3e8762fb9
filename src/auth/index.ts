export { AuthModule } from './auth.module.js';
export { type LinkPurpose, type OneTimeLink, OneTimeLinks } from './passwords/one-time-links.js';
export { hashPassword } from './passwords/passwords.js';
export { Sessions } from './sessions/sessions.js';
export { NoTokenVerifier, TokenVerifier, type VerifiedUser } from './token-verifier.js';
export { RefreshTokens } from './tokens/refresh-tokens.js';
