/** The sessions of the HTTP server: bounded in number, bound to their key, ended when they are idle. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { AuthenticationError, Offprint, OffprintError, ServiceError } from '@offprint/client';
import { HttpError } from './http-requests.js';
import { Session } from './session.js';
import type { HttpSettings, Settings } from './settings.js';
import { createServer } from './tools.js';

/** Sessions of one key. */
const MAX_SESSIONS_OF_KEY = 20;
/** POST requests of one session at a time. */
const MAX_POSTS = 100;

const digestOf = (key: string) => createHash('sha256').update(key).digest();

/** One client. */
class HttpSession {
  private timer: NodeJS.Timeout | undefined;
  /** Requests without a complete response, an open stream of notifications among them. */
  private open = 0;
  private posts = 0;

  constructor(
    readonly keyDigest: Buffer,
    private readonly session: Session,
    private readonly transport: StreamableHTTPServerTransport,
    private readonly idleMs: number,
    private readonly onIdle: () => void,
  ) {}

  /** Counts a POST until the returned function is called. @throws {HttpError} 429. */
  begin(): () => void {
    if (this.posts >= MAX_POSTS)
      throw new HttpError(429, `${MAX_POSTS} requests of this session are open.`, { 'Retry-After': '1' });
    this.posts += 1;
    return () => void (this.posts -= 1);
  }

  async handle(request: IncomingMessage, response: ServerResponse, messages?: unknown): Promise<void> {
    clearTimeout(this.timer);
    this.open += 1;
    const done = new Promise<void>((resolve) => response.once('close', resolve));
    void done.then(() => {
      this.open -= 1;
      this.watch();
    });
    await this.transport.handleRequest(request, response, messages);
    if (request.method === 'POST') await done;
  }

  /** Ends the session after a time without an open request. */
  watch(): void {
    clearTimeout(this.timer);
    if (this.open === 0) this.timer = setTimeout(this.onIdle, this.idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.session.close();
    await this.transport.close();
  }
}

export class HttpSessions {
  private readonly sessions = new Map<string, HttpSession>();
  /** Keys of sessions whose key is being checked; each array is its own entry. */
  private readonly opening = new Set<Buffer>();
  private isClosed = false;

  constructor(
    private readonly settings: Settings,
    private readonly http: HttpSettings,
  ) {}

  /** Returns the session if it was begun with the same key. */
  find(id: string, key: string): HttpSession | null {
    const session = this.sessions.get(id);
    return session && timingSafeEqual(session.keyDigest, digestOf(key)) ? session : null;
  }

  /** Opens a session for a key that the service knows. @throws {HttpError} 401, 403, 502, 503. */
  async open(key: string, begin: (session: HttpSession) => Promise<void>): Promise<void> {
    const digest = digestOf(key);
    this.checkRoom(digest);
    this.opening.add(digest);
    try {
      await this.checkKey(key);
      if (this.isClosed) throw new HttpError(503, 'The server is stopping.');
    } catch (error) {
      this.opening.delete(digest);
      throw error;
    }
    const session = new Session(this.settings, key);
    const id = randomUUID();
    const end = () => void this.end(id);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: end,
    });
    const idleMs = this.http.idleSeconds * 1_000;
    const opened = new HttpSession(digest, session, transport, idleMs, end);
    this.sessions.set(id, opened);
    this.opening.delete(digest);
    await createServer(session).connect(transport);
    await begin(opened);
    // The transport has rejected the request.
    if (!transport.sessionId) end();
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([...this.sessions.keys()].map((id) => this.end(id)));
  }

  private async end(id: string): Promise<void> {
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    await session?.close();
  }

  private checkRoom(digest: Buffer): void {
    const digests = [...[...this.sessions.values()].map(({ keyDigest }) => keyDigest), ...this.opening];
    const ofKey = digests.filter((other) => other.equals(digest)).length;
    if (digests.length < this.http.maxSessions && ofKey < MAX_SESSIONS_OF_KEY) return;
    const whose = ofKey >= MAX_SESSIONS_OF_KEY ? `this key has ${ofKey}` : `the server has ${digests.length}`;
    throw new HttpError(503, `Too many sessions: ${whose}.`, { 'Retry-After': '60' });
  }

  /** Without it, any text would hold a session. */
  private async checkKey(key: string): Promise<void> {
    try {
      await new Offprint({ url: this.settings.url, apiKey: key, retrySeconds: 0 }).key();
    } catch (error) {
      if (error instanceof AuthenticationError)
        throw new HttpError(401, error.message, { 'WWW-Authenticate': 'Bearer' });
      if (error instanceof ServiceError && error.status < 500)
        throw new HttpError(error.status, error.message);
      throw new HttpError(
        502,
        error instanceof OffprintError ? error.message : 'The installation does not answer.',
      );
    }
  }
}
