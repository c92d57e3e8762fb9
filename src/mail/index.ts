export { type Mail, Mailer, NoMailer } from './mailer.js';
