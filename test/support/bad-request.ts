/**
 * Sends requests that no well-behaved client sends (any bytes, any path, any header, repeated headers), and checks that a
 * rejection has the contract's form, names the problem, and changed nothing.
 */
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import type { TestApp } from './app.js';
import type { Json } from './client.js';

/** Longer than any response may take. */
const HANG_MS = 10_000;

export interface BadRequest {
  method?: string;
  /** Sent unchanged: not normalised, not encoded. */
  path: string;
  headers?: Record<string, string | string[]>;
  /** Sent unchanged; an object is sent as JSON. */
  body?: string | Buffer | object;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Json;
}

/** Sends a request. @throws without a response in time. */
export function send(
  base: string,
  { method = 'POST', path, headers = {}, body }: BadRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const bytes =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const sent: Record<string, string | string[]> = { 'content-type': 'application/json', ...headers };
  if (bytes !== undefined && !('transfer-encoding' in sent))
    sent['content-length'] ??= String(Buffer.byteLength(bytes));
  if (bytes === undefined || sent['content-type'] === '') delete sent['content-type'];
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: sent, agent: false, timeout: HANG_MS });
    collect(outgoing, resolve, reject);
    outgoing.end(bytes);
  });
}

function collect(
  outgoing: ClientRequest,
  resolve: (answer: RawAnswer) => void,
  reject: (error: Error) => void,
): void {
  let answered = false;
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${HANG_MS} ms`)));
  outgoing.on('error', (error) => {
    // A server that has rejected a body need not read the rest of it.
    if (!answered) reject(error);
  });
  outgoing.on('response', (response) => {
    answered = true;
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const isJson = response.headers['content-type']?.includes('json') && text !== '';
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      });
    });
  });
}

/** Writes bytes to the socket and reads until the server closes it. @returns status and body of the first response. */
export function sendBytes(base: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.setTimeout(HANG_MS, () => socket.destroy(new Error(`not closed within ${HANG_MS} ms`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => {
      const all = Buffer.concat(chunks).toString('utf8');
      const [head = '', text = ''] = all.split('\r\n\r\n', 2);
      const lines = head.split('\r\n').slice(1);
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      ) as Record<string, string>;
      const isJson = headers['content-type']?.includes('json');
      resolve({
        status: Number(head.split(' ')[1] ?? 0),
        headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      });
    });
  });
}

/** Returns the state that a rejected request must not change. */
export async function stateOf(app: TestApp, accountId: string): Promise<unknown> {
  const uuid = accountId.slice('acc_'.length);
  const [row] = await app.database.query<{ state: unknown }>(
    `select jsonb_build_object(
       'account', (select to_jsonb(a) from accounts a where id = $1),
       'wallet', (select to_jsonb(w) from wallets w where account_id = $1),
       'ledger', (select jsonb_agg(t order by id) from ledger_transfers t where account_id = $1),
       'predictions', (select jsonb_agg(p order by id) from predictions p where account_id = $1),
       'keys', (select jsonb_agg(k order by id) from api_keys k where account_id = $1),
       'idempotency', (select jsonb_agg(i order by key) from idempotency_keys i where account_id = $1),
       'accounts', (select count(*) from accounts), 'users', (select count(*) from users)) as state`,
    [uuid],
  );
  return row!.state;
}

export interface Refusal {
  status: number;
  code: string;
  /** Must be among the `field`s of `details`. */
  field?: string;
}

/** Expects the contract's error body with this status and code, naming the field. */
export function expectRefusal({ status, headers, body, text }: RawAnswer, expected: Refusal): void {
  expect([status, body?.code ?? text]).toEqual([expected.status, expected.code]);
  const { details, ...rest } = body;
  expect(rest).toEqual({
    statusCode: expected.status,
    code: expected.code,
    message: expect.stringMatching(/\S/),
    requestId: expect.any(String),
  });
  expect(headers['x-request-id']).toBe(body.requestId);
  expect(text).not.toMatch(/node_modules|\bat .+\.js:\d|SyntaxError|QueryFailed|select .+ from/);
  if (details !== undefined)
    expect(details).toEqual(
      details.map(() =>
        expect.objectContaining({ field: expect.any(String), message: expect.stringMatching(/\S/) }),
      ),
    );
  if (expected.field === undefined) return;
  expect((details ?? []).map(({ field }: { field: string }) => field)).toContain(expected.field);
  if (expected.code === 'validation_failed') expect(body.message).toContain(expected.field.split('.')[0]);
}
