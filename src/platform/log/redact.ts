/** The last line of defence: no code should log a secret. Pure. */

const SECRETS: [RegExp, string][] = [
  [/\b(of_(?:live|test|ops)_)[0-9a-f]{8,}/gi, '$1[redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]{4,}(\.[\w-]*)?/g, '[redacted token]'],
  [/(\w+:\/\/[^\s:/@]+:)[^\s@]+@/g, '$1[redacted]@'],
  [/([?&](?:signature|token|key|secret|password)=)[^&\s"]+/gi, '$1[redacted]'],
  [
    /((?:authorization|cookie|x-api-key|xi-api-key)["']?\s*[:=]\s*["']?)(?:(?:Bearer|Key|Basic)\s+)?[^\s"',}]+/gi,
    '$1[redacted]',
  ],
  [/\b((?:r8|hf|sk|tsk)[_-])[\w-]{16,}/g, '$1[redacted]'],
];

export function redact(text: string): string {
  return SECRETS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
