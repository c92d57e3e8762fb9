/** All mails of the service share a frame: as text, and as HTML without remote content. */
import type { Mail } from './mailer.js';

/** Every part is plain text. */
export interface MailText {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; url: string };
  end: string;
}

/** The HTML escapes every part, loads nothing and follows a dark colour scheme. */
export function createMail({ to, subject, paragraphs, link, end }: MailText): Mail {
  const url = escaped(link.url);
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`),
    `<p style="margin:0 0 16px"><a href="${url}" class="button" style="${BUTTON}">${escaped(link.label)}</a></p>`,
    `<p class="quiet" style="${QUIET}">Or open this address:<br><a href="${url}">${url}</a></p>`,
    `<p class="quiet" style="${QUIET};margin-bottom:0">${escaped(end)}</p>`,
  ];
  return {
    to,
    subject,
    text: `${[...paragraphs, link.url, end].join('\n\n')}\n`,
    html: documentOf(escaped(subject), parts.join('\n')),
  };
}

/** `2026-11-25 00:21 UTC`. */
export const mailTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const FONT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#2b4fd8;color:#ffffff;font-weight:600;text-decoration:none';
const QUIET = 'margin:0 0 16px;font-size:14px;color:#5a6270;overflow-wrap:anywhere';

/** Styles are inline because some readers drop the style sheet, which only adds the dark colour scheme. */
const documentOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #14161a !important; color: #e8eaee !important; }
  .card { background: #1e2127 !important; border-color: #343943 !important; }
  .quiet { color: #a9b0bd !important; }
  .card a { color: #9db2ff; }
  .card a.button { background: #5f7dff !important; color: #0d1020 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f3f4f7;color:#1b1e24;${FONT}">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfe2e8;border-radius:10px">
${content}
</div>
</body>
</html>
`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
