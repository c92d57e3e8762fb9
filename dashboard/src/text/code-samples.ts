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
    `const base = ${JSON.stringify(base)};`,
    'const headers = {',
    '  Authorization: `Bearer ${process.env.OFFPRINT_API_KEY}`,',
    "  'Content-Type': 'application/json',",
    '};',
    '',
    'async function request(path: string, init: RequestInit = {}) {',
    '  const response = await fetch(`${base}${path}`, { ...init, headers });',
    '  const body = await response.json();',
    '  if (!response.ok) throw new Error(body.message);',
    '  return body;',
    '}',
    '',
    "const started = await request('/api/generate', {",
    "  method: 'POST',",
    `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`,
    '});',
    '',
    'let prediction = started;',
    "while (prediction.status === 'processing') {",
    '  prediction = await request(`/api/generate/status/${started.predictionId}?wait=60`);',
    '}',
    'console.log(prediction.outputUrl ?? prediction.error);',
  ].join('\n');
}

function python({ base, body }: Call): string {
  return [
    'import os',
    '',
    'import requests',
    '',
    `base = ${pythonLiteral(base)}`,
    'session = requests.Session()',
    'session.headers["Authorization"] = f"Bearer {os.environ[\'OFFPRINT_API_KEY\']}"',
    '',
    `started = session.post(f"{base}/api/generate", json=${indented(pythonLiteral(body), '')})`,
    'started.raise_for_status()',
    'prediction = started.json()',
    '',
    'while prediction["status"] == "processing":',
    '    status = session.get(f"{base}/api/generate/status/{prediction[\'predictionId\']}?wait=60")',
    '    status.raise_for_status()',
    '    prediction = status.json()',
    '',
    'print(prediction.get("outputUrl") or prediction["error"])',
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

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
