// Client for the calls of the public HTTP API that the demo makes.

/** A response other than the expected one. */
class ApiError extends Error {}

export class Api {
  /** @param url base URL of the service. @param signal aborts running requests. */
  constructor(url, signal) {
    this.url = url;
    this.signal = signal;
  }

  async call(method, path, { token, body } = {}) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      signal: this.signal,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const text = await response.text();
    if (!response.ok)
      throw new ApiError(`${method} ${path.split('?')[0]} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Creates an account and a key with all scopes. @returns the secret, which later calls use. */
  async open(email, password) {
    const { accessToken } = await this.call('POST', '/api/auth/register', { body: { email, password } });
    const { key } = await this.call('POST', '/api/keys', {
      token: accessToken,
      body: { name: 'Demo', scopes: ['read', 'write', 'billing'], rateLimit: 600 },
    });
    this.key = key;
    return key;
  }

  async models() {
    return (await this.call('GET', '/api/models')).items;
  }

  generate(body) {
    return this.call('POST', '/api/generate', { token: this.key, body });
  }

  /** Returns the account's predictions, newest first: one request shows the progress of all of them. */
  async history() {
    return (await this.call('GET', '/api/generate/history?limit=100', { token: this.key })).items;
  }

  async balance() {
    return (await this.call('GET', '/api/credits/balance', { token: this.key })).balance;
  }

  async ledger() {
    return (await this.call('GET', '/api/credits/ledger?limit=100', { token: this.key })).items;
  }

  /** Downloads a file by its signed link, which needs no key. */
  async download(link) {
    const response = await fetch(link, { signal: this.signal });
    if (!response.ok) throw new ApiError(`GET ${new URL(link).pathname} returned ${response.status}`);
    return {
      bytes: Buffer.from(await response.arrayBuffer()),
      contentType: response.headers.get('content-type'),
    };
  }
}
