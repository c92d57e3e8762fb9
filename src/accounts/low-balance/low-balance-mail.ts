import { type LeasedMail, toCredits } from '../../credits/index.js';
import type { Config } from '../../platform/config/index.js';
import { createMail, type Mail } from '../../platform/mail/index.js';

export const LOW_BALANCE_SUBJECT = 'Your credits are running low';
const PAGE = '/credits';

export function createLowBalanceMail(
  to: string,
  { below, balance }: Pick<LeasedMail, 'below' | 'balance'>,
  { http }: Config,
): Mail {
  return createMail({
    to,
    subject: LOW_BALANCE_SUBJECT,
    paragraphs: [
      `The balance of your account fell below ${toCredits(below)} credits. It is ${toCredits(balance)} now.`,
      'Predictions that cost more than the balance are rejected.',
    ],
    link: { label: 'See your credits', url: `${http.pageUrl}${PAGE}` },
    end: 'The next mail comes when the balance has risen to the alert and falls below it again.',
  });
}
