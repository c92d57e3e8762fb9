// Searches responses, logs and the database for secrets in two ways: by the patterns of keys and tokens, and by the recorded
// values of this run that have no pattern (passwords, settings, refresh tokens).

const SHAPES = [
  ['an API key', /\bof_(?:live|test|ops)_[0-9a-f]{48}\b/g],
  // The same key as hexadecimal (a bytea column) and as base64.
  ['an API key in hexadecimal', /6f665f(?:6c697665|74657374|6f7073)5f(?:3[0-9]|6[1-6]){20,}/g],
  ['an API key in base64', /b2Zf(?:bGl2ZV|dGVzdF|b3BzX)[\w+/-]{40,}/g],
  ['a token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g],
  ['a password in an address', /\bpostgres(?:ql)?:\/\/[^\s:/@]+:(?!\[redacted\])[^\s@]+@/g],
];

/** Responses that return a secret to its owner, once: only these may contain its pattern. */
const MAY_SHOW = [
  { shape: 'an API key', method: 'POST', path: /^\/api\/keys(?:\/[^/]+\/rotate)?$/, statuses: [201] },
  { shape: 'an API key', method: 'POST', path: /^\/api\/admin\/accounts\/[^/]+\/keys$/, statuses: [201] },
  { shape: 'an API key', method: 'POST', path: /^\/api\/admin\/operator-keys$/, statuses: [201] },
  {
    shape: 'a token',
    method: 'POST',
    path: /^\/api\/auth\/(register|register\/invited|setup|login|refresh|switch|password\/reset)$/,
    statuses: [200, 201],
  },
];

export class SecretWatch {
  /** Secret → its name in reports. */
  secrets = new Map();
  answers = 0;
  leaks = [];

  note(what, secret) {
    if (typeof secret === 'string' && secret.length >= 8) this.secrets.set(secret, what);
    return secret;
  }

  /** For HttpCaller's `watch`. */
  see = (answer, { method, path }) => {
    this.answers += 1;
    const place = path.split('?', 1)[0];
    const { 'set-cookie': cookie = '', ...headers } = answer.headers;
    const text = `${answer.text}\n${Object.values(headers).join('\n')}`;
    for (const what of shapesIn(text, { method, path: place, status: answer.status })) {
      this.leaks.push(`${what} in the response ${answer.status} to ${method} ${place}`);
    }
    for (const [secret, what] of this.secrets) {
      if (text.includes(secret))
        this.leaks.push(`${what} in the response ${answer.status} to ${method} ${place}`);
    }
    this.note('a refresh token', /offprint_refresh=([^;]{8,})/.exec(cookie)?.[1]);
  };

  /** @returns {string[]} the secrets found in a text that must contain none */
  search(text, where) {
    const found = shapesIn(text);
    for (const [secret, what] of this.secrets) if (text.includes(secret)) found.push(what);
    return [...new Set(found)].map((what) => `${what} in ${where}`);
  }

  /**
   * Searches every table as text. The database may contain only hashes of keys and refresh tokens.
   * @param {(text: string) => Promise<object[]>} query
   * @returns {Promise<{tables: number, rows: number, found: string[]}>}
   */
  async searchDatabase(query) {
    const tables = await query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found = [];
    let rows = 0;
    for (const { name } of tables) {
      const lines = await query(`select t::text as line from "${name}" t`);
      rows += lines.length;
      found.push(...this.search(lines.map(({ line }) => line).join('\n'), `the table ${name}`));
    }
    return { tables: tables.length, rows, found };
  }
}

function shapesIn(text, exchange) {
  const mayShow = (shape) =>
    exchange !== undefined &&
    MAY_SHOW.some(
      (rule) =>
        rule.shape === shape &&
        rule.method === exchange.method &&
        rule.path.test(exchange.path) &&
        rule.statuses.includes(exchange.status),
    );
  return SHAPES.filter(([shape, pattern]) => {
    // The API description contains an example key: all zeros.
    const found = [...text.matchAll(pattern)].filter(([match]) => !/^of_(?:live|ops)_0+$/.test(match));
    return found.length > 0 && !mayShow(shape);
  }).map(([shape]) => shape);
}
