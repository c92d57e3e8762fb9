import type { Mail } from '../../mail/index.js';
import type { OneTimeLink } from './one-time-links.js';

export const RESET_SUBJECT = 'Set a new password';

/** Creates the mail with a link that sets a new password. */
export function createResetMail(to: string, { url, expiresAt }: OneTimeLink): Mail {
  const { origin } = new URL(url);
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const begin = `A new password was requested for ${to} at ${origin}.`;
  const use = `Set it with this link. It works once, until ${until}.`;
  const end = 'If you did not request it, ignore this mail: your password stays as it is.';
  return {
    to,
    subject: RESET_SUBJECT,
    text: `${begin}\n\n${use}\n\n${url}\n\n${end}\n`,
    html: documentOf([begin, use].map(escaped), url, escaped(end)),
  };
}

const documentOf = (paragraphs: string[], url: string, end: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${RESET_SUBJECT}</title></head>
<body>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<p><a href="${escaped(url)}">${escaped(url)}</a></p>
<p>${end}</p>
</body>
</html>
`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
