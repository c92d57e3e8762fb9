export { AuthModule } from './auth.module.js';
export { openSigningSecret, SigningSecret } from './signing-secret.js';
