/**
 * Reads `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), `x-ratelimit-reset-*` in OpenAI's format (`1m30.5s`), or a hint in the
 * body (`resets in ~30s`).
 * @returns milliseconds, or undefined when the response contains none of these.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body = '',
  now = Date.now(),
): number | undefined {
  const header = headers['retry-after']?.trim();
  if (header && /^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const date = header ? Date.parse(header) : NaN;
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
