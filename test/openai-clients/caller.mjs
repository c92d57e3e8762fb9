// Calls of the service's own API.
import { randomUUID } from 'node:crypto';

export async function call(url, path, { token, body } = {}) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Registers a person and creates a key. @returns `{ key }` */
export async function newCaller(url) {
  const person = { email: `${randomUUID()}@example.test`, password: 'correct horse battery' };
  const { body: session } = await call(url, '/api/auth/register', { body: person });
  const scopes = ['read', 'write', 'billing'];
  const { body } = await call(url, '/api/keys', {
    token: session.accessToken,
    body: { name: 'test', scopes },
  });
  return { key: body.key };
}
