/** The public API of the package: the extension as its default export, and its parts for hosts that embed the service. */
export { createSmtpPlugin, smtpPlugin as default } from './plugin.js';
export { SmtpMailer } from './smtp.mailer.js';
export { SmtpError } from './smtp-error.js';
export type { SmtpSettings } from './smtp-settings.js';
