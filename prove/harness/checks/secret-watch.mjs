// Looks for secrets where none may be: in answers, in logs, in the database. Two nets: everything that has the shape of
// a secret, and the very secrets of this run that have none (passwords, settings, refresh tokens), noted as they come up.

const SHAPES = [
  ['an API key', /\bof_(?:live|test)_[0-9a-f]{48}\b/g],
  // The same key as a bytea column shows it, and as base64 does.
  ['an API key in hexadecimal', /6f665f(?:6c697665|74657374)5f(?:3[0-9]|6[1-6]){20,}/g],
  ['an API key in base64', /b2Zf(?:bGl2ZV|dGVzdF)[\w+/-]{40,}/g],
  ['a token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g],
  ['a password in an address', /\bpostgres(?:ql)?:\/\/[^\s:/@]+:(?!\[redacted\])[^\s@]+@/g],
];

/** Answers that hand a secret to its owner, once: the only ones that may show its shape. */
const MAY_SHOW = [
  { shape: 'an API key', method: 'POST', path: /^\/api\/keys$/, statuses: [201] },
  { shape: 'a token', method: 'POST', path: /^\/api\/auth\/(register|login|refresh)$/, statuses: [200, 201] },
];

export class SecretWatch {
  /** Secret → what it is called in reports. */
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
      this.leaks.push(`${what} in the answer ${answer.status} to ${method} ${place}`);
    }
    for (const [secret, what] of this.secrets) {
      if (text.includes(secret))
        this.leaks.push(`${what} in the answer ${answer.status} to ${method} ${place}`);
    }
    this.note('a refresh token', /offprint_refresh=([^;]{8,})/.exec(cookie)?.[1]);
  };

  /** @returns {string[]} what was found in a text in which nothing may be found */
  search(text, where) {
    const found = shapesIn(text);
    for (const [secret, what] of this.secrets) if (text.includes(secret)) found.push(what);
    return [...new Set(found)].map((what) => `${what} in ${where}`);
  }

  /**
   * Every table as text. A hash is the only trace that a key or a refresh token may leave.
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
    // The description shows what a key looks like: all zeros.
    const found = [...text.matchAll(pattern)].filter(([match]) => !/^of_live_0+$/.test(match));
    return found.length > 0 && !mayShow(shape);
  }).map(([shape]) => shape);
}
