/** How long an engine asks us to wait. Pure. */

/**
 * `Retry-After` as seconds or as a date (RFC 9110, 10.2.3), `x-ratelimit-reset-*` as OpenAI writes it (`1m30.5s`), or a
 * hint in the body (`resets in ~30s`).
 * @returns milliseconds, or undefined when nothing was said.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body = '',
  now = Date.now(),
): number | undefined {
  const said = headers['retry-after']?.trim();
  if (said && /^\d+(\.\d+)?$/.test(said)) return Number(said) * 1000;
  const date = said ? Date.parse(said) : NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  for (const name of ['x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens']) {
    const span = readSpan(headers[name] ?? '');
    if (span !== undefined) return span;
  }
  const hint = /~?(\d+(?:\.\d+)?)\s*s(?:ec(?:onds?)?)?\b/i.exec(body);
  return hint ? Number(hint[1]) * 1000 : undefined;
}

function readSpan(text: string): number | undefined {
  const match = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/.exec(text.trim());
  if (!match || match[0] === '') return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', milliseconds = '0'] = match;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(milliseconds);
}
