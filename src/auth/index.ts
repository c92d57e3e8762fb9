export { AuthModule } from './auth.module.js';
export { type OneTimeLink } from './links/link-token.js';
export { type LinkPurpose, OneTimeLinks } from './passwords/one-time-links.js';
export { hashPassword } from './passwords/passwords.js';
export { Sessions } from './sessions/sessions.js';
export { NoTokenVerifier, TokenVerifier, type VerifiedUser } from './token-verifier.js';
export { RefreshTokens } from './tokens/refresh-tokens.js';
