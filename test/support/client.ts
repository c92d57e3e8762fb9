/**
 * Client of the public HTTP API, with shortcuts for accounts and keys. It does not use the service's code, and checks every
 * response against openapi.json.
 */
import { type RequestOptions, sendRequest, type TestResponse } from '../../src/testing/index.js';
import { expectDescribed } from './openapi.js';

export type { TestResponse as Answer } from '../../src/testing/index.js';

export interface CallOptions extends Omit<RequestOptions, 'token'> {
  /** API key or access token. */
  token?: string;
  /** Skips the check against openapi.json, for paths that the contract does not describe. */
  undescribed?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** Sends once more what was answered with 503: the database cancels what a starved machine has not done in two seconds. */
export async function sentAgain(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const answer = await send();
  return answer.status === 503 ? send() : answer;
}

export async function call<B = Json>(
  base: string,
  method: string,
  path: string,
  { undescribed = false, ...options }: CallOptions = {},
): Promise<TestResponse<B>> {
  const response = await sendRequest<B>(base, method, path, options);
  if (!undescribed) expectDescribed({ method, path, ...response });
  return response;
}

let people = 0;

export interface Person {
  email: string;
  password: string;
  accessToken: string;
  accountId: string;
  userId: string;
}

export async function register(base: string, headers = {}): Promise<Person> {
  const email = `person-${process.pid}-${Date.now()}-${people++}@example.test`;
  const password = 'correct horse battery staple';
  const { body } = await call(base, 'POST', '/api/auth/register', {
    body: { email, password },
    headers,
  });
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
  headers = {},
): Promise<{ person: Person; key: string; record: Json }> {
  const person = await register(base, headers);
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
