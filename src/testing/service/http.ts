/** A request of a test. */
export interface RequestOptions {
  /** An API key: its secret, or what `account.key` returned. */
  key?: string | { secret: string };
  /** An access token, or the account that is signed in. */
  token?: string | { token: string };
  /** An object is sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** The response to a request of a test. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what the body holds
export interface TestResponse<B = any> {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined for other content. */
  body: B;
  text: string;
}

/** A response with its request, for checks of every response. */
export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request. @param base http://host:port */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what the body holds
export async function sendRequest<B = any>(
  base: string,
  method: string,
  path: string,
  { key, token, body, headers = {}, signal }: RequestOptions = {},
): Promise<TestResponse<B>> {
  const credential = secretOf(key) ?? (typeof token === 'object' ? token.token : token);
  const response = await fetch(`${base}${path}`, {
    method,
    ...(signal && { signal }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    ...(body !== undefined && {
      body:
        typeof body === 'string' || body instanceof Uint8Array
          ? (body as RequestInit['body'])
          : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as B,
  };
}

const secretOf = (key: RequestOptions['key']) => (typeof key === 'object' ? key.secret : key);

/** @throws with the response when its status is another. */
export function expectStatus(response: TestResponse, status: number, request: string): void {
  if (response.status !== status)
    throw new Error(`${request}: ${response.status} instead of ${status}\n${response.text}`);
}
