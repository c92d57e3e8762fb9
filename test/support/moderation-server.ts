/**
 * A moderation endpoint that answers as OpenAI documents it, and fails in every way a server can. It flags texts with the word
 * `violent`, and never answers those with `slow` until `release`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

export interface ModerationCall {
  body: { model: string; input: string[] };
  authorization: string | undefined;
}

type Respond = (response: ServerResponse) => void;

export interface ModerationServer {
  /** `MODERATION_URL`. */
  url: string;
  calls: ModerationCall[];
  /** Most requests that were open at once. */
  mostOpen: number;
  /** Responds instead of the documented response. */
  respond: Respond | null;
  /** Resolves when so many calls have arrived. */
  received(count: number): Promise<void>;
  /** Answers the slow texts that have arrived. */
  release(): void;
  reset(): void;
  close(): Promise<void>;
}

/** The response to texts, of which some are violent. Its form is of the API reference. */
export function moderationOf({ model, input }: ModerationCall['body']): object {
  const results = input.map((text) => {
    const isViolent = text.includes('violent');
    const values = <T>(violent: T, other: T) =>
      Object.fromEntries(
        CATEGORIES.map((name) => [name, isViolent && name === 'violence' ? violent : other]),
      );
    return {
      flagged: isViolent,
      categories: values(true, false),
      category_scores: values(0.86, 0.0002),
      category_applied_input_types: values(['text'], ['text']),
    };
  });
  return { id: 'modr-0d9740456c391e43c445bf0f010940c7', model, results };
}

export async function startModerationServer(): Promise<ModerationServer> {
  const slow = new Set<() => void>();
  const arrivals = new Set<() => void>();
  let open = 0;
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    self.mostOpen = Math.max(self.mostOpen, (open += 1));
    response.once('close', () => (open -= 1));
    const body = (await json(request)) as ModerationCall['body'];
    self.calls.push({ body, authorization: request.headers.authorization });
    for (const notify of arrivals) notify();
    if (self.respond) {
      self.respond(response);
      return;
    }
    const { input } = body;
    const isDocumented =
      request.method === 'POST' &&
      request.url === '/v1/moderations' &&
      request.headers['content-type'] === 'application/json' &&
      Array.isArray(input) &&
      input.length > 0 &&
      input.every((text) => typeof text === 'string' && text !== '');
    if (!isDocumented) return void response.writeHead(400).end('{"error":{"message":"Invalid input"}}');
    if (input.some((text) => text.includes('slow'))) await new Promise<void>((resolve) => slow.add(resolve));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(moderationOf(body)));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const self: ModerationServer = {
    url: `http://127.0.0.1:${port}/v1`,
    calls: [],
    mostOpen: 0,
    respond: null,
    async received(count) {
      while (self.calls.length < count)
        await new Promise<void>((resolve) => {
          const notify = () => {
            arrivals.delete(notify);
            resolve();
          };
          arrivals.add(notify);
        });
    },
    release() {
      for (const resolve of slow) resolve();
      slow.clear();
    },
    reset() {
      self.release();
      self.calls.length = 0;
      self.mostOpen = 0;
      self.respond = null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}
