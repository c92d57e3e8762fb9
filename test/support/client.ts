/**
 * Client of the public HTTP API, with shortcuts for accounts and keys. It does not use the service's code, and checks every
 * response against openapi.json.
 */
import { expectDescribed } from './openapi.js';

export interface Answer<B = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: B;
  text: string;
}

export interface CallOptions {
  /** API key or access token. */
  token?: string;
  /** An object is sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Skips the check against openapi.json, for paths that the contract does not describe. */
  undescribed?: boolean;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export async function call<B = Json>(
  base: string,
  method: string,
  path: string,
  { token, body, headers = {}, signal, undescribed = false }: CallOptions = {},
): Promise<Answer<B>> {
  const response = await fetch(`${base}${path}`, {
    method,
    signal,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body:
      body === undefined || typeof body === 'string' || body instanceof Uint8Array
        ? (body as RequestInit['body'])
        : JSON.stringify(body),
  });
  const text = await response.text();
  const { status } = response;
  if (!undescribed) expectDescribed({ method, path, status, headers: response.headers, text });
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as B,
  };
}

let people = 0;

export interface Person {
  email: string;
  password: string;
  accessToken: string;
  accountId: string;
  userId: string;
}

export async function register(base: string): Promise<Person> {
  const email = `person-${process.pid}-${Date.now()}-${people++}@example.test`;
  const password = 'correct horse battery staple';
  const { body } = await call(base, 'POST', '/api/auth/register', { body: { email, password } });
  return { email, password, accessToken: body.accessToken, accountId: body.account.id, userId: body.user.id };
}

export const ALL_SCOPES = ['read', 'write', 'billing'];

/** Creates a key. @returns the flat key record with its secret in `key`. */
export async function createKey(base: string, person: Person, fields: object = {}): Promise<Json> {
  const body = { name: 'test key', scopes: ALL_SCOPES, rateLimit: 6000, ...fields };
  const answer = await call(base, 'POST', '/api/keys', { token: person.accessToken, body });
  if (answer.status !== 201) throw new Error(`no key: ${answer.text}`);
  return answer.body;
}

export async function newCaller(
  base: string,
  fields: object = {},
): Promise<{ person: Person; key: string; record: Json }> {
  const person = await register(base);
  const record = await createKey(base, person, fields);
  return { person, key: record.key, record };
}

/** Starts a prediction and returns the response's body; throws when it was rejected. */
export async function generate(base: string, token: string, body: object, headers = {}): Promise<Json> {
  const answer = await call(base, 'POST', '/api/generate', { token, body, headers });
  if (answer.status !== 201) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Long-polls until the prediction is final. */
export async function finished(base: string, token: string, predictionId: string): Promise<Json> {
  for (;;) {
    const { status, body, text } = await call(
      base,
      'GET',
      `/api/generate/status/${predictionId}?wait=30&timeline=true`,
      { token },
    );
    if (status !== 200) throw new Error(`status: ${status} ${text}`);
    if (body.status !== 'processing') return body;
  }
}

export async function balanceOf(base: string, token: string): Promise<number> {
  return (await call(base, 'GET', '/api/credits/balance', { token })).body.balance;
}
