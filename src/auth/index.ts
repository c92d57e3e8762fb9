export { AuthModule } from './auth.module.js';
export { type OneTimeLink, OneTimeLinks } from './one-time-links.js';
export { hashPassword } from './passwords.js';
export { openSigningSecret, SigningSecret } from './signing-secret.js';
