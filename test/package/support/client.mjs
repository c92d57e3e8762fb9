// Calls of the public API, as a customer makes them.
import { randomUUID } from 'node:crypto';

export async function call(url, path, { token, body, method = body ? 'POST' : 'GET' } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Registers a person and creates a key. @returns `{ email, token, key, accountId }` */
export async function newCaller(url, scopes = ['read', 'write', 'billing']) {
  const email = `${randomUUID()}@example.test`;
  const person = await call(url, '/api/auth/register', {
    body: { email, password: 'correct horse battery' },
  });
  const token = person.body.accessToken;
  const { body } = await call(url, '/api/keys', { token, body: { name: 'test', scopes } });
  return { email, token, key: body.key, accountId: person.body.user?.accountId };
}

/** Starts a prediction and waits for its end. @returns its status body. */
export async function generate(url, key, body) {
  const { status, body: started } = await call(url, '/api/generate?wait=60', { token: key, body });
  if (status !== 201) throw new Error(`POST /api/generate returned ${status}: ${JSON.stringify(started)}`);
  return started;
}
