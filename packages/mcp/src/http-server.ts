/** Serves many clients over Streamable HTTP, each in a session of its own. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { checkAddress, HttpError, keyOf, readMessages } from './http-requests.js';
import { HttpSessions } from './http-sessions.js';
import { log } from './log.js';
import type { HttpSettings, Settings } from './settings.js';

const PATH = '/mcp';
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;
/** After this time without data, the operating system asks whether the other side is there. */
const KEEP_ALIVE_PROBE_MS = 60_000;
const MAX_CONNECTIONS = 2_000;
const LINGER_MS = 1_000;

/** Ends the process by a signal; predictions that calls wait for are cancelled first. */
export async function serveHttp(settings: Settings, http: HttpSettings): Promise<void> {
  const sessions = new HttpSessions(settings, http);
  const server = createServer(
    { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS },
    (request, response) => void answer(request, response, { settings, http, sessions }),
  );
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(http.port, http.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = http.host.includes(':') ? `[${http.host}]` : http.host;
  log(`serving ${settings.url} at http://${host}:${port}${PATH}`);
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await close(server, sessions);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}

async function close(server: Server, sessions: HttpSessions): Promise<void> {
  server.close();
  await sessions.close();
  server.closeAllConnections();
}

interface Context {
  settings: Settings;
  http: HttpSettings;
  sessions: HttpSessions;
}

async function answer(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  try {
    await route(request, response, context);
  } catch (error) {
    if (!(error instanceof HttpError)) log(`a request failed: ${(error as Error).message}`);
    const { status, message, headers } =
      error instanceof HttpError ? error : new HttpError(500, 'Internal error.');
    if (response.headersSent) return void response.destroy();
    const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
    const isRead = request.complete;
    response
      .writeHead(status, {
        'Content-Type': 'application/json',
        ...(!isRead && { Connection: 'close' }),
        ...headers,
      })
      .end(body);
    // A connection that is closed with unread data is reset, and the response lost: what still comes is dropped for a moment.
    if (!isRead) {
      request.resume();
      setTimeout(() => request.destroy(), LINGER_MS).unref();
    }
  }
}

/** Checks from cheap to expensive: address, key, session, body. */
async function route(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const { settings, http, sessions } = context;
  if (request.url?.split('?')[0] !== PATH) throw new HttpError(404, `The only path is ${PATH}.`);
  if (!['GET', 'POST', 'DELETE'].includes(request.method ?? ''))
    throw new HttpError(405, 'The methods are GET, POST and DELETE.', { Allow: 'GET, POST, DELETE' });
  checkAddress(request, http);
  const key = keyOf(request, settings.apiKey);
  const id = request.headers['mcp-session-id'];
  const session = typeof id === 'string' ? sessions.find(id, key) : null;
  if (id !== undefined && !session) throw new HttpError(404, 'There is no such session; begin a new one.');
  if (request.method !== 'POST') {
    if (!session) throw new HttpError(400, 'The header Mcp-Session-Id is missing.');
    return session.handle(request, response);
  }
  const release = session ? session.begin() : () => undefined;
  try {
    const messages = await readMessages(request);
    if (session) {
      await session.handle(request, response, messages);
      return;
    }
    if (!isInitializeRequest(messages)) throw new HttpError(400, 'A session begins with initialize.');
    await sessions.open(key, (opened) => opened.handle(request, response, messages));
  } finally {
    release();
  }
}
