export { AuthModule } from './auth.module.js';
export { type OneTimeLink, OneTimeLinks } from './passwords/one-time-links.js';
export { hashPassword } from './passwords/passwords.js';
