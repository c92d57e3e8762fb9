/**
 * Generates code that starts a prediction and waits for its result, with the key from the environment. Pure. Values come
 * from a form, so each one is quoted by the rules of its language.
 */

export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Call {
  /** Base URL of the service, without a trailing slash. */
  base: string;
  /** Body of POST /api/generate. */
  body: Record<string, unknown>;
}

export function codeSample(language: Language, call: Call): string {
  switch (language) {
    case 'curl':
      return curl(call);
    case 'typescript':
      return typescript(call);
    case 'python':
      return python(call);
  }
}

function curl({ base, body }: Call): string {
  const authorization = '-H "Authorization: Bearer $OFFPRINT_API_KEY"';
  return [
    '# Start a prediction. The response arrives at once.',
    `PREDICTION_ID=$(curl -sS ${shellQuoted(`${base}/api/generate`)} \\`,
    `  ${authorization} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d ${shellQuoted(JSON.stringify(body))} \\`,
    "  | tee /dev/stderr | grep -o 'pred_[[:alnum:]]*')",
    '',
    '# Wait up to a minute for the result: outputUrl.',
    `curl -sS "${base}/api/generate/status/$PREDICTION_ID?wait=60" \\`,
    `  ${authorization}`,
  ].join('\n');
}

function typescript({ base, body }: Call): string {
  return [
    `// The client, and how to install it: ${base}/docs/guides/clients`,
    "import { Offprint } from '@offprint/client';",
    '',
    '// The key is that of the variable OFFPRINT_API_KEY.',
    `const offprint = new Offprint({ url: ${JSON.stringify(base)} });`,
    `const result = await offprint.generate(${JSON.stringify(body, null, 2)});`,
    'console.log(result.url);',
  ].join('\n');
}

function python({ base, body }: Call): string {
  return [
    `# The client, and how to install it: ${base}/docs/guides/clients`,
    'from offprint import Offprint',
    '',
    '# The key is that of the variable OFFPRINT_API_KEY.',
    `offprint = Offprint(url=${JSON.stringify(base)})`,
    `result = offprint.generate(${pythonLiteral(body)})`,
    'print(result.url)',
  ].join('\n');
}

/** Quotes text for a POSIX shell. Inside single quotes only the quote itself is special. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Formats a JSON value as a Python literal. They differ only in `null`, `true` and `false`. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  const deeper = `${indent}    `;
  const block = (open: string, parts: string[], close: string) =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return block(
      '[',
      value.map((part) => pythonLiteral(part, deeper)),
      ']',
    );
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(
      ([key, part]) => `${JSON.stringify(key)}: ${pythonLiteral(part, deeper)}`,
    );
    return block('{', parts, '}');
  }
  return JSON.stringify(value);
}
