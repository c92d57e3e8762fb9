/**
 * What the client repeats, how long it waits and what it throws in the end: clients/behaviour.json, which the tests of the Python
 * client read too. No time passes: the timers are Jest's.
 */
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import * as client from './index.js';

type Named = { typescript?: string };
interface Row {
  name: string;
  call?: 'uploadOnce';
  /** Absent: no response. */
  status?: number;
  sender?: 'other';
  contentType?: string;
  retryAfter?: string;
  repeated: boolean;
  after?: number;
  error: string;
  code: string;
}
interface PollRow {
  name: string;
  onProgress: boolean;
  retryAfterMs?: number;
  heldSeconds: number[];
  waits: number[];
  pauses: number[] | { typescript: number[] };
}
interface Behaviour {
  retrySeconds: number;
  spreadSeconds: number;
  backoffSeconds: [number, number][];
  errors: Record<string, Named>;
  responses: Row[];
  polls: PollRow[];
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as unknown;
const table = read('../../../clients/behaviour.json') as Behaviour;

const API_KEY = `of_live_${'0123456789abcdef'.repeat(3)}`;
const STARTED = { status: 201, sender: undefined, body: { predictionId: 'pred_1', status: 'processing' } };

interface Sent {
  /** Seconds. */
  at: number;
  url: URL;
  idempotencyKey: string | null;
}
/** Returns a response, or undefined for none. */
type Respond = (sent: Sent, number: number) => Response | undefined | Promise<Response | undefined>;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function createClient(respond: Respond, retrySeconds?: number) {
  const sent: Sent[] = [];
  const offprint = new client.Offprint({
    url: 'http://offprint.test',
    apiKey: API_KEY,
    ...(retrySeconds !== undefined && { retrySeconds }),
    fetch: async (url, { headers }) => {
      const idempotencyKey = new Headers(headers).get('idempotency-key');
      const one = { at: performance.now() / 1_000, url: new URL(url), idempotencyKey };
      sent.push(one);
      const response = await respond(one, sent.length);
      if (!response) throw new TypeError('fetch failed');
      return response;
    },
  });
  return { offprint, sent };
}

function responseOf({
  status,
  sender,
  contentType = 'text/html',
  retryAfter,
  code,
}: Row): Response | undefined {
  if (status === undefined) return undefined;
  const headers = {
    ...(retryAfter && { 'Retry-After': retryAfter }),
    ...(status < 400 && { Location: 'http://127.0.0.1:9/elsewhere' }),
  };
  if (sender === 'other')
    return new Response('<h1>A page</h1>', { status, headers: { ...headers, 'Content-Type': contentType } });
  const named = status === 429 ? {} : { code };
  return Response.json({ statusCode: status, ...named, message: 'A sentence.' }, { status, headers });
}

function performCall(offprint: client.Offprint, call: Row['call']): Promise<unknown> {
  if (call === 'uploadOnce') return offprint.upload(new Blob(['bytes']).stream());
  return offprint.start({ modelKey: 'acme-portrait' });
}

/** Lets time pass from timer to timer until the call has ended. */
async function settle<T>(call: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  let outcome: { value?: T; error?: unknown } | undefined;
  call.then(
    (value) => (outcome = { value }),
    (error: unknown) => (outcome = { error }),
  );
  while (!outcome) {
    for (let turn = 0; turn < 5; turn += 1) await jest.advanceTimersByTimeAsync(0);
    if (!outcome) await jest.advanceTimersToNextTimerAsync();
  }
  return outcome;
}

const pausesOf = (sent: Sent[]) => sent.slice(1).map(({ at }, before) => at - sent[before]!.at);

function expectWithin(seconds: number | undefined, [least, most]: [number, number]) {
  expect(seconds).toBeGreaterThanOrEqual(least - 0.001);
  expect(seconds).toBeLessThanOrEqual(most + 0.001);
}

describe.each(table.responses)('$name', (row) => {
  it('throws its class in the end', async () => {
    const { offprint, sent } = createClient(() => responseOf(row), 0);
    const error = (await settle(performCall(offprint, row.call))).error as client.ServiceError;
    expect(error.constructor).toBe(
      (client as unknown as Record<string, unknown>)[table.errors[row.error]!.typescript!],
    );
    expect(error).toBeInstanceOf(client.OffprintError);
    expect(error.code).toBe(row.code);
    if (error instanceof client.ServiceError)
      expect([error.status, error.retryAfterSeconds ?? undefined]).toEqual([row.status, seconds(row)]);
    expect(sent).toHaveLength(1);
    expect(error.stack).not.toContain(API_KEY);
  });

  it(row.repeated ? 'is repeated' : 'is not repeated', async () => {
    const { offprint, sent } = createClient((_, number) =>
      number === 1 ? responseOf(row) : Response.json(STARTED.body, { status: STARTED.status }),
    );
    const { value, error } = await settle(performCall(offprint, row.call));
    expect(sent).toHaveLength(row.repeated ? 2 : 1);
    if (!row.repeated) return expect(error).toBeInstanceOf(client.OffprintError);
    expect(value).toEqual(STARTED.body);
    const { after } = row;
    expectWithin(
      pausesOf(sent)[0],
      after === undefined ? table.backoffSeconds[0]! : [after, after + table.spreadSeconds],
    );
    expect(sent[0]!.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]!.idempotencyKey).toBe(sent[0]!.idempotencyKey);
  });
});

const seconds = ({ retryAfter }: Row) => (/^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined);

it('waits longer before each attempt, and ends before its time does', async () => {
  const { offprint, sent } = createClient(() => undefined);
  const { error } = await settle(offprint.balance());
  expect(error).toMatchObject({ code: 'connection_failed' });
  const pauses = pausesOf(sent);
  expect(pauses.length).toBeGreaterThan(table.backoffSeconds.length);
  for (const [at, range] of table.backoffSeconds.entries()) expectWithin(pauses[at], range);
  const [, longest] = table.backoffSeconds.at(-1)!;
  expectWithin(sent.at(-1)!.at - sent[0]!.at, [table.retrySeconds - longest, table.retrySeconds]);
});

describe.each(table.polls)('a poll that is $name, onProgress: $onProgress', (row) => {
  it('is followed by the next', async () => {
    const ends: number[] = [];
    const { offprint, sent } = createClient(async (_, number) => {
      const held = row.heldSeconds[number - 1];
      if (held) await new Promise((resolve) => setTimeout(resolve, held * 1_000));
      ends.push(performance.now() / 1_000);
      const { retryAfterMs } = row;
      const state = held === undefined ? { status: 'completed' } : { status: 'processing', retryAfterMs };
      return Response.json({ predictionId: 'pred_1', progress: 0, outputs: [], ...state });
    });
    const options = row.onProgress ? { onProgress: () => undefined } : {};
    expect((await settle(offprint.wait('pred_1', options))).value).toBeInstanceOf(client.Prediction);
    expect(sent.map(({ url }) => Number(url.searchParams.get('wait') ?? 0))).toEqual(row.waits);
    const pauses = sent.slice(1).map(({ at }, before) => at - ends[before]!);
    const expected = Array.isArray(row.pauses) ? row.pauses : row.pauses.typescript;
    expect(pauses).toHaveLength(expected.length);
    for (const [at, pause] of expected.entries()) expect(pauses[at]).toBeCloseTo(pause, 2);
  });
});

it('has a row for each status of openapi.json', () => {
  const { paths } = read('../../../openapi.json') as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const statuses = operations.flatMap(({ responses }) => Object.keys(responses)).map(Number);
  const rejections = [...new Set(statuses)].filter((status) => status >= 400);
  expect(rejections.filter((status) => !table.responses.some((row) => row.status === status))).toEqual([]);
});
