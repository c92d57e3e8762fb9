export { createMail, type MailText, mailTime } from './mail-text.js';
export { type Mail, Mailer, NoMailer } from './mailer.js';
export { mailFailure, SEND_MS, sendMail } from './send-mail.js';
